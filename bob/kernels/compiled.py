"""The C functions of `signatures`, compiled by Numba: their LLVM text, and their addresses in this process.

    text, entry = llvm_text("train_rows")             not optimised: whoever compiles it does that
    address("train_rows")                             optimised and loaded by Numba, once a process

The formulas are given to Numba by `emission`, as instructions; the loops of `table`, `flat` and `reduction`
it compiles from their Python text. Nothing is contracted or reassociated: no fastmath, no parallel reduction,
`error_model="numpy"` (x / 0 is IEEE's). No two buffers of a call overlap, and LLVM is told so. Importing
this module does not import Numba, and compiles nothing.
"""

from __future__ import annotations

import operator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from bob.kernels import flat, formulas, reduction, table
from bob.kernels.operations import OPTIONS, WIDTH, apart, kind_of, operations
from bob.kernels.signatures import SIGNATURES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

# For the tests and the walk over all arguments: exp and log of every element.
MAPS = {"exp": "ppq", "log": "ppq"}


def llvm_text(name: str) -> tuple[str, str]:
    """The LLVM text of a C function, as Numba lowers it, and the name of its entry there.

    Everything else in it is called by the entry, or by nothing. Raises whatever Numba raises.
    """
    library, entry = _lowered(name, "text")
    module = library._final_module.clone()
    for linked in library._linking_libraries:
        module.link_in(linked._get_module_for_linking(), preserve=True)
    return str(module), entry


def address(name: str) -> int:
    """Where the machine code of a C function lies in this process; raises whatever Numba raises."""
    from numba.core.compiler_lock import global_compiler_lock

    with global_compiler_lock:
        library, entry = _lowered(name, "address")
        found: int = library.get_pointer_to_function(entry)
    return found


@cache
def _lowered(name: str, use: str) -> tuple[Any, str]:  # noqa: ARG001
    """Numba's library of a C function, not finished, and the name of its entry; one for each use.

    To load a library is to optimise it, so what has been loaded no longer has the text that was lowered.
    """
    from numba.core import ccallback

    parameters = [kind_of(letter) for letter in {**SIGNATURES, **MAPS}[name]]
    signature = (tuple(parameters), kind_of("q"))
    with _left_unoptimised():
        function: Any = ccallback.CFunc(_function(name), signature, {}, dict(OPTIONS))
        compiled = apart(function)._compile_uncached()
    return compiled.library, compiled.fndesc.llvm_cfunc_wrapper_name


@contextmanager
def _left_unoptimised() -> Iterator[None]:
    """Have Numba optimise nothing that it compiles for others: whoever compiles the whole optimises it."""
    import numba.core.config
    from numba.core.compiler_lock import global_compiler_lock

    config: Any = numba.core.config
    with global_compiler_lock:
        level = config.OPT
        config.OPT = type(level)(0)
        try:
            yield
        finally:
            config.OPT = level


def _function(name: str) -> Callable[..., int]:
    """The Python function that is compiled to a C function, over the native operations."""
    ops = operations()
    if name in MAPS:
        return _map(ops[name])
    functions: dict[str, Callable[[dict[str, Any]], Callable[..., int]]] = {
        "train_rows": _train_rows,
        "summarise": _summarise,
        "check": lambda ops: flat.flat_check(ops["doubt"], ops["verdict"], ops["unseen"]),
        "adamw": lambda ops: flat.flat_adamw(ops["step"]),
    }
    return functions[name](ops)


def _train_rows(ops: dict[str, Any]) -> Callable[..., int]:
    compiled = ops["compiled"]
    update = table.row_update(
        begin_exp=ops["begin_exp"],
        finish_exp=ops["finish_exp"],
        softmax_gradient=ops["softmax_gradient"],
        step=ops["step"],
        suspect=ops["suspect"],
        total=ops["total"],
        total_of_squares=compiled(reduction.halving(operator.add, ops["square"], ops["fold_sum"], WIDTH)),
        greatest=compiled(reduction.halving(ops["larger"], ops["same"], ops["fold_larger"], WIDTH)),
        unsuspected=ops["unseen"],
    )
    return table.row_training(
        update=compiled(update),
        suspected=ops["suspected"],
        place=compiled(table.first_lost(ops["storable"], ops["zero"])),
        correction=compiled(
            formulas.bias_correction(ops["widen"], ops["narrow"], ops["wide_one"], ops["unit"])
        ),
        at=ops["at"],
        wide=ops["wide"],
        aligned=ops["aligned"],
        scalar=ops["scalar"],
        zero=ops["zero"],
        one=ops["one"],
        unit=ops["unit"],
    )


def _summarise(ops: dict[str, Any]) -> Callable[..., int]:
    names = ("log", "sqrt", "total", "at", "scalar", "one")
    return table.row_summary(**{name: ops[name] for name in names})


def _map(operation: Any) -> Callable[..., int]:
    def kernel(x: Any, y: Any, n: int) -> int:
        for i in range(n):
            y[i] = operation(x[i])
        return 0

    return kernel
