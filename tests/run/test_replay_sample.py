"""A sample of a kept series: pairs by digest, chosen by a seed, each made again bit for bit."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from bob.errors import Refused
from bob.run import invocation, replay_sample
from bob.run.replay_sample import SampleReport, sampled
from tests.checkpoints import SMALL, checkpoint, number, places, put, put_scalar, sealed
from tests.run.series import FASTER, INPUT, OTHER_INPUT, Run, begun

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

SEED = 7


@pytest.fixture(scope="module")
def run() -> Run:
    """Six honest invocations."""
    return begun(6)


@pytest.fixture
def series(tmp_path: Path, run: Run) -> Path:
    """The newest file of the run with all that came before it kept beside it."""
    (tmp_path / "input.bin").write_bytes(INPUT)
    for step, content in zip((10, 20, 30, 40, 50), run.contents[:-1], strict=True):
        (tmp_path / f"ckpt.bin.step-{step}").write_bytes(content)
    (tmp_path / "ckpt.bin").write_bytes(run.contents[-1])
    return tmp_path / "ckpt.bin"


def taken(series: Path, n: int = 99, seed: int = SEED, **given: Any) -> SampleReport:
    return sampled(str(series), n, seed, **given)


def kept(series: Path, step: int) -> Path:
    return series.with_name(f"ckpt.bin.step-{step}")


def begins(report: SampleReport) -> list[int]:
    return [pair.earlier.header.step for pair in report.pairs]


def parts(report: SampleReport) -> list[str]:
    return [finding.part for finding in report.findings]


def test_what_bob_run_keeps_can_be_sampled(tmp_path: Path) -> None:
    path = str(tmp_path / "ckpt.bin")
    (tmp_path / "input.bin").write_bytes(INPUT)
    invocation.fresh(path, SMALL)
    for _ in range(3):
        invocation.resume(path, SMALL, keep=2)
    report = sampled(path, 9, SEED)
    assert (report.findings, report.n_files, report.n_pairs) == ((), 3, 2)
    assert [pair.later.header.step for pair in report.pairs] == [30, 40]


def test_fewer_pairs_than_asked_for_are_all_made_again(series: Path) -> None:
    report = taken(series, 99)
    assert (report.findings, report.n_files, report.n_pairs) == ((), 6, 5)
    assert begins(report) == [10, 20, 30, 40, 50]


def test_a_sample_holds_no_pair_twice_and_its_seed_gives_the_same_again(series: Path) -> None:
    drawn = [begins(taken(series, 2, seed)) for seed in range(12)]
    assert drawn == [begins(taken(series, 2, seed)) for seed in range(12)]
    assert all(len(set(pairs)) == 2 for pairs in drawn)
    assert len({tuple(pairs) for pairs in drawn}) > 3


def test_a_pair_is_found_by_its_digests_whatever_the_names(series: Path) -> None:
    kept(series, 20).rename(series.with_name("away"))
    kept(series, 40).rename(kept(series, 20))
    series.with_name("away").rename(kept(series, 40))
    assert begins(taken(series)) == [10, 20, 30, 40, 50]


def test_a_second_name_of_one_file_makes_no_second_pair(series: Path) -> None:
    kept(series, 60).write_bytes(series.read_bytes())
    assert taken(series).n_pairs == 5


@pytest.mark.parametrize(("step", "plane"), [(30, "P"), (60, "V")], ids=["a kept file", "the newest file"])
def test_a_forged_file_is_caught_where_its_pair_is_taken(
    series: Path, run: Run, step: int, plane: str
) -> None:
    content = run.contents[step // 10 - 1]
    start = number(content, "header_bytes") + "PMV".index(plane) * number(content, "chunk_bytes")
    word = int.from_bytes(content[start : start + 4], "little")
    forged = sealed(put_scalar(content, "PMV".index(plane), 0, word + 1))
    path = series if step == 60 else kept(series, step)
    path.write_bytes(forged)
    assert parts(taken(series)) == [f"{path.name}: {plane}[0, 0]"]


def test_an_earlier_file_that_claims_to_be_a_later_one_is_no_pair_that_holds(series: Path, run: Run) -> None:
    content = sealed(put(run.contents[1], "step", 70))
    kept(series, 70).write_bytes(content)
    report = taken(series)
    assert parts(report) == [f"{kept(series, 70).name}: step"]
    assert (report.findings[0].found, report.findings[0].expected) == ("70", "20")


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (lambda: b"", "BOB201"),
        (lambda: begun(1, FASTER).contents[0], "BOB210"),
        (lambda: begun(1, input_record=OTHER_INPUT).contents[0], "BOB310"),
        (lambda: sealed(put_scalar(begun(1).contents[0], 1, 0, 0x7F800000)), "BOB401"),
    ],
    ids=["no checkpoint", "another contract", "another input", "a value"],
)
def test_a_kept_file_that_is_not_sound_is_a_finding_under_its_name(
    series: Path, content: Callable[[], bytes], code: str
) -> None:
    kept(series, 10).write_bytes(content())
    report = taken(series)
    assert {finding.code for finding in report.findings} == {code}
    assert all(part.startswith("ckpt.bin.step-10: ") for part in parts(report))
    assert begins(report) == [20, 30, 40, 50]


def test_a_file_that_a_run_drops_meanwhile_is_left_out(series: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    gone = (5, str(kept(series, 5)))
    names = [*replay_sample.kept_files(str(series)), gone]
    monkeypatch.setattr(replay_sample, "kept_files", lambda _: names)
    assert taken(series).findings == ()


def test_a_file_that_a_run_replaces_meanwhile_is_refused(series: Path, run: Run) -> None:
    with pytest.raises(Refused) as refused:
        taken(series, progress=lambda *_: kept(series, 50).write_bytes(run.contents[0]))
    assert [finding.code for finding in refused.value.findings] == ["BOB220"]


@pytest.mark.parametrize("left", [(), (20,)], ids=["nothing kept", "no parent of another"])
def test_without_a_pair_there_is_nothing_to_sample(series: Path, left: tuple[int, ...]) -> None:
    for step in {10, 20, 30, 40, 50} - set(left):
        kept(series, step).unlink()
    with pytest.raises(Refused) as refused:
        taken(series)
    (finding,) = refused.value.findings
    assert (finding.code, finding.found) == ("BOB843", f"{1 + len(left)} whole")


def test_a_later_file_where_the_run_itself_does_not_come_is_caught(tmp_path: Path) -> None:
    huge = SMALL.changed({"learner.lr": "3e38"})
    (tmp_path / "input.bin").write_bytes(INPUT)
    own = begun(1).steps[0].outcome.input_digest
    first = checkpoint(huge, 10, input_digest=own)
    (tmp_path / "ckpt.bin.step-10").write_bytes(first)
    (tmp_path / "ckpt.bin").write_bytes(
        checkpoint(huge, 20, input_digest=own, parent=first[places(first)["header_digest"]])
    )
    assert parts(taken(tmp_path / "ckpt.bin")) == ["ckpt.bin: step 10 to 20"]
