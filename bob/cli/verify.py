"""`bob verify`: hold a file against its contract or family."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any

import click

from bob.canonical import canonical_json, hex_digest
from bob.cli import verify_file, verify_format, verify_lineage, verify_project, verify_replay, verify_schema
from bob.cli.options import FILE, contract_content, contract_option, json_option, named_contract
from bob.cli.output import output_options
from bob.cli.render import exit_status, printable, refusal, report_json, unread
from bob.errors import Refused
from bob.judged import Judged
from bob.store import OpenFile, read_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.cli.output import Output
    from bob.envelope.contract import Contract
    from bob.envelope.verify import Report
    from bob.errors import Finding
    from bob.spec.record import Record

_NOT_CHECKED = ("replay (bob verify replay)", "where the input came from")


@click.group(cls=verify_file.OrFile)
def command() -> None:
    """Verify one file; every finding is listed, and a refused file ends with status 1.

    Without a file, every checkpoint that the nearest pyproject.toml names: bob verify project.
    """


command.add_command(verify_format.command, "format")
command.add_command(verify_lineage.command, "lineage")
command.add_command(verify_project.command, verify_file.PROJECT)
command.add_command(verify_replay.command, "replay")
command.add_command(verify_schema.command, "schema")


@command.command()
@click.argument("file", type=FILE)
@contract_option()
@click.option("--chunks", is_flag=True, help="Digest a large file's chunks even where its header is refused.")
@output_options
def envelope(file: str, contract_path: str | None, chunks: bool, as_json: bool, output: Output) -> None:
    """Hold the checkpoint FILE against the contract: all but the values of its planes."""
    from bob.envelope.verify import verify
    from bob.run.quick.planning import keep_envelope_plan

    if verify_file.is_typed(file):
        held = verify_file.held(file, contract_path, envelope_alone=True, chunks=chunks)
        verify_file.tell(file, held, as_json, output)
        return
    content = contract_content(contract_path)
    contract = named_contract(contract_path, content)
    report = verify(file, contract, chunks)
    output.tell(Judged.by_bob(file, report.findings, ("values (bob verify values)", *_NOT_CHECKED)))
    lines: list[str] = []
    if not report.findings:
        lines = _sound(report)
        keep_envelope_plan(contract, content, lines, stamped_files())
    facts = _facts(report.header)
    if report.findings and (kept := _newest_kept(file, contract)):
        facts["newest_kept"] = kept
    if report.unread_bytes:
        facts["unread_bytes"] = report.unread_bytes
    _finish(file, report.findings, report.equal, lines, facts, as_json)


def _newest_kept(file: str, contract: Contract) -> str:
    """The newest whole checkpoint that is kept beside a refused one; empty where there is none."""
    from bob.envelope.verify import verify
    from bob.store_kept import kept_files

    for _, kept in kept_files(file):
        with suppress(Refused):
            if not verify(kept, contract).findings:
                return kept
    return ""


@command.command()
@click.argument("file", type=FILE)
@contract_option()
@output_options
def values(file: str, contract_path: str | None, as_json: bool, output: Output) -> None:
    """Hold the checkpoint FILE against the contract, the values of its planes included.

    Of a checkpoint of version 2: its numbers are finite, and Adam's state as bob.torch lays it is lawful.
    """
    if verify_file.is_typed(file):
        held = verify_file.held(file, contract_path, envelope_alone=True, values=True)
        verify_file.tell(file, held, as_json, output)
        return
    from bob.envelope.values import MOMENT_LAWS, unchecked
    from bob.envelope.verify import verify_envelope

    contract = named_contract(contract_path)
    with OpenFile(file) as opened:
        report = verify_envelope(opened, contract)
        findings = [*report.findings, *_value_findings(opened, report, contract)]
        opened.require_unchanged()
    output.tell(Judged.by_bob(file, tuple(findings), _NOT_CHECKED))
    lines: list[str] = []
    if not findings:
        assert report.header is not None
        skipped = unchecked(contract, report.header.step)
        said = ["P, M and V finite", "V at least 0", *(law for law in MOMENT_LAWS if law not in skipped)]
        notes = [f"{law} ({why})" for law, why in skipped.items()]
        lines = [*_envelope_lines(report), f"  values      {', '.join(said)}", *_not_checked(*notes)]
    _finish(file, findings, report.equal, lines, _facts(report.header), as_json)


@command.command("input")
@click.argument("file", type=FILE)
@contract_option()
@json_option()
def input_record(file: str, contract_path: str | None, as_json: bool) -> None:
    """Hold the input record FILE against its family at the contract's vocabulary and prompts."""
    from bob.envelope.input_record import MOST_INPUT_BYTES, read_input

    contract = named_contract(contract_path)
    content = read_file(file, MOST_INPUT_BYTES)
    reading = read_input(content, contract)
    own = hex_digest(content)
    lines = [
        f"  pairs       {contract['data.vocabulary']:,}, one for each byte, each with its target",
        f"  prompts     {contract['data.prompts']:,}",
        f"  digest      {own}",
    ]
    _finish(file, reading.findings, (), lines, {"digest": own}, as_json)


def _sound(report: Report) -> list[str]:
    return [*_envelope_lines(report), *_not_checked("values (bob verify values)")]


def sound_lines(contract: Contract) -> list[str]:
    """What `verify envelope` says, below the first line, of every checkpoint that is the contract's."""
    from bob.canonical import digest
    from bob.envelope.header import NO_PARENT, build_header
    from bob.envelope.verify import verify_envelope
    from bob.store import Buffer

    planes = bytes(contract["payload"])
    chunk = digest(planes[: contract["chunk"]])
    chunks = [chunk] * contract.at["chunk_count"]
    header = build_header(contract, contract["updates"], NO_PARENT, NO_PARENT, chunks)
    return _sound(verify_envelope(Buffer(header + planes), contract))


def stamped_files() -> list[str]:
    """The files that those lines depend on, beside those by which checkpoints are verified."""
    from bob.proof.ledger import LEDGER, proofs_folder

    return [__file__, str(proofs_folder() / LEDGER)]


def _value_findings(opened: OpenFile, report: Report, contract: Contract) -> list[Finding]:
    """What is wrong with the values, where the planes can be located at all."""
    from bob.envelope.values import blocks_of, check_values

    header = report.header
    if header is None or header.payload_bytes != contract["payload"] or header.step < 1:
        return []
    own = _own_contract(report, contract)
    offset = header.header_bytes
    if own is None or opened.n_bytes < offset + header.payload_bytes:
        return []
    return check_values(blocks_of(opened, offset, own["chunk"]), own, header.step, offset)


def _own_contract(report: Report, contract: Contract) -> Contract | None:
    """The contract under which the planes were made: laws are of the file's own betas, whatever is asked."""
    from bob.envelope.identity import stated_contract

    if not report.findings or report.header is None:
        return contract
    try:
        return stated_contract(report.header, "file")
    except Refused:
        return None


def _envelope_lines(report: Report) -> list[str]:
    equal, chunks, count = len(report.equal), report.chunks_equal, report.chunk_count
    return [
        f"  envelope    {equal} of {equal} contract parts equal",
        f"  payload     {chunks} of {count} chunk digests equal, no byte outside the layout",
        f"  ledger      {_ledger()}: the layout's claims as decided when this Bob was built",
    ]


def _not_checked(*first: str) -> list[str]:
    return [f"  not checked: {', '.join([*first, *_NOT_CHECKED])}"]


def _ledger() -> str:
    from bob.proof.ledger import ledger_digest

    return ledger_digest()[:6]


def _facts(header: Record | None) -> dict[str, Any]:
    return {} if header is None else {"step": header.step, "header_digest": header.header_digest.hex()}


def _finish(
    file: str,
    findings: Sequence[Finding],
    equal: Sequence[str],
    lines: Sequence[str],
    facts: dict[str, Any],
    as_json: bool,
) -> None:
    """Print the report on standard output and end with its status."""
    verdict = "REFUSED" if findings else "VERIFIED"
    if as_json:
        click.echo(canonical_json({**report_json(file, verdict, findings, equal), **facts}), nl=False)
    elif findings:
        click.echo(refusal(Refused(file, findings, equal)))
        if "unread_bytes" in facts:
            click.echo(unread(facts["unread_bytes"]))
        if "newest_kept" in facts:
            kept = printable(facts["newest_kept"])
            click.echo(f"kept {kept} is whole; nothing goes on from it unless asked:")
            click.echo(f"     bob run --resume {kept} --out NEW")
    else:
        step = f"  step {facts['step']:,}" if "step" in facts else ""
        click.echo("\n".join([f"{printable(file)}: {verdict}{step}", *lines]))
    if findings:
        click.get_current_context().exit(exit_status(findings))
