"""A file of a format's conformance set, with the verdict that is right for it."""

from __future__ import annotations

from typing import NamedTuple


class Case(NamedTuple):
    name: str
    content: bytes
    verdict: str
    code: str
    rule: str
    source: str
