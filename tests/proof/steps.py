"""Steps of certificates, written short."""

from __future__ import annotations

from typing import Any


def added(*terms: list[Any], by: Any = 1, rest: Any = 0) -> list[Any]:
    return ["sum", list(terms), by, rest]


def term(factor: Any, *facts: Any, names: Any = ()) -> list[Any]:
    return [factor, list(names), list(facts)]
