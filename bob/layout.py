"""Where each part of a record lies: `layout(at, record)`, computed from the family and never typed.

    laid_out = layout(InputRecord.at())
    laid_out.region("pairs[3].byte")     # Region("pairs[3].byte", 22, 1)
    laid_out.locate(22)                  # the same: the innermost part that holds a byte

Offsets count from the start of the record. Without a record, only what dims fix can be found. What the
bytes mean is `bob.codec`'s.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.spec.evaluation import evaluate
from bob.spec.fields import Array, Bytes, Magic, Nested, Padding, Prefixed, as_term
from bob.spec.scope import RecordScope, nested_at
from bob.spec.terms import BytesOf, Const

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.spec.at import FamilyAt
    from bob.spec.fields import Field
    from bob.spec.terms import Term

_STEP = re.compile(r"\.?([^\W\d]\w*)|\[([0-9]+)\]")


class Region(NamedTuple):
    """A part of a record: its path, and its place in bytes."""

    name: str
    offset: int
    n_bytes: int

    @property
    def end(self) -> int:
        """The first byte after it."""
        return self.offset + self.n_bytes


def layout(at: FamilyAt, record: Mapping[str, Any] | None = None) -> Layout:
    """The layout of a record of the family; `record` is needed where places depend on fields."""
    return Layout(at.scope(record))


class Layout:
    """The places of one record's parts, by path: `name`, `name.inner`, `name[index]`."""

    def __init__(self, scope: RecordScope) -> None:
        self._whole = _Record("", 0, scope)

    @property
    def regions(self) -> tuple[Region, ...]:
        """The stored fields, in order; raises `Unbound` where a place depends on a field not given."""
        return tuple(part.region for part in self._whole.parts())

    @property
    def n_bytes(self) -> int:
        """The size of the record; raises `Unbound` where it depends on a field not given."""
        return self._whole.n_bytes

    def region(self, path: str) -> Region:
        """The place of a part; raises `LookupError` for a path that the record does not have."""
        return self._part(path).region

    def offset(self, path: str) -> int:
        """The bytes before a part, even where its own size is not known. Raises as `region` does."""
        return self._part(path).offset

    def locate(self, byte: int) -> Region:
        """The innermost part that holds a byte; raises `LookupError` for a byte outside the record."""
        found: _Part = self._whole
        while (inner := found.holding(byte)) is not None:
            found = inner
        if found is self._whole:
            raise LookupError(f"byte {byte} is outside the record's {self.n_bytes} bytes")
        return found.region

    def _part(self, path: str) -> _Part:
        found: _Part = self._whole
        end = 0
        while step := _STEP.match(path, end):
            name, index = step.groups()
            found = found.named(name) if index is None else found.indexed(int(index))
            end = step.end()
        if end != len(path) or not path:
            raise LookupError(f"{path!r} is not a path")
        return found


class _Part:
    """A part of a record, of `size` in the terms of `scope`; a scalar is no more than this."""

    def __init__(self, path: str, offset: int, size: Term, scope: RecordScope) -> None:
        self.path = path
        self.offset = offset
        self.size = size
        self.scope = scope

    @property
    def n_bytes(self) -> int:
        return evaluate(self.size, self.scope)

    @property
    def region(self) -> Region:
        return Region(self.path, self.offset, self.n_bytes)

    def holds(self, byte: int) -> bool:
        return self.offset <= byte < self.offset + self.n_bytes

    def named(self, name: str) -> _Part:
        raise LookupError(f"{self.path} has no part {name}")

    def indexed(self, index: int) -> _Part:
        raise LookupError(f"{self.path} has no part {index}")

    def holding(self, byte: int) -> _Part | None:  # noqa: ARG002
        """The part inside this one that holds a byte."""
        return None


class _Text(_Part):
    """A byte string, `before` bytes of which are its own length."""

    def __init__(self, path: str, offset: int, size: Term, scope: RecordScope, before: int) -> None:
        super().__init__(path, offset, size, scope)
        self.before = before

    def indexed(self, index: int) -> _Part:
        byte = self.offset + self.before + index
        if not self.holds(byte):
            return super().indexed(index)
        return _Part(f"{self.path}[{index}]", byte, Const(1), self.scope)


class _Record(_Part):
    """A record, whose scope is its own."""

    def __init__(self, path: str, offset: int, scope: RecordScope) -> None:
        super().__init__(path, offset, scope.at.spec.record_bytes, scope)
        self._named: dict[str, _Part] = {}

    def parts(self) -> Iterator[_Part]:
        return (self.named(name) for name in self.scope.at.fields)

    def named(self, name: str) -> _Part:
        if name not in self._named:
            self._named[name] = self._stored(name)
        return self._named[name]

    def _stored(self, name: str) -> _Part:
        if name not in self.scope.at.fields:
            return super().named(name)
        stored = next(stored for stored in self.scope.at.spec.fields if stored.name == name)
        path = f"{self.path}.{name}" if self.path else name
        offset = self.offset + evaluate(stored.offset, self.scope)
        return _part(path, offset, stored.field, stored.size, self.scope, self.scope.get(name))

    def holding(self, byte: int) -> _Part | None:
        return next((part for part in self.parts() if part.holds(byte)), None)


class _Elements(_Part):
    """An array; its elements lie one after the other, and `values` is needed where they differ in size."""

    def __init__(
        self, path: str, offset: int, size: Term, scope: RecordScope, array: Array, values: Any
    ) -> None:
        super().__init__(path, offset, size, scope)
        self.array = array
        self.values = values

    @cached_property
    def _unequal(self) -> list[_Part]:
        """The elements, where their places have to be summed up."""
        offset, parts = self.offset, []
        for index in range(self.length):
            parts.append(self._element(index, offset))
            offset += parts[-1].n_bytes
        return parts

    @property
    def length(self) -> int:
        return evaluate(as_term(self.array.length), self.scope)

    def indexed(self, index: int) -> _Part:
        if not index < self.length:
            return super().indexed(index)
        if isinstance(self.size, BytesOf):
            return self._unequal[index]
        return self._element(index, self.offset + index * self._element(0, self.offset).n_bytes)

    def holding(self, byte: int) -> _Part | None:
        if isinstance(self.size, BytesOf):
            return next((part for part in self._unequal if part.holds(byte)), None)
        return self.indexed((byte - self.offset) // self._element(0, self.offset).n_bytes)

    def _element(self, index: int, offset: int) -> _Part:
        element = self.array.element
        value = self.values[index] if self.values is not None else None
        return _part(f"{self.path}[{index}]", offset, element, element.size(""), self.scope, value)


def _part(path: str, offset: int, field: Field, size: Term, scope: RecordScope, value: Any) -> _Part:
    match field:
        case Nested():
            return _Record(path, offset, nested_at(field, scope).scope(value))
        case Array():
            return _Elements(path, offset, size, scope, field, value)
        case Prefixed():
            return _Text(path, offset, size, scope, field.prefix.n_bytes)
        case Bytes() | Magic() | Padding():
            return _Text(path, offset, size, scope, 0)
    return _Part(path, offset, size, scope)
