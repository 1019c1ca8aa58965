"""`bob verify envelope --chunks` of a large sparse file, against the digest library's own speed on its bytes.

The file has the shipped contract's header but for its sizes, and every digest is right: it is refused for the
contract's parts, after all of its chunks were read and digested, and for nothing else. Its bytes are holes,
so no disk is read: what is compared is how fast bytes go through the digest.
"""

from __future__ import annotations

import json
import os
import struct
import subprocess
from statistics import median
from typing import TYPE_CHECKING, Any

from blake3 import blake3

from bench.processes import Command, Spawner
from bench.ratios import paired
from bob.envelope.contract import Contract
from bob.envelope.header import AT, NO_PARENT, build_header

if TYPE_CHECKING:
    from pathlib import Path

    from bench.jobs import Job
    from bench.processes import Run

CHUNKS = 3
# Whole pages, so that windows are.
_PIECE = 1 << 25
_REFUSED = 1
# The findings that other sizes are: of the payload and of its chunks.
_SIZES = {"BOB214", "BOB215"}
_WRONG_DIGEST = "BOB206"
LIBRARY = {"mapped windows of 32 MiB": "windows", "reads into one buffer of 1 MiB": "readinto"}


def sparse_checkpoint(path: Path, n_bytes: int) -> int:
    """Write a checkpoint of about `n_bytes` bytes whose planes are holes; gives the bytes of one chunk."""
    chunk_bytes = n_bytes // CHUNKS // _PIECE * _PIECE
    hasher, zeros = blake3(), bytes(_PIECE)
    for _ in range(chunk_bytes // _PIECE):
        hasher.update(zeros)
    contract = Contract.shipped()
    header = bytearray(
        build_header(contract, contract["updates"], bytes(32), NO_PARENT, [hasher.digest()] * CHUNKS)
    )
    for name, value in (("payload_bytes", chunk_bytes * CHUNKS), ("chunk_bytes", chunk_bytes)):
        struct.pack_into("<Q", header, AT.offset(name), value)
    body = bytes(header[: -AT.digest_bytes])
    with open(path, "wb") as out:
        out.write(body + blake3(body).digest())
        out.truncate(len(header) + chunk_bytes * CHUNKS)
    return chunk_bytes


def measure(verify: Job, digest: Path, folder: Path, n_bytes: int, pairs: int) -> dict[str, Any]:
    """The row: Bob's time over the library's, either way of reading; gigabytes a second; peak memory.

    `verify` is the job of `bob verify envelope`, whose environment the library runs in too.
    """
    row: dict[str, Any] = {"name": "large file", "gigabytes": n_bytes / 1e9}
    if verify.command is None:
        return {**row, "absent": verify.absent}
    path = folder / "large.ckpt"
    chunk_bytes = sparse_checkpoint(path, n_bytes)
    total = chunk_bytes * CHUNKS
    offset = str(path.stat().st_size - total)
    own = verify.command._replace(arguments=(*verify.command.arguments[:-1], "--chunks", str(path)))
    reason = _other_findings(own, set())
    if reason:
        path.unlink()
        return {**row, "refused": reason}
    commands = {"bob": own}
    for name, way in LIBRARY.items():
        arguments = (str(verify.base), "-I", str(digest), way, str(path), offset, str(chunk_bytes))
        commands[name] = Command(arguments, folder)
    with Spawner() as spawner:
        runs = _rounds(commands, spawner, pairs)
    with open(path, "r+b") as changed:
        changed.seek(-1, os.SEEK_END)
        changed.write(b"\x01")
    reason = _other_findings(own, {_WRONG_DIGEST})
    path.unlink()
    return {**row, "refused": reason} if reason else {**row, **_figures(runs, total)}


def _rounds(commands: dict[str, Command], spawner: Spawner, pairs: int) -> dict[str, list[Run]]:
    """Each command once outside of what counts, so that the holes are in memory; then in turn."""
    for command in commands.values():
        spawner.run(command)
    order = list(commands)
    runs: dict[str, list[Run]] = {name: [] for name in order}
    for turn in range(pairs):
        first = turn % len(order)
        for name in order[first:] + order[:first]:
            runs[name].append(spawner.run(commands[name]))
    return runs


def _figures(runs: dict[str, list[Run]], n_bytes: int) -> dict[str, Any]:
    ms = {name: [run.ms for run in taken] for name, taken in runs.items()}
    fastest = min(LIBRARY, key=lambda name: median(ms[name]))
    bad = {name: run.status for name in LIBRARY for run in runs[name] if run.status}
    figures = {
        "bytes": n_bytes,
        "gb_a_second": {name: n_bytes / median(times) / 1e6 for name, times in ms.items()},
        "over": {name: paired(ms["bob"], ms[name]) for name in LIBRARY},
        "fastest": fastest,
        "peak_mb": {name: max(run.peak_mib for run in taken) * 1.048576 for name, taken in runs.items()},
    }
    return {**figures, "refused": f"the library ended with {bad}"} if bad else figures


def _other_findings(command: Command, also: set[str]) -> str | None:
    """Why a run is no measure of digests; None where it finds the sizes and `also`, and nothing else.

    With the last byte changed, the wrong digest must be found: so the chunks are digested to their end.
    """
    done = subprocess.run(
        [*command.arguments, "--json"],
        cwd=command.folder,
        env={**os.environ, **dict(command.variables)},
        capture_output=True,
        text=True,
    )
    if done.returncode != _REFUSED:
        return f"ended with status {done.returncode}, not {_REFUSED}"
    codes = {finding["code"] for finding in json.loads(done.stdout)["findings"]}
    expected = _SIZES | also
    return None if codes == expected else f"found {sorted(codes)}, not {sorted(expected)}"
