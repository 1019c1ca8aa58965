from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from bob.codes import RULES

if TYPE_CHECKING:
    from tests.cli.conftest import Bob, Ran


@pytest.mark.parametrize("code", RULES)
def test_every_code_is_explained(bob: Bob, code: str) -> None:
    ran: Ran = bob("explain", code.lower())
    rule = RULES[code]
    assert ran.status == 0
    assert all(text in ran.out for text in (code, rule.headline, rule.rule, rule.why, rule.do))
    assert json.loads(bob("explain", code, "--json").out)["status"] == rule.status


def test_without_a_code_all_are_listed(bob: Bob) -> None:
    assert [line.split()[0] for line in bob("explain").out.splitlines()] == list(RULES)
    assert list(json.loads(bob("explain", "--json").out)) == sorted(RULES)


def test_an_unknown_code_is_a_usage_error(bob: Bob) -> None:
    assert bob("explain", "BOB999").status == 2
