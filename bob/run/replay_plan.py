"""Which invocations lead to a checkpoint: `planned(...)` by its receipts, where there are any.

Without receipts every invocation is one of the checkpoint's own contract. Receipts tell of forks, and so of
other contracts before them; what lies before the first receipt is taken to be of the contract that it
continues. Receipts that cannot be what happened are refused before anything runs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.envelope.identity import contract_digest
from bob.envelope.lineage import traced, unchanged
from bob.envelope.receipts import FORK
from bob.errors import Finding, Refused
from bob.learners import byte_table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bob.envelope.contract import Contract
    from bob.envelope.lineage import Link
    from bob.envelope.receipts import Receipt
    from bob.spec.record import Record

_CONTRADICTS = "BOB243"


class Invocation(NamedTuple):
    """One invocation to make: from which step to which, under which contract, and its receipt."""

    step_from: int
    step_to: int
    contract: Contract
    receipt: Receipt | None

    @property
    def reset(self) -> bool:
        """Whether its moments begin with zero."""
        return self.receipt is not None and self.receipt.reset


class Plan(NamedTuple):
    """The invocations without receipt, by the steps at which they begin, then those that have one.

    `contract` is that of the state with which all of it begins, and of the invocations without receipt.
    """

    contract: Contract
    unrecorded: range
    links: tuple[Link, ...]

    @property
    def n_invocations(self) -> int:
        """How many there are."""
        return len(self.unrecorded) + len(self.links)

    @property
    def forks(self) -> tuple[Receipt, ...]:
        """The receipts that change the run on purpose, in order."""
        return tuple(link.receipt for link in self.links if link.receipt.kind == FORK)

    @property
    def begins_with_fork(self) -> bool:
        """Whether the first invocation is a fork of what all of it begins with."""
        return not self.unrecorded and bool(self.links) and self.links[0].receipt.kind == FORK

    def invocations(self) -> Iterator[Invocation]:
        """Each invocation, in order."""
        for step in self.unrecorded:
            yield Invocation(step, step + self.unrecorded.step, self.contract, None)
        for receipt, contract in self.links:
            assert contract is not None
            yield Invocation(receipt.step_from, receipt.step_to, contract, receipt)


def planned(
    path: str, header: Record, contract: Contract, receipts: Sequence[Receipt], start: tuple[int, bytes]
) -> Plan:
    """The invocations from a step and its header digest to a verified checkpoint.

    Raises `Refused`: BOB243 where receipts contradict the checkpoint, themselves or the start, BOB842 where a
    fork changes what none may.
    """
    step, parent = start
    links = _links(path, header, contract, [each for each in receipts if each.step_from >= step])
    if not links:
        return Plan(contract, range(step, header.step, contract["updates"]), ())
    first = links[0]
    before = unchanged(first.receipt, first.contract) if first.receipt.kind == FORK else first.contract
    assert before is not None
    unrecorded = range(step, first.receipt.step_from, before["updates"])
    _require_whole(path, unrecorded, first.receipt, parent)
    return Plan(before, unrecorded, links)


def _links(path: str, header: Record, contract: Contract, receipts: Sequence[Receipt]) -> tuple[Link, ...]:
    """The links that lead to the checkpoint, oldest first."""
    lineage = traced(_as_recorded(header, contract, receipts), contract, receipts)
    links = lineage.links[::-1]
    found = [finding for finding in lineage.findings if finding.code == _CONTRADICTS]
    found = found or [each for link in links for each in _impossible(link, contract)]
    if found:
        raise Refused(path, found)
    for link in links:
        assert link.contract is not None
        byte_table.require_own(link.contract)
    return links


def _as_recorded(header: Record, contract: Contract, receipts: Sequence[Receipt]) -> Record:
    """The header as its receipt names it: a file that was changed afterwards has another digest.

    That is the receipt of the same step, contract and input, of the same parent before others.
    """
    if any(each.child == header.header_digest for each in receipts):
        return header
    own = (header.step, contract_digest(contract), header.input_digest)
    alike = [each for each in receipts if (each.step_to, each.contract, each.input) == own]
    if not alike:
        return header
    receipt = min(alike, key=lambda each: each.parent != header.parent)
    return header.changed(header_digest=receipt.child, parent=receipt.parent)


def _impossible(link: Link, contract: Contract) -> Iterator[Finding]:
    """What no invocation of the link's contract, on the way to planes of these sizes, can have done."""
    receipt, own = link
    assert own is not None
    line = f"line {receipt.line:,}"
    made = receipt.step_to - receipt.step_from
    if made != own["updates"]:
        yield Finding(_CONTRADICTS, f"{line}: step_to", f"{made:,} updates", f"{own['updates']:,}")
    if own["data.vocabulary"] != contract["data.vocabulary"]:
        before, after = (f"{each['data.vocabulary']:,}" for each in (own, contract))
        yield Finding("BOB842", f"{line}: data.vocabulary", before, after)


def _require_whole(path: str, unrecorded: range, first: Receipt, parent: bytes) -> None:
    """What lies before the first receipt must be whole invocations, or nothing from the very start."""
    if (first.step_from - unrecorded.start) % unrecorded.step:
        found = Finding(
            _CONTRADICTS,
            f"line {first.line:,}: step_from",
            f"{first.step_from:,}",
            f"{unrecorded.start:,} and a multiple of {unrecorded.step:,}",
        )
        raise Refused(path, [found])
    if not unrecorded and first.parent != parent:
        found = Finding(_CONTRADICTS, f"line {first.line:,}: parent", first.parent.hex(), parent.hex())
        raise Refused(path, [found])
