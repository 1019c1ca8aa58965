"""The native reading: the table of bytes trained by compiled kernels, over NumPy's planes.

    trace = train(p, m, v, targets, hyperparameters, first_update, n_updates)

`exact` must give the same bits; touched planes and the order of every sum are those of `table`. The kernels
come from `cache` as a shared object, or where none can serve from Numba in this process, by `compiled`; the
bits are the same. Importing this module compiles nothing and does not need Numba; the first call may compile.
Where the compiler is off, missing or failing, everything here refuses (BOB810), whether or not kernels are
kept: there is no slower path. `require_native` asks beforehand, and every call asks again, for another
library may have changed how this thread rounds.
"""

from __future__ import annotations

import os
import sys
import zlib
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from bob.errors import Finding, Refused
from bob.kernels import cache as kept
from bob.kernels import compiled, signatures
from bob.kernels.calls import function
from bob.kernels.trace import Hyperparameters, Trace, diverged

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from numpy.typing import NDArray

    Plane = NDArray[np.float32]

LAST_UPDATE = 2**63

# A known answer for `require_native`, from the exact reading (tests/kernels/test_native.py recomputes it).
PROBE_HYPERPARAMETERS = Hyperparameters(0x3D4CCCCD, 0x3F666666, 0x3F7FBE77, 0x322BCC77, 0x3C23D70A)
PROBE_ANSWER = 0x3C931D0C


def require_native() -> None:
    """Compile the kernels if they are not yet, and make them reproduce a known answer.

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
    threads: int = 1,
) -> Trace[Plane]:
    """Make `n_updates` AdamW updates of the table, in place (docs/arithmetic.md).

    p, m and v are [V, V] float32, C-contiguous; targets [V] integers below V; updates count from 1, so the
    first after step k is k + 1. Losses (nats) and norms, [n_updates] float32, are of the state before each
    update. Rows are shared out among `threads`, which changes no bit. Raises Diverged where an update leaves
    a scalar that no checkpoint may hold: the planes are then half updated. Before anything is touched,
    Refused (BOB810) as `require_native` does, and ValueError for arguments that are not as said here.
    """
    _require_arguments((p, m, v), targets, first_update, n_updates, threads)
    require_native()
    words = targets.astype(np.uint32)
    trace, rank = _run(p, m, v, words, hyperparameters, first_update, n_updates, threads)
    if rank >= 0:
        raise diverged(rank, len(targets) ** 2, first_update)
    return trace


def adamw(
    planes: tuple[Plane, Plane, Plane], g: Plane, hyperparameters: Hyperparameters, c1: float, c2: float
) -> None:
    """One AdamW update of flat planes P, M, V [count] by their gradient g [count], in place.

    c1 and c2 are the corrections of the update, binary32. Raises Refused (BOB810) as `require_native` does.
    """
    require_native()
    kernels()["adamw"](*map(_address, (*planes, g)), g.size, *_constants(hyperparameters), c1, c2)


def check(planes: tuple[Plane, Plane, Plane], a: float, k: float, c: float) -> int:
    """What flat planes P, M, V [count] show: see `flat.flat_check`."""
    require_native()
    return kernels()["check"](*map(_address, planes), planes[0].size, a, k, c)


def exp32(x: Plane) -> Plane:
    """exp of every element, correctly rounded: float32 of any shape, a new array of the same shape."""
    require_native()
    return _mapped("exp", x)


def log32(x: Plane) -> Plane:
    """The natural logarithm of every element, correctly rounded: float32 of any shape, as `exp32`."""
    require_native()
    return _mapped("log", x)


@cache
def kernels() -> Mapping[str, Callable[..., int]]:
    """The C functions of `signatures` as calls; raises whatever Numba or `cache` raises."""
    if kept.why_not():
        addresses: Mapping[str, int] = {name: compiled.address(name) for name in signatures.SIGNATURES}
    else:
        addresses = kept.kernels_of(os.environ)
    return {name: function(addresses[name], letters) for name, letters in signatures.SIGNATURES.items()}


def _require_arguments(
    planes: tuple[Plane, ...], targets: NDArray[Any], first_update: int, n_updates: int, threads: int
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
    if threads < 1:
        raise ValueError(f"{threads} threads make no updates")


def _turned_off() -> str:
    """Why Numba would not compile; empty if it would. Kept kernels need no compiler: it is not imported."""
    value = os.environ.get("NUMBA_DISABLE_JIT", "").strip()
    if value not in ("", "0"):
        return f"Numba's compiler is turned off: NUMBA_DISABLE_JIT={value}"
    missing = [name for name in ("numba", "llvmlite") if find_spec(name) is None]
    if missing:
        return f"Numba cannot be imported: no module named {missing[0]}"
    # Numba reads this file where it is imported.
    asked = os.path.lexists(".numba_config.yaml") or "numba" in sys.modules
    try:
        off = asked and import_module("numba").config.DISABLE_JIT
    except Exception as caught:
        return f"Numba cannot be imported: {_in_one_line(caught)}"
    return "Numba's compiler is turned off: numba.config.DISABLE_JIT" if off else ""


def _failing() -> str:
    """Why the kernels cannot be had; empty if they reproduce the known answer."""
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
    trace, _ = _run(p, m, v, np.array([0, 2, 1], np.uint32), PROBE_HYPERPARAMETERS, 1, 2, 1)
    return zlib.crc32(b"".join(a.tobytes() for a in (p, m, v, *trace)))


def _run(
    p: Plane,
    m: Plane,
    v: Plane,
    targets: NDArray[np.uint32],
    hyperparameters: Hyperparameters,
    first_update: int,
    n_updates: int,
    threads: int,
) -> tuple[Trace[Plane], int]:
    """Call the kernels with their scratch; gives the trace and the first lost scalar's rank, or -1."""
    n = len(targets)
    called, constants = kernels(), _constants(hyperparameters)
    rows = np.empty(signatures.row_results(n, n_updates), np.float32)

    def train_rows(first: int, end: int) -> int:
        scratch = np.empty(signatures.train_scratch(n, n_updates), np.float32)
        buffers = map(_address, (p, m, v, targets))
        results = map(_address, (rows, scratch))
        return called["train_rows"](
            *buffers, n, first, end - first, *constants, first_update, n_updates, *results
        )

    ranks = _shared_out(train_rows, n, min(threads, n))
    trace = np.empty(signatures.trace_results(n_updates), np.float32)
    rank = min((rank for rank in ranks if rank >= 0), default=-1)
    if rank < 0:
        scratch = np.empty(signatures.summarise_scratch(n), np.float32)
        called["summarise"](_address(rows), n, n_updates, _address(trace), _address(scratch))
    return Trace(trace[:n_updates], trace[n_updates:]), rank


def _shared_out(train_rows: Callable[[int, int], int], n: int, threads: int) -> list[int]:
    """What the calls for consecutive rows give, a call a thread; a call gives up the interpreter's lock."""
    bounds = [n * i // threads for i in range(threads + 1)]
    if threads == 1:
        return [train_rows(0, n)]
    with ThreadPoolExecutor(threads) as pool:
        return list(pool.map(lambda bound: train_rows(*bound), pairwise(bounds)))


def _constants(hyperparameters: Hyperparameters) -> list[float]:
    constants: list[float] = np.array(hyperparameters, np.uint32).view(np.float32).tolist()
    return constants


def _address(array: NDArray[Any]) -> int:
    return array.ctypes.data


def _mapped(name: str, x: Plane) -> Plane:
    x = np.ascontiguousarray(x, np.float32)
    y = np.empty_like(x)
    _map(name)(_address(x), _address(y), x.size)
    return y


@cache
def _map(name: str) -> Callable[..., int]:
    return function(compiled.address(name), compiled.MAPS[name])
