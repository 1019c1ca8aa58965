"""PyTorch models and Adam in checkpoints: `bob.torch.save(path, model, optimizer)` and `bob.torch.load(...)`.

    bob.torch.save("ckpt.bob", model, optimizer, step=step)
    step = bob.torch.load("ckpt.bob", model, optimizer).step

Parameters, moments and buffers are laid by name and come back bit for bit, or nothing is touched: another
model is refused (BOB271), and so is another learning rate (BOB210). What is not laid: gradients, modes,
random generators, the place in the data, schedulers and scalers, whose own `state_dict` says what they need
(docs/format.md, What bob.torch lays in one).
"""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

import torch

from bob.envelope.typed_contract import NOTHING, TypedContract
from bob.envelope.typed_given import typed_contract
from bob.envelope.typed_header import Stamp, text_offsets
from bob.envelope.typed_verify import require_typed, stated_typed_contract
from bob.envelope.typed_write import Laid, write_typed
from bob.errors import Finding, Refused
from bob.spec.tensor_lines import TensorLine, TensorPlace, places
from bob.spec.value_lists import Real
from bob.store import OpenFile
from bob.torch_agreement import (
    MODEL,
    STATE,
    STEP,
    STEP_FIRST,
    require_hyperparameters,
    require_same_prefix,
    require_tensors,
)
from bob.torch_groups import group_values, with_values
from bob.torch_tensors import NAMES, pieces_of, shared_tensors, tensor_of, unlaid_tensor

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from torch import Tensor
    from torch.nn import Module
    from torch.optim import Optimizer

    from bob.envelope.typed_given import GivenContract, GivenPath

_OPTIMIZERS = {torch.optim.Adam: "torch.optim.Adam", torch.optim.AdamW: "torch.optim.AdamW"}


class Resumed(NamedTuple):
    """What was loaded: the step, the checkpoint's header digest (the next one's parent), its contract."""

    step: int
    digest: bytes
    contract: TypedContract


def save(
    path: GivenPath,
    model: Module,
    optimizer: Optimizer | None = None,
    *,
    step: int,
    contract: GivenContract = None,
    parent: bytes = Stamp().parent,
) -> bytes:
    """Write the model's parameters and buffers and Adam's moments, whole or not at all; the header digest.

    `contract` states what else defines the run: lists of learner, data and initialization values. `parent` is
    the digest of the checkpoint that this run went on from. Raises `Refused`: BOB270 with every name of what
    cannot be laid (another optimizer than Adam and AdamW, state of other kinds), BOB801 where another file
    has the name.
    """
    tensors = _planes(model, optimizer)
    laid = [Laid(_line(name, each), partial(pieces_of, each)) for name, each in tensors.items()]
    return write_typed(
        os.fsdecode(path), laid, _contract(model, optimizer, contract), Stamp(step=step, parent=parent)
    )


def load(
    path: GivenPath,
    model: Module,
    optimizer: Optimizer | None = None,
    *,
    contract: GivenContract = None,
    adopt: str | Sequence[str] = (),
) -> Resumed:
    """Put a checkpoint's bits into the model and optimizer it was made of, in place.

    Nothing is touched unless everything agrees: digests, names, types and shapes (BOB271), the optimizer, its
    groups and hyperparameters bit for bit (BOB210), and the `contract`, if one is given. Entries of parameter
    groups named in `adopt`, such as "lr" under a scheduler, are taken from the file instead, where it states
    them in the same width.
    """
    adopt = (adopt,) if isinstance(adopt, str) else adopt
    name = os.fsdecode(path)
    own = [_line(each, tensor) for each, tensor in _planes(model, optimizer).items()]
    asked = _contract(model, optimizer, contract)
    is_whole, has_optimizer = contract is not None, optimizer is not None
    with OpenFile(name) as opened:
        header = require_typed(opened, name)
        stated = stated_typed_contract(header)
        require_same_prefix(name, stated, own)
        require_hyperparameters(name, stated, asked, is_whole, has_optimizer, adopt, text_offsets(header))
        require_tensors(name, stated, own, has_optimizer)
        laid = places(stated.tensors or (), header.header_bytes)
        wanted = (place for place in laid if has_optimizer or place.line.name[0] in MODEL)
        read = {place.line.name: _read(opened, place) for place in wanted}
        opened.require_unchanged()
    _adopt(stated, optimizer, adopt)
    _put(read, model, optimizer)
    return Resumed(int(header.step), bytes(header.header_digest), stated)


def _planes(model: Module, optimizer: Optimizer | None) -> dict[str, Tensor]:
    """Every tensor by the name that it is laid under, in order; raises `Refused` (BOB270)."""
    parameters, buffers = dict(model.named_parameters()), _buffers(model)
    found = list(_unlaid(model, optimizer, parameters))
    if found:
        raise Refused("model", found)
    state = {} if optimizer is None else optimizer.state
    planes = {"P": parameters, **{letter: {} for letter in STATE}, "B": buffers}
    for name, parameter in parameters.items():
        for letter, key in STATE.items():
            if parameter in state and key in state[parameter]:
                planes[letter][name] = state[parameter][key]
    return {
        f"{letter}/{name}": each.detach() for letter, plane in planes.items() for name, each in plane.items()
    }


def _line(name: str, each: Tensor) -> TensorLine:
    return TensorLine(name, NAMES[each.dtype], tuple(each.shape))


def _buffers(model: Module) -> dict[str, Tensor]:
    """The buffers that a state dict has, each once, by its first name."""
    kept = model.state_dict(keep_vars=True)
    own = {id(each) for each in kept.values()}
    found: dict[int, tuple[str, Tensor]] = {}
    for name, each in model.named_buffers(remove_duplicate=False):
        if name in kept or id(each) in own:
            found.setdefault(id(each), (name, each))
    return dict(found.values())


def _unlaid(
    model: Module, optimizer: Optimizer | None, parameters: Mapping[str, Tensor]
) -> Iterator[Finding]:
    """What of a model and its optimizer no plane holds."""
    laid = {**parameters, **_buffers(model)}
    own = {id(each) for each in laid.values()}
    for name, each in model.state_dict(keep_vars=True).items():
        if name not in laid and id(each) not in own:
            yield Finding("BOB270", name, f"a value of type {type(each).__name__}", "a parameter or buffer")
    for name, each in laid.items():
        yield from unlaid_tensor(name, each)
    yield from shared_tensors(laid, parameters)
    if optimizer is not None:
        yield from _unlaid_optimizer(optimizer, parameters)


def _unlaid_optimizer(optimizer: Optimizer, parameters: Mapping[str, Tensor]) -> Iterator[Finding]:
    if type(optimizer) not in _OPTIMIZERS:
        yield Finding("BOB270", "optimizer", type(optimizer).__name__, "Adam or AdamW")
        return
    names = {id(each): name for name, each in parameters.items()}
    for i, group in enumerate(optimizer.param_groups):
        for j, each in enumerate(group["params"]):
            if id(each) not in names:
                yield Finding("BOB270", f"group {i}, {j}", "no parameter of the model", "one of the model's")
    for each, state in optimizer.state.items():
        yield from _unlaid_state(names.get(id(each), "another parameter"), each, state)


def _unlaid_state(name: str, parameter: Tensor, state: Mapping[str, object]) -> Iterator[Finding]:
    for key, value in state.items():
        part = f"{name}: {key}"
        if key not in STATE.values():
            yield Finding("BOB270", part, "state of another kind", f"one of {', '.join(STATE.values())}")
        elif not isinstance(value, torch.Tensor):
            yield Finding("BOB270", part, f"a value of type {type(value).__name__}", "a tensor")
        elif key != STATE[STEP] and value.shape != parameter.shape:
            yield Finding("BOB270", part, str(list(value.shape)), str(list(parameter.shape)))
        else:
            yield from unlaid_tensor(part, value)


def _contract(model: Module, optimizer: Optimizer | None, given: GivenContract) -> TypedContract:
    """What was given, with what the optimizer says in the learner part; the tensors are the model's."""
    asked = typed_contract(given) or NOTHING
    if optimizer is None:
        return with_values(asked, {})
    values = group_values(optimizer.param_groups, dict(model.named_parameters()), _real)
    return with_values(asked, {"optimizer": _OPTIMIZERS[type(optimizer)], **values})


def _real(value: object) -> Real | None:
    """A number that is a tensor, as a learning rate may be."""
    if not isinstance(value, torch.Tensor) or value.numel() != 1:
        return None
    if value.dtype not in (torch.float32, torch.float64):
        return None
    return Real(int.from_bytes(b"".join(pieces_of(value)), "little"), value.dtype == torch.float32)


def _adopt(stated: TypedContract, optimizer: Optimizer | None, adopt: Sequence[str]) -> None:
    """Take entries of parameter groups from the file."""
    for i, group in enumerate([] if optimizer is None else optimizer.param_groups):
        for key in adopt:
            prefix = f"group.{i}.{key}"
            items = [v for n, v in stated.learner.items() if n == prefix or n.startswith(f"{prefix}.")]
            numbers = [each.number if isinstance(each, Real) else each for each in items]
            if isinstance(group.get(key), torch.Tensor):
                group[key].fill_(numbers[0])
            elif items:
                group[key] = numbers[0] if prefix in stated.learner else tuple(numbers)


def _read(opened: OpenFile, place: TensorPlace) -> Tensor:
    content = memoryview(bytearray(opened.read_at(place.byte_offset, place.n_bytes)))
    return tensor_of(content, place.line.dtype, place.line.shape)


def _put(read: Mapping[str, Tensor], model: Module, optimizer: Optimizer | None) -> None:
    """Give the model and the optimizer what was read, in place; nothing is refused here."""
    parameters = dict(model.named_parameters())
    with torch.no_grad():
        for letter, kept in (("P", parameters), ("B", _buffers(model))):
            for name, each in kept.items():
                each.copy_(read[f"{letter}/{name}"])
        if optimizer is None:
            return
        for group in optimizer.param_groups:
            members = {id(each) for each in group["params"]}
            for name, parameter in parameters.items():
                if id(parameter) in members:
                    _put_state(read, name, parameter, optimizer, group)


def _put_state(
    read: Mapping[str, Tensor], name: str, parameter: Tensor, optimizer: Optimizer, group: Mapping[str, Any]
) -> None:
    """The state of a parameter; none where the file has none."""
    optimizer.state.pop(parameter, None)
    state: dict[str, Tensor] = {}
    for letter in STEP_FIRST:
        each = read.get(f"{letter}/{name}")
        if each is None:
            continue
        if letter == STEP:
            on_device = group.get("capturable") or group.get("fused")
            state[STATE[letter]] = each.to(parameter.device) if on_device else each
        else:
            state[STATE[letter]] = torch.empty_like(parameter, dtype=each.dtype).copy_(each)
    if state:
        optimizer.state[parameter] = state
