"""An x86-64 object file becomes a shared object: the little of a linker that compiled kernels need.

    shared = link(contents)

A kernel's object holds code, constants, references among them that are relative to their own place, and the
functions that it exports. Nothing else is linked: whatever would need an address at load time, another
library or memory that can be written is refused by name (a subclass of `relocatable.Unlinkable`). Unwinding
tables, notes and local names are left out; how the rest is laid out, `image` says.
Sources: System V ABI (gABI), chapter 4; x86-64 psABI, 4.2 (sections) and 4.4 (relocation types).
"""

from __future__ import annotations

import struct
from typing import NamedTuple

from bob.kernels import relocatable
from bob.kernels.image import Block, Export, aligned, encode, places
from bob.kernels.relocatable import (
    ALLOC,
    EXECUTE,
    FUNCTION,
    NO_KIND,
    OBJECT,
    OF_FILE,
    OF_SECTION,
    BrokenObject,
    Section,
    Symbol,
    UndefinedSymbol,
    UnknownPart,
    UnknownRelocation,
    WritableData,
)

RELOCATION = struct.Struct("<QIIq")
DISTANCE = struct.Struct("<i")
RELATIVE = {"PC32", "PLT32"}
RELOCATIONS = (
    "NONE 64 PC32 GOT32 PLT32 COPY GLOB_DAT JUMP_SLOT RELATIVE GOTPCREL 32 32S 16 PC16 8 PC8 DTPMOD64"
    " DTPOFF64 TPOFF64 TLSGD TLSLD DTPOFF32 GOTTPOFF TPOFF32 PC64 GOTOFF64 GOTPC32 GOT64 GOTPCREL64 GOTPC64"
    " GOTPLT64 PLTOFF64 SIZE32 SIZE64 GOTPC32_TLSDESC TLSDESC_CALL TLSDESC IRELATIVE RELATIVE64"
    " PC32_BND PLT32_BND GOTPCRELX REX_GOTPCRELX"
)
KNOWN_SYMBOLS = {NO_KIND, OBJECT, FUNCTION, OF_SECTION, OF_FILE}


class Joined(NamedTuple):
    """The object's sections of one sort, one after another; where each begins, by its number."""

    block: Block
    offsets: dict[int, int]


def link(contents: bytes) -> bytes:
    """The shared object of an object file: every visible global function is exported.

    Raises a subclass of relocatable.Unlinkable.
    """
    sections, symbols = relocatable.read_relocatable(contents)
    constants, code = _joined(sections, ALLOC), _joined(sections, EXECUTE)
    for symbol in symbols[1:]:
        _require_known(symbol, sections)
    exports = _exports(symbols, code)
    constants_at, code_at = places(exports, constants.block, code.block)
    addresses = {i: constants_at + offset for i, offset in constants.offsets.items()}
    addresses |= {i: code_at + offset for i, offset in code.offsets.items()}
    for section in sections:
        for joined in (constants, code):
            if _relocates(section) and section.subject in joined.offsets:
                _relocate(section, sections, symbols, addresses, joined)
    return encode(exports, constants.block, code.block)


def _joined(sections: list[Section], sort: int) -> Joined:
    body, alignment, offsets = bytearray(), 1, {}
    for i, section in enumerate(sections):
        if _sort(section) == sort:
            offsets[i] = aligned(len(body), section.alignment)
            body += bytes(offsets[i] - len(body)) + section.body
            alignment = max(alignment, section.alignment)
    return Joined(Block(body, alignment), offsets)


def _sort(section: Section) -> int:
    """EXECUTE for code, ALLOC for constants, 0 for what is left out; anything else is refused."""
    if not section.flags & ALLOC or section.kind == relocatable.NOTE or section.name == ".eh_frame":
        return 0
    if section.flags & relocatable.WRITE:
        if section.size:
            raise WritableData(f"section {section.name} holds {section.size} bytes that can be written")
        return 0
    if section.kind != relocatable.PROGBITS:
        raise UnknownPart(f"section {section.name} is of kind {section.kind:#x}")
    return section.flags & EXECUTE or ALLOC


def _require_known(symbol: Symbol, sections: list[Section]) -> None:
    """Every symbol, exported or not, is defined here and stands for what a kernel may hold."""
    if symbol.section == relocatable.UNDEFINED:
        raise UndefinedSymbol(f"{symbol.name} is defined nowhere in the object")
    if symbol.section == relocatable.COMMON:
        raise WritableData(f"{symbol.name} is a variable of {symbol.size} bytes")
    if symbol.kind not in KNOWN_SYMBOLS:
        raise UnknownPart(f"symbol {symbol.name} is of kind {symbol.kind}")
    if symbol.section < len(sections) and symbol.value + symbol.size > sections[symbol.section].size:
        raise BrokenObject(f"{symbol.name} ends after its section")


def _exports(symbols: list[Symbol], code: Joined) -> list[Export]:
    """The visible global functions, by name."""
    found = sorted(symbol for symbol in symbols[1:] if symbol.binding != relocatable.LOCAL and symbol.visible)
    for symbol in found:
        if symbol.kind != FUNCTION or symbol.section not in code.offsets:
            raise UnknownPart(f"{symbol.name} is exported and is no function")
    if not found:
        raise UndefinedSymbol("no function is exported")
    return [Export(s.name, code.offsets[s.section] + s.value, s.size) for s in found]


def _relocates(section: Section) -> bool:
    return section.kind in (relocatable.RELA, relocatable.REL)


def _relocate(
    relocations: Section,
    sections: list[Section],
    symbols: list[Symbol],
    addresses: dict[int, int],
    joined: Joined,
) -> None:
    """Write S + A - P at every place P (psABI 4.4) of the section that the relocations are for."""
    subject = sections[relocations.subject]
    if relocations.kind == relocatable.REL:
        raise UnknownRelocation(f"the relocations of section {subject.name} have no addends")
    for offset, kind, number, addend in relocatable.records(RELOCATION, relocations):
        _require_relative(kind, f"at byte {offset} of section {subject.name}")
        if number >= len(symbols) or offset + DISTANCE.size > subject.size:
            raise BrokenObject(f"a relocation of section {subject.name} lies outside the object")
        symbol = symbols[number]
        if symbol.section not in addresses:
            raise UnknownRelocation(f"section {subject.name} refers to {symbol.name}, which has no address")
        place = addresses[relocations.subject] + offset
        distance = addresses[symbol.section] + symbol.value + addend - place
        if not -(2**31) <= distance < 2**31:
            raise UnknownRelocation(f"section {subject.name} refers to {symbol.name}, {distance} bytes away")
        DISTANCE.pack_into(joined.block.body, joined.offsets[relocations.subject] + offset, distance)


def _require_relative(kind: int, where: str) -> None:
    names = RELOCATIONS.split()
    name = names[kind] if kind < len(names) else str(kind)
    if name not in RELATIVE:
        raise UnknownRelocation(f"R_X86_64_{name} {where}")
