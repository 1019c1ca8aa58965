"""Installations of Bob without an installer: a folder with the launcher, links to Python, and packages.

    prefix = Prefix(tmp_path / "venv")            # Python's own links, no Bob
    put_bob(prefix.packages)                      # a stand-in that tells how it was started
    ran = prefix.run("quick", "--all")

The stand-in serves `quick ...` by its quick path and all else by its full path; both end with status 7.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import sysconfig
from pathlib import Path
from typing import Any, NamedTuple

PACKAGE = Path(__file__).parents[3] / "bob"
LAUNCHER = PACKAGE / "run" / "quick" / "launcher"
PYTHON = Path(sys.executable).resolve()
STATUS = 7
STAND_IN = f"""
import json, os, sys

def told(path):
    facts = dict(path=path, arguments=sys.argv[1:], process=os.getpid(), package=__file__)
    facts["isolated"] = bool(sys.flags.isolated)
    os.write(1, json.dumps(facts).encode())

def quick():
    if sys.argv[1:2] == ["quick"]:
        told("quick")
        os._exit({STATUS})

def main():
    told("full")
    sys.exit({STATUS})
"""
QUICK = """
def attempt(arguments):
    try:
        from bob.__main__ import quick
    except Exception:
        return
    quick()
"""


class Ran(NamedTuple):
    """What a command printed, its exit status, and the process that it was begun as."""

    status: int
    out: str
    err: str
    process: int

    @property
    def told(self) -> dict[str, Any]:
        """What the stand-in told."""
        facts: dict[str, Any] = json.loads(self.out)
        return facts


def run(command: list[str | Path], folder: Path | None = None, **changed: str) -> Ran:
    """Run a command in a folder, with changed variables; the tests' own PYTHON* are not its business."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "BOB_"))}
    with subprocess.Popen(
        command,
        cwd=folder,
        env=kept | changed,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        out, err = process.communicate()
    return Ran(process.returncode, out, err, process.pid)


class Prefix:
    """A folder as a virtual environment has it, with the launcher in `bin`."""

    def __init__(self, folder: Path, pythons: tuple[str, ...] = ("python", "python3")) -> None:
        self.folder = folder
        self.bin = folder / "bin"
        self.launcher = self.bin / "bob"
        self.packages = folder / "lib" / f"python{sysconfig.get_python_version()}" / "site-packages"
        self.bin.mkdir(parents=True)
        self.packages.mkdir(parents=True)
        for name in pythons:
            (self.bin / name).symlink_to(PYTHON)
        (folder / "pyvenv.cfg").write_text(f"home = {PYTHON.parent}\ninclude-system-site-packages = false\n")
        self.launcher.write_bytes(LAUNCHER.read_bytes())
        self.launcher.chmod(0o755)

    def put(self, name: str, text: str) -> Path:
        """Write a file among the packages."""
        return put(self.packages / name, text)

    def run(self, *arguments: str, folder: Path | None = None, **changed: str) -> Ran:
        """Call the launcher by its absolute path."""
        return run([self.launcher, *arguments], folder, **changed)

    def link_libraries(self) -> None:
        """Link what the tests' environment has installed, Bob's metadata too, but neither Bob nor .pth."""
        for folder in {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}:
            for each in Path(folder).iterdir():
                if each.name != "bob" and each.suffix != ".pth":
                    (self.packages / each.name).symlink_to(each)


def put_bob(folder: Path, text: str = STAND_IN) -> Path:
    """Write a stand-in for Bob's package, or another `__main__`; gives the latter's place."""
    put(folder / "bob" / "__init__.py", "")
    put(folder / "bob" / "run" / "__init__.py", "")
    put(folder / "bob" / "run" / "quick" / "__init__.py", QUICK)
    return put(folder / "bob" / "__main__.py", text)


def stand_in(folder: Path) -> Prefix:
    """A stand-in at a place whose name has spaces, quotes and more."""
    made = Prefix(folder / 'it\'s a "Bücher" $HOME \\n' / "-venv")
    put_bob(made.packages)
    return made


def put(path: Path, text: str) -> Path:
    """Write a file and the folders above it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path
