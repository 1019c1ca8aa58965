"""A receipt has one spelling, which says what it says and nothing else."""

from __future__ import annotations

import json
import tracemalloc
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.envelope.receipts import FORK, RUN, Facts, Receipt, is_receipts, read_receipts, receipt_line
from bob.errors import Refused

FACTS = Facts(
    (5.5, float("inf")), (0.25, 1e-30), b"\x20\0\0\0\1\0\0\0", {"object": "aa"}, {"bob": "1"}, "a cpu"
)
PLAIN = Receipt(RUN, bytes(32), b"\1" * 32, b"\2" * 32, b"\3" * 32, 0, 2, line=1)
FORKED = PLAIN._replace(kind=FORK, changed=(("learner.lr", "0.05", "0.02"),), reset=True)
LINE = receipt_line(PLAIN, FACTS)

digests = st.binary(min_size=32, max_size=32)
floats = st.floats(width=32)
texts = st.text(max_size=20)
names = st.dictionaries(st.text(min_size=1, max_size=8), texts, max_size=4)


@st.composite
def receipts(draw: st.DrawFn) -> tuple[Receipt, Facts]:
    step, n_updates = draw(st.integers(0, 2**62)), draw(st.integers(1, 5))
    updates = st.lists(floats, min_size=n_updates, max_size=n_updates).map(tuple)
    kind = draw(st.sampled_from((RUN, FORK)))
    changed = draw(st.dictionaries(st.text(min_size=1, max_size=8), st.tuples(texts, texts), max_size=3))
    receipt = Receipt(kind, *(draw(digests) for _ in range(4)), step, step + n_updates, line=1)
    if kind == FORK:
        pairs = tuple((name, *values) for name, values in sorted(changed.items()))
        receipt = receipt._replace(changed=pairs, reset=draw(st.booleans()))
    predictions = draw(st.integers(0, 3).flatmap(lambda n: st.binary(min_size=8 * n, max_size=8 * n)))
    return receipt, Facts(draw(updates), draw(updates), predictions, draw(names), draw(names), draw(texts))


@given(receipts())
def test_what_is_written_is_read_as_it_was(written: tuple[Receipt, Facts]) -> None:
    receipt, facts = written
    line = receipt_line(receipt, facts)
    assert read_receipts(line, "r") == [receipt]
    assert line == (json.dumps(json.loads(line), sort_keys=True, separators=(",", ":")) + "\n").encode()


def test_a_receipt_says_every_fact() -> None:
    assert json.loads(receipt_line(FORKED, FACTS)) == {
        "bob-receipt": 1,
        "kind": "fork",
        "parent": "00" * 32,
        "child": "01" * 32,
        "input": "02" * 32,
        "contract": "03" * 32,
        "step_from": 0,
        "step_to": 2,
        "losses": [5.5, "inf"],
        "norms": [0.25, 1e-30],
        "predictions": "2000000001000000",
        "kernels": {"object": "aa"},
        "versions": {"bob": "1"},
        "cpu": "a cpu",
        "changed": {"learner.lr": ["0.05", "0.02"]},
        "reset_moments": True,
    }


def test_receipts_are_read_in_their_order_and_count_their_lines() -> None:
    found = read_receipts(LINE + receipt_line(FORKED, FACTS) + LINE, "r")
    assert found == [PLAIN, FORKED._replace(line=2), PLAIN._replace(line=3)]


def test_an_empty_file_holds_none() -> None:
    assert read_receipts(b"", "r") == []


def changed(**fields: Any) -> bytes:
    stated = json.loads(LINE) | {name.replace("bob_receipt", "bob-receipt"): v for name, v in fields.items()}
    return (json.dumps(stated, sort_keys=True, separators=(",", ":")) + "\n").encode()


def without(name: str) -> bytes:
    stated = json.loads(LINE)
    del stated[name]
    return (json.dumps(stated, sort_keys=True, separators=(",", ":")) + "\n").encode()


def test_the_change_of_nothing_changes_nothing() -> None:
    assert changed() == LINE


BAD = {
    "an unfinished line": LINE[:-1],
    "nothing but a line feed": b"\n",
    "not JSON": b"receipt\n",
    "spaces": LINE.replace(b",", b", "),
    "other order": b'{"child":"aa","bob-receipt":1}\n',
    "a key twice": LINE.replace(b'"step_from":0', b'"step_from":0,"step_from":0'),
    "one key more": changed(host="a"),
    "a run that changed": changed(changed={}),
    "a fork that changed nothing": changed(kind="fork"),
    "another kind": changed(kind="merge"),
    "a version as text": changed(bob_receipt="1"),
    "version 0": changed(bob_receipt=0),
    "a digest too short": changed(child="01" * 31),
    "a digest in capitals": changed(child="AB" * 32),
    "a digest as a number": changed(child=1),
    "a step below zero": changed(step_from=-2, step_to=0),
    "a step that is no whole number": changed(step_to=2.0),
    "a step with a leading zero": LINE.replace(b'"step_from":0', b'"step_from":00'),
    "a step beyond 2^63": changed(step_from=2**63 - 1, step_to=2**63 + 1),
    "no updates": changed(step_to=0, losses=[], norms=[]),
    "fewer losses than updates": changed(losses=[1.0]),
    "fewer norms than updates": changed(norms=[1.0]),
    "a loss that is no number": changed(losses=[1.0, None]),
    "a loss that is another text": changed(losses=[1.0, "infinite"]),
    "predictions of half a prompt": changed(predictions="20000000"),
    "a version that is no text": changed(versions={"bob": 1}),
    "a raw control character": LINE.replace(b"a cpu", b"a \x07"),
    "bytes that are not ASCII": LINE.replace(b"a cpu", "a \u00e9".encode()),
    "a text behind it": LINE[:-1] + b" \n",
    "two on a line": LINE[:-1] + LINE,
    **{f"no {name}": without(name) for name in json.loads(LINE)},
}


@pytest.mark.parametrize("content", BAD.values(), ids=BAD.keys())
def test_a_line_that_is_no_receipt_is_refused(content: bytes) -> None:
    with pytest.raises(Refused) as refused:
        read_receipts(LINE + content + LINE, "r")
    assert {finding.code for finding in refused.value.findings} == {"BOB240"}
    assert refused.value.findings[0].byte_offset == len(LINE)


@pytest.mark.parametrize("end", [b"", b"x", LINE[:-1]], ids=["cut", "another last byte", "cut later"])
def test_a_last_line_without_its_end_is_refused(end: bytes) -> None:
    with pytest.raises(Refused) as refused:
        read_receipts(LINE + LINE[:-1] + end, "r")
    (finding,) = refused.value.findings
    assert (finding.code, finding.found) == ("BOB240", "a line without its end")


def test_a_field_that_a_fork_changed_twice_is_refused() -> None:
    line = receipt_line(FORKED, FACTS).replace(b'{"learner.lr"', b'{"learner.lr":["1","2"],"learner.lr"')
    with pytest.raises(Refused, match="BOB240"):
        read_receipts(line, "r")


def test_a_newer_receipt_is_told_as_such() -> None:
    with pytest.raises(Refused) as refused:
        read_receipts(changed(bob_receipt=2), "r")
    (finding,) = refused.value.findings
    assert (finding.code, finding.found) == ("BOB244", "receipt version 2")


def test_no_more_lines_are_told_than_a_person_reads() -> None:
    with pytest.raises(Refused) as refused:
        read_receipts(b"x\n" * 10_000, "r")
    assert len(refused.value.findings) < 30


@pytest.mark.parametrize("unit", [b"[],", b"{},", b"0,", b"1e5,", b'"",', b"[["], ids=repr)
def test_nothing_is_allocated_by_what_a_line_claims(unit: bytes) -> None:
    content = LINE.replace(b"5.5,", unit * 100_000 + b"5.5,")
    tracemalloc.start()
    with pytest.raises(Refused):
        read_receipts(content, "r")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * len(content) + (1 << 20)


def test_long_predictions_take_no_more_than_their_line() -> None:
    content = LINE.replace(b"2000000001000000", b"2000000001000000" * 20_000)
    tracemalloc.start()
    assert len(read_receipts(content, "r")) == 1
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 4 * len(content) + (1 << 20)


@pytest.mark.parametrize(
    ("head", "is_own"),
    [(LINE, True), (b"", True), (LINE[:5], True), (b"{}", False), (b"BOBCKPT1", False)],
    ids=["a receipt", "nothing", "the beginning of one", "other JSON", "a checkpoint"],
)
def test_a_file_of_receipts_is_known_by_its_first_bytes(head: bytes, is_own: bool) -> None:
    assert is_receipts(head) is is_own
