"""Decisions, quotes and sign-offs in words, for every kind of page."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from localcheck.reports.report import reading_notes
from localcheck.reports.words import WORD, citation, cited, p_factual, place_in, stated, web_address, word_of
from localcheck.reviewing.records import ReviewedRun, claims_digest, rows
from localcheck.store import Action, Curation, Decision, Quoted, QuoteKind, Review
from localcheck.system.clock import to_the_minute
from localcheck.text.counting import many
from localcheck.types import Verdict

NOT_FOUND = "not found in any source"
LEGEND = "P(factual) is the probability that a claim is true, as the machine sees it."
"""For readers who do not know localcheck, where an export has one."""
SAID = {"accept": "accepted", "override": "decided", "skip": "skipped", "comment": "commented"}


def who(decision: Decision) -> str:
    """The reviewer's name."""
    return decision.review.reviewer or "the reviewer"


def opening(reviewed: ReviewedRun) -> str:
    """The headline, and what P(factual) means where the page states it."""
    stated_here = any(p_factual(verdict) is not None for verdict in reviewed.run.verdicts)
    return f"{headline(reviewed)}.{f' {LEGEND}' if stated_here else ''}"


def headline(reviewed: ReviewedRun) -> str:
    """Counts of the labels that stand, how many people decided or reworded, and the method."""
    summary, verdicts = reviewed.run.summary, reviewed.run.verdicts
    words = Counter(map(reviewed.word_for, verdicts))
    order = [*WORD.values(), *sorted(words)]
    counts = ", ".join(f"{words[word]} {word}" for word in dict.fromkeys(order) if words[word]) or "no claims"
    changed = sum(map(reviewed.overridden, verdicts))
    people = f"{reviewed.decided} decided by people, {changed} of them otherwise than the machine"
    by_people = people if reviewed.decided else "none decided by people"
    reworded = sum(verdict.claim.reworded for verdict in verdicts)
    by_people += f", {reworded} reworded by people" if reworded else ""
    return (
        f"{counts}; {by_people}; {_methods(reviewed)}, index {summary.index or 'none'}, checked {_at(summary.started)}"
    )


def _at(when: str) -> str:
    """``2026-11-29 03:17 UTC``."""
    return f"{to_the_minute(when)} UTC"


def _methods(reviewed: ReviewedRun) -> str:
    """The method of the run, and how many claims were checked again with others: ``nli (2 claims with greybox)``."""
    own = reviewed.run.summary.detector
    others = Counter(map(reviewed.method_of, reviewed.run.verdicts))
    del others[own]
    told = ", ".join(f"{many(n, 'claim')} with {name}" for name, n in sorted(others.items()))
    return f"{own} ({told})" if told else own


def reading_line(reviewed: ReviewedRun) -> str:
    """What was not read of the document, or how it was read; empty where there is nothing to say."""
    notes = reading_notes(reviewed.run.document)
    return f"How the document was read: {'; '.join(notes)}." if notes else ""


def verdict_line(reviewed: ReviewedRun, verdict: Verdict, written: Callable[[str], str] = str) -> str:
    """The machine's probability, the method where it is not that of the run, its label where people gave another one, and the
    page that the claim stands on, as it is ``written``: a sheet or a chapter has the name that its author gave it.
    """
    method = reviewed.method_of(verdict)
    by = f", checked with {method}" if method != reviewed.run.summary.detector else ""
    score = f"{stated(verdict)}{by}"
    if reviewed.overridden(verdict) or reviewed.curation_of(verdict).disputed:
        score = f"the machine said {word_of(verdict)}, {score}"
    elif not verdict.claim.checkable:
        score = ""
    return ", ".join(filter(None, (score, written(place_in(reviewed.run.document, verdict.claim.span.start)))))


def reason_of(reviewed: ReviewedRun, verdict: Verdict) -> str:
    """Why the machine said what it said, or why it failed; with its quote, where people's label rests on another or on none."""
    why, item = verdict.why, verdict.deciding
    if not why or item is None or item.quote in (quote_of(reviewed, verdict)[0], "") or item.quote in why:
        return why
    return f"{why}: “{item.quote}” — {citation(item)}"


def reason_line(reviewed: ReviewedRun, verdict: Verdict) -> str:
    """The same as a line of a page; empty where no reason is given."""
    why = reason_of(reviewed, verdict)
    return f"the machine: {why}" if why else ""


def quote_of(reviewed: ReviewedRun, verdict: Verdict) -> tuple[str, str, str]:
    """(quote, where it stands, link) that the label which stands rests on: the reviewer's, else the machine's."""
    decision = reviewed.curation_of(verdict).deciding
    if decision is not None and decision.review.quote:
        return decision.review.quote, place_of(decision.review.quoted), web_address(decision.review.quoted.source)
    item = verdict.deciding
    if item is None or not item.quote or reviewed.overridden(verdict):
        return "", "", ""
    return item.quote, citation(item), web_address(item.passage.source)


def place_of(quoted: Quoted) -> str:
    """Where a reviewer's quote comes from; a quote that no source contains is never dressed as one of a source."""
    if quoted.kind is QuoteKind.VERIFIED and quoted.source is not None:
        return cited(quoted.title, quoted.source)
    if quoted.kind is QuoteKind.OUTSIDE:
        return f"{quoted.title} (a source outside the index: not verified)"
    return NOT_FOUND if quoted.kind is QuoteKind.NOT_FOUND else "not looked up in the sources"


def decision_line(reviewed: ReviewedRun, decision: Decision) -> str:
    """One decision: who, what, when, and on which verdict if that is not the latest one."""
    review = decision.review
    label = f": {WORD[review.label]}" if review.label else ""
    what = "adjudicated" if decision.adjudicates else SAID[review.action.value]
    what = "picked a quote" if review.action == "comment" and not review.note else what
    parts = [f"{who(decision)} {what}{label}", "blind" if review.blind else "", _at(decision.at)]
    if review.carried_run is not None:
        parts.append(f"carried over from run {review.carried_run}")
    if review.quoted.kind is QuoteKind.OUTSIDE and not review.quote:
        parts.append(f"by {place_of(review.quoted)}")
    ground = reviewed.made_on(decision)
    if ground is not None:
        parts.append(f"decided on an earlier verdict ({word_of(ground)}, {stated(ground)})")
    return "; ".join(p for p in parts if p) + (f" — {review.note}" if review.note else "")


def in_short(review: Review) -> str:
    """A decision in a word or two: the label, "skipped", or what was said or quoted without a label."""
    if review.label is not None:
        return WORD[review.label]
    if review.action is Action.SKIP:
        return "skipped"
    return f"comment “{review.note}”" if review.note else f"quote “{review.quote}”"


def rewording_line(reviewed: ReviewedRun, verdict: Verdict) -> str:
    """Who reworded a claim, and what the machine said of its wording before."""
    before = reviewed.before_rewording.get(verdict.claim.id)
    if before is None:
        return verdict.claim.note
    said = f"{word_of(before)}, {stated(before)}" if before.claim.checkable else word_of(before)
    return f"{verdict.claim.note}; before that “{before.claim.text}” was {said}"


def decision_lines(reviewed: ReviewedRun, verdict: Verdict) -> Iterator[str]:
    """Who reworded a claim, every reviewer's decision and comment, and each quote that is not the one that stands."""
    found = reviewed.curation_of(verdict)
    if verdict.claim.reworded:
        yield rewording_line(reviewed, verdict)
    if found.disputed:
        yield dispute(found)
    used = set(map(_quoted, found.decisions))
    for decision in (*found.decisions, *reviewed.comments.get(verdict.claim.id, ())):
        if decision.review.action == "comment" and not decision.review.note and _quoted(decision) in used:
            continue  # the quote that this reviewer picked and then decided with
        yield decision_line(reviewed, decision)
        if decision.review.quote and decision is not found.deciding:
            yield f"{who(decision)}'s quote: “{decision.review.quote}” — {place_of(decision.review.quoted)}"


def _quoted(decision: Decision) -> tuple[str, str]:
    return who(decision), decision.review.quote


def dispute(found: Curation) -> str:
    """Who says what about a disputed claim."""
    said = ", ".join(f"{who(d)} {WORD[d.review.label]}" for d in found.decisions if d.review.label)
    return f"disputed: {said}; a third decision is needed"


def signoffs(reviewed: ReviewedRun) -> list[tuple[str, bool]]:
    """Each sign-off in a sentence, and whether it covers the run as it stands."""
    digest, found = claims_digest(list(rows(reviewed))) if reviewed.signoffs else "", []
    for signoff in reviewed.signoffs:
        name, holds = signoff.reviewer or "the reviewer", signoff.claims_sha256 == digest
        reason = f" although claims were open ({signoff.reason})" if signoff.reason else ""
        state = "" if holds else "; decisions were changed after it, so it does not cover what stands here"
        found.append((f"Signed off by {name} on {_at(signoff.at)}{reason}{state}.", holds))
    return found
