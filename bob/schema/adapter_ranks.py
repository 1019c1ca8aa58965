"""The ranks of an adapter's pairs, by module: `Ranks(of, config)`.

    ranks.said("model.layers.0.self_attn.q_proj")     # "R", or the number that it is

A config states one rank, and others by names of modules. Its patterns are regular expressions: those that are
no plain names are not run, and then, as without a config, a pair's rank is what both of it have.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, TypeGuard

if TYPE_CHECKING:
    from collections.abc import Mapping

PLAIN_NAME = re.compile(r"[A-Za-z0-9_.]+")


class Ranks:
    """The ranks `of` modules on which both of a pair agree, seen from a config."""

    def __init__(self, of: Mapping[str, int], config: Mapping[str, object] | None) -> None:
        self._of = of
        self._stated = None if config is None else config.get("r")
        pattern = None if config is None else config.get("rank_pattern")
        self._pattern = pattern if isinstance(pattern, dict) else {}
        self._are_open = config is None or not all(map(PLAIN_NAME.fullmatch, self._pattern))

    def said(self, module: str) -> str:
        """The rank of a pair: R, or the number that a pattern of the config gives its module.

        Where that is open it is what both of the pair have, if that is one number.
        """
        for name, rank in self._pattern.items():
            if PLAIN_NAME.fullmatch(name) and stands_for(name, module) and _is_rank(rank):
                return str(rank)
        own = self._own_rank(module) if self._are_open else None
        allowed = self._pattern.values() if self._pattern else None
        return "R" if own is None or (allowed is not None and own not in allowed) else str(own)

    def _own_rank(self, module: str) -> int | None:
        """The rank on which both of a pair agree, where it is another than that of most pairs."""
        own = self._of.get(module)
        return None if own == self._most else own

    @cached_property
    def _most(self) -> int | None:
        """What the config states, or else the rank of most pairs, of as many the smallest."""
        if _is_rank(self._stated):
            return self._stated
        counts = Counter(self._of.values())
        return max(counts, key=lambda rank: (counts[rank], -rank), default=None)

    @property
    def others(self) -> dict[int, int]:
        """How many pairs have another rank than most, by rank, where nothing says which ones have."""
        if not self._are_open:
            return {}
        others = [module for module in self._of if self.said(module) == str(self._own_rank(module))]
        named = {m for m in others for n in self._pattern if PLAIN_NAME.fullmatch(n) and stands_for(n, m)}
        return dict(sorted(Counter(self._of[module] for module in others if module not in named).items()))


def _is_rank(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def stands_for(target: str, module: str) -> bool:
    """Whether a name of a config stands for a module: its whole name, or the end of it."""
    return module == target or module.endswith("." + target)
