"""A config beside a checkpoint, as plain JSON: `read_config`; what it states of a schema's dims: `linked`.

    config = read_config("config.json", source)      # raises Refused (BOB625)
    linked(spec.dims, config).values                  # {"D": Stated(4096, "hidden_size"), ...}

In a config that is composed of several (`text_config`), the sizes of the text part count before those around
it: transformers builds the decoder from it (PretrainedConfig.get_text_config). Null is as good as no field.
What follows from a field that is not there is the schema's: `Dim(absent=...)`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.errors import Finding, Refused
from bob.formats.json_tokens import NotJson
from bob.formats.strict_json import read_json

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from bob.schema.members import Dim
    from bob.store import Source

TEXT_PART = "text_config"
_MOST_BYTES = 10_000_000


class Stated(NamedTuple):
    """A number that a config states, and its field, dotted inside of nested objects."""

    value: int
    field: str


class Linked(NamedTuple):
    """What a config states of dims, and a finding (BOB625) for each field that is no natural number."""

    values: dict[str, Stated]
    findings: tuple[Finding, ...]


def read_config(name: str, source: Source) -> dict[str, object]:
    """The object that a config is; raises `Refused` (BOB625) for anything else, or a key twice."""
    return read_object(name, source, _MOST_BYTES)


def read_object(name: str, source: Source, most_bytes: int) -> dict[str, object]:
    """A JSON object of at most so many bytes; raises `Refused` (BOB625)."""
    if source.n_bytes > most_bytes:
        found = f"{source.n_bytes:,} bytes", f"at most {most_bytes:,}"
        raise Refused(name, [Finding("BOB625", name, *found)])
    twice: list[Finding] = []

    def on_duplicate(key: str, place: int) -> None:
        twice.append(Finding("BOB625", key, "once more", "a key of its own", place))

    try:
        value = read_json(source, on_duplicate)
    except NotJson as wrong:
        finding = Finding("BOB625", name, wrong.found, wrong.expected, wrong.byte_offset)
        raise Refused(name, [finding]) from None
    if not isinstance(value, dict):
        raise Refused(name, [Finding("BOB625", name, said(value), "an object", 0)])
    if twice:
        raise Refused(name, twice)
    return value


def linked(dims: Mapping[str, Dim], config: Mapping[str, object]) -> Linked:
    """The dims whose fields a config has; a field that is no natural number is told."""
    values: dict[str, Stated] = {}
    findings: list[Finding] = []
    for name, dim in dims.items():
        found = None if dim.config is None else field_of(config, dim.config.names)
        if found is None:
            continue
        field, value = found
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            values[name] = Stated(value, field)
        else:
            findings.append(Finding("BOB625", field, said(value), f"a natural number, for the dim {name}"))
    return Linked(values, tuple(findings))


def field_of(config: Mapping[str, object], names: Iterable[str]) -> tuple[str, object] | None:
    """The first of the names that the text part of a config has, or else the config; its field and value."""
    text_part = config.get(TEXT_PART)
    for name in names:
        for where, prefix in ((text_part, f"{TEXT_PART}."), (config, "")):
            value = _inside(where, name.split("."))
            if value is not None:
                return prefix + name, value
    return None


def is_true(config: Mapping[str, object], field: str, absent: bool) -> bool:
    """Whether a field of a config is true; `absent` where the config has no such field."""
    stated = field_of(config, (field,))
    return absent if stated is None else stated[1] is True


def _inside(value: object, path: Iterable[str]) -> object:
    """What a path of keys leads to; None where it leads nowhere."""
    for key in path:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def said(value: object) -> str:
    """A JSON value for a finding, by its kind where it is long."""
    match value:
        case bool() | None:
            return {True: "true", False: "false", None: "null"}[value]
        case int() | float():
            return repr(value)
        case str():
            return "a text"
        case dict():
            return "an object"
    return "a list"
