"""A compiler's object becomes a shared object that loaders and readers accept, or is refused by name."""

from __future__ import annotations

import _ctypes
import ctypes
import os
import shutil
import struct
import subprocess
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.errors import BobError
from bob.kernels import elf, relocatable
from bob.kernels.relocatable import (
    HEADER,
    SECTION,
    BrokenObject,
    ForeignObject,
    UndefinedSymbol,
    UnknownPart,
    UnknownRelocation,
    Unlinkable,
    WritableData,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

binding = pytest.importorskip("llvmlite.binding")
linux = pytest.mark.skipif(
    (os.uname().sysname, os.uname().machine) != ("Linux", "x86_64"), reason="the code is for x86-64 Linux"
)
PT_LOAD, PT_GNU_STACK, X = 1, 0x6474E551, 1

# Constants of three alignments, a table of jumps, a call of one export by another, code in two sections.
KERNELS = """
@first = internal constant i8 9, section ".rodata.first"
@weights = internal constant [4 x i64] [i64 3, i64 5, i64 7, i64 11], section ".rodata.weights", align 64
define i64 @weigh(i64 %i) {
  %p = getelementptr [4 x i64], ptr @weights, i64 0, i64 %i
  %w = load i64, ptr %p
  ret i64 %w
}
define i64 @place(i64 %x) {
  %first = load volatile i8, ptr @first
  %p = ptrtoint ptr @weights to i64
  ret i64 %p
}
define i64 @choose(i64 %i) {
  switch i64 %i, label %other [ i64 0, label %a  i64 1, label %b  i64 2, label %c  i64 3, label %d ]
a: %w = call i64 @weigh(i64 %i)
  ret i64 %w
b: %v = call i64 @elsewhere(i64 %i)
  ret i64 %v
c: %u = call i64 @elsewhere(i64 100)
  ret i64 %u
d: call void asm sideeffect "nop", ""()
  ret i64 -4
other: ret i64 -1
}
define double @third(double %x) {
  %y = fmul double %x, 0x3FD5555555555555
  ret double %y
}
define internal i64 @elsewhere(i64 %i) noinline section ".text.other" {
  %1 = add i64 %i, 40
  ret i64 %1
}
"""


def compiled(text: str, relocation: str = "pic", cpu: str = "x86-64") -> bytes:
    for initialise in ("target", "asmprinter", "asmparser"):
        getattr(binding, f"initialize_native_{initialise}")()
    target = binding.Target.from_triple("x86_64-unknown-linux-gnu")
    machine = target.create_target_machine(cpu=cpu, opt=2, reloc=relocation, codemodel="small")
    module = binding.parse_assembly(text)
    contents: bytes = machine.emit_object(module)
    return contents


@cache
def kernels() -> bytes:
    return compiled(KERNELS)


@pytest.fixture
def shared(tmp_path: Path) -> Path:
    path = tmp_path / "kernels.so"
    path.write_bytes(elf.link(kernels()))
    return path


def functions(path: str) -> Callable[[str, Any, Any], Any]:
    handle = _ctypes.dlopen(path, os.RTLD_NOW)
    return lambda name, result, argument: ctypes.CFUNCTYPE(result, argument)(_ctypes.dlsym(handle, name))


def segments(contents: bytes) -> list[tuple[int, ...]]:
    header = HEADER.unpack_from(contents)
    offset, size, n = header[5], header[9], header[10]
    return [struct.unpack_from("<IIQQQQQQ", contents, offset + i * size) for i in range(n)]


@linux
@pytest.mark.parametrize(
    ("i", "expected"),
    [(0, 3), (1, 41), (2, 140), (3, -4), (4, -1), (-1, -1)],
    ids=["a call of an export", "a call of another section", "the same", "a jump", "too far", "too low"],
)
def test_code_calls_and_jumps_where_it_did(shared: Path, i: int, expected: int) -> None:
    assert functions(str(shared))("choose", ctypes.c_int64, ctypes.c_int64)(i) == expected


@linux
def test_constants_are_read_where_they_lie(shared: Path) -> None:
    function = functions(str(shared))
    weigh = function("weigh", ctypes.c_int64, ctypes.c_int64)
    assert [weigh(i) for i in range(4)] == [3, 5, 7, 11]
    assert function("third", ctypes.c_double, ctypes.c_double)(3.0) == 3.0 * float.fromhex(
        "0x1.5555555555555p-2"
    )


@linux
def test_an_object_that_has_no_name_is_loaded_by_its_descriptor() -> None:
    descriptor = os.memfd_create("kernels")
    os.write(descriptor, elf.link(kernels()))
    # A spelling that nobody else uses: under the same name, loaders give what they have.
    function = functions(f"/proc/self/./fd/././{descriptor}")
    os.close(descriptor)
    assert function("weigh", ctypes.c_int64, ctypes.c_int64)(2) == 7


@linux
@pytest.mark.parametrize("name", ["elsewhere", "weights", "weig", ""])
def test_a_name_that_is_not_exported_is_not_found(shared: Path, name: str) -> None:
    handle = _ctypes.dlopen(str(shared), os.RTLD_NOW)
    with pytest.raises(OSError, match="undefined symbol"):
        _ctypes.dlsym(handle, name)


@linux
@pytest.mark.parametrize("n", [1, 2, 3, 40])
def test_every_one_of_many_exports_is_found(tmp_path: Path, n: int) -> None:
    text = "\n".join(f"define i64 @f{i}(i64 %x) {{ ret i64 {i} }}" for i in range(n))
    (tmp_path / "many.so").write_bytes(elf.link(compiled(text)))
    function = functions(str(tmp_path / "many.so"))
    assert [function(f"f{i}", ctypes.c_int64, ctypes.c_int64)(0) for i in range(n)] == list(range(n))


def test_no_page_is_both_written_and_executed_and_the_stack_is_not_executed() -> None:
    loaded = [s for s in segments(elf.link(kernels())) if s[0] == PT_LOAD]
    assert [flags for _, flags, *_ in loaded] == [4, 5, 6]
    pages = [set(range(s[3] // 4096, -(-(s[3] + s[6]) // 4096))) for s in loaded]
    assert len(set().union(*pages)) == sum(map(len, pages))
    (stack,) = [flags for kind, flags, *_ in segments(elf.link(kernels())) if kind == PT_GNU_STACK]
    assert not stack & X


def test_code_and_constants_lie_in_their_segments_and_only_loaders_write() -> None:
    contents = elf.link(kernels())
    sections = {s.name: s for s in parts(contents)}
    read, run, write = (range(s[3], s[3] + s[6]) for s in segments(contents) if s[0] == PT_LOAD)
    for name, where in ((".rodata", read), (".dynsym", read), (".text", run), (".dynamic", write)):
        section = sections[name]
        assert section.address in where, name
        assert section.address + section.size - 1 in where, name
    assert len(write) == sections[".dynamic"].size


def parts(shared: bytes) -> list[relocatable.Section]:
    """The sections of a shared object, read as those of a relocatable one are."""
    return relocatable._sections(shared[:16] + struct.pack("<H", relocatable.RELOCATABLE) + shared[18:])


def test_constants_keep_their_alignment() -> None:
    (rodata,) = [section for section in parts(elf.link(kernels())) if section.name == ".rodata"]
    assert (rodata.alignment, rodata.address % 64) == (64, 0)


@linux
def test_constants_are_aligned_where_they_are_loaded(shared: Path) -> None:
    given = [s for s in relocatable.read_relocatable(kernels())[0] if s.name.startswith(".rodata")]
    assert [(s.name, s.size, s.alignment) for s in given[-2:]] == [
        (".rodata.first", 1, 1),
        (".rodata.weights", 32, 64),
    ]
    assert functions(str(shared))("place", ctypes.c_int64, ctypes.c_int64)(0) % 64 == 0


def test_what_loaders_are_told_is_what_the_sections_say() -> None:
    contents = elf.link(kernels())
    sections = parts(contents)
    named = {section.name: section for section in sections}
    at = named[".dynamic"].offset
    entries = dict(struct.iter_unpack("<QQ", contents[at : at + named[".dynamic"].size]))
    hashes, symbols, strings = named[".hash"], named[".dynsym"], named[".dynstr"]
    assert entries == {
        4: hashes.address,
        5: strings.address,
        6: symbols.address,
        10: strings.size,
        11: symbols.entry_size,
        0: 0,
    }
    links = [sections[named[name].link].name for name in (".hash", ".dynsym", ".dynamic")]
    assert links == [".dynsym", ".dynstr", ".dynstr"]
    assert (symbols.entry_size, symbols.subject) == (relocatable.SYMBOL.size, 1)


@pytest.mark.skipif(shutil.which("readelf") is None, reason="readelf is not installed")
def test_readelf_reads_it_whole_and_warns_of_nothing(shared: Path) -> None:
    run = subprocess.run(["readelf", "-aW", str(shared)], capture_output=True, text=True, check=True)
    assert run.stderr == ""
    assert "Warning" not in run.stdout
    assert "There are no relocations" in run.stdout
    assert run.stdout.count("UND") == 1


@pytest.mark.skipif(shutil.which("objdump") is None, reason="objdump is not installed")
def test_objdump_finds_every_export_in_the_code(shared: Path) -> None:
    run = subprocess.run(["objdump", "-d", str(shared)], capture_output=True, text=True, check=True)
    assert run.stderr == ""
    assert all(f"<{name}>:" in run.stdout for name in ("choose", "third", "weigh"))


@pytest.mark.skipif(shutil.which("eu-elflint") is None, reason="elfutils is not installed")
def test_elflint_finds_no_fault(shared: Path) -> None:
    run = subprocess.run(["eu-elflint", "--gnu-ld", str(shared)], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (0, "No errors\n")


def test_local_names_do_not_move_a_byte() -> None:
    renamed = KERNELS.replace("elsewhere", "otherwise.B12v3").replace("@weights", "@numbers")
    assert compiled(renamed) != kernels()
    assert elf.link(compiled(renamed)) == elf.link(kernels())


def test_unwinding_tables_and_notes_are_left_out() -> None:
    flags = '!llvm.module.flags = !{!0} !0 = !{i32 8, !"cf-protection-branch", i32 1}'
    contents = compiled("define i64 @f() uwtable { ret i64 1 } " + flags)
    given = [section.name for section in relocatable.read_relocatable(contents)[0]]
    assert {".eh_frame", ".note.gnu.property"} < set(given)
    names = [section.name for section in parts(elf.link(contents))]
    assert names == ["", ".hash", ".dynsym", ".dynstr", ".rodata", ".text", ".dynamic", ".shstrtab"]


PLAIN = "define i64 @f() { ret i64 1 }\n"
CALLING = (
    "define float @f(float %x) {{ %y = call float @{0}(float %x) ret float %y }} declare float @{0}(float)"
)
LOADING = "define i64 @f() {{ %x = load i64, ptr @x ret i64 %x }} @x = {0}"
REFUSED: dict[str, tuple[str, type[Unlinkable], str]] = {
    "a function of another library": (CALLING.format("expf"), UndefinedSymbol, "expf is defined nowhere"),
    "a variable of another library": (LOADING.format("external global i64"), UndefinedSymbol, "x is defined"),
    "a weak function": (
        CALLING.format("expf").replace("declare", "declare extern_weak"),
        UndefinedSymbol,
        "expf is defined",
    ),
    "a variable": (LOADING.format("internal global i64 3"), WritableData, "section .data holds 8 bytes"),
    "a variable that is zero": (LOADING.format("internal global i64 0"), WritableData, "section .bss"),
    "an exported variable": (LOADING.format("global i64 3"), WritableData, "section .data"),
    "a common variable": (LOADING.format("common global i64 0"), WritableData, "x is a variable of 8 bytes"),
    "a thread-local variable": (LOADING.format("internal thread_local global i64 3"), WritableData, ".tdata"),
    "a constant address": (PLAIN + "@x = constant ptr @f", WritableData, "section .data.rel.ro"),
    "a constructor": (
        PLAIN + "@llvm.global_ctors = appending global [1 x {i32, ptr, ptr}]"
        " [{i32, ptr, ptr} {i32 1, ptr @f, ptr null}]",
        WritableData,
        "section .ctors",
    ),
    "an exported constant": (PLAIN + "@x = constant i64 3", UnknownPart, "x is exported and is no function"),
    "nothing to export": (
        "define internal i64 @f() { ret i64 1 }",
        UndefinedSymbol,
        "no function is exported",
    ),
    "a function that is chosen when it is loaded": (
        PLAIN + "@x = ifunc i64 (), ptr @r\ndefine internal ptr @r() { ret ptr @f }",
        UnknownPart,
        "symbol x is of kind 10",
    ),
    "a table of addresses": (
        PLAIN + "define ptr @g() { ret ptr @f }",
        UnknownRelocation,
        "R_X86_64_REX_GOTPCRELX at byte",
    ),
}


@pytest.mark.parametrize(("text", "kind", "message"), REFUSED.values(), ids=REFUSED)
def test_what_is_not_code_or_constants_is_refused(text: str, kind: type[Unlinkable], message: str) -> None:
    contents = compiled(text)
    with pytest.raises(kind, match=message):
        elf.link(contents)


def test_an_address_that_must_be_known_beforehand_is_refused() -> None:
    with pytest.raises(UnknownRelocation, match=r"R_X86_64_(32S?|64) at byte \d+ of section \.text"):
        elf.link(compiled(KERNELS, relocation="static"))


def numbered(contents: bytes, kind: int) -> int:
    """The number of the first section of a kind."""
    return [section.kind for section in relocatable.read_relocatable(contents)[0]].index(kind)


def edited(layout: struct.Struct, contents: bytes, offset: int, **fields: int) -> bytes:
    """The object with fields (by their number, as `_3`) of a record changed."""
    values = list(layout.unpack_from(contents, offset))
    for field, value in fields.items():
        values[int(field[1:])] = value
    changed = bytearray(contents)
    layout.pack_into(changed, offset, *values)
    return bytes(changed)


def with_section(kind: int, **fields: int) -> bytes:
    at = HEADER.unpack_from(kernels())[6] + numbered(kernels(), kind) * SECTION.size
    return edited(SECTION, kernels(), at, **fields)


def with_relocation(**fields: int) -> bytes:
    sections, _ = relocatable.read_relocatable(kernels())
    return edited(elf.RELOCATION, kernels(), sections[numbered(kernels(), relocatable.RELA)].offset, **fields)


def with_symbol(**fields: int) -> bytes:
    sections, symbols = relocatable.read_relocatable(kernels())
    (at,) = [i for i, symbol in enumerate(symbols) if symbol.name == "choose"]
    start = sections[numbered(kernels(), relocatable.SYMTAB)].offset
    return edited(relocatable.SYMBOL, kernels(), start + at * relocatable.SYMBOL.size, **fields)


def with_header(**fields: int) -> bytes:
    return edited(HEADER, kernels(), 0, **fields)


CHANGED: dict[str, tuple[Callable[[], bytes], type[Unlinkable], str]] = {
    "nothing": (lambda: b"", ForeignObject, "not an ELF object"),
    "text": (lambda: b"#!/bin/sh\n" * 40, ForeignObject, "not an ELF object"),
    "32 bits": (lambda: b"\x7fELF\x01\x01\x01" + kernels()[7:], ForeignObject, "not an ELF object"),
    "big-endian": (lambda: b"\x7fELF\x02\x02\x01" + kernels()[7:], ForeignObject, "not an ELF object"),
    "a shared object": (lambda: elf.link(kernels()), ForeignObject, "not a relocatable"),
    "another machine": (lambda: with_header(_2=183), ForeignObject, "for x86-64"),
    "another version": (lambda: with_header(_3=2), ForeignObject, "for x86-64"),
    "a header alone": (lambda: kernels()[:64], BrokenObject, "cut short: 64 bytes of at least"),
    "half a header": (lambda: kernels()[:40], BrokenObject, "cut short: 40 bytes of at least 64"),
    "the last byte missing": (lambda: kernels()[:-1], BrokenObject, "cut short"),
    "section headers of another size": (
        lambda: with_header(_11=40),
        BrokenObject,
        "section headers of 40 bytes",
    ),
    "no section headers": (lambda: with_header(_12=0), BrokenObject, "0 section headers"),
    "names in no section": (lambda: with_header(_13=999), BrokenObject, "names in section 999"),
    "section headers far away": (lambda: with_header(_6=2**60), BrokenObject, "cut short"),
    "a name beyond its table": (
        lambda: with_section(relocatable.SYMTAB, _0=2**30),
        BrokenObject,
        "a name at",
    ),
    "a section beyond the file": (
        lambda: with_section(relocatable.PROGBITS, _5=2**50),
        BrokenObject,
        "cut short",
    ),
    "an alignment of three": (
        lambda: with_section(relocatable.PROGBITS, _8=3),
        BrokenObject,
        "aligned to 3 bytes",
    ),
    "an alignment of a gibibyte": (
        lambda: with_section(relocatable.PROGBITS, _8=2**30),
        BrokenObject,
        "aligned to 1073741824",
    ),
    "half a symbol": (lambda: with_section(relocatable.SYMTAB, _5=37), BrokenObject, "ends within an entry"),
    "symbols twice": (
        lambda: with_section(relocatable.RELA, _1=relocatable.SYMTAB),
        BrokenObject,
        "2 symbol tables",
    ),
    "an exported label": (lambda: with_symbol(_1=0x10), UnknownPart, "choose is exported and is no function"),
    "symbols without names": (
        lambda: with_section(relocatable.SYMTAB, _6=999),
        BrokenObject,
        "symbol tables",
    ),
    "no symbols": (lambda: with_section(relocatable.SYMTAB, _1=12345), BrokenObject, "0 symbol tables"),
    "loaded bytes of another kind": (
        lambda: with_section(relocatable.PROGBITS, _1=12345),
        UnknownPart,
        "is of kind 0x3039",
    ),
    "half a relocation": (
        lambda: with_section(relocatable.RELA, _5=25),
        BrokenObject,
        "ends within an entry",
    ),
    "relocations without addends": (
        lambda: with_section(relocatable.RELA, _1=relocatable.REL),
        UnknownRelocation,
        "have no addends",
    ),
    "a relocation beyond its section": (lambda: with_relocation(_0=2**40), BrokenObject, "lies outside"),
    "a relocation to no symbol": (lambda: with_relocation(_2=9999), BrokenObject, "lies outside"),
    "a relocation to the first symbol": (lambda: with_relocation(_2=0), UnknownRelocation, "has no address"),
    "a relocation that leads too far": (lambda: with_relocation(_3=2**40), UnknownRelocation, "bytes away"),
    "a relocation by name": (lambda: with_relocation(_1=9), UnknownRelocation, "R_X86_64_GOTPCREL at byte"),
    "the last relocation with a name": (
        lambda: with_relocation(_1=42),
        UnknownRelocation,
        "REX_GOTPCRELX at",
    ),
    "the first relocation without": (
        lambda: with_relocation(_1=43),
        UnknownRelocation,
        "R_X86_64_43 at byte",
    ),
    "a symbol beyond its section": (
        lambda: with_symbol(_4=2**40),
        BrokenObject,
        "choose ends after its section",
    ),
    "a symbol in no section": (lambda: with_symbol(_3=999), BrokenObject, "a symbol in section 999"),
    "a symbol with an absolute value": (lambda: with_symbol(_3=0xFFF1), UnknownPart, "choose is exported"),
    "a thread-local symbol": (lambda: with_symbol(_1=0x16), UnknownPart, "symbol choose is of kind 6"),
    "a symbol that is a section that is none": (
        lambda: with_symbol(_1=0x13, _3=0xFFF1),
        UnknownPart,
        "choose",
    ),
}


@pytest.mark.parametrize(("change", "kind", "message"), CHANGED.values(), ids=CHANGED)
def test_an_object_that_is_foreign_broken_or_cut_short_is_refused(
    change: Callable[[], bytes], kind: type[Unlinkable], message: str
) -> None:
    contents = change()
    with pytest.raises(kind, match=message):
        elf.link(contents)


def test_every_refusal_is_one_of_bobs() -> None:
    assert issubclass(Unlinkable, BobError)


def test_an_object_with_another_hidden_function_exports_the_rest() -> None:
    text = PLAIN + "define hidden i64 @hidden() { ret i64 2 }"
    (names,) = [section for section in parts(elf.link(compiled(text))) if section.name == ".dynstr"]
    assert names.body == b"\0f\0"


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_an_object_with_any_bytes_changed_or_cut_is_linked_or_refused(data: st.DataObject) -> None:
    contents = bytearray(kernels())
    headers = HEADER.unpack_from(kernels())[6]
    telling = st.integers(0, 63) | st.integers(headers, len(contents) - 1) | st.integers(0, len(contents) - 1)
    for _ in range(data.draw(st.integers(1, 4))):
        contents[data.draw(telling)] = data.draw(st.integers(0, 255))
    cut = bytes(contents[: data.draw(st.just(len(contents)) | st.integers(0, len(contents)))])
    with suppress(Unlinkable):
        assert elf.link(cut).startswith(relocatable.IDENTITY)
