"""PyTorch's tensors as bytes, `pieces_of(tensor)`, and bytes as tensors, `tensor_of(content, ...)`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch

from bob.errors import Finding
from bob.formats.number_types import BY_WIDTH, OF_LIBRARIES

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from torch import Tensor

_KINDS = {"U": "uint", "I": "int", "F": "float", "C": "complex"}
_DTYPES: dict[str, torch.dtype] = {
    "BOOL": torch.bool,
    **{name: getattr(torch, f"{_KINDS[name[0]]}{bits}") for name, bits in BY_WIDTH.items()},
    **{name: getattr(torch, called) for name, called in OF_LIBRARIES.items()},
}
NAMES = {dtype: name for name, dtype in _DTYPES.items()}
# What is of another class may keep its elements elsewhere, or nowhere.
_PLAIN = (torch.Tensor, torch.nn.Parameter)
_PIECE = 1 << 20


def unlaid_tensor(name: str, each: Tensor) -> Iterator[Finding]:
    """What keeps a tensor from being laid as the elements that it has (BOB270)."""
    if not _is_dense(each) or each.dtype not in NAMES:
        found = f"a {type(each).__name__} of {each.dtype} on {each.device}, {each.layout}"
        yield Finding("BOB270", name, found, "a dense tensor of numbers")
    elif any(step == 0 and size > 1 for size, step in zip(each.shape, each.stride(), strict=True)):
        yield Finding("BOB270", name, "elements that share places", "a place for each element")


def _is_dense(each: Tensor) -> bool:
    return each.layout is torch.strided and not each.is_meta and type(each) in _PLAIN


def shared_tensors(named: Mapping[str, Tensor], trained: Container[str]) -> Iterator[Finding]:
    """Tensors of their own in the places of others, where one of the two is trained (BOB270).

    What the one is given the other would get, and nothing in a file says that they are one.
    """
    whole = {name: each for name, each in named.items() if _is_dense(each) and each.numel() == _reach(each)}
    spans = ((str(t.device), t.data_ptr(), t.numel() * t.itemsize, name) for name, t in whole.items())
    before, end, other = "", 0, ""
    for device, begin, n_bytes, name in sorted(spans):
        if device == before and begin < end and n_bytes and (name in trained or other in trained):
            found = f"elements in the places of {other}"
            yield Finding("BOB270", name, found, "places of its own, or one parameter under both names")
        if device != before or begin + n_bytes > end:
            before, end, other = device, begin + n_bytes, name


def _reach(each: Tensor) -> int:
    """How many elements lie from its first to its last."""
    steps = ((size - 1) * step for size, step in zip(each.shape, each.stride(), strict=True))
    return 1 + sum(steps) if each.numel() else 0


def pieces_of(each: Tensor) -> Iterator[bytes]:
    """The elements row by row, in pieces that nothing else can write to."""
    flat = each.detach().cpu().resolve_conj().resolve_neg().contiguous().reshape(-1)
    content = memoryview(flat.view(torch.uint8).numpy()) if flat.numel() else b""
    for begin in range(0, len(content), _PIECE):
        yield bytes(content[begin : begin + _PIECE])


def tensor_of(
    content: memoryview, dtype: str, shape: Sequence[int], strides: Sequence[int] | None = None
) -> Tensor:
    """A tensor of these bytes, which can be written to; of its own where they are not aligned."""
    kind = _DTYPES[dtype]
    count = len(content) // kind.itemsize
    if not count:
        return torch.empty(tuple(shape), dtype=kind)
    flat = torch.frombuffer(content, dtype=torch.uint8)
    if flat.data_ptr() % kind.itemsize:
        flat = flat.clone()
    flat = flat[: count * kind.itemsize].view(kind)
    return flat.reshape(tuple(shape)) if strides is None else flat.as_strided(tuple(shape), tuple(strides))
