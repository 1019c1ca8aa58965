"""Hold the share of branches that the tests take against its floor: `python tools/check_branches.py`.

Reads the data that `pytest --cov` left. Kernels are left out: compiled, no line of theirs is seen to run.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import coverage

FLOOR = 0.95


def branches_taken() -> float:
    """The share of branches taken, from 0 to 1, by the last measured run."""
    measured = coverage.Coverage()
    measured.load()
    with TemporaryDirectory() as folder:
        page = Path(folder) / "coverage.json"
        measured.json_report(outfile=str(page))
        totals = json.loads(page.read_text())["totals"]
    return float(totals["covered_branches"] / totals["num_branches"])


def main() -> int:
    """Print the share; 1 where it is below the floor."""
    share = branches_taken()
    print(f"{share:.1%} of branches taken, floor {FLOOR:.0%}")
    return 0 if share >= FLOOR else 1


if __name__ == "__main__":
    sys.exit(main())
