"""What a run of updates is: whole invocations, each in its own process (docs/design.md)."""

from __future__ import annotations

from bob.spec.family import Family
from bob.spec.fields import Claim, Constant, Derived, Dim, Ghost, Refine


class TrainingRunSemantics(Family):
    """A run counts its updates in whole invocations; nothing is carried from one to the next but the file."""

    updates_per_invocation = Dim(1, 2**20, shipped=10)
    fresh_checkpoint_input_bytes = Dim(0, 0, shipped=0)
    resume_checkpoint_required = Dim(1, 1, shipped=1)
    fresh_process_resume_required = Dim(1, 1, shipped=1)
    native_only_required = Dim(1, 1, shipped=1)
    allowed_host_fallbacks = Dim(0, 0, shipped=0)

    deterministic_initialization_identity = Constant(b"bob-seed-v1")

    invocations = Ghost(1, 2**63 - 1)
    step = Derived(lambda f: f.updates_per_invocation * f.invocations)

    next_step_fits = Refine(
        lambda f: f.step + f.updates_per_invocation <= 2**63,
        "the next invocation does not carry the step past 2^63",
    )

    step_is_a_multiple = Claim(
        lambda f: f.step % f.updates_per_invocation == 0,
        "the step is a multiple of the updates per invocation",
    )
    next_step_is_a_multiple = Claim(
        lambda f: f.step + f.updates_per_invocation == f.updates_per_invocation * (f.invocations + 1),
        "an invocation leads from one multiple of the updates per invocation to the next",
    )
    step_is_positive = Claim(
        lambda f: (f.step > 0) & (f.step + f.updates_per_invocation > f.step),
        "a checkpoint's step is positive, and every invocation raises it",
    )
    native_or_refused = Claim(
        lambda f: f.native_only_required + f.allowed_host_fallbacks == 1,
        "where updates are native only, no fallback is allowed",
    )
