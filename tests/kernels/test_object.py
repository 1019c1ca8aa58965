"""LLVM's text becomes a shared object: the kernels and nothing else, with the bits that Numba gives."""

from __future__ import annotations

import _ctypes
import ctypes
import hashlib
import math
import os
import re
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numba
import numpy as np
import pytest

from bob.kernels import elf, features, formulas, relocatable
from bob.kernels import object as build
from bob.kernels.object import Processor, Uncompilable, shared_object

if TYPE_CHECKING:
    from collections.abc import Callable

pytestmark = pytest.mark.skipif(
    (os.uname().sysname, os.uname().machine) != ("Linux", "x86_64"), reason="the code is for x86-64 Linux"
)
ROOT = Path(__file__).parents[2]
BASELINE = Processor("x86-64", "")
CONSTANT = "define i64 @entry() { ret i64 41 }"
I64, F32, ADDRESS = ctypes.c_int64, ctypes.c_float, ctypes.c_void_p
CPUINFO = Path("/proc/cpuinfo").read_text().split("\n\n")[0]


def loaded(contents: bytes) -> Callable[..., Any]:
    """The function of a name, result and arguments."""
    with tempfile.NamedTemporaryFile() as file:  # a new name: under the same one, loaders give what they have
        file.write(contents)
        file.flush()
        handle = _ctypes.dlopen(file.name, os.RTLD_NOW)
    return lambda name, *types: ctypes.CFUNCTYPE(*types)(_ctypes.dlsym(handle, name))


def built(text: str, name: str = "entry", **options: Any) -> Callable[..., Any]:
    return loaded(shared_object({name: (text, "entry")}, **options))


def sections(shared: bytes) -> dict[str, relocatable.Section]:
    as_relocatable = shared[:16] + bytes([relocatable.RELOCATABLE]) + shared[17:]
    return {section.name: section for section in relocatable._sections(as_relocatable)}


def exported(shared: bytes) -> list[str]:
    table = sections(shared)
    entries = relocatable.records(relocatable.SYMBOL, table[".dynsym"]._replace(body=body(shared, ".dynsym")))
    return [relocatable._name(table[".dynstr"].body, name) for name, *_ in entries]


def body(shared: bytes, name: str) -> bytes:
    section = sections(shared)[name]
    return shared[section.offset : section.offset + section.size]


# The kernels of Numba.


@cache
def numbas_kernel() -> Any:
    """AdamW over flat arrays, compiled by Numba: p, m, v, g, n, then five constants and two corrections."""
    one, buffer = np.float32(1), numba.types.CPointer(numba.float32)
    step = numba.njit(error_model="numpy")(formulas.adamw(math.sqrt, one))

    def kernel(
        p: Any, m: Any, v: Any, g: Any, n: int, a: Any, b: Any, c: Any, d: Any, e: Any, f: Any, h: Any
    ) -> int:
        for i in range(n):
            p[i], m[i], v[i] = step(p[i], m[i], v[i], g[i], a, b, c, d, e, f, h)
        return n

    signature = numba.int64(*[buffer] * 4, numba.int64, *[numba.float32] * 7)
    return numba.cfunc(signature, error_model="numpy")(kernel)


@cache
def objects_kernel() -> bytes:
    kernel = numbas_kernel()
    return shared_object({"adamw": (kernel.inspect_llvm(), kernel.native_name)})


def updated(function: Any, n: int) -> list[list[int]]:
    """The bits of p, m, v and g after the update of any numbers; every NaN as one."""
    planes = np.random.default_rng(n).integers(0, 2**32, (4, n), np.uint32).view(np.float32)
    pointers = [plane.ctypes.data_as(ctypes.POINTER(F32)) for plane in planes]
    assert function(*pointers, n, 0.05, 0.9, 0.999, 1e-8, 0.01, 10.0, 1000.0) == n
    return np.where(np.isnan(planes), np.float32(np.nan), planes).view(np.uint32).tolist()


@pytest.mark.parametrize("n", [1, 2, 7, 8, 33, 1000])
def test_the_object_gives_the_bits_of_numbas_own_code(n: int) -> None:
    numbas = numbas_kernel().ctypes
    objects = loaded(objects_kernel())("adamw", numbas.restype, *numbas.argtypes)
    assert updated(objects, n) == updated(numbas, n)


def test_nothing_of_numbas_runtime_remains() -> None:
    text = numbas_kernel().inspect_llvm()
    assert all(name in text for name in ("numba_gil_ensure", "PyErr_Clear", "NumbaEnv"))
    assert re.findall(rb"Py[A-Z_]\w+|NRT_\w+|numba\w*|_ZN\w+", objects_kernel()) == []


def test_only_what_was_asked_for_is_exported() -> None:
    assert exported(objects_kernel()) == ["", "adamw", "features"]


BUILD = """
import hashlib
from tests.kernels import test_object
print(hashlib.sha256(test_object.objects_kernel()).hexdigest())
"""


def test_another_process_builds_equal_bytes() -> None:
    environment = {**os.environ, "PYTHONHASHSEED": "5", "NUMBA_CACHE_DIR": ""}
    run = subprocess.run(
        [sys.executable, "-c", BUILD], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == hashlib.sha256(objects_kernel()).hexdigest()


def test_a_second_build_gives_equal_bytes() -> None:
    kernel = numbas_kernel()
    assert shared_object({"adamw": (kernel.inspect_llvm(), kernel.native_name)}) == objects_kernel()


def test_an_object_is_made_of_the_optimised_text_alone() -> None:
    kernel = numbas_kernel()
    text = build.optimised({"adamw": (kernel.inspect_llvm(), kernel.native_name)})
    assert build.generated(text) == objects_kernel()
    assert build.generated(f"{text}\n; nothing") == objects_kernel()


def test_the_instructions_of_a_text_assemble_to_its_object() -> None:
    kernel = numbas_kernel()
    text = build.optimised({"adamw": (kernel.inspect_llvm(), kernel.native_name)})
    instructions = build.assembly(text)
    assert build.assembled(instructions) == objects_kernel()
    assert (
        build.assembled(instructions.replace("\tvmulps", "\tvaddps").replace("\tmulps", "\taddps"))
        != objects_kernel()
    )


# Several modules.

HELPED = """
define i64 @entry() {{ %x = call i64 @helper() ret i64 %x }}
define {linkage} i64 @helper() noinline {{ %y = load i64, ptr @table ret i64 %y }}
@table = {linkage} constant i64 {value}
"""


@pytest.mark.parametrize("linkage", ["", "internal", "linkonce_odr", "weak"])
def test_what_two_modules_call_alike_stays_apart(linkage: str) -> None:
    modules = {str(value): (HELPED.format(linkage=linkage, value=value), "entry") for value in (3, 5)}
    contents = shared_object(modules)
    assert [loaded(contents)(name, I64)() for name in modules] == [3, 5]
    assert exported(contents) == ["", "3", "5", "features"]


def test_an_entry_may_take_the_name_of_what_is_internal() -> None:
    text = HELPED.format(linkage="", value=7)
    assert built(text, "helper")("helper", I64)() == 7
    assert built(text, "table")("table", I64)() == 7


@pytest.mark.parametrize("entry", ["", "other", "table"])
def test_an_entry_that_is_no_function_of_the_module_is_refused(entry: str) -> None:
    with pytest.raises(Uncompilable, match=f"does not define the function {entry}"):
        shared_object({"a": (HELPED.format(linkage="", value=7), entry)})


def test_an_entry_that_is_only_declared_is_refused() -> None:
    with pytest.raises(Uncompilable, match="does not define the function entry"):
        shared_object({"a": ("declare i64 @entry()", "entry")})


def test_an_export_may_not_take_the_place_of_features() -> None:
    with pytest.raises(Uncompilable, match="LLVM does not link the modules"):
        shared_object({"features": (CONSTANT, "entry")})


UNUSABLE = {
    "cut short": "define",
    "of wrong types": "define i64 @entry() { ret i32 1 }",
    "used before it is made": "define i64 @entry() { %x = add i64 %y, 1 %y = add i64 1, 1 ret i64 %x }",
}


@pytest.mark.parametrize("text", UNUSABLE.values(), ids=UNUSABLE)
def test_what_llvm_refuses_is_refused(text: str) -> None:
    with pytest.raises(Uncompilable, match="LLVM refuses the module"):
        shared_object({"a": (text, "entry")})


TABLE = """
@table = internal constant [4 x i64] [i64 2, i64 3, i64 5, i64 7]
define i64 @entry(i64 %i) {
  %p = getelementptr i64, ptr @table, i64 %i
  %x = load i64, ptr %p
  ret i64 %x
}
"""


def test_a_table_is_found_wherever_the_object_is_loaded() -> None:
    assert [built(TABLE)("entry", I64, I64)(i) for i in range(4)] == [2, 3, 5, 7]


# Bits.

TWO_ROUNDINGS = """
define void @entry(ptr %a, ptr %b, ptr %c, i64 %n) {
start: br label %loop
loop:
  %i = phi i64 [ 0, %start ], [ %next, %loop ]
  %pa = getelementptr float, ptr %a, i64 %i
  %pb = getelementptr float, ptr %b, i64 %i
  %pc = getelementptr float, ptr %c, i64 %i
  %x = load float, ptr %pa
  %y = load float, ptr %pb
  %z = load float, ptr %pc
  %xy = fmul float %x, %y
  %sum = fadd float %xy, %z
  store float %sum, ptr %pc
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end: ret void
}
"""


def product_and_sum(text: str, n: int) -> list[float]:
    """(1 + 2^-12)^2 - (1 + 2^-11), n times: 2^-24 if it is rounded once, 0 if the product was before."""
    a, b, c = (np.full(n, x, np.float32) for x in (1 + 2.0**-12, 1 + 2.0**-12, -(1 + 2.0**-11)))
    built(text)("entry", None, *[ADDRESS] * 3, I64)(a.ctypes.data, b.ctypes.data, c.ctypes.data, n)
    return c.tolist()


@pytest.mark.parametrize("n", [1, 3, 64, 67])
def test_a_product_is_rounded_before_it_is_added(n: int) -> None:
    assert product_and_sum(TWO_ROUNDINGS, n) == [0.0] * n


@pytest.mark.skipif("fma" not in CPUINFO.split(), reason="this processor cannot fuse")
def test_a_fused_product_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "_require_bits", lambda _: None)
    fused = TWO_ROUNDINGS.replace("= fmul", "= fmul contract").replace("= fadd", "= fadd contract")
    assert product_and_sum(fused, 67) == [2.0**-24] * 67


@pytest.mark.parametrize(
    "flag", ["fast", "reassoc", "contract", "arcp", "afn", "nnan", "ninf", "nsz", "nnan fast"]
)
@pytest.mark.parametrize(
    "text",
    [
        "define float @entry(float %x) {{ %y = fadd {} float %x, %x ret float %y }}",
        "define float @entry(float %x) {{ %y = fneg {} float %x ret float %y }}",
        "define i1 @entry(float %x) {{ %y = fcmp {} olt float %x, 1.0 ret i1 %y }}",
        "define float @entry(i1 %c, float %x) {{ %y = select {} i1 %c, float %x, float 1.0 ret float %y }}",
        "define float @entry(float %x) {{ %y = tail call {} float @llvm.sqrt.f32(float %x) ret float %y }}",
        "define float @entry(float %x) {{ a: br label %b\nb: %y = phi {} float [ %x, %a ] ret float %y }}",
    ],
    ids=["a sum", "a sign", "a comparison", "a choice", "a root", "a join"],
)
def test_a_flag_that_leaves_bits_to_the_compiler_is_refused(text: str, flag: str) -> None:
    shared_object({"a": (text.format(""), "entry")})
    with pytest.raises(Uncompilable, match="bits would depend on the compiler"):
        shared_object({"a": (text.format(flag), "entry")})


@pytest.mark.parametrize("name", ["fma", "fmuladd"])
def test_a_fused_operation_is_refused(name: str) -> None:
    text = (
        "define float @entry(float %x) {"
        f" %y = call float @llvm.{name}.f32(float %x, float %x, float %x) ret float %y }}"
    )
    with pytest.raises(Uncompilable, match=f"bits would depend on the compiler: @llvm.{name}"):
        shared_object({"a": (text, "entry")})


# Other libraries.

COPY = """
define void @entry(ptr noalias %to, ptr noalias %from, i64 %n) {
start: %some = icmp sgt i64 %n, 0
  br i1 %some, label %loop, label %end
loop:
  %i = phi i64 [ 0, %start ], [ %next, %loop ]
  %p = getelementptr i8, ptr %from, i64 %i
  %q = getelementptr i8, ptr %to, i64 %i
  %x = load i8, ptr %p
  store i8 BYTE, ptr %q
  %next = add i64 %i, 1
  %more = icmp slt i64 %next, %n
  br i1 %more, label %loop, label %end
end: ret void
}
"""


@pytest.mark.parametrize("n", [0, 1, 31, 1000])
@pytest.mark.parametrize(
    ("byte", "made_of_it"), [("%x", "memcpy"), ("7", "memset")], ids=["copied", "filled"]
)
def test_memory_is_copied_and_filled_without_another_library(byte: str, made_of_it: str, n: int) -> None:
    text = COPY.replace("BYTE", byte)
    assert undefined_without_help(text) == f"{made_of_it} is defined nowhere in the object"
    source, target = np.arange(n + 9).astype(np.uint8), np.full(n + 9, 255, np.uint8)
    contents = shared_object({"entry": (text, "entry")})
    loaded(contents)("entry", None, ADDRESS, ADDRESS, I64)(target.ctypes.data, source.ctypes.data, n)
    expected = list(range(n)) if byte == "%x" else [7] * n
    assert target.tolist() == [*(x % 256 for x in expected), *[255] * 9]
    assert exported(contents) == ["", "entry", "features"]


def undefined_without_help(text: str) -> str:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(build, "MADE_OF_LOOPS", {})
        with pytest.raises(relocatable.UndefinedSymbol) as caught:
            shared_object({"entry": (text, "entry")})
    return str(caught.value)


def test_no_routine_is_added_that_nothing_calls(monkeypatch: pytest.MonkeyPatch) -> None:
    with_routines = shared_object({"entry": (CONSTANT, "entry")})
    monkeypatch.setattr(build, "MADE_OF_LOOPS", {})
    assert shared_object({"entry": (CONSTANT, "entry")}) == with_routines


FOREIGN = {
    "expf": "define float @entry(float %x) { %y = call float @llvm.exp.f32(float %x) ret float %y }",
    "fmodf": "define float @entry(float %x) { %y = frem float 3.0, %x ret float %y }",
    "helper": "declare i64 @helper()\ndefine i64 @entry() { %x = call i64 @helper() ret i64 %x }",
    "memmove": "define void @entry(ptr %p, ptr %q, i64 %n) "
    "{ call void @llvm.memmove.p0.p0.i64(ptr %p, ptr %q, i64 %n, i1 false) ret void }",
}


@pytest.mark.parametrize("name", FOREIGN)
def test_any_other_function_of_another_library_is_refused(name: str) -> None:
    with pytest.raises(relocatable.UndefinedSymbol, match=f"^{name} is defined nowhere in the object$"):
        shared_object({"a": (FOREIGN[name], "entry")})


def test_a_variable_is_refused() -> None:
    text = """@count = global i64 0
        define i64 @entry(i64 %n) { %x = load i64, ptr @count store i64 %n, ptr @count ret i64 %x }"""
    with pytest.raises(relocatable.WritableData, match=r"section \.bss holds 8 bytes"):
        shared_object({"a": (text, "entry")})


# The processor.


def words() -> list[int]:
    """What `features` writes here, and that it writes no further."""
    n = len(features.FEATURE_WORDS)
    out = (ctypes.c_uint64 * (n + 1))(*[2**64 - 1] * (n + 1))
    loaded(constant_object())(features.FEATURES, None, ADDRESS)(out)
    assert out[n] == 2**64 - 1
    return list(out)[:n]


@cache
def constant_object() -> bytes:
    return shared_object({"entry": (CONSTANT, "entry")})


def test_two_calls_write_equal_features() -> None:
    assert words() == words()
    assert 8 * len(words()) == build.FEATURES_BYTES


PINNED = """
import ctypes, os, sys
os.sched_setaffinity(0, {int(sys.argv[2])})
out = (ctypes.c_uint64 * int(sys.argv[3]))()
ctypes.CDLL(sys.argv[1]).features(out)
print(list(out))
"""


@pytest.mark.parametrize("cpu", sorted(os.sched_getaffinity(0)))
def test_processes_on_different_cores_write_equal_features(cpu: int, tmp_path: Path) -> None:
    (tmp_path / "object.so").write_bytes(constant_object())
    arguments = [str(tmp_path / "object.so"), str(cpu), str(len(words()))]
    run = subprocess.run(
        [sys.executable, "-c", PINNED, *arguments], capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == str(words())


# The system's name of an ability, the word and the bit.
ABILITIES = {
    "sse2": (3, 26), "pni": (2, 0), "fma": (2, 12), "popcnt": (2, 23), "avx": (2, 28), "f16c": (2, 29),
    "bmi1": (4, 3), "avx2": (4, 5), "bmi2": (4, 8), "avx512f": (4, 16), "avx512vl": (4, 31), "vaes": (5, 9),
    "avx512_vbmi": (5, 1), "amx_tile": (6, 24), "avx512_fp16": (6, 23), "avx_vnni": (7, 4),
    "avx512_bf16": (7, 5), "abm": (9, 5), "sse4a": (9, 6), "fma4": (9, 16), "lm": (10, 29),
}  # fmt: skip


@pytest.mark.parametrize("name", ABILITIES)
def test_features_are_those_that_the_system_names(name: str) -> None:
    word, bit = ABILITIES[name]
    assert bool(words()[word] >> bit & 1) == (name in CPUINFO.split())


def test_the_vendor_and_family_are_those_that_the_system_names() -> None:
    named = dict(re.findall(r"^(\w[\w ]*?)\s*: (.*)$", CPUINFO, re.MULTILINE))
    vendor, signature, *_ = words()
    family, extended = signature >> 8 & 15, signature >> 20 & 255
    assert vendor.to_bytes(4, "little").decode() == named["vendor_id"][:4]
    assert family + (extended if family == 15 else 0) == int(named["cpu family"])


@pytest.mark.parametrize("name", ["x86-64", "core2", "haswell", "skylake-avx512", "znver4"])
def test_the_features_of_a_processor_are_read_by_the_same_code_on_all(name: str) -> None:
    text = body(shared_object({"entry": (CONSTANT, "entry")}, processor=Processor(name, "")), ".text")
    assert text == body(shared_object({"entry": (CONSTANT, "entry")}, processor=BASELINE), ".text")


@pytest.mark.parametrize("name", ["x86-64", "haswell", "znver3"])
def test_every_processors_code_gives_the_same_bits(name: str) -> None:
    if name not in ("x86-64", build.target()["cpu"]) and "avx2" not in CPUINFO.split():
        pytest.skip("this processor cannot run it")
    kernel = numbas_kernel()
    modules = {"adamw": (kernel.inspect_llvm(), kernel.native_name)}
    contents = shared_object(modules, processor=Processor(name, ""))
    assert contents != objects_kernel() or name == build.target()["cpu"]
    assert updated(loaded(contents)("adamw", kernel.ctypes.restype, *kernel.ctypes.argtypes), 100) == updated(
        kernel.ctypes, 100
    )


def test_the_preferred_width_of_vectors_is_llvms_unless_it_is_given() -> None:
    wide = Processor("skylake-avx512", "")
    at = {
        width: shared_object({"entry": (TWO_ROUNDINGS, "entry")}, vector_width=width, processor=wide)
        for width in (None, 256, 512)
    }
    assert at[None] == at[256]
    assert at[256] != at[512]


def test_the_target_names_what_the_bytes_depend_on() -> None:
    assert build.target() == build.target()
    assert set(build.target()) == {"cpu", "features", "llvm"}
    assert re.fullmatch(r"\d+\.\d+\.\d+", build.target()["llvm"])
    assert all(re.fullmatch(r"[+-][\w.-]+", feature) for feature in build.target()["features"].split(","))


def test_linking_is_left_to_elf(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(elf, "link", lambda contents: contents)
    assert shared_object({"entry": (CONSTANT, "entry")})[16] == relocatable.RELOCATABLE
