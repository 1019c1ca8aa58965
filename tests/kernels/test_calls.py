"""Compiled code is called by its address, with what its letters say, and loaded as what it is now."""

from __future__ import annotations

import ctypes
import os
import threading
from array import array
from typing import TYPE_CHECKING

import pytest

from bob.kernels import calls, signatures
from bob.kernels.calls import Kernels, address_of, function, loaded

if TYPE_CHECKING:
    from pathlib import Path

LETTERS = {
    "p": (ctypes.c_void_p, 2**63 + 5, 2**63 + 5),
    "u": (ctypes.c_void_p, 77, 77),
    "q": (ctypes.c_int64, -(2**63), -(2**63)),
    "Q": (ctypes.c_uint64, 2**64 - 1, 2**64 - 1),
    "f": (ctypes.c_float, 0.1, 0.10000000149011612),
    "d": (ctypes.c_double, 0.1, 0.1),
}


@pytest.mark.parametrize(("letter", "case"), LETTERS.items(), ids=LETTERS)
def test_a_parameter_arrives_as_its_letter_says(letter: str, case: tuple[type, object, object]) -> None:
    kind, given, expected = case
    arrived: list[object] = []

    def take(before: int, value: object, after: int) -> int:
        arrived.extend((before, value, after))
        return -7

    callback = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, kind, ctypes.c_int64)(take)
    address = ctypes.cast(callback, ctypes.c_void_p).value
    assert address is not None
    assert function(address, f"q{letter}q")(-1, given, 2**62) == -7
    assert arrived == [-1, expected, 2**62]


def test_every_letter_of_the_signatures_has_a_type() -> None:
    assert set("".join(signatures.SIGNATURES.values())) <= set(calls.TYPES)


def test_two_functions_of_other_letters_do_not_disturb_each_other() -> None:
    callback = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(lambda x: x + 1)
    address = ctypes.cast(callback, ctypes.c_void_p).value
    assert address is not None
    one = function(address, "q")
    function(address, "fd")
    assert one(2**40) == 2**40 + 1


def test_another_number_of_arguments_is_a_fault() -> None:
    callback = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)(lambda x: x)
    address = ctypes.cast(callback, ctypes.c_void_p).value
    assert address is not None
    with pytest.raises(TypeError):
        function(address, "q")()


@pytest.mark.parametrize("make", [bytearray, lambda n: memoryview(array("f", bytes(n))).cast("B")])
def test_an_address_is_where_the_buffer_lies(make: object) -> None:
    assert callable(make)
    buffer = make(64)
    ctypes.memset(address_of(buffer) + 5, 9, 1)
    assert bytes(buffer) == bytes(5) + b"\x09" + bytes(58)


def test_what_cannot_be_written_has_no_address() -> None:
    with pytest.raises(TypeError):
        address_of(b"fixed")  # type: ignore[arg-type]


def test_an_object_gives_an_address_for_every_kernel(kept_object: Path) -> None:
    descriptor = os.open(kept_object, os.O_RDONLY)
    addresses = loaded(descriptor)
    os.close(descriptor)
    assert set(addresses) == {*signatures.SIGNATURES, "features"}
    assert len(set(addresses.values())) == len(addresses)
    kernels = Kernels(addresses)
    assert all(callable(getattr(kernels, name)) for name in addresses)


def test_a_descriptor_whose_number_comes_again_is_another_object(kept_object: Path) -> None:
    def load() -> tuple[int, int]:
        descriptor = os.memfd_create("kernels", os.MFD_CLOEXEC)
        os.write(descriptor, kept_object.read_bytes())
        try:
            return descriptor, loaded(descriptor)["check"]
        finally:
            os.close(descriptor)

    (number, first), (again, second) = load(), load()
    assert number == again
    assert first != second


@pytest.mark.parametrize("content", [b"", b"\x7fELF", b"no object" * 100], ids=["empty", "cut", "text"])
def test_what_is_no_object_is_refused_by_the_loader(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x.so").write_bytes(content)
    descriptor = os.open(tmp_path / "x.so", os.O_RDONLY)
    try:
        with pytest.raises(OSError, match="/proc/self/fd"):
            loaded(descriptor)
    finally:
        os.close(descriptor)


def test_a_call_gives_up_the_interpreter_s_lock() -> None:
    arrived = threading.Event()
    # A C function that waits until Python code of another thread has run.
    libc = ctypes.CDLL(None)
    address = ctypes.cast(libc.usleep, ctypes.c_void_p).value
    assert address is not None
    wait = function(address, "q")
    thread = threading.Thread(target=lambda: wait(200_000))
    thread.start()
    arrived.set()
    assert thread.is_alive()
    thread.join()
    assert arrived.is_set()
