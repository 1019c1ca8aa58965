"""Invocations: bit for bit, whole or not at all, refused by name. Held against the independent program."""

from __future__ import annotations

import itertools
import os
import posix
import signal
import subprocess
import sys
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from bob.canonical import digest
from bob.envelope.contract import Contract
from bob.envelope.header import NO_PARENT, build_header, read_header
from bob.envelope.input_record import build_input
from bob.errors import Refused
from bob.learners.corpus import input_from_corpus
from bob.run import invocation
from bob.store import Buffer, held
from tests.independent import program

if TYPE_CHECKING:
    from collections.abc import Callable

TEXT = Path(__file__).parent.parent.parent / "LICENSE"
PROMPTS = [b"Licensed", b"work", b"the Lic"]
SMALL = Contract.shipped().changed({"data.vocabulary": "16", "data.prompts": "2"})


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with the input record of a text that is not the shipped one."""
    content = input_from_corpus(TEXT.read_bytes(), PROMPTS, Contract.shipped())
    (tmp_path / "input.bin").write_bytes(content)
    return tmp_path


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A folder with an input record and a checkpoint at vocabulary 16."""
    (tmp_path / "input.bin").write_bytes(build_input([(7 * b + 3) % 16 for b in range(16)], [1, 15], SMALL))
    invocation.fresh(str(tmp_path / "ckpt.bin"), SMALL)
    return tmp_path


def codes(refused: pytest.ExceptionInfo[Refused]) -> list[str]:
    return [finding.code for finding in refused.value.findings]


def independent_files(invocations: int) -> list[bytes]:
    targets = program.targets_from_corpus(TEXT.read_bytes())
    record = program.input_record(targets, [prompt[-1] for prompt in PROMPTS])
    return program.files(program.Settings(), record, invocations)


def test_the_file_equals_the_independent_program_s_at_steps_10_20_and_100(folder: Path) -> None:
    ckpt = str(folder / "ckpt.bin")
    contract = Contract.shipped()
    written = []
    outcome = invocation.fresh(ckpt, contract)
    written.append(Path(ckpt).read_bytes())
    for _ in range(9):
        outcome = invocation.resume(ckpt, contract)
        written.append(Path(ckpt).read_bytes())
    expected = independent_files(10)
    assert outcome.step == 100
    assert [written[i] == expected[i] for i in (0, 1, 9)] == [True, True, True]


def test_predictions_equal_the_independent_program_s(folder: Path) -> None:
    outcome = invocation.fresh(str(folder / "ckpt.bin"), Contract.shipped())
    targets = program.targets_from_corpus(TEXT.read_bytes())
    record = program.input_record(targets, [prompt[-1] for prompt in PROMPTS])
    run = program.Run(program.Settings(), record)
    for _ in range(10):
        run.update()
    expected = program.predictions(run.P, [prompt[-1] for prompt in PROMPTS])
    assert np.array(outcome.answers, "<u4").tobytes() == expected


@pytest.mark.parametrize("vocabulary", [1, 2, 7, 16, 100])
def test_other_vocabularies_equal_the_independent_program_s(tmp_path: Path, vocabulary: int) -> None:
    contract = Contract.shipped().changed({"data.vocabulary": vocabulary, "learner.lr": "0.1"})
    targets = [(3 * b + 1) % vocabulary for b in range(vocabulary)]
    prompts = [0, vocabulary - 1, vocabulary // 2]
    (tmp_path / "input.bin").write_bytes(build_input(targets, prompts, contract))
    ckpt = tmp_path / "ckpt.bin"
    invocation.fresh(str(ckpt), contract)
    invocation.resume(str(ckpt), contract)
    settings = program.Settings(vocabulary=vocabulary, learning_rate=0x3DCCCCCD)
    record = program.input_record(targets, prompts)
    assert ckpt.read_bytes() == program.files(settings, record, 2)[1]


def bob(*arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "bob", *arguments],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, **more},
    )


def test_a_run_split_into_fresh_processes_equals_a_straight_one(folder: Path) -> None:
    split, straight = str(folder / "split.bin"), str(folder / "straight.bin")
    assert bob("run", "--out", split).returncode == 0
    assert bob("run", "--resume", split).returncode == 0
    invocation.fresh(straight, Contract.shipped())
    invocation.resume(straight, Contract.shipped())
    assert Path(split).read_bytes() == Path(straight).read_bytes()


def test_the_parent_is_the_header_digest_of_what_was_resumed(small: Path) -> None:
    ckpt = str(small / "ckpt.bin")
    before = read_header(Buffer(Path(ckpt).read_bytes())).record
    invocation.resume(ckpt, SMALL)
    after = read_header(Buffer(Path(ckpt).read_bytes())).record
    assert before is not None
    assert after is not None
    assert (before.parent, after.parent) == (NO_PARENT, before.header_digest)


def test_resume_to_another_file_leaves_the_first_as_it_was(small: Path) -> None:
    ckpt, other = small / "ckpt.bin", small / "other.bin"
    before = ckpt.read_bytes()
    outcome = invocation.resume(str(ckpt), SMALL, out=str(other))
    assert (ckpt.read_bytes(), outcome.step) == (before, 20)
    invocation.resume(str(ckpt), SMALL)
    assert ckpt.read_bytes() == other.read_bytes()


def test_a_fresh_run_never_takes_the_place_of_a_file(small: Path) -> None:
    before = (small / "ckpt.bin").read_bytes()
    with pytest.raises(Refused) as refused:
        invocation.fresh(str(small / "ckpt.bin"), SMALL)
    assert codes(refused) == ["BOB801"]
    assert (small / "ckpt.bin").read_bytes() == before


def test_force_lets_a_fresh_run_take_the_place_of_a_file(small: Path) -> None:
    invocation.resume(str(small / "ckpt.bin"), SMALL)
    assert invocation.fresh(str(small / "ckpt.bin"), SMALL, force=True).step == 10


def test_out_never_takes_the_place_of_a_file_on_resume(small: Path) -> None:
    (small / "other.bin").write_bytes(b"something")
    with pytest.raises(Refused) as refused:
        invocation.resume(str(small / "ckpt.bin"), SMALL, out=str(small / "other.bin"))
    assert codes(refused) == ["BOB801"]
    assert (small / "other.bin").read_bytes() == b"something"
    assert (
        invocation.resume(str(small / "ckpt.bin"), SMALL, out=str(small / "other.bin"), force=True).step == 20
    )


def test_a_held_checkpoint_is_refused_at_once(small: Path) -> None:
    ckpt = str(small / "ckpt.bin")
    with held(ckpt), pytest.raises(Refused) as refused:
        invocation.resume(ckpt, SMALL)
    assert codes(refused) == ["BOB802"]


def test_an_input_of_another_digest_is_refused_by_name(small: Path) -> None:
    (small / "input.bin").write_bytes(build_input([(5 * b + 1) % 16 for b in range(16)], [1, 15], SMALL))
    before = (small / "ckpt.bin").read_bytes()
    with pytest.raises(Refused) as refused:
        invocation.resume(str(small / "ckpt.bin"), SMALL)
    assert codes(refused) == ["BOB310"]
    assert (small / "ckpt.bin").read_bytes() == before


def test_a_missing_input_is_refused_by_name(small: Path) -> None:
    (small / "input.bin").unlink()
    with pytest.raises(Refused) as refused:
        invocation.resume(str(small / "ckpt.bin"), SMALL)
    assert codes(refused) == ["BOB311"]


def test_an_input_elsewhere_is_taken_when_it_is_named(small: Path) -> None:
    (small / "input.bin").rename(small / "elsewhere.bin")
    assert (
        invocation.resume(str(small / "ckpt.bin"), SMALL, input_path=str(small / "elsewhere.bin")).step == 20
    )


def test_another_learning_rate_is_refused_with_both_values(small: Path) -> None:
    other = SMALL.changed({"learner.lr": "0.1"})
    with pytest.raises(Refused) as refused:
        invocation.resume(str(small / "ckpt.bin"), other)
    (finding,) = refused.value.findings
    assert (finding.code, finding.part) == ("BOB210", "learner.lr")
    assert (finding.found, finding.expected) == ("0.05 (0x3d4ccccd)", "0.1 (0x3dcccccd)")
    assert set(refused.value.equal) == {"schema", "data", "initialization", "payload", "chunk", "updates"}


def changed(ckpt: Path, plane: int, index: int, value: float) -> None:
    """Change one scalar of a checkpoint and compute every digest anew."""
    content = ckpt.read_bytes()
    header = read_header(Buffer(content)).record
    assert header is not None
    flat = np.frombuffer(content, np.float32, offset=header.header_bytes).copy()
    size = SMALL.at["parameter_count"]
    flat[plane * size + index] = value
    payload = flat.tobytes()
    chunk = SMALL["chunk"]
    chunks = [digest(payload[i : i + chunk]) for i in range(0, len(payload), chunk)]
    ckpt.write_bytes(build_header(SMALL, header.step, header.input_digest, header.parent, chunks) + payload)


@pytest.mark.parametrize(
    ("plane", "value", "code"),
    [(0, np.nan, "BOB401"), (1, np.inf, "BOB401"), (2, -1.0, "BOB402"), (1, 1e30, "BOB403")],
    ids=["nan in P", "infinity in M", "negative V", "M beyond V"],
)
def test_a_run_refuses_wrong_values_before_it_updates(
    small: Path, plane: int, value: float, code: str
) -> None:
    ckpt = small / "ckpt.bin"
    changed(ckpt, plane, 5, value)
    before = ckpt.read_bytes()
    with pytest.raises(Refused) as refused:
        invocation.resume(str(ckpt), SMALL)
    assert codes(refused) == [code]
    assert ckpt.read_bytes() == before


def test_an_update_that_would_not_stay_finite_is_refused_with_its_place(small: Path) -> None:
    ckpt = small / "ckpt.bin"
    huge = SMALL.changed({"learner.lr": "3e38"})
    with pytest.raises(Refused) as refused:
        invocation.fresh(str(small / "huge.bin"), huge)
    (finding,) = refused.value.findings
    assert finding.code == "BOB410"
    assert finding.part.startswith("P[")
    assert "update 1" in finding.found or "update 2" in finding.found
    assert not (small / "huge.bin").exists()
    assert sorted(path.name for path in small.iterdir()) == ["ckpt.bin", "input.bin"]
    assert ckpt.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("learner.identity", "sgd:bob-arith-v1"),
        ("learner.objective", "mse"),
        ("schema.identity", "bob-raw-pmv-f64-v1"),
        ("schema.ordering", "parameter-order:v-then-m-then-p"),
        ("initialization.identity", "bob-seed-v2"),
    ],
)
def test_names_of_another_learner_are_refused_by_a_run(small: Path, field: str, value: str) -> None:
    with pytest.raises(Refused) as refused:
        invocation.fresh(str(small / "other.bin"), SMALL.changed({field: value}))
    assert codes(refused) == ["BOB701"]
    assert refused.value.findings[0].part == field


def test_permissions_and_links_are_kept(small: Path) -> None:
    ckpt, link = small / "ckpt.bin", small / "link.bin"
    ckpt.chmod(0o640)
    link.symlink_to(ckpt)
    invocation.resume(str(link), SMALL)
    assert link.is_symlink()
    assert ckpt.stat().st_mode & 0o777 == 0o640
    header = read_header(Buffer(ckpt.read_bytes())).record
    assert header is not None
    assert header.step == 20


def test_with_the_compiler_off_a_run_refuses_and_the_file_is_as_it_was(folder: Path) -> None:
    ckpt = folder / "ckpt.bin"
    invocation.fresh(str(ckpt), Contract.shipped())
    before = ckpt.read_bytes()
    ran = bob("run", "--resume", str(ckpt), NUMBA_DISABLE_JIT="1")
    assert ran.returncode == 1
    assert "BOB810" in ran.stderr
    assert "Traceback" not in ran.stderr
    assert ckpt.read_bytes() == before
    assert sorted(path.name for path in folder.iterdir()) == ["ckpt.bin", "input.bin"]


CALLS = ("fchmod", "pwrite", "fsync", "rename", "fsync of the folder")


def killed_at(call: int, after: bool, ckpt: str) -> int:
    """Resume in a process of its own that is killed at one call of the write; gives its wait status."""
    with warnings.catch_warnings():
        # A fork of a process with threads is deprecated from Python 3.12 on; this child only dies.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = os.fork()
    if child:
        return os.waitpid(child, 0)[1]
    made = itertools.count(1)

    def deadly(real: Callable[..., object]) -> Callable[..., object]:
        def called(*arguments: object) -> object:
            last = next(made) == call
            if last and not after:
                os.kill(os.getpid(), signal.SIGKILL)
            answer = real(*arguments)
            if last:
                os.kill(os.getpid(), signal.SIGKILL)
            return answer

        return called

    for name in ("fchmod", "pwrite", "fsync", "rename"):
        setattr(posix, name, deadly(getattr(posix, name)))
    try:
        invocation.resume(ckpt, SMALL)
    finally:
        os._exit(0)


@pytest.mark.parametrize("moment", ["before", "after"])
@pytest.mark.parametrize("call", range(1, len(CALLS) + 1), ids=CALLS)
def test_a_kill_at_any_call_of_the_write_leaves_a_whole_file(small: Path, call: int, moment: str) -> None:
    ckpt, other = small / "ckpt.bin", small / "other.bin"
    old = ckpt.read_bytes()
    invocation.resume(str(ckpt), SMALL, out=str(other))
    new = other.read_bytes()
    assert os.WTERMSIG(killed_at(call, moment == "after", str(ckpt))) == signal.SIGKILL
    renamed = call > 4 or (call, moment) == (4, "after")
    assert ckpt.read_bytes() == (new if renamed else old)
    # The next invocation holds the file, clears what was left behind, and goes on.
    assert invocation.resume(str(ckpt), SMALL).step == (30 if renamed else 20)
    assert {path.name for path in small.iterdir()} == {"ckpt.bin", "input.bin", "other.bin"}


def test_a_file_too_long_for_the_contract_is_refused_without_being_read_whole(small: Path) -> None:
    ckpt = small / "ckpt.bin"
    os.truncate(ckpt, 1 << 32)
    with pytest.raises(Refused) as refused:
        invocation.resume(str(ckpt), SMALL)
    assert codes(refused) == ["BOB203"]


def test_an_input_of_an_absurd_size_is_refused_without_being_read(small: Path) -> None:
    os.truncate(small / "input.bin", 1 << 32)
    with pytest.raises(Refused) as refused:
        invocation.resume(str(small / "ckpt.bin"), SMALL)
    assert codes(refused) == ["BOB822"]


def test_a_step_that_leaves_no_room_for_the_next_is_refused_before_any_update(small: Path) -> None:
    ckpt = small / "ckpt.bin"
    content = ckpt.read_bytes()
    header = read_header(Buffer(content)).record
    assert header is not None
    last = (2**63 - 10) // 10 * 10
    remade = build_header(SMALL, last, header.input_digest, bytes([1]) * 32, header.chunk_digests)
    ckpt.write_bytes(remade + content[header.header_bytes :])
    with pytest.raises(Refused) as refused:
        invocation.resume(str(ckpt), SMALL)
    assert (refused.value.subject, codes(refused)) == (str(ckpt), ["BOB208"])


def test_updates_in_slices_give_the_bits_of_updates_at_once(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    invocation.resume(str(small / "ckpt.bin"), SMALL, out=str(small / "whole.bin"))
    monkeypatch.setattr("bob.learners.byte_table._SCALARS_A_CALL", 3 * 256)
    invocation.resume(str(small / "ckpt.bin"), SMALL, out=str(small / "sliced.bin"))
    assert (small / "sliced.bin").read_bytes() == (small / "whole.bin").read_bytes()
