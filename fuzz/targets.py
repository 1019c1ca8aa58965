"""What is fuzzed: a name, a reader, and what its mutator knows. A new format is one line here.

A reader takes any bytes. It may return, or raise `Refused`; another exception, a warning, a word on standard
output or error, a second of time, or more memory than four times the bytes and 1 MiB is a fault of Bob's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from fuzz import formats, readers, sealing, seeds, typed
from fuzz.formats import cases

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random


class Target(NamedTuple):
    """A reader; where its contents begin; how mutated ones are repaired; tokens of its language."""

    read: Callable[[bytes], None]
    seeds: Callable[[], Iterable[bytes]] = tuple
    repair: Callable[[bytes, Random], bytes] = sealing.as_it_is
    tokens: tuple[bytes, ...] = ()
    most_bytes: int = 2048


_of = formats.READERS
TARGETS: dict[str, Target] = {
    "input": Target(readers.input_record, seeds.input_records, sealing.input_record, most_bytes=256),
    "header": Target(readers.header, seeds.headers, sealing.header, seeds.NAMES),
    "checkpoint": Target(readers.checkpoint, seeds.checkpoints, sealing.checkpoint, seeds.SCALARS),
    "quick": Target(readers.quick, seeds.checkpoints, sealing.checkpoint, seeds.SCALARS),
    "contract": Target(readers.contract_file, seeds.contract_files, tokens=seeds.TOML),
    "parts": Target(readers.identity_parts, seeds.parts, tokens=seeds.NAMES),
    "kind": Target(readers.kind, seeds.kinds, tokens=seeds.MAGICS),
    "family": Target(readers.family, seeds.records, tokens=seeds.MAGICS),
    "receipts": Target(readers.receipts, seeds.receipts, tokens=seeds.RECEIPT),
    "listing": Target(readers.listing, seeds.listings, tokens=seeds.JSON),
    "safetensors": Target(
        _of["safetensors"], cases("safetensors"), formats.as_safetensors, formats.SAFETENSORS
    ),
    "gguf": Target(_of["gguf"], cases("gguf"), tokens=formats.GGUF),
    "gguf-split": Target(_of["gguf-split"], formats.split_parts, tokens=formats.GGUF),
    "torch": Target(_of["torch"], cases("torch"), formats.as_archive, formats.PICKLE),
    "npy": Target(_of["npy"], cases("npy"), tokens=formats.NPY),
    "npz": Target(_of["npz"], cases("npz", "zip"), formats.as_archive, formats.NPY),
    "llmc": Target(_of["llmc"], cases("llmc"), tokens=formats.WORDS),
    "llama2c": Target(_of["llama2c"], cases("llama2c"), tokens=formats.WORDS),
    "planes": Target(_of["planes"], formats.planes, tokens=seeds.SCALARS),
    "bob-planes": Target(_of["bob-planes"], seeds.checkpoints, sealing.checkpoint, seeds.SCALARS),
    "shards": Target(_of["shards"], cases("shards"), tokens=formats.PLAIN_JSON),
    "tfjs": Target(_of["tfjs"], cases("tfjs"), tokens=formats.PLAIN_JSON),
    "any-format": Target(_of["any-format"], formats.of_any_format, tokens=formats.SAFETENSORS),
    "typed": Target(typed.checkpoint, typed.checkpoints, typed.as_checkpoint, typed.TOKENS),
    "seal": Target(typed.seal, typed.seals, typed.as_seal, typed.TOKENS),
    "typed-contract": Target(typed.contract, typed.contracts, tokens=typed.TOML),
}
