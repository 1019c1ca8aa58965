"""Replay: a checkpoint's run made again from its start, and what of the checkpoint is not what it gives.

    report = replayed("ckpt.bin", "input.bin")
    report.findings == ()      # these planes are what this input and this contract give, whoever made them

The checkpoint is verified first; every digest of it may be right and the planes still be another's. What
receipts and a log say is compared on the way. Nothing is printed and nothing written.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

from bob.envelope.header import NO_PARENT, require_header
from bob.envelope.receipts import MOST_RECEIPTS_BYTES, read_receipts
from bob.errors import Finding, Refused
from bob.host import require_supported_host
from bob.learners import byte_table
from bob.run.advance import content_of, initial, own_contract, sound_header, state_of, verified
from bob.run.again import Again
from bob.run.invocation import input_place, input_record, require_native, silent
from bob.run.replay_difference import differences, equal_parts, lost
from bob.run.replay_plan import Plan, planned
from bob.run.replay_witness import LogWitness, ReceiptWitness
from bob.store import OpenFile, read_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bob.envelope.contract import Contract
    from bob.envelope.receipts import Receipt
    from bob.run.advance import State
    from bob.run.again import Made
    from bob.run.replay_witness import Agreement
    from bob.spec.record import Record

_MOST_LOG_BYTES = 1 << 30


class Sound(NamedTuple):
    """A checkpoint that is verified, its values too, and still open."""

    opened: OpenFile
    header: Record
    contract: Contract


class ReplayReport(NamedTuple):
    """What a replay found; `equal` names the planes, and the parent, that are the same.

    `receipts` and `log` say how far these agree, where they were given; `start` is the step from which the
    replay began, 0 for the run's initialization.
    """

    header: Record
    contract: Contract
    input_digest: bytes
    start: int
    n_invocations: int
    forks: tuple[Receipt, ...]
    equal: tuple[str, ...]
    receipts: Agreement | None
    log: Agreement | None
    findings: tuple[Finding, ...]


def unheard(_done: int, _all: int) -> None:
    """Tell nobody how many invocations are made, of how many."""


def replayed(
    path: str,
    input_path: str | None = None,
    contract: Contract | None = None,
    *,
    start_path: str | None = None,
    receipts_path: str | None = None,
    log_path: str | None = None,
    threads: int = 1,
    before_compiling: Callable[[], None] = silent,
    progress: Callable[[int, int], None] = unheard,
) -> ReplayReport:
    """Make the run of a checkpoint again, from its initialization or from the checkpoint at `start_path`.

    Without `contract` it is the one that the header states, without `input_path` input.bin beside it.
    Raises `Refused` where that cannot be asked: a file that is not sound, another input (BOB310), no start
    of it (BOB844), receipts that contradict it (BOB243). What does not replay is in the report.
    """
    require_supported_host()
    with ExitStack() as stack:
        file = sound(stack, path, contract)
        record, input_digest = input_record(input_path, path, file.contract, file.header.input_digest)
        receipts = _receipts(receipts_path)
        log = LogWitness(b"" if log_path is None else read_file(log_path, _MOST_LOG_BYTES))
        state, plan = _begun(stack, start_path, file, receipts)
        _require_input(input_place(input_path, path), plan, input_digest)
        require_native(before_compiling)
        witness = ReceiptWitness()
        start, again = state.step, Again(state, record.targets, input_digest, threads)
        made, findings = _made_again(file, plan, again, (witness, log), progress)
        findings += [each.agreement.difference for each in (witness, log) if each.agreement.difference]
        return ReplayReport(
            file.header,
            file.contract,
            input_digest,
            start,
            plan.n_invocations,
            plan.forks,
            () if made is None else equal_parts(file.header, made),
            witness.agreement if receipts_path is not None else None,
            log.agreement if log_path is not None else None,
            tuple(findings),
        )


def sound(stack: ExitStack, path: str, contract: Contract | None) -> Sound:
    """Verify a checkpoint against a contract, its own where none is given, and leave it open.

    Raises `Refused` with every finding; it must be a checkpoint of this learner (BOB701).
    """
    opened = stack.enter_context(OpenFile(path))
    contract = own_contract(opened) if contract is None else contract
    byte_table.require_own(contract)
    header = sound_header(opened, contract, path)
    opened.require_unchanged()
    return Sound(opened, header, contract)


def _receipts(path: str | None) -> list[Receipt]:
    return [] if path is None else read_receipts(read_file(path, MOST_RECEIPTS_BYTES), path)


def _begun(
    stack: ExitStack, start_path: str | None, file: Sound, receipts: list[Receipt]
) -> tuple[State, Plan]:
    """What the replay begins with, and the invocations from there to the checkpoint."""
    told = (file.opened.path, file.header, file.contract, receipts)
    if start_path is None:
        plan = planned(*told, (0, NO_PARENT))
        return initial(plan.contract), plan
    opened = stack.enter_context(OpenFile(start_path))
    step, own = _require_before(opened, file)
    plan = planned(*told, (step, own))
    content = content_of(opened, plan.contract)
    opened.require_unchanged()
    header = verified(content, plan.contract, start_path)
    if not plan.begins_with_fork and header.input_digest != file.header.input_digest:
        digests = (header.input_digest.hex(), file.header.input_digest.hex())
        raise Refused(start_path, [Finding("BOB844", "input_digest", *digests)])
    return state_of(content, header), plan


def _require_before(opened: OpenFile, file: Sound) -> tuple[int, bytes]:
    """The step and header digest of what a replay is to begin with; raises `Refused` (BOB844)."""
    header = require_header(opened, opened.path)
    if header.step >= file.header.step:
        found = Finding("BOB844", "step", f"{header.step:,}", f"below {file.header.step:,}")
        raise Refused(opened.path, [found])
    return header.step, header.header_digest


def _require_input(path: str, plan: Plan, own: bytes) -> None:
    """Raises `Refused` (BOB310) for the last invocation that learned from another input than this."""
    for receipt in (link.receipt for link in reversed(plan.links)):
        if receipt.input != own:
            note = f"begin after it: --from the checkpoint of step {receipt.step_to:,}"
            part = f"receipt, line {receipt.line:,}"
            found = Finding("BOB310", part, own.hex(), receipt.input.hex(), note=note)
            raise Refused(path, [found])


def _made_again(
    file: Sound,
    plan: Plan,
    again: Again,
    witnesses: tuple[ReceiptWitness | LogWitness, ...],
    progress: Callable[[int, int], None],
) -> tuple[Made | None, list[Finding]]:
    """The last invocation, if the run reaches it, and what the checkpoint has otherwise."""
    made, earlier = None, None
    for number, each in enumerate(plan.invocations(), 1):
        try:
            made = again.make(each.contract, each.reset)
        except Refused as refused:
            return None, [lost(refused, each.step_from, each.step_to)]
        for witness in witnesses:
            witness.see(each, made)
        if made.chunks == file.header.chunk_digests and number < plan.n_invocations:
            earlier = made.step
        progress(number, plan.n_invocations)
    assert made is not None
    found = list(differences(file.opened, file.header, file.contract, made, again.planes))
    if found:
        file.opened.require_unchanged()
    return made, [*_earlier(file, earlier, found), *found]


def _earlier(file: Sound, earlier: int | None, found: list[Finding]) -> Iterator[Finding]:
    """The step at which a run had the very planes that the file states for a later one."""
    if found and earlier is not None:
        note = f"the planes are those of step {earlier:,}, bit for bit"
        yield Finding("BOB840", "step", f"{file.header.step:,}", f"{earlier:,}", note=note)
