"""A digest of what a kernel computes: of the formulas' own terms, whatever machine and compiler there are.

fingerprint("adamw")      64 hexadecimal digits, others where a formula, a loop or a constant is edited
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.canonical import digest, hex_digest
from bob.kernels.validation.outcome import Call, outcome
from bob.proof.translation.differences import UNORDERED, operands_of
from bob.proof.translation.terms import Term, Terms

if TYPE_CHECKING:
    from bob.kernels.validation.outcome import Outcome

# Two rows and two updates, which nobody or somebody suspects, and one long enough for most levels of a tree.
_CALLS = (
    Call(3, 2, 2),
    Call(3, 1, 1, denied=frozenset({0, 2})),
    Call(3, 1, 1, denied=frozenset({0})),
    Call(37),
)


def fingerprint(kernel: str) -> str:
    """The digest of a kernel of `signatures`."""
    terms = Terms()
    known: dict[Term, bytes] = {}
    return hex_digest(b"".join(_of_outcome(outcome(kernel, call, terms), known) for call in _CALLS))


def _of_outcome(found: Outcome, known: dict[Term, bytes]) -> bytes:
    pieces = [
        f"{name}[{index}]".encode() + _of_term(term, known)
        for name, elements in sorted(found.written.items())
        for index, term in sorted(elements.items())
    ]
    pieces += [_of_term(term, known) for term in found.asked]
    result = found.result
    pieces.append(_of_term(result, known) if isinstance(result, Term) else str(result).encode())
    return digest(b"".join(digest(piece) for piece in pieces))


def _of_term(term: Term, known: dict[Term, bytes]) -> bytes:
    """The digest of a term, from those of its operands; the numbers that terms have play no part."""
    waiting = [term]
    while waiting:
        each = waiting[-1]
        within = operands_of(each)
        missing = [x for x in within if x not in known]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        if each not in known:
            digests = [known[x] for x in within]
            plain = [x for x in each.args if not isinstance(x, Term)]
            head = repr((each.op, each.sort, plain)).encode()
            known[each] = digest(head + b"".join(sorted(digests) if each.op in UNORDERED else digests))
    return known[term]
