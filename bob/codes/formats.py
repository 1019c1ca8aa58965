"""Code 500: files of no format that Bob reads."""

from __future__ import annotations

from bob.codes.rule import Rule

RULES: dict[str, Rule] = {
    "BOB500": Rule(
        "is of no format that Bob reads",
        "A file's first bytes, or its name, say which format's rules it is to be judged by.",
        "by no rules nothing can be said of it",
        "see what the file is; a pointer, a page or an archive stands where the weights were meant",
    ),
}
