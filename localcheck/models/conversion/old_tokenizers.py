"""Tokenizers of older checkpoints that bring ``vocab.txt`` (BERT) or ``vocab.json`` and ``merges.txt`` (RoBERTa) only."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from localcheck.errors import BadInput
from localcheck.models.manifest import read_json
from localcheck.system.jsontext import parse_object

MAX_BYTES = 64 << 20
"""A vocabulary file larger than this is none."""


def build_tokenizer(source: Path) -> Any | None:
    """A ``tokenizers.Tokenizer`` equal to the slow one of the checkpoint; None when its files are not there."""
    try:
        if (source / "vocab.txt").is_file():
            return _word_piece(source)
        if (source / "vocab.json").is_file() and (source / "merges.txt").is_file():
            return _byte_pairs(source)
    except BadInput:
        raise
    except Exception as error:  # the library raises bare Exception for malformed files
        raise BadInput(source, f"its vocabulary cannot be read: {error}") from error
    return None


def _word_piece(source: Path) -> Any:
    """BERT: lower-casing as the checkpoint says (by default yes), Chinese characters apart, [CLS] a [SEP] b [SEP]."""
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

    lines = _text(source / "vocab.txt").splitlines()
    vocab = {token: i for i, token in enumerate(lines)}
    config = _config(source)
    lower = bool(config.get("do_lower_case", True))
    accents = config.get("strip_accents")
    chinese = bool(config.get("tokenize_chinese_chars", True))
    found = Tokenizer(models.WordPiece(vocab, unk_token="[UNK]", max_input_chars_per_word=100))
    found.normalizer = normalizers.BertNormalizer(lowercase=lower, strip_accents=accents, handle_chinese_chars=chinese)
    found.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    found.post_processor = processors.BertProcessing(("[SEP]", vocab["[SEP]"]), ("[CLS]", vocab["[CLS]"]))
    return found


def _byte_pairs(source: Path) -> Any:
    """RoBERTa: byte-level BPE, <s> a </s></s> b </s>."""
    from tokenizers import Tokenizer, models, pre_tokenizers, processors

    vocab = parse_object(_text(source / "vocab.json"))
    lines = _text(source / "merges.txt").split("\n")
    pairs = (line.split(" ") for line in lines if line and not line.startswith("#version"))
    merges = [(left, right) for left, right in pairs]
    prefix = bool(_config(source).get("add_prefix_space", False))
    found = Tokenizer(models.BPE(vocab, merges, unk_token="<unk>"))
    found.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=prefix)
    ends = (("</s>", vocab["</s>"]), ("<s>", vocab["<s>"]))
    found.post_processor = processors.RobertaProcessing(*ends, add_prefix_space=prefix)
    return found


def _config(source: Path) -> dict[str, Any]:
    path = source / "tokenizer_config.json"
    return dict(read_json(path)) if path.is_file() else {}


def _text(path: Path) -> str:
    if path.stat().st_size > MAX_BYTES:
        raise BadInput(path, f"larger than {MAX_BYTES >> 20} MB")
    return path.read_text(encoding="utf-8")
