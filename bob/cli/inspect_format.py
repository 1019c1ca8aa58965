"""`bob inspect` of other formats: tensors by the pattern of their names, layout, digests, values."""

from __future__ import annotations

from collections import Counter
from math import isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bob.canonical import canonical_json
from bob.cli.places import named
from bob.cli.progress import Progress
from bob.cli.render import columns, printable, shortened
from bob.errors import Refused, so_many
from bob.formats.content import Contents
from bob.formats.inventory import totals
from bob.formats.patterns import folded
from bob.formats.recognised import read_format

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bob.cli.places import Named
    from bob.formats.inventory import Entry, Inventory, Reading

_VALUES = ("minimum", "median", "maximum", "n_nan", "n_infinite")


class Wanted(NamedTuple):
    """What is asked for beyond the patterns."""

    every: bool = False
    digests: bool = False
    values: bool = False


class _Row(NamedTuple):
    """A tensor with its digest and what its values come to, where these were asked for."""

    entry: Entry
    digest: str | None
    values: Mapping[str, object] | None


def inspected(file: str, wanted: Wanted, as_json: bool) -> None:
    """Print what a file of another format holds; raises `Refused` where it breaks a rule of its format."""
    with named(file) as opened:
        if opened.remote is not None and (wanted.digests or wanted.values):
            raise click.UsageError("of a URL headers alone are read: fetch it for --digests or --values")
        reading = read_format(opened.place, opened.deep)
        if reading.findings or reading.inventory is None:
            raise Refused(file, reading.findings)
        rows = _rows(opened, reading.inventory, wanted)
        opened.require_unchanged()
    if as_json:
        click.echo(canonical_json(_as_json(file, reading, reading.inventory, opened, rows)), nl=False)
    else:
        click.echo("\n".join(_lines(file, reading.inventory, opened, rows, wanted)))


def _rows(opened: Named, inventory: Inventory, wanted: Wanted) -> list[_Row]:
    if not (wanted.digests or wanted.values):
        return [_Row(entry, None, None) for entry in inventory.entries]
    from bob.formats.summaries import summary_of
    from bob.formats.values import digest_of

    rows = []
    with Progress(totals(inventory)[1]) as progress:
        # Values are read several times: the first reading counts.
        counted = Contents(opened.place, inventory, progress.add)
        silent = Contents(opened.place, inventory)
        for entry in inventory.entries:
            digest = digest_of(counted, entry).hex() if wanted.digests else None
            summary = summary_of(silent if wanted.digests else counted, entry) if wanted.values else None
            values = {} if summary is None else summary._asdict()
            rows.append(_Row(entry, digest, values if wanted.values else None))
    return rows


def _lines(
    file: str, inventory: Inventory, opened: Named, rows: Sequence[_Row], wanted: Wanted
) -> Iterator[str]:
    n_elements, n_bytes = totals(inventory)
    yield f"{printable(file)}: {inventory.format}, {inventory.n_bytes:,} bytes"
    facts = [("tensors", f"{len(rows):,}, {so_many(n_elements, 'element')}, {n_bytes:,} bytes")]
    counts = Counter(entry.dtype for entry in inventory.entries)
    facts += [("types", ", ".join(f"{name} {n:,}" for name, n in sorted(counts.items())))] if counts else []
    facts += _plain(inventory.facts)
    if opened.remote is not None:
        facts.append(("fetched", f"{opened.remote.n_fetched:,} of {opened.remote.n_bytes:,} bytes"))
    yield from columns(facts, indent=2)
    if inventory.metadata:
        yield "metadata"
        yield from columns(_plain(inventory.metadata), indent=2)
    if rows:
        yield "tensors"
        yield from columns(_each(rows, wanted) if any(wanted) else _patterns(inventory), indent=2)


def _plain(values: Mapping[str, object]) -> list[tuple[str, str]]:
    return [(shortened(printable(str(k))), shortened(printable(_text(v)))) for k, v in values.items()]


def _text(value: object) -> str:
    return f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)


def _patterns(inventory: Inventory) -> list[tuple[str, ...]]:
    return [
        (
            shortened(printable(pattern.text)),
            pattern.dtype,
            str(list(pattern.shape)),
            f"x{pattern.n_tensors:,}" if pattern.n_tensors > 1 else "",
            f"{pattern.n_bytes:,} bytes",
        )
        for pattern in folded(inventory.entries)
    ]


def _each(rows: Sequence[_Row], wanted: Wanted) -> list[tuple[str, ...]]:
    """A line for each tensor, below the names of what is in it."""
    heads = ["name", "type", "shape"]
    heads += ["file", "offset", "bytes", "strides"] if wanted.every else []
    heads += ["digest"] if wanted.digests else []
    heads += [name.replace("n_", "") for name in _VALUES] if wanted.values else []
    return [tuple(heads), *(tuple(_cells(row, wanted)) for row in rows)]


def _cells(row: _Row, wanted: Wanted) -> Iterator[str]:
    entry = row.entry
    yield shortened(printable(entry.name))
    yield entry.dtype + (" big-endian" if entry.big_endian else "")
    yield str(list(entry.shape))
    if wanted.every:
        yield shortened(printable(entry.file)) or "-"
        yield f"{entry.byte_offset:,}"
        yield f"{entry.n_bytes:,}"
        yield "row-major" if entry.strides is None else str(list(entry.strides))
    if wanted.digests:
        yield row.digest or ""
    if wanted.values:
        values = row.values or dict.fromkeys(_VALUES, "not decoded")
        yield from (_text(values[name]) or "-" for name in _VALUES)


def _as_json(
    file: str, reading: Reading, inventory: Inventory, opened: Named, rows: Sequence[_Row]
) -> dict[str, Any]:
    n_elements, n_bytes = totals(inventory)
    told = {
        "file": file,
        "format": inventory.format,
        "file_bytes": inventory.n_bytes,
        "elements": n_elements,
        "tensor_bytes": n_bytes,
        "facts": _jsonable(inventory.facts),
        "metadata": _jsonable(inventory.metadata),
        "not_checked": list(reading.not_checked),
        "tensors": [_row_json(row) for row in rows],
    }
    if opened.remote is not None:
        told["fetched"] = opened.remote.n_fetched
    return told


def _row_json(row: _Row) -> dict[str, Any]:
    told = {**row.entry._asdict(), "shape": list(row.entry.shape)}
    told["strides"] = None if row.entry.strides is None else list(row.entry.strides)
    told |= {} if row.digest is None else {"digest": row.digest}
    return told | ({} if row.values is None else {"values": dict(row.values) or None})


def _jsonable(value: object) -> Any:
    """A plain value as JSON has it: what it has no form for, as a text."""
    match value:
        case None | bool() | int() | str():
            return value
        case float():
            return value if isfinite(value) else str(value)
        case list() | tuple():
            return [_jsonable(item) for item in value]
        case bytes():
            return value.hex()
    if hasattr(value, "items"):
        return {str(key): _jsonable(item) for key, item in value.items()}
    return str(value)
