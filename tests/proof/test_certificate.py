"""Every integer obligation of every shipped family has a certificate, and nothing in it can be changed."""

from __future__ import annotations

import json
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from bob.proof.certificate import Standing, certificates, checked, exemption, search
from bob.proof.checker import Rejected, check
from bob.proof.subjects import shipped
from bob.spec.family import Family
from bob.spec.fields import U8, Array, Claim, Derived, Dim, Refine
from bob.spec.obligation import Obligation, obligations
from bob.spec.premises import Kind, Premise
from bob.spec.quantifiers import below, every
from bob.spec.terms import Const, Name, Not

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bob.spec.terms import Predicate

    Path = tuple[int, ...]

OWED = {obligation.name: obligation for family in shipped() for obligation in obligations(family)}
PROVED = [name for name, owed in OWED.items() if owed.goal is not None and not owed.refuted]
WITH_A_MEMBER = [name for name in OWED if name not in PROVED]
FALSE = [name for name, owed in OWED.items() if owed.refuted]
X, Y, Z = Name("x"), Name("y"), Name("z")
NOTHING = Const(0) <= 0


@cache
def kept() -> dict[str, Any]:
    """What a search finds for all of them, as it is read again from where it is kept."""
    found: dict[str, Any] = json.loads(json.dumps(certificates(OWED.values())))
    return found


def claim(*given: Predicate, goal: Predicate | None) -> Obligation:
    stated = tuple(Premise(f"p{i}", Kind.REFINEMENT, said, f"p{i}") for i, said in enumerate(given))
    return Obligation("example/claim", "Example", "the claim", stated, goal)


def premises(name: str) -> tuple[Predicate, ...]:
    given = tuple(premise.predicate for premise in OWED[name].given)
    denied = (Not(goal),) if (goal := OWED[name].goal) is not None and OWED[name].refuted else ()
    return (*given, *denied)


def accepted(given: tuple[Predicate, ...], goal: Predicate | None, certificate: Any) -> bool:
    try:
        check(given, goal, certificate)
    except Rejected:
        return False
    return True


def steps(certificate: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every step with where it stands, those of cases too."""
    for i, step in enumerate(certificate):
        yield (*path, i), step
        if step[0] == "cases":
            for j in range(2, len(step)):
                yield from steps(step[j], (*path, i, j))


def changed(tree: Any, path: Path, value: Any) -> Any:
    if not path:
        return value
    first, *rest = path
    return [changed(part, tuple(rest), value) if i == first else part for i, part in enumerate(tree)]


def terms(name: str) -> list[tuple[Path, int, int]]:
    """Where the factor of each term of a certificate stands, with it and with what its sum is divided by."""
    return [
        ((*path, 1, i, 0), term[0], step[2])
        for path, step in steps(kept()[name])
        if step[0] == "sum"
        for i, term in enumerate(step[1])
    ]


@pytest.mark.parametrize("name", OWED)
def test_an_obligation_has_a_certificate_that_is_accepted(name: str) -> None:
    (result,) = checked([OWED[name]], kept())
    assert (result.standing, result.reason) == (Standing.CHECKED, "")


@pytest.mark.parametrize("name", PROVED)
def test_a_certificate_with_one_factor_more_by_one_is_rejected(name: str) -> None:
    assert terms(name) or kept()[name]
    tampered = [changed(kept()[name], path, factor + 1) for path, factor, _ in terms(name)]
    assert [each for each in tampered if accepted(premises(name), OWED[name].goal, each)] == []


@pytest.mark.parametrize("name", PROVED)
def test_a_certificate_with_one_sign_flipped_is_rejected(name: str) -> None:
    # Where twice the factor is a multiple of the divisor, a flipped multiple of an equation adds a whole
    # multiple of what is 0, and the fact says the same as before: such a factor is made less by one.
    flips = [
        (path, factor - 1 if by > 1 and 2 * factor % by == 0 else -factor) for path, factor, by in terms(name)
    ]
    tampered = [changed(kept()[name], path, factor) for path, factor in flips]
    assert [each for each in tampered if accepted(premises(name), OWED[name].goal, each)] == []


@pytest.mark.parametrize("name", PROVED)
def test_a_certificate_with_another_divisor_or_rest_is_rejected(name: str) -> None:
    sums = [(path, step) for path, step in steps(kept()[name]) if step[0] == "sum"]
    tampered = [changed(kept()[name], (*path, i), step[i] + 1) for path, step in sums for i in (2, 3)]
    assert [each for each in tampered if accepted(premises(name), OWED[name].goal, each)] == []


@pytest.mark.parametrize("name", PROVED)
def test_a_certificate_is_rejected_without_one_of_the_premises_that_it_uses(name: str) -> None:
    used = [step[1] for _, step in steps(kept()[name]) if step[0] == "premise"]
    given = premises(name)
    fewer = [tuple(NOTHING if i == gone else said for i, said in enumerate(given)) for gone in used]
    fewer += [given[:gone] + given[gone + 1 :] for gone in used]
    assert [each for each in fewer if accepted(each, OWED[name].goal, kept()[name])] == []


@pytest.mark.parametrize("name", PROVED)
def test_a_certificate_is_rejected_without_one_of_its_steps(name: str) -> None:
    def without(tree: Any, path: Path) -> Any:
        first, *rest = path
        if not rest:
            return tree[:first] + tree[first + 1 :]
        return [without(part, tuple(rest)) if i == first else part for i, part in enumerate(tree)]

    fewer = [without(kept()[name], path) for path, _ in steps(kept()[name])]
    assert [each for each in fewer if accepted(premises(name), OWED[name].goal, each)] == []


@pytest.mark.parametrize("name", PROVED)
def test_a_certificate_does_not_show_the_contrary(name: str) -> None:
    goal = OWED[name].goal
    assert goal is not None
    assert not accepted(premises(name), Not(goal), kept()[name])


@pytest.mark.parametrize("name", WITH_A_MEMBER)
def test_a_member_without_one_of_its_values_is_rejected(name: str) -> None:
    # An array without elements is not read.
    member = {quantity: value for quantity, value in kept()[name].items() if value != []}
    fewer = [{other: value for other, value in member.items() if other != gone} for gone in member]
    assert [each for each in fewer if accepted(premises(name), None, each)] == []


@pytest.mark.parametrize("name", WITH_A_MEMBER)
def test_a_member_is_rejected_where_one_premise_is_denied(name: str) -> None:
    given = premises(name)
    denied = [(*given[:i], Not(said), *given[i + 1 :]) for i, said in enumerate(given)]
    assert [each for each in denied if accepted(each, None, kept()[name])] == []


@pytest.mark.parametrize("name", FALSE)
def test_no_certificate_shows_a_statement_that_is_false(name: str) -> None:
    given = tuple(premise.predicate for premise in OWED[name].given)
    assert [other for other in OWED if accepted(given, OWED[name].goal, kept()[other])] == []


@pytest.mark.parametrize(
    "false",
    [
        pytest.param(claim(X <= Y, goal=X < Y), id="not strictly"),
        pytest.param(claim(X * X <= 9, goal=X <= 2), id="one less"),
        pytest.param(claim(X >= 1, Y >= 1, goal=X * Y > 1), id="the least product"),
        pytest.param(claim(goal=X % 4 == X % 2), id="two rests"),
        pytest.param(claim(goal=X % Y < Y), id="a divisor that may be zero"),
        pytest.param(claim(Y >= 1, goal=(X + 1) // Y == X // Y), id="two quotients"),
        pytest.param(claim(X * Z == Y * Z, goal=X == Y), id="a factor that may be zero"),
        pytest.param(claim(goal=X >= 0), id="a quantity of which nothing is said"),
        pytest.param(claim((X <= 3) | (Y <= 3), goal=X <= 3), id="one of two cases"),
        pytest.param(claim((X % 2 == 0).iff(X == Y), goal=X == Y), id="one side"),
    ],
)
def test_nothing_is_found_for_what_does_not_follow(false: Obligation) -> None:
    assert search(false) is None


@pytest.mark.parametrize(
    "true",
    [
        pytest.param(claim(X <= Y, Y <= Z, goal=X <= Z), id="a sum"),
        pytest.param(claim(X >= 2, Y >= 3, goal=X * Y >= 6), id="a product"),
        pytest.param(claim(X >= 0, X <= 9, Y >= 0, Y <= 7, goal=X * Y <= 63), id="a product from above"),
        pytest.param(claim(X * X <= 9, goal=X <= 3), id="a root"),
        pytest.param(claim(goal=(X % 4 == 0).implies(X % 2 == 0)), id="a rest of a rest"),
        pytest.param(claim(goal=(6 * X) % 3 == 0), id="a multiple"),
        pytest.param(claim(3 * X == 2 * Y, goal=Y % 3 == 0), id="a common multiple"),
        pytest.param(claim(X >= 0, Y >= 1, goal=X // Y <= X), id="a quotient"),
        pytest.param(claim(Y >= 1, X % Y == 0, goal=(X + Y) // Y == X // Y + 1), id="one quotient more"),
        pytest.param(claim(Y == 64, goal=X % Y < 64), id="a divisor with a name"),
        pytest.param(claim((X <= 3) | (X <= 5), goal=X <= 5), id="cases of a premise"),
        pytest.param(claim(X != Y, goal=(X < Y) | (Y < X)), id="one or the other"),
        pytest.param(claim(X > Y, X < Y, goal=Z == 7), id="from a contradiction"),
        pytest.param(claim(2 * X == 2 * Y + 1, goal=Z == 7), id="from what is even and odd"),
        pytest.param(claim(X == 1, X == 3, goal=Z == 7), id="from two values"),
        pytest.param(claim(goal=X % 1 == 0), id="a divisor of 1"),
        pytest.param(claim(Y == 1, goal=X // Y == X), id="a divisor that is 1"),
        pytest.param(claim(X >= 1, Z >= 0, X * Y == X * Z, goal=Y == Z), id="a factor that is not zero"),
    ],
)
def test_a_certificate_is_found_for_what_follows(true: Obligation) -> None:
    check(tuple(premise.predicate for premise in true.given), true.goal, search(true))


def test_a_member_is_found_in_large_numbers() -> None:
    owed = claim(X >= 2**40, X % 2 == 1, Y == X * X, goal=None)
    assert search(owed) == {"x": 2**40 + 1, "y": (2**40 + 1) ** 2}


def test_no_member_is_found_where_there_is_none() -> None:
    assert search(claim(X < Y, Y < X, goal=None)) is None


def test_an_obligation_over_the_elements_of_an_array_is_exempt_by_name() -> None:
    class Table(Family):
        rows = Dim(1, 9)
        cells = Array(U8(), lambda f: f.rows)
        small = Refine(lambda f: every(cell < 9 for cell in f.cells), "each cell is small")
        smaller = Claim(lambda f: every(f.cells[i] < 10 for i in below(f.rows)), "each cell is below ten")
        size = Derived(lambda f: f.rows + 1)

    owed = obligations(Table)
    found = {each.name: each.standing for each in checked(owed, certificates(owed))}
    assert found == {
        "table/inhabited": Standing.CHECKED,
        "table/smaller": Standing.EXEMPT,
        "table/size.below_2_63": Standing.CHECKED,
        "table/record_bytes.below_2_63": Standing.CHECKED,
    }
    assert [exemption(each) for each in owed if exemption(each)] == [
        "its goal quantifies over a function of indices"
    ]


def test_no_shipped_obligation_is_exempt() -> None:
    assert [name for name, owed in OWED.items() if exemption(owed)] == []


def test_an_obligation_without_its_certificate_is_rejected() -> None:
    (result,) = checked([OWED["pair/inhabited"]], {})
    assert (result.standing, result.reason) == (Standing.REJECTED, "no certificate is kept")


def test_an_obligation_with_another_certificate_is_rejected_with_the_reason() -> None:
    (result,) = checked([OWED["pair/inhabited"]], {"pair/inhabited": {"byte": 256, "target": 0}})
    assert result.standing is Standing.REJECTED
    assert result.reason == "not true of the member 0 <= byte and byte < 256"


def test_a_search_finds_the_same_again() -> None:
    names = ["byte_map/rows_cover", "header/size_is_a_multiple", "input_record/inhabited"]
    assert certificates(OWED[name] for name in names) == {name: kept()[name] for name in names}
