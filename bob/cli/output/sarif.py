"""SARIF 2.1.0 (OASIS): a run with a rule for each code that was found and a result for each finding.

A result lies at the line of the rule that it breaks, with the byte of the file beside it. Where that line is
not in the repository it lies at both, at that byte first, and where there is none at that byte. What was not
looked at is told as a notification, and so is how many results are left away: GitHub takes no report of more
than `MOST_RESULTS`.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from importlib.metadata import PackageNotFoundError, metadata
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from bob.canonical import canonical_json, hex_digest
from bob.cli.output import status_of
from bob.cli.output.places import LEVELS, is_inside, message, places_of, root, shown_path
from bob.cli.render import printable
from bob.codes import RULES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bob.cli.output.places import Place
    from bob.judged import Judged

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
MOST_RESULTS = 25_000
_ROOT = "%SRCROOT%"
_PACKAGE = "bob-ckpt"
_PAGE = "docs/codes.md"
# What is left as it is in the address of a file that was given as one.
_IN_URIS = "/:?#[]@!$&'()*+,;=%~"


def written(judged: Sequence[Judged]) -> str:
    """The judgements as one run."""
    found = [place for one in judged for place in places_of(one)]
    places = found[:MOST_RESULTS]
    codes = sorted({place.finding.code for place in places})
    driver = {**_tool(), "rules": [_rule(code) for code in codes]}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "originalUriBaseIds": {_ROOT: {"uri": _uri(os.path.join(root(), ""))}},
        "invocations": [_invocation(judged, len(found) - len(places))],
        "artifacts": [{"location": _artifact(path)} for path in dict.fromkeys(one.subject for one in judged)],
        "results": _results(places, codes),
    }
    return canonical_json({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _tool() -> dict[str, Any]:
    try:
        stated = metadata(_PACKAGE)
    except PackageNotFoundError:
        return {"name": "bob"}
    return {
        "name": "bob",
        "fullName": f"{_PACKAGE} {stated['Version']}",
        "version": stated["Version"],
        "semanticVersion": stated["Version"],
    }


def _rule(code: str) -> dict[str, Any]:
    rule = RULES[code]
    page = f"{_PAGE}#{anchor(code)}"
    return {
        "id": code,
        "name": "".join(word.capitalize() for word in re.findall(r"\w+", rule.headline)),
        "shortDescription": {"text": f"{rule.headline[0].upper()}{rule.headline[1:]}."},
        "fullDescription": {"text": f"{rule.rule}{f' ({rule.source})' if rule.source else ''}"},
        "help": {
            "text": f"Why: {rule.why}.\nDo: {rule.do}.\nbob explain {code}; {page}",
            "markdown": f"**Why:** {rule.why}.\n\n**Do:** {rule.do}.\n\n`bob explain {code}`, {page}",
        },
        "defaultConfiguration": {"level": LEVELS[rule.status]},
    }


def anchor(code: str) -> str:
    """The anchor of a code's heading on docs/codes.md, as GitHub makes it."""
    heading = f"{code} {RULES[code].headline}".lower()
    return re.sub(r"[^\w -]", "", heading).replace(" ", "-")


def _invocation(judged: Sequence[Judged], n_left: int) -> dict[str, Any]:
    notes: list[dict[str, Any]] = [
        {
            "level": "note",
            "message": {"text": f"not checked: {printable(phrase)}"},
            "locations": [{"physicalLocation": {"artifactLocation": _artifact(one.subject)}}],
        }
        for one in judged
        for phrase in one.not_checked
    ]
    if n_left:
        left = f"{n_left:,} more findings are left away here: --output-format json lists them all"
        notes.append({"level": "warning", "message": {"text": left}})
    # A run that says no is a run that was made to its end.
    asked = all(RULES[finding.code].status != 2 for one in judged for finding in one.findings)
    return {
        "executionSuccessful": asked,
        "exitCode": status_of(judged),
        "toolExecutionNotifications": notes,
    }


def _results(places: Iterable[Place], codes: Sequence[str]) -> list[dict[str, Any]]:
    seen: Counter[str] = Counter()
    results = []
    for place in places:
        finding = place.finding
        identity = "\n".join((finding.code, shown_path(place.subject), finding.part))
        seen[identity] += 1
        print_of = hex_digest(f"{identity}\n{seen[identity]}".encode("utf-8", "surrogatepass"))
        results.append(
            {
                "ruleId": finding.code,
                "ruleIndex": codes.index(finding.code),
                "level": LEVELS[RULES[finding.code].status],
                "message": {"text": _plain(message(place))},
                "partialFingerprints": {"bobFinding/v1": print_of},
                **_locations(place),
            }
        )
    return results


def _plain(text: str) -> str:
    """A text without links: viewers make one of `[words](address)`, and names are those of strangers."""
    return text.replace("](", "] (")


def _locations(place: Place) -> dict[str, Any]:
    """The line of the rule and the byte of the file; first the one that is shown (`Place.home`)."""
    inside = {"logicalLocations": [{"fullyQualifiedName": printable(place.finding.part) or "file"}]}
    physical: dict[str, Any] = {"artifactLocation": _artifact(place.subject)}
    if place.finding.byte_offset is not None:
        physical["region"] = {"byteOffset": place.finding.byte_offset, "byteLength": 1}
    in_file = {"physicalLocation": physical, **inside}
    if place.line is None:
        return {"locations": [in_file]}
    written_at = {
        "artifactLocation": _artifact(place.line.file),
        "region": {"startLine": place.line.line},
    }
    at_rule = {"physicalLocation": written_at, **inside}
    if place.home is None:
        return {"locations": [in_file, at_rule]}
    beside = {**in_file, "id": 1, "message": {"text": "the file that was judged"}}
    return {"locations": [at_rule], "relatedLocations": [beside]}


def _artifact(path: str) -> dict[str, Any]:
    uri = {"uri": _uri(shown_path(path))}
    return {**uri, "uriBaseId": _ROOT} if is_inside(path) else uri


def _uri(shown: str) -> str:
    if "://" in shown:
        return quote(shown, safe=_IN_URIS, errors="surrogateescape")
    uri = quote(shown, errors="surrogateescape")
    return f"file://{uri}" if uri.startswith("/") else uri
