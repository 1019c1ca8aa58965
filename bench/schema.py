"""`python -m bench.schema`: how long ten thousand tensors take to match, beside reading their header's JSON.

Both are measured in turn in one process, so what slows the machine slows both. So is junk: names
that nothing knows, misspelt ones, shapes that never agree.
"""

from __future__ import annotations

import json
import time
from statistics import median
from typing import TYPE_CHECKING, Any

from bench.ratios import paired
from bob.formats.inventory import Entry, Inventory
from bob.schema import load_schema, match

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from bob.schema import Schema

PAIRS = 20
JUNK_PAIRS = 3
# A decoder of 1,111 layers: 10,002 tensors.
DIMS = {"L": 1111, "D": 4096, "H": 32, "G": 8, "K": 128, "F": 11008, "V": 32000}
CONFIG = {
    "num_hidden_layers": 1111,
    "hidden_size": 4096,
    "num_attention_heads": 32,
    "num_key_value_heads": 8,
    "intermediate_size": 11008,
    "vocab_size": 32000,
}


def tensors(schema: type[Schema], dims: Mapping[str, int]) -> list[Entry]:
    """What a schema asks for at these dims, in blocks of one index at most, without what may be absent."""
    from bob.spec.evaluation import evaluate

    return [
        Entry(
            pattern.named(numbers),
            "BF16",
            tuple(evaluate(term, dims) for term in pattern.axes),
            0,
            0,
        )
        for pattern in schema.spec.patterns
        if not pattern.gates
        for numbers in ([(i,) for i in range(dims["L"])] if pattern.indices else [()])
    ]


def header(entries: Iterable[Entry]) -> bytes:
    """The same tensors as a safetensors header states them."""
    said = {e.name: {"dtype": e.dtype, "shape": e.shape, "data_offsets": [0, 0]} for e in entries}
    return json.dumps(said).encode()


def seconds(work: Callable[[], object]) -> float:
    """The wall time of one call."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def measured(pairs: int = PAIRS) -> list[dict[str, Any]]:
    """A row for each inventory: median milliseconds, and the ratio to parsing a header of as many tensors."""
    schema = load_schema("llama")
    good = tensors(schema, DIMS)
    text = header(good)
    rows = []
    for name, entries, config, n in (
        ("with its config", good, CONFIG, pairs),
        ("without a config", good, None, pairs),
        ("no name is known", [e._replace(name=f"x{i:x}y") for i, e in enumerate(good)], None, JUNK_PAIRS),
        (
            "each name is misspelt",
            [e._replace(name=e.name[: i % 30] + "q" + e.name[i % 30 :]) for i, e in enumerate(good)],
            None,
            JUNK_PAIRS,
        ),
        (
            "no two shapes agree",
            [
                e._replace(shape=tuple(7 * i + k + 1 for k, _ in enumerate(e.shape)))
                for i, e in enumerate(good)
            ],
            None,
            JUNK_PAIRS,
        ),
    ):
        inventory = Inventory("made", tuple(entries), {}, {}, 0)
        match(schema, inventory, config)
        times = [
            (seconds(lambda: match(schema, inventory, config)), seconds(lambda: json.loads(text)))  # noqa: B023
            for _ in range(n)
        ]
        ours, theirs = zip(*times, strict=True)
        rows.append(
            {
                "inventory": name,
                "tensors": len(entries),
                "median_ms": 1000 * median(ours),
                "to_json": paired(ours, theirs),
            }
        )
    return rows


def main() -> None:
    """Print the rows."""
    for row in measured():
        ratio = row["to_json"]
        print(
            f"{row['inventory']:<22} {row['tensors']:,} tensors  {row['median_ms']:8.1f} ms"
            f"  {ratio['median']:6.2f} times json.loads ({ratio['low']:.2f} to {ratio['high']:.2f})"
        )


if __name__ == "__main__":
    main()
