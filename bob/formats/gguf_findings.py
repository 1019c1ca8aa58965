"""The findings of a GGUF file as they are met: `Found`; and how its texts and sizes are shown in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.formats.gathered import Gathered

if TYPE_CHECKING:
    from bob.errors import Finding

_LEAST_SHOWN_AS_POWER = 1 << 30
LAX = "gguf 0.19 and ggml read it all the same"
LAX_GGML = "ggml does not check it"
LAX_GGUF = "gguf 0.19 reads it all the same"


class Stopped(Exception):
    """A header that cannot be read on; what stopped it is already among the findings."""


class Found(Gathered):
    """The findings of a GGUF file, made as they are told."""

    others = "others"

    def stop(self, finding: Finding) -> Stopped:
        """Take in a finding after which nothing can be read: `raise found.stop(...)`."""
        self.take(finding)
        return Stopped()


def as_text(raw: bytes) -> str:
    """Bytes as text whatever they are: UTF-8, or else Latin-1, which tells different bytes apart."""
    try:
        return str(raw, "utf-8")
    except UnicodeDecodeError:
        return str(raw, "latin-1")


def in_bytes(n_bytes: int) -> str:
    """A number of bytes, as a power of two as well where it is a large one."""
    exact = n_bytes >= _LEAST_SHOWN_AS_POWER and n_bytes.bit_count() == 1
    return f"{n_bytes:,} bytes" + (f" (2^{n_bytes.bit_length() - 1})" if exact else "")
