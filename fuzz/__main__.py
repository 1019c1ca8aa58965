"""`python -m fuzz TARGET... --runs N`: fuzz readers, one after the other, and print counts as JSON.

Each runs in a process of its own, so that a reader which kills it is a finding and not the end. Contents that
break a promise go to the folder that --found names. Exit status: 0 where nothing was found, else 1.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib.util
import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from fuzz.counts import add
from fuzz.process import CORPUS
from fuzz.targets import TARGETS

if TYPE_CHECKING:
    from collections.abc import Sequence

_RUNS = 20_000
_ONE_IN = 16
# Nothing that ends takes so long an execution; what does not end is killed, and told.
_MOST_SECONDS_A_RUN = 0.1
_MOST_SECONDS = 300


def main(arguments: Sequence[str] | None = None) -> int:
    """Fuzz what the arguments name; print a JSON object, by target."""
    options = _options(arguments)
    found = {}
    for name in options.targets:
        found[name] = fuzzed(name, options)
        if options.counts is not None:
            add(options.counts, {name: found[name]})
    print(json.dumps(found, indent=2))
    return 1 if any(counts["faults"] for counts in found.values()) else 0


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    names = ", ".join(TARGETS)
    parser = argparse.ArgumentParser(prog="python -m fuzz", description=__doc__, epilog=f"Targets: {names}.")
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--all", action="store_true", help="every target")
    parser.add_argument("--runs", type=int, default=_RUNS, help=f"executions of each; default: {_RUNS:,}")
    parser.add_argument("--seed", type=int, default=1)
    engine = "atheris" if importlib.util.find_spec("atheris") is not None else "plain"
    parser.add_argument(
        "--engine", choices=("atheris", "plain"), default=engine, help=f"default here: {engine}"
    )
    parser.add_argument(
        "--one-in",
        type=int,
        default=_ONE_IN,
        help=f"trace allocations in one window of so many; default: {_ONE_IN}",
    )
    parser.add_argument("--found", type=Path, metavar="DIR", help="where contents go that break a promise")
    parser.add_argument("--counts", type=Path, metavar="FILE", help="add the counts to those of this file")
    parser.add_argument("--keep", action="store_true", help="keep in the corpus what reached new code")
    options = parser.parse_args(arguments)
    if bool(options.targets) == options.all:
        parser.error("name targets, or --all")
    unknown = sorted(set(options.targets) - set(TARGETS))
    if unknown:
        parser.error(f"no target {', '.join(unknown)}; there are {names}")
    options.targets = list(TARGETS) if options.all else options.targets
    return options


def fuzzed(name: str, options: argparse.Namespace) -> dict[str, Any]:
    """The counts of one reader, run in a process of its own."""
    with TemporaryDirectory(prefix="bob fuzz ") as folder:
        counts_file = Path(folder, "counts.json")
        asked = {
            "target": name,
            "runs": options.runs,
            "seed": options.seed,
            "engine": options.engine,
            "one_in": options.one_in,
            "keep": options.keep,
            "counts": str(counts_file),
        }
        ran = _process(json.dumps(asked), _MOST_SECONDS + _MOST_SECONDS_A_RUN * options.runs)
        if not counts_file.exists():
            return {"executions": 0, "faults": [{"kind": "death", "said": ran}]}
        counts: dict[str, Any] = json.loads(counts_file.read_text())
    broken = [bytes.fromhex(fault.pop("content")) for fault in counts["faults"]]
    _keep(name, [bytes.fromhex(text) for text in counts.pop("kept", [])])
    if options.found is not None and broken:
        _write(options.found, name, broken)
    return counts


def _process(asked: str, most_seconds: float) -> str:
    """What the process said at its end, if it ended by itself."""
    command = [sys.executable, "-m", "fuzz.process", asked]
    try:
        ran = subprocess.run(command, capture_output=True, check=False, timeout=most_seconds)
    except subprocess.TimeoutExpired:
        return f"did not end in {most_seconds:,.0f} s"
    return f"status {ran.returncode}: {ran.stderr.decode(errors='replace')[-2000:]}"


def _keep(name: str, contents: Sequence[bytes]) -> None:
    if contents:
        for path in (CORPUS / name).glob("*"):
            path.unlink()
        _write(CORPUS, name, contents)


def _write(folder: Path, name: str, contents: Sequence[bytes]) -> None:
    (folder / name).mkdir(parents=True, exist_ok=True)
    for content in contents:
        (folder / name / hashlib.sha256(content).hexdigest()[:16]).write_bytes(content)


if __name__ == "__main__":
    sys.exit(main())
