"""How far the size of a payload or record speaks for the dims behind it (docs/format.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from bob.spec.families.contract import CheckpointEnvelopeContract
from bob.spec.families.input_record import InputRecord
from bob.spec.families.transport import CheckpointTransport
from bob.spec.family import Family
from bob.spec.fields import Claim, Derived, Dim, Ghost, Refuted
from bob.spec.terms import Name, substitute

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.spec.terms import Node, Term

# The last vocabularies of which the payload, three planes of four bytes a scalar, stays below each power.
LAST_BELOW_2_63 = 876_706_528
LAST_BELOW_2_64 = 1_239_850_262

_PAYLOAD = CheckpointTransport.term("payload_bytes")
_RECORD = InputRecord.term("input_record_bytes")


def _with(term: Term, others: Mapping[str, Term]) -> Term:
    """A term with other quantities in place of some names."""

    def other(node: Node) -> Node | None:
        return others.get(node.name) if isinstance(node, Name) else None

    return cast("Term", substitute(term, other))


class SizeLimits(Family):
    """Payloads of every vocabulary that an unsigned number of 64 bits can state."""

    vocabulary = Dim(1, 2**64 - 1, shipped=256)
    plane_count = Dim(3, 3, shipped=3)
    bytes_per_scalar = Dim(4, 4, shipped=4)

    signed_sizes_suffice = Claim(
        lambda f: (f.vocabulary <= LAST_BELOW_2_63).implies(_PAYLOAD < 2**63),
        "up to a vocabulary of 876,706,528 the payload is below 2^63 bytes",
    )
    signed_sizes_suffice_for_one_more = Refuted(
        lambda f: (f.vocabulary <= LAST_BELOW_2_63 + 1).implies(_PAYLOAD < 2**63),
        "up to a vocabulary of 876,706,529 the payload is below 2^63 bytes",
        "the bound before it is exact",
    )
    unsigned_sizes_suffice = Claim(
        lambda f: (f.vocabulary <= LAST_BELOW_2_64).implies(_PAYLOAD < 2**64),
        "up to a vocabulary of 1,239,850,262 the payload is below 2^64 bytes",
    )
    unsigned_sizes_suffice_for_one_more = Refuted(
        lambda f: (f.vocabulary <= LAST_BELOW_2_64 + 1).implies(_PAYLOAD < 2**64),
        "up to a vocabulary of 1,239,850,263 the payload is below 2^64 bytes",
        "the bound before it is exact",
    )


class WrappedSizes(Family):
    """A vocabulary that a contract allows, and one as far below 2^53."""

    vocabulary = CheckpointEnvelopeContract.spec.dims["vocabulary"]
    plane_count = Dim(3, 3, shipped=3)
    bytes_per_scalar = Dim(4, 4, shipped=4)

    forged = Derived(lambda f: 2**53 - f.vocabulary)

    wraps_for_multiples_of_256 = Claim(
        lambda f: (_with(_PAYLOAD, {"vocabulary": f.forged}) % 2**64 == _PAYLOAD).iff(
            f.vocabulary % 256 == 0
        ),
        "their payloads are equal modulo 2^64 exactly where 256 divides the vocabulary",
    )
    forged_is_out_of_bounds = Claim(
        lambda f: f.forged > CheckpointEnvelopeContract.spec.dims["vocabulary"].high,
        "no contract allows the other one",
    )
    wrapped_size_fixes_the_vocabulary = Refuted(
        lambda f: (_with(_PAYLOAD, {"vocabulary": f.forged}) % 2**64 == _PAYLOAD).implies(
            f.forged == f.vocabulary
        ),
        "payloads of one size modulo 2^64 have one vocabulary",
        "sizes are held against the dims in whole numbers, and dims against their bounds",
    )


class RecordLengths(Family):
    """Two input records."""

    vocabulary = InputRecord.spec.dims["vocabulary"]
    prompts = InputRecord.spec.dims["prompts"]
    other_vocabulary = Ghost(
        InputRecord.spec.dims["vocabulary"].low, InputRecord.spec.dims["vocabulary"].high
    )
    other_prompts = Ghost(InputRecord.spec.dims["prompts"].low, InputRecord.spec.dims["prompts"].high)

    length = Derived(_RECORD)
    other_length = Derived(
        lambda f: _with(_RECORD, {"vocabulary": f.other_vocabulary, "prompts": f.other_prompts})
    )

    length_and_vocabulary_fix_the_prompts = Claim(
        lambda f: ((f.length == f.other_length) & (f.vocabulary == f.other_vocabulary)).implies(
            f.prompts == f.other_prompts
        ),
        "two records of one length and vocabulary have as many prompts",
    )
    length_and_prompts_fix_the_vocabulary = Claim(
        lambda f: ((f.length == f.other_length) & (f.prompts == f.other_prompts)).implies(
            f.vocabulary == f.other_vocabulary
        ),
        "two records of one length and as many prompts have one vocabulary",
    )
    length_alone_fixes_both = Refuted(
        lambda f: (f.length == f.other_length).implies(
            (f.vocabulary == f.other_vocabulary) & (f.prompts == f.other_prompts)
        ),
        "two records of one length have one vocabulary and as many prompts",
        "a contract states the vocabulary, the prompts and the record's length",
    )
    targets_are_always_aligned = Refuted(
        lambda _: InputRecord.term("targets_offset") % InputRecord.term("word_bytes") == 0,
        "the targets of a record lie at a multiple of their width",
        "at odd vocabularies a reader that needs aligned words has to copy them",
    )
