"""Which contents are worth keeping: `least`, small ones that together go every way that any of them goes."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import FrameType
    from typing import Any

    Step: TypeAlias = tuple[str, int, int]


def least(read: Callable[[bytes], None], contents: Iterable[bytes], most_bytes: int) -> list[bytes]:
    """Of `contents` those, smallest first, that take a step between lines of Bob's which none before took."""
    seen: set[Step] = set()
    kept: list[bytes] = []
    for content in sorted(set(contents), key=lambda content: (len(content), content)):
        steps = steps_of(read, content)
        if len(content) <= most_bytes and not steps <= seen:
            seen |= steps
            kept.append(content)
    return kept


def steps_of(read: Callable[[bytes], None], content: bytes) -> set[Step]:
    """The pairs of lines that follow each other in a function of Bob's while `content` is read."""
    steps: set[Step] = set()

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        name = frame.f_code.co_filename
        if event != "call" or "/bob/" not in name:
            return None
        before = [0]

        def line(inner: FrameType, what: str, _: Any) -> Any:
            if what == "line":
                steps.add((name, before[0], inner.f_lineno))
                before[0] = inner.f_lineno
            return line

        return line

    outer = sys.gettrace()
    sys.settrace(trace)
    try:
        with suppress(Exception):
            read(content)
    finally:
        sys.settrace(outer)
    return steps
