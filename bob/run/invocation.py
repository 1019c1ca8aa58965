"""One invocation: read, verify, make the contract's updates, encode, verify, replace. One fresh process.

    fresh("ckpt.bin", contract=Contract.shipped())       # publishes a new file
    resume("ckpt.bin", contract=Contract.shipped())      # takes the place of the file it read

Whatever is refused, or fails, leaves the old file as it was. Nothing is printed or logged.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bob.canonical import digest
from bob.envelope.header import MOST_HEADER_BYTES, NO_PARENT, build_header
from bob.envelope.input_record import MOST_INPUT_BYTES, read_input
from bob.envelope.values import Planes, blocks_of, check_values
from bob.envelope.verify import verify_envelope
from bob.errors import Finding, Refused
from bob.host import require_supported_host
from bob.kernels import cache, native
from bob.learners import byte_table
from bob.spec.families.header import LAST_STEP
from bob.spec.families.transport import PLANES
from bob.store import Buffer, OpenFile, Slot, already_there, exists, held, read_file, same_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.envelope.contract import Contract
    from bob.spec.record import Record

INPUT_NAME = "input.bin"


class Outcome(NamedTuple):
    """What an invocation did: where it wrote, which updates it made, and what P then answers.

    `losses` (nats) and `norms` are of the state before each update; `answers` holds (token, validity) for
    each prompt byte; digests are the headers', 32 bytes.
    """

    path: str
    step_before: int
    step: int
    losses: tuple[float, ...]
    norms: tuple[float, ...]
    prompts: tuple[int, ...]
    answers: tuple[tuple[int, int], ...]
    input_digest: bytes
    parent: bytes
    header_digest: bytes


def _silent() -> None:
    """Say nothing."""


class _State(NamedTuple):
    """What an invocation starts from."""

    planes: Planes
    step: int
    parent: bytes
    input_digest: bytes | None


def fresh(
    out: str,
    contract: Contract,
    input_path: str | None = None,
    force: bool = False,
    threads: int = 1,
    before_compiling: Callable[[], None] = _silent,
) -> Outcome:
    """Begin a run: the first invocation from the contract's initialization, published as `out`.

    `threads` share the rows and change no bit; `before_compiling` is called where kernels are not kept yet.
    Raises `Refused`; without `force`, also where `out` exists (BOB801).
    """
    require_supported_host()
    byte_table.require_own(contract)
    with ExitStack() as stack:
        _require_apart(out, _input_path(input_path, out))
        old = _target(stack, out, force)
        record, input_digest = _input(input_path, out, contract, None)
        slot = stack.enter_context(Slot(out))
        _require_native(before_compiling)
        state = _State(byte_table.initial_planes(contract), 0, NO_PARENT, None)
        content, outcome = _advanced(state, record, input_digest, contract, out, threads)
        _write(slot, content, old)
        return outcome


def resume(
    path: str,
    contract: Contract,
    input_path: str | None = None,
    out: str | None = None,
    force: bool = False,
    threads: int = 1,
    before_compiling: Callable[[], None] = _silent,
) -> Outcome:
    """Go on with a run: verify the checkpoint, make one invocation's updates, replace it (or write `out`).

    `threads` and `before_compiling` are as `fresh` takes them.
    Raises `Refused` with every finding; the file is then as it was.
    """
    require_supported_host()
    byte_table.require_own(contract)
    in_place = out is None or os.path.realpath(out) == os.path.realpath(path)
    target = path if out is None else out
    _require_apart(target, _input_path(input_path, path))
    with ExitStack() as stack:
        opened = stack.enter_context(held(path) if in_place else OpenFile(path))
        old = opened if in_place else _target(stack, target, force)
        content = _content(opened, contract)
        state = _state(content, _verified(content, contract, path))
        _require_room(state.step, contract, path)
        record, input_digest = _input(input_path, path, contract, state.input_digest)
        slot = stack.enter_context(Slot(target))
        _require_native(before_compiling)
        content, outcome = _advanced(state, record, input_digest, contract, target, threads)
        _write(slot, content, old)
        return outcome


def _require_native(before_compiling: Callable[[], None]) -> None:
    if not cache.is_kept(os.environ):
        before_compiling()
    native.require_native()


def _target(stack: ExitStack, out: str, force: bool) -> OpenFile | None:
    """The file that `out` would replace, held; raises `Refused` (BOB801) unless that is asked for."""
    if not exists(out):
        return None
    if not force:
        raise already_there(out)
    return stack.enter_context(held(out))


def _write(slot: Slot, content: bytes, old: OpenFile | None) -> None:
    if old is None:
        slot.publish(content)
    else:
        slot.replace(content, old)


def _input_path(given: str | None, beside: str) -> str:
    return given if given is not None else os.path.join(os.path.dirname(beside), INPUT_NAME)


def _require_apart(out: str, input_path: str) -> None:
    """The input record is never replaced by a checkpoint, whatever is forced."""
    if same_file(out, input_path):
        found = "the input record of this run"
        raise Refused(out, [Finding("BOB801", "path", found, "another file")])


def _input(given: str | None, beside: str, contract: Contract, stated: bytes | None) -> tuple[Record, bytes]:
    """The input record and its digest, which must be the one that the header states."""
    path = _input_path(given, beside)
    if given is None and not exists(path):
        raise Refused(beside, [Finding("BOB311", "input", f"no file {path}", "an input record")])
    content = read_file(path, MOST_INPUT_BYTES)
    own = digest(content)
    reading = read_input(content, contract)
    found = list(reading.findings)
    if stated is not None and own != stated:
        found.insert(0, Finding("BOB310", "digest", own.hex(), stated.hex()))
    if found or reading.record is None:
        raise Refused(path, found)
    return reading.record, own


def _content(opened: OpenFile, contract: Contract) -> bytes:
    """All of a checkpoint; a file too long for the contract is refused without being read into memory."""
    if opened.n_bytes > contract["payload"] + MOST_HEADER_BYTES:
        report = verify_envelope(opened, contract)
        raise Refused(opened.path, report.findings, report.equal)
    return opened.read_at(0, opened.n_bytes)


def _require_room(step: int, contract: Contract, path: str) -> None:
    """The step that is about to be written must leave room for an invocation, as the header requires."""
    updates = contract["updates"]
    if step + 2 * updates > LAST_STEP:
        found = f"{step + updates:,} after this invocation"
        raise Refused(path, [Finding("BOB208", "step", found, f"at most {LAST_STEP - updates:,}")])


def _verified(content: bytes, contract: Contract, path: str) -> Record:
    """The header of a checkpoint that is sound; raises `Refused` with every finding, values last."""
    source = Buffer(content)
    report = verify_envelope(source, contract)
    if report.findings or report.header is None:
        raise Refused(path, report.findings, report.equal)
    header = report.header
    offset, plane_bytes = header.header_bytes, contract["chunk"]
    found = check_values(blocks_of(source, offset, plane_bytes), contract, header.step, offset)
    if found:
        raise Refused(path, found)
    return header


def _state(content: bytes, header: Record) -> _State:
    """The state that a verified checkpoint holds, its planes ready to be updated."""
    flat = np.frombuffer(content, np.float32, offset=header.header_bytes)
    planes = Planes(*(part.copy() for part in np.split(flat, len(PLANES))))
    return _State(planes, header.step, header.header_digest, header.input_digest)


def _advanced(
    state: _State, record: Record, input_digest: bytes, contract: Contract, path: str, threads: int
) -> tuple[bytes, Outcome]:
    """The next checkpoint's bytes, verified as a reader would, and what the invocation did."""
    planes = state.planes
    try:
        trace = byte_table.train(planes, record.targets, contract, state.step, threads)
    except Refused as refused:
        raise Refused(path, refused.findings) from None
    step = state.step + contract["updates"]
    payload = b"".join(plane.tobytes() for plane in planes)
    size = contract["chunk"]
    chunks = [digest(payload[begin : begin + size]) for begin in range(0, len(payload), size)]
    content = build_header(contract, step, input_digest, state.parent, chunks) + payload
    header = _verified(content, contract, path)
    prompts = tuple(record.prompt_bytes)
    outcome = Outcome(
        path,
        state.step,
        step,
        tuple(float(loss) for loss in trace.losses),
        tuple(float(norm) for norm in trace.norms),
        prompts,
        tuple(byte_table.predictions(planes.p, prompts, contract)),
        input_digest,
        state.parent,
        header.header_digest,
    )
    return content, outcome
