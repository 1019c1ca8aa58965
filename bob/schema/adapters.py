"""LoRA adapters as PEFT writes them, against their base: `lora_over(base, adapter, config)`, a schema.

Each adapted weight [out, in] has a pair: A [R, in] and B [out, R], under `base_model.model.` and the name of
its module. The sizes are the base's, so the schema is made of the base's own tensors. With the adapter's
config (adapter_config.json) it says which pairs there are; without, each of them may be. Source: PEFT 0.21,
tuners/lora/layer.py (Linear, Embedding, Conv2d, DoRA), utils/save_and_load.py (get_peft_model_state_dict).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bob.errors import Finding, Refused
from bob.schema.alignment import aligned
from bob.schema.dtypes import ANY, FLOAT
from bob.schema.language import Schema, SchemaMeta
from bob.schema.members import Block, Dim, Param

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bob.formats.inventory import Inventory
    from bob.schema.alignment import Alignment

    Config = Mapping[str, object]

IN_FRONT = "base_model.model."
_WEIGHT = ".weight"
_PART = re.compile(r"\.lora_(?:embedding_)?[AB](?:\.weight)?$|\.lora_magnitude_vector$")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9_.]+")
# Fields by which a config leaves out modules that its target_modules name.
_NARROWED = ("layers_to_transform", "exclude_modules", "target_parameters")


class _Adapted:
    """The base, seen from an adapter: its weights under the adapter's names, and what the config says."""

    def __init__(self, base: Inventory, adapter: Inventory, config: Config | None) -> None:
        self.names = {entry.name for entry in adapter.entries}
        self.config: Config = config or {}
        shapes = {e.name.removesuffix(_WEIGHT): e.shape for e in base.entries if e.name.endswith(_WEIGHT)}
        targets = sorted({target for name in self.names if (target := _target(name))})
        self.change: Alignment = aligned(targets, shapes)
        self._back = {self.change.of(target): target for target in targets}
        self.shapes = {self._own(name): shape for name, shape in shapes.items()}
        self.chosen = _chosen(config)
        self._shape_of = {entry.name: entry.shape for entry in adapter.entries}
        self.transposed = self._transposed()

    def _transposed(self) -> bool:
        """Whether weights are [in, out]: as the config says, or else as most pairs fit."""
        said = self.config.get("fan_in_fan_out")
        if isinstance(said, bool):
            return said
        fits = 0
        for module, (one, other) in ((name, s) for name, s in self.shapes.items() if len(s) == 2):
            a = self._shape_of.get(f"{IN_FRONT}{module}.lora_A.weight", ())
            if len(a) == 2 and one != other:
                fits += (a[1] == one) - (a[1] == other)
        return fits > 0

    def _own(self, name: str) -> str:
        """The adapter's name for a module of the base."""
        if name in self._back:
            return self._back[name]
        return self.change.cut + name.removeprefix(self.change.added)

    def members(self) -> Iterator[Block | Param]:
        """The pairs of all weights that may have one, and what else may be kept beside them."""
        for module, shape in self.shapes.items():
            if len(shape) >= 2:
                yield from self._pair(module, shape)
            whole = ", ".join(map(str, shape))
            # Modules that are kept whole: only where they are, so that no misspelt pair is taken for one.
            for kept in (f"{IN_FRONT}{module}{_WEIGHT}", f"{IN_FRONT}{module}.base_layer{_WEIGHT}"):
                if kept in self.names:
                    yield Param(kept, ANY[whole])

    def _pair(self, module: str, shape: tuple[int, ...]) -> Iterator[Block | Param]:
        if self.chosen is not None and not any(_names(target, module) for target in self.chosen):
            return
        rank, optional = self._rank(module), self.chosen is None
        front = f"{IN_FRONT}{module}."
        if any(f"{front}lora_embedding_{side}" in self.names for side in "AB"):
            rows, width = shape
            yield _group(
                front,
                optional,
                ("lora_embedding_A", f"{rank}, {rows}"),
                ("lora_embedding_B", f"{width}, {rank}"),
            )
            return
        into, out = shape[:2] if self.transposed else (shape[1], shape[0])
        kernel, ones = "".join(f", {size}" for size in shape[2:]), ", 1" * len(shape[2:])
        pair = ("lora_A.weight", f"{rank}, {into}{kernel}"), ("lora_B.weight", f"{out}, {rank}{ones}")
        yield _group(front, optional, *pair)
        yield Param(f"{front}lora_magnitude_vector", FLOAT[f"{out}"], optional=True)

    def _rank(self, module: str) -> str:
        """The rank of a pair: R, or the number that a pattern of the config gives its module."""
        patterns = self.config.get("rank_pattern")
        for name, rank in patterns.items() if isinstance(patterns, dict) else ():
            if _names(name, module) and isinstance(rank, int) and not isinstance(rank, bool):
                return str(rank)
        return "R"


def lora_over(base: Inventory, adapter: Inventory, config: Config | None) -> type[Schema]:
    """The schema of adapters of a base; raises `Refused` (BOB652) where the base has no weight to adapt."""
    adapted = _Adapted(base, adapter, config)
    body: dict[str, Any] = {
        "__module__": __name__,
        "__doc__": "LoRA pairs over one base.",
        "R": Dim(config="r"),
    }
    body |= {f"member_{number}": member for number, member in enumerate(adapted.members())}
    if not any(len(shape) >= 2 for shape in adapted.shapes.values()):
        raise Refused(
            "base", [Finding("BOB652", "base", "no weight of two axes", "the weights that are adapted")]
        )
    return SchemaMeta("Lora", (Schema,), body)  # type: ignore[return-value]


def open_questions(base: Inventory, adapter: Inventory, config: Config | None) -> tuple[list[str], list[str]]:
    """What deserves to be known of how names were aligned, and what the config leaves open."""
    adapted = _Adapted(base, adapter, config)
    notes = [f"weights are found by the adapter's names {adapted.change.told}"] if adapted.change.told else []
    open_ = (
        []
        if adapted.chosen is not None
        else ["which modules are adapted (no target_modules that names them)"]
    )
    return notes, open_


def _group(front: str, optional: bool, *pair: tuple[str, str]) -> Block:
    return Block(front, 1, *(Param(name, FLOAT[axes]) for name, axes in pair), optional=optional)


def _target(name: str) -> str:
    """The module that a tensor of an adapter is a part for; empty for none."""
    part = _PART.search(name)
    return name[: part.start()].removeprefix(IN_FRONT) if part and name.startswith(IN_FRONT) else ""


def _chosen(config: Config | None) -> Sequence[str] | None:
    """The modules that a config names one by one; None where it chooses them in another way."""
    targets = None if config is None else config.get("target_modules")
    if config is None or not isinstance(targets, list) or any(config.get(field) for field in _NARROWED):
        return None
    return targets if all(isinstance(t, str) and _PLAIN_NAME.fullmatch(t) for t in targets) else None


def _names(target: str, module: str) -> bool:
    """Whether a name of a config stands for a module: its whole name, or the end of it."""
    return module == target or module.endswith("." + target)
