"""`python -m bob`: the command `bob`, by the quick path where that serves, else by `bob.cli`."""

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> "NoReturn":
    """Run the command and end the process with its exit status."""
    try:
        quick()
        from bob.cli.main import main as full

        status = full()
    except KeyboardInterrupt:
        # Nothing was begun while modules were still being loaded.
        status = 130
    sys.exit(status)


def quick() -> None:
    """Serve the command by the quick path and end the process, or do nothing."""
    from bob.run.quick import attempt

    try:
        status = attempt(sys.argv[1:], os.environ)
    except BaseException as raised:
        status = told(raised)
    if status is not None:
        # All is written and closed; the interpreter's own end would take as long again as the work.
        os._exit(status)


def told(raised: BaseException) -> int:
    """Say why the quick path ended, as the full path does, and give the exit status."""
    from bob.cli.main import ended

    return ended(raised, "bob")


if __name__ == "__main__":
    main()
