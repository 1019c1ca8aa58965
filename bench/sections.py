"""The sections of docs/speed.md that are tables: each gives its heading and its rows from a run's record.

A figure stands beside the same one of the run before, where there is one. A row that is absent or refused
says why in the place of its figure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench import cells
from bench.bounds import IN_MEMORY, kernel_note, note, reference, verdicts
from bench.reference import AGAINST, KERNELS_MS, MACHINE

if TYPE_CHECKING:
    from collections.abc import Sequence

_KERNELS_TEXT = """Ten updates of 65,536 scalars in one process, one thread, loss and norm included, from
the first state each time; programs take turns. The divider's bound is a root and two divisions a scalar and
update, and nothing else. The twin is `bench/kernels/twin.c`; torch is autograd with fused AdamW.
"""
_ADAMW_TEXT = """AdamW of flat planes with their gradient given, one update, one thread; traffic is the same
reading and writing in place with next to no arithmetic:
"""
_GROWTH = {
    "ms": "ms for ten updates",
    "ns_a_scalar": "ns a scalar and update",
    "peak_mib": "peak MiB",
    "planes_mib": "its planes, MiB",
}


def machine(run: dict[str, Any]) -> str:
    """What it was measured on, in a sentence."""
    facts = run["machine"]
    said = [f"{facts['processor']}, {facts['cores']} cores, {facts['system']}, CPython {facts['python']}"]
    said += [f"widest vectors {facts['widest_vectors']}"] if "widest_vectors" in facts else []
    said += [f"files on {facts['file_system']}"] if "file_system" in facts else []
    said += [f"load {facts['load_at_start']} when it began"] if "load_at_start" in facts else []
    return (
        f"Measured {run['date']}, {run['pairs']} pairs: {', '.join(said)}. The reference machine: {MACHINE}."
    )


def aims(run: dict[str, Any], before: dict[str, Any] | None) -> str:
    """What is aimed at and must hold, and whether it does."""
    earlier = {v["name"]: v["figure"] for v in verdicts(before)} if before else {}
    rows = [
        [
            v["name"],
            cells.factor(v["figure"]),
            cells.factor(earlier.get(v["name"])),
            _held(v, "aim"),
            _held(v, "must"),
            v["unit"],
        ]
        for v in verdicts(run)
    ]
    heads = ["figure", "here", "the run before", "aim", "must", "unit"]
    return f"## Aims and musts\n\n{cells.table(heads, rows)}"


def _held(verdict: dict[str, Any], which: str) -> str:
    bound, holds = verdict[which], verdict[f"{which}_holds"]
    if bound is None:
        return ""
    said = {True: "holds", False: "**falls short**", None: "not measured"}[holds]
    return f"{cells.factor(bound)}: {said}"


def commands(run: dict[str, Any], before: dict[str, Any] | None, plot: str) -> str:
    """Every command against `python -c pass`."""
    earlier = _by_name(before, "commands")
    rows = [
        [
            f"`{row['name']}`",
            cells.ratio(row, "ratio"),
            cells.ratio(earlier.get(row["name"], {}), "ratio"),
            cells.number(row.get("ms")),
            cells.peak(row),
            cells.range_of(reference(row["name"])),
            note(row, run),
        ]
        for row in run["commands"]
    ]
    heads = [
        "command",
        "ratio to `python -c pass`",
        "the run before",
        "ms",
        "peak MiB",
        "reference",
        "why it differs",
    ]
    return f"## A fresh process\n\n![Ratios]({plot})\n\n{cells.table(heads, rows)}"


def against(run: dict[str, Any], before: dict[str, Any] | None) -> str:
    """Bob against each peer, and what each of them does."""
    earlier = _by_name(before, "commands")
    rows = [
        [
            row["name"],
            cells.ratio(row, "bob_over_this"),
            cells.ratio(earlier.get(row["name"], {}), "bob_over_this"),
            row["files"],
            row["digests"],
            row["verifies"],
            row["agreement"],
        ]
        for row in run["commands"]
        if row["name"] in AGAINST or row["name"] == f"C{IN_MEMORY}"
    ]
    rows += [
        ["Bob itself", "", "", row["files"], row["digests"], row["verifies"], row["agreement"]]
        for row in run["commands"]
        if row["name"] == "bob run --resume"
    ]
    heads = [
        "peer",
        "Bob over the peer",
        "the run before",
        "reads and writes",
        "digests",
        "verifies",
        "planes as Bob's",
    ]
    return f"## The same job in peers\n\n{cells.table(heads, rows)}"


def once(run: dict[str, Any]) -> str:
    """First use, and what durability costs."""
    first, syncs = run["first_use"], run["syncs"]
    said = (
        f"{first['seconds']:.2f} s, median of {first['times']}"
        if "seconds" in first
        else cells.why_not(first)
    )
    return (
        "## First use and durability\n\n"
        f"First use (`bob run --resume` with an empty cache folder): {said}. The two fsync calls of one"
        f" replacement take {syncs['ms']:.2f} ms alone ({syncs['low_ms']:.2f} to {syncs['high_ms']:.2f});"
        f' rows that end in "{IN_MEMORY.strip(", ")}" run where a sync costs nothing.\n'
    )


def large(run: dict[str, Any]) -> str:
    """A large file against the digest library."""
    large = run["large"]
    head = f"## A file of {large['gigabytes']:g} GB\n\n"
    if "over" not in large or "refused" in large:
        return f"{head}{cells.why_not(large)}\n"
    rows = [
        [
            "`bob verify envelope`" if name == "bob" else f"the library, {name}",
            f"{speed:.2f}",
            f"{large['peak_mb'][name]:.1f}",
            cells.ratio(large["over"], name) if name != "bob" else "",
        ]
        for name, speed in large["gb_a_second"].items()
    ]
    said = (
        "A sparse file with a header whose digests are right and whose sizes are not the contract's: it is\n"
        "refused for its sizes alone, after all of its chunks were digested (with its last byte changed the\n"
        "digest is found wrong). The library is the blake3 package, one thread, a process of its own; Bob\n"
        "hashes the chunks beside each other.\n\n"
    )
    return f"{head}{said}{cells.table(['reader', 'GB/s', 'peak MB', 'Bob over it'], rows)}"


def kernels(run: dict[str, Any], before: dict[str, Any] | None) -> str:
    """The kernels in one process."""
    earlier = _by_name(before, "kernels")
    rows = [
        [
            row["name"],
            cells.number(row.get("ms")),
            cells.ratio(row, "bob_over_this"),
            cells.ratio(earlier.get(row["name"], {}), "bob_over_this"),
            cells.range_of(KERNELS_MS.get(row["name"])),
            kernel_note(row, run),
        ]
        for row in run["kernels"]
    ]
    heads = ["kernel", "ms", "Bob over it", "the run before", "reference ms", "why it differs"]
    return f"## Kernels\n\n{_KERNELS_TEXT}\n{cells.table(heads, rows)}\n{_adamw(run, before)}"


def _adamw(run: dict[str, Any], before: dict[str, Any] | None) -> str:
    earlier = {(row["scalars"], row["name"]): row for rows in (before or {}).get("adamw", []) for row in rows}
    rows = [
        [
            f"{row['scalars']:,}",
            row["name"],
            cells.number(row.get("ms")),
            cells.number(row.get("gb_a_second")),
            cells.ratio(row, "bob_over_this"),
            cells.ratio(earlier.get((row["scalars"], row["name"]), {}), "bob_over_this"),
        ]
        for counted in run["adamw"]
        for row in counted
    ]
    heads = ["scalars", "kernel", "ms", "GB/s", "Bob over it", "the run before"]
    return f"{_ADAMW_TEXT}\n{cells.table(heads, rows)}"


def growth(run: dict[str, Any], shown: Sequence[str]) -> str:
    """Time and memory over the vocabulary."""
    rows = [
        [row["name"], f"{row['scalars']:,}", *(cells.number(row[key]) for key in _GROWTH)]
        for row in run["growth"]
    ]
    pictures = "\n".join(f"![Growth]({name})" for name in shown)
    heads = ["vocabulary", "scalars", *_GROWTH.values()]
    return f"## Growth\n\n{pictures}\n\n{cells.table(heads, rows)}"


def versions(run: dict[str, Any]) -> str:
    """What is installed in each environment."""
    rows = [
        [name, ", ".join(f"{package} {version}" for package, version in found.items())]
        for name, found in run["versions"].items()
    ]
    return f"## Versions\n\n{cells.table(['environment', 'what is in it'], rows)}"


def _by_name(run: dict[str, Any] | None, key: str) -> dict[str, dict[str, Any]]:
    return {} if run is None else {row["name"]: row for row in run[key]}
