"""A shared object as bytes: code and constants in, the smallest file in that glibc and musl load.

    constants_at, code_at = places(exports, constants, code)
    contents = encode(exports, constants, code)

Addresses are file offsets, so that a place is said once. Three segments begin on pages of their own:
    read            ELF header, program headers, .hash, .dynsym, .dynstr, .rodata
    read, execute   .text
    read, write     .dynamic, to which loaders write
and after them, not loaded, .shstrtab and the section headers, for objdump, readelf and gdb. The hash table
has one bucket: its chain is all of the few names. The same code and exports give the same bytes.
Sources: System V ABI (gABI), chapters 4 (ELF header, sections, symbols) and 5 (program header, dynamic
section, hash table); x86-64 psABI, 4.1 (ELF header), 5.1 (page size).
"""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING, NamedTuple

from bob.kernels import relocatable
from bob.kernels.relocatable import ALLOC, EXECUTE, FUNCTION, HEADER, PAGE, PROGBITS, SECTION, STRTAB, SYMBOL

if TYPE_CHECKING:
    from collections.abc import Sequence

SEGMENT = struct.Struct("<IIQQQQQQ")
ENTRY = struct.Struct("<QQ")

SHARED = 3
LOAD, DYNAMIC_SEGMENT, STACK = 1, 2, 0x6474E551
EXECUTABLE, WRITABLE, READABLE = 1, 2, 4
N_SEGMENTS, N_ENTRIES = 5, 6
DT_NULL, DT_HASH, DT_STRTAB, DT_SYMTAB, DT_STRSZ, DT_SYMENT = 0, 4, 5, 6, 10, 11


class Export(NamedTuple):
    """A function that the shared object offers: its first byte in the code and its bytes."""

    name: str
    offset: int
    size: int


class Block(NamedTuple):
    """All of the code, or all of the constants, and the alignment that it needs."""

    body: bytearray
    alignment: int


class Part(NamedTuple):
    """A section of the shared object; the fields are those of its header (gABI 4, Sections)."""

    name: str
    kind: int
    flags: int
    alignment: int
    body: bytearray
    link: int = 0
    subject: int = 0
    entry_size: int = 0


def places(exports: Sequence[Export], constants: Block, code: Block) -> tuple[int, int]:
    """The addresses at which the constants and the code will lie."""
    at = _places(_parts(exports, constants, code))
    return at[3], at[4]


def encode(exports: Sequence[Export], constants: Block, code: Block) -> bytes:
    """The shared object (ET_DYN)."""
    parts = _parts(exports, constants, code)
    at = _places(parts)
    _fill_symbols(parts, exports, at[4])
    _fill_dynamic(parts, at)
    return _file(parts, at)


def _parts(exports: Sequence[Export], constants: Block, code: Block) -> list[Part]:
    """Every section in order; symbols and the dynamic section are filled in when all have places."""
    n = len(exports) + 1
    chain = struct.pack(f"<{3 + n}I", 1, n, 1, 0, *range(2, n), 0)
    names, _ = _strings([export.name for export in exports])
    symbols, dynamic = bytearray(n * SYMBOL.size), bytearray(N_ENTRIES * ENTRY.size)
    return [
        Part(".hash", relocatable.HASH, ALLOC, 8, bytearray(chain), 2, 0, 4),
        Part(".dynsym", relocatable.DYNSYM, ALLOC, 8, symbols, 3, 1, SYMBOL.size),
        Part(".dynstr", STRTAB, ALLOC, 1, bytearray(names)),
        Part(".rodata", PROGBITS, ALLOC, constants.alignment, constants.body),
        Part(".text", PROGBITS, ALLOC | EXECUTE, PAGE, code.body),
        Part(".dynamic", relocatable.DYNAMIC, ALLOC | relocatable.WRITE, PAGE, dynamic, 3, 0, ENTRY.size),
    ]


def _places(parts: list[Part]) -> list[int]:
    """Where each part begins: one after another behind the program headers, aligned."""
    at, end = [], HEADER.size + N_SEGMENTS * SEGMENT.size
    for part in parts:
        at.append(aligned(end, part.alignment))
        end = at[-1] + len(part.body)
    return at


def _fill_symbols(parts: list[Part], exports: Sequence[Export], code_at: int) -> None:
    _, names = _strings([export.name for export in exports])
    section = [part.name for part in parts].index(".text") + 1
    for i, (export, name) in enumerate(zip(exports, names, strict=True), 1):
        fields = (name, relocatable.GLOBAL << 4 | FUNCTION, 0, section, code_at + export.offset, export.size)
        SYMBOL.pack_into(parts[1].body, i * SYMBOL.size, *fields)


def _fill_dynamic(parts: list[Part], at: list[int]) -> None:
    entries = {DT_HASH: at[0], DT_SYMTAB: at[1], DT_STRTAB: at[2], DT_STRSZ: len(parts[2].body)}
    entries |= {DT_SYMENT: SYMBOL.size, DT_NULL: 0}
    parts[-1].body[:] = b"".join(ENTRY.pack(*entry) for entry in entries.items())


def _file(parts: list[Part], at: list[int]) -> bytes:
    """The headers, every part in its place, then the names of sections and their headers."""
    names, offsets = _strings([*(part.name for part in parts), ".shstrtab"])
    names_at = at[-1] + len(parts[-1].body)
    headers_at = aligned(names_at + len(names), 8)
    contents = bytearray(headers_at)
    front = _header(headers_at, len(parts) + 2) + _segments(parts, at)
    headers = bytes(SECTION.size)
    for part, place, name in zip(parts, at, offsets, strict=False):
        contents[place : place + len(part.body)] = part.body
        where = (name, part.kind, part.flags, place, place, len(part.body))
        headers += SECTION.pack(*where, part.link, part.subject, part.alignment, part.entry_size)
    headers += SECTION.pack(offsets[-1], STRTAB, 0, 0, names_at, len(names), 0, 0, 1, 0)
    contents[: len(front)] = front
    contents[names_at : names_at + len(names)] = names
    return bytes(contents) + headers


def _header(headers_at: int, n_sections: int) -> bytes:
    kind = (SHARED, relocatable.X86_64, relocatable.VERSION)
    sizes = (HEADER.size, SEGMENT.size, N_SEGMENTS, SECTION.size, n_sections, n_sections - 1)
    return HEADER.pack(relocatable.IDENTITY, *kind, 0, HEADER.size, headers_at, 0, *sizes)


def _segments(parts: list[Part], at: list[int]) -> bytes:
    *_, constants, code, dynamic = parts
    segments = [
        (LOAD, READABLE, 0, at[3] + len(constants.body), PAGE),
        (LOAD, READABLE | EXECUTABLE, at[4], len(code.body), PAGE),
        (LOAD, READABLE | WRITABLE, at[5], len(dynamic.body), PAGE),
        (DYNAMIC_SEGMENT, READABLE | WRITABLE, at[5], len(dynamic.body), 8),
        (STACK, READABLE | WRITABLE, 0, 0, 8),
    ]
    return b"".join(SEGMENT.pack(kind, flags, x, x, x, n, n, unit) for kind, flags, x, n, unit in segments)


def _strings(names: list[str]) -> tuple[bytes, list[int]]:
    """A string table (gABI 4) and where each name begins in it."""
    table, offsets = b"\0", []
    for name in names:
        offsets.append(len(table))
        table += name.encode() + b"\0"
    return table, offsets


def aligned(place: int, alignment: int) -> int:
    """The first multiple of `alignment` at or after `place`."""
    return -(-place // alignment) * alignment
