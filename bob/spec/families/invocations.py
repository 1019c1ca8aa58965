"""Whole invocations, one after the other: which step they lead to (docs/design.md)."""

from __future__ import annotations

from bob.spec.families.training_run import TrainingRunSemantics
from bob.spec.families.transport import CheckpointTransport
from bob.spec.family import Family
from bob.spec.fields import Claim, Derived, Ghost, Refine, Refuted

_MOST = 2**63 - 1


class Invocations(Family):
    """So many invocations before, then some, then more."""

    updates_per_invocation = TrainingRunSemantics.spec.dims["updates_per_invocation"]
    in_band_step_metadata = CheckpointTransport.spec.dims["in_band_step_metadata"]
    external_step_receipt_required = CheckpointTransport.spec.dims["external_step_receipt_required"]

    before = Ghost(0, _MOST)
    some = Ghost(0, _MOST)
    more = Ghost(0, _MOST)
    other_before = Ghost(0, _MOST)
    other_updates = Ghost(1, TrainingRunSemantics.spec.dims["updates_per_invocation"].high)

    first = Derived(lambda f: f.updates_per_invocation * f.before)
    second = Derived(lambda f: f.first + f.updates_per_invocation * f.some)
    third = Derived(lambda f: f.second + f.updates_per_invocation * f.more)

    third_step_fits = Refine(
        lambda f: f.third < 2**63, "the last invocation does not carry the step past 2^63"
    )

    one_adds_its_updates = Claim(
        lambda f: f.updates_per_invocation * (f.before + 1) == f.first + f.updates_per_invocation,
        "one invocation more leads to the step and its updates",
    )
    some_then_more_are_both = Claim(
        lambda f: f.third == f.first + f.updates_per_invocation * (f.some + f.more),
        "some invocations and then more reach the step that both together reach",
    )
    either_may_come_first = Claim(
        lambda f: (
            f.third == (f.first + f.updates_per_invocation * f.more) + f.updates_per_invocation * f.some
        ),
        "more invocations and then some reach the same step",
    )
    step_counts_invocations = Claim(
        lambda f: f.third // f.updates_per_invocation == f.before + f.some + f.more,
        "the step, divided by the updates per invocation, is how many invocations there were",
    )
    steps_are_told_apart = Claim(
        lambda f: (f.third == f.second).iff(f.more == 0),
        "no step is met again: an invocation that is made leads to another one",
    )
    step_alone_counts_invocations = Refuted(
        lambda f: (f.first == f.other_updates * f.other_before).implies(f.before == f.other_before),
        "two runs at one step had as many invocations",
        "a checkpoint states its updates per invocation beside the step",
    )
    flags_alone_keep_the_step_once = Refuted(
        lambda f: (f.in_band_step_metadata == 1).iff(f.external_step_receipt_required == 0),
        "the step is in the file exactly when no receipt is required for it",
        "the payload's family has to refine the two flags",
    )
