"""The layouts of other people's formats are families, and every claim and duty of theirs holds."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules
from typing import TYPE_CHECKING

import pytest

import bob.spec.formats
from bob.proof.discharge import Court
from bob.spec.family import Family
from bob.spec.obligation import Verdict, obligations

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.spec.family import FamilyMeta
    from bob.spec.obligation import Obligation


def families() -> Iterator[FamilyMeta]:
    for module in iter_modules(bob.spec.formats.__path__, "bob.spec.formats."):
        for value in vars(import_module(module.name)).values():
            if isinstance(value, type(Family)) and value.__module__ == module.name:
                yield value


OBLIGATIONS = [each for family in families() for each in obligations(family)]


def test_every_format_of_fixed_fields_has_its_families() -> None:
    modules = {family.__module__.rpartition(".")[2] for family in families()}
    assert modules >= {"gguf", "llama2c", "llmc", "npy", "safetensors", "torch", "zip"}


@pytest.mark.parametrize("obligation", OBLIGATIONS, ids=[each.name for each in OBLIGATIONS])
def test_what_a_family_of_a_format_owes_is_proved(obligation: Obligation) -> None:
    assert Court().discharge(obligation).verdict is Verdict.PROVED
