from __future__ import annotations

import pytest

from tools import build_docs


@pytest.mark.parametrize("name", ["codes.md", "cli.md"])
def test_a_generated_page_is_what_the_code_gives_today(name: str) -> None:
    assert (build_docs.DOCS / name).read_text() == build_docs.pages()[name]
