"""The pages that people write: links, paths and codes exist, and the header that is printed is a header."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bob.codes import RULES
from bob.envelope.contract import Contract
from bob.envelope.header import read_header
from bob.envelope.identity import compared
from bob.store import Buffer

ROOT = Path(__file__).parent.parent
_PEOPLES = (
    "arithmetic.md",
    "design.md",
    "format.md",
    "integrations.md",
    "reproducibility.md",
    "schemas.md",
)
PAGES = [
    *(ROOT / name for name in ("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")),
    *(ROOT / "docs" / name for name in _PEOPLES),
    *sorted((ROOT / "docs" / "decisions").glob("*.md")),
]
LINK = re.compile(r"\]\((?!https?:)([^)#]*)(#[^)]*)?\)")
CODED_PATH = re.compile(r"`((?:bob|tests|tools|fixtures|docs|proofs)/[\w./-]*\w)`")

each_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)


def anchors(page: Path) -> set[str]:
    """The headings of a page, as links name them."""
    headings = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).strip().lower().replace(" ", "-") for heading in headings}


@each_page
def test_every_link_leads_somewhere(page: Path) -> None:
    lost = []
    for target, anchor in LINK.findall(page.read_text()):
        there = page.parent / target if target else page
        if not there.exists() or (anchor and anchor[1:] not in anchors(there)):
            lost.append(target + anchor)
    assert lost == []


@each_page
def test_every_path_that_is_named_is_there(page: Path) -> None:
    assert [path for path in CODED_PATH.findall(page.read_text()) if not (ROOT / path).exists()] == []


@each_page
def test_every_code_that_is_named_is_in_the_table(page: Path) -> None:
    assert set(re.findall(r"BOB\d{3}", page.read_text())) <= set(RULES)


def printed_header() -> bytes:
    """The bytes of the dump in docs/format.md."""
    rows = re.findall(
        r"^ *\d+  ((?:[0-9a-f]{8} ?)+)$", (ROOT / "docs" / "format.md").read_text(), re.MULTILINE
    )
    return bytes.fromhex("".join(rows))


def test_the_header_that_is_printed_is_one_of_the_shipped_contract() -> None:
    header = printed_header()
    reading = read_header(Buffer(header))
    assert reading.findings == ()
    assert reading.record is not None
    assert compared(Contract.shipped(), reading.record, dict.fromkeys(reading.record, 0)).findings == ()
    assert reading.record.header_bytes == len(header)


def test_the_header_that_is_printed_is_the_known_answer() -> None:
    reading = read_header(Buffer(printed_header()))
    assert reading.record is not None
    arithmetic = (ROOT / "docs" / "arithmetic.md").read_text()
    digests = [reading.record.input_digest, reading.record.header_digest, *reading.record.chunk_digests]
    assert [digest.hex() for digest in digests if digest.hex() not in arithmetic] == []
