"""What differs between a contract and what a header states, part by part and field by field."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.canonical import digest
from bob.envelope.contract import contract_from_parts, printed
from bob.errors import Finding
from bob.spec.families.contract import PART_RULES, PARTS
from bob.spec.families.header import Header
from bob.spec.fields import Prefixed
from bob.spec.grammar import Malformed, escaped

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.envelope.contract import Contract


class Comparison(NamedTuple):
    """The findings of the parts that differ, and the names of those that are equal."""

    findings: tuple[Finding, ...]
    equal: tuple[str, ...]


def stated_parts(header: Mapping[str, bytes | int]) -> dict[str, bytes | int]:
    """The seven parts as a header states them."""
    return {part: header[rule.header_field] for part, rule in PART_RULES.items()}


def stated_contract(header: Mapping[str, bytes | int], path: str) -> Contract:
    """The contract that the header of `path` states; raises `Refused` (BOB230) where it states none."""
    return contract_from_parts(stated_parts(header), path)


def contract_digest(contract: Contract) -> bytes:
    """What names a contract in a receipt: the digest of its seven parts as a header spells them, 32 bytes."""
    spelled = b""
    for part in contract.parts.values():
        if isinstance(part, bytes):
            spelled += len(part).to_bytes(4, "little") + part
        else:
            spelled += part.to_bytes(8, "little")
    return digest(spelled)


def compared(contract: Contract, header: Mapping[str, bytes | int], offsets: Mapping[str, int]) -> Comparison:
    """Each part of `header` against `contract`; `offsets` says where each header field lies."""
    stated = stated_parts(header)
    required = contract.parts
    findings: list[Finding] = []
    for part, rule in PART_RULES.items():
        if stated[part] != required[part]:
            findings += _differences(part, stated[part], contract, offsets[rule.header_field])
    return Comparison(tuple(findings), tuple(part for part in PART_RULES if stated[part] == required[part]))


def _differences(part: str, stated: bytes | int, contract: Contract, offset: int) -> Iterator[Finding]:
    code = PART_RULES[part].code
    if isinstance(stated, int):
        yield Finding(code, part, f"{stated:,}", f"{contract[part]:,}", offset)
        return
    begin = offset + text_offset(part)
    try:
        values = PARTS[part].located(stated)
    except Malformed as malformed:
        required = contract.parts[part]
        assert isinstance(required, bytes)
        note = f"at byte {begin + malformed.offset:,} it should have {malformed}"
        yield Finding(code, part, escaped(stated), escaped(required), offset, note)
        return
    for field, (value, start, _) in values.items():
        name = f"{part}.{field}"
        if value != contract[name]:
            yield Finding(code, name, printed(name, value), printed(name, contract[name]), begin + start)


def text_offset(part: str) -> int:
    """The bytes of a part's field before its text: its length prefix."""
    field = next(s.field for s in Header.spec.fields if s.name == PART_RULES[part].header_field)
    assert isinstance(field, Prefixed)
    return field.prefix.n_bytes
