"""Small runs made in memory, file by file, with the receipts and the log that they leave.

run = begun(3)                             # three invocations of the small contract
run = run.forked(FASTER).gone_on(1)        # a fork, and one more
run.contents[-1], run.receipts(), run.log()
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.binary32 import shortest
from bob.canonical import digest
from bob.envelope.contract import plain
from bob.envelope.identity import contract_digest
from bob.envelope.input_record import build_input, read_input
from bob.envelope.receipts import FORK, RUN, Facts, Receipt, receipt_line
from bob.run.advance import advanced, initial, state_of, verified
from bob.run.said import update_lines
from tests.checkpoints import SMALL

if TYPE_CHECKING:
    from bob.envelope.contract import Contract
    from bob.run.advance import Outcome, State

INPUT = build_input([(7 * b + 3) % 16 for b in range(16)], [1, 15], SMALL)
OTHER_INPUT = build_input([(5 * b + 1) % 16 for b in range(16)], [1, 15], SMALL)
FASTER = SMALL.changed({"learner.lr": "0.1"})


class Step(NamedTuple):
    """One invocation: the file, what was done, and what its receipt says beside."""

    content: bytes
    outcome: Outcome
    contract: Contract
    changed: tuple[tuple[str, str, str], ...] | None = None
    reset: bool = False

    def receipt(self) -> Receipt:
        outcome = self.outcome
        return Receipt(
            RUN if self.changed is None else FORK,
            outcome.parent,
            outcome.header_digest,
            outcome.input_digest,
            contract_digest(self.contract),
            outcome.step_before,
            outcome.step,
            self.changed or (),
            self.reset,
        )


class Run(NamedTuple):
    """The invocations of a run, in order."""

    steps: tuple[Step, ...]

    @property
    def contents(self) -> list[bytes]:
        return [step.content for step in self.steps]

    def state(self) -> State:
        """The state that the last file holds."""
        content, _, contract, *_ = self.steps[-1]
        return state_of(content, verified(content, contract, "here"))

    def gone_on(self, n: int, input_record: bytes = INPUT) -> Run:
        run = self
        for _ in range(n):
            contract = run.steps[-1].contract
            run = Run((*run.steps, made(run.state(), contract, input_record)))
        return run

    def forked(self, contract: Contract, reset: bool = False, input_record: bytes = INPUT) -> Run:
        old = self.steps[-1].contract
        names = [name for name in contract.fields if contract[name] != old[name]]
        changed = tuple((name, plain(name, old[name]), plain(name, contract[name])) for name in names)
        state = self.state()
        if reset:
            state.planes.m.fill(0)
            state.planes.v.fill(0)
        step = made(state, contract, input_record)._replace(changed=changed, reset=reset)
        return Run((*self.steps, step))

    def receipts(self) -> bytes:
        return b"".join(lines([step.receipt() for step in self.steps]))

    def log(self) -> str:
        said = []
        for step in self.steps:
            rate, outcome = shortest(step.contract["learner.lr"]), step.outcome
            said += update_lines(outcome.step_before, outcome.losses, outcome.norms, rate, 1)
        return "".join(f"{line}\n" for line in said)


def begun(n: int, contract: Contract = SMALL, input_record: bytes = INPUT) -> Run:
    """A fresh run's first `n` invocations."""
    return Run((made(initial(contract), contract, input_record),)).gone_on(n - 1, input_record)


def made(state: State, contract: Contract, input_record: bytes) -> Step:
    """The next invocation of a state, whose planes it takes over."""
    record = read_input(input_record, contract).record
    assert record is not None
    content, outcome = advanced(state, record, digest(input_record), contract, "here", 1)
    return Step(content, outcome, contract)


def lines(receipts: list[Receipt]) -> list[bytes]:
    """Receipts as a file has them, with facts that are nobody's."""
    return [
        receipt_line(each, Facts((1.0,) * n, (1.0,) * n, b"", {}, {}, ""))
        for each in receipts
        for n in [each.step_to - each.step_from]
    ]
