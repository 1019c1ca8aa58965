"""Options that several commands share, and the contract that they name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from bob.envelope.contract import Contract, contract_from_toml
from bob.store import read_file

if TYPE_CHECKING:
    from collections.abc import Callable

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

FILE = click.Path(readable=False)
MOST_CONTRACT_BYTES = 1 << 15


def contract_option() -> Decorator:
    """`--contract FILE.toml`."""
    return click.option(
        "--contract",
        "contract_path",
        type=FILE,
        metavar="FILE.toml",
        help="The contract; default: the shipped one.",
    )


def json_option() -> Decorator:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def named_contract(path: str | None) -> Contract:
    """The contract that `--contract` names, or the shipped one; raises `Refused`."""
    return (
        Contract.shipped() if path is None else contract_from_toml(read_file(path, MOST_CONTRACT_BYTES), path)
    )
