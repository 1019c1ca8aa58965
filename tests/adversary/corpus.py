"""What `bob spec attack --out fixtures/bad/attack` made of the shipped families, file by file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from bob.proof.subjects import shipped
from bob.spec.clauses import Clause, Reading, clauses_of

FOLDER = Path(__file__).parents[2] / "fixtures" / "bad" / "attack"
FAMILIES = {family.spec.name: family for family in shipped() if family.spec.fields}
READINGS: dict[str, Reading] = {name: clauses_of(family.spec) for name, family in FAMILIES.items()}


class Kept(NamedTuple):
    """A file of the corpus."""

    path: str
    facts: dict[str, Any]

    @property
    def content(self) -> bytes:
        return (FOLDER / self.path).read_bytes()

    @property
    def dims(self) -> dict[str, int]:
        return dict(self.facts["dims"])

    @property
    def family(self) -> str:
        return str(self.facts["family"])

    @property
    def codes(self) -> set[str]:
        return set(self.facts.get("codes", ()))

    def clause(self) -> Clause:
        """The clause that it breaks."""
        stated = [c for c in READINGS[self.family].clauses if c.name == self.facts["clause"]]
        (found,) = [c for c in stated if c.code in self.path.upper()]
        return found


KEPT = [Kept(path, facts) for path, facts in json.loads((FOLDER / "files.json").read_text()).items()]
GOOD = [kept for kept in KEPT if kept.facts["expected"] == "accept"]
BAD = [kept for kept in KEPT if kept.facts["expected"] == "refuse"]
