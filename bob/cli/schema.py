"""`bob schema`: schemas listed, shown, and written of a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bob.canonical import canonical_json
from bob.cli.options import FILE, json_option
from bob.cli.places import named
from bob.cli.render import columns, printable
from bob.errors import Refused, so_many
from bob.kinds import kind_of
from bob.store import Slot, already_there, exists, replace_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.formats.recognised import Place
    from bob.schema import Schema

_CONFIG = "config.json"
_TEXTS = ("text", "empty")


@click.group()
def command() -> None:
    """List schemas, show one, or write one of a good file."""


@command.command("list")
@json_option()
def listing(as_json: bool) -> None:
    """List the schemas that Bob ships, by the names that --schema takes."""
    from bob.schema.holding import CONGRUENCES
    from bob.schema.loading import shipped

    rows = {name: _sentence(schema) for name, schema in shipped().items()} | CONGRUENCES
    if as_json:
        click.echo(canonical_json(rows), nl=False)
        return
    click.echo("\n".join([*columns(sorted(rows.items())), "", "bob schema show NAME   its dims and params"]))


@command.command()
@click.argument("name")
@json_option()
def show(name: str, as_json: bool) -> None:
    """Show the dims, params and refinements of NAME: a shipped schema, or FILE.py:Name, which is run."""
    from bob.schema import load_schema
    from bob.schema.holding import CONGRUENCES

    if name in CONGRUENCES:
        said = CONGRUENCES[name]
        click.echo(canonical_json({"says": said}) if as_json else f"{name}: {said}\n", nl=False)
        return
    schema = load_schema(name)
    if as_json:
        click.echo(canonical_json(_facts(schema)), nl=False)
        return
    click.echo("\n".join(_lines(name, schema)))


@command.command()
@click.argument("file", type=FILE)
@click.option("-o", "--out", required=True, type=FILE, metavar="SCHEMA.py", help="The file to write.")
@click.option("--name", default="Inferred", show_default=True, help="The name of the class.")
@click.option("--force", is_flag=True, help="Replace SCHEMA.py if it is there.")
@json_option()
def infer(file: str, out: str, name: str, force: bool, as_json: bool) -> None:
    """Write a schema of FILE, a good one: repeated blocks folded, equal sizes named, types as they are.

    A config.json beside FILE is read, as data, and names sizes. Before SCHEMA.py is put in place the schema
    is loaded and FILE held against it.
    """
    from bob.formats.recognised import read_format
    from bob.schema.infer import infer as infer_schema

    if not name.isidentifier() or not name[0].isupper():
        raise click.UsageError(f"--name takes a class name such as Inferred, not {name!r}")
    if exists(out) and not force:
        raise already_there(out)
    with named(file) as opened:
        reading = read_format(opened.place, opened.deep)
        if reading.findings or reading.inventory is None:
            raise Refused(file, reading.findings)
        config = _config_beside(opened.place)
        written = infer_schema(opened.place.name, reading.inventory, config, name)
        opened.require_unchanged()
    content = written.text.encode()
    if force:
        replace_file(out, content, lambda head, n_bytes: kind_of(head, n_bytes).name in _TEXTS)
    else:
        with Slot(out) as slot:
            slot.publish(content)
    facts = {
        "schema": f"{out}:{name}",
        "tensors": len(reading.inventory.entries),
        "patterns": len(written.schema.spec.patterns),
        "dims": dict(written.matched.binding),
        "undecided": dict(written.matched.undecided),
        "config": config is not None,
    }
    click.echo(canonical_json(facts) if as_json else "\n".join(_told(file, facts)) + "\n", nl=False)


def _config_beside(place: Place) -> dict[str, object] | None:
    """The config.json beside a file; raises `Refused` for one that cannot be read."""
    from bob.schema.config import read_config

    source = place.beside(_CONFIG)
    return None if source is None else read_config(_CONFIG, source)


def _told(file: str, facts: dict[str, Any]) -> Iterator[str]:
    yield f"{printable(facts['schema'])}: written, and {printable(file)} held against it"
    yield f"  patterns    {facts['patterns']:,}, for {so_many(facts['tensors'], 'tensor')}"
    if facts["dims"]:
        yield f"  dims        {', '.join(f'{name} = {size:,}' for name, size in facts['dims'].items())}"
    if facts["undecided"]:
        yield f"  undecided   {', '.join(f'{dim} ({what})' for dim, what in facts['undecided'].items())}"
    yield (
        f"  config      {_CONFIG}, beside the file"
        if facts["config"]
        else "  config      none beside the file"
    )
    yield f"bob verify schema FILE --schema {printable(facts['schema'])}"


def _sentence(schema: type[Schema]) -> str:
    """The first sentence of a schema's own text."""
    return (schema.__doc__ or "").strip().partition("\n")[0].rstrip(".")


def _lines(name: str, schema: type[Schema]) -> Iterator[str]:
    facts = _facts(schema)
    yield f"{printable(name)}: {facts['says']}"
    yield "dims"
    yield from columns([(dim["name"], dim["from"]) for dim in facts["dims"]], indent=2)
    yield "params"
    rows = [(each["name"], each["type"], each["notes"]) for each in facts["params"]]
    yield from columns(rows, indent=2)
    if facts["refinements"]:
        yield "refinements"
        yield from (f"  {each['statement']}   {each['sentence']}" for each in facts["refinements"])


def _facts(schema: type[Schema]) -> dict[str, Any]:
    from bob.spec.terms import text

    spec = schema.spec
    dims = []
    for name, dim in spec.dims.items():
        said = [f"config {dim.config!r}"] if dim.config is not None else []
        said += [f"or else {text(spec.absent[name])}"] if name in spec.absent else []
        dims.append({"name": name, "from": ", ".join(said) or "shapes alone"})
    params = []
    for pattern in spec.patterns:
        notes = [f"{index.name} < {text(index.below)}" for index in pattern.indices]
        wheres = [f"where config {gate.where.field}" for gate in pattern.gates if gate.where is not None]
        notes += wheres or (["optional"] if pattern.gates else [])
        notes += [f"or {pattern.tied} again"] if pattern.tied else []
        axes = ", ".join(map(text, pattern.axes))
        params.append(
            {"name": pattern.text, "type": f"{pattern.dtypes!r}[{axes}]", "notes": ", ".join(notes)}
        )
    refinements = [{"statement": repr(r.predicate), "sentence": r.sentence} for r in spec.refinements]
    return {"says": _sentence(schema), "dims": dims, "params": params, "refinements": refinements}
