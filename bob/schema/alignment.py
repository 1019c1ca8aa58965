"""How names of one file stand for names of another: `aligned(names, others)`, what to cut and what to add.

Wrappers put a prefix before all names (`module.`, `transformer.`), so one change fits all or none. A prefix
is not changed for another one, which may be that of another network: only a wrapper's is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

# What is not part of a network's own names, so that another prefix may stand in its place.
_WRAPPERS = ("", "module.", "_orig_mod.")


class Alignment(NamedTuple):
    """The text that is cut from the front of names, and the one that is put there."""

    cut: str = ""
    added: str = ""

    def of(self, name: str) -> str:
        """The other file's name for a name."""
        return self.added + name.removeprefix(self.cut)

    @property
    def told(self) -> str:
        """The change in words; empty where there is none."""
        with_ = f"with {self.added} before them" if self.added else ""
        without = f"without {self.cut} before them" if self.cut else ""
        return " and ".join(filter(None, (without, with_)))


def aligned(names: Sequence[str], others: Collection[str]) -> Alignment:
    """The change of prefix by which most names are among the others; none where that is as good."""
    if not names:
        return Alignment()
    parts = names[0].split(".")
    choices = []
    for cut in (".".join(parts[:n]) + "." if n else "" for n in range(len(parts))):
        rest = names[0].removeprefix(cut)
        choices += [Alignment(cut, "")] if rest in others else []
        if cut in _WRAPPERS:
            ends = (other.removesuffix(rest) for other in others if other.endswith("." + rest))
            choices += [Alignment(cut, added) for added in ends]
    none = Alignment()
    return max([none, *choices], key=lambda choice: sum(choice.of(name) in others for name in names))
