"""docs/faults.md is what the harness enumerates, and faults have the outcomes that stand there.

All of its cases are tried by `python -m tests.faults`; here three ways from where they begin to write: by one
errno that lasts, and by a kill.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.faults.matrix import Case, cases
from tests.faults.page import PAGE, page, written
from tests.faults.place import WAYS
from tests.faults.shim import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.faults.setting import Setting

TABLES = written(PAGE.read_text())
LASTING, KILLED = Fault("EIO", lasting=True), Fault("killed before")
NO_ROOM, OWN = Fault("ENOSPC", lasting=True), ".ckpt.bin.bob-tmp"
# The faults that are tried of each way, at the calls on these files.
CHOSEN = {
    "resume, quick": ((LASTING, KILLED), (OWN, ".", "ckpt.bin (deleted)")),
    "resume, full": ((NO_ROOM,), (OWN,)),
    "fresh": ((KILLED,), (OWN, ".")),
}


def chosen() -> Iterator[Case]:
    """The cases that are tried by default."""
    for way, (faults, files) in CHOSEN.items():
        for case in TABLES[way].outcomes:
            _, file = TABLES[way].points[case.nth - 1]
            if case.fault in faults and file in files:
                yield case


def shown(case: Case) -> str:
    name, file = TABLES[case.way].points[case.nth - 1]
    return f"{case.way}-{case.nth} {name} {file}-{case.fault.what}"


def test_the_page_says_nothing_that_its_tables_do_not_say() -> None:
    assert page(TABLES) == PAGE.read_text()


def test_nothing_on_the_page_is_unsound() -> None:
    assert {word for table in TABLES.values() for word in table.outcomes.values()} >= {"made", "old", "new"}
    assert "UNSOUND" not in PAGE.read_text()


@pytest.mark.parametrize("way", WAYS)
def test_the_page_has_the_points_and_faults_that_the_harness_finds(tried: Setting, way: str) -> None:
    calls = tried.bench.points(way)
    assert TABLES[way].points == tuple((call.name, call.file) for call in calls)
    assert set(TABLES[way].outcomes) == set(cases(way, calls))


@pytest.mark.parametrize("case", tuple(chosen()), ids=shown)
def test_a_fault_leaves_and_says_what_the_page_says(tried: Setting, case: Case) -> None:
    assert tried.bench.outcome(case) == TABLES[case.way].outcomes[case]


@pytest.mark.parametrize(
    ("way", "name", "file", "word"),
    [
        ("resume, with answers", "pwrite", ".answers.bin.bob-tmp", "BOB821, made"),
        ("resume, with answers", "link", ".answers.bin.bob-tmp", "BOB821, made"),
        ("resume, recorded", "write", "receipts.jsonl", "BOB821"),
        ("resume, recorded", "link", "ckpt.bin", "BOB821"),
    ],
)
def test_what_lies_beside_and_cannot_be_written_is_refused_with_what_is_made(
    tried: Setting, way: str, name: str, file: str, word: str
) -> None:
    points = [(call.name, call.file) for call in tried.bench.points(way)]
    assert tried.bench.outcome(Case(way, 1 + points.index((name, file)), Fault("ENOSPC"))) == word


@pytest.mark.parametrize("way", ["resume, quick", "resume, full", "fresh"])
def test_a_process_of_its_own_makes_the_same_calls_as_a_child_of_one_that_is_loaded(
    tried: Setting, way: str
) -> None:
    alone, child = (bench.points(way) for bench in (tried.shimmed, tried.bench))
    assert [(call.name, call.file) for call in alone] == [(call.name, call.file) for call in child]


@pytest.mark.parametrize("what", ["ENOSPC", "killed before"])
@pytest.mark.parametrize("name", ["open", "pwrite", "fsync", "rename"])
def test_a_process_of_its_own_that_meets_a_fault_ends_as_the_page_says(
    tried: Setting, name: str, what: str
) -> None:
    points = TABLES["resume, quick"].points
    nth = 1 + points.index((name, ".ckpt.bin.bob-tmp"))
    case = Case("resume, quick", nth, Fault(what))
    assert tried.shimmed.outcome(case) == TABLES["resume, quick"].outcomes[case]
    assert tried.verified(tried.place.folder / "ckpt.bin")
