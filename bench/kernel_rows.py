"""The rows of the kernels' tables, from the times that `bench.kernels.measure` takes in one process.

    table(repeats, ...)        Bob, its C twin, torch and the divider's bound: ten updates of the table
    adamw(count, repeats)      Bob, its C twin and in-place traffic: AdamW with its gradient given
    growth(vocabularies, ...)  time and memory over the vocabulary

    measured(asked)            all three in a process of their own, so that a crash there refuses rows only

Repeats are interleaved, so Bob's over another's are pairs. Peers whose planes are not Bob's have no figures.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.kernels import measure
from bench.ratios import paired

if TYPE_CHECKING:
    from collections.abc import Sequence

BOB = "Bob"
_NAMES = {"bob": BOB, "twin": "C twin", "torch": "torch", "divider": "divider", "bandwidth": "traffic"}
_MILLISECONDS = 1000
_MIB = 1 << 20


def measured(asked: dict[str, Any]) -> dict[str, Any]:
    """The tables `kernels`, `adamw` and `growth`, as asked: counts, repeats, torch's python or why none."""
    command = [sys.executable, "-m", "bench.kernel_rows", json.dumps(asked)]
    done = subprocess.run(command, cwd=Path(__file__).parent.parent, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        reason = f"the measuring process ended with status {done.returncode}"
        return {"kernels": [{"name": BOB, "refused": reason}], "adamw": [], "growth": []}
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def table(repeats: int, torch_python: str | None, torch_absent: str | None) -> list[dict[str, Any]]:
    """A row for each program that makes ten updates of 65,536 scalars on one thread."""
    try:
        found = measure.table_rows(repeats, torch_python)
    except measure.Disagreement as wrong:
        return [{"name": BOB, "refused": str(wrong)}]
    return _rows(found["seconds"], torch_absent)


def adamw(count: int, repeats: int) -> list[dict[str, Any]]:
    """A row for each program that updates `count` scalars once, with its traffic in GB/s."""
    try:
        (found,) = measure.adamw_rows([count], repeats)
    except measure.Disagreement as wrong:
        return [{"name": BOB, "scalars": count, "refused": str(wrong)}]
    rows = _rows(found["seconds"], None)
    for row in rows:
        row["scalars"] = count
        if "ms" in row:
            row["gb_a_second"] = found["traffic_bytes"] / row["ms"] / 1e6
    return rows


def _rows(seconds: dict[str, list[float] | None], torch_absent: str | None) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    for key, times in seconds.items():
        row: dict[str, Any] = {"name": _NAMES[key]}
        if times is None:
            row["absent"] = torch_absent if key == "torch" else "no gcc"
        else:
            row["ms"] = median(times) * _MILLISECONDS
            if key != "bob":
                row["bob_over_this"] = paired(seconds["bob"] or [], times)
        rows.append(row)
    return rows


def growth(vocabularies: Sequence[int], repeats: int) -> list[dict[str, Any]]:
    """A row for each vocabulary: milliseconds of ten updates, nanoseconds a scalar and update, memory."""
    return [
        {
            "name": f"{found['vocabulary']:,}",
            "scalars": found["scalars"],
            "ms": median(found["seconds"]) * _MILLISECONDS,
            "ns_a_scalar": median(found["seconds"]) * 1e9 / found["scalars"] / found["updates"],
            "peak_mib": found["memory_bytes"] / _MIB,
            "planes_mib": 12 * found["scalars"] / _MIB,
        }
        for found in measure.growth(vocabularies, repeats)
    ]


def _all(asked: dict[str, Any]) -> dict[str, Any]:
    return {
        "kernels": table(asked["table_repeats"], asked["torch_python"], asked["torch_absent"]),
        "adamw": [adamw(count, asked["adamw_repeats"]) for count in asked["adamw_counts"]],
        "growth": growth(asked["vocabularies"], asked["growth_repeats"]),
    }


if __name__ == "__main__":
    print(json.dumps(_all(json.loads(sys.argv[1]))))
