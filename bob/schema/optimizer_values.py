"""The numbers of Adam's states: finite, v at or above 0, within what gradients give, steps that count.

    check_adam_values(states, contents)

What gradients give is the law of moments (`bob.schema.optimizer_law`); where it is not asked, that is said.
"""

from __future__ import annotations

from collections import Counter
from math import isfinite
from typing import TYPE_CHECKING

import numpy as np

from bob.errors import so_many
from bob.formats.elements import numbers
from bob.formats.number_types import FLOATS, is_plain
from bob.formats.values import blocks_of
from bob.schema.optimizer import FIRST, SECOND, STEP
from bob.schema.optimizer_law import beyond, law_of
from bob.schema.optimizer_telling import Telling
from bob.schema.values import Tally, not_finite

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from bob.formats.content import Contents
    from bob.formats.elements import Bits
    from bob.formats.gathered import Gathered
    from bob.formats.inventory import Entry
    from bob.moments import MomentLaw
    from bob.schema.checked import Checked
    from bob.schema.optimizer import AdamState, Group, Moments

_WIDE = ("F32", "F64")
# So many updates without any gradient are worth a word.
_MANY = 100
_MOST_STEPS = 4
_LAW = "moments within what gradients give"


def check_adam_values(states: Iterable[AdamState], contents: Contents) -> Checked:
    """Every finding about the numbers of these states; raises `Refused` where they cannot be read."""
    look = Telling()
    for state in states:
        groups = state.group_of()
        steps: Counter[int] = Counter()
        for moments in state.moments.values():
            step = _step(state.prefix, moments, contents, look)
            steps.update([] if step is None else [step])
            _check_betas(moments, groups.get(moments.key), look)
            _check_moments(moments, groups.get(moments.key), step, contents, look)
        if len(steps) > 1:
            those = steps.most_common(_MOST_STEPS)
            said = ", ".join(f"{step:,} of {so_many(n, 'param')}" for step, n in those)
            look.note(f"steps differ: {said}")
    return look.checked()


def _step(prefix: str, moments: Moments, contents: Contents, look: Telling) -> int | None:
    """The number of updates, if the step is one; what is wrong with it is told."""
    held = moments.step
    if held is None:
        return None
    if isinstance(held, int | float):
        part, value = f"{prefix}state.{moments.key}.{STEP}", held
    else:
        part = held.name
        if (
            not is_plain(held.dtype)
            or len(blocks := [*blocks_of(contents, held)]) != 1
            or len(blocks[0]) != 1
        ):
            return None
        value = numbers(blocks[0], held.dtype)[0].item()
        _check_counter(part, held, value, look)
    if value < 0 or not isfinite(value) or value != int(value):
        look.found.add("BOB646", part, f"{value:,}", "a whole number, 0 or more")
        return None
    return int(value)


def _check_counter(part: str, entry: Entry, value: float, look: Telling) -> None:
    """Whether the type of a step can count on from where it is."""
    if entry.dtype not in FLOATS:
        return
    end = 1 << FLOATS[entry.dtype].precision
    if value >= end:
        look.found.add(
            "BOB647", part, f"{value:,} in {entry.dtype}", f"below {end:,}, where {entry.dtype} stops"
        )
    elif entry.dtype not in _WIDE:
        look.note_param(f"a step in {entry.dtype} stops at {end:,}")


def _check_betas(moments: Moments, group: Group | None, look: Telling) -> None:
    """A beta that becomes 1 in the type of its moment: then the moment never falls."""
    betas = () if group is None or group.betas is None else group.betas
    for name, beta, entry in zip(("beta1", "beta2"), betas, (moments.first, moments.second), strict=False):
        if entry is None or entry.dtype not in FLOATS or entry.dtype in _WIDE:
            continue
        # Half a unit of the last place below 1.
        if 0 <= 1 - beta <= 2.0 ** -(FLOATS[entry.dtype].precision + 1):
            look.note_param(f"{name} {beta} is 1 in {entry.dtype}, the type of its moments: they never fall")


class _Numbers:
    """The numbers of one param's moments while they are read, block by block."""

    def __init__(self, moments: Moments, law: MomentLaw | None, step: int | None) -> None:
        self._first, self._second, self._law, self._step = moments.first, moments.second, law, step
        self._infinite = {FIRST: Tally(), SECOND: Tally()}
        self._early = {FIRST: Tally(), SECOND: Tally()}
        self._negative, self._beyond = Tally(), Tally()
        self._first_falls = False
        self._start = 0
        self.all_zero = True

    def add(self, m: Bits | None, v: Bits | None) -> None:
        """The next elements of both moments, or of the one that can be read."""
        for part, entry, bits in ((FIRST, self._first, m), (SECOND, self._second, v)):
            if entry is not None and bits is not None:
                self._add(part, entry, bits)
        self._hold(m, v)
        self._start += max(len(bits) for bits in (m, v) if bits is not None)

    def _hold(self, m: Bits | None, v: Bits | None) -> None:
        """Hold both moments against the law, if there is one."""
        law, first, second = self._law, self._first, self._second
        if law is not None and first is not None and second is not None and m is not None and v is not None:
            wrong = beyond(law, numbers(m, first.dtype), numbers(v, second.dtype))
            self._beyond.add(wrong, m, first.dtype, self._start)

    @np.errstate(invalid="ignore")
    def _add(self, part: str, entry: Entry, bits: Bits) -> None:
        values = numbers(bits, entry.dtype)
        self._infinite[part].add(not_finite(bits, entry.dtype), bits, entry.dtype, self._start)
        not_zero = np.asarray(values != 0)
        self.all_zero = self.all_zero and not not_zero.any()
        if self._step == 0:
            self._early[part].add(not_zero, bits, entry.dtype, self._start)
        below = np.asarray(values < 0)
        if part == SECOND:
            self._negative.add(below, bits, entry.dtype, self._start)
        else:
            self._first_falls = self._first_falls or bool(below.any())

    def tell(self, found: Gathered) -> None:
        """What was wrong with them, one finding of a kind for each tensor."""
        for part, entry in ((FIRST, self._first), (SECOND, self._second)):
            if entry is not None and self._infinite[part].count:
                found.take(self._infinite[part].told("BOB640", None, entry, "a finite number").finding)
            if entry is not None and self._early[part].count:
                found.take(self._early[part].told("BOB648", None, entry, "zero, at step 0").finding)
        if self._second is not None and self._negative.count:
            told = self._negative.told("BOB644", None, self._second, "at least 0").finding
            swapped = "no exp_avg is below zero: are the two swapped?"
            if self._first is not None and not self._first_falls:
                told = told._replace(note="; ".join(filter(None, (told.note, swapped))))
            found.take(told)
        elif self._first is not None and self._beyond.count:
            expected = f"what gradients give in {self._step:,} updates"
            found.take(self._beyond.told("BOB645", None, self._first, expected).finding)


def _check_moments(
    moments: Moments, group: Group | None, step: int | None, contents: Contents, look: Telling
) -> None:
    seen = _Numbers(moments, _law_for(moments, group, step, look), step)
    some = False
    for m, v in _side_by_side(contents, moments.first, moments.second):
        seen.add(m, v)
        some = True
    seen.tell(look.found)
    if moments.largest is not None and is_plain(moments.largest.dtype):
        _check_largest(contents, moments.largest, look.found)
    if some and seen.all_zero and step is not None and step >= _MANY:
        look.note_param(f"moments that are all zero at step {step:,}: no gradient ever reached the param")


@np.errstate(invalid="ignore")
def _check_largest(contents: Contents, entry: Entry, found: Gathered) -> None:
    """The largest second moments of amsgrad: finite, and at or above zero."""
    infinite, negative, start = Tally(), Tally(), 0
    for bits in blocks_of(contents, entry):
        infinite.add(not_finite(bits, entry.dtype), bits, entry.dtype, start)
        negative.add(np.asarray(numbers(bits, entry.dtype) < 0), bits, entry.dtype, start)
        start += len(bits)
    for code, tally, expected in (
        ("BOB640", infinite, "a finite number"),
        ("BOB644", negative, "at least 0"),
    ):
        if tally.count:
            found.take(tally.told(code, None, entry, expected).finding)


def _side_by_side(
    contents: Contents, first: Entry | None, second: Entry | None
) -> Iterator[tuple[Bits | None, Bits | None]]:
    """Blocks of both moments at the same places; of one alone where the other cannot be beside it."""
    sides = [entry for entry in (first, second) if entry is not None and is_plain(entry.dtype)]
    if len(sides) == 2 and sides[0].shape == sides[1].shape:
        yield from zip(blocks_of(contents, sides[0]), blocks_of(contents, sides[1]), strict=True)
        return
    for entry in sides:
        for bits in blocks_of(contents, entry):
            yield (bits, None) if entry is first else (None, bits)


def _law_for(moments: Moments, group: Group | None, step: int | None, look: Telling) -> MomentLaw | None:
    """The law for these moments; None, with the reason told, where it is not to be applied."""
    dtypes = {entry.dtype for entry in (moments.first, moments.second) if entry is not None}
    if group is None or group.betas is None:
        reason = "no betas are stated"
    elif group.amsgrad:
        reason = "amsgrad"
    elif not dtypes <= set(_WIDE):
        reason = f"moments in {', '.join(sorted(dtypes - set(_WIDE)))}"
    elif step is None:
        reason = "no step that counts"
    elif step == 0:
        return None
    elif (law := law_of(*group.betas, step)) is not None:
        return law
    else:
        reason = f"nothing is known for betas {group.betas[0]} and {group.betas[1]}"
    look.leave_open(f"{_LAW} ({reason})")
    return None
