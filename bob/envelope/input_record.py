"""An input record's bytes: read against a contract with every finding, and built from targets and prompts."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from bob.codec import decode, encode, make
from bob.errors import Finding
from bob.kinds import INPUT_RECORD, LOOKED_AT, kind_of
from bob.spec.families.input_record import VERSION, InputRecord

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.envelope.contract import Contract
    from bob.spec.at import FamilyAt
    from bob.spec.record import Record


MOST_INPUT_BYTES = 1 << 26


class InputReading(NamedTuple):
    """The record, unless its bytes have none, and every finding."""

    record: Record | None
    findings: tuple[Finding, ...]


@lru_cache(maxsize=8)
def input_family(contract: Contract) -> FamilyAt:
    """The family of input records at the contract's vocabulary and prompts."""
    return InputRecord.at(vocabulary=contract["data.vocabulary"], prompts=contract["data.prompts"])


def read_input(content: bytes, contract: Contract) -> InputReading:
    """Read an input record; another kind of file is one finding that says what it is."""
    kind = kind_of(content[:LOOKED_AT], len(content))
    if kind != INPUT_RECORD:
        return InputReading(
            None, (Finding("BOB301", "magic", f"this is {kind.words}", "an input record", 0),)
        )
    at = input_family(contract)
    place = at.offset("version")
    version = int.from_bytes(content[place : place + at.size("version")], "little")
    if len(content) >= place + at.size("version") and version != VERSION:
        code = "BOB304" if version > VERSION else "BOB312"
        return InputReading(None, (Finding(code, "version", f"{version:,}", str(VERSION), place),))
    decoded = decode(at, content)
    return InputReading(None if decoded.findings else decoded.record, decoded.findings)


def build_input(targets: Sequence[int], prompts: Sequence[int], contract: Contract) -> bytes:
    """The input record in which byte b's target is `targets[b]`, pairs in ascending order.

    Raises `Refused` where the family does: too many or few of them, or one that is out of the vocabulary.
    """
    at = input_family(contract)
    pairs = [{"byte": byte, "target": target} for byte, target in enumerate(targets)]
    return encode(at, make(at, pairs=pairs, targets=targets, prompt_bytes=prompts))
