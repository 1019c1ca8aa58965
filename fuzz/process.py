"""One reader in a process of its own: `python -m fuzz.process JSON`, started by `fuzz.__main__` alone.

The JSON says target, runs, seed, engine, one_in, and the file for the counts. Where atheris is used, it
instruments Bob's modules as they are imported: so nothing of Bob may be imported before `run`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

CORPUS = Path(__file__).parent / "corpus"
# Every step of a term's evaluation is a branch of these: to report each takes longer than all the rest, and
# which terms are evaluated is seen in the modules that ask for it.
_NOT_INSTRUMENTED = ["bob.spec.evaluation", "bob.spec.terms", "bob.spec.scope", "bob.codes"]


def run(asked: dict[str, Any]) -> None:
    """Fuzz one reader and write its counts to the file that was asked for; the process ends here."""
    if asked["engine"] == "atheris":
        import atheris

        with atheris.instrument_imports(include=["bob"], exclude=_NOT_INSTRUMENTED):
            from fuzz.targets import TARGETS
    else:
        from fuzz.targets import TARGETS
    from fuzz.corpus_kept import least
    from fuzz.engines import by_atheris, plainly
    from fuzz.measured import Measured, harden, limit_room

    target = TARGETS[asked["target"]]
    contents = [*target.seeds(), *kept(asked["target"])]
    measured = Measured(target.read, asked["one_in"])
    harden()
    warm = Measured(target.read, asked["one_in"])
    for content in contents:
        warm(content)
    begin = time.perf_counter()
    limit_room()

    def ended(found: Sequence[bytes]) -> None:
        seconds = time.perf_counter() - begin
        sets = {"contents": len(contents), "reached_new_code": max(0, len(found) - len(contents))}
        counts = {**measured.counts(), "seconds": round(seconds, 1), "engine": asked["engine"], **sets}
        if asked["keep"]:
            fresh = least(target.read, [*contents, *found], target.most_bytes)
            known = set(target.seeds())
            counts["kept"] = [content.hex() for content in fresh if content not in known]
        Path(asked["counts"]).write_text(json.dumps(counts))
        os._exit(0)

    settings = (asked["runs"], asked["seed"])
    if asked["engine"] == "atheris":
        by_atheris(target, measured, contents, *settings, ended)
    plainly(target, measured, contents, *settings)
    ended(())


def kept(name: str) -> list[bytes]:
    """The contents of a target's corpus."""
    return [path.read_bytes() for path in sorted((CORPUS / name).glob("*"))]


if __name__ == "__main__":
    run(json.loads(sys.argv[1]))
