"""`bob run`: begin a run or go on with one."""

from __future__ import annotations

import os
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from bob.cli.options import (
    FILE,
    contract_content,
    contract_option,
    json_option,
    named_contract,
    receipt_option,
    threads_option,
)
from bob.cli.run_text import before_compiling, tell
from bob.envelope.input_record import input_family
from bob.errors import Refused
from bob.kinds import CHECKPOINT, INPUT_RECORD, kind_of
from bob.store import rewriting, same_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bob.envelope.contract import Contract
    from bob.run.advance import Outcome


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
@receipt_option()
@click.option(
    "--keep",
    type=click.IntRange(min=0),
    default=0,
    metavar="N",
    help="Keep the last N checkpoints beside the current one, as CKPT.step-20.",
)
@threads_option()
@json_option()
def command(
    resume: str | None,
    out: str | None,
    input_path: str | None,
    contract_path: str | None,
    force: bool,
    log_every: int,
    predictions_path: str | None,
    receipt_path: str | None,
    keep: int,
    threads: int,
    as_json: bool,
) -> None:
    """Make exactly the contract's updates (ten), natively, and write the checkpoint whole or not at all.

    `bob run --out ckpt.bin` begins a run; `bob run --resume ckpt.bin` goes on with it in place. Everything
    is verified before and after. One line an update goes to standard error, the answers to standard output.
    """
    if resume is None and out is None:
        raise click.UsageError("say --out FILE to begin a run, or --resume CKPT to go on with one")
    if keep and (resume is None or out is not None):
        raise click.UsageError("--keep is for a run that goes on in place: --resume without --out")
    content = contract_content(contract_path)
    contract = named_contract(contract_path, content)
    require_apart(
        out or resume, ("--input", input_path), ("--contract", contract_path), ("--receipt", receipt_path)
    )
    others = (out, resume, input_path, contract_path, receipt_path)
    with _predictions(predictions_path, contract, others) as write:
        record = _recording(receipt_path, contract)
        outcome = _invoked(resume, out, contract, input_path, force, threads, record, keep)
        _answer(write, outcome)
    _keep_plan(contract, content)
    tell(outcome, contract, log_every, as_json)


def require_apart(target: str | None, *others: tuple[str, str | None]) -> None:
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


def _recording(path: str | None, contract: Contract) -> Callable[[Outcome], None]:
    """What appends the receipt; raises `Refused` now where nothing could be appended."""
    if path is None:
        return lambda _: None
    from bob.run import recording

    recording.require_receipts(path)
    return lambda outcome: recording.record_run(path, outcome, contract)


def _invoked(
    resume: str | None,
    out: str | None,
    contract: Contract,
    input_path: str | None,
    force: bool,
    threads: int,
    record: Callable[[Outcome], None],
    keep: int,
) -> Outcome:
    from bob.run import invocation

    if resume is not None:
        return invocation.resume(
            resume, contract, input_path, out, force, threads, before_compiling, record, keep
        )
    assert out is not None
    return invocation.fresh(out, contract, input_path, force, threads, before_compiling, record)


def _keep_plan(contract: Contract, content: bytes) -> None:
    """Let the next process take the quick path, where it can."""
    from bob.run.quick.planning_run import keep_run_plan

    keep_run_plan(contract, content)


def _answer(write: Callable[[bytes], None], outcome: Outcome) -> None:
    """Write the raw answers; a refusal says that the checkpoint is there already."""
    try:
        write(_raw_answers(outcome))
    except Refused as refused:
        made = f"the checkpoint is written, at step {outcome.step:,}"
        found = [each._replace(note="; ".join(filter(None, (each.note, made)))) for each in refused.findings]
        raise Refused(refused.subject, found) from None


def _raw_answers(outcome: Outcome) -> bytes:
    from bob.learners.byte_table import prediction_bytes

    return prediction_bytes(outcome.answers)
