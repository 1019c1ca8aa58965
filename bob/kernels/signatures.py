"""The C functions that the kernels are compiled to: what each is given, and how much scratch it wants.

One letter a parameter: p is the address of binary32 scalars, u of 32-bit words, q a signed and Q an unsigned
64-bit integer, f a binary32, d a binary64. Every one gives a signed 64-bit integer. What a call means is said
where its loops are written, in `table` and `flat`. This module imports nothing: whoever calls compiled code
by its address can afford it.
"""

SIGNATURES = {
    "train_rows": "pppuqqqfffffQqpp",
    "summarise": "pqqpp",
    "check": "pppqddd",
    "adamw": "ppppqfffffff",
}

# The scalars of a cache line: columns that begin with one are read and written faster.
LINE_SCALARS = 16


def train_scratch(n: int, n_updates: int) -> int:
    """How many scalars of scratch one call of `train_rows` uses.

    Two columns of binary64 for exp, the gradient, the hits, a tree and the corrections, and what is left out
    before the first cache line.
    """
    return 4 * n + 2 * n + (n + 1) // 2 + 2 * n_updates + LINE_SCALARS - 1


def summarise_scratch(n: int) -> int:
    """How many scalars of scratch one call of `summarise` uses: terms and a tree."""
    return n + (n + 1) // 2


def row_results(n: int, n_updates: int) -> int:
    """How many scalars `train_rows` writes for `summarise`: three a row and update."""
    return 3 * n_updates * n


def trace_results(n_updates: int) -> int:
    """How many scalars `summarise` writes: a loss and a norm an update."""
    return 2 * n_updates
