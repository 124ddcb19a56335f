"""Tokens with offsets, and the pair of premise and hypothesis as the model was trained to read it.

Three sources of tokens: the ``tokenizers`` library where the model brings ``tokenizer.json``, SentencePiece with the id
shift of XLM-R (``sentencepiece.bpe.model``), SentencePiece as it is for T5 (``spiece.model``).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from localcheck.errors import BrokenModel, NLIError
from localcheck.types import Span

XLMR_SPECIALS = {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3}
"""fairseq's order: SentencePiece's own <unk>=0, <s>=1, </s>=2 move, every other piece shifts by one."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """One text in tokens, no special tokens."""

    ids: tuple[int, ...]
    pieces: tuple[str, ...]
    offsets: tuple[tuple[int, int], ...]
    """Start and end of each token in the text, in characters."""

    def spans(self) -> list[Span]:
        """The offsets as spans."""
        return [Span(start, end) for start, end in self.offsets]


@dataclass(frozen=True, slots=True)
class Layout:
    """How a model joins two texts: ``prefix premise middle hypothesis suffix``, and the segment id of every part.

    BERT: ``[CLS] p [SEP] h [SEP]`` with segments 0 0 0 1 1; RoBERTa and XLM-R: ``<s> p </s></s> h </s>``, all 0. A text that
    stands alone has prefix and suffix around it, in every family.
    """

    prefix: tuple[int, ...]
    middle: tuple[int, ...]
    suffix: tuple[int, ...]
    segments: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    """Of prefix, premise, middle, hypothesis, suffix."""

    @property
    def specials(self) -> int:
        """Number of special tokens around a pair."""
        return len(self.prefix) + len(self.middle) + len(self.suffix)

    def join(self, premise: Sequence[int], hypothesis: Sequence[int]) -> list[int]:
        """Token ids of a pair."""
        return [*self.prefix, *premise, *self.middle, *hypothesis, *self.suffix]

    def types(self, premise: int, hypothesis: int) -> list[int]:
        """Segment ids of a pair with that many premise and hypothesis tokens."""
        counts = (len(self.prefix), premise, len(self.middle), hypothesis, len(self.suffix))
        return [s for s, n in zip(self.segments, counts, strict=True) for _ in range(n)]

    def marks(self, premise: int, hypothesis: int) -> list[int]:
        """1 for the tokens of the hypothesis and what closes it, 0 before; for every family of models alike."""
        before = len(self.prefix) + premise + len(self.middle)
        return [0] * before + [1] * (hypothesis + len(self.suffix))


class FastTokenizer:
    """``tokenizer.json`` by the ``tokenizers`` library."""

    def __init__(self, path: Path) -> None:
        import tokenizers

        try:
            self._inner = tokenizers.Tokenizer.from_file(str(path))
        except Exception as error:  # the library raises bare Exception for malformed files
            raise BrokenModel(f"{path}: not a tokenizer file: {error}", "install the model again") from error
        self._inner.no_truncation()
        self._inner.no_padding()
        self.layout = _layout_of(self._inner)

    def encode(self, texts: Sequence[str]) -> list[Tokens]:
        """Tokens of every text, without special tokens."""
        clean = [_encodable(t) for t in texts]
        try:
            found = self._inner.encode_batch(clean, add_special_tokens=False)
        except Exception as error:  # bare again: a vocabulary without the unknown token, for one
            raise NLIError(f"the tokenizer cannot read a text: {error}", "install the model again") from error
        return [Tokens(tuple(e.ids), tuple(e.tokens), tuple(e.offsets)) for e in found]

    def id_of(self, piece: str) -> int | None:
        """Id of a piece, or None when the vocabulary does not hold it."""
        found: int | None = self._inner.token_to_id(piece)
        return found


class PieceTokenizer:
    """A SentencePiece model: T5's ids as they are, or XLM-R's with fairseq's shift."""

    def __init__(self, path: Path, *, shifted: bool) -> None:
        import sentencepiece

        try:
            self._inner = sentencepiece.SentencePieceProcessor(model_file=str(path))
        except (RuntimeError, OSError) as error:
            raise BrokenModel(f"{path}: not a SentencePiece model: {error}", "install the model again") from error
        self._shifted = shifted
        if shifted:
            self.layout = Layout((0,), (2, 2), (2,))
        else:
            end = int(self._inner.eos_id())
            self.layout = Layout((), (end,), (end,))

    def encode(self, texts: Sequence[str]) -> list[Tokens]:
        """Tokens of every text, without special tokens."""
        return [self._one(_encodable(t)) for t in texts]

    def _one(self, text: str) -> Tokens:
        found: Any = self._inner.encode(text, out_type="offset_mapping")
        ids = tuple(self._shift(i) for i in found["ids"])
        return Tokens(ids, tuple(found["pieces"]), tuple(found["offsets"]))

    def _shift(self, piece: int) -> int:
        if not self._shifted:
            return piece
        return XLMR_SPECIALS["<unk>"] if piece == self._inner.unk_id() else piece + 1

    def id_of(self, piece: str) -> int | None:
        """Id of a piece, or None when the vocabulary does not hold it."""
        if self._shifted and piece in XLMR_SPECIALS:
            return XLMR_SPECIALS[piece]
        found = int(self._inner.piece_to_id(piece))
        return None if found == self._inner.unk_id() and piece != "<unk>" else self._shift(found)


Tokenizer = FastTokenizer | PieceTokenizer


def with_separator(tokenizer: Tokenizer, separator: str) -> Layout:
    """The tokenizer's layout with one special token between the texts instead of its own; empty keeps its own.

    MiniCheck's RoBERTa was trained on ``<s> p </s> h </s>``, with one separator instead of two.
    """
    if not separator:
        return tokenizer.layout
    found = tokenizer.id_of(separator)
    if found is None:
        raise BrokenModel(
            f"the tokenizer has no token {separator!r}", "convert the model again with its own --separator"
        )
    return replace(tokenizer.layout, middle=(found,))


def open_tokenizer(folder: Path) -> Tokenizer:
    """The tokenizer that a model folder brings. Raises ``BrokenModel`` when it brings none."""
    if (folder / "tokenizer.json").is_file():
        return FastTokenizer(folder / "tokenizer.json")
    if (folder / "sentencepiece.bpe.model").is_file():
        return PieceTokenizer(folder / "sentencepiece.bpe.model", shifted=True)
    if (folder / "spiece.model").is_file():
        return PieceTokenizer(folder / "spiece.model", shifted=False)
    raise BrokenModel(
        f"{folder}: no tokenizer.json, sentencepiece.bpe.model or spiece.model in it",
        "convert the model again with its tokenizer beside the weights",
    )


def _layout_of(inner: Any) -> Layout:
    """Read the layout off the tokenizer's own post-processor by joining two one-token texts."""
    probe = inner.encode("a", add_special_tokens=False)
    n = len(probe.ids)
    pair = inner.post_process(probe, probe)
    if n == 0 or len(pair.ids) < 2 * n:
        raise BrokenModel("the tokenizer has no token for 'a'", "convert the model again with its own tokenizer")
    runs = [i for i, special in enumerate(pair.special_tokens_mask) if not special]
    first, second = runs[:n], runs[n:]
    prefix, middle, suffix = pair.ids[: first[0]], pair.ids[first[-1] + 1 : second[0]], pair.ids[second[-1] + 1 :]
    kinds = pair.type_ids
    p, h = kinds[first[0]], kinds[second[0]]
    ends = (kinds[0] if prefix else p, p, kinds[first[-1] + 1] if middle else p, h, kinds[-1] if suffix else h)
    return Layout(tuple(prefix), tuple(middle), tuple(suffix), ends)


def _encodable(text: str) -> str:
    """``text`` with every lone surrogate replaced by one U+FFFD, so that offsets stay and UTF-8 is possible."""
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in text)
    return text
