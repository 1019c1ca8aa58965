"""What is wrong in a record whose structure could be read: `findings_of(scope)`, with byte offsets.

Constants, padding and refinements, in the record and in every record inside it, at all places; each thing
once. How bytes become a scope, and what is wrong with bytes that do not, is `bob.codec`'s.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.codec_values import equation
from bob.errors import Finding
from bob.layout import Layout
from bob.spec.evaluation import evaluate
from bob.spec.fields import Array, Magic, Nested, Padding

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bob.spec.at import Broken
    from bob.spec.scope import RecordScope
    from bob.spec.specification import Spec


def findings_of(scope: RecordScope) -> list[Finding]:
    """Everything that is wrong in a record, or in what was read of one; offsets count from its start."""
    places = Layout(scope)
    found = [finding for name in scope.at.fields if name in scope for finding in _field(name, scope, places)]
    return found + [_refinement(broken, scope, places) for broken in scope.at.broken(scope)]


def moved(findings: Iterable[Finding], path: str, origin: int) -> list[Finding]:
    """Findings of a record as those of what holds it, at `path` and from byte `origin` on."""
    return [
        finding._replace(
            part=f"{path}{finding.part}",
            byte_offset=None if finding.byte_offset is None else origin + finding.byte_offset,
        )
        for finding in findings
    ]


def _field(name: str, scope: RecordScope, places: Layout) -> Iterator[Finding]:
    field, value = scope.at.fields[name], scope[name]
    match field:
        case Magic() if value != field.value:
            code = field.code or "BOB152"
            yield Finding(code, name, repr(value), repr(field.value), places.offset(name))
        case Padding():
            wrong = next((i for i, byte in enumerate(value) if byte), None)
            if wrong is not None:
                place = places.offset(name) + wrong
                yield Finding(field.code or "BOB154", name, f"byte {value[wrong]}", "0", place)
        case Nested():
            if inner := findings_of(value):
                yield from moved(inner, f"{name}.", places.offset(name))
        case Array(element=Nested(family=family)) if _says_something(family.spec):
            for i, element in enumerate(scope.elements(name)):
                if inner := findings_of(element):
                    yield from moved(inner, f"{name}[{i}].", places.offset(f"{name}[{i}]"))


def _says_something(spec: Spec) -> bool:
    """Whether anything can be wrong in a record of a family."""
    return bool(spec.refinements) or any(
        isinstance(stored.field, Magic | Padding | Nested | Array) for stored in spec.fields
    )


def _refinement(broken: Broken, scope: RecordScope, places: Layout) -> Finding:
    stated = broken.stated
    place = places.offset(broken.places[0]) if broken.places else None
    if broken.fault:
        return Finding("BOB155", _part(broken), broken.found, stated.sentence, place)
    equal = equation(scope.at, stated.name)
    if equal is not None:
        value = str(evaluate(equal, scope))
        return Finding(stated.code, stated.name, str(scope[stated.name]), value, place)
    return Finding(stated.code, _part(broken), broken.found, stated.sentence, place)


def _part(broken: Broken) -> str:
    """The place that a statement is about, or the statement's name with its elements."""
    if len(broken.places) == 1:
        return broken.places[0]
    return broken.stated.name + "".join(f"[{value}]" for value in broken.variables.values())
