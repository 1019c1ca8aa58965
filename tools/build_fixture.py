"""Build an input record from a text: `python tools/build_fixture.py --corpus TEXT --out input.bin`.

A thin face of `bob.learners.corpus`. Without `--corpus` the text that comes with the package is read.
"""

from __future__ import annotations

import sys

import click

from bob.cli.main import reported
from bob.cli.options import FILE, contract_option, named_contract
from bob.cli.render import printable
from bob.kinds import INPUT_RECORD, kind_of
from bob.learners.corpus import DEFAULT_PROMPTS, input_from_corpus, shipped_corpus
from bob.store import read_file, replace_file, same_file


@click.command()
@click.option(
    "--corpus", type=FILE, metavar="TEXT", help="Any file; default: the text shipped with the package."
)
@click.option(
    "--prompt",
    "prompts",
    multiple=True,
    metavar="S",
    help=f"A prompt, three times; default: {DEFAULT_PROMPTS}.",
)
@click.option("--out", type=FILE, required=True, metavar="FILE", help="Where to write the input record.")
@contract_option()
def command(corpus: str | None, prompts: tuple[str, ...], out: str, contract_path: str | None) -> None:
    """Write the input record of a text: for each byte, the byte that most often follows it."""
    contract = named_contract(contract_path)
    text = shipped_corpus() if corpus is None else read_file(corpus)
    chosen = [prompt.encode(errors="surrogateescape") for prompt in prompts or DEFAULT_PROMPTS]
    content = input_from_corpus(text, chosen, contract)
    if corpus is not None and same_file(corpus, out):
        raise click.UsageError("--out and --corpus name one file")
    replace_file(out, content, lambda head, size: kind_of(head, size) == INPUT_RECORD)
    vocabulary = contract["data.vocabulary"]
    click.echo(
        f"{printable(out)}: {len(content):,} bytes, {vocabulary} pairs from {len(text):,} bytes of text"
    )


if __name__ == "__main__":
    sys.exit(reported(command, sys.argv[1:], "build_fixture"))
