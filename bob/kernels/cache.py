"""The compiled kernels as a shared object in the user's cache folder: built once, tested, found again.

    addresses = kernels_of(os.environ)      # kept, or built now and kept where there is a folder for it

An object's name holds a key over whatever shapes it (the kernels' source, the processor, Numba, LLVM,
Python), the digest of the LLVM text that it was made of, and that of its bytes: what was edited is not found.
After a build it has to give the exact reading's bits (`bob.kernels.trial`) before it is kept or used. Where
no object can be built, `why_not` says why, and `native` has Numba compile in the process; where it cannot be
kept, each process builds its own.
"""

from __future__ import annotations

import os
import platform
import sys
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from bob.canonical import digest
from bob.kernels import trial
from bob.kernels.calls import Kernels, address_of, loaded
from bob.kernels.signatures import SIGNATURES
from bob.store_cache import CacheFolder, Unsafe, content_of, folder_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

PREFIX, _SUFFIX = "kernels-", ".so"


class Entry(NamedTuple):
    """A kept object: its name in the cache folder, its digest, and the processor that it is for.

    `text` is the digest of LLVM's text that it was made of, as `bob prove --kernels` gives it.
    """

    name: str
    digest: bytes
    features: bytes
    text: bytes


class Failed(Exception):
    """The object was built, but does not give the exact reading's bits; the message says where."""


def why_not() -> str:
    """Why no shared object can serve on this host; empty where one can."""
    if sys.platform != "linux":
        return f"shared objects are built for Linux, and this is {sys.platform}"
    if platform.machine() != "x86_64":
        return f"shared objects are built for x86-64, and this is {platform.machine()}"
    if not platform.libc_ver()[0].startswith("glibc"):
        return "shared objects are built for glibc, and this Python uses another C library"
    return ""


def key() -> str:
    """Over whatever shapes the object; needs Numba and LLVM to be installed."""
    from bob.kernels.object import target

    sources = [path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py"))]
    tools = [version("numba"), version("llvmlite"), sys.version_info[:2], sorted(target().items())]
    subject = repr((tools, sources)).encode()
    return digest(subject).hex()


def is_name(name: str) -> bool:
    """Whether a file in the cache folder is called as an object, for whatever it was built."""
    return name.startswith(PREFIX) and name.endswith(_SUFFIX)


def is_whole(cache: CacheFolder, name: str) -> bool:
    """Whether an object's bytes are those that its name tells."""
    descriptor = _opened(cache, name)
    if descriptor is not None:
        os.close(descriptor)
    return descriptor is not None


def _opened(cache: CacheFolder, name: str) -> int | None:
    """A descriptor of an object whose bytes are those that its name tells; None for any other."""
    descriptor = cache.open(name)
    if descriptor is None or name.endswith(f"-{digest(content_of(descriptor)).hex()}{_SUFFIX}"):
        return descriptor
    os.close(descriptor)
    return None


def deviations(environment: Mapping[str, str]) -> list[str]:
    """Where the kept kernels give other bits than the exact reading; nothing where none are kept."""
    with _kept(environment) as found:
        said = trial.deviation(Kernels(loaded(found[1]))) if found else ""
    return [said] if said else []


def is_kept(environment: Mapping[str, str]) -> bool:
    """Whether nothing has to be compiled."""
    with _kept(environment) as found:
        return found is not None


def entry(environment: Mapping[str, str]) -> Entry | None:
    """The object that is kept for this processor and these kernels, whole; None where there is none."""
    with _kept(environment) as found:
        if found is None:
            return None
        name, descriptor = found
        text = bytes.fromhex(name.split("-")[2])
        return Entry(name, digest(content_of(descriptor)), features_of(Kernels(loaded(descriptor))), text)


def features_of(kernels: Kernels) -> bytes:
    """What tells this processor from another, as the object itself sees it."""
    from bob.kernels.object import FEATURES_BYTES

    words = bytearray(FEATURES_BYTES)
    kernels.features(address_of(words))
    return bytes(words)


@contextmanager
def _kept(environment: Mapping[str, str]) -> Iterator[tuple[str, int] | None]:
    """The kept object's name and a descriptor, which is closed at the end of `with`; None for none."""
    found = _found(environment)
    try:
        yield found
    finally:
        if found is not None:
            os.close(found[1])


def _found(environment: Mapping[str, str]) -> tuple[str, int] | None:
    """The name and a descriptor of the kept object, its bytes checked against its name; None for none."""
    if why_not():
        return None
    beginning = f"{PREFIX}{key()}-"
    try:
        with CacheFolder(folder_of(environment)) as cache:
            for name in cache.names():
                own = name.startswith(beginning) and is_name(name)
                if own and (descriptor := _opened(cache, name)) is not None:
                    return name, descriptor
    except (OSError, Unsafe):
        pass
    return None


def _name(content: bytes, text: str) -> str:
    return f"{PREFIX}{key()}-{digest(text.encode()).hex()}-{digest(content).hex()}{_SUFFIX}"


def kernels_of(environment: Mapping[str, str]) -> Mapping[str, int]:
    """The addresses of the kernels: of the kept object, or of one that is built now.

    Raises whatever the compiler raises, and `Failed`.
    """
    with _kept(environment) as found:
        return loaded(found[1]) if found else _built(environment)


def _built(environment: Mapping[str, str]) -> Mapping[str, int]:
    """Build, test, and keep where there is a folder for it; the folder's own copy is not read back."""
    from bob.kernels import compiled
    from bob.kernels.object import generated, optimised

    text = optimised({name: compiled.llvm_text(name) for name in SIGNATURES})
    content = generated(text)
    descriptor = os.memfd_create("kernels", os.MFD_CLOEXEC)
    try:
        os.write(descriptor, content)
        addresses = loaded(descriptor)
    finally:
        os.close(descriptor)
    deviation = trial.deviation(Kernels(addresses))
    if deviation:
        raise Failed(deviation)
    try:
        with CacheFolder(folder_of(environment), create=True) as cache:
            cache.write_plain(_name(content, text), content)
    except (OSError, Unsafe):
        pass
    return addresses
