"""Annotations of GitHub Actions: a workflow command for each finding, then a line that counts.

    ::error file=schemas.py,line=12,title=BOB603 lacks a tensor::model.safetensors lacks a tensor: ...

Escaping is that of the runner (actions/toolkit, `packages/core/src/command.ts`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.cli.output.places import LEVELS, message, places_of, shown_path
from bob.cli.render import printable
from bob.codes import RULES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.cli.output.places import Place
    from bob.judged import Judged


def written(judged: Sequence[Judged]) -> str:
    """The judgements as lines of a workflow's log."""
    lines = [_annotation(place) for one in judged for place in places_of(one)]
    n_refused = sum(bool(one.findings) for one in judged)
    lines.append(f"bob: {len(judged) - n_refused:,} verified, {n_refused:,} not")
    return "".join(f"{line}\n" for line in lines)


def _annotation(place: Place) -> str:
    rule = RULES[place.finding.code]
    home = place.home
    properties = {"file": printable(shown_path(place.subject if home is None else home.file))}
    if home is not None:
        properties["line"] = str(home.line)
    properties["title"] = f"{place.finding.code} {rule.headline}"
    said = ",".join(f"{name}={_property(value)}" for name, value in properties.items())
    return f"::{LEVELS[rule.status]} {said}::{_message(message(place))}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
