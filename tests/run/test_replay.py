"""Replay catches what no digest and no value rule catches, and names it."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from bob.binary32 import shown
from bob.canonical import digest
from bob.envelope.identity import contract_digest
from bob.envelope.input_record import build_input, read_input
from bob.envelope.values import blocks_of, check_values
from bob.envelope.verify import verify_envelope
from bob.errors import Finding, Refused
from bob.learners import byte_table
from bob.run import invocation, replay
from bob.run.again import Again
from bob.run.replay import ReplayReport, replayed
from bob.run.replay_witness import Agreement
from bob.store import Buffer
from tests.checkpoints import SMALL, checkpoint, number, places, put, put_scalar, rebuilt, sealed
from tests.run.series import FASTER, INPUT, OTHER_INPUT, Run, Step, begun, lines, made

if TYPE_CHECKING:
    from pathlib import Path

PLANE = {"P": 0, "M": 1, "V": 2}
ROW, COLUMN = 3, 10
each_plane = pytest.mark.parametrize("plane", PLANE)


@pytest.fixture(scope="module")
def run() -> Run:
    """Four honest invocations."""
    return begun(4)


class Files(NamedTuple):
    folder: Path

    def replay(self, content: bytes, **given: Any) -> ReplayReport:
        """Replay a file of this content; receipts, log and start are given as their contents."""
        (self.folder / "input.bin").write_bytes(INPUT)
        (self.folder / "ckpt.bin").write_bytes(content)
        for name in ("start", "receipts", "log"):
            if name in given:
                (self.folder / name).write_bytes(given.pop(name))
                given[f"{name}_path"] = str(self.folder / name)
        return replayed(str(self.folder / "ckpt.bin"), **given)

    def refused(self, content: bytes, **given: Any) -> Refused:
        with pytest.raises(Refused) as refused:
            self.replay(content, **given)
        return refused.value


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path)


def codes(refused: Refused) -> list[str]:
    return [finding.code for finding in refused.findings]


def bits(content: bytes, plane: int, place: int) -> int:
    start = number(content, "header_bytes") + plane * number(content, "chunk_bytes") + 4 * place
    return int.from_bytes(content[start : start + 4], "little")


def one_ulp_off(content: bytes, plane: str, place: int = 16 * ROW + COLUMN) -> bytes:
    """The same checkpoint with a scalar one ulp larger in magnitude, every digest computed anew."""
    return sealed(put_scalar(content, PLANE[plane], place, bits(content, PLANE[plane], place) + 1))


def parts(report: ReplayReport) -> list[str]:
    return [finding.part for finding in report.findings]


# What replays.


def test_what_bob_run_wrote_replays_from_the_initialization(tmp_path: Path) -> None:
    path = str(tmp_path / "ckpt.bin")
    (tmp_path / "input.bin").write_bytes(INPUT)
    invocation.fresh(path, SMALL)
    outcome = invocation.resume(path, SMALL)
    report = replayed(path)
    assert report.findings == ()
    assert report.equal == ("P", "M", "V", "parent")
    assert report.header.header_digest == outcome.header_digest
    assert (report.start, report.n_invocations, report.header.step) == (0, 2, 20)
    assert report.input_digest == digest(INPUT)


@pytest.mark.parametrize("threads", [1, 2, 7])
def test_threads_change_no_bit(files: Files, run: Run, threads: int) -> None:
    assert files.replay(run.contents[-1], threads=threads).findings == ()


def test_a_replay_that_begins_at_an_earlier_checkpoint_makes_the_rest_alone(files: Files, run: Run) -> None:
    report = files.replay(run.contents[3], start=run.contents[1])
    assert (report.findings, report.start, report.n_invocations) == ((), 20, 2)


def test_progress_is_told_after_each_invocation(files: Files, run: Run) -> None:
    told = []
    files.replay(run.contents[3], progress=lambda *counts: told.append(counts))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


# What does not, and nothing else would say so.


@each_plane
def test_a_scalar_one_ulp_off_under_right_digests_is_caught_by_replay_alone(
    files: Files, run: Run, plane: str
) -> None:
    honest = run.contents[1]
    content = one_ulp_off(honest, plane)
    source = Buffer(content)
    assert verify_envelope(source, SMALL).findings == ()
    offset = number(content, "header_bytes")
    assert check_values(blocks_of(source, offset, SMALL["chunk"]), SMALL, 20, offset) == []

    report = files.replay(content)
    place = 16 * ROW + COLUMN
    before = bits(honest, PLANE[plane], place)
    assert report.findings == (
        Finding(
            "BOB840",
            f"{plane}[{ROW}, {COLUMN}]",
            shown(before + 1),
            shown(before),
            offset + PLANE[plane] * SMALL["chunk"] + 4 * place,
            f"1 ulp apart; in {plane} no other scalar differs",
        ),
    )
    assert set(report.equal) == {"P", "M", "V", "parent"} - {plane}


def test_the_first_scalar_of_each_plane_is_named_and_the_others_are_counted(files: Files, run: Run) -> None:
    content = run.contents[1]
    for plane, place in (("P", 200), ("P", 17), ("P", 255), ("V", 0)):
        content = one_ulp_off(content, plane, place)
    first, second = files.replay(content).findings
    assert (first.part, first.note) == ("P[1, 1]", "1 ulp apart; in P 2 more scalars differ")
    assert (second.part, second.note) == ("V[0, 0]", "1 ulp apart; in V no other scalar differs")


def test_two_runs_that_changed_their_inputs_names_do_not_replay(files: Files) -> None:
    other = sealed(put(begun(2, input_record=OTHER_INPUT).contents[1], "input_digest", digest(INPUT)))
    report = files.replay(other)
    assert {part[0] for part in parts(report) if "[" in part} == {"P", "M", "V"}
    assert "parent" in parts(report)


def test_another_parent_under_equal_planes_is_found_as_that(files: Files, run: Run) -> None:
    report = files.replay(sealed(put(run.contents[1], "parent", b"\x07" * 32)))
    (finding,) = report.findings
    assert (finding.code, finding.part, finding.byte_offset) == ("BOB840", "parent", 96)
    assert finding.found == "07" * 32
    assert finding.expected == run.steps[0].outcome.header_digest.hex()
    assert finding.note == "the planes are equal: it is the parent alone that differs"
    assert report.equal == ("P", "M", "V")


def test_a_step_that_was_raised_is_found_with_the_step_of_the_planes(files: Files, run: Run) -> None:
    report = files.replay(sealed(put(run.contents[1], "step", 40)))
    assert parts(report)[:2] == ["step", "parent"]
    first = report.findings[0]
    assert (first.found, first.expected) == ("40", "20")
    assert first.note == "the planes are those of step 20, bit for bit"
    assert {part[0] for part in parts(report)[2:]} == {"P", "M", "V"}


def test_a_step_that_was_lowered_does_not_replay(files: Files, run: Run) -> None:
    assert "P[0, 0]" in parts(files.replay(sealed(put(run.contents[3], "step", 20))))


def test_a_checkpoint_made_under_another_rate_and_relabelled_does_not_replay(files: Files) -> None:
    learner = slice(*(getattr(places(begun(1).contents[0])["learner"], end) for end in ("start", "stop")))
    relabelled = rebuilt(begun(2, FASTER).contents[1], learner=begun(1).contents[0][learner])
    assert verify_envelope(Buffer(relabelled), SMALL).findings == ()
    assert "P[0, 0]" in parts(files.replay(relabelled))


def test_a_checkpoint_where_the_run_itself_does_not_come_does_not_replay(files: Files) -> None:
    huge = SMALL.changed({"learner.lr": "3e38"})
    report = files.replay(checkpoint(huge, 20, input_digest=digest(INPUT)))
    (finding,) = report.findings
    assert (finding.code, finding.part, finding.found) == ("BOB840", "step 0 to 10", "a checkpoint after it")
    assert "makes it negative or not finite" in finding.note
    assert report.equal == ()


# What is refused before anything runs.


@pytest.fixture
def idle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing may be made again, and no kernel be asked for."""

    def asked(*_: object) -> None:
        raise AssertionError("it ran")

    monkeypatch.setattr(Again, "make", asked)
    monkeypatch.setattr(replay, "require_native", asked)


@pytest.mark.usefixtures("idle")
def test_another_input_is_refused_before_anything_runs(files: Files, run: Run) -> None:
    (files.folder / "other.bin").write_bytes(OTHER_INPUT)
    refused = files.refused(run.contents[1], input_path=str(files.folder / "other.bin"))
    assert codes(refused) == ["BOB310"]


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize(
    ("place", "word", "code"), [(5, 0x7FC00000, "BOB401"), (5, None, "BOB206")], ids=["value", "digest"]
)
def test_a_checkpoint_that_is_not_sound_is_refused_as_ever(
    files: Files, run: Run, place: int, word: int | None, code: str
) -> None:
    content = run.contents[1]
    broken = put_scalar(content, 0, place, 1 if word is None else word)
    assert codes(files.refused(broken if word is None else sealed(broken))) == [code]


@pytest.mark.usefixtures("idle")
def test_a_checkpoint_of_another_contract_than_the_given_one_is_refused(files: Files, run: Run) -> None:
    assert codes(files.refused(run.contents[1], contract=FASTER)) == ["BOB210"]


@pytest.mark.usefixtures("idle")
def test_a_checkpoint_of_another_learner_is_refused(files: Files) -> None:
    foreign = SMALL.changed({"learner.identity": "somebody:else"})
    content = checkpoint(foreign, 10, input_digest=digest(INPUT))
    assert codes(files.refused(content)) == ["BOB701"]


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize("start", [1, 2], ids=["itself", "a later one"])
def test_a_start_that_is_not_before_the_checkpoint_is_refused(files: Files, run: Run, start: int) -> None:
    refused = files.refused(run.contents[1], start=run.contents[start])
    (finding,) = refused.findings
    assert refused.subject.endswith("start")
    assert (finding.code, finding.part, finding.expected) == ("BOB844", "step", "below 20")


@pytest.mark.usefixtures("idle")
def test_a_start_of_another_contract_is_refused(files: Files, run: Run) -> None:
    refused = files.refused(run.contents[1], start=begun(1, FASTER).contents[0])
    assert (refused.subject[-5:], codes(refused)) == ("start", ["BOB210"])


@pytest.mark.usefixtures("idle")
def test_a_start_that_learned_from_another_input_is_refused(files: Files, run: Run) -> None:
    other = begun(1, input_record=OTHER_INPUT).contents[0]
    refused = files.refused(run.contents[1], start=other)
    assert [(each.code, each.part) for each in refused.findings] == [("BOB844", "input_digest")]


@pytest.mark.usefixtures("idle")
def test_a_start_that_is_not_sound_is_refused(files: Files, run: Run) -> None:
    start = sealed(put_scalar(run.contents[0], 2, 0, 0x7F800000))
    assert codes(files.refused(run.contents[1], start=start)) == ["BOB401"]


def test_a_start_that_is_not_the_parent_gives_another_parent(files: Files, run: Run) -> None:
    start = sealed(put(put(run.contents[1], "parent", b"\x07" * 32), "step", 20))
    report = files.replay(run.contents[2], start=start)
    assert parts(report) == ["parent"]


def test_a_file_that_changes_while_its_differences_are_sought_is_refused(files: Files, run: Run) -> None:
    def touch(*_: int) -> None:
        os.utime(files.folder / "ckpt.bin", ns=(1, 1))

    assert codes(files.refused(one_ulp_off(run.contents[1], "P"), progress=touch)) == ["BOB220"]


# Receipts.


def test_every_receipt_of_an_honest_run_replays(files: Files, run: Run) -> None:
    report = files.replay(run.contents[3], receipts=run.receipts())
    assert (report.findings, report.receipts) == ((), Agreement(4, None))


def passed_off(run: Run) -> Run:
    """The run's first two invocations, a third under another rate with the run's own contract in its header,
    and one more after it.
    """
    state = run.state()
    record = read_input(INPUT, SMALL).record
    assert record is not None
    byte_table.train(state.planes, record.targets, FASTER, state.step)
    content = checkpoint(SMALL, state.step + 10, state.planes, digest(INPUT), state.parent)
    outcome = run.steps[-1].outcome._replace(
        step_before=state.step,
        step=state.step + 10,
        parent=state.parent,
        header_digest=content[places(content)["header_digest"]],
    )
    return Run((*run.steps, Step(content, outcome, SMALL))).gone_on(1)


def test_receipts_lead_to_the_first_invocation_that_was_made_otherwise(files: Files) -> None:
    forged = passed_off(begun(2))
    report = files.replay(forged.contents[-1], receipts=forged.receipts())
    assert report.receipts is not None
    assert report.receipts.n_compared == 3
    difference = report.receipts.difference
    assert difference is not None
    assert difference in report.findings
    assert difference.part == "step 20 to 30"
    assert difference.found == forged.steps[2].outcome.header_digest.hex()
    assert difference.expected == begun(3).steps[2].outcome.header_digest.hex()
    assert difference.note == "the first invocation that gives something else than its receipt says (line 3)"
    assert "P[0, 0]" in parts(report)


@pytest.mark.parametrize("change", ["plane", "parent"])
def test_a_file_that_was_changed_after_its_receipt_is_told_from_a_forged_run(
    files: Files, run: Run, change: str
) -> None:
    honest = run.contents[3]
    content = one_ulp_off(honest, "M") if change == "plane" else sealed(put(honest, "parent", b"\x07" * 32))
    report = files.replay(content, receipts=run.receipts())
    assert report.receipts == Agreement(4, None)
    assert parts(report) == [f"M[{ROW}, {COLUMN}]" if change == "plane" else "parent"]


def test_a_changed_file_is_taken_for_the_one_whose_receipt_names_its_parent(files: Files, run: Run) -> None:
    told = [step.receipt() for step in run.steps]
    sibling = told[3]._replace(parent=b"\x05" * 32, child=b"\x06" * 32)
    receipts = b"".join(lines([sibling, *told]))
    report = files.replay(one_ulp_off(run.contents[3], "M"), receipts=receipts)
    assert report.receipts == Agreement(4, None)


def test_what_lies_before_the_first_receipt_is_made_without(files: Files, run: Run) -> None:
    kept = b"".join(run.receipts().splitlines(keepends=True)[2:])
    report = files.replay(run.contents[3], receipts=kept)
    assert (report.findings, report.receipts, report.n_invocations) == ((), Agreement(2, None), 4)


def test_receipts_of_another_run_are_none_of_this(files: Files, run: Run) -> None:
    other = begun(4, FASTER).receipts()
    report = files.replay(run.contents[3], receipts=other)
    assert (report.findings, report.receipts) == ((), Agreement(0, None))


def test_a_receipt_that_tells_of_another_file_of_this_step_is_a_finding(files: Files, run: Run) -> None:
    told = [step.receipt() for step in run.steps]
    told[3] = told[3]._replace(child=b"\x09" * 32)
    report = files.replay(run.contents[3], receipts=b"".join(lines(told)))
    assert parts(report) == ["step 30 to 40"]
    assert report.equal == ("P", "M", "V", "parent")


@pytest.mark.usefixtures("idle")
@pytest.mark.parametrize(
    ("line", "change", "part"),
    [
        (1, {"step_to": 15}, "line 2: step_to"),
        (1, {"contract": b"\x01" * 32}, "line 2: contract"),
        (1, {"input": b"\x01" * 32}, "line 2: input"),
        (3, {"parent": b"\x01" * 32}, "line 4: parent"),
        (0, {"step_from": 5}, "line 1: parent"),
        (2, {"step_from": 15}, "line 3: step_to"),
    ],
    ids=["step", "contract", "input", "parent", "start", "updates"],
)
def test_receipts_that_contradict_the_run_are_refused_before_anything_runs(
    files: Files, run: Run, line: int, change: dict[str, Any], part: str
) -> None:
    told = [step.receipt() for step in run.steps]
    told[line] = told[line]._replace(**change)
    if part == "line 3: step_to":
        told[1] = told[1]._replace(step_to=15, step_from=5)
        told[0] = told[0]._replace(step_to=5)
    refused = files.refused(run.contents[3], receipts=b"".join(lines(told)))
    assert set(codes(refused)) == {"BOB243"}
    assert part in [finding.part for finding in refused.findings]


@pytest.mark.usefixtures("idle")
def test_a_first_receipt_that_no_whole_invocations_lead_to_is_refused(files: Files, run: Run) -> None:
    # A fork from a contract of three updates, whose own receipts are not there.
    receipt = run.steps[1].receipt()._replace(kind="fork", changed=(("updates", "3", "10"),))
    rest = [step.receipt() for step in run.steps[2:]]
    refused = files.refused(run.contents[3], receipts=b"".join(lines([receipt, *rest])))
    (finding,) = refused.findings
    assert (finding.code, finding.part) == ("BOB243", "line 1: step_from")
    assert finding.expected == "0 and a multiple of 3"


@pytest.mark.usefixtures("idle")
def test_receipts_that_go_on_from_another_start_are_refused(files: Files, run: Run) -> None:
    start = sealed(put(run.contents[1], "parent", b"\x07" * 32))
    refused = files.refused(run.contents[3], start=start, receipts=run.receipts())
    assert [(each.code, each.part) for each in refused.findings] == [("BOB243", "line 3: parent")]


@pytest.mark.usefixtures("idle")
def test_a_line_that_is_no_receipt_is_refused(files: Files, run: Run) -> None:
    assert codes(files.refused(run.contents[3], receipts=run.receipts() + b"{}\n")) == ["BOB240"]


# Forks.

FORKS = {
    "rate": (FASTER, False),
    "betas": (SMALL.changed({"learner.beta1": "0.8"}), True),
    "updates": (SMALL.changed({"updates": "4"}), False),
    "moments alone": (SMALL, True),
}


@pytest.mark.parametrize("fork", FORKS)
def test_each_stretch_of_a_forked_run_replays_under_its_own_contract(files: Files, fork: str) -> None:
    contract, reset = FORKS[fork]
    run = begun(2).forked(contract, reset).gone_on(2)
    report = files.replay(run.contents[-1], receipts=run.receipts())
    assert (report.findings, report.receipts) == ((), Agreement(5, None))
    assert [each.step_from for each in report.forks] == [20]
    assert report.header.step == run.steps[-1].outcome.step


def test_a_forked_run_without_receipts_replays_from_its_fork_alone(files: Files) -> None:
    run = begun(2).forked(FASTER).gone_on(1)
    assert "P[0, 0]" in parts(files.replay(run.contents[-1]))
    assert files.replay(run.contents[-1], start=run.contents[2]).findings == ()


def test_a_replay_may_begin_with_what_was_forked(files: Files) -> None:
    run = begun(2).forked(FASTER).gone_on(1)
    report = files.replay(run.contents[-1], start=run.contents[1], receipts=run.receipts())
    assert (report.findings, report.n_invocations, report.receipts) == ((), 2, Agreement(2, None))


def test_an_invocation_that_was_made_otherwise_is_found_before_a_fork(files: Files) -> None:
    run = passed_off(begun(2)).forked(FASTER).gone_on(1)
    report = files.replay(run.contents[-1], receipts=run.receipts())
    assert "step 20 to 30" in parts(report)


def test_a_stretch_of_another_input_is_refused_with_where_to_begin(files: Files) -> None:
    run = begun(2, input_record=OTHER_INPUT).forked(SMALL, input_record=INPUT).gone_on(1)
    refused = files.refused(run.contents[-1], receipts=run.receipts())
    (finding,) = refused.findings
    assert refused.subject.endswith("input.bin")
    assert (finding.code, finding.part) == ("BOB310", "receipt, line 2")
    assert finding.note == "begin after it: --from the checkpoint of step 20"
    begins = files.replay(run.contents[-1], start=run.contents[1], receipts=run.receipts())
    assert (begins.findings, begins.n_invocations) == ((), 2)


@pytest.mark.usefixtures("idle")
def test_a_fork_from_planes_of_another_size_is_refused(files: Files, run: Run) -> None:
    before = SMALL.changed({"data.vocabulary": "8"})
    told = [step.receipt() for step in run.steps[1:]]
    told[1] = told[1]._replace(kind="fork", changed=(("data.vocabulary", "8", "16"),))
    told[0] = told[0]._replace(contract=contract_digest(before))
    refused = files.refused(run.contents[3], receipts=b"".join(lines(told)))
    assert [(each.code, each.part) for each in refused.findings] == [("BOB842", "line 1: data.vocabulary")]


@pytest.mark.usefixtures("idle")
def test_a_fork_from_another_learner_is_refused(files: Files, run: Run) -> None:
    identity = SMALL["learner.identity"].decode()
    told = [step.receipt() for step in run.steps[1:]]
    foreign = SMALL.changed({"learner.identity": "somebody:else"})
    told[0] = told[0]._replace(contract=contract_digest(foreign))
    told[1] = told[1]._replace(kind="fork", changed=(("learner.identity", "somebody:else", identity),))
    assert codes(files.refused(run.contents[3], receipts=b"".join(lines(told)))) == ["BOB701"]


# Logs.


def test_a_log_is_read_line_by_line_with_others_between(files: Files, run: Run) -> None:
    log = run.log().replace("step 20  ", "ckpt.bin: step 10 -> 20\nstep 20  ")
    report = files.replay(run.contents[3], log=f"compiling\n{log}step 50 and more\n".encode())
    assert (report.findings, report.log) == ((), Agreement(40, None))


@pytest.mark.parametrize("column", ["loss", "|g|"])
def test_the_first_update_that_the_log_tells_otherwise_is_named(files: Files, run: Run, column: str) -> None:
    said = run.log().splitlines()
    true = said[22]
    at = true.index(column) + len(column) + 1
    for index in (22, 30):
        line = said[index]
        said[index] = line[:at] + ("1" if line[at] != "1" else "2") + line[at + 1 :]
    report = files.replay(one_ulp_off(run.contents[3], "P"), log="\n".join(said).encode())
    assert report.log is not None
    assert report.log.n_compared == 23
    assert report.log.difference == Finding(
        "BOB840", "update 23", said[22], true, note="the first update that the log tells otherwise"
    )
    assert report.findings[-1] == report.log.difference


def test_an_honest_log_does_not_speak_against_a_file_that_was_changed(files: Files, run: Run) -> None:
    report = files.replay(one_ulp_off(run.contents[3], "P"), log=run.log().encode())
    assert parts(report) == [f"P[{ROW}, {COLUMN}]"]
    assert report.log == Agreement(40, None)


def test_a_log_that_names_no_update_of_the_run_compares_none(files: Files, run: Run) -> None:
    later = made(run.state(), SMALL, INPUT)
    log = Run((later,)).log().encode()
    assert files.replay(run.contents[3], log=log).log == Agreement(0, None)


def test_an_update_that_is_logged_twice_must_be_told_the_same_twice(files: Files, run: Run) -> None:
    log = run.log()
    false = log.splitlines()[4].replace("loss ", "loss 9")
    assert parts(files.replay(run.contents[3], log=f"{log}{false}\n".encode())) == ["update 5"]


def test_a_run_of_large_steps_is_logged_with_commas_and_found(files: Files) -> None:
    contract = SMALL.changed({"updates": "1100"})
    run = begun(1, contract)
    report = files.replay(run.contents[0], log=run.log().encode())
    assert report.log == Agreement(1100, None)


def test_planes_are_compared_bit_by_bit(files: Files) -> None:
    # With one column every gradient is zero: P decays, M and V stay +0, and -0 is another bit pattern.
    contract = SMALL.changed({"data.vocabulary": "1", "data.prompts": "1"})
    own = build_input([0], [0], contract)
    run = begun(1, contract, own)
    (files.folder / "one.bin").write_bytes(own)
    content = sealed(put_scalar(run.contents[0], 1, 0, 0x80000000))
    report = files.replay(content, input_path=str(files.folder / "one.bin"))
    assert parts(report) == ["M[0, 0]"]
