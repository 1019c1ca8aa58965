"""Shared work, before anything is started: who works; what comes of an item, its value or a `Refused`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from bob.errors import Finding, Refused

if TYPE_CHECKING:
    from collections.abc import Callable


class Workers(NamedTuple):
    """Who works: so many processes here, or an engine by its address (`bob.parallel_engines`)."""

    jobs: int = 1
    engine: str = ""


ALONE = Workers()


class About(Protocol):
    """An item of work: about one file."""

    @property
    def path(self) -> str:
        """Where the file is."""


Item = TypeVar("Item", bound=About)
Value = TypeVar("Value")


def outcome_of(function: Callable[[Item], Value], item: Item) -> Value | Refused:
    """What `function` gives for an item, or its refusal: BOB866 where it fails in any other way."""
    try:
        return function(item)
    except Refused as refused:
        return refused
    except Exception as fault:
        return faulty(item.path, fault)


def faulty(path: str, fault: BaseException) -> Refused:
    """The refusal that a fault is (BOB866)."""
    return Refused(path, [Finding("BOB866", "file", f"{type(fault).__name__}: {fault}", "an answer")])


def lost(path: str, how: str) -> Refused:
    """The refusal that comes where whoever looked at a file is gone (BOB865)."""
    return Refused(path, [Finding("BOB865", "process", how, "an answer")])
