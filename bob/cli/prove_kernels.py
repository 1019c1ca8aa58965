"""`bob prove --kernels`, `bob inspect --kernels`: kernels compute the formulas, and when that was shown."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, Any

import click

from bob.cli.render import columns, printable
from bob.proof.kernels_ledger import written_validation
from bob.spec.obligation import Verdict

if TYPE_CHECKING:
    from bob.kernels.validation import Validation


def validated() -> Validation:
    """The kernels of this processor, validated now; what is being done is told on standard error."""
    from bob.kernels.validation import validate

    def tell(what: str) -> None:
        if sys.stderr.isatty():
            click.echo(f"\r\x1b[K{what}", nl=False, err=True)

    validation = validate(tell)
    if sys.stderr.isatty():
        click.echo("\r\x1b[K", nl=False, err=True)
    return validation


def changes(validation: Validation) -> list[str]:
    """How the kernels differ from those that the ledger vouches for."""
    from bob.kernels.validation import differences

    return differences(written_validation(), validation)


def as_text(validation: Validation, changed: list[str]) -> str:
    """Each kernel with its verdict, what was found, what is assumed, and what was looked at."""
    rows = [("kernel", "verdict", "calls", "rows up to", "terms", "blocks", "s")]
    for each in validation.kernels:
        verdict = Verdict.FALSIFIED if each.finding else Verdict.CHECKED
        blocks = f"{each.blocks - len(each.unreached)} of {each.blocks}"
        counts = (f"{each.calls:,}", f"{each.longest:,}", f"{each.terms:,}", blocks, f"{each.seconds:.1f}")
        rows.append((each.kernel, verdict.value, *counts))
    lines = columns(rows)
    lines += [f"found: {printable(finding)}" for finding in validation.findings]
    lines += [f"changed since the ledger was written: {printable(change)}" for change in changed]
    tools = validation.tools
    kept = "the one that runs use" if validation.is_kept else "not kept here"
    lines += [
        f"object {validation.object_digest}: {kept}",
        f"text   {validation.text_digest}: LLVM's, optimised, of this object",
        f"tools  {', '.join(f'{name} {tools[name]}' for name in sorted(tools) if name != 'features')}",
    ]
    lines += ["ledger: agrees"] if not changed else []
    lines += [f"assumed: {line}" for line in validation.as_json()["assumed"]]
    lines += ["     bob explain BOB127"] if validation.findings else []
    return "\n".join([*lines, *(["     bob explain BOB129"] if changed else [])])


def as_data(validation: Validation, changed: list[str]) -> dict[str, Any]:
    """The validation for machines."""
    return {**validation.as_json(), "changed": changed}


def written() -> dict[str, Any]:
    """What the ledger says of the kernels, and the digest of the object that runs use here, if one is."""
    from bob.kernels import cache

    kept = None if cache.why_not() else cache.entry(os.environ)
    return {**written_validation(), "kept_object": None if kept is None else kept.digest.hex()}


def written_text(entry: dict[str, Any]) -> str:
    """The same for a reader."""
    rows = [("kernel", "verdict", "calls", "rows up to", "meaning")]
    rows += [
        (each["kernel"], Verdict.CHECKED.value, f"{each['calls']:,}", f"{each['longest']:,}", each["meaning"])
        for each in entry["kernels"]
    ]
    here = entry["kept_object"]
    same = "the same" if here == entry["object_digest"] else "another: bob prove --kernels looks at it"
    return "\n".join(
        [
            *columns(rows),
            f"object {entry['object_digest']}: as the ledger was written",
            f"text   {entry['text_digest']}: LLVM's, optimised",
            f"here   {here}: {same}" if here else "here   no object is kept: bob cache says why",
        ]
    )
