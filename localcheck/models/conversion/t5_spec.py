"""T5 weights -> CTranslate2's sequence-to-sequence specification (T5, Flan-T5, mT5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from localcheck.models.conversion.encoder_spec import activation_of
from localcheck.models.conversion.vocabulary import filled
from localcheck.models.conversion.weights import Array, tensor

Config = Mapping[str, Any]


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
