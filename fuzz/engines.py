"""The two ways to run a reader many times: `by_atheris`, guided by what is reached, and `plainly`, blind."""

from __future__ import annotations

import os
import random
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from fuzz.mutation import Mutator

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from fuzz.measured import Measured
    from fuzz.targets import Target

_NEVER = 0.02


def plainly(target: Target, measured: Measured, contents: Sequence[bytes], runs: int, seed: int) -> None:
    """Run every content as it is, then mutations of them; a mutation is now and then mutated again."""
    drawn = random.Random(seed)
    mutate = Mutator(target.tokens, target.repair, target.most_bytes)
    pool = list(contents) or [b""]
    for content in pool[:runs]:
        measured(content)
    while not measured.is_done(runs):
        content = mutate(drawn.choice(pool), drawn)
        measured(content)
        if drawn.random() < _NEVER:
            pool[drawn.randrange(len(pool))] = content


def by_atheris(
    target: Target,
    measured: Measured,
    contents: Sequence[bytes],
    runs: int,
    seed: int,
    ended: Callable[[Sequence[bytes]], None],
) -> None:
    """Run by libFuzzer, which never returns: `ended` is called with what reached new code, and exits."""
    import atheris

    mutate = Mutator(target.tokens, target.repair, target.most_bytes)

    with TemporaryDirectory(prefix="bob fuzz ") as folder:
        for i, content in enumerate(contents):
            Path(folder, f"seed-{i}").write_bytes(content)

        def execute(content: bytes) -> None:
            measured(content)
            if measured.is_done(runs):
                found = [path.read_bytes() for path in sorted(Path(folder).iterdir())]
                ended(found)

        def mutated(content: bytes, _most_bytes: int, drawn: int) -> bytes:
            return mutate(content, random.Random(drawn), atheris.Mutate)

        options = (f"-seed={seed}", "-runs=-1", "-len_control=0", f"-max_len={target.most_bytes}")
        quiet = ("-timeout=0", "-rss_limit_mb=0", "-verbosity=0", "-print_final_stats=0")
        atheris.Setup([sys.argv[0], *options, *quiet, folder], execute, custom_mutator=mutated)
        atheris.Fuzz()
    os._exit(1)
