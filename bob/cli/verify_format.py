"""`bob verify format`: judge a file by the written rules of its own format."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from bob.canonical import canonical_json
from bob.cli.options import FILE, workers_options
from bob.cli.output import output_options
from bob.cli.places import named
from bob.cli.render import exit_status, printable, refusal, report_json, shortened
from bob.errors import Refused, so_many
from bob.judged import Judged
from bob.parallel_outcome import ALONE

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from bob.cli.output import Output
    from bob.cli.places import Named
    from bob.formats.inventory import Inventory, Reading
    from bob.parallel_outcome import Workers


@click.command()
@click.argument("file", type=FILE)
@click.option("--digests", is_flag=True, help="Tell the BLAKE3 digest of every file that it is made of.")
@workers_options
@output_options
def command(file: str, digests: bool, workers: Workers, as_json: bool, output: Output) -> None:
    """Judge FILE, a path or a URL, by the rules of its own format: every finding, by name and byte.

    safetensors, GGUF, PyTorch (zip and legacy), npy, npz, llm.c, llama2.c, TensorFlow.js, sharded sets and
    Bob's own. Nothing is unpickled, evaluated or allocated by what the file claims. Of a URL, headers alone
    are read. A schema is not asked for: that the tensors are those that some code expects is not said.
    """
    with named(file) as opened:
        reading, digested = _read(file, opened, workers, digests)
        opened.require_unchanged()
    output.tell(Judged.by_bob(file, reading.findings, _unchecked(reading)))
    verdict = "REFUSED" if reading.findings else "VERIFIED"
    if as_json:
        report = report_json(file, verdict, reading.findings, ())
        click.echo(canonical_json({**report, **_facts(reading, opened, digested)}), nl=False)
    elif reading.findings:
        click.echo(refusal(Refused(file, reading.findings)))
    else:
        assert reading.inventory is not None
        head = f"{printable(file)}: VERIFIED  {reading.inventory.format}"
        click.echo("\n".join([head, *_lines(reading, reading.inventory, opened, digested)]))
    if reading.findings:
        click.get_current_context().exit(exit_status(reading.findings))


def _read(file: str, opened: Named, workers: Workers, digests: bool) -> tuple[Reading, Mapping[str, str]]:
    """The reading, and the digests of its files, if they are asked for; of a URL, all of it here."""
    if opened.remote is not None:
        if digests or workers != ALONE:
            raise click.UsageError("--digests, --jobs and --engine are for files, not for a URL.")
        from bob.formats.recognised import read_format

        return read_format(opened.place, opened.deep), {}
    from bob.shards import look_at_file

    return look_at_file(file, opened.place, workers, digests)


def _unchecked(reading: Reading) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*reading.not_checked, "values", "any schema")))


def _lines(
    reading: Reading, inventory: Inventory, opened: Named, digested: Mapping[str, str]
) -> Iterator[str]:
    from bob.formats.inventory import totals

    entries = inventory.entries
    n_elements, n_bytes = totals(inventory)
    yield f"  tensors     {len(entries):,}, {so_many(n_elements, 'element')}, {n_bytes:,} bytes"
    counts = Counter(entry.dtype for entry in entries)
    if counts:
        yield f"  types       {', '.join(f'{name} {n:,}' for name, n in sorted(counts.items()))}"
    for name, value in inventory.facts.items():
        yield f"  {printable(str(name)):<11} {shortened(printable(str(value)))}"
    if opened.remote is not None:
        yield f"  fetched     {opened.remote.n_fetched:,} of {opened.remote.n_bytes:,} bytes"
    for name, digest in digested.items():
        yield f"  digest      {digest}  {printable(name)}"
    yield f"  not checked: {', '.join(map(printable, _unchecked(reading)))}"


def _facts(reading: Reading, opened: Named, digested: Mapping[str, str]) -> dict[str, Any]:
    told: dict[str, Any] = {"not_checked": list(_unchecked(reading))}
    if reading.inventory is not None:
        told["format"] = reading.inventory.format
        told["tensors"] = len(reading.inventory.entries)
    if digested:
        told["digests"] = dict(digested)
    if opened.remote is not None:
        told["fetched"] = opened.remote.n_fetched
    return told
