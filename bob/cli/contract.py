"""`bob contract`: show, derive and write contracts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bob.canonical import canonical_json
from bob.cli.options import FILE, contract_option, json_option, named_contract
from bob.cli.render import printable
from bob.cli.verify_file import is_typed
from bob.envelope.identity import stated_contract
from bob.spec.families.seed_names import seed_values
from bob.spec.grammar import escaped
from bob.store import OpenFile, Slot, already_there, exists

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bob.envelope.contract import Contract


@click.command()
@contract_option()
@click.option("--from", "from_path", type=FILE, metavar="CKPT", help="The contract that a checkpoint states.")
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Change a field, as learner.lr=0.1."
)
@click.option("--out", type=FILE, metavar="FILE.toml", help="Write the contract to a new file.")
@json_option()
def command(
    contract_path: str | None,
    from_path: str | None,
    settings: tuple[str, ...],
    out: str | None,
    as_json: bool,
) -> None:
    """Show a contract as the file that --contract takes: its seven parts as comments, then plain values.

    `--json` gives every field of the seed's specification under the seed's own names.
    """
    if contract_path is not None and from_path is not None:
        raise click.UsageError("--contract and --from name two contracts; say one")
    if from_path is not None and is_typed(from_path):
        if settings or as_json:
            raise click.UsageError(
                "a checkpoint of version 2 states its own values: change the file that --out writes"
            )
        text = _typed_contract_of(from_path)
        _give(text, out)
        if out is None:
            click.echo(text, nl=False)
        return
    contract = named_contract(contract_path) if from_path is None else _stated_by(from_path)
    if settings:
        contract = contract.changed(settings_of(settings))
    text = _described(contract)
    _give(text, out)
    if as_json:
        click.echo(canonical_json(_as_json(contract)), nl=False)
    elif out is None:
        click.echo(text, nl=False)


def _give(text: str, out: str | None) -> None:
    """Write a new file, if one is named."""
    if out is None:
        return
    with Slot(out) as slot:
        if exists(out):
            raise already_there(out)
        slot.publish(text.encode())
    click.echo(f"{printable(out)}: written", err=True)


def _typed_contract_of(path: str) -> str:
    """The contract that a checkpoint of envelope version 2 states, once all of the file agrees with it."""
    from bob.envelope.typed_verify import require_typed, stated_typed_contract

    with OpenFile(path) as opened:
        header = require_typed(opened, path)
        opened.require_unchanged()
    return stated_typed_contract(header).toml()


def _stated_by(path: str) -> Contract:
    from bob.envelope.header import require_header

    with OpenFile(path) as opened:
        return stated_contract(require_header(opened, path), path)


def settings_of(texts: Sequence[str]) -> dict[str, str]:
    """The fields that `--set` names, with their values as text."""
    settings: dict[str, str] = {}
    for text in texts:
        name, equals, value = (piece.strip() for piece in text.partition("="))
        if not equals:
            raise click.UsageError(f"--set takes NAME=VALUE, not {text!r}")
        if name in settings:
            raise click.UsageError(f"--set gives {name} twice")
        settings[name] = value
    return settings


def _described(contract: Contract) -> str:
    return "".join(f"# {line}\n" for line in _parts(contract)) + "\n" + contract.toml()


def _parts(contract: Contract) -> Iterable[str]:
    for name, value in contract.parts.items():
        if isinstance(value, int):
            yield f"{name:<14} {value:,}"
        else:
            yield f"{name:<14} {escaped(value)}"
            yield f"{'':<14} {value.hex()}"


def _as_json(contract: Contract) -> dict[str, Any]:
    parts = {
        name: value if isinstance(value, int) else {"text": escaped(value), "hex": value.hex()}
        for name, value in contract.parts.items()
    }
    dims = {name: contract.at[name] for name in ("vocabulary", "prompts", "updates_per_invocation")}
    texts = {
        name: escaped(contract[field])
        for name, field in (
            ("schema_identity", "schema.identity"),
            ("ordering_identity", "schema.ordering"),
            ("deterministic_initialization_identity", "initialization.identity"),
        )
    }
    fields = {
        name: escaped(value) if isinstance(value, bytes) else value for name, value in contract.fields.items()
    }
    return {**seed_values(dims, texts), "bobCheckpointContract": parts, "fields": fields}
