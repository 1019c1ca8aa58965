"""Lineage: the chain of receipts from a checkpoint back to the fresh start of its run.

    lineage = traced(header, contract, read_receipts(content, path))
    lineage.findings == ()        # every link is there, once, and nothing contradicts the checkpoint

A checkpoint names its parent; a receipt says what led from one to the other. Links are found by digests
alone, and what receipts say besides (steps, input, contract) has to agree from link to link: of a fork the
contract before it follows from the one after it and from the fields that it changed. Nothing is opened here.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from bob.envelope.header import NO_PARENT
from bob.envelope.identity import contract_digest
from bob.envelope.receipts import FORK
from bob.errors import Finding, Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from bob.envelope.contract import Contract
    from bob.envelope.receipts import Receipt
    from bob.spec.record import Record


class Link(NamedTuple):
    """A receipt of the chain, and the contract under which its invocation ran where that is known."""

    receipt: Receipt
    contract: Contract | None


class Lineage(NamedTuple):
    """A chain as far as it could be followed, the checkpoint's own link first, with every finding.

    `branches` are forks on purpose that leave the chain and do not lead to the checkpoint.
    """

    links: tuple[Link, ...]
    branches: tuple[Receipt, ...]
    findings: tuple[Finding, ...]


class _Expected(NamedTuple):
    """What the link after this one, or the checkpoint, says of it; None where that says nothing."""

    child: bytes
    step_to: int
    contract: Contract | None
    input: bytes | None


def traced(header: Record, contract: Contract, receipts: Sequence[Receipt]) -> Lineage:
    """Follow a verified checkpoint, of the contract that its header states, back to its fresh start."""
    by_child: dict[bytes, list[Receipt]] = defaultdict(list)
    for receipt in receipts:
        by_child[receipt.child].append(receipt)
    expected = _Expected(header.header_digest, header.step, contract, header.input_digest)
    links: list[Link] = []
    findings = []
    while expected.child != NO_PARENT:
        found = by_child.pop(expected.child, [])
        if not found:
            findings.append(_gap(expected, links))
            break
        receipt = found[0]
        findings += [_twice(receipt, other) for other in found[1:]]
        findings += _contradictions(receipt, expected)
        links.append(Link(receipt, expected.contract))
        expected = _before(receipt, expected)
    if links and links[0].receipt.parent != header.parent:
        findings.append(_differs(links[0].receipt, "parent", header.parent.hex()))
    asides = tuple(_asides(links, receipts))
    findings += [_sibling(aside) for link, aside in asides if FORK not in (link.kind, aside.kind)]
    branches = tuple(aside for _, aside in asides if aside.kind == FORK)
    return Lineage(tuple(links), branches, tuple(findings))


def _before(receipt: Receipt, expected: _Expected) -> _Expected:
    """What a link says of the one before it."""
    if receipt.kind == FORK:
        return _Expected(receipt.parent, receipt.step_from, unchanged(receipt, expected.contract), None)
    return _Expected(receipt.parent, receipt.step_from, expected.contract, receipt.input)


def unchanged(fork: Receipt, contract: Contract | None) -> Contract | None:
    """The contract before a fork, from the one after it; None where its receipt leads to none."""
    if contract is None:
        return None
    try:
        before = contract.changed({name: old for name, old, _ in fork.changed})
        return before if before.changed({name: new for name, _, new in fork.changed}) == contract else None
    except Refused:
        return None


def _contradictions(receipt: Receipt, expected: _Expected) -> Iterator[Finding]:
    """What a receipt says otherwise than what follows it in the chain."""
    if receipt.step_to != expected.step_to:
        yield _differs(receipt, "step_to", f"{expected.step_to:,}", f"{receipt.step_to:,}")
    if expected.input is not None and receipt.input != expected.input:
        yield _differs(receipt, "input", expected.input.hex())
    if expected.contract is not None and receipt.contract != contract_digest(expected.contract):
        yield _differs(receipt, "contract", contract_digest(expected.contract).hex())
    if receipt.kind == FORK and unchanged(receipt, expected.contract) is None:
        yield _differs(receipt, "changed", "fields of the contract after it", "others")
    if (receipt.parent == NO_PARENT) != (receipt.step_from == 0):
        start = "a parent" if receipt.step_from else "no parent"
        yield _differs(receipt, "parent", f"{start} at step {receipt.step_from:,}")


def _differs(receipt: Receipt, field: str, expected: str, found: str = "") -> Finding:
    told = found or getattr(receipt, field).hex()
    return Finding("BOB243", f"line {receipt.line:,}: {field}", told, expected)


def _gap(expected: _Expected, links: Sequence[Link]) -> Finding:
    after = f"before step {links[-1].receipt.step_to:,}" if links else "of the checkpoint itself"
    return Finding("BOB241", f"receipt {after}", "none", f"one whose child is {expected.child.hex()}")


def _twice(receipt: Receipt, other: Receipt) -> Finding:
    found = f"also line {receipt.line:,}"
    return Finding("BOB245", f"line {other.line:,}: child", found, "one receipt of a checkpoint")


def _asides(links: Iterable[Link], receipts: Iterable[Receipt]) -> Iterator[tuple[Receipt, Receipt]]:
    """Each link with a receipt that leaves the chain there: another child of the same parent."""
    by_parent = {link.receipt.parent: link.receipt for link in links}
    for receipt in receipts:
        link = by_parent.get(receipt.parent, receipt)
        if receipt.parent != NO_PARENT and link.child != receipt.child:
            yield link, receipt


def _sibling(receipt: Receipt) -> Finding:
    found = f"another checkpoint of step {receipt.step_to:,} from the same parent"
    return Finding(
        "BOB242", f"line {receipt.line:,}: child", found, "one checkpoint from a parent, or a fork"
    )
