"""`bob prove --certificates`: what families owe, checked without a solver."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.cli.render import columns, printable
from bob.proof.certificate import Checked, Standing, checked
from bob.proof.ledger import CERTIFICATES, kept_json

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from bob.spec.obligation import Obligation


class Checks(NamedTuple):
    """What the checker made of every obligation, in how many seconds, and names that nothing is owed by."""

    results: tuple[Checked, ...]
    seconds: float
    strangers: tuple[str, ...] = ()

    @property
    def status(self) -> int:
        """1 where a certificate is rejected or shows something that nobody claims, else 0."""
        rejected = any(each.standing is Standing.REJECTED for each in self.results)
        return 1 if rejected or self.strangers else 0


def kept_certificates() -> dict[str, Any]:
    """The certificates that are kept beside the code; raises `Refused` (BOB123) where there are none."""
    return kept_json(CERTIFICATES)


def check_all(owed: Sequence[Obligation], kept: Mapping[str, Any]) -> Checks:
    """Check the certificate of every obligation."""
    start = time.perf_counter()
    results = tuple(checked(owed, kept))
    seconds = time.perf_counter() - start
    return Checks(results, seconds, tuple(sorted(kept.keys() - {each.name for each in results})))


def as_text(checks: Checks, n_beyond: int) -> str:
    """Each that is not accepted with its reason, and a summary; `n_beyond` claims have no terms to check."""
    rows = [
        (printable(each.name), each.standing.value, printable(each.reason))
        for each in checks.results
        if each.standing is not Standing.CHECKED
    ]
    stranger = (Standing.REJECTED.value, "nothing of this name is owed")
    rows += [(printable(name), *stranger) for name in checks.strangers]
    lines = columns(rows) if rows else []
    n_checked = sum(each.standing is Standing.CHECKED for each in checks.results)
    lines.append(
        f"{len(checks.results)} obligations: {n_checked} certificates checked by bob/proof/checker.py"
        f" in {checks.seconds * 1000:,.0f} ms, without a solver"
    )
    if n_beyond:
        lines.append(
            f"exempt: {n_beyond} theorems and walks beyond the terms of a family, which quantify over"
            " functions or speak of bits and floats: judges decide them (bob prove)"
        )
    return "\n".join([*lines, *(["     bob explain BOB134"] if checks.status else [])])


def as_data(checks: Checks, n_beyond: int) -> dict[str, Any]:
    """The same for machines."""
    return {
        "certificates": [{**each._asdict(), "standing": each.standing.value} for each in checks.results],
        "strangers": list(checks.strangers),
        "exempt": n_beyond,
        "seconds": checks.seconds,
    }
