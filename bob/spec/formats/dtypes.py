"""The element types of other formats by one name each, with their widths: `bits_of("BF16") == 16`.

Names are those of safetensors (safetensors 0.7, `Dtype`), which has most of them; GGUF's block types are in
`bob.formats.gguf_types`.
"""

from __future__ import annotations

BITS: dict[str, int] = {
    "BOOL": 8,
    "F4": 4,
    "F6_E2M3": 6,
    "F6_E3M2": 6,
    "U8": 8,
    "I8": 8,
    "F8_E5M2": 8,
    "F8_E4M3": 8,
    "F8_E8M0": 8,
    "F8_E4M3FNUZ": 8,
    "F8_E5M2FNUZ": 8,
    "I16": 16,
    "U16": 16,
    "F16": 16,
    "BF16": 16,
    "I32": 32,
    "U32": 32,
    "F32": 32,
    "C64": 64,
    "F64": 64,
    "I64": 64,
    "U64": 64,
    "C128": 128,
}


def bits_of(dtype: str) -> int:
    """The width of an element in bits; raises `KeyError` for a name that is none."""
    return BITS[dtype]
