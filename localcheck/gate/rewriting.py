"""Edits that a language model words, where a quote refutes a claim and no single value of it can be exchanged.

The model names the words that are wrong and those of the quote that are right in their place; the quote decides whether that
stands. All content words, names and numbers that are new stand in the quote; the NLI model must find the claim contradicted by
the quote and the edited one entailed by it, and no value may differ from the quote's any more. So a model can word an edit, but
not bring anything in.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from localcheck.asking.answers import text_of
from localcheck.errors import Unparsed
from localcheck.gate.correcting import CLEARLY, Correction, apart, entailed, once
from localcheck.judging.spans import quote_as_read
from localcheck.ports import LLM, NLI
from localcheck.reports.words import citation
from localcheck.text.facts import negated
from localcheck.text.prompts.correcting import ROOM, exchange, turns
from localcheck.text.prompts.fence import unfenced
from localcheck.text.stopwords import ENGLISH
from localcheck.text.values.differences import differences
from localcheck.text.words import words
from localcheck.types import CompletionRequest, Evidence, Label, Report, Verdict

TOGETHER = 8
MOST_WORDS = 8
"""Words of the replacement, at most."""
MOST_SHARE = 0.6
"""Share of the claim's words that an edit may replace: more is another sentence."""


def rewritten(report: Report, edits: Sequence[Correction], llm: LLM, nli: NLI, seed: int = 0) -> list[Correction]:
    """``edits`` with those that the model words for refuted claims that have none, in the order of the document."""
    mended = {edit.claim_id for edit in edits}
    left = [v for v in report.verdicts if v.label is Label.REFUTED and v.claim.id not in mended]
    asked = [(v, e) for v in left if (e := v.deciding) is not None and e.quote]
    found = list(edits)
    for start in range(0, len(asked), TOGETHER):
        some = asked[start : start + TOGETHER]
        completions = llm.complete([_request(report, v, e, seed) for v, e in some])
        for (verdict, evidence), completion in zip(some, completions, strict=True):
            try:
                answer = unfenced(text_of(completion))
            except Unparsed:
                continue
            found += _accepted(report, verdict, evidence, answer, nli)
    return apart(found)


def _request(report: Report, verdict: Verdict, evidence: Evidence, seed: int) -> CompletionRequest:
    return CompletionRequest(
        turns(quote_as_read(evidence), evidence.passage.title, verdict.claim.span.of(report.document.text)),
        max_tokens=ROOM,
        stop=("\n",),
        seed=seed,
        key=f"correct/{report.document.id}/{verdict.claim.id}",
    )


def _accepted(report: Report, verdict: Verdict, evidence: Evidence, answer: str, nli: NLI) -> Iterator[Correction]:
    """The edit that the answer comes to, if it passes every test."""
    claim, title = verdict.claim.text, evidence.passage.title
    words_of = exchange(answer)
    if words_of is None:
        return
    old, new = with_article(claim, *words_of)
    place, said = once(report.document.text, verdict.claim.span, old), quote_as_read(evidence)
    if place is None or not small(old, new, claim) or not borrowed(new, old, f"{title} {said}"):
        return
    edited = claim.replace(old, new)
    values = (d for d in differences(edited, said, title) if d.kind == "number")
    if claim.count(old) != 1 or negated(edited) != negated(said) or any(d.claim and d.source for d in values):
        return
    sure = entailed(verdict, evidence, edited, nli, CLEARLY, CLEARLY)
    if sure is not None:
        yield Correction(verdict.claim.id, place, old, new, evidence.quote, citation(evidence), sure, "words")


def with_article(claim: str, old: str, new: str) -> tuple[str, str]:
    """Both with the article in front of ``old``, where ``new`` takes the other one or brings its own.

    >>> with_article("It is a truck.", "truck", "action film"), with_article("An actor won.", "actor", "a singer")
    (('a truck', 'an action film'), ('An actor', 'A singer'))
    """
    found = re.search(rf"\b(an?|the) {re.escape(old)}(?!\w)", claim, re.IGNORECASE)
    fitting = "an" if new[:1].lower() in "aeiou" else "a"
    led = re.match(r"(?:an?|the) ", new, re.IGNORECASE) is not None
    if not found or (not led and found[1].lower() in ("the", fitting)):
        return old, new
    told = new if led else f"{fitting} {new}"
    return f"{found[1]} {old}", told[0].upper() + told[1:] if found[1][0].isupper() else told


def small(old: str, new: str, claim: str) -> bool:
    """Is this an exchange of a few words, and not another sentence?"""
    before, after = len(old.split()), len(new.split())
    return old != new and max(before, after) <= MOST_WORDS and before <= MOST_SHARE * len(claim.split())


def borrowed(new: str, old: str, quote: str) -> bool:
    """Does every content word and number of ``new`` stand in the quote, or in what it replaces, and one that is new in it?"""
    said, before = ({w.casefold() for w in words(text)} for text in (quote, old))
    content = [w.casefold() for w in words(new) if w.casefold() not in ENGLISH]
    fresh = [w for w in content if w not in before]
    return bool(fresh) and all(w in said for w in fresh)
