"""Whether a checkpoint that `bob.torch` laid is of a model and an optimizer, by what these say of themselves.

Knows names, types, shapes and hyperparameters alone, and no PyTorch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.envelope.typed_identity import differences
from bob.errors import Finding, Refused
from bob.formats.gathered import Gathered
from bob.spec.value_lists import Real

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from bob.envelope.typed_contract import TypedContract
    from bob.spec.tensor_lines import TensorLine
    from bob.spec.value_lists import Plain

# What Adam keeps of a parameter, by the letter of the plane that holds it.
STATE = {"M": "exp_avg", "V": "exp_avg_sq", "X": "max_exp_avg_sq", "T": "step"}
STEP = "T"
# The order in which Adam makes them.
STEP_FIRST = (STEP, "M", "V", "X")
# What the optimizer says in the learner part begins with one of these.
OWN = ("optimizer", "group.", "member.")
# Its parameters and buffers.
MODEL = ("P", "B")
_MODEL_NAMES = tuple(f"{letter}/" for letter in MODEL)
_ALWAYS = ("M", "V", STEP)


def require_same_prefix(path: str, stated: TypedContract, own: Sequence[TensorLine]) -> None:
    """Raises `Refused` (BOB271) where all names of the file are the model's with one prefix more or less.

    `torch.compile` puts `_orig_mod.` before them, `DataParallel` `module.`: one finding for all of them.
    """
    theirs = {line.name[2:] for line in stated.tensors or () if line.name[:2] in _MODEL_NAMES}
    ours = {line.name[2:] for line in own if line.name[:2] in _MODEL_NAMES}
    for longer, shorter, found, expected in (
        (theirs, ours, "each begins with {}", "none does: load into the module that was wrapped"),
        (ours, theirs, "none begins with {}", "each does: load into the module inside, then wrap it"),
    ):
        prefix = _prefix(longer, shorter)
        if prefix:
            raise Refused(path, [Finding("BOB271", "names", found.format(prefix), expected)])


def _prefix(longer: set[str], shorter: set[str]) -> str:
    """What stands before each name of `shorter` in `longer`; empty where nothing does."""
    first = min(longer, default="")
    tried = sorted(first.removesuffix(name) for name in shorter if first.endswith(f".{name}"))
    return next((prefix for prefix in tried if {prefix + name for name in shorter} == longer), "")


def require_hyperparameters(
    path: str,
    stated: TypedContract,
    asked: TypedContract,
    is_whole: bool,
    has_optimizer: bool,
    adopt: Sequence[str],
    offsets: Mapping[str, int],
) -> None:
    """Raises `Refused` where the file states another optimizer, group or hyperparameter (BOB210).

    With `is_whole` all else that it states is compared too, and tensors where some are asked for (BOB211);
    without `has_optimizer` the optimizer's is not.
    """
    adopted = {name for name in stated.learner if _is_adopted(name, adopt, stated.learner, asked.learner)}

    def kept(values: Mapping[str, Plain]) -> dict[str, Plain]:
        compared = {n: v for n, v in values.items() if (has_optimizer if n.startswith(OWN) else is_whole)}
        return {n: v for n, v in compared.items() if n not in adopted}

    theirs = stated._replace(learner=kept(stated.learner))
    ours = asked._replace(learner=kept(asked.learner))
    if not is_whole:
        ours = ours._replace(data=stated.data, initialization=stated.initialization, updates=stated.updates)
    found, equal = differences(ours, theirs.texts(theirs.tensors or ()), theirs.updates, offsets)
    if found:
        raise Refused(path, found, equal)


def _is_adopted(
    name: str, adopt: Sequence[str], stated: Mapping[str, Plain], own: Mapping[str, Plain]
) -> bool:
    """Whether a value is an entry of a parameter group that is taken from the file.

    A binary32 number, which is a tensor's, is not taken for a float, nor a float for it: losses would differ.
    """
    words = name.split(".")
    if words[0] != "group" or len(words) <= len(("group", "N")) or words[2] not in adopt:
        return False
    return _is_single(stated[name]) == _is_single(own.get(name))


def _is_single(value: Plain | None) -> bool:
    return isinstance(value, Real) and value.is_single


def require_tensors(path: str, stated: TypedContract, own: Sequence[TensorLine], has_optimizer: bool) -> None:
    """Raises `Refused` (BOB271) where the file lays another model, or not all of the state of a parameter."""
    found = Gathered()
    lines = {line.name: line for line in stated.tensors or ()}
    expected = {line.name: line for line in own if line.name[0] in MODEL}
    for name, line in expected.items():
        if name not in lines:
            found.add("BOB271", name, "not there", line.spelled)
        elif lines[name] != line:
            found.add("BOB271", name, lines[name].spelled, line.spelled)
    for name, line in lines.items():
        letter, slash, rest = name.partition("/")
        if not slash or letter not in (*MODEL, *STATE):
            found.add("BOB271", name, line.spelled, "a name that bob.torch gives")
        elif letter in MODEL and name not in expected:
            found.add("BOB271", name, line.spelled, "nothing of this name in the model")
        elif has_optimizer and letter in STATE:
            _state(line, rest, letter, expected, stated, found)
    if has_optimizer:
        for name in _incomplete(lines, stated):
            found.add("BOB271", name, "not there", "the rest of the parameter's state")
    if found:
        raise Refused(path, found.all())


def _state(
    line: TensorLine,
    name: str,
    letter: str,
    expected: Mapping[str, TensorLine],
    stated: TypedContract,
    found: Gathered,
) -> None:
    """What the optimizer keeps of a parameter: of its shape, or one number."""
    parameter = expected.get(f"P/{name}")
    if parameter is None or f"member.{name}" not in stated.learner:
        found.add("BOB271", line.name, line.spelled, "no state: the optimizer has no such parameter")
    elif line.shape != (() if letter == STEP else parameter.shape):
        shape = [] if letter == STEP else list(parameter.shape)
        found.add("BOB271", line.name, str(list(line.shape)), str(shape))


def _incomplete(lines: Mapping[str, TensorLine], stated: TypedContract) -> Iterator[str]:
    """The planes that lack of a parameter of which there are others."""
    some = {name[2:] for name in lines if name[:1] in STATE and name[1:2] == "/"}
    for name in sorted(some):
        group = stated.learner.get(f"member.{name}")
        is_amsgrad = stated.learner.get(f"group.{group}.amsgrad") is True
        needed = (*_ALWAYS, "X") if is_amsgrad else _ALWAYS
        yield from (f"{letter}/{name}" for letter in needed if f"{letter}/{name}" not in lines)
