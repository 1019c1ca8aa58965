"""What may be written as a schema, and what is refused where it is written."""

from __future__ import annotations

import runpy
from typing import TYPE_CHECKING

import pytest

from bob.errors import Refused
from bob.schema import ANY, BF16, F32, FLOAT, FP8, INT, Block, Dim, Param, Refine, Schema
from bob.schema.dtypes import of_one
from bob.spec.terms import text

if TYPE_CHECKING:
    from pathlib import Path

HEAD = """from bob.schema import *
class Bad(Schema):
    D = Dim()
    L = Dim()
    x = Param('x', FLOAT['D, L'])
"""
BAD = {
    "unknown-dim-in-axes": ("BOB600", "w = Param('w', FLOAT['D, E'])", "no dim named E"),
    "unknown-dim-in-count": ("BOB600", "b = Block('b.{i}.', 'E', Param('w', FLOAT['D']))", "no dim named E"),
    "unknown-dim-in-absent": ("BOB600", "E = Dim(config='e', absent='Q')", "no dim named Q"),
    "unknown-dim-in-refinement": ("BOB600", "r = Refine(lambda s: s.Q == s.D, 'same')", "no dim named Q"),
    "block-without-index": ("BOB601", "b = Block('b.', 'L', Param('w', FLOAT['D']))", "holds one index"),
    "block-with-two-indices": ("BOB601", "b = Block('b.{i}.{j}.', 'L', Param('w', FLOAT['D']))", "one index"),
    "index-of-no-block": ("BOB601", "w = Param('w.{i}', FLOAT['D'])", "indices"),
    "index-twice": (
        "BOB601",
        "b = Block('b.{i}.', 'L', Block('c.{i}.', 'L', Param('w', FLOAT['D'])))",
        "each once",
    ),
    "index-beside-digits": ("BOB601", "b = Block('b{i}', 'L', Param('0', FLOAT['D']))", "run into"),
    "index-beside-index": (
        "BOB601",
        "b = Block('b{i}', 'L', Block('{j}', 'L', Param('w', FLOAT['D'])))",
        "run into",
    ),
    "strange-braces": ("BOB601", "w = Param('w{I}', FLOAT['D'])", "braces"),
    "no-name": ("BOB601", "w = Param('', FLOAT['D'])", "no name"),
    "member-twice": ("BOB602", "x = Param('y', FLOAT['D'])", "a member of this name"),
    "pattern-twice": ("BOB602", "w = Param('x', FLOAT['D'])", "x and x"),
    "patterns-that-overlap": (
        "BOB602",
        "b = Block('b.{i}.', 'L', Param('w', FLOAT['D'])); c = Param('b.0.w', FLOAT['D'])",
        "stand for one name",
    ),
    "axes-that-end-early": ("BOB603", "w = Param('w', FLOAT['D +'])", "ends where"),
    "axes-with-a-call": ("BOB603", "w = Param('w', FLOAT['print(D)'])", "not expected"),
    "axes-with-a-letter": ("BOB603", "w = Param('w', FLOAT['D; D'])", "';' has no meaning"),
    "axes-with-open-parenthesis": ("BOB603", "w = Param('w', FLOAT['(D'])", "not closed"),
    "axes-without-a-factor": ("BOB603", "w = Param('w', FLOAT['D * * 2'])", "'*' stands where"),
    "axes-too-deep": ("BOB603", "w = Param('w', FLOAT['(' * 60 + 'D' + ')' * 60])", "parentheses"),
    "axes-too-long": ("BOB603", "w = Param('w', FLOAT['D+' * 900 + 'D'])", "letters"),
    "axes-that-are-no-text": ("BOB603", "w = Param('w', FLOAT[3])", "not a text"),
    "two-counts": ("BOB603", "b = Block('b.{i}.', 'L, D', Param('w', FLOAT['D']))", "not expected"),
    "class-without-axes": ("BOB604", "w = Param('w', FLOAT)", "has no axes"),
    "not-a-member": ("BOB604", "width = 'hidden_size'", "not a member"),
    "a-kind": ("BOB604", "E = Dim", "a kind"),
    "bounds-the-wrong-way": ("BOB604", "E = Dim(5, 3, config='e')", "bounds 5 to 3"),
    "bounds-no-number": ("BOB604", "E = Dim(1, 'many', config='e')", "no numbers"),
    "config-no-field": ("BOB604", "E = Dim(config=3)", "no field"),
    "absent-without-config": ("BOB604", "E = Dim(absent='D')", "give config="),
    "dim-never-mentioned": ("BOB604", "E = Dim()", "nothing mentions"),
    "tied-to-nothing": ("BOB604", "w = Param('w', FLOAT['D'], tied='y')", "tied to y"),
    "tied-to-itself": ("BOB604", "w = Param('w', FLOAT['D'], tied='w')", "tied to w"),
    "optional-in-a-word": ("BOB604", "w = Param('w', FLOAT['D'], optional='some')", "optional='some'"),
    "each-without-index": (
        "BOB604",
        "b = Block('b.', '1', Param('w', FLOAT['D']), optional='each')",
        "index",
    ),
    "block-of-nothing": ("BOB604", "b = Block('b.{i}.', 'L')", "without members"),
    "block-of-a-dim": ("BOB604", "b = Block('b.{i}.', 'L', Dim())", "no Param or Block"),
    "refinement-a-number": ("BOB604", "r = Refine(lambda s: s.D + 1, 'one more')", "no statement"),
    "refinement-chained": ("BOB604", "r = Refine(lambda s: s.D == s.L == 3, 'all')", "truth value"),
    "prefixes-a-text": ("BOB604", "prefixes = 'model.'", "not a tuple"),
    "spellings-a-pair": ("BOB604", "spellings = ('a', 'b')", "no tuple of pairs"),
    "spellings-with-digits": ("BOB604", "spellings = (('w1', 'w'),)", "no tuple of pairs"),
    "taken-out-unknown": ("BOB604", "y = None", "not there"),
    "reserved": ("BOB604", "spec = Param('w', FLOAT['D'])", "taken by the language"),
}


@pytest.mark.parametrize(("code", "line", "said"), BAD.values(), ids=BAD.keys())
def test_a_badly_made_schema_is_refused_with_file_and_line(
    tmp_path: Path, code: str, line: str, said: str
) -> None:
    path = tmp_path / "bad.py"
    path.write_text(f"{HEAD}    {line}\n")
    with pytest.raises(Refused) as caught:
        runpy.run_path(str(path))
    (finding,) = caught.value.findings
    assert finding.code == code
    assert said in finding.found
    # Of what is no member of its own, only the class has a line.
    classwide = ("not-a-member", "a-kind", "taken-out-unknown")
    whole = line in {BAD[name][1] for name in classwide} or line.startswith(("prefixes", "spellings"))
    assert finding.note == f"{path}:{2 if whole else 6}"


def test_the_head_of_the_bad_schemas_is_a_good_one(tmp_path: Path) -> None:
    path = tmp_path / "good.py"
    path.write_text(HEAD)
    assert "Bad" in runpy.run_path(str(path))


class Plain(Schema):
    """The schema that others vary."""

    D = Dim(config="width")
    first = Param("first", FLOAT["D"])
    second = Param("second", FLOAT["D"])


def test_a_variant_replaces_members_in_their_place_adds_others_and_takes_out_what_is_none() -> None:
    class Variant(Plain):
        first = Param("first.weight", F32["2 * D"])
        second = None
        third = Param("third", FLOAT["D"])

    assert [pattern.text for pattern in Variant.spec.patterns] == ["first.weight", "third"]
    assert [pattern.text for pattern in Plain.spec.patterns] == ["first", "second"]


def test_a_variant_of_a_variant_has_what_both_have() -> None:
    class More(Plain):
        third = Param("third", FLOAT["D"])

    class Most(More):
        fourth = Param("fourth", FLOAT["D"])

    assert [pattern.text for pattern in Most.spec.patterns] == ["first", "second", "third", "fourth"]


def test_a_member_that_was_taken_out_can_come_back() -> None:
    class Less(Plain):
        first = None

    class Again(Less):
        first = Param("first", F32[""])

    assert [pattern.text for pattern in Again.spec.patterns] == ["first", "second"]


def test_members_know_the_line_where_they_are_written() -> None:
    class Here(Schema):
        D = Dim()
        block = Block(
            "b.{i}.",
            "D",
            Param("w", FLOAT["D"]),
        )
        fits = Refine(lambda s: s.D < 9, "small")

    (pattern,) = Here.spec.patterns
    assert pattern.line.file == __file__
    assert pattern.line.line == pattern.indices[0].line.line + 3
    assert Here.spec.refinements[0].line.line == pattern.line.line + 2


@pytest.mark.parametrize(
    ("axes", "said"),
    [
        ("", []),
        ("D", ["D"]),
        ("D,D", ["D", "D"]),
        ("2*(D+1), D//3%2", ["2 * (D + 1)", "D // 3 % 2"]),
        ("D - 1 - 1", ["D - 1 - 1"]),
        ("D - (1 - 1)", ["D - (1 - 1)"]),
        (" 0 ", ["0"]),
        ("D / 2 * 3", ["D / 2 * 3"]),
    ],
)
def test_axes_are_read_as_python_reads_them(axes: str, said: list[str]) -> None:
    class Read(Schema):
        D = Dim(config="d")
        w = Param("w", FLOAT[axes])

    assert [text(term) for term in Read.spec.patterns[0].axes] == said


def test_classes_of_types_hold_what_they_say() -> None:
    assert "F16" in FLOAT
    assert "I8" not in FLOAT
    assert "I8" in FLOAT | INT
    assert "BF16" not in F32 | INT
    assert "Q4_K" in ANY
    assert "Q4_K" in BF16 | ANY
    assert "Q4_K" in of_one("Q4_K")
    assert "F8_E4M3" in FP8
    assert "F32" not in FP8
    assert (FLOAT | INT).told.startswith("FLOAT | INT: ")
    assert F32.told == "F32"
