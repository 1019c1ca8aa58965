"""The kept walk over exp and log: it speaks of today's text, of all arguments, and of every hard one."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from bob.kernels import elementary
from bob.kernels.theorems import elementary_walk

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT = Path(__file__).parents[3] / "proofs" / elementary_walk.FOLDER
each_function = pytest.mark.parametrize("name", elementary_walk.NAMES)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(KEPT, tmp_path / "kept"))


@each_function
def test_the_kept_result_holds(name: str) -> None:
    walked = elementary_walk.walked(name)
    assert walked.holds, walked.evidence
    assert walked.evidence.startswith("4,294,967,296 arguments; ")


def test_the_table_of_hard_cases_is_small() -> None:
    assert (KEPT / elementary_walk.HARD_CASES).stat().st_size < 200_000


@pytest.mark.parametrize(
    ("name", "coefficient"),
    [("exp", "C2"), ("exp", "C10"), ("exp", "LN2"), ("log", "A3"), ("log", "A23"), ("log", "LN2_LOW")],
)
def test_a_changed_coefficient_is_told(name: str, coefficient: str, monkeypatch: pytest.MonkeyPatch) -> None:
    value = getattr(elementary, coefficient)
    monkeypatch.setattr(elementary, coefficient, value * (1.0 + 2.0**-52))
    walked = elementary_walk.walked(name)
    assert (walked.holds, walked.evidence.split(":")[0]) == (
        False,
        f"the kept result is of another text of {name}",
    )
    other = {"exp": "log", "log": "exp"}[name]
    assert elementary_walk.walked(other).holds


def changed(**values: Any) -> Callable[[Path, str], None]:
    def change(folder: Path, name: str) -> None:
        path = folder / elementary_walk.RESULT
        result = json.loads(path.read_text())
        result["functions"][name].update(values)
        path.write_text(json.dumps(result))

    return change


def without_a_hard_case(folder: Path, name: str) -> None:
    path = folder / elementary_walk.HARD_CASES
    lines = path.read_text().splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith(name))
    lines[place] = lines[place].rsplit(" ", 1)[0]
    path.write_text("\n".join(lines) + "\n")


def without_a_result(folder: Path, _name: str) -> None:
    (folder / elementary_walk.RESULT).unlink()


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (changed(misrounded=1), "1 of 4,294,967,296 arguments are misrounded"),
        (changed(arguments=2**20), "0 of 1,048,576 arguments are misrounded"),
        (changed(settled=1), "the table of hard cases is not the one that was kept"),
        (changed(formula="0" * 64), "the kept result is of another text"),
        (without_a_hard_case, "the table of hard cases is not the one that was kept"),
        (without_a_result, "no kept result can be read (FileNotFoundError)"),
    ],
    ids=["misrounded", "a sample", "a count", "another text", "a case dropped", "not there"],
)
@each_function
def test_a_kept_result_that_was_touched_is_told(
    folder: Path, name: str, change: Callable[[Path, str], None], reason: str
) -> None:
    change(folder, name)
    walked = elementary_walk.walked(name, folder)
    assert not walked.holds
    assert walked.evidence.startswith(reason)


@each_function
def test_a_hard_case_that_is_computed_wrong_is_told(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    hard = elementary_walk.hard_cases(KEPT, name)[1000]
    right = elementary_walk.computed
    monkeypatch.setattr(elementary_walk, "computed", lambda n, a: right(n, a) ^ (a == hard))
    walked = elementary_walk.walked(name)
    assert not walked.holds
    assert walked.evidence.startswith(f"{name} of {hard:08x} gives ")


def test_what_is_kept_is_what_was_found(tmp_path: Path) -> None:
    found = {
        "exp": elementary_walk.Found([1], [2, 0x3F800000]),
        "log": elementary_walk.Found([], list(range(15))),
    }
    elementary_walk.keep(tmp_path, found, {"mpfr": "MPFR 0"})
    assert [elementary_walk.hard_cases(tmp_path, name) for name in found] == [
        [2, 0x3F800000],
        list(range(15)),
    ]
    result = json.loads((tmp_path / elementary_walk.RESULT).read_text())
    assert result["versions"] == {"mpfr": "MPFR 0"}
    assert [result["functions"][name]["misrounded"] for name in found] == [1, 0]
    assert elementary_walk.walked("exp", tmp_path).evidence == "1 of 4,294,967,296 arguments are misrounded"


def test_a_text_has_one_line_an_operation_and_every_coefficient() -> None:
    text = elementary_walk.formula_text("exp")
    assert text == elementary_walk.formula_text("exp")
    assert text.count("= fp.mul") == 13
    assert "#x3fdffffffffffed2" in text
