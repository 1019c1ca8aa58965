"""What the keys of an npy header say: `Described(header, text, origin, encoding)`, and what is wrong.

The header was parsed by `bob.formats.npy_header`; how many bytes of data there are is not known here.
"""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from bob.errors import Finding
from bob.formats.npy_header import snippet
from bob.formats.npy_types import Type, type_of
from bob.spec.formats.npy import KEYS, MOST_DIGITS, MOST_DIMS

if TYPE_CHECKING:
    from bob.formats.npy_header import Header, Literal

_WORD_BITS = 63


class Described:
    """An array as its header describes it; None for what it does not say, or not so that it can be used.

    `found` holds what is wrong, with places from the start of the file; `not_checked` what stays open.
    """

    def __init__(self, header: Header, text: bytes, origin: int, encoding: str) -> None:
        self.found: list[Finding] = []
        self.not_checked: list[str] = []
        self._header = header
        self._text = text
        self._origin = origin
        self._encoding = encoding
        values = self._values()
        self.type = self._type(values.get("descr"))
        self.is_fortran = self._order(values.get("fortran_order"))
        self.shape = self._shape(values.get("shape"))

    @property
    def n_bytes(self) -> int | None:
        """The bytes of the elements, if shape and width are known."""
        if self.type is None or self.type.n_bytes is None or self.shape is None:
            return None
        return prod(self.shape) * self.type.n_bytes

    def _wrong(self, code: str, part: str, value: Literal, expected: str, note: str = "") -> None:
        found = snippet(self._text, value.begin, value.end)
        self.found.append(Finding(code, part, found, expected, self._origin + value.begin, note))

    def _values(self) -> dict[str, Literal]:
        """The value of each key, the last of two; told where one lacks, comes twice or is unknown."""
        values: dict[str, Literal] = {}
        for key, value in self._header.pairs:
            word = key.text.decode("utf-8", "backslashreplace") if key.kind == "string" else ""
            if word not in KEYS:
                self._wrong("BOB573", "key", key, f"one of {', '.join(KEYS)}")
            elif word in values:
                place, note = self._origin + key.begin, "NumPy takes the last"
                self.found.append(Finding("BOB573", word, "once more", "each key once", place, note))
            values[word] = value
        if self._header.pairs or self._header.wrong is None or self._header.wrong.is_padding:
            lacking = [word for word in KEYS if word not in values]
            self.found += [
                Finding("BOB573", word, "not there", "three keys", self._origin) for word in lacking
            ]
        return values

    def _order(self, value: Literal | None) -> bool | None:
        if value is None:
            return None
        if value.kind == "name" and value.text in (b"True", b"False"):
            return value.text == b"True"
        self._wrong("BOB574", "fortran_order", value, "True or False")
        return None

    def _shape(self, value: Literal | None) -> tuple[int, ...] | None:
        if value is None:
            return None
        if value.kind != "tuple":
            self._wrong("BOB574", "shape", value, "a tuple of natural numbers")
            return None
        if value.n_items > MOST_DIMS:
            self._wrong("BOB574", "shape", value, f"at most {MOST_DIMS} dims", f"it has {value.n_items:,}")
            return None
        wrong = [i for i, item in enumerate(value.items) if not _is_length(item)]
        for i in wrong:
            self._wrong("BOB574", f"shape[{i}]", value.items[i], "a natural number below 2^63")
        return None if wrong else tuple(_number(item) for item in value.items)

    def _type(self, value: Literal | None) -> Type | None:
        if value is None:
            return None
        if value.kind == "string":
            try:
                found = type_of(value.text.decode(self._encoding))
            except UnicodeDecodeError:
                # That the header is no UTF-8 is told of all of it.
                return None
        elif value.kind in ("list", "tuple"):
            words = f"a structure of {value.n_items:,} fields" if value.kind == "list" else "a nested array"
            found = Type("", None, words=words, is_object=self._header.has_objects)
        else:
            self._wrong("BOB574", "descr", value, "a type string, or a list of fields")
            return None
        if found.is_object:
            self._wrong("BOB575", "descr", value, "numbers", "a pickle, which was not loaded")
            self.not_checked.append("the pickle that holds the objects")
        elif not found.dtype:
            self._wrong("BOB576", "descr", value, "a plain number", found.note or found.words)
            if found.n_bytes is None:
                self.not_checked.append("the number of bytes: the width of an element is not known")
        elif not found.has_order:
            self.not_checked.append("the byte order: the header leaves it to the machine that reads it")
        return found


def _number(item: Literal) -> int:
    return int(item.text.rstrip(b"L"))


def _is_length(item: Literal) -> bool:
    if item.kind != "number" or len(item.text) > MOST_DIGITS or item.text.startswith(b"-"):
        return False
    return _number(item).bit_length() <= _WORD_BITS
