"""Members at the edges are accepted and nothing lies beyond them; forgeries hold modulo 2^64 alone."""

from __future__ import annotations

from bob.adversary.attack import attack
from bob.adversary.dropped import Lenient
from bob.proof.judges import Answer, Word
from bob.proof.panel import decide
from bob.spec.family import Family
from bob.spec.fields import U8, U16, U64, Array, Dim, Refine
from bob.spec.quantifiers import every


class Measured(Family):
    """Bounds of every kind."""

    n = Dim(2, 5, shipped=3)

    version = U8(equals=1)
    even = U16()
    pair = U16()
    cells = Array(U8, lambda f: f.n)

    even_is_even = Refine(lambda f: f.even % 2 == 0, "even is even")
    ordered = Refine(lambda f: (f.even > 4) & (f.pair < f.even) & (f.even < 1001), "pair is below even")
    small = Refine(lambda f: every((c >= 3) & (c <= 9) for c in f.cells), "cells are from 3 to 9")


def edges(family: type[Family]) -> dict[str, int]:
    found = attack(family, decide)
    for extreme in found.extremes:
        assert extreme.shown
        assert Lenient(family.spec).accepts(extreme.file.dims, extreme.file.content)
    return {f"{e.name} {'greatest' if e.greatest else 'least'}": e.value for e in found.extremes}


def test_the_least_and_the_greatest_are_found_exactly() -> None:
    assert edges(Measured) == {
        "n least": 2,
        "n greatest": 5,
        "even least": 6,
        "even greatest": 1000,
        "pair least": 0,
        "pair greatest": 999,
        "cells[0] least": 3,
        "cells[0] greatest": 9,
    }


def test_a_judge_who_gives_up_shows_no_edge() -> None:
    def tired(text: str, timeout_s: float) -> Answer:
        if timeout_s == 1.0:
            return Answer(Word.UNKNOWN, 0.0, reason="tired")
        return decide(text, timeout_s)

    found = attack(Measured, tired)
    assert [e.shown for e in found.extremes if e.name == "even"] in ([], [False, False])


class Area(Family):
    """A product and a sum that are stated."""

    width = U64()
    height = U64()
    area = U64()
    half = U64()

    area_is_stated = Refine(lambda f: f.width * f.height == f.area, "the area is width x height")
    half_is_half = Refine(lambda f: (f.half + f.half <= f.area) & (f.half > 0), "twice the half is no more")


def test_forgeries_hold_modulo_two_to_the_64_alone() -> None:
    found = {forgery.clause.name: forgery.file for forgery in attack(Area, decide).forgeries}
    assert set(found) == {"area_is_stated", "half_is_half"}
    numbers = {
        name: [int.from_bytes(file.content[i : i + 8], "little") for i in (0, 8, 16, 24)]
        for name, file in found.items()
    }
    width, height, area, _ = numbers["area_is_stated"]
    assert width * height != area
    assert width * height % 2**64 == area
    _, _, area, half = numbers["half_is_half"]
    assert 2 * half > area >= 2 * half % 2**64
    assert {file.codes for file in found.values()} == {("BOB153",)}
