"""The protocols of all backends: what they must do, and what they say about themselves. Fakes are backends like any other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from localcheck.types import (
    Claim,
    Completion,
    CompletionRequest,
    Cost,
    Document,
    Message,
    Passage,
    Sentence,
    TokenVectors,
    Verdict,
)
from localcheck.types.infos import IndexInfo, LLMInfo, ModelInfo

FloatArray = NDArray[np.float64]
VectorArray = NDArray[np.float32]


@runtime_checkable
class LLM(Protocol):
    """A language model. Raises ``LLMError`` when the backend as a whole fails; one failed request is data."""

    @property
    def info(self) -> LLMInfo:
        """Name, origin and limits."""
        ...

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        """Answer every request, in order; ``len(result) == len(requests)``."""
        ...


@runtime_checkable
class StateReader(Protocol):
    """A language model whose hidden states can be read: one that runs in this process. Raises ``LLMError``."""

    def states(
        self,
        prompts: Sequence[tuple[Message, ...]],
        marked: Sequence[str],
        layers: Sequence[int],
        adapter: Path | None = None,
    ) -> FloatArray:
        """For each prompt and layer the state of the last token, and the mean of those at the text that is marked, with which
        the last message ends: shape (prompts, layers, 2, width). ``adapter``: a GGUF file of low-rank differences to the
        weights, which count for these states only.
        """
        ...


class Progress(Protocol):
    """Is told how far a long step is, such as splitting sentences by a language model."""

    def __call__(self, done: int, total: int, /) -> object:
        """``done`` of ``total`` units are finished."""
        ...


@runtime_checkable
class OpenLLM(LLM, Protocol):
    """A language model as its backend opens it: whoever opened it closes it."""

    def close(self) -> None:
        """Give memory and connections back; twice does no harm."""
        ...


@runtime_checkable
class NLI(Protocol):
    """A natural language inference model. Raises ``NLIError``."""

    @property
    def info(self) -> ModelInfo:
        """Identity, classes, languages and limits."""
        ...

    def entail(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        """Probabilities (entail, neutral, contradict) of (premise, hypothesis) pairs, shape (n, 3), rows sum to 1.

        A premise beyond the model's limit is read in windows, and the clearest one speaks for it; callers that quote
        cut their own windows first.
        """
        ...


@runtime_checkable
class SpanReader(Protocol):
    """An NLI model that saves work where only the clearest spans of an ask decide. Raises ``NLIError``."""

    def read_spans(self, asks: Sequence[Sequence[tuple[str, str]]]) -> list[FloatArray]:
        """The rows of ``NLI.entail`` for each ask; what could not decide within its ask may be given roughly, and quietly."""
        ...


@runtime_checkable
class Encoder(Protocol):
    """A contextual token encoder. Raises ``NLIError``."""

    @property
    def info(self) -> ModelInfo:
        """Identity, languages and limits."""
        ...

    def encode(self, texts: Sequence[str]) -> list[TokenVectors]:
        """Token vectors of each text, in order."""
        ...


@runtime_checkable
class SentenceEncoder(Protocol):
    """A model of what whole texts mean. Raises ``NLIError``."""

    @property
    def info(self) -> ModelInfo:
        """Identity, languages and limits; ``embeds`` says whether ``embed`` may be asked."""
        ...

    def embed(self, texts: Sequence[str]) -> VectorArray:
        """One vector for each text, shape (n, d), of unit length; the dot product of two says how close they are in meaning."""
        ...


@runtime_checkable
class Matcher(Protocol):
    """A model that compares texts word by word. Raises ``NLIError``."""

    def match(self, claim: str, texts: Sequence[str]) -> FloatArray:
        """How far each of ``texts`` speaks of the claim's words, shape (n,), in [-1, 1]; rare words weigh more."""
        ...


@runtime_checkable
class ArticleEncoder(SentenceEncoder, Protocol):
    """A ``SentenceEncoder`` that keeps the vectors of articles beside the index that they are from."""

    def of_article(
        self, passage: Passage, texts: Sequence[str], first: Sequence[int]
    ) -> tuple[tuple[int, ...], VectorArray]:
        """Numbers of sentences, ascending, and a vector for each: of every sentence where all are kept, else of ``first``.

        ``texts``: all sentences of the passage, as their vectors are made; ``first``: numbers of some of them, ascending.
        """
        ...


@runtime_checkable
class Retriever(Protocol):
    """A source of evidence. Raises ``RetrievalError``. ``sources.by_query.ByQuery`` makes one of a ``search``."""

    @property
    def info(self) -> IndexInfo:
        """Name, language and kind of evidence."""
        ...

    def search(self, query: str) -> Iterator[Passage]:
        """Passages for ``query``, best first. They are read lazily, as they are pulled."""
        ...

    def evidence(self, document: Document, claim: Claim) -> Iterator[Passage]:
        """Passages for one claim of a document, best first, lazily."""
        ...

    def aliases(self, title: str) -> tuple[str, ...]:
        """Names of the article that ``title`` names, its own title first; empty where the source keeps none."""
        ...

    def close(self) -> None:
        """Release what is open."""
        ...


@runtime_checkable
class Detector(Protocol):
    """A method: a factory closed over ports."""

    def __call__(self, document: Document) -> Iterator[Verdict]:
        """Verdicts for every claim of the document, lazily; a claim that fails is yielded FAILED."""
        ...


@runtime_checkable
class Extractor(Protocol):
    """Turns sentences into claims."""

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """At least one claim for every sentence; claims in the order of the sentences."""
        ...

    def cost(self) -> Cost:
        """What all extractions so far cost in calls to a language model; nothing if claims are made by rules."""
        ...
