"""The native operations: what formulas and loops are given, as Numba's functions, types and numbers.

    ops = operations()
    ops["step"], ops["total"], ops["at"], ops["zero"], ...

A formula is run once by `emission`, where its instructions are wanted: Numba types it by its letters and
never sees its text. A reduction Numba compiles from its text. `compiled` makes C functions of these.
"""

from __future__ import annotations

import inspect
import operator
from functools import cache
from typing import TYPE_CHECKING, Any

from bob.kernels import formulas, reduction
from bob.kernels.elementary import capped, exponential, logarithm
from bob.kernels.signatures import LINE_SCALARS

if TYPE_CHECKING:
    from collections.abc import Callable

# Division by zero gives infinity or NaN and raises nothing. No array expressions: nothing to rewrite.
OPTIONS: dict[str, Any] = {"error_model": "numpy", "no_rewrites": True}
INNER: dict[str, Any] = {**OPTIONS, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
LARGEST = float.fromhex("0x1.fffffep+127")
# The law of moments is asked this much too strictly: far more than binary64 rounds, far less than matters.
SLACK = 1.0 - 1e-9
# So many numbers are reduced in registers: the last levels of a tree are too short for loops.
WIDTH = 64


@cache
def operations() -> dict[str, Any]:
    """The native operations, formulas and constants, by name."""
    from bob.kernels import emission

    number = numba()
    storable = formulas.storability(0.0, LARGEST)
    doubt = formulas.doubt(storable, emission.widened, emission.magnitude, emission.complement, 0.0, SLACK)
    widen, narrow, select, scaled = emission.widened, emission.narrowed, emission.select, emission.scaled
    begin, finish = exponential(widen, narrow, select, scaled)
    emitted: dict[str, tuple[Callable[..., Any], str, str]] = {
        "begin_exp": (begin, "f", "dd"),
        "finish_exp": (finish, "dd", "f"),
        "exp": (capped(lambda x: finish(*begin(x)), select), "f", "f"),
        "log": (logarithm(widen, narrow, select, scaled, emission.exponent), "f", "f"),
        "sqrt": (emission.root, "f", "f"),
        "larger": (emission.larger, "ff", "f"),
        "same": (lambda x: x, "f", "f"),
        "square": (lambda x: x * x, "f", "f"),
        "softmax_gradient": (formulas.softmax_gradient, "ffff", "f"),
        "step": (formulas.adamw(emission.root, 1.0), "fffffffffff", "fff"),
        "storable": (storable, "fff", "b"),
        "suspect": (emission.suspect, "ifff", "i"),
        "suspected": (emission.suspected, "i", "b"),
        "doubt": (lambda mark, *scalars: emission.seen(mark, *doubt(*scalars)), "ifffddd", "i"),
    }
    ops = {name: _instructions(*formula) for name, formula in emitted.items()}
    ops["fold_sum"], ops["fold_larger"] = _fold(operator.add), _fold(emission.larger)
    ops["compiled"] = lambda function: apart(number.njit(**INNER)(function))
    return {
        **ops,
        "total": ops["compiled"](reduction.halving(operator.add, ops["same"], ops["fold_sum"], WIDTH)),
        "at": _at(),
        "wide": _wide(),
        "aligned": _aligned(),
        "scalar": number.float32,
        "widen": number.float64,
        "narrow": number.float32,
        "verdict": number.int64,
        "zero": number.float32(0),
        "one": number.float32(1),
        "wide_one": number.float64(1),
        "unit": number.uint64(1),
        "unseen": number.uint32(0),
    }


def numba() -> Any:
    """Numba, imported at the first use; its stubs know neither `no_rewrites` nor the wrappers left out."""
    import numba
    import numba.extending

    return numba


def kind_of(letter: str) -> Any:
    """Numba's type of a letter of `signatures`; besides i for a 32-bit word and b for a truth value."""
    kinds = numba().types
    return {
        "p": kinds.CPointer(kinds.float32),
        "u": kinds.CPointer(kinds.uint32),
        "q": kinds.int64,
        "Q": kinds.uint64,
        "f": kinds.float32,
        "d": kinds.float64,
        "i": kinds.uint32,
        "b": kinds.boolean,
    }[letter]


def apart(function: Any) -> Any:
    """Have Numba say of every pointer that a function is given that it meets no other."""
    customize = function._compiler._customize_flags

    def customized(flags: Any) -> Any:
        flags = customize(flags)
        flags.noalias = True
        return flags

    function._compiler._customize_flags = customized
    return function


def _instructions(formula: Callable[..., Any], parameters: str, results: str) -> Any:
    """A formula as one of Numba's intrinsics: it is typed by letters and lowered by being run."""
    from bob.kernels import emission

    kinds = [kind_of(letter) for letter in results]
    result = kinds[0] if len(kinds) == 1 else numba().types.Tuple(kinds)
    signature = result(*(kind_of(letter) for letter in parameters))

    def lower(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
        outcome = emission.emit(formula, builder, values)
        return outcome[0] if len(kinds) == 1 else context.make_tuple(builder, result, outcome)

    def typed(_context: Any, *_arguments: Any) -> Any:
        return signature, lower

    names = ["context", *(f"x{i}" for i in range(len(parameters)))]
    kind = inspect.Parameter.POSITIONAL_ONLY
    signed: Any = typed
    signed.__signature__ = inspect.Signature([inspect.Parameter(name, kind) for name in names])
    return numba().extending.intrinsic(signed)


def _at() -> Any:
    """The buffer from one of its elements on."""

    def typed(_context: Any, buffer: Any, index: Any) -> Any:
        def lower(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            return builder.gep(values[0], [values[1]], source_etype=_context.get_data_type(buffer.dtype))

        return buffer(buffer, index), lower

    return numba().extending.intrinsic(typed)


def _aligned() -> Any:
    """The buffer from where its first cache line begins."""
    from bob.kernels import emission

    def typed(_context: Any, buffer: Any) -> Any:
        def lower(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            return emission.aligned(builder, values[0], LINE_SCALARS)

        return buffer(buffer), lower

    return numba().extending.intrinsic(typed)


def _wide() -> Any:
    """A buffer of binary32 as one of binary64."""

    def typed(_context: Any, buffer: Any) -> Any:
        def lower(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            return builder.bitcast(values[0], context.get_value_type(signature.return_type))

        return numba().types.CPointer(kind_of("d"))(buffer), lower

    return numba().extending.intrinsic(typed)


def _fold(combine: Callable[..., Any]) -> Any:
    """The reduction of a buffer's first `WIDTH` numbers."""
    from bob.kernels import emission

    def typed(_context: Any, buffer: Any) -> Any:
        def lower(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            return emission.folded(combine, builder, values[0], WIDTH)

        return kind_of("f")(buffer), lower

    return numba().extending.intrinsic(typed)
