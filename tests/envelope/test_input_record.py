"""Input records: read with every finding, each by its own code, and built so that they read back."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.envelope.contract import Contract
from bob.envelope.input_record import build_input, input_family, read_input
from bob.errors import Finding, Refused
from tests.checkpoints import SMALL, flipped
from tests.test_kinds import FILES

if TYPE_CHECKING:
    from collections.abc import Sequence

TARGETS = [(7 * byte + 3) % 16 for byte in range(16)]
GOOD = build_input(TARGETS, [1, 15], SMALL)
PAIRS, WORDS, PROMPTS = 16, 16 + 2 * 16, 16 + 6 * 16


def findings(content: bytes, contract: Contract = SMALL) -> tuple[Finding, ...]:
    return read_input(content, contract).findings


def with_byte(place: int, value: int) -> bytes:
    return GOOD[:place] + bytes([value]) + GOOD[place + 1 :]


def with_word(place: int, value: int) -> bytes:
    return GOOD[:place] + struct.pack("<I", value) + GOOD[place + 4 :]


def found_at(content: bytes, contract: Contract = SMALL) -> list[tuple[str, str, int | None]]:
    said = findings(content, contract)
    assert said == read_input(content, contract).findings
    assert (read_input(content, contract).record is None) == bool(said)
    return [(finding.code, finding.part, finding.byte_offset) for finding in said]


def test_a_record_has_these_bytes() -> None:
    pairs = bytes(value for pair in enumerate(TARGETS) for value in pair)
    words = struct.pack("<18I", *TARGETS, 1, 15)
    assert b"".join((b"BOBINPUT", struct.pack("<Q", 1), pairs, words)) == GOOD


def test_the_shipped_record_has_these_sizes() -> None:
    at = input_family(Contract.shipped())
    assert (at.offset("pairs"), at.offset("targets"), at.offset("prompt_bytes")) == (16, 528, 1552)
    assert at.record_bytes == 1564


@st.composite
def records(draw: st.DrawFn) -> tuple[Contract, list[int], list[int]]:
    vocabulary = draw(st.sampled_from([1, 2, 3, 16, 255, 256]) | st.integers(1, 256))
    prompts = draw(st.integers(0, 5))
    word = st.integers(0, vocabulary - 1)
    contract = SMALL.changed({"data.vocabulary": vocabulary, "data.prompts": prompts})
    targets, words = (draw(st.lists(word, min_size=n, max_size=n)) for n in (vocabulary, prompts))
    return contract, targets, words


@given(records(), st.randoms())
@settings(max_examples=25)
def test_a_record_that_was_built_reads_back_in_any_order_of_its_pairs(
    made: tuple[Contract, list[int], list[int]], random: object
) -> None:
    contract, targets, prompts = made
    content = build_input(targets, prompts, contract)
    pairs = list(enumerate(targets))
    random.shuffle(pairs)  # type: ignore[attr-defined]
    other = content[:16] + bytes(value for pair in pairs for value in pair) + content[16 + 2 * len(pairs) :]
    for given_content in (content, other):
        reading = read_input(given_content, contract)
        assert reading.findings == ()
        assert reading.record is not None
        assert list(reading.record.targets) == targets
        assert list(reading.record.prompt_bytes) == prompts


# Kinds, lengths, versions.

OTHERS = {name: content for name, (kind, content) in FILES.items() if kind != "input-record"}


@pytest.mark.parametrize("content", OTHERS.values(), ids=OTHERS.keys())
def test_another_kind_of_file_is_told_what_it_is(content: bytes) -> None:
    (finding,) = findings(content)
    assert (finding.code, finding.part, finding.expected) == ("BOB301", "magic", "an input record")
    assert finding.found.startswith("this is ")


def test_every_length_that_cuts_the_record_is_refused() -> None:
    assert [{finding.code for finding in findings(GOOD[:n])} for n in range(8)] == [{"BOB301"}] * 8
    cut = [findings(GOOD[:n])[-1] for n in range(8, len(GOOD))]
    assert {(finding.code, finding.expected) for finding in cut} == {("BOB302", f"need {len(GOOD)}")}
    assert [finding.found for finding in cut] == [f"have {n} bytes" for n in range(8, len(GOOD))]


@pytest.mark.parametrize("more", [1, 4, 1000])
def test_a_record_that_goes_on_is_refused(more: int) -> None:
    have, need = f"have {len(GOOD) + more:,} bytes", f"need {len(GOOD)}"
    assert findings(GOOD + bytes(more)) == (Finding("BOB303", "record", have, need, len(GOOD)),)


def test_a_record_of_another_contract_is_refused_by_its_length() -> None:
    assert "BOB302" in {finding.code for finding in findings(GOOD, Contract.shipped())}
    assert "BOB303" in {finding.code for finding in findings(GOOD, SMALL.changed({"data.prompts": 1}))}


@pytest.mark.parametrize(("version", "code"), [(0, "BOB312"), (2, "BOB304"), (2**64 - 1, "BOB304")])
def test_another_version_is_refused_whatever_follows(version: int, code: str) -> None:
    content = GOOD[:8] + struct.pack("<Q", version)
    expected = (Finding(code, "version", f"{version:,}", "1", 8),)
    assert [findings(content), findings(content + GOOD[16:])] == [expected] * 2


# Refinements, one broken at a time.


def test_a_pair_s_byte_outside_the_vocabulary_is_refused() -> None:
    found = found_at(with_byte(PAIRS + 2 * 5, 16))
    assert ("BOB305", "pairs[5].byte", PAIRS + 2 * 5) in found


@pytest.mark.parametrize(("i", "byte"), [(0, 5), (5, 0), (15, 14)])
def test_two_pairs_for_one_byte_are_refused(i: int, byte: int) -> None:
    found = found_at(with_byte(PAIRS + 2 * i, byte))
    assert "BOB306" in {code for code, _, _ in found}


@pytest.mark.parametrize("i", [0, 7, 15])
def test_a_pair_that_contradicts_the_targets_is_refused_by_its_index(i: int) -> None:
    found = findings(with_byte(PAIRS + 2 * i + 1, (TARGETS[i] + 1) % 16))
    assert {finding.code for finding in found} == {"BOB307"}
    assert f"[{i}]" in found[0].part


@pytest.mark.parametrize("i", [0, 7, 15])
def test_a_target_that_contradicts_its_pair_is_refused_by_its_index(i: int) -> None:
    found = findings(with_word(WORDS + 4 * i, (TARGETS[i] + 1) % 16))
    assert {finding.code for finding in found} == {"BOB307"}
    assert f"[{i}]" in found[0].part


@pytest.mark.parametrize("word", [16, 256, 2**32 - 1])
def test_a_target_outside_the_vocabulary_is_refused_by_its_index(word: int) -> None:
    found = found_at(with_word(WORDS + 4 * 9, word))
    assert ("BOB308", "targets[9]", WORDS + 4 * 9) in found
    assert {code for code, _, _ in found} == {"BOB307", "BOB308"}


def test_a_target_outside_the_vocabulary_that_its_pair_states_too_is_refused_by_that_alone() -> None:
    content = with_byte(PAIRS + 2 * 9 + 1, 200)
    content = content[: WORDS + 36] + struct.pack("<I", 200) + content[WORDS + 40 :]
    assert found_at(content) == [("BOB308", "targets[9]", WORDS + 36)]


@pytest.mark.parametrize("i", [0, 1])
@pytest.mark.parametrize("word", [16, 2**32 - 1])
def test_a_prompt_outside_the_vocabulary_is_refused_by_its_index(i: int, word: int) -> None:
    place = PROMPTS + 4 * i
    assert found_at(with_word(place, word)) == [("BOB309", f"prompt_bytes[{i}]", place)]


def test_everything_that_is_wrong_is_listed() -> None:
    content = with_byte(PAIRS, 1)
    content = content[:PROMPTS] + struct.pack("<2I", 99, 98) + b"\x00"
    assert {code for code, _, _ in found_at(content)} == {"BOB303", "BOB306", "BOB307", "BOB309"}


def test_no_single_bit_can_be_changed_unnoticed_but_a_prompt_s() -> None:
    contract = SMALL.changed({"data.vocabulary": 4})
    good = build_input([3, 0, 1, 2], [1, 3], contract)
    accepted = [bit for bit in range(8 * len(good)) if not findings(flipped(good, bit), contract)]
    prompts = 16 + 6 * 4
    assert accepted == [8 * (prompts + 4 * i) + bit for i in range(2) for bit in range(2)]


# Building.


@pytest.mark.parametrize(
    ("targets", "prompts", "codes"),
    [
        pytest.param(TARGETS[:-1], [1, 2], {"BOB156"}, id="few-targets"),
        pytest.param([*TARGETS, 0], [1, 2], {"BOB156"}, id="many-targets"),
        pytest.param(TARGETS, [1], {"BOB156"}, id="few-prompts"),
        pytest.param(TARGETS, [1, 2, 3], {"BOB156"}, id="many-prompts"),
        pytest.param([*TARGETS[:-1], 16], [1, 2], {"BOB308"}, id="target-outside"),
        pytest.param([*TARGETS[:-1], 256], [1, 2], {"BOB156"}, id="target-that-is-no-byte"),
        pytest.param(TARGETS, [1, 16], {"BOB309"}, id="prompt-outside"),
        pytest.param(TARGETS, [1, -1], {"BOB156"}, id="prompt-below-zero"),
    ],
)
def test_what_is_no_record_cannot_be_built(
    targets: Sequence[int], prompts: Sequence[int], codes: set[str]
) -> None:
    with pytest.raises(Refused) as refused:
        build_input(targets, prompts, SMALL)
    assert {finding.code for finding in refused.value.findings} == codes
