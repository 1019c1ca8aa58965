"""A chain is whole only where each link is there, once, and agrees with what follows it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bob.envelope.header import read_header
from bob.envelope.identity import contract_digest
from bob.envelope.lineage import Lineage, traced
from bob.envelope.receipts import FORK, RUN, Receipt
from bob.store import Buffer
from tests.checkpoints import INPUT_DIGEST, SMALL, checkpoint

if TYPE_CHECKING:
    from bob.envelope.contract import Contract

FASTER = SMALL.changed({"learner.lr": "0.1"})
RATE = (("learner.lr", "0.05", "0.1"),)
START, MIDDLE, OTHER = bytes(32), b"\x0a" * 32, b"\x0b" * 32


def tip(contract: Contract = SMALL) -> Any:
    header = read_header(Buffer(checkpoint(contract, step=30))).record
    assert header is not None
    return header


def chain(contract: Contract = SMALL) -> list[Receipt]:
    """Three invocations that lead to the checkpoint, the last under `contract`."""
    header = tip(contract)
    own, last = contract_digest(SMALL), contract_digest(contract)
    digests = (START, MIDDLE, header.parent, header.header_digest)
    kinds = (RUN, RUN, RUN if contract == SMALL else FORK)
    return [
        Receipt(
            kinds[i],
            digests[i],
            digests[i + 1],
            INPUT_DIGEST,
            last if i == 2 else own,
            10 * i,
            10 * i + 10,
            RATE if kinds[i] == FORK else (),
            line=i + 1,
        )
        for i in range(3)
    ]


def followed(receipts: list[Receipt], contract: Contract = SMALL) -> Lineage:
    return traced(tip(contract), contract, receipts)


def codes(lineage: Lineage) -> list[str]:
    return [finding.code for finding in lineage.findings]


def test_a_whole_chain_is_followed_to_its_fresh_start_whatever_the_order_of_lines() -> None:
    for receipts in (chain(), chain()[::-1]):
        lineage = followed(receipts)
        assert lineage.findings == ()
        assert [link.receipt.step_to for link in lineage.links] == [30, 20, 10]
        assert {link.contract for link in lineage.links} == {SMALL}


def test_receipts_of_other_runs_change_nothing() -> None:
    other = chain()[0]._replace(child=OTHER)
    assert codes(followed([*chain(), other, other._replace(parent=OTHER, child=b"\x0c" * 32)])) == []


@pytest.mark.parametrize("missing", [0, 1, 2])
def test_a_missing_link_is_a_gap(missing: int) -> None:
    receipts = chain()
    del receipts[missing]
    (finding,) = followed(receipts).findings
    assert finding.code == "BOB241"
    assert chain()[missing].child.hex() in finding.expected


@pytest.mark.parametrize("twice", [0, 1, 2])
def test_a_step_that_is_recorded_twice_is_told(twice: int) -> None:
    receipts = chain()
    (finding,) = followed([*receipts, receipts[twice]._replace(line=4)]).findings
    assert (finding.code, finding.part) == ("BOB245", "line 4: child")


def test_two_checkpoints_of_one_parent_are_told_where_neither_is_a_fork() -> None:
    sibling = chain()[2]._replace(child=OTHER, line=4)
    (finding,) = followed([*chain(), sibling]).findings
    assert (finding.code, finding.part) == ("BOB242", "line 4: child")


def test_a_fork_that_leaves_the_chain_is_shown_and_not_refused() -> None:
    left = chain()[2]._replace(kind=FORK, child=OTHER, changed=RATE, line=4)
    lineage = followed([*chain(), left])
    assert codes(lineage) == []
    assert lineage.branches == (left,)


def test_a_run_that_goes_on_beside_the_fork_that_was_followed_is_no_finding() -> None:
    beside = chain()[2]._replace(child=OTHER, line=4)
    lineage = followed([*chain(FASTER), beside], FASTER)
    assert codes(lineage) == []
    assert lineage.branches == ()


def test_the_contract_before_a_fork_follows_from_what_it_changed() -> None:
    lineage = followed(chain(FASTER), FASTER)
    assert codes(lineage) == []
    assert [link.contract for link in lineage.links] == [FASTER, SMALL, SMALL]


def test_another_input_needs_a_fork() -> None:
    receipts = chain()
    receipts[0] = receipts[0]._replace(input=OTHER)
    assert codes(followed(receipts)) == ["BOB243"]
    forked = chain(FASTER)
    forked[:2] = [receipt._replace(input=OTHER) for receipt in forked[:2]]
    assert codes(followed(forked, FASTER)) == []


@pytest.mark.parametrize(
    ("link", "change", "field"),
    [
        (2, {"step_to": 40}, "step_to"),
        (1, {"step_to": 21}, "step_to"),
        (0, {"step_to": 9}, "step_to"),
        (2, {"input": OTHER}, "input"),
        (1, {"input": OTHER}, "input"),
        (2, {"contract": OTHER}, "contract"),
        (0, {"contract": contract_digest(FASTER)}, "contract"),
        (0, {"step_from": 5}, "parent"),
        (0, {"parent": OTHER}, "parent"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_receipt_that_contradicts_what_follows_is_told(
    link: int, change: dict[str, Any], field: str
) -> None:
    receipts = chain()
    receipts[link] = receipts[link]._replace(**change)
    found = followed(receipts).findings
    assert found[0].code == "BOB243"
    assert found[0].part == f"line {link + 1}: {field}"


def test_a_receipt_that_names_another_parent_than_the_checkpoint_is_told() -> None:
    receipts = chain()
    receipts[2] = receipts[2]._replace(parent=MIDDLE)
    found = [finding for finding in followed(receipts).findings if finding.code == "BOB243"]
    assert "line 3: parent" in [finding.part for finding in found]


@pytest.mark.parametrize(
    "changed",
    [
        (),
        (("learner.lr", "0.05", "0.2"),),
        (("learner.lr", "x", "0.1"),),
        (("no.such", "1", "2"),),
        (*RATE, ("learner.beta1", "0.5", "0.6")),
    ],
    ids=["nothing", "another value", "no value", "no field", "a field too many"],
)
def test_a_fork_whose_changes_do_not_lead_to_its_contract_is_told(
    changed: tuple[tuple[str, str, str], ...],
) -> None:
    receipts = chain(FASTER)
    receipts[2] = receipts[2]._replace(changed=changed)
    assert "BOB243" in codes(followed(receipts, FASTER))


def test_a_chain_that_leads_into_itself_ends() -> None:
    receipts = chain()
    receipts[0] = receipts[0]._replace(parent=receipts[2].child, step_from=5)
    assert "BOB241" in codes(followed(receipts))
