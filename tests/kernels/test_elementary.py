"""exp and log are correctly rounded: a sample, the special values and every argument that was hard to decide.

All arguments are walked by tools/check_exp_log.py, which also wrote the table of hard cases in proofs/; that
it would see a misrounded one is tested here, on a few blocks. The sample is another one each day, so that
many days see much of the domain; its seed stands in the message of a failure.
"""

from __future__ import annotations

import datetime
import importlib.util
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gmpy2
import numpy as np
import pytest

from bob.kernels import exact, native
from bob.kernels.theorems import elementary_walk
from tests.kernels.cases import NAMED, NAN, canonical

if TYPE_CHECKING:
    from numpy.typing import NDArray

FUNCTIONS = {"exp": (native.exp32, gmpy2.exp), "log": (native.log32, gmpy2.log)}
ROOT = Path(__file__).parent.parent.parent
KEPT = ROOT / "proofs" / elementary_walk.FOLDER
TODAY = datetime.date.today().toordinal()
# The argument whose value lies closest to a rounding boundary, and its result.
HARDEST = {"exp": (0xC16912CD, 0x34FD331B), "log": (0x65D890D3, 0x4254D1F9)}


def rounded(name: str, arguments: list[int] | NDArray[np.uint32]) -> list[int]:
    """Bits to bits, by MPFR; a binary32 passes through binary64 unchanged."""
    function = FUNCTIONS[name][1]
    with exact.context():
        x = np.array(arguments, np.uint32).view(np.float32).tolist()
        return canonical(np.array([float(function(gmpy2.mpfr(a))) for a in x]).astype(np.float32))


def native_bits(name: str, arguments: list[int] | NDArray[np.uint32]) -> list[int]:
    return canonical(FUNCTIONS[name][0](np.array(arguments, np.uint32).view(np.float32)))


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("part", range(2))
def test_a_random_sample_of_all_patterns_is_rounded_correctly(name: str, part: int) -> None:
    arguments = np.random.default_rng([TODAY, part]).integers(0, 2**32, 2**17, np.uint32)
    assert native_bits(name, arguments) == rounded(name, arguments), f"seed {[TODAY, part]}"


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("part", range(6))
def test_a_random_sample_of_telling_arguments_is_rounded_correctly(name: str, part: int) -> None:
    """For exp those between 2^-26 and 104 in size, for log all that are positive."""
    low, high = {"exp": (0x32800000, 0x42D00000), "log": (1, 0x7F800000)}[name]
    rng = np.random.default_rng([TODAY, 100 + part])
    arguments = rng.integers(low, high, 2**17, np.uint32)
    if name == "exp":
        arguments |= rng.integers(0, 2, 2**17, np.uint32) << np.uint32(31)
    assert native_bits(name, arguments) == rounded(name, arguments), f"seed {[TODAY, 100 + part]}"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_argument_that_was_hard_to_decide_is_rounded_correctly(name: str) -> None:
    arguments = elementary_walk.hard_cases(KEPT, name)
    assert len(arguments) > 3000
    assert native_bits(name, arguments) == rounded(name, arguments)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_hardest_argument_is_rounded_correctly(name: str) -> None:
    argument, result = HARDEST[name]
    assert argument in elementary_walk.hard_cases(KEPT, name)
    assert native_bits(name, [argument]) == [result] == rounded(name, [argument])


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("argument", NAMED.values(), ids=NAMED)
def test_a_special_argument_is_rounded_correctly(name: str, argument: int) -> None:
    assert native_bits(name, [argument]) == rounded(name, [argument])


@pytest.mark.parametrize(
    ("name", "argument", "result"),
    [
        ("exp", 0xFF800000, 0x00000000),
        ("exp", 0x7F800000, 0x7F800000),
        ("exp", 0x80000000, 0x3F800000),
        ("exp", 0x42B17217, 0x7F7FFF84),
        ("exp", 0x42B17218, 0x7F800000),
        ("exp", 0xC2CFF1B4, 0x00000001),
        ("exp", 0xC2CFF1B5, 0x00000000),
        ("log", 0x00000000, 0xFF800000),
        ("log", 0x80000000, 0xFF800000),
        ("log", 0x80000001, NAN),
        ("log", 0xBF800000, NAN),
        ("log", 0x3F800000, 0x00000000),
        ("log", 0x7F800000, 0x7F800000),
        ("log", 0x00000001, 0xC2CE8ED0),
    ],
    ids=lambda part: f"{part:08x}" if isinstance(part, int) else part,
)
def test_an_edge_is_where_the_page_puts_it(name: str, argument: int, result: int) -> None:
    assert native_bits(name, [argument]) == [result] == rounded(name, [argument])


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_shape_of_the_array_is_kept(name: str) -> None:
    x = np.linspace(0.5, 2.0, 24, dtype=np.float32).reshape(2, 3, 4)
    y = FUNCTIONS[name][0](x[:, ::-1])
    assert y.shape == (2, 3, 4)
    assert y.dtype == np.float32
    assert canonical(y) == native_bits(name, np.ascontiguousarray(x[:, ::-1]).view(np.uint32))


@pytest.fixture(scope="module")
def tool() -> Any:
    path = ROOT / "tools" / "check_exp_log.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module", params=FUNCTIONS)
def walked(request: pytest.FixtureRequest, tool: Any) -> Any:
    return tool.Function(request.param)


def firsts(tool: Any, *patterns: int) -> list[int]:
    """The blocks that hold these patterns."""
    return [pattern // tool.BLOCK * tool.BLOCK for pattern in patterns]


def test_the_walk_finds_nothing_where_all_is_rounded_correctly(tool: Any, walked: Any) -> None:
    hard = [HARDEST[walked.name][0]]
    blocks = firsts(tool, *hard, 0x00000000, 0x7F800000, 0x80000000)
    wrong, settled = walked.walk(2, blocks)
    assert wrong == []
    assert set(hard) <= set(settled)


@pytest.mark.parametrize("place", ["anywhere", "next to a boundary", "everywhere", "nan", "minus zero"])
def test_the_walk_finds_what_is_misrounded(
    tool: Any, walked: Any, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = walked.native
    hard, _ = HARDEST[walked.name]
    argument = {"next to a boundary": hard, "nan": 0x7FABCDEF, "minus zero": 0x3F800000}.get(
        place, 0x3F123456
    )
    zero = {"exp": 0xFF800000, "log": 0x3F800000}[walked.name]

    def misrounding(x: NDArray[np.float32]) -> NDArray[np.float32]:
        bits = right(x).view(np.uint32).copy()
        if place == "everywhere":
            bits[:] = 0x3F800001
        elif place == "minus zero":
            bits[x.view(np.uint32) == zero] = 0x80000000
        else:
            at = x.view(np.uint32) == argument
            bits[at] = 0x3F800001 if place == "nan" else bits[at] ^ 1
        return bits.view(np.float32)

    monkeypatch.setattr(walked, "native", misrounding)
    expected = zero if place == "minus zero" else argument
    wrong, _ = walked.walk(1, firsts(tool, expected))
    if place == "everywhere":
        assert len(wrong) == tool.BLOCK
    else:
        assert wrong == [expected]


def test_the_coefficients_of_exp_are_the_minimax_fit(tool: Any) -> None:
    assert tool.show_coefficients() == 0


def test_the_bound_of_the_evaluation_that_decides_is_recomputed(
    tool: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert tool.show_bound() == 0
    assert capsys.readouterr().out == (
        "exp within 2^-51.3, 18,070 pieces; log within 2^-50.3, 13,622 pieces; within 2^-42\n"
    )


def test_a_random_sample_says_its_seed(
    tool: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tool, "BLOCK", 100)
    assert tool.sampled(7) == 0
    assert [line.split(": ")[1] for line in capsys.readouterr().out.splitlines()] == [
        "100 arguments of seed 7, 0 misrounded"
    ] * 2
