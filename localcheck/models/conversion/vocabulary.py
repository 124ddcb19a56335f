"""The vocabulary of a checkpoint in the order of its ids, from whichever tokenizer file it brings.

Of older checkpoints that bring ``vocab.txt`` (BERT) or ``vocab.json`` and ``merges.txt`` (RoBERTa) only, the tokenizer is
built.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput, MissingModel
from localcheck.models.manifest import read_json
from localcheck.system.jsontext import parse_object

MOST_GAPS = 10_000
"""Ids without a token, beside as many as there are tokens: a stranger's id of four thousand million takes no memory."""


def read_vocabulary(source: Path) -> tuple[list[str], str]:
    """(tokens by id, the unknown token). Gaps are filled with names that no text produces.

    Raises ``MissingModel`` when there is no tokenizer file that the runtime reads, ``BadInput`` for a damaged one.
    """
    if (source / "tokenizer.json").is_file():
        return _from_tokenizer(source / "tokenizer.json")
    if (source / "sentencepiece.bpe.model").is_file():
        pieces = _pieces(source / "sentencepiece.bpe.model")
        return ["<s>", "<pad>", "</s>", "<unk>", *pieces[3:], "<mask>"], "<unk>"
    if (source / "spiece.model").is_file():
        return _pieces(source / "spiece.model"), "<unk>"
    built = build_tokenizer(source)
    if built is not None:
        return _by_id(built)
    raise MissingModel(
        f"no tokenizer.json, sentencepiece.bpe.model, spiece.model or vocab file in {source}",
        "save the tokenizer of the model there (transformers: AutoTokenizer.from_pretrained(…).save_pretrained(…))",
    )


def filled(vocabulary: list[str], size: int) -> list[str]:
    """``vocabulary`` with as many names as the model has rows of embeddings: some have more rows than tokens."""
    return [*vocabulary, *(f"<extra_id_{i}>" for i in range(size - len(vocabulary)))][:size]


def _from_tokenizer(path: Path) -> tuple[list[str], str]:
    import tokenizers

    try:
        inner = tokenizers.Tokenizer.from_file(str(path))
    except Exception as error:  # the library raises bare Exception for malformed files
        raise BadInput(path, f"not a tokenizer file: {error}") from error
    return _by_id(inner)


def _by_id(inner: Any) -> tuple[list[str], str]:
    table = inner.get_vocab(with_added_tokens=True)
    if max(table.values(), default=-1) >= 2 * len(table) + MOST_GAPS:
        raise BadInput(
            "the tokenizer", f"{len(table):,} tokens with ids up to {max(table.values()):,} are not a vocabulary"
        )
    tokens = [f"<gap_{i}>" for i in range(max(table.values(), default=-1) + 1)]
    for token, i in table.items():
        tokens[i] = token
    model = json.loads(inner.to_str()).get("model", {})
    named = model.get("unk_token")
    unknown = named if isinstance(named, str) else next((t for t in ("<unk>", "[UNK]") if t in table), tokens[0])
    return tokens, unknown


def _pieces(path: Path) -> list[str]:
    import sentencepiece

    try:
        inner = sentencepiece.SentencePieceProcessor(model_file=str(path))
    except (RuntimeError, OSError) as error:
        raise BadInput(path, f"not a SentencePiece model: {error}") from error
    return [inner.id_to_piece(i) for i in range(inner.get_piece_size())]


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
