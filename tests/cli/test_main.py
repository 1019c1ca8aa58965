from __future__ import annotations

import os
import signal
import subprocess
import sys
from importlib.metadata import version
from typing import TYPE_CHECKING

import click
import pytest

from bob import __main__ as entry
from bob.cli import main as cli
from tests.cli.conftest import Full, Ran

if TYPE_CHECKING:
    from tests.cli.conftest import Bob


def test_the_version_is_the_distribution_s(bob: Bob) -> None:
    assert bob("--version") == Ran(0, f"bob {version('bob-ckpt')}\n", "")


@pytest.mark.parametrize("name", cli.COMMANDS)
def test_every_command_has_help(bob: Bob, name: str) -> None:
    ran = bob(name, "--help")
    assert ran.status == 0
    assert ran.out.startswith("Usage: bob ")


def test_help_names_every_command_and_loads_none() -> None:
    code = "import sys; from bob.cli.main import main; main(['--help']); print(*sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    said, loaded = ran.stdout.rsplit("\n", 2)[:2]
    named = [line.split()[0] for line in said.split("Commands:\n")[1].splitlines()]
    assert named == list(cli.COMMANDS)
    assert {name for name in cli.COMMANDS if f"bob.cli.{name}" in loaded.split()} == set()


def test_an_unknown_command_is_a_usage_error(bob: Bob) -> None:
    ran = bob("resume")
    assert (ran.status, ran.out) == (2, "")
    assert "No such command 'resume'" in ran.err


def broken(error: BaseException) -> click.Command:
    def command() -> None:
        raise error

    return click.Command("broken", callback=command)


def test_a_fault_of_bob_s_own_is_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.reported(broken(ZeroDivisionError("by\x1b[2Jzero")), [], "bob") == 2
    said = capsys.readouterr().err
    assert "Traceback" not in said
    assert "\x1b" not in said
    assert "ZeroDivisionError: by\\x1b[2Jzero" in said


def test_bob_debug_shows_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOB_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        cli.reported(broken(ZeroDivisionError()), [], "bob")


def test_an_interrupt_ends_with_130_and_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.reported(broken(KeyboardInterrupt()), [], "bob") == 130
    assert "interrupted" in capsys.readouterr().err


def test_a_reader_that_leaves_ends_it_quietly() -> None:
    arguments = [sys.executable, "-m", "bob", "explain"]
    process = subprocess.Popen(arguments, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    process.stdout.close()
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (-signal.SIGPIPE, b"")


def test_python_m_bob_is_bob() -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "bob", "--version"], capture_output=True, text=True, check=True
    )
    assert ran.stdout.startswith("bob ")


def test_a_big_endian_host_is_refused_by_name(bob: Bob, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "byteorder", "big")
    ran = bob("explain", "BOB210")
    assert ran.status == 2
    assert "BOB811" in ran.err


def test_output_has_no_colour_codes(bob: Bob) -> None:
    assert "\x1b" not in bob("--help").out
    assert os.linesep == "\n"


@pytest.mark.parametrize(
    "arguments", [["explain"], ["--version"], ["verify", "envelope", "--help"]], ids=" ".join
)
def test_a_full_standard_output_is_one_sentence(arguments: list[str]) -> None:
    with open("/dev/full", "w") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "bob", *arguments],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert ran.returncode == 2
    assert ran.stderr == "bob: standard output cannot be written: No space left on device\n"


def test_a_closed_standard_output_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert cli.main(["explain"]) == 2
    assert capsys.readouterr().err == "bob: standard output is closed\n"


def test_a_closed_standard_error_changes_no_status(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    assert cli.main(["verify", "envelope", "no such file"]) == 2
    assert cli.main(["explain", "BOB210"]) == 0


def test_a_full_standard_error_changes_no_status(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Full())
    assert cli.main(["verify", "envelope", "no such file"]) == 2
    assert cli.main(["no such command"]) == 2


def test_an_interrupt_while_modules_load_is_no_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.delitem(sys.modules, "bob.cli.main")
    monkeypatch.setattr(signal, "signal", lambda *_: None)
    monkeypatch.setattr("builtins.__import__", interrupted)
    with pytest.raises(SystemExit) as ended:
        entry.main()
    monkeypatch.undo()
    assert ended.value.code == 130
