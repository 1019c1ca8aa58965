"""Codes 860 to 869: a user's own project, and work that is shared among processes."""

from __future__ import annotations

from bob.codes.rule import Rule

RULES: dict[str, Rule] = {
    "BOB860": Rule(
        "lies in no project that names checkpoints",
        "Without a file, `bob verify` checks what the nearest pyproject.toml names, in this folder or above: "
        "at least one table `[[tool.bob.checkpoints]]`.",
        "nothing says which files are checkpoints, and none are guessed",
        'add to pyproject.toml:   [[tool.bob.checkpoints]]   files = "ckpts/*.safetensors"',
        status=2,
    ),
    "BOB861": Rule(
        "is no TOML file",
        "A file of settings is TOML in UTF-8.",
        "after such a place nothing in the text can be read with certainty",
        "correct the line",
        status=2,
        source="TOML 1.0.0",
    ),
    "BOB862": Rule(
        "has a key that Bob does not know",
        "Of `[tool.bob]` and its tables Bob knows the keys that docs/integrations.md lists, and no others.",
        "a misspelt key would leave a checkpoint unchecked without a word",
        "correct its spelling, or remove it",
        status=2,
    ),
    "BOB863": Rule(
        "has a key with a value of another kind",
        "Each key of `[tool.bob]` has a value of its kind, and each table of checkpoints has `files`.",
        "the table does not say what is to be checked",
        "write it as docs/integrations.md shows",
        status=2,
    ),
    "BOB864": Rule(
        "names files that are not there",
        "Each pattern of `files` matches at least one file.",
        "a pattern that matches nothing checks nothing, and looks like success",
        "fetch the files, correct the pattern, or remove it",
        status=2,
    ),
    "BOB865": Rule(
        "was being looked at when its process ended",
        "A process that is given a file answers.",
        "the process was killed, as a system does that is out of memory; of this file nothing is known",
        "try with fewer at a time: --jobs 1",
        status=2,
    ),
    "BOB866": Rule(
        "could not be looked at to the end",
        "Whatever a file holds, looking at it ends with an answer.",
        "this is a fault of Bob's own, or memory ran out; the other files were looked at all the same",
        "look at it by itself: bob verify format FILE",
        status=2,
    ),
    "BOB867": Rule(
        "names an engine that cannot be used",
        "An engine is `dask://HOST:PORT` or `ray://HOST:PORT`, one that answers: its package is here and "
        "Bob is there.",
        "no file was looked at",
        "correct the address, or install the extra: pip install 'bob-ckpt[dask]'   or go without: --jobs N",
        status=2,
    ),
}
