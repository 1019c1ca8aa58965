"""What the NumPy, JAX and raw torch peers share: the bytes of a checkpoint in, and durably out.

    header, step, payload = read("ckpt.bin")
    replace("ckpt.bin", header, step + 10, [p, m, v])      # bytes-like planes

The header is copied and its step advanced; its digests are left as they were, for the peers compute and check
none. Nothing is imported that an interpreter does not have at its start.
"""

import os
import struct

HEADER_BYTES_AT = 16
STEP_AT = 48
TARGETS_AT = 16 + 2 * 256
VOCABULARY = 256
UPDATES = 10
LEARNING_RATE, BETA1, BETA2, EPSILON, WEIGHT_DECAY = (
    struct.unpack("<f", struct.pack("<I", bits))[0]
    for bits in (0x3D4CCCCD, 0x3F666666, 0x3F7FBE77, 0x322BCC77, 0x3C23D70A)
)


def read(path):
    """The header of a checkpoint, its step, and its payload as a writable buffer."""
    fd = os.open(path, os.O_RDONLY)
    content = bytearray(os.fstat(fd).st_size)
    if os.readv(fd, [content]) != len(content):
        raise OSError("a short read")
    os.close(fd)
    (n_header,) = struct.unpack_from("<Q", content, HEADER_BYTES_AT)
    (step,) = struct.unpack_from("<Q", content, STEP_AT)
    return bytes(content[:n_header]), step, memoryview(content)[n_header:]


def target_bytes(path):
    """The 256 targets of an input record, u32 each."""
    with open(path, "rb", buffering=0) as record:
        return bytearray(record.read()[TARGETS_AT : TARGETS_AT + 4 * VOCABULARY])


def corrections(step):
    """c1 and c2 of the ten updates after `step`, in binary64."""
    updates = range(step + 1, step + UPDATES + 1)
    return [1 / (1 - BETA1**t) for t in updates], [1 / (1 - BETA2**t) for t in updates]


def replace(path, header, step, planes):
    """Write header and planes to a file beside `path`, sync it, rename it over `path`, sync the folder."""
    temporary = path + ".tmp"
    fd = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    head = header[:STEP_AT] + struct.pack("<Q", step) + header[STEP_AT + 8 :]
    if os.writev(fd, [head, *planes]) != len(head) + sum(memoryview(plane).nbytes for plane in planes):
        raise OSError("a short write")
    os.fsync(fd)
    os.close(fd)
    os.rename(temporary, path)
    folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY | os.O_DIRECTORY)
    os.fsync(folder)
    os.close(folder)


def say(step, losses, norms):
    """One line an update, as `bob run` logs it."""
    print(
        "\n".join(
            f"step {t}  loss {loss:.6f}  lr {LEARNING_RATE:.2g}  |g| {norm:.6f}"
            for t, (loss, norm) in enumerate(zip(losses, norms, strict=True), step + 1)
        )
    )
