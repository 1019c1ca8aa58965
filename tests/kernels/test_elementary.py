"""exp and log are correctly rounded: a sample, the special values and the hardest arguments there are.

All arguments are walked by tools/check_exp_log.py, which also wrote hard_cases.json; that it would see a
misrounded one is tested here, on a few blocks.
"""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gmpy2
import numpy as np
import pytest

from bob.kernels import exact, native
from tests.kernels.cases import NAMED, NAN, canonical

if TYPE_CHECKING:
    from numpy.typing import NDArray

FUNCTIONS = {"exp": (native.exp32, gmpy2.exp), "log": (native.log32, gmpy2.log)}
HARD = json.loads((Path(__file__).parent / "hard_cases.json").read_text())


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
    arguments = np.random.default_rng(part).integers(0, 2**32, 2**17, np.uint32)
    assert native_bits(name, arguments) == rounded(name, arguments)


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("part", range(6))
def test_a_random_sample_of_telling_arguments_is_rounded_correctly(name: str, part: int) -> None:
    """For exp those between 2^-26 and 104 in size, for log all that are positive."""
    low, high = {"exp": (0x32800000, 0x42D00000), "log": (1, 0x7F800000)}[name]
    rng = np.random.default_rng(100 + part)
    arguments = rng.integers(low, high, 2**17, np.uint32)
    if name == "exp":
        arguments |= rng.integers(0, 2, 2**17, np.uint32) << np.uint32(31)
    assert native_bits(name, arguments) == rounded(name, arguments)


@pytest.mark.parametrize(
    ("name", "case"), [(name, case) for name in FUNCTIONS for case in HARD[name]], ids=lambda part: str(part)
)
def test_an_argument_next_to_a_rounding_boundary_is_rounded_correctly(name: str, case: list[Any]) -> None:
    argument, result = (int(text, 16) for text in case[:2])
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
    path = Path(__file__).parent.parent.parent / "tools" / "check_exp_log.py"
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
    hard = [int(case[0], 16) for case in HARD[walked.name][:1]]
    blocks = firsts(tool, *hard, 0x00000000, 0x7F800000, 0x80000000)
    wrong, settled = walked.walk(2, blocks)
    assert wrong == []
    assert set(hard) <= set(settled)


@pytest.mark.parametrize("place", ["anywhere", "next to a boundary", "everywhere", "nan", "minus zero"])
def test_the_walk_finds_what_is_misrounded(
    tool: Any, walked: Any, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = walked.native
    hard = int(HARD[walked.name][0][0], 16)
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
