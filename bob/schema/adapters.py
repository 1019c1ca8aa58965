"""LoRA adapters as PEFT writes them, against their base: `lora_over(base, adapter, config)`, a schema.

Each adapted weight [out, in] has a pair: A [R, in] and B [out, R], under `base_model.model.` and the name of
its module. The sizes are the base's, so the schema is made of the base's own tensors. With the adapter's
config (adapter_config.json) it says which pairs there are, and of which ranks; without, each of them may be.
Beside pairs are biases and modules that are saved whole. Source: PEFT 0.21, tuners/lora/layer.py (Linear,
Embedding, Conv2d, DoRA), tuners/trainable_tokens, utils/save_and_load.py (get_peft_model_state_dict).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from bob.errors import Finding, Refused, so_many
from bob.schema.adapter_ranks import PLAIN_NAME, Ranks, stands_for
from bob.schema.alignment import aligned
from bob.schema.checked import Checked
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
_FIELDS = {"lora_magnitude_vector": "use_dora", "lora_B.bias": "lora_bias"}
_MOST_NAMES = 4
_TOKENS = "token_adapter.trainable_tokens_delta"
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
        self.whole = {self._own_tensor(entry.name): entry.shape for entry in base.entries}
        self.chosen = _chosen(config)
        self._shape_of = {entry.name: entry.shape for entry in adapter.entries}
        self.transposed = self._transposed()
        self.ranks = Ranks(dict(self._own_ranks()), config)

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

    def _own_tensor(self, name: str) -> str:
        module, dot, leaf = name.rpartition(".")
        return self._own(module) + dot + leaf if dot else name

    def members(self) -> Iterator[Block | Param]:
        """The pairs of all weights that may have one, and what else may be kept beside them."""
        for module, shape in self.shapes.items():
            if len(shape) >= 2:
                yield from self._pair(module, shape)
            # As many rows as there are tokens that are trained, each as wide as the embedding.
            delta = self._shape_of.get(f"{IN_FRONT}{module}.{_TOKENS}", ())
            if len(delta) == len(shape) == 2:
                yield Param(f"{IN_FRONT}{module}.{_TOKENS}", FLOAT[f"{delta[0]}, {shape[1]}"])
        for name, shape in self.whole.items():
            module, _, leaf = name.rpartition(".")
            axes = ", ".join(map(str, shape))
            # Tensors that are kept whole: only where they are, so that no misspelt pair is taken for one.
            for kept in (f"{IN_FRONT}{name}", f"{IN_FRONT}{module}.base_layer.{leaf}"):
                if kept in self.names:
                    yield Param(kept, ANY[axes])
        for name in self.unheld:
            yield Param(name, ANY[", ".join(map(str, self._shape_of[name]))])

    @property
    def unheld(self) -> list[str]:
        """The tensors of modules that the config saves whole and that the base does not have: new heads."""
        saved = self.config.get("modules_to_save")
        modules = [module for module in saved if isinstance(module, str)] if isinstance(saved, list) else []
        return [
            name
            for name in sorted(self.names)
            if any(stands_for(module, name.removeprefix(IN_FRONT).rpartition(".")[0]) for module in modules)
            and name.startswith(IN_FRONT)
            and name.removeprefix(IN_FRONT) not in self.whole
            and not _target(name)
        ]

    def _pair(self, module: str, shape: tuple[int, ...]) -> Iterator[Block | Param]:
        if self.chosen is not None and not any(stands_for(target, module) for target in self.chosen):
            return
        rank, optional = self.ranks.said(module), self.chosen is None
        front = f"{IN_FRONT}{module}."
        if len(shape) == 2 and any(f"{front}lora_embedding_{side}" in self.names for side in "AB"):
            rows, width = shape
            pair = ("lora_embedding_A", f"{rank}, {rows}"), ("lora_embedding_B", f"{width}, {rank}")
            yield _group(front, optional, *pair)
            yield from self._beside(front, width, optional, "lora_magnitude_vector")
            return
        into, out = shape[:2] if self.transposed else (shape[1], shape[0])
        kernel, ones = "".join(f", {size}" for size in shape[2:]), ", 1" * len(shape[2:])
        pair = ("lora_A.weight", f"{rank}, {into}{kernel}"), ("lora_B.weight", f"{out}, {rank}{ones}")
        yield _group(front, optional, *pair)
        yield from self._beside(front, out, optional, *_FIELDS)

    def _beside(self, front: str, size: int, optional: bool, *parts: str) -> Iterator[Param]:
        """Vectors beside a pair: a config says whether all pairs have them; where it does not, each may."""
        for part in parts:
            asked = self.config.get(_FIELDS[part])
            if asked is not False:
                yield Param(front + part, FLOAT[f"{size}"], optional=optional or asked is not True)

    def _own_ranks(self) -> Iterator[tuple[str, int]]:
        """The ranks on which both of a pair agree, by module."""
        for module in self.shapes:
            front = f"{IN_FRONT}{module}.lora_"
            for one, other in (("A.weight", "B.weight"), ("embedding_A", "embedding_B")):
                a, b = self._shape_of.get(front + one, ()), self._shape_of.get(front + other, ())
                if len(a) >= 2 and len(b) >= 2 and a[0] == b[1]:
                    yield module, a[0]


def lora_over(base: Inventory, adapter: Inventory, config: Config | None) -> tuple[type[Schema], Checked]:
    """The schema of adapters of a base; what deserves to be known of it, and what the config leaves open.

    Raises `Refused` (BOB652) where the base has no weight to adapt.
    """
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
    schema: Any = SchemaMeta("Lora", (Schema,), body)
    aligned_by = adapted.change.told
    notes = (f"weights are found by the adapter's names {aligned_by}",) if aligned_by else ()
    return schema, Checked(notes=notes, not_checked=tuple(_open_questions(adapted, config)))


def _open_questions(adapted: _Adapted, config: Config | None) -> Iterator[str]:
    if adapted.chosen is None:
        yield "which modules are adapted (no target_modules that names them)"
    others = adapted.ranks.others
    if others:
        said = ", ".join(f"{rank:,} in {so_many(n, 'pair')}" for rank, n in others.items())
        why = "no config" if config is None else "rank_pattern has patterns that are not run"
        yield f"which pairs have another rank than R, {said} ({why})"
    if adapted.unheld:
        rest = len(adapted.unheld) - _MOST_NAMES
        more = f" and {rest:,} more" if rest > 0 else ""
        yield f"the shapes of {', '.join(adapted.unheld[:_MOST_NAMES])}{more} (not in the base)"


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
    return targets if all(isinstance(t, str) and PLAIN_NAME.fullmatch(t) for t in targets) else None
