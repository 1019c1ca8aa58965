"""Try every fault at every point: `python -m tests.faults`, half an hour; `--write` writes docs/faults.md.

`--own-processes` begins each command anew through the launcher, from the shell on, three times as long;
`--kills N` kills N whole processes at random moments instead; `--way NAME` tries one command alone, and
writes its part of the page.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from tests.faults.judge import Unsound
from tests.faults.kills import killed_at_random
from tests.faults.matrix import cases
from tests.faults.page import PAGE, Table, page, written
from tests.faults.place import WAYS
from tests.faults.setting import setting
from tests.faults.shim import why_not

if TYPE_CHECKING:
    from tests.faults.matrix import Bench, Case
    from tests.faults.setting import Setting


def main() -> int:
    """Try them and print the counts; 1 where something was unsound."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description=__doc__)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--own-processes", action="store_true")
    parser.add_argument("--kills", type=int, metavar="N")
    parser.add_argument("--way", choices=WAYS, action="append")
    asked = parser.parse_args()
    if reason := why_not():
        parser.error(reason)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["BOB_CACHE_DIR"] = f"{folder}/cache"
        with setting(Path(folder)) as tried:
            if asked.kills:
                print(killed_at_random(tried, asked.kills))
                return 0
            bench = tried.shimmed if asked.own_processes else tried.bench
            tables = {way: _table(tried, bench, way) for way in asked.way or WAYS}
    found = [word for table in tables.values() for word in table.outcomes.values()]
    print(f"{len(found):,} cases in all")
    if asked.write:
        before = written(PAGE.read_text()) if PAGE.exists() else {}
        there = {**before, **tables}
        PAGE.write_text(page({way: there[way] for way in WAYS if way in there}))
    return int("UNSOUND" in found)


def _table(tried: Setting, bench: Bench, way: str) -> Table:
    calls = bench.points(way)
    outcomes = {case: _outcome(tried, bench, case) for case in cases(way, calls)}
    counts = ", ".join(f"{word}: {n}" for word, n in sorted(Counter(outcomes.values()).items()))
    print(f"{way}: {len(calls)} points, {len(outcomes)} cases\n  {counts}", flush=True)
    return Table(tuple((call.name, call.file) for call in calls), outcomes)


def _outcome(tried: Setting, bench: Bench, case: Case) -> str:
    """The word for a case, the file verified by a fresh process too."""
    try:
        word = bench.outcome(case)
        path = tried.place.folder / WAYS[case.way].target
        if path.exists() and not tried.verified(path):
            raise Unsound("a fresh process does not verify it")
    except Unsound as unsound:
        print(f"UNSOUND {case}: {unsound}", file=sys.stderr, flush=True)
        return "UNSOUND"
    return word


if __name__ == "__main__":
    sys.exit(main())
