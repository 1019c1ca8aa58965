"""Cuts as text: what is said of each leaf, and the same verdicts as the product automaton's."""

from __future__ import annotations

import string

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bob.proof.cuts import Cuts
from bob.proof.judges import Word, present
from bob.proof.solvers import ask
from bob.spec.automaton import Fixed, Framed, Piece, walked
from bob.spec.grammar import Bits, Decimal, Literal, Text

MOST = 5
NAME = Text("name", frozenset(b"ab|"))
NUMBER = Bits("x", 1, 9, "1 to 9")

FOR_ANY_LENGTH = """\
; t: one reading
; unsat: it holds; sat: the model is a case for which it does not
(set-info :smt-lib-version 2.6)
(set-logic UFLIA)
(declare-fun W (Int) Int)
(declare-fun length () Int)
(declare-fun first.name () Int)
(declare-fun second.name () Int)
; of.0: a byte of [ab|]
(define-fun of.0 ((byte Int)) Bool (or false (<= 97 byte 98) (<= 124 byte 124)))
; first.name: it is not empty
(assert (< 0 first.name))
; first.name: its bytes are of [ab|]
(assert (forall ((i Int)) (! (=> (and (<= 0 i) (< i first.name)) (of.0 (W i))) :pattern ((W i)))))
; first: the first byte of |c
(assert (= (W first.name) 124))
; first: nothing comes after it
(assert (= (+ first.name 6) length))
; second.name: it is not empty
(assert (< 0 second.name))
; second.name: its bytes are of [ab|]
(assert (forall ((i Int)) (! (=> (and (<= 0 i) (< i second.name)) (of.0 (W i))) :pattern ((W i)))))
; second: the first byte of |c
(assert (= (W second.name) 124))
; second: nothing comes after it
(assert (= (+ second.name 6) length))
; not: one reading
(assert (not (= first.name second.name)))
(check-sat)
"""

OF_TWO_BYTES = """\
; premises of t
; sat: there is such a case; unsat: they contradict each other
(set-info :smt-lib-version 2.6)
(set-logic QF_UFLIA)
(declare-fun W (Int) Int)
(declare-fun length () Int)
(declare-fun first.part () Int)
(declare-fun first.part.n () Int)
(declare-fun second.part () Int)
(declare-fun second.part.n () Int)
; of.0: a byte of [0-9]
(define-fun of.0 ((byte Int)) Bool (or false (<= 48 byte 57)))
; at most 2 bytes
(assert (<= length 2))
; each place holds a byte
(assert (and (<= 0 (W 0) 255) (<= 0 (W 1) 255)))
; first.part: the end of part, as the length before it says
(assert (= first.part (+ 1 (W 0))))
; first.part.n: 1 to 24 digits
(assert (and (< 1 first.part.n) (<= first.part.n 25)))
; first.part.n: they are digits
(assert
  (and
    (=> (and (<= 1 0) (< 0 first.part.n)) (of.0 (W 0)))
    (=> (and (<= 1 1) (< 1 first.part.n)) (of.0 (W 1)))))
; first.part.n: no leading zero
(assert (or (= first.part.n 2) (not (= (W 1) 48))))
; first.part: nothing of part comes after it
(assert (= first.part.n first.part))
; first: nothing comes after it
(assert (= first.part length))
"""


def test_for_any_length_it_is_said_where_each_leaf_ends() -> None:
    cuts = Cuts((NAME, Literal(b"|c"), NUMBER))
    assert cuts.goal_query("t", "one reading") == FOR_ANY_LENGTH


def test_within_a_length_all_is_said_of_every_place() -> None:
    text = Cuts((Framed("part", 1, (Decimal("n"),)),), 2).premise_query("t")
    assert text.startswith(OF_TWO_BYTES)
    assert text.count("second.part.n:") == OF_TWO_BYTES.count("first.part.n:")


SAID: dict[str, tuple[Cuts, str]] = {
    "all bytes of a literal where they are needed": (
        Cuts((NAME, Literal(b"|c")), whole_literals=True),
        "; first: the bytes |c\n(assert (and (= (W first.name) 124) (= (W (+ first.name 1)) 99)))",
    ),
    "all bytes of a literal within a length": (
        Cuts((Literal(b"|c"),), 2),
        "; first: the bytes |c\n(assert (and (= (W 0) 124) (= (W 1) 99)))",
    ),
    "a number's bounds within a length": (
        Cuts((NUMBER,), 4),
        "; first.x: 1 to 9\n(assert (<= 1 (+ (W 0) (* 256 (W 1)) (* 65536 (W 2)) (* 16777216 (W 3))) 9))",
    ),
    "a frame left open": (
        Cuts((Framed("part", 2, (NAME,)), Fixed("n", 3)), open_frames=True),
        "; first.part: whatever part holds\n(assert (<= 2 first.part))\n"
        "; first: nothing comes after it\n(assert (= (+ first.part 3) length))",
    ),
    "nothing of an empty literal": (
        Cuts((Literal(b""), Fixed("n", 3))),
        "; first: the first byte of\n(assert true)\n; first: nothing comes after it\n(assert (= 3 length))",
    ),
}


@pytest.mark.parametrize(("cuts", "said"), SAID.values(), ids=SAID.keys())
def test_of_a_leaf_it_is_said(cuts: Cuts, said: str) -> None:
    assert said in cuts.premise_query("t")


FRAMES = (
    Framed("one", 1, (Text("name", frozenset(b"a")),)),
    Framed("two", 1, (NAME, Literal(b"|"), NAME._replace(name="more"))),
)


@pytest.mark.parametrize("judge", [judge for judge in ("z3", "cvc5") if judge in present()])
def test_two_readings_inside_a_frame_are_found_with_its_length(judge: str) -> None:
    """The shortest is a||a behind its length and the frame before it, which no byte less can hold."""
    words = [ask(judge, Cuts(FRAMES, most).goal_query("t", "one reading"), 10).word for most in (6, 7)]
    assert words == [Word.UNSAT, Word.SAT]


alphabets = st.sets(st.sampled_from(list(b"a|01")), min_size=1).map(frozenset)
kinds = st.one_of(
    st.sampled_from([b"", b"|", b"a", b"0|"]).map(Literal),
    st.builds(Text, st.just("?"), alphabets),
    st.just(Decimal("?")),
    st.just(Fixed("?", 1)),
)
texts = st.lists(kinds, min_size=1, max_size=5).map(
    lambda some: tuple(
        leaf if isinstance(leaf, Literal) else leaf._replace(name=name)
        for leaf, name in zip(some, string.ascii_lowercase, strict=False)
    )
)


@given(texts)
@settings(max_examples=40, deadline=None)
@example((NAME, Literal(b"|"), NAME._replace(name="more")))
@example((NAME, Literal(b"|"), Text("more", frozenset(b"a"))))
def test_cuts_differ_within_a_length_where_the_automaton_finds_a_collision(pieces: tuple[Piece, ...]) -> None:
    collision = walked(pieces).collision
    word = ask("z3", Cuts(pieces, MOST).goal_query("t", "one reading"), 10).word
    assert word is (Word.SAT if collision and len(collision.text) <= MOST else Word.UNSAT)
