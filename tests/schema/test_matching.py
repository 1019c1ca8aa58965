"""Random schemas at random dims match with those dims; one change is refused, by the name of its tensor."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bob.schema import FLOAT, Block, Dim, Param, Schema, match
from bob.schema.language import SchemaMeta
from tests.schema.inventories import entry, inventory, tensors

if TYPE_CHECKING:
    from bob.formats.inventory import Entry
    from bob.schema import Matched

WORDS = ("attention", "gate", "kernel", "norm", "output", "projection", "scale", "value")
AXES = ("A", "B", "C", "A * B", "B * C", "2 * A", "A + B", "C + 1")


@st.composite
def schemas(draw: st.DrawFn) -> type[Schema]:
    """A schema of a few params, some of them in blocks, in which each dim stands alone at least twice."""
    words = draw(st.lists(st.sampled_from(WORDS), min_size=2, max_size=4, unique=True))
    shapes = st.lists(st.sampled_from(AXES), max_size=2).map(", ".join)
    inner = [Param(f"{word}.weight", FLOAT[draw(shapes)]) for word in words]
    members = {
        "A": Dim(config="a"),
        "B": Dim(config="b"),
        "C": Dim(config="c"),
        "L": Dim(config="layers"),
        "first": Param("embedding.table", FLOAT["A, B, C"]),
        "layers": Block("layers.{i}.", "L", *inner, Param("dense", FLOAT["A, B, C"])),
        "last": Param("final.table", FLOAT["C, A, B"]),
    }
    return SchemaMeta("Made", (Schema,), members)  # type: ignore[return-value]


sizes = st.fixed_dictionaries({"L": st.integers(2, 5), **{name: st.integers(2, 40) for name in "ABC"}})


@settings(max_examples=40)
@given(schema=schemas(), dims=sizes)
def test_an_inventory_made_at_some_dims_matches_with_those_dims(
    schema: type[Schema], dims: dict[str, int]
) -> None:
    told = match(schema, inventory(tensors(schema, dims)))
    assert (told.findings, told.undecided) == ((), {})
    assert told.binding == dims


@settings(max_examples=40)
@given(schema=schemas(), dims=sizes, wrong=st.sampled_from(["a", "b", "c", "layers"]), data=st.data())
def test_a_config_with_one_other_number_is_refused_by_its_field(
    schema: type[Schema], dims: dict[str, int], wrong: str, data: st.DataObject
) -> None:
    config = {"a": dims["A"], "b": dims["B"], "c": dims["C"], "layers": dims["L"]}
    other = data.draw(st.integers(1, 60).filter(lambda n: n != config[wrong]))
    told = match(schema, inventory(tensors(schema, dims)), {**config, wrong: other})
    assert [(f.code, f.part) for f in told.findings] == [("BOB620", f"config {wrong}")]
    assert told.binding == dims


def _all_text(told: Matched) -> str:
    return " ".join(" ".join(map(str, finding[:4])) for finding in told.findings)


def _names_of(told: Matched, entries: list[Entry]) -> set[str]:
    """The names that the parts of findings mean, ranges of one index spelled out."""
    parts = [part.strip().split(" axis")[0] for f in told.findings for part in f.part.split(", ")]
    return {e.name for e in entries if e.name in parts}


KINDS = ("axis", "dtype", "missing", "extra", "letter", "rank")


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=40)
@given(schema=schemas(), dims=sizes, data=st.data())
def test_one_change_is_refused_and_names_the_tensor(
    kind: str, schema: type[Schema], dims: dict[str, int], data: st.DataObject
) -> None:
    entries = list(tensors(schema, dims))
    place = data.draw(st.integers(0, len(entries) - 1))
    victim = entries[place]
    changed = _changed(kind, victim, data)
    after = [*entries[:place], *changed, *entries[place + 1 :]]
    told = match(schema, inventory(after))
    assert told.findings, "accepted"
    names = {each.name for each in changed if each not in entries} or {victim.name}
    assert any(name in _all_text(told) for name in names), told.findings
    assert told.binding == dims or kind == "missing"


def _changed(kind: str, victim: Entry, data: st.DataObject) -> list[Entry]:
    """What stands in the place of one tensor."""
    match kind:
        case "axis":
            assume(victim.shape)
            axis = data.draw(st.integers(0, len(victim.shape) - 1))
            size = data.draw(st.integers(1, 99).filter(lambda n: n != victim.shape[axis]))
            return [victim._replace(shape=(*victim.shape[:axis], size, *victim.shape[axis + 1 :]))]
        case "rank":
            return [victim._replace(shape=(*victim.shape, 3))]
        case "dtype":
            return [victim._replace(dtype="I32")]
        case "missing":
            # The last block of all gone would be a smaller file that is whole.
            return []
        case "extra":
            return [victim, entry(f"{victim.name}.extra", 3)]
    letter = data.draw(st.integers(0, len(victim.name) - 1))
    assume(victim.name[letter].isalpha())
    return [victim._replace(name=f"{victim.name[:letter]}x{victim.name[letter + 1 :]}")]


@settings(max_examples=40)
@given(schema=schemas(), dims=sizes, order=st.randoms(use_true_random=False))
def test_the_order_of_tensors_changes_nothing(
    schema: type[Schema], dims: dict[str, int], order: object
) -> None:
    entries = [e for n, e in enumerate(tensors(schema, dims)) if n % 5 != 3]
    shuffled = list(entries)
    order.shuffle(shuffled)  # type: ignore[attr-defined]
    one, other = (match(schema, inventory(each)) for each in (entries, shuffled))
    assert set(one.findings) == set(other.findings)
    assert one.binding == other.binding


names = st.text(st.sampled_from("ab.01{}\0é"), max_size=12)
junk = st.builds(
    lambda name, shape, dtype: entry(name, *shape, dtype=dtype),
    names,
    st.lists(st.integers(0, 2**63), max_size=4),
    st.sampled_from(["F32", "I8", "Q4_K", ""]),
)


@settings(max_examples=40)
@given(schema=schemas(), entries=st.lists(junk, max_size=12))
def test_any_inventory_is_answered(schema: type[Schema], entries: list[Entry]) -> None:
    told = match(schema, inventory(entries), {"a": 3, "layers": "many"})
    assert told.findings
    assert len(told.lines) == len(told.findings)


class Spelt(Schema):
    """A norm that older writers named otherwise, and a copy of it."""

    D = Dim(config="d")
    norm = Param("norm.weight", FLOAT["D"])
    again = Param("again.norm.weight", FLOAT["D"], tied="norm.weight")
    spellings = (("norm.gamma", "norm.weight"),)


def test_a_tied_param_of_an_older_spelling_is_tied_to_the_older_name_without_any_config() -> None:
    matched = match(Spelt, inventory([entry("norm.gamma", 4), entry("again.norm.gamma", 4)]))
    assert matched.findings == ()
    assert [(one.name, other.name) for one, other in matched.tied] == [("again.norm.gamma", "norm.gamma")]
    assert matched.notes == ("names are spelt as in older files: norm.gamma for norm.weight",)
