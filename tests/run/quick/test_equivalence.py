"""The quick path says yes only where the full path would, with the same words and the same bytes on the disk.

Both ways are gone in one process on every file; `tests.run.quick.both` holds them against each other.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from bob.envelope.contract import Contract
from bob.envelope.input_record import build_input
from bob.errors import Refused
from tests.checkpoints import (
    SMALL,
    checkpoint,
    flipped,
    honest_planes,
    put,
    put_scalar,
    sealed,
    sealed_header,
)
from tests.run.quick.both import ACCEPTED, Both
from tests.run.quick.corpus import BAD_CASES, GOOD_CASES, OTHERS, of_a_bit, of_a_field, of_a_plane
from tests.run.quick.mutations import STATED, digest, mutants

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.run.quick.corpus import Case

pytestmark = pytest.mark.usefixtures("kept_object")
COMMANDS = ("run", "envelope")


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Both:
    return prepared(SMALL, tmp_path, monkeypatch)


def prepared(contract: Contract, tmp_path: Path, patch: pytest.MonkeyPatch, shipped: bool = False) -> Both:
    (tmp_path / "run").mkdir()
    return Both(tmp_path / "run", contract, patch, shipped)


@pytest.fixture
def hastened(small: Both) -> Both:
    small.hasten()
    return small


# What is good is served, what is bad is left to the full path.


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("case", GOOD_CASES.values(), ids=GOOD_CASES)
def test_a_good_file_is_served_as_the_full_path_serves_it(small: Both, command: str, case: Case) -> None:
    ran = small(command, *case)
    assert (ran.verdict, ran.served) == (ACCEPTED, True)


@pytest.mark.parametrize(("code", "case"), BAD_CASES.values(), ids=BAD_CASES)
def test_a_bad_file_is_left_to_the_full_path_which_refuses_it(small: Both, code: str, case: Case) -> None:
    ran = small("run", *case)
    assert code in ran.codes
    assert not ran.served


@pytest.mark.parametrize("case", [case for _, case in BAD_CASES.values()], ids=BAD_CASES)
def test_an_envelope_is_served_exactly_where_the_full_path_verifies_it(small: Both, case: Case) -> None:
    ran = small("envelope", *case)
    assert ran.served == (ran.verdict == ACCEPTED)


@pytest.mark.parametrize("case", OTHERS.values(), ids=OTHERS)
def test_no_other_kind_of_file_is_served(small: Both, case: Case) -> None:
    assert not small("run", *case).served


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("field", STATED)
def test_a_field_at_any_edge_is_judged_alike(hastened: Both, command: str, field: str) -> None:
    verdicts = {hastened(command, *case).verdict for case in of_a_field(field)}
    assert verdicts != {ACCEPTED}
    assert (ACCEPTED in verdicts) == (field in ACCEPTABLE)


@pytest.mark.parametrize("plane", range(3), ids="PMV")
def test_a_scalar_at_any_edge_is_judged_alike(hastened: Both, plane: int) -> None:
    verdicts = {hastened("run", *case).verdict for case in of_a_plane(plane)}
    assert verdicts == {ACCEPTED, "BOB401", *[(), ("BOB403",), ("BOB402", "BOB403")][plane]}


@pytest.mark.parametrize("bit", [0, 7])
def test_a_bit_of_any_byte_of_the_header_is_judged_alike(hastened: Both, bit: int) -> None:
    served = Counter(hastened("envelope", *case).served for case in of_a_bit(bit))
    # Of these bytes other values are a checkpoint's too, or the sealing has put them back.
    assert served[True] >= 32 * 3
    assert served[False] > served[True]


# Of these fields some edge is a checkpoint's too, or sealing puts the field back.
ACCEPTABLE = {"version", "parent", "input_digest", "chunk_digests", "header_digest"}


# Ten thousand of them.


SHARDS, EACH = 20, 500
# What each shard meets at least: so many served, and these refusals.
SERVED = {"run": 60, "envelope": 120}
ENVELOPES = {f"BOB{code}" for code in (*range(202, 214), 218)}
RECORDS = {f"BOB{code}" for code in (301, 303, 304, 307, 308, 310)}
REFUSED = {"run": ENVELOPES | RECORDS | {f"BOB{code}" for code in range(401, 405)}, "envelope": ENVELOPES}


@pytest.mark.parametrize("seed", range(SHARDS))
def test_mutations_are_judged_alike(hastened: Both, seed: int) -> None:
    met = {command: Counter[str]() for command in COMMANDS}
    handed_over = 0
    for mutant in mutants(seed, EACH):
        # Envelopes are verified without their record.
        for command in COMMANDS[: 1 if mutant.kind == "the record" else 2]:
            ran = hastened(command, mutant.checkpoint, mutant.record)
            met[command].update(ran.codes or [ACCEPTED])
            handed_over += ran.verdict == ACCEPTED and not ran.served
    for command in COMMANDS:
        assert met[command][ACCEPTED] >= SERVED[command]
        assert set(met[command]) >= REFUSED[command]
    assert handed_over <= 3


# Other contracts.

CONTRACTS = {
    "vocabulary-1": {"data.vocabulary": "1"},
    "vocabulary-2": {"data.vocabulary": "2"},
    "vocabulary-3": {"data.vocabulary": "3"},
    "vocabulary-100": {"data.vocabulary": "100"},
    "no-prompts": {"data.prompts": "0"},
    "many-prompts": {"data.prompts": "1000"},
    "one-update": {"updates": "1"},
    "37-updates": {"updates": "37"},
    "no-law": {"learner.beta1": "0x3f7fffff"},
    "betas-of-zero": {"learner.beta1": "0", "learner.beta2": "0"},
    "moments-that-vanish": {"learner.beta2": "0.25"},
    "a-law-beyond-binary64": {"learner.beta1": "0.99", "learner.beta2": "1e-30"},
    "the-least-rate-and-no-decay": {"learner.lr": "0x00000001", "learner.weight_decay": "0"},
}


def case_of(contract: Contract, step: int, seed: int = 0) -> Case:
    n, prompts = contract["data.vocabulary"], contract["data.prompts"]
    record = build_input([(7 * b + 3) % n for b in range(n)], [(5 * i) % n for i in range(prompts)], contract)
    planes = honest_planes(contract, min(step, 50), seed)
    return checkpoint(contract, step, planes, digest(record)), record


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("changes", CONTRACTS.values(), ids=CONTRACTS)
def test_under_any_contract_both_ways_do_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, str], command: str
) -> None:
    contract = SMALL.changed(changes)
    both = prepared(contract, tmp_path, monkeypatch)
    for step in (contract["updates"], 5 * contract["updates"]):
        ran = both(command, *case_of(contract, step))
        assert (ran.verdict, ran.served) == (ACCEPTED, True)


@pytest.mark.parametrize("changes", CONTRACTS.values(), ids=CONTRACTS)
def test_under_any_contract_planes_without_moments_are_judged_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, str]
) -> None:
    contract = SMALL.changed(changes)
    both = prepared(contract, tmp_path, monkeypatch)
    content, record = case_of(contract, 5 * contract["updates"])
    content = sealed(content[: -2 * contract["chunk"]] + bytes(2 * contract["chunk"]))
    ran = both("run", content, record)
    vanish = changes.get("data.vocabulary") == "1" or changes.get("learner.beta2") in ("0", "0.25", "1e-30")
    assert (ran.verdict, ran.served) == ((ACCEPTED, True) if vanish else ("BOB404", False))


def test_updates_that_diverge_are_left_to_the_full_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contract = SMALL.changed({"learner.lr": "3e38"})
    ran = prepared(contract, tmp_path, monkeypatch)("run", *case_of(contract, 20))
    assert (ran.verdict, ran.served) == ("BOB410", False)


def test_a_contract_of_another_learner_has_no_plan_for_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contract = SMALL.changed({"learner.identity": "sgd:bob-arith-v1"})
    with pytest.raises(Refused, match="BOB701"):
        prepared(contract, tmp_path, monkeypatch)
    both = Both(tmp_path / "run", contract, monkeypatch, built=False)
    ran = both("run", *case_of(contract, 20))
    assert (ran.verdict, ran.served) == ("BOB701", False)


# The shipped contract.


@pytest.fixture
def shipped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Both:
    return prepared(Contract.shipped(), tmp_path, monkeypatch, shipped=True)


@pytest.fixture(scope="module")
def good() -> Case:
    from tests.test_imports import ROOT

    folder = ROOT / "fixtures" / "good"
    return (folder / "envelope-v1.ckpt").read_bytes(), (folder / "input-v1.bin").read_bytes()


@pytest.mark.parametrize("command", COMMANDS)
def test_the_shipped_contract_s_good_files_are_served(shipped: Both, good: Case, command: str) -> None:
    ran = shipped(command, *good)
    assert (ran.verdict, ran.served) == (ACCEPTED, True)
    assert shipped(command, *case_of(Contract.shipped(), 640)).served


def of_the_shipped(content: bytes) -> Iterator[tuple[str, str, bytes]]:
    """What is wrong, the code, and the checkpoint."""
    size = Contract.shipped()["chunk"]
    yield "cut", "BOB202", content[:-1]
    yield "longer", "BOB203", content + b"\0"
    yield "the first bit", "BOB201", flipped(content, 0)
    yield "the last bit", "BOB206", flipped(content, 8 * len(content) - 1)
    yield "no parent", "BOB209", sealed_header(put(content, "parent", bytes(32)))
    yield "NaN in the last row", "BOB401", sealed(put_scalar(content, 0, size // 4 - 1, 0x7FC00000))
    yield "negative V in the second half", "BOB402", sealed(put_scalar(content, 2, size // 5, 0x80000001))
    yield "M beyond V", "BOB403", sealed(put_scalar(content, 1, 3, 0x7F000000))
    yield "no moments", "BOB404", sealed(content[: -2 * size] + bytes(2 * size))


@pytest.mark.parametrize("which", range(9))
def test_the_shipped_contract_s_bad_files_are_left_to_the_full_path(
    shipped: Both, good: Case, which: int
) -> None:
    _, code, content = list(of_the_shipped(good[0]))[which]
    ran = shipped("run", content, good[1])
    assert (ran.verdict, ran.served) == (code, False)
    assert shipped("envelope", content, good[1]).served == code.startswith("BOB4")
