"""A way to make the runs is taken, and every file that it leaves is judged.

    result = judged(way, folder)            # a JSON object: outcome, files, differences, facts

A way writes `file_of(folder, case, threads, step)` for each, and gives the facts of what it used; where it
cannot be prepared it raises Absent, and is not run; where it breaks later it raises Failed, and is wrong. A
way whose arithmetic is broken on purpose must not give the same bits.
"""

from __future__ import annotations

import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from reproduction.cases import CASES, Case, expected
from reproduction.comparison import first_differences

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

SAME, DIFFERS, FAILED, NOT_RUN = "same", "differs", "failed", "not run"
LIMIT_S = 1800


class Absent(Exception):
    """A way that cannot be taken here; the message says why."""


class Failed(Exception):
    """A way that was taken, and on which something refused or broke; the message says what."""


@dataclass(frozen=True)
class Way:
    """One way to make the runs: where it stands on the page, what it is, and how it is taken."""

    group: str
    name: str
    take: Callable[[Path], dict[str, str]]
    threads: tuple[int, ...] = (1,)
    is_broken: bool = False


def file_of(folder: Path, case: Case, threads: int, step: int) -> Path:
    """Where a way leaves a checkpoint."""
    return folder / f"{case.vocabulary}-{threads}" / f"{step}.bin"


def judged(way: Way, folder: Path) -> dict[str, Any]:
    """Take the way in an empty `folder` and compare every file; the result for docs/reproducibility.json."""
    result: dict[str, Any] = {
        "group": way.group,
        "name": way.name,
        "is_broken": way.is_broken,
        "threads": list(way.threads),
    }
    try:
        facts = way.take(folder)
    except (Absent, Failed) as wrong:
        outcome = NOT_RUN if isinstance(wrong, Absent) else FAILED
        return result | {"outcome": outcome, "why": str(wrong), "facts": {}}
    found = list(_compared(way, folder))
    differences = [difference for each in found for difference in each]
    outcome = DIFFERS if differences else SAME
    same = sum(not each for each in found)
    counts = {"files": len(found), "same": same, "differences": differences[: len("PMV")]}
    return result | {"outcome": outcome, "facts": facts} | counts


def _compared(way: Way, folder: Path) -> Iterator[list[dict[str, Any]]]:
    for case in CASES:
        for threads in way.threads:
            for step, content in expected(case).items():
                path = file_of(folder, case, threads, step)
                place = {"vocabulary": case.vocabulary, "threads": threads, "step": step}
                found = path.read_bytes() if path.exists() else None
                yield [place | each._asdict() for each in first_differences(found, content)]


def is_as_it_should_be(result: dict[str, Any]) -> bool:
    """Whether a way that was taken gave the same bits, or did not where it was broken on purpose."""
    if result["outcome"] == NOT_RUN:
        return True
    return bool((result["outcome"] != SAME) == result["is_broken"])


def made(*arguments: str) -> str:
    """Run a command that prepares a way, and give its output; raises Absent where it fails or is missing."""
    return _output(arguments, Absent, None)


def said(*arguments: str, environment: dict[str, str] | None = None) -> str:
    """Run a command that makes runs, and give its output; raises Failed where it fails or is not there."""
    return _output(arguments, Failed, environment)


def _output(arguments: tuple[str, ...], lost: type[Exception], environment: dict[str, str] | None) -> str:
    try:
        done = subprocess.run(
            arguments, capture_output=True, text=True, timeout=LIMIT_S, check=True, env=environment
        )
    except (OSError, subprocess.SubprocessError) as wrong:
        text = getattr(wrong, "stderr", None) or str(wrong)
        lines = [" ".join(line.split()) for line in text.strip().splitlines()]
        raise lost(f"{Path(arguments[0]).name}: {_telling(lines)}") from None
    return done.stdout


def _telling(lines: list[str]) -> str:
    """What Bob refuses and its first finding, else the first line that speaks of an error, else the last."""
    for i, line in enumerate(lines):
        if "REFUSED" in line:
            return ": ".join([line, *lines[i + 2 : i + 3]])
    return next((line for line in lines if "rror" in line), (lines or ["nothing was said"])[-1])
