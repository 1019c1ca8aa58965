"""Values for a record: what a person gives, made to fit the family (`fitted`), and the `Record` of them.

Integers must be in range, byte strings and arrays as long as the family says. A scalar with `equals` may be
left out: it is computed from the rest. Constants and padding are no part of a record. Refinements are not
looked at here, and no bytes are made: see `bob.codec`.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from bob.errors import Finding, Refused
from bob.spec.evaluation import Fault, Unbound, evaluate
from bob.spec.fields import Array, Bytes, Magic, Nested, Padding, Prefixed, Scalar, as_term
from bob.spec.record import Record
from bob.spec.scope import RecordScope, nested_at
from bob.spec.terms import Compare

if TYPE_CHECKING:
    from bob.spec.at import FamilyAt
    from bob.spec.fields import Field
    from bob.spec.terms import Term


def fitted(at: FamilyAt, values: Mapping[str, Any]) -> tuple[RecordScope, list[Finding]]:
    """The scope of a record with these values, and what does not fit (BOB156, BOB155, BOB108), by path."""
    scope = RecordScope(at)
    waiting = {name: field for name, field in at.fields.items() if not isinstance(field, Magic | Padding)}
    found = [
        _unfit(name, value, f"no more than the fields of {at.spec.name}")
        for name, value in values.items()
        if name not in waiting
    ]
    fitting = _Fitting(scope, values, found)
    while settled := [name for name, field in waiting.items() if fitting.settles(name, field)]:
        for name in settled:
            del waiting[name]
    if waiting and not found:
        absent = [name for name in waiting if name not in values]
        found += [
            Finding("BOB156", name, "not given", "a value: what it equals needs itself") for name in absent
        ]
    return scope, found


def record_of(scope: RecordScope) -> Record:
    """The record of a scope that holds all stored values."""
    return Record(
        scope.at.spec.name,
        {
            name: _closed(scope[name])
            for name, field in scope.at.fields.items()
            if not isinstance(field, Magic | Padding)
        },
    )


def _closed(value: Any) -> Any:
    if isinstance(value, RecordScope):
        return record_of(value)
    return tuple(map(_closed, value)) if isinstance(value, tuple) else value


def equation(at: FamilyAt, name: str) -> Term | None:
    """What a scalar declared with `equals` equals."""
    for stated in at.spec.refinements:
        if stated.name == name and name in at.fields:
            assert isinstance(stated.predicate, Compare)
            return stated.predicate.right
    return None


def _unfit(path: str, value: object, expected: str) -> Finding:
    plain = repr(value)
    return Finding("BOB156", path, plain if len(plain) <= 60 else f"{plain[:57]} ...", expected)


class _Fitting:
    """Fits the values of one record into its scope, adding what does not fit to `found`."""

    def __init__(self, scope: RecordScope, values: Mapping[str, Any], found: list[Finding]) -> None:
        self.scope = scope
        self.values = values
        self.found = found

    def settles(self, name: str, field: Field) -> bool:
        """Fit one field; False while it waits for the value of another."""
        before = len(self.found)
        try:
            value = self._given(name, field)
            if len(self.found) == before:
                value = self._fit(name, field, value)
        except Unbound:
            return False
        except Fault as fault:
            self.found.append(Finding("BOB155", name, str(fault)))
        except Refused as refused:
            self.found += [f._replace(part=f"{name}.{f.part}") for f in refused.findings]
        if len(self.found) == before:
            self.scope[name] = value
        return True

    def _given(self, name: str, field: Field) -> Any:
        if name in self.values:
            return self.values[name]
        term = equation(self.scope.at, name)
        if term is None:
            self.found.append(Finding("BOB156", name, "not given", f"a value of kind {type(field).__name__}"))
            return None
        return evaluate(term, self.scope)

    def _fit(self, path: str, field: Field, value: Any) -> Any:
        match field:
            case Scalar():
                if not _is_below(value, field.limit):
                    self.found.append(_unfit(path, value, f"a whole number below {field.limit:,}"))
            case Bytes():
                self._string(path, value, evaluate(as_term(field.length), self.scope))
            case Prefixed():
                if not isinstance(value, bytes) or len(value) >= field.prefix.limit:
                    self.found.append(_unfit(path, value, f"fewer than {field.prefix.limit:,} bytes"))
            case Nested():
                return self._record(path, value, nested_at(field, self.scope))
            case Array():
                return self._array(path, field, value, evaluate(as_term(field.length), self.scope))
        return value

    def _string(self, path: str, value: object, n_bytes: int) -> object:
        if not isinstance(value, bytes) or len(value) != n_bytes:
            self.found.append(_unfit(path, value, f"{n_bytes:,} bytes"))
        return value

    def _record(self, path: str, value: Any, at: FamilyAt) -> Any:
        if not isinstance(value, Mapping):
            self.found.append(_unfit(path, value, f"the fields of {at.spec.name}"))
            return value
        scope, found = fitted(at, value)
        self.found += [finding._replace(part=f"{path}.{finding.part}") for finding in found]
        return scope

    def _array(self, path: str, field: Array, values: Any, length: int) -> Any:
        if not isinstance(values, Sequence) or isinstance(values, str) or getattr(values, "ndim", 1) != 1:
            self.found.append(_unfit(path, values, f"a sequence of {length:,} elements"))
            return values
        if len(values) != length:
            self.found.append(Finding("BOB156", path, f"{len(values):,} elements", f"{length:,} elements"))
            return values
        element = field.element
        match element:
            case Scalar():
                return self._numbers(path, element, values)
            case Nested():
                at = nested_at(element, self.scope)
                return tuple(self._record(f"{path}[{i}]", value, at) for i, value in enumerate(values))
            case Bytes():
                n_bytes = evaluate(as_term(element.length), self.scope)
                return tuple(self._string(f"{path}[{i}]", v, n_bytes) for i, v in enumerate(values))
        raise AssertionError(f"an array of {type(element).__name__}")

    def _numbers(self, path: str, element: Scalar, values: Sequence[Any]) -> Any:
        """An array of scalars in the form that it has in every record: a read-only view of its numbers."""
        if isinstance(values, memoryview) and values.readonly and values.format == element.typecode:
            return values
        wrong = [i for i, value in enumerate(values) if not _is_below(value, element.limit)]
        if wrong:
            expected = f"a whole number below {element.limit:,}"
            self.found += [_unfit(f"{path}[{i}]", values[i], expected) for i in wrong]
            return values
        return memoryview(array(element.typecode, list(values))).toreadonly()


def _is_below(value: object, limit: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < limit
