"""Kernels for AVX-512 in a machine without a system, which Bochs emulates: no QEMU of Debian's knows AVX-512.

    facts = bare(folder, "x86-64-v4")

The kernels are the shared object that Bob's compiler makes for the processor; bare/machine.S and bare/guest.c
are all else that runs there. What comes out are planes. The headers around them are the independent
program's, of these planes.
"""

from __future__ import annotations

import json
import re
import shutil
import struct
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from reproduction.cases import CASES, INVOCATIONS, Case
from reproduction.judgement import LIMIT_S, Absent, Failed, file_of, made, said
from reproduction.native import JOB, environment
from tests.independent import program

if TYPE_CHECKING:
    from collections.abc import Iterator

SOURCES = Path(__file__).parent / "bare"
MODEL = "corei7_skylake_x"
_NEEDED = ("bochs", "gcc", "ld", "objcopy", "nm")
_BIOS, _VIDEO = Path("/usr/share/bochs/BIOS-bochs-legacy"), Path("/usr/share/bochs/VGABIOS-lgpl-latest")
_FLAGS = (
    "-std=c11",
    "-O2",
    "-ffreestanding",
    "-fno-pic",
    "-fno-pie",
    "-mno-red-zone",
    "-fno-stack-protector",
    "-fcf-protection=none",
    "-fno-tree-loop-distribute-patterns",
)
# A disk of this many cylinders, of 16 heads and 63 sectors of 512 bytes each.
_CYLINDERS = 2
_SETTINGS = """megs: 256
cpu: model={model}, count=1, ips=50000000, reset_on_triple_fault=0
romimage: file={bios}
vgaromimage: file={video}
ata0: enabled=1, ioaddr1=0x1f0, ioaddr2=0x3f0, irq=14
ata0-master: type=disk, mode=flat, path={folder}/disk, cylinders={cylinders}, heads=16, spt=63
boot: disk
parport1: enabled=1, file={folder}/planes
display_library: rfb, options="timeout=0"
log: {folder}/log
panic: action=fatal
"""


def bare(folder: Path, cpu: str, fused: str = "", model: str = MODEL) -> dict[str, str]:
    """Make every run in the emulated machine; raises Absent where it cannot be built, Failed if it stops."""
    missing = [name for name in _NEEDED if shutil.which(name) is None]
    if missing or not (_BIOS.exists() and _VIDEO.exists()):
        raise Absent(f"no {(missing or ['firmware for Bochs'])[0]}")
    own = environment(BOB_CACHE_DIR=str(folder / "cache"))
    built = said(sys.executable, "-P", str(JOB), "build", cpu, fused, environment=own)
    facts: dict[str, str] = json.loads(built)
    (kernels,) = folder.glob("cache/kernels-*")
    for case in CASES:
        place = file_of(folder, case, 1, 0).parent
        place.mkdir()
        shutil.copy(kernels, place / "kernels")
        _build_disk(place, case)
        version = _emulated(place, model)
        for step, content in _files(case, place):
            file_of(folder, case, 1, step).write_bytes(content)
    return facts | {"emulator": f"Bochs {version}, {model}"}


def _build_disk(place: Path, case: Case) -> None:
    run = program.Run(case.settings, case.record)
    (place / "plane").write_bytes(run.P.tobytes())
    (place / "targets").write_bytes(struct.pack(f"<{case.vocabulary}I", *run.targets))
    carried = [f'-D{name.upper()}="{place / name}"' for name in ("kernels", "plane", "targets")]
    parts = [str(place / name) for name in ("machine.o", "guest.o")]
    made("gcc", "-c", *carried, "-o", parts[0], str(SOURCES / "machine.S"))
    made("gcc", "-c", *_FLAGS, *_definitions(place, case), "-o", parts[1], str(SOURCES / "guest.c"))
    linked, disk = place / "linked", place / "disk"
    script = str(SOURCES / "machine.ld")
    made("ld", "--no-warn-rwx-segments", "-T", script, "-o", str(linked), *parts)
    made("objcopy", "-O", "binary", str(linked), str(disk))
    with disk.open("r+b") as file:
        file.truncate(_CYLINDERS * 16 * 63 * 512)


def _definitions(place: Path, case: Case) -> list[str]:
    """What guest.c leaves open."""
    settings = case.settings
    entry = re.search(r"^([0-9a-f]+) T train_rows$", made("nm", "-D", str(place / "kernels")), re.MULTILINE)
    assert entry is not None
    numbers = {
        "V": case.vocabulary,
        "INVOCATIONS": INVOCATIONS,
        "UPDATES": settings.updates_per_invocation,
        "TRAIN_ROWS": int(entry[1], 16),
        "LEARNING_RATE": settings.learning_rate,
        "BETA1": settings.beta1,
        "BETA2": settings.beta2,
        "EPSILON": settings.epsilon,
        "WEIGHT_DECAY": settings.weight_decay,
    }
    return [f"-D{name}={number}" for name, number in numbers.items()]


def _emulated(place: Path, model: str) -> str:
    """Run the machine until it shuts down, and give the emulator's version; its planes lie in `planes`."""
    settings = place / "settings"
    values = {"model": model, "folder": place, "bios": _BIOS, "video": _VIDEO, "cylinders": _CYLINDERS}
    settings.write_text(_SETTINGS.format(**values))
    # Debian's Bochs waits for its debugger to be told to continue. To shut down is a panic, and status 1.
    done = subprocess.run(
        ("bochs", "-q", "-f", str(settings)), input=b"c\n", capture_output=True, timeout=LIMIT_S, check=False
    )
    log = (place / "log").read_text(errors="replace") if (place / "log").exists() else ""
    if "shutdown requested" not in log:
        stopped = [line for line in log.splitlines() if "PANIC" in line] or ["it did not start"]
        raise Failed(f"Bochs: {stopped[0].split('>>PANIC<<')[-1].strip()}")
    version = re.search(rb"Bochs x86 Emulator (\S+)", done.stdout + done.stderr)
    return version[1].decode() if version else "of an unknown version"


def _files(case: Case, place: Path) -> Iterator[tuple[int, bytes]]:
    run, parent = program.Run(case.settings, case.record), program.NO_PARENT
    content = (place / "planes").read_bytes()
    size = case.settings.payload_bytes
    if len(content) != size * INVOCATIONS:
        raise Failed(f"the machine printed {len(content)} bytes, not {size * INVOCATIONS}")
    for i in range(INVOCATIONS):
        planes = np.frombuffer(content[i * size : (i + 1) * size], "<f4")
        run.P, run.M, run.V = planes.reshape(len(program.PLANES), case.vocabulary, case.vocabulary)
        run.step += case.settings.updates_per_invocation
        file = program.checkpoint(run, parent)
        parent = program.header_digest(file)
        yield run.step, file
