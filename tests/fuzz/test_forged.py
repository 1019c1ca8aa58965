"""A checkpoint forged under right digests: which of going on, lineage and replay tells that no run made it.

docs/hostile.md has the table; each of its answers is asked for here, on a run of three invocations.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from bob.cli.main import main
from bob.envelope.input_record import build_input
from tests.checkpoints import PARENT, SMALL, number, places, put, put_scalar, sealed, sealed_header

if TYPE_CHECKING:
    from collections.abc import Callable

PAGE = Path(__file__).parent.parent.parent / "docs" / "hostile.md"
QUESTIONS = ("--input", "lineage", "replay")


class Run(NamedTuple):
    """A run's folder, with its last checkpoint."""

    folder: Path
    last: bytes


def one_ulp_off(content: bytes) -> bytes:
    start = number(content, "header_bytes")
    return sealed(put_scalar(content, 0, 0, int.from_bytes(content[start : start + 4], "little") ^ 1))


# What was forged, and the questions that refuse it.
FORGED: dict[str, tuple[Callable[[bytes], bytes], set[str]]] = {
    "input_digest": (
        lambda c: sealed_header(put(c, "input_digest", PARENT)),
        {"--input", "lineage", "replay"},
    ),
    "parent": (lambda c: sealed_header(put(c, "parent", PARENT)), {"lineage", "replay"}),
    "step": (lambda c: sealed_header(put(c, "step", number(c, "step") + 10)), {"lineage", "replay"}),
    "one scalar, one ulp": (one_ulp_off, {"lineage", "replay"}),
}


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    folder = tmp_path_factory.mktemp("run")
    (folder / "small.toml").write_text(SMALL.toml())
    (folder / "input.bin").write_bytes(build_input([(7 * b + 3) % 16 for b in range(16)], [1, 15], SMALL))
    options = ["--contract", str(folder / "small.toml"), "--receipt", str(folder / "receipts.jsonl")]
    ckpt = str(folder / "ckpt.bin")
    assert main(["run", "--out", ckpt, *options]) == 0
    for _ in range(2):
        assert main(["run", "--resume", ckpt, *options]) == 0
    return Run(folder, (folder / "ckpt.bin").read_bytes())


def refused(run: Run, content: bytes, question: str, receipts: str = "receipts.jsonl") -> int:
    """The exit status of a question about a checkpoint in the last one's place."""
    ckpt, record = (str(run.folder / name) for name in ("asked.bin", "input.bin"))
    Path(ckpt).write_bytes(content)
    asked = {
        "--input": ["run", "--resume", ckpt, "--input", record, "--contract", str(run.folder / "small.toml")],
        "lineage": ["verify", "lineage", ckpt, "--receipts", str(run.folder / receipts)],
        "replay": ["verify", "replay", ckpt, "--input", record],
    }
    return main(asked[question])


@pytest.mark.parametrize("question", QUESTIONS)
def test_the_run_s_own_checkpoint_passes(run: Run, question: str) -> None:
    assert refused(run, run.last, question) == 0


@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", FORGED)
def test_a_forgery_is_refused_by_those_questions_that_can_tell(run: Run, name: str, question: str) -> None:
    forge, tells = FORGED[name]
    assert refused(run, forge(run.last), question) == (1 if question in tells else 0)


def test_who_forges_the_receipt_as_well_is_told_by_replay_alone(run: Run) -> None:
    forged = one_ulp_off(run.last)
    own, new = (content[places(content)["header_digest"]].hex().encode() for content in (run.last, forged))
    receipts = (run.folder / "receipts.jsonl").read_bytes()
    (run.folder / "forged.jsonl").write_bytes(receipts.replace(own, new))
    assert refused(run, forged, "lineage", "forged.jsonl") == 0
    assert [refused(run, forged, question) for question in ("--input", "replay")] == [0, 1]


@pytest.mark.parametrize("name", FORGED)
def test_the_page_says_which_questions_tell_a_forgery(name: str) -> None:
    _, tells = FORGED[name]
    cells = ("refused" if question in tells else "accepted" for question in QUESTIONS)
    assert f"| {name} | {' | '.join(cells)} |" in PAGE.read_text()
