"""`bob verify FILE`: hold a file against whatever states what it must be, and say what that was."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bob.canonical import canonical_json
from bob.cli import verify_project
from bob.cli.options import FILE
from bob.cli.output import output_options
from bob.cli.render import exit_status, printable, refusal, report_json, shortened, unread
from bob.errors import Refused, so_many
from bob.judged import Judged

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.cli.output import Output
    from bob.sealing_held import Held, Opened


PROJECT = "project"


def _words(args: list[str], ctx: click.Context) -> list[str]:
    """The arguments that are no options of `bob verify project`; all of them beside any other option."""
    try:
        return verify_project.command.make_parser(ctx).parse_args(list(args))[1]
    except click.UsageError:
        return args


class OrFile(click.Group):
    """A group of commands that takes a word that is none of them for the FILE of `bob verify FILE`.

    Without any word it is `bob verify project`.
    """

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """The arguments, with the name of the command that is meant where none is given."""
        asks_for_help = args[:1] and args[0] in ctx.help_option_names
        if not asks_for_help and not _words(args, ctx):
            args = [PROJECT, *args]
        return super().parse_args(ctx, args)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The named command, or the one that takes a file."""
        if args and self.get_command(ctx, args[0]) is None:
            return "FILE", command, args
        return super().resolve_command(ctx, args)


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--contract",
    "contract_path",
    type=FILE,
    metavar="FILE.toml",
    help="The contract; default: what the file states itself.",
)
@output_options
def command(file: str, contract_path: str | None, as_json: bool, output: Output) -> None:
    """Hold FILE against its seal, its envelope or its format's rules, and say which.

    A checkpoint of Bob's is held against its envelope, and this against the contract; any other file
    against FILE.seal where that is there (bob seal), or else against the rules of its own format.
    """
    tell(file, held(file, contract_path), as_json, output)


def held(
    path: str,
    contract: str | None = None,
    envelope_alone: bool = False,
    chunks: bool = False,
    values: bool = False,
) -> Held:
    """A local file held against what states it; raises `Refused` where that cannot be asked.

    With `values` the numbers of a checkpoint of version 2 are looked at too, where all else agrees.
    """
    from bob.sealing_held import held_by, opened_file

    with opened_file(path) as opened:
        found = held_by(opened, path, contract, envelope_alone=envelope_alone, chunks_too=chunks)
        if values and not found.findings:
            found = _with_values(opened, found)
        opened.require_unchanged()
    return found


def _with_values(opened: Opened, found: Held) -> Held:
    from bob.arrays_values import check_typed_values
    from bob.envelope.typed_verify import stated_typed_contract
    from bob.formats.content import Contents

    assert found.inventory is not None
    assert found.envelope is not None
    contents = Contents(opened.place, found.inventory)
    numbers = check_typed_values(contents, found.inventory, stated_typed_contract(found.envelope))
    return found._replace(
        findings=numbers.findings,
        not_checked=numbers.not_checked,
        values=numbers.said,
        notes=numbers.notes,
    )


def _judged(path: str, found: Held) -> Judged:
    return Judged.by_bob(path, found.findings, found.not_checked)


def is_typed(path: str) -> bool:
    """Whether a file is a checkpoint of envelope version 2; raises `Refused` where it cannot be read."""
    from bob.envelope.typed_header import envelope_version
    from bob.spec.formats.typed import VERSION
    from bob.store import OpenFile

    with OpenFile(path) as opened:
        return envelope_version(opened) == VERSION


def tell(file: str, found: Held, as_json: bool, output: Output) -> None:
    """Print what holding a file came to and end with its status."""
    output.tell(_judged(file, found))
    if as_json:
        click.echo(canonical_json({**_report(file, found), **_facts(found)}), nl=False)
    elif found.findings:
        click.echo(refusal(Refused(file, found.findings, found.equal)))
        click.echo(f"held to: {printable('; '.join(found.stated))}")
        if found.unread_bytes:
            click.echo(unread(found.unread_bytes))
    else:
        click.echo("\n".join(_lines(file, found)))
    if found.findings:
        click.get_current_context().exit(exit_status(found.findings))


def _report(file: str, found: Held) -> dict[str, Any]:
    return report_json(file, "REFUSED" if found.findings else "VERIFIED", found.findings, found.equal)


def _lines(file: str, found: Held) -> Iterator[str]:
    step = "" if found.step is None else f"  step {found.step:,}"
    yield f"{printable(file)}: VERIFIED{step}"
    yield from (f"  held to     {printable(phrase)}" for phrase in found.stated)
    if found.inventory is not None:
        from bob.formats.inventory import totals

        n_elements, n_bytes = totals(found.inventory)
        n_tensors = len(found.inventory.entries)
        yield f"  tensors     {n_tensors:,}, {so_many(n_elements, 'element')}, {n_bytes:,} bytes"
    if found.n_equal:
        yield f"  digests     {found.n_equal:,} equal"
    if found.equal:
        yield f"  equal       {', '.join(found.equal)}"
    if found.values:
        yield f"  values      {', '.join(found.values)}"
    for note in found.notes:
        yield f"  note        {shortened(printable(note))}"
    if found.not_checked:
        yield f"  not checked: {', '.join(map(printable, found.not_checked))}"


def _facts(found: Held) -> dict[str, Any]:
    told: dict[str, Any] = {"held_to": list(found.stated), "not_checked": list(found.not_checked)}
    if found.values:
        told["values"] = list(found.values)
    if found.notes:
        told["notes"] = list(found.notes)
    if found.unread_bytes:
        told["unread_bytes"] = found.unread_bytes
    if found.step is not None:
        told["step"] = found.step
    if found.envelope is not None:
        told["header_digest"] = bytes(found.envelope.header_digest).hex()
    if found.seal is not None:
        told["seal_digest"] = bytes(found.seal.seal_digest).hex()
    return told
