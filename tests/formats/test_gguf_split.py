"""A set of split GGUF files is whole, says so of itself, and holds each tensor once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bob.formats.gguf_split import read_gguf_split, split_name
from bob.store import Buffer
from tests.formats.gguf_files import ARCH, FOUR, I32, STRING, U16, gguf, kv, ti

if TYPE_CHECKING:
    from bob.formats.inventory import Reading

NAMES = [f"w-{number:05}-of-00003.gguf" for number in (1, 2, 3)]


def part(number: int, tensors: str, of: int = 3, total: int = 4) -> bytes:
    keys = [kv("split.no", U16, number), kv("split.count", U16, of), kv("split.tensors.count", I32, total)]
    infos = [ti(name, [8], offset=32 * i) for i, name in enumerate(tensors)]
    return gguf([*([] if number else [ARCH]), *keys], infos, FOUR * 2 * len(tensors))


def whole() -> dict[str, bytes]:
    return dict(zip(NAMES, (part(0, "ab"), part(1, "c"), part(2, "d")), strict=True))


def read(parts: dict[str, bytes], deep: bool = True) -> Reading:
    return read_gguf_split({name: Buffer(content) for name, content in parts.items()}, deep)


def told(parts: dict[str, bytes]) -> list[tuple[str, str, str]]:
    return [finding[:3] for finding in read(parts).findings]


@pytest.mark.parametrize("deep", [True, False])
def test_a_whole_set_is_one_inventory_with_the_part_of_each_tensor(deep: bool) -> None:
    parts = whole()
    reading = read(dict(reversed(parts.items())), deep)
    assert reading.findings == ()
    assert reading.inventory is not None
    assert [(entry.name, entry.file) for entry in reading.inventory.entries] == [
        ("a", NAMES[0]),
        ("b", NAMES[0]),
        ("c", NAMES[1]),
        ("d", NAMES[2]),
    ]
    assert reading.inventory.metadata["general.architecture"] == "llama"
    assert reading.inventory.facts["parts"] == 3
    assert reading.inventory.n_bytes == sum(map(len, parts.values()))
    assert reading.not_checked == (() if deep else ("padding",))


@pytest.mark.parametrize("missing", NAMES)
def test_an_absent_part_is_named(missing: str) -> None:
    parts = whole()
    del parts[missing]
    assert told(parts) == [("BOB538", missing, "absent")]
    assert "the number of tensors in all parts" in read(parts).not_checked


CHANGES = {
    "number": (NAMES[1], part(2, "c"), ("BOB538", f"{NAMES[1]}: key split.no", "2")),
    "count": (NAMES[1], part(1, "c", of=2), ("BOB538", f"{NAMES[1]}: key split.count", "2")),
    "total": (NAMES[2], part(2, "d", total=5), ("BOB538", f"{NAMES[2]}: key split.tensors.count", "5")),
    "tensor-twice": (NAMES[2], part(2, "a"), ("BOB525", "tensor a", f"in {NAMES[0]} and in {NAMES[2]}")),
    "part-s-own": (NAMES[2], part(2, "d")[:-1], ("BOB535", f"{NAMES[2]}: tensor d", "")),
    "number-as-text": (
        NAMES[1],
        gguf(
            [kv("split.no", STRING, "1"), kv("split.count", U16, 3), kv("split.tensors.count", I32, 4), ARCH],
            [ti("c", [8])],
            FOUR * 2,
        ),
        ("BOB538", f"{NAMES[1]}: key split.no", "1"),
    ),
}


@pytest.mark.parametrize(("file", "content", "said"), CHANGES.values(), ids=CHANGES.keys())
def test_a_part_that_does_not_fit_is_told_alone(
    file: str, content: bytes, said: tuple[str, str, str]
) -> None:
    ((code, where, found),) = told(whole() | {file: content})
    assert (code, where) == said[:2]
    assert found.startswith(said[2])


def test_a_part_that_says_nothing_of_the_set_is_told_by_each_key() -> None:
    plain = gguf([ARCH], [ti("c", [8])], FOUR * 2)
    assert told(whole() | {NAMES[1]: plain}) == [
        ("BOB538", f"{NAMES[1]}: key split.count", "none"),
        ("BOB538", f"{NAMES[1]}: key split.no", "none"),
        ("BOB538", f"{NAMES[1]}: key split.tensors.count", "none"),
    ]


def test_a_total_that_no_part_gives_is_told_of_every_part() -> None:
    parts = whole() | {NAMES[2]: part(2, "de")}
    assert sorted(where for _, where, _ in told(parts)) == [
        f"{name}: key split.tensors.count" for name in NAMES
    ]


def test_a_part_of_another_set_is_told() -> None:
    other = {"v-00003-of-00003.gguf": part(2, "e")}
    assert ("BOB538", "v-00003-of-00003.gguf", "a part of another set") in told(other | whole())


def test_a_part_beyond_the_last_is_told() -> None:
    assert ("BOB538", "w-00004-of-00003.gguf", "part 4") in told(
        whole() | {"w-00004-of-00003.gguf": part(3, "e")}
    )


def test_a_file_of_another_name_is_told() -> None:
    assert ("BOB538", "w.gguf", "another name") in told(whole() | {"w.gguf": part(3, "e")})


def test_no_part_at_all_is_no_set() -> None:
    assert told({}) == [("BOB538", "set", "no part")]


def test_a_part_that_cannot_be_read_leaves_no_inventory() -> None:
    reading = read(whole() | {NAMES[1]: b"<html>"})
    assert reading.inventory is None
    assert [finding.code for finding in reading.findings] == ["BOB520"]


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("a-b-00002-of-00003.gguf", ("a-b", 2, 3)),
        ("a-0002-of-00003.gguf", None),
        ("a-00002-of-00003.gguf.part", None),
        ("00002-of-00003.gguf", None),
        ("a-٠٠٠٠٢-of-00003.gguf", None),
    ],
)
def test_the_name_of_a_part_is_of_one_form(file: str, said: tuple[str, int, int] | None) -> None:
    assert split_name(file) == said
