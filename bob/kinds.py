"""What a file is, from its first bytes: `kind_of` names it in a few words that fit "this is ...".

It reads magic numbers only. Whether a file is well formed is for the reader of its kind.
"""

from __future__ import annotations

import codecs
from typing import NamedTuple

LOOKED_AT = 4096


class Kind(NamedTuple):
    """A kind of file: a stable name, and the words for it."""

    name: str
    words: str


EMPTY = Kind("empty", "an empty file")
CHECKPOINT = Kind("checkpoint", "a Bob checkpoint")
INPUT_RECORD = Kind("input-record", "a Bob input record")
CUT = Kind("cut", "the first bytes of a file of Bob's, cut before they say which")
SAFETENSORS = Kind("safetensors", "a safetensors file")
UNKNOWN = Kind("unknown", "binary data of no kind that Bob knows")

_OWN = b"BOB"
_MAGICS: tuple[tuple[bytes, Kind], ...] = (
    (b"BOBCKPT1", CHECKPOINT),
    (b"BOBINPUT", INPUT_RECORD),
    (b"BOBSEAL1", Kind("seal", "a seal of Bob's: name the file that it stands beside")),
    (_OWN, Kind("other-bob", "a file of another Bob")),
    (
        b"version https://git-lfs.github.com/spec/",
        Kind("lfs-pointer", "a Git-LFS pointer: the file itself was not fetched (git lfs pull)"),
    ),
    (b"GGUF", Kind("gguf", "a GGUF file")),
    (b"\x93NUMPY", Kind("npy", "a NumPy .npy file")),
    (b"PK\x03\x04", Kind("zip", "a zip archive (PyTorch .pt and NumPy .npz files are zips)")),
    (b"PK\x05\x06", Kind("zip", "an empty zip archive")),
    (b"\x1f\x8b", Kind("gzip", "gzip-compressed data")),
    (b"\x28\xb5\x2f\xfd", Kind("zstd", "zstd-compressed data")),
    (b"BZh", Kind("bzip2", "bzip2-compressed data")),
    (b"\xfd7zXZ\x00", Kind("xz", "xz-compressed data")),
    (b"\x89HDF\r\n\x1a\n", Kind("hdf5", "an HDF5 file")),
    (b"\x7fELF", Kind("elf", "a program or library (ELF)")),
    (b"%PDF-", Kind("pdf", "a PDF document")),
    (b"\x89PNG\r\n\x1a\n", Kind("png", "a PNG image")),
)
_MAGIC_BYTES = len(_MAGICS[0][0])
_MARKUP = (b"<!doctype html", b"<html", b"<head", b"<?xml")
_TEXT_CONTROLS = frozenset(b"\t\n\r\f\x1b")


def kind_of(head: bytes, n_bytes: int) -> Kind:
    """The kind of a file of `n_bytes` bytes that begins with `head` (as much as `LOOKED_AT` of it)."""
    if n_bytes == 0:
        return EMPTY
    if head.startswith(_OWN) and n_bytes < _MAGIC_BYTES:
        return CUT
    # Before the magics: a header's length may begin as one of them does.
    if _is_safetensors(head, n_bytes):
        return SAFETENSORS
    for magic, kind in _MAGICS:
        if head.startswith(magic):
            return kind
    if head.removeprefix(codecs.BOM_UTF8).lstrip()[:16].lower().startswith(_MARKUP):
        return Kind("web-page", "a web page or XML, likely an error page saved in place of the file")
    if head[:1] == b"\x80" and 2 <= int.from_bytes(head[1:2], "little") <= 5:
        return Kind("pickle", "a Python pickle (older PyTorch files are pickles)")
    if not head.strip(b"\x00"):
        return Kind("zeros", "zeros as far as Bob looked")
    return _text_or_unknown(head, cut=n_bytes > len(head))


def _is_safetensors(head: bytes, n_bytes: int) -> bool:
    """An eight-byte length, then a JSON object."""
    length = int.from_bytes(head[:8], "little")
    return head[8:9] == b"{" and 2 <= length <= max(n_bytes, 2)


def _text_or_unknown(head: bytes, cut: bool) -> Kind:
    if any(byte < 32 and byte not in _TEXT_CONTROLS for byte in head):
        return UNKNOWN
    try:
        # A character may be cut in two where the look ends.
        text = codecs.getincrementaldecoder("utf-8-sig")().decode(head, final=not cut)
    except UnicodeDecodeError:
        return UNKNOWN
    if text.lstrip().startswith(("{", "[")):
        return Kind("json", "JSON text")
    return Kind("text", "a text")
