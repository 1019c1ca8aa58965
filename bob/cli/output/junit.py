"""JUnit XML, as Jenkins and its like read it: a suite for each file, a failure for each finding.

A finding whose question could not be asked is an error, what was not looked at is a skipped case, and a file
without findings is one case that passed. XML 1.0 has no form for most control characters: they are escaped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from bob.cli.output.places import message, places_of, shown_path
from bob.cli.render import printable
from bob.codes import RULES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bob.cli.output.places import Place
    from bob.judged import Judged


def written(judged: Sequence[Judged]) -> str:
    """The judgements as one set of suites."""
    suites = [_suite(one) for one in judged]
    root = Element("testsuites", name="bob")
    for name in ("tests", "failures", "errors"):
        root.set(name, str(sum(int(suite.attrib[name]) for suite in suites)))
    root.extend(suites)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}\n'


def _suite(judged: Judged) -> Element:
    subject = printable(shown_path(judged.subject))
    suite = Element("testsuite", name=subject)
    for place in places_of(judged):
        _failed(suite, subject, place)
    if not judged.findings:
        _case(suite, subject, "verified")
    for phrase in judged.not_checked:
        SubElement(_case(suite, subject, printable(phrase)), "skipped", message="not checked")
    suite.set("tests", str(len(suite)))
    for name, tag in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
        suite.set(name, str(len(suite.findall(f"testcase/{tag}"))))
    return suite


def _case(suite: Element, subject: str, name: str) -> Element:
    return SubElement(suite, "testcase", classname=subject, name=name, time="0")


def _failed(suite: Element, subject: str, place: Place) -> None:
    finding, rule = place.finding, RULES[place.finding.code]
    case = _case(suite, subject, printable(f"{finding.code} {finding.part}"))
    tag = "failure" if rule.status == 1 else "error"
    failure = SubElement(case, tag, type=finding.code, message=message(place))
    lines = [message(place), f"rule: {rule.rule}", f"why: {rule.why}", f"do: {rule.do}"]
    if finding.byte_offset is not None:
        lines.append(f"at byte {finding.byte_offset:,} of the file")
    if place.line is not None:
        lines.append(f"written at {printable(shown_path(place.line.file))}:{place.line.line}")
    failure.text = "\n".join(lines)
