"""Compiled kernels tried against the exact reading, computed now: two rows, ten updates, bit for bit.

    deviation(kernels)      # empty, or what deviates first

The rows hold scalars of many sizes, subnormal ones too, in a number that no vector divides.
"""

from __future__ import annotations

import random
from array import array
from typing import TYPE_CHECKING, Any

from bob.kernels import exact, signatures
from bob.kernels.trace import Hyperparameters

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bob.kernels.calls import Kernels

COLUMNS = 101
ROWS = 2
UPDATES = 10
# Of the planes' scalars: the biased exponent below which they lie.
_EXPONENTS = {"p": 0x82, "m": 0x78, "v": 0x70, "g": 0x7C}
_SUBNORMAL = 1
_HYPERPARAMETERS = Hyperparameters(0x3D4CCCCD, 0x3F666666, 0x3F7FBE77, 0x322BCC77, 0x3C23D70A)
_INFINITY = 0x7F800000


def deviation(kernels: Kernels) -> str:
    """Where the kernels give other bits than the exact reading; empty where they give none."""
    for name, trial in _TRIALS.items():
        native, reference = trial(kernels)
        for place, (found, expected) in enumerate(zip(native, reference, strict=True)):
            if found != expected:
                return f"{name} gives {found:08x} for {expected:08x} at {place}"
    return ""


def _scalars(name: str, count: int) -> array[int]:
    """Bit patterns of finite numbers, the same ones every time, some subnormal; of V, none below zero."""
    highest = (_SUBNORMAL, *[_EXPONENTS[name]] * 7)
    drawn = random.Random(name)
    signs = [0] if name == "v" else [0, 1]
    return array(
        "I", [drawn.choice(signs) << 31 | drawn.randrange(drawn.choice(highest) << 23) for _ in range(count)]
    )


def _train(kernels: Kernels) -> tuple[Sequence[int], Sequence[int]]:
    planes = [_scalars(name, ROWS * COLUMNS) for name in "pmv"]
    targets = array("I", [COLUMNS - 1, 0])
    rows = array("I", bytes(4 * signatures.row_results(COLUMNS, UPDATES)))
    trace = array("I", bytes(4 * signatures.trace_results(UPDATES)))
    scratch = array("I", bytes(4 * _scratch()))
    reference = _trained([list(plane) for plane in planes], targets)
    constants = _floats(_HYPERPARAMETERS)
    shape = (COLUMNS, 0, ROWS)
    called = (*map(_address, planes), _address(targets), *shape, *constants, 1, UPDATES)
    rank = kernels.train_rows(*called, _address(rows), _address(scratch))
    _repeat_rows(rows)
    kernels.summarise(_address(rows), COLUMNS, UPDATES, _address(trace), _address(scratch))
    return [rank, *planes[0], *planes[1], *planes[2], *rows, *trace], reference


def _scratch() -> int:
    return max(signatures.train_scratch(COLUMNS, UPDATES), signatures.summarise_scratch(COLUMNS))


def _repeat_rows(rows: Any) -> None:
    """Give the rows that were not trained the results of those that were, so that all can be summed."""
    for begin in range(0, len(rows), COLUMNS):
        for b in range(ROWS, COLUMNS):
            rows[begin + b] = rows[begin + b % ROWS]


def _trained(planes: list[list[int]], targets: Sequence[int]) -> list[int]:
    with exact.context():
        p, m, v = ([exact.scalar(bits) for bits in plane] for plane in planes)
        rows = [exact.ZERO] * signatures.row_results(COLUMNS, UPDATES)
        trace = [exact.ZERO] * signatures.trace_results(UPDATES)
        scratch = [exact.ZERO] * _scratch()
        constants = map(exact.scalar, _HYPERPARAMETERS)
        rank = exact.training()(p, m, v, targets, COLUMNS, 0, ROWS, *constants, 1, UPDATES, rows, scratch)
        _repeat_rows(rows)
        exact.SUMMARISE(rows, COLUMNS, UPDATES, trace, scratch)
    return [rank, *map(exact.bits, (*p, *m, *v, *rows, *trace))]


def _adamw(kernels: Kernels) -> tuple[Sequence[int], Sequence[int]]:
    p, m, v, g = (_scalars(name, COLUMNS) for name in "pmvg")
    with exact.context():
        constants = [*map(exact.scalar, _HYPERPARAMETERS)]
        corrections = [exact.bias_correction(beta, UPDATES) for beta in constants[1:3]]
        scalars = zip(*([exact.scalar(bits) for bits in plane] for plane in (p, m, v, g)), strict=True)
        stepped = [exact.step(*each, *constants, *corrections) for each in scalars]
        reference = [exact.bits(x) for plane in zip(*stepped, strict=True) for x in plane]
    numbers = (*_floats(_HYPERPARAMETERS), *map(float, corrections))
    kernels.adamw(*map(_address, (p, m, v, g)), COLUMNS, *numbers)
    return [*p, *m, *v], reference


def _check(kernels: Kernels) -> tuple[Sequence[int], Sequence[int]]:
    """Each way to be suspect, at a place of its own, and none."""
    native, reference = [], []
    for plane, place, bits in _SUSPECTS:
        planes = [array("I", bytes(4 * COLUMNS)) for _ in "pmv"]
        planes[plane][place] = bits
        native.append(kernels.check(*map(_address, planes), COLUMNS, 0.0, 1.0, 1.0))
        with exact.context(53):
            scalars = ([exact.scalar(x) for x in each] for each in planes)
            reference.append(exact.checking()(*scalars, COLUMNS, exact.ZERO, exact.ONE, exact.ONE))
    return native, reference


# Plane (P, M, V), place and bits: nothing, infinite, below zero, a moment beyond the law, one within it.
_SUSPECTS = (
    (0, 0, 0),
    *((plane, place, _INFINITY) for plane in range(3) for place in (0, COLUMNS - 1)),
    (2, COLUMNS // 2, 0x80000001),
    (1, COLUMNS // 2, 0x3F800000),
    (2, COLUMNS // 2, 0x3F800000),
)
_TRIALS: dict[str, Callable[[Kernels], tuple[Sequence[int], Sequence[int]]]] = {
    "train": _train,
    "adamw": _adamw,
    "check": _check,
}


def _address(buffer: array[int]) -> int:
    return buffer.buffer_info()[0]


def _floats(patterns: Sequence[int]) -> Sequence[float]:
    return memoryview(array("I", patterns)).cast("B").cast("f").tolist()
