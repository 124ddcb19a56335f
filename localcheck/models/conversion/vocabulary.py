"""The vocabulary of a checkpoint in the order of its ids, from whichever tokenizer file it brings."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput, MissingModel
from localcheck.models.conversion.old_tokenizers import build_tokenizer

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
