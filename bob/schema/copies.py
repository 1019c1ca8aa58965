"""Params that are others again where a config says so (`CopyWhere`): `check_copies(schema, matched, config)`.

A head that is the embedding again may be left away, and must not where it is one of its own: which of the two
holds, a config says. Whether the bits of both are equal is asked where values are read (`required_equal`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.schema.checked import Checked
from bob.schema.config import field_of, is_true
from bob.schema.expected import Values
from bob.schema.told import told

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.formats.inventory import Entry
    from bob.schema.compiled import Pattern
    from bob.schema.expected import CopyWhere
    from bob.schema.language import Schema
    from bob.schema.matching import Matched

    Config = Mapping[str, object]


def check_copies(schema: type[Schema], matched: Matched, config: Config | None) -> Checked:
    """BOB636 for each param that is not there though the config makes it none's copy."""
    found, open_ = [], []
    for pattern, entries, copy in _copies(schema, matched):
        if entries:
            continue
        if config is None:
            open_.append(f"whether {pattern.text} may be absent ({copy.field} in a config would say)")
        elif not is_true(config, copy.field, copy.absent):
            stated = field_of(config, (copy.field,))
            said = f"{copy.field} is false" if stated else f"without {copy.field} it is no copy"
            expected = f"the tensor, or a config by which it is {copy.of} again"
            found.append(told("BOB636", pattern.line, pattern.text, f"not there, and {said}", expected))
    return Checked(tuple(found), (), tuple(open_))


def required_equal(
    schema: type[Schema], matched: Matched, config: Config | None
) -> list[tuple[Entry, Entry]]:
    """The pairs of tensors whose bits are to be equal by the schema and this config."""
    pairs = [*matched.tied]
    for _, entries, copy in _copies(schema, matched):
        if config is not None and is_true(config, copy.field, copy.absent):
            others = matched.entries[schema.spec.by_text[copy.of]]
            pairs += [(entry, others[key]) for key, entry in entries.items() if key in others]
    return pairs


def _copies(
    schema: type[Schema], matched: Matched
) -> Iterator[tuple[Pattern, Mapping[tuple[int, ...], Entry], CopyWhere]]:
    for pattern, entries in zip(schema.spec.patterns, matched.entries, strict=True):
        asked = pattern.values
        if isinstance(asked, Values) and asked.copy_where is not None:
            yield pattern, entries, asked.copy_where
