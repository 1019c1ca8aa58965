"""The fixed fields that a family begins with, many records fast: `FixedFields(LocalHeader.at())`.

    fields = FixedFields(LocalHeader.at())
    header = fields.read(view, place)     # header.n_stored, header.name_bytes; None where bytes lack

The layout is the family's own: its stored fields up to the first whose size is not a number. For one record,
or where what is wrong in it is to be said, there is `bob.codec`.
"""

from __future__ import annotations

import struct
from collections import namedtuple
from typing import TYPE_CHECKING, Any, cast

from bob.spec.fields import Magic, Scalar

if TYPE_CHECKING:
    from bob.spec.at import FamilyAt
    from bob.spec.fields import Field


class FixedFields:
    """A reader of the fields of fixed size that a family begins with; `n_bytes` is what they take."""

    def __init__(self, at: FamilyAt) -> None:
        codes = {}
        for name, field in at.fields.items():
            if (code := _code(field)) is None:
                break
            codes[name] = code
        self._struct = struct.Struct("<" + "".join(codes.values()))
        self._row = cast("Any", namedtuple)(at.spec.name, codes)
        self._constants = tuple(
            (name, field.value) for name, field in at.fields.items() if isinstance(field, Magic)
        )

    @property
    def n_bytes(self) -> int:
        """The bytes of the fields together."""
        return self._struct.size

    def read(self, data: bytes | memoryview, place: int) -> Any:
        """The fields from byte `place` on, by name; None where bytes lack or a constant is another."""
        if place + self.n_bytes > len(data):
            return None
        row = self._row._make(self._struct.unpack_from(data, place))
        return row if all(getattr(row, name) == value for name, value in self._constants) else None


def _code(field: Field) -> str | None:
    match field:
        case Scalar():
            return field.typecode
        case Magic():
            return f"{len(field.value)}s"
    return None
