"""A name stands for exactly the term that it is defined by."""

from __future__ import annotations

import pytest

from bob.spec.families.header import Header
from bob.spec.landmarks import Landmarks
from bob.spec.premises import definitions
from bob.spec.specification import spelled_out
from bob.spec.terms import text

MARKS = Landmarks(Header.spec)
DERIVED = definitions(MARKS.definitions)


@pytest.mark.parametrize("name", [stored.name for stored in Header.spec.fields])
def test_a_named_offset_spells_out_to_itself(name: str) -> None:
    offset = next(stored.offset for stored in Header.spec.fields if stored.name == name)
    assert spelled_out(MARKS.named(offset), DERIVED).same(offset)


def test_a_named_record_size_spells_out_to_itself() -> None:
    whole = Header.spec.record_bytes
    assert text(MARKS.named(whole)) == "record_bytes()"
    assert spelled_out(MARKS.named(whole), DERIVED).same(whole)


def test_no_definition_mentions_its_own_name() -> None:
    assert [name for name, term in DERIVED.items() if name in text(term)] == []


SPELLED = text(next(stored.offset for stored in Header.spec.fields if stored.name == "input_digest"))
VALUES = {"offset_of(updates_per_invocation)": 56, "offset_of(input_digest)": 64}


@pytest.mark.parametrize(
    "around",
    ["{}", "({}) % 5", "1 + {} + 2", "2 * {}", "{} * 2", "{} // 3", "100 - {}", "1{}", "{}0", "7 * ({}) - 3"],
)
def test_a_name_in_a_sentence_leaves_the_value_as_it_was(around: str) -> None:
    sentence = around.format(SPELLED)
    told = MARKS.told(sentence)
    assert told != sentence
    for name, value in VALUES.items():
        told = told.replace(name, str(value))
    assert eval(told) == eval(sentence)


def test_a_sentence_without_a_long_term_stays_as_it_is() -> None:
    assert MARKS.told("8 + 8 divides exactly") == "8 + 8 divides exactly"
