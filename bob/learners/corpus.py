"""From a text to an input record: for each byte, the byte that most often follows it."""

from __future__ import annotations

from importlib import resources
from typing import TYPE_CHECKING

import numpy as np

from bob.envelope.input_record import build_input
from bob.errors import Finding, Refused

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.envelope.contract import Contract

DEFAULT_PROMPTS = ("A checkpoint is a promise", "The learner goes on", "bit for bit")
_LEAST_BYTES = 2


def shipped_corpus() -> bytes:
    """The text that comes with the package."""
    return resources.files("bob").joinpath("corpus.txt").read_bytes()


def successors(corpus: bytes, vocabulary: int) -> list[int]:
    """For each byte below `vocabulary`, the byte that most often follows it in `corpus`.

    Ties go to the smaller byte; a byte that nothing follows maps to itself; pairs with a byte outside the
    vocabulary do not count.
    """
    letters = np.frombuffer(corpus, np.uint8).astype(np.intp)
    inside = (letters[:-1] < vocabulary) & (letters[1:] < vocabulary)
    pairs = letters[:-1][inside] * vocabulary + letters[1:][inside]
    counts = np.bincount(pairs, minlength=vocabulary * vocabulary).reshape(vocabulary, vocabulary)
    likeliest = np.where(counts.any(axis=1), counts.argmax(axis=1), np.arange(vocabulary))
    return [int(target) for target in likeliest]


def input_from_corpus(corpus: bytes, prompts: Sequence[bytes], contract: Contract) -> bytes:
    """The input record of a text and prompts.

    Raises `Refused`: BOB320 for a text under two bytes, BOB321 for prompts that cannot be used.
    """
    if len(corpus) < _LEAST_BYTES:
        found = Finding("BOB320", "corpus", f"{len(corpus)} bytes", f"at least {_LEAST_BYTES}")
        raise Refused("corpus", [found])
    wrong = _unusable(prompts, contract)
    if wrong:
        raise Refused("prompts", wrong)
    vocabulary = contract["data.vocabulary"]
    return build_input(successors(corpus, vocabulary), [prompt[-1] for prompt in prompts], contract)


def _unusable(prompts: Sequence[bytes], contract: Contract) -> list[Finding]:
    vocabulary, wanted = contract["data.vocabulary"], contract["data.prompts"]
    found = []
    if len(prompts) != wanted:
        found.append(Finding("BOB321", "prompts", f"{len(prompts)} given", f"{wanted}"))
    for index, prompt in enumerate(prompts):
        if not prompt:
            found.append(Finding("BOB321", f"prompt {index}", "empty", "at least one byte"))
        elif prompt[-1] >= vocabulary:
            found.append(
                Finding("BOB321", f"prompt {index}", f"ends in byte {prompt[-1]}", f"below {vocabulary}")
            )
    return found
