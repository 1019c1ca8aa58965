"""Bytes that are being read, and why reading stopped: `Window`, the stream that `bob.codec` gives construct.

A window hands out views of bytes that stay where they are, and never more than there are. It keeps the
records that were begun, so that what is wrong in them is said even where the bytes end in the middle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.codec_checks import findings_of, moved
from bob.errors import Finding, Refused
from bob.spec.evaluation import Fault, Unbound

if TYPE_CHECKING:
    from bob.spec.scope import RecordScope


class Window:
    """Bytes from `start` on. `path` is the field that is being read, `began` its first byte.

    `begun` holds the path, first byte and scope of each record that was begun, the outermost first.
    """

    def __init__(self, view: memoryview, start: int) -> None:
        if start < 0:
            raise ValueError(f"a record cannot start at byte {start}")
        self.view = (view if view.format == "B" else view.cast("B")).toreadonly()
        self.start = start
        self.position = start
        self.wanted = 0
        self.path = ""
        self.began = start
        self.begun: list[tuple[str, int, RecordScope]] = []

    @property
    def left(self) -> int:
        """The number of bytes that were not read yet."""
        return max(0, len(self.view) - self.position)

    def begin(self, path: str) -> None:
        """Note which field is read next."""
        self.path = path
        self.began = self.position

    def lacks(self, n_bytes: int) -> bool:
        """Whether fewer are left, which is where reading stops."""
        self.wanted = n_bytes
        return n_bytes > self.left

    def tell(self) -> int:
        """The next byte to be read."""
        return self.position

    def read(self, n_bytes: int) -> memoryview:
        """The next bytes; none where fewer are left, which construct takes as an error."""
        if self.lacks(n_bytes):
            return self.view[:0]
        begin, self.position = self.position, self.position + n_bytes
        return self.view[begin : self.position]

    def stopped(self, stop: Exception) -> list[Finding]:
        """Why reading came no further: a term without a value, dims out of bounds, or too few bytes."""
        place = self.began
        if isinstance(stop, Refused):
            return [f._replace(part=f"{self.path}.{f.part}", byte_offset=place) for f in stop.findings]
        if isinstance(stop, Fault):
            return [Finding("BOB155", self.path, str(stop), byte_offset=place)]
        record = self.begun[0][2]
        try:
            need = f"need {self.start + record.n_bytes:,}"
        except (Fault, Unbound):
            need = f"need at least {self.position + self.wanted:,}"
        return [Finding(record.at.spec.short, self.path, f"have {len(self.view):,} bytes", need, place)]

    def so_far(self) -> list[Finding]:
        """What is wrong in the records that were begun, as far as they were read; some of it twice."""
        return [f for path, origin, scope in self.begun for f in moved(findings_of(scope), path, origin)]
