"""Keeps what answers say about themselves (``Completion.note``), until the report takes it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from localcheck.ports import LLM, Detector
from localcheck.types import Completion, CompletionRequest, Document, Verdict

SPLITTING = "decompose/"
"""The key of a request for claims begins with it. Where it fails no verdict does: the rules split the sentence."""
BY_RULES = "sentences were split by rules, without the language model, which gave no answer: {why}"


class Remarked:
    """Passes requests on to ``llm`` and keeps the notes of the answers: what a server could not do as asked, and why a sentence
    was not split.
    """

    def __init__(self, llm: LLM) -> None:
        self._llm = self.asked = llm
        self._notes: dict[str, None] = {}
        self.info = llm.info

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        """The answers of the model behind it."""
        completions = self._llm.complete(requests)
        self._notes.update((c.note, None) for c in completions if c.note)
        for request, completion in zip(requests, completions, strict=True):
            if completion.error and request.key.startswith(SPLITTING):
                self._notes[BY_RULES.format(why=completion.error)] = None
        return completions

    def take(self) -> tuple[str, ...]:
        """The notes since the last call of this method, each once."""
        taken, self._notes = tuple(self._notes), {}
        return taken


def telling(detector: Detector, llm: Remarked) -> Detector:
    """The verdicts of ``detector``; where ``llm`` could not do as asked, the next verdict says so, once a document."""

    def detect(document: Document) -> Iterator[Verdict]:
        told = set[str]()
        llm.take()
        for verdict in detector(document):
            new = [note for note in llm.take() if note not in told]
            told.update(new)
            notes = [verdict.note, *new] if verdict.note else new
            yield replace(verdict, note="\n".join(notes)) if new else verdict

    return detect
