"""What an invocation says, word for word."""

from __future__ import annotations

import pytest

from bob.run.said import Late, summary, update_lines

LOSSES = (2.7725887298583984, 2.5, 0.0)
NORMS = (0.25, 1e-7, float("inf"))
DIGEST = bytes(range(32))


def test_each_update_is_a_line_with_its_loss_rate_and_norm() -> None:
    assert update_lines(1_234_567, LOSSES, NORMS, "0.05", 1) == [
        "step 1,234,568  loss 2.772589  lr 0.05  |g| 0.250000",
        "step 1,234,569  loss 2.500000  lr 0.05  |g| 0.000000",
        "step 1,234,570  loss 0.000000  lr 0.05  |g| inf",
    ]


@pytest.mark.parametrize(
    ("every", "steps"), [(0, []), (1, [10, 11, 12]), (2, [10, 12]), (11, [11]), (13, [])]
)
def test_updates_whose_number_is_divided_are_said(every: int, steps: list[int]) -> None:
    lines = update_lines(9, LOSSES, NORMS, "1", every)
    assert [int(line.split()[1]) for line in lines] == steps


def test_losses_and_norms_of_other_lengths_are_a_fault() -> None:
    with pytest.raises(ValueError, match="zip"):
        update_lines(0, LOSSES, NORMS[:2], "1", 1)


def test_the_summary_is_the_first_and_last_loss_each_answer_and_the_digest() -> None:
    answers = [(65, (66, 1)), (0, (255, 1)), (39, (10, 1)), (7, (0, 0))]
    assert summary("a b", (10, 1_000_020), LOSSES, answers, DIGEST).splitlines() == [
        "a b: step 10 -> 1,000,020  loss 2.7726 -> 0.0000",
        "  after byte 65 'A' comes byte 66 'B'",
        "  after byte 0 '\\x00' comes byte 255 '\\xff'",
        "  after byte 39 \"'\" comes byte 10 '\\n'",
        "  after byte 7 '\\x07' comes nothing: its row is not finite",
        f"  header digest {DIGEST.hex()}",
    ]


def test_without_prompts_there_are_no_answers() -> None:
    assert len(summary("x", (0, 10), LOSSES, [], DIGEST).splitlines()) == 2


@pytest.mark.parametrize("synced", [True, False])
def test_what_came_late_keeps_what_is_needed_to_say_it(synced: bool) -> None:
    wrong = OSError(5, "Input/output error")
    late = Late("x", 30, wrong, synced)
    assert (late.path, late.step, late.wrong, late.synced) == ("x", 30, wrong, synced)
