"""`python -m bob`: the command `bob`."""

from __future__ import annotations

import signal
import sys

from bob.cli.main import main as _main


def main() -> None:
    """Run the command and end the process with its exit status."""
    # As other tools do, end quietly when the reader of the output has left (`bob explain | head`).
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    sys.exit(_main())


if __name__ == "__main__":
    main()
