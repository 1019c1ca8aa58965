"""Translation validation of the kernels that `bob run` executes: their machine code computes the formulas.

    validation = validate()
    validation.findings                     nothing, or what differs, each naming kernel, call and place
    validation.as_json(); differences(json, validation)

LLVM's optimised text is made anew. That the object in the cache is this text's is seen by making the object
of it: its bytes have to be the kept ones. Of the text, `comparison` shows that every call of `compared_calls`
gives the formulas' own terms. Of the object, its instructions in assembly language, which assemble to its
very bytes, are searched for fused ones. LLVM's back end, from text to instructions, stays trusted.
Nothing that runs kernels imports this module.
"""

from __future__ import annotations

import gc
import os
import re
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.canonical import hex_digest
from bob.errors import BobError
from bob.kernels import cache, compiled
from bob.kernels import object as objects
from bob.kernels.signatures import SIGNATURES
from bob.kernels.validation.compared_calls import BRANCHED, branching, flat_calls, summary_calls, train_calls
from bob.kernels.validation.comparison import Sides
from bob.kernels.validation.fingerprint import fingerprint
from bob.proof.translation.linear import Undecided
from bob.proof.translation.terms import Terms
from bob.proof.translation.text import module_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from bob.kernels.validation.outcome import Call
    from bob.proof.translation.text import Module

# vfmadd213ps, vfnmsub231sd, vfmaddsub132pd, vfmaddps (FMA4), and what fuses complex or half products.
FUSED = re.compile(r"^\s*(v?fn?m(?:add|sub)\w*|vfc?maddc\w*)", re.MULTILINE)

ASSUMED = (
    "LLVM's back end turns the text into instructions of the same meaning, and the processor executes them",
    "the buffers of a call do not overlap, are as long as `signatures` says and 4-byte aligned",
    "targets are below the row length; updates count from 1",
    "processor and caller round to nearest, keep subnormal numbers, and fuse nothing",
    "which NaN a NaN is, and which zero the larger of +0 and -0 is, is not told apart",
    "that no number is lost unseen where nothing is suspected is an argument about the formulas (emission)",
)


class Checked(NamedTuple):
    """What became of one kernel: how many calls were compared, up to which length, in how many terms.

    `meaning` is a digest of the formulas' terms for a few calls, the same on every machine. `unreached` are
    the blocks of the text, of `blocks`, that no call came through.
    """

    kernel: str
    calls: int
    longest: int
    terms: int
    seconds: float
    meaning: str
    blocks: int
    unreached: tuple[str, ...]
    finding: str


class Validation(NamedTuple):
    """What was validated, for which tools, and what was found; success where there are no findings."""

    text_digest: str
    object_digest: str
    is_kept: bool
    tools: dict[str, str]
    kernels: tuple[Checked, ...]
    findings: tuple[str, ...]
    seconds: float

    def as_json(self) -> dict[str, Any]:
        """For the ledger and for machines."""
        return {
            **self._asdict(),
            "findings": list(self.findings),
            "kernels": [{**k._asdict(), "unreached": list(k.unreached)} for k in self.kernels],
            "assumed": list(ASSUMED),
        }


def validate(progress: Callable[[str], None] | None = None) -> Validation:
    """Validate the kernels of this processor; raises whatever the compiler raises where there are none."""
    begun = time.monotonic()
    tell = progress or (lambda _: None)
    tell("compiling the kernels anew")
    text = objects.optimised({name: compiled.llvm_text(name) for name in SIGNATURES})
    content = objects.generated(text)
    kept = _kept()
    findings = [*object_findings(text, content), *kept_findings(content, kept)]
    kernels = checked_text(text, tell)
    findings += [f"{each.kernel}: {each.finding}" for each in kernels if each.finding]
    return Validation(
        hex_digest(text.encode()),
        hex_digest(content),
        kept is not None,
        objects.target(),
        kernels,
        tuple(findings),
        time.monotonic() - begun,
    )


def _kept() -> cache.Entry | None:
    """The object in the cache; where there is none yet, it is built as a run would build it, and kept."""
    if cache.why_not():
        return None
    if not cache.is_kept(os.environ):
        cache.kernels_of(os.environ)
    return cache.entry(os.environ)


def kept_findings(content: bytes, kept: cache.Entry | None) -> list[str]:
    """Whether the object in the cache, if there is one, has these bytes."""
    if kept is None or kept.digest.hex() == hex_digest(content):
        return []
    return [f"the kept object is {kept.digest.hex()}, and this text gives {hex_digest(content)}"]


def object_findings(text: str, content: bytes) -> list[str]:
    """Whether the object's instructions are those that are looked at, and none of them is fused."""
    instructions = objects.assembly(text)
    findings = [f"the machine code holds {name}, which rounds once for two" for name in fused(instructions)]
    if objects.assembled(instructions) != content:
        findings.append("the instructions that were looked at do not assemble to the object")
    return findings


def fused(instructions: str) -> list[str]:
    """The fused instructions in a text in assembly language, each once."""
    return sorted({found[1] for found in FUSED.finditer(instructions)})


def checked_text(
    text: str,
    tell: Callable[[str], None] = lambda _: None,
    calls: Mapping[str, Iterable[Call]] | None = None,
) -> tuple[Checked, ...]:
    """What becomes of each kernel of LLVM's text, in the calls given or in all of `compared_calls`."""
    module = module_of(text)
    chosen = calls or {
        "train_rows": train_calls(),
        "summarise": summary_calls(),
        "check": flat_calls(),
        "adamw": flat_calls(),
    }
    with _without_collector():
        return tuple(_checked(module, name, each, tell) for name, each in chosen.items())


def _checked(module: Module, kernel: str, calls: Iterable[Call], tell: Callable[[str], None]) -> Checked:
    begun = time.monotonic()
    sides = Sides(module, Terms())
    count, longest, finding = 0, 0, ""
    for call, compare in _comparisons(sides, kernel, calls):
        if call.n > longest:
            tell(f"{kernel}, length {call.n}")
        count, longest = count + 1, max(longest, call.n)
        finding = _found(call, compare)
        if finding:
            break
        sides.terms.forget()
    functions = {name for name, _ in sides.machine.executed}
    blocks = [(name, label) for name in sorted(functions) for label in module.function(name).blocks]
    unreached = tuple(
        f"{name} {label}" for name, label in blocks if (name, label) not in sides.machine.executed
    )
    seconds = time.monotonic() - begun
    meaning = fingerprint(kernel)
    return Checked(
        kernel, count, longest, sides.terms.count, seconds, meaning, len(blocks), unreached, finding
    )


def _comparisons(
    sides: Sides, kernel: str, calls: Iterable[Call]
) -> Iterator[tuple[Call, Callable[[Call], str]]]:
    """Each call, and what compares it."""

    def compare(call: Call) -> str:
        return sides.difference(kernel, call)

    for call in calls:
        if call in BRANCHED:
            yield from ((each, compare) for each in branching(call, lambda _: sides.n_asked))
        else:
            yield call, compare
        if kernel == "train_rows" and not call.denied:
            yield call, sides.shared_scratch


def _found(call: Call, compare: Callable[[Call], str]) -> str:
    """What is found in one call, with its arguments."""
    try:
        finding = compare(call)
    except (BobError, Undecided, LookupError) as caught:
        finding = str(caught)
    said = ", ".join(
        f"{name} {sorted(x) if name == 'denied' else x}" for name, x in call._asdict().items() if x
    )
    return f"{finding} (at {said})" if finding else ""


def differences(ledger: Mapping[str, Any], now: Validation) -> list[str]:
    """What changed since a validation was written down: what kernels compute; for equal tools, the text."""
    written = {each["kernel"]: each["meaning"] for each in ledger["kernels"]}
    found = [
        f"{each.kernel}: computes something else than when the ledger was written"
        for each in now.kernels
        if written.get(each.kernel) != each.meaning
    ]
    if ledger["tools"] == now.tools and ledger["text_digest"] != now.text_digest:
        found.append(f"the text is {now.text_digest}, and was {ledger['text_digest']}")
    return found


@contextmanager
def _without_collector() -> Iterator[None]:
    """Terms hold each other in no cycle; looking for cycles would take most of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
