"""Files of safetensors and npz, as their reference writers write them: `write_safetensors`, `write_npz`.

    write_safetensors(out, [Written("w", "F32", (2, 2), 16, lambda: [bytes(16)])], {"format": "pt"})

Both take tensors whose bytes come in pieces, row-major and little-endian. What a format cannot hold is not
asked here: `bob.formats.conversion` refuses it before.
"""

from __future__ import annotations

import json
import zipfile
from typing import TYPE_CHECKING, NamedTuple

from bob.codec import encode, make
from bob.spec.formats.npy import ALIGNMENT, DTYPES, NpyHead
from bob.spec.formats.safetensors import METADATA, USUAL_ALIGNMENT, SafetensorsPrefix

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from io import BytesIO

_PREFIX, _HEAD = SafetensorsPrefix.at(), NpyHead.at()
# The reference writer begins with the types of the strictest alignment (safetensors 0.8, `Dtype`).
_ORDER = (
    *("U64", "I64", "F64", "C64", "F32", "U32", "I32", "BF16", "F16", "U16", "I16"),
    *("F8_E5M2FNUZ", "F8_E4M3FNUZ", "F8_E8M0", "F8_E4M3", "F8_E5M2", "I8", "U8"),
    *("F6_E3M2", "F6_E2M3", "F4", "BOOL"),
)
_TYPE_STRINGS = {
    name: f"{'|' if letters.endswith('1') else '<'}{letters}" for letters, name in DTYPES.items()
}
# NumPy leaves room for a first dim of so many digits (numpy.lib.format, GROWTH_AXIS_MAX_DIGITS).
_GROWTH_DIGITS = 21


class Written(NamedTuple):
    """A tensor to be written; `pieces` are asked for once, and are `n_bytes` bytes together."""

    name: str
    dtype: str
    shape: tuple[int, ...]
    n_bytes: int
    pieces: Callable[[], Iterable[bytes | memoryview]]


def write_safetensors(out: BytesIO, tensors: Sequence[Written], metadata: Mapping[str, str]) -> None:
    """Write what `safetensors.serialize` would: types by alignment, then names; the header padded."""
    header: dict[str, object] = {METADATA: dict(sorted(metadata.items()))} if metadata else {}
    ordered = sorted(tensors, key=lambda each: (_ORDER.index(each.dtype), each.name))
    end = 0
    for each in ordered:
        begin, end = end, end + each.n_bytes
        header[each.name] = {"dtype": each.dtype, "shape": each.shape, "data_offsets": (begin, end)}
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % USUAL_ALIGNMENT)
    out.write(encode(_PREFIX, make(_PREFIX, header_bytes=len(text))) + text)
    for each in ordered:
        out.writelines(each.pieces())


def write_npz(out: BytesIO, arrays: Iterable[Written]) -> None:
    """Write what `numpy.savez` would: a member for each array, stored."""
    with zipfile.ZipFile(out, "w") as archive:
        for array in arrays:
            with archive.open(f"{array.name}.npy", "w", force_zip64=True) as member:
                member.write(npy_head(array.dtype, array.shape))
                for piece in array.pieces():
                    member.write(piece)


def has_type_string(dtype: str) -> bool:
    """Whether NumPy has a type."""
    return dtype in _TYPE_STRINGS


def npy_head(dtype: str, shape: tuple[int, ...]) -> bytes:
    """What an npy file of version 1.0 begins with, as NumPy writes it."""
    text = f"{{'descr': '{_TYPE_STRINGS[dtype]}', 'fortran_order': False, 'shape': {shape}, }}"
    if shape:
        text += " " * (_GROWTH_DIGITS - len(str(shape[0])))
    before = _HEAD.offset("header") + _HEAD.fields["header"].least_bytes(lambda _: 0)
    # One space at least, a whole line of them where none would be needed.
    text += " " * (ALIGNMENT - (before + len(text) + 1) % ALIGNMENT)
    return encode(_HEAD, make(_HEAD, major=1, minor=0, header=text.encode() + b"\n"))
