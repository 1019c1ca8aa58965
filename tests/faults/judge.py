"""What a command left and said, held against what it may leave and say; a word for it, or `Unsound`.

made               status 0: the new file is there, durable (`order.py`), and nothing else
BOB821             refused with this code: the old file is there
BOB821, made       refused with this code, and it is said that the new file is there
old, new           killed, and that is what is there
..., left          something of the dead process is still in the folder, which the next command clears
"""

from __future__ import annotations

import re
import signal
from typing import TYPE_CHECKING

from bob.codes import RULES
from bob.envelope.receipts import read_receipts
from tests.faults.order import broken, temporary
from tests.faults.place import ANSWERS, INPUT, KEPT, RECEIPTS, STEPS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from tests.faults.place import Place, Way
    from tests.faults.processes import Ended
    from tests.faults.shim import Call

_REFUSAL = re.compile(r"^\S+: (REFUSED|UNABLE)  (BOB\d{3})  ", re.MULTILINE)
_SAID_MADE = ("the new file is in place", "the checkpoint is written")


class Unsound(AssertionError):
    """A command left, or said, what it must not."""


def judged(place: Place, way: Way, ended: Ended, calls: Sequence[Call], seen: Mapping[str, bytes]) -> str:
    """The word for how a command ended, from what then lay in the folder; raises `Unsound`."""
    before = place.before(way)
    left = set(seen) - set(before) - {way.target, *way.beside}
    if left - {temporary(way.target), temporary(ANSWERS)}:
        raise Unsound(f"{sorted(left)} in the folder")
    _require_whole_beside(place, seen)
    for name in set(before) - {way.target}:
        if seen.get(name) != before[name]:
            raise Unsound(f"{name} was changed")
    old, new = before.get(way.target), place.states[way.after]
    there = seen.get(way.target)
    if there not in (old, new):
        raise Unsound(f"{way.target} is neither the old file nor the new one")
    if ended.status == 0 and set(way.beside) - set(seen):
        raise Unsound(f"status 0 without {sorted(set(way.beside) - set(seen))}")
    word = _said(ended, there == new, calls, way)
    return f"{word}, left" if left else word


def _require_whole_beside(place: Place, seen: Mapping[str, bytes]) -> None:
    """What lies beside is whole: a kept state of the run, all the answers; receipts are read at the end."""
    for name, content in seen.items():
        if name.startswith(KEPT) and content != place.states[int(name.removeprefix(KEPT)) // STEPS - 1]:
            raise Unsound(f"{name} is not the state of that step")
    if ANSWERS in seen and seen[ANSWERS] not in place.answers:
        raise Unsound("other answers than the run's")


def _said(ended: Ended, is_new: bool, calls: Sequence[Call], way: Way) -> str:
    """What the status and the words say of what is there."""
    if "Traceback" in ended.err or "a fault of Bob's own" in ended.err:
        raise Unsound(ended.err)
    if ended.status == -signal.SIGKILL:
        return "new" if is_new else "old"
    if ended.status == 0:
        if not is_new:
            raise Unsound("status 0 without the new file")
        if wrong := broken(calls, way.target):
            raise Unsound(f"status 0, and {wrong}")
        if _REFUSAL.search(ended.err):
            raise Unsound(f"status 0 and a refusal: {ended.err}")
        return "made"
    return _refused(ended, is_new, calls)


def _refused(ended: Ended, is_new: bool, calls: Sequence[Call]) -> str:
    codes = [code for _, code in _REFUSAL.findall(ended.err)]
    mute = any(call.file == "(errors)" and not call.succeeded for call in calls)
    if mute and not codes and ended.status == 2 and "cannot be written" not in ended.err:
        return "mute, made" if is_new else "mute"
    if len(codes) != 1:
        raise Unsound(f"status {ended.status} and {len(codes)} refusals: {ended.err}")
    (code,) = codes
    if ended.status != RULES[code].status:
        raise Unsound(f"status {ended.status} with {code}")
    said_made = any(words in ended.err for words in _SAID_MADE)
    if said_made != is_new:
        raise Unsound(f"{'said' if said_made else 'not said'} that the new file is there: {ended.err}")
    return f"{code}, made" if is_new else code


def require_cleared(place: Place, way: Way, run: Callable[[Sequence[str]], Ended]) -> None:
    """The command once more, or a resume where it made its file: it is made, and nothing is left."""
    before = place.seen()
    state = place.states.index(before[way.target]) if way.target in before else None
    if way.before is None and state is not None:
        # A name that is taken is refused: the run goes on from what is there.
        words: tuple[str, ...] = ("run", "--resume", f"{{folder}}/{way.target}", "--contract", "{contract}")
        after = state + 1
    else:
        words = way.words
        after = way.after if state in (None, way.before) or way.after == 0 else state + 1
    ended = run(place.words(words))
    if ended.status != 0:
        raise Unsound(f"the next command ended with {ended.status}: {ended.err}")
    seen = place.seen()
    beside = {name for name in seen if name in way.beside or name.startswith(KEPT)}
    if set(seen) - beside != {INPUT, way.target, *place.before(way)}:
        raise Unsound(f"after the next command: {sorted(seen)}")
    if RECEIPTS in way.beside:
        _require_recorded(seen, after)
    if seen[way.target] != place.states[after]:
        raise Unsound("the next command made something else")


def _require_recorded(seen: Mapping[str, bytes], after: int) -> None:
    """One receipt for each invocation from the run's state 1 to `after`: none lost, none twice."""
    steps = [receipt.step_to for receipt in read_receipts(seen[RECEIPTS], RECEIPTS)]
    if steps != [STEPS * (state + 1) for state in range(2, after + 1)]:
        raise Unsound(f"receipts of the steps {steps}")
    if f"{KEPT}{STEPS * after}" not in seen:
        raise Unsound(f"the checkpoint before is not kept: {sorted(seen)}")
