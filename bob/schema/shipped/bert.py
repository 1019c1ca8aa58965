"""BERT and what is built like it: `Bert` (the encoder; MiniLM); with heads `BertMaskedLm`, `BertPretraining`.

Linear layers: a weight is [out, in]. Norms have PyTorch's names, weight and bias, or TensorFlow's, gamma and
beta, which the first published files have and transformers renames as it loads. Sources: transformers 4.57,
models/bert/modeling_bert.py (BertModel, BertForPreTraining, BertForMaskedLM), modeling_utils.py
(_fix_state_dict_key_on_load); the config.json of the files that are named.
"""

from __future__ import annotations

from typing import ClassVar

from bob.schema import FLOAT, INT, Block, Dim, Param, Refine, Schema
from bob.schema.expected import NATURAL, NOT_ZERO

_BODY = (
    Param("embeddings.word_embeddings.weight", FLOAT["V, D"], values=NOT_ZERO),
    Param("embeddings.position_embeddings.weight", FLOAT["P, D"]),
    Param("embeddings.token_type_embeddings.weight", FLOAT["T, D"]),
    # The numbers of the places: a buffer that older writers kept.
    Param("embeddings.position_ids", INT["1, P"], optional=True, values=NATURAL),
    Param("embeddings.LayerNorm.weight", FLOAT["D"]),
    Param("embeddings.LayerNorm.bias", FLOAT["D"]),
    Block(
        "encoder.layer.{i}.",
        "L",
        Param("attention.self.query.weight", FLOAT["D, D"]),
        Param("attention.self.query.bias", FLOAT["D"]),
        Param("attention.self.key.weight", FLOAT["D, D"]),
        Param("attention.self.key.bias", FLOAT["D"]),
        Param("attention.self.value.weight", FLOAT["D, D"]),
        Param("attention.self.value.bias", FLOAT["D"]),
        Param("attention.output.dense.weight", FLOAT["D, D"]),
        Param("attention.output.dense.bias", FLOAT["D"]),
        Param("attention.output.LayerNorm.weight", FLOAT["D"]),
        Param("attention.output.LayerNorm.bias", FLOAT["D"]),
        Param("intermediate.dense.weight", FLOAT["F, D"]),
        Param("intermediate.dense.bias", FLOAT["F"]),
        Param("output.dense.weight", FLOAT["D, F"]),
        Param("output.dense.bias", FLOAT["D"]),
        Param("output.LayerNorm.weight", FLOAT["D"]),
        Param("output.LayerNorm.bias", FLOAT["D"]),
    ),
    Block(
        "pooler.",
        1,
        Param("dense.weight", FLOAT["D, D"]),
        Param("dense.bias", FLOAT["D"]),
        optional=True,
    ),
)


class Bert(Schema):
    """BERT's encoder as `BertModel` saves itself, with its pooler or without.

    Accepts sentence-transformers/all-MiniLM-L6-v2, and the encoders of google-bert/bert-base-uncased and
    bert-large-uncased. H, the heads, is in no shape: a config alone states it.
    """

    L = Dim(config="num_hidden_layers")
    D = Dim(config="hidden_size")
    H = Dim(config="num_attention_heads")
    F = Dim(config="intermediate_size")
    P = Dim(config="max_position_embeddings")
    T = Dim(config="type_vocab_size")
    V = Dim(config="vocab_size")

    body = Block("", 1, *_BODY)
    even = Refine(lambda s: s.D % s.H == 0, "each head has an equal part of the width")

    prefixes: ClassVar[tuple[str, ...]] = ("bert.", "module.", "_orig_mod.")
    spellings: ClassVar[tuple[tuple[str, str], ...]] = (
        ("LayerNorm.gamma", "LayerNorm.weight"),
        ("LayerNorm.beta", "LayerNorm.bias"),
    )


class BertMaskedLm(Bert):
    """BERT with the head that predicts words, as `BertForMaskedLM` saves itself.

    The decoder is the word embedding again, and its bias that of the predictions: both may be left away.
    """

    body = Block("bert.", 1, *_BODY)
    predictions = Block(
        "cls.predictions.",
        1,
        Param("transform.dense.weight", FLOAT["D, D"]),
        Param("transform.dense.bias", FLOAT["D"]),
        Param("transform.LayerNorm.weight", FLOAT["D"]),
        Param("transform.LayerNorm.bias", FLOAT["D"]),
        Param("bias", FLOAT["V"]),
        Param("decoder.weight", FLOAT["V, D"], tied="bert.embeddings.word_embeddings.weight"),
        Param("decoder.bias", FLOAT["V"], tied="cls.predictions.bias"),
    )

    prefixes = ("module.", "_orig_mod.")


class BertPretraining(BertMaskedLm):
    """BERT with the two heads of its training, as `BertForPreTraining` saves itself.

    Accepts google-bert/bert-base-uncased, bert-large-uncased and bert-base-multilingual-cased.
    """

    next_sentence = Block(
        "cls.seq_relationship.",
        1,
        Param("weight", FLOAT["2, D"]),
        Param("bias", FLOAT["2"]),
    )
