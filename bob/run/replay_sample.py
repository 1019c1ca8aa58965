"""A sample of a kept series: invocations made again, each from a kept checkpoint to the one after it.

    report = sampled("ckpt.bin", "input.bin", n=3, seed=7)
    report.findings == ()      # every kept file is sound, and these invocations give what was kept

Files are the checkpoint and those kept beside it (`bob.store_kept`); two of them are a pair where one states
the other's digest as its parent, whatever their names say. One file at a time is in memory.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from random import Random
from typing import TYPE_CHECKING, NamedTuple

from bob.envelope.header import require_header
from bob.errors import Finding, Refused
from bob.host import require_supported_host
from bob.run.advance import content_of, state_of, verified
from bob.run.again import Again
from bob.run.invocation import input_record, require_native, silent
from bob.run.replay import sound, unheard
from bob.run.replay_difference import differences, lost
from bob.store import OpenFile, exists
from bob.store_kept import kept_files

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from bob.envelope.contract import Contract
    from bob.spec.record import Record


class Kept(NamedTuple):
    """A file of the series that is sound."""

    path: str
    header: Record


class Pair(NamedTuple):
    """Two files, of which `earlier` is the parent of `later`."""

    earlier: Kept
    later: Kept


class SampleReport(NamedTuple):
    """What a sample found: `pairs` were made again, in the order of their steps, of `n_pairs` there are."""

    header: Record
    contract: Contract
    input_digest: bytes
    n_files: int
    n_pairs: int
    pairs: tuple[Pair, ...]
    findings: tuple[Finding, ...]


def sampled(
    path: str,
    n: int,
    seed: int,
    input_path: str | None = None,
    contract: Contract | None = None,
    *,
    threads: int = 1,
    before_compiling: Callable[[], None] = silent,
    progress: Callable[[int, int], None] = unheard,
) -> SampleReport:
    """Make `n` invocations of a kept series again, or all where there are fewer; `seed` decides which.

    Without `contract` it is the one that the checkpoint states, without `input_path` input.bin beside it.
    Raises `Refused` where the checkpoint itself is not sound, has another input (BOB310), or where no two
    files are a pair (BOB843).
    """
    require_supported_host()
    with ExitStack() as stack:
        file = sound(stack, path, contract)
    record, input_digest = input_record(input_path, path, file.contract, file.header.input_digest)
    series = {file.header.header_digest: Kept(path, file.header)}
    findings = list(_gathered(series, path, file.contract, input_digest))
    pairs = _pairs(series)
    if not pairs:
        none = Finding("BOB843", "kept", f"{len(series):,} whole", "two, of which one is the other's parent")
        raise Refused(path, [*findings, none])
    chosen = sorted(Random(seed).sample(range(len(pairs)), min(n, len(pairs))))
    require_native(before_compiling)
    for number, pair in enumerate((pairs[index] for index in chosen), 1):
        again = _again(pair.earlier, file.contract, record.targets, input_digest, threads)
        findings += _not_given(pair.later, file.contract, again)
        progress(number, len(chosen))
    return SampleReport(
        file.header,
        file.contract,
        input_digest,
        len(series),
        len(pairs),
        tuple(pairs[index] for index in chosen),
        tuple(findings),
    )


def _gathered(
    series: dict[bytes, Kept], path: str, contract: Contract, input_digest: bytes
) -> Iterator[Finding]:
    """Put each sound file into the series; gives what is wrong with the others."""
    for _, kept in kept_files(path):
        found: list[Finding] = []
        try:
            with ExitStack() as stack:
                header = sound(stack, kept, contract).header
        except Refused as refused:
            # A run that goes on meanwhile drops the oldest.
            found += refused.findings if exists(kept) else ()
        else:
            if header.input_digest == input_digest:
                series.setdefault(header.header_digest, Kept(kept, header))
            else:
                digests = (input_digest.hex(), header.input_digest.hex())
                found.append(Finding("BOB310", "digest", *digests))
        yield from _of_file(kept, found)


def _pairs(series: dict[bytes, Kept]) -> list[Pair]:
    in_order = sorted(series.values(), key=lambda kept: (kept.header.step, kept.header.header_digest))
    return [Pair(series[later.header.parent], later) for later in in_order if later.header.parent in series]


def _again(kept: Kept, contract: Contract, targets: list[int], input_digest: bytes, threads: int) -> Again:
    with _reopened(kept) as opened:
        content = content_of(opened, contract)
        opened.require_unchanged()
    state = state_of(content, verified(content, contract, kept.path))
    return Again(state, targets, input_digest, threads)


def _not_given(later: Kept, contract: Contract, again: Again) -> list[Finding]:
    """What the later file of a pair has otherwise than its parent's next invocation gives."""
    step = again.step
    try:
        made = again.make(contract)
    except Refused as refused:
        return list(_of_file(later.path, [lost(refused, step, step + contract["updates"])]))
    with _reopened(later) as opened:
        found = list(differences(opened, later.header, contract, made, again.planes))
        opened.require_unchanged()
    return list(_of_file(later.path, found))


@contextmanager
def _reopened(kept: Kept) -> Iterator[OpenFile]:
    """A file of the series; raises `Refused` (BOB220) where a run has replaced it meanwhile."""
    with OpenFile(kept.path) as opened:
        now, before = require_header(opened, kept.path).header_digest, kept.header.header_digest
        if now != before:
            raise Refused(kept.path, [Finding("BOB220", "header_digest", now.hex(), before.hex())])
        yield opened


def _of_file(path: str, found: list[Finding]) -> Iterator[Finding]:
    for each in found:
        yield each._replace(part=f"{os.path.basename(path)}: {each.part}")
