"""Findings, and the exception that carries them."""

from __future__ import annotations

import pickle

import pytest

from bob.errors import BobError, Finding, Refused, sentence, shown, so_many

FULL = Finding("BOB206", "chunk 1", "aa", "bb", 1234567, "and 3 more")


def test_a_refusal_without_a_finding_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="without a finding"):
        Refused("f", [])


def test_a_refusal_keeps_its_subject_findings_and_equal_parts() -> None:
    refused = Refused("f", iter([FULL]), iter(["schema"]))
    assert (refused.subject, refused.findings, refused.equal) == ("f", (FULL,), ("schema",))
    assert isinstance(refused, BobError)


def test_a_refusal_survives_a_process_boundary() -> None:
    refused = pickle.loads(pickle.dumps(Refused("f", [FULL], ["schema"])))
    assert (refused.subject, refused.findings, refused.equal) == ("f", (FULL,), ("schema",))


def test_a_refusal_says_its_subject_and_every_finding() -> None:
    refused = Refused("f", [Finding("BOB201", "magic"), Finding("BOB202", "file", "have 1", "need 2")])
    assert str(refused) == "f: BOB201 magic; BOB202 file: have 1 (expected need 2)"


@pytest.mark.parametrize(
    ("finding", "said"),
    [
        pytest.param(FULL, "BOB206 chunk 1 at byte 1,234,567: aa (expected bb) [and 3 more]", id="full"),
        pytest.param(Finding("BOB404", "M, V"), "BOB404 M, V", id="code-and-part"),
        pytest.param(Finding("BOB201", "magic", byte_offset=0), "BOB201 magic at byte 0", id="byte-zero"),
        pytest.param(
            Finding("BOB230", "lr", expected="above 0"), "BOB230 lr (expected above 0)", id="expected"
        ),
        pytest.param(Finding("BOB230", "lr", note="derived"), "BOB230 lr [derived]", id="note"),
    ],
)
def test_a_sentence_says_what_the_finding_holds_and_nothing_else(finding: Finding, said: str) -> None:
    assert sentence(finding) == said


def test_a_long_name_is_cut_in_its_middle_and_a_short_one_is_not() -> None:
    assert shown("n" * 200) == "n" * 200
    cut = shown("a" * 150 + "b" * 150)
    assert len(cut) < 201
    assert cut.startswith("aaa")
    assert cut.endswith("bbb")
    assert "…" in cut


@pytest.mark.parametrize(
    ("n", "noun", "said"),
    [
        pytest.param(0, "tensor", "0 tensors", id="none"),
        pytest.param(1, "tensor", "1 tensor", id="one"),
        pytest.param(9500, "axis", "9,500 axes", id="a-plural-of-its-own"),
    ],
)
def test_one_is_said_as_one_and_others_as_many(n: int, noun: str, said: str) -> None:
    assert so_many(n, noun) == said
