"""Codes 7xx and 8xx: learners, and runs."""

from __future__ import annotations

from bob.codes.rule import Rule

RULES: dict[str, Rule] = {
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
    "BOB824": Rule(
        "cannot be fetched",
        "A URL leads to a file of known size that is served by ranges.",
        "nothing was read, so nothing can be said of the file",
        "see what was found; fetch it yourself, and give the path",
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
    "BOB840": Rule(
        "does not replay",
        "The planes are those that this input and this contract give, bit for bit.",
        "the file was changed, or made by another input, contract or program, whatever its digests say",
        "go back to a checkpoint that replays",
    ),
    "BOB841": Rule(
        "keeps moments that belong to other betas",
        "A fork that changes beta1 or beta2 begins with moments of zero.",
        "averages that were gathered under other betas are not averages under these",
        "say --reset-moments, or leave the betas",
    ),
    "BOB842": Rule(
        "cannot be forked so",
        "A fork changes hyperparameters, updates or input, never the sizes of the planes.",
        "planes of one size are no start for a run of another",
        "begin a run of that contract: bob run --out",
    ),
    "BOB843": Rule(
        "has no kept checkpoints to sample",
        "A sample is of pairs of kept checkpoints, of which one is the parent of the other.",
        "an invocation can be made again only from the checkpoint that it began with",
        "keep some: bob run --resume CKPT --keep N",
    ),
    "BOB844": Rule(
        "is no start of this replay",
        "A replay begins at a checkpoint of the same run, of a lower step than the one that is replayed.",
        "what is not before a checkpoint cannot lead to it",
        "name an earlier checkpoint of the run by --from, or leave --from out",
        status=2,
    ),
}
