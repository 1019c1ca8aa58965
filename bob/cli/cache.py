"""`bob cache`: the compiled kernels and plans that are kept for this user."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from bob.canonical import canonical_json
from bob.cli.options import contract_content, contract_option, json_option, named_contract
from bob.cli.render import printable
from bob.cli.verify import sound_lines, stamped_files
from bob.errors import Refused
from bob.run.quick import upkeep
from bob.store_cache import folder_of

if TYPE_CHECKING:
    from bob.run.quick.upkeep import Shown


@click.group(invoke_without_command=True)
@json_option()
@click.pass_context
def command(context: click.Context, as_json: bool) -> None:
    """Show what is kept: kernels compiled for this machine, plans of the quick path, and whether they serve.

    The folder is BOB_CACHE_DIR, else XDG_CACHE_HOME/bob, else ~/.cache/bob. Nothing in it is needed.
    """
    if context.invoked_subcommand is None:
        shown = upkeep.shown(os.environ)
        click.echo(canonical_json(shown._asdict()) if as_json else _text(shown), nl=False)


@command.command()
@contract_option()
def build(contract_path: str | None) -> None:
    """Compile the kernels, test them against the exact reading, and derive the contract's plans."""
    content = contract_content(contract_path)
    contract = named_contract(contract_path, content)
    upkeep.build(contract, content, sound_lines(contract), stamped_files(), os.environ)
    click.echo(_text(upkeep.shown(os.environ)), nl=False)


@command.command()
def check() -> None:
    """Test the kept kernels against the exact reading again, and every entry for being whole and fresh."""
    findings = upkeep.findings(os.environ)
    if findings:
        raise Refused(folder_of(os.environ) or "cache", findings)
    click.echo(_text(upkeep.shown(os.environ)), nl=False)


@command.command()
def clear() -> None:
    """Remove every entry; what is not Bob's own stays."""
    click.echo(f"{upkeep.clear(os.environ)} files removed")


def _text(shown: Shown) -> str:
    lines = [
        f"folder   {printable(shown.folder) or 'none'}   {shown.folder_state}",
        f"kernels  {shown.kernels}",
        *(f"plan     {name}   {state}" for name, state in shown.plans),
        f"serves   {', '.join(shown.serves) or 'nothing'}" + (f": {shown.why_not}" if shown.why_not else ""),
    ]
    return "".join(f"{line}\n" for line in lines)
