from __future__ import annotations

import struct

import pytest

from bob.formats.inventory import Entry
from bob.formats.raw import read_bob
from bob.store import Buffer
from tests.typed_files import CONTENTS, SCHEMA, header_bytes, payload_of, put, typed

GOOD = typed()
H = header_bytes(GOOD)


def test_a_checkpoint_of_version_2_has_the_tensors_that_it_lists() -> None:
    reading = read_bob(Buffer(GOOD))
    assert reading.findings == ()
    assert reading.inventory is not None
    assert reading.inventory.entries == (
        Entry("w", "F32", (2, 3), H, 24),
        Entry("empty", "U8", (0,), H + 64, 0),
        Entry("s", "I64", (), H + 128, 8),
    )
    assert reading.inventory.facts["step"] == 7


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(GOOD[:-1], "BOB202", id="cut"),
        pytest.param(GOOD + b"\0", "BOB203", id="longer"),
        pytest.param(GOOD[:16] + struct.pack("<Q", 2**63) + GOOD[24:], "BOB207", id="a header of 2^63 bytes"),
        pytest.param(GOOD[:16] + struct.pack("<Q", 0) + GOOD[24:], "BOB207", id="a header of no bytes"),
        pytest.param(typed(schema=SCHEMA + b"t|U8|1\n"), "BOB253", id="a tensor more"),
        pytest.param(typed(schema=SCHEMA[:-7]), "BOB253", id="a tensor less"),
        pytest.param(typed(schema=SCHEMA.replace(b"s|", b"w|")), "BOB251", id="a name twice"),
        pytest.param(typed(schema=SCHEMA.replace(b"2,3", b"02,3")), "BOB250", id="another spelling"),
        pytest.param(typed(contents=(*CONTENTS, b""), payload=payload_of()), "BOB253", id="more digests"),
    ],
)
def test_a_header_whose_sizes_do_not_agree_is_told(content: bytes, code: str) -> None:
    assert {f.code for f in read_bob(Buffer(content)).findings} == {code}


def test_a_changed_element_is_not_for_the_format_to_find() -> None:
    reading = read_bob(Buffer(put(GOOD, H, b"\1")))
    assert reading.findings == ()
    assert reading.not_checked == ("digests and contract: bob verify FILE",)


def stated(learner: bytes) -> dict[str, object]:
    inventory = read_bob(Buffer(typed(learner=learner))).inventory
    assert inventory is not None
    return dict(inventory.metadata)


def test_what_a_checkpoint_states_beside_its_tensors_is_its_metadata() -> None:
    assert stated(b'lr=0x3fa999999999999a\nname="sgd"\n') == {
        "updates per invocation": 0,
        "learner.lr": "0.05 (0x3fa999999999999a)",
        "learner.name": '"sgd"',
        "input digest": "00" * 32,
        "parent": "00" * 32,
    }


def test_of_very_many_values_the_first_are_shown_and_their_number() -> None:
    found = stated(b"".join(b"%06d=1\n" % i for i in range(1_500)))
    assert found["learner"] == "1,500 values, of which 1,000 are shown"
    assert sum(name.startswith("learner.") for name in found) == 1_000


def test_values_in_no_canonical_text_are_shown_as_far_as_they_are() -> None:
    assert "learner.a" in stated(b"a=1\nb=01\n")
    assert "learner.b" not in stated(b"a=1\nb=01\n")
