"""The tool that makes the same runs in many ways: what differs is named, and its page is its results."""

from __future__ import annotations

import json
import shutil
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

ROOT = Path(__file__).parent.parent.parent
sys.path.append(str(ROOT / "tools"))

import reproduce  # noqa: E402
from reproduction import environments, judgement, native, page  # noqa: E402
from reproduction.cases import CASES, SHIPPED, expected, published  # noqa: E402
from reproduction.comparison import first_differences  # noqa: E402
from reproduction.portable import portable  # noqa: E402
from reproduction.ways import ways  # noqa: E402

if TYPE_CHECKING:
    from collections.abc import Callable

SMALL = next(case for case in CASES if case.vocabulary == 16)
MISSING = "NO GCC: no way of the C program is taken, and nothing here shows that the tool tells a difference"
needs_gcc = pytest.mark.skipif(shutil.which("gcc") is None, reason=MISSING)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the case of vocabulary 16."""
    for module in (judgement, native, page):
        monkeypatch.setattr(module, "CASES", (SMALL,))
    monkeypatch.setattr("reproduction.portable.CASES", (SMALL,))


def changed(content: bytes, plane: int, place: int, bits: int) -> bytes:
    start = struct.unpack_from("<Q", content, 16)[0] + 4 * (plane * SMALL.vocabulary**2 + place)
    return content[:start] + struct.pack("<I", bits) + content[start + 4 :]


def way(
    change: Callable[[bytes], bytes | None], is_broken: bool = False, threads: tuple[int, ...] = (1,)
) -> judgement.Way:
    """A way that leaves the right files, but for the one at step 20."""

    def take(folder: Path) -> dict[str, str]:
        for count in threads:
            for step, content in expected(SMALL).items():
                made = change(content) if step == 20 else content
                path = judgement.file_of(folder, SMALL, count, step)
                path.parent.mkdir(exist_ok=True)
                if made is not None:
                    path.write_bytes(made)
        return {"made": "here"}

    return judgement.Way("Tried", "one", take, threads, is_broken)


def same(content: bytes) -> bytes:
    return content


# --- Comparison ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("plane", range(3), ids="PMV")
def test_a_plane_that_differs_is_named_with_its_first_scalar_and_both_values(plane: int) -> None:
    content = expected(SMALL)[10]
    found = changed(changed(content, plane, 200, 0x3F800000), plane, 7, 0x40000000)
    (difference,) = first_differences(found, content)
    assert (difference.part, difference.place, difference.found) == ("PMV"[plane], 7, "40000000 (2)")
    own = struct.unpack_from("<I", content, struct.unpack_from("<Q", content, 16)[0] + 1024 * plane + 28)[0]
    assert difference.expected.startswith(f"{own:08x} (")


def test_a_negative_zero_differs_from_zero() -> None:
    content = changed(expected(SMALL)[10], 1, 0, 0)
    found = first_differences(changed(content, 1, 0, 1 << 31), content)
    assert [(each.found, each.expected) for each in found] == [("80000000 (-0)", "00000000 (0)")]


@pytest.mark.parametrize(
    ("change", "part", "place"),
    [
        (lambda content: content[:60] + b"\1" + content[61:], "header", 60),
        (lambda content: content[:-1], "file", 0),
        (lambda _: None, "file", 0),
    ],
    ids=["header", "length", "no file"],
)
def test_what_is_no_plane_is_named_where_no_plane_differs(change: Any, part: str, place: int) -> None:
    (difference,) = first_differences(change(expected(SMALL)[10]), expected(SMALL)[10])
    assert (difference.part, difference.place) == (part, place)


# --- Judgement -----------------------------------------------------------------------------------------


@pytest.mark.usefixtures("small")
def test_a_file_of_any_number_of_threads_and_step_is_compared(tmp_path: Path) -> None:
    result = judgement.judged(way(lambda content: changed(content, 2, 3, 0), threads=(1, 2, 7)), tmp_path)
    assert (result["outcome"], result["files"], result["same"]) == (judgement.DIFFERS, 9, 6)
    places = [(each["threads"], each["step"], each["part"]) for each in result["differences"]]
    assert places == [(1, 20, "V"), (2, 20, "V"), (7, 20, "V")]


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("change", "is_broken", "status"),
    [
        (same, False, 0),
        (lambda content: changed(content, 0, 0, 0), False, 1),
        (lambda _: None, False, 1),
        (same, True, 1),
        (lambda content: changed(content, 0, 0, 0), True, 0),
    ],
    ids=["same", "differs", "absent", "same though broken", "differs as it must"],
)
def test_the_exit_status_is_1_where_a_way_is_not_as_it_should_be(
    monkeypatch: pytest.MonkeyPatch, change: Any, is_broken: bool, status: int
) -> None:
    monkeypatch.setattr(reproduce, "ways", lambda _: [way(change, is_broken)])
    done = CliRunner().invoke(reproduce.command, [])
    assert done.exit_code == status
    assert done.output.splitlines()[-1].startswith(f"1 ways, {status} not as they should be")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("raised", "outcome", "status"),
    [(judgement.Absent("none"), "not run", 0), (judgement.Failed("broke"), "failed", 1)],
    ids=["not run", "failed"],
)
def test_a_way_that_fails_is_wrong_and_one_that_cannot_be_prepared_is_not(
    monkeypatch: pytest.MonkeyPatch, raised: Exception, outcome: str, status: int
) -> None:
    def take(_: Path) -> dict[str, str]:
        raise raised

    monkeypatch.setattr(reproduce, "ways", lambda _: [replace(way(same), take=take)])
    done = CliRunner().invoke(reproduce.command, [])
    assert (done.exit_code, done.output.split("  ")[0]) == (status, outcome)


@needs_gcc
@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("exact", "outcome"),
    [(("-std=c11", "-ffp-contract=off"), judgement.SAME), (("-std=c11", "-ffast-math"), judgement.DIFFERS)],
    ids=["as the documents say", "reordered"],
)
def test_the_c_program_is_the_same_unless_its_arithmetic_is_broken(
    tmp_path: Path, exact: tuple[str, ...], outcome: str
) -> None:
    taken = replace(way(same), take=lambda folder: portable(folder, ("gcc", "-O2"), exact=exact))
    result = judgement.judged(taken, tmp_path)
    assert result["outcome"] == outcome
    assert {each["part"] for each in result["differences"]} == ({*"PMV"} if result["differences"] else set())


@pytest.mark.usefixtures("small")
def test_each_number_of_threads_begins_a_run_and_resumes_it_twice(tmp_path: Path) -> None:
    found = native.commands(tmp_path, native.THREADS)
    said = [(words[1], words[words.index("--threads") + 1], copy.name) for words, _, copy in found]
    begun = [("--out", "10.bin"), ("--resume", "20.bin"), ("--resume", "30.bin")]
    assert said == [(how, str(count), name) for count in (1, 2, 7) for how, name in begun]


@pytest.mark.usefixtures("small")
def test_what_bob_writes_for_these_commands_is_the_same(tmp_path: Path, kept_object: Path) -> None:
    def take(folder: Path) -> dict[str, str]:
        for words, checkpoint, copy in native.commands(folder, (2,)):
            environment = native.environment(BOB_CACHE_DIR=str(kept_object.parent))
            judgement.said(sys.executable, "-m", "bob", *words, environment=environment)
            shutil.copy(checkpoint, copy)
        return {}

    result = judgement.judged(replace(way(same, threads=(2,)), take=take), tmp_path)
    assert (result["outcome"], result["same"]) == (judgement.SAME, 3)


# --- Cases, environments and the page --------------------------------------------------------------------


def test_known_answers_are_read_from_the_document() -> None:
    assert sorted(published()) == [10, 20, 50]
    assert published()[10].startswith("0ac58282")


def test_the_first_case_is_the_known_answer_s() -> None:
    digest = "01c21bb559842671b136962372d823d476c6064ffa871a71835f36bb747a2507"
    assert page.blake3(SHIPPED.record).hexdigest() == digest


def test_the_oldest_environment_is_pinned_to_the_least_that_is_allowed() -> None:
    place = environments.Place("3.11", environments.OLDEST, environments.NEWEST)
    numba, numpy = (
        next(each for each in environments.requirements(place) if each.startswith(name))
        for name in ("numba", "numpy")
    )
    assert numba.startswith("numba==")
    assert (numpy.startswith("numpy>="), ",<" in numpy) == (True, True)


def test_the_page_is_what_its_results_give() -> None:
    assert page.page(page.read()) == page.PAGE.read_text()


def test_every_way_of_the_results_is_one_of_the_tool_s_and_as_it_should_be(tmp_path: Path) -> None:
    results = page.read()["ways"]
    known = [(each.group, each.name) for each in ways(tmp_path)]
    assert [(each["group"], each["name"]) for each in results] == known
    assert [each["name"] for each in results if not judgement.is_as_it_should_be(each)] == []


@pytest.mark.parametrize("case", CASES[1:], ids=lambda case: str(case.vocabulary))
def test_the_results_expect_the_independent_program_s_planes_of_today(case: Any) -> None:
    kept = page.read()["expected"][str(case.vocabulary)]
    assert kept == {str(step): page.digests(content) for step, content in expected(case).items()}


def test_the_ways_can_be_listed() -> None:
    tool = ROOT / "tools" / "reproduce.py"
    done = subprocess.run([sys.executable, str(tool), "--list"], capture_output=True, text=True, check=True)
    assert len(done.stdout.splitlines()) == len(json.loads(page.RESULTS.read_text())["ways"])
