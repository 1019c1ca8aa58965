"""A contract: what a checkpoint must state, part by part, as values; its identity is its bytes.

    Contract.shipped()                                    the seed's own
    Contract.shipped().changed({"learner.lr": "0.1"})     another one
    contract_from_toml(text), contract.toml()             as a file of plain values

Fields are named `part.field`, as refusals and contract files name them. What other fields fix (payload,
record and chunk sizes) is derived by the family and never given. A contract with a field out of its range
is refused when it is made (BOB230).
"""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, cast

from bob.binary32 import from_decimal, shortest, shown
from bob.errors import Finding, Refused
from bob.spec.families.contract import PARTS, SHIPPED, CheckpointEnvelopeContract
from bob.spec.grammar import Bits, Text, escaped

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bob.spec.grammar import Leaf, Value

# The dims of the family that a contract states itself, under the names that a contract file gives them.
_DIMS = {
    "data.vocabulary": "vocabulary",
    "data.prompts": "prompts",
    "updates": "updates_per_invocation",
}
# What the family derives, under the name that the identity parts give it.
_DERIVED = {
    "schema.payload": "payload_bytes",
    "data.record": "input_record_bytes",
    "payload": "payload_bytes",
    "chunk": "chunk_bytes",
}
_WORD_BITS = 64
# TOML takes 0x3d4ccccd without quotes for the whole number: bits of a normal number are at least this.
_LEAST_HEX_LITERAL = 0x00800000


def _leaves() -> dict[str, Leaf]:
    return {f"{part}.{leaf.name}": leaf for part, grammar in PARTS.items() for leaf in grammar.fields}


LEAVES = _leaves()
_NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?|[+-]?(inf|nan)")
_HEX = re.compile(r"0[xX][0-9a-fA-F]{1,8}")
FIELD_NAMES = (*(name for name in LEAVES if name not in _DERIVED), "updates")


class Contract:
    """A member of the family of contracts; immutable, equal where the identity bytes are."""

    def __init__(self, fields: Mapping[str, Value]) -> None:
        """`fields` has every name of `FIELD_NAMES`; raises `Refused` (BOB230) for those out of range."""
        found = [f for name in FIELD_NAMES for f in _problems(name, fields[name])]
        if found:
            raise Refused("contract", found)
        self.at = CheckpointEnvelopeContract.at(
            **{dim: cast("int", fields[name]) for name, dim in _DIMS.items()}
        )
        self._fields = {name: fields[name] for name in FIELD_NAMES}
        self._fields |= {name: self.at[quantity] for name, quantity in _DERIVED.items()}

    @classmethod
    def shipped(cls) -> Contract:
        """The seed's own contract."""
        return cls(_shipped_fields())

    @property
    def fields(self) -> dict[str, Value]:
        """Every field, derived ones too, in the order of the parts."""
        names = [*LEAVES, "payload", "chunk", "updates"]
        return {name: self._fields[name] for name in names}

    def __getitem__(self, name: str) -> Any:
        return self._fields[name]

    @property
    def parts(self) -> dict[str, bytes | int]:
        """The seven parts: four identity texts, then payload bytes, chunk bytes, updates an invocation."""
        texts = {part: grammar.write(self._part(part)) for part, grammar in PARTS.items()}
        return {
            **texts,
            **{name: cast("int", self._fields[name]) for name in ("payload", "chunk", "updates")},
        }

    def _part(self, part: str) -> dict[str, Value]:
        return {leaf.name: self._fields[f"{part}.{leaf.name}"] for leaf in PARTS[part].fields}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Contract) and self._fields == other._fields

    def __hash__(self) -> int:
        return hash(tuple(self.fields.values()))

    def __repr__(self) -> str:
        return f"Contract({', '.join(f'{name}={printed(name, self[name])}' for name in self.fields)})"

    def changed(self, texts: Mapping[str, object]) -> Contract:
        """Another contract with some fields given as text or numbers; raises `Refused` (BOB230)."""
        fields = {name: self._fields[name] for name in FIELD_NAMES}
        found: list[Finding] = []
        for name, text in texts.items():
            try:
                fields[name] = _read(name, text)
            except ValueError as wrong:
                found.append(Finding("BOB230", name, _quoted(text), str(wrong)))
        if found:
            raise Refused("contract", found)
        return Contract(fields)

    def toml(self) -> str:
        """The contract as a file of plain values; floats by the shortest decimal with the same bits."""
        lines = [f"updates = {self['updates']}"]
        for part, grammar in PARTS.items():
            lines += ["", f"[{part}]"]
            names = (leaf.name for leaf in grammar.fields if f"{part}.{leaf.name}" not in _DERIVED)
            lines += [
                f"{name} = {_toml_value(f'{part}.{name}', self._fields[f'{part}.{name}'])}" for name in names
            ]
        return "\n".join(lines) + "\n"


def _shipped_fields() -> dict[str, Value]:
    at = CheckpointEnvelopeContract.at()
    fields: dict[str, Value] = {name: at.dims[dim] for name, dim in _DIMS.items()}
    for part, values in SHIPPED.items():
        fields.update({f"{part}.{name}": value for name, value in values.items()})
    return fields


def _problems(name: str, value: Value) -> list[Finding]:
    plain = isinstance(value, bytes | int) and not isinstance(value, bool)
    if name in _DIMS:
        dim = CheckpointEnvelopeContract.spec.dims[_DIMS[name]]
        fits = plain and isinstance(value, int) and dim.low <= value <= dim.high
        expected = f"{dim.low:,} to {dim.high:,}"
    else:
        expected = LEAVES[name].problem(value)
        fits = plain and not expected
    if fits:
        return []
    return [Finding("BOB230", name, printed(name, value) if plain else _quoted(value), expected)]


def printed(name: str, value: Value) -> str:
    """A field's value as refusals show it: text quoted and escaped, floats with their bits."""
    if isinstance(value, bytes):
        return escaped(value)
    return shown(value) if isinstance(LEAVES.get(name), Bits) else f"{value:,}"


def _quoted(value: object) -> str:
    """A plain value as refusals show it; Python prints neither deep tables nor integers of any length."""
    match value:
        case str():
            return ascii(value)
        case dict() | list():
            return "a table" if isinstance(value, dict) else "a list"
        case int() if value.bit_length() > _WORD_BITS:
            return f"a number of {value.bit_length():,} bits"
    return str(value)


def _read(name: str, given: object) -> Value:
    """A field from a plain value or its text; raises `ValueError` saying what is expected."""
    leaf = LEAVES.get(name)
    if name in _DERIVED:
        raise ValueError("nothing: other fields fix it")
    if name not in FIELD_NAMES:
        raise ValueError(f"one of {', '.join(FIELD_NAMES)}")
    if isinstance(leaf, Text):
        if not isinstance(given, str):
            raise ValueError("a text in quotes")
        return given.encode(errors="surrogateescape")
    if isinstance(leaf, Bits):
        return _bits(given)
    if isinstance(given, str) and given.isascii() and given.isdigit():
        given = int(given)
    if isinstance(given, bool) or not isinstance(given, int) or given.bit_length() > _WORD_BITS:
        raise ValueError(f"a whole number of at most {_WORD_BITS} bits")
    return given


def _bits(given: object) -> int:
    if isinstance(given, str) and given[:2].lower() == "0x":
        if not _HEX.fullmatch(given):
            raise ValueError("the bits of a binary32 number, 0x and up to eight hex digits")
        return int(given, 16)
    if isinstance(given, float):
        raise ValueError(f'its decimal as text, "{given!r}": a Python float was rounded before')
    if isinstance(given, bool) or not isinstance(given, str | int | Decimal):
        raise ValueError("a number, or its bits as 0x…")
    if isinstance(given, str) and not _NUMBER.fullmatch(given):
        raise ValueError("a number in decimal, or its bits as 0x…")
    if isinstance(given, int) and abs(given) >= _LEAST_HEX_LITERAL:
        raise ValueError('a number with a decimal point, or its bits in quotes, "0x…"')
    return from_decimal(given)


def _toml_value(name: str, value: Value) -> str:
    return f'"{plain(name, value)}"' if isinstance(value, bytes) else plain(name, value)


def plain(name: str, value: Value) -> str:
    """A field's value as `Contract.changed` reads it: text as it is, floats by their shortest decimal."""
    if isinstance(value, bytes):
        return value.decode()
    return shortest(value) if isinstance(LEAVES.get(name), Bits) else f"{value}"


def contract_from_toml(text: bytes, path: str) -> Contract:
    """The contract that a file of plain values states; a field that it leaves out is the shipped one's.

    Raises `Refused`: BOB231 where it is no TOML or has an unknown key, BOB230 where a field is out of range.
    """
    given = dict(_flattened(_table(text, path)))
    unknown = [name for name in given if name not in FIELD_NAMES]
    if unknown:
        raise Refused(path, [_unknown_key(name) for name in unknown])
    try:
        return Contract.shipped().changed(given)
    except Refused as refused:
        raise Refused(path, refused.findings) from None


def _table(text: bytes, path: str) -> dict[str, object]:
    try:
        return tomllib.loads(text.decode("utf-8-sig"), parse_float=Decimal)
    except InvalidOperation:
        said = "an exponent that no number has"
    except RecursionError:
        said = "nested too deeply"
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as wrong:
        said = str(wrong)
    except ValueError:
        said = "a number of too many digits"
    raise Refused(path, [Finding("BOB231", "file", said, "TOML")])


def _unknown_key(name: str) -> Finding:
    expected = "nothing: other fields fix it" if name in _DERIVED else f"one of {', '.join(FIELD_NAMES)}"
    return Finding("BOB231", name, "a key that a contract does not have", expected)


def _flattened(table: Mapping[str, object]) -> Iterable[tuple[str, object]]:
    for name, value in table.items():
        if isinstance(value, dict):
            yield from ((f"{name}.{field}", inner) for field, inner in value.items())
            if name not in PARTS:
                yield f"[{name}]", value
        else:
            # A quoted key with a point in it is not the field of a table.
            yield (f'"{name}"' if "." in name else name), value


def contract_from_parts(parts: Mapping[str, bytes | int], path: str) -> Contract:
    """The contract that the seven parts of a file state; raises `Refused` (BOB230) where they state none."""
    fields: dict[str, Value] = {"updates": parts["updates"]}
    found: list[Finding] = []
    for part, grammar in PARTS.items():
        try:
            values = grammar.read(cast("bytes", parts[part]))
        except ValueError as wrong:
            found.append(Finding("BOB230", part, escaped(cast("bytes", parts[part])), str(wrong)))
            continue
        fields.update({f"{part}.{name}": value for name, value in values.items()})
    if found:
        raise Refused(path, found)
    try:
        contract = Contract({name: fields[name] for name in FIELD_NAMES})
    except Refused as refused:
        raise Refused(path, refused.findings) from None
    stated: dict[str, Value] = {**fields, "payload": parts["payload"], "chunk": parts["chunk"]}
    found = [
        Finding(
            "BOB230",
            name,
            printed(name, stated[name]),
            printed(name, contract[name]),
            note="other fields fix it",
        )
        for name in _DERIVED
        if stated[name] != contract[name]
    ]
    if found:
        raise Refused(path, found)
    return contract
