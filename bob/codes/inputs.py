"""Codes 3xx and 4xx: inputs, and the values of planes."""

from __future__ import annotations

from bob.codes.rule import Rule

RULES: dict[str, Rule] = {
    # Inputs.
    "BOB301": Rule(
        "is not an input record",
        "An input record begins with its magic.",
        "these bytes belong to another kind of file",
        "python tools/build_fixture.py --corpus TEXT --out input.bin",
    ),
    "BOB302": Rule(
        "is an input record cut short",
        "An input record holds exactly the bytes that the contract's vocabulary and prompts give it.",
        "targets or prompts are missing",
        "make it again: python tools/build_fixture.py --corpus TEXT --out input.bin",
    ),
    "BOB303": Rule(
        "is an input record with more after it",
        "An input record ends with its last prompt word.",
        "bytes that nothing reads say that it was made for another contract",
        "make it again: python tools/build_fixture.py --corpus TEXT --out input.bin",
    ),
    "BOB304": Rule(
        "is an input record written by a newer Bob",
        "The input record's version is one that this Bob knows.",
        "a later version may mean something else by the same bytes",
        "use the Bob that wrote it, or a later one (bob --version)",
    ),
    "BOB305": Rule(
        "has a pair whose byte is outside the vocabulary",
        "Every pair's byte is below the vocabulary.",
        "the table has no row for it",
        "correct what wrote the record",
    ),
    "BOB306": Rule(
        "has two pairs for one byte",
        "The pairs' bytes are all different, so each byte has exactly one pair.",
        "one byte would have two targets and another none",
        "correct what wrote the record",
    ),
    "BOB307": Rule(
        "states two targets for one byte",
        "targets[p.byte] = p.target for every pair.",
        "readers that trust the pairs and readers that trust the targets would train differently",
        "correct what wrote the record",
    ),
    "BOB308": Rule(
        "has a target outside the vocabulary",
        "Every target is below the vocabulary.",
        "the table has no column for it",
        "correct what wrote the record",
    ),
    "BOB309": Rule(
        "has a prompt outside the vocabulary",
        "Every prompt word is below the vocabulary.",
        "the table has no row for it",
        "correct what wrote the record",
    ),
    "BOB310": Rule(
        "is not the input of this checkpoint",
        "The input record has the digest that the checkpoint's header states.",
        "the run would go on with other targets than those its moments were gathered under",
        "name the input that the run began with, by --input",
    ),
    "BOB311": Rule(
        "has no input record",
        "A run needs an input record: the one named by --input, or input.bin beside the checkpoint.",
        "without targets there is nothing to learn",
        "python tools/build_fixture.py --corpus TEXT --out input.bin, or name one by --input",
        status=2,
    ),
    "BOB312": Rule(
        "is an input record with a version that no Bob wrote",
        "Input record versions count from 1.",
        "the version's bytes are not what was written, so no other byte can be read with certainty",
        "make it again: python tools/build_fixture.py --corpus TEXT --out input.bin",
    ),
    "BOB320": Rule(
        "is too short to learn from",
        "A corpus holds at least two bytes, so that one byte follows another.",
        "no byte would have a successor",
        "name a longer text",
        status=2,
    ),
    "BOB321": Rule(
        "has a prompt that cannot be used",
        "No prompt is empty, its last byte is in the vocabulary, and there are as many as the contract says.",
        "the answer to a prompt is read from the row of its last byte",
        "give each --prompt at least one byte",
        status=2,
    ),
    # Values.
    "BOB401": Rule(
        "holds a scalar that is not finite",
        "No plane holds a NaN or an infinity.",
        "one such scalar spreads to everything that is computed from it",
        "go back to the checkpoint before it",
    ),
    "BOB402": Rule(
        "holds a negative second moment",
        "V is never negative.",
        "V averages squares, and its root is taken: no gradients lead here",
        "go back to the checkpoint before it",
    ),
    "BOB403": Rule(
        "holds moments that no gradients give",
        "For the stated betas and step, M is bounded by V (docs/design.md, the law of moments).",
        "M and V come from different runs, or one of them was changed",
        "go back to the checkpoint before it",
    ),
    "BOB404": Rule(
        "holds moments that are all zero",
        "After a step, some moment is not zero, if beta2 is above 1/2 and the vocabulary above 1.",
        "the moments were lost or reset; updates from here would not continue the run",
        "go back to the checkpoint before it",
    ),
    "BOB410": Rule(
        "would not stay finite",
        "An update gives finite P, M and V, and V at or above zero; otherwise nothing is written.",
        "a checkpoint with such a scalar could never be resumed",
        "lower the learning rate in a new run; the old file is unchanged",
    ),
}
