"""Holds a file against a schema and all that goes with it: `hold("llama", asked)`, for commands.

    held = hold("llama", Asked(inventory, source, config=config, tokens=tokens))
    held.matched                             # names, shapes, types, config, tokenizer
    held.with_values(contents)               # the same, and what the numbers are

Besides schemas there are two congruences, which have no sizes of their own: `adam`, the state of an optimizer
against its params, and `lora`, an adapter against its base.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING, NamedTuple

from bob.errors import Finding, Refused
from bob.schema.adapters import lora_over
from bob.schema.checked import Checked, joined
from bob.schema.copies import check_copies
from bob.schema.loading import load_schema
from bob.schema.matching import Matched, match
from bob.schema.optimizer import adam_states, is_of, other_parts
from bob.schema.optimizer_check import check_adam
from bob.schema.optimizer_pickle import plain_of
from bob.schema.tokenizer import check_rows

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bob.formats.content import Contents
    from bob.formats.inventory import Inventory
    from bob.schema.language import Schema
    from bob.schema.tokenizer import Tokens
    from bob.store import Source

    Named = str | type[Schema]

ADAM, LORA = "adam", "lora"
CONGRUENCES = {
    ADAM: "the state of Adam or AdamW (torch.save) against its params, in the same file or --base",
    LORA: "a LoRA adapter (PEFT) against the file of its base, --base",
}
_CONFIG = "config.json"
_CONFIGS = {LORA: "adapter_config.json"}
_TORCH = "pytorch"
_ANSWERED = ("values", "that tied tensors are equal")


def config_name(named: Named) -> str:
    """The plain name of the config that lies beside a file of this schema or congruence."""
    return _CONFIGS.get(named, _CONFIG) if isinstance(named, str) else _CONFIG


class Asked(NamedTuple):
    """A file that was read without findings, and what lies beside it or was named with it."""

    inventory: Inventory
    source: Source
    base: Inventory | None = None
    config: Mapping[str, object] | None = None
    tokens: Tokens | None = None


class Held(NamedTuple):
    """What a file's headers came to, and what reads its numbers."""

    matched: Matched
    read_values: Callable[[Contents], Checked]

    def with_values(self, contents: Contents) -> Matched:
        """The same with what the numbers are; raises `Refused` where they cannot be read."""
        return joined(self.matched, self.read_values(contents), answered=_ANSWERED)


def hold(named: Named, asked: Asked) -> Held:
    """Hold a file against a schema, or what has this name; raises `Refused` (BOB605, BOB652)."""
    if not isinstance(named, str):
        return hold_schema(named, asked)
    if named == ADAM:
        return _adam(asked)
    if named == LORA:
        return _lora(asked)
    return hold_schema(load_schema(named), asked)


def hold_schema(schema: type[Schema], asked: Asked) -> Held:
    """Hold a file against a schema."""
    matched = match(schema, asked.inventory, asked.config)
    more = check_copies(schema, matched, asked.config), check_rows(schema, matched, asked.tokens)
    return Held(joined(matched, *more), _values_of(schema, matched, asked))


def _values_of(schema: type[Schema], matched: Matched, asked: Asked) -> Callable[[Contents], Checked]:
    def read(contents: Contents) -> Checked:
        from bob.schema.values import check_values

        return check_values(schema, matched, contents, asked.config)

    return read


def _lora(asked: Asked) -> Held:
    if asked.base is None:
        raise Refused(LORA, [Finding("BOB652", "base", "not named", "the file that the adapter adapts")])
    schema, more = lora_over(asked.base, asked.inventory, asked.config)
    matched = match(schema, asked.inventory, asked.config)
    return Held(joined(matched, more), _values_of(schema, matched, asked))


def _adam(asked: Asked) -> Held:
    plain = plain_of(asked.source) if asked.inventory.format == _TORCH else None
    states = adam_states(asked.inventory, plain)
    params = {e.name: e.shape for e in asked.inventory.entries if not is_of(states, e.name)}
    if asked.base is not None:
        params = {e.name: e.shape for e in asked.base.entries}
    checked = check_adam(states, params or None, other_parts(states, asked.inventory))
    n_states = sum(len(state.moments) for state in states)
    moments = [held for state in states for held in state.moments.values()]
    n_scalars = sum(prod(held.first.shape) for held in moments if held.first is not None)
    binding = {"params": n_states, "scalars": n_scalars}

    def read(contents: Contents) -> Checked:
        from bob.schema.optimizer_values import check_adam_values

        return check_adam_values(states, contents)

    return Held(joined(Matched(binding, {}, (), (), (), ("values",)), checked), read)
