"""The command `bob`: finds the command's file, runs it, and turns what is raised into a refusal and a status.

Each command is a file of this folder with a click command called `command`, loaded only when it is asked
for. Exit status: 0 yes; 1 no; 2 the question could not be asked; 3 undecided; 130 interrupted.
"""

from __future__ import annotations

import importlib
import io
import os
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

import click

from bob.errors import Finding, Refused
from bob.run.said import Late

if TYPE_CHECKING:
    from collections.abc import Sequence

# Each command in a line: `bob --help` loads none of them.
COMMANDS = {
    "run": "Begin a run, or go on with one: ten updates, natively",
    "verify": "Hold a file against its contract, receipts or replay",
    "seal": "Write down beside a file of any format what is in it",
    "load": "Load a file of tensors, if all of it agrees, and show what came",
    "inspect": "Show what a file of tensors holds and where",
    "diff": "Show where two checkpoints or files of tensors differ",
    "convert": "Make a file of another format, bit for bit",
    "fork": "Change a run on purpose: go on under another contract",
    "contract": "Show the shipped contract, or the one a checkpoint states",
    "prove": "Prove every claim of the families for all sizes",
    "schema": "List and show typed schemas, or write one of a good file",
    "spec": "Compare families by what they accept, and attack them with files",
    "cache": "Show, build, check or clear the compiled kernels and plans",
    "explain": "Say what a code means and what to do",
    "demo": "See all of it once, on an input made here",
}
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

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=_Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="bob-ckpt", prog_name="bob", message="%(prog)s %(version)s")
def bob() -> None:
    """Checkpoints that are proved, derived, refused by name, and resumed bit for bit."""
    from bob.host import require_supported_host

    require_supported_host()


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `bob` with `arguments` (default: the process's own) and return the exit status."""
    if arguments is None and hasattr(signal, "SIGPIPE"):
        # As other tools do, end quietly when the reader of the output has left (`bob explain | head`).
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
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
    except BaseException as raised:
        return ended(raised, name, as_json="--json" in arguments)


def ended(raised: BaseException, name: str, as_json: bool = False) -> int:
    """Say on standard error why a command ended, and give the exit status."""
    match raised:
        case Late():
            return _refuse(_too_late(raised), as_json)
        case Refused():
            return _refuse(raised, as_json)
        case click.ClickException():
            return _say(_shown(raised), raised.exit_code)
        case OSError():
            # Files go through bob.store, which refuses by name: what is left is the output itself.
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            return _say(f"{name}: standard output cannot be written: {raised.strerror or raised}", _UNABLE)
        case click.Abort() | KeyboardInterrupt():
            return _say(f"{name}: interrupted; no file was left half written", _INTERRUPTED)
        case Exception() if os.environ.get("BOB_DEBUG") != "1":
            from bob.cli.render import printable

            what = printable(f"{type(raised).__name__}: {raised}")
            said = f"{name}: a fault of Bob's own: {what}\n     BOB_DEBUG=1 shows where it happened"
            return _say(said, _UNABLE)
    raise raised


def _shown(raised: click.ClickException) -> str:
    """What click says of a command line, each line escaped: it quotes what was typed as it is."""
    from bob.cli.render import printable

    said = io.StringIO()
    raised.show(said)
    return "\n".join(printable(line) for line in said.getvalue().rstrip("\n").split("\n"))


def _too_late(late: Late) -> Refused:
    """The refusal that comes when the new checkpoint is there already."""
    from bob.store import unsynced

    if not late.synced:
        return unsynced(late.path, late.wrong)
    found = late.wrong.strerror or str(late.wrong)
    note = f"the checkpoint is written, at step {late.step:,}"
    finding = Finding("BOB823", "standard output", found, "an output that takes it", note=note)
    return Refused(late.path, [finding])


def _refuse(refused: Refused, as_json: bool) -> int:
    from bob.canonical import canonical_json
    from bob.cli.render import exit_status, refusal, refusal_json

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
