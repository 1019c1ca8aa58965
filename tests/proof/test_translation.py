"""The executor: what LLVM's text computes, as terms; what has no meaning is refused by name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bob.proof.translation.decisions import Decisions
from bob.proof.translation.differences import alike, said, said_difference
from bob.proof.translation.linear import Undecided, unknown
from bob.proof.translation.machine import Machine
from bob.proof.translation.memory import Astray, Memory
from bob.proof.translation.terms import Term, Terms
from bob.proof.translation.text import Unreadable, module_of
from bob.proof.translation.truths import (
    both,
    chosen,
    compared,
    compared_integers,
    differing,
    either,
    opposite,
)

if TYPE_CHECKING:
    from collections.abc import Callable

TERMS = Terms()
X, Y, Z = (TERMS.leaf("f32", name) for name in "xyz")
WIDE = TERMS.leaf("f64", "w")
A, B = (TERMS.leaf("i1", name) for name in "ab")


def number(value: float, sort: str = "f32") -> Term:
    return TERMS.number(sort, value)


def given(body: str, *arguments: Any, parameters: str = "float %x, float %y") -> Any:
    """What a function of a body gives, over x and y or other arguments."""
    machine = Machine(module_of(f"define float @f({parameters}) {{\n{body}\n}}"), TERMS)
    return machine.call("f", arguments or (X, Y))


# Terms.

SAME: dict[str, Callable[[], tuple[Term, Term]]] = {
    "a product by one": lambda: (TERMS.fmul(X, number(1.0)), X),
    "one times a number": lambda: (TERMS.fmul(number(1.0), X), X),
    "a sum with -0": lambda: (TERMS.fadd(X, number(-0.0)), X),
    "-0 and a number": lambda: (TERMS.fadd(number(-0.0), X), X),
    "a sum": lambda: (TERMS.fadd(X, Y), TERMS.fadd(Y, X)),
    "a product": lambda: (TERMS.fmul(X, Y), TERMS.fmul(Y, X)),
    "a constant that is taken away": lambda: (TERMS.fsub(X, number(2.5)), TERMS.fadd(number(-2.5), X)),
    "bits of a number of bits": lambda: (TERMS.from_bits(TERMS.bits(X)), X),
    "the magnitude of bits": lambda: (
        TERMS.masked(TERMS.bits(X), TERMS.constant("i32", 0x7FFFFFFF)),
        TERMS.bits(TERMS.fabs(X)),
    ),
    "a comparison turned round": lambda: (compared(TERMS, "ogt", X, Y), compared(TERMS, "olt", Y, X)),
    "the opposite of a comparison": lambda: (
        compared(TERMS, "ugt", X, Y),
        opposite(TERMS, compared(TERMS, "ole", X, Y)),
    ),
    "a magnitude between two bounds": lambda: (
        compared(TERMS, "ole", TERMS.fabs(X), number(3.0)),
        both(TERMS, compared(TERMS, "oge", X, number(-3.0)), compared(TERMS, "ole", X, number(3.0))),
    ),
    "a comparison of a widened number": lambda: (
        compared(TERMS, "olt", TERMS.widened(X), number(1.5, "f64")),
        compared(TERMS, "olt", X, number(1.5)),
    ),
    "a difference above zero": lambda: (
        compared(TERMS, "ogt", TERMS.fsub(X, Y), number(0.0)),
        compared(TERMS, "olt", Y, X),
    ),
    "one of two": lambda: (
        either(TERMS, A, B),
        opposite(TERMS, both(TERMS, opposite(TERMS, A), opposite(TERMS, B))),
    ),
    "equal truth values": lambda: (
        compared_integers(TERMS, "eq", A, B),
        differing(TERMS, opposite(TERMS, A), B),
    ),
    "a choice by the opposite": lambda: (
        chosen(TERMS, opposite(TERMS, A), X, Y),
        chosen(TERMS, A, Y, X),
    ),
    "a choice made twice": lambda: (chosen(TERMS, A, X, chosen(TERMS, A, Z, Y)), chosen(TERMS, A, X, Y)),
    "at least": lambda: (
        compared_integers(TERMS, "uge", TERMS.bits(X), TERMS.constant("i32", 8)),
        compared_integers(TERMS, "ugt", TERMS.bits(X), TERMS.constant("i32", 7)),
    ),
}
# What is nearly a law.
OTHERS: dict[str, Callable[[], tuple[Term, Term]]] = {
    "a difference turned round": lambda: (TERMS.fsub(X, Y), TERMS.fsub(Y, X)),
    "a quotient turned round": lambda: (TERMS.fdiv(X, Y), TERMS.fdiv(Y, X)),
    "a sum of three": lambda: (TERMS.fadd(TERMS.fadd(X, Y), Z), TERMS.fadd(X, TERMS.fadd(Y, Z))),
    "a product by two": lambda: (TERMS.fmul(X, number(2.0)), X),
    "a sum with +0": lambda: (TERMS.fadd(X, number(0.0)), X),
    "zeros of both signs": lambda: (number(0.0), number(-0.0)),
    "a number widened and rounded": lambda: (TERMS.narrowed(TERMS.widened(X)), X),
    "a comparison with what is no binary32": lambda: (
        compared(TERMS, "olt", TERMS.widened(X), number(0.1, "f64")),
        compared(TERMS, "olt", X, number(0.1)),
    ),
    "a difference that is at most zero": lambda: (
        compared(TERMS, "ole", TERMS.fsub(X, Y), number(0.0)),
        compared(TERMS, "ole", X, Y),
    ),
    "the opposite of less": lambda: (
        opposite(TERMS, compared(TERMS, "olt", X, Y)),
        compared(TERMS, "oge", X, Y),
    ),
    "a choice turned round": lambda: (chosen(TERMS, A, X, Y), chosen(TERMS, A, Y, X)),
}


@pytest.mark.parametrize("case", SAME.values(), ids=SAME)
def test_what_is_the_same_bit_for_bit_is_one_term(case: Callable[[], tuple[Term, Term]]) -> None:
    one, other = case()
    assert one is other


@pytest.mark.parametrize("case", OTHERS.values(), ids=OTHERS)
def test_what_may_differ_in_a_bit_is_two_terms(case: Callable[[], tuple[Term, Term]]) -> None:
    one, other = case()
    assert not alike(one, other)


def test_a_chain_of_the_larger_is_compared_as_a_set() -> None:
    bits = [TERMS.bits(x) for x in (X, Y, Z)]
    one = TERMS.joined("umax", TERMS.joined("umax", bits[0], bits[1]), bits[2])
    other = TERMS.joined("umax", bits[1], TERMS.joined("umax", bits[2], bits[0]))
    assert one is not other
    assert alike(one, other)
    assert not alike(one, TERMS.joined("umax", bits[0], bits[1]))


def test_a_small_integer_s_sum_is_made_before_or_after_it_becomes_a_number() -> None:
    small = TERMS.truncated(TERMS.shifted("lshr", TERMS.bits(WIDE), 52), "i32")
    large = TERMS.truncated(TERMS.shifted("lshr", TERMS.bits(WIDE), 12), "i32")
    made: Callable[[Term, int], Term] = lambda x, c: TERMS.from_integer(  # noqa: E731
        TERMS.add(x, TERMS.constant("i32", c)), "f64"
    )
    assert TERMS.fadd(made(small, -1023), number(1.0, "f64")) is made(small, -1022)
    assert TERMS.fadd(made(small, -1023), number(0.5, "f64")) is not made(small, -1023)
    assert TERMS.fadd(made(large, -1023), number(1.0, "f64")) is not made(large, -1022)


@pytest.mark.parametrize(
    ("found", "expected", "said_so"),
    [
        (lambda: TERMS.fsub(Y, X), lambda: TERMS.fsub(X, Y), "(y - x) where (x - y) is expected"),
        (
            lambda: TERMS.fadd(X, TERMS.sqrt(Y)),
            lambda: TERMS.fadd(X, TERMS.sqrt(Z)),
            "in +, 1 of sqrt: y where z is expected",
        ),
        (lambda: TERMS.fmul(X, X), lambda: TERMS.fmul(X, Y), "in x: x where y is expected"),
        (lambda: number(0.5), lambda: X, "0.5 where x is expected"),
    ],
    ids=["operands turned round", "far inside", "an operand taken twice", "a constant"],
)
def test_a_difference_is_said_where_it_is(
    found: Callable[[], Term], expected: Callable[[], Term], said_so: str
) -> None:
    assert said_difference(found(), expected()) == said_so


# Instructions.

COMPUTED = {
    "a sum": ("%1 = fadd float %x, %y\nret float %1", "(x + y)"),
    "a constant in hexadecimal": (
        "%1 = fmul float %x, 0x3FB99999A0000000\nret float %1",
        "(x x 0.10000000149011612)",
    ),
    "a root": ("%1 = tail call float @llvm.sqrt.f32(float %x)\nret float %1", "sqrt(x)"),
    "a choice": (
        "%1 = fcmp olt float %x, %y\n%2 = select i1 %1, float %x, float 2.0\nret float %2",
        "chosen((x < y), x, 2.0)",
    ),
    "lanes": (
        "%1 = insertelement <2 x float> poison, float %x, i64 0\n"
        "%2 = insertelement <2 x float> %1, float %y, i64 1\n"
        "%3 = shufflevector <2 x float> %2, <2 x float> poison, <2 x i32> <i32 1, i32 0>\n"
        "%4 = fsub <2 x float> %2, %3\n%5 = extractelement <2 x float> %4, i64 1\nret float %5",
        "(y - x)",
    ),
    "a loop": (
        "br label %loop\nloop:\n%i = phi i64 [ 0, %entry ], [ %next, %loop ]\n"
        "%s = phi float [ %x, %entry ], [ %t, %loop ]\n%t = fadd float %s, %y\n"
        "%next = add nuw nsw i64 %i, 1\n%more = icmp samesign ult i64 %next, 2\n"
        "br i1 %more, label %loop, label %end\nend:\nret float %t",
        "(y + (x + y))",
    ),
    "bits": (
        "%1 = bitcast float %x to i32\n%2 = shl i32 %1, 3\n%3 = bitcast i32 %2 to float\nret float %3",
        "from_bits(shl(bits(x), 3))",
    ),
    "a switch": (
        "switch i64 5, label %a [\n i64 5, label %b\n ]\na:\nret float %x\nb:\nret float %y",
        "y",
    ),
    "poison, which is not forgotten": ("%1 = fadd float %x, poison\nret float %1", "(x + poison)"),
}


@pytest.mark.parametrize(("body", "computed"), COMPUTED.values(), ids=COMPUTED)
def test_instructions_compute_terms(body: str, computed: str) -> None:
    assert said(given(body)) == computed


REFUSED = {
    "a fast sum": ("%1 = fadd fast float %x, %y", "f: fadd carries the flag fast"),
    "a contracted product": ("%1 = fmul contract float %x, %y", "fmul carries the flag contract"),
    "a fast call": ("%1 = call fast float @llvm.sqrt.f32(float %x)", "call carries the flag fast"),
    "a fast choice": ("%1 = select nnan i1 true, float %x, float %y", "select carries the flag nnan"),
    "another instruction": ("%1 = frem float %x, %y", "the instruction frem is not known"),
    "a fused function": (
        "%1 = call float @llvm.fma.f32(float %x, float %y, float %x)",
        "the function llvm.fma.f32 is not known",
    ),
    "a sum of lanes in no order": (
        "%1 = call float @llvm.vector.reduce.fadd.v2f32(float %x, <2 x float> zeroinitializer)",
        "the function llvm.vector.reduce.fadd is not known",
    ),
    "a function of another library": ("%1 = call float @expf(float %x)", "expf is called"),
    "another type": ("%1 = fadd half %x, %y", "the type half is not known"),
    "what is left over": ("%1 = fadd float %x, %y, %x", ", is left"),
}


@pytest.mark.parametrize(("body", "because"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_known_is_refused_by_name(body: str, because: str) -> None:
    with pytest.raises(Unreadable, match=because):
        given(f"{body}\nret float %x")


BROKEN = {
    "nsw": "%1 = add nsw i64 9223372036854775807, 1",
    "nuw": "%1 = sub nuw i64 0, 1",
    "disjoint": "%1 = or disjoint i64 3, 1",
    "nneg": "%1 = zext nneg i32 -1 to i64",
    "llvm.assume": "call void @llvm.assume(i1 false)",
}


@pytest.mark.parametrize("promise", BROKEN)
def test_a_promise_that_does_not_hold_is_refused(promise: str) -> None:
    with pytest.raises(Astray, match=f"promises what is not so: .*{promise}"):
        given(f"{BROKEN[promise]}\nret float %x")


def test_a_branch_on_a_number_is_decided_and_logged() -> None:
    body = "%1 = fcmp uge float %x, %y\nbr i1 %1, label %a, label %b\na:\nret float %x\nb:\nret float %y"
    machine = Machine(module_of(f"define float @f(float %x, float %y) {{\n{body}\n}}"), TERMS)
    # What is asked is whether x < y: its opposite is the opposite answer.
    for denied, result in (((), Y), ({0}, X)):
        machine.decisions = Decisions(denied)
        assert machine.call("f", (X, Y)) is result
        assert machine.decisions.log == [compared(TERMS, "olt", X, Y)]
    assert machine.executed == {("f", "entry"), ("f", "a"), ("f", "b")}


# Memory.


def memory() -> tuple[Memory, int]:
    found = Memory(TERMS)
    return found, found.numbers("p", 32, "f32")


def test_what_was_stored_is_loaded_and_the_rest_is_a_leaf() -> None:
    found, p = memory()
    found.store(p + 4, "f32", X)
    assert found.load_lanes(p, "f32", 3) == (TERMS.leaf("f32", "p[0]"), X, TERMS.leaf("f32", "p[2]"))
    assert found.load(p + 4, "i32") is TERMS.bits(X)


@pytest.mark.parametrize(
    ("offset", "sort", "because"),
    [
        (32, "f32", "4 bytes at byte 32 of 32"),
        (-4, "f32", "4 bytes at byte|no buffer"),
        (2, "f32", "not aligned"),
        (0, "f64", "nothing was stored"),
    ],
    ids=["behind", "before", "between", "of another size"],
)
def test_an_access_that_no_buffer_allows_is_refused(offset: int, sort: str, because: str) -> None:
    found, p = memory()
    with pytest.raises(Astray, match=because):
        found.load(p + offset, sort)


def test_what_nothing_stored_is_not_read_from_a_buffer_without_contents() -> None:
    found = Memory(TERMS)
    with pytest.raises(Astray, match="where nothing was stored"):
        found.load(found.buffer("scratch", 8), "f32")


def test_halves_of_what_was_stored_together_are_not_read() -> None:
    found = Memory(TERMS)
    scratch = found.buffer("scratch", 16)
    found.store(scratch, "f64", WIDE)
    with pytest.raises(Astray, match="accesses of several sizes"):
        found.load(scratch + 4, "f32")


def test_rows_are_places_of_their_own_for_every_row() -> None:
    found = Memory(TERMS)
    p = found.numbers("p", 4 * 3 * 8, "f32")
    row = unknown("b", 0, 7)
    found.store(p + 12 * row + 8, "f32", X)
    assert said(found.load(p + 12 * row, "f32")) == "p[3 b]"
    assert found.load(p + (12 * row + 8), "f32") is X
    with pytest.raises(Astray, match="4 bytes at byte 96 of 96"):
        found.load(p + 12 * row + 12, "f32")
    with pytest.raises(Astray, match="more than one kind"):
        found.load(p, "f32")


def test_a_target_chooses_among_all_elements() -> None:
    found, p = memory()
    target = unknown("t", 0, 1, spread=True)
    found.store(p + 4 * target, "f32", X)
    assert said(found.load(p, "f32")) == "chosen(t = 0, x, p[0])"
    assert said(found.load(p + 4 * target, "f32")).startswith(
        "picked(t, chosen(t = 0, x, p[0]), chosen(t = 1"
    )
    found.store(p + 4 * target, "f32", number(0.0))
    assert said(found.load(p + 4, "f32")) == "chosen(t = 1, 0.0, p[1])"


# Unknown integers.


def test_bounds_decide_what_they_decide_and_nothing_else() -> None:
    row = unknown("b", 0, 254)
    assert 256 * row + 255 < 255 * 256
    assert row + 3 > row
    assert (row + 1) - row == 1
    assert str(2 * row + 5 - row) == "b + 5"
    with pytest.raises(Undecided, match="whether b is below 7 is open"):
        _ = row < 7
