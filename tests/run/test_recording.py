"""A run's receipts say what its invocations did, before their files are there, and once."""

from __future__ import annotations

import json
import platform
from typing import TYPE_CHECKING, Any

import pytest

from bob.envelope.identity import contract_digest
from bob.envelope.input_record import build_input
from bob.envelope.lineage import traced
from bob.envelope.receipts import read_receipts
from bob.envelope.verify import verify
from bob.errors import Finding, Refused
from bob.kernels import cache
from bob.run import invocation, recording
from bob.run.fork import forked
from tests.checkpoints import SMALL

if TYPE_CHECKING:
    from pathlib import Path

    from bob.run.advance import Outcome


class Run:
    """A run with receipts."""

    def __init__(self, folder: Path) -> None:
        self.ckpt, self.log = str(folder / "ckpt.bin"), folder / "receipts.jsonl"
        (folder / "input.bin").write_bytes(build_input([(7 * b + 3) % 16 for b in range(16)], [1, 15], SMALL))

    def record(self, outcome: Outcome) -> None:
        recording.record_run(str(self.log), outcome, SMALL)

    def fresh(self) -> Outcome:
        return invocation.fresh(self.ckpt, SMALL, before_writing=self.record)

    def resume(self, **more: Any) -> Outcome:
        return invocation.resume(self.ckpt, SMALL, before_writing=self.record, **more)

    def lines(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.log.read_bytes().splitlines()]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    return Run(tmp_path)


def test_a_receipt_says_what_the_invocation_did(run: Run, kept_object: Path) -> None:
    outcome = run.fresh()
    (line,) = run.lines()
    kept = cache.entry({"BOB_CACHE_DIR": str(kept_object.parent)})
    assert kept is not None
    assert (line["kind"], line["step_from"], line["step_to"]) == ("run", 0, 10)
    assert (line["parent"], line["child"]) == ("00" * 32, outcome.header_digest.hex())
    assert (line["input"], line["contract"]) == (outcome.input_digest.hex(), contract_digest(SMALL).hex())
    assert (line["losses"], line["norms"]) == (list(outcome.losses), list(outcome.norms))
    answers = b"".join(
        token.to_bytes(4, "little") + ok.to_bytes(4, "little") for token, ok in outcome.answers
    )
    assert line["predictions"] == answers.hex()
    assert line["kernels"] == {"object": kept.digest.hex(), "text": kept.text.hex()}
    assert set(line["versions"]) == {"bob", "python", "numpy", "numba", "llvmlite"}
    assert line["versions"]["python"] == platform.python_version()
    assert line["cpu"].endswith(platform.machine())


def test_kernels_that_are_not_kept_are_not_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recording.cache, "entry", lambda _: None)
    run.fresh()
    assert run.lines()[0]["kernels"] == {}


def test_the_receipts_of_a_run_are_its_lineage(run: Run) -> None:
    run.fresh()
    for _ in range(3):
        run.resume()
    report = verify(run.ckpt, SMALL)
    assert report.header is not None
    lineage = traced(report.header, SMALL, read_receipts(run.log.read_bytes(), "log"))
    assert lineage.findings == ()
    assert [link.receipt.step_to for link in lineage.links] == [40, 30, 20, 10]


def test_a_fork_has_a_receipt_of_its_own(run: Run, tmp_path: Path) -> None:
    run.fresh()
    log, new = str(run.log), str(tmp_path / "new.bin")
    made = forked(
        run.ckpt,
        {"learner.beta1": "0.8"},
        new,
        reset=True,
        before_writing=lambda fork: recording.record_fork(log, fork),
    )
    report = verify(new, made.new)
    assert report.header is not None
    lineage = traced(report.header, made.new, read_receipts(run.log.read_bytes(), "log"))
    assert lineage.findings == ()
    first = lineage.links[0].receipt
    assert (first.kind, first.changed, first.reset) == ("fork", (("learner.beta1", "0.9", "0.8"),), True)
    assert lineage.links[1].contract == SMALL


def test_an_invocation_whose_receipt_cannot_be_written_writes_nothing(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run.fresh()
    with open(run.ckpt, "rb") as opened:
        before = opened.read()

    def refuse(*_: object) -> None:
        raise Refused("log", [Finding("BOB821", "path")])

    monkeypatch.setattr(recording, "append_line", refuse)
    with pytest.raises(Refused):
        run.resume()
    with open(run.ckpt, "rb") as opened:
        assert opened.read() == before


def test_an_invocation_that_died_behind_its_receipt_is_recorded_once(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    run.fresh()
    with monkeypatch.context() as patched:
        patched.setattr(invocation, "_write", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            run.resume()
    assert len(run.lines()) == 2
    run.resume()
    assert len(run.lines()) == 2
    run.resume()
    assert [line["step_to"] for line in run.lines()] == [10, 20, 30]


def test_what_is_no_receipts_file_is_refused_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "log").write_bytes(b"mine")
    with pytest.raises(Refused, match="BOB801"):
        recording.require_receipts(str(tmp_path / "log"))


@pytest.mark.parametrize("keep", [1, 2, 5])
def test_the_last_checkpoints_are_kept_beside_the_current_one(run: Run, tmp_path: Path, keep: int) -> None:
    contents = {}
    outcome = run.fresh()
    for _ in range(4):
        with open(run.ckpt, "rb") as opened:
            contents[outcome.step] = opened.read()
        outcome = run.resume(keep=keep)
    kept = {path.name: path.read_bytes() for path in tmp_path.glob("ckpt.bin.step-*")}
    wanted = sorted(contents)[-keep:]
    assert kept == {f"ckpt.bin.step-{step}": contents[step] for step in wanted}


def test_nothing_is_kept_where_nothing_is_replaced(run: Run, tmp_path: Path) -> None:
    run.fresh()
    run.resume(keep=2, out=str(tmp_path / "other.bin"))
    assert not list(tmp_path.glob("*.step-*"))


def test_a_kept_name_that_is_taken_is_refused_before_the_work(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run.fresh()
    (tmp_path / "ckpt.bin.step-10").write_bytes(b"mine")
    monkeypatch.setattr(invocation, "advanced", None)
    with pytest.raises(Refused, match="BOB801"):
        run.resume(keep=1)


def test_a_kept_checkpoint_stays_when_the_new_one_could_not_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run.fresh()
    with monkeypatch.context() as patched:
        patched.setattr(invocation, "_write", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            run.resume(keep=1)
    run.resume(keep=1)
    assert sorted(path.name for path in tmp_path.glob("ckpt.bin*")) == ["ckpt.bin", "ckpt.bin.step-10"]
