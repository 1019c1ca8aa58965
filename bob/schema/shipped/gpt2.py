"""GPT-2 as Hugging Face writes it: `Gpt2` (the published files), `Gpt2Lm` (as `GPT2LMHeadModel` saves it).

Its projections are `Conv1D`: a weight is [in, out], the transpose of a linear layer's. Sources:
transformers 4.57, models/gpt2/modeling_gpt2.py (GPT2Model, GPT2Attention, GPT2MLP) and pytorch_utils.py
(Conv1D); the files and config.json of openai-community/gpt2, gpt2-medium, gpt2-large and gpt2-xl.
"""

from __future__ import annotations

from typing import ClassVar

from bob.schema import BOOL, FLOAT, U8, Block, Dim, Param, Refine, Schema
from bob.schema.expected import FRACTION, NOT_ZERO

_BODY = (
    Param("wte.weight", FLOAT["V, D"], values=NOT_ZERO),
    Param("wpe.weight", FLOAT["P, D"], values=NOT_ZERO),
    Block(
        "h.{i}.",
        "L",
        Param("ln_1.weight", FLOAT["D"]),
        Param("ln_1.bias", FLOAT["D"]),
        # Query, key and value beside each other: [in, out] with out = 3 D.
        Param("attn.c_attn.weight", FLOAT["D, 3 * D"]),
        Param("attn.c_attn.bias", FLOAT["3 * D"]),
        Param("attn.c_proj.weight", FLOAT["D, D"]),
        Param("attn.c_proj.bias", FLOAT["D"]),
        # Buffers of older writers: the causal mask, and the number that stands for what it hides.
        Param("attn.bias", (FLOAT | U8 | BOOL)["1, 1, P, P"], optional=True, values=FRACTION),
        Param("attn.masked_bias", FLOAT[""], optional=True),
        Param("ln_2.weight", FLOAT["D"]),
        Param("ln_2.bias", FLOAT["D"]),
        Param("mlp.c_fc.weight", FLOAT["D, F"]),
        Param("mlp.c_fc.bias", FLOAT["F"]),
        Param("mlp.c_proj.weight", FLOAT["F, D"]),
        Param("mlp.c_proj.bias", FLOAT["D"]),
    ),
    Param("ln_f.weight", FLOAT["D"]),
    Param("ln_f.bias", FLOAT["D"]),
)


class Gpt2(Schema):
    """GPT-2 without a prefix: the files that OpenAI's are published as, and `GPT2Model`.

    H, the heads, is in no shape: a config alone states it.
    """

    L = Dim(config="n_layer")
    D = Dim(config="n_embd")
    H = Dim(config="n_head")
    F = Dim(config="n_inner", absent="4 * D")
    P = Dim(config="n_positions")
    V = Dim(config="vocab_size")

    body = Block("", 1, *_BODY)
    even = Refine(lambda s: s.D % s.H == 0, "each head has an equal part of the width")

    prefixes: ClassVar[tuple[str, ...]] = ("transformer.", "module.", "_orig_mod.")


class Gpt2Lm(Gpt2):
    """GPT-2 with its head, below `transformer.`: `GPT2LMHeadModel`; the head is the token embedding again."""

    body = Block("transformer.", 1, *_BODY)
    head = Param("lm_head.weight", FLOAT["V, D"], tied="transformer.wte.weight")

    prefixes = ("module.", "_orig_mod.")
