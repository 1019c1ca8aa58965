"""One invocation in memory: a state, the contract's updates, and the bytes of the checkpoint that they make.

    state = initial(contract)                             # or state_of(content, verified(content, ...))
    content, outcome = advanced(state, record, input_digest, contract, "ckpt.bin")

No file is written, nothing is printed or logged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from bob.canonical import digest
from bob.envelope.header import MOST_HEADER_BYTES, NO_PARENT, build_header, read_header
from bob.envelope.identity import stated_contract
from bob.envelope.values import Planes, blocks_of, check_values
from bob.envelope.verify import verify_envelope
from bob.errors import Finding, Refused
from bob.learners import byte_table
from bob.spec.families.header import LAST_STEP
from bob.spec.families.transport import PLANES
from bob.store import Buffer

if TYPE_CHECKING:
    from bob.envelope.contract import Contract
    from bob.spec.record import Record
    from bob.store import OpenFile, Source


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


class State(NamedTuple):
    """What an invocation starts from."""

    planes: Planes
    step: int
    parent: bytes
    input_digest: bytes | None


def initial(contract: Contract) -> State:
    """What a fresh run starts from."""
    return State(byte_table.initial_planes(contract), 0, NO_PARENT, None)


def content_of(opened: OpenFile, contract: Contract) -> bytes:
    """All of a checkpoint; a file too long for the contract is refused without being read into memory."""
    if opened.n_bytes > contract["payload"] + MOST_HEADER_BYTES:
        report = verify_envelope(opened, contract)
        raise Refused(opened.path, report.findings, report.equal)
    return opened.read_at(0, opened.n_bytes)


def own_contract(opened: OpenFile) -> Contract:
    """The contract that a checkpoint states itself; raises `Refused` where it states none."""
    reading = read_header(opened)
    if reading.record is None:
        raise Refused(opened.path, reading.findings)
    return stated_contract(reading.record, opened.path)


def verified(content: bytes, contract: Contract, path: str) -> Record:
    """The header of a checkpoint that is sound; raises `Refused` with every finding, values last."""
    return sound_header(Buffer(content), contract, path)


def sound_header(source: Source, contract: Contract, path: str) -> Record:
    """The header of a checkpoint that is read piece by piece, as `verified`."""
    report = verify_envelope(source, contract)
    if report.findings or report.header is None:
        raise Refused(path, report.findings, report.equal)
    header = report.header
    offset, plane_bytes = header.header_bytes, contract["chunk"]
    found = check_values(blocks_of(source, offset, plane_bytes), contract, header.step, offset)
    if found:
        raise Refused(path, found)
    return header


def state_of(content: bytes, header: Record) -> State:
    """The state that a verified checkpoint holds, its planes ready to be updated."""
    flat = np.frombuffer(content, np.float32, offset=header.header_bytes)
    planes = Planes(*(part.copy() for part in np.split(flat, len(PLANES))))
    return State(planes, header.step, header.header_digest, header.input_digest)


def require_room(step: int, contract: Contract, path: str) -> None:
    """The step that is about to be written must leave room for an invocation, as the header requires."""
    updates = contract["updates"]
    if step + 2 * updates > LAST_STEP:
        found = f"{step + updates:,} after this invocation"
        raise Refused(path, [Finding("BOB208", "step", found, f"at most {LAST_STEP - updates:,}")])


def advanced(
    state: State, record: Record, input_digest: bytes, contract: Contract, path: str, threads: int
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
    header = verified(content, contract, path)
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
