"""Plans are kept for the very installation that they were derived from, and void when anything is touched."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bob.envelope.contract import Contract
from bob.kernels import cache as kernel_cache
from bob.run import quick
from bob.run.quick import attempt, planning, planning_run
from tests.checkpoints import SMALL
from tests.run.quick.conftest import LATER, Place, entry, plan_of

if TYPE_CHECKING:
    from collections.abc import Callable

COMMANDS = pytest.mark.parametrize("command", ["run", "envelope"])


# What a plan holds.


@COMMANDS
def test_a_plan_stamps_every_module_of_the_package_that_decides_anything(place: Place, command: str) -> None:
    plan = plan_of(place, command)
    assert plan is not None
    package = Path(quick.PACKAGE)
    stamped = {Path(path) for path, *_ in plan["stamps"]}
    apart = {package / name for name in ("cli", "proof")}
    modules = {path for path in package.rglob("*.py") if not apart & set(path.parents)}
    assert modules <= stamped
    assert {module.parent for module in modules} <= stamped


@COMMANDS
@pytest.mark.parametrize("library", ["numba", "llvmlite", "numpy", "blake3", "construct", "gmpy2"])
def test_a_plan_stamps_the_libraries_of_the_full_path(place: Place, command: str, library: str) -> None:
    plan = plan_of(place, command)
    assert plan is not None
    origin = __import__(library).__file__
    assert origin in {path for path, *_ in plan["stamps"]}


def test_the_plan_for_envelopes_stamps_what_its_lines_are_of(place: Place) -> None:
    from bob.cli.verify import stamped_files

    plan = plan_of(place, "envelope")
    assert plan is not None
    assert set(stamped_files()) <= {path for path, *_ in plan["stamps"]}


def test_what_a_plan_says_of_sizes_is_what_the_contract_derives(place: Place) -> None:
    plan = plan_of(place, "run")
    assert plan is not None
    assert plan["n_bytes"] == len(LATER)
    assert (plan["chunk_bytes"], plan["scalars"]) == (SMALL["chunk"], SMALL.at["parameter_count"])
    assert (plan["vocabulary"], plan["updates"]) == (SMALL["data.vocabulary"], SMALL["updates"])


def test_invocations_that_take_several_calls_of_the_kernels_have_no_plan(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept: list[str] = []
    monkeypatch.setattr(planning_run, "keep", lambda kind, *_: kept.append(kind))
    monkeypatch.setattr("bob.learners.byte_table._SCALARS_A_CALL", 10 * SMALL.at["parameter_count"])
    for updates, expected in (("10", ["run"]), ("11", [])):
        kept.clear()
        planning_run.keep_run_plan(SMALL.changed({"updates": updates}), place.contract.read_bytes())
        assert kept == expected


@pytest.mark.usefixtures("hidden")
def test_without_a_kept_object_there_is_no_plan_for_runs(
    place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(kernel_cache, "entry", lambda _: None)
    place.contract.write_text(f"{SMALL.toml()}\n# another\n")
    planning_run.keep_run_plan(SMALL, place.contract.read_bytes())
    assert not entry(place, "run").exists()


# Whose it is.


@pytest.mark.parametrize("name", quick._CHOOSING)
@COMMANDS
def test_under_another_path_to_modules_it_is_another_plan(place: Place, command: str, name: str) -> None:
    assert plan_of(place, command) is not None
    assert plan_of(place, command, **{name: "/elsewhere"}) is None


def test_each_installation_python_kind_and_contract_has_a_plan_of_its_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    names = [
        quick.entry_name(kind, contract, {}) for kind in ("run", "envelope") for contract in (b"", b"a", b"b")
    ]
    names += [quick.entry_name("run", b"", {"PYTHONPATH": value}) for value in ("", "a", "\udcff")]
    names.append(quick.entry_name("run", b"", {"PYTHONHOME": "a"}))
    with monkeypatch.context() as patched:
        patched.setattr(quick, "PACKAGE", "/elsewhere/bob")
        names.append(quick.entry_name("run", b"", {}))
    with monkeypatch.context() as patched:
        patched.setattr(sys, "version", "3.99")
        names.append(quick.entry_name("run", b"", {}))
    assert len(set(names)) == len(names)


def test_a_variable_that_chooses_no_module_chooses_no_plan() -> None:
    assert quick.entry_name("run", b"", {"LANG": "C"}) == quick.entry_name("run", b"", {})


# Stamps.

# A file system's clock ticks at least a hundred times a second.
TICK_S = 0.02


def written(path: Path) -> None:
    path.write_bytes(path.read_bytes())


def dated(path: Path) -> None:
    """Touched, and its time put back: the time of change tells."""
    before = path.stat()
    os.utime(path, ns=(0, 0))
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))


def grown(path: Path) -> None:
    path.write_bytes(path.read_bytes() + b"#")


def replaced(path: Path) -> None:
    other = path.with_suffix(".other")
    shutil.copy2(path, other)
    other.rename(path)


def removed(path: Path) -> None:
    path.unlink()


def permitted(path: Path) -> None:
    path.chmod(0o600 if path.stat().st_mode & 0o777 != 0o600 else 0o644)


@pytest.mark.parametrize(
    "change", [written, dated, grown, replaced, removed, permitted], ids=lambda change: change.__name__
)
def test_a_file_that_was_touched_is_no_longer_fresh(tmp_path: Path, change: Callable[[Path], None]) -> None:
    paths = [tmp_path / name for name in "abc"]
    for path in paths:
        path.write_bytes(b"x")
    stamps = [quick.stamp(str(path)) for path in paths]
    assert quick.fresh(stamps)
    time.sleep(TICK_S)
    change(paths[-1])
    assert not quick.fresh(stamps)


@pytest.mark.parametrize("which", range(2), ids=["ctime", "inode"])
def test_every_part_of_a_stamp_counts(tmp_path: Path, which: int) -> None:
    (tmp_path / "a").write_bytes(b"x")
    path, *numbers = quick.stamp(str(tmp_path / "a"))
    numbers[which] += 1
    assert not quick.fresh([(path, *numbers)])  # type: ignore[arg-type]


@pytest.mark.parametrize("stamps", [[("a", 1, 2, 3)], [("a", 1)]], ids=["more", "less"])
def test_stamps_of_another_form_are_not_fresh(stamps: Any) -> None:
    assert not quick.fresh(stamps)


@pytest.mark.parametrize("change", [Path.touch, Path.mkdir], ids=["file", "folder"])
def test_a_folder_that_gains_something_is_no_longer_fresh(
    tmp_path: Path, change: Callable[[Path], None]
) -> None:
    stamps = [quick.stamp(str(tmp_path))]
    time.sleep(TICK_S)
    change(tmp_path / "more")
    assert not quick.fresh(stamps)


@COMMANDS
def test_a_plan_that_is_not_fresh_does_not_serve(
    place: Place, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    monkeypatch.setattr(quick, "fresh", lambda _: False)
    assert attempt(getattr(place, command), os.environ) is None


# A package of its own, in processes of its own.

_SCRIPT = (
    "import sys, os\nfrom bob.run.quick import PACKAGE, attempt\n"
    "status = attempt(sys.argv[1:], os.environ)\n"
    "print(); print(PACKAGE, status)"
)


class Copy:
    """The package, copied where it can be touched."""

    def __init__(self, folder: Path, place: Place) -> None:
        self.package = folder / "bob"
        shutil.copytree(quick.PACKAGE, self.package, ignore=shutil.ignore_patterns("__pycache__"))
        shutil.copytree(Path(quick.PACKAGE).parent / "proofs", folder / "proofs")
        # To verify an envelope Numba is found, and not imported.
        self.numba = folder / "numba"
        self.numba.mkdir()
        (self.numba / "__init__.py").touch()
        self.place = place
        self.environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}

    def full(self) -> None:
        """Verify an envelope in a process of its own; it keeps its plan."""
        self._run(["-m", "bob"])

    def is_served(self) -> bool:
        """Whether the quick path of the copy verifies the envelope."""
        package, status = self._run(["-c", _SCRIPT]).splitlines()[-1].split()
        assert package == str(self.package)
        return status == "0"

    def _run(self, begun: list[str]) -> str:
        command = [sys.executable, *begun, *self.place.envelope]
        ran = subprocess.run(
            command, capture_output=True, text=True, check=True, env=self.environment, cwd=self.package.parent
        )
        return ran.stdout


@pytest.fixture
def copied(tmp_path: Path, place: Place) -> Copy:
    return Copy(tmp_path / "copy", place)


def test_a_plan_is_void_once_any_part_of_the_installation_was_touched(copied: Copy) -> None:
    changes: dict[str, Callable[[], None]] = {
        "a module": lambda: (copied.package / "canonical.py").touch(),
        "numba": lambda: (copied.numba / "__init__.py").touch(),
        "a new module": lambda: (copied.package / "spec" / "new.py").touch(),
        "the command": lambda: (copied.package / "cli" / "verify.py").touch(),
    }
    assert not copied.is_served()
    served = {}
    for name, change in changes.items():
        copied.full()
        before = copied.is_served()
        change()
        served[name] = (before, copied.is_served())
    assert served == dict.fromkeys(changes, (True, False))


# Folders that cannot be used.


@pytest.mark.parametrize("environment", [{}, {"HOME": "relative"}, {"BOB_CACHE_DIR": "/nowhere/at all"}])
def test_where_there_is_no_folder_there_is_no_plan(environment: dict[str, str]) -> None:
    assert quick.kept("run", b"", environment) is None


def test_plans_are_not_kept_where_the_folder_is_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir(mode=0o700)
    (tmp_path / "link").symlink_to("real")
    environment = {"BOB_CACHE_DIR": str(tmp_path / "link")}
    planning.keep_envelope_plan(Contract.shipped(), b"", ["a line"], [], environment)
    assert list((tmp_path / "real").iterdir()) == []
    planning.keep_envelope_plan(
        Contract.shipped(), b"", ["a line"], [], {"BOB_CACHE_DIR": str(tmp_path / "real")}
    )
    assert len(list((tmp_path / "real").iterdir())) == 1


@pytest.mark.parametrize("platform", ["darwin", "win32"])
def test_a_system_that_no_plan_serves_is_said(monkeypatch: pytest.MonkeyPatch, platform: str) -> None:
    assert planning.why_not() == ""
    monkeypatch.setattr(sys, "platform", platform)
    assert platform in planning.why_not()
