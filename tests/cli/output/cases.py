"""Judgements for the tests of output forms: one of each kind, with hostile names."""

from __future__ import annotations

from bob.errors import Finding
from bob.judged import Judged, Line

HOSTILE = 'w\x1b[2J"<&>\u202e\n::error::x,y:z%0A\udc80]]>\ufffe'
GOOD = Judged("ckpts/good one.safetensors", (), (), ("values", "any schema"))
LINED = Judged(
    "ckpts/model.safetensors",
    (
        Finding("BOB517", "data", "1 byte after the last tensor", "every byte in a tensor", 186),
        Finding("BOB516", HOSTILE, "share bytes [0, 8)", "no byte in two tensors", 95, "100% of them"),
    ),
    (Line("schemas.py", 12), None),
    ("replay",),
)
UNREAD = Judged("gone.bin", (Finding("BOB820", "path", "No such file", "a readable file"),), (None,))
ALL = (GOOD, LINED, UNREAD)
