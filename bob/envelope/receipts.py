"""Receipts: what one invocation did, a line of canonical JSON in a file that runs append to (docs/format.md).

    line = receipt_line(Receipt(...), Facts(...))
    read_receipts(content, "receipts.jsonl")      # every one, or `Refused` (BOB240, BOB244)

A receipt has one spelling, so it is read by its grammar: nothing is allocated by what a line claims, and of a
long line nothing is kept but digests and steps. Facts (losses, versions, processor) are well formed and no
more: they name a run, and nothing is derived from them.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.canonical import canonical_line, json_number
from bob.errors import Finding, Refused
from bob.spec.families.header import LAST_STEP

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

RUN, FORK = "run", "fork"
VERSION = 1
MOST_RECEIPTS_BYTES = 1 << 30
_BEGIN = b'{"bob-receipt":'
_MOST_SHOWN = 20


class Receipt(NamedTuple):
    """One link of a chain: digests are 32 bytes; of headers, but `input` and `contract`.

    `changed` holds, for a fork, each field of the contract with its old and new value as a contract file
    writes them, and `reset` says that it began with moments of zero. `line` counts from 1.
    """

    kind: str
    parent: bytes
    child: bytes
    input: bytes
    contract: bytes
    step_from: int
    step_to: int
    changed: tuple[tuple[str, str, str], ...] = ()
    reset: bool = False
    line: int = 0


class Facts(NamedTuple):
    """What is told of a run and is no part of its identity.

    `losses` (nats) and `norms` are of the state before each update; `predictions` are the raw answers, 8
    bytes a prompt; `kernels` names the object and the LLVM text by digest, or is empty.
    """

    losses: tuple[float, ...]
    norms: tuple[float, ...]
    predictions: bytes
    kernels: Mapping[str, str]
    versions: Mapping[str, str]
    cpu: str


def receipt_line(receipt: Receipt, facts: Facts) -> bytes:
    """The receipt's line, with its line feed."""
    digests = {name: getattr(receipt, name).hex() for name in ("parent", "child", "input", "contract")}
    stated: dict[str, Any] = {
        "bob-receipt": VERSION,
        "kind": receipt.kind,
        **digests,
        "step_from": receipt.step_from,
        "step_to": receipt.step_to,
        "losses": [json_number(loss) for loss in facts.losses],
        "norms": [json_number(norm) for norm in facts.norms],
        "predictions": facts.predictions.hex(),
        "kernels": dict(facts.kernels),
        "versions": dict(facts.versions),
        "cpu": facts.cpu,
    }
    if receipt.kind == FORK:
        stated["changed"] = {name: [old, new] for name, old, new in receipt.changed}
        stated["reset_moments"] = receipt.reset
    return canonical_line(stated).encode()


_HEX = rb'"([0-9a-f]{64})"'
_TEXT = rb'"(?:[ !#-\[\]-~]|\\(?:["\\bfnrt]|u[0-9a-f]{4})){0,4096}+"'
_TEXTS = rb"\{(?:" + _TEXT + rb":" + _TEXT + rb"(?:," + _TEXT + rb":" + _TEXT + rb"){0,63}+)?+\}"
_PAIR = _TEXT + rb":\[" + _TEXT + rb"," + _TEXT + rb"\]"
_PAIRS = rb"\{(?:" + _PAIR + rb"(?:," + _PAIR + rb"){0,63}+)?+\}"
_NATURAL = rb"(0|[1-9][0-9]{0,18})"
_FLOAT = rb'(?:-?[0-9]{1,40}(?:\.[0-9]{1,40})?(?:e[+-]?[0-9]{1,3})?|"(?:-?inf|nan)")'
_FLOATS = rb"\[((?:" + _FLOAT + rb"(?:," + _FLOAT + rb")*+)?)\]"
_FIELDS = (
    (rb"changed", rb"(" + _PAIRS + rb")", FORK),
    (rb"child", _HEX, ""),
    (rb"contract", _HEX, ""),
    (rb"cpu", _TEXT, ""),
    (rb"input", _HEX, ""),
    (rb"kernels", _TEXTS, ""),
    (rb"kind", rb'"run"', RUN),
    (rb"kind", rb'"fork"', FORK),
    (rb"losses", _FLOATS, ""),
    (rb"norms", _FLOATS, ""),
    (rb"parent", _HEX, ""),
    (rb"predictions", rb'"(?:[0-9a-f]{16})*+"', ""),
    (rb"reset_moments", rb"(true|false)", FORK),
    (rb"step_from", _NATURAL, ""),
    (rb"step_to", _NATURAL, ""),
    (rb"versions", _TEXTS, ""),
)


def _grammar(kind: str) -> re.Pattern[bytes]:
    fields = [b'"' + name + b'":' + value for name, value, only in _FIELDS if only in ("", kind)]
    return re.compile(_BEGIN + rb"1," + b",".join(fields) + rb"\}")


_GRAMMARS = {kind: _grammar(kind) for kind in (RUN, FORK)}


def read_receipts(content: bytes, path: str) -> list[Receipt]:
    """Every receipt of a file, in its order.

    Raises `Refused`: BOB244 for a line that a newer Bob wrote, BOB240 for any other that is no receipt, an
    unfinished last one included.
    """
    receipts, found = [], []
    for number, offset, line in _lines(content):
        receipt = _read(line, number)
        if receipt is None:
            found.append(_wrong(line, number, offset))
            if len(found) > _MOST_SHOWN:
                break
        else:
            receipts.append(receipt)
    if found:
        raise Refused(path, found)
    return receipts


def _lines(content: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Each line with its number, the byte at which it begins, and its line feed where it has one."""
    number, begin = 1, 0
    while begin < len(content):
        end = content.find(b"\n", begin) + 1 or len(content)
        yield number, begin, content[begin:end]
        number, begin = number + 1, end


def is_receipts(head: bytes) -> bool:
    """Whether the first bytes of a file are those of receipts."""
    return head.startswith(_BEGIN) or _BEGIN.startswith(head)


def _read(line: bytes, number: int) -> Receipt | None:
    kind = FORK if b'"kind":"fork"' in line else RUN
    match = _GRAMMARS[kind].fullmatch(line[:-1]) if line.endswith(b"\n") else None
    if match is None:
        return None
    changed, reset = b"{}", b"false"
    groups = list(match.groups())
    if kind == FORK:
        changed, reset = groups.pop(0), groups.pop(6)
    child, contract, input_, losses, norms, parent, first, last = groups
    step_from, step_to = int(first), int(last)
    n_updates = step_to - step_from
    counts = {_count(losses), _count(norms)}
    if counts != {n_updates} or not 0 < n_updates <= step_to <= LAST_STEP:
        return None
    pairs = json.loads(changed, object_pairs_hook=list)
    if len({name for name, _ in pairs}) != len(pairs):
        return None
    fields = tuple((name, old, new) for name, (old, new) in pairs)
    return Receipt(
        kind,
        _digest(parent),
        _digest(child),
        _digest(input_),
        _digest(contract),
        step_from,
        step_to,
        fields,
        reset == b"true",
        number,
    )


def _digest(hexed: bytes) -> bytes:
    return bytes.fromhex(hexed.decode())


def _count(numbers: bytes) -> int:
    return numbers.count(b",") + 1 if numbers else 0


def _wrong(line: bytes, number: int, offset: int) -> Finding:
    version = re.match(_BEGIN + rb"([0-9]{1,18}),", line)
    if version is not None and int(version[1]) > VERSION:
        found = f"receipt version {int(version[1])}"
        return Finding("BOB244", f"line {number:,}", found, f"at most {VERSION}", offset)
    found = "no receipt" if line.endswith(b"\n") else "a line without its end"
    return Finding("BOB240", f"line {number:,}", found, "one receipt", offset)
