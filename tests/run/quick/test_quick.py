"""Which command lines the quick path serves, what it writes where, and when it hands over untouched."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bob.canonical import digest
from bob.cli.main import main
from bob.run import quick
from bob.run.quick import attempt, resume
from tests.checkpoints import SMALL, number
from tests.run.quick.conftest import LATER, Place, handed_over

if TYPE_CHECKING:
    from collections.abc import Callable


# What it serves.


def test_a_resume_is_served_as_the_full_path_serves_it(
    place: Place, capfd: pytest.CaptureFixture[str]
) -> None:
    assert attempt(place.run, os.environ) == 0
    said, made = capfd.readouterr(), place.ckpt.read_bytes()
    place.ckpt.write_bytes(LATER)
    assert main(place.run) == 0
    assert (capfd.readouterr(), place.ckpt.read_bytes()) == (said, made)
    assert number(made, "step") == number(LATER, "step") + SMALL["updates"]


def test_an_envelope_is_served_as_the_full_path_serves_it(
    place: Place, capfd: pytest.CaptureFixture[str]
) -> None:
    assert attempt(place.envelope, os.environ) == 0
    said = capfd.readouterr()
    assert main(place.envelope) == 0
    assert capfd.readouterr() == said


def test_options_come_in_any_order(place: Place) -> None:
    arguments = ["--contract", str(place.contract), "--input", str(place.input), "--resume", str(place.ckpt)]
    assert attempt(["run", *arguments], os.environ) == 0


def test_the_input_record_is_beside_the_checkpoint_or_where_it_is_named(place: Place) -> None:
    elsewhere = place.folder.parent / "elsewhere"
    place.input.rename(elsewhere)
    assert handed_over(place, place.run)
    assert attempt([*place.run, "--input", str(elsewhere)], os.environ) == 0


@pytest.mark.parametrize("name", ["ckpt.bin", "./ckpt.bin", "../run/ckpt.bin"])
def test_a_relative_path_is_served_from_its_folder(
    place: Place, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    monkeypatch.chdir(place.folder)
    assert attempt(["run", "--resume", name, "--contract", str(place.contract)], os.environ) == 0
    assert capfd.readouterr().out.startswith(f"{name}: step 20 -> 30")


@pytest.mark.parametrize(
    "name", ["two words", "a\\n", "'quoted\"", "~", "$HOME", "%s{0}", "*", "a.b:c", "x" * 255]
)
@pytest.mark.parametrize("command", ["run", "envelope"])
def test_a_name_is_said_as_the_full_path_says_it(
    place: Place, capfd: pytest.CaptureFixture[str], command: str, name: str
) -> None:
    named = place._replace(ckpt=place.ckpt.rename(place.folder / name))
    arguments = getattr(named, command)
    assert attempt(arguments, os.environ) == 0
    said = capfd.readouterr()
    named.ckpt.write_bytes(LATER)
    assert main(arguments) == 0
    assert capfd.readouterr() == said


def test_the_mode_of_the_checkpoint_is_kept(place: Place) -> None:
    place.ckpt.chmod(0o640)
    assert attempt(place.run, os.environ) == 0
    assert place.ckpt.stat().st_mode & 0o7777 == 0o640


@pytest.mark.skipif(os.geteuid() != 0, reason="only root gives files away")
def test_the_owner_of_the_checkpoint_is_kept(place: Place) -> None:
    os.chown(place.ckpt, 12345, 54321)
    assert attempt(place.run, os.environ) == 0
    assert (place.ckpt.stat().st_uid, place.ckpt.stat().st_gid) == (12345, 54321)


def test_what_a_dead_process_left_is_cleared(place: Place) -> None:
    (place.folder / ".ckpt.bin.bob-tmp").write_bytes(b"half")
    assert attempt(place.run, os.environ) == 0
    assert set(place.seen()) == {"ckpt.bin", "input.bin"}


# Command lines that are not its own.


def lines(place: Place) -> dict[str, list[str]]:
    ckpt, contract = str(place.ckpt), ["--contract", str(place.contract)]
    resume = ["run", "--resume", ckpt, *contract]
    return {
        "nothing": [],
        "no resume": ["run", *contract],
        "no value": ["run", *contract, "--resume"],
        "an equals sign": ["run", f"--resume={ckpt}", *contract],
        "twice": [*resume, "--resume", ckpt],
        "json": [*resume, "--json"],
        "json with a value": [*resume, "--json", ckpt],
        "out": [*resume, "--out", f"{ckpt}.2"],
        "threads": [*resume, "--threads", "2"],
        "a log": [*resume, "--log-every", "5"],
        "a word more": [*resume, ckpt],
        "two words more": [*resume, "FILE", ckpt],
        "help": [*resume, "--help"],
        "an empty value": [*resume, "--input", ""],
        "a dash as a value": [*resume, "--input", "-"],
        "an option as a value": ["run", "--resume", ckpt, "--contract", "--input"],
        "a shortened option": ["run", "--res", ckpt, *contract],
        "verify": ["verify"],
        "values": ["verify", "values", ckpt, *contract],
        "an input": ["verify", "input", str(place.input), *contract],
        "an envelope of nothing": ["verify", "envelope", *contract],
        "an envelope after its contract": ["verify", "envelope", *contract, ckpt],
        "two envelopes": ["verify", "envelope", ckpt, ckpt, *contract],
        "two envelopes as options": ["verify", "envelope", ckpt, "FILE", ckpt],
        "an envelope as json": ["verify", "envelope", ckpt, *contract, "--json"],
        "an envelope's input": ["verify", "envelope", ckpt, "--input", str(place.input)],
        "a double dash": ["verify", "envelope", "--", ckpt],
        "inspect": ["inspect", "envelope", ckpt, *contract],
    }


@pytest.mark.parametrize("name", lines(Place(*[Path()] * 4)))
def test_another_command_line_is_left_to_the_full_path(place: Place, name: str) -> None:
    assert handed_over(place, lines(place)[name])


@pytest.mark.parametrize("name", ["é", "tab\there", "\x1b[2J", "line\n", "\udcff", "\x7f", "-x"])
@pytest.mark.parametrize("command", ["run", "envelope"])
def test_a_name_that_is_not_plain_is_left_to_the_full_path(
    place: Place, monkeypatch: pytest.MonkeyPatch, command: str, name: str
) -> None:
    monkeypatch.chdir(place.folder)
    (place.folder / os.fsencode(name).decode(sys.getfilesystemencoding(), "surrogateescape")).write_bytes(
        LATER
    )
    assert handed_over(place, getattr(place._replace(ckpt=Path(name)), command))


@pytest.mark.parametrize("command", ["run", "envelope"])
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_with_a_closed_stream_it_hands_over(
    place: Place, monkeypatch: pytest.MonkeyPatch, command: str, stream: str
) -> None:
    monkeypatch.setattr(sys, stream, None)
    assert handed_over(place, getattr(place, command))


@pytest.mark.parametrize("command", ["run", "envelope"])
def test_on_another_system_it_hands_over(place: Place, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    assert handed_over(place, getattr(place, command))


@pytest.mark.parametrize("command", ["run", "envelope"])
def test_completion_of_a_shell_is_left_to_the_full_path(place: Place, command: str) -> None:
    assert handed_over(place, getattr(place, command), {"_BOB_COMPLETE": "bash_source"})


@pytest.mark.parametrize("command", ["run", "envelope"])
def test_a_library_that_is_missing_hands_over(
    place: Place, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    def missing(*_: object) -> None:
        raise ModuleNotFoundError

    monkeypatch.setattr(quick, "_required", missing)
    assert handed_over(place, getattr(place, command))


# Kinds of paths.


def link(path: Path) -> None:
    path.rename(path.with_name("target"))
    path.symlink_to("target")


def dangling(path: Path) -> None:
    path.unlink()
    path.symlink_to("nowhere")


def fifo(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def gone(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_bytes(b"")


NO_FILE = [dangling, fifo, folder, gone]


def names(place: Place) -> list[str]:
    return sorted(path.name for path in place.folder.iterdir())


@pytest.mark.parametrize("change", [link, *NO_FILE], ids=lambda change: change.__name__)
def test_a_checkpoint_that_is_no_plain_file_is_not_resumed(
    place: Place, change: Callable[[Path], None]
) -> None:
    change(place.ckpt)
    before = names(place)
    assert attempt(place.run, os.environ) is None
    assert names(place) == before
    assert change is not link or place.ckpt.read_bytes() == LATER


@pytest.mark.parametrize("change", NO_FILE, ids=lambda change: change.__name__)
def test_an_envelope_that_is_no_file_is_not_verified(place: Place, change: Callable[[Path], None]) -> None:
    change(place.ckpt)
    assert attempt(place.envelope, os.environ) is None


def test_a_link_to_an_envelope_is_verified_as_the_full_path_verifies_it(
    place: Place, capfd: pytest.CaptureFixture[str]
) -> None:
    link(place.ckpt)
    assert attempt(place.envelope, os.environ) == 0
    said = capfd.readouterr()
    assert main(place.envelope) == 0
    assert capfd.readouterr() == said


def test_a_linked_folder_is_written_to_as_the_full_path_writes_to_it(place: Place) -> None:
    linked = place.folder.parent / "linked"
    linked.symlink_to(place.folder)
    assert attempt(place._replace(ckpt=linked / "ckpt.bin").run, os.environ) == 0
    made = place.ckpt.read_bytes()
    place.ckpt.write_bytes(LATER)
    assert main(place.run) == 0
    assert (made, set(place.seen())) == (place.ckpt.read_bytes(), {"ckpt.bin", "input.bin"})


@pytest.mark.parametrize("change", NO_FILE, ids=lambda change: change.__name__)
def test_an_input_record_that_is_no_file_hands_over(place: Place, change: Callable[[Path], None]) -> None:
    change(place.input)
    assert attempt(place.run, os.environ) is None
    assert place.ckpt.read_bytes() == LATER
    assert ".ckpt.bin.bob-tmp" not in names(place)


def test_a_link_to_an_input_record_is_followed(place: Place) -> None:
    link(place.input)
    assert attempt(place.run, os.environ) == 0


@pytest.mark.parametrize("path", ["checkpoint", "another name of it", "a link to it"])
def test_a_checkpoint_that_is_its_own_input_record_hands_over(place: Place, path: str) -> None:
    other = place.folder.parent / "other"
    if path == "another name of it":
        os.link(place.ckpt, other)
    elif path == "a link to it":
        other.symlink_to(place.ckpt)
    named = place.ckpt if path == "checkpoint" else other
    assert handed_over(place, [*place.run, "--input", str(named)])


def test_an_input_record_that_is_the_checkpoint_hands_over_whatever_it_holds(place: Place) -> None:
    status = place.ckpt.stat()
    plan = {"input_bytes": status.st_size, "programs": {"input": (lambda _: True).__code__}}
    other = place.folder.parent / "other"
    other.write_bytes(LATER)
    assert resume._input(plan, str(other), status, digest(LATER)) == LATER
    with pytest.raises(quick.NotHere):
        resume._input(plan, str(place.ckpt), status, digest(LATER))


@pytest.mark.parametrize("change", [*NO_FILE, empty], ids=lambda change: change.__name__)
@pytest.mark.parametrize("command", ["run", "envelope"])
def test_a_contract_that_is_no_file_hands_over(
    place: Place, command: str, change: Callable[[Path], None]
) -> None:
    change(place.contract)
    assert handed_over(place, getattr(place, command))


@pytest.mark.parametrize("command", ["run", "envelope"])
def test_a_contract_file_of_other_bytes_has_no_plan(place: Place, command: str) -> None:
    place.contract.write_bytes(place.contract.read_bytes() + b"\n# no matter\n")
    assert handed_over(place, getattr(place, command))


def test_a_contract_file_of_more_bytes_than_the_full_path_reads_is_left_to_it(place: Place) -> None:
    longest = bytes(quick.MOST_CONTRACT_BYTES)
    place.contract.write_bytes(longest)
    assert quick._contract(str(place.contract)) == longest
    place.contract.write_bytes(longest + b"\0")
    with pytest.raises(quick.NotHere):
        quick._contract(str(place.contract))


@pytest.mark.parametrize("command", ["run", "envelope"])
def test_a_plan_of_another_contract_does_not_serve(place: Place, command: str) -> None:
    other = SMALL.changed({"learner.lr": "0.1"})
    place.contract.write_text(other.toml())
    assert handed_over(place, getattr(place, command))
    assert handed_over(place, getattr(place, command)[:3])


# What Numba would refuse.


@pytest.mark.parametrize("value", ["1", " 2 ", "yes", "00"])
def test_with_the_compiler_turned_off_it_hands_over_and_the_full_path_refuses(
    place: Place, value: str
) -> None:
    assert handed_over(place, place.run, {"NUMBA_DISABLE_JIT": value})
    assert attempt(place.envelope, {**os.environ, "NUMBA_DISABLE_JIT": value}) == 0
    ran = bob(place.run, NUMBA_DISABLE_JIT=value)
    assert (ran.returncode, "BOB810" in ran.stderr) == (1, True)
    assert place.ckpt.read_bytes() == LATER


@pytest.mark.parametrize("value", ["", "0", " 0 ", "  "])
def test_with_the_compiler_left_on_it_serves(place: Place, value: str) -> None:
    assert attempt(place.run, {**os.environ, "NUMBA_DISABLE_JIT": value}) == 0


@pytest.mark.parametrize("kind", ["file", "link"])
def test_where_a_file_may_turn_the_compiler_off_it_hands_over(
    place: Place, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    here = place.folder.parent / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    if kind == "file":
        (here / ".numba_config.yaml").write_text("disable_jit: 1\n")
    else:
        (here / ".numba_config.yaml").symlink_to("nowhere")
    assert handed_over(place, place.run)


def bob(arguments: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bob", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **more},
    )


def test_a_process_of_its_own_loads_its_modules_from_the_plan_alone(place: Place) -> None:
    script = (
        "import sys, os\nfrom bob.run.quick import attempt\n"
        "status = attempt(sys.argv[1:], os.environ)\n"
        "heavy = {'numpy', 'numba', 'click', 'construct', 'typing', 'contextlib', 'ctypes', 'bob.store'}\n"
        "print(status, sorted(heavy & set(sys.modules)))"
    )
    command = [sys.executable, "-B", "-I", "-S", "-c"]
    paths = [path for path in sys.path if path]
    script = f"import sys; sys.path[:0] = {paths!r}\n{script}"
    ran = subprocess.run([*command, script, *place.run], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines()[-1] == "0 []"
    assert number(place.ckpt.read_bytes(), "step") == 30
