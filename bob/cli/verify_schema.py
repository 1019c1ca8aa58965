"""`bob verify schema`: hold a file against a typed schema, and say which dims it has."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bob.canonical import canonical_json
from bob.cli.held_schema import held_schema
from bob.cli.options import FILE
from bob.cli.output import output_options
from bob.cli.places import named
from bob.cli.progress import Progress
from bob.cli.render import exit_status, printable, refusal, report_json, shortened
from bob.errors import Refused
from bob.judged import Judged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.cli.output import Output
    from bob.cli.places import Named
    from bob.formats.inventory import Inventory, Reading
    from bob.schema.matching import Matched

_MOST_LINES = 10


class _Asked(NamedTuple):
    """What the command was given beside the file."""

    schema: str
    config: str | None
    base: str | None
    values: bool


class _Found(NamedTuple):
    """The inventory, what holding it against the schema came to, and the name of the config that was read."""

    inventory: Inventory
    matched: Matched
    config: str


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--schema", "schema", required=True, metavar="NAME|FILE.py:Name", help="bob schema list has names."
)
@click.option(
    "--config", type=FILE, metavar="FILE.json", help="The config; default: config.json beside FILE."
)
@click.option("--base", type=FILE, metavar="FILE", help="What --schema lora or adam belongs to.")
@click.option("--values", is_flag=True, help="Read all numbers as well: finite, in range, copies equal.")
@output_options
def command(
    file: str,
    schema: str,
    config: str | None,
    base: str | None,
    values: bool,
    as_json: bool,
    output: Output,
) -> None:
    """Hold FILE, a path or a URL, against a typed schema: names, shapes, types, config; say who is wrong.

    The rules of the file's own format come first. A config.json beside FILE is read, as data, and so is a
    tokenizer. FILE.py of --schema is Python and is run, because it is named here; nothing else is.
    """
    asked = _Asked(schema, config, base, values)
    with ExitStack() as stack:
        opened = stack.enter_context(named(file))
        reading = _read(opened)
        found = None if reading.findings else _held(reading, opened, asked, stack)
        opened.require_unchanged()
    judged = _judged(file, reading, found)
    output.tell(judged)
    if as_json:
        verdict = "REFUSED" if judged.findings else "VERIFIED"
        report = report_json(file, verdict, judged.findings, ())
        click.echo(canonical_json({**report, **_facts(asked, judged, found)}), nl=False)
    elif judged.findings:
        click.echo("\n".join([refusal(Refused(file, judged.findings)), *_after(judged, found)]))
    else:
        assert found is not None
        head = f"{printable(file)}: VERIFIED  schema {printable(schema)}"
        click.echo("\n".join([head, *_lines(found), _open(judged)]))
    if judged.findings:
        click.get_current_context().exit(exit_status(judged.findings))


def _read(opened: Named) -> Reading:
    from bob.formats.recognised import read_format

    return read_format(opened.place, opened.deep)


def _held(reading: Reading, opened: Named, asked: _Asked, stack: ExitStack) -> _Found:
    """The tensors against the schema; raises `Refused` for a schema, config or base that cannot be read."""
    from bob.formats.content import Contents
    from bob.formats.inventory import totals

    assert reading.inventory is not None
    if asked.values and opened.remote is not None:
        raise click.UsageError("--values is for files, not for a URL.")
    base = None if asked.base is None else _base(asked.base, stack)
    is_remote = opened.remote is not None
    held, config_name = held_schema(
        asked.schema, reading.inventory, opened.place, asked.config, base, is_remote
    )
    matched = held.matched
    if asked.values and not matched.findings:
        with Progress(totals(reading.inventory)[1]) as progress:
            contents = Contents(opened.place, reading.inventory, progress.add)
            matched = held.with_values(contents)
    return _Found(reading.inventory, matched, config_name)


def _base(path: str, stack: ExitStack) -> Inventory:
    """The tensors of the base; raises `Refused` where it is not well formed."""
    reading = _read(stack.enter_context(named(path)))
    if reading.findings or reading.inventory is None:
        raise Refused(path, reading.findings)
    return reading.inventory


def _judged(file: str, reading: Reading, found: _Found | None) -> Judged:
    if found is None:
        return Judged.by_bob(file, reading.findings, (*reading.not_checked, "values", "the schema"))
    matched = found.matched
    open_ = dict.fromkeys((*reading.not_checked, *matched.not_checked))
    return Judged(file, matched.findings, matched.lines, tuple(open_))


def _lines(found: _Found) -> Iterator[str]:
    matched = found.matched
    yield f"  tensors     {len(found.inventory.entries):,}, {printable(found.inventory.format)}"
    if matched.binding:
        yield f"  dims        {', '.join(f'{name} = {size:,}' for name, size in matched.binding.items())}"
    for dim, what in matched.undecided.items():
        yield f"  undecided   {dim}: {printable(what)}"
    yield f"  config      {printable(found.config) or 'none'}"
    for note in matched.notes:
        yield f"  note        {shortened(printable(note))}"


def _after(judged: Judged, found: _Found | None) -> Iterator[str]:
    """Below a refusal: where the rules are written, and what was found all the same."""
    places = dict.fromkeys(f"{line.file}:{line.line}" for line in judged.lines if line is not None)
    for place in [*places][:_MOST_LINES]:
        yield f"  schema      {printable(place)}"
    if len(places) > _MOST_LINES:
        yield f"  schema      and {len(places) - _MOST_LINES:,} more lines (--json lists them all)"
    if found is not None:
        yield from _lines(found)
    yield _open(judged)


def _open(judged: Judged) -> str:
    return f"  not checked: {', '.join(map(printable, judged.not_checked)) or 'nothing that Bob knows of'}"


def _facts(asked: _Asked, judged: Judged, found: _Found | None) -> dict[str, Any]:
    told: dict[str, Any] = {
        "schema": asked.schema,
        "lines": [None if line is None else line._asdict() for line in judged.lines],
        "not_checked": list(judged.not_checked),
    }
    if found is not None:
        told["dims"] = dict(found.matched.binding)
        told["undecided"] = dict(found.matched.undecided)
        told["notes"] = list(found.matched.notes)
        told["config"] = found.config
        told["tensors"] = len(found.inventory.entries)
        told["format"] = found.inventory.format
    return told
