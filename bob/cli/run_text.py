"""What commands that make an invocation say: the log, the answers, or both for machines."""

from __future__ import annotations

import io
import os
import sys
from typing import TYPE_CHECKING, Any

import click

from bob.binary32 import exact, shortest
from bob.canonical import canonical_json, json_number
from bob.cli.render import printable
from bob.run.said import Late, summary, update_lines

if TYPE_CHECKING:
    from bob.envelope.contract import Contract
    from bob.run.advance import Outcome

_ALONE = "for this process alone: bob cache says why"


def tell(outcome: Outcome, contract: Contract, log_every: int, as_json: bool, *more: str) -> None:
    """Log each update that `log_every` divides, then say what came of it; raises `Late` where that fails.

    `more` are lines below the answers, of people alone.
    """
    told = "".join(f"{line}\n" for line in (_summary(outcome), *more))
    said = canonical_json(_as_json(outcome, contract)) if as_json else told
    try:
        _log(outcome, contract, 0 if as_json else log_every)
        click.echo(said, nl=False)
        sys.stdout.flush()
    except OSError as wrong:
        # What could not be written is not tried again when the process ends.
        sys.stdout = io.StringIO()
        raise Late(outcome.path, outcome.step, wrong, synced=True) from None


def before_compiling() -> None:
    """Say on standard error that kernels are about to be compiled, and for whom."""
    from bob.kernels.cache import why_not
    from bob.store_cache import CacheFolder, Unsafe, folder_of

    folder = folder_of(os.environ)
    kept = f"once, for {printable(folder)}"
    try:
        CacheFolder(folder, create=True).close()
    except (OSError, Unsafe):
        kept = _ALONE
    click.echo(f"compiling the kernels {_ALONE if why_not() else kept}", err=True)


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
            {"step": number, "loss": json_number(loss), "learning_rate": rate, "norm": json_number(norm)}
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
