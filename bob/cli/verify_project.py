"""`bob verify` without a file: check the checkpoints that the user's own pyproject.toml names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bob.canonical import canonical_json
from bob.cli.options import workers_options
from bob.cli.output import output_options, status_of
from bob.errors import Refused

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.cli.output import Output
    from bob.judged import Judged
    from bob.parallel_outcome import Workers
    from bob.project import Project


@click.command()
@workers_options
@output_options
def command(workers: Workers, as_json: bool, output: Output) -> None:
    """Check every checkpoint that `[[tool.bob.checkpoints]]` names, in the nearest pyproject.toml.

    A table has `files`, patterns relative to pyproject.toml, and what they must be: `schema`, `config`,
    `contract`. A Python file that it names as a schema is run.
    """
    from bob.cli.checkpoints import judged_json, told
    from bob.project import nearest_project, read_project

    project = read_project(nearest_project())
    output.asked.extend(project.files)
    judged = list(_judged(project, workers))
    output.tell(*judged)
    status = status_of(judged)
    if as_json:
        verdict = "REFUSED" if status else "VERIFIED"
        told_all = {"verdict": verdict, "judged": [judged_json(one) for one in judged]}
        click.echo(canonical_json(told_all), nl=False)
    else:
        click.echo("\n\n".join([*map(told, judged), _counted(judged)]))
    if status:
        click.get_current_context().exit(status)


def _judged(project: Project, workers: Workers) -> Iterator[Judged]:
    """The project itself where it is badly written, then its checkpoints."""
    from bob.cli.checkpoints import judge, refused_as
    from bob.parallel import mapped

    if project.judged.findings:
        yield project.judged
    for outcome in mapped(judge, project.checkpoints, workers):
        yield refused_as(outcome) if isinstance(outcome, Refused) else outcome


def _counted(judged: list[Judged]) -> str:
    n_refused = sum(bool(one.findings) for one in judged)
    return f"{len(judged):,} judged: {len(judged) - n_refused:,} verified, {n_refused:,} not"
