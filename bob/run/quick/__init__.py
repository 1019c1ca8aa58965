"""The quick path: two commands served by a compiled plan, in about the time that an empty Python takes.

    status = attempt(sys.argv[1:], environment)       # None: nothing was done, take the full path

It serves `run --resume CKPT` and `verify envelope CKPT`; `--contract FILE` and `--input FILE` may be given.
There is one meaning: what the quick path accepts the full path accepts too, with the same bytes on the disk
and the same words. Whatever else there is to say, the full path says.

A plan is of one installed Bob, one Python and one contract. `planning` derives it from the families; it holds
a stamp of every file that it was derived from, so that one that was touched makes it void, and the code of
the modules that serve it. All this stands here, and not in modules of its own, because each module that is
looked for costs a hundredth of an empty Python.
"""

import sys

from bob.store_cache import CacheFolder, Unsafe, digest, folder_of, write_all

try:
    import posix as system
except ImportError:
    import os as system  # type: ignore[no-redef]

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    Stamp = tuple[str, int, int]

MOST_CONTRACT_BYTES = 1 << 15
SUFFIX = ".plan"
# The package's folder, as it is found: three names below it stands this file.
PACKAGE = __file__.rsplit("/", 3)[0]
_ERR, _OUT = 2, 1
# Variables by which another Bob, or another Numba, could be the one that the full path loads.
_CHOOSING = ("PYTHONPATH", "PYTHONHOME", "PYTHONUSERBASE", "PYTHONNOUSERSITE", "PYTHONPLATLIBDIR")


class NotHere(Exception):
    """The quick path does not say yes; nothing was changed, and the full path is to be taken."""


def attempt(arguments: "Sequence[str]", environment: "Mapping[str, str] | None" = None) -> int | None:
    """Serve a command and give its exit status, or None where the full path is to be taken.

    `environment` holds the process's variables; they are asked for where it is not given. Raises
    `bob.run.said.Late` where the checkpoint is replaced already and something went wrong after that.
    """
    environment = _variables() if environment is None else environment
    served = sys.platform == "linux" and "_BOB_COMPLETE" not in environment
    if not served or sys.stdout is None or sys.stderr is None:
        return None
    try:
        return _served(list(arguments), environment)
    except (NotHere, ImportError):
        return None


def _variables() -> dict[str, str]:
    """The process's variables, as `os.environ` has them."""
    encoding, errors = sys.getfilesystemencoding(), sys.getfilesystemencodeerrors()
    pairs = system.environ.items()
    return {name.decode(encoding, errors): value.decode(encoding, errors) for name, value in pairs}


def _served(arguments: list[str], environment: "Mapping[str, str]") -> int:
    if arguments[:1] == ["run"]:
        options = _options(arguments[1:], ("--resume", "--contract", "--input"))
        if "--resume" not in options:
            raise NotHere
        plan = _required("run", options, environment)
        from bob.run.quick.resume import resumed
        from bob.run.said import Late

        log, told, step = resumed(plan, options["--resume"], options.get("--input"), environment)
        _end_with_the_reader()
        try:
            write_all(_ERR, log.encode("ascii"))
            write_all(_OUT, told.encode("ascii"))
        except OSError as wrong:
            raise Late(options["--resume"], step, wrong, synced=True) from None
        return 0
    if arguments[:2] == ["verify", "envelope"]:
        options = _options(["FILE", *arguments[2:]], ("FILE", "--contract"))
        plan = _required("envelope", options, environment)
        from bob.run.quick.verify import verified

        said = verified(plan, options["FILE"])
        _end_with_the_reader()
        write_all(_OUT, said.encode("ascii"))
        return 0
    raise NotHere


def _options(arguments: list[str], names: tuple[str, ...]) -> dict[str, str]:
    """Options and their values, each once; nothing that the terminal or the command line reads otherwise."""
    options = dict(zip(arguments[::2], arguments[1::2], strict=False))
    known = set(options) <= set(names) and len(arguments) == 2 * len(options)
    if not known or not all(map(_plain, options.values())):
        raise NotHere
    return options


def _plain(text: str) -> bool:
    return text.isascii() and text.isprintable() and text[:1] not in ("", "-")


def _end_with_the_reader() -> None:
    """As other tools do, end quietly when the reader of the output has left (`bob verify ... | head`)."""
    # What `signal` wraps; it costs as much as half an empty Python itself.
    import _signal

    _signal.signal(_signal.SIGPIPE, _signal.SIG_DFL)


def _required(kind: str, options: "Mapping[str, str]", environment: "Mapping[str, str]") -> "dict[str, Any]":
    """The plan that is kept for a command and its contract, its modules in place."""
    plan = kept(kind, _contract(options.get("--contract")), environment)
    if plan is None:
        raise NotHere
    for name, path, code in plan["modules"]:
        if name not in sys.modules:
            module = type(sys)(name)
            module.__file__ = path
            sys.modules[name] = module
            exec(code, module.__dict__)
    return plan


def _contract(path: str | None) -> bytes:
    """The bytes of the contract file, none for the shipped contract."""
    if path is None:
        return b""
    try:
        descriptor = system.open(path, system.O_RDONLY | system.O_CLOEXEC | system.O_NONBLOCK)
        try:
            content = system.read(descriptor, MOST_CONTRACT_BYTES + 1)
        finally:
            system.close(descriptor)
    except OSError:
        raise NotHere from None
    if not 0 < len(content) <= MOST_CONTRACT_BYTES:
        raise NotHere
    return content


def kept(kind: str, contract: bytes, environment: "Mapping[str, str]") -> "dict[str, Any] | None":
    """The plan of a kind and a contract from the cache, if it is there and nothing has changed since."""
    import marshal

    try:
        with CacheFolder(folder_of(environment)) as cache:
            body = cache.read(entry_name(kind, contract, environment))
    except (OSError, Unsafe):
        return None
    if body is None:
        return None
    plan: dict[str, Any] = marshal.loads(body)
    return plan if fresh(plan["stamps"]) else None


def entry_name(kind: str, contract: bytes, environment: "Mapping[str, str]") -> str:
    """The name of a plan in the cache; `contract` is the contract file's bytes, none for the shipped one."""
    chosen = [(name, environment[name]) for name in _CHOOSING if name in environment]
    subject = repr((PACKAGE, sys.version, chosen, contract))
    return f"{kind}-{digest(subject.encode('utf-8', 'surrogateescape')).hex()}{SUFFIX}"


def stamp(path: str) -> "Stamp":
    """What changes when a file does: nobody sets a change time. Raises `OSError` where there is none."""
    status = system.stat(path)
    return path, status.st_ctime_ns, status.st_ino


def fresh(stamps: "Iterable[Stamp]") -> bool:
    """Whether every stamped file is as it was; no stamp of another form is."""
    stat = system.stat
    try:
        for path, changed, inode in stamps:
            now = stat(path)
            if now.st_ctime_ns != changed or now.st_ino != inode:
                return False
    except (OSError, ValueError):
        return False
    return True
