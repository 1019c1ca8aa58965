"""Typed schemas: classes over symbolic dims, matched against the tensors that a file claims to hold.

from bob.schema import FLOAT, Block, Dim, Param, Schema, load_schema, match

matched = match(load_schema("llama"), reading.inventory, config)
matched.binding       # {"L": 32, "D": 4096, ...}
matched.findings      # every way in which the file is not what the schema says
"""

from bob.schema.dtypes import (
    ANY,
    BF16,
    BOOL,
    F8_E4M3,
    F8_E4M3FNUZ,
    F8_E5M2,
    F8_E5M2FNUZ,
    F8_E8M0,
    F16,
    F32,
    F64,
    FLOAT,
    FP8,
    I8,
    I16,
    I32,
    I64,
    INT,
    U8,
    U16,
    U32,
    U64,
)
from bob.schema.language import Schema
from bob.schema.loading import load_schema
from bob.schema.matching import Matched, match
from bob.schema.members import Block, Config, Dim, Param, Refine, Where

__all__ = [
    "ANY",
    "BF16",
    "BOOL",
    "F8_E4M3",
    "F8_E4M3FNUZ",
    "F8_E5M2",
    "F8_E5M2FNUZ",
    "F8_E8M0",
    "F16",
    "F32",
    "F64",
    "FLOAT",
    "FP8",
    "I8",
    "I16",
    "I32",
    "I64",
    "INT",
    "U8",
    "U16",
    "U32",
    "U64",
    "Block",
    "Config",
    "Dim",
    "Matched",
    "Param",
    "Refine",
    "Schema",
    "Where",
    "load_schema",
    "match",
]
