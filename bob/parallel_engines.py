"""Shared work over an engine that a user has: `dask://HOST:PORT` or `ray://HOST:PORT`, each with its extra.

    over_engine("dask://127.0.0.1:8786", look, items)

Each item goes to a worker of the engine, where Bob has to be installed and the files under the same paths;
what comes back is in the items' order. Nothing of an engine is started or stopped here.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from bob.errors import Finding, Refused
from bob.parallel_outcome import Item, Value, faulty, lost, outcome_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_PATIENCE_S = 10
_SEPARATOR = "://"


def over_engine(
    address: str, function: Callable[[Item], Value], items: Sequence[Item]
) -> Iterator[Value | Refused]:
    """The outcomes in the items' order; raises `Refused` (BOB867) where the engine cannot be used."""
    kind, _, place = address.partition(_SEPARATOR)
    engine = _ENGINES.get(kind)
    if engine is None or not place:
        expected = " or ".join(f"{known}{_SEPARATOR}HOST:PORT" for known in sorted(_ENGINES))
        raise Refused(address, [Finding("BOB867", "engine", address, expected)])
    try:
        connected = engine(place)
    except ImportError as missing:
        raise _unusable(address, missing, f"the extra: pip install 'bob-ckpt[{kind}]'") from missing
    except Exception as wrong:
        raise _unusable(address, wrong, "an engine that answers") from wrong
    return connected.outcomes(function, items)


def _unusable(address: str, wrong: Exception, expected: str) -> Refused:
    return Refused(address, [Finding("BOB867", "engine", f"{type(wrong).__name__}: {wrong}", expected)])


class _Dask:
    """A client of a scheduler of Dask's."""

    def __init__(self, place: str) -> None:
        from distributed import Client

        self._client = Client(f"tcp{_SEPARATOR}{place}", timeout=_PATIENCE_S, set_as_default=False)

    def outcomes(self, function: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
        """Each item as a task of its own, never one that was done before."""
        from distributed import KilledWorker

        with self._client as client:
            futures = client.map(partial(outcome_of, function), items, pure=False)
            try:
                for item, future in zip(items, futures, strict=True):
                    try:
                        yield future.result()
                    except KilledWorker as killed:
                        yield lost(item.path, str(killed))
                    except Exception as fault:
                        yield faulty(item.path, fault)
            finally:
                client.cancel(futures)


class _Ray:
    """A client of a cluster of Ray's."""

    def __init__(self, place: str) -> None:
        import ray

        self._context = ray.init(f"ray{_SEPARATOR}{place}")

    def outcomes(self, function: Callable[[Any], Any], items: Sequence[Any]) -> Iterator[Any]:
        """Each item as a task of its own."""
        import ray
        from ray.exceptions import WorkerCrashedError

        with self._context:
            task = ray.remote(outcome_of)
            answers = [task.remote(function, item) for item in items]
            try:
                for item, answer in zip(items, answers, strict=True):
                    try:
                        yield ray.get(answer)
                    except WorkerCrashedError as killed:
                        yield lost(item.path, str(killed))
                    except Exception as fault:
                        yield faulty(item.path, fault)
            finally:
                for answer in answers:
                    ray.cancel(answer, force=True)


_ENGINES: dict[str, type[_Dask] | type[_Ray]] = {"dask": _Dask, "ray": _Ray}
