from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.conftest import Full

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Bob, Place, Ran


def test_a_resume_prints_answers_on_stdout_and_a_line_an_update_on_stderr(bob: Bob, place: Place) -> None:
    ran: Ran = bob("run", "--resume", place.ckpt, "--contract", place.contract)
    assert ran.status == 0
    lines = ran.err.splitlines()
    assert [line.split("  ")[0] for line in lines] == [f"step {n}" for n in range(11, 21)]
    assert all("loss " in line and "lr 0.05" in line and "|g| " in line for line in lines)
    assert "step 10 -> 20" in ran.out
    assert ran.out.count("after byte") == 2


@pytest.mark.parametrize(("every", "steps"), [("5", [15, 20]), ("0", []), ("20", [20])])
def test_log_every_keeps_the_updates_that_it_divides(
    bob: Bob, place: Place, every: str, steps: list[int]
) -> None:
    ran: Ran = bob("run", "--resume", place.ckpt, "--contract", place.contract, "--log-every", every)
    assert [int(line.split()[1]) for line in ran.err.splitlines()] == steps


def test_json_says_every_update_and_answer(bob: Bob, place: Place) -> None:
    ran: Ran = bob("run", "--resume", place.ckpt, "--contract", place.contract, "--json")
    facts = json.loads(ran.out)
    assert ran.err == ""
    assert (facts["step_before"], facts["step"]) == (10, 20)
    assert [update["step"] for update in facts["updates"]] == list(range(11, 21))
    assert [answer["validity"] for answer in facts["predictions"]] == [1, 1]
    assert Path(place.ckpt).read_bytes().find(bytes.fromhex(facts["header_digest"])) > 0


def test_predictions_are_eight_bytes_a_prompt(bob: Bob, place: Place) -> None:
    raw = place.folder / "answers.bin"
    ran: Ran = bob(
        "run", "--resume", place.ckpt, "--contract", place.contract, "--predictions", str(raw), "--json"
    )
    answers = json.loads(ran.out)["predictions"]
    expected = b"".join(
        answer["token"].to_bytes(4, "little") + answer["validity"].to_bytes(4, "little") for answer in answers
    )
    assert raw.read_bytes() == expected
    assert len(expected) == 16


def test_predictions_that_cannot_be_written_are_refused_before_any_update(bob: Bob, place: Place) -> None:
    before = Path(place.ckpt).read_bytes()
    lost = str(place.folder / "nowhere" / "answers.bin")
    ran: Ran = bob("run", "--resume", place.ckpt, "--contract", place.contract, "--predictions", lost)
    assert ran.status == 2
    assert "BOB821" in ran.err
    assert Path(place.ckpt).read_bytes() == before


def test_neither_resume_nor_out_is_a_usage_error(bob: Bob) -> None:
    ran: Ran = bob("run")
    assert ran.status == 2
    assert "--resume" in ran.err


def test_a_fresh_run_writes_a_new_file(bob: Bob, place: Place) -> None:
    other = place.folder / "new.bin"
    ran: Ran = bob("run", "--out", str(other), "--contract", place.contract)
    assert ran.status == 0
    assert other.read_bytes() == Path(place.ckpt).read_bytes()


def test_a_refusal_says_what_differs_why_and_what_to_do(bob: Bob, place: Place) -> None:
    ran: Ran = bob("run", "--resume", place.ckpt, "--contract", place.contract)
    bob(
        "contract",
        "--contract",
        place.contract,
        "--set",
        "learner.lr=0.1",
        "--out",
        str(place.folder / "o.toml"),
    )
    ran = bob("run", "--resume", place.ckpt, "--contract", str(place.folder / "o.toml"))
    assert (ran.status, ran.out) == (1, "")
    for said in (
        f"{place.ckpt}: REFUSED  BOB210  belongs to another learner",
        "learner.lr",
        "0.05 (0x3d4ccccd)",
        "0.1 (0x3dcccccd)",
        "equal: schema, data, initialization, payload, chunk, updates",
        "why  m and v were gathered under other hyperparameters",
        f"do   bob contract --from {place.ckpt} --out own.toml",
        "bob explain BOB210",
    ):
        assert said in ran.err


def test_a_refusal_as_json_lists_every_finding(bob: Bob, place: Place) -> None:
    ran: Ran = bob("run", "--resume", place.ckpt, "--json")
    facts = json.loads(ran.out)
    assert ran.status == 1
    parts = {finding["part"] for finding in facts["findings"]}
    assert parts == {"schema.payload", "data.vocabulary", "data.prompts", "data.record", "payload", "chunk"}


@pytest.mark.parametrize("name", ["ckpt.bin", "input.bin", "contract.toml"])
def test_predictions_never_take_the_place_of_a_file_of_the_run(bob: Bob, place: Place, name: str) -> None:
    path = place.folder / name
    before = path.read_bytes()
    resume = ("run", "--resume", place.ckpt, "--contract", place.contract, "--input", place.input)
    ran: Ran = bob(*resume, "--predictions", str(path))
    assert ran.status == 2
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"precious", b"BOBCKPT1" + bytes(8), bytes(17)], ids=["text", "magic", "size"]
)
def test_predictions_never_take_the_place_of_another_file(bob: Bob, place: Place, content: bytes) -> None:
    other, before = place.folder / "other", Path(place.ckpt).read_bytes()
    other.write_bytes(content)
    ran: Ran = bob("run", "--resume", place.ckpt, "--contract", place.contract, "--predictions", str(other))
    assert ran.status == 1
    assert "BOB801" in ran.err
    assert (other.read_bytes(), Path(place.ckpt).read_bytes()) == (content, before)


def test_predictions_take_the_place_of_earlier_predictions(bob: Bob, place: Place) -> None:
    answers = place.folder / "answers.bin"
    for _ in range(2):
        arguments = ("--contract", place.contract, "--predictions", str(answers))
        assert bob("run", "--resume", place.ckpt, *arguments).status == 0
    assert len(answers.read_bytes()) == 16


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo], ids=["folder", "FIFO"])
def test_predictions_to_what_is_no_file_are_refused_before_any_update(
    bob: Bob, place: Place, make: Callable[[str], None]
) -> None:
    before, path = Path(place.ckpt).read_bytes(), str(place.folder / "answers")
    make(path)
    ran: Ran = bob("run", "--resume", place.ckpt, "--contract", place.contract, "--predictions", path)
    assert ran.status == 2
    assert "BOB820" in ran.err
    assert Path(place.ckpt).read_bytes() == before


@pytest.mark.parametrize("option", ["--input", "--contract"])
def test_a_file_that_is_read_is_never_written_even_when_forced(bob: Bob, place: Place, option: str) -> None:
    read = {"--input": place.input, "--contract": place.contract}
    before = Path(read[option]).read_bytes()
    named = [word for pair in read.items() for word in pair]
    ran: Ran = bob("run", "--resume", place.ckpt, *named, "--out", read[option], "--force")
    assert ran.status == 2
    assert Path(read[option]).read_bytes() == before


def test_the_input_beside_the_checkpoint_is_never_written_even_when_forced(bob: Bob, place: Place) -> None:
    before = Path(place.input).read_bytes()
    ran: Ran = bob(
        "run", "--resume", place.ckpt, "--contract", place.contract, "--out", place.input, "--force"
    )
    assert ran.status == 1
    assert "the input record of this run" in ran.err
    assert Path(place.input).read_bytes() == before


def test_an_answer_that_cannot_be_printed_says_that_the_checkpoint_is_written(
    bob: Bob, place: Place, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdout", Full())
    ran: Ran = bob("run", "--resume", place.ckpt, "--contract", place.contract, "--log-every", "0")
    assert ran.status == 2
    assert "BOB823" in ran.err
    assert "the checkpoint is written, at step 20" in ran.err


@pytest.mark.parametrize("threads", ["2", "3", "64"])
def test_threads_change_neither_the_file_nor_what_is_said(bob: Bob, place: Place, threads: str) -> None:
    before = Path(place.ckpt).read_bytes()
    alone: Ran = bob("run", "--resume", place.ckpt, "--contract", place.contract)
    made = Path(place.ckpt).read_bytes()
    Path(place.ckpt).write_bytes(before)
    assert bob("run", "--resume", place.ckpt, "--contract", place.contract, "--threads", threads) == alone
    assert Path(place.ckpt).read_bytes() == made


def test_no_thread_at_all_is_a_usage_error(bob: Bob, place: Place) -> None:
    ran: Ran = bob("run", "--resume", place.ckpt, "--contract", place.contract, "--threads", "0")
    assert ran.status == 2


def test_kernels_that_cannot_be_kept_are_said_to_be_for_this_process(place: Place, tmp_path: Path) -> None:
    environment = {**os.environ, "BOB_CACHE_DIR": str(tmp_path / "a" / "b" / "c")}
    command = [sys.executable, "-m", "bob", "run", "--resume", place.ckpt, "--contract", place.contract]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    assert ran.stderr.splitlines()[0] == "compiling the kernels for this process alone: bob cache says why"
    assert not (tmp_path / "a").exists()
