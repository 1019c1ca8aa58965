"""The scratch that a call is given is as much as it uses, and no more is touched."""

from __future__ import annotations

import numpy as np
import pytest

from bob.kernels import native, signatures
from tests.kernels.cases import HYPERPARAMETERS, canonical, seeded, spread

PATTERN = np.uint32(0x7FA5A5A5)


@pytest.mark.parametrize("start", range(0, 16, 3))
@pytest.mark.parametrize(("n", "n_updates"), [(1, 1), (2, 3), (37, 2), (64, 1), (70, 4), (256, 2)])
def test_no_call_touches_what_it_was_not_given(n: int, n_updates: int, start: int) -> None:
    planes, targets = seeded(n), spread(n)
    sizes = {
        "rows": signatures.row_results(n, n_updates),
        "train": signatures.train_scratch(n, n_updates),
        "trace": signatures.trace_results(n_updates),
        "summary": signatures.summarise_scratch(n),
    }
    buffers = {name: np.full(start + size + 64, PATTERN, np.uint32) for name, size in sizes.items()}
    at = {name: buffer[start:].ctypes.data for name, buffer in buffers.items()}
    constants = np.array(HYPERPARAMETERS, np.uint32).view(np.float32).tolist()
    addresses = [a.ctypes.data for a in (*planes, targets)]
    called = native.kernels()
    called["train_rows"](*addresses, n, 0, n, *constants, 1, n_updates, at["rows"], at["train"])
    called["summarise"](at["rows"], n, n_updates, at["trace"], at["summary"])
    for name, size in sizes.items():
        assert (buffers[name][:start] == PATTERN).all(), name
        assert (buffers[name][start + size :] == PATTERN).all(), name
    trace = buffers["trace"][start : start + sizes["trace"]].view(np.float32)
    again = native.train(*seeded(n), targets, HYPERPARAMETERS, 1, n_updates)
    assert canonical(trace) == [bits for column in again for bits in canonical(column)]
