"""What is proved: the families that Bob ships (`shipped`), or those of a Python file (`families_in`)."""

from __future__ import annotations

import runpy
import sys
import traceback
from contextlib import contextmanager, redirect_stdout
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from bob.errors import Finding, Refused
from bob.spec import families
from bob.spec.family import FamilyMeta
from bob.store import read_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_MODULE = "bob_prove_subject"
MOST_BYTES = 1 << 24


def shipped() -> tuple[FamilyMeta, ...]:
    """Every family under `bob/spec/families`, by module and then in the order of definition."""
    found: list[FamilyMeta] = []
    for module in sorted(info.name for info in iter_modules(families.__path__)):
        name = f"{families.__name__}.{module}"
        found += _defined(vars(import_module(name)).values(), name)
    return tuple(found)


def families_in(path: str) -> tuple[FamilyMeta, ...]:
    """The families that a Python file defines, in order; the file is executed, with its folder on `sys.path`.

    Raises `Refused`: BOB124 for a file that cannot be read or executed or defines no family, and whatever
    code a badly made family is refused with.
    """
    read_file(path, MOST_BYTES)
    try:
        # What the file prints is not the answer: it goes beside it, to standard error.
        with _importable(str(Path(path).resolve().parent)), redirect_stdout(sys.stderr):
            names = runpy.run_path(path, run_name=_MODULE)
    except Refused:
        raise
    except KeyboardInterrupt:
        raise
    except BaseException as fault:
        raise _unreadable(path, f"{type(fault).__name__}: {fault}", _place(fault, path)) from None
    found = _defined(names.values(), _MODULE)
    if not found:
        raise _unreadable(path, "it defines no family")
    return tuple(found)


def _defined(values: Iterable[object], module: str) -> list[FamilyMeta]:
    """The families among the values of a module that are its own, each once."""
    own = [value for value in values if isinstance(value, FamilyMeta) and value.__module__ == module]
    return list(dict.fromkeys(own))


def _unreadable(path: str, found: str, note: str = "") -> Refused:
    return Refused(path, [Finding("BOB124", Path(path).name, found, note=note)])


def _place(fault: BaseException, path: str) -> str:
    """The line of the file at which it went wrong, as far as there is one."""
    if isinstance(fault, SyntaxError):
        return f"line {fault.lineno}" if fault.lineno else ""
    lines = [frame.lineno for frame in traceback.extract_tb(fault.__traceback__) if frame.filename == path]
    return f"line {lines[-1]}" if lines else ""


@contextmanager
def _importable(folder: str) -> Iterator[None]:
    """What stands beside a file can be imported by it, as when Python runs it."""
    sys.path.insert(0, folder)
    try:
        yield
    finally:
        sys.path.remove(folder)
