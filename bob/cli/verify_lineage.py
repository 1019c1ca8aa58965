"""`bob verify lineage`: follow a checkpoint's receipts back to the fresh start of its run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bob.canonical import canonical_json
from bob.cli.options import FILE, json_option
from bob.cli.render import exit_status, printable, refusal, report_json
from bob.errors import Refused
from bob.store import OpenFile, Slot, already_there, exists, read_file

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.envelope.contract import Contract
    from bob.envelope.lineage import Lineage
    from bob.envelope.receipts import Receipt
    from bob.spec.record import Record


class _Seen(NamedTuple):
    """A verified checkpoint."""

    header: Record
    contract: Contract


@click.command()
@click.argument("ckpt", type=FILE)
@click.option(
    "--receipts", type=FILE, metavar="FILE", required=True, help="What bob run --receipt appended to."
)
@click.option(
    "--in-toto",
    "statement_path",
    type=FILE,
    metavar="FILE",
    help="Write the chain as an in-toto statement about CKPT, to a new file.",
)
@json_option()
def command(ckpt: str, receipts: str, statement_path: str | None, as_json: bool) -> None:
    """Follow the receipts of CKPT back to the fresh start: each link, no gap, no sibling, no step twice.

    The checkpoint is verified first, against the contract that it states itself. A fork on purpose is shown.
    The statement of --in-toto is unsigned; docs/format.md says how to sign it.
    """
    from bob.envelope.lineage import traced
    from bob.envelope.receipts import MOST_RECEIPTS_BYTES, read_receipts

    seen = _seen(ckpt)
    own = read_receipts(read_file(receipts, MOST_RECEIPTS_BYTES), receipts)
    lineage = traced(seen.header, seen.contract, own)
    if not lineage.findings and statement_path is not None:
        _write_statement(statement_path, ckpt, lineage)
    verdict = "REFUSED" if lineage.findings else "VERIFIED"
    if as_json:
        report = report_json(ckpt, verdict, lineage.findings, ())
        click.echo(canonical_json({**report, **_as_json(lineage)}), nl=False)
    elif lineage.findings:
        click.echo(refusal(Refused(ckpt, lineage.findings)))
    else:
        head = f"{printable(ckpt)}: VERIFIED  step {seen.header.step:,}"
        click.echo("\n".join([head, *_lines(lineage)]))
    if lineage.findings:
        click.get_current_context().exit(exit_status(lineage.findings))


def _seen(path: str) -> _Seen:
    from bob.envelope.verify import verify_envelope
    from bob.run.advance import own_contract

    with OpenFile(path) as opened:
        contract = own_contract(opened)
        report = verify_envelope(opened, contract)
        opened.require_unchanged()
    if report.findings or report.header is None:
        raise Refused(path, report.findings, report.equal)
    return _Seen(report.header, contract)


def _lines(lineage: Lineage) -> Iterator[str]:
    links = lineage.links
    yield f"  lineage     {len(links):,} of {len(links):,} links, back to the fresh start"
    for link in reversed(links):
        if link.receipt.kind == "fork":
            yield f"  fork        at step {link.receipt.step_from:,}: {_changes(link.receipt)}"
    for branch in lineage.branches:
        yield f"  left out    a fork at step {branch.step_from:,}: {_changes(branch)}"
    yield "  not checked: that the updates were made as said (bob verify replay), values (bob verify values)"


def _changes(receipt: Receipt) -> str:
    told = [f"{printable(name)} {printable(old)} -> {printable(new)}" for name, old, new in receipt.changed]
    return ", ".join([*told, *(["moments begin with zero"] if receipt.reset else [])]) or "another input"


def _as_json(lineage: Lineage) -> dict[str, Any]:
    from bob.envelope.statement import link_data

    return {
        "links": [link_data(link.receipt) for link in lineage.links],
        "branches": [link_data(branch) for branch in lineage.branches],
    }


def _write_statement(path: str, ckpt: str, lineage: Lineage) -> None:
    from bob.envelope.statement import statement

    if exists(path):
        raise already_there(path)
    with OpenFile(ckpt) as opened:
        content = statement(ckpt, opened, lineage)
        opened.require_unchanged()
    with Slot(path) as slot:
        slot.publish(content.encode())
