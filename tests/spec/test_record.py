"""A record: an immutable mapping whose fields are attributes."""

from __future__ import annotations

import pytest

from bob.spec.record import Record

PAIR = Record("Pair", {"byte": 1, "target": 2})


def test_fields_are_items_and_attributes_in_order() -> None:
    assert (PAIR.byte, PAIR["target"]) == (1, 2)
    assert list(PAIR) == ["byte", "target"]
    assert len(PAIR) == 2
    assert dict(PAIR) == {"byte": 1, "target": 2}
    assert PAIR.family == "Pair"


def test_a_field_that_is_not_there_is_named() -> None:
    with pytest.raises(AttributeError, match="a Pair record has no field other"):
        _ = PAIR.other
    with pytest.raises(KeyError):
        PAIR["other"]


def test_a_record_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError, match=r"make another one with \.changed\(byte=\.\.\.\)"):
        PAIR.byte = 3
    values = {"byte": 1}
    record = Record("Pair", values)
    values["byte"] = 9
    assert record.byte == 1


def test_a_changed_record_is_another_one() -> None:
    assert PAIR.changed(byte=3) == Record("Pair", {"byte": 3, "target": 2})
    assert PAIR.byte == 1
    with pytest.raises(KeyError):
        PAIR.changed(other=3)


def test_records_are_equal_by_family_and_values() -> None:
    same = Record("Pair", {"byte": 1, "target": 2})
    assert same == PAIR
    assert hash(PAIR) == hash(same)
    assert Record("Other", {"byte": 1, "target": 2}) != PAIR
    assert PAIR.changed(byte=2) != PAIR
    assert PAIR != {"byte": 1, "target": 2}


def test_a_long_value_is_shown_by_its_beginning() -> None:
    shown = repr(Record("R", {"few": memoryview(b"\1\2"), "many": bytes(99)}))
    assert shown.startswith("R(few=[1, 2], many=b'\\x00")
    assert shown.endswith(" ...)")
    assert len(shown) < 100
