"""A checkpoint in the format of transformers -> a model folder of ours: CTranslate2 weights, tokenizer, head, card.

Neither torch nor transformers is needed: weights are read from safetensors.
"""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from localcheck.errors import BadInput, MissingModel, UsageError
from localcheck.models.conversion import encoder_spec
from localcheck.models.conversion.vocabulary import build_tokenizer, read_vocabulary
from localcheck.models.conversion.weights import Array, open_weights
from localcheck.models.manifest import Card, read_json, write_card

TOKENIZER_FILES = ("tokenizer.json", "spiece.model", "sentencepiece.bpe.model")
QUANTIZATIONS = ("int8", "int8_float32", "int16", "float16", "bfloat16", "float32")
ALTERNATIVES = "alternatives that run: roberta-large-mnli, nli-roberta-base, xnli-xlm-roberta, minicheck-flan-t5-large"


@dataclass(frozen=True, slots=True)
class Conversion:
    """What the user may choose; everything else is read from the checkpoint."""

    quantization: str = "int8"
    labels: tuple[str, ...] = ()
    """Names of the head's outputs in order; empty reads ``id2label``."""
    pooling: str = ""
    """``cls`` or ``mean``, or ``pair`` for a head made for it; empty chooses cls for a head, mean for a bare encoder."""
    layers: int = 0
    """Keep only that many encoder layers from the bottom (BERTScore is often best below the top); 0 keeps all."""
    embeds: bool = False
    """See ``Card.embeds``; a folder of sentence-transformers that pools by the mean says so itself."""
    languages: tuple[str, ...] = ("en",)
    max_tokens: int = 0
    """0 reads it from the checkpoint."""
    trust_pickle: bool = False
    prompt: str = "predict: "
    """Seq2seq: text before the premise."""
    separator: str = ""
    """Between premise and hypothesis; see ``Card.separator``."""
    positive: str = "▁1"
    """Seq2seq: first decoder token that means entailed."""
    negative: str = "▁"
    """Seq2seq: first decoder token that means not entailed (T5 writes "0" as "▁" and "0")."""


def convert(source: Path, target: Path, choice: Conversion | None = None) -> Card:
    """Convert the checkpoint in ``source`` into the folder ``target`` (which must not hold a model yet); returns its card.

    Raises ``BadInput`` for a checkpoint that is damaged or of a kind that cannot be run, ``MissingModel`` when files are
    missing, ``UsageError`` for a wrong choice. ``target`` is written file by file: callers give a staging folder.
    """
    choice = choice or Conversion()
    if choice.quantization not in QUANTIZATIONS:
        raise UsageError(f"unknown quantization {choice.quantization!r}", f"one of {', '.join(QUANTIZATIONS)}")
    config = _config(source)
    kind = str(config.get("model_type", ""))
    if kind in encoder_spec.FAMILIES:
        return _convert_encoder(source, target, config, choice)
    if kind in ("t5", "mt5"):
        return _convert_t5(source, target, config, choice)
    if "deberta" in kind:
        raise BadInput(source, "DeBERTa cannot be run: CTranslate2 has no disentangled attention", ALTERNATIVES)
    known = ", ".join([*encoder_spec.FAMILIES, "t5", "mt5"])
    raise BadInput(source, f"model type {kind or '?'!r} cannot be converted", f"supported: {known}; {ALTERNATIVES}")


def _convert_encoder(source: Path, target: Path, config: Mapping[str, Any], choice: Conversion) -> Card:
    weights = open_weights(source, trust_pickle=choice.trust_pickle)
    vocabulary, unknown = read_vocabulary(source)
    spec = encoder_spec.encoder_spec(weights, config, vocabulary, unknown, choice.layers)
    head = encoder_spec.head_arrays(weights, config)
    labels = (choice.labels or _labels(source, config, len(head["out_bias"]))) if head else ()
    if head and len(labels) != len(head["out_bias"]):
        raise UsageError(f"the head has {len(head['out_bias'])} outputs, {len(labels)} labels were given")
    card = _encoder_card(source, config, choice, head, labels)
    target.mkdir(parents=True, exist_ok=True)
    if head:
        np.savez(target / "head.npz", allow_pickle=False, **head)
    _save(spec, source, target, choice, card)
    return card


def _encoder_card(
    source: Path, config: Mapping[str, Any], choice: Conversion, head: Mapping[str, Array], labels: tuple[str, ...]
) -> Card:
    family = encoder_spec.FAMILIES[str(config["model_type"])]
    return Card(
        kind="nli-encoder" if head else "encoder",
        labels=labels,
        pooling=choice.pooling or ("cls" if head else "mean"),
        activation=family.activation if "dense_weight" in head else "none",
        max_tokens=_max_tokens(source, choice, encoder_spec.position_limit(config)),
        languages=choice.languages,
        segments=family.segments,
        positions=bool(family.relative),
        layer=choice.layers,
        separator=choice.separator,
        embeds=not choice.layers and (choice.embeds or _pools_by_mean(source)),
    )


def _convert_t5(source: Path, target: Path, config: Mapping[str, Any], choice: Conversion) -> Card:
    weights = open_weights(source, trust_pickle=choice.trust_pickle)
    vocabulary, _ = read_vocabulary(source)
    spec = encoder_spec.t5_spec(weights, config, vocabulary)
    for token in (choice.positive, choice.negative):
        if token not in vocabulary:
            raise UsageError(f"the vocabulary has no token {token!r}", "see --positive and --negative")
    card = Card(
        kind="nli-seq2seq",
        labels=choice.labels or ("entailment", "not_entailment"),
        max_tokens=_max_tokens(source, choice, int(config.get("n_positions", 2048))),
        languages=choice.languages,
        prompt=choice.prompt,
        separator=choice.separator,
        positive=choice.positive,
        negative=choice.negative,
    )
    target.mkdir(parents=True, exist_ok=True)
    _save(spec, source, target, choice, card)
    return card


def _save(spec: Any, source: Path, target: Path, choice: Conversion, card: Card) -> None:
    """Quantise, write the weights, take the tokenizer along, and write the card last: it makes the folder a model."""
    spec.optimize(quantization=choice.quantization)
    spec.save(str(target))
    for name in TOKENIZER_FILES:
        if (source / name).is_file():
            shutil.copyfile(source / name, target / name)
    if not any((target / name).is_file() for name in TOKENIZER_FILES):
        built = build_tokenizer(source)
        if built is not None:
            built.save(str(target / "tokenizer.json"))
    write_card(target, card)


def _config(source: Path) -> Mapping[str, Any]:
    path = source / "config.json"
    if not path.is_file():
        raise MissingModel(f"no config.json in {source}", "give the folder of a transformers checkpoint")
    return read_json(path)


def _pools_by_mean(source: Path) -> bool:
    """Does the folder of a sentence-transformers model say that its vectors are the mean over all tokens?"""
    path = source / "1_Pooling" / "config.json"
    stated = read_json(path) if path.is_file() else {}
    modes = [key for key, value in stated.items() if key.startswith("pooling_mode") and value is True]
    return modes == ["pooling_mode_mean_tokens"] and stated.get("include_prompt", True) is True


def _labels(source: Path, config: Mapping[str, Any], outputs: int) -> tuple[str, ...]:
    """Names of the outputs by ``id2label``; names that say nothing (LABEL_0) are refused, for the order cannot be guessed."""
    table = config.get("id2label") or {}
    names = [str(table.get(str(i), f"LABEL_{i}")).strip().lower() for i in range(outputs)]
    if outputs not in (2, 3) or any(n.startswith("label_") for n in names):
        raise BadInput(
            source / "config.json",
            f"its {outputs} outputs have no names that mean anything: {', '.join(names)}",
            "give them in order, for example --labels contradiction,neutral,entailment (see the model's card)",
        )
    return tuple(names)


def _max_tokens(source: Path, choice: Conversion, limit: int) -> int:
    """The user's choice, else the tokenizer's limit, never beyond the position table."""
    path = source / "tokenizer_config.json"
    stated = read_json(path).get("model_max_length") if path.is_file() else None
    own = int(stated) if isinstance(stated, int | float) and 8 <= stated <= limit else limit
    return min(choice.max_tokens or own, limit)
