"""Mixtral, a mixture of experts: `Mixtral`.

Linear layers: a weight is [out, in]. Sources: transformers 4.57, models/mixtral/modeling_mixtral.py
(MixtralSparseMoeBlock, MixtralBlockSparseTop2MLP); the config.json of the files that the class names.
"""

from __future__ import annotations

from bob.schema import FLOAT, Block, Dim, Param
from bob.schema.shipped.llama import ATTENTION, NORMS, Llama


class Mixtral(Llama):
    """Mixtral: LLaMA whose layers hold a router and E experts of hidden size F, of which a token takes some.

    Accepts mistralai/Mixtral-8x7B-v0.1 and Mixtral-8x22B-v0.1.
    """

    E = Dim(config="num_local_experts")

    layers = Block(
        "model.layers.{i}.",
        "L",
        *ATTENTION,
        *NORMS,
        Param("block_sparse_moe.gate.weight", FLOAT["E, D"]),
        Block(
            "block_sparse_moe.experts.{j}.",
            "E",
            Param("w1.weight", FLOAT["F, D"]),
            Param("w2.weight", FLOAT["D, F"]),
            Param("w3.weight", FLOAT["F, D"]),
        ),
    )
