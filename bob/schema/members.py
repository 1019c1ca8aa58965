"""What a schema is written with: `Dim`, `Param`, `Block`, `Refine`; `Config`, `Where`: what a config says.

Each remembers the file and line where it was written (`Declaration.place`). Nothing is checked here: a schema
is read, and refused if it is badly made, where its class is defined (`bob.schema.definition`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from bob.spec.fields import Declaration

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.schema.dtypes import Typed
    from bob.spec.terms import Predicate

    Optional: TypeAlias = "bool | Literal['each'] | Where"


class Where(NamedTuple):
    """An optional member is there where a config's `field` says true, and is not where it says false.

    `absent` is what no such field means. Without a config all of the member is there or none of it.
    """

    field: str
    absent: bool = False


class Config:
    """Where a config states a number: the first of `names` that it has, dotted inside of nested objects."""

    def __init__(self, *names: str) -> None:
        self.names = names

    def __repr__(self) -> str:
        return " or ".join(self.names)


class Dim(Declaration):
    """A natural number from `low` to `high` inclusive, which is solved from shapes and counts.

    `config` is the field, or `Config`, that states it; `absent` is a term over other dims: what it is where a
    config has no such field.
    """

    def __init__(
        self,
        low: int = 1,
        high: int | None = None,
        *,
        config: str | Config | None = None,
        absent: str | None = None,
    ) -> None:
        self.low = low
        self.high = high
        self.config = Config(config) if isinstance(config, str) else config
        self.absent = absent

    def allows(self, value: int) -> bool:
        """Whether a value lies within the bounds."""
        return self.low <= value and (self.high is None or value <= self.high)


class Param(Declaration):
    """Tensors of one pattern of names, one for each value of the indices of the blocks around it.

    `optional=True`: all of them are there or none; `optional="each"`: each of them or not;
    `optional=Where("field")`: what a config says. `tied` names another param of which this one is a copy, bit
    for bit, or absent.
    `values` is what is asked of its numbers, for whoever reads them.
    """

    def __init__(
        self,
        name: str,
        typed: Typed,
        *,
        optional: Optional = False,
        tied: str | None = None,
        values: object = None,
    ) -> None:
        self.name = name
        self.typed = typed
        self.optional = optional
        self.tied = tied
        self.values = values


class Block(Declaration):
    """Members whose names begin with `prefix`, repeated for each `{i}` below `count`, a term over dims.

    A block of count 1 needs no index: it is a group. `optional=True`: all of the block is there or nothing;
    `optional="each"`: that holds for each index by itself; `optional=Where("field")`: what a config says.
    """

    def __init__(
        self, prefix: str, count: str | int, *members: Param | Block, optional: Optional = False
    ) -> None:
        self.prefix = prefix
        self.count = count
        self.members = members
        self.optional = optional


class Refine(Declaration):
    """A statement over the dims, `lambda s: s.H % s.G == 0`, and the sentence that says it."""

    def __init__(self, statement: Callable[..., Predicate], sentence: str) -> None:
        self.statement = statement
        self.sentence = sentence
