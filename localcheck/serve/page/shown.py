"""What the page shows of runs, as JSON. Pure.

Texts are cut here into pieces that are marked or not, so that the page counts no characters (Python and JavaScript count them
differently) and puts every piece on the screen as text, never as markup.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from localcheck.gate.faithfulness import was_read
from localcheck.reports.report import pieces
from localcheck.reports.words import WORD, citation, class_of, heading, named, stated, symbol_of, word_of
from localcheck.reviewing.records import ReviewedRun
from localcheck.reviewing.words import decision_line, dispute, in_short, place_of, rewording_line, verdict_line
from localcheck.store import Decision, QuoteKind, RunSummary, Store
from localcheck.text.inert import shown
from localcheck.text.values.differences import differences, in_words
from localcheck.types import JSON, Belief, Evidence, Span, Verdict

HIDDEN: JSON = {
    "label": "hidden", "word": "hidden until you decide", "symbol": "▒", "stated": "", "acceptable": False,
    "why": "", "about": "", "difference": "", "decides": False, "evidence": None, "read": [], "trace": [],
}  # fmt: skip
"""In the place of what tells a verdict."""
NOBODY: JSON = {"standing": "undecided", "stands": "", "stands_word": "", "machine": "", "decisions": [], "said": []}
"""In the place of what people decided."""
AROUND = 320
"""Characters of context before and after a quote."""


def summary_shown(summary: RunSummary, running: bool) -> JSON:
    """One line of the list of runs."""
    return {
        "run": summary.id,
        "name": shown(heading(summary.title, summary.document_id)),
        "document": shown(summary.document_id),
        "state": "running" if running else summary.state.value,
        "started": summary.started,
        "method": shown(summary.detector),
        "index": shown(summary.index),
        "counts": dict(summary.counts),
        "reviewed": summary.reviewed,
        "error": shown(summary.error),
    }


def run_shown(reviewed: ReviewedRun, running: bool, blind: str | None = None) -> JSON:
    """A run with its text in pieces, its verdicts and what people decided.

    ``blind``: a reviewer who must not see verdicts that they have not decided, nor what others decided.
    """
    run, summary = reviewed.run, summary_shown(reviewed.run.summary, running)
    return {
        "summary": summary if blind is None else summary | {"counts": {}, "reviewed": 0},
        "pieces": [[shown(text), s.index if s else None] for text, s in pieces(run.document, run.sentences)],
        "sentences": len(run.sentences),
        "verdicts": [_for_eyes(reviewed, verdict, blind) for verdict in run.verdicts],
        "notes": [shown(note) for note in run.info.notes],
    }


def hidden_from(reviewed: ReviewedRun, verdict: Verdict, blind: str | None) -> bool:
    """Must this verdict be hidden from a reviewer who decides blind?"""
    decided = any(d.review.reviewer == blind for d in reviewed.curation_of(verdict).decisions)
    return blind is not None and verdict.claim.checkable and not decided


def _for_eyes(reviewed: ReviewedRun, verdict: Verdict, blind: str | None) -> JSON:
    found = verdict_shown(verdict, reviewed.revisions.get(verdict.claim.id, 1))
    if hidden_from(reviewed, verdict, blind):
        return hidden(found) | NOBODY
    return found | people_shown(reviewed, verdict, blind)


def hidden(found: JSON) -> JSON:
    """What a reviewer who decides blind sees of a verdict: the claim, and nothing that tells the label."""
    if found["label"] == "not_checked":
        return found
    text = [["".join(piece for piece, _ in found["text"]), False]]
    return found | HIDDEN | {"text": text}


def verdict_shown(verdict: Verdict, revision: int) -> JSON:
    """A verdict with quote, context, difference and trace. ``revision`` is the number of the verdict in the store."""
    item = verdict.deciding or (verdict.evidence[0] if verdict.evidence else None)
    found = differences(verdict.claim.text, item.quote, item.passage.title) if item and item.quote else ()
    return {
        "claim": verdict.claim.id,
        "sentence": verdict.claim.sentence,
        "revision": revision,
        "label": class_of(verdict) if verdict.claim.checkable else "not_checked",
        "word": word_of(verdict),
        "symbol": symbol_of(verdict) if verdict.claim.checkable else "·",
        "stated": stated(verdict) if verdict.claim.checkable else "",
        "acceptable": verdict.acceptable,
        "text": marked(verdict.claim.text, (d.claim_span for d in found)),
        "about": shown(verdict.claim.about) if was_read(verdict) else "",
        "why": shown(verdict.why or verdict.claim.note),
        "difference": shown(in_words(found)),
        "decides": verdict.deciding is not None,
        "evidence": None if item is None else _quoted(item, [d.source_span for d in found]),
        "read": [_read(item, verdict.beliefs, step) for step, item in enumerate(verdict.evidence, 1)],
        "trace": [[belief.step, belief.p_factual] for belief in verdict.beliefs],
    }


def people_shown(reviewed: ReviewedRun, verdict: Verdict, blind: str | None = None) -> JSON:
    """What people decided and said about a claim; ``stands`` is the label that they gave, if they agree.

    To a reviewer who decides blind, only what they said themselves.
    """
    found = reviewed.curation_of(verdict)
    said = [*found.decisions, *reviewed.comments.get(verdict.claim.id, ())]
    if blind is not None:
        own = [d for d in said if d.review.reviewer == blind]
        label = next((d.review.label for d in own if d.review.label), None)
        stands = {"stands": label.value, "stands_word": WORD[label]} if label else {}
        given = [decision_shown(d) for d in found.decisions if d in own]
        return NOBODY | stands | {"decisions": given, "said": [line for d in own for line in _said(reviewed, d)]}
    return {
        "standing": found.standing.value,
        "stands": found.label.value if found.label else "",
        "stands_word": reviewed.word_for(verdict),
        "machine": verdict_line(reviewed, verdict) if reviewed.overridden(verdict) else "",
        "decisions": [decision_shown(d) for d in found.decisions],
        "said": [shown(rewording_line(reviewed, verdict))] * verdict.claim.reworded
        + [shown(dispute(found))] * found.disputed
        + [line for d in said for line in _said(reviewed, d)],
    }


def decision_shown(decision: Decision) -> JSON:
    """A decision for the form of the reviewer who made it: nothing of it is lost when it is given anew."""
    review, quoted = decision.review, decision.review.quoted
    outside = quoted.title if quoted.kind is QuoteKind.OUTSIDE else ""
    quote = {
        "quote": review.quote, "shown": shown(review.quote), "place": shown(place_of(quoted)),
        "title": "" if outside else quoted.title, "outside": outside,
    }  # fmt: skip
    return {
        "reviewer": review.reviewer,
        "label": review.label.value if review.label else "",
        "note": review.note,
        "quote": quote if review.quote else None,
    }


def undone_shown(reviewed: ReviewedRun, undone: Decision) -> JSON:
    """An entry that was taken back, in words, and where its claim stands."""
    claim = next((v.claim for v in reviewed.run.verdicts if v.claim.id == undone.claim_id), None)
    on = f", “{claim.text}”" if claim else ""
    return {"said": shown(f"{in_short(undone.review)}{on}"), "sentence": claim.sentence if claim else None}


def _said(reviewed: ReviewedRun, decision: Decision) -> Iterator[str]:
    """A decision or comment in words, and its quote with where it stands."""
    yield shown(decision_line(reviewed, decision))
    if decision.review.quote:
        yield shown(f"“{decision.review.quote}” — {place_of(decision.review.quoted)}")


def marked(text: str, spans: Iterable[Span | None]) -> list[JSON]:
    """``text`` cut into ``[piece, marked]``; spans may overlap."""
    flags = [False] * len(text)
    for span in spans:
        if span is not None:
            flags[span.start : span.end] = [True] * (min(span.end, len(text)) - span.start)
    cuts = [0, *(i for i in range(1, len(text)) if flags[i] != flags[i - 1]), len(text)]
    return [[shown(text[a:b]), flags[a]] for a, b in pairwise(cuts) if a < b]


def _quoted(item: Evidence, spans: list[Span | None]) -> JSON:
    """The quote with the text before and after it, and where it stands."""
    text, place = item.passage.text, item.place
    before, after = text[: place.start][-AROUND:], text[place.end :][:AROUND]
    if place.start > AROUND:
        before = "… " + before.partition(" ")[2]
    if len(text) - place.end > AROUND:
        after = after.rpartition(" ")[0] + " …"
    return {
        "quote": marked(item.quote, spans),
        "before": shown(before),
        "after": shown(after),
        "source": shown(citation(item)),
        "locator": "" if item.passage.source.kind == "context" else shown(item.passage.source.locator),
        "entails": item.entailment.entail,
        "contradicts": item.entailment.contradict,
    }


def _read(item: Evidence, beliefs: Sequence[Belief], step: int) -> JSON:
    """One document that was read, and the belief after it."""
    after = [b.p_factual for b in beliefs if b.step == step]
    return {
        "title": shown(named(item.passage.title, item.passage.source)),
        "entails": item.entailment.entail,
        "contradicts": item.entailment.contradict,
        "p_factual": after[-1] if after else None,
    }


def latest_shown(store: Store, run_id: int, verdict: Verdict) -> JSON:
    """A verdict that was stored just now."""
    return verdict_shown(verdict, store.history(run_id, verdict.claim.id)[-1].number)
