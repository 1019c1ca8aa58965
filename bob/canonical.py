"""One form for what is hashed or compared as text: canonical JSON, and BLAKE3 digests.

Processes that have a few milliseconds in all load this module for its digests: json comes with its first use.
"""

import blake3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def canonical_json(value: object) -> str:
    """`value` as JSON with sorted keys, two spaces of indent and a final line feed; NaN is refused.

    What does not print is written as its escape, so that no name in it moves a cursor; halves of characters,
    as names of files hold them, have no other form.
    """
    import json

    text = json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False)
    return "\n".join([line if line.isprintable() else _escaped(line) for line in text.split("\n")]) + "\n"


def _escaped(text: str) -> str:
    """`text` with the escapes that JSON has, in strings alone, for whatever does not print."""

    def escape(c: str) -> str:
        units = c.encode("utf-16-be", "surrogatepass").hex()
        return "".join(f"\\u{units[i : i + 4]}" for i in range(0, len(units), 4))

    return "".join(c if c.isprintable() else escape(c) for c in text)


def canonical_line(value: object) -> str:
    """`value` as one line of ASCII JSON with sorted keys and a final line feed; NaN is refused."""
    import json

    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False) + "\n"


def json_number(value: float) -> float | str:
    """`value`, or its name where JSON has no such number: an infinity, as a loss may be, or a NaN."""
    return value if abs(value) < float("inf") else str(value)


def is_utf8(text: str) -> bool:
    """Whether a text is one of whole characters, which UTF-8 can hold."""
    return text == text.encode("utf-8", "replace").decode()


def digest(data: bytes | bytearray | memoryview) -> bytes:
    """The BLAKE3 digest of `data`, 32 bytes."""
    return blake3.blake3(data).digest()


def digest_of_pieces(pieces: "Iterable[bytes | memoryview]") -> bytes:
    """The BLAKE3 digest of `pieces` joined, 32 bytes."""
    hasher = blake3.blake3()
    for piece in pieces:
        hasher.update(piece)
    return hasher.digest()


def hex_digest(data: bytes | memoryview) -> str:
    """The BLAKE3 digest of `data` in hex, 64 digits, as `b3sum` prints it."""
    return digest(data).hex()
