"""`bob explain`: what a code stands for."""

from __future__ import annotations

import click

from bob.canonical import canonical_json
from bob.cli.options import json_option
from bob.cli.render import columns
from bob.codes import RULES


@click.command()
@click.argument("code", required=False)
@json_option()
def command(code: str | None, as_json: bool) -> None:
    """Say the rule behind CODE (such as BOB210), why it matters and what to do; without CODE, list all."""
    if code is None:
        if as_json:
            click.echo(canonical_json({name: rule._asdict() for name, rule in RULES.items()}), nl=False)
        else:
            click.echo("\n".join(columns([(name, rule.headline) for name, rule in RULES.items()])))
        return
    code = code.upper()
    if code not in RULES:
        raise click.UsageError(f"no code {code!r}; `bob explain` lists them all")
    rule = RULES[code]
    if as_json:
        click.echo(canonical_json({"code": code, **rule._asdict()}), nl=False)
        return
    click.echo(f"{code}  {rule.headline}\nrule  {rule.rule}\nwhy   {rule.why}\ndo    {rule.do}")
