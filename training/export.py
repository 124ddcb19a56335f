"""From trained weights to the folder that is shipped: CTranslate2 int8, tokenizer, NumPy head, card."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import numpy as np
import torch
from ctranslate2.converters import TransformersConverter
from transformers import BertConfig, BertModel

from localcheck.models import manifest
from training.encoded import plain_tokenizer

CARD = manifest.Card(
    kind="nli-encoder",
    labels=("entailment", "neutral", "contradiction"),
    pooling="pair",
    activation="tanh",
    max_tokens=512,
    window=384,
    long=256,
    long_entail=0.76,
    embeds=True,
    languages=("en",),
    segments=True,
    consistency="not_entail",
)
"""What the runtime has to know about the network of `training.network`."""


def export(weights: dict[str, torch.Tensor], pretrained: Path, folder: Path, quantization: str | None = "int8") -> None:
    """Write a model folder from the weights of a `PairClassifier`; `quantization` None keeps float32.

    `pretrained` holds the configuration and the tokenizer that training began with.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        source, target = Path(name) / "transformers", Path(name) / "ctranslate2"
        _write_encoder(weights, pretrained, source)
        TransformersConverter(str(source)).convert(str(target), quantization=quantization)
        for path in target.iterdir():
            shutil.copyfile(path, folder / path.name)
    plain_tokenizer(pretrained / "tokenizer.json").save(str(folder / "tokenizer.json"))
    np.savez(folder / "head.npz", **head_arrays(weights))  # type: ignore[arg-type]
    manifest.write_card(folder, CARD)


def head_arrays(weights: dict[str, torch.Tensor]) -> dict[str, np.ndarray]:
    """The head under the names that the runtime reads."""
    parts = ("dense", "weight"), ("dense", "bias"), ("out", "weight"), ("out", "bias")
    return {f"{layer}_{part}": weights[f"{layer}.{part}"].numpy().astype(np.float32) for layer, part in parts}


def _write_encoder(weights: dict[str, torch.Tensor], pretrained: Path, folder: Path) -> None:
    """A transformers checkpoint of the encoder; the unused pooler is zero, so that the same weights give the same file."""
    encoder = BertModel(BertConfig.from_pretrained(str(pretrained)))
    prefix = "encoder."
    state = {name.removeprefix(prefix): value for name, value in weights.items() if name.startswith(prefix)}
    width = encoder.config.hidden_size
    state |= {"pooler.dense.weight": torch.zeros(width, width), "pooler.dense.bias": torch.zeros(width)}
    encoder.load_state_dict(state, strict=False)
    encoder.config.position_embedding_type = "absolute"  # the converter asks for it; newer configurations leave it out
    encoder.save_pretrained(str(folder))
    for name in ("tokenizer.json", "tokenizer_config.json", "vocab.txt", "special_tokens_map.json"):
        if (pretrained / name).is_file():
            shutil.copyfile(pretrained / name, folder / name)
