"""Claims by a language model (Wang et al. 2023, Section 3.1 and Appendix A).

Several sentences go into one prompt. What comes back is data: every subclaim is led back to its sentence, and one that
repeats another, cannot be read on its own, asserts nothing, or says what the text does not say is marked, never
dropped. A sentence that was not decomposed after a second try is one claim with its pronouns replaced, as in the paper.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from localcheck.asking.metering import Meter
from localcheck.asking.structured import ask
from localcheck.claims.rules.checkable import why_not_checkable
from localcheck.claims.rules.entities import find_entity
from localcheck.claims.rules.references import References
from localcheck.ports import LLM
from localcheck.text.language import detect
from localcheck.text.prompts.decompose import PROMPTS, SCHEMA, passage
from localcheck.types import JSON, Claim, CompletionRequest, Cost, Document, Message, Sentence, Span

_WORD = re.compile(r"[^\W_]+")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_DANGLING = re.compile(
    r"(?:he|she|it|they|his|her|its|their|him|them|this|that|these|those|the (?:former|latter)|there)\b"
    r"|[他她它](?:们)?|[这那](?:个|些|位|里|是)?|其",
    re.IGNORECASE,
)
FAMILIAR = 0.5
"""Share of a subclaim's words that must stand in the document; below it the subclaim was invented."""
DANGLES = "not self-contained"
INVENTED = "not in the text: invented by the model"
NOT_DECOMPOSED = "not decomposed"
"""How the note of a fallback claim begins."""


@dataclass(frozen=True, slots=True)
class _Found:
    """One subclaim and the sentence it was led back to."""

    sentence: Sentence
    text: str
    span: Span


class LLMClaims:
    """Port ``Extractor`` by a language model. ``cost()`` is what all extractions so far took.

    ``batch`` sentences go into one prompt. Raises ``LLMError`` only when the model itself is gone.
    """

    def __init__(self, llm: LLM, *, batch: int = 4, seed: int = 0) -> None:
        self._meter = llm if isinstance(llm, Meter) else Meter(llm)
        self._batch, self._seed = batch, seed

    def cost(self) -> Cost:
        """Calls, tokens, seconds and parse failures of all extractions so far."""
        return self._meter.cost()

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """At least one claim for every sentence, in the order of the sentences."""
        asking = [s for s in sentences if not why_not_checkable(s.text, document.title)]
        batches = [asking[i : i + self._batch] for i in range(0, len(asking), self._batch)]
        requests = [self._request(document, b) for b in batches]
        found: dict[int, list[_Found]] = {}
        failed: dict[int, str] = {}
        for batch, parsed in zip(batches, ask(self._meter, requests), strict=True):
            for one in [] if parsed.error else located(parsed.value, batch):
                found.setdefault(one.sentence.index, []).append(one)
            failed.update({s.index: parsed.error or "the model gave nothing for it" for s in batch})
        return list(_claims(document, sentences, found, failed))

    def _request(self, document: Document, batch: Sequence[Sentence]) -> CompletionRequest:
        language = detect(document.text)
        text = passage([s.text for s in batch], document.title)
        prompt = PROMPTS["zh" if language == "zh" else "en"].format(passage=text)
        return CompletionRequest(
            messages=(Message("user", prompt),),
            schema=json.dumps(SCHEMA, sort_keys=True, separators=(",", ":")),
            max_tokens=min(2048, 256 + 3 * len(text)),
            seed=self._seed,
            key=f"decompose/{document.id}/{batch[0].index}",
        )


def located(answer: JSON, batch: Sequence[Sentence]) -> list[_Found]:
    """The sentences of step 3, each with the sentence of the text that it comes from.

    Step 4 names the original by its words and by its number (from 1); words win, because models miscount. A subclaim
    that step 4 leaves out goes to the sentence with which it shares most words.
    """
    pairs = {_key(p["sentence"]): p for p in answer["step4"]}
    return [_locate(_printable(text), pairs.get(_key(text)), batch) for text in answer["step3"] if _key(text)]


def _locate(text: str, pair: JSON, batch: Sequence[Sentence]) -> _Found:
    original = pair["original"].strip() if pair else ""
    for sentence in batch:
        at = sentence.text.find(original) if original else -1
        if at >= 0:
            start = sentence.span.start + at
            return _Found(sentence, text, Span(start, start + len(original)))
    closest = max(batch, key=lambda s: (_overlap(original or text, s.text), -s.index))
    if pair and _overlap(original, closest.text) < FAMILIAR and 1 <= pair["index"] <= len(batch):
        closest = batch[pair["index"] - 1]
    return _Found(closest, text, closest.span)


def _claims(
    document: Document,
    sentences: Sequence[Sentence],
    found: dict[int, list[_Found]],
    failed: dict[int, str],
) -> Iterator[Claim]:
    entity = find_entity(document.text, document.title, [s.text for s in sentences])
    references, seen = References(entity), dict[str, str]()
    known = set(_words(f"{document.title} {document.text}"))
    for sentence in sentences:
        whole = references.rewrite(sentence.text)
        subclaims = found.get(sentence.index)
        if not subclaims:
            yield _undivided(document, sentence, whole.text, whole.note, failed.get(sentence.index, ""))
            continue
        useless = []
        for i, one in enumerate(subclaims):
            claim = Claim(f"{sentence.index}.{i}", sentence.index, one.text, one.span)
            reason = _why_marked(claim, document, known, seen)
            seen.setdefault(_key(claim.text), claim.id)
            useless.append(reason.startswith((DANGLES, INVENTED)))
            yield replace(claim, checkable=not reason, note=reason)
        if all(useless):
            why = "no subclaim can be used"
            yield _undivided(document, sentence, whole.text, whole.note, why, number=len(subclaims))


def _undivided(
    document: Document, sentence: Sentence, text: str, rewriting: str, failure: str, number: int = 0
) -> Claim:
    """The sentence as one claim: the paper's fallback, or a sentence that asserts nothing and was not sent."""
    reason = why_not_checkable(sentence.text, document.title)
    fallback = f"{NOT_DECOMPOSED}: {failure}" if failure and not reason else ""
    note = "; ".join(n for n in (reason, fallback, rewriting) if n)
    claimed = sentence.text if reason else text
    return Claim(f"{sentence.index}.{number}", sentence.index, claimed, sentence.span, not reason, note)


def _why_marked(claim: Claim, document: Document, known: set[str], seen: dict[str, str]) -> str:
    """Why a subclaim is not checked; empty when it is."""
    if earlier := seen.get(_key(claim.text)):
        return f"the same as {earlier}"
    if reason := why_not_checkable(claim.text, document.title):
        return reason
    if dangling := _DANGLING.match(claim.text):
        return f"{DANGLES}: begins with {dangling.group()!r}"
    words = _words(claim.text)
    if sum(w in known for w in words) < FAMILIAR * len(words):
        return INVENTED
    return ""


def _words(text: str) -> list[str]:
    """Lower-case words; Chinese by characters."""
    return [w for token in _WORD.findall(text.casefold()) for w in (token if _HAN.search(token) else [token])]


def _overlap(text: str, sentence: str) -> float:
    """Share of the words of ``text`` that stand in ``sentence``."""
    words, there = _words(text), set(_words(sentence))
    return sum(w in there for w in words) / len(words) if words else 0.0


def _printable(text: str) -> str:
    """One line without control characters: the text goes to terminals and into queries."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())


def _key(text: str) -> str:
    return " ".join(_words(text))
