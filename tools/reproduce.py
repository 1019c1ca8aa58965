"""Make the same runs in many ways and compare every plane with the independent program's, bit for bit.

    python tools/reproduce.py [--cache FOLDER] [--only WORD]... [--write]

Exit status 1 where a plane differs, or where none does although the arithmetic was broken on purpose. With
`--write` each result is kept in docs/reproducibility.json as soon as it is there, and the page
docs/reproducibility.md is made of it; ways that `--only` does not name stay as they were kept before.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

import click  # noqa: E402
from reproduction import page  # noqa: E402
from reproduction.judgement import Way, is_as_it_should_be, judged  # noqa: E402
from reproduction.ways import ways  # noqa: E402


@click.command()
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    default=ROOT / "build" / "reproduction",
    help="Where environments are kept.",
)
@click.option("--only", multiple=True, metavar="WORD", help="Only ways whose group or name has this in it.")
@click.option("--write", is_flag=True, help="Write docs/reproducibility.json and docs/reproducibility.md.")
@click.option("--list", "only_list", is_flag=True, help="Name the ways and run none.")
def command(cache: Path, only: tuple[str, ...], write: bool, only_list: bool) -> None:
    """Make the same runs in many ways and compare every plane with the independent program's."""
    chosen = [way for way in ways(cache.resolve()) if _is_named(way, only)]
    if not chosen:
        raise click.UsageError("no way is called so")
    if only_list:
        click.echo("\n".join(f"{way.group}: {way.name}" for way in chosen))
        return
    results = []
    for way in chosen:
        with tempfile.TemporaryDirectory() as folder:
            results.append(judged(way, Path(folder)))
        click.echo("\n".join(page.lines(results[-1])))
        if write:
            page.write(page.merged(results[-1:], [(way.group, way.name) for way in ways(cache)]))
    wrong = [result["name"] for result in results if not is_as_it_should_be(result)]
    click.echo(
        f"{len(results)} ways, {len(wrong)} not as they should be{': ' if wrong else ''}{', '.join(wrong)}"
    )
    sys.exit(bool(wrong))


def _is_named(way: Way, words: tuple[str, ...]) -> bool:
    said = f"{way.group}: {way.name}"
    return not words or any(word in said for word in words)


if __name__ == "__main__":
    command()
