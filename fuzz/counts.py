"""The counts of all runs that were made: `fuzz/counts.json`, and the table of docs/hostile.md made from it.

python -m fuzz --all --runs 200000 --counts fuzz/counts.json && python -m fuzz.counts
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

COUNTS = Path(__file__).parent / "counts.json"
PAGE = Path(__file__).parent.parent / "docs" / "hostile.md"
_BEGIN, _END = "<!-- counts: made by python -m fuzz.counts -->\n", "<!-- end of counts -->\n"
_SUMS = ("executions", "traced", "seconds")
_LARGEST = ("longest_s", "largest_excess")
_HEAD = (
    "| reader | by atheris | blind | accepted | codes told | slowest, s | bytes beyond 4 x file | faults |",
    "| --- | --- | --- | --- | --- | --- | --- | --- |",
)


def add(path: Path, found: Mapping[str, Mapping[str, Any]]) -> None:
    """Add the counts of some readers to those of a file."""
    kept: dict[str, dict[str, Any]] = json.loads(path.read_text()) if path.exists() else {}
    for name, counts in found.items():
        key = f"{name} {counts.get('engine', 'none')}"
        kept[key] = joined(kept.get(key, {}), counts)
    path.write_text(json.dumps(kept, indent=2, sort_keys=True) + "\n")


def joined(one: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    """Two counts of one reader as those of both."""
    sums = {name: round(one.get(name, 0) + other.get(name, 0), 1) for name in _SUMS}
    largest = {name: max(one.get(name, 0), other.get(name, 0)) for name in _LARGEST}
    told = [one.get("outcomes", {}), other.get("outcomes", {})]
    outcomes = {code: sum(each.get(code, 0) for each in told) for code in sorted({*told[0], *told[1]})}
    faults = [*one.get("faults", []), *other.get("faults", [])]
    return {**sums, **largest, "outcomes": outcomes, "faults": faults}


def table(kept: Mapping[str, Mapping[str, Any]]) -> str:
    """The counts as a table of Markdown, with a line of sums."""
    names = list(dict.fromkeys(key.partition(" ")[0] for key in kept))
    rows = [_row(name, kept.get(f"{name} atheris", {}), kept.get(f"{name} plain", {})) for name in names]
    whole = {
        engine: sum(c["executions"] for key, c in kept.items() if key.endswith(engine))
        for engine in ("atheris", "plain")
    }
    faults = sum(len(counts["faults"]) for counts in kept.values())
    total = f"| all | {whole['atheris']:,} | {whole['plain']:,} | | | | | {faults} |"
    return "\n".join([*_HEAD, *rows, total]) + "\n"


def _row(name: str, guided: Mapping[str, Any], blind: Mapping[str, Any]) -> str:
    both = joined(guided, blind)
    accepted = both["outcomes"].get("accepted", 0)
    codes = len([code for code in both["outcomes"] if code.startswith("BOB")])
    runs = f"{guided.get('executions', 0):,} | {blind.get('executions', 0):,}"
    most = f"{both['longest_s']:.2f} | {both['largest_excess']:,}"
    return f"| {name} | {runs} | {accepted:,} | {codes} | {most} | {len(both['faults'])} |"


def page(text: str, kept: Mapping[str, Mapping[str, Any]]) -> str:
    """The page with its table made anew."""
    before, _, rest = text.partition(_BEGIN)
    _, _, after = rest.partition(_END)
    return f"{before}{_BEGIN}{table(kept)}{_END}{after}"


def main() -> int:
    """Write the table into the page."""
    PAGE.write_text(page(PAGE.read_text(), json.loads(COUNTS.read_text())))
    return 0


if __name__ == "__main__":
    sys.exit(main())
