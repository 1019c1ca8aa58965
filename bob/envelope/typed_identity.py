"""What differs between a contract of version 2 and what a file states, name by name.

Texts are compared first: only where they differ are they read, line by line, and so much is told of each kind
as a person reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.errors import Finding, shown
from bob.spec.grammar import Malformed
from bob.spec.tensor_lines import TensorLine, tensors_of
from bob.spec.value_lists import told, values_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from bob.envelope.typed_contract import TypedContract
    from bob.spec.value_lists import Plain

CODES = {"schema": "BOB211", "learner": "BOB210", "data": "BOB212", "initialization": "BOB213"}
_UPDATES = "BOB216"
MOST_TOLD = 100
_MOST_LETTERS = 200


class Difference(NamedTuple):
    """The findings of the parts that differ, and the names of those that are equal."""

    findings: tuple[Finding, ...]
    equal: tuple[str, ...]


def differences(
    contract: TypedContract,
    texts: Mapping[str, bytes],
    updates: int,
    offsets: Mapping[str, int],
    any_dtype: bool = False,
) -> Difference:
    """Each part that a file states, by its text, against the contract; `offsets` says where the texts begin.

    `any_dtype` is as `tensors_of` takes it.
    """
    findings: list[Finding] = []
    equal = []
    for part in CODES:
        found = list(_part(part, contract, texts[part], offsets[part], any_dtype))
        findings += found
        if not found and (part != "schema" or contract.tensors is not None):
            equal.append(part)
    if updates == contract.updates:
        equal.append("updates")
    else:
        findings.append(Finding(_UPDATES, "updates", f"{updates:,}", f"{contract.updates:,}"))
    return Difference(tuple(findings), tuple(equal))


def _part(part: str, contract: TypedContract, text: bytes, offset: int, any_dtype: bool) -> Iterator[Finding]:
    if part == "schema":
        if contract.tensors is not None:
            yield from tensor_differences(text, contract.tensors, CODES[part], offset, any_dtype)
        return
    if text != contract.texts(())[part]:
        yield from _capped(CODES[part], _values(part, contract.lists[part], text, offset))


def tensor_differences(
    text: bytes, tensors: Iterable[TensorLine], code: str, offset: int | None = None, any_dtype: bool = False
) -> Iterator[Finding]:
    """How the tensors that a schema part lists differ from those required: names, types, shapes, order."""
    required = {line.name: line for line in tensors}
    yield from _capped(code, _tensors(text, required, code, offset, any_dtype))


def _tensors(
    text: bytes, required: Mapping[str, TensorLine], code: str, offset: int | None, any_dtype: bool
) -> Iterator[Finding]:
    waiting = iter(required)
    missing = dict.fromkeys(required)
    is_ordered = True
    try:
        for line in tensors_of(text, any_dtype):
            expected = required.get(line.name)
            if expected is None:
                yield Finding(code, shown(line.name), line.spelled, "no such tensor", offset)
                continue
            missing.pop(line.name, None)
            is_ordered = is_ordered and line.name == next(waiting, None)
            if line != expected:
                yield Finding(code, shown(line.name), line.spelled, expected.spelled, offset)
    except Malformed as malformed:
        yield malformed_schema(malformed, offset)
        return
    for name in missing:
        yield Finding(code, shown(name), "not there", required[name].spelled, offset)
    if not is_ordered and not missing:
        yield Finding(code, "order", "the same names in another order", "the order of the contract", offset)


def _values(part: str, required: Mapping[str, Plain], text: bytes, offset: int | None) -> Iterator[Finding]:
    missing = dict.fromkeys(required)
    try:
        for name, value in values_of(text):
            missing.pop(name, None)
            if name not in required:
                yield Finding(CODES[part], f"{part}.{shown(name)}", _short(told(value)), "not stated", offset)
            elif type(value) is not type(required[name]) or value != required[name]:
                sides = _short(told(value)), _short(told(required[name]))
                yield Finding(CODES[part], f"{part}.{shown(name)}", *sides, offset)
    except Malformed as malformed:
        yield malformed_list(part, malformed, offset)
        return
    for name in missing:
        found = "not stated", _short(told(required[name]))
        yield Finding(CODES[part], f"{part}.{shown(name)}", *found, offset)


def malformed_schema(malformed: Malformed, offset: int | None) -> Finding:
    """BOB250, at the byte where a schema part that begins at `offset` stops being one."""
    place = None if offset is None else offset + malformed.offset
    return Finding("BOB250", "schema", "none from here on", str(malformed), place)


def malformed_list(part: str, malformed: Malformed, offset: int | None) -> Finding:
    """BOB252, at the byte where a list that begins at `offset` stops being one."""
    place = None if offset is None else offset + malformed.offset
    return Finding("BOB252", part, "none from here on", str(malformed), place)


def _capped(code: str, findings: Iterable[Finding]) -> Iterator[Finding]:
    """The first of them, and how many more there are."""
    n_told = 0
    for finding in findings:
        n_told += 1
        if n_told <= MOST_TOLD:
            yield finding
    if n_told > MOST_TOLD:
        yield Finding(code, "and more", f"{n_told - MOST_TOLD:,} more of this kind")


def _short(text: str) -> str:
    return text if len(text) <= _MOST_LETTERS else f"{text[:_MOST_LETTERS]}… ({len(text):,} characters)"
