"""The input record: what a run learns from, and what it is asked (docs/format.md, Input record)."""

from __future__ import annotations

from bob.spec.family import Family
from bob.spec.fields import U8, U32, U64, Array, Claim, Derived, Dim, Magic, Refine
from bob.spec.quantifiers import all_different, every
from bob.spec.references import offset_of, record_bytes

VERSION = 1


class Pair(Family):
    """A byte and the byte that is to follow it."""

    byte = U8()
    target = U8()


class Prediction(Family):
    """The answer to one prompt: the likeliest next byte, and 1 if its row is finite, else 0 and 0."""

    token = U32()
    validity = U32()


class InputRecord(Family, short="BOB302", long="BOB303"):
    """A target for each byte, stated as a pair and as a table, and each prompt's last byte."""

    vocabulary = Dim(1, 256, shipped=256)
    prompts = Dim(0, 2**16, shipped=3)

    header_bytes = Derived(16)
    word_bytes = Derived(4)
    prediction_bytes = Derived(Prediction.spec.record_bytes)
    targets_offset = Derived(lambda f: f.header_bytes + 2 * f.vocabulary)
    prompts_offset = Derived(lambda f: f.targets_offset + f.word_bytes * f.vocabulary)
    input_record_bytes = Derived(lambda f: f.prompts_offset + f.word_bytes * f.prompts)

    magic = Magic(b"BOBINPUT", code="BOB301")
    version = U64(equals=VERSION, code="BOB304")
    pairs = Array(Pair, lambda f: f.vocabulary)
    targets = Array(U32, lambda f: f.vocabulary)
    prompt_bytes = Array(U32, lambda f: f.prompts)

    bytes_are_in_the_vocabulary = Refine(
        lambda f: every(p.byte < f.vocabulary for p in f.pairs),
        "every pair's byte is below the vocabulary",
        code="BOB305",
    )
    bytes_are_all_different = Refine(
        lambda f: all_different(p.byte for p in f.pairs),
        "each byte has exactly one pair",
        code="BOB306",
    )
    targets_agree = Refine(
        lambda f: every(f.targets[p.byte] == p.target for p in f.pairs),
        "targets[p.byte] = p.target for every pair",
        code="BOB307",
    )
    targets_are_in_the_vocabulary = Refine(
        lambda f: every(target < f.vocabulary for target in f.targets),
        "every target is below the vocabulary",
        code="BOB308",
    )
    prompts_are_in_the_vocabulary = Refine(
        lambda f: every(prompt < f.vocabulary for prompt in f.prompt_bytes),
        "every prompt word is below the vocabulary",
        code="BOB309",
    )

    pairs_follow_the_header = Claim(
        lambda f: offset_of(f.pairs) == f.header_bytes, "the pairs begin where the header ends"
    )
    targets_follow_the_pairs = Claim(
        lambda f: offset_of(f.targets) == f.targets_offset, "the targets begin where the pairs end"
    )
    prompts_follow_the_targets = Claim(
        lambda f: offset_of(f.prompt_bytes) == f.prompts_offset, "the prompts begin where the targets end"
    )
    record_is_exact = Claim(
        lambda f: record_bytes() == f.input_record_bytes, "the record ends with the last prompt word"
    )
    targets_are_aligned_for_even_vocabularies = Claim(
        lambda f: (offset_of(f.targets) % f.word_bytes == 0).iff(f.vocabulary % 2 == 0),
        "the targets lie at a multiple of their width exactly when the vocabulary is even",
    )
