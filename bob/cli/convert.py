"""`bob convert`: a file of another format, bit for bit."""

from __future__ import annotations

import os

import click

from bob.canonical import canonical_json, hex_digest
from bob.cli.options import FILE, json_option
from bob.cli.places import named
from bob.cli.render import printable
from bob.errors import Refused, so_many
from bob.store import Buffer, OpenFile, Slot, already_there, exists

_BY_SUFFIX = {".bin": "bob", ".ckpt": "bob", ".safetensors": "safetensors", ".npz": "npz"}


@click.command()
@click.argument("source", metavar="IN", type=FILE)
@click.argument("out", metavar="OUT", type=FILE)
@click.option("--tensors-only", is_flag=True, help="Leave out what IN says beside its tensors.")
@click.option("--force", is_flag=True, help="Let OUT take the place of a file.")
@json_option()
def command(source: str, out: str, tensors_only: bool, force: bool, as_json: bool) -> None:
    """Make OUT of IN, with the same tensors bit for bit: .safetensors, .npz, or .ckpt and .bin for Bob's.

    The new file is read again and compared with IN before anything is written. A checkpoint's header goes
    along as bob.header, so that it comes back as the same file. What OUT has no place for is refused by name.
    """
    target = _BY_SUFFIX.get(os.path.splitext(out)[1])
    if target is None:
        raise click.UsageError(f"OUT ends with one of {', '.join(_BY_SUFFIX)}")
    if exists(out) and not force:
        raise already_there(out)
    content, n_tensors = _converted(source, out, target, tensors_only)
    _write(out, content, force)
    if as_json:
        told = {"in": source, "out": out, "format": target, "tensors": n_tensors, "bytes": len(content)}
        click.echo(canonical_json({**told, "digest": hex_digest(content)}), nl=False)
    else:
        said = f"{so_many(n_tensors, 'tensor')}, bit for bit those of {printable(source)}"
        click.echo(f"{printable(out)}: {said}; {len(content):,} bytes")


def _converted(source: str, out: str, target: str, tensors_only: bool) -> tuple[bytes, int]:
    """The new file and how many tensors it holds; both files are verified, if they are checkpoints."""
    from bob.envelope.typed_verify import require_typed
    from bob.formats.comparison import Side
    from bob.formats.content import Contents
    from bob.formats.conversion import TYPED, converted, holding_of
    from bob.formats.recognised import read_format

    with named(source) as opened:
        reading = read_format(opened.place)
        inventory = reading.inventory
        if reading.findings or inventory is None:
            raise Refused(source, reading.findings)
        if inventory.format == "Bob checkpoint":
            _require_verified(opened.place.source.read_at(0, inventory.n_bytes), source)
        elif inventory.format == TYPED:
            require_typed(opened.place.source, source)
        side = Side(inventory, Contents(opened.place, inventory))
        holding = holding_of(opened.place, side)._replace(subject=source)
        content = converted(holding, target, tensors_only)
        opened.require_unchanged()
    if target == "bob":
        _require_verified(content, out)
    return content, len(holding.tensors)


def _require_verified(content: bytes, path: str) -> None:
    """Raises `Refused` where a checkpoint does not verify against the contract that it states."""
    from bob.envelope.header import require_header
    from bob.envelope.identity import stated_contract
    from bob.envelope.verify import verify_envelope

    buffer = Buffer(content)
    report = verify_envelope(buffer, stated_contract(require_header(buffer, path), path))
    if report.findings:
        raise Refused(path, report.findings, report.equal)


def _write(out: str, content: bytes, force: bool) -> None:
    with Slot(out) as slot:
        if force and exists(out):
            with OpenFile(out) as old:
                slot.replace(content, old)
        else:
            slot.publish(content)
