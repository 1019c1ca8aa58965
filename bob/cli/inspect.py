"""`bob inspect`: what a checkpoint, an input record or a file of another format holds, and where."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bob.canonical import canonical_json, hex_digest
from bob.cli.options import FILE, contract_option, json_option, named_contract
from bob.cli.places import is_own
from bob.cli.render import columns, printable
from bob.cli.verify_file import is_typed
from bob.envelope.contract import printed
from bob.envelope.header import AT, require_header
from bob.envelope.identity import stated_contract, text_offset
from bob.envelope.input_record import MOST_INPUT_BYTES, input_family, read_input
from bob.envelope.verify import length_findings
from bob.errors import Refused
from bob.kinds import INPUT_RECORD, LOOKED_AT, kind_of
from bob.spec.families.contract import PARTS
from bob.spec.families.transport import PLANES, CheckpointTransport
from bob.spec.grammar import escaped
from bob.store import OpenFile, read_file

if TYPE_CHECKING:
    from bob.envelope.contract import Contract
    from bob.spec.record import Record


class _Row(NamedTuple):
    """A region of the file: where it lies and what it says."""

    offset: int
    n_bytes: int
    name: str
    value: str


@click.command()
@click.argument("file", required=False, type=FILE)
@contract_option()
@click.option("--all", "every", is_flag=True, help="A line for each tensor: its file, offset and bytes.")
@click.option("--digests", is_flag=True, help="The BLAKE3 digest of each tensor's elements.")
@click.option("--values", is_flag=True, help="Minimum, median, maximum, NaNs and infinities of each tensor.")
@click.option("--kernels", is_flag=True, help="Show which kernels were validated, instead of a file.")
@json_option()
def command(
    file: str | None,
    contract_path: str | None,
    every: bool,
    digests: bool,
    values: bool,
    kernels: bool,
    as_json: bool,
) -> None:
    """Show what FILE, a path or a URL, holds and where: tensors, types, shapes, layout, metadata.

    Tensors are folded by the pattern of their names. A checkpoint of Bob's is shown by its own contract, an
    input record at the contract's vocabulary and prompts; with --all, --digests or --values a checkpoint is
    shown as any other file. A file that breaks a rule of its format is refused, as bob verify format does.
    Of a URL, headers alone are read. Digests are of the elements, row by row and little-endian, so that they
    agree between formats. With --kernels: what the ledger says of the kernels.
    """
    if kernels == (file is not None):
        raise click.UsageError("name a FILE, or --kernels without one")
    if file is None:
        _kernels(as_json)
        return
    if not is_own(file) or every or digests or values or is_typed(file):
        from bob.cli.inspect_format import Wanted, inspected

        inspected(file, Wanted(every, digests, values), as_json)
        return
    with OpenFile(file) as opened:
        if kind_of(opened.read_at(0, LOOKED_AT), opened.n_bytes) == INPUT_RECORD:
            facts, rows = _input_record(file, named_contract(contract_path))
        else:
            facts, rows = _checkpoint(file, opened)
    if as_json:
        click.echo(canonical_json({**facts, "layout": [row._asdict() for row in rows]}), nl=False)
        return
    lines = [f"{printable(file)}: {facts['kind']}, {facts['file_bytes']:,} bytes"]
    lines += columns([(f"{row.offset:,}", f"{row.n_bytes:,}", row.name, row.value) for row in rows], indent=2)
    click.echo("\n".join(lines))


def _kernels(as_json: bool) -> None:
    from bob.cli import prove_kernels

    entry = prove_kernels.written()
    click.echo(canonical_json(entry) if as_json else prove_kernels.written_text(entry) + "\n", nl=False)


def _checkpoint(file: str, opened: OpenFile) -> tuple[dict[str, Any], list[_Row]]:
    header = require_header(opened, file)
    wrong_length = list(length_findings(opened, header))
    if wrong_length:
        raise Refused(file, wrong_length)
    contract = stated_contract(header, file)
    fields = {name: printed(name, value) for name, value in contract.fields.items()}
    facts = {
        "kind": "checkpoint",
        "file_bytes": opened.n_bytes,
        "step": header.step,
        "contract": fields,
        "input_digest": header.input_digest.hex(),
        "parent": header.parent.hex(),
        "chunk_digests": [chunk.hex() for chunk in header.chunk_digests],
        "header_digest": header.header_digest.hex(),
    }
    return facts, [*_header_rows(header, contract), *_plane_rows(header, contract)]


def _header_rows(header: Record, contract: Contract) -> list[_Row]:
    rows = []
    for stored in AT.spec.fields:
        name = stored.name
        place, size = AT.offset(name, header), AT.size(name, header)
        rows.append(_Row(place, size, name, _said(header.get(name), name)))
        if name in PARTS:
            begin = place + text_offset(name)
            for field, (_, start, end) in PARTS[name].located(header[name]).items():
                full = f"{name}.{field}"
                rows.append(_Row(begin + start, end - start, f"  {full}", printed(full, contract[full])))
    return rows


def _plane_rows(header: Record, contract: Contract) -> list[_Row]:
    at = CheckpointTransport.at(vocabulary=contract["data.vocabulary"])
    shape = f"{contract['data.vocabulary']:,} x {contract['data.vocabulary']:,} float32"
    places = [(at.offset(plane.lower()), at.size(plane.lower())) for plane in PLANES]
    return [
        _Row(header.header_bytes + place, size, f"plane {plane}", shape)
        for plane, (place, size) in zip(PLANES, places, strict=True)
    ]


def _said(value: object, name: str) -> str:
    match value:
        case None:
            return "zero" if name == "padding" else ""
        case int():
            return f"{value:,}"
        case bytes():
            return value.hex() if name.endswith(("digest", "parent")) else escaped(value)
        case tuple():
            return " ".join(item.hex() for item in value)
    return str(value)


def _input_record(file: str, contract: Contract) -> tuple[dict[str, Any], list[_Row]]:
    content = read_file(file, MOST_INPUT_BYTES)
    reading = read_input(content, contract)
    if reading.record is None:
        raise Refused(file, reading.findings)
    at = input_family(contract)
    record = reading.record
    said = {
        "magic": "BOBINPUT",
        "version": str(record.version),
        "pairs": f"{len(record.pairs)} of (byte, target)",
        "targets": f"{len(record.targets)} words",
        "prompt_bytes": ", ".join(str(prompt) for prompt in record.prompt_bytes),
    }
    rows = [_Row(at.offset(s.name), at.size(s.name), s.name, said[s.name]) for s in at.spec.fields]
    facts = {
        "kind": "input record",
        "file_bytes": len(content),
        "digest": hex_digest(content),
        "targets": list(record.targets),
        "prompts": list(record.prompt_bytes),
    }
    return facts, [*rows, _Row(0, len(content), "digest", hex_digest(content))]
