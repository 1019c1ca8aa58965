"""The launcher in stand-in installations: found, followed, and never a traceback or a shell left."""

from __future__ import annotations

import shutil
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.run.quick.prefixes import STAND_IN, STATUS, Prefix, put, put_bob, run, stand_in

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(
    sys.platform not in ("linux", "darwin"), reason="no launcher is installed here"
)
PATHS = pytest.mark.parametrize("path", ["quick", "full"])
SHELLS = [shell for shell in ("dash", "bash", "busybox") if shutil.which(shell)]


@pytest.fixture
def prefix(tmp_path: Path) -> Prefix:
    return stand_in(tmp_path)


@PATHS
@pytest.mark.parametrize(
    "arguments",
    [
        ["two words", "", " "],
        ["--", "-c", "--help", "-"],
        ["'", '"', "`$(exit 3)`", "\\n", "*", "~", "!!"],
        ["é", "日本", "\U0001f40d", "line\nbreak\n", "\udcff"],
    ],
    ids=["empty and spaces", "dashes", "what shells read", "not ASCII"],
)
def test_arguments_arrive_as_they_were_given(prefix: Prefix, path: str, arguments: list[str]) -> None:
    ran = prefix.run(path, *arguments)
    assert (ran.told["path"], ran.told["arguments"]) == (path, [path, *arguments])


@PATHS
def test_the_exit_status_is_the_command_s(prefix: Prefix, path: str) -> None:
    assert prefix.run(path).status == STATUS


@PATHS
def test_the_process_that_was_begun_is_the_one_that_serves(prefix: Prefix, path: str) -> None:
    ran = prefix.run(path)
    assert ran.told["process"] == ran.process


def test_without_arguments_the_full_path_is_taken(prefix: Prefix) -> None:
    assert prefix.run().told["arguments"] == []


@PATHS
@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_reads_it(prefix: Prefix, path: str, shell: str) -> None:
    command: list[str | Path] = ["busybox", "sh"] if shell == "busybox" else [shell]
    ran = run([*command, prefix.launcher, path, "a b"])
    assert (ran.status, ran.told["arguments"], ran.told["process"]) == (STATUS, [path, "a b"], ran.process)


@PATHS
@pytest.mark.parametrize("variable", ["{}", "{}/", "bin", "bin/"], ids=["whole", "slash", "relative", "both"])
def test_it_is_found_through_path(prefix: Prefix, path: str, variable: str) -> None:
    search = f"{variable.format(prefix.bin)}:/usr/bin:/bin"
    assert run(["env", "bob", path], prefix.folder, PATH=search).told["path"] == path


@PATHS
@pytest.mark.parametrize("name", ["bin/bob", "./bin/bob", "lib/../bin//bob"])
def test_it_is_called_by_a_relative_path(prefix: Prefix, path: str, name: str) -> None:
    assert run([name, path], prefix.folder).told["path"] == path


@PATHS
def test_a_path_that_begins_with_a_dash_is_no_option(prefix: Prefix, path: str) -> None:
    assert run(["-venv/bin/bob", path], prefix.folder.parent).told["path"] == path


@PATHS
def test_it_is_read_by_its_bare_name(prefix: Prefix, path: str) -> None:
    assert run(["sh", "bob", path], prefix.bin).told["path"] == path


@PATHS
@pytest.mark.parametrize("name", ["python", "python3"])
def test_one_name_of_python_is_enough(tmp_path: Path, path: str, name: str) -> None:
    made = Prefix(tmp_path / "venv", pythons=(name,))
    put_bob(made.packages)
    assert made.run(path).told["path"] == path


@pytest.mark.parametrize("make", [Path.mkdir, Path.touch], ids=["a folder", "no run bit"])
def test_what_cannot_be_run_is_no_python(tmp_path: Path, make: Callable[[Path], None]) -> None:
    made = Prefix(tmp_path / "venv", pythons=("python",))
    put_bob(made.packages)
    make(made.bin / "python3")
    assert made.run("quick").told["path"] == "quick"


@pytest.mark.parametrize("dangling", [False, True], ids=["none", "a link to nowhere"])
def test_without_python_beside_it_it_says_what_to_run(tmp_path: Path, dangling: bool) -> None:
    made = Prefix(tmp_path / "a \\new venv", pythons=())
    if dangling:
        (made.bin / "python3").symlink_to(tmp_path / "gone")
    ran = made.run("run", "--fresh")
    said = f"bob: no python3 beside {made.launcher}; run: python3 -m bob\n"
    assert (ran.status, ran.out, ran.err) == (2, "", said)


def test_a_python_that_has_no_bob_is_named(tmp_path: Path) -> None:
    made = Prefix(tmp_path / "venv")
    ran = made.run("quick")
    python = made.bin / "python3"
    said = f"bob: {python} cannot load Bob: ModuleNotFoundError: No module named 'bob'; "
    assert (ran.status, ran.out, ran.err) == (
        2,
        "",
        f"{said}put it there: {python} -m pip install bob-ckpt\n",
    )


def test_a_python_that_has_no_bob_ends_with_2_where_nothing_can_be_said(tmp_path: Path) -> None:
    made = Prefix(tmp_path / "venv")
    ran = run(["sh", "-c", '"$0" 2>&-', made.launcher])
    assert (ran.status, ran.out) == (2, "")


@pytest.mark.parametrize(
    "text",
    ["import nowhere", "def broken(", "raise OSError('unreadable')", f"{STAND_IN}\nimport nowhere"],
    ids=["no library", "not Python", "unreadable", "late"],
)
def test_a_bob_that_cannot_be_loaded_ends_with_2_and_a_sentence(prefix: Prefix, text: str) -> None:
    put_bob(prefix.packages, text)
    ran = prefix.run("quick")
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "cannot load Bob" in ran.err


def test_bob_debug_shows_where_loading_failed(prefix: Prefix) -> None:
    put_bob(prefix.packages, "import nowhere")
    assert "Traceback" in prefix.run(BOB_DEBUG="1").err


def test_a_quick_path_that_cannot_be_loaded_leaves_all_to_the_full_path(prefix: Prefix) -> None:
    prefix.put("bob/run/quick/__init__.py", "raise ValueError")
    assert prefix.run("quick").told["path"] == "full"


@pytest.mark.parametrize("when", ["", "not "], ids=["quick", "full"])
def test_interrupted_while_it_is_loaded_it_ends_quietly_with_130(prefix: Prefix, when: str) -> None:
    interrupted = f"import sys\nif {when}sys.flags.isolated:\n    raise KeyboardInterrupt\n"
    put_bob(prefix.packages, interrupted + STAND_IN)
    ran = prefix.run("full")
    assert (ran.status, ran.out, ran.err) == (130, "", "")


@PATHS
def test_a_signal_ends_the_process_that_was_begun(prefix: Prefix, path: str) -> None:
    put_bob(prefix.packages, STAND_IN.replace("os.write(1", "os.kill(os.getpid(), 15), os.write(1"))
    assert prefix.run(path).status == -signal.SIGTERM


def test_the_full_path_respects_pythonpath(tmp_path: Path, prefix: Prefix) -> None:
    own = put_bob(tmp_path / "own")
    assert prefix.run("full", PYTHONPATH=str(tmp_path / "own")).told["package"] == str(own)


@PATHS
def test_modules_of_the_current_folder_are_not_imported(tmp_path: Path, prefix: Prefix, path: str) -> None:
    prefix.put("numpy.py", "")
    put_bob(prefix.packages, f"import numpy\n{STAND_IN}")
    for name in ("numpy.py", "json.py", "os.py", "sitecustomize.py", "bob/__init__.py", "bob/__main__.py"):
        put(tmp_path / "here" / name, "raise SystemExit('the wrong one')")
    assert prefix.run(path, folder=tmp_path / "here").told["path"] == path


@PATHS
def test_modules_beside_the_launcher_are_not_imported(prefix: Prefix, path: str) -> None:
    put(prefix.bin / "json.py", "raise SystemExit('the wrong one')")
    assert prefix.run(path).told["path"] == path


@PATHS
def test_a_current_folder_that_is_gone_does_not_matter(tmp_path: Path, prefix: Prefix, path: str) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    ran = run(["sh", "-c", 'rmdir "$PWD"; "$0" "$1"', prefix.launcher, path], gone)
    assert ran.told["path"] == path


def test_what_the_quick_path_raises_is_told_and_not_tried_again(prefix: Prefix) -> None:
    prefix.put("bob/run/quick/__init__.py", "def attempt(arguments):\n    raise ValueError('late')\n")
    tells = "def told(raised):\n    os.write(2, str(raised).encode())\n    return 9\n"
    prefix.put("bob/__main__.py", f"{STAND_IN}\n{tells}")
    ran = prefix.run("quick")
    assert (ran.status, ran.out, ran.err) == (9, "", "late")


@pytest.mark.parametrize("arguments", [[], ["-h"], ["--help"]], ids=["none", "-h", "--help"])
def test_help_is_given_without_starting_python_again(prefix: Prefix, arguments: list[str]) -> None:
    ran = prefix.run(*arguments)
    assert ran.told["path"] == "full"
    assert ran.told["isolated"]
    assert not prefix.run("full").told["isolated"]
