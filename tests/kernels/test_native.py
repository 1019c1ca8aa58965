"""Compiled kernels or none: what is refused, and what the compiled code may not hold."""

from __future__ import annotations

import ctypes
import inspect
import platform
import re
import subprocess
import sys
import zlib
from functools import cache
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
import pytest

from bob.errors import Refused
from bob.kernels import cache as kept
from bob.kernels import compiled, emission, native
from bob.kernels.signatures import SIGNATURES
from tests.kernels.cases import HYPERPARAMETERS, seeded, spread, trained

if TYPE_CHECKING:
    from pathlib import Path

CALLS = {
    "require_native": lambda: native.require_native(),
    "train": lambda: native.train(*seeded(2), spread(2) % 2, HYPERPARAMETERS, 1, 1),
    "exp32": lambda: native.exp32(np.zeros(1, np.float32)),
    "log32": lambda: native.log32(np.zeros(1, np.float32)),
}


def refusal(call: Any) -> str:
    with pytest.raises(Refused) as caught:
        call()
    (finding,) = caught.value.findings
    assert (caught.value.subject, finding.code) == ("run", "BOB810")
    assert "\n" not in finding.found
    return finding.found


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("value", ["1", " 2", "yes"])
def test_a_compiler_turned_off_by_the_environment_is_refused(
    call: Any, value: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", value)
    assert refusal(call) == f"Numba's compiler is turned off: NUMBA_DISABLE_JIT={value.strip()}"


def test_a_compiler_left_on_by_the_environment_compiles(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "0")
    native.require_native()


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_compiler_turned_off_by_its_configuration_is_refused(
    call: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(numba.config, "DISABLE_JIT", 1)
    assert refusal(call) == "Numba's compiler is turned off: numba.config.DISABLE_JIT"


def failing(*_: Any, **__: Any) -> Any:
    raise RuntimeError("Failed in nopython mode pipeline (step: x)\n\n  no such instruction\nmore")


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """As in a fresh process without a cache; what is compiled already comes back afterwards."""
    monkeypatch.setenv("BOB_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(native, "kernels", cache(native.kernels.__wrapped__))


@pytest.mark.usefixtures("uncompiled")
@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
@pytest.mark.parametrize("host", ["", "shared objects are built for Linux"], ids=["object", "in the process"])
def test_a_compiler_that_fails_is_refused_with_its_reason(
    call: Any, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compiled, "_lowered", failing)
    monkeypatch.setattr(kept, "why_not", lambda: host)
    for _ in range(2):
        assert refusal(call) == "Numba cannot compile the kernels: RuntimeError: no such instruction"


@pytest.mark.usefixtures("uncompiled")
def test_a_compiler_that_works_again_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(compiled, "_lowered", failing)
        refusal(native.require_native)
    native.require_native()


@pytest.mark.usefixtures("uncompiled")
def test_kernels_compiled_in_the_process_give_the_same_bits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "why_not", lambda: "shared objects are built for Linux")
    monkeypatch.setattr(kept, "kernels_of", failing)
    found = trained("native", seeded(70), spread(70), n_updates=3)
    assert found == trained("exact", seeded(70), spread(70), n_updates=3)


@pytest.mark.parametrize("call", CALLS.values(), ids=CALLS)
def test_a_kernel_that_gives_other_bits_is_refused(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native, "PROBE_ANSWER", native.PROBE_ANSWER ^ 1)
    assert refusal(call) == "the compiled kernel gives other bits than the known answer"


@pytest.mark.skipif(
    (sys.platform, platform.machine()) != ("linux", "x86_64"), reason="the number of a rounding mode differs"
)
def test_a_thread_that_rounds_upwards_is_refused() -> None:
    to_nearest, upwards = 0, 0x800
    libm = ctypes.CDLL("libm.so.6")
    native.require_native()
    libm.fesetround(upwards)
    try:
        found = native._failing()
    finally:
        libm.fesetround(to_nearest)
    assert found == "the compiled kernel gives other bits than the known answer"
    native.require_native()


def test_the_known_answer_is_that_of_the_exact_reading() -> None:
    p = np.array([[0.0, -100.0, -60.0], [0.25, 0.5, -0.125], [-0.0, 1.0, 3.0]], np.float32)
    planes, targets = [p, np.zeros_like(p), np.zeros_like(p)], np.array([0, 2, 1], np.uint32)
    results = trained("exact", planes, targets, native.PROBE_HYPERPARAMETERS, n_updates=2)
    assert (
        zlib.crc32(np.concatenate([np.array(a, np.uint32) for a in results]).tobytes()) == native.PROBE_ANSWER
    )
    assert any(0 < bits & 0x7FFFFFFF < 0x00800000 for bits in results[1])


@pytest.mark.parametrize(
    ("before", "environment", "reason"),
    [
        ("", {"NUMBA_DISABLE_JIT": "1"}, "Numba's compiler is turned off: NUMBA_DISABLE_JIT=1"),
        ("sys.modules['numba'] = None", {}, "Numba cannot be imported: no module named numba"),
        ("sys.modules['llvmlite'] = None", {}, "Numba cannot be imported: no module named llvmlite"),
    ],
    ids=["turned off", "missing", "half missing"],
)
def test_a_fresh_process_without_a_compiler_refuses(
    before: str, environment: dict[str, str], reason: str
) -> None:
    program = f"""
import sys
{before}
from bob.errors import Refused
from bob.kernels import native
assert sys.modules.get("numba") is None
try:
    native.require_native()
except Refused as refused:
    print(refused.findings[0].code, refused.findings[0].found)
"""
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env=environment
    )
    assert ran.stdout.startswith(f"BOB810 {reason}")
    assert ran.stdout.count("\n") == 1


EVERY = pytest.mark.parametrize("name", [*SIGNATURES, *compiled.MAPS])


@pytest.fixture(scope="module")
def optimised() -> Any:
    """The text and the machine code of a C function, as Numba optimises it."""

    def texts(name: str) -> tuple[str, str]:
        compiled.address(name)
        library, _ = compiled._lowered(name, "address")
        return library.get_llvm_str(), library.get_asm_str()

    return cache(texts)


@EVERY
def test_nothing_is_contracted_reassociated_or_approximated(name: str, optimised: Any) -> None:
    flags = r"\b(fast|contract|reassoc|nnan|ninf|nsz|arcp|afn)\b"
    for text in (compiled.llvm_text(name)[0], optimised(name)[0]):
        operations = [line for line in text.splitlines() if re.search(r"= (f[a-z]+|call [^@]*@llvm)", line)]
        assert operations
        assert [line for line in operations if re.search(flags, line)] == []


@EVERY
def test_no_mathematical_library_is_called(name: str, optimised: Any) -> None:
    declared = set(re.findall(r"^declare .*?@([\w.]+)\(", optimised(name)[0], re.MULTILINE))
    intrinsics = {name for name in declared if name.startswith("llvm.")}
    runtime = {name for name in declared if re.match(r"(NRT|numba|Py)", name)}
    assert declared - intrinsics - runtime == set()
    assert {name.split(".")[1] for name in intrinsics} & {
        "exp",
        "exp2",
        "log",
        "log2",
        "pow",
        "fma",
        "fmuladd",
    } == set()


@EVERY
def test_the_machine_code_fuses_nothing(name: str, optimised: Any) -> None:
    assert not re.search(r"\bv?fn?m(add|sub)", optimised(name)[1])


def test_loading_a_function_does_not_change_its_text() -> None:
    text = compiled.llvm_text("adamw")
    compiled.address("adamw")
    assert compiled.llvm_text("adamw") == text


@EVERY
def test_a_text_defines_its_entry(name: str) -> None:
    text, entry = compiled.llvm_text(name)
    assert re.search(rf'^define i64 @"?{re.escape(entry)}"?\(', text, re.MULTILINE)


@pytest.mark.parametrize(
    ("name", "operations"),
    [
        (
            "train_rows",
            ["fdiv <", "@llvm.sqrt.v", "fpext <", "fptrunc <", "@llvm.maxnum.v", "fadd <", "@llvm.umax.v"],
        ),
        ("summarise", ["fdiv <", "fpext <", "fptrunc <", "fadd <"]),
        ("check", ["fpext <", "fmul <"]),
        ("adamw", ["fdiv <", "@llvm.sqrt.v"]),
    ],
)
def test_the_arithmetic_is_vectorised(name: str, operations: list[str], optimised: Any) -> None:
    """Every elementwise loop: each division and root, and exp in binary64."""
    text, _ = optimised(name)
    for operation in operations:
        assert operation in text, operation


def test_the_function_of_a_name_takes_what_its_letters_say() -> None:
    for name, letters in SIGNATURES.items():
        assert len(inspect.signature(compiled._function(name)).parameters) == len(letters)


def test_a_formula_that_branches_is_refused() -> None:
    term = emission.Term(None, None)
    with pytest.raises(TypeError, match="does not branch"):
        bool(term)


@pytest.mark.parametrize(
    "changes",
    [
        {"targets": np.array([0, 1, 3], np.uint32)},
        {"targets": np.array([0, 1, -1], np.int64)},
        {"targets": np.array([0, 1], np.uint32)},
        {"targets": np.array([], np.uint32)},
        {"targets": np.array([[0, 1, 2]], np.uint32)},
        {"targets": np.array([0.0, 1.0, 2.0])},
        {"p": np.zeros((3, 3))},
        {"m": np.zeros((3, 4), np.float32)},
        {"v": np.zeros(9, np.float32)},
        {"p": np.zeros((3, 6), np.float32)[:, ::2]},
        {"m": np.zeros((3, 3), np.float32).T.copy("F")},
        {"v": np.frombuffer(bytes(36), np.float32).reshape(3, 3)},
        {"p": np.frombuffer(bytearray(37), np.uint8)[1:].view(np.float32).reshape(3, 3)},
        {"first_update": 0},
        {"first_update": 2**63},
        {"n_updates": -1},
        {"threads": 0},
    ],
    ids=lambda changes: " ".join(changes),
)
def test_arguments_that_the_kernel_cannot_take_are_refused_untouched(changes: dict[str, Any]) -> None:
    p, m, v = seeded(3)
    arguments = {"p": p, "m": m, "v": v, "targets": spread(3) % 3, "first_update": 1, "n_updates": 2}
    before = p.copy()
    with pytest.raises(ValueError, match=r"target|plane|updates|threads"):
        native.train(**{**arguments, **changes}, hyperparameters=HYPERPARAMETERS)
    assert np.array_equal(p, before)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint32, np.int64, np.intp])
def test_targets_of_any_integer_type_are_the_same(dtype: Any) -> None:
    planes = seeded(3)
    native.train(*planes, np.array([2, 0, 2], dtype), HYPERPARAMETERS, 1, 2)
    expected = trained("native", seeded(3), np.array([2, 0, 2], np.uint32), n_updates=2)
    assert [plane.view(np.uint32).ravel().tolist() for plane in planes] == expected[:3]


def test_importing_the_reading_imports_no_numba_and_compiles_nothing() -> None:
    program = (
        "import sys; from bob.kernels import native; "
        "print('numba' in sys.modules, native.kernels.cache_info().misses)"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert ran.stdout == "False 0\n"
