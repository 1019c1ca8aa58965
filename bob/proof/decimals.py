"""Decimals of at most 24 digits: one number, one text. `theorems` states it, and where it ends.

A text is its length and its digits, counted from the right: `text.digit.0` is the last one, those beyond the
length are 0. Its number is a chain of rests: `text.rest.0` is the number itself, and each rest is ten times
the next one and a digit. (The sum of all digits, each times its power of ten, says the same, and judges
cannot read it.) One step of the chain has no bound, so by induction a number of any length has one text; the
bound is that of `bob.spec.grammar.Decimal`. What is refuted is what its two rules keep out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from bob.proof.script import conjunction, goal_head, premise_head, script
from bob.proof.theorem import Theorem
from bob.spec.grammar import DECIMAL_DIGITS, Decimal

if TYPE_CHECKING:
    from collections.abc import Callable

    from bob.proof.expressions import Expression
    from bob.proof.judges import Assignment
    from bob.proof.script import Said

_SUBJECT = "Decimals"
_LIMIT = 10**DECIMAL_DIGITS
_NUMBERS = f"numbers below 10^{DECIMAL_DIGITS}"
_PLACES = range(DECIMAL_DIGITS)
_LEAF = Decimal("number")


def theorems() -> tuple[Theorem, ...]:
    """What is proved of decimals, then what is refuted."""
    return (*_proved(), *_refuted())


def _proved() -> tuple[Theorem, ...]:
    below: Expression = ("<", "text.rest.0", str(_LIMIT))
    none_left: Said = f"nothing is left after {DECIMAL_DIGITS} digits", _nothing_left("text")
    return (
        _theorem(
            "step",
            "ten times a natural number, and a digit, fix the number and the digit",
            "natural numbers",
            [*_step("one", 0), *_step("other", 0), _same_number("one", "other")],
            [("=", "one.rest.1", "other.rest.1"), ("=", "one.digit.0", "other.digit.0")],
        ),
        _theorem(
            "nothing",
            "ten times a natural number, and a digit, are 0 only where both are",
            "natural numbers",
            _step("text", 0),
            [_only_zero_leaves_nothing("text", 0)],
        ),
        _theorem(
            "range",
            f"after {DECIMAL_DIGITS} digits nothing is left exactly of the numbers below 10^{DECIMAL_DIGITS}",
            "natural numbers",
            _taken_off("text"),
            [("=", below, _nothing_left("text"))],
        ),
        _theorem(
            "written",
            "digits taken off a number until nothing is left are a text without leading zeros, and reversely",
            _NUMBERS,
            [_nothing_by_steps("text"), none_left],
            [
                (
                    "=",
                    _ends_with_nothing_left("text")[1],
                    conjunction([*_ends("text"), *_no_leading_zero("text")]),
                )
            ],
        ),
        _theorem(
            "round_trip",
            "the digits that are taken off a number read as that number",
            _NUMBERS,
            [*_taken_off("text"), none_left, _read_again("read", "text")],
            [("=", "read.rest.0", "text.rest.0")],
        ),
        _theorem(
            "injective",
            "what is written of one number is one text",
            _NUMBERS,
            [
                *(_ends_with_nothing_left(text) for text in ("one", "other")),
                _by_steps("one", "other"),
                _same_number("one", "other"),
            ],
            _equal("one", "other"),
        ),
    )


def _refuted() -> tuple[Theorem, ...]:
    numbers = f"numbers up to 10^{DECIMAL_DIGITS}"
    short = [said for text in ("one", "other") for said in (*_step(text, 0), *_step(text, 1), _short(text))]
    return (
        _theorem(
            "one_digit_more",
            f"nothing is left of a number after {DECIMAL_DIGITS} digits",
            numbers,
            [*_taken_off("text"), (f"one of the {numbers}", ("<=", "text.rest.0", str(_LIMIT)))],
            [_nothing_left("text")],
            f"the bound is the greatest: 10^{DECIMAL_DIGITS} has one digit more",
            _replayed_beyond,
        ),
        _theorem(
            "leading_zeros",
            "two texts that read as one number are one text, leading zeros allowed",
            "texts of one or two digits",
            [*short, _same_number("one", "other")],
            [("=", "one.length", "other.length")],
            "without the rule on leading zeros one number has many texts",
            _replayed_zeros,
        ),
    )


def _theorem(
    name: str,
    sentence: str,
    bound: str,
    given: list[Said],
    goal: list[Expression],
    refuted: str = "",
    replay: Callable[[Assignment], str] | None = None,
) -> Theorem:
    name = f"decimal/{name}"
    symbols = _symbols([*(expression for _, expression in given), *goal])
    said = [*given, (f"not: {sentence}", ("not", conjunction(goal)))]
    premises = script(premise_head(name), "QF_LIA", symbols, given)
    goals = script(goal_head(name, sentence), "QF_LIA", symbols, said)
    return Theorem(name, _SUBJECT, sentence, bound, premises, goals, refuted=refuted, replay=replay)


def _symbols(expressions: Expression | list[Expression]) -> dict[str, tuple[str, ...]]:
    """Every quantity that is mentioned, in order: words with a point in them."""
    if isinstance(expressions, str):
        return {expressions: ()} if "." in expressions else {}
    return {name: () for expression in expressions for name in _symbols(expression)}


def _step(text: str, place: int) -> list[Said]:
    rest, digit, higher = f"{text}.rest.{place}", f"{text}.digit.{place}", f"{text}.rest.{place + 1}"
    return [
        (f"{digit} is a digit", ("<=", "0", digit, "9")),
        (f"{higher} is natural", ("<=", "0", higher)),
        (f"{rest} is ten times {higher}, and {digit}", ("=", rest, ("+", ("*", "10", higher), digit))),
    ]


def _taken_off(text: str) -> list[Said]:
    """A number and its digits, the last one first."""
    return [said for place in _PLACES for said in _step(text, place)]


def _ends_with_nothing_left(text: str) -> Said:
    """A text is as long as something is left of its number, and has one digit in any case."""
    length = f"{text}.length"
    bounds = ("<=", "1", length, str(DECIMAL_DIGITS))
    left = (("=", ("<=", length, str(place)), ("=", f"{text}.rest.{place}", "0")) for place in _PLACES[1:])
    return f"{text} ends where nothing is left", conjunction([bounds, *left])


def _short(text: str) -> Said:
    """One digit or two, of which the first may be 0."""
    length = f"{text}.length"
    alone = ("=>", ("=", length, "1"), ("=", f"{text}.digit.1", "0"))
    return f"{text} has one digit or two", conjunction(
        [("<=", "1", length, "2"), ("=", f"{text}.rest.2", "0"), alone]
    )


def _read_again(text: str, digits: str) -> Said:
    """The number that the digits of another text read as, from its first one."""
    steps = [
        (
            "=",
            f"{text}.rest.{place}",
            ("+", ("*", "10", f"{text}.rest.{place + 1}"), f"{digits}.digit.{place}"),
        )
        for place in _PLACES
    ]
    return f"{text} is what the digits of {digits} read as", conjunction([_nothing_left(text), *steps])


def _by_steps(one: str, other: str) -> Said:
    """Instances of the theorem `decimal/step`."""
    steps = [
        (
            "=>",
            ("=", f"{one}.rest.{place}", f"{other}.rest.{place}"),
            (
                "and",
                ("=", f"{one}.rest.{place + 1}", f"{other}.rest.{place + 1}"),
                ("=", f"{one}.digit.{place}", f"{other}.digit.{place}"),
            ),
        )
        for place in _PLACES
    ]
    return "by decimal/step, equal rests have equal digits and leave equal rests", conjunction(steps)


def _nothing_by_steps(text: str) -> Said:
    """Instances of the theorem `decimal/nothing`."""
    steps = [_only_zero_leaves_nothing(text, place) for place in _PLACES]
    return "by decimal/nothing, a rest is 0 only where its digit and the next rest are", conjunction(steps)


def _only_zero_leaves_nothing(text: str, place: int) -> Expression:
    rest, digit, higher = f"{text}.rest.{place}", f"{text}.digit.{place}", f"{text}.rest.{place + 1}"
    return "=", ("=", rest, "0"), ("and", ("=", digit, "0"), ("=", higher, "0"))


def _nothing_left(text: str) -> Expression:
    return "=", f"{text}.rest.{DECIMAL_DIGITS}", "0"


def _ends(text: str) -> list[Expression]:
    length = f"{text}.length"
    beyond = (
        ("=>", ("<=", length, str(place)), ("=", f"{text}.digit.{place}", "0")) for place in _PLACES[1:]
    )
    return [("<=", "1", length, str(DECIMAL_DIGITS)), _nothing_left(text), *beyond]


def _no_leading_zero(text: str) -> list[Expression]:
    return [
        ("=>", ("=", f"{text}.length", str(place + 1)), ("not", ("=", f"{text}.digit.{place}", "0")))
        for place in _PLACES[1:]
    ]


def _same_number(one: str, other: str) -> Said:
    return "both are one number", ("=", f"{one}.rest.0", f"{other}.rest.0")


def _equal(one: str, other: str) -> list[Expression]:
    names = ("length", *(f"digit.{place}" for place in _PLACES))
    return [("=", f"{one}.{name}", f"{other}.{name}") for name in names]


def _replayed_beyond(assignment: Assignment) -> str:
    number = assignment.number("text.rest.0")
    n_digits, problem = len(_LEAF.write(number)), _LEAF.problem(number)
    if number < 0 or not problem:
        raise ValueError(f"{number} is a number that is written")
    return f"{number} has {n_digits} digits, and is refused: not {problem}"


def _replayed_zeros(assignment: Assignment) -> str:
    one, other = (
        "".join(
            str(assignment.number(f"{text}.digit.{place}"))
            for place in reversed(range(assignment.number(f"{text}.length")))
        )
        for text in ("one", "other")
    )
    if one == other or not one.isdigit() or not other.isdigit() or int(one) != int(other):
        raise ValueError(f"{one!r} and {other!r} are no two texts of one number")
    return f'"{one}" and "{other}" both read as {int(one)}'
