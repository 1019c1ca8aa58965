"""Fuzzing of every reader of bytes that may come from a stranger; run as `python -m fuzz` from the project.

    python -m fuzz header --runs 200000        one reader, by atheris where it is installed
    python -m fuzz --all --runs 200000         all of them, one after the other; counts as JSON

A new format is one line in `fuzz.targets`. What was run, and what it found, is told in docs/hostile.md.
"""
