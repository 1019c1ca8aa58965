"""The order in which many numbers become one: a halving tree, written once.

    while n > 1:  half = n / 2 rounded up;  a_i = a_i o a_{i + half}  for i < n - half;  n = half

It touches n numbers of one scratch buffer and leaves the answer in the first. Each level is an elementwise
loop, so a compiler may vectorise it, and there is still one order only (docs/arithmetic.md, `sum`). Sums and
maxima, of a row and over the rows, in every reading, are taken by this text and no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def halving(combine: Callable[[Any, Any], Any]) -> Callable[[Any, int], Any]:
    """The reduction of `buffer[0:n]` by `combine`, in place; n is 1 or more."""

    def reduce(buffer: Any, n: int) -> Any:
        while n > 1:
            half = (n + 1) // 2
            for i in range(n - half):
                buffer[i] = combine(buffer[i], buffer[i + half])
            n = half
        return buffer[0]

    return reduce
