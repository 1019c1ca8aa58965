"""The command `bob`: finds the command's file, runs it, and turns what is raised into a refusal and a status.

Each command is a file of this folder with a click command called `command`, loaded only when it is asked
for. Exit status: 0 yes; 1 no; 2 the question could not be asked; 3 undecided; 130 interrupted.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from bob.canonical import canonical_json
from bob.cli.render import exit_status, printable, refusal, refusal_json
from bob.errors import Refused
from bob.host import require_supported_host

if TYPE_CHECKING:
    from collections.abc import Sequence

COMMANDS = ("run", "verify", "inspect", "diff", "contract", "prove", "explain", "demo")
_INTERRUPTED = 130
_UNABLE = 2


class _Commands(click.Group):
    """A group whose commands are modules, imported on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"bob.cli.{cmd_name}").command
        return command


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bob-ckpt", prog_name="bob", message="%(prog)s %(version)s")
def bob() -> None:
    """Checkpoints that are proved, derived, refused by name, and resumed bit for bit."""
    require_supported_host()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `bob` with `arguments` (default: the process's own) and return the exit status."""
    return reported(bob, sys.argv[1:] if arguments is None else arguments, "bob")


def reported(command: click.Command, arguments: Sequence[str], name: str) -> int:
    """Run a command; whatever it raises becomes a sentence on standard error and the exit status."""
    if sys.stderr is None:
        sys.stderr = io.StringIO()
    if sys.stdout is None:
        return _say(f"{name}: standard output is closed", _UNABLE)
    try:
        status = command.main(list(arguments), prog_name=name, standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except Refused as refused:
        return _refuse(refused, as_json="--json" in arguments)
    except click.ClickException as wrong:
        with suppress(OSError):
            wrong.show()
        return wrong.exit_code
    except OSError as wrong:
        # Files go through bob.store, which refuses by name: what is left is the output itself.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return _say(f"{name}: standard output cannot be written: {wrong.strerror or wrong}", _UNABLE)
    except (click.Abort, KeyboardInterrupt):
        return _say(f"{name}: interrupted; no file was left half written", _INTERRUPTED)
    except Exception as fault:
        if os.environ.get("BOB_DEBUG") == "1":
            raise
        what = printable(f"{type(fault).__name__}: {fault}")
        said = f"{name}: a fault of Bob's own: {what}\n     BOB_DEBUG=1 shows where it happened"
        return _say(said, _UNABLE)


def _refuse(refused: Refused, as_json: bool) -> int:
    status = exit_status(refused.findings)
    if not as_json:
        return _say(refusal(refused), status)
    click.echo(canonical_json(refusal_json(refused)), nl=False)
    return status


def _say(text: str, status: int) -> int:
    """Say why on standard error; where that cannot be written, the status alone tells."""
    with suppress(OSError):
        click.echo(text, err=True)
    return status
