"""What the hyperparameters are in a dtype, and how large a bias correction is, for every beta and update.

A contract states its hyperparameters in binary32. Rounded to a narrower format some of them change what they
mean: those claims are made, to be refuted, as examples of where a dtype ends.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.binary32 import shown
from bob.kernels import exact, formulas
from bob.kernels.symbolic import (
    BFLOAT16,
    BINARY16,
    BINARY32,
    BINARY64,
    Term,
    constant,
    converted,
    divisors,
    narrowed,
    number,
    positive,
    variable,
    widened,
)
from bob.kernels.theorems.statements import JUDGES, WITHOUT_Z3, Claim
from bob.kernels.theorems.steps import CONSTANTS, ONE, ZERO, power, within
from bob.proof.theorem import Walk, Walked
from bob.spec.families.contract import SHIPPED

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bob.kernels.symbolic import Format

SUBJECT = "Bias correction"
DTYPES = "Hyperparameters"
WIDE_ONE = number(1.0, BINARY64)
# The largest beta that a contract may state.
LARGEST_BETA = widened(constant(0x3F7FFFFF))


class Dtype(NamedTuple):
    """A format, what it is called, and what the shipped hyperparameters come to in it."""

    name: str
    form: Format
    lost: str
    says: str
    judges: tuple[str, ...]


# bitwuzla knows the formats of IEEE 754 only, cvc5 binary32 and binary64.
NARROW = (
    Dtype("bfloat16", BFLOAT16, "beta2", "it is rounded to 1, and its correction divides by zero", ("z3",)),
    Dtype(
        "binary16", BINARY16, "epsilon", "it is rounded to 0, as the root is for v = 0", ("bitwuzla", "z3")
    ),
)


def correction_claims() -> Iterable[Claim]:
    """A power of a beta stays below 1, so that its correction is neither infinite nor below 1."""
    r, q = variable("power", BINARY64), variable("square", BINARY64)
    wide_zero = number(0.0, BINARY64)
    kept = [("square is in [0, 1 - 2^-24]", within(wide_zero, q, LARGEST_BETA))]
    yield Claim(
        "correction/power",
        SUBJECT,
        "a power times a square is in [0, 1 - 2^-24], and so is a square times itself",
        "every binary64 power in [0, 1] and square in [0, 1 - 2^-24]; every beta and update, by induction",
        {"power": BINARY64, "square": BINARY64},
        [*kept, ("power is in [0, 1]", within(wide_zero, r, WIDE_ONE))],
        within(wide_zero, r * q, LARGEST_BETA),
        {},
        judges=WITHOUT_Z3,
    )
    c = formulas.bias_correction(lambda x: x, narrowed, WIDE_ONE, 1)(q, 1)
    yield Claim(
        "correction/bounds",
        SUBJECT,
        "c is in [1, 2^24], and what is divided by is above 0",
        "every power of a beta in [0, 1 - 2^-24]: every update, every beta that a contract may state",
        {"square": BINARY64},
        kept,
        within(ONE, c, power(24)) & positive(divisors(c)[0]),
        {"c": c},
        judges=WITHOUT_Z3,
    )


def dtype_claims() -> Iterable[Claim]:
    """The shipped hyperparameters mean something in binary32; the narrow dtypes lose one each."""
    for name in CONSTANTS:
        yield _meaning(Dtype("binary32", BINARY32, name, "", JUDGES))
    yield from map(_meaning, NARROW)


def _meaning(dtype: Dtype) -> Claim:
    """That a hyperparameter is not lost in a dtype."""
    name = dtype.lost
    stored = converted(dtype.form)(CONSTANTS[name])
    defined = {f"{name}.stored": stored}
    if name.startswith("beta"):
        c = formulas.bias_correction(widened, narrowed, WIDE_ONE, 1)(stored, 1)
        goal = positive(divisors(c)[0]) & (stored > _zero(dtype.form))
        sentence = f"{name} is in (0, 1), so that its correction divides by no zero"
    elif name == "weight_decay":
        rate = converted(dtype.form)(CONSTANTS["learning_rate"])
        one = converted(dtype.form)(ONE)
        goal = one - rate * (stored * one) < one
        sentence = "learning rate and weight decay make a weight of 1 smaller where its gradient is zero"
    else:
        goal = stored > _zero(dtype.form)
        sentence = f"{name} is above 0"
    return Claim(
        f"hyperparameters/{name}_in_{dtype.name}",
        DTYPES,
        f"in {dtype.name}, {sentence}",
        f"the shipped {name}, {shown(_bits(name))}",
        {},
        [],
        goal,
        defined,
        dtype.judges,
        f"{dtype.name} loses {name}: {dtype.says}" if dtype.says else "",
    )


def _zero(form: Format) -> Term:
    return converted(form)(ZERO)


def _bits(name: str) -> int:
    return int(SHIPPED["learner"][{"learning_rate": "lr"}.get(name, name)])


def correction_walk(name: str) -> Walk:
    """How large the correction of a shipped beta is at every update."""
    return Walk(
        f"correction/shipped_{name}",
        SUBJECT,
        "c is greatest at the first update, never below 1, and 1 from some update on",
        f"the shipped {name}, {shown(_bits(name))}, every update from 1 to 2^63",
        "every update walked until a power of two corrects nothing: no later power of beta is larger",
        lambda: walked_correction(_bits(name)),
    )


def walked_correction(beta_bits: int) -> Walked:
    """Go through the updates before the first power of two at which the correction is 1, and that one.

    Any later t has a bit as high as that one's. Its power is a product of numbers in [0, 1] of which one is
    beta^(2^j) or a square of it, so it is no larger (rounding is monotonic), and so is its correction.
    """
    beta = exact.scalar(beta_bits)
    with exact.context():
        first = exact.bias_correction(beta, 1)
        end = next(1 << j for j in range(64) if exact.bias_correction(beta, 1 << j) == exact.ONE)
        last = 1
        for t in range(1, end + 1):
            c = exact.bias_correction(beta, t)
            if not exact.ONE <= c <= first:
                return Walked(False, f"update {t}: c = {shown(exact.bits(c))}")
            last = t if c != exact.ONE else last
    largest = shown(exact.bits(first))
    return Walked(True, f"{end:,} updates; c is at most {largest}, and 1 after update {last:,}")
