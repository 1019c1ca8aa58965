from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bob.envelope.typed_contract import NOTHING, contract_of
from bob.envelope.typed_header import Stamp
from bob.envelope.typed_verify import verify_typed
from bob.envelope.typed_write import Laid, write_typed
from bob.errors import Refused
from bob.spec.tensor_lines import TensorLine
from bob.store import Buffer
from tests.checkpoints import checkpoint
from tests.typed_files import header_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


def laid(name: str, content: bytes, *pieces: bytes) -> Laid:
    return Laid(TensorLine(name, "U8", (len(content),)), lambda: pieces or (content,))


def written(path: Path, *tensors: Laid, step: int = 1) -> list[str]:
    with pytest.raises(Refused) as raised:
        write_typed(str(path), tensors, NOTHING, Stamp(step))
    return [f.code for f in raised.value.findings]


def test_pieces_make_up_the_tensor_and_its_digest(tmp_path: Path) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    content = bytes(range(200))
    first = write_typed(str(one), [laid("a", content)], NOTHING, Stamp(3))
    second = write_typed(str(other), [laid("a", content, content[:70], b"", content[70:])], NOTHING, Stamp(3))
    end = header_bytes(one.read_bytes())
    assert first == second == one.read_bytes()[end - 32 : end]
    assert one.read_bytes() == other.read_bytes()
    assert verify_typed(Buffer(one.read_bytes())).findings == ()


def test_a_checkpoint_takes_the_place_of_another_of_its_version(tmp_path: Path) -> None:
    path = tmp_path / "m.bob"
    write_typed(str(path), [laid("a", b"xyz")], NOTHING, Stamp(1))
    write_typed(str(path), [laid("b", b"")], NOTHING, Stamp(2))
    report = verify_typed(Buffer(path.read_bytes()))
    assert report.findings == ()
    assert report.header is not None
    assert report.header.step == 2
    assert [p.name for p in tmp_path.iterdir()] == ["m.bob"]


@pytest.mark.parametrize("there", [b"notes", checkpoint()], ids=["a text", "a checkpoint of version 1"])
def test_no_other_file_is_written_over(tmp_path: Path, there: bytes) -> None:
    path = tmp_path / "m.bob"
    path.write_bytes(there)
    assert written(path, laid("a", b"xyz")) == ["BOB801"]
    assert path.read_bytes() == there


def test_a_name_that_comes_twice_is_not_written(tmp_path: Path) -> None:
    assert written(tmp_path / "m", laid("a", b"1"), laid("a", b"2")) == ["BOB251"]
    assert written(tmp_path / "m", laid("\ud800", b"1")) == ["BOB256"]
    assert list(tmp_path.iterdir()) == []


def test_a_step_that_no_file_has_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    assert written(tmp_path / "m", laid("a", b"1"), step=2**63) == ["BOB208"]
    assert list(tmp_path.iterdir()) == []


def test_other_tensors_than_the_contract_lists_are_not_written(tmp_path: Path) -> None:
    contract = contract_of({"schema": {"a": "U8[2]"}}, "contract")
    with pytest.raises(Refused) as raised:
        write_typed(str(tmp_path / "m"), [laid("a", b"1")], contract, Stamp())
    assert [(f.code, f.part) for f in raised.value.findings] == [("BOB211", "a")]


def test_a_writer_that_fails_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "m.bob"
    write_typed(str(path), [laid("a", b"xyz")], NOTHING, Stamp(1))
    before = path.read_bytes()

    def failing() -> Iterator[bytes]:
        yield b"x"
        raise OSError(5, "gone")

    with pytest.raises(Refused, match="BOB821"):
        write_typed(str(path), [Laid(TensorLine("a", "U8", (3,)), failing)], NOTHING, Stamp(2))
    with pytest.raises(ValueError, match="2 bytes of 3"):
        write_typed(str(path), [laid("a", b"xyz", b"xy")], NOTHING, Stamp(2))
    assert path.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["m.bob"]
