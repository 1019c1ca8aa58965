"""What a compiler's object file for x86-64 holds: its sections and symbols, or why it is not such a file.

    sections, symbols = read_relocatable(contents)

Every offset and size is checked before it is followed, so that a file that is cut short or contradicts
itself ends in a refusal with a name, a subclass of `Unlinkable`. What the parts are good for, `elf` decides.
Sources: System V ABI (gABI), chapter 4: ELF header, sections, string table, symbol table.
"""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

from bob.errors import BobError

HEADER = struct.Struct("<16sHHIQQQIHHHHHH")
SECTION = struct.Struct("<IIQQQQIIQQ")
SYMBOL = struct.Struct("<IBBHQQ")

IDENTITY = b"\x7fELF\x02\x01\x01"  # 64 bits, little-endian, version 1
RELOCATABLE, X86_64, VERSION = 1, 62, 1
PAGE = 4096  # psABI 5.1

PROGBITS, SYMTAB, STRTAB, RELA, HASH, DYNAMIC, NOTE, REL, DYNSYM = 1, 2, 3, 4, 5, 6, 7, 9, 11
WRITE, ALLOC, EXECUTE = 1, 2, 4
UNDEFINED, RESERVED, COMMON = 0, 0xFF00, 0xFFF2
LOCAL, GLOBAL = 0, 1
NO_KIND, OBJECT, FUNCTION, OF_SECTION, OF_FILE = 0, 1, 2, 3, 4


class Unlinkable(BobError):
    """Why an object does not become a shared object; the message names what is in the way."""


class ForeignObject(Unlinkable):
    """Not a relocatable ELF object for x86-64."""


class BrokenObject(Unlinkable):
    """An object that is cut short or contradicts itself."""


class UndefinedSymbol(Unlinkable):
    """A symbol that another library would have to define."""


class WritableData(Unlinkable):
    """A variable, thread-local or not: kernels keep nothing."""


class UnknownPart(Unlinkable):
    """A section or symbol of a kind that kernels do not have."""


class UnknownRelocation(Unlinkable):
    """A reference that is not relative to its own place, or that leads nowhere."""


class Section(NamedTuple):
    """A section header (gABI 4, Sections), then its name and, where the file holds it, its body."""

    name_offset: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    subject: int
    alignment: int
    entry_size: int
    name: str = ""
    body: bytes = b""


class Symbol(NamedTuple):
    """An entry of the symbol table (gABI 4, Symbol Table)."""

    name: str
    binding: int
    kind: int
    visible: bool
    section: int
    value: int
    size: int


def read_relocatable(contents: bytes) -> tuple[list[Section], list[Symbol]]:
    """The sections and symbols of an object file, in the file's order.

    Raises ForeignObject or BrokenObject.
    """
    sections = _sections(contents)
    return sections, _symbols(sections)


def records(layout: struct.Struct, section: Section) -> list[tuple[int, ...]]:
    """The entries of a section that is a table; raises BrokenObject where the last one is cut short."""
    if len(section.body) % layout.size:
        raise BrokenObject(f"section {section.name} ends within an entry")
    return list(layout.iter_unpack(section.body))


def _sections(contents: bytes) -> list[Section]:
    identity, kind, machine, version, _, _, first, *_, size, n, names = _header(contents)
    if (identity[: len(IDENTITY)], kind, machine, version) != (IDENTITY, RELOCATABLE, X86_64, VERSION):
        raise ForeignObject("not a relocatable ELF object for x86-64")
    if size != SECTION.size or names >= n:
        raise BrokenObject(f"{n} section headers of {size} bytes, with their names in section {names}")
    headers = [Section(*SECTION.unpack(_span(contents, first + i * size, size))) for i in range(n)]
    table = _body(contents, headers[names])
    return [_completed(contents, table, header) for header in headers]


def _header(contents: bytes) -> tuple[Any, ...]:
    if not contents.startswith(IDENTITY):
        raise ForeignObject("not an ELF object of 64 bits, little-endian")
    return HEADER.unpack(_span(contents, 0, HEADER.size))


def _completed(contents: bytes, names: bytes, header: Section) -> Section:
    name, alignment = _name(names, header.name_offset), header.alignment or 1
    if alignment > PAGE or alignment & (alignment - 1):
        raise BrokenObject(f"section {name} is aligned to {alignment} bytes")
    return header._replace(name=name, alignment=alignment, body=_body(contents, header))


def _body(contents: bytes, header: Section) -> bytes:
    in_file = header.kind in (PROGBITS, SYMTAB, STRTAB, RELA, REL)
    return _span(contents, header.offset, header.size) if in_file else b""


def _symbols(sections: list[Section]) -> list[Symbol]:
    tables = [section for section in sections if section.kind == SYMTAB]
    if len(tables) != 1 or tables[0].link >= len(sections):
        raise BrokenObject(f"{len(tables)} symbol tables that have names, where one is needed")
    names = sections[tables[0].link].body
    return [_symbol(sections, names, *fields) for fields in records(SYMBOL, tables[0])]


def _symbol(sections: list[Section], names: bytes, *fields: int) -> Symbol:
    name, mixed, other, section, value, size = fields
    binding, visible = mixed >> 4, other % 4 == 0
    kind = mixed - (binding << 4)
    if len(sections) <= section < RESERVED:
        raise BrokenObject(f"a symbol in section {section} of {len(sections)}")
    named = kind != OF_SECTION or section >= RESERVED
    text = _name(names, name) if named else sections[section].name
    return Symbol(text, binding, kind, visible, section, value, size)


def _span(contents: bytes, offset: int, size: int) -> bytes:
    if offset + size > len(contents):
        raise BrokenObject(f"cut short: {len(contents)} bytes of at least {offset + size}")
    return contents[offset : offset + size]


def _name(names: bytes, offset: int) -> str:
    end = names.find(b"\0", offset)
    if end < 0:
        raise BrokenObject(f"a name at byte {offset} of {len(names)} bytes of names")
    return names[offset:end].decode("utf-8", "backslashreplace")
