"""The seed's learner around its kernels: which contracts it takes, where it begins, what it answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from bob.envelope.contract import Contract
from bob.errors import Finding, Refused
from bob.kernels import native
from bob.kernels.trace import Diverged, Hyperparameters, Trace
from bob.learners import byte_table
from tests.checkpoints import SMALL, honest_planes
from tests.independent import program

if TYPE_CHECKING:
    from numpy.typing import NDArray

SHIPPED = Contract.shipped()
NAMES = {
    "schema.identity": "bob-raw-pmv-f32-v1",
    "schema.ordering": "parameter-order:p-then-m-then-v",
    "learner.objective": "softmax-cross-entropy-mean",
    "learner.identity": "adamw:bob-arith-v1",
    "initialization.identity": "bob-seed-v1",
}


@pytest.mark.parametrize("name", NAMES)
def test_a_contract_that_names_another_program_is_refused(name: str) -> None:
    with pytest.raises(Refused) as refused:
        byte_table.require_own(SHIPPED.changed({name: "another"}))
    assert refused.value.findings == (Finding("BOB701", name, "another", NAMES[name]),)


def test_every_name_that_is_another_s_is_said() -> None:
    with pytest.raises(Refused) as refused:
        byte_table.require_own(SHIPPED.changed(dict.fromkeys(NAMES, "another")))
    assert [finding.part for finding in refused.value.findings] == list(NAMES)


def test_a_contract_may_choose_its_numbers() -> None:
    byte_table.require_own(SHIPPED)
    numbers = {"learner.lr": "0.1", "data.vocabulary": 3, "data.prompts": 0, "updates": 7}
    byte_table.require_own(SHIPPED.changed(numbers))


@pytest.mark.parametrize("vocabulary", [1, 3, 16, 256])
def test_a_run_begins_where_the_independent_program_begins(vocabulary: int) -> None:
    planes = byte_table.initial_planes(SHIPPED.changed({"data.vocabulary": vocabulary}))
    expected = program.initial_plane(program.Settings(vocabulary=vocabulary))
    assert planes.p.tobytes() == expected.tobytes()
    assert planes.m.tobytes() == planes.v.tobytes() == bytes(4 * vocabulary**2)


def test_another_initialization_begins_elsewhere() -> None:
    other = byte_table.initial_planes(SMALL.changed({"initialization.identity": "bob-seed-v2"}))
    assert other.p.tobytes() != byte_table.initial_planes(SMALL).p.tobytes()


# Training: what the kernel is given, and how it may fail. What it computes is tests/kernels' and tests/run's.


def test_the_kernel_is_given_the_contract_s_bits_and_the_planes_themselves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[Any] = []

    def train(*arguments: Any) -> Trace[NDArray[np.float32]]:
        given.extend(arguments)
        return Trace(np.zeros(10, np.float32), np.ones(10, np.float32))

    monkeypatch.setattr(native, "train", train)
    planes = honest_planes(SMALL)
    trace = byte_table.train(planes, list(range(16)), SMALL, 30, threads=3)
    assert (trace.losses.tolist(), trace.norms.tolist()) == ([0] * 10, [1] * 10)
    *tables, targets, hyperparameters, first, updates, threads = given
    assert [np.shares_memory(table, plane) for table, plane in zip(tables, planes, strict=True)] == [True] * 3
    assert [table.shape for table in tables] == [(16, 16)] * 3
    assert targets.tolist() == list(range(16))
    assert hyperparameters == Hyperparameters(0x3D4CCCCD, 0x3F666666, 0x3F7FBE77, 0x322BCC77, 0x3C23D70A)
    assert (first, updates, threads) == (31, 10, 3)


@pytest.mark.parametrize(
    ("scalars", "calls"),
    [
        (1, [(31 + i, 1) for i in range(10)]),
        (256 * 4, [(31, 4), (35, 4), (39, 2)]),
        (256 * 5, [(31, 5), (36, 5)]),
        (256 * 10, [(31, 10)]),
    ],
)
def test_updates_that_are_made_in_slices_follow_each_other(
    monkeypatch: pytest.MonkeyPatch, scalars: int, calls: list[tuple[int, int]]
) -> None:
    made: list[tuple[int, int]] = []

    def train(*arguments: Any) -> Trace[NDArray[np.float32]]:
        *_, first, n_updates, _ = arguments
        made.append((first, n_updates))
        updates = np.arange(first, first + n_updates, dtype=np.float32)
        return Trace(updates, -updates)

    monkeypatch.setattr(native, "train", train)
    monkeypatch.setattr(byte_table, "_SCALARS_A_CALL", scalars)
    trace = byte_table.train(honest_planes(SMALL), [0] * 16, SMALL, 30)
    assert made == calls
    assert trace.losses.tolist() == list(range(31, 41))
    assert trace.norms.tolist() == [-update for update in range(31, 41)]


def test_an_update_that_no_checkpoint_may_hold_is_refused_with_its_place(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def train(*_: Any) -> None:
        raise Diverged("M", 37, 1234)

    monkeypatch.setattr(native, "train", train)
    with pytest.raises(Refused) as refused:
        byte_table.train(honest_planes(SMALL), [0] * 16, SMALL, 0)
    found = "update 1,234 makes it negative or not finite"
    assert refused.value.findings == (Finding("BOB410", "M[2, 5]", found, "a finite number, V at least 0"),)


# Answers.


def rows(*values: list[float]) -> NDArray[np.float32]:
    return np.array(values, np.float32).ravel()


TWO = SMALL.changed({"data.vocabulary": 2})


@pytest.mark.parametrize(
    ("row", "answer"),
    [
        pytest.param([1, 2], (1, 1), id="the-largest"),
        pytest.param([2, 2], (0, 1), id="the-first-of-equals"),
        pytest.param([-0.0, 0.0], (0, 1), id="zeros-are-equal"),
        pytest.param([-2, -1], (1, 1), id="negative"),
        pytest.param([float("nan"), 9], (0, 0), id="a-nan"),
        pytest.param([1, float("nan")], (0, 0), id="a-nan-behind-it"),
        pytest.param([1, float("inf")], (0, 0), id="an-infinity"),
        pytest.param([1, float("-inf")], (0, 0), id="a-minus-infinity"),
    ],
)
def test_an_answer_is_the_first_largest_of_a_finite_row(row: list[float], answer: tuple[int, int]) -> None:
    assert byte_table.predictions(rows([5, 6], row), [1], TWO) == [answer]
    assert byte_table.predictions(rows(row, [6, 5]), [1, 0], TWO) == [(0, 1), answer]


@pytest.mark.parametrize("prompt", [2, 255])
def test_a_prompt_outside_the_vocabulary_has_no_valid_answer(prompt: int) -> None:
    assert byte_table.predictions(rows([1, 2], [3, 4]), [prompt, 0], TWO) == [(0, 0), (1, 1)]


def test_answers_are_those_of_the_independent_program() -> None:
    planes = byte_table.initial_planes(SHIPPED)
    prompts = [0, 65, 255, 65]
    answers = byte_table.predictions(planes.p, prompts, SHIPPED)
    expected = program.predictions(planes.p.reshape(256, 256), prompts)
    assert byte_table.prediction_bytes(answers) == expected


def test_an_answer_takes_eight_bytes_token_first() -> None:
    assert byte_table.prediction_bytes([(255, 1), (0, 0)]) == bytes.fromhex(
        "ff000000 01000000 00000000 00000000"
    )
    assert byte_table.prediction_bytes([]) == b""
