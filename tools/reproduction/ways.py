"""Every way in which the runs are made, in the order of the page.

    for way in ways(cache): ...

`cache` keeps environments from one time to the next. A way takes what it needs when it is its turn.
"""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from reproduction import arm, environments, native
from reproduction.bare import bare
from reproduction.judgement import Way
from reproduction.portable import portable

if TYPE_CHECKING:
    from collections.abc import Iterator

PROCESSORS = "Processors of x86-64"
VERSIONS = "Versions of Python, Numba and NumPy"
ARM = "64-bit Arm"
PORTABLE = "A C program from the documents alone"
BROKEN = "Broken on purpose"
# Beside the least, a core with 256-bit SVE; the emulator's own choice of processor can do both.
_ARM_CPUS = ("generic", "neoverse-v1")
_C_OPTIONS: tuple[tuple[str, ...], ...] = (("-O0",), ("-O2",), ("-O3", "-march=native"))
# s390x is big-endian; its C library would have float_t be double, and only the option says that nothing is.
_CROSS = {
    "aarch64": ((("-O0",), ("-O2",), ("-O3",)), "qemu-aarch64"),
    "riscv64": ((("-O2",),), "qemu-riscv64"),
    "s390x": ((("-O2", "-fexcess-precision=fast"),), "qemu-s390x"),
}
_FUSED = ("-std=c11", "-ffp-contract=fast")
_REORDERED = ("-std=c11", "-ffp-contract=off", "-ffast-math")


def ways(cache: Path) -> list[Way]:
    """All of them."""
    return [*_processors(), *_versions(cache), *_arm(cache), *_portable(), *_broken()]


def _processors() -> Iterator[Way]:
    python = Path(sys.executable)
    for cpu, name in (*((cpu, cpu) for cpu in native.NEEDS), (native.HOST, "this processor")):
        yield Way(PROCESSORS, f"{name}, kept", partial(native.kept, python=python, cpu=cpu), native.THREADS)
        compiled = partial(native.in_process, prefix=(sys.executable,), cpu=cpu)
        yield Way(PROCESSORS, f"{name}, in process", compiled, native.THREADS)
    yield Way(PROCESSORS, "x86-64-v4, in an emulated machine", partial(bare, cpu="x86-64-v4"))


def _versions(cache: Path) -> Iterator[Way]:
    for place in environments.PLACES:
        kept, compiled = (partial(each, place, cache) for each in (_kept_in, _compiled_in))
        yield Way(VERSIONS, f"{place.name}, kept", kept, native.THREADS)
        yield Way(VERSIONS, f"{place.name}, in process", compiled, native.THREADS)


def _kept_in(place: environments.Place, cache: Path, folder: Path) -> dict[str, str]:
    return native.kept(folder, environments.prepared(place, cache))


def _compiled_in(place: environments.Place, cache: Path, folder: Path) -> dict[str, str]:
    return native.in_process(folder, (str(environments.prepared(place, cache)),))


def _arm(cache: Path) -> Iterator[Way]:
    for cpu in _ARM_CPUS:
        yield Way(ARM, f"{cpu}, in process", partial(_compiled_for_arm, cpu, cache), native.THREADS)


def _compiled_for_arm(cpu: str, cache: Path, folder: Path) -> dict[str, str]:
    return native.in_process(folder, arm.prepared(cache), cpu) | {"emulator": arm.version()}


def _portable() -> Iterator[Way]:
    for compiler in ("gcc", "clang"):
        for options in _C_OPTIONS:
            yield _compiled_c(compiler, options)
    for machine, (choices, emulator) in _CROSS.items():
        for options in choices:
            yield _compiled_c(f"{machine}-linux-gnu-gcc", options, (emulator,))


def _compiled_c(compiler: str, options: tuple[str, ...], runner: tuple[str, ...] = ()) -> Way:
    build = partial(portable, compiler=(compiler, *options), runner=runner)
    return Way(PORTABLE, " ".join((compiler, *options)), build)


def _broken() -> Iterator[Way]:
    fused = partial(native.kept, python=Path(sys.executable), cpu="x86-64-v3", fused="fused")
    yield Way(BROKEN, "kernels for x86-64-v3, LLVM free to fuse, kept", fused, native.THREADS, is_broken=True)
    name = "kernels for x86-64-v4, LLVM free to fuse, in an emulated machine"
    yield Way(BROKEN, name, partial(bare, cpu="x86-64-v4", fused="fused"), is_broken=True)
    contracted = partial(portable, compiler=("gcc", "-O2", "-march=haswell"), exact=_FUSED)
    yield Way(BROKEN, "gcc -O2 -march=haswell, free to fuse", contracted, is_broken=True)
    reordered = partial(portable, compiler=("gcc", "-O2"), exact=_REORDERED)
    yield Way(BROKEN, "gcc -O2 -ffast-math", reordered, is_broken=True)
