"""Families: record types indexed by dims, refused when they are badly made, numbers once given dims.

    class Table(Family):
        rows = Dim(1, 1000, shipped=8)
        magic = Magic(b"TABL")
        cells = Array(U32, lambda f: f.rows * f.rows)
        below_rows = Refine(lambda f: every(c < f.rows for c in f.cells), "every cell is below rows")

    Table.at(rows=2).record_bytes   # 20

The class body is read once, in order (`bob.spec.reader`); `Table.spec` holds what came of it. A subclass
overrides fields in their place. Class keywords `short` and `long` name the codes of a record that is cut
short or goes on after its end.
"""

from __future__ import annotations

from typing import Any, cast

from bob.spec.at import FamilyAt
from bob.spec.fields import Declaration
from bob.spec.reader import Reader, refusal
from bob.spec.specification import Spec, spelled_out
from bob.spec.terms import Name, Term


class _Body(dict[str, Any]):
    """The namespace of a class body, which refuses a second definition of a declared name."""

    def __init__(self, family: str) -> None:
        super().__init__()
        self._family = family

    def __setitem__(self, name: str, value: Any) -> None:
        if name in self and (isinstance(value, Declaration) or isinstance(self[name], Declaration)):
            raise refusal(self._family, "BOB103", name)
        super().__setitem__(name, value)


class FamilyMeta(type):
    """Reads the body of a family; raises `Refused` (BOB101 to BOB107) for a badly made one."""

    spec: Spec

    @classmethod
    def __prepare__(metacls, name: str, bases: tuple[type, ...], /, **_: Any) -> _Body:  # noqa: N804
        return _Body(name)

    def __new__(
        metacls,
        name: str,
        bases: tuple[type, ...],
        body: dict[str, Any],
        short: str | None = None,
        long: str | None = None,
    ) -> FamilyMeta:
        """Make the class and its spec."""
        own = {key: value for key, value in body.items() if isinstance(value, Declaration)}
        rest = {key: value for key, value in body.items() if key not in own}
        for key, value in rest.items():
            if not key.startswith("_") and not callable(value):
                raise refusal(name, "BOB107", key, f"{value!r} is not a declaration")
            if isinstance(value, type) and issubclass(value, Declaration):
                raise refusal(
                    name, "BOB107", key, f"the kind {value.__name__} is not an instance: {value.__name__}()"
                )
        family = super().__new__(metacls, name, bases, dict(rest))
        inherited: dict[str, Declaration] = {}
        for base in reversed(family.__mro__[1:]):
            inherited.update(base.__dict__.get("_declared", {}))
        declared = {**inherited, **own}
        parent = next((base.spec for base in family.__mro__[1:] if "spec" in base.__dict__), None)  # type: ignore[attr-defined]
        family._declared = own  # type: ignore[attr-defined]
        codes = (
            short or (parent.short if parent else "BOB150"),
            long or (parent.long if parent else "BOB151"),
        )
        family.spec = Reader(name, declared).spec(*codes)
        return family

    def term(cls, name: str) -> Term:
        """A dim or derived field as a term over dims and stored fields, every derived name spelled out."""
        spec = cls.spec
        if name in spec.dims:
            return Name(name)
        if name not in spec.derived:
            raise AttributeError(f"{spec.name} has no dim or derived field {name}")
        return cast("Term", spelled_out(spec.derived[name], spec.derived))

    def at(cls, **dims: int) -> FamilyAt:
        """The family at these dims, others at their shipped value; raises `Refused` (BOB108)."""
        return FamilyAt(cls.spec, dims)


class Family(metaclass=FamilyMeta):
    """The base of every family."""
