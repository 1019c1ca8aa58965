"""`bob run`: begin a run or go on with one."""

from __future__ import annotations

import io
import os
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from bob.binary32 import exact, shortest
from bob.canonical import canonical_json
from bob.cli.options import FILE, contract_content, contract_option, json_option, named_contract
from bob.cli.render import printable
from bob.envelope.input_record import input_family
from bob.kinds import CHECKPOINT, INPUT_RECORD, kind_of
from bob.run.said import Late, summary, update_lines
from bob.store import rewriting, same_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bob.envelope.contract import Contract
    from bob.run.invocation import Outcome

_ALONE = "for this process alone: bob cache says why"


@click.command()
@click.option(
    "--resume",
    type=FILE,
    metavar="CKPT",
    help="The checkpoint to go on from; replaced unless --out is given.",
)
@click.option(
    "--out", type=FILE, metavar="FILE", help="Where to write; without --resume a fresh run begins here."
)
@click.option(
    "--input",
    "input_path",
    type=FILE,
    metavar="FILE",
    help="The input record; default: input.bin beside the checkpoint.",
)
@contract_option()
@click.option("--force", is_flag=True, help="Let --out take the place of a file.")
@click.option(
    "--log-every",
    type=click.IntRange(min=0),
    default=1,
    metavar="N",
    help="Log updates whose number N divides; 0: none.",
)
@click.option(
    "--predictions",
    "predictions_path",
    type=FILE,
    metavar="FILE",
    help="Write the raw answers, 8 bytes a prompt.",
)
@click.option(
    "--threads",
    type=click.IntRange(min=1),
    default=1,
    metavar="N",
    help="Share the table's rows among N threads; changes no bit.",
)
@json_option()
def command(
    resume: str | None,
    out: str | None,
    input_path: str | None,
    contract_path: str | None,
    force: bool,
    log_every: int,
    predictions_path: str | None,
    threads: int,
    as_json: bool,
) -> None:
    """Make exactly the contract's updates (ten), natively, and write the checkpoint whole or not at all.

    `bob run --out ckpt.bin` begins a run; `bob run --resume ckpt.bin` goes on with it in place. Everything
    is verified before and after. One line an update goes to standard error, the answers to standard output.
    """
    if resume is None and out is None:
        raise click.UsageError("say --out FILE to begin a run, or --resume CKPT to go on with one")
    content = contract_content(contract_path)
    contract = named_contract(contract_path, content)
    _require_apart(out or resume, ("--input", input_path), ("--contract", contract_path))
    with _predictions(predictions_path, contract, (out, resume, input_path, contract_path)) as write:
        outcome = _invoked(resume, out, contract, input_path, force, threads)
        write(_raw_answers(outcome))
    _keep_plan(contract, content)
    _log(outcome, contract, 0 if as_json else log_every)
    said = canonical_json(_as_json(outcome, contract)) if as_json else f"{_summary(outcome)}\n"
    try:
        click.echo(said, nl=False)
        sys.stdout.flush()
    except OSError as wrong:
        # What could not be written is not tried again when the process ends.
        sys.stdout = io.StringIO()
        raise Late(outcome.path, outcome.step, wrong, synced=True) from None


def _require_apart(target: str | None, *others: tuple[str, str | None]) -> None:
    """A file that is read is never the file that is written, whatever is forced."""
    for option, path in others:
        if target is not None and path is not None and same_file(target, path):
            raise click.UsageError(f"{option} and the checkpoint name one file")


@contextmanager
def _predictions(
    path: str | None, contract: Contract, others: tuple[str | None, ...]
) -> Iterator[Callable[[bytes], None]]:
    """A function that writes the raw answers; a file of another size or kind is never replaced by them."""
    if path is None:
        yield lambda _: None
        return
    for other in others:
        if other is not None and os.path.realpath(path) == os.path.realpath(other):
            raise click.UsageError("--predictions names a file that has another part in this run")
    n_bytes = contract["data.prompts"] * input_family(contract)["prediction_bytes"]

    def is_own(head: bytes, size: int) -> bool:
        return size == n_bytes and kind_of(head, size) not in (CHECKPOINT, INPUT_RECORD)

    with rewriting(path, is_own) as write:
        yield write


def _invoked(
    resume: str | None,
    out: str | None,
    contract: Contract,
    input_path: str | None,
    force: bool,
    threads: int,
) -> Outcome:
    from bob.run import invocation

    if resume is not None:
        return invocation.resume(resume, contract, input_path, out, force, threads, _before_compiling)
    assert out is not None
    return invocation.fresh(out, contract, input_path, force, threads, _before_compiling)


def _before_compiling() -> None:
    from bob.kernels.cache import why_not
    from bob.store_cache import CacheFolder, Unsafe, folder_of

    folder = folder_of(os.environ)
    kept = f"once, for {printable(folder)}"
    try:
        CacheFolder(folder, create=True).close()
    except (OSError, Unsafe):
        kept = _ALONE
    click.echo(f"compiling the kernels {_ALONE if why_not() else kept}", err=True)


def _keep_plan(contract: Contract, content: bytes) -> None:
    """Let the next process take the quick path, where it can."""
    from bob.run.quick.planning_run import keep_run_plan

    keep_run_plan(contract, content)


def _raw_answers(outcome: Outcome) -> bytes:
    from bob.learners.byte_table import prediction_bytes

    return prediction_bytes(outcome.answers)


def _log(outcome: Outcome, contract: Contract, every: int) -> None:
    rate = shortest(contract["learner.lr"])
    for line in update_lines(outcome.step_before, outcome.losses, outcome.norms, rate, every):
        click.echo(line, err=True)


def _summary(outcome: Outcome) -> str:
    steps = (outcome.step_before, outcome.step)
    answers = zip(outcome.prompts, outcome.answers, strict=True)
    return summary(printable(outcome.path), steps, outcome.losses, answers, outcome.header_digest)


def _as_json(outcome: Outcome, contract: Contract) -> dict[str, Any]:
    numbers = range(outcome.step_before + 1, outcome.step + 1)
    rate = float(exact(contract["learner.lr"]))
    return {
        "file": outcome.path,
        "step_before": outcome.step_before,
        "step": outcome.step,
        "updates": [
            {"step": number, "loss": _finite(loss), "learning_rate": rate, "norm": _finite(norm)}
            for number, loss, norm in zip(numbers, outcome.losses, outcome.norms, strict=True)
        ],
        "predictions": [
            {"prompt": prompt, "token": token, "validity": validity}
            for prompt, (token, validity) in zip(outcome.prompts, outcome.answers, strict=True)
        ],
        "input_digest": outcome.input_digest.hex(),
        "parent": outcome.parent.hex(),
        "header_digest": outcome.header_digest.hex(),
    }


def _finite(value: float) -> float | str:
    """JSON has no infinity; a loss may overflow while every plane stays finite."""
    return value if abs(value) < float("inf") else str(value)
