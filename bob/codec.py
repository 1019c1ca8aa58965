"""Bytes to a record and back, for any family: `decode`, `encode`, `make`. The only importer of construct.

    decoded = decode(InputRecord.at(), content)    # a record and findings; never an exception
    content = encode(at, make(at, pairs=..., ...)) # raises Refused with every finding

The construct codec is derived from the family's fields; each length is the family's own term. It reads a
view of the bytes, of which an array of scalars is a slice: the bytes must not change while the record is
used. Nothing is read or allocated before the bytes for it are there (`bob.codec_window`). What is wrong in a
record that could be read is found by `bob.codec_checks`; values are made to fit by `bob.codec_values`.
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, Any, NamedTuple, cast
from weakref import WeakKeyDictionary

import construct

from bob.codec_checks import findings_of, moved
from bob.codec_values import fitted, record_of
from bob.codec_window import Window
from bob.errors import Finding, Refused
from bob.layout import Layout, layout
from bob.spec.evaluation import NO_VARIABLES, Fault, value_of
from bob.spec.fields import Array, Bytes, Magic, Nested, Padding, Prefixed, Scalar, as_term
from bob.spec.record import Record
from bob.spec.scope import RecordScope, nested_at

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from bob.spec.at import FamilyAt
    from bob.spec.fields import Field
    from bob.spec.specification import Spec
    from bob.spec.terms import Term


class Decoded(NamedTuple):
    """What bytes say. `findings` is empty exactly if they are one record of the family.

    `record` is there whenever its structure could be read, even if it is not what it must be; `n_bytes` is
    how many bytes it takes. Offsets in `findings` count from the start of the bytes that were given.
    """

    at: FamilyAt
    record: Record | None
    findings: tuple[Finding, ...]
    n_bytes: int = 0

    @property
    def layout(self) -> Layout | None:
        """Where the record's parts lie, from its own start."""
        return None if self.record is None else layout(self.at, self.record)


def decode(at: FamilyAt, data: bytes | memoryview, start: int = 0, *, whole: bool = True) -> Decoded:
    """Read one record from byte `start` on; if `whole`, nothing may follow it.

    Never raises for any bytes: what is wrong with them is in the findings, by place.
    """
    window = Window(memoryview(data), start)
    scope = RecordScope(at)
    try:
        _codec(at)._parsereport(window, scope, "")
    except (construct.StreamError, Fault, Refused) as stop:
        return Decoded(at, None, _in_order([*window.stopped(stop), *window.so_far()]))
    found = moved(findings_of(scope), "", start)
    if whole and window.left:
        have, need = f"have {len(window.view):,} bytes", f"need {window.position:,}"
        found.append(Finding(at.spec.long, "record", have, need, window.position))
    return Decoded(at, record_of(scope), _in_order(found), window.position - start)


def make(at: FamilyAt, /, **values: Any) -> Record:
    """The record of the family with these values, `equals` fields computed where they are not given.

    Raises `Refused` (BOB156, BOB155, BOB108) with everything that is missing, unknown or does not fit.
    Refinements are checked when it is encoded.
    """
    scope, found = fitted(at, values)
    _require(at, found)
    return record_of(scope)


def encode(at: FamilyAt, record: Mapping[str, Any]) -> bytes:
    """The bytes of a record, which `decode` accepts; raises `Refused` with every finding."""
    scope, found = fitted(at, record)
    _require(at, found or findings_of(scope))
    content: bytes = _codec(at).build(scope)
    return content


def _require(at: FamilyAt, found: list[Finding]) -> None:
    if found:
        raise Refused(f"record {at.spec.name}", _in_order(found))


def _in_order(findings: list[Finding]) -> tuple[Finding, ...]:
    """Findings by their place, each once."""
    return tuple(dict.fromkeys(sorted(findings, key=lambda finding: finding.byte_offset or 0)))


_codecs: WeakKeyDictionary[FamilyAt, _Fields] = WeakKeyDictionary()


def _codec(at: FamilyAt) -> _Fields:
    if at not in _codecs:
        _codecs[at] = _Fields(at.spec)
    return _codecs[at]


class _Fields(construct.Construct):  # type: ignore[misc]
    """The fields of a family, one after the other, read into the scope that is construct's context here."""

    def __init__(self, spec: Spec) -> None:
        super().__init__()
        self.parts = tuple((stored.name, _part(stored.field, stored.size)) for stored in spec.fields)

    def _parse(self, stream: Window, scope: RecordScope, path: str) -> RecordScope:
        stream.begun.append((path, stream.position, scope))
        for name, part in self.parts:
            stream.begin(path + name)
            scope[name] = part._parsereport(stream, scope, path + name)
        return scope

    def _build(self, scope: RecordScope, stream: Any, _context: Any, path: str) -> None:
        for name, part in self.parts:
            part._build(scope[name], stream, scope, path)


class _Inner(construct.Subconstruct):  # type: ignore[misc]
    """A nested record, in a scope of its own."""

    def __init__(self, nested: Nested) -> None:
        super().__init__(_Fields(nested.family.spec))
        self.nested = nested

    def _parse(self, stream: Window, scope: RecordScope, path: str) -> RecordScope:
        inner = RecordScope(nested_at(self.nested, scope))
        self.subcon._parsereport(stream, inner, f"{path}.")
        return inner

    def _build(self, inner: RecordScope, stream: Any, _context: Any, path: str) -> None:
        self.subcon._build(inner, stream, inner, path)


class _Elements(construct.Subconstruct):  # type: ignore[misc]
    """An array of records, each in a scope of its own."""

    def __init__(self, nested: Nested, length: Term) -> None:
        super().__init__(_Fields(nested.family.spec))
        self.nested = nested
        self.length = _count(length)
        self.least_bytes = nested.family.spec.least_bytes

    def _parse(self, stream: Window, scope: RecordScope, path: str) -> tuple[RecordScope, ...]:
        at = nested_at(self.nested, scope)
        length = self.length(scope)
        if stream.lacks(length * self.least_bytes):
            raise construct.StreamError
        return tuple(
            self.subcon._parsereport(stream, RecordScope(at), f"{path}[{i}].") for i in range(length)
        )

    def _build(self, elements: tuple[RecordScope, ...], stream: Any, _context: Any, path: str) -> None:
        for element in elements:
            self.subcon._build(element, stream, element, path)


class _Rows(construct.Adapter):  # type: ignore[misc]
    """An array of records that are scalars alone, cut from one slice."""

    def __init__(self, nested: Nested, length: Term) -> None:
        spec = nested.family.spec
        self.row = struct.Struct("<" + "".join(cast("Scalar", s.field).typecode for s in spec.fields))
        super().__init__(construct.Bytes(_count(length * self.row.size)))
        self.nested = nested
        self.names = [stored.name for stored in spec.fields]

    def _decode(self, view: memoryview, scope: RecordScope, _path: str) -> tuple[Record, ...]:
        name = nested_at(self.nested, scope).spec.name
        rows = self.row.iter_unpack(view)
        return tuple(Record(name, dict(zip(self.names, row, strict=True))) for row in rows)

    def _encode(self, records: tuple[Mapping[str, int], ...], _scope: RecordScope, _path: str) -> bytes:
        return b"".join(self.row.pack(*(record[name] for name in self.names)) for record in records)


class _Numbers(construct.Adapter):  # type: ignore[misc]
    """An array of scalars, as one slice of the bytes themselves."""

    def __init__(self, element: Scalar, length: Term) -> None:
        super().__init__(construct.Bytes(_count(length * element.n_bytes)))
        self.element = element

    def _decode(self, view: Any, _scope: RecordScope, _path: str) -> Any:
        return view.cast(self.element.typecode)

    def _encode(self, numbers: memoryview, _scope: RecordScope, _path: str) -> bytes:
        return numbers.tobytes()


class _Strings(construct.Adapter):  # type: ignore[misc]
    """An array of byte strings of one length, cut from one slice."""

    def __init__(self, element: Bytes, length: Term) -> None:
        super().__init__(construct.Bytes(_count(length * as_term(element.length))))
        self.width = _count(as_term(element.length))

    def _decode(self, view: memoryview, scope: RecordScope, _path: str) -> tuple[bytes, ...]:
        width = self.width(scope)
        return tuple(bytes(view[i : i + width]) for i in range(0, len(view), width))

    def _encode(self, strings: tuple[bytes, ...], _scope: RecordScope, _path: str) -> bytes:
        return b"".join(strings)


class _String(construct.Adapter):  # type: ignore[misc]
    """A byte string, copied out of the view."""

    def _decode(self, view: memoryview, _scope: RecordScope, _path: str) -> bytes:
        return bytes(view)

    def _encode(self, string: bytes, _scope: RecordScope, _path: str) -> bytes:
        return string


_INTEGERS = {1: construct.Int8ul, 2: construct.Int16ul, 4: construct.Int32ul, 8: construct.Int64ul}


def _part(field: Field, size: Term) -> construct.Construct:
    """The construct of a field that takes `size` bytes."""
    match field:
        case Scalar():
            return _INTEGERS[field.n_bytes]
        case Prefixed():
            return construct.Prefixed(_INTEGERS[field.prefix.n_bytes], construct.GreedyBytes)
        case Magic() | Bytes() | Padding():
            return _String(construct.Bytes(_count(size)))
        case Nested():
            return _Inner(field)
        case Array(element=Scalar() as element):
            return _Numbers(element, as_term(field.length))
        case Array(element=Bytes() as element):
            return _Strings(element, as_term(field.length))
        case Array(element=Nested() as element):
            plain = all(isinstance(stored.field, Scalar) for stored in element.family.spec.fields)
            return (_Rows if plain else _Elements)(element, as_term(field.length))
    raise TypeError(f"{type(field).__name__} has no bytes")


def _count(term: Term) -> Callable[[RecordScope], int]:
    """A term as construct's own form of a length: a function of the context."""
    value = value_of(term)
    return lambda scope: value(scope, NO_VARIABLES)
