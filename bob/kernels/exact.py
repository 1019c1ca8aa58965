"""The exact reading: the same formulas and loops over MPFR numbers, every operation rounded as asked.

    with context():                    every operation rounds to binary32, subnormals as well: IEEE 754
        step(p, m, v, g, ...)
    with context(precision=200): ...   every operation rounds to 200 bits: how far binary32 strays

    trace = train(p, m, v, targets, hyperparameters, first_update, n_updates)

This is the reference that `native` is held against: thousands of times slower, it updates no checkpoint.
Planes, dims and the order of every sum are those of `table` and `reduction`. The only importer of gmpy2.
"""

from __future__ import annotations

import operator
import struct
from typing import TYPE_CHECKING, Any

import gmpy2
from gmpy2 import exp, log, maxnum, mpfr, sqrt

from bob.kernels import flat, formulas, reduction, signatures, table
from bob.kernels.trace import Hyperparameters, Trace, diverged

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

ZERO = mpfr(0)
ONE = mpfr(1)
# MPFR's functions, each rounded once as the context says.
FUNCTIONS: Mapping[str, Callable[[Any], Any]] = {"exp": exp, "log": log, "sqrt": sqrt}

softmax_gradient = formulas.softmax_gradient
step = formulas.adamw(sqrt, ONE)


def same(x: Any) -> Any:
    """Itself."""
    return x


total = reduction.halving(operator.add, same)
total_of_squares = reduction.halving(operator.add, lambda x: x * x)
greatest = reduction.halving(maxnum, same)


class Window:
    """A list from one of its elements on."""

    def __init__(self, buffer: Any, start: int) -> None:
        self.buffer = buffer
        self.start = start

    def __getitem__(self, i: int) -> Any:
        return self.buffer[self.start + i]

    def __setitem__(self, i: int, x: Any) -> None:
        self.buffer[self.start + i] = x


def context(precision: int | None = None) -> Any:
    """A gmpy2 context, for `with`: binary32 (IEEE 754-2019, round to nearest even), or `precision` bits."""
    return gmpy2.context(gmpy2.ieee(32)) if precision is None else gmpy2.context(precision=precision)


def interchange(exponent: int, significand: int) -> Any:
    """A gmpy2 context, for `with`: an interchange format by its widths, the hidden bit counted (8, 24)."""
    largest = 1 << (exponent - 1)
    least = 4 - largest - significand
    return gmpy2.context(precision=significand, emax=largest, emin=least, subnormalize=True)


def decoded(bits: int, exponent: int, significand: int) -> mpfr:
    """The number of a bit pattern of an interchange format, exactly; a NaN's payload is lost."""
    width = exponent + significand
    sign, magnitude = bits >> (width - 1), bits & ((1 << (width - 1)) - 1)
    power, fraction = divmod(magnitude, 1 << (significand - 1))
    if power == (1 << exponent) - 1:
        value = mpfr("nan") if fraction else mpfr("inf")
    else:
        units = fraction + ((1 << (significand - 1)) if power else 0)
        least = 2 - (1 << (exponent - 1)) - significand
        with context(precision=significand):
            value = units * gmpy2.exp2(least + max(power, 1))
    return -value if sign else value


def is_positive(x: mpfr) -> bool:
    """Whether a number's sign is plus, zeros' as well; a NaN has none."""
    return not gmpy2.is_nan(x) and not gmpy2.is_signed(x)


def scalar(bits: int) -> mpfr:
    """The number of a binary32 bit pattern, exactly; a NaN's payload is lost."""
    return mpfr(struct.unpack("<f", struct.pack("<I", bits))[0])


def bits(x: mpfr) -> int:
    """The bit pattern of a number, rounded once to binary32; every NaN gives 7fc00000."""
    with context():
        rounded = +x
    if gmpy2.is_nan(rounded):
        return 0x7FC00000
    return int.from_bytes(struct.pack("<f", float(rounded)), "little")


def largest(precision: int | None = None) -> mpfr:
    """The largest finite number of a reading."""
    with context(precision):
        return gmpy2.next_below(mpfr("inf"))


def bias_correction(beta: mpfr, t: int, precision: int | None = None) -> mpfr:
    """1 / (1 - beta^t), t from 1: in binary64 and rounded once to binary32, or in `precision` bits."""
    with gmpy2.context(gmpy2.ieee(64)) if precision is None else context(precision):
        wide = formulas.bias_correction(operator.pos, operator.pos, ONE, 1)(beta, t)
    with context(precision):
        return +wide


def train(
    p: list[mpfr],
    m: list[mpfr],
    v: list[mpfr],
    targets: Sequence[int],
    hyperparameters: Hyperparameters,
    first_update: int,
    n_updates: int,
    precision: int | None = None,
) -> Trace[list[mpfr]]:
    """As `native.train`, over flat row-major lists of V * V numbers, in place; losses and norms are lists.

    Raises Diverged where an update leaves a scalar that no checkpoint may hold. Arguments are not checked.
    """
    n = len(targets)
    rows, trace = [ZERO] * (3 * n_updates * n), [ZERO] * (2 * n_updates)
    with context(precision):
        constants = [scalar(pattern) for pattern in hyperparameters]
        scratch = [ZERO] * signatures.train_scratch(n, n_updates)
        rank = training(precision)(
            p, m, v, targets, n, 0, n, *constants, first_update, n_updates, rows, scratch
        )
        if rank >= 0:
            raise diverged(rank, n * n, first_update)
        SUMMARISE(rows, n, n_updates, trace, [ZERO] * signatures.summarise_scratch(n))
    return Trace(trace[:n_updates], trace[n_updates:])


def training(precision: int | None = None) -> Callable[..., int]:
    """`train_rows` of `table.row_training` over lists; to be called in the context of the same precision."""
    storable = formulas.storability(ZERO, largest(precision))
    update = table.row_update(
        begin_exp=lambda x: (x, x),
        finish_exp=lambda x, _: exp(x),
        softmax_gradient=softmax_gradient,
        step=step,
        suspect=lambda suspicion, *scalars: suspicion or not storable(*scalars),
        total=total,
        total_of_squares=total_of_squares,
        greatest=greatest,
        unsuspected=False,
    )
    return table.row_training(
        update=update,
        suspected=same,
        place=table.first_lost(storable, ZERO),
        correction=lambda beta, t: bias_correction(beta, t, precision),
        at=Window,
        wide=same,
        aligned=same,
        scalar=mpfr,
        zero=ZERO,
        one=ONE,
        unit=1,
    )


def checking(precision: int | None = None) -> Callable[..., int]:
    """`check` of `flat.flat_check` over lists; to be called in a context that has binary64 at least."""
    storable = formulas.storability(ZERO, largest(precision))
    doubt = formulas.doubt(storable, same, abs, operator.not_, ZERO, 1 - mpfr("1e-9", 53))

    def suspect(seen: int, *scalars: Any) -> int:
        refusable, moved = doubt(*scalars)
        return seen | int(refusable) | int(moved) << 1

    return flat.flat_check(suspect, same, 0)


SUMMARISE = table.row_summary(log=log, sqrt=sqrt, total=total, at=Window, scalar=mpfr, one=ONE)
