from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bob.envelope.contract import Contract
from bob.learners.corpus import DEFAULT_PROMPTS, input_from_corpus, shipped_corpus

TOOL = Path(__file__).parent.parent.parent / "tools" / "build_fixture.py"


def build(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(TOOL), *arguments], capture_output=True, text=True, check=False
    )


def test_defaults_are_the_shipped_text_and_prompts(tmp_path: Path) -> None:
    out = tmp_path / "input.bin"
    assert build("--out", str(out)).returncode == 0
    prompts = [prompt.encode() for prompt in DEFAULT_PROMPTS]
    assert out.read_bytes() == input_from_corpus(shipped_corpus(), prompts, Contract.shipped())


def test_prompts_are_taken_by_their_last_bytes(tmp_path: Path) -> None:
    out = tmp_path / "input.bin"
    prompts = [argument for prompt in ("xa", "b", "é") for argument in ("--prompt", prompt)]
    assert build("--corpus", str(TOOL), *prompts, "--out", str(out)).returncode == 0
    assert list(out.read_bytes()[-12::4]) == [ord("a"), ord("b"), "é".encode()[-1]]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["--prompt", "a", "--prompt", "", "--prompt", "b"], "BOB321"),
        (["--prompt", "a"], "BOB321"),
        (["--corpus", "/no/such/text"], "BOB820"),
    ],
    ids=["empty prompt", "one prompt", "missing corpus"],
)
def test_what_cannot_be_used_is_one_clear_sentence(tmp_path: Path, arguments: list[str], code: str) -> None:
    ran = build(*arguments, "--out", str(tmp_path / "input.bin"))
    assert ran.returncode == 2
    assert code in ran.stderr
    assert "Traceback" not in ran.stderr
    assert not (tmp_path / "input.bin").exists()


def test_a_corpus_of_one_byte_is_refused(tmp_path: Path) -> None:
    (tmp_path / "one").write_bytes(b"x")
    ran = build("--corpus", str(tmp_path / "one"), "--out", str(tmp_path / "input.bin"))
    assert ran.returncode == 2
    assert "BOB320" in ran.stderr


def test_a_path_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    ran = build("--out", str(tmp_path / "none" / "input.bin"))
    assert ran.returncode == 2
    assert "BOB821" in ran.stderr


def test_a_file_that_is_no_input_record_is_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "thesis").write_text("years")
    ran = build("--out", str(tmp_path / "thesis"))
    assert ran.returncode == 1
    assert "BOB801" in ran.stderr
    assert (tmp_path / "thesis").read_text() == "years"


def test_the_corpus_is_never_the_file_that_is_written(tmp_path: Path) -> None:
    (tmp_path / "text").write_bytes(b"BOBINPUT and more text")
    ran = build("--corpus", str(tmp_path / "text"), "--out", str(tmp_path / "text"))
    assert ran.returncode == 2
    assert (tmp_path / "text").read_bytes() == b"BOBINPUT and more text"
