"""The runs that are made in every way, and the files that they must give.

    for case in CASES:
        files = expected(case)            # {10: bytes, 20: bytes, 30: bytes}, by the independent program

The files of the shipped contract are held against the known answers of docs/arithmetic.md.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bob.envelope.contract import Contract
from tests.independent import program

ROOT = Path(__file__).parent.parent.parent
INVOCATIONS = 3
_ROW = re.compile(r"^\| (\d+) \| [0-9a-f]{8} \| [0-9a-f]{8} \| ([0-9a-f]{64}) \|$", re.MULTILINE)


class Case(NamedTuple):
    """A contract, which is the shipped one but for its vocabulary and prompts, and an input."""

    vocabulary: int
    prompts: tuple[int, ...]
    factor: int
    shift: int
    order: program.Order

    @property
    def settings(self) -> program.Settings:
        """The case's contract, as the independent program has it."""
        return program.Settings(vocabulary=self.vocabulary, prompts=len(self.prompts))

    @property
    def record(self) -> bytes:
        """The input record; byte b has the target (factor b + shift) mod vocabulary."""
        n = self.vocabulary
        return program.input_record(
            [(self.factor * b + self.shift) % n for b in range(n)], self.prompts, self.order
        )

    @property
    def contract(self) -> Contract:
        """The case's contract, as Bob has it."""
        changes = {"data.vocabulary": str(self.vocabulary), "data.prompts": str(len(self.prompts))}
        return Contract.shipped().changed(changes)


SHIPPED = Case(256, (65, 66, 255), 7, 3, "descending")
# docs/arithmetic.md, "Small vocabularies": one in whole vectors, and one with odd halves.
CASES = (SHIPPED, Case(16, (15,), 3, 1, "ascending"), Case(37, (36,), 3, 1, "ascending"))


@cache
def expected(case: Case) -> dict[int, bytes]:
    """The file after each step; raises ValueError where docs/arithmetic.md publishes another."""
    made = program.files(case.settings, case.record, INVOCATIONS)
    k = case.settings.updates_per_invocation
    files = {k * (i + 1): file for i, file in enumerate(made)}
    if case == SHIPPED:
        _require_published({step: program.header_digest(file).hex() for step, file in files.items()})
    return files


def _require_published(digests: dict[int, str]) -> None:
    answers = published()
    if not answers.keys() & digests.keys():
        raise ValueError("docs/arithmetic.md publishes no answer at these steps")
    for step in answers.keys() & digests.keys():
        if answers[step] != digests[step]:
            raise ValueError(f"docs/arithmetic.md has {answers[step]} at step {step}, not {digests[step]}")


def published() -> dict[int, str]:
    """The header digests of the shipped contract's known answers, by step."""
    text = (ROOT / "docs" / "arithmetic.md").read_text()
    return {int(step): digest for step, digest in _ROW.findall(text)}
