"""What breaks a promise is told: each kind of fault, planted in a reader."""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bob.errors import Finding, Refused
from fuzz import measured as measuring
from fuzz.__main__ import fuzzed, main
from fuzz.corpus_kept import least
from fuzz.counts import COUNTS as COUNTS_FILE
from fuzz.counts import PAGE, add, page, table
from fuzz.engines import plainly
from fuzz.measured import Measured, Spoken, limit_room
from fuzz.readers import contract_file
from fuzz.targets import TARGETS

if TYPE_CHECKING:
    from collections.abc import Callable


def crash(_: bytes) -> None:
    raise ZeroDivisionError("planted")


def warn(_: bytes) -> None:
    warnings.warn("planted", UserWarning, stacklevel=1)


def speak(_: bytes) -> None:
    print("planted")


def grow(content: bytes) -> None:
    assert bytearray(4 * len(content) + (1 << 20) + 4096)


def grow_within(content: bytes) -> None:
    assert bytearray(4 * len(content) + (1 << 20) - 4096)


def refuse_raw(_: bytes) -> None:
    raise Refused("FILE", [Finding("BOB201", "magic", "fine")], equal=["\x1b[2J"])


def give_up(_: bytes) -> None:
    raise MemoryError


def faults(read: Callable[[bytes], None]) -> list[str]:
    measured = Measured(read, 1)
    measured(b"a content")
    return [fault.kind for fault in measured.faults.values()]


PLANTED = {"crash": crash, "warning": warn, "a word": speak, "raw": refuse_raw}


@pytest.mark.parametrize("read", PLANTED.values(), ids=PLANTED)
def test_a_planted_crash_is_told(read: Callable[[bytes], None], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", Spoken())
    assert faults(read) == ["crash"]


def test_a_planted_allocation_is_told_and_one_within_the_limit_is_not() -> None:
    assert faults(grow) == ["allocation"]
    assert faults(give_up) == ["allocation"]
    assert faults(grow_within) == []


def work(seconds: float) -> None:
    """Keep a processor busy."""
    begin = time.process_time()
    while time.process_time() - begin < seconds:
        pass


def test_a_planted_hang_is_told_once_it_hangs_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "MOST_SECONDS", 0.02)
    assert faults(lambda _: work(0.2)) == ["hang"]
    slow = iter([0.05])
    assert faults(lambda _: work(next(slow, 0))) == []


def test_waiting_is_a_hang_only_where_it_does_not_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "MOST_SECONDS", 0.02)
    assert faults(lambda _: time.sleep(0.05)) == []
    monkeypatch.setattr(measuring, "MOST_WAITED_SECONDS", 0.02)
    assert faults(lambda _: time.sleep(0.2)) == ["hang"]


def test_a_reader_that_hangs_again_and_again_ends_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measuring, "MOST_SECONDS", 0.02)
    measured = Measured(lambda _: work(0.2), 1)
    plainly(TARGETS["kind"], measured, [b""], 1000, seed=1)
    assert measured.executions < 10


def test_one_fault_is_kept_once_and_counted() -> None:
    measured = Measured(crash, 1)
    for content in (b"first", b"second"):
        measured(content)
    (fault,) = measured.counts()["faults"]
    assert (bytes.fromhex(fault["content"]), fault["times"] > 1) == (b"first", True)


def test_memory_past_the_room_is_refused_by_the_process() -> None:
    # A process of its own: one that has freed memory has room below any limit.
    code = "from tests.fuzz.test_measured import _grown; print(_grown())"
    root = Path(__file__).parents[2]
    ran = subprocess.run([sys.executable, "-c", code], cwd=root, capture_output=True, text=True)
    assert (ran.stdout, ran.stderr) == ("MemoryError\n", "")


def _grown() -> str:
    limit_room()
    try:
        return f"{len(bytearray(measuring.ROOM_BYTES + (1 << 24)))}"
    except MemoryError as wrong:
        return type(wrong).__name__


def test_a_run_prints_its_counts(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["kind", "--runs", "40", "--engine", "plain"]) == 0
    assert '"executions": 40' in capsys.readouterr().out


def test_a_process_that_dies_is_a_fault() -> None:
    options = argparse.Namespace(runs=1, seed=1, engine="plain", one_in=1, keep=False, found=None)
    assert fuzzed("no such reader", options)["faults"][0]["kind"] == "death"


def test_contents_that_reach_no_new_code_are_not_kept() -> None:
    accepted, unlike = b"updates = 1\n", b"updates = ["
    assert least(contract_file, [accepted, accepted + b"\n", unlike], 64) == [unlike, accepted]


COUNTS = {"executions": 5, "traced": 1, "seconds": 1.5, "longest_s": 0.25, "largest_excess": 7, "faults": []}


def test_counts_are_added_to_those_of_before(tmp_path: Path) -> None:
    found = {"kind": {**COUNTS, "engine": "plain", "outcomes": {"BOB201": 2, "accepted": 3}}}
    for _ in range(2):
        add(tmp_path / "counts.json", found)
    kept = json.loads((tmp_path / "counts.json").read_text())
    assert kept["kind plain"]["outcomes"] == {"BOB201": 4, "accepted": 6}
    assert "| kind | 0 | 10 | 6 | 1 | 0.25 | 7 | 0 |" in table(kept)


def test_the_page_has_the_counts_that_are_kept() -> None:
    assert page(PAGE.read_text(), json.loads(COUNTS_FILE.read_text())) == PAGE.read_text()
