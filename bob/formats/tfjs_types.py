"""The type in which a TensorFlow.js weight stands in its file: `kept_as("float32", {"dtype": "float16"})`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.spec.formats.tfjs import DTYPES, QUANTIZABLE, QUANTIZED, STRING

if TYPE_CHECKING:
    from collections.abc import Mapping


def kept_as(dtype: str, quantization: Mapping[str, str] | None) -> tuple[str | None, list[tuple[str, str]]]:
    """A dtype by name, or STRING, None where there is none; and what is wrong, as found and expected."""
    if quantization is None:
        kept = STRING if dtype == STRING else DTYPES.get(dtype)
        return kept, [] if kept else [(dtype, f"one of {', '.join((*DTYPES, STRING))}")]
    as_ = quantization.get("dtype", "nothing")
    if as_ not in QUANTIZED or dtype not in QUANTIZABLE[as_]:
        expected = "float32 or int32 as uint8 or uint16, or float32 as float16"
        return QUANTIZED.get(as_), [(f"{dtype} as {as_}", expected)]
    lacking = [key for key in ("scale", "min") if key not in quantization and as_ != "float16"]
    return QUANTIZED[as_], [(f"{as_} without {key}", "a number for scale and for min") for key in lacking]
