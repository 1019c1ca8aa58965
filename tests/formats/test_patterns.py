"""Names that differ in one number alone, of one type and shape, are one pattern."""

from __future__ import annotations

import pytest

from bob.formats.inventory import Entry
from bob.formats.patterns import folded


def entries(*names: str, dtype: str = "F32", shape: tuple[int, ...] = (2,)) -> list[Entry]:
    return [Entry(name, dtype, shape, 0, 8) for name in names]


@pytest.mark.parametrize(
    ("names", "patterns"),
    [
        (["wte"], ["wte"]),
        (["h.0.w", "h.1.w", "h.2.w"], ["h.{0..2}.w"]),
        (["h.0.w", "h.2.w", "h.3.w"], ["h.{0,2..3}.w"]),
        (["h.10.w", "h.9.w"], ["h.{9..10}.w"]),
        (["h.0.w"], ["h.0.w"]),
        (["h.0.w", "h.0.b", "h.1.w", "h.1.b"], ["h.{0..1}.w", "h.{0..1}.b"]),
        (["a1.w", "a2.w"], ["a1.w", "a2.w"]),
        (["h.01.w", "h.02.w"], ["h.01.w", "h.02.w"]),
        (["h.0.e.0", "h.0.e.1"], ["h.0.e.0", "h.0.e.1"]),
        (["", ""], [""]),
    ],
)
def test_names_are_folded_by_their_first_number(names: list[str], patterns: list[str]) -> None:
    assert [pattern.text for pattern in folded(entries(*names))] == patterns


def test_tensors_of_other_type_or_shape_stand_alone() -> None:
    found = folded([*entries("h.0.w"), *entries("h.1.w", dtype="F16"), *entries("h.2.w", shape=(3,))])
    assert [pattern.text for pattern in found] == ["h.0.w", "h.1.w", "h.2.w"]


def test_a_pattern_counts_its_tensors_and_bytes() -> None:
    (pattern,) = folded(entries("h.0.w", "h.1.w", "h.2.w"))
    assert (pattern.dtype, pattern.shape, pattern.n_tensors, pattern.n_bytes) == ("F32", (2,), 3, 24)
