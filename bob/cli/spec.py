"""`bob spec`: families compared by what they accept, and attacked with files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from bob.canonical import canonical_json
from bob.cli.options import FILE, json_option
from bob.errors import Finding, Refused
from bob.store import read_file
from bob.store_corpus import replace_corpus, require_free

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bob.adversary.outcome import Assault
    from bob.cli.options import Decorator
    from bob.spec.family import FamilyMeta

_MOST_GOOD_BYTES = 1_000_000


@click.group()
def command() -> None:
    """Compare families by what they accept, and attack them with files.

    FILE, OLD and NEW are Python that defines families, and are executed.
    """


def family_option() -> Decorator:
    """`--family NAME`."""
    return click.option("--family", "name", metavar="NAME", help="Only this family; default: all.")


@command.command()
@click.argument("old", type=FILE)
@click.argument("new", type=FILE)
@family_option()
@click.option(
    "--out", default="spec-diff", show_default=True, type=FILE, metavar="DIR", help="Where witnesses go."
)
@json_option()
@click.pass_context
def diff(ctx: click.Context, old: str, new: str, name: str | None, out: str, as_json: bool) -> None:
    """Does each family of NEW accept all files that OLD's of the same name accepted, and the reverse?

    PROVED for all dims and all bytes, or a file is written to DIR that one accepts and the other refuses;
    both codecs were run on it. A dim that only one of the two has may take any of its values. Ends with 0
    where both accept the same, 1 where they do not, 3 where that stays open.
    """
    from bob.adversary.compare import compare
    from bob.cli.spec_diff_text import (
        comparison_files,
        comparisons_data,
        comparisons_status,
        comparisons_text,
    )
    from bob.proof.panel import decide
    from bob.proof.subjects import families_in

    require_free(out)
    pairs, alone = _pairs(_named(families_in(old), name, old), _named(families_in(new), name, new))
    found = [compare(one, other, decide) for one, other in pairs]
    files = comparison_files(found)
    if files:
        facts = {path: fact for path, (_, fact) in files.items()}
        replace_corpus(out, {path: content for path, (content, _) in files.items()}, facts)
    if as_json:
        click.echo(canonical_json(comparisons_data(found, alone, out)), nl=False)
    else:
        click.echo(comparisons_text(found, alone, out))
    ctx.exit(comparisons_status(found, alone))


@command.command()
@click.argument("file", required=False, type=FILE)
@click.option("--out", required=True, type=FILE, metavar="DIR", help="Where the files go; made if need be.")
@family_option()
@click.option("--good", type=FILE, metavar="RECORD", help="A good file to stay near to; asks for --family.")
@click.option("--clauses", "clauses_alone", is_flag=True, help="Only a file for each clause.")
@json_option()
@click.pass_context
def attack(
    ctx: click.Context,
    file: str | None,
    out: str,
    name: str | None,
    good: str | None,
    clauses_alone: bool,
    as_json: bool,
) -> None:
    """Make, for each clause of each family of FILE, a file that breaks this clause alone; default: Bob's own.

    Every file is run through the derived codec, and through that of the family without the clause. Members
    with the least and greatest values go to DIR as well, and files that a reader would accept who counts
    modulo 2^64. The files are listed in DIR/files.json. Ends with 0 where every clause is told or proved to
    follow from others, 1 where a file is not refused as its clause says, 3 where one stays open.
    """
    from bob.cli.spec_attack_text import attack_files, attacks_data, attacks_status, attacks_text
    from bob.proof.subjects import families_in, shipped

    if good is not None and name is None:
        raise click.UsageError("--good asks for --family: which family is it a record of?")
    require_free(out)
    families = _named(shipped() if file is None else families_in(file), name, file or "Bob's families")
    content = None if good is None else read_file(good, _MOST_GOOD_BYTES)
    found = [_attacked(family, content, not clauses_alone) for family in families if family.spec.fields]
    files = attack_files(found)
    facts = {path: fact for path, (_, fact) in files.items()}
    replace_corpus(out, {path: content for path, (content, _) in files.items()}, facts)
    if as_json:
        click.echo(canonical_json(attacks_data(found)), nl=False)
    else:
        click.echo(attacks_text(found, out))
    ctx.exit(attacks_status(found))


def _attacked(family: FamilyMeta, good: bytes | None, edges: bool) -> Assault:
    from bob.adversary.attack import attack, near_file
    from bob.proof.panel import decide
    from bob.spec.clauses import clauses_of

    near = None if good is None else near_file(clauses_of(family.spec), {}, good)
    return attack(family, decide, near, edges)


def _named(families: Iterable[FamilyMeta], name: str | None, path: str) -> Sequence[FamilyMeta]:
    """All of them, or the one of that name; raises `Refused` (BOB124) where there is none."""
    found = [family for family in families if name is None or family.spec.name == name]
    if not found:
        raise Refused(path, [Finding("BOB124", Path(path).name, "other families", f"a family {name}")])
    return found


def _pairs(
    old: Sequence[FamilyMeta], new: Sequence[FamilyMeta]
) -> tuple[list[tuple[FamilyMeta, FamilyMeta]], list[str]]:
    """Families of one name, and the names that only one of the files has."""
    by_name = {family.spec.name: family for family in new}
    pairs = [(family, by_name[family.spec.name]) for family in old if family.spec.name in by_name]
    ours, theirs = {family.spec.name for family in old}, set(by_name)
    return pairs, sorted(ours ^ theirs)
