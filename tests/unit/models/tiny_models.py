"""Small random checkpoints in the format of transformers, with their tokenizers, made in a test's own folder."""

from __future__ import annotations

import json
import string
from pathlib import Path
from typing import Any

import numpy as np

WORDS = """paris is the capital of france berlin lies in germany he was born died year 1990 not one two three never
a an river mountain wrote book film and or"""
THREE = {0: "CONTRADICTION", 1: "NEUTRAL", 2: "ENTAILMENT"}
TWO = {0: "entailment", 1: "not_entailment"}


def make_checkpoint(
    folder: Path, family: str, classes: int = 3, seed: int = 0, spread: float = 0.4, tokens: int = 96
) -> Any:
    """Write config, safetensors and tokenizer of a random model of inputs up to ``tokens``; returns it in eval mode."""
    import torch
    import transformers

    torch.manual_seed(seed)
    folder.mkdir(parents=True, exist_ok=True)
    size = _tokenizer(folder, family, tokens)
    labels = {"id2label": THREE if classes == 3 else TWO, "num_labels": classes} if classes else {}
    common = {"vocab_size": size, "initializer_range": spread, **labels}
    small = {"hidden_size": 32, "num_hidden_layers": 3, "num_attention_heads": 4, "intermediate_size": 48}
    if family == "bert":
        config = transformers.BertConfig(**common, **small, max_position_embeddings=tokens)
    elif family in ("roberta", "xlm-roberta"):
        kind = transformers.RobertaConfig if family == "roberta" else transformers.XLMRobertaConfig
        config = kind(**common, **small, max_position_embeddings=tokens + 2, pad_token_id=1, type_vocab_size=1)
    elif family == "distilbert":
        config = transformers.DistilBertConfig(
            **common, dim=32, n_layers=3, n_heads=4, hidden_dim=48, max_position_embeddings=tokens
        )
    elif family == "mpnet":
        config = transformers.MPNetConfig(**common, **small, max_position_embeddings=tokens + 2, layer_norm_eps=1e-5)
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


def _tokenizer(folder: Path, family: str, limit: int) -> int:
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
    (folder / "tokenizer_config.json").write_text(json.dumps({"model_max_length": limit}), encoding="utf-8")
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


def make_pieces(path: Path, shifted: bool) -> Any:
    """Train a SentencePiece model on a few words; with the ids of XLM-R's files (``shifted``) or of T5's."""
    import io

    import sentencepiece

    lines = [WORDS.replace("\n", " "), "predict: paris is the capital of france 1 0", *string.ascii_letters] * 20
    ids = {} if shifted else {"pad_id": 0, "eos_id": 1, "unk_id": 2, "bos_id": -1, "user_defined_symbols": ["▁1"]}
    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines), model_writer=out, vocab_size=90, hard_vocab_limit=False, minloglevel=2, **ids
    )
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(out.getvalue())
    return sentencepiece.SentencePieceProcessor(model_file=str(path))


def make_t5(folder: Path, tied: bool, gated: bool, seed: int = 0) -> tuple[Any, Any]:
    """A random T5 with its SentencePiece model; returns (model in eval mode, processor)."""
    import torch
    import transformers

    torch.manual_seed(seed)
    pieces = make_pieces(folder / "spiece.model", shifted=False)
    config = transformers.T5Config(
        vocab_size=pieces.get_piece_size() + 6,
        d_model=32,
        d_kv=8,
        d_ff=48,
        num_layers=2,
        num_decoder_layers=3,
        num_heads=4,
        feed_forward_proj="gated-gelu" if gated else "relu",
        tie_word_embeddings=tied,
        decoder_start_token_id=0,
        initializer_factor=3.0 if tied else 1.0,
    )
    model = transformers.T5ForConditionalGeneration(config).eval()
    model.save_pretrained(folder)
    return model, pieces


def tiny_gguf(padding: int = 0, keys: list[tuple[str, Any]] | None = None) -> bytes:
    """The header of a GGUF file without tensors, and ``padding`` bytes behind it."""
    import struct

    def text(s: str) -> bytes:
        return struct.pack("<Q", len(s.encode())) + s.encode()

    found = [("general.architecture", "llama"), ("llama.context_length", 2048), ("tokenizer.ggml.tokens", ["a", "b"])]
    out = b""
    for key, value in keys if keys is not None else found:
        if isinstance(value, str):
            out += text(key) + struct.pack("<I", 8) + text(value)
        elif isinstance(value, list):
            out += text(key) + struct.pack("<IIQ", 9, 8, len(value)) + b"".join(map(text, value))
        elif isinstance(value, float):
            out += text(key) + struct.pack("<If", 6, value)
        else:
            out += text(key) + struct.pack("<II", 4, value)
    head = b"GGUF" + struct.pack("<IQQ", 3, 0, len(keys if keys is not None else found))
    return head + out + bytes(padding)


def trained(rank: int = 3, layers: tuple[int, ...] = (1, 2), seed: int = 0) -> dict[str, Any]:
    """A random difference under the trainer's names, for the tiny MPNet (3 layers of 32, inner width 48)."""
    random = np.random.default_rng(seed)
    wide = {"q": (32, 32), "k": (32, 32), "v": (32, 32), "o": (32, 32), "f1": (48, 32), "f2": (32, 48)}
    found: dict[str, Any] = {}
    for i in layers:
        for block, (high, low) in wide.items():
            found[f"layers.{i}.{block}.a"] = random.normal(0, 0.3, (rank, low))
            found[f"layers.{i}.{block}.b"] = random.normal(0, 0.3, (high, rank))
        for norm in ("n1", "n2"):
            found[f"layers.{i}.{norm}.weight"] = random.normal(1, 0.2, 32)
            found[f"layers.{i}.{norm}.bias"] = random.normal(0, 0.2, 32)
    found |= {"dense.weight": random.normal(0, 0.3, (32, 96)), "dense.bias": random.normal(0, 0.1, 32)}
    found |= {"out.weight": random.normal(0, 0.15, (3, 32)), "out.bias": random.normal(0, 0.1, 3)}
    return found
