"""What a run's figures are held against: aims and musts, the reference machine, and why a figure is another.

    verdicts(run)                  # each bound with its figure and whether it holds
    note(row, run)                 # "" or, from what was measured beside it, why a row is off the reference

A run is the record that `bench.__main__` writes; nothing is measured here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench.ratios import held, is_off
from bench.reference import AGAINST, AIMS, BASE_MS, KERNELS_MS, OTHER_PROGRAM, RATIOS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bench.reference import Aim

_OWN = "bob run --resume"
# The library whose import is part of a peer's time.
_IMPORTS = {
    "NumPy": "numpy",
    "import numpy": "numpy",
    "JAX": "jax",
    "raw torch": "torch",
    "usual torch": "torch",
}
IN_MEMORY = ", files in memory"


def named(run: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """The rows of commands by name."""
    return {row["name"]: row for row in run["commands"]}


def verdicts(run: dict[str, Any]) -> list[dict[str, Any]]:
    """Every bound of the table of aims with its figure (None where a row is absent or refused)."""
    return [
        {"name": name, "unit": aim.unit, "figure": figure, **held(figure, aim.aim, aim.must)}
        for name, aim, figure in _bounds(run)
    ]


def _bounds(run: dict[str, Any]) -> Iterator[tuple[str, Aim, float | None]]:
    rows, first, large = named(run), run["first_use"], run["large"]
    figures = {name: _median(rows.get(name), "ratio") for name in AIMS}
    figures["peak memory of bob run --resume"] = _sound(rows.get(_OWN)).get("peak_mib")
    figures["first use"] = _sound(first).get("seconds")
    if "over" in _sound(large):
        figures["large file"] = large["over"][large["fastest"]]["median"]
        figures["peak memory of the large file"] = large["peak_mb"]["bob"]
    table = _kernel_figures(run["kernels"])
    figures |= {"kernel": table.get("divider")}
    figures |= {f"kernel against {peer}": table.get(peer) for peer in ("C twin", "torch")}
    flat = [_kernel_figures(rows) for rows in run["adamw"]]
    figures["AdamW, the slowest count"] = _slowest(flat, "traffic")
    figures["AdamW against C twin, the slowest count"] = _slowest(flat, "C twin")
    for name, aim in AIMS.items():
        yield name, aim, figures[name]
    for peer, aim in AGAINST.items():
        yield f"{_OWN} against {peer}", aim, _median(rows.get(peer), "bob_over_this")


def _sound(row: dict[str, Any] | None) -> dict[str, Any]:
    """A row whose figures count: one that is refused has none."""
    return {} if row is None or "refused" in row else row


def _median(row: dict[str, Any] | None, key: str) -> float | None:
    figure = _sound(row).get(key)
    return None if figure is None else figure["median"]


def _kernel_figures(rows: list[dict[str, Any]]) -> dict[str, float]:
    """Bob's time over each other row's."""
    return {row["name"]: row["bob_over_this"]["median"] for row in rows if "bob_over_this" in _sound(row)}


def _slowest(counts: list[dict[str, float]], name: str) -> float | None:
    return max((figures[name] for figures in counts if name in figures), default=None)


def reference(name: str) -> tuple[float, float] | None:
    """The reference machine's ratio for a command, lowest and highest."""
    return RATIOS.get(name)


def note(row: dict[str, Any], run: dict[str, Any]) -> str:
    """Why a command's ratio is more than 15% off the reference; empty where it is not, or has none."""
    there, here = RATIOS.get(row["name"]), _median(row, "ratio")
    if there is None or here is None or not is_off(here, there):
        return ""
    return "; ".join([f"{here:.3g} here, {span(there)} there", *_reasons(row, run, here)])


def _reasons(row: dict[str, Any], run: dict[str, Any], here: float) -> Iterator[str]:
    rows, machine = named(run), run["machine"]
    base = row["base_ms"]
    if not BASE_MS[0] <= base <= BASE_MS[1]:
        yield f"`python -c pass` takes {base:.1f} ms, there {span(BASE_MS)}"
    yield from _machine_reasons(machine)
    library = _IMPORTS.get(row["name"])
    if library is not None:
        version = run["versions"].get(library, {}).get(library, "of unknown version")
        alone = _median(rows.get(f"import {library}"), "ratio")
        share = f", whose import alone is {alone:.3g}" if alone and f"import {library}" != row["name"] else ""
        yield f"{library} {version}{share}"
    in_memory = _sound(rows.get(row["name"] + IN_MEMORY)).get("ratio")
    if in_memory is not None and in_memory["high"] < here:
        yield f"{in_memory['median']:.3g} with its files in memory"


def _machine_reasons(machine: dict[str, Any]) -> Iterator[str]:
    if machine.get("widest_vectors") != "avx512f":
        yield "no AVX-512"
    if not machine["python"].startswith("3.11."):
        yield f"CPython {machine['python']}"
    load, cores = machine.get("load_at_start", 0.0), machine["cores"]
    if load > cores / 4:
        yield f"load {load:.1f} on {cores} cores"


def kernel_note(row: dict[str, Any], run: dict[str, Any]) -> str:
    """Why a kernel's milliseconds are more than 15% off the reference; empty where they are not."""
    there, here = KERNELS_MS.get(row["name"]), _sound(row).get("ms")
    if there is None or here is None or not is_off(here, there):
        return ""
    other = [OTHER_PROGRAM[row["name"]]] if row["name"] in OTHER_PROGRAM else []
    return "; ".join([f"{here:.3g} ms here, {span(there)} there", *other, *_machine_reasons(run["machine"])])


def span(range_: tuple[float, float]) -> str:
    """A range in words: one number where its ends are equal."""
    low, high = range_
    return f"{low:g}" if low == high else f"{low:g} to {high:g}"
