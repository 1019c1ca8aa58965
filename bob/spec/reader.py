"""Reads the declarations of a family, in order, into a `Spec`: every size, offset and statement a term.

A badly made family is refused with its name, the field and the reason (BOB101 to BOB107). The syntax of
families is `bob.spec.family`'s; the numbers that a spec gives at some dims are `bob.spec.at`'s.
"""

from __future__ import annotations

from functools import partial
from itertools import accumulate
from operator import add
from typing import TYPE_CHECKING, TypeVar, cast

from bob.errors import Finding, Refused
from bob.spec.emptiness import is_empty, known
from bob.spec.fields import (
    U8,
    U16,
    U32,
    U64,
    Array,
    Claim,
    Constant,
    Declaration,
    Derived,
    Dim,
    Field,
    Ghost,
    Magic,
    Nested,
    Padding,
    Prefixed,
    Refine,
    Refuted,
    Scalar,
)
from bob.spec.references import Placed, UnknownName, placed, reference
from bob.spec.specification import Spec, Stated, Stored, spelled_out
from bob.spec.terms import (
    Arith,
    Compare,
    Const,
    Name,
    Predicate,
    Term,
    TruthOfPredicate,
    names,
    natural,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from bob.spec.fields import Size
    from bob.spec.premises import Premise
    from bob.spec.terms import Node

    Told = TypeVar("Told")

_RESERVED = frozenset({"spec", "at", "term"})
_LIMIT = 1 << 64
# Offsets are sums of all sizes before them, and terms are read by recursion.
_MOST_FIELDS = 100


def refusal(family: str, code: str, part: str, found: str = "", note: str = "") -> Refused:
    """The refusal of one part of a family."""
    return Refused(f"family {family}", [Finding(code, f"{family}.{part}", found, note=note)])


def _plain(value: object) -> str:
    """A bound as a reader would write it; Python does not print a number of thousands of digits."""
    if isinstance(value, int) and abs(value) >= _LIMIT:
        return f"a number of {value.bit_length()} bits"
    return repr(value)


class _Names:
    """The namespace `f` of a lambda: names of the family, those before `position` only where it is given."""

    def __init__(self, reader: Reader, position: int | None) -> None:
        self._reader = reader
        self._position = position

    def __getattr__(self, name: str) -> object:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._reader.named(name, self._position)


class _Later(Exception):
    """A name that is defined after the place where it is used."""


class Reader:
    """Reads the declarations of one family, in order, into a `Spec`."""

    def __init__(self, family: str, declared: Mapping[str, Declaration]) -> None:
        self.family = family
        self.declared = declared
        self.order = tuple(declared)
        self.values: dict[str, Term] = {}
        self.resolved: dict[str, Field] = {}
        self.offsets: dict[str, Term] = {}
        self.sizes: dict[str, Term] = {}
        self.measures: list[tuple[str, Term]] = []

    def named(self, name: str, position: int | None) -> object:
        """What `f.name` stands for; raises `UnknownName` or `_Later`."""
        if name not in self.declared:
            raise UnknownName(name)
        declaration = self.declared[name]
        if isinstance(declaration, Refine | Claim | Refuted | Constant):
            raise UnknownName(name)
        if position is not None and self.order.index(name) >= position:
            raise _Later(name)
        if isinstance(declaration, Field):
            return reference(name, self.resolved[name])
        return Name(name)

    def spec(self, short: str, long: str) -> Spec:
        """The whole family; raises `Refused` at the first declaration that is badly made."""
        for name in self.order:
            if name in _RESERVED or not name.isidentifier():
                raise self._refused("BOB107", name, "the name is taken by the language itself")
        self._resolve_fields()
        whole = self._place()
        dims = {name: d for name, d in self.declared.items() if isinstance(d, Dim)}
        for name, dim in dims.items():
            self._check_dim(name, dim)
        derived = {n: self._value(n, d, whole) for n, d in self.declared.items() if isinstance(d, Derived)}
        ghosts = {n: self._ghost(n, d, whole) for n, d in self.declared.items() if isinstance(d, Ghost)}
        stated = [
            self._stated(n, d, whole)
            for n, d in self.declared.items()
            if isinstance(d, Refine | Claim | Refuted)
        ]
        fields = tuple(Stored(n, f, self.offsets[n], self.sizes[n]) for n, f in self.resolved.items())
        fixed = [self._fixed(stored, whole) for stored in fields if _equals(stored.field) is not None]
        self._check_claims([*fixed, *stated], derived)
        self._check_ghosts(derived, ghosts, fixed)
        least = _Least(dims, derived)
        for stored in fields:
            self._check_field(stored, least)
        return Spec(
            self.family,
            self.order,
            dims,
            {name: d.value for name, d in self.declared.items() if isinstance(d, Constant)},
            fields,
            derived,
            ghosts,
            tuple(fixed) + tuple(s for s in stated if s.code),
            tuple(s for s in stated if not s.code),
            whole,
            sum(stored.field.least_bytes(least) for stored in fields),
            short,
            long,
            {name: declaration.place for name, declaration in self.declared.items()},
        )

    def _refused(self, code: str, name: str, found: str = "", note: str = "") -> Refused:
        return refusal(self.family, code, name, found, note)

    def _ask(self, name: str, size: Size, position: int | None) -> Node:
        """Evaluate a lambda in the family's names, or refuse `name`."""

        def value() -> Node:
            value: object = size(_Names(self, position)) if callable(size) else size
            if isinstance(value, bool):
                raise self._refused("BOB104", name, repr(value))
            return value if isinstance(value, Predicate) else natural(value)

        return self._asked(name, value)

    def _asked(self, name: str, value: Callable[[], Told]) -> Told:
        """What is written in the family's names, or a refusal of `name`."""
        try:
            return value()
        except TruthOfPredicate as truth:
            raise self._refused("BOB105", name, str(truth)) from None
        except UnknownName as unknown:
            raise self._refused("BOB101", name, f"no dim or field named {unknown.name}") from None
        except _Later as later:
            raise self._refused("BOB102", name, f"{later} stands after it") from None
        except (TypeError, AttributeError) as wrong:
            raise self._refused("BOB107", name, str(wrong)) from None

    def _term(self, name: str, position: int | None, size: Size) -> Term:
        term = self._ask(name, size, position)
        if not isinstance(term, Term):
            raise self._refused("BOB107", name, f"{term!r} is a statement where a number is needed")
        for unknown in sorted(names(term) - set(self.declared)):
            if unknown.split(".")[0] not in self.declared:
                raise self._refused("BOB101", name, f"no dim or field named {unknown}")
        return term

    def _measure(self, name: str, position: int, size: Size) -> Term:
        """A size, length or dim by which the field `name` is laid out."""
        term = self._term(name, position, size)
        if any(isinstance(node, Placed) for node in term.walk()):
            raise self._refused("BOB102", name, "the layout is known after the last field")
        self.measures.append((name, term))
        return term

    def _resolve_fields(self) -> None:
        stored = [name for name, declaration in self.declared.items() if isinstance(declaration, Field)]
        for name in stored[_MOST_FIELDS:]:
            raise self._refused("BOB107", name, f"more than {_MOST_FIELDS} fields; nest some in a record")
        for position, (name, declaration) in enumerate(self.declared.items()):
            if isinstance(declaration, Field):
                self._check_kind(name, declaration)
                self.resolved[name] = declaration.resolved(partial(self._measure, name, position))
                self._check_nested(name, self.resolved[name])

    def _check_kind(self, name: str, field: Field) -> None:
        """Refuse a field that was declared with something that the language does not have."""
        match field:
            case Prefixed() if (
                not isinstance(field.prefix, U8 | U16 | U32 | U64) or _equals(field.prefix) is not None
            ):
                raise self._refused("BOB107", name, f"{field.prefix!r} is not a kind of integer")
            case Magic() if not isinstance(field.value, bytes):
                raise self._refused("BOB107", name, f"{field.value!r} is not a byte string")
            case Padding() if not (isinstance(field.alignment, int) and field.alignment > 0):
                raise self._refused("BOB107", name, f"alignment {field.alignment!r} is not positive")
            case Nested() if not hasattr(field.family, "spec"):
                raise self._refused("BOB107", name, f"{field.family!r} is not a family")
            case Array() if not isinstance(field.element, Field):
                raise self._refused("BOB107", name, f"{field.element!r} is not a kind of element")
            case Array():
                self._check_kind(name, field.element)
                self._check_element(name, field.element)

    def _check_element(self, name: str, element: Field) -> None:
        if isinstance(element, Array | Prefixed | Padding | Magic) or _equals(element) is not None:
            kind = type(element).__name__
            raise self._refused("BOB107", name, f"an array of {kind}; put it into a record of its own")

    def _check_nested(self, name: str, field: Field) -> None:
        if isinstance(field, Padding) and any(
            isinstance(f, Padding) for n, f in self.resolved.items() if n != name
        ):
            raise self._refused("BOB107", name, "a second padding; a record has one")
        nested = field.element if isinstance(field, Array) else field
        if isinstance(nested, Nested):
            wanted = set(nested.family.spec.dims)
            if set(nested.dims) - wanted:
                unknown = ", ".join(sorted(set(nested.dims) - wanted))
                raise self._refused("BOB101", name, f"{nested.family.spec.name} has no dim named {unknown}")
            if wanted - set(nested.dims):
                missing = ", ".join(sorted(wanted - set(nested.dims)))
                raise self._refused("BOB107", name, f"{nested.family.spec.name} needs its dims: {missing}")

    def _place(self) -> Term:
        self._fill_padding()
        self.sizes = {name: field.size(name) for name, field in self.resolved.items()}
        *offsets, whole = _sums(self.sizes.values())
        self.offsets = dict(zip(self.sizes, offsets, strict=True))
        return whole

    def _fill_padding(self) -> None:
        filled = (f.size(name) for name, f in self.resolved.items() if not isinstance(f, Padding))
        rest = _sums(filled)[-1]
        for name, field in self.resolved.items():
            if isinstance(field, Padding):
                self.resolved[name] = field.filling(rest)
                later = list(self.resolved)[list(self.resolved).index(name) + 1 :]
                for other in later:
                    if names(self.resolved[other].size(other)) & set(later):
                        raise self._refused(
                            "BOB107", other, "after padding, only fields whose size is known before it"
                        )

    def _layout(self, name: str, node: Node, whole: Term) -> Node:
        try:
            return placed(node, self.offsets, self.sizes, whole)
        except UnknownName as unknown:
            raise self._refused("BOB101", name, f"no stored field named {unknown.name}") from None

    def _value(self, name: str, declaration: Derived, whole: Term) -> Term:
        term = self._term(name, self.order.index(name), declaration.value)
        if any(isinstance(node, Placed) for node in term.walk()):
            last = max((self.order.index(stored) for stored in self.resolved), default=0)
            if self.order.index(name) < last:
                raise self._refused("BOB102", name, "the layout is known after the last field")
        return cast("Term", self._layout(name, term, whole))

    def _ghost(self, name: str, declaration: Ghost, whole: Term) -> tuple[Term, Term]:
        position = self.order.index(name)
        low, high = (self._term(name, position, size) for size in (declaration.low, declaration.high))
        return cast("Term", self._layout(name, low, whole)), cast("Term", self._layout(name, high, whole))

    def _stated(self, name: str, declaration: Refine | Claim | Refuted, whole: Term) -> Stated:
        predicate = self._ask(name, cast("Size", declaration.statement), None)
        if not isinstance(predicate, Predicate):
            raise self._refused("BOB107", name, f"{predicate!r} is a number where a statement is needed")
        predicate = cast("Predicate", self._layout(name, predicate, whole))
        if not names(predicate):
            raise self._refused("BOB104", name, repr(predicate))
        if isinstance(declaration, Refuted):
            return Stated(name, predicate, declaration.sentence, "", declaration.shows)
        if isinstance(declaration, Refine):
            return Stated(name, predicate, declaration.sentence, declaration.code)
        lemmas = self._lemmas(name, declaration, whole)
        return Stated(name, predicate, declaration.sentence, "", after=declaration.after, lemmas=lemmas)

    def _lemmas(self, name: str, claim: Claim, whole: Term) -> tuple[Premise, ...]:
        by = claim.by
        found = () if by is None else self._asked(name, lambda: tuple(by(_Names(self, None))))
        return tuple(
            each._replace(predicate=cast("Predicate", self._layout(name, each.predicate, whole)))
            for each in found
        )

    def _fixed(self, stored: Stored, whole: Term) -> Stated:
        """The refinement that a scalar declared with `equals` stands for."""
        equals = _equals(stored.field)
        assert equals is not None
        term = cast("Term", self._layout(stored.name, self._term(stored.name, None, equals), whole))
        return Stated(
            stored.name,
            Compare("==", Name(stored.name), term),
            f"{stored.name} is {term!r}",
            stored.field.code or "BOB153",
        )

    def _check_claims(self, stated: Iterable[Stated], derived: Mapping[str, Term]) -> None:
        """Refuse a claim that a refinement or the definition of a derived field states already."""
        given = known(
            [
                *(Compare("==", Name(name), term) for name, term in derived.items()),
                *(refinement.predicate for refinement in stated if refinement.code),
            ]
        )
        for claim in stated:
            if not claim.code and is_empty(claim.predicate, given):
                raise self._refused("BOB106", claim.name, repr(claim.predicate))

    def _check_ghosts(
        self, derived: Mapping[str, Term], ghosts: Mapping[str, object], fixed: Iterable[Stated]
    ) -> None:
        """Refuse a size, or a scalar's `equals`, that depends on what no file holds."""
        for name, node in (*self.measures, *((equal.name, equal.predicate) for equal in fixed)):
            for ghost in sorted(names(spelled_out(node, derived)) & set(ghosts)):
                raise self._refused("BOB107", name, f"depends on the ghost {ghost}, which no file holds")

    def _check_dim(self, name: str, dim: Dim) -> None:
        numbers = [dim.low, dim.high] + ([] if dim.shipped is None else [dim.shipped])
        if (
            any(isinstance(n, bool) or not isinstance(n, int) for n in numbers)
            or not 0 <= dim.low <= dim.high < _LIMIT
        ):
            raise self._refused(
                "BOB107",
                name,
                f"bounds {_plain(dim.low)} to {_plain(dim.high)} are not 0 <= low <= high < 2^64",
            )
        if dim.shipped is not None and not dim.low <= dim.shipped <= dim.high:
            raise self._refused(
                "BOB107", name, f"shipped value {_plain(dim.shipped)} lies outside its bounds"
            )

    def _check_field(self, stored: Stored, least: Callable[[Term], int]) -> None:
        field = stored.field
        if isinstance(field, Array) and field.element.least_bytes(least) < 1:
            raise self._refused(
                "BOB107", stored.name, "its elements can take no bytes, so any number of them fits"
            )


def _sums(sizes: Iterable[Term]) -> list[Term]:
    """Zero, the first size, the sum of the first two, and so on."""
    return [Const(0), *accumulate(sizes, add)]


def _equals(field: Field) -> Size | None:
    return field.equals if isinstance(field, Scalar) else None


class _Least:
    """The least value of a term, from below: exact for sums and products of dims, else 0."""

    def __init__(self, dims: Mapping[str, Dim], derived: Mapping[str, Term]) -> None:
        self.dims = dims
        self.derived = derived

    def __call__(self, term: Term) -> int:
        match term:
            case Const():
                return term.value
            case Name() if term.name in self.dims:
                return self.dims[term.name].low
            case Name() if term.name in self.derived:
                return self(self.derived[term.name])
            case Arith() if term.op == "+":
                return self(term.left) + self(term.right)
            case Arith() if term.op == "*":
                return self(term.left) * self(term.right)
        return 0
