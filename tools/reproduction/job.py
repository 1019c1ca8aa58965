"""Inside one Python: Bob's kernels built for a processor, or runs made by what Numba compiles in the process.

    python -P job.py build [CPU [fused]]    the kernels as a shared object, kept where BOB_CACHE_DIR says
    python -P job.py runs FILE              the commands of a JSON list, each with a copy of its checkpoint

Both print the facts of what was used as JSON. Bob itself is not changed: an object for another processor is
laid where Bob looks for its own, and compiling in the process is what Bob does where no object can serve.
`fused` lets LLVM contract a product and a sum: the way that must differ.
"""

from __future__ import annotations

import json
import os
import platform
import re
import shutil
import sys
from importlib.metadata import version
from pathlib import Path

_OPERATION = re.compile(r"\b(fadd|fsub|fmul) (?=float|double|<)")
_FUSED = re.compile(r"\bv?fn?m(?:add|sub|la|ls)\w*\b")
_REGISTERS = {
    "x86_64": {"xmm": r"%xmm", "ymm": r"%ymm", "zmm": r"%zmm"},
    "aarch64": {"v.4s, v.2d": r"\bv\d+\.(?:4s|2d)", "sve z": r"\bz\d+\.[sd]\b"},
}


def build(cpu: str = "", fused: str = "") -> dict[str, str]:
    """Keep the kernels for a processor of LLVM's, or as Bob builds them where none is named."""
    from bob.kernels import cache, compiled
    from bob.kernels import object as objects
    from bob.kernels.signatures import SIGNATURES
    from bob.store_cache import CacheFolder, folder_of

    processor = objects.Processor(cpu, "") if cpu else None
    text = objects.optimised({name: compiled.llvm_text(name) for name in SIGNATURES}, processor=processor)
    if fused:
        text = _OPERATION.sub(r"\1 contract ", text)
    if cpu:
        content = objects.generated(text, processor)
        with CacheFolder(folder_of(os.environ), create=True) as kept:
            kept.write_plain(cache._name(content, text), content)
    else:
        cache.kernels_of(os.environ)
    return facts() | {"cpu": cpu or objects.target()["cpu"]} | _counted(objects.assembly(text, processor))


def runs(path: str) -> dict[str, str]:
    """Make runs by kernels that Numba compiles in this process."""
    from bob.kernels import cache

    cache.why_not = lambda: "compiled in the process on purpose"
    from bob.cli.main import main

    for arguments, checkpoint, copy in json.loads(Path(path).read_text()):
        if main(arguments):
            raise SystemExit(f"bob {' '.join(arguments)} failed")
        shutil.copy(checkpoint, copy)
    return facts() | _compiled()


def facts() -> dict[str, str]:
    """Versions of what compiles and runs."""
    from llvmlite import binding

    packages = {name: version(name) for name in ("numba", "llvmlite", "numpy")}
    llvm = ".".join(map(str, binding.llvm_version_info))
    return {"machine": platform.machine(), "python": platform.python_version(), **packages, "llvm": llvm}


def _compiled() -> dict[str, str]:
    """What Numba compiled for, and the instructions that it made of the kernel that trains."""
    from llvmlite import binding

    from bob.kernels import compiled

    library, _ = compiled._lowered("train_rows", "address")
    cpu = os.environ.get("NUMBA_CPU_NAME") or binding.get_host_cpu_name()
    return {"cpu": cpu} | _counted(library.get_asm_str())


def _counted(assembly: str) -> dict[str, str]:
    """How often instructions name vector registers of each width, and how many are fused."""
    patterns = _REGISTERS[platform.machine()]
    named = {name: len(re.findall(pattern, assembly)) for name, pattern in patterns.items()}
    vectors = ", ".join(f"{name} {count}" for name, count in named.items())
    return {"registers": vectors, "fused": str(len(_FUSED.findall(assembly)))}


if __name__ == "__main__":
    print(json.dumps((build if sys.argv[1] == "build" else runs)(*sys.argv[2:])))
