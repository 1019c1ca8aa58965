"""Codes 630 to 659: optimizer states, what lies beside a checkpoint, values under a schema, inference."""

from __future__ import annotations

from bob.codes.rule import Rule

_AGAIN = "save the optimizer again, from the run that the params are of"
_FETCH = "fetch the file again, or ask who made it"
_ADAM = "torch.optim.Adam of PyTorch 2.13 (torch/optim/adam.py, torch/optim/optimizer.py: state_dict)"
_LAW = "docs/design.md, The law of moments"

RULES: dict[str, Rule] = {
    "BOB630": Rule(
        "has no state of Adam",
        "A state of Adam holds exp_avg, exp_avg_sq and step for each param that was updated.",
        "an optimizer that loads it begins with moments of zero, or stops",
        "name the file that the optimizer was saved to, or another schema",
        source=_ADAM,
    ),
    "BOB631": Rule(
        "lacks a part of a param's state",
        "Where a param has one of exp_avg, exp_avg_sq and step, it has all three.",
        "the first update after loading raises an error, or begins with a moment of zero",
        _AGAIN,
        source=_ADAM,
    ),
    "BOB632": Rule(
        "has moments of another shape than their param",
        "Both moments have the shape of the param that they are the moments of.",
        "the moments belong to another param, or to another size of the network",
        _AGAIN,
        source=_ADAM,
    ),
    "BOB633": Rule(
        "has state for a param that is not there",
        "Each name of the optimizer is the name of a param.",
        "the moments are of another network, or of one whose params have been renamed since",
        _AGAIN,
        source=_ADAM,
    ),
    "BOB634": Rule(
        "has param groups that contradict themselves",
        "Each param is in one group, once, each state belongs to a param of a group, and a group has as many "
        "names as params.",
        "which param a state is of cannot be known, or is known in two ways",
        _AGAIN,
        source=_ADAM,
    ),
    "BOB635": Rule(
        "has an element type that Adam does not keep its state in",
        "Moments and steps are floating-point numbers, or steps whole ones.",
        "the numbers would be read as others, or an update would stop",
        _AGAIN,
        source=_ADAM,
    ),
    "BOB636": Rule(
        "lacks a tensor that is no copy of another by its config",
        "A tensor is left away only where the config says that it is another one again.",
        "a loader leaves it as it was initialized: random numbers where the trained ones were",
        "fetch the whole file, or take config and weights from one revision",
    ),
    "BOB637": Rule(
        "has fewer embedding rows than its tokenizer has tokens",
        "Every number that the tokenizer gives is the number of a row of the embedding.",
        "a text with such a token reads beyond the table: an error, or on some devices any numbers at all",
        "take tokenizer and weights from one revision, or resize the embedding",
    ),
    "BOB638": Rule(
        "has a tokenizer that cannot be read",
        "A tokenizer.json is a JSON object in which tokens have natural numbers; a vocab.txt is UTF-8.",
        "how many rows the tokenizer needs cannot be counted",
        "correct the tokenizer, or move it away",
    ),
    "BOB640": Rule(
        "holds a number that is not finite",
        "No number is a NaN or an infinity.",
        "one such number makes every result that it enters one as well",
        "go back to a checkpoint before it appeared",
    ),
    "BOB641": Rule(
        "holds a number out of the range of its schema",
        "Numbers lie in the range that the schema gives their param.",
        "the tensor does not mean what its name says",
        _FETCH,
    ),
    "BOB642": Rule(
        "is zero everywhere",
        "A tensor of which the schema says so is not zero everywhere.",
        "it was never written, or lost: an allocated file that was not filled reads as zeros",
        _FETCH,
    ),
    "BOB643": Rule(
        "differs from what it is a copy of",
        "Tensors that are one by the schema have equal bits.",
        "a loader keeps one of the two, and which one differs between loaders",
        "save the checkpoint again from the network itself",
    ),
    "BOB644": Rule(
        "has a second moment below zero",
        "The second moment is at or above zero.",
        "its square root is a NaN, and so is the param after the next update",
        _AGAIN,
        source=_ADAM,
    ),
    "BOB645": Rule(
        "has moments that no gradients give",
        "The first moment lies within what some gradients give beside the second, in as many steps.",
        "the two come from different runs, steps or params, or one of them was damaged",
        _AGAIN,
        source=_LAW,
    ),
    "BOB646": Rule(
        "has a step that counts no updates",
        "A step is a whole number, zero or more.",
        "the correction of the moments, 1 - beta^step, would be that of no update",
        _AGAIN,
        source=_ADAM,
    ),
    "BOB647": Rule(
        "has a step that its type cannot count on from",
        "A step is below the number from which on adding one changes nothing in its type.",
        "the counter stands still from here, and with it the correction of the moments",
        "keep the step in float32 or as an integer, and set it to the number of updates",
        source=_ADAM,
    ),
    "BOB648": Rule(
        "has moments before the first update",
        "At step 0 all moments are zero.",
        "moments are made by updates, which the step would have counted",
        _AGAIN,
        source=_ADAM,
    ),
    "BOB649": Rule(
        "has a beta out of its range",
        "Betas are numbers from 0 to below 1.",
        "at 1 a moment never moves and its correction divides by zero",
        "correct the betas of the group",
        source=_ADAM,
    ),
    "BOB650": Rule(
        "has tensors of which no schema can be written",
        "A schema is written of a file with tensors, in whose names no brace or control character stands.",
        "there is nothing to fold, or no pattern that means one name",
        "name a file of tensors, or rename them",
        status=2,
    ),
    "BOB651": Rule(
        "is not what was just written of it",
        "The schema that is written of a file accepts that file.",
        "it would refuse the very file that it describes; nothing was put in place",
        "this is a fault of Bob's own: report it with the names and shapes of the file",
        status=2,
    ),
    "BOB652": Rule(
        "needs the file of its base",
        "An adapter is held against the file that it adapts (--base).",
        "which sizes its pairs must have is written in the base alone",
        "name it:   bob verify schema ADAPTER --schema lora --base BASE",
        status=2,
    ),
}
