"""A plugin for pytest: checkpoints held to their schema in a test, with the whole report as its message.

    def test_the_checkpoint_is_what_the_code_expects(assert_checkpoint):
        assert_checkpoint("ckpts/model.safetensors", schema="llama")

pytest finds it by its entry point where Bob is installed; `from bob.pytest_plugin import assert_checkpoint`
is the same without the fixture. Nothing else of Bob is loaded before a checkpoint is judged.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.schema import Schema

    Path = str | os.PathLike[str]


def assert_checkpoint(
    path: Path, schema: Path | type[Schema] = "", config: Path = "", contract: Path = ""
) -> None:
    """Hold a checkpoint to the rules of its format, its schema and its contract, as far as they are named.

    `schema` is a class, a shipped name or `FILE.py:Name`; `config` a JSON file, by default config.json beside
    the checkpoint; `contract` a TOML file. Raises `AssertionError`, its message every finding with its rule.
    """
    __tracebackhide__ = True
    from bob.cli.checkpoints import judge, told
    from bob.project import Checkpoint

    named = schema if isinstance(schema, type) else os.fspath(schema)
    judged = judge(Checkpoint(os.fspath(path), named, os.fspath(config), os.fspath(contract)))
    if judged.findings:
        raise AssertionError(told(judged))


@pytest.fixture(name="assert_checkpoint", scope="session")
def _assert_checkpoint() -> Callable[..., None]:
    """`assert_checkpoint(path, schema=..., config=..., contract=...)`: see `bob.pytest_plugin`."""
    return assert_checkpoint
