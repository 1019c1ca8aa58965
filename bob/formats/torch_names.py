"""The names of PyTorch 2.13 that a checkpoint may use, and its element types.

Source: torch/_weights_only_unpickler.py (`_get_allowed_globals` and the opcodes of `Unpickler._load`) and
torch/storage.py (`_dtype_to_storage_type_map`, `_new_dtypes`).
"""

from __future__ import annotations

from bob.spec.formats.dtypes import bits_of

# Element types by PyTorch's names. Quantised ones are listed as the integers that are stored.
DTYPES = {
    "float64": "F64",
    "float32": "F32",
    "float16": "F16",
    "bfloat16": "BF16",
    "int64": "I64",
    "int32": "I32",
    "int16": "I16",
    "int8": "I8",
    "uint8": "U8",
    "bool": "BOOL",
    "complex128": "C128",
    "complex64": "C64",
    "uint16": "U16",
    "uint32": "U32",
    "uint64": "U64",
    "float8_e4m3fn": "F8_E4M3",
    "float8_e4m3fnuz": "F8_E4M3FNUZ",
    "float8_e5m2": "F8_E5M2",
    "float8_e5m2fnuz": "F8_E5M2FNUZ",
    "float8_e8m0fnu": "F8_E8M0",
    "qint8": "I8",
    "quint8": "U8",
    "qint32": "I32",
}
# Those whose elements no name of `bob.spec.formats.dtypes` fits, by their width in bytes.
_UNNAMED = {
    "complex32": 4,
    "float4_e2m1fn_x2": 1,
    "quint4x2": 1,
    "quint2x4": 1,
    "bits8": 1,
    "bits1x8": 1,
    "bits2x4": 1,
    "bits4x2": 1,
    "bits16": 2,
}
ITEM_BYTES = {name: bits_of(dtype) // 8 for name, dtype in DTYPES.items()} | _UNNAMED
_KINDS = {
    "Double": "float64",
    "Float": "float32",
    "Half": "float16",
    "BFloat16": "bfloat16",
    "Long": "int64",
    "Int": "int32",
    "Short": "int16",
    "Char": "int8",
    "Byte": "uint8",
    "Bool": "bool",
    "ComplexDouble": "complex128",
    "ComplexFloat": "complex64",
}
_QUANTISED = {
    "QInt8": "qint8",
    "QUInt8": "quint8",
    "QInt32": "qint32",
    "QUInt4x2": "quint4x2",
    "QUInt2x4": "quint2x4",
}
# Storage classes by their whole name; an untyped storage counts bytes.
STORAGES = {
    **{f"torch.{kind}Storage": dtype for kind, dtype in (_KINDS | _QUANTISED).items()},
    **{f"torch.cuda.{kind}Storage": dtype for kind, dtype in _KINDS.items()},
    "torch.storage.UntypedStorage": "uint8",
}
# Functions that build a tensor, by the place of the dtype among their arguments where there is one.
TENSORS = {
    "torch._utils._rebuild_tensor": None,
    "torch._utils._rebuild_tensor_v2": None,
    "torch._utils._rebuild_qtensor": None,
    "torch._utils._rebuild_tensor_v3": 6,
}
# What stands for its first argument.
SAME = {
    "torch._utils._rebuild_parameter",
    "torch._utils._rebuild_parameter_with_state",
    "torch.nn.parameter.Parameter",
    "torch.Size",
    "torch.device",
    "torch.serialization._get_layout",
    "_codecs.encode",
    "builtins.bytearray",
    "builtins.set",
    # As Python 2 wrote them.
    "__builtin__.bytearray",
    "__builtin__.set",
}
DICTS = {"collections.OrderedDict", "collections.Counter"}
OF_TYPE = "torch._tensor._rebuild_from_type_v2"
# Functions that build a tensor of something else than a storage and sizes.
_OTHERS = {
    f"torch._utils._rebuild_{what}"
    for what in (
        "device_tensor_from_cpu_tensor",
        "device_tensor_from_numpy",
        "meta_tensor_no_storage",
        "nested_tensor",
        "sparse_tensor",
        "wrapper_subclass",
    )
}
# What is no plain tensor, where it is left as it is called.
REBUILT = {*TENSORS, *_OTHERS}
_SPARSE = _KINDS.keys() - {"Bool", "ComplexDouble", "ComplexFloat"}
ALLOWED = {
    OF_TYPE,
    "builtins.complex",
    "__builtin__.complex",
    "torch.Tensor",
    "torch.storage.TypedStorage",
    *_OTHERS,
    *(f"torch.{kind}Tensor" for kind in _KINDS if not kind.startswith("Complex")),
    *(f"torch.cuda.{kind}Tensor" for kind in _KINDS if not kind.startswith("Complex")),
    *(f"torch{where}.sparse.{kind}Tensor" for where in ("", ".cuda") for kind in _SPARSE),
    *(f"torch.{dtype}" for dtype in ITEM_BYTES),
    *(f"torch.{sign}int{bits}" for sign in ("", "u") for bits in range(1, 8)),
    *(f"torch.per_{what}" for what in ("tensor_affine", "tensor_symmetric")),
    *(f"torch.per_channel_{what}" for what in ("affine", "symmetric", "affine_float_qparams")),
    *TENSORS,
    *SAME,
    *DICTS,
    *STORAGES,
}
_OPCODES = (
    "GLOBAL NEWOBJ REDUCE BUILD APPEND APPENDS SETITEM SETITEMS MARK TUPLE TUPLE1 TUPLE2 TUPLE3 NONE",
    "NEWFALSE NEWTRUE EMPTY_TUPLE EMPTY_LIST EMPTY_DICT EMPTY_SET BININT BININT1 BININT2 BINFLOAT",
    "BINUNICODE SHORT_BINSTRING BINPERSID BINGET LONG_BINGET BINPUT LONG_BINPUT LONG1 PROTO STOP",
)
OPCODES = frozenset(name for line in _OPCODES for name in line.split())
