"""Rooms import downwards only, and heavy libraries live at leaves (docs/design.md)."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parent.parent
# A room may import rooms of a lower level, and modules of its own.
LEVELS = {
    "errors": 0,
    "codes": 0,
    "canonical": 0,
    "judged": 1,
    "binary32": 0,
    "host": 1,
    "moments": 1,
    "parallel": 1,
    "spec": 1,
    "kinds": 1,
    "store": 2,
    "layout": 3,
    "codec": 4,
    "proof": 4,
    "adversary": 5,
    "kernels": 5,
    "envelope": 5,
    "formats": 5,
    "claims": 6,
    "schema": 6,
    "learners": 6,
    "shards": 6,
    "sealing": 6,
    "torch": 6,
    "arrays": 7,
    "run": 7,
    "project": 7,
    "cli": 8,
    "__main__": 9,
    "pytest": 9,
    "tools": 9,
}
FORBIDDEN = {("run", "proof"), ("kernels", "envelope"), ("envelope", "kernels"), ("envelope", "proof")}
LEAVES = {
    "z3": {"bob/proof/solvers.py"},
    "cvc5": {"bob/proof/solvers.py"},
    "bitwuzla": {"bob/proof/solvers.py"},
    "construct": {"bob/codec.py"},
    "numba": {"bob/kernels/compiled.py", "bob/kernels/operations.py", "tools/check_exp_log.py"},
    "llvmlite": {"bob/kernels/emission.py", "bob/kernels/object.py"},
    "gmpy2": {"bob/kernels/exact.py", "tools/check_exp_log.py"},
    "blake3": {"bob/canonical.py", "bob/store_cache.py"},
    "torch": {"bob/torch.py", "bob/torch_tensors.py"},
    "numpy": {
        "bob/arrays.py",
        "bob/kernels/native.py",
        "bob/envelope/values.py",
        "bob/envelope/difference.py",
        "bob/formats/differences.py",
        "bob/formats/elements.py",
        "bob/formats/summaries.py",
        "bob/formats/values.py",
        "bob/learners/byte_table.py",
        "bob/learners/corpus.py",
        "bob/run/advance.py",
        "bob/schema/optimizer_law.py",
        "bob/schema/optimizer_values.py",
        "bob/schema/values.py",
        "tools/check_exp_log.py",
    },
}
BANNED = {
    "utils",
    "helpers",
    "common",
    "manager",
    "handler",
    "data",
    "info",
    "base",
    "model",
    "valid",
    "error",
}


def sources() -> list[Path]:
    return sorted([*(ROOT / "bob").rglob("*.py"), *(ROOT / "tools").glob("*.py")])


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            yield node.module or ""


def room(module: str) -> str:
    """The room of `bob.codec_values` is codec: a module and its siblings of one first word are one room."""
    parts = module.split(".")
    return parts[0] if parts[0] == "tools" else re.sub(r"(?<=[a-z])_[a-z]\w+", "", parts[1])


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


ROOMS = [path for path in sources() if path != ROOT / "bob" / "__init__.py"]


@pytest.mark.parametrize("path", ROOMS, ids=module_of)
def test_a_room_imports_only_rooms_below_it(path: Path) -> None:
    here = room(module_of(path))
    upwards = []
    for name in imports(path):
        if not name.startswith("bob."):
            continue
        there = room(name)
        if there != here and (LEVELS[there] >= LEVELS[here] or (here, there) in FORBIDDEN):
            upwards.append(name)
    assert upwards == []


@pytest.mark.parametrize("path", sources(), ids=module_of)
def test_a_heavy_library_is_imported_at_its_leaf_alone(path: Path) -> None:
    name = str(path.relative_to(ROOT))
    tops = {module.split(".")[0] for module in imports(path)}
    assert [library for library, leaves in LEAVES.items() if library in tops and name not in leaves] == []


def test_no_module_or_class_has_a_banned_name() -> None:
    modules = {path.stem for path in sources()}
    classes = {
        node.name.lower()
        for path in sources()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.ClassDef)
    }
    assert (modules | classes) & BANNED == set()


def loaded_by(code: str) -> set[str]:
    """The top-level modules that a fresh process has loaded after `code`."""
    program = f"{code}\nimport sys; print(' '.join(sorted({{m.split('.')[0] for m in sys.modules}})))"
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    return set(ran.stdout.splitlines()[-1].split())


def test_importing_bob_loads_no_third_party_module() -> None:
    third_party = {"numpy", "numba", "z3", "construct", "blake3", "gmpy2", "click"}
    assert loaded_by("import bob") & third_party == set()


@pytest.mark.parametrize("command", [["verify", "envelope"], ["inspect"]], ids=" ".join)
def test_reading_an_envelope_loads_no_numpy_numba_or_z3(command: list[str]) -> None:
    good = str(ROOT / "fixtures" / "good" / "envelope-v1.ckpt")
    code = f"from bob.cli.main import main; assert main({[*command, good]!r}) == 0"
    loaded = loaded_by(code)
    assert "blake3" in loaded
    assert loaded & {"numpy", "numba", "llvmlite", "z3", "gmpy2"} == set()


def test_the_quick_path_loads_nothing_that_costs_more_than_it_does() -> None:
    modules = ("bob.run.quick", "bob.run.quick.reading", "bob.run.quick.resume", "bob.run.quick.verify")
    code = "".join(f"import {module}\n" for module in modules)
    plain = f"import sys; sys.path[:0] = {sys.path!r}\n"
    program = f"{plain}before = set(sys.modules)\n{code}print(*sorted(set(sys.modules) - before))"
    ran = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True
    )
    loaded = {name for name in ran.stdout.split() if name.split(".")[0] != "bob"}
    assert loaded <= {"_ctypes", "_stat", "blake3", "blake3.blake3"}


def test_every_promised_name_is_there() -> None:
    import bob

    assert [name for name in bob.__all__ if not hasattr(bob, name)] == []
    assert set(bob.__all__) <= set(dir(bob))
    with pytest.raises(AttributeError):
        _ = bob.no_such_name
