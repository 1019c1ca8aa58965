"""The order in which many numbers become one: a halving tree, written once.

    while n > 1:  half = n / 2 rounded up;  a_i = a_i o a_{i + half}  for i < n - half;  n = half

It reads n numbers of one buffer and leaves them alone: the first level goes to a scratch buffer of half as
many, the others stay there. Each level is an elementwise loop, so a compiler may vectorise it, and there is
still one order only (docs/arithmetic.md, `sum`). Sums and maxima, of a row and over the rows, in every
reading, are taken by this text and no other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def halving(
    combine: Callable[[Any, Any], Any],
    leaf: Callable[[Any], Any],
    fold: Callable[[Any], Any] | None = None,
    width: int = 1,
) -> Callable[[Any, Any, int], Any]:
    """The reduction of leaf(source[0]) ... leaf(source[n - 1]) by `combine`, n from 1.

    It uses n / 2 scalars, rounded up, of `work`, which does not overlap `source`. A reading that can take the
    last `width` numbers in registers gives `fold`, which reduces them in the same order.
    """

    def reduce(source: Any, work: Any, n: int) -> Any:
        half = (n + 1) // 2
        for i in range(n - half):
            work[i] = combine(leaf(source[i]), leaf(source[i + half]))
        if n - half < half:
            work[half - 1] = leaf(source[half - 1])
        n = half
        while n > 1:
            if fold is not None and n == width:
                return fold(work)
            half = (n + 1) // 2
            for i in range(n - half):
                work[i] = combine(work[i], work[i + half])
            n = half
        return work[0]

    return reduce
