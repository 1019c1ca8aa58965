"""`bob run --resume` by the plan: the same checks, the same kernels, the same replacement, and nothing else.

Up to the rename, whatever is not exactly as the plan has it raises `NotHere` and leaves everything as it was.
After it the invocation is made, and what still goes wrong is `bob.run.said.Late`.
"""

import _stat as stat
import _thread
import posix

from bob.kernels.calls import Kernels, address_of, loaded
from bob.run.quick import NotHere
from bob.run.quick.process import begin_writing, lock, room
from bob.run.quick.reading import (
    chunk_digests,
    content,
    number,
    opened,
    program,
    require_envelope,
    require_header,
    text,
)
from bob.run.said import Late, summary, update_lines
from bob.store_cache import CacheFolder, Unsafe, content_of, digest, folder_of
from bob.store_calls import Busy, Temporary, close, is_same, leads_to, sync_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

_INFINITY = float("inf")
_DOUBTFUL, _SOME_MOMENT = 1, 2


def resumed(
    plan: "Mapping[str, Any]", path: str, input_path: str | None, environment: "Mapping[str, str]"
) -> tuple[str, str, int]:
    """Make one invocation's updates of the checkpoint at `path`, in place.

    Gives what is said on standard error, on standard output, and the step. Raises `NotHere`, or `Late`.
    """
    if _turned_off(environment):
        raise NotHere
    if input_path is None:
        folder, slash, _ = path.rpartition("/")
        input_path = f"{folder}{slash}{plan['input_name']}"
    descriptor, old = opened(path)
    try:
        return _held(plan, path, descriptor, old, input_path, environment)
    except (OSError, Busy, MemoryError):
        raise NotHere from None
    finally:
        close(descriptor)


def _turned_off(environment: "Mapping[str, str]") -> bool:
    """Whether Numba's compiler may be turned off: by its variable, or by the file that it reads."""
    disabled = environment.get("NUMBA_DISABLE_JIT", "").strip() not in ("", "0")
    return disabled or _is_there(".numba_config.yaml")


def _is_there(path: str) -> bool:
    try:
        posix.stat(path, follow_symlinks=False)
    except OSError:
        return False
    return True


def _held(
    plan: "Mapping[str, Any]",
    path: str,
    descriptor: int,
    old: "os.stat_result",
    input_path: str,
    environment: "Mapping[str, str]",
) -> tuple[str, str, int]:
    if old.st_size != plan["n_bytes"] or not lock(descriptor) or not leads_to(path, old):
        raise NotHere
    checkpoint = content(descriptor, old.st_size, room)
    header = require_envelope(plan, checkpoint)
    step = number(plan, header, "step")
    if step > plan["last_resumed"]:
        raise NotHere
    record = _input(plan, input_path, old, text(plan, header, "input_digest"))
    kernels = _kernels(plan, environment)
    _require_values(plan, kernels, checkpoint, step)
    if stat.S_ISLNK(posix.stat(path, follow_symlinks=False).st_mode):
        raise NotHere
    temporary = Temporary(path)
    temporary.claim(lock)
    try:
        trace = _trained(plan, kernels, checkpoint, record, step)
        _require_values(plan, kernels, checkpoint, step + plan["updates"])
        temporary.permit(stat.S_IMODE(old.st_mode))
        temporary.write(checkpoint[len(header) :], len(header))
        # The planes are on their way to the disk while they are hashed.
        begin_writing(temporary.descriptor)
        header = _next_header(plan, header, checkpoint, step)
        temporary.write(header, 0)
        temporary.sync()
        temporary.keep_owner(old)
        if not leads_to(path, old):
            raise NotHere
        temporary.rename()
        try:
            sync_folder(temporary.folder)
        except OSError as wrong:
            raise Late(path, step + plan["updates"], wrong, synced=False) from None
    finally:
        temporary.give_up()
    return _said(plan, path, checkpoint, record, trace, step, header)


def _input(plan: "Mapping[str, Any]", path: str, checkpoint: "os.stat_result", stated: bytes) -> bytes:
    """The input record, which is not the checkpoint itself, has the stated digest and is one."""
    descriptor, status = opened(path)
    try:
        if status.st_size != plan["input_bytes"] or is_same(status, checkpoint):
            raise NotHere
        record = bytes(content(descriptor, status.st_size))
    finally:
        close(descriptor)
    if digest(record) != stated or not program(plan, "input")(record):
        raise NotHere
    return record


def _kernels(plan: "Mapping[str, Any]", environment: "Mapping[str, str]") -> Kernels:
    """The kernels of the plan's shared object, if this processor is the one that it was compiled for."""
    try:
        with CacheFolder(folder_of(environment)) as cache:
            descriptor = cache.open(plan["object"])
    except Unsafe:
        raise NotHere from None
    if descriptor is None:
        raise NotHere
    try:
        if digest(content_of(descriptor)) != plan["object_digest"]:
            raise NotHere
        kernels = Kernels(loaded(descriptor))
    finally:
        close(descriptor)
    words = bytearray(len(plan["features"]))
    kernels.features(address_of(words))
    if words != plan["features"]:
        raise NotHere
    return kernels


def _require_values(plan: "Mapping[str, Any]", kernels: Kernels, checkpoint: memoryview, step: int) -> None:
    """No value of the planes may be one that the full path might refuse."""
    p = address_of(checkpoint) + plan["header_bytes"]
    m, v = p + plan["chunk_bytes"], p + 2 * plan["chunk_bytes"]
    a, k, c = _law(plan["law"], step)
    found = kernels.check(p, m, v, plan["scalars"], a, k, c)
    if found & _DOUBTFUL or (plan["moments_stay"] and not found & _SOME_MOMENT):
        raise NotHere


def _law(law: tuple[float, float, float, float] | None, step: int) -> tuple[float, float, float]:
    """a, k and c of the law of moments (`bob.moments`) in binary64, for the step.

    The kernel leaves what lies within 1e-9 of the law's boundary to the full path; k deviates by less. Where
    k is past the range of binary64, the law allows everything.
    """
    if law is None:
        return 0.0, _INFINITY, 0.0
    a, c, scale, ratio = law
    total, power = 0.0, 1.0
    for bit in f"{step:b}":
        total, power = total + power * total, power * power
        if bit == "1":
            total, power = 1.0 + ratio * total, power * ratio
    return a, scale * total, c


def _trained(
    plan: "Mapping[str, Any]", kernels: Kernels, checkpoint: memoryview, record: bytes, step: int
) -> "Sequence[float]":
    """Make the updates in place; gives the losses, then the norms."""
    n, updates = plan["vocabulary"], plan["updates"]
    begin, end = plan["targets"]
    targets, rows = bytearray(record[begin:end]), bytearray(plan["rows_bytes"])
    p = address_of(checkpoint) + plan["header_bytes"]
    table = (p, p + plan["chunk_bytes"], p + 2 * plan["chunk_bytes"], address_of(targets), n)
    settings = (*plan["hyperparameters"], step + 1, updates, address_of(rows))

    def train_rows(first: int, count: int) -> int:
        scratch = bytearray(plan["scratch_bytes"])
        return kernels.train_rows(*table, first, count, *settings, address_of(scratch))

    if _in_two(train_rows, n, plan["shared"]) >= 0:
        raise NotHere
    scratch, trace = bytearray(plan["scratch_bytes"]), bytearray(plan["trace_bytes"])
    kernels.summarise(address_of(rows), n, updates, address_of(trace), address_of(scratch))
    return memoryview(trace).cast("f").tolist()


def _in_two(train_rows: "Callable[[int, int], int]", n: int, shared: bool) -> int:
    """Train all n rows, half of them in a thread where that is worth it; gives what any row lost, or -1."""
    half = n // 2 if shared and len(posix.sched_getaffinity(0)) > 1 else n
    ranks = [-1]
    ended = _thread.allocate_lock()

    def second() -> None:
        try:
            ranks[0] = train_rows(half, n - half)
        finally:
            ended.release()

    if half < n:
        ended.acquire()
        _thread.start_new_thread(second, ())
    rank = train_rows(0, half)
    ended.acquire()
    return max(rank, *ranks)


def _next_header(plan: "Mapping[str, Any]", header: bytes, checkpoint: memoryview, step: int) -> bytes:
    """The header of what the updates have made of a checkpoint."""
    places = plan["places"]
    width = places["step"][1] - places["step"][0]
    changed = bytearray(header)
    for name, value in (
        ("step", (step + plan["updates"]).to_bytes(width, "little")),
        ("parent", text(plan, header, "header_digest")),
        ("chunk_digests", chunk_digests(plan, checkpoint)),
    ):
        begin, end = places[name]
        changed[begin:end] = value
    begin, end = places["header_digest"]
    changed[begin:end] = digest(changed[:begin])
    made = bytes(changed)
    require_header(plan, made)
    return made


def _said(
    plan: "Mapping[str, Any]",
    path: str,
    checkpoint: memoryview,
    record: bytes,
    trace: "Sequence[float]",
    step: int,
    header: bytes,
) -> tuple[str, str, int]:
    updates = plan["updates"]
    losses, norms = trace[:updates], trace[updates:]
    begin, end = plan["prompts"]
    prompts = memoryview(record)[begin:end].cast("I")
    answers = [(prompt, _answer(plan, checkpoint, prompt)) for prompt in prompts]
    log = "".join(f"{line}\n" for line in update_lines(step, losses, norms, plan["rate"], 1))
    after = step + updates
    told = summary(path, (step, after), losses, answers, text(plan, header, "header_digest"))
    return log, f"{told}\n", after


def _answer(plan: "Mapping[str, Any]", checkpoint: memoryview, prompt: int) -> tuple[int, int]:
    """The likeliest byte after a prompt: the first of its row's largest. Every row is finite here."""
    size = plan["row_bytes"]
    begin = plan["header_bytes"] + prompt * size
    row: Sequence[float] = checkpoint[begin : begin + size].cast("f").tolist()
    return row.index(max(row)), 1
