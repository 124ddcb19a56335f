"""Compare claims with the texts that came with an answer (RAG): each is supported, contradicted, or not mentioned.

They are read as the articles of an index are (``evidence.read``); the best quote decides. It is verbatim: a single sentence if
one is enough, else a sentence with its neighbours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from localcheck.claims.rules import whether
from localcheck.claims.rules.checkable import FRAGMENT
from localcheck.judging.asked import LIMITS, MARKS, asks, stated
from localcheck.judging.closed_forms import settled
from localcheck.judging.conclude import unchecked
from localcheck.judging.expert import Consultant
from localcheck.judging.given_score import GivenScore
from localcheck.judging.opinion import SIDES, Opinion, Reader
from localcheck.judging.second_reader import hear, worth_asking
from localcheck.judging.sides import NEITHER, Quoted, Sides, in_conflict, sides_of
from localcheck.judging.spans import content_words, placed_premise
from localcheck.judging.together import Judging
from localcheck.ports import FloatArray
from localcheck.reports.report import NO_CONTEXT
from localcheck.text.abstaining import abstains, asserted_beside
from localcheck.text.headings import is_above_text
from localcheck.text.names import may_be_name
from localcheck.text.patterns import regex
from localcheck.text.subjects import stands_in
from localcheck.text.values.differences import differences, in_words
from localcheck.text.verbatim import locate
from localcheck.types import Claim, Cost, Document, Label, Passage, Source, Span, Verdict

ABSTAINS = "it says that it does not know"
"""The reason of a sentence that only says that the answer is not known."""
WITH_QUESTION = "read with its question"
"""The note of a bare answer that is a claim together with what was asked."""
_WORD = regex(r"\w+")
_BEFORE_A_STATEMENT = regex(
    r"[\s*_]{0,9}(?P<said>(?:yes|yeah|yep|no|nope|(?:absolutely|certainly|definitely|of course)(?: not)?))"
    r"[*_]{0,3}(?:,| ?[–—:;])[*_]{0,3} ",
    re.IGNORECASE,
)
ASKED_TOO = "the language model was asked, too"
"""Ends the reason of a verdict that does not follow from the NLI models' scores alone."""
UNCALIBRATED = "scores against a context come from the models alone; they are not calibrated probabilities"


def context_passages(document: Document) -> tuple[Passage, ...]:
    """The context texts that are not empty, numbered from 1 as an answer cites them."""
    return tuple(
        Passage("", text, Source("context", "context", str(number)), number - 1)
        for number, text in enumerate(document.context, 1)
        if text.strip()
    )


def answered(claims: Sequence[Claim], document: Document) -> list[Claim]:
    """The claims of an answer. A sentence that only says that the answer is not known is no claim, but what it asserts beside
    that is ("I am not sure, but it holds 3 litres"); a bare answer to a question ("Pirelli", "Yes.") is one together with it,
    and so is a "yes" before a statement ("Yes, it holds 3 litres.").
    """
    found = _without_abstaining(claims, document)
    if not asks(document.prompt):
        return found
    return _with_yes_or_no(
        [_answering(claim, document, first=i == 0, alone=len(found) == 1) for i, claim in enumerate(found)], document
    )


def first_stated(claims: Sequence[Claim], document: Document) -> list[Claim]:
    """The claims of a text to be looked up, without what only says that the answer is not known: a first one that is a fragment
    is stated with the prompt, where that is plain.

    Evidence is found by the statement, so nothing is read as question and answer side by side (``answered``).
    """
    found = _without_abstaining(claims, document)
    if not asks(document.prompt) or not found or found[0].checkable or found[0].note != FRAGMENT:
        return found
    told = stated(document.prompt, found[0].span.of(document.text))
    first = replace(found[0], text=told, checkable=True, note=WITH_QUESTION) if told else found[0]
    return [first, *found[1:]]


def _answering(claim: Claim, document: Document, first: bool, alone: bool) -> Claim:
    """A claim as it answers the question: a bare "yes" or "no" wherever it stands, another bare answer where it stands first.

    Among other sentences a bare answer that cannot be stated stays unread. An answer that is ``alone`` is read in any case.
    """
    if claim.note == ABSTAINS:
        return claim
    told = whether.stated(document.prompt, claim.span.of(document.text).strip(MARKS))
    if not told and not claim.checkable and not claim.text.rstrip().endswith("?"):
        if alone:
            told = f"{' '.join(document.prompt.split())} {claim.text}"
        elif first and _is_bare_answer(claim, document):
            told = stated(document.prompt, claim.text)
    return replace(claim, text=told, checkable=True, note=WITH_QUESTION) if told else claim


def _with_yes_or_no(claims: list[Claim], document: Document) -> list[Claim]:
    """The claims, behind those of the first sentence what its "yes" or "no" says before a statement of something else."""
    found = _BEFORE_A_STATEMENT.match(document.text)
    told = whether.stated(document.prompt, found["said"]) if found else ""
    own = [claim for claim in claims if claim.sentence == 0]
    if found is None or not told or not own or not own[0].checkable or own[0].note == WITH_QUESTION:
        return claims
    rest, place = own[0].text, Span(*found.span("said"))
    if LIMITS.search(document.text[place.end : own[-1].span.end]) or _tells_again(told, rest):
        return claims
    answer = Claim(f"0.{len(own)}", 0, told, place, note=WITH_QUESTION)
    statement = replace(own[0], span=Span(max(found.end(), own[0].span.start), own[0].span.end))
    return [statement, *own[1:], answer, *claims[len(own) :]]


def _tells_again(told: str, rest: str) -> bool:
    """Whether a statement says more exactly what a "yes" or "no" before it says."""
    asked = content_words(told)
    shared = asked & content_words(rest)
    return 2 * len(shared) > len(asked) or (bool(shared) and stands_in(rest))


def _is_bare_answer(claim: Claim, document: Document) -> bool:
    """Whether the first claim of an answer is a fragment and no heading, or a name that the question asks for and does not
    name itself.
    """
    if claim.note.endswith(FRAGMENT) and not is_above_text(claim.span, document.text):
        return True
    asked = set(_WORD.findall(document.prompt.lower()))
    name = claim.text.rstrip(".")
    return "who" in asked and may_be_name(name) and asked.isdisjoint(_WORD.findall(name.lower()))


def _without_abstaining(claims: Sequence[Claim], document: Document) -> list[Claim]:
    """The claims; of a sentence that says that the answer is not known what it asserts beside that, else it is no claim."""
    return [_abstaining(claim, document) if abstains(claim.text) else claim for claim in claims]


def _abstaining(claim: Claim, document: Document) -> Claim:
    rest = asserted_beside(claim.text)
    if not rest:
        return replace(claim, checkable=False, note=ABSTAINS)
    place = locate(rest, claim.span.of(document.text))
    start = claim.span.start
    span = claim.span if place is None else Span(start + place.start, start + place.end)
    return replace(claim, text=rest, span=span, note="what it asserts although it says that it does not know")


def judge_in_context(
    claim: Claim,
    passages: Sequence[Passage],
    reader: Reader,
    uncovered: str = "",
    consultant: Consultant | None = None,
    given: GivenScore | None = None,
) -> Judging:
    """Judge a claim by the quote that supports it most and the quote that contradicts it most.

    With ``given`` the score is 1 - P(true) by what was read, and a label that is less likely than ``given.decides`` is
    withdrawn, unless its quote settles the claim without a model. Without it the score is the larger of 1 - P(entail) of the
    former quote and P(contradict) of the latter. It is at least one half for a claim that is not supported. Where the texts
    state two values of the same thing, they settle nothing. ``uncovered``: why the claim is not read at all (its language).
    ``consultant``: a language model that is asked about the same sentences where that is worth its time.
    """
    if (verdict := unchecked(claim, uncovered)) is not None:
        return verdict
    if not passages:
        return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 1.0, rationale=NO_CONTEXT)
    opinions: list[Opinion] = []
    for passage in passages:
        opinions.append((yield from reader.weigh(claim, passage)))
    noted = partial(replace, note=UNCALIBRATED if given is None else "")
    found = sides_of(claim, opinions)
    if in_conflict(claim, opinions, found):
        return noted(_verdict(claim, Label.NOT_ENOUGH_EVIDENCE, 0.5, opinions, None, _conflict(opinions, found)))
    place = found.quoted.index if found.quoted else max(range(len(opinions)), key=lambda i: opinions[i].near)
    told = opinions[place].told
    shares = given.shares(told, found.label) if given is not None and told else None
    if given is not None and shares is not None and _is_unlikely(claim, opinions, found, shares, given.decides):
        found = NEITHER
    if consultant is None or not worth_asking(found, opinions[place], shares):
        return noted(_by_quotes(claim, opinions, found, shares))
    heard = hear(claim, place, opinions[place], found, shares, consultant)
    opinions[place] = heard.opinion
    verdict = _by_quotes(claim, opinions, heard.sides, heard.shares)
    failed = heard.opinion.note
    why = verdict.rationale if failed else f"{verdict.rationale}; {ASKED_TOO}"
    note = "\n".join(filter(None, (UNCALIBRATED if heard.shares is None else "", failed)))
    return replace(verdict, cost=verdict.cost + heard.cost, rationale=why, note=note)


def _is_unlikely(claim: Claim, opinions: Sequence[Opinion], found: Sides, shares: FloatArray, least: float) -> bool:
    """Whether a side is not as likely as it must be, and its quote does not settle the claim without a model."""
    if found.quoted is None or shares[SIDES[found.label]] >= least:
        return False
    said = placed_premise(opinions[found.quoted.index].passage, found.quoted.candidate.span, claim.text)
    return settled(claim.text, said) is not found.label


def _by_quotes(claim: Claim, opinions: Sequence[Opinion], found: Sides, shares: FloatArray | None) -> Verdict:
    """The verdict of the quotes for and against; its score by the ``shares``, where they are known."""
    for_it = found.support.candidate.probability if found.support else max(o.support for o in opinions)
    against_it = found.against.candidate.probability if found.against else 0.0
    score = 1 - for_it if shares is None else 1 - float(shares[0])
    if found.quoted is None:
        why = "the context neither supports nor contradicts it"
        return _verdict(claim, found.label, max(0.5, score), opinions, None, why)
    number = opinions[found.quoted.index].passage.source.locator
    if found.label is Label.SUPPORTED:
        return _verdict(claim, found.label, score, opinions, found.quoted, f"context {number} entails it")
    said = placed_premise(opinions[found.quoted.index].passage, found.quoted.candidate.span, claim.text)
    differs = in_words(differences(claim.text, said))
    why = f"context {number} contradicts it{f' ({differs})' if differs else ''}"
    score = max(score, against_it) if shares is None else score
    return _verdict(claim, found.label, score, opinions, found.quoted, why)


def _conflict(opinions: Sequence[Opinion], found: Sides) -> str:
    quoted = [q for q in (found.support, found.against) if q is not None]
    said = [" ".join(q.candidate.span.of(opinions[q.index].passage.text).split()) for q in quoted]
    numbers = [opinions[q.index].passage.source.locator for q in quoted]
    return f"the context contradicts itself: it says “{said[0]}” (context {numbers[0]}) and “{said[1]}” (context {numbers[1]})"


def _verdict(
    claim: Claim, label: Label, score: float, opinions: Sequence[Opinion], quoted: Quoted | None, why: str
) -> Verdict:
    bounded = min(1.0, max(0.0, score))
    best = None if quoted is None else quoted.index
    evidence = tuple(
        o.evidence(claim, quoted.candidate if quoted and i == best else None, decides=True)
        for i, o in enumerate(opinions)
    )
    cost = Cost(passages=len(opinions))
    return Verdict(claim, label, bounded, evidence, rationale=why, cost=cost, best=best)
