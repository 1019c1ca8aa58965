"""What decoding and encoding say: each finding with code, part, values and place; records and their form."""

from __future__ import annotations

from array import array
from typing import Any

import pytest

from bob.codec import decode, encode, make
from bob.errors import Refused
from bob.spec.families.header import Header
from bob.spec.families.input_record import InputRecord
from bob.spec.family import Family
from bob.spec.fields import (
    F32,
    U8,
    U16,
    U32,
    U64,
    Array,
    Bytes,
    Derived,
    Dim,
    Ghost,
    Magic,
    Nested,
    Padding,
    Prefixed,
    Refine,
)
from bob.spec.quantifiers import all_different, below, every
from bob.spec.record import Record
from bob.spec.references import length_of, record_bytes

AT = InputRecord.at(vocabulary=4, prompts=2)
PAIRS = [{"byte": byte, "target": 3 - byte} for byte in range(4)]
INPUT = make(AT, pairs=PAIRS, targets=[3, 2, 1, 0], prompt_bytes=[0, 3])
CONTENT = encode(AT, INPUT)


def changed(*changes: tuple[int, bytes], content: bytes = CONTENT) -> bytes:
    """`content` with other bytes at some places."""
    edited = bytearray(content)
    for place, other in changes:
        edited[place : place + len(other)] = other
    return bytes(edited)


def said(findings: Any) -> list[tuple[str, str, str, str, int | None]]:
    return [(f.code, f.part, f.found, f.expected, f.byte_offset) for f in findings]


TARGETS, PROMPTS = AT.targets_offset, AT.prompts_offset
AGREE = "targets[p.byte] = p.target for every pair"
ONE_FINDING = {
    "magic": (changed((0, b"BOBOUTPT")), "BOB301", "magic", "b'BOBOUTPT'", "b'BOBINPUT'", 0),
    "version": (changed((8, b"\x02")), "BOB304", "version", "2", "1", 8),
    "pair": (
        changed((17, b"\x02")),
        "BOB307",
        "targets_agree[0]",
        "targets[pairs[0].byte] = 3, pairs[0].target = 2",
        AGREE,
        TARGETS,
    ),
    "target": (
        changed((23, b"\x09"), (TARGETS + 12, b"\x09")),
        "BOB308",
        "targets[3]",
        "targets[3] = 9, vocabulary = 4",
        "every target is below the vocabulary",
        TARGETS + 12,
    ),
    "prompt": (
        changed((PROMPTS + 4, b"\x04")),
        "BOB309",
        "prompt_bytes[1]",
        "prompt_bytes[1] = 4, vocabulary = 4",
        "every prompt word is below the vocabulary",
        PROMPTS + 4,
    ),
    "repeat": (
        changed((20, b"\x01\x02")),
        "BOB306",
        "pairs[2].byte",
        "pairs[1].byte = pairs[2].byte = 1",
        "each byte has exactly one pair",
        20,
    ),
    "long": (CONTENT + b"x", "BOB303", "record", "have 49 bytes", "need 48", 48),
}


@pytest.mark.parametrize("case", ONE_FINDING.values(), ids=ONE_FINDING.keys())
def test_a_broken_rule_is_one_finding_with_both_values_and_its_place(case: Any) -> None:
    content, *finding = case
    assert said(decode(AT, content).findings) == [tuple(finding)]


CUT = {
    "nothing": (0, "magic", 0),
    "within the magic": (7, "magic", 0),
    "before the version": (8, "version", 8),
    "within the pairs": (20, "pairs", 16),
    "within the targets": (30, "targets", 24),
    "by one byte": (47, "prompt_bytes", 40),
}


@pytest.mark.parametrize(("length", "part", "place"), CUT.values(), ids=CUT.keys())
def test_a_record_cut_short_says_where_and_how_many_bytes_it_has_and_needs(
    length: int, part: str, place: int
) -> None:
    decoded = decode(AT, CONTENT[:length])
    assert said(decoded.findings) == [("BOB302", part, f"have {length} bytes", "need 48", place)]
    assert decoded.record is None
    assert decoded.layout is None


def test_every_independent_finding_is_reported_in_the_order_of_its_place() -> None:
    content = changed((0, b"X"), (8, b"\x07"), (17, b"\x01"), (PROMPTS, b"\xff")) + b"more"
    found = decode(AT, content).findings
    assert [finding.code for finding in found] == ["BOB301", "BOB304", "BOB307", "BOB309", "BOB303"]


def test_what_is_wrong_before_the_cut_is_reported_with_the_cut() -> None:
    found = decode(AT, changed((0, b"X"), (8, b"\x07"))[:30]).findings
    assert [finding.code for finding in found] == ["BOB301", "BOB304", "BOB302"]


def test_a_broken_refinement_is_reported_at_every_element() -> None:
    content = changed((TARGETS, bytes(16)))
    places = [finding.byte_offset for finding in decode(AT, content).findings]
    assert places == [TARGETS, TARGETS + 4, TARGETS + 8]


def test_a_record_whose_structure_was_read_is_there_whatever_else_is_wrong() -> None:
    decoded = decode(AT, changed((8, b"\x07")) + b"more")
    assert decoded.record == INPUT.changed(version=7)
    assert decoded.n_bytes == len(CONTENT)


def test_an_index_out_of_range_has_no_value_and_breaks_the_bound_that_it_passes() -> None:
    found = decode(AT, changed((16, b"\x09"))).findings
    assert said(found) == [
        (
            "BOB305",
            "pairs[0].byte",
            "pairs[0].byte = 9, vocabulary = 4",
            "every pair's byte is below the vocabulary",
            16,
        ),
        ("BOB155", "targets_agree[0]", "targets[pairs[0].byte]: index 9 is not below 4", AGREE, TARGETS),
    ]


class Leaf(Family):
    """The innermost record."""

    width = Dim(1, 4)
    magic = Magic(b"LF")
    size = U8(equals=lambda _: record_bytes())
    low = U8()
    text = Bytes(lambda f: f.width)
    is_low = Refine(lambda f: f.low < 10, "low is below 10")


class Branch(Family):
    """A record with records in it, of a size that its fields give."""

    count = U8()
    leaves = Array(Nested(Leaf, width=lambda f: f.count), lambda f: f.count)
    padding = Padding(8)


class Tree(Family):
    """Records nested to depth three."""

    name = Prefixed(U16)
    branches = Array(Branch, 2)
    branch = Nested(Branch)
    total = U32(equals=lambda f: f.branch.count + length_of(f.name))
    agree = Refine(
        lambda f: every(b.count <= f.branch.count for b in f.branches), "no branch has more leaves"
    )


def leaves(*low: int) -> dict[str, Any]:
    return {"count": len(low), "leaves": [{"low": n, "text": bytes(len(low))} for n in low]}


TREE = make(Tree.at(), name=b"oak", branches=[leaves(1), leaves(2, 3)], branch=leaves(4, 5))
TREE_BYTES = encode(Tree.at(), TREE)
# name 0..5, branches[0] 5..13 (leaf 6..11), branches[1] 13..29 (leaves 14, 20), branch 29..45, total 45..49


def test_fields_of_nested_records_that_equal_something_are_computed() -> None:
    assert TREE.total == 5
    assert [leaf.size for leaf in TREE.branches[1].leaves] == [6, 6]
    assert len(TREE_BYTES) == 49


NESTED = {
    "magic": (changed((20, b"LX"), content=TREE_BYTES), "BOB152", "branches[1].leaves[1].magic", 20),
    "equals": (changed((22, b"\x07"), content=TREE_BYTES), "BOB153", "branches[1].leaves[1].size", 22),
    "refinement": (changed((9, b"\x63"), content=TREE_BYTES), "BOB153", "branches[0].leaves[0].low", 9),
    "padding": (changed((28, b"\x01"), content=TREE_BYTES), "BOB154", "branches[1].padding", 28),
    "padding of a record": (changed((43, b"\x01"), content=TREE_BYTES), "BOB154", "branch.padding", 43),
    "outer": (changed((45, b"\x06"), content=TREE_BYTES), "BOB153", "total", 45),
    "dims": (changed((5, b"\x05"), content=TREE_BYTES), "BOB108", "branches[0].leaves.width", 6),
    "cut": (TREE_BYTES[:25], "BOB150", "branches[1].leaves[1].text", 24),
}


@pytest.mark.parametrize(("content", "code", "part", "place"), NESTED.values(), ids=NESTED.keys())
def test_a_finding_in_a_nested_record_has_its_path_and_place(
    content: bytes, code: str, part: str, place: int
) -> None:
    assert [(f.code, f.part, f.byte_offset) for f in decode(Tree.at(), content).findings] == [
        (code, part, place)
    ]


def test_what_is_wrong_in_elements_before_the_cut_is_reported_with_the_cut() -> None:
    content = changed((6, b"X"), (14, b"X"), content=TREE_BYTES)[:25]
    found = decode(Tree.at(), content).findings
    assert [(f.code, f.part) for f in found] == [
        ("BOB152", "branches[0].leaves[0].magic"),
        ("BOB152", "branches[1].leaves[0].magic"),
        ("BOB150", "branches[1].leaves[1].text"),
    ]


def test_a_record_may_begin_anywhere_and_be_followed_by_other_bytes() -> None:
    decoded = decode(AT, b"before" + changed((8, b"\x02")) + b"after", start=6, whole=False)
    assert [(f.code, f.byte_offset) for f in decoded.findings] == [("BOB304", 14)]
    assert decoded.n_bytes == len(CONTENT)
    assert decoded.layout.offset("version") == 8


def test_what_is_needed_counts_from_the_first_byte_of_the_file() -> None:
    found = decode(AT, b"before" + CONTENT[:40], start=6).findings
    assert said(found) == [("BOB302", "prompt_bytes", "have 46 bytes", "need 54", 46)]


def test_a_start_after_the_end_is_a_record_cut_short() -> None:
    assert [f.code for f in decode(AT, CONTENT, start=99).findings] == ["BOB302"]


def test_a_start_before_the_file_is_an_error_of_the_caller() -> None:
    with pytest.raises(ValueError, match="cannot start at byte -1"):
        decode(AT, CONTENT, start=-1)


def test_a_need_that_bytes_not_read_yet_decide_is_a_least_need() -> None:
    found = decode(Tree.at(), TREE_BYTES[:25]).findings
    assert (found[0].found, found[0].expected) == ("have 25 bytes", "need at least 26")


class Refined(Family):
    """Statements of several forms, and terms that not every record gives a value."""

    first = U8()
    last = U8()
    text = Bytes(lambda f: f.last - f.first)
    half = Derived(lambda f: f.last / 2)
    items = Array(U8, lambda f: f.half)
    hidden = Ghost(0, 9)
    for_proofs = Refine(lambda f: f.hidden < f.last, "only a proof can use this")
    ordered = Refine(lambda f: every(f.items[i] <= f.items[i + 1] for i in below(f.half - 1)), "ordered")


def test_a_size_below_zero_has_no_value_and_a_place() -> None:
    found = decode(Refined.at(), b"\x05\x02").findings
    assert said(found) == [("BOB155", "text", "last - first: 2 - 5 is below zero", "", 2)]


def test_a_quotient_that_leaves_a_rest_has_no_value() -> None:
    found = decode(Refined.at(), b"\x03\x03").findings
    assert said(found) == [("BOB155", "items", "last / 2: 3 / 2 leaves 1", "", 2)]


def test_a_statement_over_a_ghost_is_left_to_proofs() -> None:
    assert decode(Refined.at(), b"\x02\x02\x07").findings == ()


class Guarded(Family):
    """A statement whose parts after the first need it."""

    part = U8()
    whole = U8()
    divides = Refine(lambda f: (f.part > 0) & (f.whole % f.part == 0) & (f.whole < 100), "part divides whole")


def test_a_statement_behind_a_false_one_owes_no_value_but_its_truth() -> None:
    found = decode(Guarded.at(), b"\x00\xff").findings
    assert [(f.code, f.part, f.found) for f in found] == [
        ("BOB153", "part", "part = 0"),
        ("BOB153", "whole", "whole = 255"),
    ]


def test_a_quantifier_over_indices_names_the_element_where_it_is_false() -> None:
    found = decode(Refined.at(), b"\x06\x06\x01\x05\x02").findings
    assert said(found) == [
        ("BOB153", "ordered[1]", "items[1] = 5, items[1 + 1] = 2", "ordered", 3),
    ]


def test_an_equals_field_that_differs_says_what_it_must_be_and_once() -> None:
    header = make(
        Header.at(),
        **dict.fromkeys(("schema", "learner", "data", "initialization"), b""),
        payload_bytes=6,
        chunk_bytes=2,
        chunk_count=3,
        step=10,
        updates_per_invocation=10,
        input_digest=bytes(32),
        parent=bytes(32),
        chunk_digests=[bytes(32)] * 3,
        header_digest=bytes(32),
    )
    content = changed((16, b"\x00\x02"), content=encode(Header.at(), header))
    assert header.header_bytes == 320
    assert said(decode(Header.at(), content).findings) == [("BOB217", "header_bytes", "512", "320", 16)]


def test_arrays_of_scalars_are_read_only_slices_of_the_bytes_themselves() -> None:
    buffer = bytearray(CONTENT)
    record = decode(AT, memoryview(buffer)).record
    buffer[TARGETS] = 77
    assert record.targets.tolist() == [77, 2, 1, 0]
    assert record.targets.format == "I"
    assert record.targets.readonly


def test_bytes_of_any_form_are_read() -> None:
    words = memoryview(CONTENT).cast("I")
    assert decode(AT, words) == decode(AT, CONTENT)


class Kinds(Family):
    """Each kind of array, and a float."""

    numbers = Array(U64, 2)
    none = Array(U16, 0)
    texts = Array(Bytes(2), 2)
    rows = Array(Nested(Leaf, width=1), 1)
    real = F32()
    reals = Array(F32, 1)


KINDS = {
    "numbers": [1, 2**64 - 1],
    "none": [],
    "texts": [b"ab", b"cd"],
    "rows": [{"low": 1, "text": b"x"}],
    "real": 0x7FA00001,
    "reals": [0x80000000],
}


def test_each_kind_of_array_decodes_to_its_one_form() -> None:
    record = decode(Kinds.at(), encode(Kinds.at(), make(Kinds.at(), **KINDS))).record
    assert record.numbers.tolist() == [1, 2**64 - 1]
    assert (record.none.tolist(), record.none.format, record.none.readonly) == ([], "H", True)
    assert record.texts == (b"ab", b"cd")
    assert record.rows == (Record("Leaf", {"size": 5, "low": 1, "text": b"x"}),)
    assert record.real == 0x7FA00001
    assert record.reals.tolist() == [0x80000000]


SEQUENCES = {
    "list": [3, 2, 1, 0],
    "tuple": (3, 2, 1, 0),
    "range": range(3, -1, -1),
    "bytes": b"\x03\x02\x01\x00",
    "view of bytes": memoryview(b"\x03\x02\x01\x00"),
    "every other": memoryview(bytes([3, 0, 2, 0, 1, 0, 0, 0]))[::2],
    "view": memoryview(bytes([3, 0, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])).cast("I"),
}


@pytest.mark.parametrize("targets", SEQUENCES.values(), ids=SEQUENCES.keys())
def test_any_sequence_of_numbers_gives_the_same_record(targets: Any) -> None:
    assert make(AT, pairs=PAIRS, targets=targets, prompt_bytes=[0, 3]) == INPUT


def test_a_record_does_not_change_with_the_sequence_that_it_was_made_of() -> None:
    targets = array("I", [3, 2, 1, 0])
    record = make(AT, pairs=PAIRS, targets=memoryview(targets), prompt_bytes=[0, 3])
    targets[0] = 9
    assert record == INPUT


def test_constants_and_padding_are_no_part_of_a_record() -> None:
    assert list(INPUT) == ["version", "pairs", "targets", "prompt_bytes"]
    assert list(TREE.branch) == ["count", "leaves"]


SQUARE = memoryview(bytes(16)).cast("B").cast("I", [2, 2])
GOOD = {"pairs": PAIRS, "targets": [3, 2, 1, 0], "prompt_bytes": [0, 3]}
MISFITS: dict[str, tuple[dict[str, Any], list[tuple[str, str, str]]]] = {
    "missing": (
        {"pairs": PAIRS, "targets": [3, 2, 1, 0]},
        [("prompt_bytes", "not given", "a value of kind Array")],
    ),
    "unknown": ({**GOOD, "extra": 1}, [("extra", "1", "no more than the fields of InputRecord")]),
    "a constant": (
        {**GOOD, "magic": b"BOBINPUT"},
        [("magic", "b'BOBINPUT'", "no more than the fields of InputRecord")],
    ),
    "too few": ({**GOOD, "targets": [1]}, [("targets", "1 elements", "4 elements")]),
    "no sequence": ({**GOOD, "targets": 7}, [("targets", "7", "a sequence of 4 elements")]),
    "text": ({**GOOD, "targets": "3210"}, [("targets", "'3210'", "a sequence of 4 elements")]),
    "two dimensions": (
        {**GOOD, "prompt_bytes": SQUARE},
        [("prompt_bytes", repr(SQUARE), "a sequence of 2 elements")],
    ),
    "out of range": (
        {**GOOD, "targets": [3, 2**32, 1, -1]},
        [
            ("targets[1]", "4294967296", "a whole number below 4,294,967,296"),
            ("targets[3]", "-1", "a whole number below 4,294,967,296"),
        ],
    ),
    "a truth value": (
        {**GOOD, "version": True},
        [("version", "True", "a whole number below 18,446,744,073,709,551,616")],
    ),
    "a float": (
        {**GOOD, "prompt_bytes": [0, 3.0]},
        [("prompt_bytes[1]", "3.0", "a whole number below 4,294,967,296")],
    ),
    "no record": ({**GOOD, "pairs": [*PAIRS[:3], 7]}, [("pairs[3]", "7", "the fields of Pair")]),
    "inside": (
        {**GOOD, "pairs": [*PAIRS[:3], {"byte": 256, "target": 0}]},
        [("pairs[3].byte", "256", "a whole number below 256")],
    ),
    "several": (
        {"pairs": PAIRS, "targets": [], "other": 0},
        [
            ("other", "0", "no more than the fields of InputRecord"),
            ("targets", "0 elements", "4 elements"),
            ("prompt_bytes", "not given", "a value of kind Array"),
        ],
    ),
}


@pytest.mark.parametrize(("values", "expected"), MISFITS.values(), ids=MISFITS.keys())
def test_values_that_do_not_fit_are_refused_by_name(
    values: dict[str, Any], expected: list[tuple[str, str, str]]
) -> None:
    with pytest.raises(Refused) as refused:
        make(AT, **values)
    assert refused.value.subject == "record InputRecord"
    assert [(f.part, f.found, f.expected) for f in refused.value.findings] == expected
    assert {f.code for f in refused.value.findings} == {"BOB156"}


def test_encoding_refuses_what_decoding_would() -> None:
    with pytest.raises(Refused) as refused:
        encode(AT, INPUT.changed(version=2, targets=[3, 2, 1, 9]))
    assert [(f.code, f.byte_offset) for f in refused.value.findings] == [
        ("BOB304", 8),
        ("BOB307", TARGETS + 12),
        ("BOB308", TARGETS + 12),
    ]


def test_dims_of_a_nested_record_out_of_bounds_are_refused_by_name() -> None:
    with pytest.raises(Refused) as refused:
        make(Branch.at(), **leaves(1, 2, 3, 4, 5))
    assert said(refused.value.findings) == [("BOB108", "leaves.width", "5", "1 to 4", None)]


def test_a_size_without_a_value_is_refused_by_name() -> None:
    with pytest.raises(Refused) as refused:
        make(Refined.at(), first=3, last=2, text=b"", items=[0])
    assert said(refused.value.findings) == [("BOB155", "text", "last - first: 2 - 3 is below zero", "", None)]


class Circular(Family):
    """A count that equals the length that it gives."""

    count = U8(equals=lambda f: length_of(f.items))
    items = Array(U8, lambda f: f.count)


def test_a_field_that_equals_itself_has_to_be_given() -> None:
    with pytest.raises(Refused) as refused:
        make(Circular.at(), items=[1, 2])
    assert said(refused.value.findings) == [
        ("BOB156", "count", "not given", "a value: what it equals needs itself", None)
    ]
    assert encode(Circular.at(), {"count": 2, "items": [1, 2]}) == b"\x02\x01\x02"


class Distinct(Family):
    """Quantifiers inside other statements."""

    items = Array(U8, 3)
    either = Refine(
        lambda f: every(i == 0 for i in f.items) | all_different(i for i in f.items),
        "all zero or all different",
    )


def test_a_statement_that_joins_quantifiers_says_which_of_them_hold() -> None:
    found = decode(Distinct.at(), b"\x01\x01\x00").findings
    assert said(found) == [
        (
            "BOB153",
            "items",
            "(items[i0] == 0 for every i0 < 3) = false, (items[i0] all different for i0 < 3) = false",
            "all zero or all different",
            0,
        )
    ]
