"""`bob diff`: how two checkpoints, or two files of tensors, differ."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bob.binary32 import shown
from bob.canonical import canonical_json
from bob.cli.options import FILE, json_option
from bob.cli.places import is_own
from bob.cli.render import columns, printable
from bob.envelope.contract import printed
from bob.envelope.header import read_header
from bob.envelope.identity import stated_contract
from bob.envelope.verify import length_findings
from bob.errors import Refused
from bob.store import OpenFile

if TYPE_CHECKING:
    from bob.envelope.contract import Contract
    from bob.envelope.difference import PlaneDifference
    from bob.spec.record import Record

_HEADER_FIELDS = ("step", "input_digest", "parent", "header_digest")


class _Side(NamedTuple):
    """One of the two files."""

    opened: OpenFile
    header: Record
    contract: Contract


@click.command()
@click.argument("a", type=FILE)
@click.argument("b", type=FILE)
@json_option()
def command(a: str, b: str, as_json: bool) -> None:
    """Compare two files, tensor by tensor, whatever their formats: .pt, safetensors, GGUF, npz, Bob's.

    Tensors of one name have equal bits, or are equal after a cast that is named (F32 -> BF16), or differ: in
    how many elements, where first, and how far at most. A prefix that all names of one side have is left out
    and told. Of two checkpoints of Bob's contract, step and digests are compared too, and each plane scalar
    by scalar. Ends with 0 where they are identical, 1 where they differ.
    """
    if not (is_own(a) and is_own(b)):
        from bob.cli.diff_format import differed

        differed(a, b, as_json)
        return
    with ExitStack() as stack:
        left, right = (_side(stack, path) for path in (a, b))
        fields = _field_rows(left, right)
        planes = _planes(left, right)
    identical = not fields and not any(plane.n_differing for plane in planes)
    if as_json:
        click.echo(canonical_json(_as_json(identical, fields, planes, left.contract)), nl=False)
    elif identical:
        click.echo(f"identical  {left.contract['payload']:,} payload bytes, step {left.header.step:,}")
    else:
        lines = columns([("", printable(a), printable(b)), *fields]) if fields else []
        click.echo("\n".join([*lines, *_plane_lines(planes, left.contract)]))
    if not identical:
        click.get_current_context().exit(1)


def _side(stack: ExitStack, path: str) -> _Side:
    """A file whose planes can be located; its digests and values are not looked at."""
    opened = stack.enter_context(OpenFile(path))
    reading = read_header(opened)
    findings = list(reading.findings)
    if reading.record is not None:
        findings = list(length_findings(opened, reading.record))
    if reading.record is None or findings:
        raise Refused(path, findings)
    return _Side(opened, reading.record, stated_contract(reading.record, path))


def _field_rows(left: _Side, right: _Side) -> list[tuple[str, str, str]]:
    """The contract and header fields that differ, with both values."""
    rows = [
        (name, printed(name, value), printed(name, right.contract[name]))
        for name, value in left.contract.fields.items()
        if value != right.contract[name]
    ]
    for name in _HEADER_FIELDS:
        values = tuple(side.header[name] for side in (left, right))
        if values[0] != values[1]:
            a, b = (f"{value:,}" if isinstance(value, int) else value.hex() for value in values)
            rows.append((name, a, b))
    return rows


def _planes(left: _Side, right: _Side) -> list[PlaneDifference]:
    """The planes' differences, or none where they have not the same shape."""
    if left.contract["payload"] != right.contract["payload"]:
        return []
    from bob.envelope.difference import plane_differences
    from bob.envelope.values import blocks_of

    blocks = (blocks_of(s.opened, s.header.header_bytes, s.contract["chunk"]) for s in (left, right))
    return plane_differences(*blocks)


def _plane_lines(planes: list[PlaneDifference], contract: Contract) -> list[str]:
    if not planes:
        return ["planes of another size; no scalar was compared"]
    return [_plane_line(plane, contract) for plane in planes]


def _plane_line(plane: PlaneDifference, contract: Contract) -> str:
    if not plane.n_differing:
        return f"plane {plane.plane}  equal, bit for bit"
    row, column = divmod(plane.place, contract["data.vocabulary"])
    text = (
        f"plane {plane.plane}  {plane.n_differing:,} of {contract.at['parameter_count']:,} scalars differ, "
        f"at most {plane.distance_ulp:,} ulp at [{row}, {column}]: {' and '.join(map(shown, plane.bits))}"
    )
    return text + (f"; {plane.n_unordered:,} with a NaN" if plane.n_unordered else "")


def _as_json(
    identical: bool, fields: list[tuple[str, str, str]], planes: list[PlaneDifference], contract: Contract
) -> dict[str, Any]:
    return {
        "identical": identical,
        "fields": [{"name": name, "a": a, "b": b} for name, a, b in fields],
        "planes": [
            {
                **plane._asdict(),
                "place": list(divmod(plane.place, contract["data.vocabulary"])),
                "bits": list(plane.bits),
            }
            for plane in planes
        ],
    }
