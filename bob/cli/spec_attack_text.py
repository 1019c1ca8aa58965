"""How attacks on families read on a terminal, as JSON, and as files in a folder."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, TypeAlias

from bob.adversary.outcome import Outcome
from bob.cli.render import columns, printable
from bob.errors import so_many
from bob.spec.obligation import snake_case

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bob.adversary.outcome import Assault, Attacked, File

    # A file's bytes, and what the list of files says of it.
    Files: TypeAlias = "dict[str, tuple[bytes, dict[str, Any]]]"


def attack_files(found: Iterable[Assault]) -> Files:
    """Every file of some attacks, by path."""
    files: Files = {}
    for assault in found:
        folder = snake_case(assault.family)
        for i, near in enumerate(assault.good):
            facts = _facts(assault.family, near.dims, "accept")
            files[f"{folder}/good{i or ''}.bin"] = (near.content, facts)
        for each in assault.clauses:
            if each.file is not None:
                facts = {"clause": each.clause.name, "sentence": each.clause.sentence}
                files[bad_path(folder, each)] = _bad(assault.family, each.file, facts)
        for forgery in assault.forgeries:
            path = f"{folder}/{forgery.clause.code.lower()}--{_slug(forgery.clause.name)}.wraps.bin"
            files[path] = _bad(assault.family, forgery.file, {"clause": forgery.clause.name, "wraps": True})
        for extreme in assault.extremes:
            path = f"{folder}/{'greatest' if extreme.greatest else 'least'}--{_slug(extreme.name)}.bin"
            facts = _facts(assault.family, extreme.file.dims, "accept")
            said = {"field": extreme.name, "value": extreme.value, "shown": extreme.shown}
            files[path] = (extreme.file.content, {**facts, **said})
    return files


def bad_path(folder: str, each: Attacked) -> str:
    """Where the file that breaks a clause is written; what an operator owes is told apart."""
    owed = ".value" if not each.stated else ""
    return f"{folder}/{each.clause.code.lower()}--{_slug(each.clause.name)}{owed}.bin"


def _bad(family: str, file: File, facts: Mapping[str, Any]) -> tuple[bytes, dict[str, Any]]:
    said = {"codes": list(file.codes), "distance": file.distance, **facts}
    return file.content, {**_facts(family, file.dims, "refuse"), **said}


def _facts(family: str, dims: Mapping[str, int], expected: str) -> dict[str, Any]:
    return {"family": family, "dims": dict(dims), "expected": expected}


def _slug(name: str) -> str:
    """A clause's name as part of a file's: `layers[].rank` as `layers.rank`."""
    return re.sub(r"[^\w.]", "", name)


def attacks_status(found: Sequence[Assault]) -> int:
    """1 where a file is not taken as it should be, 3 where a clause stays open, else 0."""
    statuses = [_status(assault) for assault in found]
    return 1 if 1 in statuses else max(statuses, default=0)


def _status(assault: Assault) -> int:
    outcomes = {each.outcome for each in assault.clauses}
    edges_taken = all(not e.file.codes for e in assault.extremes) and all(
        forgery.file.codes == (forgery.clause.code,) for forgery in assault.forgeries
    )
    if Outcome.MISSED in outcomes or not edges_taken:
        return 1
    return 3 if Outcome.UNDECIDED in outcomes or assault.note else 0


_CODES = {Outcome.MISSED: "BOB131", Outcome.REDUNDANT: "BOB132", Outcome.UNDECIDED: "BOB122"}


def attacks_text(found: Sequence[Assault], out: str) -> str:
    """The clauses of each family with what broke them, the edges, and the score."""
    lines: list[str] = []
    codes: set[str] = set()
    told = counted = 0
    for assault in found:
        lines += [printable(assault.family), *_assault(assault), ""]
        codes |= {code for each in assault.clauses if (code := _code(each))}
        codes |= {"BOB130"} if assault.note else set()
        told, counted = told + assault.score[0], counted + assault.score[1]
    n_files = len(attack_files(found))
    share = f" ({100 * told // counted}%)" if counted else ""
    lines.append(f"{told} of {counted} clauses told{share}; {n_files} files in {printable(out)}")
    return "\n".join([*lines, *(f"     bob explain {code}" for code in sorted(codes))])


def _code(each: Attacked) -> str:
    """The code of what is to be said of a clause; what is owed is to follow from the others."""
    return "" if each.outcome is Outcome.REDUNDANT and not each.stated else _CODES.get(each.outcome, "")


def _outcome(each: Attacked) -> str:
    if each.outcome is Outcome.REDUNDANT and not each.stated:
        return "owed, and holds"
    return each.outcome.value


def _assault(assault: Assault) -> list[str]:
    if assault.note:
        return [f"  UNKNOWN  {printable(assault.note)}"]
    rows = [
        (printable(each.clause.name), each.clause.code, _outcome(each), _distance(each))
        for each in assault.clauses
    ]
    lines: list[str] = []
    for each, row in zip(assault.clauses, columns(rows, indent=2), strict=True):
        lines.append(row)
        if each.outcome is not Outcome.ALONE:
            word = {Outcome.REDUNDANT: "implied by", Outcome.GUARD: "without it"}.get(each.outcome, "found")
            lines += [f"      {word}  {printable(why)}" for why in each.because]
    edges = [f"{e.name} {'<=' if e.greatest else '>='} {e.value:,}" for e in assault.extremes]
    lines += [f"  edges   {printable(', '.join(edges))}"] if edges else []
    wraps = [forgery.clause.name for forgery in assault.forgeries]
    lines += [f"  wraps   {printable(', '.join(wraps))}: kept modulo 2^64, and refused"] if wraps else []
    told, counted = assault.score
    return [*lines, f"  score   {told} of {counted}"]


def _distance(each: Attacked) -> str:
    if each.file is None:
        return ""
    if each.file.distance is None:
        return f"another layout, {len(each.file.content):,} bytes"
    return f"{so_many(each.file.distance, 'byte')} from a good file"


def attacks_data(found: Sequence[Assault]) -> dict[str, Any]:
    """The attacks for machines."""
    return {"families": [_assault_data(assault) for assault in found]}


def _assault_data(assault: Assault) -> dict[str, Any]:
    told, counted = assault.score
    return {
        "family": assault.family,
        "note": assault.note,
        "told": told,
        "clauses_counted": counted,
        "clauses": [_attacked_data(assault, each) for each in assault.clauses],
        "edges": [
            {"field": e.name, "greatest": e.greatest, "value": e.value, "shown": e.shown}
            for e in assault.extremes
        ],
        "wraps": [forgery.clause.name for forgery in assault.forgeries],
    }


def _attacked_data(assault: Assault, each: Attacked) -> dict[str, Any]:
    return {
        "name": each.clause.name,
        "sentence": each.clause.sentence,
        "code": each.clause.code,
        "outcome": each.outcome.value,
        "because": list(each.because),
        "file": None if each.file is None else bad_path(snake_case(assault.family), each),
        "codes": [] if each.file is None else list(each.file.codes),
    }
