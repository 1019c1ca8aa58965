"""Contracts as callers give them: a file's path, its content as a mapping, a contract, or none."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import TypeAlias

from bob.envelope.contract import Contract, contract_from_toml
from bob.envelope.typed_contract import TypedContract, contract_of, typed_contract_from_toml
from bob.errors import Finding, Refused
from bob.spec.formats.typed import VERSION
from bob.store import read_file

GivenPath: TypeAlias = "str | bytes | os.PathLike[str] | os.PathLike[bytes]"
GivenContract: TypeAlias = "GivenPath | Mapping[str, object] | TypedContract | Contract | None"
MOST_CONTRACT_BYTES = 1 << 26


def typed_contract(given: GivenContract) -> TypedContract | None:
    """What was given as a contract of version 2, for what a seal or an envelope of that version states."""
    match given:
        case None | TypedContract():
            return given
        case Contract():
            raise Refused("contract", [Finding("BOB255", "version", "1", str(VERSION))])
        case Mapping():
            return contract_of(given, "contract")
    path = os.fsdecode(given)
    return typed_contract_from_toml(read_file(path, MOST_CONTRACT_BYTES), path)


def first_contract(given: GivenContract) -> Contract:
    """What was given as a contract of version 1."""
    match given:
        case None:
            return Contract.shipped()
        case Contract():
            return given
        case str() | bytes() | os.PathLike():
            path = os.fsdecode(given)
            return contract_from_toml(read_file(path, MOST_CONTRACT_BYTES), path)
    raise Refused("contract", [Finding("BOB255", "version", str(VERSION), "1")])


def named_contract(given: GivenContract) -> str:
    """What to call a contract that was given."""
    return os.fsdecode(given) if isinstance(given, str | bytes | os.PathLike) else "the one given"
