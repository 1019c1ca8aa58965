"""The C program that was written from the documents alone, by several compilers and for several processors.

    way = portable(folder, ("aarch64-linux-gnu-gcc", "-O3"), runner=("qemu-aarch64",))

tests/independent/program.c shares no code with Bob; what it agrees on, the documents fix.
"""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

from reproduction.cases import CASES, INVOCATIONS, ROOT, expected
from reproduction.judgement import Absent, file_of, said

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = ROOT / "tests" / "independent" / "program.c"
# Nothing fused, and no wider format than the operands': as docs/arithmetic.md demands.
EXACT = ("-std=c11", "-ffp-contract=off")


def portable(
    folder: Path, compiler: tuple[str, ...], runner: tuple[str, ...] = (), exact: tuple[str, ...] = EXACT
) -> dict[str, str]:
    """Build and run the program, which writes every checkpoint itself."""
    for needed in (compiler[0], *runner[:1]):
        if shutil.which(needed) is None:
            raise Absent(f"no {needed}")
    built = folder / "program"
    static = ("-static",) if runner else ()
    said(*compiler, *exact, *static, "-o", str(built), str(SOURCE), "-lm")
    for case in CASES:
        record, out = folder / f"{case.vocabulary}.input", folder / f"{case.vocabulary}-1" / "made"
        record.write_bytes(case.record)
        out.parent.mkdir()
        sizes = (str(case.vocabulary), str(len(case.prompts)))
        said(*runner, str(built), *sizes, str(record), str(out), str(INVOCATIONS))
        for step in expected(case):
            out.with_suffix(f".{step}").rename(file_of(folder, case, 1, step))
    facts = {
        "compiler": said(compiler[0], "--version").splitlines()[0],
        "flags": " ".join((*compiler[1:], *exact)),
    }
    if runner:
        facts["emulator"] = said(runner[0], "--version").splitlines()[0]
    return facts
