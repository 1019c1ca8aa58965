"""The whole of a training run and its files, in plain NumPy and MPFR.

Written from docs/format.md, docs/arithmetic.md and docs/families.md alone, and sharing no code with the
project, so that two programs which agree on a file agree because the documents fix it.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import struct
from collections import Counter
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TypeAlias

import gmpy2
import numpy as np
import numpy.typing as npt
from blake3 import blake3

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

Plane: TypeAlias = npt.NDArray[np.float32]
Order: TypeAlias = Literal["ascending", "descending"]

INPUT_MAGIC = b"BOBINPUT"
INPUT_VERSION = 1
INPUT_HEADER_BYTES = 16
INPUT_WORD_BYTES = 4
CHECKPOINT_MAGIC = b"BOBCKPT1"
ENVELOPE_VERSION = 1
PLANES = ("P", "M", "V")
BYTES_PER_SCALAR = 4
DIGEST_BYTES = 32
NO_PARENT = bytes(DIGEST_BYTES)
HEADER_ALIGNMENT = 64
STEP_LIMIT = 2**63
DECIMAL_DIGITS = 24
PROMPT_BYTES = (65, 66, 255)

_WORD_64 = 2**64 - 1
_NAME = re.compile(r"[a-z0-9.:-]+")


# --- Settings ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Settings:
    """What a run is made under; docs/arithmetic.md, "Constants", and docs/format.md, "Identity parts".

    The five scalars of the learner are binary32 bit patterns.
    """

    vocabulary: int = 256
    prompts: int = 3
    updates_per_invocation: int = 10
    learning_rate: int = 0x3D4CCCCD
    beta1: int = 0x3F666666
    beta2: int = 0x3F7FBE77
    epsilon: int = 0x322BCC77
    weight_decay: int = 0x3C23D70A
    objective: str = "softmax-cross-entropy-mean"
    learner: str = "adamw:bob-arith-v1"
    schema: str = "bob-raw-pmv-f32-v1"
    ordering: str = "parameter-order:p-then-m-then-v"
    initialization: str = "bob-seed-v1"

    def __post_init__(self) -> None:
        """Refuse what the documents leave no meaning for."""
        if not 1 <= self.vocabulary <= 256:
            raise ValueError(f"a vocabulary of {self.vocabulary} is not between 1 and 256")
        if self.prompts < 0 or self.updates_per_invocation < 1:
            raise ValueError("prompts or updates per invocation are too few")
        for name in (self.objective, self.learner, self.schema, self.ordering, self.initialization):
            if not _NAME.fullmatch(name):
                raise ValueError(f"{name!r} is not an identity name")

    @property
    def parameters(self) -> int:
        """The scalars of one plane."""
        return self.vocabulary * self.vocabulary

    @property
    def chunk_bytes(self) -> int:
        """The bytes of one chunk, which is one plane."""
        return BYTES_PER_SCALAR * self.parameters

    @property
    def payload_bytes(self) -> int:
        """The bytes of the three planes."""
        return len(PLANES) * self.chunk_bytes

    @property
    def targets_offset(self) -> int:
        """Where an input record's targets start."""
        return INPUT_HEADER_BYTES + 2 * self.vocabulary

    @property
    def prompts_offset(self) -> int:
        """Where an input record's prompts start."""
        return self.targets_offset + INPUT_WORD_BYTES * self.vocabulary

    @property
    def record_bytes(self) -> int:
        """The bytes of an input record."""
        return self.prompts_offset + INPUT_WORD_BYTES * self.prompts


# --- Input record --------------------------------------------------------------------------------------


def input_record(targets: Sequence[int], prompts: Sequence[int], order: Order = "ascending") -> bytes:
    """The record of a target for each byte and of the prompts; docs/format.md, "Input record"."""
    vocabulary = len(targets)
    if not 1 <= vocabulary <= 256:
        raise ValueError(f"{vocabulary} targets do not make a vocabulary of 1 to 256")
    if not all(0 <= word < vocabulary for word in (*targets, *prompts)):
        raise ValueError("a target or a prompt is not below the vocabulary")
    pairs = list(enumerate(targets))
    if order == "descending":
        pairs.reverse()
    return b"".join(
        (
            INPUT_MAGIC,
            struct.pack("<Q", INPUT_VERSION),
            bytes(value for pair in pairs for value in pair),
            struct.pack(f"<{vocabulary}I", *targets),
            struct.pack(f"<{len(prompts)}I", *prompts),
        )
    )


def read_input_record(settings: Settings, record: bytes) -> tuple[list[int], list[int]]:
    """The targets and the prompts of a record that keeps the refinements; docs/format.md, "Input record"."""
    size = settings.vocabulary
    if len(record) != settings.record_bytes:
        raise ValueError(f"the input record has {len(record)} bytes, not {settings.record_bytes}")
    if record[:INPUT_HEADER_BYTES] != INPUT_MAGIC + struct.pack("<Q", INPUT_VERSION):
        raise ValueError("the input record's magic or version is another")
    pairs = record[INPUT_HEADER_BYTES : settings.targets_offset]
    targets = list(struct.unpack_from(f"<{size}I", record, settings.targets_offset))
    prompts = list(struct.unpack_from(f"<{settings.prompts}I", record, settings.prompts_offset))
    if sorted(pairs[0::2]) != list(range(size)):
        raise ValueError("the pairs' bytes are not the vocabulary's, each once")
    if any(targets[byte] != target for byte, target in zip(pairs[0::2], pairs[1::2], strict=True)):
        raise ValueError("a pair's target is not the byte's target word")
    if not all(word < size for word in (*targets, *prompts)):
        raise ValueError("a target or a prompt is not below the vocabulary")
    return targets, prompts


def targets_from_corpus(corpus: bytes, vocabulary: int = 256) -> list[int]:
    """For each byte the byte that most often follows it: the smaller of equals, and itself where none does.

    A byte outside the vocabulary neither follows nor is followed.
    """
    counts: list[Counter[int]] = [Counter() for _ in range(vocabulary)]
    for byte, follower in pairwise(corpus):
        if byte < vocabulary and follower < vocabulary:
            counts[byte][follower] += 1
    return [
        min(followers, key=lambda follower: (-followers[follower], follower)) if followers else byte
        for byte, followers in enumerate(counts)
    ]


# --- Initialization ------------------------------------------------------------------------------------


def philox_block(counter: int, key: int) -> tuple[int, int, int, int]:
    """The four words of Philox4x64-10 for a 256-bit counter and a 128-bit key."""
    c0, c1, c2, c3 = (counter >> shift & _WORD_64 for shift in (0, 64, 128, 192))
    k0, k1 = key & _WORD_64, key >> 64 & _WORD_64
    for _ in range(10):
        first = 0xD2E7470EE14C6C93 * c0
        second = 0xCA5A826395121157 * c2
        c0, c1, c2, c3 = (
            second >> 64 ^ c1 ^ k0,
            second & _WORD_64,
            first >> 64 ^ c3 ^ k1,
            first & _WORD_64,
        )
        k0 = k0 + 0x9E3779B97F4A7C15 & _WORD_64
        k1 = k1 + 0xBB67AE8584CAA73B & _WORD_64
    return c0, c1, c2, c3


def philox_outputs(key: int, count: int) -> list[int]:
    """The first outputs for a key as NumPy orders them: its counter is raised before the first block."""
    blocks = range(1, -(-count // 4) + 1)
    return [word for counter in blocks for word in philox_block(counter, key)][:count]


def seed_key(initialization: str) -> int:
    """The key that an initialization's name gives; docs/arithmetic.md, "Initialization bob-seed-v1"."""
    return int.from_bytes(hashlib.sha256(initialization.encode("ascii")).digest()[:8], "little")


def initial_plane(settings: Settings) -> Plane:
    """P before the first update; docs/arithmetic.md, "Initialization bob-seed-v1"."""
    outputs = philox_outputs(seed_key(settings.initialization), settings.parameters)
    values = [((output >> 40) - 2**23) * 2.0**-28 for output in outputs]
    return np.array(values, dtype=np.float32).reshape(settings.vocabulary, settings.vocabulary)


# --- Arithmetic ----------------------------------------------------------------------------------------

# binary32 as MPFR has it: significands are in [1/2, 1), so that the least subnormal is 2^-149 at exponent
# -148. MPFR keeps the direction of its first rounding, by which `subnormalize` rounds once in effect.
_BINARY32 = gmpy2.context(precision=24, emax=128, emin=-148, subnormalize=True, round=gmpy2.RoundToNearest)


def binary32(bits: int) -> np.float32:
    """The scalar that has these bits."""
    return np.uint32(bits).view(np.float32)


def bits_of(value: np.float32) -> int:
    """The bits that a scalar has."""
    return int(value.view(np.uint32))


def _each(function: Callable[[float], gmpy2.mpfr], values: Plane) -> Plane:
    results = [float(function(value)) for value in values.ravel().tolist()]
    return np.array(results, dtype=np.float32).reshape(values.shape)


def exp(values: Plane) -> Plane:
    """The correctly rounded exponential of each scalar; docs/arithmetic.md."""
    return _each(_BINARY32.exp, values)


def log(values: Plane) -> Plane:
    """The correctly rounded natural logarithm of each scalar; docs/arithmetic.md."""
    return _each(_BINARY32.log, values)


def halving_sum(terms: Plane) -> Plane:
    """The halving tree's sum over the last axis; docs/arithmetic.md."""
    partial = terms.copy()
    count = partial.shape[-1]
    while count > 1:
        half = (count + 1) // 2
        partial[..., : count - half] += partial[..., half:count]
        count = half
    return partial[..., 0]


def bias_correction(beta: np.float32, update: int) -> np.float32:
    """1 / (1 - beta^update) in binary64, rounded once to binary32; docs/arithmetic.md, "AdamW"."""
    power, square = np.float64(1), np.float64(beta)
    with np.errstate(all="ignore"):
        while update > 0:
            if update % 2 == 1:
                power = power * square
            square = square * square
            update //= 2
        return np.float32(np.float64(1) / (np.float64(1) - power))


class NonFiniteError(ArithmeticError):
    """An update that would put a NaN or an infinity into a plane."""


class Run:
    """A run's planes and its step; the input record is read once, and a fresh run starts at step 0."""

    def __init__(self, settings: Settings, input_bytes: bytes) -> None:
        self.settings = settings
        self.input_bytes = input_bytes
        self.targets, self.prompts = read_input_record(settings, input_bytes)
        self.step = 0
        self.P: Plane = initial_plane(settings)
        self.M: Plane = np.zeros_like(self.P)
        self.V: Plane = np.zeros_like(self.P)

    def update(self) -> tuple[np.float32, np.float32]:
        """Make one update; the loss and the norm are of the state before it (docs/arithmetic.md)."""
        with np.errstate(all="ignore"):
            loss, norm, gradient = self._gradient()
            planes = self._adamw(gradient)
        for name, plane in zip(PLANES, planes, strict=True):
            places = np.flatnonzero(~np.isfinite(plane))
            if places.size:
                raise NonFiniteError(f"plane {name}, place {places[0]}, update {self.step + 1}: not finite")
        self.P, self.M, self.V = planes
        self.step += 1
        return loss, norm

    def _gradient(self) -> tuple[np.float32, np.float32, Plane]:
        """Loss, norm and gradient; docs/arithmetic.md, "Row b of the table P"."""
        vocabulary = self.settings.vocabulary
        rows = np.arange(vocabulary)
        chosen = np.zeros((vocabulary, vocabulary), dtype=np.float32)
        chosen[rows, self.targets] = np.float32(1)
        share = np.float32(1) / np.float32(vocabulary)

        shifted = self.P - self.P.max(axis=1, keepdims=True)
        exponentials = exp(shifted)
        sums = halving_sum(exponentials)
        gradient = (exponentials / sums[:, np.newaxis] - chosen) * share
        losses = log(sums) - shifted[rows, self.targets]
        loss = np.float32(halving_sum(losses)) * share
        norm = np.sqrt(np.float32(halving_sum(halving_sum(gradient * gradient))))
        return loss, norm, gradient

    def _adamw(self, g: Plane) -> tuple[Plane, Plane, Plane]:
        """The planes after the update; docs/arithmetic.md, "AdamW"."""
        settings = self.settings
        beta1, beta2 = binary32(settings.beta1), binary32(settings.beta2)
        c1 = bias_correction(beta1, self.step + 1)
        c2 = bias_correction(beta2, self.step + 1)
        u1, u2 = np.float32(1) - beta1, np.float32(1) - beta2
        m: Plane = beta1 * self.M + u1 * g
        v: Plane = beta2 * self.V + u2 * (g * g)
        root: Plane = np.sqrt(v * c2)
        h: Plane = (m * c1) / (root + binary32(settings.epsilon))
        decayed: Plane = h + binary32(settings.weight_decay) * self.P
        p: Plane = self.P - binary32(settings.learning_rate) * decayed
        return p, m, v


def predictions(P: Plane, prompts: Sequence[int]) -> bytes:  # noqa: N803
    """Token and validity of each prompt; docs/format.md, "What an invocation returns"."""
    return b"".join(struct.pack("<II", *_prediction(P, prompt)) for prompt in prompts)


def _prediction(plane: Plane, prompt: int) -> tuple[int, int]:
    if prompt >= len(plane) or not np.isfinite(plane[prompt]).all():
        return 0, 0
    return int(plane[prompt].argmax()), 1  # argmax takes the first of equals


# --- Checkpoint ----------------------------------------------------------------------------------------


def _decimal(number: int) -> bytes:
    text = str(number).encode("ascii")
    if len(text) > DECIMAL_DIGITS:
        raise ValueError(f"{number} has more than {DECIMAL_DIGITS} digits")
    return text


def identity_parts(settings: Settings) -> tuple[bytes, bytes, bytes, bytes]:
    """Schema, learner, data and initialization; docs/format.md, "Identity parts"."""
    names = (settings.schema, settings.ordering, settings.objective, settings.learner)
    schema, ordering, objective, learner = (name.encode("ascii") for name in names)
    scalars = struct.pack(
        "<5I",
        settings.learning_rate,
        settings.beta1,
        settings.beta2,
        settings.epsilon,
        settings.weight_decay,
    )
    data = (
        b"raw-byte-sequence",
        b"vocabulary=" + _decimal(settings.vocabulary),
        b"prompts=" + _decimal(settings.prompts),
        b"record=" + _decimal(settings.record_bytes),
    )
    return (
        b"|".join((schema, ordering, b"payload=" + _decimal(settings.payload_bytes))),
        b"|".join((objective, learner, scalars)),
        b"|".join(data),
        settings.initialization.encode("ascii"),
    )


def checkpoint(run: Run, parent: bytes) -> bytes:
    """The whole file of a run at the end of an invocation; docs/format.md, "Checkpoint"."""
    settings = run.settings
    _check_step(settings, run.step, parent)
    planes = [plane.astype("<f4").tobytes() for plane in (run.P, run.M, run.V)]
    parts = identity_parts(settings)
    variable = b"".join(struct.pack("<I", len(part)) + part for part in parts)
    variable += b"".join(blake3(plane).digest() for plane in planes)
    fixed_bytes = len(CHECKPOINT_MAGIC) + 7 * 8 + 2 * DIGEST_BYTES
    unpadded = fixed_bytes + len(variable) + DIGEST_BYTES
    header_bytes = -(-unpadded // HEADER_ALIGNMENT) * HEADER_ALIGNMENT
    words = (
        ENVELOPE_VERSION,
        header_bytes,
        settings.payload_bytes,
        settings.chunk_bytes,
        len(PLANES),
        run.step,
        settings.updates_per_invocation,
    )
    header = CHECKPOINT_MAGIC + struct.pack("<7Q", *words) + blake3(run.input_bytes).digest() + parent
    header += variable + bytes(header_bytes - unpadded)
    return header + blake3(header).digest() + b"".join(planes)


def _check_step(settings: Settings, step: int, parent: bytes) -> None:
    updates = settings.updates_per_invocation
    if step < 1 or step % updates:
        raise ValueError(f"step {step} is not a positive multiple of {updates}")
    if step + updates > STEP_LIMIT:
        raise ValueError(f"the invocation after step {step} would pass 2^63")
    if len(parent) != DIGEST_BYTES or (parent == NO_PARENT) != (step == updates):
        raise ValueError("the parent must be a digest, zero after the first invocation and only then")


def header_digest(file_bytes: bytes) -> bytes:
    """BLAKE3 of a file's header without its last 32 bytes, recomputed; docs/format.md, "Checkpoint"."""
    (header_bytes,) = struct.unpack_from("<Q", file_bytes, 16)
    return blake3(file_bytes[: header_bytes - DIGEST_BYTES]).digest()


def chain(run: Run, invocations: int) -> Iterator[tuple[np.float32, np.float32, bytes]]:
    """After each invocation of a fresh run: the last update's loss and norm, and the file."""
    parent = NO_PARENT
    for _ in range(invocations):
        for _ in range(run.settings.updates_per_invocation):
            loss, norm = run.update()
        file = checkpoint(run, parent)
        parent = header_digest(file)
        yield loss, norm, file


def files(settings: Settings, input_bytes: bytes, invocations: int) -> list[bytes]:
    """The file after each invocation of a fresh run, each one the next one's parent."""
    return [file for _, _, file in chain(Run(settings, input_bytes), invocations)]


# --- Command line --------------------------------------------------------------------------------------


def _arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Write the checkpoint that a corpus leads to.")
    parser.add_argument("--corpus", type=Path, required=True, help="the file whose bytes are learned")
    parser.add_argument("--updates", type=int, required=True, help="whole invocations' worth of updates")
    parser.add_argument("--out", type=Path, required=True, help="the checkpoint to write")
    parser.add_argument(
        "--prompt-byte",
        type=int,
        action="append",
        metavar="N",
        help=f"a prompt's last byte, once for each prompt (default: {' '.join(map(str, PROMPT_BYTES))})",
    )
    arguments = parser.parse_args(argv)
    per_invocation = Settings().updates_per_invocation
    if arguments.updates < 1 or arguments.updates % per_invocation:
        parser.error(f"--updates must be a positive multiple of {per_invocation}")
    if any(not 0 <= byte < 256 for byte in arguments.prompt_byte or ()):
        parser.error("--prompt-byte must be from 0 to 255")
    return arguments


def main(argv: Sequence[str] | None = None) -> int:
    """Write the file and print each invocation's step, loss, norm and header digest."""
    arguments = _arguments(argv)
    prompts = arguments.prompt_byte or list(PROMPT_BYTES)
    settings = replace(Settings(), prompts=len(prompts))
    record = input_record(targets_from_corpus(arguments.corpus.read_bytes()), prompts)
    run = Run(settings, record)
    for loss, norm, file in chain(run, arguments.updates // settings.updates_per_invocation):
        print(f"{run.step} {bits_of(loss):08x} {bits_of(norm):08x} {header_digest(file).hex()}")
    arguments.out.write_bytes(file)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
