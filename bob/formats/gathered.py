"""Findings of one file, gathered in the order of their places, so many of a kind: `Gathered`.

    found = Gathered()
    found.add("BOB516", "k, v", "share bytes [0, 8)", "no byte in two tensors", 95)
    found.all()             # by byte, then name; after a hundred of one code, how many more there are

Names come out of files: those that are too long to be read are cut.
"""

from __future__ import annotations

from bob.errors import Finding, shown

MOST_OF_A_CODE = 100


class Gathered:
    """Findings as they come; of each code the first hundred are kept, and the rest are counted."""

    others = "and more"

    def __init__(self) -> None:
        self._kept: dict[str, list[Finding]] = {}
        self._more: dict[str, int] = {}

    def __bool__(self) -> bool:
        return bool(self._kept)

    def __contains__(self, code: str) -> bool:
        return code in self._kept

    def add(
        self,
        code: str,
        part: str,
        found: str = "",
        expected: str = "",
        byte_offset: int | None = None,
        note: str = "",
    ) -> None:
        """One more finding; `part` and `found` may be texts of the file."""
        self.take(Finding(code, shown(part), shown(found), expected, byte_offset, note))

    def take(self, finding: Finding) -> None:
        """One more finding, as it is."""
        kept = self._kept.setdefault(finding.code, [])
        if len(kept) == MOST_OF_A_CODE:
            self.count(finding.code, 1)
        else:
            kept.append(finding)

    def count(self, code: str, n_more: int) -> None:
        """So many more of a kind of which there are enough."""
        if n_more:
            self._more[code] = self._more.get(code, 0) + n_more

    def all(self) -> tuple[Finding, ...]:
        """The findings by byte and name, then for each code that was cut how many more there are."""
        kept = [finding for found in self._kept.values() for finding in found]
        kept.sort(key=lambda finding: (finding.byte_offset or 0, finding.part, finding.code))
        more = [
            Finding(code, self.others, f"{count:,} more of this kind") for code, count in self._more.items()
        ]
        return (*kept, *sorted(more))
