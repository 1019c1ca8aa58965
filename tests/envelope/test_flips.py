"""What damage and forgery of a checkpoint of shipped size come to; `fuzz.flips` makes them.

Here some of each kind are tried; BOB_HOSTILE=full tries all (docs/hostile.md has the counts).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bob.cli.main import main
from bob.envelope.input_record import build_input
from fuzz import flips
from fuzz.flips import CKPT
from tests.checkpoints import places

if TYPE_CHECKING:
    from collections.abc import Iterator

    from fuzz.flips import Case

FULL = os.environ.get("BOB_HOSTILE") == "full"
FIELDS = list(flips.EXPECTED)
RESEALED = list(flips.resealed_fields())
VALUES = list(flips.resealed_values())
FREE = [(words, case) for words, case in (*RESEALED, *VALUES) if not case.told]
PAGE = Path(flips.__file__).parent.parent / "docs" / "hostile.md"


def bits_of(field: str) -> list[int]:
    bits = [bit for bit in range(flips.HEADER_BITS) if flips.field_at(bit // 8) == field]
    return bits if FULL else bits[:: max(1, len(bits) // 8)]


def failed(cases: Iterator[Case]) -> list[str]:
    return [said for case in cases if (said := flips.wrong(case))]


def test_every_bit_of_the_header_lies_in_a_field_of_which_codes_are_stated() -> None:
    assert {flips.field_at(byte) for byte in range(flips.HEADER_BITS // 8)} == set(FIELDS)


@pytest.mark.parametrize("field", FIELDS)
def test_a_flipped_bit_of_the_header_is_refused_by_its_field_s_codes(field: str) -> None:
    assert failed(flips.flipped_header(bits_of(field))) == []


def test_a_flipped_bit_of_the_payload_is_refused_of_its_own_chunk() -> None:
    assert failed(flips.flipped_payload(flips.PAYLOAD_FLIPS if FULL else 150)) == []


def test_a_checkpoint_cut_at_any_length_is_refused() -> None:
    cases = flips.cut() if FULL else flips.cut(60, step=7)
    assert failed(cases) == []


@pytest.mark.parametrize("case", list(flips.with_planes_swapped(anew=False)), ids=lambda case: case.place)
def test_swapped_planes_are_refused_by_their_digests(case: Case) -> None:
    assert flips.wrong(case) == ""


@pytest.mark.parametrize("case", list(flips.with_planes_swapped(anew=True)), ids=lambda case: case.place)
def test_swapped_planes_under_new_digests_are_refused_by_their_values(case: Case) -> None:
    assert flips.wrong(case, values=True) == ""


@pytest.mark.parametrize(
    ("words", "case"), RESEALED, ids=[f"{case.place}: {words}" for words, case in RESEALED]
)
def test_a_field_changed_under_new_digests_is_refused_by_its_own_rule_or_is_free(
    words: str, case: Case
) -> None:
    assert flips.wrong(case) == ""
    assert ("free" in words) == (not case.told)


@pytest.mark.parametrize(("words", "case"), VALUES, ids=[f"{case.place}: {words}" for words, case in VALUES])
def test_a_value_changed_under_new_digests_breaks_its_law_or_is_free(words: str, case: Case) -> None:
    assert flips.wrong(case, values=True) == ""
    assert ("free" in words) == (not case.told)


def test_the_free_fields_are_step_parent_and_input_digest() -> None:
    assert {case.place for _, case in FREE} == {"step", "parent", "input_digest", "P", "M", "V"}


def test_every_field_is_changed_under_new_digests() -> None:
    assert {case.place for _, case in RESEALED} == set(places(CKPT))


@pytest.mark.parametrize(
    ("words", "case"), [*RESEALED, *VALUES], ids=lambda given: getattr(given, "place", "")
)
def test_the_page_s_table_says_by_what_each_change_is_told(words: str, case: Case) -> None:
    told = " or ".join(sorted(case.told)) or "accepted"
    assert f"| {case.place} | {words} | {told} |" in PAGE.read_text()


def test_another_input_digest_is_told_when_the_run_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    forged = next(case for words, case in RESEALED if case.place == "input_digest")
    (tmp_path / "ckpt.bin").write_bytes(forged.content)
    record = build_input(list(range(256)), [1, 2, 3], flips.SHIPPED)
    (tmp_path / "input.bin").write_bytes(record)
    assert main(["run", "--resume", str(tmp_path / "ckpt.bin")]) == 1
    assert "BOB310" in capsys.readouterr().err


def test_a_digest_that_is_not_looked_at_lets_a_flip_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bob.envelope.header._own_digest", lambda _: [])
    assert len(failed(flips.flipped_header(bits_of("input_digest")[:3]))) == 3
