"""The native reading: the formulas and loops compiled by Numba over binary32. The only importer of Numba.

    trace = train(p, m, v, targets, hyperparameters, first_update, n_updates)

Nothing is contracted or reassociated: no fastmath, no parallel reduction, `error_model="numpy"` (x / 0 is
IEEE's). `exact` must give the same bits; touched planes and the order of every sum are those of `table`.
Importing this module compiles nothing and does not need Numba; the first call compiles. Where the compiler is
off, missing or failing, everything here refuses (BOB810): there is no slower path. `require_native` asks
beforehand, and every call asks again, for another library may have changed how this thread rounds.
"""

from __future__ import annotations

import ctypes
import operator
import os
import zlib
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from bob.errors import Finding, Refused
from bob.kernels import elementary, formulas, reduction, table
from bob.kernels.trace import Hyperparameters, Trace, diverged

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    Plane = NDArray[np.float32]

LAST_UPDATE = 2**63

# Division by zero gives infinity or NaN and raises nothing. No array expressions: nothing to rewrite.
OPTIONS: dict[str, Any] = {"error_model": "numpy", "no_rewrites": True}

# A known answer for `require_native`, from the exact reading (tests/kernels/test_native.py recomputes it).
PROBE_HYPERPARAMETERS = Hyperparameters(0x3D4CCCCD, 0x3F666666, 0x3F7FBE77, 0x322BCC77, 0x3C23D70A)
PROBE_ANSWER = 0x3C931D0C


class Operations(NamedTuple):
    """What the formulas are given, and `jit`, which compiles a function that others call."""

    jit: Callable[..., Any]
    sqrt: Any
    larger: Any
    exp: Any
    log: Any


def require_native() -> None:
    """Compile the kernel if it is not yet, and make it reproduce a known answer.

    Raises Refused (BOB810) saying why Bob cannot run natively: the compiler is turned off, cannot be imported
    or fails, or what it compiled gives other bits.
    """
    reason = _turned_off() or _failing()
    if reason:
        raise Refused("run", [Finding("BOB810", "kernels", reason, "kernels compiled by Numba")])


def train(
    p: Plane,
    m: Plane,
    v: Plane,
    targets: NDArray[Any],
    hyperparameters: Hyperparameters,
    first_update: int,
    n_updates: int,
) -> Trace[Plane]:
    """Make `n_updates` AdamW updates of the table, in place (docs/arithmetic.md).

    p, m and v are [V, V] float32, C-contiguous; targets [V] integers below V; updates count from 1, so the
    first after step k is k + 1. Losses (nats) and norms, [n_updates] float32, are of the state before each
    update. Raises Diverged where an update leaves a scalar that no checkpoint may hold: the planes are then
    half updated. Before anything is touched, Refused (BOB810) as `require_native` does, and ValueError for
    arguments that are not as said here.
    """
    _require_arguments((p, m, v), targets, first_update, n_updates)
    require_native()
    trace, rank = _run(p, m, v, targets.astype(np.uint32), hyperparameters, first_update, n_updates)
    if rank >= 0:
        raise diverged(rank, len(targets) ** 2, first_update)
    return trace


def exp32(x: Plane) -> Plane:
    """exp of every element, correctly rounded: float32 of any shape, a new array of the same shape."""
    require_native()
    return _mapped("exp", x)


def log32(x: Plane) -> Plane:
    """The natural logarithm of every element, correctly rounded: float32 of any shape, as `exp32`."""
    require_native()
    return _mapped("log", x)


@cache
def train_kernel() -> Any:
    """The compiled kernel, a Numba CFunc: `train` of `table.table_training`, buffers by address.

    p, m, v, targets (u32), n (i64), five binary32 constants, first_update (u64), n_updates (i64), then trace,
    rows, corrections, g, work; gives i64. Raises whatever Numba raises.
    """
    numba = _numba()
    float32, float64 = numba.float32, numba.float64
    jit, sqrt, larger, exp, log = operations()
    zero, one, unit = np.float32(0), np.float32(1), np.uint64(1)
    storable = jit(formulas.storability(zero, np.finfo(np.float32).max))
    train = table.table_training(
        exp=exp,
        log=log,
        sqrt=sqrt,
        softmax_gradient=jit(formulas.softmax_gradient),
        step=jit(formulas.adamw(sqrt, one)),
        storable=storable,
        place=jit(table.first_lost(storable, zero)),
        correction=jit(formulas.bias_correction(float64, float32, np.float64(1), unit)),
        total=jit(reduction.halving(operator.add)),
        greatest=jit(reduction.halving(larger)),
        scalar=float32,
        zero=zero,
        one=one,
        unit=unit,
    )
    integer, buffer = numba.int64, numba.types.CPointer(float32)
    planes, constants, scratch = [buffer] * 3, [float32] * 5, [buffer] * 5
    words, unsigned = numba.types.CPointer(numba.uint32), numba.uint64
    signature = integer(*planes, words, integer, *constants, unsigned, integer, *scratch)
    return numba.cfunc(signature, **OPTIONS)(train)


@cache
def operations() -> Operations:
    """The native operations over binary32; exp and log are compiled into whatever calls them."""
    from llvmlite import ir

    numba = _numba()
    float32, float64, intrinsic = numba.float32, numba.float64, numba.extending.intrinsic
    f32, f64, i32, i64 = ir.FloatType(), ir.DoubleType(), ir.IntType(32), ir.IntType(64)

    def unary(kind: Any, emit: Callable[[Any, Any], Any]) -> Any:
        def operation(_typing: Any, _x: Any) -> Any:
            return kind(kind), lambda _context, builder, _signature, args: emit(builder, args[0])

        return intrinsic(operation)

    def larger(_typing: Any, _a: Any, _b: Any) -> Any:
        return float32(float32, float32), lambda _context, builder, _signature, args: builder.call(
            builder.module.declare_intrinsic("llvm.maxnum", [f32], ir.FunctionType(f32, [f32, f32])), args
        )

    def root(builder: Any, x: Any) -> Any:
        return builder.call(builder.module.declare_intrinsic("llvm.sqrt", [f32]), [x])

    def shift_up(builder: Any, x: Any) -> Any:
        return builder.bitcast(builder.shl(builder.bitcast(x, i64), i64(52)), f64)

    def shift_down(builder: Any, x: Any) -> Any:
        return builder.sitofp(builder.trunc(builder.lshr(builder.bitcast(x, i64), i64(52)), i32), f64)

    power_of_two, biased_exponent = unary(float64, shift_up), unary(float64, shift_down)
    called = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
    embedded = numba.njit(**called, forceinline=True)
    return Operations(
        jit=numba.njit(**called),
        sqrt=unary(float32, root),
        larger=intrinsic(larger),
        exp=embedded(elementary.exponential(float64, float32, power_of_two)),
        log=embedded(elementary.logarithm(float64, float32, power_of_two, biased_exponent)),
    )


def _require_arguments(
    planes: tuple[Plane, ...], targets: NDArray[Any], first_update: int, n_updates: int
) -> None:
    n = targets.size
    if targets.ndim != 1 or targets.dtype.kind not in "ui" or n == 0:
        raise ValueError("targets are not a row of integers")
    if int(targets.min()) < 0 or int(targets.max()) >= n:
        raise ValueError(f"a target is not below {n}")
    if any(a.shape != (n, n) or a.dtype != np.float32 or not a.flags.carray for a in planes):
        raise ValueError(f"a plane is not a writable, aligned, C-contiguous float32 array of {n} x {n}")
    if n_updates < 0 or not 1 <= first_update <= LAST_UPDATE - n_updates + 1:
        raise ValueError(f"{n_updates} updates from update {first_update} do not lie between 1 and 2^63")


def _turned_off() -> str:
    """Why Numba would not compile; empty if it would."""
    value = os.environ.get("NUMBA_DISABLE_JIT", "").strip()
    if value not in ("", "0"):
        return f"Numba's compiler is turned off: NUMBA_DISABLE_JIT={value}"
    try:
        numba = _numba()
    except Exception as caught:
        return f"Numba cannot be imported: {_in_one_line(caught)}"
    return "Numba's compiler is turned off: numba.config.DISABLE_JIT" if numba.config.DISABLE_JIT else ""


def _numba() -> Any:
    """Numba, imported at the first use; its stubs know neither `no_rewrites` nor the wrappers left out."""
    import numba
    import numba.extending

    return numba


def _failing() -> str:
    """Why the kernel cannot be had; empty if it reproduces the known answer."""
    try:
        answer = _probe()
    except Exception as caught:
        return f"Numba cannot compile the kernels: {_in_one_line(caught)}"
    return "" if answer == PROBE_ANSWER else "the compiled kernel gives other bits than the known answer"


def _in_one_line(caught: Exception) -> str:
    """The exception's type and its first line that tells something: Numba's first lines name its passes."""
    lines = [line.strip() for line in str(caught).splitlines()]
    telling = [line for line in lines if line and not line.startswith("Failed in nopython mode")]
    return ": ".join([type(caught).__name__, *telling[:1]])


def _probe() -> int:
    """Two updates of three rows that reach subnormal numbers: the CRC-32 of P, M, V, losses and norms."""
    p = np.array([[0.0, -100.0, -60.0], [0.25, 0.5, -0.125], [-0.0, 1.0, 3.0]], np.float32)
    m, v = np.zeros_like(p), np.zeros_like(p)
    trace, _ = _run(p, m, v, np.array([0, 2, 1], np.uint32), PROBE_HYPERPARAMETERS, 1, 2)
    return zlib.crc32(b"".join(a.tobytes() for a in (p, m, v, *trace)))


def _run(
    p: Plane,
    m: Plane,
    v: Plane,
    targets: NDArray[np.uint32],
    hyperparameters: Hyperparameters,
    first_update: int,
    n_updates: int,
) -> tuple[Trace[Plane], int]:
    """Call the kernel with its scratch; gives the trace and the kernel's answer."""
    n = len(targets)
    trace, corrections = np.empty((2, 2 * n_updates), np.float32)
    rows, g, work = (np.empty(size, np.float32) for size in (3 * n_updates * n, n, n))
    constants = np.array(hyperparameters, np.uint32).view(np.float32).tolist()
    rank = train_kernel().ctypes(
        *map(_address, (p, m, v, targets)),
        *(n, *constants, first_update, n_updates),
        *map(_address, (trace, rows, corrections, g, work)),
    )
    return Trace(trace[:n_updates], trace[n_updates:]), rank


def _address(array: NDArray[Any]) -> Any:
    word = ctypes.c_uint32 if array.dtype == np.uint32 else ctypes.c_float
    return array.ctypes.data_as(ctypes.POINTER(word))


def _mapped(name: str, x: Plane) -> Plane:
    x = np.ascontiguousarray(x, np.float32)
    y = np.empty_like(x)
    _map_kernel(name).ctypes(_address(x), _address(y), x.size)
    return y


@cache
def _map_kernel(name: str) -> Any:
    numba, operation = _numba(), getattr(operations(), name)

    def kernel(x: Any, y: Any, n: int) -> None:
        for i in range(n):
            y[i] = operation(x[i])

    buffer = numba.types.CPointer(numba.float32)
    return numba.cfunc(numba.void(buffer, buffer, numba.int64), **OPTIONS)(kernel)
