"""The receipt of an invocation: `recorded(outcome, contract)` as the line that is appended to a file.

Facts of the run (versions, processor, kernels) are what this process sees of itself.
"""

from __future__ import annotations

import os
import platform
from importlib.metadata import version
from typing import TYPE_CHECKING

from bob.envelope.identity import contract_digest
from bob.envelope.receipts import FORK, RUN, Facts, Receipt, is_receipts, receipt_line
from bob.kernels import cache
from bob.kernels.object import target
from bob.learners.byte_table import prediction_bytes
from bob.store_log import append_line, require_log

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.envelope.contract import Contract
    from bob.run.advance import Outcome
    from bob.run.fork import Fork

_TOOLS = ("numpy", "numba", "llvmlite")


def require_receipts(path: str) -> None:
    """Raises `Refused` (BOB801, BOB820) where no receipt can be appended to what is there."""
    require_log(path, is_receipts)


def record_run(path: str, outcome: Outcome, contract: Contract) -> None:
    """Append an invocation's receipt to a file; raises `Refused` as `bob.store_log.append_line`."""
    _append(path, _receipt(RUN, outcome, contract), outcome)


def record_fork(path: str, fork: Fork) -> None:
    """Append a fork's receipt to a file; raises `Refused` as `bob.store_log.append_line`."""
    receipt = _receipt(FORK, fork.outcome, fork.new)
    _append(path, receipt._replace(changed=fork.changed, reset=fork.reset), fork.outcome)


def _append(path: str, receipt: Receipt, outcome: Outcome) -> None:
    # An invocation that died between its receipt and its file is made again, to the same bits.
    marks = [f'"{name}":"{getattr(receipt, name).hex()}"'.encode() for name in ("child", "parent")]
    append_line(path, receipt_line(receipt, _facts(outcome)), is_receipts, marks)


def _receipt(kind: str, outcome: Outcome, contract: Contract) -> Receipt:
    return Receipt(
        kind,
        outcome.parent,
        outcome.header_digest,
        outcome.input_digest,
        contract_digest(contract),
        outcome.step_before,
        outcome.step,
    )


def _facts(outcome: Outcome) -> Facts:
    versions = {"bob": version("bob-ckpt"), "python": platform.python_version()}
    return Facts(
        outcome.losses,
        outcome.norms,
        prediction_bytes(outcome.answers),
        _kernels(),
        versions | {name: version(name) for name in _TOOLS},
        f"{target()['cpu']}, {platform.machine()}",
    )


def _kernels() -> Mapping[str, str]:
    """The kept object by its digest, and the LLVM text that it was made of; nothing where none is kept."""
    entry = cache.entry(os.environ)
    return {} if entry is None else {"object": entry.digest.hex(), "text": entry.text.hex()}
