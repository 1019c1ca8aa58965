"""A fork on purpose: the first invocation of another contract, from a checkpoint of the old one.

    fork = forked("ckpt.bin", {"learner.lr": "0.02"}, "new.bin")

A checkpoint of envelope version 1 is what an invocation has made: beyond a run's first it has a parent, and
its moments are not all zero. So a fork is an invocation too: the updates of the new contract, from the old
planes and step. Its file has the old one as its parent, and its receipt says what was changed.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, NamedTuple

from bob.envelope.contract import FIELD_NAMES, plain
from bob.errors import Finding, Refused
from bob.host import require_supported_host
from bob.learners import byte_table
from bob.run.advance import advanced, content_of, own_contract, require_room, state_of, verified
from bob.run.invocation import input_place, input_record, require_apart, require_native, silent
from bob.store import OpenFile, Slot, already_there, exists

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from bob.envelope.contract import Contract
    from bob.run.advance import Outcome, State

_BETAS = ("learner.beta1", "learner.beta2")
_SIZES = ("data.vocabulary",)


class Fork(NamedTuple):
    """What a fork did: its invocation, both contracts, and each field that differs with both values."""

    outcome: Outcome
    old: Contract
    new: Contract
    changed: tuple[tuple[str, str, str], ...]
    reset: bool


def _unrecorded(_: Fork) -> None:
    """Write nothing down."""


def forked(
    path: str,
    settings: Mapping[str, str],
    out: str,
    input_path: str | None = None,
    reset: bool = False,
    threads: int = 1,
    before_compiling: Callable[[], None] = silent,
    before_writing: Callable[[Fork], None] = _unrecorded,
) -> Fork:
    """Publish as `out` the first checkpoint of the contract of `path` with other `settings`.

    `input_path` may be another input; without it the run keeps its own. `reset` begins with moments of zero.
    Raises `Refused`: BOB841 where the betas change without `reset`, BOB842 for a change that is none or that
    no run may go on with, otherwise as `bob.run.invocation.resume`.
    """
    require_supported_host()
    with ExitStack() as stack:
        require_apart(out, input_place(input_path, path))
        if exists(out):
            raise already_there(out)
        opened = stack.enter_context(OpenFile(path))
        old = own_contract(opened)
        new = old.changed(settings)
        byte_table.require_own(new)
        changed = _changes(old, new)
        _require_size(path, changed)
        content = content_of(opened, old)
        state = state_of(content, verified(content, old, path))
        stated = state.input_digest if input_path is None else None
        record, input_digest = input_record(input_path, path, new, stated)
        _require_forkable(path, changed, reset, state, new, input_digest)
        slot = stack.enter_context(Slot(out))
        require_native(before_compiling)
        if reset:
            state.planes.m.fill(0)
            state.planes.v.fill(0)
        content, outcome = advanced(state, record, input_digest, new, out, threads)
        fork = Fork(outcome, old, new, changed, reset)
        before_writing(fork)
        slot.publish(content)
        return fork


def _changes(old: Contract, new: Contract) -> tuple[tuple[str, str, str], ...]:
    return tuple(
        (name, plain(name, old[name]), plain(name, new[name]))
        for name in FIELD_NAMES
        if old[name] != new[name]
    )


def _require_size(path: str, changed: Iterable[tuple[str, str, str]]) -> None:
    found = [Finding("BOB842", name, new, old) for name, old, new in changed if name in _SIZES]
    if found:
        raise Refused(path, found)


def _require_forkable(
    path: str,
    changed: tuple[tuple[str, str, str], ...],
    reset: bool,
    state: State,
    new: Contract,
    input_digest: bytes,
) -> None:
    found = []
    if not changed and not reset and input_digest == state.input_digest:
        found.append(Finding("BOB842", "contract", "nothing changed", "another field or another input"))
    for name, before, after in changed:
        if name in _BETAS and not reset:
            found.append(Finding("BOB841", name, after, before))
    if state.step % new["updates"]:
        made = f"step {state.step:,}"
        found.append(Finding("BOB842", "updates", f"{new['updates']:,} after {made}", f"a divisor of {made}"))
    if found:
        raise Refused(path, found)
    require_room(state.step, new, path)
