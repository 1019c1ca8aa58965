"""One checkpoint of shipped size, changed in every small way: what each reading says of each change.

    for case in flipped_header(CKPT): assert not wrong(case)

Without new digests a change is told by them. With every digest computed anew (`resealed_fields`) it is told
by the rule of the field itself, or the field is free. `python -m fuzz.flips` runs all and prints counts.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections import Counter
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bob.envelope.contract import Contract
from bob.envelope.values import blocks_of, check_values
from bob.envelope.verify import verify_envelope
from bob.run.quick import NotHere, planning
from bob.run.quick.reading import require_envelope
from bob.store import Buffer
from tests.checkpoints import PARENT, number, places, put, put_scalar, rebuilt, sealed, sealed_header

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

CKPT = (Path(__file__).parent.parent / "fixtures" / "good" / "envelope-v1.ckpt").read_bytes()
SHIPPED = Contract.shipped()
HEADER_BITS = 8 * number(CKPT, "header_bytes")
PAYLOAD_FLIPS = 10_000
PAYLOAD_CUTS = 1_000
PLANES = "PMV"

# Of a flipped bit, by the field in which it lies: one of the first codes is told, and none but these at all.
# `header_bytes`, `chunk_count` and a part's length move what comes after: what is read there is told too.
_MOVED = {f"BOB{code}" for code in (202, 203, 205, 206, 207, 210, 211, 212, 213, 217, 218, 219)}
EXPECTED: dict[str, tuple[set[str], set[str]]] = {
    "magic": ({"BOB201"}, set()),
    "version": ({"BOB204", "BOB221"}, set()),
    "header_bytes": ({"BOB217", "BOB202", "BOB207"}, _MOVED),
    "payload_bytes": ({"BOB214"}, {"BOB202", "BOB203", "BOB205", "BOB207", "BOB219"}),
    "chunk_bytes": ({"BOB215"}, {"BOB205", "BOB219"}),
    "chunk_count": ({"BOB219", "BOB207"}, _MOVED),
    "step": ({"BOB208"}, {"BOB205", "BOB209"}),
    "updates_per_invocation": ({"BOB216"}, {"BOB205", "BOB208", "BOB209"}),
    "input_digest": ({"BOB205"}, set()),
    "parent": ({"BOB205"}, {"BOB209"}),
    "schema": ({"BOB211"}, {"BOB205"}),
    "learner": ({"BOB210"}, {"BOB205"}),
    "data": ({"BOB212"}, {"BOB205"}),
    "initialization": ({"BOB213"}, {"BOB205"}),
    "a length": ({"BOB207", "BOB217", "BOB213"}, _MOVED),
    "chunk_digests": ({"BOB206"}, {"BOB205"}),
    "padding": ({"BOB218"}, {"BOB205"}),
    "header_digest": ({"BOB205"}, set()),
}


class Case(NamedTuple):
    """A changed checkpoint: where, and its codes: one of `told` at least, and none but those and `more`."""

    place: str
    content: bytes | bytearray | memoryview
    told: frozenset[str]
    more: frozenset[str] = frozenset()
    part: str = ""


def case(place: str, content: bytes | memoryview, *told: str, part: str = "") -> Case:
    """A change that is told by one of some codes, and by no other."""
    return Case(place, content, frozenset(told), part=part)


def field_at(byte: int) -> str:
    """The field of the header in which a byte lies; a part's length has no name of its own."""
    found = (name for name, span in places(CKPT).items() if span.start <= byte < span.stop)
    return next(found, "a length")


def flipped_header(bits: Iterable[int] = range(HEADER_BITS)) -> Iterator[Case]:
    """A bit of the header turned over; no digest computed anew."""
    content = bytearray(CKPT)
    for bit in bits:
        byte, within = divmod(bit, 8)
        content[byte] ^= 1 << within
        name = field_at(byte)
        told, more = EXPECTED[name]
        yield Case(name, content, frozenset(told), frozenset(more))
        content[byte] ^= 1 << within


def flipped_payload(n_flips: int = PAYLOAD_FLIPS, seed: int = 5) -> Iterator[Case]:
    """A bit of the payload turned over, told of the very chunk in which it lies."""
    drawn, content = random.Random(seed), bytearray(CKPT)
    start, size = number(CKPT, "header_bytes"), number(CKPT, "chunk_bytes")
    for _ in range(n_flips):
        byte, bit = drawn.randrange(start, len(content)), 1 << drawn.randrange(8)
        content[byte] ^= bit
        chunk = (byte - start) // size
        yield Case("payload", content, frozenset({"BOB206"}), part=f"chunk {chunk} (plane {PLANES[chunk]})")
        content[byte] ^= bit


def cut(n_payload: int = PAYLOAD_CUTS, seed: int = 6, step: int = 1) -> Iterator[Case]:
    """Every length within the header, and some within the payload."""
    whole, drawn = memoryview(CKPT), random.Random(seed)
    start = number(CKPT, "header_bytes")
    magic = places(CKPT)["magic"].stop
    for length in range(0, start, step):
        yield case("header", whole[:length], "BOB201" if length < magic else "BOB202")
    lengths = [
        start,
        len(CKPT) - 1,
        *(drawn.randrange(start, len(CKPT)) for _ in range(max(0, n_payload - 2))),
    ]
    yield from (case("payload", whole[:length], "BOB202") for length in lengths[:n_payload])


def with_planes_swapped(anew: bool) -> Iterator[Case]:
    """Two planes in each other's place; with digests anew, values are where they cannot be."""
    start, size = number(CKPT, "header_bytes"), number(CKPT, "chunk_bytes")
    for one, other in combinations(range(len(PLANES)), 2):
        planes = [CKPT[start + i * size : start + (i + 1) * size] for i in range(len(PLANES))]
        planes[one], planes[other] = planes[other], planes[one]
        content = CKPT[:start] + b"".join(planes)
        name = f"{PLANES[one]} and {PLANES[other]}"
        if anew:
            yield Case(name, sealed(content), frozenset({"BOB402", "BOB403"}))
        else:
            yield case(name, content, "BOB206")


def resealed_fields() -> Iterator[tuple[str, Case]]:
    """What was changed, in words, and the change with every digest computed anew; no code: a free field."""
    one, size = number(CKPT, "chunk_bytes"), number(CKPT, "header_bytes")
    payload, step, updates = (
        number(CKPT, name) for name in ("payload_bytes", "step", "updates_per_invocation")
    )

    def changed(name: str, value: int | bytes, offset: int = 0) -> bytes:
        return sealed_header(put(CKPT, name, value, offset))

    def part(name: str) -> bytes:
        text = CKPT[places(CKPT)[name]]
        return rebuilt(CKPT, **{name: text[:-1] + bytes([text[-1] ^ 1])})

    yield "another letter", case("magic", changed("magic", b"BOBCKPT2"), "BOB201")
    yield "2", case("version", changed("version", 2), "BOB257")
    yield "0", case("version", changed("version", 0), "BOB221")
    yield "64 more, all of them zero", case("header_bytes", rebuilt(CKPT, header_bytes=size + 64), "BOB217")
    shorter = rebuilt(CKPT, payload_bytes=payload - one, chunk_count=2)
    yield "of one plane less", case("payload_bytes", shorter[:-one], "BOB214")
    yield "one chunk in all", case("chunk_bytes", rebuilt(CKPT, chunk_bytes=payload, chunk_count=1), "BOB215")
    yield "one more", case("chunk_count", rebuilt(CKPT, chunk_count=4), "BOB219")
    yield "0", case("step", changed("step", 0), "BOB208")
    yield "one more", case("step", changed("step", step + 1), "BOB208")
    yield "5", case("updates_per_invocation", changed("updates_per_invocation", 5), "BOB216")
    for name, code in (("schema", 211), ("learner", 210), ("data", 212), ("initialization", 213)):
        yield "its last byte", case(name, part(name), f"BOB{code}")
    yield "of another chunk", case("chunk_digests", changed("chunk_digests", bytes(32)), "BOB206")
    yield "its first byte", case("padding", changed("padding", b"\1"), "BOB218")
    yield "its first byte", case("header_digest", put(CKPT, "header_digest", b"\0"), "BOB205")
    yield "zero, and a later step", case("parent", changed("parent", bytes(32)), "BOB209")
    yield "not zero at the first step", case("parent", changed("step", updates), "BOB209")
    yield "other bytes (free)", case("parent", changed("parent", PARENT))
    yield "one invocation more (free)", case("step", changed("step", step + updates))
    yield "other bytes (free)", case("input_digest", changed("input_digest", PARENT))


def resealed_values() -> Iterator[tuple[str, Case]]:
    """A scalar changed under right digests: told by the law that it breaks, or by none."""
    yield "P not finite", case("P", sealed(put_scalar(CKPT, 0, 5, 0x7FC00000)), "BOB401")
    yield "V below zero", case("V", sealed(put_scalar(CKPT, 2, 5, 0x80000001)), "BOB402")
    yield "M beyond what V allows", case("M", sealed(put_scalar(CKPT, 1, 5, 0x7F000000)), "BOB403")
    half = len(CKPT) - 2 * number(CKPT, "chunk_bytes")
    yield "no moments at all", case("M, V", sealed(CKPT[:half] + bytes(len(CKPT) - half)), "BOB404")
    for plane, name in enumerate(PLANES):
        yield "one scalar one ulp off (free)", case(name, sealed(_one_ulp_off(plane)))


def _one_ulp_off(plane: int) -> bytes:
    start = number(CKPT, "header_bytes") + plane * number(CKPT, "chunk_bytes")
    scalars = (int.from_bytes(CKPT[start + 4 * i : start + 4 * i + 4], "little") for i in range(1, 1000))
    place, bits = next((i, bits) for i, bits in enumerate(scalars, 1) if bits & 0x7FFFFFFF)
    return put_scalar(CKPT, plane, place, bits - 1)


@cache
def _plan() -> dict[str, Any]:
    return planning.envelope_plan(SHIPPED)


def served(content: bytes | bytearray | memoryview) -> bool:
    """Whether the quick path's reading says yes to an envelope."""
    try:
        require_envelope(_plan(), memoryview(content))
    except NotHere:
        return False
    return True


def findings(content: bytes | bytearray | memoryview, values: bool = False) -> list[tuple[str, str]]:
    """The codes and parts that the full path tells, values where the envelope is right."""
    source = Buffer(content)  # type: ignore[arg-type]
    report = verify_envelope(source, SHIPPED)
    found = list(report.findings)
    if values and not found and report.header is not None:
        start = report.header.header_bytes
        found = check_values(blocks_of(source, start, SHIPPED["chunk"]), SHIPPED, report.header.step, start)
    return [(finding.code, finding.part) for finding in found]


def wrong(changed: Case, values: bool = False) -> str:
    """Why a case is not told as it should be; nothing where it is, by both readings."""
    found = findings(changed.content, values)
    codes = {code for code, _ in found}
    if changed.told and not codes & changed.told:
        return f"{changed.place}: {sorted(codes)}, not one of {sorted(changed.told)}"
    if codes - changed.told - changed.more:
        return f"{changed.place}: {sorted(codes)} beside {sorted(changed.told)}"
    if changed.part and [part for _, part in found] != [changed.part]:
        return f"{changed.place}: told of {[part for _, part in found]}, not of {changed.part}"
    envelope_is_right = not codes or all(code.startswith("BOB4") for code in codes)
    if served(changed.content) != envelope_is_right:
        return f"{changed.place}: the quick path says {not envelope_is_right}"
    return ""


def campaign() -> dict[str, Any]:
    """Everything, with counts of the codes that were told, by the place of the change."""
    runs: dict[str, tuple[Iterable[Case], bool]] = {
        "header flips": (flipped_header(), False),
        "payload flips": (flipped_payload(), False),
        "cuts": (cut(), False),
        "planes swapped": (with_planes_swapped(anew=False), False),
        "planes swapped, digests anew": (with_planes_swapped(anew=True), True),
        "fields, digests anew": ((changed for _, changed in resealed_fields()), False),
        "values, digests anew": ((changed for _, changed in resealed_values()), True),
    }
    return {name: _counted(cases, values) for name, (cases, values) in runs.items()}


def _counted(cases: Iterable[Case], values: bool) -> dict[str, Any]:
    begin, count = time.perf_counter(), 0
    told: dict[str, Counter[str]] = {}
    failed: list[str] = []
    for changed in cases:
        count += 1
        failed += [said] if (said := wrong(changed, values)) else []
        codes = sorted({code for code, _ in findings(changed.content, values)})
        told.setdefault(changed.place, Counter())[" ".join(codes) or "accepted"] += 1
    seconds = round(time.perf_counter() - begin, 1)
    return {"cases": count, "seconds": seconds, "failed": failed, "told": told}


def main(arguments: Sequence[str]) -> int:
    """Print the campaign's counts as JSON; 1 where a case was not told as it should be."""
    found = campaign()
    print(json.dumps(found, indent=2))
    return 1 if arguments or any(counts["failed"] for counts in found.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
