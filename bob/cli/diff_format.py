"""`bob diff` across formats: the same tensors by name, and where they differ."""

from __future__ import annotations

from contextlib import ExitStack
from math import prod
from typing import TYPE_CHECKING, Any

import click

from bob.canonical import canonical_json
from bob.cli.places import named
from bob.cli.progress import Progress
from bob.cli.render import columns, printable, shortened
from bob.errors import Refused, so_many
from bob.formats.comparison import CAST, DIFFERS, EQUAL, SHAPE, Side, compare
from bob.formats.content import Contents
from bob.formats.elements import shown
from bob.formats.inventory import totals
from bob.formats.number_types import COMPLEX, FLOATS, is_plain
from bob.formats.patterns import folded
from bob.formats.recognised import read_format
from bob.formats.values import element_type, n_elements

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bob.cli.places import Named
    from bob.formats.comparison import Compared, Comparison
    from bob.formats.inventory import Entry, Inventory


def differed(a: str, b: str, as_json: bool) -> None:
    """Print how two files differ, and end with 1 where they do; raises `Refused` for a malformed one."""
    with ExitStack() as stack:
        opened = [stack.enter_context(named(file)) for file in (a, b)]
        inventories = [_inventory(file, each) for file, each in zip((a, b), opened, strict=True)]
        progress = stack.enter_context(Progress(sum(totals(each)[1] for each in inventories)))
        comparison = compare(
            *(
                Side(inventory, Contents(each.place, inventory, progress.add))
                for inventory, each in zip(inventories, opened, strict=True)
            )
        )
        for each in opened:
            each.require_unchanged()
    if as_json:
        click.echo(canonical_json(_as_json(comparison, inventories)), nl=False)
    else:
        click.echo("\n".join(_lines(comparison, inventories)))
    if not comparison.identical:
        click.get_current_context().exit(1)


def _inventory(file: str, opened: Named) -> Inventory:
    reading = read_format(opened.place)
    if reading.findings or reading.inventory is None:
        raise Refused(file, reading.findings)
    return reading.inventory


def _lines(comparison: Comparison, inventories: Sequence[Inventory]) -> Iterator[str]:
    by_verdict: dict[str, list[Compared]] = {}
    for each in comparison.tensors:
        by_verdict.setdefault(each.verdict, []).append(each)
    equal = by_verdict.get(EQUAL, [])
    if comparison.identical:
        n_bytes = sum(each.a.n_bytes for each in equal)
        yield f"identical  {so_many(len(equal), 'tensor')}, {n_bytes:,} bytes, bit for bit"
        return
    for side, inventory, prefix in zip("AB", inventories, comparison.prefixes, strict=True):
        left_out = f", names without {printable(prefix)!r}" if prefix else ""
        yield f"{side}  {inventory.format}, {so_many(len(inventory.entries), 'tensor')}{left_out}"
    if equal:
        yield f"equal, bit for bit: {len(equal):,} of {len(comparison.tensors):,} tensors of both"
    yield from _cast_lines(by_verdict.get(CAST, []))
    differing = [
        each for verdict, group in by_verdict.items() if verdict not in (EQUAL, CAST) for each in group
    ]
    if differing:
        yield f"differ: {len(differing):,} of {len(comparison.tensors):,}"
        yield from columns([(shortened(printable(each.name)), _said(each)) for each in differing], indent=2)
    for side, entries in (("A", comparison.only_a), ("B", comparison.only_b)):
        if entries:
            yield f"only in {side}: {len(entries):,}"
            yield from columns(_patterns(entries), indent=2)


def _cast_lines(group: Sequence[Compared]) -> Iterator[str]:
    casts: dict[str, list[Entry]] = {}
    for each in group:
        casts.setdefault(str(each.cast), []).append(each.a._replace(name=each.name))
    for cast, entries in casts.items():
        yield f"equal after {cast}: {len(entries):,}"
        yield from columns(_patterns(entries), indent=2)


def _patterns(entries: Sequence[Entry]) -> list[tuple[str, ...]]:
    return [
        (
            shortened(printable(p.text)),
            p.dtype,
            str(list(p.shape)),
            f"x{p.n_tensors:,}" if p.n_tensors > 1 else "",
        )
        for p in folded(entries)
    ]


def _said(each: Compared) -> str:
    """How two tensors differ, in a phrase."""
    if each.verdict == SHAPE:
        return f"{each.a.dtype} {list(each.a.shape)} and {each.b.dtype} {list(each.b.shape)}"
    if each.difference is None:
        return f"{each.a.dtype} and {each.b.dtype}: no cast between them is compared"
    difference, dtypes = each.difference, (each.a.dtype, each.b.dtype)
    after = f"after {each.cast}: " if each.cast else f"{each.a.dtype} {list(each.a.shape)}: "
    what = "elements" if is_plain(each.a.dtype) else "bytes, which are not decoded,"
    text = f"{after}{difference.n_differing:,} of {n_elements(each.a):,} {what} differ"
    if _compared_type(each) in FLOATS:
        text += f", at most {difference.most_ulp:,} ulp"
    values = " and ".join(
        shown(bits, element_type(dtype)) for bits, dtype in zip(difference.bits, dtypes, strict=True)
    )
    text += f"; first at {_place(each)}: {values}"
    return text + (f"; {difference.n_unordered:,} with a NaN" if difference.n_unordered else "")


def _compared_type(each: Compared) -> str:
    """The type in which elements were compared, "" for bytes."""
    dtype = each.cast.to if each.cast else each.a.dtype
    return element_type(dtype) if is_plain(dtype) else ""


def _place(each: Compared) -> list[int]:
    """The first difference as an index of the tensor; of a complex one, 0 or 1 for its part comes last."""
    assert each.difference is not None
    shape = (*each.a.shape, 2) if each.a.dtype in COMPLEX else each.a.shape
    if not is_plain(each.a.dtype):
        return [each.difference.place]
    place, index = each.difference.place, []
    for dim in reversed(shape):
        place, step = divmod(place, dim)
        index.append(step)
    return index[::-1]


def _as_json(comparison: Comparison, inventories: Sequence[Inventory]) -> dict[str, Any]:
    return {
        "identical": comparison.identical,
        "a": {"format": inventories[0].format, "prefix": comparison.prefixes[0]},
        "b": {"format": inventories[1].format, "prefix": comparison.prefixes[1]},
        "tensors": [_compared_json(each) for each in comparison.tensors],
        "only_a": [entry.name for entry in comparison.only_a],
        "only_b": [entry.name for entry in comparison.only_b],
    }


def _compared_json(each: Compared) -> dict[str, Any]:
    told: dict[str, Any] = {
        "name": each.name,
        "verdict": each.verdict,
        "types": [each.a.dtype, each.b.dtype],
        "shapes": [list(each.a.shape), list(each.b.shape)],
        "cast": str(each.cast) if each.cast else None,
    }
    if each.difference is not None and each.verdict == DIFFERS:
        values = zip(each.difference.bits, told["types"], strict=True)
        told["differing"] = each.difference.n_differing
        told["elements"] = prod(each.a.shape)
        told["place"] = _place(each)
        told["values"] = [shown(bits, element_type(dtype)) for bits, dtype in values]
        told["most_ulp"] = each.difference.most_ulp if _compared_type(each) in FLOATS else None
        told["with_nan"] = each.difference.n_unordered
    return told
