"""Invocations made again in memory, one after the other, their planes in place.

    again = Again(initial(contract), record.targets, input_digest, threads=1)
    made = again.make(contract)        # the digests that `bob run` writes after the same updates

Nothing is verified on the way: whoever compares the last digests has compared everything before them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.canonical import digest
from bob.envelope.header import AT, NO_PARENT, build_header, require_header
from bob.learners import byte_table
from bob.store import Buffer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.envelope.contract import Contract
    from bob.envelope.values import Plane
    from bob.kernels.trace import Trace
    from bob.run.advance import State


class Made(NamedTuple):
    """What an invocation makes: the header's fields that it decides, the header's digest, and the trace.

    Digests are 32 bytes, `chunks` those of P, M and V; losses (nats) and norms are of the state before each
    update.
    """

    step: int
    parent: bytes
    chunks: tuple[bytes, ...]
    header_digest: bytes
    trace: Trace[Plane]


class Again:
    """A run that is made again from a state, whose planes it takes over; `step` is where it is now."""

    def __init__(self, state: State, targets: Sequence[int], input_digest: bytes, threads: int) -> None:
        self.planes = state.planes
        self.step = state.step
        self._last = state.parent
        self._targets = targets
        self._input_digest = input_digest
        self._threads = threads
        self._headers: _Headers | None = None

    def make(self, contract: Contract, reset: bool = False) -> Made:
        """Make one invocation's updates under a contract; with `reset`, moments begin with zero.

        Raises `Refused`: BOB410 for an update that no checkpoint may hold, BOB810 where no kernel can run.
        """
        if reset:
            self.planes.m.fill(0)
            self.planes.v.fill(0)
        trace = byte_table.train(self.planes, self._targets, contract, self.step, self._threads)
        parent, step = self._last, self.step + contract["updates"]
        chunks = tuple(digest(plane.data.cast("B")) for plane in self.planes)
        self._last, self.step = self._headers_of(contract).digest(step, parent, chunks), step
        return Made(step, parent, chunks, self._last, trace)

    def _headers_of(self, contract: Contract) -> _Headers:
        if self._headers is None or self._headers.contract is not contract:
            self._headers = _Headers(contract, self._input_digest)
        return self._headers


class _Headers:
    """The headers of one contract and input: the family builds one, and the others differ in three fields."""

    def __init__(self, contract: Contract, input_digest: bytes) -> None:
        self.contract = contract
        chunks = [NO_PARENT] * contract.at["chunk_count"]
        self._content = bytearray(
            build_header(contract, contract["updates"], input_digest, NO_PARENT, chunks)
        )
        record = require_header(Buffer(bytes(self._content)), "header")
        begins = {name: AT.offset(name, record) for name in ("step", "parent", "chunk_digests")}
        self._places = {name: slice(begin, begin + AT.size(name, record)) for name, begin in begins.items()}
        self._body_bytes = AT.offset("header_digest", record)

    def digest(self, step: int, parent: bytes, chunks: Sequence[bytes]) -> bytes:
        """The digest of the header with these fields."""
        self._content[self._places["step"]] = step.to_bytes(AT.size("step"), "little")
        self._content[self._places["parent"]] = parent
        self._content[self._places["chunk_digests"]] = b"".join(chunks)
        return digest(memoryview(self._content)[: self._body_bytes])
