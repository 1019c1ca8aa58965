"""What the cache folder holds and whether it serves; building, checking and clearing it.

    shown(os.environ).serves            # the commands that take the quick path here, now
    findings(os.environ)                # what in the folder is not what was put there

Nothing here is on the quick path; it tells of it.
"""

from __future__ import annotations

import marshal
import os
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.errors import Finding, Refused
from bob.kernels import cache as kernel_cache
from bob.run import quick
from bob.run.quick import planning
from bob.store_cache import CacheFolder, Unsafe, folder_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from bob.envelope.contract import Contract

# The plans by the commands that they serve.
SERVED = {"envelope": "bob verify envelope", "run": "bob run --resume"}

_KEPT = "kept"


class Shown(NamedTuple):
    """The folder and its state, the kernels' state, each plan of this Bob with its state, what they serve.

    `serves` names commands; where it is not all of them, `why_not` says why.
    """

    folder: str
    folder_state: str
    kernels: str
    plans: tuple[tuple[str, str], ...]
    serves: tuple[str, ...]
    why_not: str


def shown(environment: Mapping[str, str]) -> Shown:
    """What there is; reads and opens, writes nothing."""
    folder = folder_of(environment)
    why_not = planning.why_not()
    state = why_not_used(folder)
    plans = {} if state else _plans(folder)
    kernels = _kernels_state(environment)
    fresh = {kind for kind, is_fresh in plans.values() if is_fresh and (kind != "run" or kernels == _KEPT)}
    if why_not:
        fresh.clear()
    elif len(fresh) < len(SERVED):
        why_not = state or "what is missing, a first full run makes, or bob cache build"
    return Shown(
        folder,
        state or "yours alone",
        kernels,
        tuple((name, "fresh" if is_fresh else "void") for name, (_, is_fresh) in plans.items()),
        tuple(command for kind, command in SERVED.items() if kind in fresh),
        why_not,
    )


def why_not_used(folder: str) -> str:
    """Why the folder is not used; empty where it is."""
    try:
        with CacheFolder(folder):
            return ""
    except FileNotFoundError:
        return _place_for(folder)
    except (OSError, Unsafe) as wrong:
        return f"not used: {_said(wrong)}"


def _place_for(folder: str) -> str:
    """Whether a folder that is not there could be made: it, and the one above it."""
    above = os.path.dirname(os.path.abspath(folder))
    place = above if os.path.lexists(above) else os.path.dirname(above)
    able = os.path.isdir(place) and os.access(place, os.W_OK | os.X_OK)
    return "not there yet" if able else f"not used: it cannot be made in {place}"


def _said(wrong: Exception) -> str:
    return wrong.strerror or str(wrong) if isinstance(wrong, OSError) else str(wrong)


def _plans(folder: str) -> dict[str, tuple[str, bool]]:
    """Of each plan of this very Bob, by name: its kind, and whether nothing has changed since."""
    found = {}
    with CacheFolder(folder) as cache:
        for name in cache.names():
            if name.endswith(quick.SUFFIX) and (body := cache.read(name)) is not None:
                made: dict[str, Any] = marshal.loads(body)
                if made["package"] == quick.PACKAGE:
                    found[name] = (made["kind"], quick.fresh(made["stamps"]))
    return found


def _kernels_state(environment: Mapping[str, str]) -> str:
    if reason := kernel_cache.why_not():
        return f"compiled in every process: {reason}"
    return _KEPT if kernel_cache.is_kept(environment) else "not compiled yet"


def build(
    contract: Contract,
    contract_bytes: bytes,
    lines: Sequence[str],
    stamped: Iterable[str],
    environment: Mapping[str, str],
) -> None:
    """Compile, test and keep the kernels, and derive a contract's plans (`lines`, `stamped`: see `planning`).

    Raises `Refused`: BOB830 where nothing can be kept, BOB810 where the kernels cannot be compiled, BOB701
    for a contract of another learner, which then has the plan for envelopes alone.
    """
    from bob.kernels import native
    from bob.run.quick.planning_run import keep_run_plan

    folder = folder_of(environment)
    reason = kernel_cache.why_not()
    try:
        CacheFolder(folder, create=True).close()
    except (OSError, Unsafe) as wrong:
        reason = reason or _said(wrong)
    if reason:
        raise Refused(folder or "cache", [Finding("BOB830", "cache", reason, "a folder that is yours alone")])
    native.require_native()
    planning.keep_envelope_plan(contract, contract_bytes, lines, stamped, environment)
    keep_run_plan(contract, contract_bytes, environment)


def findings(environment: Mapping[str, str]) -> list[Finding]:
    """What in the folder is not as it was put there, and kernels that deviate from the exact reading."""
    folder = folder_of(environment)
    state = why_not_used(folder)
    if state:
        return [Finding("BOB830", "cache", state, "a folder that is yours alone")]
    found = []
    with CacheFolder(folder) as cache:
        for name in cache.names():
            found += [Finding("BOB831", name, said, "as it was kept") for said in _wrong(cache, name)]
    if not found and not kernel_cache.why_not():
        found += [
            Finding("BOB831", "kernels", said, "the exact reading's bits")
            for said in kernel_cache.deviations(environment)
        ]
    return found


def _wrong(cache: CacheFolder, name: str) -> list[str]:
    if not (name.endswith(quick.SUFFIX) or kernel_cache.is_name(name)):
        return ["no file of Bob's"]
    if not cache.is_own(name):
        return ["not a file of yours alone"]
    whole = (
        cache.read(name) is not None if name.endswith(quick.SUFFIX) else kernel_cache.is_whole(cache, name)
    )
    return [] if whole else ["other bytes"]


def clear(environment: Mapping[str, str]) -> int:
    """Remove Bob's own entries, whole or not, and give how many.

    Raises `Refused` (BOB830) where the folder is unsafe.
    """
    folder = folder_of(environment)
    try:
        with CacheFolder(folder) as cache:
            own = [n for n in cache.names() if n.lstrip(".").startswith(_BEGINNINGS)]
            for name in own:
                cache.remove(name)
            return len(own)
    except FileNotFoundError:
        return 0
    except (OSError, Unsafe) as wrong:
        raise Refused(
            folder, [Finding("BOB830", "cache", _said(wrong), "a folder that is yours alone")]
        ) from None


_BEGINNINGS = (kernel_cache.PREFIX, *(f"{kind}-" for kind in SERVED))
