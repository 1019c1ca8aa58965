"""Classes of element types, with axes in square brackets: `FLOAT["V, D"]`, `(F32 | BF16)[""]`.

Types are named as `Entry.dtype` names them (`bob.spec.formats.dtypes`; for block types of GGUF, GGUF's own
names). `ANY` holds all of them, those of formats to come included.
"""

from __future__ import annotations

from typing import NamedTuple

from bob.spec.formats.dtypes import BITS


class Typed(NamedTuple):
    """A class of types with the text of the axes, read when the schema is defined."""

    dtypes: Dtypes
    axes: str


class Dtypes:
    """A class of types: `names`, or all types where that is None. Classes are joined by `|`."""

    def __init__(self, label: str, names: frozenset[str] | None) -> None:
        self.label = label
        self.names = names

    def __getitem__(self, axes: str) -> Typed:
        """The class with axes: terms over dims, parted by commas; of a scalar the text is empty."""
        return Typed(self, axes)

    def __or__(self, other: Dtypes) -> Dtypes:
        if self.names is None or other.names is None:
            return ANY
        return Dtypes(f"{self.label} | {other.label}", self.names | other.names)

    def __contains__(self, name: str) -> bool:
        return self.names is None or name in self.names

    def __repr__(self) -> str:
        return self.label

    @property
    def told(self) -> str:
        """The class in words, its members listed where its label is not the only one."""
        if self.names is None or self.names == {self.label}:
            return self.label
        return f"{self.label}: {', '.join(name for name in BITS if name in self.names)}"


def of_one(name: str) -> Dtypes:
    """The class of one type; a name that no format has here is one as well, for block types."""
    return Dtypes(name, frozenset((name,)))


ANY = Dtypes("ANY", None)
F64, F32, F16, BF16 = map(of_one, ("F64", "F32", "F16", "BF16"))
FLOAT = Dtypes("FLOAT", frozenset(("F64", "F32", "F16", "BF16")))
I64, I32, I16, I8 = map(of_one, ("I64", "I32", "I16", "I8"))
U64, U32, U16, U8 = map(of_one, ("U64", "U32", "U16", "U8"))
INT = Dtypes("INT", frozenset(name for name in BITS if name[0] in "IU"))
BOOL = of_one("BOOL")
F8_E4M3, F8_E5M2, F8_E8M0 = map(of_one, ("F8_E4M3", "F8_E5M2", "F8_E8M0"))
F8_E4M3FNUZ, F8_E5M2FNUZ = map(of_one, ("F8_E4M3FNUZ", "F8_E5M2FNUZ"))
FP8 = Dtypes("FP8", frozenset(name for name in BITS if name.startswith("F8_")))
