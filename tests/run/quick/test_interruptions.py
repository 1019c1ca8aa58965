"""Whatever fails or comes between: the old file whole and nothing else, or the new one and what is wrong."""

from __future__ import annotations

import errno
import os
import posix
import subprocess
import sys
from itertools import count, groupby
from typing import TYPE_CHECKING, Any

import pytest

from bob import __main__ as entry
from bob.cli.main import ended, main
from bob.run.quick import attempt, resume
from bob.run.said import Late
from bob.store import held
from bob.store_calls import Temporary
from tests.checkpoints import number
from tests.run.quick.conftest import LATER, Place, handed_over
from tests.run.quick.mutations import RECORD

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

CALLS = ("open", "fstat", "stat", "preadv", "pread", "read", "fchmod", "pwrite", "fsync", "rename", "write")
Seen = dict[str, bytes]


def failing(monkeypatch: pytest.MonkeyPatch, name: str, nth: int, raised: BaseException) -> list[int]:
    """Have the nth call of a system call fail; gives a list that then is no longer empty."""
    hit: list[int] = []
    real = getattr(posix, name)
    numbers = count(1)

    def called(*arguments: Any, **named: Any) -> Any:
        if (number := next(numbers)) == nth:
            hit.append(number)
            raise raised
        return real(*arguments, **named)

    monkeypatch.setattr(posix, name, called)
    return hit


def every_failure(
    place: Place, monkeypatch: pytest.MonkeyPatch, name: str, raised: BaseException, arguments: list[str]
) -> Iterator[tuple[int | None, BaseException | None, Seen]]:
    """Fail each call of a system call in turn: the status, what was raised, what the folder then holds."""
    for nth in count(1):
        place.ckpt.unlink()
        place.ckpt.write_bytes(LATER)
        status, caught = None, None
        with monkeypatch.context() as patched:
            hit = failing(patched, name, nth, raised)
            try:
                status = attempt(arguments, os.environ)
            except (Exception, KeyboardInterrupt) as wrong:
                caught = wrong
        if not hit:
            return
        yield status, caught, place.seen()


def the_next(place: Place) -> bytes:
    """What a resume makes of the checkpoint."""
    assert attempt(place.run, os.environ) == 0
    made = place.ckpt.read_bytes()
    place.ckpt.write_bytes(LATER)
    return made


OLD = {"ckpt.bin": LATER, "input.bin": RECORD}


@pytest.mark.parametrize("name", CALLS)
def test_a_call_that_fails_leaves_the_old_file_and_hands_over_or_is_said_to_be_late(
    place: Place, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    new = {**OLD, "ckpt.bin": the_next(place)}
    wrong = OSError(errno.EIO, "Input/output error")
    outcomes = {
        (None, type(None)): (HANDED_OVER, OLD),
        (None, Late): (LATE, new),
        (0, type(None)): (SERVED, new),
    }
    met = []
    for status, caught, seen in every_failure(place, monkeypatch, name, wrong, place.run):
        outcome, expected = outcomes[status, type(caught)]
        assert seen == expected
        met.append(outcome)
    assert [outcome for outcome, _ in groupby(met)] == MET.get(name, [HANDED_OVER])


HANDED_OVER, LATE, SERVED = "handed over", "said to be late", "served"
# After the rename the folder is opened and synced, the temporary name looked for, and all is said.
MET = {
    "open": [HANDED_OVER, LATE],
    # Where it cannot be seen, Numba's file is not there.
    "stat": [HANDED_OVER, SERVED, HANDED_OVER, SERVED],
    "fsync": [HANDED_OVER, LATE],
    "write": [LATE],
}


@pytest.mark.parametrize("name", ["open", "fstat", "stat", "preadv", "pread", "read"])
def test_an_envelope_that_cannot_be_read_hands_over(
    place: Place, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    wrong = OSError(errno.EIO, "Input/output error")
    for status, caught, seen in every_failure(place, monkeypatch, name, wrong, place.envelope):
        assert (status, caught, seen) == (None, None, OLD)


@pytest.mark.parametrize("name", CALLS)
def test_an_interrupt_at_any_call_leaves_a_whole_file(
    place: Place, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    new = {**OLD, "ckpt.bin": the_next(place)}
    for status, caught, seen in every_failure(place, monkeypatch, name, KeyboardInterrupt(), place.run):
        assert (status, type(caught)) == (None, KeyboardInterrupt)
        assert seen in (OLD, new)


class Ended(BaseException):
    """In the place of the process's end."""


def ended_by(monkeypatch: pytest.MonkeyPatch, arguments: list[str]) -> int:
    """The exit status of `bob.__main__.quick`."""
    statuses: list[int] = []

    def end(status: int) -> None:
        statuses.append(status)
        raise Ended

    monkeypatch.setattr(os, "_exit", end)
    monkeypatch.setattr(sys, "argv", ["bob", *arguments])
    with pytest.raises(Ended):
        entry.quick()
    (status,) = statuses
    return status


@pytest.mark.parametrize("name", ["open", "preadv", "fsync", "rename"])
def test_an_interrupted_process_ends_with_130_and_the_file_is_as_it_was(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    failing(monkeypatch, name, 1, KeyboardInterrupt())
    assert ended_by(monkeypatch, place.run) == 130
    assert capsys.readouterr().err == "bob: interrupted; no file was left half written\n"
    monkeypatch.undo()
    assert place.seen() == OLD


def test_a_folder_that_cannot_be_synced_is_refused_as_the_full_path_refuses_it(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = []
    for way in (lambda: ended_by(monkeypatch, place.run), lambda: main(place.run)):
        place.ckpt.write_bytes(LATER)
        with monkeypatch.context() as patched:
            failing(patched, "fsync", 2, OSError(errno.EIO, "Input/output error"))
            said.append((way(), capsys.readouterr(), place.seen()))
    assert said[0] == said[1]
    assert said[0][0] == 2
    assert "BOB821" in said[0][1].err
    assert "the new file is in place, whole, but a power failure now might undo it" in said[0][1].err


@pytest.mark.parametrize("nth", [1, 2], ids=["standard error", "standard output"])
def test_an_output_that_takes_nothing_is_refused_with_the_step_that_is_written(
    place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], nth: int
) -> None:
    with monkeypatch.context() as patched:
        failing(patched, "write", nth, OSError(errno.ENOSPC, "No space left on device"))
        assert ended_by(patched, place.run) == 2
    said = capsys.readouterr().err
    assert "BOB823" in said
    assert "the checkpoint is written, at step 30" in said
    assert number(place.ckpt.read_bytes(), "step") == 30


def test_an_output_that_takes_a_little_at_a_time_gets_all(
    place: Place, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    assert attempt(place.envelope, os.environ) == 0
    said = capfd.readouterr().out
    real = posix.write
    with monkeypatch.context() as patched:
        patched.setattr(posix, "write", lambda descriptor, content: real(descriptor, bytes(content[:7])))
        assert attempt(place.envelope, os.environ) == 0
    assert capfd.readouterr().out == said


def test_a_report_on_an_envelope_that_cannot_be_written_ends_as_the_full_path_s(
    place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "bob", *place.envelope]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (
        2,
        "bob: standard output cannot be written: No space left on device\n",
    )
    assert ended(Late("x", 30, OSError(28, "No space left on device"), synced=True), "bob") == 2
    assert "BOB823" in capsys.readouterr().err


@pytest.mark.parametrize("rank", [0, 1, 2**40])
def test_a_scalar_that_is_lost_hands_over(place: Place, monkeypatch: pytest.MonkeyPatch, rank: int) -> None:
    monkeypatch.setattr(resume, "_in_two", lambda *_: rank)
    assert handed_over(place, place.run)


# Another process at it.


def test_a_checkpoint_that_another_holds_is_left_to_the_full_path(place: Place) -> None:
    with held(str(place.ckpt)):
        assert handed_over(place, place.run)


def test_a_temporary_file_that_another_holds_is_left_to_it(place: Place) -> None:
    temporary = Temporary(str(place.ckpt))
    temporary.claim()
    assert handed_over(place, place.run)
    temporary.give_up()
    assert attempt(place.run, os.environ) == 0


@pytest.mark.parametrize("call", ["preadv", "fchmod", "fsync"])
def test_a_checkpoint_that_is_replaced_meanwhile_stays(
    place: Place, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    real = getattr(posix, call)

    def replaced(*arguments: Any) -> Any:
        other = place.folder.parent / "other"
        other.write_bytes(b"another's")
        other.rename(place.ckpt)
        return real(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(posix, call, replaced)
        assert attempt(place.run, os.environ) is None
    assert place.seen() == {**OLD, "ckpt.bin": b"another's"}


@pytest.mark.parametrize("command", ["run", "envelope"])
def test_a_checkpoint_that_shrinks_meanwhile_hands_over(
    place: Place, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    real = posix.preadv

    def shrunk(descriptor: int, *arguments: Any) -> int:
        os.truncate(place.ckpt, 1000)
        return real(descriptor, *arguments)

    monkeypatch.setattr(posix, "preadv", shrunk)
    assert attempt(getattr(place, command), os.environ) is None


def gone(path: Path) -> None:
    path.unlink()


def link(path: Path) -> None:
    path.rename(path.with_name("target"))
    path.symlink_to("target")


def grown(path: Path) -> None:
    with path.open("ab") as file:
        file.write(b"x")


def touched(path: Path) -> None:
    os.utime(path, ns=(0, 0))


@pytest.mark.parametrize("change", [grown, touched, gone, link], ids=lambda change: change.__name__)
def test_an_envelope_that_changes_while_it_is_read_hands_over(
    place: Place, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None]
) -> None:
    real = posix.preadv

    def changing(*arguments: Any) -> int:
        had = real(*arguments)
        change(place.ckpt)
        return had

    monkeypatch.setattr(posix, "preadv", changing)
    answer = attempt(place.envelope, os.environ)
    # A link leads to the very file that was read.
    assert answer == (0 if change is link else None)
