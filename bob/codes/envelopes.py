"""Codes 2xx: envelopes, contracts, lineage."""

from __future__ import annotations

from bob.codes.rule import Rule

RULES: dict[str, Rule] = {
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
    # Lineage.
    "BOB240": Rule(
        "holds a line that is no receipt",
        "Each line of a receipts file is one receipt, spelled as Bob spells it (docs/format.md, Receipts).",
        "a chain is only as good as the line that is not read",
        "mend or remove the line; `bob run --receipt` cuts an unfinished last line itself",
    ),
    "BOB241": Rule(
        "has a gap in its lineage",
        "Each checkpoint of a chain has its receipt, back to the fresh start.",
        "what happened in the gap is not known: another contract, another input, another program",
        "give the receipts of the whole run, or verify by replay: bob verify replay",
    ),
    "BOB242": Rule(
        "has a sibling that nobody declared",
        "Equal runs give equal files: two checkpoints of one parent need a fork that says what it changed.",
        "one of the two was made otherwise than its receipt says, or with other bits",
        "replay both from their parent: bob verify replay --from",
    ),
    "BOB243": Rule(
        "contradicts its receipts",
        "Steps, input, contract and parent agree from link to link and with the checkpoint.",
        "one of the two was changed after it was written, or they are of different runs",
        "find the run that the receipts belong to, or verify by replay: bob verify replay",
    ),
    "BOB244": Rule(
        "holds receipts of a newer Bob",
        "This Bob reads receipts up to version 1.",
        "what a later version means is not known here",
        "install a newer Bob",
    ),
    "BOB245": Rule(
        "is recorded twice",
        "A checkpoint has one receipt.",
        "a step that is counted twice makes a chain longer than the run",
        "remove the line that was added later",
    ),
}
