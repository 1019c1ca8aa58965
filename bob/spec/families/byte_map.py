"""Where each byte of each scalar lies in a checkpoint, header included (docs/format.md, Checkpoint).

An address is a plane, a row, a column and a byte of a scalar. It leads to its file byte by three steps of one
kind, `RadixStep`: a number before a digit becomes their number together. `ByteMap` states the whole,
and builds on what is proved of a step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, cast

from bob.spec.families.header import Header
from bob.spec.families.transport import CheckpointTransport
from bob.spec.family import Family
from bob.spec.fields import U32, Claim, Derived, Dim, Ghost
from bob.spec.lemmas import lemma
from bob.spec.terms import Length, Name, substitute

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.spec.premises import Premise
    from bob.spec.terms import Node, Predicate, Term

_LARGEST = 2**63 - 1
# What the byte map owes of its bases before it builds on the steps.
_SIZES = ("row_bytes.below_2_63", "plane_bytes.below_2_63")


class RadixStep(Family):
    """A number below `count` before a digit below `base`: every number below count x base, each once."""

    count = Dim(1, _LARGEST)
    base = Dim(1, _LARGEST)

    high = Ghost(0, lambda f: f.count - 1)
    digit = Ghost(0, lambda f: f.base - 1)
    other_high = Ghost(0, lambda f: f.count - 1)
    other_digit = Ghost(0, lambda f: f.base - 1)
    number = Ghost(0, lambda f: f.count * f.base - 1)

    in_range = Claim(
        lambda f: (f.high * f.base + f.digit >= 0) & (f.high * f.base + f.digit < f.count * f.base),
        "the step leads to a number from 0 to below count x base",
    )
    told_apart = Claim(
        lambda f: (f.high * f.base + f.digit == f.other_high * f.base + f.other_digit).implies(
            (f.high == f.other_high) & (f.digit == f.other_digit)
        ),
        "two steps to one number have the same number before and the same digit",
    )
    in_order = Claim(
        lambda f: (f.high * f.base + f.digit < f.other_high * f.base + f.other_digit).iff(
            (f.high < f.other_high) | ((f.high == f.other_high) & (f.digit < f.other_digit))
        ),
        "the number before decides which step leads further, then the digit",
    )
    covers = Claim(
        lambda f: f.number // f.base < f.count,
        "every number below count x base is reached, from its quotient and its rest by the base",
    )


class Address(NamedTuple):
    """A byte of a scalar of a plane, as terms of a family or as numbers."""

    plane: Any
    row: Any
    column: Any
    byte: Any


def in_row(address: Address, f: Any) -> Term:
    """The bytes of the row before an address."""
    return cast("Term", address.column * f.bytes_per_scalar + address.byte)


def in_plane(address: Address, f: Any) -> Term:
    """The bytes of the plane before an address."""
    return cast("Term", address.row * f.row_bytes + in_row(address, f))


def in_payload(address: Address, f: Any) -> Term:
    """The bytes of the payload before an address."""
    return cast("Term", address.plane * f.plane_bytes + in_plane(address, f))


def file_byte(address: Address, f: Any) -> Term:
    """The bytes of the file before an address."""
    return cast("Term", f.header_bytes + in_payload(address, f))


def _end(f: Any) -> Term:
    """The bytes of the file."""
    return cast("Term", f.header_bytes + f.plane_count * f.plane_bytes)


def _one(f: Any) -> Address:
    return Address(f.plane, f.row, f.column, f.byte)


def _other(f: Any) -> Address:
    return Address(f.other_plane, f.other_row, f.other_column, f.other_byte)


def _found(f: Any) -> Address:
    """The address of the byte at `f.place`: quotients by the bytes of plane, row and scalar, and the rest."""
    behind_header = f.place - f.header_bytes
    behind_plane = behind_header % f.plane_bytes
    behind_row = behind_plane % f.row_bytes
    return Address(
        behind_header // f.plane_bytes,
        behind_plane // f.row_bytes,
        behind_row // f.bytes_per_scalar,
        behind_row % f.bytes_per_scalar,
    )


def _same(one: Address, other: Address) -> Predicate:
    row_and_column = (one.row == other.row) & (one.column == other.column)
    return cast("Predicate", (one.plane == other.plane) & row_and_column & (one.byte == other.byte))


def _before(one: Address, other: Address) -> Predicate:
    """Whether the first digit in which two addresses differ is smaller in the first."""
    within_row = (one.column < other.column) | ((one.column == other.column) & (one.byte < other.byte))
    within_plane = (one.row < other.row) | ((one.row == other.row) & within_row)
    return cast("Predicate", (one.plane < other.plane) | ((one.plane == other.plane) & within_plane))


def _step(claim: str, count: Any, base: Any, one: Any, other: Any) -> Premise:
    """What `RadixStep` claims of two steps, each a number before and a digit."""
    quantities = {"count": count, "base": base, "high": one[0], "digit": one[1]}
    others = {"other_high": other[0], "other_digit": other[1]} if claim != "in_range" else {}
    return lemma(RadixStep, claim, **quantities, **others)


def _steps(claim: str, one: Address, other: Address, f: Any) -> tuple[Premise, ...]:
    """What `RadixStep` claims of the steps that lead from two addresses to their file bytes."""
    columns = ((each.column, each.byte) for each in (one, other))
    rows = ((each.row, in_row(each, f)) for each in (one, other))
    planes = ((each.plane, in_plane(each, f)) for each in (one, other))
    return (
        _step(claim, f.vocabulary, f.bytes_per_scalar, *columns),
        _step(claim, f.vocabulary, f.row_bytes, *rows),
        _step(claim, f.plane_count, f.plane_bytes, *planes),
    )


def _by(claim: str) -> Callable[[Any], tuple[Premise, ...]]:
    """Two addresses whose steps are in range, and a claim about them."""

    def lemmas(f: Any) -> tuple[Premise, ...]:
        one, other = _one(f), _other(f)
        ranges = (*_steps("in_range", one, other, f), *_steps("in_range", other, one, f))
        return (*ranges, *_steps(claim, one, other, f))

    return lemmas


def _of_lengths(node: Node) -> Node | None:
    """What the header's size depends on, under the byte map's names: one chunk for each plane."""
    if isinstance(node, Length):
        return Name(f"{node.name}_bytes")
    return Name("plane_count") if isinstance(node, Name) and node.name == "chunk_count" else None


class ByteMap(Family):
    """Addresses and the bytes of a file, for any number of planes and identity parts of any length."""

    vocabulary = CheckpointTransport.spec.dims["vocabulary"]
    plane_count = Dim(1, 2**11, shipped=3)
    bytes_per_scalar = CheckpointTransport.spec.dims["bytes_per_scalar"]
    digest_bytes = Header.spec.dims["digest_bytes"]
    schema_bytes = Dim(0, U32().limit - 1)
    learner_bytes = Dim(0, U32().limit - 1)
    data_bytes = Dim(0, U32().limit - 1)
    initialization_bytes = Dim(0, U32().limit - 1)

    row_bytes = Derived(lambda f: f.vocabulary * f.bytes_per_scalar)
    plane_bytes = Derived(lambda f: f.vocabulary * f.row_bytes)
    header_bytes = Derived(cast("Term", substitute(Header.spec.plain_bytes, _of_lengths)))

    plane = Ghost(0, lambda f: f.plane_count - 1)
    row = Ghost(0, lambda f: f.vocabulary - 1)
    column = Ghost(0, lambda f: f.vocabulary - 1)
    byte = Ghost(0, lambda f: f.bytes_per_scalar - 1)
    other_plane = Ghost(0, lambda f: f.plane_count - 1)
    other_row = Ghost(0, lambda f: f.vocabulary - 1)
    other_column = Ghost(0, lambda f: f.vocabulary - 1)
    other_byte = Ghost(0, lambda f: f.bytes_per_scalar - 1)
    place = Ghost(lambda f: f.header_bytes, lambda f: _end(f) - 1)

    planes_make_the_payload = Claim(
        lambda f: f.plane_count * f.plane_bytes == CheckpointTransport.term("payload_bytes"),
        "the planes take the bytes of the payload",
    )
    rows_hold_scalars = Claim(
        lambda f: in_row(_one(f), f) < f.row_bytes, "an address lies within the bytes of its row"
    )
    planes_hold_rows = Claim(
        lambda f: (in_row(_one(f), f) < f.row_bytes).implies(in_plane(_one(f), f) < f.plane_bytes),
        "an address within the bytes of its row lies within those of its plane",
    )
    file_holds_planes = Claim(
        lambda f: (in_plane(_one(f), f) < f.plane_bytes).implies(file_byte(_one(f), f) < _end(f)),
        "an address within the bytes of its plane lies within those of the file",
    )
    in_range = Claim(
        lambda f: (f.header_bytes <= file_byte(_one(f), f)) & (file_byte(_one(f), f) < _end(f)),
        "every address leads to a byte of the payload, behind the header",
        after=_SIZES,
        by=lambda f: _steps("in_range", _one(f), _one(f), f),
    )
    told_apart = Claim(
        lambda f: (file_byte(_one(f), f) == file_byte(_other(f), f)).implies(_same(_one(f), _other(f))),
        "two addresses of one file byte have the same plane, row, column and byte",
        after=_SIZES,
        by=_by("told_apart"),
    )
    row_major = Claim(
        lambda f: (file_byte(_one(f), f) < file_byte(_other(f), f)).iff(_before(_one(f), _other(f))),
        "the file holds the planes one after the other, and each row by row",
        after=_SIZES,
        by=_by("in_order"),
    )
    planes_cover = Claim(
        lambda f: _found(f).plane < f.plane_count, "every byte of the payload lies in one of the planes"
    )
    rows_cover = Claim(
        lambda f: _found(f).row < f.vocabulary, "every byte of a plane lies in one of its rows"
    )
    columns_cover = Claim(
        lambda f: _found(f).column < f.vocabulary, "every byte of a row lies in one of its scalars"
    )
    found_leads_back = Claim(
        lambda f: file_byte(_found(f), f) == f.place,
        "the quotients and the rest of a byte's place are an address that leads to this byte",
    )
