"""Inventories made of schemas: the tensors that a schema has at some dims, changed in one place or not."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from bob.formats.inventory import Entry, Inventory
from bob.schema import FLOAT, Block, Dim, Param, Refine, Schema
from bob.spec.evaluation import evaluate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from bob.errors import Finding
    from bob.schema import Matched

    Change = Callable[[list[Entry]], Iterable[Entry]]


class Decoder(Schema):
    """A decoder with grouped heads."""

    L = Dim(config="layers")
    D = Dim(config="width")
    H = Dim(config="heads")
    G = Dim(config="groups", absent="H")
    K = Dim(config="head_width", absent="D / H")
    F = Dim(config="inner")
    V = Dim(config="vocabulary")

    embed = Param("model.embed.weight", FLOAT["V, D"])
    layers = Block(
        "model.layers.{i}.",
        "L",
        Param("q.weight", FLOAT["H*K, D"]),
        Param("k.weight", FLOAT["G*K, D"]),
        Param("v.weight", FLOAT["G*K, D"]),
        Param("o.weight", FLOAT["D, H*K"]),
        Param("q.bias", FLOAT["H*K"], optional=True),
        Param("gate.weight", FLOAT["F, D"]),
        Param("up.weight", FLOAT["F, D"]),
        Param("down.weight", FLOAT["D, F"]),
        Param("norm.weight", FLOAT["D"]),
    )
    norm = Param("model.norm.weight", FLOAT["D"])
    head = Param("head.weight", FLOAT["V, D"], tied="model.embed.weight")
    even = Refine(lambda s: s.H % s.G == 0, "heads are shared evenly among groups")

    prefixes = ("model.", "module.")


DIMS = {"L": 4, "D": 48, "H": 8, "G": 2, "K": 6, "F": 100, "V": 300}
CONFIG = {"layers": 4, "width": 48, "heads": 8, "groups": 2, "inner": 100, "vocabulary": 300}


def entry(name: str, *shape: int, dtype: str = "BF16") -> Entry:
    """A tensor of which nothing but its header is known."""
    return Entry(name, dtype, shape, 0, 0)


def inventory(entries: Iterable[Entry]) -> Inventory:
    """An inventory of these tensors."""
    return Inventory("made", tuple(entries), {}, {}, 0)


def tensors(schema: type[Schema], dims: Mapping[str, int], optional: bool = False) -> Iterator[Entry]:
    """The tensors of a schema at these dims, those that may be absent only where asked for."""
    for pattern in schema.spec.patterns:
        if pattern.gates and not optional:
            continue
        for numbers in product(*(range(evaluate(index.below, dims)) for index in pattern.indices)):
            shape = tuple(evaluate(term, dims) for term in pattern.axes)
            dtype = min(pattern.dtypes.names or {"F32"})
            yield Entry(pattern.named(numbers), dtype, shape, 0, 0)


def made(
    change: Change = lambda entries: entries,
    schema: type[Schema] = Decoder,
    dims: Mapping[str, int] = DIMS,
) -> Inventory:
    """The tensors of a schema at these dims, after a change."""
    return inventory(change(list(tensors(schema, dims))))


def shaped(name: str, *shape: int) -> Change:
    """One tensor with another shape."""
    return lambda entries: [e._replace(shape=shape) if e.name == name else e for e in entries]


def renamed(old: str, new: str) -> Change:
    """A text in all names replaced by another."""
    return lambda entries: [e._replace(name=e.name.replace(old, new)) for e in entries]


def without(*texts: str) -> Change:
    """No tensors whose names hold one of these texts."""
    return lambda entries: [e for e in entries if not any(text in e.name for text in texts)]


def also(*more: Entry) -> Change:
    """These tensors as well."""
    return lambda entries: [*entries, *more]


def codes(matched: Matched) -> list[str]:
    """The codes of the findings, in order."""
    return [finding.code for finding in matched.findings]


def only(matched: Matched) -> Finding:
    """The one finding that there is."""
    (finding,) = matched.findings
    return finding
