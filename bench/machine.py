"""What was measured on: the machine, its load, and what stands installed on it."""

from __future__ import annotations

import datetime
import os
import platform
from pathlib import Path
from typing import Any


def machine(folder: Path) -> dict[str, Any]:
    """Processor, cores, memory, kernel, file system of `folder`, load; absent facts are left out."""
    fields = _colons(Path("/proc/cpuinfo"))
    memory = _colons(Path("/proc/meminfo")).get("MemTotal", "")
    flags = fields.get("flags", "").split()
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    found = {
        "processor": fields.get("model name") or platform.processor(),
        "cores": os.cpu_count(),
        "widest_vectors": next((f for f in ("avx512f", "avx2", "avx") if f in flags), None),
        "memory_gib": round(int(memory.split()[0]) / 2**20, 1) if memory else None,
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "file_system": _file_system(folder),
        "load_at_start": round(load, 2) if load is not None else None,
    }
    return {name: value for name, value in found.items() if value is not None}


def today() -> str:
    """The date, in UTC."""
    return datetime.datetime.now(datetime.UTC).strftime("%Y-%m-%d %H:%M UTC")


def _colons(path: Path) -> dict[str, str]:
    """The first value under each name of a file of `name : value` lines; empty where there is none."""
    found: dict[str, str] = {}
    if path.exists():
        for line in path.read_text().splitlines():
            name, colon, value = line.partition(":")
            if colon:
                found.setdefault(name.strip(), value.strip())
    return found


def _file_system(folder: Path) -> str | None:
    """The kind of file system under `folder`: the mount point that is its nearest parent."""
    mounts = Path("/proc/mounts")
    if not mounts.exists():
        return None
    kinds = {fields[1]: fields[2] for fields in map(str.split, mounts.read_text().splitlines())}
    parents = [str(folder.resolve()), *map(str, folder.resolve().parents)]
    return next((kinds[parent] for parent in parents if parent in kinds), None)
