"""`bob load`: what `bob.load_file` would give, printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bob.canonical import canonical_json
from bob.cli.options import FILE, json_option
from bob.cli.render import columns, printable, shortened
from bob.errors import NAMELESS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.arrays import Loaded

_MOST_ROWS = 60


@click.command()
@click.argument("file", type=FILE)
@click.option("--contract", "contract_path", type=FILE, metavar="C.toml", help="What the file must be.")
@click.option("--unsealed", is_flag=True, help="Take a file with neither envelope nor seal on its own word.")
@json_option()
def command(file: str, contract_path: str | None, unsealed: bool, as_json: bool) -> None:
    """Load FILE as bob.load_file does, and show what came: names, types, shapes.

    A file is loaded only after everything in it agreed with its envelope or seal, and with the contract.
    """
    from bob.arrays import load_file

    loaded = load_file(file, contract_path, unsealed=unsealed)
    if as_json:
        click.echo(canonical_json(_as_json(file, loaded)), nl=False)
    else:
        click.echo("\n".join(_lines(file, loaded)))


def _lines(file: str, loaded: Loaded) -> Iterator[str]:
    step = "" if loaded.step is None else f"  step {loaded.step:,}"
    yield f"{printable(file)}: LOADED{step}"
    yield from (f"  held to     {printable(phrase)}" for phrase in loaded.stated)
    rows = [
        (
            shortened(printable(name)) or NAMELESS,
            loaded.dtypes[name],
            str(list(array.shape)),
            f"{array.dtype}, its bits" if name in loaded.raw else str(array.dtype),
        )
        for name, array in list(loaded.items())[:_MOST_ROWS]
    ]
    if rows:
        yield from columns(rows, indent=2)
    if len(loaded) > _MOST_ROWS:
        yield f"  and {len(loaded) - _MOST_ROWS:,} more (--json lists them all)"


def _as_json(file: str, loaded: Loaded) -> dict[str, object]:
    tensors = [
        {
            "name": name,
            "dtype": loaded.dtypes[name],
            "shape": list(array.shape),
            "numpy": str(array.dtype),
            "raw": name in loaded.raw,
        }
        for name, array in loaded.items()
    ]
    return {"file": file, "step": loaded.step, "held_to": list(loaded.stated), "tensors": tensors}
