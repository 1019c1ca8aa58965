"""What deciding a claim came to: `Heard`, with each judge's `Opinion` of each text; `Kept`, from the ledger.

A text on which one judge says sat and another unsat is not settled: `Heard.disagreement` says who says what,
and that is a failure. A statement that is false on purpose succeeds when it is FALSIFIED, and only then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.proof.judges import Word
from bob.spec.obligation import Verdict

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bob.proof.discharge import Discharged

_DECIDED = (Word.SAT, Word.UNSAT)


class Opinion(NamedTuple):
    """What one judge said of one text; `kept` where the ledger says so and it was not asked."""

    judge: str
    word: Word
    seconds: float
    reason: str = ""
    kept: bool = False


class Asked(NamedTuple):
    """A text, and the opinions of it."""

    text: str
    opinions: tuple[Opinion, ...]

    @property
    def word(self) -> Word:
        """What the judges came to that decided it; UNKNOWN where none did, or where they disagree."""
        words = {opinion.word for opinion in self.opinions if opinion.word in _DECIDED}
        return words.pop() if len(words) == 1 else Word.UNKNOWN

    @property
    def disagreement(self) -> str:
        """Who says what, where one judge says sat and another unsat."""
        said = [(o.judge, o.word) for o in self.opinions if o.word in _DECIDED]
        if len({word for _, word in said}) < 2:
            return ""
        return ", ".join(f"{judge} says {word.value}" for judge, word in said)


class Heard(NamedTuple):
    """A claim with its verdict and the evidence.

    `refuted` says what a statement shows that is false on purpose; `method` how a walk goes, `of` what it
    depends on, `kept` that it was not walked now. `evidence` is a
    counterexample in words, or what a walk counted; `note` says why a claim stayed undecided. `discharged` is
    there for an obligation that was decided now, and not before.
    """

    name: str
    subject: str
    sentence: str
    bound: str
    verdict: Verdict
    refuted: str = ""
    premise: Asked | None = None
    goal: Asked | None = None
    evidence: tuple[str, ...] = ()
    note: str = ""
    method: str = ""
    of: str = ""
    kept: bool = False
    discharged: Discharged | None = None

    @property
    def opinions(self) -> tuple[Opinion, ...]:
        """What judges said of the text that decides: the premises' where there is no goal or no member."""
        asked = self.premise if self.goal is None or self.verdict is Verdict.VACUOUS else self.goal
        return () if asked is None else asked.opinions

    @property
    def disagreement(self) -> str:
        """Who says what, where judges disagree about the goal or the premises."""
        return next((a.disagreement for a in (self.goal, self.premise) if a and a.disagreement), "")

    @property
    def status(self) -> int:
        """The exit status that it asks for: 0 yes, 1 no, 3 undecided."""
        if self.disagreement:
            return 1
        if self.refuted and self.verdict in (Verdict.FALSIFIED, Verdict.PROVED, Verdict.CHECKED):
            return 0 if self.verdict is Verdict.FALSIFIED else 1
        return self.verdict.status

    @property
    def is_kept(self) -> bool:
        """Whether it stands as the ledger keeps it."""
        return self.kept or (bool(self.opinions) and all(opinion.kept for opinion in self.opinions))

    @property
    def by_one_alone(self) -> str:
        """The judge that decided it alone: the others gave up, or were not asked."""
        decided = [opinion.judge for opinion in self.opinions if opinion.word in _DECIDED]
        return decided[0] if len(decided) == 1 else ""


class Kept(NamedTuple):
    """What the ledger keeps: opinions by text; by a claim's name its evidence, and what was walked."""

    opinions: Mapping[str, Sequence[Opinion]]
    evidence: Mapping[str, tuple[str, ...]]
    walked: Mapping[str, str]


NOTHING_KEPT = Kept({}, {}, {})
