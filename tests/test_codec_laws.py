"""The laws of the codec, on drawn families and values that fit: inverse both ways, and total on any bytes."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bob.codec import decode, encode, make
from bob.codes import RULES
from bob.errors import Refused
from bob.spec.fields import Field, Scalar
from bob.spec.terms import Predicate
from tests.generated_families import kinds_of, members, misfits, mutations

if TYPE_CHECKING:
    from bob.errors import Finding
    from bob.spec.at import FamilyAt
    from bob.spec.record import Record
    from tests.generated_families import Member, Misfit, Mutation

SEEN: Counter[str] = Counter()
# Fewer of the deep families, which cost more.
RUNS = [settings(derandomize=True, deadline=None, database=None, max_examples=n) for n in (200, 100, 60, 40)]


def check_laws(at: FamilyAt, record: Record) -> bytes:
    """Every law of the codec at one record; gives its bytes."""
    content = encode(at, record)
    decoded = decode(at, content)
    assert decoded.findings == ()
    assert decoded.record == record
    assert decoded.n_bytes == len(content) == decoded.layout.n_bytes
    assert encode(at, decoded.record) == content
    followed = decode(at, b"before" + content + b"after", start=6, whole=False)
    assert (followed.record, followed.findings, followed.n_bytes) == (record, (), len(content))
    return content


def check_total(at: FamilyAt, content: bytes) -> tuple[Finding, ...]:
    """What holds of any bytes: a record that encodes to them, or findings, each once and with its place."""
    decoded = decode(at, content)
    if not decoded.findings:
        assert encode(at, decoded.record) == content
    assert len(set(decoded.findings)) == len(decoded.findings)
    assert [f for f in decoded.findings if not 0 <= f.byte_offset <= len(content)] == []
    return decoded.findings


@pytest.mark.parametrize("depth", range(4))
def test_encoding_and_decoding_are_inverse(depth: int) -> None:
    @RUNS[depth]
    @given(members(depth))
    def drawn(member: Member) -> None:
        SEEN.update({f"inverse at {depth}", *kinds_of(member.at.spec)})
        check_laws(member.at, make(member.at, **member.values))

    drawn()


@pytest.mark.parametrize("depth", range(4))
def test_bytes_near_a_record_are_a_record_or_have_findings(depth: int) -> None:
    @RUNS[depth]
    @given(mutations, members(depth))
    def drawn(mutation: Mutation, member: Member) -> None:
        content = encode(member.at, make(member.at, **member.values))
        starts = [region.offset for region in decode(member.at, content).layout.regions]
        findings = check_total(member.at, mutation.of(content, starts))
        SEEN.update([f"near at {depth}", *(f"decode {finding.code}" for finding in findings)])

    drawn()


@pytest.mark.parametrize("depth", range(4))
def test_any_bytes_are_a_record_or_have_findings(depth: int) -> None:
    @RUNS[depth]
    @given(st.binary(max_size=60), members(depth))
    def drawn(content: bytes, member: Member) -> None:
        check_total(member.at, content)

    drawn()


@pytest.mark.parametrize("depth", range(2))
def test_values_are_encoded_to_what_decodes_to_them_or_refused(depth: int) -> None:
    @RUNS[depth]
    @given(misfits, members(depth))
    def drawn(misfit: Misfit, member: Member) -> None:
        SEEN[f"misfit at {depth}"] += 1
        try:
            record = make(member.at, **misfit.of(member.values))
            content = encode(member.at, record)
        except Refused as refused:
            SEEN.update(f"encode {finding.code}" for finding in refused.findings)
        else:
            assert decode(member.at, content).record == record

    drawn()


def kinds(kind: type) -> set[str]:
    """The concrete kinds below one."""
    return {kind.__name__} if not kind.__subclasses__() else set().union(*map(kinds, kind.__subclasses__()))


WANTED = {
    *kinds(Field),
    *kinds(Predicate),
    *(f"Array of {kind}" for kind in (*kinds(Scalar), "Bytes", "Nested")),
    *(
        f"{kind} of {size}"
        for kind in ("Array", "Bytes")
        for size in ("a number", "a dim", "a term", "a field")
    ),
    *(f"Prefixed by {kind}" for kind in ("U8", "U16", "U32", "U64")),
    *(f"dim from {size}" for size in ("a number", "a dim", "a term", "a field")),
    *(f"depth {depth}" for depth in range(4)),
    *("equals", "Derived", "Ghost"),
    *(f"decode {code}" for code in RULES if "BOB150" <= code <= "BOB155"),
    *("decode BOB108", "encode BOB153", "encode BOB155", "encode BOB156"),
}


DRAWING = {
    "inverse": (test_encoding_and_decoding_are_inverse, range(4)),
    "near": (test_bytes_near_a_record_are_a_record_or_have_findings, range(4)),
    "misfit": (test_values_are_encoded_to_what_decodes_to_them_or_refused, range(2)),
}


def test_no_kind_and_no_refusal_goes_undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts what the tests above drew, and runs those that did not run in this process."""
    for name, (test, depths) in DRAWING.items():
        for depth in depths:
            if not SEEN[f"{name} at {depth}"]:
                test(depth)
    # What is drawn seldom may need other draws; what is never drawn is never seen.
    monkeypatch.setattr("tests.test_codec_laws.RUNS", [settings(runs, derandomize=False) for runs in RUNS])
    for test, depths in list(DRAWING.values()) * 10:
        for depth in depths:
            if WANTED - SEEN.keys():
                test(depth)
    assert sorted(WANTED - SEEN.keys()) == []
