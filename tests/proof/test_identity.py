"""Identity bytes: each theorem decided by every judge, each walk as it says, planted faults told by both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bob.envelope.contract import Contract
from bob.errors import Refused
from bob.proof.cuts import Cuts
from bob.proof.ends import readings
from bob.proof.identity import contract_pieces, kin, neighbours, theorems, told, with_bars
from bob.proof.judges import Word, present
from bob.proof.solvers import ask
from bob.proof.theorem import Theorem, Walk
from bob.spec.automaton import Framed, walked
from bob.spec.families.contract import PARTS
from bob.spec.grammar import Grammar, Literal, Text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.spec.automaton import Piece
    from bob.spec.grammar import Leaf

CLAIMS = theorems()
THEOREMS = {c.name: c for c in CLAIMS if isinstance(c, Theorem) and c.subject == "Identity bytes"}
WALKS = {c.name: c for c in CLAIMS if isinstance(c, Walk)}
REFUTED = [name for name, theorem in THEOREMS.items() if theorem.refuted]
JUDGES = [judge for judge in ("z3", "cvc5") if judge in present()]
NEIGHBOURS = {neighbour.name: neighbour.pieces for neighbour in neighbours()}
KIN = {name: leaves for name, leaves, _ in kin()}

each_judge = pytest.mark.parametrize("judge", JUDGES)


@each_judge
@pytest.mark.parametrize("name", THEOREMS)
def test_a_theorem_is_decided_as_it_says_and_its_premises_hold_together(name: str, judge: str) -> None:
    theorem = THEOREMS[name]
    assert ask(judge, theorem.premise_text, 10).word is Word.SAT
    assert ask(judge, theorem.goal_text, 10).word is (Word.SAT if theorem.refuted else Word.UNSAT)


@pytest.mark.parametrize("name", WALKS)
def test_a_walk_comes_to_what_it_says(name: str) -> None:
    walk = WALKS[name]
    found = walk.run()
    assert found.holds is not bool(walk.refuted)
    assert "pairs of states" in found.evidence
    assert ("both are written" in found.evidence) is bool(walk.refuted)


def test_there_is_a_claim_of_each_kind_for_every_part_and_for_the_whole() -> None:
    wanted = [f"identity/{part}" for part in (*PARTS, "whole")]
    assert [name for name in wanted if name not in THEOREMS or f"{name}_walked" not in WALKS] == []
    assert len({claim.name for claim in CLAIMS}) == len(CLAIMS)
    assert {claim.name.split("/")[0] for claim in CLAIMS} == {"identity", "decimal"}


@each_judge
@pytest.mark.parametrize("name", REFUTED)
def test_a_judge_s_text_has_two_readings_in_python_too(name: str, judge: str) -> None:
    theorem = THEOREMS[name]
    assignment = ask(judge, theorem.goal_text, 10).assignment
    assert assignment is not None
    assert theorem.replay is not None
    assert "; and " in theorem.replay(assignment)


class Made:
    """An assignment that is a text."""

    def __init__(self, text: bytes) -> None:
        self._text = text

    def number(self, symbol: str) -> int:
        assert symbol == "length"
        return len(self._text)

    def element(self, symbol: str, index: int) -> int:
        assert symbol == "W"
        return self._text[index]


def test_a_replay_says_the_two_contracts_and_the_bytes() -> None:
    replay = THEOREMS["identity/schema_bars_in_both_names"].replay
    assert replay is not None
    assert replay(Made(b"x||y|payload=7")) == (
        'identity = "x", ordering = "|y"; and identity = "x|", ordering = "y": '
        'both are written "x||y|payload=7"'
    )


@pytest.mark.parametrize("text", [b"x|y|payload=7", b"x||y|payload=07", b""], ids=["one", "none", "empty"])
def test_a_text_without_two_readings_is_not_believed(text: bytes) -> None:
    replay = THEOREMS["identity/schema_bars_in_both_names"].replay
    assert replay is not None
    with pytest.raises(ValueError, match="has no two readings"):
        replay(Made(text))


def test_the_pieces_are_those_of_format_md() -> None:
    assert [
        (p.name, p.n_length_bytes if isinstance(p, Framed) else p.n_bytes) for p in contract_pieces()
    ] == [
        ("schema", 4),
        ("learner", 4),
        ("data", 4),
        ("initialization", 4),
        ("payload", 8),
        ("chunk", 8),
        ("updates", 8),
    ]


def test_the_shipped_contract_s_bytes_are_a_text_of_the_pieces_with_its_own_fields() -> None:
    contract = Contract.shipped()
    text = b""
    for part, stated in contract.parts.items():
        text += len(stated).to_bytes(4, "little") + stated if isinstance(stated, bytes) else b""
        text += stated.to_bytes(8, "little") if isinstance(stated, int) else b""
        assert part in {piece.name for piece in contract_pieces()}
    (reading,) = readings(contract_pieces(), text)
    leaves = {f"{part}.{leaf.name}": leaf for part, grammar in PARTS.items() for leaf in grammar.fields}
    assert {name: leaf.read(reading[name], 0)[0] for name, leaf in leaves.items()} == {
        name: contract[name] for name in leaves
    }
    assert [int.from_bytes(reading[name], "little") for name in ("payload", "chunk", "updates")] == [
        contract[name] for name in ("payload", "chunk", "updates")
    ]


def without(part: str, literal: int) -> tuple[Piece, ...]:
    """A part's leaves without one of its literals."""
    leaves = list(PARTS[part].leaves)
    del leaves[[i for i, leaf in enumerate(leaves) if isinstance(leaf, Literal)][literal]]
    return tuple(leaves)


def swapped(part: str, one: int, other: int) -> tuple[Piece, ...]:
    leaves = list(PARTS[part].leaves)
    leaves[one], leaves[other] = leaves[other], leaves[one]
    return tuple(leaves)


LEARNER = PARTS["learner"].leaves
# Changes to a part of a contract, and the length of the shortest text with two readings, if there is one.
FAULTS: dict[str, tuple[Sequence[Piece], int | None]] = {
    "schema without the separator of its names": (without("schema", 0), 13),
    "schema without the separator of its payload": (without("schema", 1), 5),
    "learner without the separator of its names": (without("learner", 0), 24),
    "learner without the separator of its numbers": (without("learner", 1), None),
    "data without its first literal": (without("data", 0), None),
    "data without the separator of its prompts": (without("data", 1), 41),
    "data without the separator of its record": (without("data", 2), 42),
    "learner with its numbers behind its first name": (swapped("learner", 2, 4), None),
    "learner with its numbers instead of a separator": ((LEARNER[0], *LEARNER[4:], LEARNER[2]), 23),
    "schema with bars in both names": (with_bars(PARTS["schema"].leaves, "identity", "ordering"), 14),
    "schema with a separator that a name may hold": (
        (Text("identity"), Literal(b":"), Text("ordering"), Literal(b"|payload=1")),
        14,
    ),
}


@pytest.mark.parametrize(("pieces", "n_bytes"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_in_a_part_is_told_by_the_walk(pieces: Sequence[Piece], n_bytes: int | None) -> None:
    collision = walked(pieces).collision
    assert (collision and len(collision.text)) == n_bytes
    if collision:
        assert told(pieces, collision.text).startswith(tuple(f"{name} = " for name in collision.differing))


@each_judge
@pytest.mark.parametrize(("pieces", "n_bytes"), FAULTS.values(), ids=FAULTS.keys())
def test_a_fault_in_a_part_is_told_by_a_judge(
    pieces: Sequence[Piece], n_bytes: int | None, judge: str
) -> None:
    cuts = Cuts(pieces, whole_literals=True) if n_bytes is None else Cuts(pieces, n_bytes)
    word = ask(judge, cuts.goal_query("identity/fault", "one reading"), 10).word
    assert word is (Word.UNSAT if n_bytes is None else Word.SAT)


@each_judge
@pytest.mark.parametrize("part", list(PARTS)[:-1])
def test_a_part_whose_length_is_not_read_is_told_by_a_judge(part: str, judge: str) -> None:
    """The last one ends where the numbers behind it begin, which the end of the text tells too."""
    lines = THEOREMS["identity/whole"].goal_text.split("; ")
    left = [line for line in lines if not line.startswith(f"second.{part}: the end of {part}, as the length")]
    assert len(left) == len(lines) - 1
    assert ask(judge, "; ".join(left), 10).word is Word.SAT


@pytest.mark.parametrize("leaves", NEIGHBOURS.values(), ids=NEIGHBOURS.keys())
def test_a_neighbour_cannot_be_defined(leaves: tuple[Leaf, ...]) -> None:
    with pytest.raises(Refused) as refused:
        Grammar(leaves)
    assert [finding.code for finding in refused.value.findings] == ["BOB109"]


@pytest.mark.parametrize("name", [name for name in KIN if "_bar_in_" in name])
def test_kin_that_reading_from_the_left_would_not_read_cannot_be_defined_either(name: str) -> None:
    with pytest.raises(Refused) as refused:
        Grammar(KIN[name])
    assert [finding.code for finding in refused.value.findings] == ["BOB107"]


def test_numbers_between_bars_can_be_defined() -> None:
    leaves = KIN["learner_numbers_between_bars"]
    assert Grammar(leaves).leaves == leaves
