"""`bob fork`: change a run on purpose."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bob.cli.contract import settings_of
from bob.cli.options import FILE, json_option, receipt_option, threads_option
from bob.cli.render import printable
from bob.cli.run import require_apart
from bob.cli.run_text import before_compiling, tell

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bob.run.fork import Fork


@click.command()
@click.argument("ckpt", type=FILE)
@click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Change a field, as learner.lr=0.02."
)
@click.option(
    "--input",
    "input_path",
    type=FILE,
    metavar="FILE",
    help="Another input record; default: the run's own, input.bin beside the checkpoint.",
)
@click.option("--reset-moments", "reset", is_flag=True, help="Begin with moments of zero.")
@click.option("--out", type=FILE, metavar="FILE", required=True, help="The new checkpoint, a new file.")
@receipt_option()
@threads_option()
@json_option()
def command(
    ckpt: str,
    settings: tuple[str, ...],
    input_path: str | None,
    reset: bool,
    out: str,
    receipt_path: str | None,
    threads: int,
    as_json: bool,
) -> None:
    """Leave the run of CKPT for another one: its planes and step, under a contract with other fields.

    Makes the first invocation of the new contract and writes it to --out; its parent is CKPT, which stays as
    it is. Changed betas need --reset-moments, as moments belong to one pair of betas. To go on with the new
    run, name its contract: bob contract --from NEW --out new.toml, then bob run --resume NEW --contract
    new.toml.
    """
    from bob.run.fork import forked

    require_apart(out, ("CKPT", ckpt), ("--input", input_path), ("--receipt", receipt_path))
    record = _recording(receipt_path)
    fork = forked(ckpt, settings_of(settings), out, input_path, reset, threads, before_compiling, record)
    tell(fork.outcome, fork.new, 1, as_json, *_told(ckpt, fork))


def _recording(path: str | None) -> Callable[[Fork], None]:
    if path is None:
        return lambda _: None
    from bob.run import recording

    recording.require_receipts(path)
    return lambda fork: recording.record_fork(path, fork)


def _told(ckpt: str, fork: Fork) -> Iterator[str]:
    yield f"  forked from {printable(ckpt)}, step {fork.outcome.step_before:,}: {fork.outcome.parent.hex()}"
    for name, old, new in fork.changed:
        yield f"  {name}: {printable(old)} -> {printable(new)}"
    if fork.reset:
        yield "  moments begin with zero"
