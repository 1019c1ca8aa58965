"""The conformance suite is what the cases give, and Bob gives every file the verdict of its table."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from bob.formats.archive import check_crc, read_archive
from bob.formats.recognised import Place, read_format
from bob.store import Buffer

sys.path.insert(0, str(Path(__file__).parents[2] / "tools"))

from build_formats import FOLDER, PAGE, READERS
from conformance import reference
from conformance.page import page
from conformance.suite import TABLE, Member, files, suite

SUITE = list(suite())


def codes(member: Member) -> set[str]:
    (path, content), *others = member.files
    source = Buffer(content)
    if member.format == "zip":
        archive = read_archive(source)
        crc = [found for each in archive.members if each.readable for found in check_crc(source, each)]
        return {finding.code for finding in (*archive.findings, *crc)}
    beside = {name.rpartition("/")[2]: Buffer(other) for name, other in others}
    place = Place(path.rpartition("/")[2], source, beside.get)
    return {finding.code for finding in read_format(place).findings}


@pytest.mark.parametrize("member", SUITE, ids=lambda member: member.files[0][0])
def test_bob_gives_a_file_the_verdict_of_the_table(member: Member) -> None:
    found = codes(member)
    if member.case.verdict == "ACCEPT":
        assert found == set()
    else:
        # What is of another kind altogether is told as such, whatever it is called.
        assert found == {member.case.code} or found <= {"BOB500", "BOB522", "BOB540"}
        assert found


def test_the_files_and_the_table_are_what_the_cases_give() -> None:
    there = {
        path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in FOLDER.rglob("*") if path.is_file()
    }
    del there[READERS.name]
    assert there == files()


def test_every_case_has_its_rule_and_its_source() -> None:
    rows = json.loads(files()[TABLE])
    assert all(row["verdict"] in ("ACCEPT", "REFUSE") for row in rows)
    assert all(bool(row["code"]) is (row["verdict"] == "REFUSE") for row in rows)
    # A limit of Bob's own has no other source.
    assert all(row["source"] or row["code"] == "BOB519" for row in rows if row["code"])


def test_the_page_says_what_the_readers_said() -> None:
    assert PAGE.read_text() == page(json.loads(files()[TABLE]), json.loads(READERS.read_text()))


def test_a_reader_is_told_apart_by_what_it_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def hanging(_: str) -> None:
        while True:
            pass

    def dying(_: str) -> None:
        sys.stdout.flush()
        import os

        os.abort()

    def hungry(_: str) -> None:
        bytearray(1 << 40)

    def refusing(_: str) -> None:
        raise ValueError("no")

    readers = {"hanging": hanging, "dying": dying, "hungry": hungry, "refusing": refusing, "loading": len}
    monkeypatch.setattr(reference, "READERS", {name: (run, ()) for name, run in readers.items()})
    monkeypatch.setattr(reference, "_SECONDS", 1)
    said = {name: reference.verdict(name, str(tmp_path)) for name in readers}
    assert said == {
        "hanging": "hangs",
        "dying": "dies: SIGABRT",
        "hungry": "dies: out of memory",
        "refusing": "refuses: ValueError",
        "loading": "loads",
    }
