"""Derives plans from the families and a contract, and keeps them in the cache folder.

    keep_envelope_plan(contract, contract_bytes, lines, stamped=[...])    after a file was verified in full
    keep_run_plan(contract, contract_bytes)                               after an invocation was made in full

A plan holds the refinements as code (`bob.spec.source`), every size and place as a number of the family at
the contract's dims, the words of the report, and stamps of all that it depends on. Nothing is needed to be
kept: where the cache folder is missing, unsafe or full, the next process takes the full path again.
"""

from __future__ import annotations

import importlib.util
import marshal
import os
import sys
from typing import TYPE_CHECKING, Any

from bob.envelope.header import AT, NO_PARENT, build_header, read_header
from bob.run import quick
from bob.spec.source import acceptance
from bob.store import Buffer
from bob.store_cache import CacheFolder, Unsafe, folder_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from types import CodeType

    from bob.envelope.contract import Contract
    from bob.spec.at import FamilyAt
    from bob.spec.record import Record

_OF_A_STATE = ("step", "input_digest", "parent", "chunk_digests", "header_digest")
# The modules that serve a plan, in the order in which they import each other.
_SERVING = {
    "envelope": ("bob.store_calls", "bob.run.quick.reading", "bob.run.quick.verify"),
    "run": (
        "bob.store_calls",
        "bob.kernels.signatures",
        "bob.kernels.calls",
        "bob.run.quick.process",
        "bob.run.said",
        "bob.run.quick.reading",
        "bob.run.quick.resume",
    ),
}
# Folders that no checkpoint is verified or updated by.
_NO_PART = ("__pycache__", "cli", "proof", "proofs")
_LIBRARIES = ("blake3", "construct", "gmpy2", "llvmlite", "numba", "numpy")


def why_not() -> str:
    """Why no plan can serve on this host; empty where one can."""
    if sys.platform != "linux":
        return f"the quick path is for Linux, and this is {sys.platform}"
    return ""


def keep_envelope_plan(
    contract: Contract,
    contract_bytes: bytes,
    lines: Sequence[str],
    stamped: Iterable[str],
    environment: Mapping[str, str] = os.environ,
) -> None:
    """Keep the plan for `verify envelope`; `lines` is its report below the first line, for every sound file.

    `stamped` are the files outside the package that the lines depend on.
    """
    made = envelope_plan(contract)
    made["lines"] = tuple(lines)
    made["stamps"] += tuple(quick.stamp(path) for path in stamped)
    keep("envelope", made, contract_bytes, environment)


def keep(kind: str, made: dict[str, Any], contract_bytes: bytes, environment: Mapping[str, str]) -> None:
    """Write a plan into the cache folder, if there is one that takes it."""
    name = quick.entry_name(kind, contract_bytes, environment)
    try:
        with CacheFolder(folder_of(environment), create=True) as cache:
            whole = {"kind": kind, "package": quick.PACKAGE, "modules": _modules(_SERVING[kind]), **made}
            cache.write(name, marshal.dumps(whole))
    except (OSError, Unsafe):
        pass


def _modules(names: Iterable[str]) -> tuple[tuple[str, str, CodeType], ...]:
    """Name, file and code of each module, without what only readers need."""
    found = []
    for name in names:
        path = os.path.join(quick.PACKAGE, *name.split(".")[1:]) + ".py"
        with open(path, "rb") as source:
            found.append((name, path, compile(source.read(), path, "exec", optimize=2)))
    return tuple(found)


def envelope_plan(contract: Contract) -> dict[str, Any]:
    """What every plan holds: a checkpoint's sizes, its header's places and statements, and the stamps."""
    count, updates = contract.at["chunk_count"], contract["updates"]
    header = build_header(contract, updates, NO_PARENT, NO_PARENT, [NO_PARENT] * count)
    record = read_header(Buffer(header)).record
    assert record is not None
    text = acceptance("header", AT, record, header, _OF_A_STATE)
    return {
        "stamps": _stamps(),
        "programs": {"header": code_of(text, "header")},
        "places": {name: place(AT, name, record) for name in _OF_A_STATE},
        "n_bytes": len(header) + contract["payload"],
        "header_bytes": len(header),
        "chunk_bytes": contract["chunk"],
    }


def place(at: FamilyAt, name: str, record: Record | None = None) -> tuple[int, int]:
    """Where a field begins and ends."""
    begin = at.offset(name, record)
    return begin, begin + at.size(name, record)


def code_of(text: str, name: str) -> CodeType:
    """The code of the function that a text defines."""
    defined: dict[str, Any] = {}
    exec(compile(text, f"<plan: {name}>", "exec"), defined)
    code: CodeType = defined[name].__code__
    return code


def _stamps() -> tuple[quick.Stamp, ...]:
    """Stamps of the package's own source and folders, and of the libraries that the full path needs."""
    paths = []
    for folder, folders, files in os.walk(quick.PACKAGE):
        folders[:] = sorted(name for name in folders if name not in _NO_PART)
        paths += [folder, *(os.path.join(folder, name) for name in sorted(files) if name.endswith(".py"))]
    for library in _LIBRARIES:
        found = importlib.util.find_spec(library)
        if found is not None and found.origin:
            paths.append(found.origin)
    return tuple(quick.stamp(path) for path in paths)
