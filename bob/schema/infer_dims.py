"""Names for the sizes of folded tensors: `Naming(items, config)`, a text for each axis and each count.

Equal sizes have one name. Where a config lies beside the file, its fields name them (hidden_size is D), and a
size that is a product of stated ones is written as one (G * K, 3 * D). A size that nothing else shares and no
config states is written as the number that it is, and so is one too small to say anything by being equal.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from bob.schema.config import TEXT_PART, field_of
from bob.schema.infer_fold import Leaf

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.schema.infer_fold import Items

    Config = Mapping[str, object]

# Fields of transformers' configs by what they state, each with the name of its dim; the first that is there.
_COUNTS = {
    "L": ("num_hidden_layers", "n_layer", "num_layers", "n_layers"),
    "E": ("num_local_experts", "num_experts", "n_routed_experts"),
}
_HEADS = {
    "H": ("num_attention_heads", "n_head", "n_heads", "num_heads"),
    "G": ("num_key_value_heads",),
    "K": ("head_dim",),
}
_SIZES = {
    "D": ("hidden_size", "n_embd", "d_model", "dim"),
    "F": ("intermediate_size", "n_inner", "d_ff", "ffn_dim"),
    "V": ("vocab_size",),
    "P": ("max_position_embeddings", "n_positions"),
    "T": ("type_vocab_size",),
    "S": ("image_size",),
    "Q": ("patch_size",),
    "C": ("num_channels",),
}
_ALONE = ("E", "V", "D", "F", "P", "T", "Q", "C", "S", "K", "H", "G")
_TIMES = (2, 3, 4)
# Kernels, colours, pairs: that two of them are equal says nothing.
_LEAST = 5


class Named(NamedTuple):
    """A dim of the written schema: its name, its size here, and how it is defined."""

    name: str
    size: int
    definition: str


class Naming:
    """The texts of all axes and counts of some items; `dims` are those that the texts mention, in order."""

    def __init__(self, items: Items, config: Config | None) -> None:
        self._stated = dict(_stated(config or {}))
        self._axes = Counter(size for leaf in leaves(items) for size in leaf.shape)
        # What every part of a repeat has, several tensors share.
        repeated = (item.items for item in items if not isinstance(item, Leaf))
        self._axes.update(size for part in repeated for leaf in leaves(part) for size in leaf.shape)
        self._by_size: dict[int, str] = {}
        self._counts: dict[int, str] = {}
        self._used: dict[str, Named] = {}
        self._n_free = 0

    @property
    def dims(self) -> list[Named]:
        """The dims that were used: those of the config, then the counts, then those without another name."""
        groups = dict.fromkeys(self._stated, 0) | dict.fromkeys(self._counts.values(), 1)
        return sorted(self._used.values(), key=lambda dim: groups.get(dim.name, 2))

    def count(self, n: int, depth: int) -> str:
        """The text of how often a part inside of so many others is repeated: layers, then experts in them."""
        for name in sorted(_COUNTS, reverse=depth == 0):
            if self._stated.get(name, (0, ""))[0] == n:
                return self._use(name)
        if n not in self._counts:
            name = self._counts[n] = f"N{len(self._counts) + 1}"
            self._used[name] = Named(name, n, "Dim()")
        return self._counts[n]

    def axes(self, leaf: Leaf) -> str:
        """The text of a tensor's axes."""
        return ", ".join(map(self._size, leaf.shape))

    def _size(self, size: int) -> str:
        if size not in self._by_size:
            self._by_size[size] = self._stated_alone(size) or self._product(size) or self._free(size)
        return self._by_size[size]

    def _stated_alone(self, size: int) -> str:
        for name in _ALONE:
            if size > 1 and self._stated.get(name, (0, ""))[0] == size and self._is_size(name, size):
                return self._use(name)
        return ""

    def _is_size(self, name: str, size: int) -> bool:
        """Whether a size may be the one of the config: small ones where the field counts few things."""
        return size >= _LEAST or name in ("T", "C", "E")

    def _product(self, size: int) -> str:
        """A size as a product of what the config states."""
        for heads in ("H", "G"):
            if self._at(heads) * self._at("K") == size and size:
                return f"{self._use(heads)} * {self._use('K')}"
        for times in _TIMES:
            if self._at("D") * times == size and size:
                return f"{times} * {self._use('D')}"
        if size and (self._at("H") + 2 * self._at("G")) * self._at("K") == size and self._at("G"):
            return f"({self._use('H')} + 2 * {self._use('G')}) * {self._use('K')}"
        return ""

    def _free(self, size: int) -> str:
        """A name of its own for a size that several tensors share; else the number."""
        if size < _LEAST or self._axes[size] < 2:
            return str(size)
        self._n_free += 1
        name = f"D{self._n_free}"
        self._used[name] = Named(name, size, "Dim()")
        return name

    def _at(self, name: str) -> int:
        return self._stated.get(name, (0, ""))[0]

    def _use(self, name: str) -> str:
        if name not in self._used:
            size, definition = self._stated[name]
            self._used[name] = Named(name, size, definition)
            if "D / H" in definition:
                self._use("D"), self._use("H")
        return name


def leaves(items: Items) -> Iterator[Leaf]:
    """The leaves of items, each repeat's once."""
    for item in items:
        if isinstance(item, Leaf):
            yield item
        else:
            yield from leaves(item.items)


def _stated(config: Config) -> Iterator[tuple[str, tuple[int, str]]]:
    """The dims that a config states: name, size and definition; K from the heads where it is left away."""
    found = {}
    for name, fields in (_COUNTS | _HEADS | _SIZES).items():
        stated = field_of(config, fields)
        if stated is not None and isinstance(stated[1], int) and not isinstance(stated[1], bool):
            field = stated[0].removeprefix(f"{TEXT_PART}.")
            found[name] = stated[1]
            yield name, (stated[1], f'Dim(config="{field}")')
    if "G" not in found and "H" in found:
        yield "G", (found["H"], 'Dim(config="num_key_value_heads", absent="H")')
    if "K" not in found and found.get("H") and found.get("D", 1) % found["H"] == 0 and "D" in found:
        yield "K", (found["D"] // found["H"], 'Dim(config="head_dim", absent="D / H")')
