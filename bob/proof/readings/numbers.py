"""Numbers as bytes: what is shown once of each width, in bits and again in sums of digits, and of floats.

In bits, byte k is the number shifted right by 8 k, and the number is the bytes shifted left again, joined: as
a codec does it. In integers, the bytes are the rests of dividing by 256, and the number is the sum of 256^k
times byte k. Theorems on families name `codec/u32.build_then_parse` and `codec/u32.parse_then_build`.
"""

from __future__ import annotations

import math
import struct
from typing import TYPE_CHECKING

from bob.proof.readings.draft import Draft
from bob.proof.readings.places import BYTE_VALUES, below, plus
from bob.proof.script import assembled, conjunction, goal_head, premise_head
from bob.proof.theorem import Theorem
from bob.spec.fields import F32, U8, U16, U32, U64

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bob.proof.expressions import Expression
    from bob.proof.judges import Assignment
    from bob.proof.script import Said
    from bob.spec.fields import Scalar

_KINDS: tuple[type[Scalar], ...] = (U8, U16, U32, U64)
_BITS = 8
_JUDGES = ("z3", "cvc5", "bitwuzla")
_SUBJECT = "Numbers"


def theorems() -> tuple[Theorem, ...]:
    """What is shown of numbers of each width, and of floats."""
    widths = [kind.n_bytes for kind in _KINDS]
    return (*(theorem for n_bytes in widths for theorem in _of_width(n_bytes)), _float_by_value())


def _of_width(n_bytes: int) -> Iterator[Theorem]:
    yield _bits_build_then_parse(n_bytes)
    yield _bits_parse_then_build(n_bytes)
    yield _digits_say_the_number(n_bytes)
    yield _digits_are_fixed(n_bytes)


def _name(n_bytes: int, claim: str) -> str:
    return f"codec/u{_BITS * n_bytes}.{claim}"


def _bound(n_bytes: int) -> str:
    return f"every number below 2^{_BITS * n_bytes}"


def shift_right(number: Expression, k: int, n_bytes: int) -> Expression:
    """Byte k of a number, as bits."""
    shifted = ("bvlshr", number, f"(_ bv{_BITS * k} {_BITS * n_bytes})")
    return (f"(_ extract {_BITS - 1} 0)", shifted)


def joined(bytes_: Sequence[Expression]) -> Expression:
    """The number that bytes say, as bits, the least significant first."""
    width = _BITS * len(bytes_)
    wide = [(f"(_ zero_extend {width - _BITS})", byte) for byte in bytes_]
    number: Expression = wide[0]
    for k, byte in enumerate(wide[1:], start=1):
        number = ("bvor", number, ("bvshl", byte, f"(_ bv{_BITS * k} {width})"))
    return number


def _bits_build_then_parse(n_bytes: int) -> Theorem:
    read = joined([shift_right("number", k, n_bytes) for k in range(n_bytes)])
    floats = ", and every binary32 number by its bits" if n_bytes == F32.n_bytes else ""
    sentence = f"a number of {n_bytes} bytes{floats} is read back from the bytes to which it is built"
    goal = [("the bytes say the number", ("=", read, "number"))]
    return _in_bits(n_bytes, "build_then_parse", sentence, {"number": n_bytes}, goal)


def _bits_parse_then_build(n_bytes: int) -> Theorem:
    bytes_ = [f"byte{k}" for k in range(n_bytes)]
    number = joined(bytes_)
    built = [shift_right(number, k, n_bytes) for k in range(n_bytes)]
    goal: list[Said] = [
        (f"{byte} is what it was", ("=", again, byte)) for again, byte in zip(built, bytes_, strict=True)
    ]
    floats = "; NaNs keep their payload, signalling or not" if n_bytes == F32.n_bytes else ""
    sentence = f"{n_bytes} bytes are those to which the number is built that they say{floats}"
    return _in_bits(n_bytes, "parse_then_build", sentence, dict.fromkeys(bytes_, 1), goal)


def _in_bits(
    n_bytes: int, claim: str, sentence: str, symbols: Mapping[str, int], goal: Sequence[Said]
) -> Theorem:
    name = _name(n_bytes, claim)
    listed = [f"claimed: {said}" for said, _ in goal]
    denied = ("not", conjunction([statement for _, statement in goal]))
    text = _document((*goal_head(name, sentence), *listed), "QF_BV", symbols, [(f"not: {sentence}", denied)])
    return Theorem(name, _SUBJECT, sentence, _bound(n_bytes), "", text, _JUDGES)


def _document(head: Sequence[str], logic: str, symbols: Mapping[str, int], said: Sequence[Said]) -> str:
    lines = [f"(declare-fun {name} () (_ BitVec {_BITS * n_bytes}))" for name, n_bytes in symbols.items()]
    return assembled(head, logic, lines, said)


def _digits(draft: Draft, tag: str, n_bytes: int) -> list[Expression]:
    """Some bytes, as natural numbers."""
    digits: list[Expression] = []
    for k in range(n_bytes):
        digit = draft.declare(f"{tag}{k}")
        draft.say(f"{digit} is a byte", below(digit, 1))
        digits.append(digit)
    return digits


def number_of(digits: Sequence[Expression]) -> Expression:
    """The sum of 256^k times byte k."""
    return plus(*(d if k == 0 else ("*", str(BYTE_VALUES**k), d) for k, d in enumerate(digits)))


def _digits_say_the_number(n_bytes: int) -> Theorem:
    draft = Draft()
    number = draft.declare("number")
    draft.say(f"the number has {n_bytes} bytes", below(number, n_bytes))
    rest, digits = number, []
    for k in range(n_bytes):
        digit, quotient = draft.declare(f"byte{k}"), draft.declare(f"quotient{k}")
        draft.let(digit, ("mod", rest, str(BYTE_VALUES)), f"byte {k} is the rest")
        draft.let(quotient, ("div", rest, str(BYTE_VALUES)), "of dividing by 256")
        digits.append(digit)
        rest = quotient
    sentence = f"the rests of dividing a number of {n_bytes} bytes by 256, again and again, say the number"
    goal: list[Said] = [
        ("nothing is left", ("=", rest, "0")),
        ("the sum is the number", ("=", number_of(digits), number)),
    ]
    name = _name(n_bytes, "digits_say_it")
    return draft.theorem(name, _SUBJECT, sentence, _bound(n_bytes), goal)


def _digits_are_fixed(n_bytes: int) -> Theorem:
    draft = Draft()
    one, other = _digits(draft, "a", n_bytes), _digits(draft, "b", n_bytes)
    draft.say("both say one number", ("=", number_of(one), number_of(other)))
    goal: list[Said] = [
        (f"byte {k} is the same", ("=", *pair)) for k, pair in enumerate(zip(one, other, strict=True))
    ]
    goal.append(("the number has as many bytes", below(number_of(one), n_bytes)))
    sentence = f"no two strings of {n_bytes} bytes say the same number"
    return draft.theorem(_name(n_bytes, "digits_are_fixed"), _SUBJECT, sentence, _bound(n_bytes), goal)


def _float_by_value() -> Theorem:
    name, width = "codec/f32.by_value", F32.n_bytes
    sentence = "two binary32 numbers that are the same value have the same bits"
    one, other = (("(_ to_fp 8 24)", bits) for bits in ("one", "other"))
    same = [("they are the same value", ("=", one, other))]
    symbols = {"one": width, "other": width}
    denied = ("they have other bits", ("not", ("=", "one", "other")))
    return Theorem(
        name,
        _SUBJECT,
        sentence,
        "all 2^32 bit patterns",
        _document(premise_head(name), "QF_BVFP", symbols, same),
        _document(goal_head(name, sentence), "QF_BVFP", symbols, [*same, denied]),
        _JUDGES,
        refuted="NaNs differ in bits that no value tells: a float is held as its bits, as a u32 is",
        replay=_two_patterns,
    )


def _two_patterns(assignment: Assignment) -> str:
    """Two bit patterns of one value, in words."""
    patterns = [assignment.number(name) for name in ("one", "other")]
    values = [struct.unpack("<f", pattern.to_bytes(F32.n_bytes, "little"))[0] for pattern in patterns]
    if patterns[0] == patterns[1] or not all(map(math.isnan, values)):
        raise ValueError(f"{patterns} are {values}")
    return "both are NaN: " + " and ".join(f"{pattern:#010x}" for pattern in patterns)
