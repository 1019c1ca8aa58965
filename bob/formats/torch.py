"""PyTorch checkpoints (.pt, .pth, .bin, .ckpt) of either kind: `read_torch(source)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.formats.torch_legacy import read_torch_legacy
from bob.formats.torch_zip import read_torch_zip

if TYPE_CHECKING:
    from bob.formats.inventory import Reading
    from bob.store import Source

_ZIP = b"PK"


def read_torch(source: Source, deep: bool = True) -> Reading:
    """The inventory of a checkpoint; nothing is unpickled: its pickle is interpreted over abstract values."""
    read = read_torch_zip if source.read_at(0, len(_ZIP)) == _ZIP else read_torch_legacy
    return read(source, deep)
