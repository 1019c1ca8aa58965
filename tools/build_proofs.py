"""Write what was decided of all that Bob claims under proofs/; `--check` says whether it differs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from bob.canonical import canonical_json
from bob.claims import shipped_claims
from bob.cli.main import reported
from bob.cli.prove_kernels import validated
from bob.errors import Refused
from bob.proof.archive import files
from bob.proof.certificate import Standing, certificates, checked
from bob.proof.hearing import hear
from bob.proof.judges import DISTRIBUTIONS, present
from bob.proof.kernels_ledger import KERNELS
from bob.proof.ledger import CERTIFICATES, differences

if TYPE_CHECKING:
    from collections.abc import Mapping

    from bob.proof.heard import Heard

PROOFS = Path(__file__).resolve().parent.parent / "proofs"


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; end with 1 where a file differs.")
@click.option("--kernels", is_flag=True, help="Validate the kernels and keep that, nothing else.")
def command(check: bool, kernels: bool) -> None:
    """Decide all that Bob claims, by every judge, and keep the texts and the ledger under proofs/."""
    if kernels:
        keep_kernels()
        return
    absent = [judge for judge in DISTRIBUTIONS if judge not in present()]
    if absent:
        raise click.UsageError(f"not installed: {', '.join(absent)}; pip install 'bob-ckpt[prove]'")
    heard = decided()
    wrong = [each.name for each in heard if each.status]
    if wrong:
        click.echo(f"not as claimed: {', '.join(wrong)}; run bob prove --again", err=True)
        sys.exit(1)
    wanted = {**files(heard), CERTIFICATES: canonical_json(certified())}
    if not check:
        removed = write(wanted, PROOFS)
        click.echo(f"wrote {len(wanted)} files, removed {removed}")
    elif differing := differences(wanted, PROOFS):
        raise Refused(str(PROOFS), differing)


def certified() -> dict[str, Any]:
    """A certificate for every obligation of a family that needs one; ends with 1 where one is not found."""
    owed = shipped_claims().obligations
    found = certificates(owed)
    rejected = [each.name for each in checked(owed, found) if each.standing is Standing.REJECTED]
    if rejected:
        click.echo(f"without a certificate: {', '.join(rejected)}", err=True)
        sys.exit(1)
    return found


def keep_kernels() -> None:
    """Validate the kernels of this machine and write the ledger's entry of them."""
    validation = validated()
    if validation.findings:
        click.echo(f"not as claimed: {'; '.join(validation.findings)}", err=True)
        sys.exit(1)
    (PROOFS / KERNELS).write_text(canonical_json(validation.as_json()), encoding="utf-8")
    click.echo(f"wrote {KERNELS}")


def decided() -> list[Heard]:
    """Every claim with its verdict, each text decided now."""
    return hear(*shipped_claims())


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
