"""The vision transformer as Hugging Face writes it: `Vit` (the encoder), `VitClassifier` (with a classifier).

Linear layers: a weight is [out, in]; the first is a convolution, [out, channels, height, width]. Sources:
transformers 4.57, models/vit/modeling_vit.py (ViTModel, ViTForImageClassification); the config.json of the
files that each class names.
"""

from __future__ import annotations

from typing import ClassVar

from bob.schema import FLOAT, Block, Dim, Param, Refine, Schema, Where
from bob.schema.expected import NOT_ZERO

_BODY = (
    Param("embeddings.cls_token", FLOAT["1, 1, D"]),
    # A place for each patch of a square image, and one for the class token before them.
    Param("embeddings.position_embeddings", FLOAT["1, (S / P) * (S / P) + 1, D"]),
    Param("embeddings.patch_embeddings.projection.weight", FLOAT["D, C, P, P"], values=NOT_ZERO),
    Param("embeddings.patch_embeddings.projection.bias", FLOAT["D"]),
    Block(
        "encoder.layer.{i}.",
        "L",
        Param("attention.attention.query.weight", FLOAT["D, D"]),
        Param("attention.attention.key.weight", FLOAT["D, D"]),
        Param("attention.attention.value.weight", FLOAT["D, D"]),
        Block(
            "attention.attention.",
            1,
            Param("query.bias", FLOAT["D"]),
            Param("key.bias", FLOAT["D"]),
            Param("value.bias", FLOAT["D"]),
            optional=Where("qkv_bias", absent=True),
        ),
        Param("attention.output.dense.weight", FLOAT["D, D"]),
        Param("attention.output.dense.bias", FLOAT["D"]),
        Param("intermediate.dense.weight", FLOAT["F, D"]),
        Param("intermediate.dense.bias", FLOAT["F"]),
        Param("output.dense.weight", FLOAT["D, F"]),
        Param("output.dense.bias", FLOAT["D"]),
        Param("layernorm_before.weight", FLOAT["D"]),
        Param("layernorm_before.bias", FLOAT["D"]),
        Param("layernorm_after.weight", FLOAT["D"]),
        Param("layernorm_after.bias", FLOAT["D"]),
    ),
    Param("layernorm.weight", FLOAT["D"]),
    Param("layernorm.bias", FLOAT["D"]),
)


class Vit(Schema):
    """A vision transformer as `ViTModel` saves itself: images of S by S pixels in patches of P by P.

    Accepts google/vit-base-patch16-224-in21k, vit-large-patch16-224-in21k and vit-huge-patch14-224-in21k,
    with a pooler or without. H, the heads, is in no shape: a config alone states it.
    """

    L = Dim(config="num_hidden_layers")
    D = Dim(config="hidden_size")
    H = Dim(config="num_attention_heads")
    F = Dim(config="intermediate_size")
    S = Dim(config="image_size")
    P = Dim(config="patch_size")
    C = Dim(config="num_channels", absent="3")
    W = Dim(config="pooler_output_size", absent="D")

    body = Block("", 1, *_BODY)
    above = Block(
        "pooler.",
        1,
        Param("dense.weight", FLOAT["W, D"]),
        Param("dense.bias", FLOAT["W"]),
        optional=True,
    )
    even = Refine(lambda s: s.D % s.H == 0, "each head has an equal part of the width")
    whole = Refine(lambda s: s.S % s.P == 0, "patches cover the image exactly")

    prefixes: ClassVar[tuple[str, ...]] = ("vit.", "module.", "_orig_mod.")


class VitClassifier(Vit):
    """A vision transformer that tells N classes apart, as `ViTForImageClassification` saves itself.

    Accepts google/vit-base-patch16-224 and vit-large-patch16-224.
    """

    W = None  # type: ignore[assignment]
    N = Dim()

    body = Block("vit.", 1, *_BODY)
    above = Block(
        "classifier.",
        1,
        Param("weight", FLOAT["N, D"]),
        Param("bias", FLOAT["N"]),
    )

    prefixes = ("module.", "_orig_mod.")
