"""Write what was decided of the shipped families under proofs/; `--check` says whether it differs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from bob.cli.main import reported
from bob.errors import Refused
from bob.proof.archive import files
from bob.proof.discharge import prove
from bob.proof.ledger import differences
from bob.proof.subjects import shipped

if TYPE_CHECKING:
    from collections.abc import Mapping

PROOFS = Path(__file__).resolve().parent.parent / "proofs"


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; end with 1 where a file differs.")
def command(check: bool) -> None:
    """Prove the shipped families and keep the texts and the ledger under proofs/."""
    found = prove(shipped())
    undecided = [discharged.obligation.name for discharged in found if discharged.verdict.status]
    if undecided:
        click.echo(f"not proved: {', '.join(undecided)}; run bob prove", err=True)
        sys.exit(1)
    wanted = files(found)
    if not check:
        removed = write(wanted, PROOFS)
        click.echo(f"wrote {len(wanted)} files, removed {removed}")
    elif differing := differences(wanted, PROOFS):
        raise Refused(str(PROOFS), differing)


def write(wanted: Mapping[str, str], folder: Path) -> int:
    """Write the files and remove the proofs that are not among them; returns how many were removed."""
    stale = [path for path in folder.rglob("*.smt2") if path.relative_to(folder).as_posix() not in wanted]
    for path in stale:
        path.unlink()
        if not any(path.parent.iterdir()):
            path.parent.rmdir()
    for name, text in wanted.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return len(stale)


if __name__ == "__main__":
    sys.exit(reported(command, sys.argv[1:], "build_proofs"))
