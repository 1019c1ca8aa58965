"""`bob verify replay`: make a checkpoint's run again, and compare bit for bit."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from time import monotonic
from typing import TYPE_CHECKING

import click

from bob.canonical import canonical_json
from bob.cli.options import FILE, json_option, named_contract, threads_option
from bob.cli.render import exit_status
from bob.cli.run_text import before_compiling

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from bob.envelope.contract import Contract
    from bob.errors import Finding

_SEEDS = 10**9
_SECONDS_BETWEEN = 0.2


@click.command()
@click.argument("ckpt", type=FILE)
@click.option(
    "--input",
    "input_path",
    type=FILE,
    metavar="FILE",
    help="The input record; default: input.bin beside the checkpoint.",
)
@click.option(
    "--from",
    "start_path",
    type=FILE,
    metavar="OTHER",
    help="Begin at this earlier checkpoint; default: at the run's initialization.",
)
@click.option(
    "--receipts",
    "receipts_path",
    type=FILE,
    metavar="FILE",
    help="Where it differs, name the first invocation that does; needed where a fork lies between.",
)
@click.option(
    "--log",
    "log_path",
    type=FILE,
    metavar="FILE",
    help="What bob run printed: name the first update that it tells otherwise.",
)
@click.option(
    "--contract",
    "contract_path",
    type=FILE,
    metavar="FILE.toml",
    help="The contract; default: the one that CKPT states.",
)
@click.option(
    "--sample",
    type=click.IntRange(min=1),
    metavar="K",
    help="Make K invocations of the kept series again instead: CKPT and CKPT.step-N beside it.",
)
@click.option(
    "--seed", type=click.IntRange(min=0), metavar="N", help="Sample the same invocations as N did before."
)
@threads_option()
@json_option()
def command(
    ckpt: str,
    input_path: str | None,
    start_path: str | None,
    receipts_path: str | None,
    log_path: str | None,
    contract_path: str | None,
    sample: int | None,
    seed: int | None,
    threads: int,
    as_json: bool,
) -> None:
    """Make the run of CKPT again and compare: these planes are what this input and this contract give.

    CKPT is verified first, its values too. VERIFIED tells of every bit of the planes and of the parent,
    whoever made the file; where they differ, the first scalar of each plane is named with both values.
    """
    if sample is not None and (start_path or receipts_path or log_path):
        raise click.UsageError("--sample goes with none of --from, --receipts and --log")
    if seed is not None and sample is None:
        raise click.UsageError("--seed is for --sample")
    contract = None if contract_path is None else named_contract(contract_path)
    if sample is None:
        _replay(ckpt, input_path, contract, start_path, receipts_path, log_path, threads, as_json)
    else:
        from secrets import randbelow

        seed = randbelow(_SEEDS) if seed is None else seed
        _sample(ckpt, input_path, contract, sample, seed, threads, as_json)


def _replay(
    ckpt: str,
    input_path: str | None,
    contract: Contract | None,
    start_path: str | None,
    receipts_path: str | None,
    log_path: str | None,
    threads: int,
    as_json: bool,
) -> None:
    from bob.cli.verify_replay_text import replay_data, replay_text
    from bob.run.replay import replayed

    with _progress() as progress:
        report = replayed(
            ckpt,
            input_path,
            contract,
            start_path=start_path,
            receipts_path=receipts_path,
            log_path=log_path,
            threads=threads,
            before_compiling=before_compiling,
            progress=progress,
        )
    data = canonical_json(replay_data(ckpt, report, start_path))
    _finish(data if as_json else f"{replay_text(ckpt, report, start_path)}\n", report.findings)


def _sample(
    ckpt: str,
    input_path: str | None,
    contract: Contract | None,
    n: int,
    seed: int,
    threads: int,
    as_json: bool,
) -> None:
    from bob.cli.verify_replay_text import sample_data, sample_text
    from bob.run.replay_sample import sampled

    with _progress() as progress:
        report = sampled(
            ckpt,
            n,
            seed,
            input_path,
            contract,
            threads=threads,
            before_compiling=before_compiling,
            progress=progress,
        )
    data = canonical_json(sample_data(ckpt, report, seed))
    _finish(data if as_json else f"{sample_text(ckpt, report, n, seed)}\n", report.findings)


def _finish(said: str, findings: Sequence[Finding]) -> None:
    click.echo(said, nl=False)
    if findings:
        click.get_current_context().exit(exit_status(findings))


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """Say on a terminal how many invocations are made; the line is cleared at the end."""
    last, width = monotonic(), 0

    def tell(done: int, every: int) -> None:
        nonlocal last, width
        if monotonic() - last > _SECONDS_BETWEEN:
            last, said = monotonic(), f"{done:,} of {every:,} invocations"
            width = len(said)
            click.echo(f"\r{said}", nl=False, err=True)

    try:
        yield tell if sys.stderr.isatty() else lambda _done, _every: None
    finally:
        if width:
            click.echo(f"\r{' ' * width}\r", nl=False, err=True)
