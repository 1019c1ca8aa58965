"""What is shown of readings is decided by every judge, and is refuted once a reason for it is gone."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from bob.proof.hearing import hear
from bob.proof.judges import Word
from bob.proof.readings import families, numbers, theorems
from bob.proof.readings.parts import Part, parts_of
from bob.proof.readings.places import Subject
from bob.proof.subjects import shipped
from bob.proof.theorem import Theorem
from bob.spec.family import Family
from bob.spec.fields import (
    U8,
    U16,
    U32,
    U64,
    Array,
    Bytes,
    Derived,
    Dim,
    Magic,
    Nested,
    Padding,
    Prefixed,
    Refine,
)
from bob.spec.obligation import Verdict
from bob.spec.terms import Const, Name

if TYPE_CHECKING:
    from bob.proof.heard import Heard


class Row(Family):
    """Cells of a known width, and a name of any length."""

    width = Dim(0, 1000)
    cells = Array(U16, lambda f: f.width)
    name = Prefixed(U8)


class Sheet(Family):
    """As many rows as it says, each as wide as the sheet is known to be, and what the rows and a byte say."""

    columns = Dim(1, 1000)
    twice = Derived(lambda f: 2 * f.columns)
    magic = Magic(b"SHEET")
    count = U32()
    rows = Array(Nested(Row, width=lambda f: f.columns), lambda f: f.count)
    widths = Array(U8, 4)
    chosen = U8()
    column = Bytes(lambda f: f.widths[f.chosen])
    corner = Nested(Row, width=lambda f: f.twice // 3)
    pairs = Array(Nested(Row, width=1), lambda f: f.corner.cells[0])
    padding = Padding(8)
    seal = Bytes(4)
    chosen_is_one = Refine(lambda f: f.chosen < 4, "the chosen width is one of the four")


class Strings(Family):
    """Two strings side by side."""

    one = Prefixed(U8)
    other = Prefixed(U8)


class Padded(Family):
    """A string, filled up with zeros."""

    magic = Magic(b"PAD")
    text = Prefixed(U16)
    padding = Padding(4)


class Words(Family):
    """Numbers, one after the other, and one more."""

    n = Dim(0, 9)
    words = Array(U32, lambda f: f.n)
    last = U64()


class Share(Family):
    """As many bytes as a quotient of dims."""

    of = Dim(0, 9)
    by = Dim(0, 9)
    mark = U8()
    rest = Bytes(lambda f: f.of / f.by)


class Shares(Family):
    """Records of one size, which is a quotient where there are any."""

    count = U8()
    of = U8()
    by = U8()
    shares = Array(Nested(Share, of=lambda f: f.of, by=lambda f: f.by), lambda f: f.count)
    last = U8()


class Entry(Family):
    """A name, and the number of bytes that belong to it, one record down."""

    name = Prefixed(U8)
    share = Nested(Share, of=4, by=2)


class Index(Family):
    """Entries of one size and of any, and bytes of which they say how many there are."""

    n = Dim(3, 9)
    shares = Array(Nested(Share, of=2, by=1), lambda f: f.n)
    entries = Array(Entry, 2)
    first = Bytes(lambda f: f.shares[f.n - 1].mark)
    second = Bytes(lambda f: f.entries[1].share.mark)


OWN = theorems([Shares, Index, Sheet, Strings, Padded, Words])
SHIPPED = theorems(shipped())
ALL = {theorem.name: theorem for theorem in (*SHIPPED, *OWN)}
JUDGES = {"z3", "cvc5"}


def heard(theorem: Theorem) -> Heard:
    (found,) = hear((), [theorem])
    return found


def theorem(name: str) -> Theorem:
    found = ALL[name]
    assert isinstance(found, Theorem)
    return found


def without(theorem: Theorem, *sentences: str) -> Theorem:
    """The theorem without some of what it assumes."""
    texts = []
    for text in (theorem.premise_text, theorem.goal_text):
        for sentence in sentences:
            before, found, after = text.partition(f"\n; {sentence}\n(assert")
            assert found, f"{sentence!r} is not assumed by {theorem.name}"
            text = before + _rest(after)
        texts.append(text)
    return theorem._replace(premise_text=texts[0], goal_text=texts[1])


def _rest(after: str) -> str:
    """A text behind the assertion that it begins in."""
    depth = 1
    for i, character in enumerate(after):
        depth += (character == "(") - (character == ")")
        if not depth:
            return after[i + 1 :]
    raise AssertionError("an assertion has no end")


def with_other(theorem: Theorem, old: str, new: str) -> Theorem:
    """The theorem with something else in its texts."""
    assert old in theorem.goal_text
    texts = [text.replace(old, new) for text in (theorem.premise_text, theorem.goal_text)]
    return theorem._replace(premise_text=texts[0], goal_text=texts[1])


@pytest.mark.parametrize("name", ALL)
def test_every_judge_says_what_is_claimed(name: str) -> None:
    found = heard(theorem(name))
    expected = Verdict.FALSIFIED if theorem(name).refuted else Verdict.PROVED
    assert (found.verdict, found.status) == (expected, 0)
    said = [Word.SAT if theorem(name).refuted else Word.UNSAT]
    assert found.goal is not None
    assert [opinion.word for opinion in found.goal.opinions] == said * len(theorem(name).judges)
    if found.premise is not None:
        assert {opinion.word for opinion in found.premise.opinions} == {Word.SAT}


def test_all_but_what_is_shown_of_bits_assumes_something() -> None:
    assert {name.split(".")[-1] for name in ALL if not theorem(name).premise_text} == {
        "build_then_parse",
        "parse_then_build",
    }
    assert all(name.startswith("codec/u") for name in ALL if not theorem(name).premise_text)


@pytest.mark.parametrize(
    ("name", "sentences"),
    [
        pytest.param(
            "readings/strings.one_reading",
            ["|length(a.one)| is what its bytes say", "|length(b.one)| is what its bytes say"],
            id="strings without their lengths",
        ),
        pytest.param(
            "readings/padded.parse_then_build",
            ["each byte of r.padding is as it must be"],
            id="any bytes as padding",
        ),
        pytest.param(
            "readings/padded.parse_then_build",
            ["each byte of r.magic is as it must be"],
            id="any bytes as magic",
        ),
        pytest.param(
            "readings/padded.parse_then_build",
            ["the record ends where the bytes do"],
            id="trailing bytes",
        ),
        pytest.param(
            "readings/padded.build_then_parse",
            ["each byte of r.padding is written"],
            id="a padding that is not written",
        ),
        pytest.param(
            "readings/padded.build_then_parse",
            ["each byte of r.text is written"],
            id="a string that is not written",
        ),
        pytest.param(
            "readings/words.build_then_parse",
            ["by codec/u64.build_then_parse"],
            id="a number whose bytes do not say it",
        ),
        pytest.param(
            "readings/words.parse_then_build",
            ["by codec/u32.parse_then_build"],
            id="numbers that other bytes say as well",
        ),
        pytest.param(
            "readings/sheet.one_reading",
            ["each of a.rows begins where the one before it ends"],
            id="elements that begin anywhere",
        ),
        pytest.param(
            "readings/sheet.parse_then_build",
            ["by codec/elements.follow_step"],
            id="bytes between elements",
        ),
        pytest.param(
            "readings/sheet.parse_then_build",
            ["by readings/row.parse_then_build"],
            id="elements that other bytes say as well",
        ),
        pytest.param(
            "readings/sheet.build_then_parse",
            ["by readings/row.build_then_parse"],
            id="elements that are not read as they were",
        ),
        pytest.param(
            "readings/index.build_then_parse",
            ["by readings/entry.build_then_parse"],
            id="a size that an element says",
        ),
        pytest.param("codec/elements.disjoint", ["other holds the byte"], id="an element elsewhere"),
        pytest.param("codec/padding.is_fixed", ["other is below the alignment"], id="a longer padding"),
        pytest.param("codec/u64.digits_are_fixed", ["a3 is a byte"], id="a digit above 255"),
    ],
)
def test_without_a_reason_it_is_refuted(name: str, sentences: list[str]) -> None:
    assert heard(without(theorem(name), *sentences)).verdict is Verdict.FALSIFIED


@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        pytest.param(
            "readings/words.build_then_parse",
            "(built.byte.u32 (+ |start(a.words)| (* 4 ?i)))",
            "(built.byte.u32 (+ |start(a.words)| (* 3 ?i)))",
            id="a stride that overlaps",
        ),
        pytest.param(
            "readings/padded.build_then_parse",
            "(+ |start(a.text)| 2 ?i)",
            "(+ |start(a.text)| 1 ?i)",
            id="a prefix",
        ),
        pytest.param("codec/elements.cover", "(* (+ quotient 1) width)", "(* quotient width)", id="no width"),
        pytest.param(
            "codec/padding.fills_up",
            "(= size |(alignment - rest % alignment) % alignment|)",
            "(= size (- alignment |rest % alignment|))",
            id="a padding as long as its alignment",
        ),
        pytest.param("codec/u16.digits_say_it", "(* 256 byte1)", "(* 255 byte1)", id="another radix"),
    ],
)
def test_with_another_rule_it_is_refuted(name: str, old: str, new: str) -> None:
    assert heard(with_other(theorem(name), old, new)).verdict is Verdict.FALSIFIED


def refuted(found: tuple[Theorem, ...]) -> list[str]:
    return [each.name for each in hear((), found) if each.verdict is Verdict.FALSIFIED]


def test_a_number_read_the_other_way_round_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    joined = numbers.joined
    monkeypatch.setattr(numbers, "joined", lambda bytes_: joined(bytes_[::-1]))
    assert refuted(numbers.theorems()) == [
        *(
            f"codec/u{bits}.{claim}"
            for bits in (16, 32, 64)
            for claim in ("build_then_parse", "parse_then_build")
        ),
        "codec/f32.by_value",
    ]


def test_one_wrong_shift_is_refuted(monkeypatch: pytest.MonkeyPatch) -> None:
    shift = numbers.shift_right
    monkeypatch.setattr(numbers, "shift_right", lambda x, k, n: shift(x, 4 if k == 5 else k, n))
    assert refuted(numbers.theorems()) == [
        "codec/u64.build_then_parse",
        "codec/u64.parse_then_build",
        "codec/f32.by_value",
    ]


def subject(*parts: Part) -> Subject:
    return Subject("readings", "made", "Made", {"n": Dim(0, 9)}, parts, {})


def test_a_size_that_stands_behind_what_it_measures_is_refuted() -> None:
    late = subject(Part("text", Bytes(Name("count")), Name("count"), ()), Part("count", U8(), Const(1), ()))
    early = subject(Part("count", U8(), Const(1), ()), Part("text", Bytes(Name("count")), Name("count"), ()))
    assert heard(families.one_reading(late)).verdict is Verdict.FALSIFIED
    assert heard(families.one_reading(early)).verdict is Verdict.PROVED


def test_a_family_is_shown_after_those_inside_it_and_each_once() -> None:
    names = [each.name for each in theorems([Sheet, Row, Sheet]) if each.name.startswith("readings/")]
    claims = ("one_reading", "build_then_parse", "parse_then_build")
    assert names == [f"readings/{label}.{claim}" for label in ("row", "sheet") for claim in claims]


def test_two_families_of_one_name_are_told_apart() -> None:
    other = type(Family)("Row", (Family,), {"x": U8()})
    both = type(Family)("Both", (Family,), {"a": Array(Nested(Row, width=1), 2), "b": Array(other, 2)})
    found = {each.name: each for each in theorems([both])}
    assert "readings/row.2.one_reading" in found
    text = found["readings/both.one_reading"].goal_text
    assert "|reading of row|" in text
    assert "|reading of row.2|" in text


def test_a_family_without_fields_has_no_readings() -> None:
    empty = type(Family)("Empty", (Family,), {"n": Dim(0, 9)})
    assert [each.name for each in theorems([empty]) if each.name.startswith("readings/")] == []


CITED = re.compile(r"\b(?:codec|readings)/[a-z0-9_]+(?:\.[0-9]+)?\.[a-z_]+")


@pytest.mark.parametrize("name", ALL)
def test_what_is_assumed_by_name_is_shown(name: str) -> None:
    cited = {found for line in theorem(name).goal_text.splitlines()[1:] for found in CITED.findall(line)}
    assert cited <= ALL.keys() - {name}


def test_names_are_unique_and_texts_are_ascii() -> None:
    assert len({each.name for each in SHIPPED}) == len(SHIPPED)
    assert all(theorem(each.name).goal_text.isascii() for each in SHIPPED)


def test_a_nan_is_told_by_its_bits() -> None:
    found = heard(theorem("codec/f32.by_value"))
    assert found.evidence[0].startswith("both are NaN: 0x")


class Values:
    """An assignment of two bit patterns."""

    def __init__(self, one: int, other: int) -> None:
        self.found = {"one": one, "other": other}

    def number(self, symbol: str) -> int:
        return self.found[symbol]

    def element(self, symbol: str, index: int) -> int:
        raise AssertionError(symbol, index)


@pytest.mark.parametrize(
    ("one", "other"),
    [(0, 1 << 31), (0x7FC00000, 0x7FC00000), (0x7FC00000, 0)],
    ids=["zeros of two signs", "one pattern", "a NaN and a number"],
)
def test_two_patterns_of_two_values_are_no_counterexample(one: int, other: int) -> None:
    replay = theorem("codec/f32.by_value").replay
    assert replay is not None
    with pytest.raises(ValueError, match=str(other)):
        replay(Values(one, other))


def test_a_part_of_a_nested_record_is_measured_by_the_record_around_it() -> None:
    parts = {part.name: part for part in parts_of(Sheet.spec)}
    assert list(parts)[5:9] == ["column", "corner", "corner.cells", "corner.name"]
    assert repr(parts["corner.cells"].size) == "2 * columns // 3 * 2"
    assert [owed.sentence for owed in parts["column"].owed] == ["the index of widths[chosen] is in range"]
    assert repr(parts["padding"].size) == "size(padding)"


PRINT = """
from bob.canonical import hex_digest
from bob.proof.readings import theorems
from bob.proof.subjects import shipped
print(hex_digest("".join(t.premise_text + t.goal_text for t in theorems(shipped())).encode()))
"""


def test_the_texts_are_the_same_in_every_process() -> None:
    printed = {
        subprocess.run(
            [sys.executable, "-c", PRINT],
            capture_output=True,
            text=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1")
    }
    assert len(printed) == 1
