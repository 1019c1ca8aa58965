"""How comparisons of families read on a terminal, as JSON, and as files in a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from bob.cli.render import printable
from bob.spec.obligation import Verdict, snake_case

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bob.adversary.difference import Comparison, Implied, Way, Witness

    # A file's bytes, and what the list of files says of it.
    Files: TypeAlias = "dict[str, tuple[bytes, dict[str, Any]]]"


def comparison_files(found: Iterable[Comparison]) -> Files:
    """The witnesses, by path."""
    files: Files = {}
    for comparison in found:
        for way in (comparison.forwards, comparison.backwards):
            if way.witness is not None:
                files[witness_path(comparison, way)] = (way.witness.content, _witness(way, way.witness))
    return files


def witness_path(comparison: Comparison, way: Way) -> str:
    """Where a witness is written."""
    side = way.narrower.partition(" ")[0]
    return f"{snake_case(comparison.family)}--only-{side}.bin"


def _witness(way: Way, witness: Witness) -> dict[str, Any]:
    return {
        "accepted_by": way.narrower,
        "refused_by": way.wider,
        "dims": dict(witness.dims),
        "codes": list(witness.codes),
    }


def comparisons_status(found: Sequence[Comparison], alone: Sequence[str]) -> int:
    """1 where a difference is shown, 3 where something stays open, else 0."""
    verdicts = {verdict for comparison in found for verdict in comparison.verdicts}
    if alone or Verdict.FALSIFIED in verdicts:
        return 1
    return 3 if Verdict.UNKNOWN in verdicts else 0


def comparisons_text(found: Sequence[Comparison], alone: Sequence[str], out: str) -> str:
    """The two verdicts on each family, with what decides them."""
    lines: list[str] = []
    for comparison in found:
        lines.append(printable(comparison.family))
        for way in (comparison.forwards, comparison.backwards):
            lines += _way(comparison, way, out)
    lines += [f"{printable(name)}: only one of the files defines it" for name in alone]
    code = {0: "", 1: "BOB133", 3: "BOB122"}[comparisons_status(found, alone)]
    return "\n".join([*lines, *([f"     bob explain {code}"] if code else [])])


def _way(comparison: Comparison, way: Way, out: str) -> list[str]:
    said = {
        Verdict.PROVED: f"PROVED   {_counted(way)}",
        Verdict.FALSIFIED: "DIFFERS",
        Verdict.UNKNOWN: "UNKNOWN",
    }[way.verdict]
    narrower, wider = (side.partition(" ")[0] for side in (way.narrower, way.wider))
    lines = [f"  {wider} accepts all that {narrower} does".ljust(34) + said]
    if way.witness is not None:
        failing = next(each for each in way.clauses if each.verdict is Verdict.FALSIFIED)
        path = f"{out}/{witness_path(comparison, way)}"
        dims = ", ".join(f"{name} = {value}" for name, value in way.witness.dims.items())
        at = f" at {dims}" if dims else ""
        codes = ", ".join(way.witness.codes)
        lines += [
            f"      clause  {printable(failing.clause.name)}: {printable(failing.clause.sentence)}",
            f"      file    {printable(path)}  {len(way.witness.content):,} bytes{at}",
            f"      run     the {narrower} codec accepts it, the {wider} one refuses it ({codes})",
        ]
    for each in way.clauses:
        if each.verdict is Verdict.UNKNOWN:
            lines.append(f"      open    {printable(each.clause.name)}: {printable(each.note)}")
    return lines


def _counted(way: Way) -> str:
    same = sum(1 for each in way.clauses if each.how == "stated by both")
    return f"{same} clauses stated by both, {len(way.clauses) - same} by the judge"


def comparisons_data(found: Sequence[Comparison], alone: Sequence[str], out: str) -> dict[str, Any]:
    """The comparisons for machines."""
    return {
        "families": [
            {
                "family": comparison.family,
                "ways": [_way_data(comparison, w, out) for w in (comparison.forwards, comparison.backwards)],
            }
            for comparison in found
        ],
        "alone": list(alone),
    }


def _way_data(comparison: Comparison, way: Way, out: str) -> dict[str, Any]:
    witness = None
    if way.witness is not None:
        witness = {**_witness(way, way.witness), "file": f"{out}/{witness_path(comparison, way)}"}
    return {
        "narrower": way.narrower,
        "wider": way.wider,
        "verdict": way.verdict.value,
        "clauses": [_implied(each) for each in way.clauses],
        "witness": witness,
    }


def _implied(each: Implied) -> dict[str, Any]:
    return {
        "name": each.clause.name,
        "sentence": each.clause.sentence,
        "verdict": each.verdict.value,
        "how": each.how,
        "note": each.note,
    }
