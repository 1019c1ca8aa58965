"""The text says what the obligation says, in words that any solver reads, and is the same every time."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bob.proof.judges import Word
from bob.proof.panel import decide
from bob.proof.smtlib import goal_query, premise_query
from bob.proof.subjects import shipped
from bob.spec.family import Family
from bob.spec.fields import U8, U64, Array, Bytes, Claim, Declaration, Derived, Dim, Prefixed, Refine
from bob.spec.obligation import Obligation, obligations
from bob.spec.premises import Kind, Premise
from bob.spec.quantifiers import all_different, below, every
from bob.spec.references import length_of
from bob.spec.terms import Compare, Const, Implies, Name, Not

if TYPE_CHECKING:
    from bob.spec.terms import Predicate

A, B = Name("a"), Name("b")
N, M = Dim(1, 9), Dim(0, 9)


def stated(*predicates: Predicate) -> Obligation:
    given = tuple(Premise(f"p{i}", Kind.REFINEMENT, p, f"p{i} holds") for i, p in enumerate(predicates))
    return Obligation("example/claim", "Example", "the claim", given, None)


def asserted(predicate: Predicate) -> str:
    """The one assertion of a text, without its frame."""
    (line,) = [line for line in premise_query(stated(predicate)).splitlines() if "assert" in line]
    return line.removeprefix("(assert ").removesuffix(")")


def claim(**declarations: Declaration) -> Obligation:
    family = type(Family)("Example", (Family,), dict(declarations))
    (found,) = [each for each in obligations(family) if each.name == "example/c"]
    return found


@pytest.mark.parametrize(
    ("predicate", "text"),
    [
        pytest.param(A == B, "(= a b)", id="equal"),
        pytest.param(A != B, "(not (= a b))", id="different"),
        pytest.param(A < 3, "(< a 3)", id="below"),
        pytest.param(A >= 3, "(<= 3 a)", id="at least"),
        pytest.param(A + B + 1 == 2, "(= (+ a b 1) 2)", id="sum"),
        pytest.param(A + (B + 1) == 2, "(= (+ a (+ b 1)) 2)", id="sum in brackets"),
        pytest.param(A * B * 2 == 2, "(= (* a b 2) 2)", id="product"),
        pytest.param(A - B - 1 == 2, "(= (- (- a b) 1) 2)", id="difference"),
        pytest.param(A // 4 == 2, "(= (div a 4) 2)", id="quotient"),
        pytest.param(A / 4 == 2, "(= (div a 4) 2)", id="exact quotient"),
        pytest.param(A % 4 == 2, "(= (mod a 4) 2)", id="rest"),
        pytest.param((A < 1) & (B < 2) & (A < B), "(and (< a 1) (< b 2) (< a b))", id="and"),
        pytest.param((A < 1) | (B < 2), "(or (< a 1) (< b 2))", id="or"),
        pytest.param((A < 1) | ((B < 2) & (A < B)), "(or (< a 1) (and (< b 2) (< a b)))", id="and in or"),
        pytest.param(Not(A < 1), "(not (< a 1))", id="not"),
        pytest.param(Implies(A < 1, B < 2), "(=> (< a 1) (< b 2))", id="implies"),
        pytest.param((A < 1).iff(B < 2), "(= (< a 1) (< b 2))", id="iff"),
        pytest.param(Name("h.n") == 1, "(= h.n 1)", id="a dotted name"),
        pytest.param(Name("div") == Name("mod"), "(= div. mod.)", id="names with a meaning in SMT-LIB"),
        pytest.param(Name("länge") == 1, "(= |länge| 1)", id="a name beyond ASCII"),
        pytest.param(
            Compare("<", Const(0), Name("size_of(p)")), "(< 0 |size_of(p)|)", id="a name that is not simple"
        ),
    ],
)
def test_a_predicate_is_written(predicate: Predicate, text: str) -> None:
    assert asserted(predicate) == text


@pytest.mark.parametrize(
    ("declarations", "lines"),
    [
        pytest.param(
            {
                "n": N,
                "a": Array(U8, lambda f: f.n),
                "c": Claim(lambda f: every(x < 9 for x in f.a), "c"),
            },
            [
                "(declare-fun a (Int) Int)",
                "(assert (not (forall ((?i0 Int)) (=> (and (<= 0 ?i0) (< ?i0 n)) (< (a ?i0) 9)))))",
            ],
            id="every",
        ),
        pytest.param(
            {"a": Array(U8, 5), "c": Claim(lambda f: all_different(x for x in f.a), "c")},
            ["(and (<= 0 ?i0) (< ?i0 ?i0.later) (< ?i0.later 5))", "(not (= (a ?i0) (a ?i0.later)))"],
            id="all different",
        ),
        pytest.param(
            {"t": Prefixed(U8), "c": Claim(lambda f: length_of(f.t) < 9, "c")},
            ["(declare-fun |length(t)| () Int)", "(assert (not (< |length(t)| 9)))"],
            id="length",
        ),
        pytest.param(
            {"n": M, "s": U8(), "c": Claim(lambda f: f.s % f.n < 3, "c")},
            [
                "(declare-fun |s // n| () Int)",
                "(=> (< 0 n) (and (= s (+ (* n |s // n|) |s % n|)) (<= 0 |s % n|) (< |s % n| n)))",
                "(assert (not (< |s % n| 3)))",
            ],
            id="division by a quantity",
        ),
        pytest.param(
            {"n": N, "a": Array(U8, 5), "c": Claim(lambda f: every(x // f.n < 3 for x in f.a), "c")},
            ["(declare-fun |a[i0] // n| (Int) Int)", "(|a[i0] // n| ?i0)", "(forall", "((?i0 Int))"],
            id="division of elements",
        ),
        pytest.param(
            {"i0": U8(), "a": Array(U8, 5), "c": Claim(lambda f: every(x < f.i0 for x in f.a), "c")},
            ["(< (a ?i0) i0)"],
            id="a field called like a variable",
        ),
    ],
)
def test_a_claim_is_written(declarations: dict[str, Declaration], lines: list[str]) -> None:
    text = goal_query(claim(**declarations))
    unbroken = " ".join(text.split())
    assert [line for line in lines if line not in unbroken] == []


def test_every_assertion_is_told_in_a_comment_of_one_line() -> None:
    made = claim(n=M, r=Refine(lambda f: f.n < 5, "two\n(check-sat)"), c=Claim(lambda f: f.n < 4, "c"))
    lines = goal_query(made).splitlines()
    told = [lines[i - 1] for i, line in enumerate(lines) if line.startswith("(assert")]
    assert told == ["; n is from 0 to 9", "; two (check-sat)", "; not: c"]


def test_the_goal_is_denied() -> None:
    assert goal_query(claim(n=M, c=Claim(lambda f: f.n < 4, "c"))).endswith(
        "; not: c\n(assert (not (< n 4)))\n(check-sat)\n"
    )


def test_without_a_goal_there_is_no_goal_query() -> None:
    with pytest.raises(ValueError, match="example/claim has no goal"):
        goal_query(stated(A == B))


def test_obligations_with_the_same_premises_share_their_premise_text() -> None:
    family = type(Family)(
        "E",
        (Family,),
        {"n": M, "c": Claim(lambda f: f.n < 9, "c"), "d": Claim(lambda f: f.n < 8, "d")},
    )
    assert len({premise_query(each) for each in obligations(family)}) == 1


def test_no_line_of_an_assertion_is_longer_than_a_reader_can_see() -> None:
    texts = [goal_query(o) for family in shipped() for o in obligations(family) if o.goal is not None]
    lines = [line for text in texts for line in text.splitlines() if not line.startswith(";")]
    assert max(map(len, lines)) <= 110


LARGE = {f"n{i}": Dim(0, 9) for i in range(40)}


def test_a_broken_line_says_the_same() -> None:
    text = goal_query(claim(**LARGE, c=Claim(lambda f: sum((getattr(f, n) for n in LARGE), f.n0) < 500, "c")))
    assert "\n" in text[text.index("; not") : text.index("(check-sat)") - 1].removeprefix("; not: c\n")
    assert decide(text).word is Word.UNSAT


@pytest.mark.parametrize(
    ("low", "word"), [pytest.param(0, Word.SAT, id="possible"), pytest.param(1, Word.UNSAT, id="excluded")]
)
def test_a_quotient_by_zero_may_be_anything(low: int, word: Word) -> None:
    made = claim(n=Dim(low, 9), s=U8(), c=Claim(lambda f: f.s // f.n <= f.s, "c"))
    assert decide(goal_query(made)).word is word


@pytest.mark.parametrize("width", [1, 3, 7])
def test_division_is_that_of_naturals(width: int) -> None:
    made = claim(
        s=U64(),
        q=Derived(lambda f: f.s // width),
        r=Derived(lambda f: f.s % width),
        b=Bytes(4),
        c=Claim(lambda f: (f.q * width + f.r == f.s) & (f.r < width), "c"),
    )
    assert decide(goal_query(made)).word is Word.UNSAT


def test_a_quantifier_in_a_quantifier_is_read() -> None:
    made = claim(
        n=Dim(1, 3),
        a=Array(U8, lambda f: f.n * f.n),
        r=Refine(lambda f: every(x < 5 for x in f.a), "r"),
        c=Claim(lambda f: every(f.a[i * f.n + j] < 5 for i in below(f.n) for j in below(f.n)), "c"),
    )
    assert decide(goal_query(made)).word is Word.UNSAT


PRINT = """
from bob.canonical import hex_digest
from bob.proof.smtlib import goal_query, premise_query
from bob.proof.subjects import shipped
from bob.spec.obligation import obligations
owed = [o for family in shipped() for o in obligations(family)]
print(hex_digest("".join(premise_query(o) if o.goal is None else goal_query(o) for o in owed).encode()))
"""


def test_the_text_is_the_same_in_every_process() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", PRINT],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "12345")
    }
    assert len(printed) == 1
