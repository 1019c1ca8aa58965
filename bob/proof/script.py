"""SMT-LIB 2.6 texts: `script` puts one about integers together from what it says, `assembled` any.

    script(["decimal/step: ..."], "QF_LIA", {"q": ()}, [("q is natural", ("<=", "0", "q"))])

Each assertion stands below its sentence. The text depends on its arguments alone, and only on their order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from bob.proof.expressions import laid_out

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bob.proof.expressions import Expression

    Said: TypeAlias = "tuple[str, Expression]"
    # A name with the sorts of its arguments.
    Symbols: TypeAlias = "Mapping[str, tuple[str, ...]]"


def script(
    head: Iterable[str],
    logic: str,
    symbols: Symbols,
    said: Iterable[Said],
    definitions: Iterable[Said] = (),
) -> str:
    """A text about functions of integers, which are declared, and defined as far as `definitions` does."""
    lines = [f"(declare-fun {name} ({' '.join(sorts)}) Int)" for name, sorts in symbols.items()]
    for sentence, definition in definitions:
        lines += [_comment(sentence), laid_out(definition)]
    return assembled(head, logic, lines, said)


def assembled(head: Iterable[str], logic: str, declared: Iterable[str], said: Iterable[Said]) -> str:
    """Comments, then the lines that declare, then assertions, then the question."""
    lines = [*map(_comment, head), "(set-info :smt-lib-version 2.6)", f"(set-logic {logic})", *declared]
    for sentence, expression in said:
        lines += [_comment(sentence), laid_out(("assert", expression))]
    return "\n".join((*lines, "(check-sat)", ""))


def goal_head(name: str, sentence: str) -> tuple[str, str]:
    """The comments above a goal query."""
    return f"{name}: {sentence}", "unsat: it holds; sat: the model is a case for which it does not"


def premise_head(name: str) -> tuple[str, str]:
    """The comments above a premise query."""
    return f"premises of {name}", "sat: there is such a case; unsat: they contradict each other"


def conjunction(statements: Sequence[Expression]) -> Expression:
    """That all of them hold."""
    match statements:
        case []:
            return "true"
        case [only]:
            return only
    return "and", *statements


def _comment(sentence: str) -> str:
    return "; " + " ".join(sentence.split())
