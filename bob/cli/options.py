"""Options that several commands share, and the contract that they name."""

from __future__ import annotations

from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from bob.envelope.contract import Contract, contract_from_toml
from bob.parallel_outcome import Workers
from bob.run.quick import MOST_CONTRACT_BYTES
from bob.store import read_file

if TYPE_CHECKING:
    from collections.abc import Callable

    Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]

FILE = click.Path(readable=False)


def contract_option() -> Decorator:
    """`--contract FILE.toml`."""
    return click.option(
        "--contract",
        "contract_path",
        type=FILE,
        metavar="FILE.toml",
        help="The contract; default: the shipped one.",
    )


def receipt_option() -> Decorator:
    """`--receipt FILE`."""
    return click.option(
        "--receipt",
        "receipt_path",
        type=FILE,
        metavar="FILE",
        help="Append a receipt of the invocation: bob verify lineage follows them.",
    )


def threads_option() -> Decorator:
    """`--threads N`."""
    return click.option(
        "--threads",
        type=click.IntRange(min=1),
        default=1,
        metavar="N",
        help="Share the table's rows among N threads; changes no bit.",
    )


def workers_options(command: Callable[..., None]) -> Callable[..., None]:
    """`--jobs N` and `--engine URL`: the command is given `workers`."""

    @click.option(
        "-j",
        "--jobs",
        type=click.IntRange(min=1),
        default=1,
        metavar="N",
        help="Look at N files at a time, each in a process of its own.",
    )
    @click.option(
        "--engine", default="", metavar="URL", help="Look at them there: dask://HOST:PORT or ray://HOST:PORT."
    )
    @wraps(command)
    def shared(*arguments: Any, jobs: int, engine: str, **options: Any) -> None:
        command(*arguments, workers=Workers(jobs, engine), **options)

    return shared


def json_option() -> Decorator:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="Print JSON.")


def contract_content(path: str | None) -> bytes:
    """The bytes of the contract file that `--contract` names, none for the shipped contract."""
    return b"" if path is None else read_file(path, MOST_CONTRACT_BYTES)


def named_contract(path: str | None, content: bytes | None = None) -> Contract:
    """The contract that `--contract` names, of that `content`, or the shipped one; raises `Refused`."""
    if path is None:
        return Contract.shipped()
    return contract_from_toml(contract_content(path) if content is None else content, path)
