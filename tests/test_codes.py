"""The table of codes: each is raised and tested, what is raised is in it, and its texts read well."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bob import codes
from bob.codes import RULES, Rule

ROOT = Path(__file__).parent.parent
CODE = re.compile(r"BOB\d{3}(?!\d)")


def codes_in(folder: str, without: str) -> dict[str, list[str]]:
    """The codes that Python files mention, each with the files that do, but for those below `without`."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if not name.startswith(without):
            for code in CODE.findall(path.read_text()):
                found.setdefault(code, []).append(name)
    return found


IN_BOB = codes_in("bob", "bob/codes/")
IN_TESTS = codes_in("tests", "tests/test_codes.py")

each_code = pytest.mark.parametrize("code", RULES)
each_rule = pytest.mark.parametrize("rule", RULES.values(), ids=RULES.keys())


@each_code
def test_a_code_of_the_table_is_raised_somewhere(code: str) -> None:
    assert code in IN_BOB


@each_code
def test_a_code_of_the_table_is_drawn_by_a_test(code: str) -> None:
    assert code in IN_TESTS


@pytest.mark.parametrize("code", IN_BOB)
def test_a_code_that_is_raised_is_in_the_table(code: str) -> None:
    assert code in RULES, IN_BOB[code]


@each_code
def test_a_code_is_written_once_in_the_table(code: str) -> None:
    parts = Path(codes.__file__).parent.glob("*.py")
    assert sum(part.read_text().count(f'"{code}"') for part in parts) == 1


def test_the_table_is_in_the_order_of_its_codes() -> None:
    assert list(RULES) == sorted(RULES)
    assert all(CODE.fullmatch(code) for code in RULES)


@each_rule
def test_a_headline_is_a_phrase_that_follows_a_subject(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z][^.]*[a-z]|[A-Z]+", rule.headline)


@each_rule
def test_a_rule_is_one_sentence(rule: Rule) -> None:
    assert re.fullmatch(r"[A-Z].*[^ .]\.|targets\[.*[^ .]\.", rule.rule)
    assert ". " not in rule.rule


@each_rule
def test_a_reason_is_a_clause_without_a_full_stop(rule: Rule) -> None:
    assert re.fullmatch(r"[a-zMV`].*[^ .]", rule.why)


@each_rule
def test_advice_is_a_clause_without_a_full_stop(rule: Rule) -> None:
    assert re.fullmatch(r"[a-z].*[^ .]", rule.do)


@each_rule
def test_texts_are_single_printable_lines_without_doubled_or_outer_spaces(rule: Rule) -> None:
    texts = (rule.headline, rule.rule, rule.why)
    assert all(text.isprintable() and text == " ".join(text.split()) for text in texts)
    # Commands in the advice are set apart by three spaces.
    assert rule.do.isprintable()
    assert rule.do == rule.do.strip()


@each_rule
def test_a_status_is_no_or_could_not_ask_or_undecided(rule: Rule) -> None:
    assert rule.status in (1, 2, 3)


@each_code
def test_a_code_lies_in_the_hundred_of_its_subject(code: str) -> None:
    assert code[3] in "12345678"
