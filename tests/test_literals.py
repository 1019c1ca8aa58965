"""No size or offset is typed outside the families: every number of the code is folded and looked up."""

from __future__ import annotations

import ast
import operator
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bob.envelope.contract import Contract
from bob.envelope.header import AT as HEADER
from bob.envelope.header import NO_PARENT, build_header, read_header
from bob.spec.families.contract import CheckpointEnvelopeContract
from bob.spec.families.input_record import InputRecord
from bob.spec.families.transport import CheckpointTransport
from bob.store import Buffer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.spec.at import FamilyAt

BOB = Path(__file__).parent.parent / "bob"
FAMILIES = (BOB / "spec" / "families", BOB / "spec" / "formats")
FOLDED = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Div: operator.truediv,
    ast.Mod: operator.mod,
    ast.LShift: operator.lshift,
    ast.RShift: operator.rshift,
    ast.Pow: operator.pow,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
    ast.BitXor: operator.xor,
}
# Digits in texts are prose below this: widths in names (U64), counts of digits.
LEAST_IN_TEXT = 100
# Numbers that happen to equal a size or an offset of the seed, with what they are.
ALLOWED: dict[tuple[str, int], str] = {
    ("envelope/contract.py", 16): "the base of hexadecimal digits",
    ("envelope/contract.py", 64): "the bits of a stored word",
    ("run/quick/process.py", 32): "MAP_ANONYMOUS of <sys/mman.h>",
    ("run/quick/process.py", 512): "PyBUF_WRITE of CPython",
    ("run/quick/__init__.py", 15): "the exponent of the most bytes of a contract file",
    ("formats/torch_names.py", 128): "the bits of a complex number",
    ("moments.py", 24): "the precision of binary32",
    ("kernels/theorems/deciding.py", 128): "the exponent that no binary32 reaches",
    ("kernels/theorems/deviation_bound.py", 24): "the precision of binary32",
    ("kernels/theorems/dtypes.py", 24): "the precision of binary32",
    ("kernels/theorems/dtypes.py", 64): "the bits in which updates are counted",
    ("kernels/elementary.py", 24): "the end of a range of odd numbers",
    ("kernels/theorems/elementary_walk.py", 16): "the base of hexadecimal digits",
    ("kernels/exact.py", 32): "the width of binary32 in bits",
    ("kernels/exact.py", 64): "the width of binary64 in bits",
    ("kernels/emission.py", 32): "the width of a machine word in bits",
    ("kernels/emission.py", 64): "the width of a machine word in bits",
    ("kernels/theorems/moments.py", 24): "the precision of binary32",
    ("kernels/operations.py", 64): "how many numbers are reduced in registers",
    ("kernels/signatures.py", 16): "the scalars of a cache line",
    ("kernels/theorems/steps.py", 24): "the precision of binary32",
    ("kernels/theorems/steps.py", 40): "an exponent of the bounds within which a step is finite",
    ("kernels/symbolic.py", 24): "the precision of binary32",
    ("kinds.py", 16): "how far into a page its first tag is looked for",
    ("kinds.py", 32): "the first printable ASCII character",
    ("learners/byte_table.py", 24): "the precision of binary32",
    ("learners/byte_table.py", 64): "the bits of one output of Philox",
    ("proof/subjects.py", 24): "the exponent of the most bytes of a file of families",
    ("spec/reader.py", 64): "the bits of the widest stored number",
    ("spec/grammar.py", 24): "the most digits of a decimal",
    ("spec/landmarks.py", 12): "the length from which a sum is named",
}


def fixed(at: FamilyAt, record: object = None) -> set[int]:
    """Every size, end, offset and derived number of a family at some dims."""
    numbers = {at[name] for name in at.spec.derived if name not in _of_ghosts(at)}
    if record is not None:
        numbers = set()
    for stored in at.spec.fields:
        offset, size = at.offset(stored.name, record), at.size(stored.name, record)
        numbers |= {offset, size, offset + size}
    return numbers


def _of_ghosts(at: FamilyAt) -> set[str]:
    from bob.spec.evaluation import Unbound

    unknown = set()
    for name in at.spec.derived:
        try:
            at[name]
        except Unbound:
            unknown.add(name)
    return unknown


def shipped_numbers() -> set[int]:
    contract = Contract.shipped()
    chunks = [NO_PARENT] * contract.at["chunk_count"]
    header_bytes = build_header(contract, contract["updates"], NO_PARENT, NO_PARENT, chunks)
    header = read_header(Buffer(header_bytes + bytes(contract["payload"]))).record
    assert header is not None
    numbers = fixed(InputRecord.at()) | fixed(CheckpointTransport.at()) | fixed(HEADER, header)
    numbers |= {len(header_bytes) + contract["payload"], len(header_bytes)}
    numbers |= {CheckpointEnvelopeContract.at()[name] for name in ("payload_bytes", "chunk_bytes")}
    return numbers


def fold(node: ast.AST) -> int | float | None:
    """The number that an expression of literals is, or None."""
    if (
        isinstance(node, ast.Constant)
        and isinstance(node.value, int | float)
        and not isinstance(node.value, bool)
    ):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd | ast.Invert):
        inner = fold(node.operand)
        return None if inner is None else (-inner if isinstance(node.op, ast.USub) else inner)
    if isinstance(node, ast.BinOp) and type(node.op) in FOLDED:
        left, right = fold(node.left), fold(node.right)
        if left is None or right is None or (isinstance(node.op, ast.Pow | ast.LShift) and abs(right) > 4096):
            return None
        try:
            return FOLDED[type(node.op)](left, right)
        except (ArithmeticError, TypeError, ValueError):
            return None
    return None


def docstrings(tree: ast.AST) -> set[int]:
    return {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }


def numbers_in(source: str) -> Iterator[tuple[int, int]]:
    """The line and value of every number in the code, constant expressions folded, digits in strings read."""
    tree = ast.parse(source)
    prose = docstrings(tree)
    for node in ast.walk(tree):
        value = fold(node)
        if value is not None and value == value and abs(value) < 2**63 and value == int(value):
            yield getattr(node, "lineno", 0), int(value)
        if isinstance(node, ast.Constant) and isinstance(node.value, str | bytes) and id(node) not in prose:
            text = node.value if isinstance(node.value, str) else node.value.decode("latin-1")
            # A code is no number: BOB528 is not the end of anything.
            text = re.sub(r"BOB\d{3}", "", text)
            for digits in re.findall(r"0[xX][0-9a-fA-F]+|\d[\d_,]*", text):
                plain = digits.replace(",", "").replace("_", "")
                number = int(plain, 16 if plain[:2] in ("0x", "0X") else 10)
                if number >= LEAST_IN_TEXT:
                    yield node.lineno, number


def sources() -> list[Path]:
    return sorted(path for path in BOB.rglob("*.py") if not set(FAMILIES) & set(path.parents))


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(BOB)))
def test_no_number_of_the_code_is_a_derived_size_or_offset(path: Path) -> None:
    name = str(path.relative_to(BOB))
    sizes = {number for number in shipped_numbers() if number > 8}
    found = {(line, value) for line, value in numbers_in(path.read_text()) if value in sizes}
    assert [f"{name}:{line}: {value}" for line, value in sorted(found) if (name, value) not in ALLOWED] == []


def test_every_allowed_number_still_stands_in_its_file() -> None:
    stale = [
        (name, value)
        for name, value in ALLOWED
        if value not in {number for _, number in numbers_in((BOB / name).read_text())}
    ]
    assert stale == []


@pytest.mark.parametrize(
    "spelling",
    [
        "65536",
        "0x10000",
        "1 << 16",
        "2**16",
        "256 * 256",
        "65_536",
        "x = 65536.0",
        "x = '786,432'",
        "-(-512)",
        "0b1000000000",
    ],
)
def test_every_spelling_of_a_size_is_seen(spelling: str) -> None:
    assert {value for _, value in numbers_in(spelling)} & {65536, 786432, 512}


def test_another_vocabulary_moves_every_size() -> None:
    small, shipped = InputRecord.at(vocabulary=16), InputRecord.at()
    moved = [name for name in ("targets", "prompt_bytes") if small.offset(name) == shipped.offset(name)]
    assert moved == []
    assert small.record_bytes < shipped.record_bytes
    assert CheckpointTransport.at(vocabulary=16)["payload_bytes"] == 3072
