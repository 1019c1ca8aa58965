"""Codes 850 to 854: files that are not to be converted."""

from __future__ import annotations

from bob.codes.rule import Rule

RULES: dict[str, Rule] = {
    "BOB850": Rule(
        "holds what the new file has no place for",
        "Every tensor's type is one that the format of the new file has.",
        "a conversion keeps every bit, so it does not make other numbers of a tensor",
        "convert it to a format that has the type: bob convert IN OUT.safetensors",
    ),
    "BOB851": Rule(
        "says more than the new file can",
        "What a file says beside its tensors is kept: texts by safetensors, nothing by npz or Bob.",
        "a step, a config or a vocabulary would be lost without a word",
        "see what it is: bob inspect FILE   and leave it out if it may be: --tensors-only",
    ),
    "BOB852": Rule(
        "is not what a checkpoint was made of",
        "A checkpoint of Bob's is made of its own header, `bob.header`, and the planes P, M and V in F32.",
        "without its contract, step and digests nothing could be verified, and they cannot be invented",
        "convert a file that bob convert made of a checkpoint, or begin a run: bob run --out",
    ),
    "BOB853": Rule(
        "cannot be held by the new file",
        "What is written is read again by the rules of its format, and breaks none.",
        "a name or a text that the format does not allow would be refused by every strict reader",
        "rename the tensor where the file is made",
    ),
    "BOB854": Rule(
        "does not come back as it was",
        "What is read from the new file is what was read from the old one: names, types, shapes and bits.",
        "a conversion that cannot be undone has lost something; nothing was written",
        "report it: this is a fault of Bob's own",
        status=2,
    ),
}
