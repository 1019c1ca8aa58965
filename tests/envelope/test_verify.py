"""`verify_envelope`: each way to be no checkpoint of a contract, alone and together, with both values."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc
from typing import TYPE_CHECKING

import pytest
from blake3 import blake3

from bob.binary32 import shown
from bob.envelope import stretches
from bob.envelope import verify as verifying
from bob.envelope.contract import FIELD_NAMES, Contract
from bob.envelope.header import NO_PARENT
from bob.envelope.verify import verify, verify_envelope
from bob.errors import Finding, Refused
from bob.store import Buffer
from tests.checkpoints import (
    PARENT,
    SMALL,
    checkpoint,
    flipped,
    number,
    places,
    put,
    put_scalar,
    rebuilt,
    sealed,
    sealed_header,
)
from tests.test_kinds import FILES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

GOOD = checkpoint()
LATER = checkpoint(step=30)
H = number(GOOD, "header_bytes")
CHUNK = SMALL["chunk"]
PARTS = ("schema", "learner", "data", "initialization", "payload", "chunk", "updates")
PLACES = places(GOOD)


def report(content: bytes, contract: Contract = SMALL) -> verifying.Report:
    return verify_envelope(Buffer(content), contract)


def findings(content: bytes, contract: Contract = SMALL) -> tuple[Finding, ...]:
    return report(content, contract).findings


def codes(content: bytes, contract: Contract = SMALL) -> list[str]:
    return [finding.code for finding in findings(content, contract)]


# Accepted.


@pytest.mark.parametrize("content", [GOOD, LATER], ids=["first", "later"])
def test_a_checkpoint_is_verified_with_everything_equal(content: bytes) -> None:
    said = report(content)
    assert (said.findings, said.equal, said.chunks_equal, said.chunk_count) == ((), PARTS, 3, 3)
    assert said.header is not None
    assert said.header.step == number(content, "step")


@pytest.mark.parametrize("vocabulary", [1, 2, 3, 100])
def test_a_checkpoint_of_any_vocabulary_is_verified(vocabulary: int) -> None:
    contract = SMALL.changed({"data.vocabulary": vocabulary})
    assert findings(checkpoint(contract), contract) == ()


def test_the_shipped_contract_is_the_one_that_a_file_is_held_against(tmp_path: Path) -> None:
    path = tmp_path / "ckpt.bin"
    path.write_bytes(checkpoint(Contract.shipped()))
    assert verify(str(path)).findings == ()
    assert verify(str(path), SMALL).findings != ()


# Kinds and lengths.

OTHERS = {name: content for name, (kind, content) in FILES.items() if kind != "checkpoint"}


@pytest.mark.parametrize("content", OTHERS.values(), ids=OTHERS.keys())
def test_another_kind_of_file_is_told_what_it_is(content: bytes) -> None:
    (finding,) = findings(content)
    assert (finding.code, finding.part, finding.expected, finding.byte_offset) == (
        "BOB201",
        "magic",
        "a checkpoint",
        0,
    )
    assert finding.found.startswith("this is ")
    assert report(content) == (report(content).findings, (), None, 0, 0, 0)


def test_every_length_that_cuts_the_header_is_refused_by_what_is_missing() -> None:
    cut = [findings(GOOD[:n]) for n in range(H)]
    magic = [Finding("BOB201", "magic", "this is an empty file", "a checkpoint", 0)]
    magic += [Finding("BOB201", "magic", "this is a text", "a checkpoint", 0)] * 2
    words = "this is the first bytes of a file of Bob's, cut before they say which"
    magic += [Finding("BOB201", "magic", words, "a checkpoint", 0)] * 5
    fixed = [
        Finding("BOB202", "file", f"have {n} bytes", "need 64 for the fixed fields", n) for n in range(8, 64)
    ]
    whole = [Finding("BOB202", "header", f"have {n} bytes", f"need {H}", n) for n in range(64, H)]
    assert cut == [(finding,) for finding in magic + fixed + whole]


PLANES = ("P", "M", "V")


@pytest.mark.parametrize("length", [H, H + 1, H + CHUNK - 1, H + CHUNK, H + 2 * CHUNK + 5, H + 3 * CHUNK - 1])
def test_a_payload_that_is_cut_is_refused_with_every_plane_that_is_short(length: int) -> None:
    have = [max(0, min(CHUNK, length - H - i * CHUNK)) for i in range(3)]
    expected = [
        Finding("BOB202", f"chunk {i} (plane {PLANES[i]})", f"have {n:,} bytes", "need 1,024", H + i * CHUNK)
        for i, n in enumerate(have)
        if n < CHUNK
    ]
    expected.append(Finding("BOB202", "file", f"have {length:,} bytes", "need 3,584", length))
    said = report(GOOD[:length])
    assert set(said.findings) == set(expected)
    assert len(said.findings) == len(expected)
    assert (said.chunks_equal, said.equal) == (have.count(CHUNK), PARTS)


@pytest.mark.parametrize("more", [1, 7, 4096])
def test_a_file_that_goes_on_is_refused(more: int) -> None:
    have, need = f"have {len(GOOD) + more:,} bytes", "need 3,584"
    assert findings(GOOD + bytes(more)) == (Finding("BOB203", "file", have, need, len(GOOD)),)


# Version, digests, padding, the header's size.


@pytest.mark.parametrize(("version", "code"), [(0, "BOB221"), (3, "BOB204"), (2**64 - 1, "BOB204")])
def test_another_version_is_refused_whatever_follows(version: int, code: str) -> None:
    expected = (Finding(code, "version", f"{version:,}", "1", 8),)
    assert findings(put(GOOD, "version", version)) == expected
    assert findings(sealed(put(GOOD, "version", version))) == expected


def test_a_header_digest_that_is_not_the_header_s_is_refused_with_both() -> None:
    wrong = flipped(GOOD, 8 * (H - 1))
    stated, computed = wrong[H - 32 : H].hex(), blake3(GOOD[: H - 32]).hexdigest()
    assert findings(wrong) == (Finding("BOB205", "header_digest", stated, computed, H - 32),)


@pytest.mark.parametrize("plane", range(3), ids=PLANES)
@pytest.mark.parametrize("place", [0, 100, 255])
def test_a_plane_that_was_changed_is_named(plane: int, place: int) -> None:
    content = put_scalar(GOOD, plane, place, 0x12345678)
    begin = H + plane * CHUNK
    stated = GOOD[PLACES["chunk_digests"]][32 * plane : 32 * plane + 32].hex()
    computed = blake3(content[begin : begin + CHUNK]).hexdigest()
    said = report(content)
    assert said.findings == (
        Finding("BOB206", f"chunk {plane} (plane {PLANES[plane]})", computed, stated, begin),
    )
    assert said.chunks_equal == 2


@pytest.mark.parametrize(("a", "b"), [(0, 1), (0, 2), (1, 2)])
def test_planes_that_were_swapped_are_named(a: int, b: int) -> None:
    planes = [GOOD[H + i * CHUNK : H + (i + 1) * CHUNK] for i in range(3)]
    planes[a], planes[b] = planes[b], planes[a]
    swapped = findings(GOOD[:H] + b"".join(planes))
    assert [finding[:2] for finding in swapped] == [
        ("BOB206", f"chunk {i} (plane {PLANES[i]})") for i in (a, b)
    ]


def test_a_chunk_digest_that_was_changed_is_refused_even_under_a_new_header_digest() -> None:
    content = sealed_header(put(GOOD, "chunk_digests", bytes(32), offset=32))
    (finding,) = findings(content)
    assert (finding.code, finding.part, finding.expected) == ("BOB206", "chunk 1 (plane M)", bytes(32).hex())


@pytest.mark.parametrize("place", [0, 1, -1])
def test_padding_that_is_not_zero_is_refused(place: int) -> None:
    padding = PLACES["padding"]
    offset = range(padding.start, padding.stop)[place]
    content = sealed(put(GOOD, "padding", b"\x2a", offset - padding.start))
    assert findings(content) == (Finding("BOB218", "padding", "byte 42", "0", offset),)


@pytest.mark.parametrize("more", [64, 128, 1, 4096])
def test_a_header_that_is_larger_than_the_least_is_refused(more: int) -> None:
    expected = Finding("BOB217", "header_bytes", str(H + more), str(H), 16)
    assert findings(rebuilt(GOOD, header_bytes=H + more)) == (expected,)


@pytest.mark.parametrize("stated", [0, 8, 127, H - 64, H - 1])
def test_a_header_that_is_smaller_than_the_least_is_refused(stated: int) -> None:
    found = codes(put(GOOD, "header_bytes", stated))
    assert "BOB207" in found
    # Before the parts' lengths are read, nothing says how large the least is.
    assert ("BOB217" in found) == (stated >= H - 64)


# The contract, part by part.


def other(name: str) -> Contract:
    """A contract that differs from the small one in one field."""
    value = SMALL[name]
    if isinstance(value, bytes):
        return SMALL.changed({name: "another"})
    return SMALL.changed({name: f"{value + 1:#x}" if name.startswith("learner") else value + 1})


def field_place(content: bytes, name: str) -> int:
    """Where a field of the contract begins in a file, by docs/format.md."""
    part, _, field = name.partition(".")
    if not field:
        return {"payload": 24, "chunk": 32, "updates": 56}[part]
    span = places(content)[part]
    begin, end, text = int(span.start), int(span.stop), content[span]
    after = {
        "schema": {"ordering": b"|", "payload": b"|payload="},
        "learner": {"identity": b"|"},
        "data": {"vocabulary": b"|vocabulary=", "prompts": b"|prompts=", "record": b"|record="},
    }
    floats = ("lr", "beta1", "beta2", "epsilon", "weight_decay")
    if field in floats:
        return end - 4 * len(floats) + 4 * floats.index(field)
    before = after.get(part, {}).get(field, b"")
    return begin + text.index(before) + len(before)


DERIVED = {
    "data.vocabulary": [
        ("BOB214", "payload", "3,468", "3,072"),
        ("BOB215", "chunk", "1,156", "1,024"),
        ("BOB211", "schema.payload", "3,468", "3,072"),
        ("BOB212", "data.record", "126", "120"),
    ],
    "data.prompts": [("BOB212", "data.record", "124", "120")],
}
PART_CODES = {
    "schema": "BOB211",
    "learner": "BOB210",
    "data": "BOB212",
    "initialization": "BOB213",
    "updates": "BOB216",
}


@pytest.mark.parametrize("name", FIELD_NAMES)
def test_a_field_of_the_contract_that_differs_is_named_with_both_values(name: str) -> None:
    contract = other(name)
    content = checkpoint(contract, step=contract["updates"])
    ours, theirs = SMALL[name], contract[name]
    if isinstance(ours, bytes):
        found, expected = "another", ours.decode()
    elif name.startswith("learner"):
        found, expected = shown(theirs), shown(ours)
    else:
        found, expected = str(theirs), str(ours)
    part = name.split(".")[0]
    said = report(content)
    differing = [(PART_CODES[part], name, found, expected), *DERIVED.get(name, [])]
    assert set(said.findings) == {Finding(*one, field_place(content, one[1])) for one in differing}
    others = {finding.part.split(".")[0] for finding in said.findings}
    assert said.equal == tuple(part for part in PARTS if part not in others)
    assert said.chunks_equal == 3


@pytest.mark.parametrize(
    ("part", "text", "offset", "wanted"),
    [
        ("schema", b"", 0, "a name of [a-z0-9.:-]+ (identity)"),
        ("schema", b"a|b", 3, "'|payload='"),
        (
            "schema",
            b"a|b|payload=0003072",
            12,
            "a decimal of 1 to 24 digits (payload)",
        ),
        (
            "schema",
            b"a|b|payload=" + b"1" * 25,
            12,
            "a decimal of 1 to 24 digits (payload)",
        ),
        ("schema", b"a|b|payload=3072|", 16, "the end"),
        ("schema", b"a|b|c|payload=3072", 3, "'|payload='"),
        (
            "learner",
            b"a|b|" + bytes(19),
            20,
            "4 bytes of a binary32 number (weight_decay)",
        ),
        ("learner", b"a|b|" + bytes(21), 24, "the end"),
        (
            "learner",
            b"A|b|" + bytes(20),
            0,
            "a name of [a-z0-9.:-]+ (objective)",
        ),
        ("data", b"raw", 0, "'raw-byte-sequence|vocabulary='"),
        ("initialization", b"bob seed", 3, "the end"),
    ],
)
def test_a_part_that_cannot_be_read_is_shown_whole_and_where_it_stops(
    part: str, text: bytes, offset: int, wanted: str
) -> None:
    said = report(rebuilt(GOOD, **{part: text}))
    note = f"at byte {PLACES[part].start + offset:,} it should have {wanted}"
    (finding,) = said.findings
    assert (finding.code, finding.part, finding.note) == (PART_CODES[part], part, note)
    assert finding.byte_offset == PLACES[part].start - 4
    assert said.equal == tuple(name for name in PARTS if name != part)


def test_a_part_that_cannot_be_read_cannot_move_the_cursor() -> None:
    (finding,) = findings(rebuilt(GOOD, initialization=b"\x1b[2J\xff\n"))
    assert (finding.found, finding.expected) == ("\\x1b[2J\\xff\\n", "bob-seed-v1")


def test_minus_zero_and_zero_are_told_apart_by_their_bits() -> None:
    text = SMALL.parts["learner"]
    assert isinstance(text, bytes)
    (finding,) = findings(rebuilt(GOOD, learner=text[:-4] + b"\x00\x00\x00\x80"))
    assert (finding.part, finding.found) == ("learner.weight_decay", "-0.0 (0x80000000)")


@pytest.mark.parametrize(("size", "count"), [(512, 6), (3072, 1), (1536, 2), (4, 768)])
def test_other_chunks_are_refused_and_their_digests_are_held_against_theirs(size: int, count: int) -> None:
    content = rebuilt(GOOD, chunk_bytes=size, chunk_count=count)
    said = report(content)
    assert said.findings == (Finding("BOB215", "chunk", f"{size:,}", "1,024", 32),)
    assert (said.chunks_equal, said.chunk_count) == (count, count)
    damaged = report(put_scalar(content, 0, 0, 0x12345678))
    assert [finding[:2] for finding in damaged.findings] == [("BOB215", "chunk"), ("BOB206", "chunk 0")]


@pytest.mark.parametrize(
    ("size", "count"), [(1024, 2), (1024, 4), (1024, 0), (1023, 3), (0, 3), (2**63, 2), (2**64 - 1, 3)]
)
def test_chunks_that_do_not_add_up_are_refused_and_none_is_read(size: int, count: int) -> None:
    content = put(put(GOOD, "chunk_bytes", size), "chunk_count", count)
    found = findings(content)
    said = f"chunk_count * chunk_bytes = {count * size}, payload_bytes = 3072"
    wanted = "chunk count x chunk bytes = payload bytes"
    assert Finding("BOB219", "chunks_add_up", said, wanted, 40) in found
    assert "BOB206" not in {finding.code for finding in found}


@pytest.mark.parametrize("payload", [0, 3071, 3073, 786432, 2**62, 2**64 - 1])
def test_another_payload_size_is_refused_with_the_length_that_follows(payload: int) -> None:
    found = findings(sealed_header(put(GOOD, "payload_bytes", payload)))
    assert Finding("BOB214", "payload", f"{payload:,}", "3,072", 24) in found
    code, place = ("BOB202", len(GOOD)) if payload > 3072 else ("BOB203", H + payload)
    assert Finding(code, "file", "have 3,584 bytes", f"need {H + payload:,}", place) in found
    fits = "the file is smaller than 2^63 bytes"
    assert any(finding.expected == fits and finding.code == "BOB207" for finding in found) == (
        payload > 2**63
    )


# Step and parent.

MULTIPLE = "the step is a positive multiple of the updates per invocation"
FITS = "the next invocation does not carry the step past 2^63"
FIRST = "the parent is zero exactly when the step is one invocation's"


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        (0, [MULTIPLE]),
        (1, [MULTIPLE]),
        (9, [MULTIPLE]),
        (11, [MULTIPLE]),
        (25, [MULTIPLE]),
        (2**63 - 8, [FITS]),
        (2**63 - 1, [MULTIPLE, FITS]),
        (2**63 + 2, [FITS]),
        (2**64 - 1, [MULTIPLE, FITS]),
    ],
)
def test_a_step_that_no_run_reaches_is_refused(step: int, expected: list[str]) -> None:
    found = findings(sealed(put(LATER, "step", step)))
    assert sorted((finding.code, finding.expected) for finding in found) == sorted(
        ("BOB208", sentence) for sentence in expected
    )
    assert all(
        f"= {step}" in finding.found or "%" in finding.found or "+" in finding.found for finding in found
    )
    assert {finding.byte_offset for finding in found} == {48}


@pytest.mark.parametrize("step", [20, 1000, (2**63 - 10) // 10 * 10])
def test_any_other_step_is_accepted(step: int) -> None:
    assert findings(sealed(put(LATER, "step", step))) == ()


@pytest.mark.parametrize(
    ("step", "parent"),
    [
        pytest.param(10, PARENT, id="parent-of-a-first-invocation"),
        pytest.param(10, bytes(31) + b"\x01", id="one-bit-of-parent"),
        pytest.param(20, NO_PARENT, id="no-parent-of-a-later-one"),
    ],
)
def test_a_parent_that_contradicts_the_step_is_refused(step: int, parent: bytes) -> None:
    (finding,) = findings(sealed(put(put(GOOD, "step", step), "parent", parent)))
    assert (finding.code, finding.expected, finding.byte_offset) == ("BOB209", FIRST, 96)
    assert f"step = {step}" in finding.found


def test_updates_of_zero_are_refused_and_divide_nothing() -> None:
    found = findings(sealed(put(LATER, "updates_per_invocation", 0)))
    assert {"BOB208", "BOB216"} <= {finding.code for finding in found}


# Several at once.


def test_everything_that_is_wrong_is_listed_by_its_place() -> None:
    contract = SMALL.changed({"learner.lr": "0.1", "schema.identity": "another", "updates": 7})
    content = checkpoint(contract, step=14)
    content = put(put(put(content, "step", 15), "parent", NO_PARENT), "padding", b"\x01")
    content = put_scalar(put_scalar(content, 0, 9, 0), 2, 9, 0)
    found = findings(content + b"\x00")
    assert [(finding.code, finding.part.split()[0]) for finding in found] == [
        ("BOB208", "step_is_a_multiple"),
        ("BOB216", "updates"),
        ("BOB209", "parent_is_zero_at_first"),
        ("BOB211", "schema.identity"),
        ("BOB210", "learner.lr"),
        ("BOB218", "padding"),
        ("BOB205", "header_digest"),
        ("BOB206", "chunk"),
        ("BOB206", "chunk"),
        ("BOB203", "file"),
    ]
    assert report(content).equal == ("data", "initialization", "payload", "chunk")


# Bit by bit.

EIGHT = SMALL.changed({"data.vocabulary": 1, "updates": 8})
BASE = checkpoint(EIGHT, step=24)
REGIONS = places(BASE)
HEADER_BITS = range(8 * number(BASE, "header_bytes"))


def region_bits(region: str) -> range:
    return range(8 * REGIONS[region].start, 8 * REGIONS[region].stop)


def test_the_regions_of_the_header_leave_only_the_parts_lengths() -> None:
    covered = {bit for region in REGIONS for bit in region_bits(region)}
    assert len(set(HEADER_BITS) - covered) == 4 * 32


LENGTHS = [range(8 * REGIONS[part].start - 32, 8 * REGIONS[part].start) for part in PARTS[:4]]
SPANS = {name: region_bits(name) for name in REGIONS} | dict(
    zip(("schema-length", "learner-length", "data-length", "initialization-length"), LENGTHS, strict=True)
)


@pytest.mark.parametrize("bits", SPANS.values(), ids=SPANS.keys())
def test_no_single_bit_of_the_header_can_be_changed_unnoticed(bits: range) -> None:
    assert [bit for bit in bits if not codes(flipped(BASE, bit), EIGHT)] == []


# A step of 24 after updates of 8 is still that of a run after these bits are turned over, and 8 is not, since
# a first invocation has no parent.
STEP_BITS = [bit for bit in range(64) if (s := 24 ^ (1 << bit)) % 8 == 0 and s != 8 and 0 < s <= 2**63 - 8]
UNCOVERED = {
    "input_digest": list(region_bits("input_digest")),
    "parent": list(region_bits("parent")),
    "step": [8 * REGIONS["step"].start + bit for bit in STEP_BITS],
}


@pytest.mark.parametrize(
    "region", [name for name in SPANS if name not in ("header_digest", "version", "magic")]
)
def test_under_a_new_header_digest_only_what_the_file_alone_cannot_tell_is_accepted(region: str) -> None:
    end = number(BASE, "header_bytes") - 32

    def resealed(content: bytes) -> bytes:
        return content[:end] + blake3(content[:end]).digest() + content[end + 32 :]

    accepted = [bit for bit in SPANS[region] if not codes(resealed(flipped(BASE, bit)), EIGHT)]
    assert accepted == UNCOVERED.get(region, [])


def test_no_bit_of_a_first_invocation_s_step_or_parent_can_be_changed_under_a_new_header_digest() -> None:
    bits = [*range(8 * 48, 8 * 56), *range(8 * 96, 8 * 128)]
    assert [bit for bit in bits if not codes(sealed_header(flipped(GOOD, bit)))] == []


def test_no_single_bit_of_the_payload_can_be_changed_unnoticed() -> None:
    bits = range(8 * number(BASE, "header_bytes"), 8 * len(BASE))
    assert [bit for bit in bits if codes(flipped(BASE, bit), EIGHT) != ["BOB206"]] == []


# Files.


def sparse(path: Path, chunk_bytes: int) -> None:
    """A file of which only the header takes place on the disk."""
    header = rebuilt(GOOD, chunk_bytes=chunk_bytes, payload_bytes=3 * chunk_bytes)[:H]
    path.write_bytes(header)
    os.truncate(path, H + 3 * chunk_bytes)


def test_a_large_file_is_read_in_pieces(tmp_path: Path) -> None:
    sparse(tmp_path / "big", 1 << 26)
    tracemalloc.start()
    try:
        said = verify(str(tmp_path / "big"), SMALL, chunks_too=True)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert [finding.code for finding in said.findings] == ["BOB214", "BOB215", *["BOB206"] * 3]
    assert peak < 1 << 23


class Unread(Buffer):
    """A source whose payload must not be read."""

    def pieces(self, offset: int, n_bytes: int) -> Iterator[memoryview]:
        raise AssertionError(f"{n_bytes} bytes read at {offset}")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        pytest.param(flipped(GOOD, 8 * (H - 1)), "BOB205", id="header digest"),
        pytest.param(sealed(put(GOOD, "step", 0)), "BOB208", id="step"),
        pytest.param(GOOD[:-1], "BOB202", id="cut"),
        pytest.param(GOOD + b"x", "BOB203", id="longer"),
    ],
)
def test_a_large_payload_under_a_refused_header_is_read_only_where_it_is_asked_for(
    monkeypatch: pytest.MonkeyPatch, content: bytes, code: str
) -> None:
    whole = report(content)
    monkeypatch.setattr(stretches, "READ_ANYWAY", 1)
    assert verify_envelope(Buffer(content), SMALL, chunks_too=True) == whole
    said = verify_envelope(Unread(content), SMALL)
    assert code in [finding.code for finding in said.findings]
    assert said.findings == whole.findings
    assert (said.chunks_equal, said.unread_bytes) == (0, min(3 * CHUNK, len(content) - H))


def test_a_large_payload_under_a_sound_header_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stretches, "READ_ANYWAY", 1)
    assert (report(GOOD).chunks_equal, report(GOOD).unread_bytes) == (3, 0)


@pytest.mark.parametrize("processors", [1, 2, 64])
def test_large_chunks_have_the_digests_that_they_have_one_after_the_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processors: int
) -> None:
    path = tmp_path / "ckpt.bin"
    path.write_bytes(GOOD[:-1] + bytes([GOOD[-1] ^ 1]))
    one_after_the_other = verify(str(path), SMALL)
    monkeypatch.setattr(verifying, "WORTH_A_THREAD", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    assert verify(str(path), SMALL) == one_after_the_other
    assert [finding.part for finding in one_after_the_other.findings] == ["chunk 2 (plane V)"]


def test_an_interrupt_does_not_wait_for_the_rest_of_a_large_file(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(Buffer):
        def pieces(self, offset: int, n_bytes: int) -> Iterator[memoryview]:  # noqa: ARG002
            for piece in iter(lambda: memoryview(b"x"), None):
                if offset == first:
                    raise KeyboardInterrupt
                yield piece

    first = len(GOOD) - SMALL["payload"]
    monkeypatch.setattr(verifying, "WORTH_A_THREAD", 1)
    monkeypatch.setattr(os, "cpu_count", lambda: 3)
    with pytest.raises(KeyboardInterrupt):
        verify_envelope(Endless(GOOD), SMALL)


@pytest.mark.parametrize(
    ("change", "found"),
    [
        pytest.param(lambda path: os.truncate(path, 10), "10 bytes", id="cut"),
        pytest.param(lambda path: os.utime(path, (0, 0)), "written to", id="written"),
        pytest.param(lambda path: path.unlink(), "another file, or none, under the path", id="removed"),
    ],
)
def test_a_file_that_changes_while_it_is_verified_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: Callable[[Path], None], found: str
) -> None:
    path = tmp_path / "ckpt.bin"
    path.write_bytes(GOOD)
    whole = verifying.verify_envelope

    def meanwhile(*arguments: object) -> verifying.Report:
        said = whole(*arguments)  # type: ignore[arg-type]
        change(path)
        return said

    monkeypatch.setattr(verifying, "verify_envelope", meanwhile)
    with pytest.raises(Refused) as refused:
        verify(str(path), SMALL)
    assert refused.value.findings[0][:3] == ("BOB220", "file", found)


def test_a_file_that_cannot_be_read_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        verify(str(tmp_path / "none"))
    assert refused.value.findings[0].code == "BOB820"


# Imports.


def loaded_by(statement: str) -> set[str]:
    """The top-level modules that a statement loads in a new process."""
    script = f"import sys; before = set(sys.modules); {statement}; print(*set(sys.modules) - before)"
    output = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    return {name.split(".")[0] for name in output.split()}


def test_verifying_envelopes_loads_no_numpy_numba_or_z3() -> None:
    loaded = loaded_by("import bob.envelope.verify")
    assert "bob" in loaded
    assert loaded - sys.stdlib_module_names - {"bob"} == {"blake3", "construct"}


def test_importing_bob_loads_no_third_party_module() -> None:
    assert loaded_by("import bob") - sys.stdlib_module_names == {"bob"}
