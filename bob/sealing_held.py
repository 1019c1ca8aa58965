"""Files held against whatever states what they must be: `held_by(path, contract)`, and what did.

A checkpoint of Bob's is held against its envelope, a file with a seal beside it against the seal, a
checkpoint with a seal against both, and any other file against its own format's rules.
`Held.stated` says which; nothing is made of the file's tensors here.
"""

from __future__ import annotations

import os
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, NamedTuple

from bob.envelope.contract import Contract
from bob.envelope.header import read_header
from bob.envelope.identity import stated_contract
from bob.envelope.typed_given import first_contract, named_contract, typed_contract
from bob.envelope.typed_header import envelope_version
from bob.envelope.typed_verify import verify_typed
from bob.envelope.verify import verify_envelope
from bob.errors import Finding, Refused
from bob.formats.recognised import Place, read_format
from bob.spec.formats.seal import SUFFIX
from bob.spec.formats.typed import VERSION as TYPED_VERSION
from bob.store import OpenFile, exists

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.envelope.typed_given import GivenContract
    from bob.envelope.verify import Report
    from bob.formats.inventory import Inventory
    from bob.spec.record import Record
    from bob.store import Source

_NO_VALUES = ("values",)
_NO_OWN_VALUES = ("values (bob verify values)",)


class Held(NamedTuple):
    """What holding a file against what states it found.

    `stated` names, in phrases, what it was held against; `equal` the parts that agree; `envelope` and `seal`
    are the records that state them, where there are any. `n_equal` counts tensors whose digest agrees,
    `unread_bytes` bytes of the payload that were not read, since the header is refused without them. What
    the numbers were held to is in `values`, what deserves to be known of them in `notes`, both in phrases.
    """

    findings: tuple[Finding, ...]
    equal: tuple[str, ...]
    stated: tuple[str, ...]
    inventory: Inventory | None
    envelope: Record | None = None
    seal: Record | None = None
    n_equal: int = 0
    not_checked: tuple[str, ...] = ()
    unread_bytes: int = 0
    values: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    @property
    def step(self) -> int | None:
        """The step that the file or its seal states."""
        if self.envelope is not None:
            return int(self.envelope.step)
        return None if self.seal is None or not self.seal.step else int(self.seal.step)


class Opened(NamedTuple):
    """A file, those beside it that were asked for, and the place from which it is read."""

    place: Place
    file: OpenFile
    others: dict[str, OpenFile]

    def require_unchanged(self) -> None:
        """Raises `Refused` (BOB220) where one of the files was changed since it was opened."""
        for each in (self.file, *self.others.values()):
            each.require_unchanged()


@contextmanager
def opened_file(path: str) -> Iterator[Opened]:
    """A file as a place of `bob.formats.recognised`; those beside it are opened when asked for, each once.

    Raises `Refused` (BOB820) where one of these is there and cannot be read.
    """
    with ExitStack() as stack:
        file = stack.enter_context(OpenFile(path))
        others: dict[str, OpenFile] = {}

        def beside(name: str) -> Source | None:
            place = os.path.join(os.path.dirname(path), name)
            if name not in others and exists(place):
                others[name] = stack.enter_context(OpenFile(place))
            return others.get(name)

        yield Opened(Place(os.path.basename(path), file, beside), file, others)


def held_by(
    opened: Opened,
    path: str,
    contract: GivenContract = None,
    *,
    envelope_alone: bool = False,
    chunks_too: bool = False,
) -> Held:
    """Hold a file against its envelope, its seal, both, or its format's rules, and these to a contract.

    With `envelope_alone` a seal is not looked for; `chunks_too` is as `verify_typed` takes it.

    Raises `Refused` where the contract cannot be read, is of the other version (BOB255), or where there is
    nothing to hold against it (BOB267); what is wrong with the file is in the findings.
    """
    version = envelope_version(opened.file)
    sealed = exists(path + SUFFIX) and not envelope_alone
    parts = []
    if version is not None:
        is_typed = version == TYPED_VERSION
        parts.append(_typed(opened, contract, chunks_too) if is_typed else _first(opened, contract))
    if sealed:
        given = contract if version is None else None
        parts.append(_sealed(opened, path + SUFFIX, given))
    if not parts:
        if contract is not None:
            raise Refused(
                path, [Finding("BOB267", "contract", "no envelope, no seal", "one that states a contract")]
            )
        parts.append(_by_rules(opened))
    return _joined(parts)


def _joined(parts: list[Held]) -> Held:
    first, *rest = parts
    for held in rest:
        first = first._replace(
            findings=tuple(dict.fromkeys((*first.findings, *held.findings))),
            equal=(*first.equal, *held.equal),
            stated=(*first.stated, *held.stated),
            inventory=first.inventory or held.inventory,
            seal=held.seal,
        )
    return first


def _typed(opened: Opened, given: GivenContract, chunks_too: bool) -> Held:
    contract = typed_contract(given)
    report = verify_typed(opened.file, contract, chunks_too)
    whose = "the file's own" if contract is None else named_contract(given)
    return _enveloped(opened, report, f"its envelope, version {TYPED_VERSION}; contract: {whose}")


def _first(opened: Opened, given: GivenContract) -> Held:
    """A checkpoint of version 1, or of one that this Bob does not know."""
    reading = read_header(opened.file)
    contract, whose = Contract.shipped(), "the shipped one"
    found: tuple[Finding, ...] = ()
    if given is not None:
        contract, whose = first_contract(given), named_contract(given)
    elif reading.record is not None and not reading.findings:
        try:
            contract, whose = stated_contract(reading.record, opened.place.name), "the file's own"
        except Refused as refused:
            found = refused.findings
    report = verify_envelope(opened.file, contract)
    equal = () if given is None else report.equal
    report = report._replace(findings=(*report.findings, *found), equal=equal)
    return _enveloped(opened, report, f"its envelope, version 1; contract: {whose}")


def _enveloped(opened: Opened, report: Report, stated: str) -> Held:
    return Held(
        report.findings,
        report.equal,
        (stated,),
        None if report.findings else read_format(opened.place).inventory,
        report.header,
        n_equal=report.chunks_equal,
        not_checked=_NO_OWN_VALUES,
        unread_bytes=report.unread_bytes,
    )


def _sealed(opened: Opened, path: str, given: GivenContract) -> Held:
    from bob.sealing import check_seal

    contract = typed_contract(given)
    with OpenFile(path) as seal:
        report = check_seal(opened.place, seal, contract)
        seal.require_unchanged()
    reading = report.reading
    inventory = None if reading is None else reading.inventory
    skipped = (*(() if reading is None else reading.not_checked), *_NO_VALUES, "who sealed it")
    if opened.others:
        skipped = ("what in the files beside it is no tensor", *skipped)
    return Held(
        report.findings,
        report.equal,
        (f"its seal, {os.path.basename(path)}",),
        inventory,
        seal=report.seal,
        n_equal=report.tensors_equal,
        not_checked=skipped,
    )


def _by_rules(opened: Opened) -> Held:
    reading = read_format(opened.place)
    named = "its format" if reading.inventory is None else reading.inventory.format
    skipped = (*reading.not_checked, *_NO_VALUES, "any contract: it has no envelope and no seal")
    return Held(reading.findings, (), (f"the rules of {named}",), reading.inventory, not_checked=skipped)
