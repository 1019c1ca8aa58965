"""One form for what is hashed or compared as text: canonical JSON, and BLAKE3 digests.

Processes that have a few milliseconds in all load this module for its digests: json comes with its first use.
"""

import blake3

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


def canonical_json(value: object) -> str:
    """`value` as JSON with sorted keys, two spaces of indent and a final line feed; NaN is refused."""
    import json

    text = json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False, allow_nan=False) + "\n"
    # Names of files may hold surrogates, which have no UTF-8; their escapes are JSON's.
    return text.encode("utf-8", "backslashreplace").decode("utf-8")


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
