from __future__ import annotations

import pytest

from bench import digests


def test_bob_and_the_library_digest_the_same_file_pair_by_pair() -> None:
    bob, library = digests.measured(100_000, pairs=3)
    assert [len(bob), len(library)] == [3, 3]
    assert min(*bob, *library) > 0


def test_digests_that_differ_are_no_measurement(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digests, "ours", lambda _: "another")
    with pytest.raises(ValueError, match="digests differ"):
        digests.measured(1_000, pairs=1)
