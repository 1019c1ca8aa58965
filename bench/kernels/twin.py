"""twin.c as Python calls, compiled into a folder by gcc with flags that move no bit."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path
from typing import Any

# Without the last two gcc would keep roots and selections out of vectors, for the sake of errno and traps.
FLAGS = ("-O3", "-march=native", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math")
SOURCE = Path(__file__).parent / "twin.c"
_LETTERS = {
    "p": ctypes.c_void_p,
    "q": ctypes.c_int64,
    "Q": ctypes.c_uint64,
    "f": ctypes.c_float,
}
_FUNCTIONS = {
    "twin_train": ("ppppqfffffQqppp", "q"),
    "twin_adamw": ("ppppqfffffff", None),
    "divider": ("q", "f"),
    "read_modify_write": ("ppppq", None),
}


def twin(folder: Path) -> dict[str, Any] | None:
    """The functions by name; None where there is no gcc. Raises CalledProcessError where gcc fails."""
    gcc = shutil.which("gcc")
    if gcc is None:
        return None
    built = folder / "twin.so"
    subprocess.run([gcc, *FLAGS, "-shared", "-fPIC", str(SOURCE), "-o", str(built), "-lm"], check=True)
    library = ctypes.CDLL(str(built))
    for name, (parameters, result) in _FUNCTIONS.items():
        function = getattr(library, name)
        function.argtypes = [_LETTERS[letter] for letter in parameters]
        function.restype = _LETTERS[result] if result else None
    return {name: getattr(library, name) for name in _FUNCTIONS}
