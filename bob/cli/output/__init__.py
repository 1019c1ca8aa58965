"""Judgements told in the forms that other tools read, with ruff's names for the options.

    @output_options                                   # --json, --output-format FORM, --output-file FILE
    def command(file: str, as_json: bool, output: Output) -> None:
        ...
        output.tell(Judged(file, findings, lines, not_checked))   # SARIF, JUnit, GitHub: told, and the end

In text and JSON `tell` does nothing, and what the command prints is what is told; `--output-file` takes all.
A `Refused` that is raised before a judgement is told in the form that was asked for.
"""

from __future__ import annotations

import io
from contextlib import contextmanager, redirect_stdout
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from bob.canonical import canonical_json
from bob.cli.render import exit_status, refusal, refusal_json
from bob.errors import Refused
from bob.judged import Judged
from bob.kinds import kind_of
from bob.store import already_there, replace_file, same_file

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

TEXT, JSON = "text", "json"
_WRITERS = ("sarif", "junit", "github")
# What a report may be written over: kinds of `bob.kinds`. Nothing that holds tensors is among them.
_TEXTS = ("text", "json", "web-page")


class Output(NamedTuple):
    """The form in which judgements are told, and the file that takes them, "" for standard output.

    `asked` names what was read, files and FILE.py:Name: no report takes the place of any of it.
    """

    form: str
    path: str
    asked: list[str]

    def tell(self, *judged: Judged) -> None:
        """Tell judgements and end the command with their status; in text and JSON, do nothing."""
        if self.form in _WRITERS:
            click.echo(written(self.form, judged), nl=False)
            click.get_current_context().exit(status_of(judged))

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Within this, what is printed goes to the file, and refusals are told in the form."""
        if not self.path:
            with self._refusals():
                yield
            return
        printed = io.StringIO()
        try:
            with redirect_stdout(printed), self._refusals():
                yield
        except click.exceptions.Exit:
            self._write(printed)
            raise
        self._write(printed)

    def _write(self, printed: io.StringIO) -> None:
        read = [path for name in self.asked for path in (name, name.rpartition(":")[0])]
        if any(same_file(self.path, path) for path in read):
            raise already_there(self.path)
        replace_file(self.path, printed.getvalue().encode("utf-8", "surrogateescape"), is_report)

    @contextmanager
    def _refusals(self) -> Iterator[None]:
        try:
            yield
        except Refused as refused:
            if self.form == TEXT and not self.path:
                raise
            self.tell(Judged.by_bob(refused.subject, refused.findings))
            is_json = self.form == JSON
            text = canonical_json(refusal_json(refused)) if is_json else f"{refusal(refused)}\n"
            click.echo(text, nl=False)
            click.get_current_context().exit(exit_status(refused.findings))


def written(form: str, judged: Sequence[Judged]) -> str:
    """Judgements as a file of that form: `sarif`, `junit` or `github`."""
    text: str = import_module(f"bob.cli.output.{form}").written(judged)
    return text


def status_of(judged: Sequence[Judged]) -> int:
    """The exit status for all judgements together: 0 where there is no finding."""
    findings = [finding for one in judged for finding in one.findings]
    return exit_status(findings) if findings else 0


def is_report(head: bytes, n_bytes: int) -> bool:
    """Whether a report may take the place of a file that begins so: of a text, never of a checkpoint."""
    return kind_of(head, n_bytes).name in _TEXTS


def output_options(command: Callable[..., None]) -> Callable[..., None]:
    """`--json`, `--output-format` and `--output-file`: the command is given `as_json` and `output`."""

    @click.option("--json", "json", is_flag=True, help="Print JSON: --output-format json.")
    @click.option(
        "--output-format",
        "form",
        type=click.Choice([TEXT, JSON, *_WRITERS]),
        default=TEXT,
        help="Text, or what other tools read: JSON, SARIF 2.1.0, JUnit XML, GitHub annotations.",
    )
    @click.option(
        "-o",
        "--output-file",
        "path",
        type=click.Path(readable=False),
        default="",
        metavar="FILE",
        help="Write it to FILE, and not to standard output.",
    )
    @wraps(command)
    def told(*arguments: Any, json: bool, form: str, path: str, **options: Any) -> None:
        if json and form not in (TEXT, JSON):
            raise click.UsageError(f"--json and --output-format {form} are two forms.")
        asked = [value for value in options.values() if isinstance(value, str)]
        output = Output(JSON if json else form, path, asked)
        with output.taken():
            command(*arguments, as_json=output.form == JSON, output=output, **options)

    return told
