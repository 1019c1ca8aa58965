"""Codes 250 to 279: envelope version 2, seals, and what is laid in and taken out of them."""

from __future__ import annotations

from bob.codes.rule import Rule

_COPY = "copy the file again from where it is whole"

RULES: dict[str, Rule] = {
    # Envelope version 2.
    "BOB250": Rule(
        "lists its tensors in no canonical text",
        "The schema part is its first line, then name, type and dims of each tensor in their one spelling.",
        "a list that can be read in two ways says nothing for certain of any byte after it",
        _COPY,
    ),
    "BOB251": Rule(
        "names a tensor twice",
        "No two tensors of a file have the same name.",
        "which of the two is meant, the bytes do not say",
        "give each tensor a name of its own",
    ),
    "BOB252": Rule(
        "states values in no canonical text",
        "A list of values has each name once, in ascending order, with its value in its one spelling.",
        "two lists that mean the same would differ, or one could be read in two ways",
        _COPY,
    ),
    "BOB253": Rule(
        "has sizes that do not follow from its tensors",
        "There is one chunk a tensor, with room for it in multiples of 64 bytes, and nothing else.",
        "no tensor could be located with certainty",
        _COPY,
    ),
    "BOB254": Rule(
        "has bytes between its tensors",
        "The rest of a tensor's room is zero.",
        "something was written where nothing reads",
        _COPY,
    ),
    "BOB255": Rule(
        "is for another version of the envelope",
        "A checkpoint of version 2 is held against a contract file that says version = 2.",
        "the two versions state different things, so nothing in one could be compared with the other",
        "name a contract of the file's own version, or none, to hold the file against what it states itself",
        status=2,
    ),
    "BOB256": Rule(
        "cannot be held in an envelope",
        "Each tensor has a name in UTF-8 and elements of a type that takes whole bytes.",
        "what cannot be written down exactly would come back as something else",
        "give the tensor another name, or its elements a plain type",
    ),
    "BOB257": Rule(
        "holds arrays, and is no checkpoint of a run of Bob's own",
        "Runs, forks, replays and their receipts are of checkpoints of envelope version 1.",
        "what Bob trains and replays is his own learner: he knows no updates of any other",
        "bob verify FILE   bob inspect FILE   or bob.load_file, bob.torch.load to go on from it",
    ),
    # Seals.
    "BOB260": Rule(
        "is not a seal",
        "A seal begins with its magic.",
        "these bytes belong to another kind of file",
        "seal the file that it stands beside again, if that is known to be good: bob seal",
    ),
    "BOB261": Rule(
        "was sealed by another Bob",
        "The seal's version is one that this Bob knows.",
        "another version may mean something else by the same bytes",
        "use the Bob that sealed it, or a later one (bob --version)",
    ),
    "BOB262": Rule(
        "is a seal that cannot be read",
        "A seal is a record of its family, whole, and with nothing after it.",
        "sizes in it contradict each other or its bytes, so no part can be located with certainty",
        "copy the seal again from where it is whole",
    ),
    "BOB263": Rule(
        "is a seal that was changed",
        "The seal digest is the BLAKE3 of the bytes before it.",
        "some byte of the seal is not what was written, so nothing that it states can be trusted",
        "copy the seal again from where it is whole",
    ),
    "BOB264": Rule(
        "is not the file that was sealed",
        "The file has the size and the BLAKE3 digest that its seal states.",
        "some byte of it was changed, lost or added since",
        "copy the file again from where it is whole, or seal it again if the change was meant",
    ),
    "BOB265": Rule(
        "holds a tensor that is not the sealed one",
        "Each tensor's elements have the digest that the seal states.",
        "some element is not what was sealed",
        "copy the file again from where it is whole, or seal it again if the change was meant",
    ),
    "BOB266": Rule(
        "has other tensors than were sealed",
        "The file lists the tensors of its seal: names, types, shapes, order.",
        "what is loaded from it would not be what was sealed",
        "copy the file again from where it is whole, or seal it again if the change was meant",
    ),
    "BOB267": Rule(
        "is under no contract",
        "What is loaded is stated by an envelope of Bob's or by a seal beside the file.",
        "nothing says what the file must hold, so nothing could be found wrong with it",
        "bob seal FILE   or, to load it on its own word alone, bob.load_file(path, unsealed=True)",
        status=2,
    ),
    # PyTorch.
    "BOB270": Rule(
        "is more than planes hold",
        "Parameters, buffers and the state of Adam or AdamW are laid in planes, and nothing else.",
        "what is left out would be missing when the run goes on, and its losses would be others",
        "save what is named here by itself, or leave it out of the model or optimizer",
    ),
    "BOB271": Rule(
        "is of another model",
        "The file holds each parameter and buffer of the model, of its type and shape, and no others.",
        "a part of the model would keep the values that it had before, or lose what was trained",
        "make the model that was saved, then load",
    ),
}
