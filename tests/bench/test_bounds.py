from __future__ import annotations

from typing import Any

import pytest

from bench.bounds import kernel_note, note, verdicts
from bench.reference import AGAINST, AIMS
from tests.bench.runs import command, ratio, run

OWN = "bob run --resume"


def verdict(found: dict[str, Any], name: str) -> dict[str, Any]:
    (one,) = [v for v in verdicts(found) if v["name"] == name]
    return one


def test_every_bound_has_its_verdict() -> None:
    names = [v["name"] for v in verdicts(run())]
    assert names == [*AIMS, *(f"{OWN} against {peer}" for peer in AGAINST)]


@pytest.mark.parametrize(
    ("name", "figure"),
    [(OWN, 1.1), ("peak memory of bob run --resume", 10.0), ("first use", 2.0), ("large file", 1.05)],
    ids=["ratio", "peak", "first use", "large, against the faster way"],
)
def test_a_bound_is_held_against_its_own_figure(name: str, figure: float) -> None:
    assert verdict(run(command(OWN, 1.1)), name)["figure"] == figure


def test_a_peer_is_held_against_the_ratio_of_bob_to_it() -> None:
    found = verdict(run(command("JAX", 60, bob_over_this=ratio(1 / 30))), f"{OWN} against JAX")
    assert (found["aim_holds"], found["must_holds"]) == (False, False)


def test_a_refused_row_has_no_verdict_whatever_its_figures() -> None:
    found = verdict(run(command(OWN, 1.1, refused="1 scalars of P have other bits")), OWN)
    assert (found["figure"], found["must_holds"]) == (None, None)


def test_an_absent_peer_has_no_verdict() -> None:
    absent = {"name": "JAX", "absent": "no network"}
    assert verdict(run(absent), f"{OWN} against JAX")["must_holds"] is None


def test_a_row_near_the_reference_has_no_note() -> None:
    row = command("raw torch", 127)
    assert note(row, run(row)) == ""


def test_a_row_off_the_reference_says_what_was_measured_beside_it() -> None:
    row = command("raw torch", 90, base_ms=25.0)
    found = note(row, run(row, command("import torch", 80)))
    assert found == (
        "90 here, 127 there; `python -c pass` takes 25.0 ms, there 13 to 20;"
        " torch 2.13.0, whose import alone is 80"
    )


def test_a_note_says_nothing_of_the_disk_where_noise_hides_it() -> None:
    row = command("C", 0.5)
    assert "memory" not in note(row, run(row, command("C, files in memory", 0.48)))


def test_a_note_names_another_processor_interpreter_and_load() -> None:
    row = command("C", 0.5)
    there = run(row, command("C, files in memory", 0.3))
    there["machine"] |= {"widest_vectors": "avx2", "python": "3.13.1", "load_at_start": 1.5}
    assert note(row, there) == (
        "0.5 here, 0.28 there; no AVX-512; CPython 3.13.1; load 1.5 on 2 cores; 0.3 with its files in memory"
    )


def kernel(name: str, bob_over_this: float, **more: Any) -> dict[str, Any]:
    return {"name": name, "ms": 1.0, "bob_over_this": ratio(bob_over_this), **more}


@pytest.mark.parametrize(
    ("name", "figure"),
    [("kernel", 3.0), ("kernel against C twin", 0.9), ("kernel against torch", 0.4)],
    ids=["divider", "C twin", "torch"],
)
def test_the_kernel_is_held_against_each_row_of_its_table(name: str, figure: float) -> None:
    rows = [{"name": "Bob", "ms": 1.0}, kernel("divider", 3.0), kernel("C twin", 0.9), kernel("torch", 0.4)]
    assert verdict(run(kernels=rows), name)["figure"] == figure


def test_adamw_is_held_at_the_count_where_it_is_slowest() -> None:
    counts = [[kernel("traffic", 0.99)], [kernel("traffic", 1.07)]]
    found = verdict(run(adamw=counts), "AdamW, the slowest count")
    assert (found["figure"], found["must_holds"]) == (1.07, False)


def test_a_kernel_off_the_reference_says_that_the_program_is_another() -> None:
    row = {"name": "C twin", "ms": 2.0}
    assert kernel_note(row, run()) == (
        "2 ms here, 1.3 to 1.4 there; its C had one division a scalar, this one has two"
    )
