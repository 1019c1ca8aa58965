"""Schemas by name: `load_schema("llama")`, a shipped one, or `load_schema("FILE.py:Name")`, a user's own.

A file of schemas is Python and is run, so it is run only where a person named it. Raises `Refused`: BOB605
where there is no such schema, or whatever code a badly made one is refused with.
"""

from __future__ import annotations

import runpy
import sys
import traceback
from contextlib import redirect_stdout
from difflib import get_close_matches
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING

from bob.errors import Finding, Refused
from bob.schema.language import Schema, SchemaMeta
from bob.store import read_file

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_SHIPPED = "bob.schema.shipped"
_RUN = "bob_user_schemas"
_MOST_BYTES = 10_000_000


def load_schema(named: str) -> type[Schema]:
    """The schema of a shipped name, or of a Python file: `FILE.py:Name`, `FILE.py` where it has but one."""
    path, colon, name = named.rpartition(":")
    if not colon and named.endswith(".py"):
        path, colon, name = named, ":", ""
    if colon and path.endswith(".py"):
        return _chosen(named, schemas_in(path), name)
    return _chosen(named, shipped(), named)


def shipped() -> dict[str, type[Schema]]:
    """The shipped schemas by the name that commands give them: small letters, parted by dashes."""
    try:
        package = import_module(_SHIPPED)
    except ModuleNotFoundError as missing:
        if missing.name != _SHIPPED:
            raise
        return {}
    found: dict[str, type[Schema]] = {}
    for module in sorted(module.name for module in iter_modules(package.__path__)):
        path = f"{_SHIPPED}.{module}"
        found |= {_small(name): each for name, each in _own(vars(import_module(path)), path).items()}
    return found


def schemas_in(path: str) -> dict[str, type[Schema]]:
    """The schemas that a Python file defines, in order; the file is run, with its folder on `sys.path`."""
    read_file(path, _MOST_BYTES)
    sys.path.insert(0, str(Path(path).resolve().parent))
    try:
        # What the file prints is not the answer: it goes beside it, to standard error.
        with redirect_stdout(sys.stderr):
            names = runpy.run_path(path, run_name=_RUN)
    except (Refused, KeyboardInterrupt):
        raise
    except BaseException as fault:
        found = f"{type(fault).__name__}: {fault}"
        raise Refused(path, [Finding("BOB605", Path(path).name, found, note=_place(fault, path))]) from None
    finally:
        sys.path.pop(0)
    return _own(names, _RUN)


def _place(fault: BaseException, path: str) -> str:
    """The line of the file at which it went wrong, as far as there is one."""
    if isinstance(fault, SyntaxError):
        return f"line {fault.lineno}" if fault.lineno else ""
    lines = [frame.lineno for frame in traceback.extract_tb(fault.__traceback__) if frame.filename == path]
    return f"line {lines[-1]}" if lines else ""


def _own(names: Mapping[str, object], module: str) -> dict[str, type[Schema]]:
    return {
        value.__name__: value  # type: ignore[misc]
        for value in names.values()
        if isinstance(value, SchemaMeta) and value is not Schema and value.__module__ == module
    }


def _chosen(named: str, schemas: Mapping[str, type[Schema]], name: str) -> type[Schema]:
    if name in schemas:
        return schemas[name]
    if not name and len(schemas) == 1:
        return next(iter(schemas.values()))
    raise Refused(
        named,
        [
            Finding(
                "BOB605", name or named, "no schema of this name", _listed(schemas), note=_near(name, schemas)
            )
        ],
    )


def _listed(schemas: Iterable[str]) -> str:
    return ", ".join(schemas) or "a schema, and there is none"


def _near(name: str, schemas: Iterable[str]) -> str:
    (*near,) = get_close_matches(name, list(schemas), n=1)
    return f"nearest: {near[0]}" if near else ""


def _small(name: str) -> str:
    """`MixtureOfExperts` as `mixture-of-experts`, `GPT2` as `gpt2`."""
    parts: list[str] = []
    for before, letter in zip(" " + name, name, strict=False):
        parts.append(f"-{letter}" if letter.isupper() and (before.islower() or before.isdigit()) else letter)
    return "".join(parts).lower()
