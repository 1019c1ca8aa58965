"""The files of the suite and its table: `suite()` gives every case of every format, `files()` their bytes.

A case is one file, or for sharded sets a folder of the index and what lies beside it. The table says of each:
verdict, code, rule and the rule's source; other projects can read it without Bob.
"""

from __future__ import annotations

import json
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from bob.canonical import hex_digest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.formats.case import Case

TABLE = "table.json"
# Of each format: its folder, the module and function of its cases, and how its files' names end.
FORMATS = (
    ("safetensors", "safetensors_files", "cases", ".safetensors"),
    ("gguf", "gguf_files", "cases", ".gguf"),
    ("zip", "archive_files", "cases", ".zip"),
    ("torch", "torch_files", "cases", ".pt"),
    ("npy", "npy_files", "npy_cases", ".npy"),
    ("npz", "npy_files", "npz_cases", ".npz"),
    ("llmc", "raw_files", "llmc_cases", ".bin"),
    ("llama2c", "raw_files", "llama2c_cases", ".bin"),
)
# Cases of several files: what the first is called, and how it and those beside it are found in a case.
SETS = (
    ("shards", "shards_files", "sets", "model.safetensors.index.json", "beside"),
    ("tfjs", "raw_files", "tfjs_cases", "model.json", "files"),
)


class Member(NamedTuple):
    """A case of a format, and its files by path below the format's folder; the first is to be read."""

    format: str
    case: Case
    files: tuple[tuple[str, bytes], ...]


def suite() -> Iterator[Member]:
    """Every case, format by format."""
    for name, module, function, suffix in FORMATS:
        for case in getattr(import_module(f"tests.formats.{module}"), function)():
            yield Member(name, case, ((f"{case.name}{'' if '.' in case.name else suffix}", case.content),))
    for name, module, function, first, beside in SETS:
        for each in getattr(import_module(f"tests.formats.{module}"), function)():
            folder, others = each.case.name, getattr(each, beside)
            # What a case names outside of its folder is no part of the suite.
            more = ((f"{folder}/{p}", content) for p, content in others.items() if "../" not in p)
            yield Member(name, each.case, ((f"{folder}/{first}", each.case.content), *more))


def files() -> dict[str, bytes]:
    """Every file of the suite by its path below fixtures/formats, the table included."""
    found: dict[str, bytes] = {}
    rows = []
    for member in suite():
        for path, content in member.files:
            assert f"{member.format}/{path}" not in found, path
            found[f"{member.format}/{path}"] = content
        path, content = member.files[0]
        case = member.case
        rows.append(
            {
                "format": member.format,
                "file": f"{member.format}/{path}",
                "verdict": case.verdict,
                "code": case.code,
                "rule": case.rule,
                "source": case.source,
                "blake3": hex_digest(content),
            }
        )
    table = json.dumps(rows, indent=1, ensure_ascii=True) + "\n"
    return found | {TABLE: table.encode()}
