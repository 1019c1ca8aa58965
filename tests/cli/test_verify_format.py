from __future__ import annotations

import json
import struct
from typing import TYPE_CHECKING

import pytest

from bob.cli import places
from bob.errors import Finding, Refused
from bob.store import Buffer

if TYPE_CHECKING:
    from pathlib import Path

    from tests.cli.conftest import Bob, Place


def safetensors(*shapes: tuple[int, ...], name: str = "w", more: bytes = b"") -> bytes:
    header, end = {}, 0
    for i, shape in enumerate(shapes):
        size = 4
        for n in shape:
            size *= n
        header[f"{name}{i}"] = {"dtype": "F32", "shape": shape, "data_offsets": [end, end + size]}
        end += size
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + bytes(end) + more


@pytest.fixture
def good(tmp_path: Path) -> str:
    path = tmp_path / "m.safetensors"
    path.write_bytes(safetensors((2, 3), (4,)))
    return str(path)


def test_a_good_file_is_verified_by_its_own_rules_and_says_what_is_in_it(bob: Bob, good: str) -> None:
    ran = bob("verify", "format", good)
    assert (ran.status, ran.err) == (0, "")
    lines = ran.out.splitlines()
    assert lines[0] == f"{good}: VERIFIED  safetensors"
    assert lines[1] == "  tensors     2, 10 elements, 40 bytes"
    assert lines[2] == "  types       F32 2"
    assert lines[-1].startswith("  not checked: ")
    assert lines[-1].endswith("any schema")


@pytest.mark.parametrize("as_json", [False, True])
def test_a_bad_file_is_refused_with_every_finding(bob: Bob, tmp_path: Path, as_json: bool) -> None:
    path = tmp_path / "m.safetensors"
    path.write_bytes(safetensors((2,), more=bytes(22)))
    ran = bob("verify", "format", str(path), *(["--json"] if as_json else []))
    assert ran.status == 1
    assert "22 bytes" in ran.out
    assert "REFUSED" in ran.out


def test_a_verdict_for_machines_is_json(bob: Bob, good: str) -> None:
    told = json.loads(bob("verify", "format", good, "--json").out)
    assert (told["verdict"], told["format"], told["tensors"], told["findings"]) == (
        "VERIFIED",
        "safetensors",
        2,
        [],
    )


def test_what_is_not_checked_is_said_once_and_alike_in_every_form(bob: Bob, good: str) -> None:
    asked = ("verify", "format", good)
    phrases = json.loads(bob(*asked, "--json").out)["not_checked"]
    assert phrases == ["what the metadata say", "values", "any schema"]
    assert bob(*asked).out.splitlines()[-1] == f"  not checked: {', '.join(phrases)}"
    (run,) = json.loads(bob(*asked, "--output-format", "sarif").out)["runs"]
    notes = run["invocations"][0]["toolExecutionNotifications"]
    assert [note["message"]["text"] for note in notes] == [f"not checked: {phrase}" for phrase in phrases]


def test_elements_and_bytes_are_said_once(bob: Bob, good: str) -> None:
    words = [line.split()[0] for line in bob("verify", "format", good).out.splitlines()[1:]]
    assert not {"elements", "bytes"} & set(words)


def test_bob_s_own_checkpoint_is_a_format_too(bob: Bob, place: Place) -> None:
    ran = bob("verify", "format", place.ckpt)
    assert ran.status == 0
    assert "3, 768 elements, 3,072 bytes" in ran.out


def test_names_in_a_file_are_shown_escaped(bob: Bob, tmp_path: Path) -> None:
    path = tmp_path / "m.safetensors"
    path.write_bytes(safetensors((2,), (2,), name="a\x1b[2J\u202e", more=b"x"))
    ran = bob("verify", "format", str(path))
    assert ran.status == 1
    assert not {"\x1b", "\u202e"} & set(ran.out + ran.err)


def test_a_file_that_is_not_there_could_not_be_asked_about(bob: Bob, tmp_path: Path) -> None:
    assert bob("verify", "format", str(tmp_path / "none")).status == 2


class Remote(Buffer):
    """A remote file of the same bytes, read by ranges."""

    n_fetched = 0

    def read_at(self, offset: int, n_bytes: int) -> bytes:
        found = super().read_at(offset, n_bytes)
        self.n_fetched += len(found)
        return found


def test_of_a_url_headers_alone_are_read_and_it_says_how_many_bytes(
    bob: Bob, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = safetensors((100_000,))
    monkeypatch.setattr(places, "RemoteSource", lambda _: Remote(content))
    ran = bob("verify", "format", "https://host/m.safetensors")
    assert ran.status == 0
    (line,) = [line for line in ran.out.splitlines() if line.startswith("  fetched")]
    fetched, total = (int(word.replace(",", "")) for word in line.split() if word[0].isdigit())
    assert fetched < 10_000
    assert total == len(content)
    assert json.loads(bob("verify", "format", "https://host/m.safetensors", "--json").out)["fetched"] < 10_000


def test_shards_of_a_url_are_looked_for_beside_it(bob: Bob, monkeypatch: pytest.MonkeyPatch) -> None:
    index = {"metadata": {"total_size": 8}, "weight_map": {"w0": "a.safetensors"}}
    held = {"i.index.json": json.dumps(index).encode(), "a.safetensors": safetensors((2,))}
    asked = []

    def remote(url: str) -> Remote:
        asked.append(url)
        name = url.removeprefix("https://host/folder/")
        if name not in held:
            raise Refused(url, [Finding("BOB824", "url")])
        return Remote(held[name])

    monkeypatch.setattr(places, "RemoteSource", remote)
    assert bob("verify", "format", "https://host/folder/i.index.json").status == 0
    assert "https://host/folder/a.safetensors" in asked
    del held["a.safetensors"]
    assert bob("verify", "format", "https://host/folder/i.index.json").status == 1
