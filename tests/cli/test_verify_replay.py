"""`bob verify replay`: what it says of a run that replays, and of one that does not."""

from __future__ import annotations

import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from bob.canonical import hex_digest
from bob.cli import verify_replay
from bob.cli.main import main
from bob.run.again import Again
from tests.checkpoints import number, put, put_scalar, sealed

if TYPE_CHECKING:
    from tests.cli.conftest import Bob, Place


@pytest.fixture(scope="module")
def four(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Four invocations, with what they leave: receipts, a log, and kept checkpoints."""
    folder = tmp_path_factory.mktemp("four")
    for name in ("contract.toml", "input.bin"):
        (folder / name).write_bytes((made / name).read_bytes())
    given = ("--contract", str(folder / "contract.toml"), "--receipt", str(folder / "receipts"))
    ckpt, log = str(folder / "ckpt.bin"), io.StringIO()
    with redirect_stdout(log), redirect_stderr(log):
        assert main(["run", "--out", ckpt, *given]) == 0
        for _ in range(3):
            assert main(["run", "--resume", ckpt, "--keep", "9", *given]) == 0
    (folder / "log").write_text(log.getvalue())
    return folder


@pytest.fixture
def run(four: Path, place: Place) -> Place:
    for each in four.iterdir():
        (place.folder / each.name).write_bytes(each.read_bytes())
    return place


def forge(path: str, plane: int = 0) -> None:
    """Make the plane's first scalar one ulp larger, and compute every digest anew."""
    content = Path(path).read_bytes()
    start = number(content, "header_bytes") + plane * number(content, "chunk_bytes")
    word = int.from_bytes(content[start : start + 4], "little")
    Path(path).write_bytes(sealed(put_scalar(content, plane, 0, word + 1)))


def test_a_run_that_replays_is_verified_and_what_was_not_looked_at_is_said(bob: Bob, run: Place) -> None:
    ran = bob("verify", "replay", run.ckpt, "--input", run.input)
    content = Path(run.ckpt).read_bytes()
    own = content[: number(content, "header_bytes")][-32:].hex()
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.splitlines() == [
        f"{run.ckpt}: VERIFIED  step 40",
        f"  header      digest {own}",
        f"  input       digest {hex_digest(Path(run.input).read_bytes())}",
        "  planes      P, M and V are what this input and this contract give, bit for bit; so is the parent",
        "  replayed    4 invocations, from bob-seed-v1 to step 40",
        "  not checked: where the input came from",
    ]


def test_a_start_is_named_and_what_led_to_it_is_not_checked(bob: Bob, run: Place) -> None:
    start = f"{run.ckpt}.step-30"
    ran = bob("verify", "replay", run.ckpt, "--from", start)
    assert ran.status == 0
    assert (
        f"  planes      P, M and V are what {start} (step 30), this input and this contract give" in ran.out
    )
    assert f"  replayed    1 invocation, from {start} (step 30) to step 40" in ran.out
    assert f"  not checked: what led to {start}, where the input came from" in ran.out


def test_receipts_and_log_of_an_honest_run_agree(bob: Bob, run: Place) -> None:
    given = ("--receipts", str(run.folder / "receipts"), "--log", str(run.folder / "log"))
    ran = bob("verify", "replay", run.ckpt, *given)
    assert ran.status == 0
    assert "  receipts    every receipt replays\n" in ran.out
    assert "  log         40 updates read as logged\n" in ran.out


def test_a_forged_scalar_is_refused_by_name_after_the_other_verifications_accepted(
    bob: Bob, run: Place
) -> None:
    forge(run.ckpt)
    for other in ("envelope", "values"):
        assert bob("verify", other, run.ckpt, "--contract", run.contract).status == 0
    given = ("--receipts", str(run.folder / "receipts"), "--log", str(run.folder / "log"))
    ran = bob("verify", "replay", run.ckpt, *given)
    assert ran.status == 1
    assert ran.out.startswith(f"{run.ckpt}: REFUSED  BOB840  does not replay\n")
    assert "P[0, 0]" in ran.out
    assert "1 ulp apart; in P no other scalar differs" in ran.out
    assert "\nequal: M, V, parent\n" in ran.out
    assert "  receipts    every receipt replays: the file alone was changed after its receipt\n" in ran.out
    assert "  log         40 updates read as logged\n" in ran.out
    assert "not checked" not in ran.out


def test_a_log_that_tells_an_update_otherwise_is_refused_with_both_lines(bob: Bob, run: Place) -> None:
    log = run.folder / "log"
    true = next(line for line in log.read_text().splitlines() if line.startswith("step 7 "))
    false = true.replace("loss ", "loss 1")
    log.write_text(log.read_text().replace(true, false))
    ran = bob("verify", "replay", run.ckpt, "--log", str(log))
    assert ran.status == 1
    for said in ("update 7", false, true):
        assert said in ran.out


@pytest.mark.parametrize(
    ("option", "said"),
    [
        ("--log", "  log         names no update that was replayed"),
        ("--receipts", "  receipts    none is of an invocation that was replayed"),
    ],
)
def test_evidence_of_nothing_is_said_to_be_that(bob: Bob, run: Place, option: str, said: str) -> None:
    (run.folder / "empty").write_bytes(b"")
    ran = bob("verify", "replay", run.ckpt, option, str(run.folder / "empty"))
    assert ran.status == 0
    assert said in ran.out


def test_receipts_of_a_part_are_counted(bob: Bob, run: Place) -> None:
    receipts = run.folder / "receipts"
    receipts.write_bytes(b"".join(receipts.read_bytes().splitlines(keepends=True)[1:]))
    ran = bob("verify", "replay", run.ckpt, "--receipts", str(receipts))
    assert "  receipts    3 of 4 invocations have one, and give what it says\n" in ran.out


def test_a_fork_replays_with_its_receipts_and_is_shown(bob: Bob, run: Place) -> None:
    receipts, fork = str(run.folder / "receipts"), str(run.folder / "fork.bin")
    settings = ("--set", "learner.lr=0.02", "--out", fork, "--receipt", receipts)
    assert bob("fork", run.ckpt, *settings).status == 0
    ran = bob("verify", "replay", fork, "--receipts", receipts)
    assert ran.status == 0
    assert "  replayed    5 invocations, from bob-seed-v1 to step 50\n  fork        at step 40\n" in ran.out
    assert bob("verify", "replay", fork).status == 1


def test_json_says_the_verdict_and_what_was_compared(bob: Bob, run: Place) -> None:
    given = ("--from", f"{run.ckpt}.step-20", "--log", str(run.folder / "log"), "--json")
    facts = json.loads(bob("verify", "replay", run.ckpt, *given).out)
    assert (facts["verdict"], facts["equal"], facts["step"]) == ("VERIFIED", ["P", "M", "V", "parent"], 40)
    assert facts["replayed"] == {
        "from": f"{run.ckpt}.step-20",
        "step_from": 20,
        "invocations": 2,
        "forks": [],
    }
    assert (facts["log"], facts["receipts"]) == ({"compared": 20, "agrees": True}, None)


def test_json_says_what_differs(bob: Bob, run: Place) -> None:
    forge(run.ckpt, plane=2)
    ran = bob("verify", "replay", run.ckpt, "--json")
    facts = json.loads(ran.out)
    assert (ran.status, facts["verdict"], facts["equal"]) == (1, "REFUSED", ["P", "M", "parent"])
    assert [(each["code"], each["part"]) for each in facts["findings"]] == [("BOB840", "V[0, 0]")]


def test_a_sample_prints_the_seed_that_repeats_it(bob: Bob, run: Place) -> None:
    first = bob("verify", "replay", run.ckpt, "--sample", "2")
    seed = first.out.partition("--seed ")[2].partition("\n")[0]
    again = bob("verify", "replay", run.ckpt, "--sample", "2", "--seed", seed)
    assert (first.status, again.out) == (0, first.out)
    assert f"  sampled     2 of 3 invocations between 4 kept checkpoints, --seed {seed}\n" in first.out
    assert "P, M and V of each are what its parent, this input and this contract give" in first.out
    assert "not checked: all else that led to them" in first.out


def test_a_sample_of_more_than_there_are_is_of_all(bob: Bob, run: Place) -> None:
    ran = bob("verify", "replay", run.ckpt, "--sample", "9", "--seed", "1")
    assert "  sampled     all 3 invocations (9 asked for) between 4 kept checkpoints, --seed 1\n" in ran.out
    assert "  replayed    step 10 to 20, 20 to 30, 30 to 40\n" in ran.out


def test_a_forged_kept_file_is_refused_by_its_name(bob: Bob, run: Place) -> None:
    forge(f"{run.ckpt}.step-20")
    ran = bob("verify", "replay", run.ckpt, "--sample", "9", "--seed", "1", "--json")
    facts = json.loads(ran.out)
    assert (ran.status, facts["verdict"], facts["seed"]) == (1, "REFUSED", 1)
    assert [each["part"] for each in facts["findings"]] == ["ckpt.bin.step-20: P[0, 0]"]
    # The forged file has another digest than the one that its child names.
    assert facts["replayed"] == [{"step_from": 10, "step": 20}, {"step_from": 30, "step": 40}]
    assert facts["pairs"] == 2


def test_a_refused_sample_says_which_invocations_it_took(bob: Bob, run: Place) -> None:
    forge(f"{run.ckpt}.step-20")
    ran = bob("verify", "replay", run.ckpt, "--sample", "9", "--seed", "1")
    assert ran.status == 1
    assert "ckpt.bin.step-20: P[0, 0]" in ran.out
    assert "--seed 1\n  replayed    step 10 to 20, 30 to 40\n" in ran.out


def test_nothing_kept_is_nothing_to_sample(bob: Bob, place: Place) -> None:
    ran = bob("verify", "replay", place.ckpt, "--sample", "1")
    assert (ran.status, ran.out) == (1, "")
    assert "BOB843" in ran.err


@pytest.mark.parametrize(
    "given",
    [
        ("--sample", "1", "--from", "x"),
        ("--sample", "1", "--receipts", "x"),
        ("--sample", "1", "--log", "x"),
        ("--seed", "1"),
        ("--sample", "0"),
    ],
    ids=" ".join,
)
def test_options_that_do_not_go_together_are_refused(bob: Bob, place: Place, given: tuple[str, ...]) -> None:
    ran = bob("verify", "replay", place.ckpt, *given)
    assert (ran.status, ran.out) == (2, "")
    assert "Error: " in ran.err


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (("none.bin",), "BOB820"),
        (("ckpt.bin", "--input", "none.bin"), "BOB820"),
        (("ckpt.bin", "--from", "none.bin"), "BOB820"),
        (("ckpt.bin", "--from", "ckpt.bin"), "BOB844"),
        (("ckpt.bin", "--receipts", "none"), "BOB820"),
        (("ckpt.bin", "--log", "none"), "BOB820"),
    ],
    ids=["file", "input", "start", "no start", "receipts", "log"],
)
def test_what_cannot_be_asked_ends_with_two(
    bob: Bob, place: Place, monkeypatch: pytest.MonkeyPatch, given: tuple[str, ...], code: str
) -> None:
    monkeypatch.chdir(place.folder)
    ran = bob("verify", "replay", *given)
    assert (ran.status, ran.out) == (2, "")
    assert code in ran.err


def test_another_contract_is_refused(bob: Bob, place: Place) -> None:
    other = str(place.folder / "other.toml")
    bob("contract", "--contract", place.contract, "--set", "learner.lr=0.1", "--out", other)
    ran = bob("verify", "replay", place.ckpt, "--contract", other)
    assert ran.status == 1
    assert "BOB210" in ran.err


def test_the_input_beside_the_checkpoint_is_taken_and_must_be_its_own(bob: Bob, place: Place) -> None:
    content = Path(place.ckpt).read_bytes()
    Path(place.ckpt).write_bytes(sealed(put(content, "input_digest", bytes(31) + b"\x01")))
    ran = bob("verify", "replay", place.ckpt)
    assert ran.status == 1
    assert "BOB310" in ran.err


def test_names_and_lines_with_control_characters_cannot_move_the_cursor(bob: Bob, run: Place) -> None:
    odd = run.folder / "a\x1b[2Jb"
    odd.write_bytes(Path(f"{run.ckpt}.step-20").read_bytes())
    log = run.folder / "log"
    log.write_text("step 25  loss \x1b[2J  lr 0.05  |g| 1\n")
    ran = bob("verify", "replay", run.ckpt, "--from", str(odd), "--log", str(log))
    assert ran.status == 1
    assert "\\x1b[2J" in ran.out
    assert "\x1b" not in ran.err + ran.out


class Terminal(io.StringIO):
    """A terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("stop", [False, True], ids=["to its end", "interrupted"])
def test_a_terminal_is_told_the_progress_and_the_line_is_cleared(
    bob: Bob, run: Place, monkeypatch: pytest.MonkeyPatch, stop: bool
) -> None:
    make = Again.make
    calls: list[None] = []

    def counted(*given: object) -> object:
        calls.append(None)
        if stop and len(calls) == 3:
            raise KeyboardInterrupt
        return make(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(Again, "make", counted)
    monkeypatch.setattr(verify_replay, "_SECONDS_BETWEEN", -1)
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    ran = bob("verify", "replay", run.ckpt)
    first, second, rest = terminal.getvalue().partition("\r2 of 4 invocations")
    assert (first, second) == ("\r1 of 4 invocations", "\r2 of 4 invocations")
    assert f"\r{' ' * len('2 of 4 invocations')}\r" in rest
    assert ran.status == (130 if stop else 0)


def test_a_pipe_is_told_no_progress(bob: Bob, run: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify_replay, "_SECONDS_BETWEEN", -1)
    assert bob("verify", "replay", run.ckpt).err == ""
