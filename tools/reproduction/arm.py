"""Bob on 64-bit Arm: Debian's arm64 Python and PyPI's aarch64 wheels, under QEMU's user-mode emulation.

    python = prepared(cache)            # ("qemu-aarch64", ..., "python3.11"); raises Absent with the reason

Packages are taken apart into a folder, not installed, and need no right but to write there. Nothing of them
runs but the interpreter, and that under the emulator.
"""

from __future__ import annotations

import re
import shutil
import sys
from typing import TYPE_CHECKING

from reproduction.cases import ROOT
from reproduction.environments import NEWEST, Place, requirements
from reproduction.judgement import Absent, made

if TYPE_CHECKING:
    from pathlib import Path

EMULATOR = "qemu-aarch64"
_PACKAGES = ("python3", "libstdc++6", "zlib1g")
# What NumPy, Numba and LLVM name as the least C library of their wheels, and what others do.
_PLATFORMS = (
    "manylinux2014_aarch64",
    "manylinux_2_17_aarch64",
    "manylinux_2_27_aarch64",
    "manylinux_2_28_aarch64",
)


def prepared(cache: Path, cpu: str = "") -> tuple[str, ...]:
    """The command that is a Python with Numba for aarch64."""
    emulator = shutil.which(EMULATOR)
    if emulator is None:
        raise Absent(f"no {EMULATOR}")
    root, site = cache / "arm64", cache / "arm64-site"
    ready = site / ".ready"
    wanted = "\n".join(requirements(Place("", NEWEST, NEWEST)))
    if not ready.exists() or ready.read_text() != wanted:
        for folder in (root, site):
            shutil.rmtree(folder, ignore_errors=True)
        _unpack(root, cache / "arm64-packages")
        _install(site, _interpreter(root), wanted.splitlines())
        ready.write_text(wanted)
    chosen = ("-cpu", cpu) if cpu else ()
    variables = ("-E", f"PYTHONPATH={ROOT}:{site}")
    return (emulator, *chosen, "-L", str(root), *variables, str(_interpreter(root)))


def version() -> str:
    """The emulator's version."""
    return made(EMULATOR, "--version").splitlines()[0].removeprefix("qemu-aarch64 version ")


def _interpreter(root: Path) -> Path:
    found = [
        path for path in (root / "usr" / "bin").glob("python3.*") if re.fullmatch(r"python3\.\d+", path.name)
    ]
    if not found:
        raise Absent("Debian's arm64 packages hold no Python")
    return found[0]


def _unpack(root: Path, downloads: Path) -> None:
    """Debian's packages for arm64 by an apt of its own, which knows of nothing that is installed."""
    for folder in ("state/lists/partial", "cache/archives/partial"):
        (downloads / folder).mkdir(parents=True, exist_ok=True)
    (downloads / "status").touch()
    settings = {
        "APT::Architecture": "arm64",
        "APT::Architectures": "arm64",
        "Dir::State": str(downloads / "state"),
        "Dir::State::status": str(downloads / "status"),
        "Dir::Cache": str(downloads / "cache"),
    }
    options = [argument for name, value in settings.items() for argument in ("-o", f"{name}={value}")]
    made("apt-get", *options, "--quiet", "update")
    chosen = ("--yes", "--no-install-recommends", "--download-only")
    made("apt-get", *options, "--quiet", "install", *chosen, *_PACKAGES)
    for package in sorted((downloads / "cache" / "archives").glob("*.deb")):
        made("dpkg-deb", "--extract", str(package), str(root))


def _install(site: Path, interpreter: Path, wanted: list[str]) -> None:
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile")
    platforms = [f"--platform={platform}" for platform in _PLATFORMS]
    chosen = ("--only-binary=:all:", f"--python-version={interpreter.name.removeprefix('python')}")
    made(*pip, "--target", str(site), *platforms, *chosen, *wanted)
