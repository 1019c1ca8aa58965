"""The text of the kernels computes the formulas, and every planted fault is told by name."""

from __future__ import annotations

import os
import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from bob.canonical import canonical_json, hex_digest
from bob.kernels import cache as kept
from bob.kernels import compiled, flat, formulas, reduction, validation
from bob.kernels import object as objects
from bob.kernels.operations import operations
from bob.kernels.signatures import SIGNATURES
from bob.kernels.validation import Checked, Validation, checked_text, differences, fused
from bob.kernels.validation.compared_calls import (
    branching,
    flat_calls,
    shipped_row,
    summary_calls,
    train_calls,
)
from bob.kernels.validation.comparison import Sides
from bob.kernels.validation.fingerprint import fingerprint
from bob.kernels.validation.outcome import Call
from bob.proof.translation.terms import Terms
from bob.proof.translation.text import module_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

pytestmark = pytest.mark.skipif(
    (os.uname().sysname, os.uname().machine) != ("Linux", "x86_64"), reason="objects are for x86-64 Linux"
)
# A row that no vector divides, in two updates; some whose trees have more levels, and longer vectors.
CALLS: dict[str, Iterable[Call]] = {
    "train_rows": [Call(37, 2, 2), Call(65), Call(70, denied=frozenset({0, 100}))],
    "summarise": [Call(37, n_updates=2), Call(65)],
    "check": [Call(37)],
    "adamw": [Call(37)],
}


@pytest.fixture(scope="module", autouse=True)
def as_in_a_process_of_its_own() -> Iterable[None]:
    """Nothing that other tests had Numba optimise is taken into the text."""
    compiled._lowered.cache_clear()
    operations.cache_clear()
    yield
    compiled._lowered.cache_clear()
    operations.cache_clear()


@cache
def text() -> str:
    """The text of the kernels, for a processor that is the same wherever the tests run."""
    modules = {name: compiled.llvm_text(name) for name in SIGNATURES}
    return objects.optimised(modules, processor=objects.Processor("x86-64-v3", "+avx2,+fma"))


def finding(edited: str, kernel: str, *calls: Call) -> str:
    (checked,) = checked_text(edited, calls={kernel: calls or CALLS[kernel]})
    return checked.finding


@pytest.mark.parametrize("kernel", SIGNATURES)
def test_the_text_computes_the_formulas(kernel: str) -> None:
    assert finding(text(), kernel) == ""


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 8, 9])
def test_every_short_row_is_trained_as_the_formulas_say(n: int) -> None:
    assert finding(text(), "train_rows", Call(n, min(n, 2)), Call(n, denied=frozenset({0, 3 * n}))) == ""


@pytest.mark.parametrize("kernel", SIGNATURES)
@pytest.mark.parametrize("processor", ["x86-64", "x86-64-v4"])
def test_the_text_for_another_processor_computes_the_formulas(processor: str, kernel: str) -> None:
    other = objects.optimised(
        {kernel: compiled.llvm_text(kernel)}, processor=objects.Processor(processor, "")
    )
    assert finding(other, kernel) == ""


def test_every_way_through_a_short_call_is_compared_once() -> None:
    sides = Sides(module_of(text()), Terms())
    found, ways = [], []
    for call in branching(Call(2), lambda _: sides.n_asked):
        found.append(sides.difference("train_rows", call))
        ways.append(call.denied)
    # Nothing suspected, a false alarm, one of six scalars lost.
    assert found == [""] * 8
    assert len({*ways}) == 8


def test_rows_share_nothing_that_a_row_changes() -> None:
    sides = Sides(module_of(text()), Terms())
    assert sides.shared_scratch(Call(13, 1, 2)) == ""


# Planted in the text.


def planted(pattern: str, change: Callable[[re.Match[str]], str], kernel: str) -> str:
    """The text with the first match of a pattern after a kernel's entry changed."""
    match = re.compile(pattern, re.MULTILINE).search(text(), text().index(f"define i64 @{kernel}("))
    assert match is not None
    return text()[: match.start()] + change(match) + text()[match.end() :]


@pytest.mark.parametrize("flag", ["fast", "contract", "reassoc", "nnan", "nsz"])
def test_a_fast_math_flag_is_told_by_name(flag: str) -> None:
    flagged = planted(r"= fmul <8 x float>", lambda _: f"= fmul {flag} <8 x float>", "adamw")
    assert f"fmul carries the flag {flag}" in finding(flagged, "adamw")


def test_a_fast_math_flag_in_a_place_that_no_call_comes_through_is_told() -> None:
    flagged = planted(r"call float @llvm.sqrt", lambda _: "call fast float @llvm.sqrt", "adamw")
    assert "call carries the flag fast" in finding(flagged, "adamw", Call(8))


def test_swapped_operands_of_a_difference_are_told() -> None:
    pattern = r"= fsub <8 x float> (%[\w.]+), (%[\w.]+)$"
    swapped = planted(pattern, lambda found: f"= fsub <8 x float> {found[2]}, {found[1]}", "adamw")
    assert finding(swapped, "adamw") == (
        "p[0]: ((learning_rate x (... + ...)) - p[0]) where (p[0] - (learning_rate x (... + ...)))"
        " is expected (at n 37, n_rows 1, n_updates 1, first_update 1)"
    )


def test_a_level_of_a_sum_in_another_order_is_told() -> None:
    pattern = r"<2 x i32> <i32 0, i32 1>(?=\n.*<2 x i32> <i32 2, i32 3>\n.*= fadd)"
    reordered = planted(pattern, lambda _: "<2 x i32> <i32 1, i32 0>", "summarise")
    assert finding(reordered, "summarise", Call(64)) == ""
    assert finding(reordered, "summarise", Call(128)).startswith("trace[0]: in +, ")


def test_an_address_outside_of_a_buffer_is_told() -> None:
    pattern = r"getelementptr float, ptr %arg.g, i64 %index"
    beyond = planted(pattern, lambda found: found[0].replace("float", "double"), "adamw")
    assert finding(beyond, "adamw").startswith("g: 4 bytes at byte ")


def test_a_row_that_touches_another_is_told() -> None:
    """A row's place in P, M and V is taken to be a column on."""
    pattern = r"= mul nsw i64 (%[\w.]+), %arg.n$(?=\n.*ptr %arg.p,)"
    shifted = planted(pattern, lambda found: f"= add nsw i64 {found[1]}, %arg.n", "train_rows")
    found = finding(shifted, "train_rows", Call(5))
    assert found.startswith("p: elements of other rows are touched")


def test_a_hit_that_is_left_in_the_scratch_is_told() -> None:
    kept_hit = planted(r"store float 0.000000e\+00, ptr %[\w.]+, align 4$", lambda _: "", "train_rows")
    found = finding(kept_hit, "train_rows", Call(5))
    assert re.match(
        r"scratch, byte \d+: a row finds 0.0 there, and leaves chosen\(t\[b\] = 0, 1.0, 0.0\)", found
    )


def test_a_broken_promise_about_an_integer_is_told() -> None:
    pattern = r"= add nuw i64 %index, 8"
    promised = planted(pattern, lambda _: "= sub nuw i64 %index, 8", "adamw")
    assert "the text promises what is not so: sub nuw" in finding(promised, "adamw")


# Planted in the formulas that are compiled.


@pytest.fixture
def anew() -> Iterable[None]:
    """What was compiled before is not taken for what a test compiles."""
    compiled._lowered.cache_clear()
    operations.cache_clear()
    yield
    compiled._lowered.cache_clear()
    operations.cache_clear()


def of_edited(monkeypatch: pytest.MonkeyPatch, kernel: str) -> str:
    """What is found where the text is compiled of edited formulas and compared with the true ones."""
    edited = objects.optimised({kernel: compiled.llvm_text(kernel)})
    monkeypatch.undo()
    return finding(edited, kernel)


@pytest.mark.usefixtures("anew")
def test_an_untyped_literal_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def flat_adamw(step: Any) -> Any:
        def adamw(
            p: Any, m: Any, v: Any, g: Any, count: int, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, h: Any
        ) -> int:
            for i in range(count):
                p[i], m[i], v[i] = step(p[i], m[i], v[i], g[i] * 0.9, a, b, c, d, e, f, h)
            return 0

        return adamw

    monkeypatch.setattr(flat, "flat_adamw", flat_adamw)
    assert "binary32((0.9 x binary64(g[0]))) where g[0] is expected" in of_edited(monkeypatch, "adamw")


@pytest.mark.usefixtures("anew")
def test_an_epsilon_inside_the_root_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    real = formulas.adamw

    def adamw(sqrt: Any, one: Any) -> Any:
        def step(
            p: Any, m: Any, v: Any, g: Any, a: Any, b1: Any, b2: Any, eps: Any, wd: Any, c1: Any, c2: Any
        ) -> Any:
            _, m_next, v_next = real(sqrt, one)(p, m, v, g, a, b1, b2, eps, wd, c1, c2)
            h = (m_next * c1) / sqrt(v_next * c2 + eps)
            return p - a * (h + wd * p), m_next, v_next

        return step

    monkeypatch.setattr(formulas, "adamw", adamw)
    found = of_edited(monkeypatch, "adamw")
    assert "2 of /: sqrt((epsilon + (c2 x ...))) where (epsilon + sqrt((c2 x ...))) is expected" in found


@pytest.mark.usefixtures("anew")
def test_a_sum_in_another_order_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def halving(combine: Any, leaf: Any, *_: Any) -> Any:
        def ascending(source: Any, work: Any, n: int) -> Any:
            work[0] = leaf(source[0])
            for i in range(1, n):
                work[0] = combine(work[0], leaf(source[i]))
            return work[0]

        return ascending

    monkeypatch.setattr(reduction, "halving", halving)
    found = of_edited(monkeypatch, "summarise")
    assert found.startswith("trace[0]: in ")


# The object.


def test_the_object_is_the_text_s_and_fuses_nothing() -> None:
    content = objects.generated(text())
    assert validation.object_findings(text(), content) == []
    assert validation.object_findings(text(), content + b"\0") == [
        "the instructions that were looked at do not assemble to the object"
    ]


FUSED = """
define void @entry(ptr %p) {
  %x = load <8 x float>, ptr %p
  %y = fmul contract <8 x float> %x, %x
  %z = fadd contract <8 x float> %y, %x
  store <8 x float> %z, ptr %p
  ret void
}
"""


def test_a_fused_instruction_is_told_by_name() -> None:
    instructions = objects.assembly(FUSED, objects.Processor("x86-64-v3", "+avx2,+fma"))
    assert fused(instructions) == ["vfmadd213ps"]
    assert fused(objects.assembly(text(), objects.Processor("x86-64-v3", "+avx2,+fma"))) == []


def test_another_kept_object_is_told() -> None:
    entry = kept.Entry("kernels-a-b.so", bytes(32), b"", bytes(32))
    assert validation.kept_findings(b"content", entry) == [
        f"the kept object is {'00' * 32}, and this text gives {hex_digest(b'content')}"
    ]
    assert validation.kept_findings(b"content", None) == []


# The ledger.


def validated(**changed: Any) -> Validation:
    kernel = Checked("adamw", 1, 1, 1, 0.0, fingerprint("adamw"), 1, (), "")
    return Validation("a", "b", True, {"llvm": "1"}, (kernel,), (), 0.0)._replace(**changed)


def test_a_kernel_that_was_edited_after_the_ledger_was_written_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ledger = validated().as_json()
    assert differences(ledger, validated()) == []
    real = formulas.adamw
    monkeypatch.setattr(formulas, "adamw", lambda sqrt, one: real(sqrt, one + one))
    assert differences(ledger, validated()) == [
        "adamw: computes something else than when the ledger was written"
    ]


def test_another_text_is_told_where_the_tools_are_the_same() -> None:
    ledger = validated().as_json()
    assert differences(ledger, validated(text_digest="c")) == ["the text is c, and was a"]
    assert differences(ledger, validated(text_digest="c", tools={"llvm": "2"})) == []


def test_a_validation_is_canonical_json() -> None:
    assert '"assumed"' in canonical_json(validated().as_json())


@pytest.mark.parametrize("kernel", SIGNATURES)
def test_a_fingerprint_does_not_depend_on_what_was_made_before(kernel: str) -> None:
    assert fingerprint(kernel) == fingerprint(kernel)


def test_every_length_up_to_the_bound_and_the_shipped_one_is_compared() -> None:
    for calls in (train_calls(), summary_calls(), flat_calls()):
        assert {call.n for call in calls} >= {*range(1, 97), shipped_row()}
