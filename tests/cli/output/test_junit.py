from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest

from bob.cli.output.junit import written
from tests.cli.output.cases import ALL, GOOD, LINED, UNREAD


def test_a_finding_is_a_failure_and_what_could_not_be_asked_an_error() -> None:
    root = fromstring(written(ALL))
    assert (root.attrib["tests"], root.attrib["failures"], root.attrib["errors"]) == ("7", "2", "1")
    kinds = {case.attrib["name"]: [child.tag for child in case] for case in root.iter("testcase")}
    assert kinds["BOB517 data"] == ["failure"]
    assert kinds["BOB820 path"] == ["error"]


def test_a_file_without_findings_passes_and_what_was_not_checked_is_skipped() -> None:
    (suite,) = fromstring(written([GOOD]))
    cases = {case.attrib["name"]: [child.tag for child in case] for case in suite}
    assert cases == {"verified": [], "values": ["skipped"], "any schema": ["skipped"]}
    assert (suite.attrib["tests"], suite.attrib["skipped"]) == ("3", "2")


def test_a_failure_says_the_rule_why_and_where() -> None:
    failure = fromstring(written([LINED])).find(".//failure[@type='BOB517']")
    assert failure is not None
    assert failure.text is not None
    lines = failure.text.splitlines()
    assert lines[0] == failure.attrib["message"]
    assert [line.split(":")[0] for line in lines[1:4]] == ["rule", "why", "do"]
    assert lines[4:] == ["at byte 186 of the file", "written at schemas.py:12"]


def test_characters_that_xml_forbids_are_escaped() -> None:
    text = written([LINED])
    allowed = {"\n", "\t"}
    assert all(c in allowed or c.isprintable() for c in text)
    assert "\\x1b[2J" in text
    text.encode()


def test_a_parser_of_junit_reads_every_suite() -> None:
    junitparser = pytest.importorskip("junitparser")
    suites = junitparser.JUnitXml.fromstring(written(ALL).encode())
    assert [(suite.tests, suite.failures, suite.errors, suite.skipped) for suite in suites] == [
        (3, 0, 0, 2),
        (3, 2, 0, 1),
        (1, 0, 1, 0),
    ]


def test_a_file_that_could_not_be_read_is_one_error() -> None:
    (suite,) = fromstring(written([UNREAD]))
    assert (suite.attrib["name"], suite.attrib["errors"], len(suite)) == ("gone.bin", "1", 1)
