"""The numbers of TensorFlow.js weight files: widths of elements, and what a string takes beside its bytes.

Source: tensorflow/tfjs, tfjs-core/src/io/types.ts (`DTYPE_VALUE_SIZE_MAP`, `WeightsManifestEntry`) and
tfjs-core/src/io/io_utils.ts (`NUM_BYTES_STRING_LENGTH`, `decodeWeight`).
"""

from __future__ import annotations

# What a weight may be by its manifest: its name here.
DTYPES = {"float32": "F32", "float16": "F16", "int32": "I32", "bool": "BOOL", "complex64": "C64"}
STRING = "string"
# What a quantized weight may be kept as, and which weights may.
QUANTIZED = {"uint8": "U8", "uint16": "U16", "float16": "F16"}
QUANTIZABLE = {"uint8": ("float32", "int32"), "uint16": ("float32", "int32"), "float16": ("float32",)}
STRING_LENGTH_BYTES = 4
