"""How a replay reads on a terminal, and as JSON: text out, nothing printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from bob.cli.render import printable, refusal, report_json
from bob.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bob.run.replay import ReplayReport
    from bob.run.replay_sample import SampleReport
    from bob.run.replay_witness import Agreement


def replay_text(path: str, report: ReplayReport, start_path: str | None) -> str:
    """The verdict on a replay, what it was made of, and what it does not show."""
    start = _start(report) if start_path is None else f"{printable(start_path)} (step {report.start:,})"
    lines = [
        f"  replayed    {_counted(report.n_invocations)}, from {start} to step {report.header.step:,}",
        *(f"  fork        at step {fork.step_from:,}" for fork in report.forks),
        *_witnesses(report),
    ]
    if report.findings:
        return "\n".join([refusal(Refused(path, report.findings, report.equal)), *lines])
    given, unchecked = "this input and this contract", "where the input came from"
    if start_path is not None:
        given, unchecked = f"{start}, {given}", f"what led to {printable(start_path)}, {unchecked}"
    planes = f"  planes      P, M and V are what {given} give, bit for bit; so is the parent"
    return "\n".join([*_verified(path, report), planes, *lines, f"  not checked: {unchecked}"])


def sample_text(path: str, report: SampleReport, asked: int, seed: int) -> str:
    """The verdict on a sample, which invocations it was of, and what it does not show."""
    made = len(report.pairs)
    counted = f"{made:,} of {_counted(report.n_pairs)}" if made < report.n_pairs else _all(report, asked)
    steps = (f"{pair.earlier.header.step:,} to {pair.later.header.step:,}" for pair in report.pairs)
    lines = [
        f"  sampled     {counted} between {report.n_files:,} kept checkpoints, --seed {seed}",
        f"  replayed    step {', '.join(steps)}",
    ]
    if report.findings:
        return "\n".join([refusal(Refused(path, report.findings)), *lines])
    planes = "  planes      P, M and V of each are what its parent, this input and this contract give"
    note = "all else that led to them (bob verify replay without --sample), where the input came from"
    return "\n".join([*_verified(path, report), planes, *lines, f"  not checked: {note}"])


def replay_data(path: str, report: ReplayReport, start_path: str | None) -> dict[str, Any]:
    """A replay, for machines."""
    return {
        **_data(path, report, report.equal),
        "replayed": {
            "from": start_path,
            "step_from": report.start,
            "invocations": report.n_invocations,
            "forks": [fork.step_from for fork in report.forks],
        },
        "receipts": _agreement(report.receipts),
        "log": _agreement(report.log),
    }


def sample_data(path: str, report: SampleReport, seed: int) -> dict[str, Any]:
    """A sample, for machines."""
    pairs = [(pair.earlier.header, pair.later.header) for pair in report.pairs]
    return {
        **_data(path, report, ()),
        "seed": seed,
        "kept": report.n_files,
        "pairs": report.n_pairs,
        "replayed": [{"step_from": earlier.step, "step": later.step} for earlier, later in pairs],
    }


def _verified(path: str, report: ReplayReport | SampleReport) -> list[str]:
    return [
        f"{printable(path)}: VERIFIED  step {report.header.step:,}",
        f"  header      digest {report.header.header_digest.hex()}",
        f"  input       digest {report.input_digest.hex()}",
    ]


def _start(report: ReplayReport) -> str:
    identity: bytes = report.contract["initialization.identity"]
    return printable(identity.decode())


def _counted(n: int) -> str:
    return f"{n:,} invocation{'' if n == 1 else 's'}"


def _all(report: SampleReport, asked: int) -> str:
    told = f" ({asked:,} asked for)" if asked > report.n_pairs else ""
    return f"all {_counted(report.n_pairs)}{told}"


def _witnesses(report: ReplayReport) -> Iterator[str]:
    """What the receipts and the log say, where they were given and say nothing otherwise."""
    receipts, log = report.receipts, report.log
    if receipts is not None and receipts.difference is None:
        yield f"  receipts    {_receipts(receipts.n_compared, report)}"
    if log is not None and log.difference is None:
        said = f"{log.n_compared:,} updates read as logged"
        yield f"  log         {said if log.n_compared else 'names no update that was replayed'}"


def _receipts(n: int, report: ReplayReport) -> str:
    if not n:
        return "none is of an invocation that was replayed"
    if n < report.n_invocations:
        return f"{n:,} of {_counted(report.n_invocations)} have one, and give what it says"
    return "every receipt replays" + (
        ": the file alone was changed after its receipt" if report.findings else ""
    )


def _agreement(agreement: Agreement | None) -> dict[str, Any] | None:
    if agreement is None:
        return None
    return {"compared": agreement.n_compared, "agrees": agreement.difference is None}


def _data(path: str, report: ReplayReport | SampleReport, equal: Sequence[str]) -> dict[str, Any]:
    verdict = "REFUSED" if report.findings else "VERIFIED"
    return {
        **report_json(path, verdict, report.findings, equal),
        "step": report.header.step,
        "header_digest": report.header.header_digest.hex(),
        "input_digest": report.input_digest.hex(),
    }
