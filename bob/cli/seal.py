"""`bob seal`: write down, beside a file of any format, what is in it."""

from __future__ import annotations

import click

from bob.canonical import canonical_json, hex_digest
from bob.cli.options import FILE, json_option
from bob.cli.render import printable
from bob.errors import Refused, so_many

_MOST_STEP = 2**63 - 1


@click.command()
@click.argument("file", type=FILE)
@click.option(
    "--contract", "contract_path", type=FILE, metavar="C.toml", help="What the file must be, version = 2."
)
@click.option(
    "--step",
    type=click.IntRange(0, _MOST_STEP),
    metavar="N",
    help="The step; default: a checkpoint's own, or 0.",
)
@click.option("--replace", is_flag=True, help="Write over the seal that is there.")
@json_option()
def command(file: str, contract_path: str | None, step: int | None, replace: bool, as_json: bool) -> None:
    """Write FILE.seal: the tensors of FILE with a digest for each, the digest of all of it, the contract.

    FILE may be of any format that Bob reads; one that breaks its format's rules, or holds other tensors than
    the contract lists, is refused. From then on `bob verify FILE` and `bob.load_file` hold it to its seal.
    """
    from bob.envelope.seals import AT, is_seal
    from bob.envelope.typed_contract import NOTHING
    from bob.envelope.typed_given import typed_contract
    from bob.sealing import seal_of
    from bob.sealing_held import opened_file
    from bob.spec.formats.seal import SUFFIX
    from bob.store import Slot, already_there, exists, replace_file

    path = file + SUFFIX
    if exists(path) and not replace:
        (found,) = already_there(path).findings
        raise Refused(path, [found._replace(note="--replace writes over a seal")])
    contract = typed_contract(contract_path) or NOTHING
    with opened_file(file) as opened:
        seal = seal_of(opened.place, contract, step)
        opened.require_unchanged()
    if replace:
        replace_file(path, seal, is_seal)
    else:
        with Slot(path) as slot:
            slot.publish(seal)
    place = AT.offset("tensor_count")
    n_tensors = int.from_bytes(seal[place : place + AT.size("tensor_count")], "little")
    own = seal[-AT.digest_bytes :].hex()
    if as_json:
        told = {
            "file": file,
            "seal": path,
            "tensors": n_tensors,
            "seal_digest": own,
            "digest": hex_digest(seal),
        }
        click.echo(canonical_json(told), nl=False)
    else:
        click.echo(
            f"{printable(path)}: {len(seal):,} bytes, {so_many(n_tensors, 'tensor')}\n  seal digest {own}"
        )
