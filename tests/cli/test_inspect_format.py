"""`bob inspect` of other formats: what is in a file, folded or line by line, never what it could do."""

from __future__ import annotations

import functools
import http.server
import io
import json
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from blake3 import blake3

from bob.cli import progress
from bob.cli.progress import Progress
from tests.formats.gguf_files import ARCH, F64, kv
from tests.formats.gguf_files import one as gguf_one
from tests.formats.sides import arrays_of, npz_of, tensors_of

if TYPE_CHECKING:
    from tests.cli.conftest import Bob, Place

LAYERS = {f"layers.{n}.mlp.up": ("F32", np.full((4, 16), n, "<f4")) for n in range(12)}
BFLOAT = np.uint16([0x3F80, 0x4000, 0x7F80, 0x7FC0])


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "w.safetensors"
    tensors = {**LAYERS, "norm": ("BF16", BFLOAT), "steps": ("I64", np.arange(4))}
    path.write_bytes(tensors_of({"format": "pt", "note": "\x1b[2J" + "x" * 400}, **tensors))
    return str(path)


def test_tensors_are_folded_by_the_pattern_of_their_names(bob: Bob, file: str) -> None:
    ran = bob("inspect", file)
    assert (ran.status, ran.err) == (0, "")
    rows = [line.split() for line in ran.out.splitlines()]
    assert ["layers.{0..11}.mlp.up", "F32", "[4,", "16]", "x12", "3,072", "bytes"] in rows
    assert ["norm", "BF16", "[4]", "8", "bytes"] in rows
    assert ["tensors", "14,", "776", "elements,", "3,112", "bytes"] in rows
    assert ["types", "BF16", "1,", "F32", "12,", "I64", "1"] in rows


def test_metadata_are_escaped_and_shortened(bob: Bob, file: str) -> None:
    out = bob("inspect", file).out
    assert "\x1b" not in out
    assert "note    \\x1b[2Jxxx" in out
    assert "(407 characters)" in out


def test_all_gives_each_tensor_its_file_offset_and_bytes(bob: Bob, place: Place) -> None:
    path = place.folder / "w.npz"
    path.write_bytes(npz_of(a=np.zeros((2, 2), ">f4"), b=np.asfortranarray(np.zeros((3, 2)))))
    lines = [line.split() for line in bob("inspect", str(path), "--all").out.splitlines()]
    assert ["a", "F32", "big-endian", "[2,", "2]", "a.npy", "128", "16", "row-major"] in lines
    assert ["b", "F64", "[3,", "2]", "b.npy", "128", "48", "[1,", "3]"] in lines


def test_digests_are_of_the_elements_whatever_the_format(bob: Bob, tmp_path: Path) -> None:
    array = np.arange(6, dtype="<f4").reshape(2, 3)
    expected = blake3(array.tobytes()).hexdigest()
    files = {
        "a.safetensors": arrays_of(w=array),
        "a.npz": npz_of(True, w=np.asfortranarray(array.astype(">f4"))),
    }
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)
        told = json.loads(bob("inspect", str(tmp_path / name), "--digests", "--json").out)
        assert [tensor["digest"] for tensor in told["tensors"]] == [expected]
        assert expected in bob("inspect", str(tmp_path / name), "--digests").out


def test_values_are_minimum_median_maximum_and_counts(bob: Bob, file: str) -> None:
    told = json.loads(bob("inspect", file, "--values", "--json").out)
    values = {tensor["name"]: tensor["values"] for tensor in told["tensors"]}
    assert values["norm"] == {
        "minimum": "1.0 (0x3f80)",
        "median": "2.0 (0x4000)",
        "maximum": "inf (0x7f80)",
        "n_nan": 1,
        "n_infinite": 1,
    }
    assert (values["steps"]["minimum"], values["steps"]["median"]) == ("0", "1.5")
    (line,) = [line for line in bob("inspect", file, "--values").out.splitlines() if "norm" in line]
    assert " ".join(line.split()) == "norm BF16 [4] 1.0 (0x3f80) 2.0 (0x4000) inf (0x7f80) 1 1"


def test_values_of_a_checkpoint_are_shown_by_its_planes(bob: Bob, place: Place) -> None:
    out = bob("inspect", place.ckpt, "--values").out
    assert [line.split()[0] for line in out.splitlines()[-3:]] == ["P", "M", "V"]
    assert "layout" not in json.loads(bob("inspect", place.ckpt, "--all", "--json").out)


def test_blocks_are_not_decoded_and_that_is_said(bob: Bob, tmp_path: Path) -> None:
    from tests.formats.gguf_files import QUANT, gguf, ti

    path = tmp_path / "w.gguf"
    path.write_bytes(gguf([ARCH, QUANT], [ti("w", [32], 8)], bytes(64)))
    assert "Q8_0  [32]   not decoded" in bob("inspect", str(path), "--values").out
    told = json.loads(bob("inspect", str(path), "--values", "--json").out)
    assert told["tensors"][0]["values"] is None


def test_a_number_that_json_has_not_is_a_text(bob: Bob, tmp_path: Path) -> None:
    path = tmp_path / "w.gguf"
    path.write_bytes(gguf_one([ARCH, kv("a.b", F64, float("nan"))]))
    told = json.loads(bob("inspect", str(path), "--json").out)
    assert told["metadata"]["a.b"] == "nan"


def test_a_malformed_file_is_refused_as_verify_format_refuses_it(bob: Bob, file: str) -> None:
    content = Path(file).read_bytes()
    Path(file).write_bytes(content[:-1])
    ran, verified = bob("inspect", file), bob("verify", "format", file)
    assert (ran.status, ran.out) == (1, "")
    assert "BOB5" in ran.err
    assert ran.err == verified.out


def test_a_flipped_bit_in_a_member_is_refused_before_it_is_shown(bob: Bob, tmp_path: Path) -> None:
    content = bytearray(npz_of(w=np.ones(4)))
    content[150] ^= 1
    (tmp_path / "w.npz").write_bytes(content)
    ran = bob("inspect", str(tmp_path / "w.npz"))
    assert (ran.status, ran.out) == (1, "")
    assert "BOB549" in ran.err


def test_what_is_of_no_format_is_named(bob: Bob, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a text")
    ran = bob("inspect", str(tmp_path / "a"))
    assert ran.status == 1
    assert "BOB500" in ran.err
    assert bob("inspect", str(tmp_path / "none")).status == 2


class _Ranges(http.server.SimpleHTTPRequestHandler):
    """Serves a folder by ranges."""

    def send_head(self) -> io.BytesIO:
        content = (Path(self.directory) / self.path.lstrip("/")).read_bytes()
        first, _, last = self.headers.get("Range", "bytes=0-").removeprefix("bytes=").partition("-")
        part = content[int(first) : int(last) + 1 if last else None]
        self.send_response(206 if "Range" in self.headers else 200)
        self.send_header("Content-Range", f"bytes {first}-{int(first) + len(part) - 1}/{len(content)}")
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        return io.BytesIO(part)

    def log_message(self, *_: object) -> None:
        """Nothing."""


def test_of_a_url_the_header_alone_is_fetched(bob: Bob, tmp_path: Path) -> None:
    pytest.importorskip("aiohttp", reason="fsspec's http needs aiohttp")
    (tmp_path / "w.safetensors").write_bytes(arrays_of(w=np.zeros(1_000_000, "<f4")))
    handler = functools.partial(_Ranges, directory=str(tmp_path))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        url = f"http://127.0.0.1:{server.server_address[1]}/w.safetensors"
        ran = bob("inspect", url)
        told = json.loads(bob("inspect", url, "--json").out)
        server.shutdown()
    assert ran.status == 0
    assert f"fetched              {told['fetched']:,} of {told['file_bytes']:,} bytes" in ran.out
    assert told["fetched"] < 300_000


def test_of_a_url_no_values_are_asked_for(bob: Bob, tmp_path: Path) -> None:
    pytest.importorskip("fsspec")
    (tmp_path / "w.npz").write_bytes(npz_of(w=np.ones(4)))
    ran = bob("inspect", f"file://{tmp_path}/w.npz", "--values")
    assert ran.status == 2
    assert "headers alone" in ran.err


class Terminal(io.StringIO):
    """A standard error that is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_a_line_that_is_gone_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal())
    monkeypatch.setattr(progress.time, "monotonic", iter(range(100)).__next__)
    with Progress(4_000_000) as told:
        told.add(1_000_000)
        told.add(2_000_000)
    assert sys.stderr.getvalue() == "\r\x1b[K 25%  1 of 4 MB\r\x1b[K 75%  3 of 4 MB\r\x1b[K"


@pytest.mark.parametrize(("is_terminal", "seconds"), [(False, 9), (True, 0)], ids=["no-terminal", "at-once"])
def test_progress_is_nothing_elsewhere_and_for_short_work(
    is_terminal: bool, seconds: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", Terminal() if is_terminal else io.StringIO())
    times = iter([0, seconds, seconds, seconds])
    monkeypatch.setattr(progress.time, "monotonic", times.__next__)
    with Progress(10) as told:
        told.add(10)
    assert sys.stderr.getvalue() == ""
