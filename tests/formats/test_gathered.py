"""Findings are told in the order of their places, and a hundred of a kind are enough."""

from __future__ import annotations

from bob.formats.gathered import MOST_OF_A_CODE, Gathered


def test_findings_are_told_by_byte_and_then_by_name() -> None:
    found = Gathered()
    found.add("BOB511", "b", byte_offset=9)
    found.add("BOB512", "a", byte_offset=9)
    found.add("BOB517", "z", byte_offset=3)
    found.add("BOB594", "no place")
    assert [finding.part for finding in found.all()] == ["no place", "z", "a", "b"]


def test_what_is_beyond_a_hundred_of_a_code_is_counted() -> None:
    found = Gathered()
    for i in range(MOST_OF_A_CODE + 3):
        found.add("BOB511", f"t{i}", byte_offset=i)
    found.add("BOB512", "other", byte_offset=0)
    found.count("BOB511", 1000)
    told = found.all()
    assert len(told) == MOST_OF_A_CODE + 2
    assert told[-1].code == "BOB511"
    assert told[-1].found == "1,003 more of this kind"


def test_a_hundred_of_a_code_are_told_without_a_line_more() -> None:
    found = Gathered()
    for i in range(MOST_OF_A_CODE):
        found.add("BOB511", f"t{i}", byte_offset=i)
    found.count("BOB511", 0)
    assert len(found.all()) == MOST_OF_A_CODE
