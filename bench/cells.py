"""Cells of the tables of docs/speed.md: numbers with three digits that count, ratios with their spread."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bench.bounds import span

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_SMALL = 0.2


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table; the first column is text, the others as they come."""
    lines_ = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines_) + "\n"


def ratio(row: dict[str, Any], key: str) -> str:
    """A ratio with its spread, or why there is none."""
    if "absent" in row or "refused" in row:
        return why_not(row)
    found = row.get(key)
    if found is None:
        return ""
    return f"{number(found['median'])} ({number(found['low'])} to {number(found['high'])})"


def why_not(row: dict[str, Any]) -> str:
    """Why a row has no figure."""
    kind = "refused" if "refused" in row else "absent"
    return f"{kind}: {row.get(kind)}"


def peak(row: dict[str, Any]) -> str:
    """Peak memory in MiB; ≤ where less cannot be seen."""
    mib = row.get("peak_mib")
    return "" if mib is None else f"{'≤ ' if row['peak_is_floor'] else ''}{mib:.1f}"


def number(value: float | None) -> str:
    """Three digits that count, without an exponent."""
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 1000 else f"{value:.3g}"


def factor(value: float | None) -> str:
    """A number, as one over another where it is a small part."""
    return f"1/{number(1 / value)}" if value is not None and 0 < value < _SMALL else number(value)


def range_of(range_: tuple[float, float] | None) -> str:
    """A range of the reference machine, if there is one."""
    return "" if range_ is None else span(range_)
