"""What a file must satisfy to be one record of a family, over its bytes: `clauses_of(spec)`.

    reading = clauses_of(InputRecord.spec)
    reading.clauses        # each a predicate over the dims, the file's length and its bytes
    [c.name for c in reading.clauses if not true_of(c, reading, {"vocabulary": 2, "prompts": 1}, content)]

A field is no quantity here but what stands at its place (`bob.spec.bytewise`). So two families speak of one
file, and what an element of an array says of its own arrays can be said. Together the clauses are what
`bob.codec` asks; each has the code of its refusal. Statements over ghosts are not asked of files.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from bob.spec.bytewise import FILE_BYTES, Book, RecordBytes, plus, reads, word
from bob.spec.duties import duties
from bob.spec.emptiness import is_empty, known
from bob.spec.evaluation import Fault, evaluate, holds
from bob.spec.fields import Array, Magic, Nested, Padding, Prefixed, as_term, measures
from bob.spec.specification import spelled_out
from bob.spec.terms import (
    And,
    Arith,
    Bound,
    Compare,
    Const,
    Every,
    Name,
    Predicate,
    Term,
    names,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.spec.fields import Dim
    from bob.spec.specification import Spec, Stated, Stored

_NOTHING = Const(0)


class Kind(Enum):
    """What a clause asks of a file."""

    VALUE = "has a value"
    BOUNDS = "is within the bounds of a nested family"
    DIMS = "is a member by its dims"
    ENOUGH = "is not cut short"
    CONSTANT = "is its constant"
    PADDING = "is zero"
    REFINEMENT = "holds"
    END = "ends with its last field"


_LAYOUT = (Kind.VALUE, Kind.BOUNDS, Kind.DIMS)


class Clause(NamedTuple):
    """One thing that a file is asked, and the code of the finding where it is not so.

    `name` is the field or refinement, with the records around it (`layers[].rank`); `(short)` and `(long)`
    are about the record's end. `of` names, for a `Kind.VALUE`, the refinement that has no value where this
    one is false.
    """

    name: str
    kind: Kind
    predicate: Predicate
    sentence: str
    code: str
    of: str = ""


class Reading(NamedTuple):
    """The clauses of a family, and the terms of the places that have names in them, in order.

    `sizes` are all the terms by which the file is laid out.
    """

    spec: Spec
    clauses: tuple[Clause, ...]
    places: Mapping[str, Term]
    sizes: tuple[Term, ...]


class Words(Sequence[int]):
    """The words of some bytes, by place; a word that reaches beyond them has zeros there."""

    def __init__(self, content: Sequence[int], n_bytes: int) -> None:
        self._content = content
        self._n_bytes = n_bytes

    def __len__(self) -> int:
        return len(self._content)

    def __getitem__(self, place: int) -> int:  # type: ignore[override]
        end = min(place + self._n_bytes, len(self._content))
        return sum(self._content[i] << (8 * (i - place)) for i in range(place, end))


def scope_of(reading: Reading, dims: Mapping[str, int], content: Sequence[int]) -> dict[str, Any]:
    """The quantities of the clauses at some dims and bytes; a place without a value is left out."""
    scope: dict[str, Any] = {**dims, FILE_BYTES.name: len(content)}
    scope.update({word(_NOTHING, n).name: Words(content, n) for n in (1, 2, 4, 8)})
    for name, term in reading.places.items():
        try:
            scope[name] = evaluate(term, scope)
        except (Fault, LookupError):
            break
    return scope


def true_of(clause: Clause, reading: Reading, dims: Mapping[str, int], content: Sequence[int]) -> bool:
    """Whether a clause holds of some bytes; what has no value does not hold."""
    try:
        return holds(clause.predicate, scope_of(reading, dims, content))
    except (Fault, LookupError):
        return False


def clauses_of(spec: Spec) -> Reading:
    """Everything that a file is asked, what fixes its layout first; raises `Unsayable`."""
    book = Book()
    record = RecordBytes(spec, {name: _dim(name, dim) for name, dim in spec.dims.items()}, _NOTHING, "", book)
    said = list(_clauses(record))
    layout = [clause for clause in said if _fixes_layout(clause)]
    rest = [clause for clause in said if not _fixes_layout(clause)]
    end = record.end
    enough = And((*(begun <= FILE_BYTES for begun in book.begun), end <= FILE_BYTES))
    short = Clause("(short)", Kind.ENOUGH, enough, "the file holds all of the record", spec.short)
    long = Clause("(long)", Kind.END, end >= FILE_BYTES, "nothing follows the record", spec.long)
    return Reading(spec, (*layout, short, long, *rest), book.places, (*book.sizes, end))


def _fixes_layout(clause: Clause) -> bool:
    return clause.kind in _LAYOUT and not clause.of


def _dim(name: str, dim: Dim) -> Term:
    """A dim, or its number where it has only one."""
    return Const(dim.low) if dim.low == dim.high else Name(name)


def _always(predicate: Predicate) -> bool:
    """Whether a duty is that a rest lies below its divisor, which padding and no family owes."""
    match predicate:
        case Compare(op="<=", left=Arith(op="%", right=Const(value=divisor)), right=Const(value=limit)):
            return divisor <= limit
    return False


def _clauses(record: RecordBytes) -> Iterator[Clause]:
    """What is asked of the record and of all in it, but for how far it reaches."""
    for stored in record.spec.fields:
        yield from _laid_out(record, stored)
        yield from _field(record, stored)
    for stated in record.spec.refinements:
        yield from _stated(record, stated)


def _laid_out(record: RecordBytes, stored: Stored) -> Iterator[Clause]:
    """What the terms owe by which a field is laid out."""
    seen: set[tuple[object, ...]] = set()
    for size in (stored.size, *measures(stored.field)):
        for duty in duties(spelled_out(size, record.spec.derived)):
            if duty.predicate.key() not in seen and not _always(duty.predicate):
                seen.add(duty.predicate.key())
                predicate = record.predicate(duty.predicate)
                name = f"{record.path}{stored.name}"
                yield Clause(name, Kind.VALUE, predicate, duty.sentence, "BOB155")
    size = record.term(stored.size)
    if not record.depth:
        record.book.sizes.append(size)
        if reads(size):
            prefix = stored.field.prefix.n_bytes if isinstance(stored.field, Prefixed) else 0
            record.book.begun.append(plus(record.place(stored.name), Const(prefix)))


def _field(record: RecordBytes, stored: Stored) -> Iterator[Clause]:
    name, field, place = stored.name, stored.field, record.place(stored.name)
    path = f"{record.path}{name}"
    match field:
        case Magic():
            bytes_ = [word(plus(place, Const(i)), 1) == value for i, value in enumerate(field.value)]
            if bytes_:
                said = f"{path} is {field.value!r}"
                yield Clause(path, Kind.CONSTANT, And(tuple(bytes_)), said, field.code or "BOB152")
        case Padding():
            bound = Bound(f"p{record.depth}", record.term(stored.size))
            zero = Every(bound, word(plus(place, bound), 1) == 0)
            yield Clause(path, Kind.PADDING, zero, f"{path} is zero", field.code or "BOB154")
        case Nested():
            yield from _dims_of(record, path, field)
            yield from _clauses(record.inside(name))
        case Array(element=Nested() as nested):
            yield from _dims_of(record, path, nested)
            bound = Bound(f"e{record.depth}", record.term(as_term(field.length)))
            for clause in _clauses(record.element(name, bound)):
                # The elements' own dims are looked at even where there is no element.
                own = clause.kind is Kind.DIMS and "." not in clause.name.removeprefix(f"{path}[].")
                yield clause if own else clause._replace(predicate=Every(bound, clause.predicate))


def _dims_of(record: RecordBytes, path: str, nested: Nested) -> Iterator[Clause]:
    for dim, size in nested.dims.items():
        bounds, given = nested.family.spec.dims[dim], record.term(as_term(size))
        if isinstance(given, Const) and bounds.low <= given.value <= bounds.high:
            continue
        inside = (given >= bounds.low) & (given <= bounds.high)
        sentence = f"{dim} of {path} is from {bounds.low} to {bounds.high}"
        yield Clause(f"{path}.{dim}", Kind.BOUNDS, inside, sentence, "BOB108")


def _stated(record: RecordBytes, stated: Stated) -> Iterator[Clause]:
    """A refinement, after what its operators owe that no refinement before it states."""
    spec, path = record.spec, f"{record.path}{stated.name}"
    plain = cast("Predicate", spelled_out(stated.predicate, spec.derived))
    if names(plain) & spec.ghosts.keys():
        return
    about_dims = names(plain) <= spec.dims.keys()
    before = known(s.predicate for s in spec.refinements[: spec.refinements.index(stated)])
    for duty in duties(plain):
        if not is_empty(duty.predicate, before) and not _always(duty.predicate):
            owed = record.predicate(duty.predicate)
            yield Clause(path, Kind.VALUE, owed, duty.sentence, "BOB155", path)
    kind, code = (Kind.DIMS, "BOB108") if about_dims else (Kind.REFINEMENT, stated.code)
    yield Clause(path, kind, record.predicate(plain), stated.sentence, code)
