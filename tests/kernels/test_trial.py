"""The trial of compiled kernels says whatever deviates from the exact reading by one bit."""

from __future__ import annotations

import ctypes
from typing import TYPE_CHECKING, Any

import pytest

from bob.kernels import cache, signatures, trial
from bob.kernels.calls import Kernels

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

N, UPDATES, SCALARS = trial.COLUMNS, trial.UPDATES, trial.ROWS * trial.COLUMNS


@pytest.fixture
def kernels(kept_object: Path) -> Kernels:
    return Kernels(cache.kernels_of({"BOB_CACHE_DIR": str(kept_object.parent)}))


def test_the_kernels_give_the_exact_reading_s_bits(kernels: Kernels) -> None:
    assert trial.deviation(kernels) == ""


def test_all_updates_are_made_of_all_rows(kernels: Kernels, monkeypatch: pytest.MonkeyPatch) -> None:
    ranks: list[int] = []
    real = kernels.train_rows

    def train_rows(*arguments: Any) -> int:
        assert arguments[4:7] == (N, 0, trial.ROWS)
        assert arguments[12:14] == (1, UPDATES)
        ranks.append(real(*arguments))
        return ranks[-1]

    monkeypatch.setattr(kernels, "train_rows", train_rows)
    assert trial.deviation(kernels) == ""
    assert ranks == [-1]


def flipping(real: Callable[..., int], argument: int, scalar: int, bit: int) -> Callable[..., int]:
    """A kernel that turns one bit over of what it wrote."""

    def kernel(*arguments: Any) -> int:
        answer = real(*arguments)
        word = ctypes.c_uint32.from_address(arguments[argument] + 4 * scalar)
        word.value ^= 1 << bit
        return answer

    return kernel


# Kernel, argument that is written to, and how many scalars of it are compared.
WRITTEN = {
    "P": ("train_rows", 0, SCALARS),
    "M": ("train_rows", 1, SCALARS),
    "V": ("train_rows", 2, SCALARS),
    "losses and norms": ("summarise", 3, signatures.trace_results(UPDATES)),
    "P of adamw": ("adamw", 0, N),
    "M of adamw": ("adamw", 1, N),
    "V of adamw": ("adamw", 2, N),
}


@pytest.mark.parametrize("bit", [0, 31])
@pytest.mark.parametrize("last", [False, True], ids=["first", "last"])
@pytest.mark.parametrize("name", WRITTEN)
def test_a_bit_that_deviates_is_said(
    kernels: Kernels, monkeypatch: pytest.MonkeyPatch, name: str, last: bool, bit: int
) -> None:
    kernel, argument, count = WRITTEN[name]
    wrong = flipping(getattr(kernels, kernel), argument, count - 1 if last else 0, bit)
    monkeypatch.setattr(kernels, kernel, wrong)
    said = trial.deviation(kernels)
    assert said.startswith("train" if kernel in ("train_rows", "summarise") else kernel)
    assert " gives " in said


@pytest.mark.parametrize("row", [0, 1])
@pytest.mark.parametrize("what", range(3), ids=["s", "the target's", "squares"])
@pytest.mark.parametrize("update", [0, UPDATES - 1])
def test_a_bit_of_what_a_row_gives_is_said(
    kernels: Kernels, monkeypatch: pytest.MonkeyPatch, row: int, what: int, update: int
) -> None:
    rows = 14
    wrong = flipping(kernels.train_rows, rows, (what * UPDATES + update) * N + row, 0)
    monkeypatch.setattr(kernels, "train_rows", wrong)
    assert trial.deviation(kernels).startswith("train gives ")


@pytest.mark.parametrize("rank", [0, 5])
def test_a_row_that_is_said_to_be_lost_is_a_deviation(
    kernels: Kernels, monkeypatch: pytest.MonkeyPatch, rank: int
) -> None:
    real = kernels.train_rows
    monkeypatch.setattr(kernels, "train_rows", lambda *arguments: max(rank, real(*arguments)))
    assert trial.deviation(kernels) != ""


@pytest.mark.parametrize("which", range(len(trial._SUSPECTS)))
@pytest.mark.parametrize("bit", [0, 1])
def test_a_check_that_sees_too_little_or_too_much_is_said(
    kernels: Kernels, monkeypatch: pytest.MonkeyPatch, which: int, bit: int
) -> None:
    real, calls = kernels.check, iter(range(100))

    def check(*arguments: Any) -> int:
        return real(*arguments) ^ ((1 << bit) if next(calls) == which else 0)

    monkeypatch.setattr(kernels, "check", check)
    said = trial.deviation(kernels)
    assert said.startswith("check gives ")
    assert said.endswith(f" at {which}")


def test_planes_in_a_check_are_suspect_each_in_its_own_way(kernels: Kernels) -> None:
    native, reference = trial._check(kernels)
    assert native == reference
    assert {answer & 1 for answer in native} == {0, 1}
    assert {answer & 2 for answer in native} == {0, 2}


def test_the_scalars_are_of_many_sizes_and_subnormal_too() -> None:
    for name in "pmvg":
        magnitudes = [bits & 0x7FFFFFFF for bits in trial._scalars(name, SCALARS)]
        assert 0 < sum(bits < 0x00800000 for bits in magnitudes[:N]) < N // 4
        assert len({bits >> 23 for bits in magnitudes}) > 50
        assert max(magnitudes) < 0x7F800000
    assert all(bits < 1 << 31 for bits in trial._scalars("v", SCALARS))
    assert N % 2 == 1
