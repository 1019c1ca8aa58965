"""Write the conformance suite of formats: fixtures/formats, and docs/conformance.md.

    python tools/build_formats.py                        the files, the table and the page
    python tools/build_formats.py --readers PYTHON ...   ask the readers that these environments have, first

What readers said is kept in fixtures/formats/readers.json with their versions, and the page is made of it.
"""

from __future__ import annotations

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from conformance.page import page  # noqa: E402
from conformance.suite import TABLE, files  # noqa: E402

FOLDER = ROOT / "fixtures" / "formats"
READERS = FOLDER / "readers.json"
PAGE = ROOT / "docs" / "conformance.md"
# Which files are whose to read.
READ_BY = {
    "safetensors": ("safetensors",),
    "gguf": ("gguf",),
    "numpy": ("npy", "zip"),
    "zipfile": ("zip", "torch"),
    "torch": ("torch",),
}


def written(found: dict[str, bytes]) -> None:
    """Put the files where they belong, and remove those that are no more."""
    for folder in {path.partition("/")[0] for path in found if "/" in path}:
        shutil.rmtree(FOLDER / folder, ignore_errors=True)
    for path, content in found.items():
        (FOLDER / path).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / path).write_bytes(content)


def asked(python: str, rows: list[dict[str, str]]) -> dict[str, Any]:
    """What the readers of an environment say; those that it lacks are left out."""
    told: dict[str, Any] = {}
    for reader, formats in READ_BY.items():
        own = [row["file"] for row in rows if row["format"] in formats]
        script = ROOT / "tools" / "conformance" / "reference.py"
        ran = subprocess.run([python, str(script), reader, *own], cwd=FOLDER, capture_output=True, text=True)
        if ran.returncode == 0:
            versions, *lines = map(json.loads, ran.stdout.splitlines())
            told[reader] = {"versions": versions, "files": dict(lines)}
    return told


def main() -> None:
    """Write everything."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--readers", nargs="+", default=[], metavar="PYTHON")
    found = files()
    rows = json.loads(found[TABLE])
    written(found)
    readers = json.loads(READERS.read_text()) if READERS.is_file() else {}
    for python in parser.parse_args().readers:
        readers |= asked(python, rows)
    READERS.write_text(json.dumps(readers, indent=1, sort_keys=True) + "\n")
    PAGE.write_text(page(rows, readers))
    print(f"{len(rows)} cases, {len(found) - 1} files, readers: {', '.join(sorted(readers)) or 'none asked'}")


if __name__ == "__main__":
    main()
