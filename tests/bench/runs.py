"""A run's record as `bench` writes it, with figures made up for tests."""

from __future__ import annotations

from typing import Any


def ratio(median: float) -> dict[str, Any]:
    return {"median": median, "low": median * 0.9, "high": median * 1.1, "pairs": 40}


def command(name: str, figure: float, **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "files": "the checkpoint",
        "digests": "no",
        "verifies": "no",
        "agreement": "",
        "ratio": ratio(figure),
        "ms": figure * 15,
        "base_ms": 15.0,
        "peak_mib": 10.0,
        "peak_is_floor": False,
        **more,
    }


def run(*commands: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {
        "date": "2026-01-01 00:00 UTC",
        "machine": {
            "processor": "A processor",
            "cores": 2,
            "system": "Linux",
            "python": "3.11.7",
            "widest_vectors": "avx512f",
        },
        "pairs": 40,
        "versions": {"torch": {"python": "3.11.7", "torch": "2.13.0"}},
        "commands": list(commands),
        "first_use": {"name": "first use", "seconds": 2.0, "times": 3},
        "syncs": {"name": "fsync of file and folder", "ms": 1.0, "low_ms": 0.9, "high_ms": 1.1},
        "large": {
            "name": "large file",
            "gigabytes": 8,
            "gb_a_second": {"bob": 4.0, "maps": 4.1, "reads": 4.2},
            "over": {"maps": ratio(1.03), "reads": ratio(1.05)},
            "fastest": "reads",
            "peak_mb": {"bob": 40.0, "maps": 41.0, "reads": 10.0},
        },
        "kernels": [],
        "adamw": [],
        "growth": [
            {
                "name": f"{n:,}",
                "scalars": n * n,
                "ms": n * n / 5e4,
                "ns_a_scalar": 2.0,
                "peak_mib": 80.0,
                "planes_mib": 1.0,
            }
            for n in (16, 256)
        ],
        **more,
    }
