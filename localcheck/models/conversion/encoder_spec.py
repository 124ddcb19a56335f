"""BERT, RoBERTa, XLM-R, DistilBERT and MPNet weights -> CTranslate2's encoder specification and the classification head.

Written against CTranslate2's own specification classes, because its converter needs torch and one of the older
transformers. Fused attention: rows of query, key and value stacked in this order.

MPNet (Song et al. 2020, https://arxiv.org/abs/2004.09297) is BERT's encoder with T5's relative position buckets beside the
absolute positions. CTranslate2 leaves its own position encodings out of an encoder that has a relative bias, so the absolute
ones are its second table of embeddings, and whoever runs the model feeds each token's place as its type (``Card.positions``).

T5 weights -> CTranslate2's sequence-to-sequence specification (T5, Flan-T5, mT5).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from localcheck.errors import BadInput
from localcheck.models.conversion.vocabulary import filled
from localcheck.models.conversion.weights import Array, tensor


def t5_spec(weights: Mapping[str, Array], config: Config, vocabulary: list[str]) -> Any:
    """A CTranslate2 ``TransformerSpec``, validated. Raises ``BadInput`` for a missing weight."""
    from ctranslate2.specs import transformer_spec

    projection = str(config.get("feed_forward_proj", "relu"))
    gated = projection.startswith("gated-")
    # T5 v1.1's gelu is the tanh form.
    stated = "gelu_new" if projection == "gated-gelu" else projection.removeprefix("gated-")
    depth = int(config["num_layers"])
    spec = transformer_spec.TransformerSpec.from_config(
        (depth, int(config.get("num_decoder_layers") or depth)),
        int(config["num_heads"]),
        pre_norm=True,
        activation=activation_of(str(config.get("dense_act_fn") or stated)),
        ffn_glu=gated,
        relative_attention_bias=True,
        rms_norm=True,
    )
    _fill_stack(spec.encoder, weights, "encoder", config, decoder=False)
    _fill_stack(spec.decoder, weights, "decoder", config, decoder=True)
    tied = bool(config.get("tie_word_embeddings", True))
    shared = tensor(weights, "shared.weight")
    spec.decoder.projection.weight = shared if tied else tensor(weights, "lm_head.weight")
    if config.get("scale_decoder_outputs", tied):
        spec.decoder.scale_outputs = np.dtype("float32").type(int(config["d_model"]) ** -0.5)
    tokens = filled(vocabulary, len(shared))
    spec.register_source_vocabulary(tokens)
    spec.register_target_vocabulary(tokens)
    pad, end = tokens[int(config.get("pad_token_id", 0))], tokens[int(config.get("eos_token_id", 1))]
    spec.config.bos_token, spec.config.eos_token, spec.config.unk_token = pad, end, "<unk>"
    spec.config.decoder_start_token = tokens[int(config.get("decoder_start_token_id", 0))]
    spec.validate()
    return spec


def _fill_stack(stack: Any, weights: Mapping[str, Array], name: str, config: Config, *, decoder: bool) -> None:
    embeddings = stack.embeddings[0] if isinstance(stack.embeddings, list) else stack.embeddings
    embeddings.weight = tensor(weights, "shared.weight")
    stack.scale_embeddings = False
    stack.layer_norm.gamma = tensor(weights, f"{name}.final_layer_norm.weight")
    bias = tensor(weights, f"{name}.block.0.layer.0.SelfAttention.relative_attention_bias.weight")
    distance = np.dtype("int32").type(config.get("relative_attention_max_distance", 128))
    for i, layer in enumerate(stack.layer):
        at = f"{name}.block.{i}.layer"
        _fill_attention(layer.self_attention, weights, f"{at}.0", "SelfAttention")
        layer.self_attention.relative_attention_bias = bias
        layer.self_attention.relative_attention_max_distance = distance
        if decoder:
            _fill_attention(layer.attention, weights, f"{at}.1", "EncDecAttention")
        _fill_ffn(layer.ffn, weights, f"{at}.{2 if decoder else 1}")


def _fill_attention(spec: Any, weights: Mapping[str, Array], at: str, kind: str) -> None:
    spec.layer_norm.gamma = tensor(weights, f"{at}.layer_norm.weight")
    spec.queries_scale = np.dtype("float32").type(1.0)
    q, k, v, o = (tensor(weights, f"{at}.{kind}.{part}.weight") for part in "qkvo")
    if kind == "SelfAttention":
        spec.linear[0].weight = np.concatenate([q, k, v])
    else:
        spec.linear[0].weight = q
        spec.linear[1].weight = np.concatenate([k, v])
    spec.linear[-1].weight = o


def _fill_ffn(spec: Any, weights: Mapping[str, Array], at: str) -> None:
    spec.layer_norm.gamma = tensor(weights, f"{at}.layer_norm.weight")
    inner = f"{at}.DenseReluDense"
    if hasattr(spec, "linear_0_noact"):
        spec.linear_0.weight = tensor(weights, f"{inner}.wi_0.weight")
        spec.linear_0_noact.weight = tensor(weights, f"{inner}.wi_1.weight")
    else:
        spec.linear_0.weight = tensor(weights, f"{inner}.wi.weight")
    spec.linear_1.weight = tensor(weights, f"{inner}.wo.weight")


Config = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Family:
    """Where one family keeps its weights. Names are relative to the family's prefix; ``{}`` is the layer."""

    prefix: str
    dense: str
    """First layer of the classification head, with its prefix."""
    out: str
    """Last layer of the head."""
    activation: str = "tanh"
    """Between both."""
    segments: bool = False
    """Does it read token type ids?"""
    second: str = "embeddings.token_type_embeddings"
    """Embeddings that are added to the words', looked up by token type; empty where there are none."""
    relative: str = ""
    """Table of the relative position bias, one for all layers; empty where attention has none."""
    offset: int = 0
    """Rows of the position table that stand before the first token's, where the configuration does not say."""
    layer: str = "encoder.layer.{}."
    qkv: tuple[str, str, str] = ("attention.self.query", "attention.self.key", "attention.self.value")
    attention_out: str = "attention.output.dense"
    attention_norm: str = "attention.output.LayerNorm"
    ffn_in: str = "intermediate.dense"
    ffn_out: str = "output.dense"
    ffn_norm: str = "output.LayerNorm"
    keys: tuple[str, str, str] = ("num_hidden_layers", "num_attention_heads", "hidden_act")
    """Configuration keys of the number of layers, of heads, and of the activation."""


_BERT = Family("bert.", dense="bert.pooler.dense", out="classifier", segments=True)
_ROBERTA = Family("roberta.", dense="classifier.dense", out="classifier.out_proj")
_DISTILBERT = Family(
    "distilbert.",
    dense="pre_classifier",
    out="classifier",
    activation="relu",
    second="",
    layer="transformer.layer.{}.",
    qkv=("attention.q_lin", "attention.k_lin", "attention.v_lin"),
    attention_out="attention.out_lin",
    attention_norm="sa_layer_norm",
    ffn_in="ffn.lin1",
    ffn_out="ffn.lin2",
    ffn_norm="output_layer_norm",
    keys=("n_layers", "n_heads", "activation"),
)
_MPNET = Family(
    "mpnet.",
    dense="classifier.dense",
    out="classifier.out_proj",
    second="embeddings.position_embeddings",
    relative="encoder.relative_attention_bias",
    offset=2,
    qkv=("attention.attn.q", "attention.attn.k", "attention.attn.v"),
    attention_out="attention.attn.o",
    attention_norm="attention.LayerNorm",
)
FAMILIES = {"bert": _BERT, "roberta": _ROBERTA, "xlm-roberta": _ROBERTA, "distilbert": _DISTILBERT, "mpnet": _MPNET}
BUCKETS, DISTANCE = 32, 128
"""Of MPNet's relative positions; the distance is fixed in its code, the number of buckets may stand in the configuration."""


def encoder_spec(
    weights: Mapping[str, Array], config: Config, vocabulary: list[str], unknown: str, layers: int = 0
) -> Any:
    """A CTranslate2 ``TransformerEncoderModelSpec``, validated; ``layers`` > 0 keeps only that many from the bottom.

    Raises ``BadInput`` for a weight that is missing or a configuration that the runtime cannot run.
    """
    from ctranslate2.specs import common_spec, transformer_spec

    family = FAMILIES[config["model_type"]]
    table = _Table(weights, family)
    depth, heads, activation = (config.get(k) for k in family.keys)
    if layers > int(depth or 0):
        raise BadInput("config.json", f"the model has {depth} layers, {layers} were asked for")
    encoder = transformer_spec.TransformerEncoderSpec(
        layers or int(depth or 0),
        int(heads or 0),
        pre_norm=False,
        activation=activation_of(str(activation)),
        layernorm_embedding=True,
        num_source_embeddings=2 if family.second else 1,
        relative_attention_bias=bool(family.relative),
        embeddings_merge=common_spec.EmbeddingsMerge.ADD,
    )
    spec = transformer_spec.TransformerEncoderModelSpec(encoder, pooling_layer=False)
    encoder.scale_embeddings = False
    encoder.embeddings[0].weight = table.weight("embeddings.word_embeddings")
    if family.second:
        encoder.embeddings[1].weight = table.weight(family.second)[family.offset :]
    if family.relative:
        _fill_relative(encoder.layer, table.weight(family.relative), int(heads or 0), config)
    else:
        encoder.position_encodings.encodings = table.weight("embeddings.position_embeddings")[_offset(config) :]
    table.norm(encoder.layernorm_embedding, "embeddings.LayerNorm")
    for i, layer in enumerate(encoder.layer):
        _fill_layer(layer, table, family, family.layer.format(i))
    spec.register_vocabulary(filled(vocabulary, len(encoder.embeddings[0].weight)))
    spec.config.unk_token = unknown
    spec.config.layer_norm_epsilon = float(config.get("layer_norm_eps", 1e-12))
    spec.validate()
    return spec


def head_arrays(weights: Mapping[str, Array], config: Config) -> dict[str, Array]:
    """The arrays of ``head.npz``; empty when the checkpoint has no classification head."""
    family = FAMILIES[config["model_type"]]
    if f"{family.out}.weight" not in weights:
        return {}
    found = {"out_weight": weights[f"{family.out}.weight"], "out_bias": weights[f"{family.out}.bias"]}
    if f"{family.dense}.weight" in weights:
        found |= {"dense_weight": weights[f"{family.dense}.weight"], "dense_bias": weights[f"{family.dense}.bias"]}
    return found


def position_limit(config: Config) -> int:
    """Longest input in tokens that the position table holds."""
    rows = int(config.get("max_position_embeddings", 512))
    return rows - _offset(config)


def _offset(config: Config) -> int:
    """Rows of the position table before the first token's; RoBERTa counts positions from padding_idx + 1."""
    if config["model_type"] in ("roberta", "xlm-roberta"):
        return int(config.get("pad_token_id", 1)) + 1
    return FAMILIES[config["model_type"]].offset


def _fill_relative(layers: Sequence[Any], bias: Array, heads: int, config: Config) -> None:
    """Give every layer the one table of relative positions, as CTranslate2 wants it. Raises ``BadInput`` for another shape."""
    buckets = int(config.get("relative_attention_num_buckets", BUCKETS))
    if bias.shape != (buckets, heads):
        raise BadInput("checkpoint", f"the relative position table has shape {bias.shape}, not {(buckets, heads)}")
    for layer in layers:
        layer.self_attention.relative_attention_bias = bias
        layer.self_attention.relative_attention_max_distance = np.dtype("int32").type(DISTANCE)


def _fill_layer(layer: Any, table: _Table, family: Family, at: str) -> None:
    attention = layer.self_attention
    parts = [table.linear_arrays(at + name) for name in family.qkv]
    attention.linear[0].weight = np.concatenate([w for w, _ in parts])
    attention.linear[0].bias = np.concatenate([b for _, b in parts])
    table.linear(attention.linear[1], at + family.attention_out)
    table.norm(attention.layer_norm, at + family.attention_norm)
    table.linear(layer.ffn.linear_0, at + family.ffn_in)
    table.linear(layer.ffn.linear_1, at + family.ffn_out)
    table.norm(layer.ffn.layer_norm, at + family.ffn_norm)


class _Table:
    """Weights by the family's own names, with or without its prefix."""

    def __init__(self, weights: Mapping[str, Array], family: Family) -> None:
        self._weights = weights
        self._prefix = family.prefix if any(n.startswith(family.prefix) for n in weights) else ""

    def weight(self, name: str) -> Array:
        return tensor(self._weights, f"{self._prefix}{name}.weight")

    def linear_arrays(self, name: str) -> tuple[Array, Array]:
        return self.weight(name), tensor(self._weights, f"{self._prefix}{name}.bias")

    def linear(self, spec: Any, name: str) -> None:
        spec.weight, spec.bias = self.linear_arrays(name)

    def norm(self, spec: Any, name: str) -> None:
        spec.gamma, spec.beta = self.linear_arrays(name)


def activation_of(name: str) -> Any:
    """CTranslate2's activation of this name in a configuration. Raises ``BadInput`` for one that it does not have."""
    from ctranslate2.specs import common_spec

    kinds = {
        "gelu": common_spec.Activation.GELU,
        "gelu_python": common_spec.Activation.GELU,
        "gelu_new": common_spec.Activation.GELUTanh,
        "gelu_fast": common_spec.Activation.GELUTanh,
        "gelu_pytorch_tanh": common_spec.Activation.GELUTanh,
        "relu": common_spec.Activation.RELU,
        "silu": common_spec.Activation.SWISH,
        "swish": common_spec.Activation.SWISH,
    }
    if name not in kinds:
        raise BadInput("config.json", f"activation {name!r} cannot be run", f"supported: {', '.join(kinds)}")
    return kinds[name]
