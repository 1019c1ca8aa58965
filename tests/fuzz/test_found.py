"""What fuzzing has found, each as the smallest content that shows it."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING

import pytest

from bob.envelope.contract import Contract
from bob.envelope.input_record import build_input, read_input
from bob.envelope.receipts import Facts, Receipt, read_receipts, receipt_line
from bob.envelope.verify import verify_envelope
from bob.errors import Refused
from bob.spec.failures import MOST_PLACES
from bob.store import Buffer
from bob.store_corpus import LISTING, require_free
from tests.checkpoints import SMALL, checkpoint, rebuilt

if TYPE_CHECKING:
    from pathlib import Path


def test_a_large_checkpoint_without_one_whole_chunk_is_cut_short() -> None:
    large = rebuilt(checkpoint(SMALL), chunk_bytes=1 << 26, payload_bytes=3 << 26)
    found = verify_envelope(Buffer(large), SMALL).findings
    assert [finding.code for finding in found if finding.code == "BOB202"] == ["BOB202"] * 4


def test_a_list_nested_deeply_is_a_list_of_another_kind(tmp_path: Path) -> None:
    (tmp_path / LISTING).write_bytes(b"[" * 100_000)
    with pytest.raises(Refused, match="BOB801"):
        require_free(str(tmp_path))


def test_a_receipt_with_long_texts_is_read_in_a_few_times_its_size() -> None:
    digests = (bytes(32), b"\1" * 32, b"\2" * 32, b"\3" * 32)
    long = {f"{i:02}" + "k" * 4000: "\\" * 4000 for i in range(60)}
    line = receipt_line(Receipt("run", *digests, 0, 1), Facts((1.0,), (1.0,), b"", {}, long, "x" * 4096))
    tracemalloc.start()
    try:
        assert len(read_receipts(line, "FILE")) == 1
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 4 * len(line) + (1 << 20)


def test_of_a_record_in_which_every_prompt_is_wrong_the_first_places_are_told() -> None:
    contract = Contract.shipped().changed({"data.prompts": "5000"})
    record = build_input(list(range(256)), [0] * 5000, contract)
    found = read_input(record[: -4 * 5000] + b"\xff" * (4 * 5000), contract).findings
    assert {finding.code for finding in found} == {"BOB309"}
    assert len(found) == MOST_PLACES
    assert "may others" in found[-1].found
    assert "may others" not in found[-2].found
