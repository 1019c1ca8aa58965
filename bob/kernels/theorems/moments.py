"""The law of moments (docs/design.md) in steps that judges decide, over real numbers.

The roundings are those of `formulas.adamw`, read by `deviating`: each operation is exact and then deviates,
by at most e in proportion and, if it multiplies, by at most n besides. The steps say of one update how the
sizes of M and V move; the base is zero moments, and induction over the updates gives

    |M| <= u1 (1+e)^2 S + 2 n (1+e) G      S' = B S + |g|      G' = B G + 1      B = b1 (1+e)^2
    V + c >= u2 (1-e)^3 Q                  Q' = A Q + g^2                        A = b2 (1-e)^2
    S^2 <= R Q                             R' = 1 + r R                          r A = B^2

whence the law. e, n, the betas and g are any numbers within the premises: nothing here is particular to
binary32. That binary32 deviates so is for products the first claims, in floating point; for sums it is
what IEEE 754 defines, and no judge decided it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.kernels import formulas
from bob.kernels.symbolic import BINARY64, narrowed, number, subexpressions, variable, widened
from bob.kernels.theorems.deviating import Reading
from bob.kernels.theorems.statements import ALONE, Claim, binary32
from bob.kernels.theorems.steps import LARGEST, ZERO, finite, within
from bob.proof.script import assembled, goal_head, premise_head
from bob.proof.theorem import Theorem

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bob.proof.expressions import Expression

    Said = tuple[str, Expression]

SUBJECT = "Law of moments"
BOUND = "all real numbers within the premises, so every update, every beta and every precision"
WORDS = frozenset({"and", "not"})

UPDATE = Reading("u1", "u2", "b1.m", "u1.g", "m.next", "b2.v", "g.g", "u2.g.g", "v.next")
formulas.adamw(UPDATE.root, UPDATE.one)(
    *map(UPDATE.given, ("p", "m", "v", "g", "rate", "b1", "b2", "epsilon", "decay", "c1", "c2"))
)
MORE, LESS = ("+", "1", "e"), ("-", "1", "e")
SMALL: tuple[Said, ...] = (
    ("e is above 0 and below 1", ("<", "0", "e", "1")),
    ("n is above 0", ("<", "0", "n")),
)


def rounding_claims() -> Iterable[Claim]:
    """How binary32 rounds a product, which binary64 holds exactly: 48 bits are fewer than 53."""
    w, a, b = variable("product", BINARY64), variable("a"), variable("b")
    deviation = abs(widened(narrowed(w)) - w)
    least = number(2.0**-126, BINARY64)
    yield Claim(
        "moments/product_is_rounded_once",
        SUBJECT,
        "fl(a b) is the binary32 that the product in binary64 rounds to",
        "every finite a and b",
        binary32("a b"),
        [finite("a"), finite("b")],
        a * b == narrowed(widened(a) * widened(b)),
        {},
        judges=ALONE,
    )
    yield Claim(
        "moments/product_keeps_sign",
        SUBJECT,
        "a product of two numbers that are not negative is not negative",
        "every finite a and b from 0 up",
        binary32("a b"),
        [
            ("a is finite and at least 0", within(ZERO, a, LARGEST)),
            ("b is finite and at least 0", within(ZERO, b, LARGEST)),
        ],
        a * b >= ZERO,
        {},
    )
    yield Claim(
        "moments/normal_product_deviates",
        SUBJECT,
        "from 2^-126 on, a number deviates by at most 2^-24 of itself where it is rounded to binary32",
        "every binary64 between 2^-126 and the greatest binary32 in size",
        {"product": BINARY64},
        [("product is in that range", (least <= abs(w)) & (abs(w) <= widened(LARGEST)))],
        deviation <= number(2.0**-24, BINARY64) * abs(w),
        {},
    )
    yield Claim(
        "moments/subnormal_product_deviates",
        SUBJECT,
        "below 2^-126, a number deviates by at most 2^-150 where it is rounded to binary32",
        "every binary64 below 2^-126 in size",
        {"product": BINARY64},
        [("product is in that range", abs(w) < least)],
        deviation <= number(2.0**-150, BINARY64),
        {},
    )


def law_theorems() -> Iterable[Theorem]:
    """The steps over real numbers, in the order of the page."""
    yield from _first_moment()
    yield from _second_moment()
    yield from _bound()


def _first_moment() -> Iterable[Theorem]:
    """M from above."""
    for product, beta, factor in (("b1.m", "b1", "m"), ("u1.g", "u1", "g")):
        limit = _limit(beta, factor)
        yield _theorem(
            f"first_product_{factor}",
            f"|fl({beta} {factor})| is at most {beta} (1 + e) |{factor}| + n",
            [*_rounded(product), _not_negative(beta), _sized(factor, f"{factor}.size")],
            ("<=", ("-", limit), product, limit),
        )
    total = ("*", MORE, ("+", "b1.m.size", "u1.g.size"))
    yield _theorem(
        "first_sum",
        "|m'| is at most (1 + e) times the sizes of its two products",
        [*_rounded("m.next"), _sized("b1.m", "b1.m.size"), _sized("u1.g", "u1.g.size")],
        ("<=", ("-", total), "m.next", total),
    )
    recursion = (
        "+",
        ("*", "b1", MORE, MORE, "m.size"),
        ("*", "u1", MORE, MORE, "g.size"),
        ("*", "2", "n", MORE),
    )
    yield _theorem(
        "first_update",
        "|m'| is at most b1 (1 + e)^2 |m| + u1 (1 + e)^2 |g| + 2 n (1 + e)",
        [
            *SMALL,
            ("the first product is within its bound", ("<=", "b1.m.size", _limit("b1", "m"))),
            ("the second product is within its bound", ("<=", "u1.g.size", _limit("u1", "g"))),
            ("|m'| is within the sum's bound", ("<=", "m.next.size", total)),
        ],
        ("<=", "m.next.size", recursion),
    )
    yield _theorem(
        "first_invariant",
        "|M| <= u1 (1 + e)^2 S + 2 n (1 + e) G stays so: S' = B S + |g|, G' = B G + 1, B = b1 (1 + e)^2",
        [
            *SMALL,
            _not_negative("b1"),
            ("it is so before the update", ("<=", "m.size", _first_bound("S", "G"))),
            ("|m'| is within the update's bound", ("<=", "m.next.size", recursion)),
        ],
        ("<=", "m.next.size", _first_bound(_next("S", "g.size"), _next("G", "1"))),
    )
    yield _theorem(
        "geometric_sum",
        "G (1 - B) <= 1 stays so, with G' = B G + 1: the underflows of M add up to at most a",
        [_in_unit("B"), ("it is so before the update", _below_one("G"))],
        _below_one(("+", ("*", "B", "G"), "1")),
    )


def _second_moment() -> Iterable[Theorem]:
    """V from below."""
    steps: tuple[tuple[str, str, Expression, Sequence[Said]], ...] = (
        ("second_square", "g.g", ("*", "g", "g"), ()),
        ("second_product", "u2.g.g", ("*", "u2", "g.g"), (_not_negative("u2"), _not_negative("g.g"))),
        ("second_decay", "b2.v", ("*", "b2", "v"), (_not_negative("b2"), _not_negative("v"))),
    )
    for name, product, exactly, given in steps:
        yield _theorem(
            name,
            f"fl({product}) is at least (1 - e) times the product, less n",
            [*_rounded(product), *given],
            ("<=", ("-", ("*", LESS, exactly), "n"), product),
        )
    total = ("*", LESS, ("+", "b2.v", "u2.g.g"))
    yield _theorem(
        "second_sum",
        "v' is at least (1 - e) times the sum of its two products, neither of which is negative",
        [*_rounded("v.next"), _not_negative("b2.v"), _not_negative("u2.g.g")],
        ("<=", total, "v.next"),
    )
    k = ("*", "u2", LESS, LESS, LESS)
    recursion = ("-", ("+", ("*", "b2", LESS, LESS, "v"), ("*", k, "g", "g")), ("*", "3", "n"))
    yield _theorem(
        "second_update",
        "v' is at least b2 (1 - e)^2 v + u2 (1 - e)^3 g^2 - 3 n",
        [
            *SMALL,
            ("u2 is in [0, 1]", ("<=", "0", "u2", "1")),
            *((f"{p} is within its bound", ("<=", ("-", ("*", LESS, x), "n"), p)) for _, p, x, _ in steps),
            ("v' is within the sum's bound", ("<=", total, "v.next")),
        ],
        ("<=", recursion, "v.next"),
    )
    yield _theorem(
        "second_invariant",
        "V + c >= k Q stays so, with k = u2 (1 - e)^3, Q' = A Q + g^2, A = b2 (1 - e)^2, c (1 - A) = 3 n",
        [
            _in_unit("A"),
            ("c (1 - A) is 3 n", ("=", ("*", "c", ("-", "1", "A")), ("*", "3", "n"))),
            ("it is so before the update", ("<=", ("*", "k", "Q"), ("+", "v", "c"))),
            (
                "v' is within the update's bound",
                ("<=", ("-", ("+", ("*", "A", "v"), ("*", "k", "g", "g")), ("*", "3", "n")), "v.next"),
            ),
        ],
        ("<=", ("*", "k", ("+", ("*", "A", "Q"), ("*", "g", "g"))), ("+", "v.next", "c")),
    )


def _bound() -> Iterable[Theorem]:
    """Cauchy and Schwarz, and the law."""
    s_next = ("+", ("*", "B", "S"), "g.size")
    yield _theorem(
        "cauchy_schwarz",
        "S^2 <= R Q stays so, with S' = B S + |g|, Q' = A Q + g^2, R' = 1 + r R, r A = B^2",
        [
            ("A is above 0", ("<", "0", "A")),
            ("r A is B^2", ("=", ("*", "r", "A"), ("*", "B", "B"))),
            *map(_not_negative, ("B", "R", "Q", "S", "g.size")),
            ("it is so before the update", ("<=", ("*", "S", "S"), ("*", "R", "Q"))),
        ],
        (
            "<=",
            ("*", s_next, s_next),
            ("*", ("+", "1", ("*", "r", "R")), ("+", ("*", "A", "Q"), ("*", "g.size", "g.size"))),
        ),
    )
    excess = ("-", "m.size", "a")
    yield _theorem(
        "law",
        "where |M| is above a, (|M| - a)^2 <= K (V + c): K k = f^2 R, f = u1 (1 + e)^2, k = u2 (1 - e)^3",
        [
            *map(_not_negative, ("f", "S", "R")),
            ("k is above 0", ("<", "0", "k")),
            ("|M| is above a", ("<", "a", "m.size")),
            ("|M| is at most f S + a", ("<=", "m.size", ("+", ("*", "f", "S"), "a"))),
            ("S^2 is at most R Q", ("<=", ("*", "S", "S"), ("*", "R", "Q"))),
            ("V + c is at least k Q", ("<=", ("*", "k", "Q"), ("+", "v", "c"))),
            ("K k is f^2 R", ("=", ("*", "K", "k"), ("*", "f", "f", "R"))),
        ],
        ("<=", ("*", excess, excess), ("*", "K", ("+", "v", "c"))),
    )


def _limit(beta: str, factor: str) -> Expression:
    return ("+", ("*", beta, MORE, f"{factor}.size"), "n")


def _next(before: str, added: str) -> Expression:
    return ("+", ("*", "b1", MORE, MORE, before), added)


def _first_bound(s: Expression, g: Expression) -> Expression:
    return ("+", ("*", "u1", MORE, MORE, s), ("*", "2", "n", MORE, g))


def _below_one(g: Expression) -> Expression:
    return ("<=", ("*", g, ("-", "1", "B")), "1")


def _in_unit(name: str) -> Said:
    return f"{name} is in [0, 1)", ("and", ("<=", "0", name), ("<", name, "1"))


def _not_negative(name: str) -> Said:
    return f"{name} is at least 0", ("<=", "0", name)


def _sized(name: str, size: str) -> Said:
    return f"|{name}| is at most {size}", ("<=", ("-", size), name, size)


def _rounded(result: str) -> list[Said]:
    """How a result of the update came about, and what its roundings are at most."""
    (step,) = (step for step in UPDATE.steps if step.result == result)
    said: list[Said] = [
        *SMALL,
        (f"{result} as it is rounded", step.relation),
        ("the deviation is at most e", ("<=", ("-", "e"), step.deviation, "e")),
    ]
    if step.underflow:
        said.append(("the underflow is at most n", ("<=", ("-", "n"), step.underflow, "n")))
    return said


def _theorem(name: str, sentence: str, given: Sequence[Said], goal: Expression) -> Theorem:
    full = f"moments/{name}"
    return Theorem(
        full,
        SUBJECT,
        sentence,
        BOUND,
        _text(premise_head(full), given),
        _text(goal_head(full, sentence), [*given, (f"not: {sentence}", ("not", goal))]),
    )


def _text(head: Iterable[str], said: Sequence[Said]) -> str:
    mentioned = (part for _, expression in said for part in subexpressions(expression))
    names = dict.fromkeys(part for part in mentioned if isinstance(part, str) and part[0].isalpha())
    lines = [f"(declare-fun {name} () Real)" for name in names if name not in WORDS]
    return assembled(head, "QF_NRA", lines, said)
