from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from bench.page import page, plots
from bench.plots import Dot, dots, lines
from tests.bench.runs import command, ratio, run

ROOT = Path(__file__).parent.parent.parent
RUNS = json.loads((ROOT / "bench" / "results.json").read_text())["runs"]


def test_the_page_is_what_the_results_say() -> None:
    assert (ROOT / "docs" / "speed.md").read_text() == page(RUNS)


@pytest.mark.parametrize("name", plots(RUNS[0]))
def test_a_plot_is_what_the_results_say(name: str) -> None:
    assert (ROOT / "docs" / name).read_text() == plots(RUNS[0])[name]


def test_a_refused_row_shows_its_reason_and_no_ratio() -> None:
    text = page([run(command("C", 0.31, refused="3 scalars of V have other bits than Bob's"))])
    assert "| `C` | refused: 3 scalars of V have other bits than Bob's |" in text
    assert "0.31" not in text


def test_an_absent_row_shows_its_reason() -> None:
    absent = {
        "name": "JAX",
        "files": "",
        "digests": "",
        "verifies": "",
        "agreement": "",
        "absent": "no wheel",
    }
    assert "| `JAX` | absent: no wheel |" in page([run(absent)])


def test_the_run_before_stands_beside_the_last() -> None:
    text = page([run(command("C", 0.3)), run(command("C", 0.4))])
    assert "| `C` | 0.3 (0.27 to 0.33) | 0.4 (0.36 to 0.44) |" in text


def test_a_must_that_does_not_hold_is_said_loudly() -> None:
    text = page([run(command("C", 0.3, bob_over_this=ratio(5.5)))])
    assert "| bob run --resume against C | 5.5 |  | 3.9: **falls short** | 5: **falls short** |" in text


def test_a_small_part_is_said_as_one_over_a_number() -> None:
    text = page([run(command("JAX", 60, bob_over_this=ratio(1 / 50)))])
    assert "| bob run --resume against JAX | 1/50 |  | 1/45: holds | 1/40: holds |" in text


def test_a_refused_row_is_in_no_plot() -> None:
    drawn = plots(run(command("C", 0.3), command("JAX", 60, refused="status 1")))["speed-commands.svg"]
    assert ">C<" in drawn
    assert ">JAX<" not in drawn


def test_ten_times_as_long_is_one_step_of_the_scale() -> None:
    drawn = ElementTree.fromstring(
        dots("t", [Dot("a", 1, 1, 1), Dot("b", 10, 9, 11), Dot("c", 100, 99, 101)])
    )
    places = [float(circle.attrib["cx"]) for circle in drawn.iter("{http://www.w3.org/2000/svg}circle")]
    assert places[1] - places[0] == pytest.approx(places[2] - places[1], abs=0.2)
    assert places[1] > places[0]


def test_linear_cost_is_a_line_of_slope_one() -> None:
    drawn = ElementTree.fromstring(lines("t", "x", "y", {"s": [(1, 1), (10, 10), (100, 100)]}))
    (way,) = drawn.iter("{http://www.w3.org/2000/svg}polyline")
    (x0, y0), (x1, y1), (x2, y2) = (map(float, point.split(",")) for point in way.attrib["points"].split())
    assert (x1 - x0, y0 - y1) == pytest.approx((x2 - x1, y1 - y2), abs=0.2)
