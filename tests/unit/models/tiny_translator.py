"""A tiny Marian model with random weights, converted by CTranslate2's own converter, in the layout of the OPUS models."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

from tests.needs import Later, needs

needs("torch", "transformers", "sentencepiece", reason="the extra convert is not installed")
torch, transformers, sentencepiece = Later("torch"), Later("transformers"), Later("sentencepiece")

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


def build_nllb(folder: Path, languages: bool = True) -> Path:
    """A tiny model in the layout of NLLB, converted; without ``languages`` its language tokens have other names (M2M-100)."""
    from ctranslate2.converters import TransformersConverter

    checkpoint = folder / "checkpoint"
    checkpoint.mkdir()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([*TEXTS["source"], *TEXTS["target"]] * 20),
        model_prefix=str(checkpoint / "pieces"),
        vocab_size=80,
        model_type="bpe",
        hard_vocab_limit=False,
        minloglevel=2,
    )
    (checkpoint / "pieces.model").rename(checkpoint / "sentencepiece.bpe.model")
    inner = sentencepiece.SentencePieceProcessor(model_file=str(checkpoint / "sentencepiece.bpe.model"))
    first = ("<s>", "<pad>", "</s>", "<unk>")
    pieces = [p for p in map(inner.id_to_piece, range(inner.get_piece_size())) if p not in first]
    tokenizer = transformers.NllbTokenizer(vocab={p: i for i, p in enumerate([*first, *pieces])}, merges=[])
    tokenizer.save_pretrained(checkpoint)
    config = transformers.M2M100Config(
        vocab_size=len(tokenizer), d_model=16, encoder_layers=1, decoder_layers=1, encoder_attention_heads=2,
        decoder_attention_heads=2, encoder_ffn_dim=32, decoder_ffn_dim=32, max_position_embeddings=1024, pad_token_id=1,
        eos_token_id=2, bos_token_id=0, decoder_start_token_id=2,
    )  # fmt: skip
    torch.manual_seed(0)
    transformers.M2M100ForConditionalGeneration(config).save_pretrained(checkpoint)
    target = folder / "nllb-tiny"
    TransformersConverter(str(checkpoint), copy_files=["sentencepiece.bpe.model"]).convert(str(target))
    if not languages:
        file = target / "shared_vocabulary.json"
        known = json.loads(file.read_text(encoding="utf-8"))
        renamed = [
            f"__{token[:2]}{i}__" if "_" in token and token[-4:].isalpha() else token for i, token in enumerate(known)
        ]
        file.write_text(json.dumps(renamed), encoding="utf-8")
    return target
