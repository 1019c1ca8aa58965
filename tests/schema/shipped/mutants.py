"""Headers that are wrong in one way: `MUTANTS`, each a change of a good one and the name that must be said.

A `Specimen` says where things are in a kind of checkpoint: a layer's number goes where {} stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.schema.shipped.headers import Config, Tensors

    Change = Callable[["Specimen", Tensors, Config], tuple[Tensors, Config, str]]


class Specimen(NamedTuple):
    """A good header, and the names of its parts: matrices of two sizes, of which the pair is transposed."""

    schema: str
    tensors: Tensors
    config: Config
    layer: str
    matrix: str
    partner: str
    norm: str
    table: str
    last: str
    width: str
    depth: str
    heads: str

    @property
    def one(self) -> str:
        """The matrix of layer 1."""
        return f"{self.layer.format(1)}{self.matrix}"

    @property
    def other(self) -> str:
        """Its partner, of the transposed shape."""
        return f"{self.layer.format(1)}{self.partner}"


class Mutant(NamedTuple):
    """A change, and the codes of which the refusal has at least one."""

    change: Change
    codes: tuple[str, ...]


def _resized(name_of: Callable[[Specimen], str], axis: int, by: Callable[[int], int]) -> Change:
    def change(specimen: Specimen, tensors: Tensors, config: Config) -> tuple[Tensors, Config, str]:
        name = name_of(specimen)
        dtype, shape = tensors[name]
        sizes = [*shape]
        sizes[axis] = by(sizes[axis])
        return tensors | {name: (dtype, tuple(sizes))}, config, name

    return change


def _of_type(name_of: Callable[[Specimen], str], dtype: str) -> Change:
    def change(specimen: Specimen, tensors: Tensors, config: Config) -> tuple[Tensors, Config, str]:
        name = name_of(specimen)
        return tensors | {name: (dtype, tensors[name][1])}, config, name

    return change


def _without(name_of: Callable[[Specimen], str]) -> Change:
    def change(specimen: Specimen, tensors: Tensors, config: Config) -> tuple[Tensors, Config, str]:
        name = name_of(specimen)
        return {n: t for n, t in tensors.items() if n != name}, config, name

    return change


def _with(name_of: Callable[[Specimen], str]) -> Change:
    def change(specimen: Specimen, tensors: Tensors, config: Config) -> tuple[Tensors, Config, str]:
        name = name_of(specimen)
        return tensors | {name: tensors[specimen.one]}, config, name

    return change


def _renamed(to: Callable[[str], str]) -> Change:
    def change(specimen: Specimen, tensors: Tensors, config: Config) -> tuple[Tensors, Config, str]:
        name = to(specimen.one)
        return {name if n == specimen.one else n: t for n, t in tensors.items()}, config, name

    return change


def _prefixed(prefix: str) -> Change:
    def change(specimen: Specimen, tensors: Tensors, config: Config) -> tuple[Tensors, Config, str]:  # noqa: ARG001
        return {prefix + name: tensor for name, tensor in tensors.items()}, config, prefix

    return change


def _configured(field_of: Callable[[Specimen], str], value: Callable[[int], object]) -> Change:
    def change(specimen: Specimen, tensors: Tensors, config: Config) -> tuple[Tensors, Config, str]:
        field = field_of(specimen)
        return tensors, config | {field: value(config[field])}, field

    return change


def _without_layer(specimen: Specimen, tensors: Tensors, config: Config) -> tuple[Tensors, Config, str]:
    front = specimen.layer.format(1)
    return (
        {n: t for n, t in tensors.items() if not n.startswith(front)},
        config,
        specimen.layer.partition("{}")[0],
    )


def _without_last_layer(specimen: Specimen, tensors: Tensors, config: Config) -> tuple[Tensors, Config, str]:
    front = specimen.layer.format(config[specimen.depth] - 1)
    return {n: t for n, t in tensors.items() if not n.startswith(front)}, config, specimen.depth


def _transposed(specimen: Specimen, tensors: Tensors, config: Config) -> tuple[Tensors, Config, str]:
    dtype, shape = tensors[specimen.one]
    return tensors | {specimen.one: (dtype, shape[::-1])}, config, specimen.one


def _all_transposed(specimen: Specimen, tensors: Tensors, config: Config) -> tuple[Tensors, Config, str]:
    names = [f"{specimen.layer.format(i)}{specimen.matrix}" for i in range(config[specimen.depth])]
    turned = {name: (tensors[name][0], tensors[name][1][::-1]) for name in names}
    return tensors | turned, config, specimen.matrix


def _swapped(specimen: Specimen, tensors: Tensors, config: Config) -> tuple[Tensors, Config, str]:
    one, other = specimen.one, specimen.other
    return tensors | {one: tensors[other], other: tensors[one]}, config, one


def _padded(specimen: Specimen, tensors: Tensors, config: Config) -> tuple[Tensors, Config, str]:
    """Every axis of the first size of the table, made a multiple of another hundred."""
    _, (rows, *_) = tensors[specimen.table]
    more = (rows // 128 + 1) * 128
    padded = {n: (d, tuple(more if size == rows else size for size in s)) for n, (d, s) in tensors.items()}
    return padded, config, f"{more:,}"


def _with_five_heads(specimen: Specimen, tensors: Tensors, config: Config) -> tuple[Tensors, Config, str]:
    return tensors, config | {specimen.heads: 5}, "H = "


MUTANTS: dict[str, Mutant] = {
    "an-axis-one-more": Mutant(_resized(lambda s: s.one, 0, lambda n: n + 1), ("BOB615",)),
    "an-axis-one-less": Mutant(_resized(lambda s: s.one, 1, lambda n: n - 1), ("BOB615",)),
    "an-axis-half": Mutant(_resized(lambda s: s.other, 0, lambda n: n // 2), ("BOB615",)),
    "an-axis-zero": Mutant(_resized(lambda s: s.other, 1, lambda _: 0), ("BOB615",)),
    "a-norm-too-long": Mutant(_resized(lambda s: s.norm, 0, lambda n: 2 * n), ("BOB615",)),
    "a-table-too-narrow": Mutant(_resized(lambda s: s.table, -1, lambda n: n - 1), ("BOB615",)),
    "an-integer-matrix": Mutant(_of_type(lambda s: s.one, "I64"), ("BOB621",)),
    "a-quantised-matrix": Mutant(_of_type(lambda s: s.other, "I8"), ("BOB621",)),
    "a-norm-of-truths": Mutant(_of_type(lambda s: s.norm, "BOOL"), ("BOB621",)),
    "a-table-in-fp8": Mutant(_of_type(lambda s: s.table, "F8_E4M3"), ("BOB621",)),
    "a-matrix-missing": Mutant(_without(lambda s: s.one), ("BOB610",)),
    "the-table-missing": Mutant(_without(lambda s: s.table), ("BOB610",)),
    "the-last-missing": Mutant(_without(lambda s: s.last), ("BOB610",)),
    "a-layer-missing": Mutant(_without_layer, ("BOB610", "BOB614")),
    "the-last-layer-missing": Mutant(_without_last_layer, ("BOB620", "BOB610")),
    "one-more-in-a-layer": Mutant(_with(lambda s: f"{s.layer.format(1)}adapter.gate"), ("BOB611",)),
    "one-more-outside": Mutant(_with(lambda _: "optimizer_scale"), ("BOB611",)),
    "one-of-a-layer-far-off": Mutant(
        _with(lambda s: f"{s.layer.format(999)}{s.matrix}"), ("BOB610", "BOB611", "BOB614")
    ),
    "letters-turned": Mutant(_renamed(lambda n: n.replace("weight", "wieght")), ("BOB612",)),
    "a-letter-too-much": Mutant(_renamed(lambda n: n.replace("weight", "weights")), ("BOB612",)),
    "a-capital": Mutant(_renamed(lambda n: n.replace("weight", "Weight")), ("BOB612",)),
    "a-name-of-tensorflow": Mutant(_renamed(lambda n: n.replace("weight", "kernel")), ("BOB610", "BOB612")),
    "behind-data-parallel": Mutant(_prefixed("module."), ("BOB613",)),
    "behind-a-compiler": Mutant(_prefixed("_orig_mod."), ("BOB613",)),
    "behind-something-else": Mutant(_prefixed("teacher."), ("BOB613",)),
    "one-transposed": Mutant(_transposed, ("BOB615", "BOB618")),
    "a-kind-transposed": Mutant(_all_transposed, ("BOB618",)),
    "two-swapped": Mutant(_swapped, ("BOB615", "BOB618")),
    "a-padded-table": Mutant(_padded, ("BOB620",)),
    "a-config-of-twice-the-width": Mutant(_configured(lambda s: s.width, lambda n: 2 * n), ("BOB620",)),
    "a-config-of-one-layer-less": Mutant(_configured(lambda s: s.depth, lambda n: n - 1), ("BOB620",)),
    "a-config-of-heads-that-do-not-divide": Mutant(_with_five_heads, ("BOB620", "BOB623")),
    "a-config-that-says-it-in-words": Mutant(_configured(lambda s: s.width, lambda _: "wide"), ("BOB625",)),
}
