"""PyTorch checkpoints made by hand, opcode by opcode, and the cases of their rules."""

from __future__ import annotations

import struct

from tests.formats.archive_files import Member, archive, streamed
from tests.formats.case import Case
from tests.formats.torch_samples import MADE_LEGACY, MADE_ZIP

REBUILD = ("torch._utils", "_rebuild_tensor_v2")
PROTOCOL = b"\x80\x02"
STOP = b"."
NONE, TRUE, FALSE, EMPTY = b"N", b"\x88", b"\x89", b")"
MAGIC, VERSION = 0x1950A86A20F9469CFC6C, 1001


def text(value: str) -> bytes:
    raw = value.encode()
    return b"X" + struct.pack("<I", len(raw)) + raw


def number(value: int) -> bytes:
    if 0 <= value < 256:
        return b"K" + bytes([value])
    if -(1 << 31) <= value < 1 << 31:
        return b"J" + struct.pack("<i", value)
    raw = value.to_bytes(value.bit_length() // 8 + 1, "little", signed=True)
    return b"\x8a" + bytes([len(raw)]) + raw


def named(module: str, name: str) -> bytes:
    return f"c{module}\n{name}\n".encode()


def group(*items: bytes) -> bytes:
    return b"(" + b"".join(items) + b"t"


def sizes(*numbers: int) -> bytes:
    return group(*map(number, numbers))


def listed(*items: bytes) -> bytes:
    return b"](" + b"".join(items) + b"e"


def mapping(**items: bytes) -> bytes:
    return b"}(" + b"".join(text(key) + value for key, value in items.items()) + b"u"


def called(module: str, name: str, *arguments: bytes) -> bytes:
    return named(module, name) + group(*arguments) + b"R"


def storage(key: str = "0", numel: int = 6, kind: str = "FloatStorage", legacy: bool = False) -> bytes:
    last = (NONE,) if legacy else ()
    return group(text("storage"), named("torch", kind), text(key), text("cpu"), number(numel), *last) + b"Q"


def tensor(
    where: bytes, shape: tuple[int, ...] = (2, 3), strides: tuple[int, ...] = (3, 1), offset: int = 0
) -> bytes:
    hooks = called("collections", "OrderedDict")
    return called(*REBUILD, where, number(offset), sizes(*shape), sizes(*strides), FALSE, hooks)


def pickled(value: bytes) -> bytes:
    return PROTOCOL + value + STOP


SIX = bytes(range(24))
W = mapping(w=tensor(storage()))


def checkpoint(
    value: bytes = W,
    records: dict[str, bytes] | None = None,
    *more: Member,
    pickle: bytes = b"",
    version: bytes = b"3\n",
    order: bytes = b"little",
    method: int = 0,
) -> bytes:
    """A checkpoint of the zip kind with this value and records of storages."""
    held = {"0": SIX} if records is None else records
    parts = {"data.pkl": pickle or pickled(value), "version": version, "byteorder": order}
    parts |= {f"data/{key}": content for key, content in held.items()}
    members = [Member(f"m/{name}".encode(), content) for name, content in parts.items() if content != b"-"]
    first = Member(members[0].name, members[0].content, method)
    return archive(*map(streamed, [first, *members[1:], *more]))


def legacy(
    value: bytes = b"",
    storages: dict[str, tuple[int, bytes]] | None = None,
    keys: bytes | None = None,
    magic: int = MAGIC,
    version: int = VERSION,
    machine: bytes = b"}",
) -> bytes:
    """A checkpoint of the legacy kind; each storage with the count before its bytes."""
    held = {"0": (6, SIX)} if storages is None else storages
    front = [number(magic), number(version), machine, value or mapping(w=tensor(storage(legacy=True)))]
    listing = listed(*map(text, held)) if keys is None else keys
    body = b"".join(struct.pack("<Q", numel) + content for numel, content in held.values())
    return b"".join(map(pickled, [*front, listing])) + body


ZIP = "PyTorch 2.13, torch/serialization.py (_save, _load)"
OLD = "PyTorch 2.13, torch/serialization.py (_legacy_save, _legacy_load)"
PICKLE = "CPython, Lib/pickletools.py"
SAFE = "PyTorch 2.13, torch/_weights_only_unpickler.py"
UTILS = "PyTorch 2.13, torch/_utils.py"

FLOAT8 = called(
    "torch._utils",
    "_rebuild_tensor_v3",
    group(text("storage"), named("torch.storage", "UntypedStorage"), text("0"), text("cpu"), number(24))
    + b"Q",
    number(4),
    sizes(20),
    sizes(1),
    FALSE,
    called("collections", "OrderedDict"),
    named("torch", "float8_e4m3fn"),
)


def cases() -> list[Case]:
    """The files of each rule, on both of its sides."""
    return [Case(n, c, "REFUSE" if code else "ACCEPT", code, rule, s) for n, c, code, rule, s in _cases()]


def _cases() -> list[tuple[str, bytes, str, str, str]]:
    return _archives() + _pickles() + _calls() + _storages() + _legacies()


def _archives() -> list[tuple[str, bytes, str, str, str]]:
    folder = "one folder holds data.pkl and all records"
    stored = "records are stored"
    words = "the version is known, and so is the byte order"
    return [
        ("as-written", MADE_ZIP, "", folder, ZIP),
        ("one-tensor", checkpoint(), "", folder, ZIP),
        ("no-data-pkl", archive(Member(b"m/version", b"3\n")), "BOB550", folder, ZIP),
        ("no-members", archive(), "BOB550", folder, ZIP),
        ("second-folder", checkpoint(W, None, Member(b"n/a", b"")), "BOB550", folder, ZIP),
        ("pickle-deflated", checkpoint(method=8), "BOB551", stored, ZIP),
        ("storage-deflated", checkpoint(W, {}, Member(b"m/data/0", SIX, 8)), "BOB551", stored, ZIP),
        ("version-1", checkpoint(version=b"1"), "", words, ZIP),
        ("version-10", checkpoint(version=b"10\n"), "", words, ZIP),
        ("version-11", checkpoint(version=b"11\n"), "BOB552", words, ZIP),
        ("version-0", checkpoint(version=b"0\n"), "BOB552", words, ZIP),
        ("version-no-number", checkpoint(version=b"three"), "BOB552", words, ZIP),
        ("version-missing", checkpoint(version=b"-"), "BOB552", words, ZIP),
        ("big-endian", checkpoint(order=b"big"), "", words, ZIP),
        ("no-byte-order", checkpoint(order=b"-"), "", words, ZIP),
        ("byte-order-pdp", checkpoint(order=b"pdp"), "BOB552", words, ZIP),
        ("torchscript", checkpoint(W, None, Member(b"m/code/a.py", b"")), "BOB553", "no program", ZIP),
        ("constants", checkpoint(W, None, Member(b"m/constants.pkl", b"")), "BOB553", "no program", ZIP),
    ]


def _pickles() -> list[tuple[str, bytes, str, str, str]]:
    whole = "a pickle is whole operations that leave one value"
    end = "nothing follows STOP"
    few = "opcodes are those of torch.save"
    framed = b"\x95" + struct.pack("<Q", 2) + b"N."
    broken = {
        "no-stop": PROTOCOL + b"N",
        "text-cut": PROTOCOL + b"X\xff\0\0\0ab",
        "bytes-of-2-62": PROTOCOL + b"\x8e" + struct.pack("<Q", 1 << 62),
        "long-of-negative-length": PROTOCOL + b"\x8b\xff\xff\xff\xff.",
        "line-without-end": PROTOCOL + b"Ios.system",
        "no-opcode": pickled(b"\xff"),
        "no-utf8": pickled(b"X\1\0\0\0\xff"),
        "nothing-left": pickled(b""),
        "two-values": pickled(b"NN"),
        "mark-left": pickled(b"N("),
        "no-mark": pickled(b"t"),
        "append-to-nothing": pickled(b"a"),
        "append-to-a-dict": pickled(b"}Na"),
        "key-without-value": pickled(b"}(Nu"),
        "list-as-a-key": pickled(b"}(]Nu"),
        "below-the-mark": pickled(b"N(\x85"),
        "memo-never-put": pickled(b"h\0"),
        "memo-far-away": pickled(b"Nr\0\0\0\x80"),
        "reduce-without-a-tuple": pickled(named("collections", "OrderedDict") + b"]R"),
        "protocol-6": b"\x80\x06N.",
        "protocol-twice": pickled(PROTOCOL + b"N"),
    }
    unusual = {
        "frame": PROTOCOL + framed,
        "dup": pickled(b"]2\x86"),
        "memoize": pickled(b"N\x94"),
        "pop": pickled(b"NN0"),
        "short-text": pickled(b"\x8c\1a"),
        "extension": pickled(b"\x82\1"),
        "protocol-0-number": b"I7\n.",
    }
    return [
        ("protocol-1", checkpoint(pickle=W + STOP), "", whole, PICKLE),
        *((f"pickle-{name}", checkpoint(pickle=p), "BOB555", whole, PICKLE) for name, p in broken.items()),
        ("after-stop", checkpoint(pickle=pickled(W) + b"N"), "BOB556", end, PICKLE),
        *((f"opcode-{name}", checkpoint(pickle=p), "BOB557", few, SAFE) for name, p in unusual.items()),
    ]


def _calls() -> list[tuple[str, bytes, str, str, str]]:
    foreign = "no foreign code is named"
    calls = "only functions are called"
    system = mapping(w=tensor(storage()), x=called("os", "system", text("true")))
    instance = named("torch", "Tensor") + EMPTY + b"\x81"
    return [
        (
            "size-and-device",
            checkpoint(
                mapping(s=called("torch", "Size", sizes(1)), d=called("torch", "device", text("cpu")))
            ),
            "",
            foreign,
            SAFE,
        ),
        ("os-system", checkpoint(system), "BOB558", foreign, SAFE),
        ("os-system-named-only", checkpoint(mapping(x=named("os", "system"))), "BOB558", foreign, SAFE),
        (
            "builtins-eval",
            checkpoint(mapping(x=called("__builtin__", "eval", text("1")))),
            "BOB558",
            foreign,
            SAFE,
        ),
        (
            "numpy-scalar",
            checkpoint(mapping(x=named("numpy.core.multiarray", "scalar"))),
            "BOB558",
            foreign,
            SAFE,
        ),
        (
            "foreign-new-object",
            checkpoint(mapping(x=named("a", "B") + EMPTY + b"\x81")),
            "BOB558",
            foreign,
            SAFE,
        ),
        ("state-of-an-object", checkpoint(instance + mapping(a=number(1)) + b"b"), "", calls, SAFE),
        ("calls-a-number", checkpoint(number(1) + EMPTY + b"R"), "BOB559", calls, SAFE),
        ("calls-what-it-made", checkpoint(called("torch", "Tensor") + EMPTY + b"R"), "BOB559", calls, SAFE),
        ("state-of-a-list", checkpoint(b"]}b"), "BOB559", calls, SAFE),
    ]


def _storages() -> list[tuple[str, bytes, str, str, str]]:
    identity = "a persistent id is a storage"
    there = "each storage has its record"
    size = "a storage is of its size"
    once = "a storage is stated in one way"
    within = "a tensor lies in its storage"
    made = "a tensor is rebuilt from natural numbers"
    own = "each tensor has a name of its own"
    other = group(text("module"), named("torch", "Tensor"), text("a"), text("b"), number(1)) + b"Q"
    wrong_class = group(text("storage"), text("FloatStorage"), text("0"), text("cpu"), number(6)) + b"Q"
    two = mapping(a=tensor(storage()), b=tensor(storage(numel=5), (1,), (1,)))
    kinds = mapping(a=tensor(storage()), b=tensor(storage(kind="IntStorage")))
    return [
        ("id-of-a-module", checkpoint(other), "BOB560", identity, SAFE),
        ("id-is-a-text", checkpoint(text("0") + b"Q"), "BOB560", identity, SAFE),
        ("id-without-a-class", checkpoint(wrong_class), "BOB560", identity, SAFE),
        ("id-of-a-negative-count", checkpoint(storage(numel=-1)), "BOB560", identity, SAFE),
        ("record-missing", checkpoint(W, {}), "BOB561", there, ZIP),
        ("record-of-another-key", checkpoint(W, {"1": SIX}), "BOB561", there, ZIP),
        ("record-short", checkpoint(W, {"0": SIX[:-1]}), "BOB562", size, ZIP),
        ("record-long", checkpoint(W, {"0": SIX + b"\0"}), "BOB562", size, ZIP),
        ("shared-storage", checkpoint(mapping(a=tensor(storage()), b=tensor(storage()))), "", once, ZIP),
        ("two-counts", checkpoint(two), "BOB563", once, ZIP),
        ("two-types", checkpoint(kinds), "BOB563", once, ZIP),
        ("last-element", checkpoint(tensor(storage(), (2,), (1,), 4)), "", within, UTILS),
        ("one-beyond", checkpoint(tensor(storage(), (2,), (1,), 5)), "BOB565", within, UTILS),
        ("strides-beyond", checkpoint(tensor(storage(), (2, 3), (4, 1))), "BOB565", within, UTILS),
        (
            "2-64-elements",
            checkpoint(tensor(storage(), (1 << 32, 1 << 32), (1 << 32, 1))),
            "BOB565",
            within,
            UTILS,
        ),
        ("float8-beyond", checkpoint(FLOAT8.replace(sizes(20), sizes(21))), "BOB565", within, UTILS),
        ("float8", checkpoint(FLOAT8), "", within, UTILS),
        ("empty-anywhere", checkpoint(tensor(storage(), (0, 3), (3, 1), 100)), "", within, UTILS),
        ("no-dims", checkpoint(tensor(storage(), (), (), 5)), "", within, UTILS),
        ("repeated-rows", checkpoint(tensor(storage(), (9, 3), (0, 1))), "", within, UTILS),
        ("negative-stride", checkpoint(tensor(storage(), (6,), (-1,), 5)), "BOB566", made, UTILS),
        ("negative-dim", checkpoint(tensor(storage(), (-6,), (1,))), "BOB566", made, UTILS),
        ("negative-offset", checkpoint(tensor(storage(), (1,), (1,), -1)), "BOB566", made, UTILS),
        ("dims-without-strides", checkpoint(tensor(storage(), (2, 3), (3,))), "BOB566", made, UTILS),
        ("tensor-of-a-number", checkpoint(tensor(number(1))), "BOB566", made, UTILS),
        ("key-twice", checkpoint(b"}(" + (text("w") + tensor(storage())) * 2 + b"u"), "BOB568", own, PICKLE),
        (
            "one-path-twice",
            checkpoint(mapping(**{"a.b": tensor(storage()), "a": mapping(b=tensor(storage()))})),
            "BOB568",
            own,
            PICKLE,
        ),
        (
            "laughs",
            checkpoint(laughs(30)),
            "BOB569",
            "a pickle builds what its bytes account for",
            "Bob's limit",
        ),
        (
            "lists-of-nothing",
            checkpoint(b"(" + b"]" * 100_000 + b"t"),
            "BOB569",
            "a pickle builds what its bytes account for",
            "Bob's limit",
        ),
        (
            "some-lists-of-nothing",
            checkpoint(b"(" + b"]" * 1000 + b"t"),
            "",
            "a pickle builds what its bytes account for",
            "Bob's limit",
        ),
    ]


def laughs(n: int) -> bytes:
    """A tensor in a list, that list twice in another, and so on `n` times."""
    value = listed(tensor(storage())) + b"q\0"
    for i in range(n):
        value = b"(" + value + b"h" + bytes([i]) + b"tq" + bytes([i + 1])
    return value


def _legacies() -> list[tuple[str, bytes, str, str, str]]:
    front = "three pickles stand in front"
    keys = "the keys are those of the storages, each once"
    size = "a storage is of its size"
    view = (
        group(
            text("storage"),
            named("torch", "FloatStorage"),
            text("0"),
            text("cpu"),
            number(6),
            group(text("v"), number(2), number(4)),
        )
        + b"Q"
    )
    beyond = view.replace(number(2) + number(4), number(2) + number(5))
    return [
        ("legacy-as-written", MADE_LEGACY, "", front, OLD),
        ("legacy", legacy(), "", front, OLD),
        ("legacy-other-magic", legacy(magic=MAGIC + 1), "BOB567", front, OLD),
        ("legacy-other-version", legacy(version=1002), "BOB567", front, OLD),
        ("legacy-machine-is-a-list", legacy(machine=b"]"), "BOB567", front, OLD),
        ("plain-pickle", pickled(W), "BOB567", front, OLD),
        ("empty", b"", "BOB567", front, OLD),
        ("tar", bytes(257) + b"ustar" + bytes(250), "BOB554", "a zip or pickles", OLD),
        ("legacy-one-key-missing", legacy(keys=b"]", storages={"0": (6, SIX)}), "BOB564", keys, OLD),
        ("legacy-other-key", legacy(keys=listed(text("1"))), "BOB564", keys, OLD),
        ("legacy-key-twice", legacy(keys=listed(text("0"), text("0"))), "BOB564", keys, OLD),
        ("legacy-keys-of-numbers", legacy(keys=listed(number(0))), "BOB564", keys, OLD),
        ("legacy-keys-in-a-dict", legacy(keys=mapping(a=text("0"))), "BOB564", keys, OLD),
        ("legacy-other-count", legacy(storages={"0": (5, SIX)}), "BOB562", size, OLD),
        ("legacy-cut", legacy()[:-1], "BOB562", size, OLD),
        ("legacy-count-cut", legacy()[:-30], "BOB562", size, OLD),
        ("legacy-one-byte-after", legacy() + b"\0", "BOB556", "nothing follows the last storage", OLD),
        ("legacy-view", legacy(tensor(view, (2,), (1,), 2)), "", "a view lies in its storage", OLD),
        (
            "legacy-beyond-a-view",
            legacy(tensor(view, (2,), (1,), 3)),
            "BOB565",
            "a view lies in its storage",
            OLD,
        ),
        (
            "legacy-view-beyond",
            legacy(tensor(beyond, (2,), (1,))),
            "BOB560",
            "a view lies in its storage",
            OLD,
        ),
        ("legacy-short-id", legacy(tensor(storage())), "BOB560", "a persistent id has six parts", OLD),
        (
            "legacy-os-system",
            legacy(called("os", "system", text("true")), {}),
            "BOB558",
            "no foreign code is named",
            SAFE,
        ),
    ]
