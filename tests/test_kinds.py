"""What a file is, from its first bytes: each kind by name, prefixes, and bytes of no kind."""

from __future__ import annotations

import io
import json
import pickle
import struct
import zipfile

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bob.kinds import CHECKPOINT, INPUT_RECORD, LOOKED_AT, kind_of


def an_npy() -> bytes:
    file = io.BytesIO()
    np.save(file, np.zeros(3, np.float32))
    return file.getvalue()


def a_zip(*members: str) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as archive:
        for member in members:
            archive.writestr(member, b"1")
    return file.getvalue()


def a_safetensors(padding: str = "") -> bytes:
    header = json.dumps({"w": {"dtype": "F32", "shape": [1], "data_offsets": [0, 4]}}).encode()
    header += padding.encode()
    return struct.pack("<Q", len(header)) + header + bytes(4)


FILES = {
    "empty": ("empty", b""),
    "a-checkpoint": ("checkpoint", b"BOBCKPT1" + bytes(504)),
    "a-checkpoint-s-magic": ("checkpoint", b"BOBCKPT1"),
    "an-input-record": ("input-record", b"BOBINPUT" + bytes(8)),
    "a-seal": ("seal", b"BOBSEAL1" + bytes(56)),
    "a-later-checkpoint": ("other-bob", b"BOBCKPT2" + bytes(504)),
    "three-bytes-of-a-magic": ("cut", b"BOB"),
    "seven-bytes-of-a-magic": ("cut", b"BOBCKPT"),
    "a-git-lfs-pointer": (
        "lfs-pointer",
        b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 786944\n",
    ),
    "gguf": ("gguf", b"GGUF" + struct.pack("<IQQ", 3, 0, 0)),
    "npy": ("npy", an_npy()),
    "zip": ("zip", a_zip("data.pkl")),
    "an-empty-zip": ("zip", a_zip()),
    "gzip": ("gzip", b"\x1f\x8b\x08\x00" + bytes(20)),
    "zstd": ("zstd", b"\x28\xb5\x2f\xfd" + bytes(20)),
    "bzip2": ("bzip2", b"BZh91AY&SY"),
    "xz": ("xz", b"\xfd7zXZ\x00\x00"),
    "hdf5": ("hdf5", b"\x89HDF\r\n\x1a\n" + bytes(8)),
    "elf": ("elf", b"\x7fELF\x02\x01\x01" + bytes(9)),
    "pdf": ("pdf", b"%PDF-1.7\n"),
    "png": ("png", b"\x89PNG\r\n\x1a\n" + bytes(8)),
    "html": ("web-page", b"<!DOCTYPE html>\n<html><title>404</title></html>"),
    "html-after-blanks": ("web-page", b"\r\n\n  <HTML lang=en>"),
    "html-after-a-byte-order-mark": ("web-page", b"\xef\xbb\xbf<html>"),
    "xml": ("web-page", b'<?xml version="1.0"?><Error><Code>AccessDenied</Code></Error>'),
    "safetensors": ("safetensors", a_safetensors()),
    "safetensors-padded": ("safetensors", a_safetensors("     ")),
    "pickle-protocol-2": ("pickle", pickle.dumps([1.0], protocol=2)),
    "pickle-protocol-5": ("pickle", pickle.dumps([1.0], protocol=5)),
    "zeros": ("zeros", bytes(1000)),
    "one-zero": ("zeros", b"\x00"),
    "a-json-object": ("json", b' {"w": [1, 2]}'),
    "a-json-array": ("json", b"[]"),
    "json-after-a-byte-order-mark": ("json", b"\xef\xbb\xbf{}"),
    "a-text": ("text", "Ein Häkchen ist ein Versprechen.\n\t".encode()),
    "one-letter": ("text", b"B"),
    "two-letters-of-a-magic": ("text", b"BO"),
    "a-text-with-colours": ("text", b"\x1b[1mbold\x1b[0m"),
    "latin-1": ("unknown", "Häkchen".encode("latin-1")),
    "two-bytes-that-are-no-text": ("unknown", b"\xff\xfe"),
    "a-character-cut-at-the-end-of-the-file": ("unknown", "a €".encode()[:-1]),
    "a-control-character": ("unknown", b"abc\x07"),
    "floats": ("unknown", np.linspace(1, 2, 50, dtype=np.float32).tobytes()),
    "a-json-object-behind-too-great-a-length": ("unknown", struct.pack("<Q", 100000001) + b"{}"),
    "a-json-object-behind-too-small-a-length": ("unknown", struct.pack("<Q", 1) + b"{}"),
    "pickle-protocol-6": ("unknown", b"\x80\x06."),
}


@pytest.mark.parametrize(("name", "content"), FILES.values(), ids=FILES.keys())
def test_a_file_is_named_by_its_kind(name: str, content: bytes) -> None:
    assert kind_of(content[:LOOKED_AT], len(content)).name == name


@pytest.mark.parametrize("content", [content for _, content in FILES.values()], ids=FILES.keys())
def test_the_words_of_a_kind_go_on_after_this_is(content: bytes) -> None:
    words = kind_of(content, len(content)).words
    assert words.isprintable()
    assert words[:1].islower() or words.startswith("JSON")
    assert not words.endswith(".")


@pytest.mark.parametrize("cut", [1, 2])
def test_a_text_whose_last_character_is_cut_by_the_look_is_a_text(cut: int) -> None:
    content = b"x" * (LOOKED_AT - cut) + "€€".encode()
    assert kind_of(content[:LOOKED_AT], len(content)).name == "text"


def test_a_json_text_whose_last_character_is_cut_by_the_look_is_json() -> None:
    content = b'["' + b"x" * (LOOKED_AT - 3) + "€".encode()
    assert kind_of(content[:LOOKED_AT], len(content)).name == "json"


def test_a_character_that_is_cut_within_the_look_is_no_text() -> None:
    content = "€".encode()[:2] + b"x" * LOOKED_AT
    assert kind_of(content[:LOOKED_AT], len(content)).name == "unknown"


def test_zeros_are_zeros_only_as_far_as_the_look_goes() -> None:
    assert kind_of(bytes(LOOKED_AT), 1 << 40).name == "zeros"
    assert kind_of(bytes(LOOKED_AT - 1) + b"\x01", 1 << 40).name == "unknown"


def test_a_header_length_is_held_against_the_whole_file_and_not_the_look() -> None:
    head = struct.pack("<Q", 100_000) + b"{" + b" " * (LOOKED_AT - 9)
    assert kind_of(head, 100_008).name == "safetensors"
    assert kind_of(head, 99_999).name == "unknown"


@given(st.binary(max_size=40))
def test_whatever_begins_with_a_magic_of_bob_s_is_that_and_nothing_else_is(content: bytes) -> None:
    assert kind_of(b"BOBCKPT1" + content, 8 + len(content)) == CHECKPOINT
    assert kind_of(b"BOBINPUT" + content, 8 + len(content)) == INPUT_RECORD
    own = kind_of(content, len(content)) in (CHECKPOINT, INPUT_RECORD)
    assert own == content.startswith((b"BOBCKPT1", b"BOBINPUT"))
