"""What is claimed of terms in floating point, as a theorem: its two texts, and its counterexample in words.

    claim = Claim("step/...", "AdamW", "...", "every v >= 0", inputs, premises, goal)
    theorem(claim)                                   for `bob.proof`

Inputs are declared as bit-vectors, `v.bits`, and read as numbers, so that the values of a model are integers.
Terms that have a name are defined once, in their order, and stand by it wherever they are part of another.
A counterexample is evaluated anew over MPFR numbers before anyone is shown it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.kernels.symbolic import BINARY32, Format, naming, subexpressions
from bob.kernels.theorems.evaluation import Evaluation
from bob.proof.expressions import laid_out
from bob.proof.script import assembled, goal_head, premise_head
from bob.proof.theorem import Theorem

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bob.kernels.symbolic import Term, Truth
    from bob.proof.expressions import Expression
    from bob.proof.judges import Assignment

JUDGES = ("bitwuzla", "z3", "cvc5")
# Where Z3 needs minutes, and where cvc5 does too.
WITHOUT_Z3 = ("bitwuzla", "cvc5")
ALONE = ("bitwuzla",)


class Claim(NamedTuple):
    """Premises on inputs imply a goal; `defined` gives terms their names. Otherwise as `Theorem`."""

    name: str
    subject: str
    sentence: str
    bound: str
    inputs: Mapping[str, Format]
    premises: Sequence[tuple[str, Truth]]
    goal: Truth
    defined: Mapping[str, Term]
    judges: tuple[str, ...] = JUDGES
    refuted: str = ""


def binary32(names: str) -> dict[str, Format]:
    """Inputs that are binary32 numbers, by their names with spaces between."""
    return dict.fromkeys(names.split(), BINARY32)


def theorem(claim: Claim) -> Theorem:
    """A claim as SMT-LIB text, with its replay."""
    said = [(sentence, truth.expression) for sentence, truth in claim.premises]
    negated = (f"not: {claim.sentence}", ("not", claim.goal.expression))
    return Theorem(
        claim.name,
        claim.subject,
        claim.sentence,
        claim.bound,
        _text(claim, premise_head(claim.name), said) if said else "",
        _text(claim, goal_head(claim.name, claim.sentence), [*said, negated]),
        claim.judges,
        claim.refuted,
        lambda assignment: replayed(claim, assignment),
    )


def replayed(claim: Claim, assignment: Assignment) -> str:
    """The values of a counterexample; raises `ValueError` where a premise fails, or the goal does not."""
    evaluation = Evaluation()
    shown = []
    for name, form in claim.inputs.items():
        bits = assignment.number(_bits(name))
        value = evaluation.given(name, bits, form)
        shown.append(f"{name} = {float(value)!r} (0x{bits:0{form.width // 4}x})")
    shown += [f"{name} = {float(evaluation.defined(name, term))!r}" for name, term in claim.defined.items()]
    values = ", ".join(shown)
    for sentence, truth in claim.premises:
        if not evaluation.truth(truth.expression):
            raise ValueError(f"{values}: it is not so that {sentence}")
    if evaluation.truth(claim.goal.expression):
        raise ValueError(f"{values}: the claim holds there")
    return values


def _bits(name: str) -> str:
    return f"{name}.bits"


def _text(claim: Claim, head: Iterable[str], said: Sequence[tuple[str, Expression]]) -> str:
    named = {term.expression: name for name, term in claim.defined.items()}
    asserted = [(sentence, naming(expression, named)) for sentence, expression in said]
    # The name of a term is not put in place of the term where that is defined.
    definitions = {
        name: naming(term.expression, {e: n for e, n in named.items() if n != name})
        for name, term in claim.defined.items()
    }
    used = _used([expression for _, expression in asserted], definitions)
    inputs = [(name, form) for name, form in claim.inputs.items() if name in used]
    lines = [f"(declare-fun {_bits(name)} () (_ BitVec {form.width}))" for name, form in inputs]
    lines += [_definition(name, form, (form.reader, _bits(name))) for name, form in inputs]
    for name, term in claim.defined.items():
        if name in used:
            lines.append(_definition(name, term.form, definitions[name]))
    return assembled(head, "QF_BVFP", lines, asserted)


def _definition(name: str, form: Format, expression: Expression) -> str:
    return laid_out(("define-fun", name, "()", form.sort, expression))


def _used(asserted: Iterable[Expression], definitions: Mapping[str, Expression]) -> set[str]:
    """The names that some expressions mention, and those that their definitions do."""
    used: set[str] = set()
    waiting = [part for expression in asserted for part in subexpressions(expression)]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str) and part not in used:
            used.add(part)
            waiting += subexpressions(definitions.get(part, ""))
    return used
