"""The bad corpus of the shipped families: each file is refused with the code of the clause that it breaks."""

from __future__ import annotations

import pytest

from bob.adversary.dropped import Lenient, dropped
from bob.envelope.contract import Contract
from bob.envelope.header import read_header
from bob.envelope.input_record import read_input
from bob.spec.clauses import true_of
from bob.store import Buffer
from tests.adversary.corpus import BAD, FAMILIES, GOOD, KEPT, READINGS, Kept

each_bad = pytest.mark.parametrize("kept", BAD, ids=lambda kept: kept.path)
GUARD = "bytes_are_in_the_vocabulary"
ALONE = [kept for kept in BAD if kept.facts["clause"] != GUARD]


@pytest.mark.parametrize("kept", GOOD, ids=lambda kept: kept.path)
def test_a_member_at_an_edge_is_accepted(kept: Kept) -> None:
    assert Lenient(FAMILIES[kept.family].spec).codes(kept.dims, kept.content) == frozenset()


@each_bad
def test_a_bad_file_is_refused_with_the_codes_that_are_kept(kept: Kept) -> None:
    codes = Lenient(FAMILIES[kept.family].spec).codes(kept.dims, kept.content)
    assert codes == kept.codes
    assert kept.clause().code in codes


@pytest.mark.parametrize("kept", ALONE, ids=lambda kept: kept.path)
def test_a_bad_file_is_refused_with_one_code_and_accepted_without_its_clause(kept: Kept) -> None:
    spec = FAMILIES[kept.family].spec
    assert len(kept.codes) == 1
    assert dropped(spec, kept.clause()).accepts(kept.dims, kept.content)


@pytest.mark.parametrize("kept", ALONE, ids=lambda kept: kept.path)
def test_every_other_clause_accepts_the_file(kept: Kept) -> None:
    reading, broken = READINGS[kept.family], kept.clause()
    false = [c for c in reading.clauses if not true_of(c, reading, kept.dims, kept.content)]
    assert false == [broken]


@pytest.mark.parametrize("family", FAMILIES)
def test_every_clause_of_a_shipped_family_has_a_file(family: str) -> None:
    broken = {(kept.clause().name, kept.clause().kind) for kept in BAD if kept.family == family}
    assert broken == {(clause.name, clause.kind) for clause in READINGS[family].clauses}


@pytest.mark.parametrize("kept", [k for k in BAD if k.family == "InputRecord"], ids=lambda kept: kept.path)
def test_an_input_record_is_refused_where_it_is_verified(kept: Kept) -> None:
    dims = {f"data.{name}": str(value) for name, value in kept.dims.items()}
    found = {f.code for f in read_input(kept.content, Contract.shipped().changed(dims)).findings}
    # A version that is below every one there was is told apart from a newer one.
    assert found == ({"BOB312"} if kept.codes == {"BOB304"} else kept.codes)


@pytest.mark.parametrize("kept", [k for k in BAD if k.family == "Header"], ids=lambda kept: kept.path)
def test_a_header_is_refused_where_it_is_verified(kept: Kept) -> None:
    assert read_header(Buffer(kept.content)).findings != ()


def test_the_corpus_is_small() -> None:
    assert max(len(kept.content) for kept in KEPT) < 1000
