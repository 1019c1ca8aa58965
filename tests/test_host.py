"""Hosts that Bob does not run on are refused by name."""

from __future__ import annotations

import sys

import pytest

from bob.errors import Finding, Refused
from bob.host import require_supported_host

BIG_ENDIAN = Finding("BOB811", "byte order", "big", "little")
SHORT_WORDS = Finding("BOB811", "word size", "32-bit", "64-bit")


def test_a_64_bit_little_endian_host_is_not_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "byteorder", "little")
    monkeypatch.setattr(sys, "maxsize", 2**63 - 1)
    require_supported_host()


@pytest.mark.parametrize(
    ("byteorder", "maxsize", "findings"),
    [
        pytest.param("big", 2**63 - 1, (BIG_ENDIAN,), id="big-endian"),
        pytest.param("little", 2**31 - 1, (SHORT_WORDS,), id="32-bit"),
        pytest.param("big", 2**31 - 1, (BIG_ENDIAN, SHORT_WORDS), id="both"),
    ],
)
def test_another_host_is_refused_with_everything_that_is_wrong(
    monkeypatch: pytest.MonkeyPatch, byteorder: str, maxsize: int, findings: tuple[Finding, ...]
) -> None:
    monkeypatch.setattr(sys, "byteorder", byteorder)
    monkeypatch.setattr(sys, "maxsize", maxsize)
    with pytest.raises(Refused) as refused:
        require_supported_host()
    assert refused.value.findings == findings
