"""`bob convert`: the whole new file, bit for bit, or none."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from blake3 import blake3

from bob.formats import conversion
from tests.formats.sides import arrays_of, npz_of
from tests.typed_files import header_bytes, typed

if TYPE_CHECKING:
    from tests.cli.conftest import Bob, Place

W = np.arange(6, dtype="<f4").reshape(2, 3)


def files(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@pytest.mark.parametrize("suffix", [".safetensors", ".npz"])
def test_a_checkpoint_goes_there_and_back_bit_for_bit(bob: Bob, place: Place, suffix: str) -> None:
    there, back = str(place.folder / f"w{suffix}"), str(place.folder / "back.ckpt")
    assert bob("convert", place.ckpt, there).status == 0
    ran = bob("convert", there, back)
    size = len(Path(place.ckpt).read_bytes())
    assert (ran.status, ran.out) == (0, f"{back}: 3 tensors, bit for bit those of {there}; {size:,} bytes\n")
    assert Path(back).read_bytes() == Path(place.ckpt).read_bytes()
    assert bob("verify", "envelope", back, "--contract", place.contract).status == 0


def test_json_gives_the_new_file_s_digest(bob: Bob, tmp_path: Path) -> None:
    (tmp_path / "w.safetensors").write_bytes(arrays_of(w=W))
    out = tmp_path / "w.npz"
    told = json.loads(bob("convert", str(tmp_path / "w.safetensors"), str(out), "--json").out)
    assert told["digest"] == blake3(out.read_bytes()).hexdigest()
    assert (told["tensors"], told["bytes"], told["format"]) == (1, out.stat().st_size, "npz")
    with np.load(io.BytesIO(out.read_bytes())) as loaded:
        assert np.array_equal(loaded["w"], W)


def test_a_file_is_replaced_only_when_forced(bob: Bob, tmp_path: Path) -> None:
    (tmp_path / "w.npz").write_bytes(npz_of(w=W))
    out = tmp_path / "w.safetensors"
    out.write_bytes(b"mine")
    out.chmod(0o640)
    ran = bob("convert", str(tmp_path / "w.npz"), str(out))
    assert ran.status == 1
    assert "BOB801" in ran.err
    assert "BOB801" in bob("convert", str(tmp_path / "none.npz"), str(out)).err
    assert out.read_bytes() == b"mine"
    assert bob("convert", str(tmp_path / "w.npz"), str(out), "--force").status == 0
    assert bob("diff", str(tmp_path / "w.npz"), str(out)).status == 0
    assert out.stat().st_mode & 0o777 == 0o640
    assert files(tmp_path) == {"w.npz", "w.safetensors"}


def test_a_file_takes_its_own_place_when_forced(bob: Bob, tmp_path: Path) -> None:
    (tmp_path / "w.npz").write_bytes(npz_of(True, w=W))
    assert bob("convert", str(tmp_path / "w.npz"), str(tmp_path / "w.npz"), "--force").status == 0
    assert (tmp_path / "w.npz").read_bytes() == npz_of(w=W)


def test_nothing_is_written_where_the_inverse_fails(
    bob: Bob, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "w.npz").write_bytes(npz_of(w=W))
    monkeypatch.setattr(conversion, "write_safetensors", lambda out, *_: out.write(arrays_of(w=W + 1)))
    ran = bob("convert", str(tmp_path / "w.npz"), str(tmp_path / "w.safetensors"))
    assert ran.status == 2
    assert "BOB854" in ran.err
    assert files(tmp_path) == {"w.npz"}


def test_what_cannot_be_held_is_refused_by_name_and_nothing_is_written(bob: Bob, tmp_path: Path) -> None:
    (tmp_path / "w.safetensors").write_bytes(arrays_of({"format": "pt"}, w=W))
    source, out = str(tmp_path / "w.safetensors"), str(tmp_path / "w.npz")
    ran = bob("convert", source, out)
    assert (ran.status, ran.out) == (1, "")
    assert "BOB851" in ran.err
    assert files(tmp_path) == {"w.safetensors"}
    assert bob("convert", source, out, "--tensors-only").status == 0


def test_a_changed_plane_does_not_become_a_checkpoint(bob: Bob, place: Place) -> None:
    there = place.folder / "w.safetensors"
    bob("convert", place.ckpt, str(there))
    content = bytearray(there.read_bytes())
    content[-1] ^= 1
    there.write_bytes(content)
    ran = bob("convert", str(there), str(place.folder / "back.bin"))
    assert ran.status == 1
    assert "BOB206" in ran.err
    assert not (place.folder / "back.bin").exists()


def test_a_checkpoint_that_does_not_verify_is_not_converted(bob: Bob, place: Place) -> None:
    content = bytearray(Path(place.ckpt).read_bytes())
    content[-1] ^= 1
    Path(place.ckpt).write_bytes(content)
    ran = bob("convert", place.ckpt, str(place.folder / "w.npz"))
    assert ran.status == 1
    assert "BOB206" in ran.err


def test_a_malformed_file_is_refused_by_its_own_rules(bob: Bob, tmp_path: Path) -> None:
    (tmp_path / "w.npz").write_bytes(npz_of(w=W)[:-1])
    ran = bob("convert", str(tmp_path / "w.npz"), str(tmp_path / "w.safetensors"))
    assert ran.status == 1
    assert "BOB5" in ran.err


def test_the_suffix_of_the_new_file_says_its_format(bob: Bob, place: Place) -> None:
    ran = bob("convert", place.ckpt, str(place.folder / "w.pt"))
    assert ran.status == 2
    assert ".safetensors" in ran.err


def typed_file(folder: Path) -> Path:
    path = folder / "typed.ckpt"
    path.write_bytes(typed())
    return path


def test_of_a_checkpoint_of_version_2_the_tensors_are_converted_where_that_is_asked_for(
    bob: Bob, tmp_path: Path
) -> None:
    source, out = typed_file(tmp_path), tmp_path / "new.safetensors"
    refused = bob("convert", str(source), str(out))
    assert (refused.status, "BOB851" in refused.err, out.exists()) == (1, True, False)
    made = bob("convert", str(source), str(out), "--tensors-only")
    assert made.status == 0, made.err
    assert bob("diff", str(source), str(out)).status == 0


def test_a_checkpoint_of_version_2_with_a_wrong_digest_is_not_converted(bob: Bob, tmp_path: Path) -> None:
    source = typed_file(tmp_path)
    content = bytearray(source.read_bytes())
    content[header_bytes(bytes(content))] ^= 1
    source.write_bytes(content)
    refused = bob("convert", str(source), str(tmp_path / "new.npz"), "--tensors-only")
    assert (refused.status, "BOB206" in refused.err) == (1, True)
