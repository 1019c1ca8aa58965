from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bob.errors import Refused
from bob.parallel import mapped
from bob.parallel_outcome import ALONE, Workers
from tests.parallel_work import Item, unsendable, worked

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).parent.parent
TWO = Workers(jobs=2)
each_way = pytest.mark.parametrize("workers", [ALONE, TWO], ids=["alone", "two processes"])


def codes(outcomes: list[object]) -> list[str]:
    return [one.findings[0].code if isinstance(one, Refused) else "" for one in outcomes]


def is_there(process: int) -> bool:
    """Whether a process is there and not merely waited for."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def until(holds: Callable[[], bool]) -> bool:
    for _ in range(1000):
        if holds():
            return True
        time.sleep(0.01)
    return False


@each_way
def test_outcomes_are_in_the_order_of_the_items(workers: Workers) -> None:
    items = [Item(str(i)) for i in range(7)]
    paths = [one[0] for one in mapped(worked, items, workers) if not isinstance(one, Refused)]
    assert paths == [item.path for item in items]


def test_an_item_that_is_done_late_keeps_its_place(tmp_path: Path) -> None:
    first = str(tmp_path / "first")
    items = [Item(first, "wait"), Item("second"), Item(f"{first}.done", "tell")]
    assert [one[0] for one in mapped(worked, items, TWO) if not isinstance(one, Refused)] == [
        item.path for item in items
    ]


def test_two_jobs_are_two_processes_and_none_is_this_one() -> None:
    outcomes = list(mapped(worked, [Item(str(i)) for i in range(8)], TWO))
    processes = {one[1] for one in outcomes if not isinstance(one, Refused)}
    assert len(processes) == 2
    assert os.getpid() not in processes


def test_a_single_item_starts_no_process() -> None:
    (outcome,) = mapped(worked, [Item("a")], Workers(jobs=8))
    assert outcome == ("a", os.getpid())


def test_without_items_there_are_no_outcomes() -> None:
    assert list(mapped(worked, [], TWO)) == []


@each_way
def test_one_that_cannot_be_looked_at_does_not_lose_the_others(workers: Workers) -> None:
    items = [Item("a"), Item("b", "refuse"), Item("c", "fail"), Item("d")]
    outcomes: list[object] = list(mapped(worked, items, workers))
    assert codes(outcomes) == ["", "BOB820", "BOB866", ""]
    assert isinstance(outcomes[2], Refused)
    assert (outcomes[2].subject, outcomes[2].findings[0].found) == ("c", "ZeroDivisionError: by zero")


@pytest.mark.parametrize(("what", "how"), [("kill", "killed by SIGKILL"), ("leave", "ended with status 3")])
def test_a_process_that_is_gone_loses_its_own_item_alone(what: str, how: str) -> None:
    items = [Item("a"), Item("b", what), Item("c", what), Item("d"), Item("e")]
    outcomes: list[object] = list(mapped(worked, items, TWO))
    assert codes(outcomes) == ["", "BOB865", "BOB865", "", ""]
    assert isinstance(outcomes[1], Refused)
    assert (outcomes[1].subject, outcomes[1].findings[0].found) == ("b", how)


def test_a_value_that_cannot_be_sent_is_a_fault_of_its_item() -> None:
    outcomes: list[object] = list(mapped(unsendable, [Item("a"), Item("b")], TWO))
    assert codes(outcomes) == ["BOB866", "BOB866"]


def test_what_a_worker_prints_is_no_part_of_the_answer(capfd: pytest.CaptureFixture[str]) -> None:
    assert codes(list(mapped(worked, [Item("a", "print"), Item("b", "print")], TWO))) == ["", ""]
    assert capfd.readouterr().out == ""


def test_processes_end_with_a_loop_that_is_left_early(tmp_path: Path) -> None:
    stays = tmp_path / "stays"
    outcomes = mapped(worked, [Item("a"), Item(str(stays), "stay")], TWO)
    next(outcomes)
    assert until(lambda: stays.exists() and stays.read_text() != "")
    process = int(stays.read_text())
    assert is_there(process)
    outcomes.close()  # type: ignore[attr-defined]
    assert not is_there(process)


LOOP = """
import signal, sys
# A job in the background is begun deaf to it.
signal.signal(signal.SIGINT, signal.default_int_handler)
from bob.parallel import mapped
from bob.parallel_outcome import Workers
from tests.parallel_work import Item, worked
list(mapped(worked, [Item(path, "stay") for path in sys.argv[1:]], Workers(jobs=2)))
"""


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL], ids=lambda s: s.name)
def test_no_process_is_left_when_the_one_that_started_them_ends(tmp_path: Path, sent: signal.Signals) -> None:
    paths = [tmp_path / "a", tmp_path / "b"]
    command = [sys.executable, "-c", LOOP, *map(str, paths)]
    with subprocess.Popen(
        command, cwd=ROOT, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as parent:
        assert until(lambda: all(path.exists() and path.read_text() for path in paths))
        processes = [int(path.read_text()) for path in paths]
        # As a terminal does, to the whole group.
        os.killpg(parent.pid, sent)
        try:
            _, said = parent.communicate(timeout=30)
        finally:
            parent.kill()
    assert until(lambda: not any(map(is_there, processes)))
    assert said.count("Traceback") == (sent == signal.SIGINT)


SCRIPT = """
from bob.parallel import mapped
from bob.parallel_outcome import Workers
from tests.parallel_work import Item, worked
print(len(list(mapped(worked, [Item("a"), Item("b")], Workers(jobs=2)))))
"""


def test_a_script_without_a_guard_is_not_run_again_by_its_workers(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    ran = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env=environment, check=True, timeout=60
    )
    assert ran.stdout == "2\n"


@pytest.mark.parametrize("engine", ["spark://127.0.0.1:1", "dask", "dask://", "127.0.0.1:8786"])
def test_an_engine_that_is_none_is_refused_by_name(engine: str) -> None:
    with pytest.raises(Refused) as refused:
        mapped(str, ["a"], Workers(engine=engine))
    (finding,) = refused.value.findings
    assert (finding.code, finding.found) == ("BOB867", engine)
    assert "dask://HOST:PORT" in finding.expected


def test_an_engine_whose_package_is_not_here_is_refused_with_the_extra(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Refused) as refused:
        mapped(str, ["a"], Workers(engine="dask://127.0.0.1:1"))
    (finding,) = refused.value.findings
    assert (finding.code, "bob-ckpt[dask]" in finding.expected) == ("BOB867", True)
