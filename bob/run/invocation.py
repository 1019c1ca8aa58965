"""One invocation: read, verify, make the contract's updates, encode, verify, replace. One fresh process.

    fresh("ckpt.bin", contract=Contract.shipped())       # publishes a new file
    resume("ckpt.bin", contract=Contract.shipped())      # takes the place of the file it read

Whatever is refused, or fails, leaves the old file as it was. Nothing is printed or logged.
"""

from __future__ import annotations

import os
from contextlib import ExitStack
from typing import TYPE_CHECKING

from bob.canonical import digest
from bob.envelope.input_record import MOST_INPUT_BYTES, read_input
from bob.errors import Finding, Refused
from bob.host import require_supported_host
from bob.kernels import cache, native
from bob.learners import byte_table
from bob.run.advance import advanced, content_of, initial, require_room, state_of, verified
from bob.store import OpenFile, Slot, already_there, exists, held, read_file, same_file
from bob.store_kept import drop_oldest, keep_old, require_free

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.envelope.contract import Contract
    from bob.run.advance import Outcome
    from bob.spec.record import Record

INPUT_NAME = "input.bin"


def silent() -> None:
    """Say nothing."""


def unrecorded(_: Outcome) -> None:
    """Write nothing down."""


def fresh(
    out: str,
    contract: Contract,
    input_path: str | None = None,
    force: bool = False,
    threads: int = 1,
    before_compiling: Callable[[], None] = silent,
    before_writing: Callable[[Outcome], None] = unrecorded,
) -> Outcome:
    """Begin a run: the first invocation from the contract's initialization, published as `out`.

    `threads` share the rows and change no bit; `before_compiling` is called where kernels are not kept yet,
    `before_writing` when all is made and verified, and nothing is written yet.
    Raises `Refused`; without `force`, also where `out` exists (BOB801).
    """
    require_supported_host()
    byte_table.require_own(contract)
    with ExitStack() as stack:
        require_apart(out, input_place(input_path, out))
        old = _target(stack, out, force)
        record, input_digest = input_record(input_path, out, contract, None)
        slot = stack.enter_context(Slot(out))
        require_native(before_compiling)
        state = initial(contract)
        content, outcome = advanced(state, record, input_digest, contract, out, threads)
        before_writing(outcome)
        _write(slot, content, old)
        return outcome


def resume(
    path: str,
    contract: Contract,
    input_path: str | None = None,
    out: str | None = None,
    force: bool = False,
    threads: int = 1,
    before_compiling: Callable[[], None] = silent,
    before_writing: Callable[[Outcome], None] = unrecorded,
    keep: int = 0,
) -> Outcome:
    """Go on with a run: verify the checkpoint, make one invocation's updates, replace it (or write `out`).

    In place, the checkpoint that is replaced stays as one of the `keep` last beside it (`bob.store_kept`).
    `threads`, `before_compiling` and `before_writing` are as `fresh` takes them.
    Raises `Refused` with every finding; the file is then as it was.
    """
    require_supported_host()
    byte_table.require_own(contract)
    in_place = out is None or os.path.realpath(out) == os.path.realpath(path)
    target = path if out is None else out
    keep = keep if in_place else 0
    require_apart(target, input_place(input_path, path))
    with ExitStack() as stack:
        opened = stack.enter_context(held(path) if in_place else OpenFile(path))
        old = opened if in_place else _target(stack, target, force)
        content = content_of(opened, contract)
        state = state_of(content, verified(content, contract, path))
        require_room(state.step, contract, path)
        if keep:
            require_free(path, opened, state.step)
        record, input_digest = input_record(input_path, path, contract, state.input_digest)
        slot = stack.enter_context(Slot(target))
        require_native(before_compiling)
        content, outcome = advanced(state, record, input_digest, contract, target, threads)
        before_writing(outcome)
        if keep:
            keep_old(path, opened, state.step)
        _write(slot, content, old)
        if keep:
            drop_oldest(path, keep)
        return outcome


def require_native(before_compiling: Callable[[], None]) -> None:
    """Have kernels that give the right bits; raises `Refused` (BOB810)."""
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


def input_place(given: str | None, beside: str) -> str:
    """Where the input record is: `input.bin` in the folder of `beside`, unless it is given."""
    return given if given is not None else os.path.join(os.path.dirname(beside), INPUT_NAME)


def require_apart(out: str, input_path: str) -> None:
    """The input record is never replaced by a checkpoint, whatever is forced."""
    if same_file(out, input_path):
        found = "the input record of this run"
        raise Refused(out, [Finding("BOB801", "path", found, "another file")])


def input_record(
    given: str | None, beside: str, contract: Contract, stated: bytes | None
) -> tuple[Record, bytes]:
    """The input record and its digest, which must be the one that the header states."""
    path = input_place(given, beside)
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
