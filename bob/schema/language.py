"""Typed schemas: what the tensors of a checkpoint must be, as a class over symbolic dims.

    class Table(Schema):
        L = Dim(config="layers")
        D = Dim(config="width")
        embed = Param("embed.weight", FLOAT["D * 4, D"])
        layers = Block("layers.{i}.", "L", Param("weight", FLOAT["D, D"]))

The class body is read once (`bob.schema.definition`), and a badly made schema is refused there, by name, file
and line (BOB600 to BOB604). A subclass replaces members in their place and adds others; a member that is set
to None is taken out. `prefixes` are what writers of this kind put before all names, or leave away;
`spellings` are pairs of ends of names, an older one and the schema's: a file has all of one kind.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any, ClassVar

from bob.judged import Line
from bob.schema.definition import Definition
from bob.schema.definition_terms import badly
from bob.spec.fields import Declaration

if TYPE_CHECKING:
    from bob.schema.compiled import Spec


class _Body(dict[str, Any]):
    """The namespace of a class body, which refuses a second definition of a declared name."""

    def __init__(self, schema: str) -> None:
        super().__init__()
        self._schema = schema

    def __setitem__(self, name: str, value: Any) -> None:
        if name in self and (isinstance(value, Declaration) or isinstance(self[name], Declaration)):
            place = value.place if isinstance(value, Declaration) else self[name].place
            raise badly("BOB602", self._schema, name, Line(*place), "the schema has a member of this name")
        super().__setitem__(name, value)


class SchemaMeta(type):
    """Reads the body of a schema into `spec`; raises `Refused` for a badly made one."""

    spec: Spec

    @classmethod
    def __prepare__(metacls, name: str, bases: tuple[type, ...], /, **_: Any) -> _Body:  # noqa: N804
        return _Body(name)

    def __new__(metacls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> SchemaMeta:
        """Make the class and its spec."""
        caller = sys._getframe(1)
        line = Line(caller.f_code.co_filename, caller.f_lineno)
        own = {
            key: value
            for key, value in body.items()
            if isinstance(value, Declaration) or (value is None and not key.startswith("_"))
        }
        rest = {key: value for key, value in body.items() if key not in own}
        schema = super().__new__(metacls, name, bases, rest)
        members: dict[str, Declaration | None] = {}
        for ancestor in reversed(schema.__mro__[1:]):
            members.update(ancestor.__dict__.get("_members", {}))
        definition = Definition(name, line)
        definition.require_members(rest, own, members)
        members |= own
        schema._members = own  # type: ignore[attr-defined]
        declared = {key: member for key, member in members.items() if member is not None}
        schema.spec = definition.spec(
            declared, getattr(schema, "prefixes", ()), getattr(schema, "spellings", ())
        )
        return schema


class Schema(metaclass=SchemaMeta):
    """What every schema derives from."""

    prefixes: ClassVar[tuple[str, ...]] = ()
    spellings: ClassVar[tuple[tuple[str, str], ...]] = ()
