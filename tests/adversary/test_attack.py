"""An attack breaks every clause alone; a fault of a family or its codec lowers the score and is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bob import codec_checks
from bob.adversary.attack import attack, near_file
from bob.adversary.outcome import Assault, Attacked, Outcome
from bob.errors import Finding, Refused
from bob.proof.panel import decide
from bob.proof.subjects import families_in
from bob.spec.clauses import Kind, clauses_of
from bob.spec.families.header import Header
from bob.spec.families.input_record import InputRecord
from bob.spec.family import Family
from bob.spec.fields import U8, U16, Array, Bytes, Dim, Magic, Nested, Padding, Prefixed, Refine
from bob.spec.quantifiers import every

ROOT = Path(__file__).parents[2]
GOOD = ROOT / "fixtures" / "good"
LAYERS = ROOT / "fixtures" / "families" / "ledger_of_layers.py"


def outcomes(found: Assault) -> dict[str, Outcome]:
    return {f"{each.clause.name} {each.clause.code}": each.outcome for each in found.clauses}


def named(found: Assault, name: str) -> Attacked:
    (each,) = [each for each in found.clauses if each.clause.name == name and each.stated]
    return each


class Counted(Family):
    """As many cells as a byte says, and a few statements about them."""

    limit = Dim(1, 9)

    magic = Magic(b"C")
    count = U8()
    cells = Array(U8, lambda f: f.count)
    filling = Padding(4)

    few = Refine(lambda f: f.count <= f.limit, "no more cells than the limit")
    small = Refine(lambda f: every(cell < 10 for cell in f.cells), "every cell is below ten")


def test_a_shipped_header_is_attacked_near_the_fixture() -> None:
    header = Header.at()
    content = (GOOD / "envelope-v1.ckpt").read_bytes()
    n_bytes = int.from_bytes(content[header.offset("header_bytes") :][:8], "little")
    near = near_file(clauses_of(Header.spec), {}, content[:n_bytes])
    found = attack(Header, decide, near, edges=False)
    assert set(outcomes(found).values()) == {Outcome.ALONE}
    assert found.score == (len(found.clauses), len(found.clauses))
    far = [each for each in found.clauses if each.file is None or (each.file.distance or 100) > 16]
    assert far == []


def test_a_shipped_input_record_is_attacked_near_the_fixture() -> None:
    near = near_file(clauses_of(InputRecord.spec), {}, (GOOD / "input-v1.bin").read_bytes())
    found = attack(InputRecord, decide, near, edges=False)
    assert found.score == (len(found.clauses), len(found.clauses))
    guard = named(found, "bytes_are_in_the_vocabulary")
    assert guard.outcome is Outcome.GUARD
    assert guard.because == (
        "input_record/targets_agree.index_in_range: the index of targets[pairs[i0].byte] is in range",
    )
    assert {each.outcome for each in found.clauses if each is not guard} == {Outcome.ALONE}
    repeated = named(found, "bytes_are_all_different")
    assert repeated.file is not None
    assert repeated.file.dims == InputRecord.at().dims
    assert repeated.file.distance == 2


@pytest.mark.parametrize("family", families_in(str(LAYERS)), ids=lambda family: family.spec.name)
def test_records_in_an_array_of_records_are_attacked(family: Any) -> None:
    found = attack(family, decide, edges=False)
    stated = [each for each in found.clauses if each.stated]
    assert {each.outcome for each in stated} == {Outcome.ALONE}
    assert found.score == (len(stated), len(stated))
    owed = [each for each in found.clauses if not each.stated]
    assert {each.outcome for each in owed} <= {Outcome.REDUNDANT}


def test_what_fixes_the_layout_is_attacked_by_another_layout() -> None:
    few = named(attack(Counted, decide, edges=False), "few")
    assert few.outcome is Outcome.ALONE
    assert few.file is not None
    assert few.file.distance is None
    assert few.file.content[1] > few.file.dims["limit"]


def test_a_redundant_clause_is_named_with_what_implies_it() -> None:
    class Twice(Counted):
        """The same said twice, once in other words."""

        again = Refine(lambda f: every(cell <= 11 for cell in f.cells), "every cell is at most eleven")

    found = attack(Twice, decide, edges=False)
    again = named(found, "again")
    assert again.outcome is Outcome.REDUNDANT
    assert again.file is None
    assert "small: every cell is below ten" in again.because
    assert "few: no more cells than the limit" not in again.because
    assert found.score == (len(found.clauses) - 1, len(found.clauses) - 1)


@pytest.mark.parametrize("clause", ["magic", "filling", "small", "few"])
def test_a_codec_that_leaves_a_clause_out_lowers_the_score(
    clause: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = codec_checks.findings_of

    def forgetful(scope: Any) -> list[Finding]:
        sentences = {"small": "every cell is below ten", "few": "no more cells than the limit"}
        return [f for f in whole(scope) if f.part != clause and f.expected != sentences.get(clause)]

    monkeypatch.setattr("bob.codec.findings_of", forgetful)
    found = attack(Counted, decide, edges=False)
    missed = [each.clause.name for each in found.clauses if each.outcome is Outcome.MISSED]
    assert missed == [clause]
    assert found.score == (len(found.clauses) - 1, len(found.clauses))


def test_a_codec_that_gives_another_code_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = codec_checks.findings_of
    monkeypatch.setattr(
        "bob.codec.findings_of", lambda scope: [f._replace(code="BOB152") for f in whole(scope)]
    )
    found = attack(Counted, decide, edges=False)
    assert {each.clause.name for each in found.clauses if each.outcome is Outcome.MISSED} == {
        "filling",
        "few",
        "small",
    }


def test_an_operator_without_a_value_is_attacked_but_counts_for_nothing() -> None:
    class Less(Family):
        """A string as long as the difference of two bytes."""

        high = U8()
        low = U8()
        text = Bytes(lambda f: f.high - f.low)

    found = attack(Less, decide, edges=False)
    (owed,) = [each for each in found.clauses if each.clause.kind is Kind.VALUE]
    assert (owed.outcome, owed.stated, owed.clause.code) == (Outcome.ALONE, False, "BOB155")
    assert owed.file is not None
    assert owed.file.content[0] < owed.file.content[1]
    assert found.score == (2, 2)


def test_bounds_of_a_nested_family_are_attacked() -> None:
    class Inner(Family):
        """Some bytes."""

        n = Dim(1, 3)
        text = Bytes(lambda f: f.n)

    class Outer(Family):
        """A record of a stated size."""

        size = U8()
        inner = Nested(Inner, n=lambda f: f.size)

    found = attack(Outer, decide, edges=False)
    assert outcomes(found)["inner.n BOB108"] is Outcome.ALONE


def test_elements_that_differ_in_size_are_said_to_be_out_of_reach() -> None:
    class Line(Family):
        """A string."""

        text = Prefixed(U8)

    class Page(Family):
        """Strings, each with a first byte that is not zero."""

        lines = Array(Nested(Line), 2)
        last = U16()
        some = Refine(lambda f: f.last > 0, "the last word is not zero")

    found = attack(Page, decide, edges=False)
    assert (found.clauses, found.score) == ((), (0, 0))
    assert "differ in size" in found.note


def test_a_family_without_a_member_has_nothing_to_begin_with() -> None:
    class Never(Family):
        """A byte that is above itself."""

        byte = U8()
        never = Refine(lambda f: f.byte > 255, "a byte above all")

    assert attack(Never, decide).note == "no file that is a record was found to begin with"


def test_a_bad_file_is_no_good_one() -> None:
    with pytest.raises(Refused) as refused:
        near_file(clauses_of(Counted.spec), {"limit": 3}, b"D\0\0\0")
    assert [finding.code for finding in refused.value.findings] == ["BOB152"]
