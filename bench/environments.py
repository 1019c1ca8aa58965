"""Environments of their own, under bench/.envs: one for Bob as a wheel, one for each peer, and gcc's program.

    prepared = prepare("torch")
    prepared.python, prepared.absent          # one of them is None

What cannot be prepared is absent with the reason, not a failure. A warm environment is kept while its
requirements, and for Bob its sources, stay as they were. Pip takes its settings from where it always does:
for a CPU build of torch where the registry's own is not,
PIP_EXTRA_INDEX_URL=https://download.pytorch.org/whl/cpu.
"""

from __future__ import annotations

import hashlib
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
PLACE = Path(__file__).parent / ".envs"
REQUIREMENTS = {
    "bob": (),
    "numpy": ("numpy>=2.2,<3",),
    "jax": ("jax>=0.7,<0.11", "numpy>=2.2,<3"),
    "torch": ("torch==2.13.0", "numpy>=2.2,<3"),
}
# Folders that no wheel of Bob is made of; hidden ones are not either.
_ELSEWHERE = ("bench", "demo", "docs", "fixtures", "tests")
C_FLAGS = (
    "-O3",
    "-march=native",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-trapping-math",
    "-static",
)
_LIMIT_S = 1800


class Prepared(NamedTuple):
    """An environment's interpreter (or the program that was built), or why there is none; what is in it."""

    python: Path | None
    absent: str | None
    versions: dict[str, str]


def prepare(name: str) -> Prepared:
    """The environment `name` of `REQUIREMENTS`, made or made again only where it is not as it must be."""
    folder = PLACE / name
    python = folder / "bin" / "python"
    ready = folder / ".ready"
    key = _key(name)
    if not (ready.exists() and ready.read_text() == key and python.exists()):
        try:
            if not python.exists():
                _run(sys.executable, "-m", "venv", str(folder))
            _install(name, python)
        except (OSError, subprocess.SubprocessError) as wrong:
            return Prepared(None, _reason(wrong), {})
        ready.write_text(key)
    return Prepared(python, None, versions(python))


def given(python: Path) -> Prepared:
    """An environment that somebody else made."""
    return Prepared(python, None, versions(python))


def build_c(source: Path, name: str) -> Prepared:
    """The C program of `source`, static, built by gcc; built anew each time, for that is quick."""
    program = PLACE / name
    compiler = shutil.which("gcc")
    if compiler is None:
        return Prepared(None, "no gcc", {})
    PLACE.mkdir(exist_ok=True)
    try:
        _run(compiler, *C_FLAGS, "-o", str(program), str(source), "-lm")
        said = _run(compiler, "-dumpfullversion").strip()
    except (OSError, subprocess.SubprocessError) as wrong:
        return Prepared(None, _reason(wrong), {})
    return Prepared(program, None, {"gcc": said, "flags": " ".join(C_FLAGS)})


def versions(python: Path) -> dict[str, str]:
    """The version of the interpreter and of every package beside it."""
    program = (
        "import platform, importlib.metadata as m\n"
        "print('python', platform.python_version())\n"
        "for d in m.distributions(): print(d.name, d.version)"
    )
    lines = _run(str(python), "-I", "-c", program).splitlines()
    found = dict(line.split(" ", 1) for line in lines)
    return {name: found[name] for name in sorted(found) if name not in ("pip", "setuptools", "wheel")}


def _install(name: str, python: Path) -> None:
    pip = (str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check")
    if name == "bob":
        _run(*pip, str(ROOT))
        _run(*pip, "--force-reinstall", "--no-deps", "--no-cache-dir", str(ROOT))
    else:
        _run(*pip, *REQUIREMENTS[name])


def _key(name: str) -> str:
    """What an environment is made of: its requirements, and for Bob the bytes of its sources."""
    digest = hashlib.sha256(repr((sys.version, REQUIREMENTS[name])).encode())
    if name == "bob":
        for path in sorted(_sources()):
            digest.update(path.name.encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()


def _sources() -> Iterator[Path]:
    for top in ROOT.iterdir():
        if top.is_file():
            yield top
        elif top.name not in _ELSEWHERE and not top.name.startswith("."):
            yield from (p for p in top.rglob("*") if p.is_file() and "__pycache__" not in p.parts)


def _run(*arguments: str) -> str:
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=_LIMIT_S, check=True)
    return done.stdout


def _reason(wrong: Exception) -> str:
    """The last line that was said, which is what a reader needs."""
    said = (getattr(wrong, "stderr", None) or str(wrong)).strip().splitlines()
    errors = [line for line in said if "error" in line.lower()]
    return (errors or said or [type(wrong).__name__])[-1].strip()
