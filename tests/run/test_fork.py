"""A fork is the first invocation of the changed contract, from the old planes, and says what it changed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from bob.canonical import digest
from bob.envelope.header import read_header
from bob.envelope.input_record import build_input, read_input
from bob.envelope.verify import verify
from bob.errors import Refused
from bob.kernels import native
from bob.run import fork as room
from bob.run import invocation
from bob.run.advance import advanced, state_of, verified
from bob.run.fork import forked
from bob.spec.families.header import LAST_STEP
from bob.store import Buffer, read_file
from tests.checkpoints import SMALL, checkpoint, honest_planes, put, sealed

if TYPE_CHECKING:
    from pathlib import Path

    from bob.envelope.contract import Contract

INPUT = build_input([(7 * byte + 3) % 16 for byte in range(16)], [1, 15], SMALL)


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder with an input and a checkpoint at step 20."""
    (tmp_path / "input.bin").write_bytes(INPUT)
    invocation.fresh(str(tmp_path / "ckpt.bin"), SMALL)
    invocation.resume(str(tmp_path / "ckpt.bin"), SMALL)
    return tmp_path


def fork(place: Path, settings: dict[str, str] | None = None, **more: object) -> bytes:
    forked(str(place / "ckpt.bin"), settings or {}, str(place / "new.bin"), **more)  # type: ignore[arg-type]
    return (place / "new.bin").read_bytes()


def by_hand(place: Path, contract: Contract, reset: bool = False) -> bytes:
    """The next checkpoint of the changed contract, from the old state."""
    content = (place / "ckpt.bin").read_bytes()
    state = state_of(content, verified(content, SMALL, "ckpt"))
    if reset:
        state = state._replace(planes=state.planes._replace(m=state.planes.m * 0, v=state.planes.v * 0))
    record = read_input(INPUT, contract).record
    assert record is not None
    return advanced(state, record, digest(INPUT), contract, "new", 1)[0]


@pytest.mark.parametrize(
    ("settings", "reset"),
    [
        ({"learner.lr": "0.02"}, False),
        ({"learner.weight_decay": "0"}, False),
        ({"updates": "4"}, False),
        ({"learner.beta1": "0.8", "learner.beta2": "0.99"}, True),
        ({}, True),
    ],
    ids=["rate", "decay", "updates", "betas", "moments alone"],
)
def test_a_fork_is_an_invocation_of_the_new_contract(
    place: Path, settings: dict[str, str], reset: bool
) -> None:
    old = (place / "ckpt.bin").read_bytes()
    contract = SMALL.changed(settings)
    assert fork(place, settings, reset=reset) == by_hand(place, contract, reset)
    assert (place / "ckpt.bin").read_bytes() == old
    assert verify(str(place / "new.bin"), contract).findings == ()


def test_a_fork_of_a_first_checkpoint_names_its_parent(place: Path) -> None:
    invocation.fresh(str(place / "ckpt.bin"), SMALL, force=True)
    header = read_header(Buffer(fork(place, {"learner.lr": "0.02"}))).record
    parent = read_header(Buffer((place / "ckpt.bin").read_bytes())).record
    assert header is not None
    assert parent is not None
    assert (header.step, header.parent) == (20, parent.header_digest)


def test_a_fork_can_be_gone_on_with(place: Path) -> None:
    fork(place, {"learner.lr": "0.02"})
    contract = SMALL.changed({"learner.lr": "0.02"})
    assert invocation.resume(str(place / "new.bin"), contract).step == 40
    with pytest.raises(Refused, match="BOB210"):
        invocation.resume(str(place / "new.bin"), SMALL)


def test_a_fork_says_what_it_changed(place: Path) -> None:
    settings = {"learner.lr": "0.020", "learner.epsilon": "1e-8", "updates": "5"}
    made = forked(str(place / "ckpt.bin"), settings, str(place / "new.bin"))
    assert made.changed == (("learner.lr", "0.05", "0.02"), ("updates", "10", "5"))
    assert (made.old, made.new) == (SMALL, SMALL.changed(settings))
    assert (made.outcome.step_before, made.outcome.step) == (20, 25)


def test_a_fork_may_have_another_input_and_more_prompts(place: Path) -> None:
    contract = SMALL.changed({"data.prompts": "3"})
    other = build_input([(5 * byte + 1) % 16 for byte in range(16)], [1, 2, 3], contract)
    (place / "other.bin").write_bytes(other)
    content = fork(place, {"data.prompts": "3"}, input_path=str(place / "other.bin"))
    assert verify(str(place / "new.bin"), contract).findings == ()
    assert content[64:96] != (place / "ckpt.bin").read_bytes()[64:96]


def test_another_input_alone_is_a_fork(place: Path) -> None:
    (place / "other.bin").write_bytes(build_input([0] * 16, [1, 15], SMALL))
    assert fork(place, input_path=str(place / "other.bin"))


REFUSED: dict[str, tuple[dict[str, str], dict[str, object], str]] = {
    "nothing changed": ({}, {}, "BOB842"),
    "the same value": ({"learner.lr": "0.05"}, {}, "BOB842"),
    "other betas": ({"learner.beta1": "0.8"}, {}, "BOB841"),
    "the other beta": ({"learner.beta2": "0.99"}, {}, "BOB841"),
    "another vocabulary": ({"data.vocabulary": "15"}, {}, "BOB842"),
    "updates that do not divide the step": ({"updates": "3"}, {}, "BOB842"),
    "another learner": ({"learner.identity": "sgd"}, {}, "BOB701"),
    "a value out of range": ({"learner.lr": "-1"}, {}, "BOB230"),
    "no such field": ({"learner.momentum": "1"}, {}, "BOB230"),
    "a rate under which it diverges": ({"learner.lr": "3e38"}, {}, "BOB410"),
}


@pytest.mark.parametrize(("settings", "more", "code"), REFUSED.values(), ids=REFUSED.keys())
def test_a_fork_that_no_run_may_go_on_with_is_refused_and_nothing_is_written(
    place: Path, settings: dict[str, str], more: dict[str, object], code: str
) -> None:
    with pytest.raises(Refused, match=code):
        fork(place, settings, **more)
    assert sorted(path.name for path in place.iterdir()) == ["ckpt.bin", "input.bin"]


def test_a_fork_takes_the_place_of_no_file(place: Path) -> None:
    (place / "new.bin").write_bytes(b"mine")
    with pytest.raises(Refused, match="BOB801"):
        fork(place, {"learner.lr": "0.02"})
    assert (place / "new.bin").read_bytes() == b"mine"


def unasked(*_: object) -> None:
    raise AssertionError("the updates were begun")


def test_a_taken_name_is_refused_before_the_updates(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (place / "new.bin").write_bytes(b"mine")
    monkeypatch.setattr(room, "advanced", unasked)
    with pytest.raises(Refused, match="BOB801"):
        fork(place, {"learner.lr": "0.02"})


def test_a_step_without_room_for_an_invocation_is_refused_before_the_updates(
    place: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    last = (LAST_STEP - 10) // 10 * 10
    (place / "ckpt.bin").write_bytes(checkpoint(SMALL, last, honest_planes(SMALL, 20), digest(INPUT)))
    monkeypatch.setattr(room, "advanced", unasked)
    with pytest.raises(Refused, match="BOB208"):
        fork(place, {"learner.lr": "0.02"})


def test_a_fork_keeps_its_own_input_unless_another_is_given(place: Path) -> None:
    (place / "input.bin").write_bytes(build_input([0] * 16, [1, 15], SMALL))
    with pytest.raises(Refused, match="BOB310"):
        fork(place, {"learner.lr": "0.02"})


@pytest.mark.parametrize("damage", ["cut", "sealed"])
def test_a_checkpoint_that_is_not_sound_is_not_forked(place: Path, damage: str) -> None:
    content = read_file(str(place / "ckpt.bin"))
    bad = content[:-1] if damage == "cut" else sealed(put(content, "step", 7))
    (place / "ckpt.bin").write_bytes(bad)
    with pytest.raises(Refused):
        fork(place, {"learner.lr": "0.02"})
    assert not (place / "new.bin").exists()


def test_the_record_is_written_before_the_file(place: Path) -> None:
    seen = []
    forked(
        str(place / "ckpt.bin"),
        {"learner.lr": "0.02"},
        str(place / "new.bin"),
        before_writing=lambda made: seen.append((made.outcome.step, (place / "new.bin").exists())),
    )
    assert seen == [(30, False)]


def test_moments_begin_with_zero_and_weights_stay(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    real = native.train

    def train(p: np.ndarray, m: np.ndarray, v: np.ndarray, *more: object) -> object:
        seen.append((p.copy(), m.any(), v.any()))
        return real(p, m, v, *more)  # type: ignore[arg-type]

    monkeypatch.setattr(native, "train", train)
    fork(place, reset=True)
    old = np.frombuffer((place / "ckpt.bin").read_bytes()[-3 * 1024 :], np.float32)[:256]
    ((p, m, v),) = seen
    assert (p.ravel() == old).all()
    assert not m
    assert not v
