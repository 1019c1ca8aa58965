"""Bob: checkpoints that are proved, derived, refused by name, and resumed bit for bit.

    import bob
    report = bob.verify("ckpt.bin")              # every finding, nothing raised
    outcome = bob.resume("ckpt.bin", bob.Contract.shipped())

Names are loaded when they are used: `import bob` loads no third-party module. The library prints and logs
nothing. What is listed in `__all__` is promised; the rest may change.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from bob.arrays import Loaded, load_file, save_file
    from bob.envelope.contract import Contract
    from bob.envelope.verify import Report, verify
    from bob.errors import BobError, Finding, Refused
    from bob.proof.hearing import prove
    from bob.run.advance import Outcome
    from bob.run.invocation import fresh, resume
    from bob.spec.family import Family
    from bob.spec.fields import (
        F32,
        U8,
        U16,
        U32,
        U64,
        Array,
        Bytes,
        Claim,
        Constant,
        Derived,
        Dim,
        Ghost,
        Magic,
        Nested,
        Padding,
        Prefixed,
        Refine,
        Refuted,
    )
    from bob.spec.quantifiers import all_different, below, every
    from bob.spec.references import length_of, offset_of, record_bytes, size_of

_ROOMS = {
    "bob.arrays": ("Loaded", "load_file", "save_file"),
    "bob.codec": ("decode", "encode", "make"),
    "bob.envelope.contract": ("Contract",),
    "bob.envelope.verify": ("Report", "verify"),
    "bob.errors": ("BobError", "Finding", "Refused"),
    "bob.proof.hearing": ("prove",),
    "bob.run.advance": ("Outcome",),
    "bob.run.invocation": ("fresh", "resume"),
    "bob.spec.family": ("Family",),
    "bob.spec.fields": (
        "F32",
        "U8",
        "U16",
        "U32",
        "U64",
        "Array",
        "Bytes",
        "Claim",
        "Constant",
        "Derived",
        "Dim",
        "Ghost",
        "Magic",
        "Nested",
        "Padding",
        "Prefixed",
        "Refine",
        "Refuted",
    ),
    "bob.spec.quantifiers": ("all_different", "below", "every"),
    "bob.spec.references": ("length_of", "offset_of", "record_bytes", "size_of"),
}

__all__ = [
    "F32",
    "U8",
    "U16",
    "U32",
    "U64",
    "Array",
    "BobError",
    "Bytes",
    "Claim",
    "Constant",
    "Contract",
    "Derived",
    "Dim",
    "Family",
    "Finding",
    "Ghost",
    "Loaded",
    "Magic",
    "Nested",
    "Outcome",
    "Padding",
    "Prefixed",
    "Refine",
    "Refused",
    "Refuted",
    "Report",
    "all_different",
    "below",
    "decode",
    "encode",
    "every",
    "fresh",
    "length_of",
    "load_file",
    "make",
    "offset_of",
    "prove",
    "record_bytes",
    "resume",
    "save_file",
    "size_of",
    "verify",
]


def __getattr__(name: str) -> "Any":
    from importlib import import_module

    for room, names in _ROOMS.items():
        if name in names:
            value = getattr(import_module(room), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module 'bob' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
