"""Parse and build are inverse, and a file has one reading: `theorems(families)`, for any families.

What is shown of numbers, strings, arrays, magics and paddings is shown once (`numbers`, `sequences`); then of
each family that its record is put together from them (`families`). A text speaks of a `reading` of bytes and
the `writing` of a record, by the names that `places` gives to their `parts`; the sizes in it are the family's
own terms. What is shown of a family is assumed where its records are the elements of another's array.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.proof.readings import numbers, sequences
from bob.proof.readings.families import of_family
from bob.proof.readings.places import subject_of
from bob.spec.fields import Array, Nested
from bob.spec.obligation import snake_case

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bob.proof.theorem import Theorem, Walk
    from bob.spec.family import FamilyMeta


def theorems(families: Iterable[FamilyMeta]) -> tuple[Theorem | Walk, ...]:
    """What is shown of each kind of field, then of each family."""
    return (*of_fields(), *of_families(families))


def of_fields() -> tuple[Theorem | Walk, ...]:
    """What is shown of each kind of field, once for all families."""
    return (*numbers.theorems(), *sequences.theorems())


def of_families(families: Iterable[FamilyMeta]) -> tuple[Theorem | Walk, ...]:
    """What is shown of each family with stored fields, and of those inside it, given what is of fields."""
    reached = dict.fromkeys(inner for family in families for inner in _reached(family))
    labels = _labels(reached)
    subjects = (subject_of(family, "readings", labels) for family in reached)
    return tuple(theorem for subject in subjects for theorem in of_family(subject))


def _reached(family: FamilyMeta) -> Iterator[FamilyMeta]:
    """The families of nested records, innermost first, and the family itself if it has fields."""
    for stored in family.spec.fields:
        nested = stored.field.element if isinstance(stored.field, Array) else stored.field
        if isinstance(nested, Nested):
            yield from _reached(nested.family)
    if family.spec.fields:
        yield family


def _labels(families: Iterable[FamilyMeta]) -> dict[FamilyMeta, str]:
    """A name for each family that no other has."""
    used: dict[str, int] = {}
    labels = {}
    for family in families:
        plain = snake_case(family.spec.name)
        used[plain] = used.get(plain, 0) + 1
        labels[family] = plain if used[plain] == 1 else f"{plain}.{used[plain]}"
    return labels
