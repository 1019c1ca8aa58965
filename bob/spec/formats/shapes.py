"""How many elements a shape has, for numbers and for terms of a family alike: `n_elements((f.rows, 4))`."""

from __future__ import annotations

from typing import Any


def n_elements(shape: tuple[Any, ...]) -> Any:
    """The product of a shape's lengths; of none it is 1."""
    product: Any = 1
    for i, length in enumerate(shape):
        product = length if i == 0 else product * length
    return product
