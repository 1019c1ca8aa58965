"""A schema as one file and its config have it: `variant(spec, entries, config)`.

Members that a config decides about (`Where`) have to be there, or may not be. Where most names of a file end
as older writers spelt them (`spellings`), so do the patterns, and findings speak of the names that are there.
Patterns keep their places, so what is found by number in the one is found in the other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.schema.compiled import by_frame
from bob.schema.config import field_of, is_true

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bob.formats.inventory import Entry
    from bob.schema.compiled import Pattern, Spec
    from bob.schema.members import Where

    Config = Mapping[str, object]
    Spellings = Sequence[tuple[str, str]]


def variant(spec: Spec, entries: Iterable[Entry], config: Config | None) -> Spec:
    """The schema with its names as most of the file has them, and its options as the config decides."""
    spellings = spec.spellings if _is_older(spec.spellings, entries) else ()
    decides = config is not None and any(gate.where for pattern in spec.patterns for gate in pattern.gates)
    if not spellings and not decides:
        return spec
    patterns = tuple(_decided(_respelt(pattern, spellings), config) for pattern in spec.patterns)
    by_text = {pattern.text: number for number, pattern in enumerate(patterns)}
    return spec._replace(patterns=patterns, by_frame=by_frame(patterns), by_text=by_text)


def told_of_spellings(spec: Spec, of: Spec) -> list[str]:
    """What deserves to be known of older names, where `of` is the variant of a schema."""
    pairs = zip(spec.patterns, of.patterns, strict=True)
    if all(one.text == other.text for one, other in pairs):
        return []
    said = ", ".join(f"{old} for {new}" for old, new in spec.spellings)
    return [f"names are spelt as in older files: {said}"]


def _is_older(spellings: Spellings, entries: Iterable[Entry]) -> bool:
    if not spellings:
        return False
    old, new = (tuple(pair[side] for pair in spellings) for side in (0, 1))
    return sum(each.name.endswith(old) - each.name.endswith(new) for each in entries) > 0


def _respelt(pattern: Pattern, spellings: Spellings) -> Pattern:
    """The pattern as older writers spelt it; ends hold no index and no digits, so frames end as texts do."""

    def older(text: str) -> str:
        return next((text.removesuffix(new) + old for old, new in spellings if text.endswith(new)), text)

    tied = pattern.tied and older(pattern.tied)
    return pattern._replace(text=older(pattern.text), frame=older(pattern.frame), tied=tied)


def _decided(pattern: Pattern, config: Config | None) -> Pattern:
    """The pattern without the gates that a config opens; barred by one that it closes."""
    if config is None:
        return pattern
    wheres = {gate: gate.where for gate in pattern.gates if gate.where is not None}
    closed = [said for where in wheres.values() if (said := _closed(where, config))]
    if closed:
        return pattern._replace(barred=closed[0])
    return pattern._replace(gates=tuple(gate for gate in pattern.gates if gate not in wheres))


def _closed(where: Where, config: Config) -> str:
    """Why a member is not to be there, by the config; empty where it has to be."""
    if is_true(config, where.field, where.absent):
        return ""
    stated = field_of(config, (where.field,))
    if stated is None:
        return (
            f"they are there only where the config says that {where.field} is true, and it has no such field"
        )
    return f"the config says that {stated[0]} is false"
