"""A value of a family: `Record`, an immutable mapping whose fields are also attributes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any


class Record(Mapping[str, Any]):
    """The stored values of one record, by field name, in the order of the fields.

    Integers are `int`, f32 fields their bits, byte strings `bytes`; an array of scalars is a read-only
    `memoryview` of its numbers, any other array a tuple; a nested record is a `Record`.
    """

    __slots__ = ("_values", "family")

    family: str
    _values: dict[str, Any]

    def __init__(self, family: str, values: Mapping[str, Any]) -> None:
        object.__setattr__(self, "family", family)
        object.__setattr__(self, "_values", dict(values))

    def __getitem__(self, name: str) -> Any:
        return self._values[name]

    def __getattr__(self, name: str) -> Any:
        try:
            return self._values[name]
        except KeyError:
            raise AttributeError(f"a {self.family} record has no field {name}") from None

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a record is immutable; make another one with .changed({name}=...)")

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Record):
            return NotImplemented
        return self.family == other.family and self._values == other._values

    def __hash__(self) -> int:
        return hash((self.family, tuple(self._values)))

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={_short(value)}" for name, value in self._values.items())
        return f"{self.family}({inner})"

    def changed(self, **values: object) -> Record:
        """Another record with some fields replaced; raises `KeyError` for a field that is not there."""
        for name in values:
            self._values[name]
        return Record(self.family, {**self._values, **values})


def _short(value: object) -> str:
    if isinstance(value, memoryview):
        value = value.tolist()
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]} ..."
