"""A tiny Marian model with random weights, converted by CTranslate2's own converter, in the layout of the OPUS models."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")
import sentencepiece  # noqa: E402

TEXTS = {
    "source": ("Guten Morgen", "Ich brauche Hilfe", "Das Haus ist groß", "Wie geht es dir heute", "Die Sonne scheint"),
    "target": ("Good morning", "I need help", "The house is large", "How are you today", "The sun is shining"),
}


def build(folder: Path) -> Path:
    """The converted model in a folder below ``folder``, without a card of ours."""
    from ctranslate2.converters import TransformersConverter

    checkpoint = folder / "checkpoint"
    checkpoint.mkdir()
    pieces: list[str] = []
    for side, lines in TEXTS.items():
        sentencepiece.SentencePieceTrainer.train(
            sentence_iterator=iter(lines * 20),
            model_prefix=str(checkpoint / side),
            vocab_size=60,
            hard_vocab_limit=False,
            minloglevel=2,
        )
        (checkpoint / f"{side}.model").rename(checkpoint / f"{side}.spm")
        inner = sentencepiece.SentencePieceProcessor(model_file=str(checkpoint / f"{side}.spm"))
        pieces += [inner.id_to_piece(i) for i in range(inner.get_piece_size())]
    wanted = [p for p in dict.fromkeys(pieces) if p not in ("<s>", "</s>", "<unk>")]
    vocabulary = {token: i for i, token in enumerate(["</s>", "<unk>", *wanted, "<pad>"])}
    (checkpoint / "vocab.json").write_text(json.dumps(vocabulary), encoding="utf-8")
    pad = vocabulary["<pad>"]
    torch.manual_seed(0)
    config = transformers.MarianConfig(
        vocab_size=len(vocabulary), d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=32, decoder_ffn_dim=32, max_position_embeddings=64, pad_token_id=pad,
        eos_token_id=0, decoder_start_token_id=pad, bos_token_id=0, forced_eos_token_id=0,
    )  # fmt: skip
    transformers.MarianMTModel(config).save_pretrained(checkpoint)
    (checkpoint / "tokenizer_config.json").write_text(
        json.dumps({"tokenizer_class": "MarianTokenizer", "source_lang": "de", "target_lang": "en"}), encoding="utf-8"
    )
    target = folder / "opus-mt-de-en"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its tokenizer recommends a package for punctuation
        TransformersConverter(str(checkpoint), copy_files=["source.spm", "target.spm"]).convert(str(target))
    return target
