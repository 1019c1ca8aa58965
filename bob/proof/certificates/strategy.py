"""How a refutation is looked for: `refuted`, the steps from premises and the denied goal to `-1 >= 0`.

First the equations are solved, which settles most claims. Then, for each case of the denied goal by itself,
come sums of products, with lemmas in between and more and more effort, and at last the cases of premises and
of what has few values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bob.proof.certificates.facts import (
    Cases,
    Fact,
    Refutation,
    Step,
    Term,
    depends_on,
    either,
    summed,
    written,
)
from bob.proof.certificates.lemmas import candidates, narrow
from bob.proof.certificates.polynomials import denied
from bob.proof.certificates.products import MOST_EFFORT, contradiction, contradiction_beside, naturals, shown
from bob.proof.certificates.scene import Scene
from bob.proof.checker import Rejected, check, facts_of, followed
from bob.spec.terms import Arith, text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.proof.certificates.polynomials import Monomial, Polynomial
    from bob.spec import terms
    from bob.spec.terms import Predicate

# How many lemmas are looked for, and how many names a fact is multiplied by: the cheap attempts come first.
_ATTEMPTS = ((0, 0), (0, 1), (8, 1), (0, 2), (8, 2), (0, 3), (8, 3))
_DEEPEST = 20
_MOST_SCENES = 200


def refuted(given: Sequence[Predicate], goal: Predicate) -> list[Any] | None:
    """The steps of a certificate that the premises imply the goal.

    None where none is found, or where the checker does not read the goal.
    """
    try:
        search = _Search(given, goal)
    except Rejected:
        return None
    for lemmas, effort in _ATTEMPTS:
        search.lemmas, search.effort, search.left = lemmas, effort, _MOST_SCENES
        found = search.close(search.root, lemmas)
        if found is not None:
            return search.written(found)
    return None


class _Lemma(NamedTuple):
    """A polynomial, which stood beside names, is at least 0 or at most -1, and the latter is refuted."""

    fact: Fact
    beside: Monomial
    contrary: Scene
    assumed: Step
    refutation: Fact


class _Search:
    """One obligation: its reading, and what is known of it in every case."""

    def __init__(self, given: Sequence[Predicate], goal: Predicate) -> None:
        self.lemmas, self.effort, self.left = 0, 0, 0
        self._divided: set[str] = set()
        self._given, self._goal = tuple(given), goal
        self._named: dict[str, Any] = {}
        self._divisions: list[Step] = []
        self.root = Scene()
        denied = facts_of(goal, False, self._named)
        self._read: dict[str, Fact | None] = dict.fromkeys(self._named)
        self.root.add(fact for i in range(len(given)) for fact in self._premise(i))
        self.denied = self.root.assume(denied)
        while more := [(name, term) for name, term in self._named.items() if self._is_new(term)]:
            for name, term in more:
                self._divide(name, term)

    def _followed(self, facts: list[Any], step: list[Any]) -> list[Any]:
        return followed(self._given, self._named, facts, step)

    def _premise(self, index: int) -> tuple[Fact, ...]:
        """The facts of a premise; none for one that the checker does not read."""
        before = dict(self._named)
        try:
            said = self._followed([], ["premise", index])
        except Rejected:
            said = []
        if not said:
            self._named.clear()
            self._named.update(before)
            return ()
        step = Step(self.root.scope, (), lambda _places: ["premise", index])
        facts = step.adding(said)
        for name in self._named:
            self._read.setdefault(name, facts[0])
        return facts

    def _is_new(self, term: terms.Term) -> bool:
        """Whether a name stands for a division that was not seen before."""
        if not isinstance(term, Arith) or text(term.left // term.right) in self._divided:
            return False
        self._divided.add(text(term.left // term.right))
        return True

    def _divide(self, name: str, term: Arith) -> None:
        """What a quotient and its rest are, once the divisor is shown to be positive."""
        ((_, above),) = facts_of(term.right > 0, True, self._named)
        positive = shown(self.root, above, MOST_EFFORT)
        if positive is None:
            return
        said = self._followed([(">=", above)], ["division", name, 0])
        read = self._read[name]
        uses = (positive, *([read] if read is not None else []))
        step = Step(self.root.scope, uses, lambda places: ["division", name, places[positive]])
        self._divisions.append(step)
        facts = step.adding(said)
        for new in self._named:
            self._read.setdefault(new, facts[0])
        self.root.add(facts, states=text(term.left % term.right))

    def written(self, refutation: Refutation) -> list[Any]:
        """The certificate; a division is after what mentions it, which is left out where others do so too."""
        found = written(refutation, self.denied)
        for step in self._divisions:
            uses, step.uses = step.uses, step.uses[:1]
            shorter = written(refutation, self.denied)
            try:
                check(self._given, self._goal, shorter)
                found = shorter
            except Rejected:
                step.uses = uses
        return found

    def close(self, scene: Scene, lemmas: int) -> Refutation | None:
        """A refutation of what is known in a scene, with at most so many lemmas before its next cases."""
        self.left -= 1
        if self.left < 0:
            return None
        split = next((fact for fact in scene.cases if fact in scene.denied), None)
        if found := scene.closed or (None if split else self._at_once(scene)):
            return found
        if lemmas:
            if cuts := scene.cuts():
                scene.add(cuts)
                return self.close(scene, lemmas - 1)
            for polynomial, beside in candidates(scene):
                if lemma := self._lemma(scene, polynomial, beside):
                    return self._after(scene, lemma, lemmas - 1)
        if split is not None:
            return self._by_cases(scene, split)
        if self.lemmas and scene.scope.depth < _DEEPEST:
            few = (either(polynomial, self.root.scope) for polynomial in narrow(scene))
            for fact in (*few, *scene.cases):
                if refutation := self._by_cases(scene, fact):
                    return refutation
        return None

    def _at_once(self, scene: Scene) -> Fact | None:
        return next((found for less in range(self.effort + 1) if (found := contradiction(scene, less))), None)

    def _lemma(self, scene: Scene, polynomial: Polynomial, beside: Monomial) -> _Lemma | None:
        """That a polynomial is at least 0, if its contrary, times what it stood beside, is refuted."""
        fact = either(polynomial, self.root.scope)
        below = scene.inside()
        assumed = below.assume(fact.of[1])
        found = below.closed or contradiction_beside(below, denied(polynomial), beside)
        return None if found is None else _Lemma(fact, beside, below, assumed, found)

    def _after(self, scene: Scene, lemma: _Lemma, lemmas: int) -> Refutation | None:
        """A refutation with one lemma more."""
        if not depends_on(lemma.refutation, lemma.contrary.scope):
            return lemma.refutation
        above = scene.inside()
        assumed = above.assume(lemma.fact.of[0])
        positive = naturals(scene)
        beside = (*assumed.facts, *(positive[name] for name in lemma.beside))
        above.add([summed([Term(1, (), beside)], 1, above.scope)])
        found = self.close(above, lemmas)
        if found is None or not depends_on(found, above.scope):
            return found
        return Cases(lemma.fact, ((assumed, found), (lemma.assumed, lemma.refutation)))

    def _by_cases(self, scene: Scene, fact: Fact) -> Refutation | None:
        branches = []
        for case in fact.of:
            inner = scene.inside()
            inner.cases = [other for other in inner.cases if other is not fact]
            assumed = inner.assume(case)
            found = self.close(inner, self.lemmas)
            if found is None or not depends_on(found, inner.scope):
                return found
            branches.append((assumed, found))
        return Cases(fact, tuple(branches))
