"""Translation models of CTranslate2 on this machine: Marian and OPUS (one pair of languages), NLLB (many).

A model folder holds CTranslate2's files, its SentencePiece models (``source.spm`` and ``target.spm``, or
``sentencepiece.bpe.model`` of NLLB), and a card of kind ``translator``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from localcheck.errors import BackendError, LocalcheckError, NLIError, of_runtime
from localcheck.models.manifest import Card, installed, read_card, verified_digest
from localcheck.models.manifest.ctranslate import check_ctranslate
from localcheck.models.manifest.translators import TOKENS as NLLB
from localcheck.system.closing import Closing
from localcheck.system.cpu import usable_cores

KIND = "translator"
END = "</s>"
MANY = "*"
LONGEST = 400
"""Pieces of one text; longer ones are cut."""


@dataclass(frozen=True, slots=True)
class Translated:
    """A translation, and how it compares with another one."""

    text: str
    mean_logprob: float
    """Mean log-probability of its pieces given the source, in nats."""


class TranslationModel(Closing):
    """An open model. Close it, or use it as a context manager."""

    def __init__(self, folder: Path, threads: int = 0) -> None:
        """Open the model in ``folder`` after its hashes were checked. Raises ``NLIError`` for damaged files."""
        import ctranslate2
        import sentencepiece

        self.card, self.name = read_card(folder), folder.name
        self.sha256 = verified_digest(folder)
        check_ctranslate(folder)
        names = ("sentencepiece.bpe.model",) * 2 if self._many else ("source.spm", "target.spm")
        try:
            self._source, self._target = (
                sentencepiece.SentencePieceProcessor(model_file=str(folder / name)) for name in names
            )
            self._runtime = ctranslate2.Translator(str(folder), intra_threads=threads or usable_cores())
        except (RuntimeError, ValueError, OSError) as error:
            raise NLIError(*of_runtime(f"cannot load {folder.name}", error)) from error

    @property
    def _many(self) -> bool:
        return MANY in self.card.targets

    def translate(self, text: str, source: str, target: str) -> Translated:
        """``text`` in the language ``target``. Raises ``BackendError``."""
        pieces = self._pieces(text, source)
        prefix = [[NLLB[target]]] if self._many else None
        found = self._run("translate_batch", [pieces], target_prefix=prefix, beam_size=4, max_decoding_length=LONGEST)
        best = found[0].hypotheses[0][1 if self._many else 0 :]
        words = str(self._target.decode(best)).strip()
        return Translated(words, self.mean_logprob(text, words, source, target))

    def mean_logprob(self, text: str, candidate: str, source: str, target: str) -> float:
        """Mean log-probability of the pieces of ``candidate`` as the translation of ``text``."""
        pieces = [*([NLLB[target]] if self._many else []), *self._target.encode(candidate, out_type=str)[:LONGEST]]
        if not pieces:
            return float("-inf")
        (scored,) = self._run("score_batch", [self._pieces(text, source)], [pieces])
        logs = scored.log_probs[1 if self._many else 0 :]
        return float(sum(logs)) / max(len(logs), 1)

    def cuts(self, text: str, candidate: str) -> bool:
        """Is one of them longer than what is read of it?"""
        return max(len(self._source.encode(text)), len(self._target.encode(candidate))) > LONGEST

    def close(self) -> None:
        """Free the model."""
        self._runtime.unload_model()

    def _pieces(self, text: str, source: str) -> list[str]:
        lead = [NLLB[source]] if self._many else [self.card.prompt] if self.card.prompt else []
        return [*lead, *self._source.encode(text, out_type=str)[:LONGEST], END]

    def _run(self, method: str, *arguments: Sequence[Any], **options: Any) -> Any:
        try:
            return getattr(self._runtime, method)(*arguments, **options)
        except (RuntimeError, ValueError) as error:
            raise BackendError(*of_runtime(self.name, error)) from error


class Translators(Closing):
    """The installed translation models, each opened when it is first needed. One with a damaged card is passed over."""

    __provided__: ClassVar[bool] = True

    def __init__(self, threads: int = 0) -> None:
        self._threads = threads
        self._cards = {name: (folder, card) for name, folder in installed().items() if (card := _card(folder))}
        self._open: dict[str, TranslationModel] = {}

    @property
    def names(self) -> list[str]:
        """Of the models that are installed."""
        return sorted(self._cards)

    def of(self, source: str, target: str) -> TranslationModel | None:
        """A model for this pair of languages, one made for it before one for many; None where there is none.

        ``source`` may be ``und``, of a text too short to tell: then any model that writes the target will do.
        """
        fitting = [n for n, (_, card) in self._cards.items() if _serves(card, source, target)]
        if not fitting:
            return None
        name = min(fitting, key=lambda n: (MANY in self._cards[n][1].targets, n))
        if name not in self._open:
            self._open[name] = TranslationModel(self._cards[name][0], self._threads)
        return self._open[name]

    def close(self) -> None:
        """Free the models that were opened."""
        for model in self._open.values():
            model.close()
        self._open.clear()


def _serves(card: Card, source: str, target: str) -> bool:
    if MANY in card.targets:
        known = NLLB.keys() if MANY in card.languages else frozenset(card.languages)
        return source in known and target in known
    return source in (*card.languages, "und") and target in card.targets


def _card(folder: Path) -> Card | None:
    try:
        card = read_card(folder)
    except LocalcheckError:
        return None
    return card if card.kind == KIND else None
