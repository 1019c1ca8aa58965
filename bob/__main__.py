"""`python -m bob`: the command `bob`."""

from __future__ import annotations

import signal
import sys


def main() -> None:
    """Run the command and end the process with its exit status."""
    # As other tools do, end quietly when the reader of the output has left (`bob explain | head`).
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    try:
        from bob.cli.main import main as bob
    except KeyboardInterrupt:
        # Nothing was begun while modules were still being loaded.
        sys.exit(130)
    sys.exit(bob())


if __name__ == "__main__":
    main()
