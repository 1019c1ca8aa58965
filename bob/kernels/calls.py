"""Compiled kernels as Python calls, by address: through `_ctypes` alone, where ctypes costs milliseconds.

    kernels = Kernels(loaded(descriptor))
    kernels.train_rows(address_of(planes), ...)

What a kernel takes is `bob.kernels.signatures`' business. A call gives up the interpreter's lock. Nothing is
checked here: whoever calls vouches for every address and count.
"""

import _ctypes

from bob.kernels.signatures import SIGNATURES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

# <dlfcn.h>: resolve everything at once, tell no other library.
RTLD_NOW = 2


class _Byte(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "B"


class _Address(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "P"


class _Integer(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "q"


class _Int(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "i"


class _Natural(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "Q"


class _Single(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "f"


class _Double(_ctypes._SimpleCData):  # type: ignore[type-arg]
    _type_ = "d"


_LOADED: list[int] = []
# What tells this processor from another: 64-bit words, written to an address.
_FEATURES = {"features": "p"}

# The letters of `signatures`, and i for a C int.
TYPES = {"p": _Address, "u": _Address, "q": _Integer, "Q": _Natural, "f": _Single, "d": _Double, "i": _Int}


def function(address: int, letters: str, result: str = "q") -> "Callable[..., int]":
    """The C function at an address, its parameters and its result given by their letters."""

    class Function(_ctypes.CFuncPtr):
        _flags_ = _ctypes.FUNCFLAG_CDECL
        _restype_ = TYPES[result]
        _argtypes_ = tuple(TYPES[letter] for letter in letters)

    called: Callable[..., int] = Function(address)
    return called


def address_of(buffer: "bytearray | memoryview") -> int:
    """Where a writable buffer lies, for as long as it is not resized or freed."""
    address: int = _ctypes.addressof((_Byte * len(buffer)).from_buffer(buffer))
    return address


def loaded(descriptor: int) -> "Mapping[str, int]":
    """The addresses of the kernels in a shared object that is open under a descriptor.

    Raises `OSError` where the loader refuses it.
    """
    # The loader knows what it loaded by the path, and a descriptor's number comes again: no spelling does.
    path = f"/proc/self/fd/{'./' * len(_LOADED)}{descriptor}"
    handle = _ctypes.dlopen(path, RTLD_NOW)
    _LOADED.append(handle)
    return {name: _ctypes.dlsym(handle, name) for name in (*SIGNATURES, *_FEATURES)}


class Kernels:
    """The kernels as calls, each an attribute under its own name; `features` where an object has it."""

    train_rows: "Callable[..., int]"
    summarise: "Callable[..., int]"
    check: "Callable[..., int]"
    adamw: "Callable[..., int]"
    features: "Callable[..., int]"

    def __init__(self, addresses: "Mapping[str, int]") -> None:
        letters = {**SIGNATURES, **_FEATURES}
        for name, address in addresses.items():
            setattr(self, name, function(address, letters[name]))
