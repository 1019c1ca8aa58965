"""The seed's learner: a table of logits, one row a byte, one column a byte that may follow it.

Planes are vocabulary x vocabulary float32. Initialization and predictions are here; the updates are the
compiled kernels' (docs/arithmetic.md).
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

import numpy as np

from bob.codec import encode, make
from bob.envelope.contract import printed
from bob.envelope.values import Planes
from bob.errors import Finding, Refused
from bob.kernels import native
from bob.kernels.trace import Diverged, Hyperparameters, Trace
from bob.spec.families.contract import SHIPPED
from bob.spec.families.input_record import Prediction

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.envelope.contract import Contract
    from bob.envelope.values import Plane

# A contract may choose numbers; names choose the program, and this is the only one here.
_OWN_NAMES = (
    "schema.identity",
    "schema.ordering",
    "learner.objective",
    "learner.identity",
    "initialization.identity",
)
_MANTISSA_BITS = 24
_SCALE = np.float32(2.0**-28)
_SCALARS_A_CALL = 1 << 25


def require_own(contract: Contract) -> None:
    """Raises `Refused` (BOB701) for a contract whose names are not this learner's."""
    found = []
    for name in _OWN_NAMES:
        part, field = name.split(".")
        own = SHIPPED[part][field]
        if contract[name] != own:
            found.append(Finding("BOB701", name, printed(name, contract[name]), printed(name, own)))
    if found:
        raise Refused("contract", found)


def initial_planes(contract: Contract) -> Planes:
    """The planes before the first update: P from Philox4x64-10 (Salmon et al., SC 2011), M and V +0."""
    n_scalars = contract.at["parameter_count"]
    identity = contract["initialization.identity"]
    key = int.from_bytes(hashlib.sha256(identity).digest()[:8], "little")
    raw = np.random.Philox(key=key).random_raw(n_scalars)
    whole = (raw >> np.uint64(64 - _MANTISSA_BITS)).astype(np.int64) - (1 << (_MANTISSA_BITS - 1))
    return Planes(
        whole.astype(np.float32) * _SCALE, np.zeros(n_scalars, np.float32), np.zeros(n_scalars, np.float32)
    )


def updates_a_call(contract: Contract) -> int:
    """How many updates one call of the kernels makes at most: Python looks for Ctrl-C between calls."""
    return int(max(1, _SCALARS_A_CALL // contract.at["parameter_count"]))


def train(
    planes: Planes, targets: Sequence[int], contract: Contract, step: int, threads: int = 1
) -> Trace[Plane]:
    """Make one invocation's updates in place, from `step` updates on; `threads` change no bit.

    Raises `Refused`: BOB410 for an update that no checkpoint may hold, BOB810 where no kernel can run.
    """
    vocabulary, updates = contract["data.vocabulary"], contract["updates"]
    names = ("lr", "beta1", "beta2", "epsilon", "weight_decay")
    p, m, v = (plane.reshape(vocabulary, vocabulary) for plane in planes)
    hyperparameters = Hyperparameters(*(contract[f"learner.{name}"] for name in names))
    wanted = np.array(targets, np.uint32)
    # Updates follow each other, so slices change no bit.
    most = updates_a_call(contract)
    traces = []
    try:
        for first in range(0, updates, most):
            n_updates = min(most, updates - first)
            start = step + first + 1
            traces.append(native.train(p, m, v, wanted, hyperparameters, start, n_updates, threads))
    except Diverged as diverged:
        row, column = divmod(diverged.index, vocabulary)
        place = f"{diverged.plane}[{row}, {column}]"
        found = f"update {diverged.update:,} makes it negative or not finite"
        raise Refused("update", [Finding("BOB410", place, found, "a finite number, V at least 0")]) from None
    return _joined(traces)


def _joined(traces: Sequence[Trace[Plane]]) -> Trace[Plane]:
    return Trace(*(np.concatenate(column) for column in zip(*traces, strict=True)))


def predictions(p: Plane, prompts: Sequence[int], contract: Contract) -> list[tuple[int, int]]:
    """For each prompt byte its row's largest scalar's index and 1, or 0 and 0 where it has no finite row."""
    table = p.reshape(contract["data.vocabulary"], -1)
    answers = []
    for prompt in prompts:
        usable = prompt < len(table) and bool(np.isfinite(table[prompt]).all())
        answers.append((int(np.argmax(table[prompt])) if usable else 0, int(usable)))
    return answers


def prediction_bytes(answers: Sequence[tuple[int, int]]) -> bytes:
    """The raw answer: token and validity for each prompt, in order."""
    at = Prediction.at()
    return b"".join(encode(at, make(at, token=token, validity=validity)) for token, validity in answers)
