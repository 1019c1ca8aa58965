"""What a reader wants of a falsified claim beside its counterexample: `explained`, and how that reads.

    explanation = explained(obligation, member, decide, family.spec.places)
    explained_lines(explanation)    # "least ...", "from ...", "holds ...": a word, then what it says

Whether the counterexample is smallest in its largest dim, the line of what is claimed, and the premises that
would make it hold (`bob.proof.repair`). The counterexample itself is `bob.proof.replay`'s to show.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from bob.errors import Refused
from bob.proof.points import compared
from bob.proof.repair import repairs
from bob.proof.shrink import is_smallest
from bob.proof.subjects import MOST_BYTES
from bob.spec.premises import Kind
from bob.store import read_file

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.proof.judges import Decide
    from bob.proof.repair import Repair, Repairs
    from bob.proof.replay import Member
    from bob.spec.obligation import Obligation


class Source(NamedTuple):
    """A line of a file, counted from 1; `text` is empty where the file can no longer be read."""

    file: str
    line: int
    text: str


class Explanation(NamedTuple):
    """What is said of a falsified claim, beside its counterexample.

    `smallest` where, as a judge says, no counterexample has a smaller largest one of what the claim depends
    on: of its dims, or of all its quantities where it depends on no dim; `among` says which of the two, and
    is empty where it depends on neither.
    """

    smallest: bool
    among: str
    source: Source | None
    repairs: Repairs


def explained(
    obligation: Obligation, member: Member, decide: Decide, places: Mapping[str, tuple[str, int]]
) -> Explanation:
    """A falsified obligation explained, in about two seconds at most; `member` is its counterexample.

    `places` are the file and line of each name that the family declares.
    """
    return Explanation(
        is_smallest(obligation, member, decide),
        _among(obligation),
        source(obligation, places),
        repairs(obligation, member, decide),
    )


def _among(obligation: Obligation) -> str:
    kinds = {quantity.kind for quantity in compared(obligation)}
    return "dim" if kinds == {Kind.BOUNDS} else "quantity" if kinds else ""


def source(obligation: Obligation, places: Mapping[str, tuple[str, int]]) -> Source | None:
    """The line of what an obligation is about; nothing for what no single line says, as its whole size."""
    parts = obligation.name.partition("/")[2].split(".")
    for n_parts in range(len(parts), 0, -1):
        place = places.get(".".join(parts[:n_parts]))
        if place is not None:
            return Source(*place, _line(*place))
    return None


def _line(file: str, line: int) -> str:
    try:
        lines = read_file(file, MOST_BYTES).decode("utf-8", "replace").splitlines()
    except Refused:
        return ""
    return lines[line - 1].strip() if 0 < line <= len(lines) else ""


def explained_lines(explanation: Explanation) -> list[str]:
    """The explanation as evidence: each line a word that is set apart, a space, and what it says."""
    found = explanation.source
    return [
        *([f"least {_least(explanation)}"] if explanation.among else []),
        *([] if found is None else [f"from {found.file}:{found.line} {found.text}".rstrip()]),
        *(f"holds {line}" for line in _repaired(explanation.repairs)),
    ]


def _least(explanation: Explanation) -> str:
    if not explanation.smallest:
        return f"small, not shown smallest in its largest {explanation.among}"
    return f"no counterexample has a smaller largest {explanation.among}"


def _repaired(repairs: Repairs) -> list[str]:
    if repairs.hopeless:
        return ["for no member at all: no premise repairs it"]
    if not repairs.found:
        in_time = " in time" if repairs.ended else ""
        return [f"under none of the {repairs.n_tried} premises that were tried{in_time}"]
    return [f"once {_said(repair)}" for repair in repairs.found]


def _said(repair: Repair) -> str:
    return f"{repair.sentence}, and no further" if repair.exact else repair.sentence


def as_data(explanation: Explanation) -> dict[str, Any]:
    """The explanation for machines."""
    found, repaired = explanation.source, explanation.repairs
    return {
        "smallest": explanation.smallest,
        "among": explanation.among,
        "source": None if found is None else found._asdict(),
        "repairs": [
            {"sentence": repair.sentence, "premise": repr(repair.predicate), "exact": repair.exact}
            for repair in repaired.found
        ],
        "tried": repaired.n_tried,
        "all_tried": not repaired.ended,
        "holds_for_no_member": repaired.hopeless,
    }
