"""The laws that bring terms under one form, each as a theorem for every bit pattern.

    theorems()        what `terms` and `truths` take for the same, and examples of what they do not

Numbers are declared as bit-vectors and read as IEEE 754 does. Two numbers are the same where they have the
same bits, or both are NaN. What holds of sets of truth values, and of the order in a chain of `or` or of the
larger, is logic and not stated here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from bob.proof.expressions import laid_out
from bob.proof.script import assembled, goal_head
from bob.proof.theorem import Theorem
from bob.proof.translation.terms import SMALL_BITS, WIDTHS

if TYPE_CHECKING:
    from bob.proof.expressions import Expression

SUBJECT = "Laws of translation"
JUDGES = ("bitwuzla", "z3", "cvc5")


class Number(NamedTuple):
    """A format of IEEE 754: its width, and the widths of exponent and significand."""

    name: str
    width: int
    exponent: int
    significand: int

    @property
    def reader(self) -> Expression:
        """What reads bits, or rounds another number, as this format."""
        return "_", "to_fp", str(self.exponent), str(self.significand)

    def special(self, name: str) -> Expression:
        """A zero or an infinity."""
        return "_", name, str(self.exponent), str(self.significand)


BINARY32 = Number("binary32", WIDTHS["f32"], 8, WIDTHS["f32"] - 8)
BINARY64 = Number("binary64", WIDTHS["f64"], 11, WIDTHS["f64"] - 11)


class Law(NamedTuple):
    """What is claimed of numbers x and y of one format; `refuted` says what it is an example of."""

    name: str
    sentence: str
    form: Number
    claim: Expression
    refuted: str = ""


def theorems() -> tuple[Theorem, ...]:
    """The laws for binary32 and binary64, those between both, and what is nearly a law."""
    laws = (*_of_one_format(BINARY32), *_of_one_format(BINARY64), *_between(), *_refuted())
    return tuple(_theorem(law) for law in laws)


def _of_one_format(form: Number) -> tuple[Law, ...]:
    zero, infinity = form.special("+zero"), form.special("+oo")
    one = (form.reader, "RNE", "1.0")
    sign = ("_", f"bv{(1 << form.width - 1) - 1}", str(form.width))
    unordered = ("or", ("fp.isNaN", "x"), ("fp.isNaN", "y"))
    between = ("and", ("fp.leq", ("fp.neg", "y"), "x"), ("fp.leq", "x", "y"))
    return (
        Law("sum", "x + y is y + x", form, ("=", _sum("x", "y"), _sum("y", "x"))),
        Law("product", "x y is y x", form, ("=", _product("x", "y"), _product("y", "x"))),
        Law("product_of_one", "x times 1 is x", form, ("=", _product("x", one), "x")),
        Law("sum_of_nothing", "x + -0 is x", form, ("=", _sum("x", form.special("-zero")), "x")),
        Law("difference", "x - y is x + -y", form, ("=", _difference("x", "y"), _sum("x", ("fp.neg", "y")))),
        Law(
            "above_zero",
            "x - y is above 0 exactly where y is below x",
            form,
            ("=", ("fp.lt", zero, _difference("x", "y")), ("fp.lt", "y", "x")),
        ),
        Law(
            "below_infinity",
            "x is below infinity exactly where it is below or above it",
            form,
            ("=", ("fp.lt", "x", infinity), ("or", ("fp.lt", "x", infinity), ("fp.gt", "x", infinity))),
        ),
        Law(
            "opposite",
            "x is not below y exactly where y is at most x or one of them is NaN",
            form,
            ("=", ("not", ("fp.lt", "x", "y")), ("or", ("fp.leq", "y", "x"), unordered)),
        ),
        Law(
            "magnitude",
            "|x| is at most y exactly where x lies between -y and y",
            form,
            ("=", ("fp.leq", ("fp.abs", "x"), "y"), between),
        ),
        Law(
            "magnitude_bits",
            "the bits of |x| are those of x without the sign",
            form,
            ("=", ("fp.abs", "x"), (form.reader, ("bvand", "x.bits", sign))),
        ),
    )


def _between() -> tuple[Law, ...]:
    wide = {name: (BINARY64.reader, "RNE", name) for name in "xy"}
    relations = ("fp.lt", "fp.leq", "fp.eq")
    alike: Expression = ("and", *(("=", (r, wide["x"], wide["y"]), (r, "x", "y")) for r in relations))
    magnitude = ("=", ("fp.abs", wide["x"]), (BINARY64.reader, "RNE", ("fp.abs", "x")))
    count = _integer("zero_extend", "x.bits", 0, SMALL_BITS)
    first = _integer("sign_extend", "y.bits", 0, SMALL_BITS + 1)
    one: Expression = ("_", "bv1", str(BINARY32.width))
    before, after = ("bvadd", count, first), ("bvadd", ("bvadd", count, first), one)
    counted = ("=", _sum(_made(before), _made(one)), _made(after))
    return (
        Law("widened", "x and y compare as they do widened to binary64", BINARY32, alike),
        Law("widened_magnitude", "the magnitude of x widened is that of x, widened", BINARY32, magnitude),
        Law(
            "counted",
            "one more than a small integer is made before or after it is a number",
            BINARY32,
            counted,
        ),
    )


def _refuted() -> tuple[Law, ...]:
    zero = BINARY32.special("+zero")
    return (
        Law(
            "difference_at_most_zero",
            "x - y is at most 0 exactly where x is at most y",
            BINARY32,
            ("=", ("fp.leq", _difference("x", "y"), zero), ("fp.leq", "x", "y")),
            "the difference of two infinities is NaN: only below and above are seen through",
        ),
        Law(
            "at_least_is_not_below",
            "x is not below y exactly where it is at least y",
            BINARY32,
            ("=", ("not", ("fp.lt", "x", "y")), ("fp.geq", "x", "y")),
            "a NaN is neither: the opposite of a comparison is a term of its own",
        ),
        Law(
            "half_sums",
            "(x + x) + y is x + (x + y)",
            BINARY32,
            ("=", _sum(_sum("x", "x"), "y"), _sum("x", _sum("x", "y"))),
            "a sum of three depends on its order: it is never associated",
        ),
    )


def _integer(extension: str, bits: str, place: int, width: int) -> Expression:
    """An integer of so many bits from a place on, in a word of 32."""
    extracted = (("_", "extract", str(place + width - 1), str(place)), bits)
    return ("_", extension, str(BINARY32.width - width)), extracted


def _made(integer: Expression) -> Expression:
    """The binary64 of a signed integer."""
    return BINARY64.reader, "RNE", integer


def _sum(a: Expression, b: Expression) -> Expression:
    return "fp.add", "RNE", a, b


def _difference(a: Expression, b: Expression) -> Expression:
    return "fp.sub", "RNE", a, b


def _product(a: Expression, b: Expression) -> Expression:
    return "fp.mul", "RNE", a, b


def _theorem(law: Law) -> Theorem:
    name = f"translation/{law.name}" + ("" if law.refuted else f"_{law.form.width}")
    bound = f"every x and y of {law.form.name}"
    return Theorem(name, SUBJECT, law.sentence, bound, "", _text(name, law), JUDGES, law.refuted)


def _text(name: str, law: Law) -> str:
    form, mentioned = law.form, laid_out(law.claim).replace("(", " ").replace(")", " ").split()
    lines = []
    sort: Expression = ("_", "FloatingPoint", str(form.exponent), str(form.significand))
    for number in "xy":
        if {number, f"{number}.bits"} & {*mentioned}:
            lines.append(f"(declare-fun {number}.bits () (_ BitVec {form.width}))")
        if number in mentioned:
            lines.append(laid_out(("define-fun", number, "()", sort, (form.reader, f"{number}.bits"))))
    denied: Expression = ("not", law.claim)
    return assembled(goal_head(name, law.sentence), "QF_BVFP", lines, [(f"not: {law.sentence}", denied)])
