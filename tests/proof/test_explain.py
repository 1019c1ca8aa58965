"""A falsified claim is explained: how small its counterexample is, where it is written, what repairs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bob.proof.discharge import Court
from bob.proof.explain import Explanation, Source, as_data, explained, explained_lines, source
from bob.proof.judges import Answer, Word
from bob.proof.panel import decide
from bob.proof.repair import Repair, Repairs
from bob.proof.subjects import families_in
from bob.spec.family import Family
from bob.spec.fields import U8, Claim, Dim
from bob.spec.obligation import Obligation, obligations
from bob.spec.terms import Name

PATCHES = str(Path(__file__).parents[2] / "fixtures" / "bad" / "family--patches.py")
LINE = 1 + Path(PATCHES).read_text().splitlines().index("    patches_cover_the_image = Claim(")
PLACES = {"patches": ("mine.py", 3), "patches_cover_the_image": (PATCHES, LINE)}


def falsified() -> Explanation:
    (family,) = families_in(PATCHES)
    found = Court(decide).discharge(obligations(family)[-1])
    assert found.counterexample is not None
    return explained(found.obligation, found.counterexample, decide, PLACES)


def test_a_falsified_claim_is_explained_in_lines() -> None:
    assert explained_lines(falsified()) == [
        "least no counterexample has a smaller largest dim",
        f"from {PATCHES}:{LINE} patches_cover_the_image = Claim(",
        "holds once patch divides side",
    ]


def test_a_falsified_claim_is_explained_to_machines() -> None:
    told = as_data(falsified())
    assert json.loads(json.dumps(told)) == told
    assert told.pop("tried") > 9
    assert told == {
        "smallest": True,
        "among": "dim",
        "source": {"file": PATCHES, "line": LINE, "text": "patches_cover_the_image = Claim("},
        "repairs": [{"sentence": "patch divides side", "premise": "side % patch == 0", "exact": False}],
        "all_tried": True,
        "holds_for_no_member": False,
    }


def test_a_judge_who_is_silent_shows_nothing_smallest() -> None:
    (family,) = families_in(PATCHES)
    found = Court(decide).discharge(obligations(family)[-1])
    assert found.counterexample is not None
    told = explained(found.obligation, found.counterexample, lambda *_: Answer(Word.UNKNOWN, 0.0), PLACES)
    assert explained_lines(told)[0] == "least small, not shown smallest in its largest dim"


class Numbers(Family):
    n = Dim(0, 9)
    a = U8()
    of_a_quantity = Claim(lambda f: f.a < 9, "of a quantity")
    of_both = Claim(lambda f: f.a < f.n, "of both")


@pytest.mark.parametrize(("name", "among"), [("of_a_quantity", "quantity"), ("of_both", "dim")])
def test_the_largest_is_a_dim_where_the_claim_depends_on_one(name: str, among: str) -> None:
    (owed,) = [each for each in obligations(Numbers) if each.name == f"numbers/{name}"]
    found = Court(decide).discharge(owed)
    assert found.counterexample is not None
    assert explained(owed, found.counterexample, decide, {}).among == among


def named(name: str) -> Obligation:
    return Obligation(name, "", "", (), None)


PLACED = {"a": ("x.py", 1), "a.b": ("x.py", 2), "ab": ("x.py", 3)}


@pytest.mark.parametrize(
    ("name", "line"),
    [
        ("f/a", 1),
        ("f/a.divides", 1),
        ("f/a.divides.2", 1),
        ("f/a.b", 2),
        ("f/a.b.below_2_63", 2),
        ("f/ab.stays_above_zero", 3),
        ("f/record_bytes.below_2_63", None),
        ("a/inhabited", None),
    ],
)
def test_an_obligation_leads_to_the_longest_name_that_is_declared(name: str, line: int | None) -> None:
    found = source(named(name), PLACED)
    assert (None if found is None else found.line) == line


@pytest.mark.parametrize(
    ("line", "text"), [(1, "x = 1"), (2, "y = 2"), (3, ""), (0, "")], ids=["first", "last", "beyond", "none"]
)
def test_a_line_is_shown_as_it_stands_in_the_file(tmp_path: Path, line: int, text: str) -> None:
    (tmp_path / "mine.py").write_text("x = 1\n    y = 2\n")
    file = str(tmp_path / "mine.py")
    assert source(named("f/a"), {"a": (file, line)}) == Source(file, line, text)


def test_a_file_that_is_gone_leaves_its_name(tmp_path: Path) -> None:
    found = source(named("f/a"), {"a": (str(tmp_path / "gone.py"), 7)})
    assert found == Source(str(tmp_path / "gone.py"), 7, "")
    assert explained_lines(Explanation(True, "", found, Repairs(hopeless=True)))[0].endswith("gone.py:7")


BOUND = Repair(Name("n") <= 9, "n is at most 9", exact=True)


@pytest.mark.parametrize(
    ("repairs", "lines"),
    [
        (Repairs((BOUND,)), ["holds once n is at most 9, and no further"]),
        (
            Repairs((BOUND._replace(exact=False), BOUND)),
            ["holds once n is at most 9", "holds once n is at most 9, and no further"],
        ),
        (Repairs(hopeless=True), ["holds for no member at all: no premise repairs it"]),
        (Repairs(n_tried=7), ["holds under none of the 7 premises that were tried"]),
        (Repairs(n_tried=7, ended=True), ["holds under none of the 7 premises that were tried in time"]),
    ],
    ids=["a bound", "two", "hopeless", "nothing found", "no time"],
)
def test_what_repairs_a_claim_is_said(repairs: Repairs, lines: list[str]) -> None:
    assert explained_lines(Explanation(True, "", None, repairs)) == lines
