"""Small random checkpoints in the format of transformers, with their tokenizers, made in a test's own folder."""

from __future__ import annotations

import json
import string
from pathlib import Path
from typing import Any

WORDS = """paris is the capital of france berlin lies in germany he was born died year 1990 not one two three never
a an river mountain wrote book film and or"""
THREE = {0: "CONTRADICTION", 1: "NEUTRAL", 2: "ENTAILMENT"}
TWO = {0: "entailment", 1: "not_entailment"}


def make_checkpoint(folder: Path, family: str, classes: int = 3, seed: int = 0) -> Any:
    """Write config, safetensors and tokenizer of a random model; returns the transformers model in eval mode."""
    import torch
    import transformers

    torch.manual_seed(seed)
    folder.mkdir(parents=True, exist_ok=True)
    size = _tokenizer(folder, family)
    labels = {"id2label": THREE if classes == 3 else TWO, "num_labels": classes} if classes else {}
    common = {"vocab_size": size, "initializer_range": 0.4, **labels}
    small = {"hidden_size": 32, "num_hidden_layers": 3, "num_attention_heads": 4, "intermediate_size": 48}
    if family == "bert":
        config = transformers.BertConfig(**common, **small, max_position_embeddings=96)
    elif family in ("roberta", "xlm-roberta"):
        kind = transformers.RobertaConfig if family == "roberta" else transformers.XLMRobertaConfig
        config = kind(**common, **small, max_position_embeddings=98, pad_token_id=1, type_vocab_size=1)
    elif family == "distilbert":
        config = transformers.DistilBertConfig(
            **common, dim=32, n_layers=3, n_heads=4, hidden_dim=48, max_position_embeddings=96
        )
    else:
        raise ValueError(family)
    make = transformers.AutoModelForSequenceClassification if classes else transformers.AutoModel
    model = make.from_config(config).eval()
    with torch.no_grad():
        for p in model.parameters():
            if p.ndim == 1:
                p.add_(torch.randn_like(p) * 0.1)
    model.save_pretrained(folder)
    return model


def _tokenizer(folder: Path, family: str) -> int:
    """Write ``tokenizer.json`` in the layout of the family; returns the size of the vocabulary."""
    import tokenizers
    from tokenizers import decoders, models, normalizers, pre_tokenizers, processors

    letters = list(string.ascii_lowercase + string.digits + ".,'")
    if family in ("bert", "distilbert"):
        tokens = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters, *(f"##{c}" for c in letters), *WORDS.split()]
        vocab = {t: i for i, t in enumerate(dict.fromkeys(tokens))}
        tok = tokenizers.Tokenizer(models.WordPiece(vocab, unk_token="[UNK]"))
        tok.normalizer = normalizers.BertNormalizer()
        tok.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
        tok.post_processor = processors.BertProcessing(("[SEP]", vocab["[SEP]"]), ("[CLS]", vocab["[CLS]"]))
        tok.decoder = decoders.WordPiece()
    else:
        alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
        tokens = ["<s>", "<pad>", "</s>", "<unk>", *alphabet, "<mask>"]
        vocab = {t: i for i, t in enumerate(tokens)}
        tok = tokenizers.Tokenizer(models.BPE(vocab, [], unk_token="<unk>"))
        tok.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
        tok.post_processor = processors.RobertaProcessing(("</s>", 2), ("<s>", 0), add_prefix_space=False)
        tok.decoder = decoders.ByteLevel()
    tok.save(str(folder / "tokenizer.json"))
    (folder / "tokenizer_config.json").write_text(json.dumps({"model_max_length": 96}), encoding="utf-8")
    return tok.get_vocab_size()


def reference_probabilities(model: Any, folder: Path, pairs: list[tuple[str, str]], columns: tuple[int, ...]) -> Any:
    """What transformers computes for the same pairs, one at a time, as (entail, neutral, contradict)."""
    import numpy as np
    import tokenizers
    import torch

    tok = tokenizers.Tokenizer.from_file(str(folder / "tokenizer.json"))
    out = np.zeros((len(pairs), 3))
    for i, (premise, hypothesis) in enumerate(pairs):
        e = tok.encode(premise, hypothesis)
        inputs = {"input_ids": torch.tensor([e.ids]), "attention_mask": torch.tensor([e.attention_mask])}
        if model.config.model_type == "bert":
            inputs["token_type_ids"] = torch.tensor([e.type_ids])
        with torch.no_grad():
            p = torch.softmax(model(**inputs).logits.double(), -1).numpy()[0]
        out[i, list(columns)] = p
    return out
