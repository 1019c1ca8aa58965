"""Codes 1xx: families when they are defined, proofs, families held against files, records."""

from __future__ import annotations

from bob.codes.rule import Rule

RULES: dict[str, Rule] = {
    # Families, when they are defined.
    "BOB101": Rule(
        "names something that the family does not have",
        "A term may name only dims and fields of its own family.",
        "a size over an unknown name has no value, so nothing could be proved or parsed",
        "declare the name in the family, or correct its spelling",
    ),
    "BOB102": Rule(
        "depends on a later field",
        "A size, a length or a derived field may depend only on what stands before it.",
        "a reader meets the fields in order and could not know the size when it needs it",
        "move the field that the size depends on before it",
    ),
    "BOB103": Rule(
        "is defined twice",
        "A family has one definition for each name.",
        "the second definition would silently take the place of the first",
        "rename one of the two; to change an inherited field, override it in a subclass",
    ),
    "BOB104": Rule(
        "mentions nothing of the family",
        "A refinement or a claim mentions at least one dim, field or element.",
        "it would be true or false for every record, and so would narrow nothing",
        "state it over the family's names, or remove it",
    ),
    "BOB105": Rule(
        "uses a predicate as a Python truth value",
        "A predicate has no truth value before its family is given dims.",
        "`a == b == c`, `a and b` and `not a` would keep only one of the comparisons",
        "write both comparisons and join them: `(a == b) & (b == c)`; use `|`, `~`, `.implies`, `.iff`",
    ),
    "BOB106": Rule(
        "is empty",
        "An obligation's goal is not one of its premises, and its two sides are not the same term.",
        "it would be proved whatever the family says",
        "state the claim over what the layout derives, not over its own definition",
    ),
    "BOB107": Rule(
        "is badly made",
        "A field, dim or refinement is declared as the language of families allows.",
        "what cannot be laid out in bytes cannot be proved or parsed either",
        "correct the declaration",
    ),
    "BOB108": Rule(
        "is not a member of the family",
        "Dims lie within their bounds, and every refinement over dims holds.",
        "what is proved of a family holds for its members only",
        "choose dims within the bounds",
    ),
    "BOB109": Rule(
        "has a text with two readings",
        "No two choices of an identity text's fields write the same bytes.",
        "two contracts that differ could have one identity, and a checkpoint of one pass for the other's",
        "part the fields by a literal that begins with a byte which the field before it cannot hold",
    ),
    # Proofs.
    "BOB120": Rule(
        "FALSIFIED",
        "A claim holds for every member of its family.",
        "the counterexample is a member for which the claim is false; it was evaluated in plain Python",
        "correct the family, or add the missing premise as a refinement",
    ),
    "BOB121": Rule(
        "VACUOUS",
        "The premises of a claim hold together for at least one choice of dims and fields.",
        "from premises that contradict each other everything follows, so nothing was proved",
        "find the two refinements that exclude each other",
    ),
    "BOB122": Rule(
        "UNKNOWN",
        "Every claim is decided.",
        "a claim that no judge decides is not proved",
        "narrow the bounds, state a witness (`S == P*q` rather than `S % P == 0`), or raise the time limit",
        status=3,
    ),
    "BOB123": Rule(
        "differs from the ledger",
        "The proofs kept beside the code are those of the code.",
        "the ledger would vouch for claims that the code no longer makes",
        "run `python tools/build_proofs.py` and read what changed",
    ),
    "BOB124": Rule(
        "cannot be read as families",
        "A file given to `bob prove` is Python that defines at least one family.",
        "there would be nothing to prove",
        "name a file that defines subclasses of `bob.Family`",
        status=2,
    ),
    "BOB125": Rule(
        "the judges disagree",
        "Judges that decide a claim agree on it.",
        "one of them is wrong, or the text says something that they read differently: nothing is shown",
        "look at the text (`bob prove --smt2 DIR`), and report it to the solver that is wrong",
    ),
    "BOB126": Rule(
        "holds after all",
        "A statement that is false on purpose, to show where a bound ends, is FALSIFIED.",
        "what it was to show is not so",
        "make a claim of it, or correct what it says",
    ),
    "BOB127": Rule(
        "computes something else",
        "Every kernel that a run executes computes its formula, in every call that is compared.",
        "a run would make other numbers than docs/arithmetic.md says, and no other machine would make them",
        "do not train with this build: install the pinned Numba, run `bob cache clear`, report what is found",
    ),
    "BOB129": Rule(
        "is not what was validated",
        "The kernels are those of which the ledger says that they compute the formulas.",
        "the ledger would vouch for kernels that are no longer these",
        "read what changed, then `python tools/build_proofs.py --kernels`",
    ),
    # Families held against files, and against each other.
    "BOB130": Rule(
        "has no file to begin with",
        "An attack begins at a file that the family accepts; a judge makes it, unless one is given.",
        "without a good file, a bad one shows nothing",
        "give a good file: bob spec attack FILE --family NAME --good RECORD --out DIR",
        status=3,
    ),
    "BOB131": Rule(
        "is not refused as it says",
        "A file that breaks one clause alone is refused with that clause's code and no other, and accepted "
        "without the clause.",
        "what is proved of the family is not what the codec asks of a file",
        "look at the file and at the clause; one of the two readings of the family is wrong",
    ),
    "BOB132": Rule(
        "says nothing that the others do not say",
        "A clause of a family refuses a file that no other clause refuses.",
        "a redundant clause seems to protect from something, and cannot be tested",
        "remove it, or make a claim of it: then it is proved",
    ),
    "BOB133": Rule(
        "accepts other files",
        "Two families that are taken for one accept the same files.",
        "a file that one program writes is refused by the other",
        "look at the file: bob spec diff writes it to a folder",
    ),
    "BOB134": Rule(
        "is not shown by its certificate",
        "Every integer obligation has a certificate that the checker accepts.",
        "a certificate of another claim, or one that was touched, shows nothing to who trusts no solver",
        "run `bob prove --again`; if all is proved, `python tools/build_proofs.py` searches anew",
    ),
    # Records of any family.
    "BOB150": Rule(
        "is cut short",
        "A record holds all the bytes that its family derives.",
        "what is missing cannot be told apart from what was never written",
        "take the file again from where it is whole",
    ),
    "BOB151": Rule(
        "goes on after its end",
        "A record ends with its last field.",
        "bytes outside the layout are read by some programs and not by others",
        "take the file again from where it is whole",
    ),
    "BOB152": Rule(
        "has another constant",
        "A constant field holds its constant.",
        "the bytes belong to another kind of record",
        "check that the file is what you took it for",
    ),
    "BOB153": Rule(
        "breaks a refinement",
        "Every refinement of the family holds.",
        "the record lies outside the family, and what is proved of the family does not hold for it",
        "correct what wrote the record",
    ),
    "BOB154": Rule(
        "has padding that is not zero",
        "Padding is zero.",
        "bytes that nothing reads could differ between two files that say the same",
        "correct what wrote the record",
    ),
    "BOB155": Rule(
        "cannot be evaluated",
        "Every term has a value: nothing below zero, no inexact or zero division, no index out of range.",
        "a size or a refinement without a value cannot be checked",
        "correct what wrote the record",
    ),
    "BOB156": Rule(
        "does not fit its field",
        "A value lies in the range of its field, and every field has one.",
        "it could not be written and read back as the same value",
        "correct the value",
    ),
}
