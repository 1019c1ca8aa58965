"""The table of codes: for each `BOBnnn` its headline, its rule, why it matters and what to do.

`docs/codes.md` and `bob explain` are made from this table. A code is never reused and never changes its
meaning. 1xx families and proofs, 2xx envelopes and contracts, 3xx inputs, 4xx values, 7xx learners, 8xx runs.

`status` is the exit status that the finding asks for: 1 when the answer is no, 2 when the question could
not be asked (something unreadable, missing or not supported), 3 when it stays undecided.
"""

from __future__ import annotations

from typing import NamedTuple


class Rule(NamedTuple):
    """What a code stands for."""

    headline: str
    rule: str
    why: str
    do: str
    status: int = 1


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
    # Envelopes.
    "BOB201": Rule(
        "is not a checkpoint",
        "A checkpoint begins with its magic.",
        "these bytes belong to another kind of file",
        "name a checkpoint that Bob wrote",
    ),
    "BOB202": Rule(
        "is cut short",
        "A checkpoint is as long as its header says: header bytes + payload bytes.",
        "part of the state is missing; a run resumed from the rest would be another run",
        "copy the file again from where it is whole, or go back to the checkpoint before it",
    ),
    "BOB203": Rule(
        "is too long",
        "A checkpoint is as long as its header says: header bytes + payload bytes.",
        "bytes that nothing reads say that something else wrote to the file",
        "copy the file again from where it is whole",
    ),
    "BOB204": Rule(
        "was written by a newer Bob",
        "The envelope's version is one that this Bob knows.",
        "a later version may mean something else by the same bytes",
        "use the Bob that wrote it, or a later one (bob --version)",
    ),
    "BOB205": Rule(
        "has a header that was changed",
        "The header digest is the BLAKE3 of the header bytes before it.",
        "some byte of the header is not what was written, so nothing that it states can be trusted",
        "copy the file again from where it is whole",
    ),
    "BOB206": Rule(
        "has a payload that was changed",
        "Each chunk digest is the BLAKE3 of its chunk.",
        "some scalar of the plane is not what was written",
        "copy the file again from where it is whole, or go back to the checkpoint before it",
    ),
    "BOB207": Rule(
        "has a header that cannot be read",
        "The header is a record of its family.",
        "sizes in it contradict each other, so no part can be located with certainty",
        "copy the file again from where it is whole",
    ),
    "BOB208": Rule(
        "states a step that no run reaches",
        "The step is a positive multiple of the updates per invocation, and the next one stays within 2^63.",
        "every invocation makes all of its updates; another step means lost or foreign updates",
        "go back to the checkpoint before it",
    ),
    "BOB209": Rule(
        "has a parent that contradicts its step",
        "The parent is zero exactly when the step is one invocation's.",
        "the chain of checkpoints back to the fresh run is broken here",
        "go back to the checkpoint before it",
    ),
    "BOB210": Rule(
        "belongs to another learner",
        "The learner part of the contract is equal, hyperparameters bit for bit.",
        "m and v were gathered under other hyperparameters; updates from here would continue neither run",
        "bob contract --from FILE --out own.toml, then bob run --resume FILE --contract own.toml",
    ),
    "BOB211": Rule(
        "has another state schema",
        "The schema part of the contract is equal.",
        "the planes have another form or order, so the same bytes mean other parameters",
        "bob contract --from FILE   to see the contract that it was written under",
    ),
    "BOB212": Rule(
        "was trained on another form of data",
        "The data part of the contract is equal.",
        "the table's rows and the input record's targets would no longer correspond",
        "bob contract --from FILE   to see the contract that it was written under",
    ),
    "BOB213": Rule(
        "began from another initialization",
        "The initialization part of the contract is equal.",
        "replaying the run from its seed would lead elsewhere",
        "bob contract --from FILE   to see the contract that it was written under",
    ),
    "BOB214": Rule(
        "has another payload size",
        "The payload bytes are the contract's: planes x bytes per scalar x parameters.",
        "the file holds another number of parameters",
        "bob contract --from FILE   to see the contract that it was written under",
    ),
    "BOB215": Rule(
        "is cut into other chunks",
        "The chunk bytes are the contract's: one chunk a plane.",
        "digests would be taken over other ranges of bytes",
        "bob contract --from FILE   to see the contract that it was written under",
    ),
    "BOB216": Rule(
        "makes another number of updates an invocation",
        "The updates per invocation are the contract's.",
        "steps would no longer count whole invocations",
        "bob contract --from FILE   to see the contract that it was written under",
    ),
    "BOB217": Rule(
        "states a header size that is not the least",
        "The header bytes are the smallest multiple of 64 that holds all of the header.",
        "two files that say the same would differ in bytes",
        "copy the file again from where it is whole",
    ),
    "BOB218": Rule(
        "has header padding that is not zero",
        "The padding of the header is zero.",
        "bytes that nothing reads could carry something, and two files that say the same would differ",
        "copy the file again from where it is whole",
    ),
    "BOB219": Rule(
        "has chunks that do not add up to the payload",
        "Chunk count x chunk bytes = payload bytes.",
        "part of the payload would be under no digest",
        "copy the file again from where it is whole",
    ),
    "BOB220": Rule(
        "changed while it was read",
        "A file that is being verified keeps its size, its time of change and its place.",
        "what was verified is not what is there now",
        "verify it again when nothing writes to it",
        status=2,
    ),
    "BOB221": Rule(
        "has a version that no Bob wrote",
        "Envelope versions count from 1.",
        "the version's bytes are not what was written, so no other byte can be read with certainty",
        "copy the file again from where it is whole",
    ),
    # Contracts.
    "BOB230": Rule(
        "is not a contract",
        "Every field of a contract lies in its range.",
        "under such a contract no update is meaningful, or two contracts could share their bytes",
        "correct the field",
    ),
    "BOB231": Rule(
        "cannot be read as a contract",
        "A contract file is TOML with the fields of a contract and no others.",
        "a contract that is read otherwise than it was meant is another contract",
        "bob contract   prints a contract in this form",
        status=2,
    ),
    # Inputs.
    "BOB301": Rule(
        "is not an input record",
        "An input record begins with its magic.",
        "these bytes belong to another kind of file",
        "python tools/build_fixture.py --corpus TEXT --out input.bin",
    ),
    "BOB302": Rule(
        "is an input record cut short",
        "An input record holds exactly the bytes that the contract's vocabulary and prompts give it.",
        "targets or prompts are missing",
        "make it again: python tools/build_fixture.py --corpus TEXT --out input.bin",
    ),
    "BOB303": Rule(
        "is an input record with more after it",
        "An input record ends with its last prompt word.",
        "bytes that nothing reads say that it was made for another contract",
        "make it again: python tools/build_fixture.py --corpus TEXT --out input.bin",
    ),
    "BOB304": Rule(
        "is an input record written by a newer Bob",
        "The input record's version is one that this Bob knows.",
        "a later version may mean something else by the same bytes",
        "use the Bob that wrote it, or a later one (bob --version)",
    ),
    "BOB305": Rule(
        "has a pair whose byte is outside the vocabulary",
        "Every pair's byte is below the vocabulary.",
        "the table has no row for it",
        "correct what wrote the record",
    ),
    "BOB306": Rule(
        "has two pairs for one byte",
        "The pairs' bytes are all different, so each byte has exactly one pair.",
        "one byte would have two targets and another none",
        "correct what wrote the record",
    ),
    "BOB307": Rule(
        "states two targets for one byte",
        "targets[p.byte] = p.target for every pair.",
        "readers that trust the pairs and readers that trust the targets would train differently",
        "correct what wrote the record",
    ),
    "BOB308": Rule(
        "has a target outside the vocabulary",
        "Every target is below the vocabulary.",
        "the table has no column for it",
        "correct what wrote the record",
    ),
    "BOB309": Rule(
        "has a prompt outside the vocabulary",
        "Every prompt word is below the vocabulary.",
        "the table has no row for it",
        "correct what wrote the record",
    ),
    "BOB310": Rule(
        "is not the input of this checkpoint",
        "The input record has the digest that the checkpoint's header states.",
        "the run would go on with other targets than those its moments were gathered under",
        "name the input that the run began with, by --input",
    ),
    "BOB311": Rule(
        "has no input record",
        "A run needs an input record: the one named by --input, or input.bin beside the checkpoint.",
        "without targets there is nothing to learn",
        "python tools/build_fixture.py --corpus TEXT --out input.bin, or name one by --input",
        status=2,
    ),
    "BOB312": Rule(
        "is an input record with a version that no Bob wrote",
        "Input record versions count from 1.",
        "the version's bytes are not what was written, so no other byte can be read with certainty",
        "make it again: python tools/build_fixture.py --corpus TEXT --out input.bin",
    ),
    "BOB320": Rule(
        "is too short to learn from",
        "A corpus holds at least two bytes, so that one byte follows another.",
        "no byte would have a successor",
        "name a longer text",
        status=2,
    ),
    "BOB321": Rule(
        "has a prompt that cannot be used",
        "No prompt is empty, its last byte is in the vocabulary, and there are as many as the contract says.",
        "the answer to a prompt is read from the row of its last byte",
        "give each --prompt at least one byte",
        status=2,
    ),
    # Values.
    "BOB401": Rule(
        "holds a scalar that is not finite",
        "No plane holds a NaN or an infinity.",
        "one such scalar spreads to everything that is computed from it",
        "go back to the checkpoint before it",
    ),
    "BOB402": Rule(
        "holds a negative second moment",
        "V is never negative.",
        "V averages squares, and its root is taken: no gradients lead here",
        "go back to the checkpoint before it",
    ),
    "BOB403": Rule(
        "holds moments that no gradients give",
        "For the stated betas and step, M is bounded by V (docs/design.md, the law of moments).",
        "M and V come from different runs, or one of them was changed",
        "go back to the checkpoint before it",
    ),
    "BOB404": Rule(
        "holds moments that are all zero",
        "After a step, some moment is not zero, if beta2 is above 1/2 and the vocabulary above 1.",
        "the moments were lost or reset; updates from here would not continue the run",
        "go back to the checkpoint before it",
    ),
    "BOB410": Rule(
        "would not stay finite",
        "An update gives finite P, M and V, and V at or above zero; otherwise nothing is written.",
        "a checkpoint with such a scalar could never be resumed",
        "lower the learning rate in a new run; the old file is unchanged",
    ),
    # Learners.
    "BOB701": Rule(
        "asks for a learner that this Bob does not have",
        "A run is made by the learner, objective, schema and initialization that its contract names.",
        "another program's arithmetic under this name would break the promise of equal bits",
        "bob contract   shows what this Bob can run",
    ),
    # Runs.
    "BOB801": Rule(
        "exists already",
        "Nothing takes the place of a file that it did not read as its own, unless that is asked for.",
        "a checkpoint may be weeks of work",
        "choose another name; `bob run --force` takes the place of a checkpoint",
    ),
    "BOB802": Rule(
        "is in use by another invocation",
        "One invocation at a time holds a checkpoint.",
        "two invocations would both make the same ten updates, and one of them would be lost",
        "wait for the other to end",
    ),
    "BOB803": Rule(
        "was replaced by another invocation meanwhile",
        "The file under the path is still the file that was opened and locked.",
        "updates that were made meanwhile would be lost",
        "run the same command again",
    ),
    "BOB810": Rule(
        "cannot run natively here",
        "Only compiled kernels update a checkpoint; there is no slower path.",
        "another way to compute might give other bits",
        "unset NUMBA_DISABLE_JIT, or reinstall numba: pip install --force-reinstall numba",
    ),
    "BOB811": Rule(
        "runs on a host that is not supported",
        "Bob runs on 64-bit little-endian hosts.",
        "the planes' bytes are the machine's own, and sizes go up to 2^63",
        "run it on a 64-bit little-endian machine",
        status=2,
    ),
    "BOB820": Rule(
        "cannot be read",
        "A file that is named can be opened and read as a regular file.",
        "nothing is known of what could not be read",
        "check the path and its permissions",
        status=2,
    ),
    "BOB821": Rule(
        "cannot be written",
        "The folder of a file that is written takes a new file, and the disk has room for it.",
        "a file is replaced by a whole one or not at all: unless a note says so, what was there is unchanged",
        "free some space or check the folder's permissions, then run the same command again",
        status=2,
    ),
    "BOB822": Rule(
        "is too large to be read whole",
        "A contract or an input record is a small file.",
        "a file of this size is something else, and reading it would only fill the memory",
        "check the path",
        status=2,
    ),
    "BOB823": Rule(
        "could not report what it did",
        "What an invocation did is told on standard output.",
        "the checkpoint itself is whole; running the command again would make further updates",
        "look at the step: bob inspect FILE",
        status=2,
    ),
    "BOB830": Rule(
        "cannot keep anything",
        "The cache folder is a folder of the user's own that nobody else may use.",
        "machine code that another could have put there is never loaded; without a cache all works, slowly",
        "name a folder in BOB_CACHE_DIR, or: chmod 700 FILE",
        status=2,
    ),
    "BOB831": Rule(
        "holds what Bob did not put there",
        "Every entry of the cache is whole, the user's alone, and kernels give the exact reading's bits.",
        "such an entry is never used, but somebody or something wrote it",
        "bob cache clear, and look at what stays in the folder",
    ),
}
