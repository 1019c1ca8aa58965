"""Bob's own planes, with and without an envelope, are inventories."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bob.formats.inventory import Entry, Reading
from bob.formats.raw import read_bob, read_planes
from bob.spec.families.transport import CheckpointTransport
from bob.store import Buffer
from tests.checkpoints import SMALL, checkpoint
from tests.formats.raw_files import planes_cases

if TYPE_CHECKING:
    from tests.formats.case import Case

CASES = planes_cases()


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_a_case_has_its_verdict_and_breaks_one_rule_alone(case: Case) -> None:
    codes = [finding.code for finding in read_planes(Buffer(case.content)).findings]
    assert codes == ([case.code] if case.code else [])


def test_planes_lie_one_after_the_other() -> None:
    made = read_planes(Buffer(bytes(12 * 49)))
    assert made.inventory is not None
    assert made.inventory.entries == (
        Entry("P", "F32", (7, 7), 0, 196),
        Entry("M", "F32", (7, 7), 196, 196),
        Entry("V", "F32", (7, 7), 392, 196),
    )
    assert made.inventory.facts == {"envelope": "none", "vocabulary": 7}


def test_what_an_envelope_would_say_is_told_as_not_checked() -> None:
    (phrase,) = read_planes(Buffer(bytes(12))).not_checked
    assert (
        phrase == "all but the size: without an envelope nothing says which planes these are, or of what step"
    )


@pytest.mark.parametrize(("size", "code"), [(584, "BOB582"), (588, ""), (592, "BOB583")])
def test_a_vocabulary_that_is_given_is_held_against_the_size(size: int, code: str) -> None:
    findings = read_planes(Buffer(bytes(size)), vocabulary=7).findings
    assert [finding.code for finding in findings] == ([code] if code else [])


def test_a_size_between_two_vocabularies_names_both() -> None:
    (told,) = read_planes(Buffer(bytes(600))).findings
    assert told.expected == "three planes: 588 (a vocabulary of 7) or 768 (a vocabulary of 8)"


class Far:
    """A source of so many bytes, none of which is ever read."""

    def __init__(self, n_bytes: int) -> None:
        self.n_bytes = n_bytes

    def read_at(self, offset: int, n_bytes: int) -> bytes:
        pytest.fail(f"{n_bytes} bytes at {offset} were read")

    pieces = read_at


@pytest.mark.parametrize("past", [0, 1])
def test_planes_are_known_by_their_size_up_to_the_largest_vocabulary(past: int) -> None:
    most = CheckpointTransport.spec.dims["vocabulary"].high
    made = read_planes(Far(12 * (most + past) ** 2))
    assert (made.inventory is None) == bool(past)


CHECKPOINT = checkpoint(SMALL)


def test_a_checkpoint_is_its_planes_behind_its_header() -> None:
    made = read_bob(Buffer(CHECKPOINT))
    assert made.findings == ()
    assert made.inventory is not None
    payload = len(CHECKPOINT) - made.inventory.facts["header bytes"]
    entries = made.inventory.entries
    assert [entry.name for entry in entries] == ["P", "M", "V"]
    assert sum(entry.n_bytes for entry in entries) == payload == SMALL["payload"]
    assert entries[-1].byte_offset + entries[-1].n_bytes == len(CHECKPOINT)


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(b"GGUF" + bytes(600), "BOB201", id="another kind"),
        pytest.param(CHECKPOINT[:100], "BOB202", id="cut in the header"),
        pytest.param(CHECKPOINT[:-1], "BOB202", id="cut"),
        pytest.param(CHECKPOINT + b"1", "BOB203", id="more"),
        pytest.param(CHECKPOINT[:8] + b"\3" + CHECKPOINT[9:], "BOB204", id="newer"),
        pytest.param(CHECKPOINT[:8] + b"\0" + CHECKPOINT[9:], "BOB221", id="no version"),
        pytest.param(CHECKPOINT[:16] + b"\xff" * 8 + CHECKPOINT[24:], "BOB207", id="a header of 2^64 bytes"),
        pytest.param(CHECKPOINT[:24] + b"\4" + CHECKPOINT[25:], "BOB214", id="no three planes"),
    ],
)
def test_what_is_no_checkpoint_is_told(content: bytes, code: str) -> None:
    assert code in {finding.code for finding in read_bob(Buffer(content)).findings}


def test_a_checkpoint_that_is_cut_anywhere_is_refused() -> None:
    assert [n for n in range(0, len(CHECKPOINT), 3) if not read_bob(Buffer(CHECKPOINT[:n])).findings] == []


def test_no_flipped_bit_of_a_header_raises() -> None:
    for place in range(0, 8 * 512, 7):
        flipped = bytearray(CHECKPOINT)
        flipped[place // 8] ^= 1 << place % 8
        assert isinstance(read_bob(Buffer(bytes(flipped))), Reading)
