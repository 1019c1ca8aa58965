"""S-expressions, nested tuples of words: `laid_out` breaks them into lines that a reader can follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable

Expression: TypeAlias = "str | tuple[Expression, ...]"

_WIDTH = 100


def laid_out(expression: Expression, indent: int = 0) -> str:
    """On one line where it fits, else an argument a line; sums and products are filled like prose."""
    flat = _on_one_line(expression)
    if isinstance(expression, str) or indent + len(flat) <= _WIDTH:
        return flat
    first, *rest = expression
    margin = "\n" + " " * (indent + 2)
    parts = [laid_out(part, indent + 2) for part in rest]
    if first in ("+", "*") and all("\n" not in part for part in parts):
        return margin.join(_filled(f"({first}", parts, _WIDTH - indent - 2)) + ")"
    return f"({laid_out(first, indent + 1)}{''.join(margin + part for part in parts)})"


def _filled(head: str, parts: Iterable[str], width: int) -> list[str]:
    lines = [head]
    for part in parts:
        if len(lines[-1]) + len(part) < width:
            lines[-1] += f" {part}"
        else:
            lines.append(part)
    return lines


def _on_one_line(expression: Expression) -> str:
    if isinstance(expression, str):
        return expression
    return f"({' '.join(map(_on_one_line, expression))})"
