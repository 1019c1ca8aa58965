"""`bob prove`: what is claimed, decided for every member, by every judge."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from bob.canonical import canonical_json
from bob.claims import claims_of, shipped_claims
from bob.cli import prove_certificates, prove_kernels
from bob.cli.options import FILE, json_option
from bob.cli.prove_text import as_data, as_text, status
from bob.proof.archive import files
from bob.proof.certificate import certificates as certificates_of
from bob.proof.explain import explained
from bob.proof.heard import NOTHING_KEPT
from bob.proof.hearing import hear
from bob.proof.judges import TIMEOUT_S
from bob.proof.ledger import LEDGER, differences, kept, proofs_folder
from bob.proof.panel import decide
from bob.proof.subjects import families_in, shipped
from bob.store_folder import new_files

if TYPE_CHECKING:
    from collections.abc import Iterable

    from bob.claims import Claims
    from bob.proof.explain import Explanation
    from bob.proof.heard import Heard
    from bob.spec.family import FamilyMeta


@click.command()
@click.argument("file", required=False, type=FILE)
@click.option(
    "--timeout",
    "timeout_s",
    type=click.FloatRange(min=0, min_open=True),
    default=TIMEOUT_S,
    show_default=True,
    metavar="SECONDS",
    help="How long a judge may think about one text.",
)
@click.option("--again", is_flag=True, help="Ask the judges about what the ledger keeps, too.")
@click.option("--smt2", "folder", type=FILE, metavar="DIR", help="Write every text to DIR, which is made.")
@click.option("--certificates", is_flag=True, help="Check what families owe by certificates alone.")
@click.option("--kernels", is_flag=True, help="Compare the kernels that runs execute with the formulas.")
@json_option()
@click.pass_context
def command(
    ctx: click.Context,
    file: str | None,
    timeout_s: float,
    again: bool,
    folder: str | None,
    certificates: bool,
    kernels: bool,
    as_json: bool,
) -> None:
    """Prove every claim of the families that FILE defines, for all their members; default: Bob's own.

    FILE is Python and is executed. Each text is decided by Z3 and by cvc5, those of binary32 by Bitwuzla as
    well; what the ledger keeps of a text by the same version of a judge is not decided again. Ends with 0
    where all is as claimed, 1 where something is FALSIFIED or VACUOUS or the judges disagree, 3 where
    something stays UNKNOWN.
    """
    if (kernels or certificates) and (again or folder is not None or (kernels and certificates)):
        raise click.UsageError("--certificates and --kernels ask no judge: each stands alone")
    if kernels and file is not None:
        raise click.UsageError("--kernels compares Bob's own kernels, not those of a FILE")
    if kernels:
        ctx.exit(_kernels(as_json))
    families = shipped() if file is None else families_in(file)
    claims = shipped_claims() if file is None else claims_of(families)
    if certificates:
        ctx.exit(_certificates(claims, file is None, as_json))
    known = NOTHING_KEPT if again or file is not None else kept()
    heard = hear(claims.obligations, claims.theorems, known, timeout_s)
    texts = files(heard)
    differing = differences(texts, proofs_folder()) if file is None else None
    if folder is not None:
        new_files(folder, {path: text.encode() for path, text in texts.items() if path != LEDGER})
    explanations = explained_all(heard, families)
    if as_json:
        click.echo(canonical_json(as_data(heard, differing, explanations)), nl=False)
    else:
        click.echo(as_text(heard, differing, explanations))
    ctx.exit(status(heard, differing))


def _certificates(claims: Claims, are_kept: bool, as_json: bool) -> int:
    room = prove_certificates
    kept = room.kept_certificates() if are_kept else certificates_of(claims.obligations)
    checks = room.check_all(claims.obligations, kept)
    if as_json:
        click.echo(canonical_json(room.as_data(checks, len(claims.theorems))), nl=False)
    else:
        click.echo(room.as_text(checks, len(claims.theorems)))
    return checks.status


def _kernels(as_json: bool) -> int:
    validation = prove_kernels.validated()
    changed = prove_kernels.changes(validation)
    if as_json:
        click.echo(canonical_json(prove_kernels.as_data(validation, changed)), nl=False)
    else:
        click.echo(prove_kernels.as_text(validation, changed))
    return 1 if validation.findings or changed else 0


def explained_all(heard: Iterable[Heard], families: Iterable[FamilyMeta]) -> dict[str, Explanation]:
    """What a reader wants of each obligation that was to hold and does not, by its name."""
    places = {family.spec.name: family.spec.places for family in families}
    found = [each.discharged for each in heard if each.status and each.discharged is not None]
    return {
        each.obligation.name: explained(
            each.obligation, each.counterexample, decide, places[each.obligation.family]
        )
        for each in found
        if each.counterexample is not None
    }
