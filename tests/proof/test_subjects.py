"""What is proved is what is defined: every shipped family, and every family of a file."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from bob.errors import Refused
from bob.proof.subjects import families_in, shipped
from bob.spec import families
from bob.spec.family import Family

if TYPE_CHECKING:
    from pathlib import Path

IMPORT = "from bob.spec.family import Family\nfrom bob.spec.fields import Dim\n"


def all_subclasses(family: type) -> set[type]:
    return {inner for each in family.__subclasses__() for inner in {each, *all_subclasses(each)}}


def test_every_family_of_the_room_is_shipped() -> None:
    room = f"{families.__name__}."
    assert set(shipped()) == {
        each for each in all_subclasses(Family) if each.__module__.startswith(room) and _stands(each)
    }


def _stands(family: type) -> bool:
    """Whether a family is the one that its module holds, not a copy made by a test."""
    return getattr(sys.modules[family.__module__], family.__name__) is family


def test_families_come_in_the_order_of_their_definition() -> None:
    assert [each.__name__ for each in shipped() if each.__module__.endswith("input_record")] == [
        "Pair",
        "Prediction",
        "InputRecord",
    ]


def test_the_families_of_a_file_are_its_own_in_order(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text(IMPORT + "class Other(Family):\n    n = Dim(0, 9)\n")
    text = "from beside import Dim, Other\nclass B(Other):\n    m = Dim(0, 9)\n"
    (tmp_path / "mine.py").write_text(text + "class A(Other):\n    pass\nC = A\n")
    assert [each.__name__ for each in families_in(str(tmp_path / "mine.py"))] == ["B", "A"]
    assert str(tmp_path) not in sys.path


def test_the_path_may_be_relative(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "mine.py").write_text(IMPORT + "class A(Family):\n    n = Dim(0, 9)\n")
    monkeypatch.chdir(tmp_path)
    assert [each.__name__ for each in families_in("mine.py")] == ["A"]


@pytest.mark.parametrize(
    ("text", "found", "note"),
    [
        pytest.param("x = 1\n", "it defines no family", "", id="no family"),
        pytest.param(IMPORT, "it defines no family", "", id="another's family"),
        pytest.param("", "it defines no family", "", id="empty"),
        pytest.param("x = (\n", "SyntaxError: '(' was never closed", "line 1", id="no Python"),
        pytest.param("\nx = 1 / 0\n", "ZeroDivisionError: division by zero", "line 2", id="raises"),
        pytest.param("import nowhere_at_all\n", "ModuleNotFoundError", "line 1", id="a missing module"),
        pytest.param("raise SystemExit(0)\n", "SystemExit: 0", "line 1", id="exits"),
        pytest.param("x = '\0'\n", "", "", id="a null byte"),
    ],
)
def test_a_file_without_families_is_refused(text: str, found: str, note: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(text)
    with pytest.raises(Refused) as refused:
        families_in(str(path))
    (finding,) = refused.value.findings
    assert (finding.code, finding.part) == ("BOB124", "mine.py")
    assert found in finding.found
    assert note in finding.note
    assert str(tmp_path) not in sys.path


@pytest.mark.parametrize(
    ("name", "found"),
    [("nowhere.py", "No such file or directory"), (".", "a folder")],
    ids=["missing", "a folder"],
)
def test_what_is_no_file_is_refused(name: str, found: str, tmp_path: Path) -> None:
    with pytest.raises(Refused) as refused:
        families_in(str(tmp_path / name))
    assert [(each.code, each.found) for each in refused.value.findings] == [("BOB820", found)]


def test_a_badly_made_family_is_refused_by_its_own_code(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(IMPORT + "class A(Family):\n    n = Dim(9, 0)\n")
    with pytest.raises(Refused) as refused:
        families_in(str(tmp_path / "mine.py"))
    assert [each.code for each in refused.value.findings] == ["BOB107"]


def test_no_file_is_left_beside_the_families(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(IMPORT + "class A(Family):\n    n = Dim(0, 9)\n")
    families_in(str(tmp_path / "mine.py"))
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]


@pytest.mark.parametrize("raised", ["BaseException('boo')", "GeneratorExit()"], ids=["base", "generator"])
def test_whatever_a_file_raises_is_a_refusal(raised: str, tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(f"raise {raised}\n")
    with pytest.raises(Refused) as refused:
        families_in(str(tmp_path / "mine.py"))
    assert [each.code for each in refused.value.findings] == ["BOB124"]


def test_what_a_file_prints_goes_beside_the_answer(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "mine.py").write_text(IMPORT + "print('noise')\nclass A(Family):\n    n = Dim(0, 9)\n")
    families_in(str(tmp_path / "mine.py"))
    assert capsys.readouterr() == ("", "noise\n")


def test_a_bound_that_no_size_can_have_is_refused(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(IMPORT + "class A(Family):\n    n = Dim(0, 10**100000)\n")
    with pytest.raises(Refused) as refused:
        families_in(str(tmp_path / "mine.py"))
    assert [each.code for each in refused.value.findings] == ["BOB107"]
