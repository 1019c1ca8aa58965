"""Plots as SVG text: dots with their spread on a logarithmic scale, and lines over logarithmic axes.

    dots("Ratio to python -c pass", [Dot("C", 0.3, 0.28, 0.35), ...])
    lines("Time", "scalars", "ms", {"Bob": [(256, 0.01), (65536, 1.4)]})

Numbers are rounded, so that the same figures give the same bytes. A plot is read on light and on dark pages.
"""

from __future__ import annotations

from html import escape
from math import ceil, floor, log10
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

WIDTH = 760
_LEFT, _RIGHT, _TOP, _ROW, _FOOT = 230, 70, 34, 24, 30
_HEIGHT = 320
_COLOURS = ("#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf")
_STYLE = (
    "text{font:12px sans-serif;fill:#333}.grid{stroke:#8886}.spread{stroke:#333;stroke-width:1.5}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.spread{stroke:#ddd}}"
)


class Dot(NamedTuple):
    """A figure with its 10th and 90th percentile."""

    name: str
    median: float
    low: float
    high: float


class _Scale(NamedTuple):
    """A logarithmic scale from a range of values to a range of places."""

    least: int
    most: int
    begin: float
    end: float

    def __call__(self, value: float) -> float:
        share = (log10(value) - self.least) / (self.most - self.least)
        return round(self.begin + share * (self.end - self.begin), 1)

    def decades(self) -> list[float]:
        return [10.0**power for power in range(self.least, self.most + 1)]


def _scale(values: Sequence[float], begin: float, end: float) -> _Scale:
    least, most = floor(log10(min(values))), ceil(log10(max(values)))
    return _Scale(least, max(most, least + 1), begin, end)


def dots(title: str, rows: Sequence[Dot]) -> str:
    """A line for each row: a dot at the median, the spread through it, the figure beside it."""
    bottom = _TOP + _ROW * len(rows)
    scale = _scale([value for row in rows for value in row[1:]], _LEFT, WIDTH - _RIGHT)
    marks = []
    for value in scale.decades():
        x = scale(value)
        marks += [_line(x, _TOP, x, bottom, "grid"), _text(x, bottom + 18, _tick(value), "middle")]
    for place, row in enumerate(rows):
        y = _TOP + _ROW * place
        marks += [
            _text(_LEFT - 8, y + 16, row.name, "end"),
            _line(scale(row.low), y + _ROW / 2, scale(row.high), y + _ROW / 2, "spread"),
            f'<circle cx="{scale(row.median)}" cy="{y + _ROW / 2}" r="5" fill="{_COLOURS[0]}"/>',
            _text(scale(row.high) + 8, y + 16, f"{row.median:.3g}", "start"),
        ]
    return _page(title, bottom + _FOOT, marks)


def lines(title: str, across: str, up: str, series: Mapping[str, Sequence[tuple[float, float]]]) -> str:
    """One line for each series of points, over logarithmic axes."""
    points = [point for line in series.values() for point in line]
    horizontal = _scale([x for x, _ in points], 70, WIDTH - 190)
    vertical = _scale([y for _, y in points], _HEIGHT - 46, _TOP)
    marks = []
    for value in horizontal.decades():
        x = horizontal(value)
        marks += [_line(x, _TOP, x, _HEIGHT - 46, "grid"), _text(x, _HEIGHT - 28, _tick(value), "middle")]
    for value in vertical.decades():
        y = vertical(value)
        marks += [_line(70, y, WIDTH - 190, y, "grid"), _text(62, y + 4, _tick(value), "end")]
    marks += [_text((WIDTH - 120) / 2, _HEIGHT - 8, across, "middle"), _text(70, _TOP - 8, up, "end")]
    for place, (name, line) in enumerate(series.items()):
        colour = _COLOURS[place % len(_COLOURS)]
        way = " ".join(f"{horizontal(x)},{vertical(y)}" for x, y in line)
        marks.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
        marks += [f'<circle cx="{horizontal(x)}" cy="{vertical(y)}" r="3" fill="{colour}"/>' for x, y in line]
        y = _TOP + 14 + 20 * place
        marks.append(f'<rect x="{WIDTH - 180}" y="{y - 10}" width="12" height="12" fill="{colour}"/>')
        marks.append(_text(WIDTH - 162, y, name, "start"))
    return _page(title, _HEIGHT, marks)


def _page(title: str, height: float, marks: Sequence[str]) -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' aria-label="{escape(title)}"><style>{_STYLE}</style>'
    )
    return "\n".join([head, _text(WIDTH / 2, 18, title, "middle"), *marks, "</svg>\n"])


def _line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>'


def _text(x: float, y: float, text: str, anchor: str) -> str:
    return f'<text x="{x}" y="{y}" text-anchor="{anchor}">{escape(text)}</text>'


def _tick(value: float) -> str:
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"
