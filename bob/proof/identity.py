"""Two contracts never share identity bytes: by cuts and judges, and by the product automaton without one.

    theorems()      for each part and for all of them; for their kin; for their neighbours; for decimals

What is claimed is read off the contract's own family and grammars. Parts stand behind their lengths: that two
readings find them at the same places is one theorem, that no part has two readings is one for each; together
they are the whole, which a single walk goes through at once. Kin are grammars with one separator let into
one name, and are told apart still. Neighbours are a step beyond, refuted with a shortest text and its two
readings: nobody can define them (BOB109).
"""

from __future__ import annotations

from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from bob.proof import decimals
from bob.proof.cuts import Cuts
from bob.proof.ends import readings
from bob.proof.theorem import Theorem, Walk, Walked
from bob.spec.automaton import Collision, Fixed, Framed, walked
from bob.spec.families.contract import PARTS, CheckpointEnvelopeContract
from bob.spec.fields import Prefixed, Scalar
from bob.spec.grammar import Bits, Decimal, Literal, Text, escaped

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from bob.proof.judges import Assignment
    from bob.spec.automaton import Piece
    from bob.spec.grammar import Leaf

_GROUP, _SUBJECT = "identity", "Identity bytes"
_ANY = "names of any length"
_METHOD = "product automaton, breadth first"
_BAR = Literal(b"|")


class Neighbour(NamedTuple):
    """A text that looks like an identity and has two readings; `shows` says what that teaches."""

    name: str
    pieces: tuple[Piece, ...]
    sentence: str
    shows: str


def theorems() -> tuple[Theorem | Walk, ...]:
    """All claims about identity bytes, and about the decimals in them."""
    claims: list[Theorem | Walk] = []
    for part, grammar in PARTS.items():
        sentence = f"no two choices of fields write one {part} part"
        claims += [_theorem(part, grammar.leaves, sentence), _walk(part, grammar.leaves, sentence)]
    claims += _whole()
    for name, leaves, sentence in kin():
        claims += [_theorem(name, leaves, sentence, whole_literals=True), _walk(name, leaves, sentence)]
    for neighbour in neighbours():
        claims += _refuted(neighbour)
    return (*claims, *decimals.theorems())


def contract_pieces() -> tuple[Framed | Fixed, ...]:
    """All that identifies a contract, as its family has it: parts behind their lengths, then numbers."""
    found: list[Framed | Fixed] = []
    for name, field in ((stored.name, stored.field) for stored in CheckpointEnvelopeContract.spec.fields):
        if isinstance(field, Prefixed):
            found.append(Framed(name, field.prefix.n_bytes, PARTS[name].leaves))
        else:
            assert isinstance(field, Scalar)
            found.append(Fixed(name, field.n_bytes))
    return tuple(found)


def kin() -> Iterator[tuple[str, tuple[Leaf, ...], str]]:
    """Texts with one reading that reading from the left alone would not find, or that look dangerous."""
    for part in ("schema", "learner"):
        leaves = PARTS[part].leaves
        for name in (leaf.name for leaf in leaves if isinstance(leaf, Text)):
            yield (
                f"{part}_bar_in_{name}",
                with_bars(leaves, name),
                f"a | in the {part}'s {name} alone leaves one reading: the rest is cut from the other end",
            )
    objective, identity, numbers = _learner()
    yield (
        "learner_numbers_between_bars",
        (objective, _BAR, *numbers, _BAR, identity),
        "raw numbers between two names leave one reading where a | stands on both sides of them",
    )


def neighbours() -> Iterator[Neighbour]:
    """Texts with two readings."""
    for part in ("schema", "learner"):
        names = [leaf.name for leaf in PARTS[part].leaves if isinstance(leaf, Text)]
        yield Neighbour(
            f"{part}_bars_in_both_names",
            with_bars(PARTS[part].leaves, *names),
            f"no two choices of fields write one {part} part whose names may both hold a |",
            "a name without a | on one side of the separator at least",
        )
    objective, identity, numbers = _learner()
    yield Neighbour(
        "learner_number_between_names",
        (objective, numbers[0], identity),
        f"no two choices of fields write one text of two names with {numbers[0].name} between, without a |",
        "a raw number may look like a name, so its place must be fixed",
    )
    yield Neighbour(
        "two_parts_run_together",
        tuple(_run_together(["schema", "initialization"])),
        "no two choices of fields write one schema part with the initialization part right behind it",
        "a decimal runs on into a name that begins with a digit: parts need their lengths",
    )


def with_bars(leaves: Sequence[Leaf], *names: str) -> tuple[Leaf, ...]:
    """The leaves with a `|` let into the alphabets of some names."""
    return tuple(
        leaf._replace(alphabet=leaf.alphabet | set(_BAR.value))
        if isinstance(leaf, Text) and leaf.name in names
        else leaf
        for leaf in leaves
    )


def _learner() -> tuple[Text, Text, list[Bits]]:
    """The learner's two names, and its numbers."""
    leaves = PARTS["learner"].leaves
    objective, identity = (leaf for leaf in leaves if isinstance(leaf, Text))
    return objective, identity, [leaf for leaf in leaves if isinstance(leaf, Bits)]


def _run_together(parts: Sequence[str]) -> Iterator[Leaf]:
    for part in parts:
        for leaf in PARTS[part].leaves:
            yield leaf if isinstance(leaf, Literal) else leaf._replace(name=f"{part}.{leaf.name}")


def _whole() -> tuple[Theorem | Walk, ...]:
    pieces = contract_pieces()
    name = f"{_GROUP}/whole"
    sentence = "two readings of identity bytes find every part at the same place, whatever the parts hold"
    cuts = Cuts(pieces, open_frames=True)
    least = Cuts(pieces, _n_least(pieces, open_frames=True), open_frames=True)
    together = tuple(_run_together(list(PARTS)))
    return (
        Theorem(
            name,
            _SUBJECT,
            sentence,
            "parts of any length",
            least.premise_query(name),
            cuts.goal_query(name, sentence),
        ),
        _walk("whole", pieces, "no two contracts have the same identity bytes"),
        _walk(
            "parts_run_together",
            together,
            "no two contracts have the same identity bytes if parts stand without their lengths",
            "parts need their lengths",
        ),
    )


def _theorem(name: str, pieces: Sequence[Piece], sentence: str, *, whole_literals: bool = False) -> Theorem:
    name = f"{_GROUP}/{name}"
    return Theorem(
        name,
        _SUBJECT,
        sentence,
        _ANY,
        Cuts(pieces, _n_least(pieces)).premise_query(name),
        Cuts(pieces, whole_literals=whole_literals).goal_query(name, sentence),
    )


def _walk(name: str, pieces: Sequence[Piece], sentence: str, refuted: str = "") -> Walk:
    def run() -> Walked:
        product = walked(pieces)
        count = f"{product.n_pairs} pairs of states"
        if product.collision is None:
            return Walked(True, f"{count}, none of which ends a text after its readings parted")
        text = product.collision.text
        return Walked(False, f"{told(pieces, text)}; {len(text)} bytes, none fewer; {count}")

    return Walk(f"{_GROUP}/{name}_walked", _SUBJECT, sentence, _ANY, _METHOD, run, refuted)


def _refuted(neighbour: Neighbour) -> Iterator[Theorem | Walk]:
    """The neighbour refuted by a text, that there is none shorter, and both again by a walk."""
    pieces = neighbour.pieces
    collision = walked(pieces).collision
    assert collision is not None, f"{neighbour.name} has one reading"
    n_bytes = len(collision.text)
    for name, most, sentence, shows in (
        (neighbour.name, n_bytes, neighbour.sentence, neighbour.shows),
        (f"{neighbour.name}_shortest", n_bytes - 1, f"{neighbour.sentence}, in a byte less", ""),
    ):
        cuts = Cuts(pieces, most)
        yield Theorem(
            f"{_GROUP}/{name}",
            _SUBJECT,
            sentence,
            f"texts of at most {most} bytes",
            cuts.premise_query(f"{_GROUP}/{name}"),
            cuts.goal_query(f"{_GROUP}/{name}", sentence),
            refuted=shows,
            replay=partial(_replayed, pieces),
        )
    yield _walk(neighbour.name, pieces, neighbour.sentence, neighbour.shows)


def _replayed(pieces: Sequence[Piece], assignment: Assignment) -> str:
    n_bytes = assignment.number("length")
    return told(pieces, bytes(assignment.element("W", place) for place in range(n_bytes)))


def told(pieces: Sequence[Piece], text: bytes) -> str:
    """Two readings of a text, and the text; raises `ValueError` where trying all ends finds no two."""
    found = list(islice(readings(pieces, text), 2))
    if len(found) < 2:
        raise ValueError(f'"{escaped(text)}" has no two readings')
    return f'{Collision(text, *found).said}: both are written "{escaped(text)}"'


def _n_least(pieces: Sequence[Piece], *, open_frames: bool = False) -> int:
    """The bytes of the shortest text; frames whose content is open may be empty."""
    return sum(_n_least_of(piece, open_frames) for piece in pieces)


def _n_least_of(piece: Piece, open_frames: bool) -> int:
    match piece:
        case Framed():
            return piece.n_length_bytes + (0 if open_frames else _n_least(piece.leaves))
        case Literal():
            return len(piece.value)
        case Bits() | Fixed():
            return piece.n_bytes
        case Text() | Decimal():
            return 1
