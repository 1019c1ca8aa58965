"""A process that has loaded Bob and from then on makes each command a child of its own: `python -m` this.

It reads a line of JSON a request, {"arguments": [...], "outputs": PREFIX, "n": 1}, makes n children at once
that each run `python -m bob ARGUMENTS` from where that has been loaded, with standard output and standard
error in the files PREFIX.<i>.out and .err, and answers with their exit statuses. A child goes the way of
`bob.__main__.main` to its end, interpreter's end included: what is left out is that modules are loaded.
"""

from __future__ import annotations

import json
import os
import sys


def _load() -> None:
    """Everything that either way through a command imports, and the kernels."""
    from bob.kernels import native

    native.require_native()


def _child(arguments: list[str], outputs: str) -> None:
    """Be the command: raises `SystemExit` or ends the process."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    for descriptor, name in ((1, "out"), (2, "err")):
        opened = os.open(f"{outputs}.{name}", flags, 0o600)
        os.dup2(opened, descriptor)
        os.close(opened)
    sys.argv = ["bob", *arguments]
    from bob.__main__ import main

    main()


def serve() -> None:
    """Answer requests until there are no more."""
    answers = os.fdopen(os.dup(1), "w")
    _load()
    print("loaded", file=answers, flush=True)
    while line := sys.stdin.readline():
        request = json.loads(line)
        children = []
        for i in range(request["n"]):
            child = os.fork()
            if child == 0:
                _child(request["arguments"], f"{request['outputs']}.{i}")
            children.append(child)
        statuses = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
        print(json.dumps(statuses), file=answers, flush=True)


if __name__ == "__main__":
    serve()
