"""What a schema asks of a param's numbers: `Param("wte.weight", FLOAT["V, D"], values=NOT_ZERO)`.

Floats are finite whatever is asked. All of this is for whoever reads values (`bob.schema.values`), but for
`copy_where`: whether a tensor may be absent is a question of the header and its config (`bob.schema.copies`).
"""

from __future__ import annotations

from typing import NamedTuple


class CopyWhere(NamedTuple):
    """An optional param is the param `of` again where a config's `field` says true: absent, or equal bits.

    Where it says false the param is there, and is what it is. `absent` is what no such field means.
    """

    of: str
    field: str
    absent: bool


class Values(NamedTuple):
    """Numbers from `low` to `high` inclusive, not all zero unless `zero`; `copy_where` as above."""

    low: float | None = None
    high: float | None = None
    zero: bool = True
    copy_where: CopyWhere | None = None


NOT_ZERO = Values(zero=False)
FRACTION = Values(low=0, high=1)
NATURAL = Values(low=0)
