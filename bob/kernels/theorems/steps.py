"""What holds of a row and of one AdamW update in binary32, for every bit pattern within bounds.

The claims are made of `formulas`, read over terms (`symbolic`): the text that is compiled. A name such as
m.next stands for m'. Bounds that a claim keeps (m and g at most 1, v in [0, 1]) hold after any number of
updates, by induction: they hold of zero moments, and one update keeps them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.kernels import formulas
from bob.kernels.symbolic import (
    BINARY32,
    BINARY64,
    Term,
    Truth,
    constant,
    divisors,
    generalised,
    narrowed,
    number,
    positive,
    root,
    subexpressions,
    variable,
    widened,
)
from bob.kernels.theorems.statements import WITHOUT_Z3, Claim, binary32
from bob.spec.families.contract import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Iterable


ZERO, ONE = number(0.0), number(1.0)
LARGEST = constant(0x7F7FFFFF)
LEAST_NORMAL = number(2.0**-126)
ROW, UPDATE = "Row", "AdamW update"
ANY_BETA = "every beta that a contract may state"

p, m, v, g = map(variable, ("p", "m", "v", "g"))
learning_rate, beta1, beta2 = map(variable, ("learning_rate", "beta1", "beta2"))
epsilon, weight_decay, c1, c2 = map(variable, ("epsilon", "weight_decay", "c1", "c2"))
P_NEXT, M_NEXT, V_NEXT = formulas.adamw(root, ONE)(
    p, m, v, g, learning_rate, beta1, beta2, epsilon, weight_decay, c1, c2
)
# All that the contract's own hyperparameters are called here.
CONSTANTS = {
    {"lr": "learning_rate"}.get(name, name): constant(bits)
    for name, bits in SHIPPED["learner"].items()
    if isinstance(bits, int)
}


def power(exponent: int) -> Term:
    """A power of two."""
    return number(2.0**exponent)


def within(low: Term, x: Term, high: Term) -> Truth:
    """low <= x <= high."""
    return (low <= x) & (x <= high)


def finite(name: str) -> tuple[str, Truth]:
    """That a number is finite."""
    return f"{name} is finite", abs(variable(name)) <= LARGEST


def at_most_one(name: str) -> tuple[str, Truth]:
    """That a number is at most 1 in size."""
    return f"|{name}| is at most 1", abs(variable(name)) <= ONE


def a_beta(name: str) -> tuple[str, Truth]:
    """That a number is a beta that a contract may state."""
    return f"{name} is in [0, 1)", (variable(name) >= ZERO) & (variable(name) < ONE)


def in_unit(name: str) -> tuple[str, Truth]:
    """That a number is in [0, 1]."""
    return f"{name} is in [0, 1]", within(ZERO, variable(name), ONE)


NOT_NEGATIVE = ("v is finite and at least 0", within(ZERO, v, LARGEST))
NORMAL_EPSILON = ("epsilon is normal, finite and above 0", within(LEAST_NORMAL, epsilon, LARGEST))
AN_UPDATE_OF_V = [a_beta("beta2"), NOT_NEGATIVE, finite("g")]


def row_claims() -> Iterable[Claim]:
    """From P's row to its gradient: nothing is divided by zero, and no gradient is above 1."""
    x, top, a, b = map(variable, ("x", "top", "a", "b"))
    e, s, hit, inverse, bound = map(variable, ("e", "s", "hit", "inverse", "bound"))
    gradient = formulas.softmax_gradient(e, s, hit, inverse)
    yield Claim(
        "row/exponent",
        ROW,
        "x - top is at most 0 and no NaN, where x is at most top",
        "every finite x and top; where it passes the range it is minus infinity, of which exp is 0",
        binary32("x top"),
        [finite("x"), finite("top"), ("x is at most top", x <= top)],
        x - top <= ZERO,
        {},
    )
    yield Claim(
        "row/sum",
        ROW,
        "a sum of two numbers that are not negative is at least each: so s is at least every e",
        "every a and b from 0 up; a halving tree of any length, by induction; exp(0) is a leaf, so 1 <= s",
        binary32("a b"),
        [("a is at least 0", a >= ZERO), ("b is at least 0", b >= ZERO)],
        (a + b >= a) & (a + b >= b),
        {},
    )
    yield Claim(
        "row/sum_finite",
        ROW,
        "a sum of two numbers up to a bound is at most twice the bound: s is finite, as no e is above 1",
        "every bound up to 2^126, every a and b; a halving tree of up to 2^127 leaves, by induction",
        binary32("a b bound"),
        [
            ("bound is at most 2^126", bound <= power(126)),
            ("a is in [0, bound]", within(ZERO, a, bound)),
            ("b is in [0, bound]", within(ZERO, b, bound)),
        ],
        a + b <= bound + bound,
        {},
    )
    yield Claim(
        "row/gradient",
        ROW,
        "no gradient is above 1 in size, none is NaN, and what is divided by is above 0",
        "0 <= e <= s, 1 <= s, s finite, hit 0 or 1, 0 <= 1/V <= 1",
        binary32("e s hit inverse"),
        [
            ("e is in [0, s]", within(ZERO, e, s)),
            ("s is at least 1 and finite", within(ONE, s, LARGEST)),
            ("hit is 0 or 1", (hit == ZERO) | (hit == ONE)),
            in_unit("inverse"),
        ],
        (abs(gradient) <= ONE) & positive(divisors(gradient)[0]),
        {"gradient": gradient},
        judges=WITHOUT_Z3,
    )


def second_moment_claims() -> Iterable[Claim]:
    """V stays at or above zero, and the root that p' is divided by is above zero."""
    yield Claim(
        "update/second_moment",
        UPDATE,
        "v' is at least 0 and no NaN",
        f"every finite v >= 0, every finite g, {ANY_BETA}; v' may be infinite, which is then refused",
        binary32("v g beta2"),
        AN_UPDATE_OF_V,
        V_NEXT >= ZERO,
        {"v.next": V_NEXT},
        judges=WITHOUT_Z3,
    )
    (divisor,) = divisors(P_NEXT)
    denominator = Term(divisor, BINARY32)
    yield Claim(
        "update/denominator",
        UPDATE,
        "sqrt(v' c2) + epsilon is at least epsilon, and above 0: nothing is divided by zero",
        f"every finite v >= 0, finite g, c2 from 1, {ANY_BETA}, every epsilon that it may state",
        binary32("v g beta2 epsilon c2"),
        [*AN_UPDATE_OF_V, NORMAL_EPSILON, ("c2 is finite and at least 1", within(ONE, c2, LARGEST))],
        (denominator >= epsilon) & positive(divisor),
        {"v.next": V_NEXT, "denominator": denominator},
        judges=WITHOUT_Z3,
    )


def unit_claims() -> Iterable[Claim]:
    """|m|, |g| <= 1 and v in [0, 1] are kept by an update."""
    yield Claim(
        "update/first_moment_within_one",
        UPDATE,
        "|m'| is at most 1",
        "every |m| and |g| up to 1, the shipped beta1; after any number of updates, by induction",
        binary32("m g"),
        [at_most_one("m"), at_most_one("g")],
        abs(M_NEXT) <= ONE,
        {"beta1": CONSTANTS["beta1"], "m.next": M_NEXT},
    )
    yield Claim(
        "update/second_moment_within_one",
        UPDATE,
        "v' is in [0, 1]",
        "every v in [0, 1] and |g| up to 1, the shipped beta2; after any number of updates, by induction",
        binary32("v g"),
        [in_unit("v"), at_most_one("g")],
        within(ZERO, V_NEXT, ONE),
        {"beta2": CONSTANTS["beta2"], "v.next": V_NEXT},
        judges=WITHOUT_Z3,
    )
    x, y, z = variable("x"), variable("y"), variable("z", BINARY64)
    limit = variable("limit")
    yield Claim(
        "update/product_within_bound",
        UPDATE,
        "a product of size at most that of a binary32 is still so when it is rounded",
        "every limit, every binary64 z; a product of two binary32 is one, exactly: 48 bits are fewer than 53",
        {"z": BINARY64, **binary32("limit")},
        [finite("limit"), ("|z| is at most limit", abs(z) <= widened(limit))],
        abs(narrowed(z)) <= limit,
        {},
    )
    yield Claim(
        "update/complement",
        UPDATE,
        "u = 1 - beta is in (0, 1], and beta + u is at most 1",
        ANY_BETA,
        binary32("beta"),
        [a_beta("beta")],
        (_u("beta") > ZERO) & (_u("beta") <= ONE) & (variable("beta") + _u("beta") <= ONE),
        {"u": _u("beta")},
    )
    for half, low, high in (("upper", power(-1), ONE), ("lower", ZERO, power(-1))):
        beta = variable("beta")
        yield Claim(
            f"update/sum_within_one_{half}_half",
            UPDATE,
            "|x + y| is at most 1: so |m'| is, and v', where x and y are the two products that they add",
            f"every beta in [{'1/2, 1' if half == 'upper' else '0, 1/2'}), |x| <= beta, |y| <= 1 - beta",
            binary32("x y beta"),
            [
                (f"beta is in the {half} half of [0, 1)", (low <= beta) & (beta < high)),
                ("|x| is at most beta", abs(x) <= beta),
                ("|y| is at most 1 - beta", abs(y) <= _u("beta")),
            ],
            abs(x + y) <= ONE,
            {"u": _u("beta")},
        )


def finite_claims() -> Iterable[Claim]:
    """A whole update is finite within bounds that no run of Bob's comes near, in three steps."""
    storable = formulas.storability(ZERO, LARGEST)
    (quotient,) = {part for part in subexpressions(P_NEXT.expression) if part[0] == "fp.div"}
    h = generalised(Term(quotient, BINARY32), {"m.next": M_NEXT, "v.next": V_NEXT})
    p_next = generalised(P_NEXT, {"h": Term(quotient, BINARY32)})
    m_next, v_next = variable("m.next"), variable("v.next")
    sizes = {x: (f"|{x}| is at most 2^40", abs(variable(x)) <= power(40)) for x in "pmg"}
    yield Claim(
        "update/first_moment_finite",
        UPDATE,
        "|m'| is at most 2^42",
        f"|m|, |g| <= 2^40, {ANY_BETA}",
        binary32("m g beta1"),
        [sizes["m"], sizes["g"], a_beta("beta1")],
        abs(M_NEXT) <= power(42),
        {"m.next": M_NEXT},
        judges=WITHOUT_Z3,
    )
    yield Claim(
        "update/second_moment_finite",
        UPDATE,
        "v' is in [0, 2^82]",
        f"0 <= v <= 2^80, |g| <= 2^40, {ANY_BETA}",
        binary32("v g beta2"),
        [("v is in [0, 2^80]", within(ZERO, v, power(80))), sizes["g"], a_beta("beta2")],
        within(ZERO, V_NEXT, power(82)),
        {"v.next": V_NEXT},
        judges=WITHOUT_Z3,
    )
    yield Claim(
        "update/quotient_finite",
        UPDATE,
        "h = (m' c1) / (sqrt(v' c2) + epsilon) is at most 2^108 in size",
        "|m'| <= 2^42, 0 <= v' <= 2^82, c1 and c2 in [1, 2^24], epsilon from 2^-40",
        binary32("m.next v.next epsilon c1 c2"),
        [
            ("|m'| is at most 2^42", abs(m_next) <= power(42)),
            ("v' is in [0, 2^82]", within(ZERO, v_next, power(82))),
            ("epsilon is finite and at least 2^-40", within(power(-40), epsilon, LARGEST)),
            ("c1 is in [1, 2^24]", within(ONE, c1, power(24))),
            ("c2 is in [1, 2^24]", within(ONE, c2, power(24))),
        ],
        abs(h) <= power(108),
        {"h": h},
        judges=WITHOUT_Z3,
    )
    yield Claim(
        "update/finite",
        UPDATE,
        "p', m' and v' are what a checkpoint may hold: finite, v' at least 0",
        "|p| <= 2^40, h, m' and v' within their bounds, learning rate and weight decay up to 1",
        binary32("p h m.next v.next learning_rate weight_decay"),
        [
            sizes["p"],
            ("|h| is at most 2^108", abs(variable("h")) <= power(108)),
            ("|m'| is at most 2^42", abs(m_next) <= power(42)),
            ("v' is in [0, 2^82]", within(ZERO, v_next, power(82))),
            in_unit("learning_rate"),
            in_unit("weight_decay"),
        ],
        storable(p_next, m_next, v_next),
        {"p.next": p_next},
    )


def _u(name: str) -> Term:
    return ONE - variable(name)
