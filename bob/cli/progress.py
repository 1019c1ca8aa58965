"""A line of progress on standard error, where that is a terminal and reading takes a while; else nothing."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

_PATIENCE_S, _BETWEEN_S = 0.5, 0.1
_MEGABYTE = 1_000_000
_CLEAR = "\r\x1b[K"


class Progress:
    """Told by `add` how many of `n_bytes` bytes were read; its line is gone when it is left."""

    def __init__(self, n_bytes: int) -> None:
        self._n_bytes = n_bytes
        self._n_read = 0
        self._is_shown = False
        self._next_s = time.monotonic() + _PATIENCE_S
        self._is_terminal = sys.stderr is not None and sys.stderr.isatty()

    def add(self, n_bytes: int) -> None:
        """So many more bytes were read."""
        self._n_read += n_bytes
        if not self._is_terminal or time.monotonic() < self._next_s:
            return
        self._next_s = time.monotonic() + _BETWEEN_S
        self._is_shown = True
        share = min(100, 100 * self._n_read // max(self._n_bytes, 1))
        megabytes = f"{self._n_read // _MEGABYTE:,} of {self._n_bytes // _MEGABYTE:,} MB"
        print(f"{_CLEAR}{share:3}%  {megabytes}", end="", file=sys.stderr, flush=True)

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, wrong: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._is_shown:
            print(_CLEAR, end="", file=sys.stderr, flush=True)
