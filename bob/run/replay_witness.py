"""What others say of a run while it is made again: its receipts, and the log that `bob run` printed.

Each witness sees every invocation as it is made, keeps the first thing that it says otherwise, and how much
of what it says was compared.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, NamedTuple

from bob.binary32 import shortest
from bob.errors import Finding
from bob.run.said import update_lines

if TYPE_CHECKING:
    from bob.run.again import Made
    from bob.run.replay_plan import Invocation

_LINE = re.compile(r"step ([0-9]{1,3}(?:,[0-9]{3})*)  loss \S+  lr \S+  \|g\| \S+")


class Agreement(NamedTuple):
    """How many invocations or updates were compared, up to the first that differs, and that difference."""

    n_compared: int
    difference: Finding | None


class ReceiptWitness:
    """Receipts: what an invocation gives is the child that its receipt names."""

    def __init__(self) -> None:
        self.agreement = Agreement(0, None)

    def see(self, invocation: Invocation, made: Made) -> None:
        """Compare one invocation; after the first that differs, nothing that follows says more."""
        n_compared, difference = self.agreement
        receipt = invocation.receipt
        if receipt is None or difference is not None:
            return
        if made.header_digest != receipt.child:
            difference = Finding(
                "BOB840",
                f"step {invocation.step_from:,} to {invocation.step_to:,}",
                receipt.child.hex(),
                made.header_digest.hex(),
                note=f"the first invocation that gives something else than its receipt says "
                f"(line {receipt.line:,})",
            )
        self.agreement = Agreement(n_compared + 1, difference)


class LogWitness:
    """A log: the line of an update is printed again, and must be the same text."""

    def __init__(self, content: bytes) -> None:
        self._lines: dict[int, list[str]] = defaultdict(list)
        for line in content.decode("utf-8", "replace").splitlines():
            if match := _LINE.fullmatch(line):
                self._lines[int(match[1].replace(",", ""))].append(line)
        self.agreement = Agreement(0, None)

    def see(self, invocation: Invocation, made: Made) -> None:
        """Compare the updates of one invocation, up to the first that differs."""
        losses, norms = (column.tolist() for column in made.trace)
        rate = shortest(invocation.contract["learner.lr"])
        said = update_lines(invocation.step_from, losses, norms, rate, every=1)
        for update, line in enumerate(said, invocation.step_from + 1):
            logged = self._lines.get(update, [])
            n_compared, difference = self.agreement
            if difference is not None or not logged:
                continue
            other = next((each for each in logged if each != line), None)
            if other is not None:
                note = "the first update that the log tells otherwise"
                difference = Finding("BOB840", f"update {update:,}", other, line, note=note)
            self.agreement = Agreement(n_compared + 1, difference)
