"""Codes 550 to 569: PyTorch checkpoints, of the zip kind and of the legacy kind."""

from __future__ import annotations

from bob.codes.rule import Rule

_ZIP = "PyTorch 2.13, torch/serialization.py (_save, _load); caffe2/serialize/inline_container.cc"
_LEGACY = "PyTorch 2.13, torch/serialization.py (_legacy_save, _legacy_load)"
_PICKLE = "CPython, Lib/pickletools.py; Lib/pickle.py (_Unpickler)"
_SAFE = "PyTorch 2.13, torch/_weights_only_unpickler.py"
_REBUILD = "PyTorch 2.13, torch/_utils.py; aten/src/ATen/native/Resize.h (checkInBoundsForStorage)"
_AGAIN = "fetch or write the file again; correct what wrote it"
_STATE = "save the state_dict alone: torch.save(module.state_dict(), FILE)"

RULES: dict[str, Rule] = {
    "BOB550": Rule(
        "is an archive, but no checkpoint",
        "All records lie in one folder, which holds data.pkl.",
        "the reader of checkpoints takes the folder of the first record and finds nothing else",
        "name a checkpoint that torch.save wrote",
        source=_ZIP,
    ),
    "BOB551": Rule(
        "has a compressed record",
        "Records are stored, not deflated.",
        "a compressed storage cannot be mapped, and its size is whatever it says",
        "load it where you trust it and save it again with torch.save",
        source=_ZIP,
    ),
    "BOB552": Rule(
        "has a version or byte order that is none",
        "The record version is a number from 1 to 10, and byteorder, if there, is little or big.",
        "nothing else says how the storages are to be read",
        _AGAIN,
        source=_ZIP,
    ),
    "BOB553": Rule(
        "is a TorchScript archive",
        "A checkpoint holds tensors, and neither code nor constants.",
        "such an archive is a program, and loading it prepares to run that",
        "take its state_dict where you trust it, and save that",
        source="PyTorch 2.13, torch/csrc/jit/docs/serialization.md",
    ),
    "BOB554": Rule(
        "is a checkpoint of PyTorch's tar kind",
        "A checkpoint is a zip archive, or begins with the legacy magic number.",
        "the tar kind went out of use before 0.2, and the safe reader refuses it",
        "load it with PyTorch where you trust it, and save it again",
        source="PyTorch 2.13, torch/serialization.py (legacy_load)",
    ),
    "BOB555": Rule(
        "has a pickle that breaks off or contradicts itself",
        "A pickle is opcodes with whole arguments that find on the stack and in the memo what they need, "
        "and leaves one value.",
        "what it says beyond this place cannot be known",
        _AGAIN,
        source=_PICKLE,
    ),
    "BOB556": Rule(
        "goes on after its end",
        "Nothing follows the STOP of data.pkl, nor the last storage of a legacy file.",
        "no reader looks at these bytes, so whatever they carry goes unseen",
        _AGAIN,
        source=f"{_PICKLE}; {_LEGACY}",
    ),
    "BOB557": Rule(
        "has a pickle with unusual opcodes",
        "The pickle uses the opcodes that the weights_only reader takes.",
        "torch.load refuses the file unless it is told to trust it entirely",
        _STATE,
        source=_SAFE,
    ),
    "BOB558": Rule(
        "has a pickle that names foreign code",
        "Every global is one of those that build tensors, containers and numbers.",
        "unpickled, it would be imported, and whatever is called by it would run",
        f"do not load the file unless you trust it; its author can {_STATE}",
        source=_SAFE,
    ),
    "BOB559": Rule(
        "has a pickle that calls what is no function",
        "Only a global is called, and only an object or a dict is given a state.",
        "what is called is itself made by the file",
        "do not load the file",
        source=_SAFE,
    ),
    "BOB560": Rule(
        "has a persistent id that is no storage",
        "A persistent id is ('storage', class, key, location, count), in legacy files with a view or None.",
        "nothing else lies outside of the pickle",
        _AGAIN,
        source=f"{_SAFE}; {_LEGACY}",
    ),
    "BOB561": Rule(
        "has a storage without its record",
        "For each storage that the pickle names there is a record data/<key>.",
        "the tensors in it have no values",
        _AGAIN,
        source=_ZIP,
    ),
    "BOB562": Rule(
        "has a storage that is not of its size",
        "A storage takes exactly its count of elements times the width of one.",
        "its end, and in a legacy file all that follows, would be read from other bytes",
        _AGAIN,
        source=f"{_ZIP}; {_LEGACY}",
    ),
    "BOB563": Rule(
        "states one storage in two ways",
        "Wherever a storage is named it has the same type and count.",
        "readers go by the first, and later tensors may reach beyond it",
        _AGAIN,
        source="PyTorch 2.13, torch/serialization.py (persistent_id)",
    ),
    "BOB564": Rule(
        "lists other storages than its tensors name",
        "A legacy file lists the keys of its storages as texts, each once, and those of its tensors.",
        "the storages follow each other in this order, so one too many moves all the rest",
        _AGAIN,
        source=_LEGACY,
    ),
    "BOB565": Rule(
        "has a tensor that reaches out of its storage",
        "The last element of a tensor lies in its storage.",
        "its values would be read from other bytes, or from none",
        _AGAIN,
        source=_REBUILD,
    ),
    "BOB566": Rule(
        "has a tensor whose place makes no sense",
        "A tensor is rebuilt from a storage, an offset, and as many natural dims as strides.",
        "no bytes can be found for it",
        _AGAIN,
        source=_REBUILD,
    ),
    "BOB567": Rule(
        "is no legacy checkpoint",
        "A legacy checkpoint begins with three pickles: its magic number, 1001, and facts of the machine.",
        "a pickle of another kind says nothing of tensors, and loading it may run anything",
        "name a checkpoint that torch.save wrote",
        source=_LEGACY,
    ),
    "BOB568": Rule(
        "has two tensors of one name",
        "The path to a tensor, joined by dots, leads to no other.",
        "of two equal keys the last counts, and the first is never seen",
        "give the tensors different names",
        source=_PICKLE,
    ),
    "BOB569": Rule(
        "builds more than its bytes account for",
        "What a pickle builds, and the names in it, stay within a small multiple of the file's size.",
        "a few bytes that refer to each other can fill any memory",
        "do not load the file",
        source="Bob's limit; CPython, Lib/pickle.py has none",
    ),
}
