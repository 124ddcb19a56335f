"""A second draft of a document: what was decided about unchanged sentences is carried over, and only the rest is checked."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher

from localcheck.claims.rules.extract import RuleClaims, SentenceClaims
from localcheck.reviewing.merging import lacking, standing
from localcheck.reviewing.records import method_of
from localcheck.store import Accepted, RunState, Standing, Store, StoredRun
from localcheck.text.language import detect
from localcheck.text.patterns import regex
from localcheck.types import UNNAMED, Claim, Document, Sentence, Span, Verdict

SAME = 0.3
"""Least share of an earlier text's sentences that a file of the same name has for it to be a draft of that text."""
RENAMED = 0.5
"""The same for a text by another name or a pasted one: half of its sentences, and more than one."""
_STANDS_IN = regex(
    r"\b(?:he|him|his|himself|she|hers?|herself|its?|itself|they|them|theirs?|themselves|this|that|these|those|such|there|then"
    r"|former|latter)\b|[他她它其这那此]",
    re.IGNORECASE,
)
"""Words that may mean something said before."""


@dataclass(frozen=True, slots=True)
class Draft:
    """An earlier run that a document is a draft of."""

    run: StoredRun
    kept: tuple[tuple[int, int], ...]
    """(earlier, now): numbers of the sentences that are the same and mean the same."""
    reviewed: tuple[tuple[str, int], ...]
    """What people did in the earlier run, with the number of its claims: ``decided``, ``skipped``, ``commented``."""
    same_text: bool
    left: int = 0
    """Claims that people decided or said something about in sentences that are not kept."""
    elsewhere: tuple[tuple[int, int], ...] = ()
    """Other runs of that same text in which people did something else, each with the number of its claims."""


def earlier_draft(store: Store, document: Document, sentences: Sequence[Sentence]) -> Draft | None:
    """The newest run on which people decided or said something, of the same text or of a draft of it; None if there is none.

    A draft may have another file name ("article-v2.docx"), or be pasted: then more of its sentences must be the same.
    """
    shared = store.sharing(s.text for s in sentences)
    for summary in store.runs():
        if summary.id not in shared or not store.reviews.reviewed(summary.id):
            continue
        run = store.load(summary.id)
        kept = tuple(unchanged(run.sentences, sentences))
        same = run.document.text == document.text
        named = summary.document_id == document.id and document.id not in UNNAMED
        enough = SAME * len(run.sentences) if named else max(2.0, RENAMED * len(run.sentences))
        if same or len(kept) >= enough:
            if not same:
                kept = tuple(_meaning_the_same(run, document, sentences, kept))
            elsewhere = tuple(_elsewhere(store, run, shared))
            return Draft(run, kept, _reviewed(store, summary.id), same, _left(store, run, dict(kept)), elsewhere)
    return None


def as_it_is(store: Store, run_id: int) -> Draft:
    """A stored run as a draft of its own text. Raises ``UnknownName``."""
    run = store.load(run_id)
    kept = tuple((s.index, s.index) for s in run.sentences)
    elsewhere = tuple(_elsewhere(store, run, store.sharing(s.text for s in run.sentences)))
    return Draft(run, kept, _reviewed(store, run_id), same_text=True, elsewhere=elsewhere)


def _elsewhere(store: Store, run: StoredRun, among: Collection[int]) -> Iterator[tuple[int, int]]:
    """Other runs of the same text, each with the number of claims whose decisions or comments this one does not have."""
    here = run.summary.id
    others = [other.id for other in store.runs(text=run.document.id) if other.id != here and other.id in among]
    for other in others:
        same = store.document(other).text == run.document.text
        if same and (claims := lacking(store, here, other)):
            yield other, claims


def _reviewed(store: Store, run_id: int) -> tuple[tuple[str, int], ...]:
    """What people did in a run, with the number of claims that they did it to."""
    found = store.reviews.curations(run_id)
    skipped = sum(curation.standing is Standing.SKIPPED for curation in found.values())
    numbers = {
        "decided": len(found) - skipped,
        "skipped": skipped,
        "commented": len(store.reviews.comments(run_id).keys() - found.keys()),
    }
    return tuple((what, n) for what, n in numbers.items() if n)


def _left(store: Store, run: StoredRun, kept: Mapping[int, int]) -> int:
    """How many of the claims that people decided or said something about lie in no sentence that is kept."""
    said = store.reviews.curations(run.summary.id).keys() | store.reviews.comments(run.summary.id).keys()
    return sum(v.claim.id in said and v.claim.sentence not in kept for v in run.verdicts)


def unchanged(before: Sequence[Sentence], after: Sequence[Sentence]) -> Iterator[tuple[int, int]]:
    """Pairs of numbers of sentences that both texts have. One that moved is among them if it stands once in what is left of
    each text when those in the same order are taken out.

    >>> one, two, three = (Sentence(i, Span(0, 0), text) for i, text in enumerate(("A.", "B.", "C.")))
    >>> list(unchanged([one, two, three], [two, three]))
    [(1, 0), (2, 1)]
    >>> list(unchanged([one, two, three], [two, three, one]))
    [(0, 2), (1, 0), (2, 1)]
    """
    first, second = ([" ".join(s.text.split()) for s in side] for side in (before, after))
    blocks = SequenceMatcher(None, first, second, autojunk=False).get_matching_blocks()
    pairs = {block.a + i: block.b + i for block in blocks for i in range(block.size)}
    gone, come = _once(first, pairs.keys()), _once(second, set(pairs.values()))
    moved = {gone[text]: come[text] for text in gone.keys() & come.keys()}
    yield from sorted((pairs | moved).items())


def _once(texts: Sequence[str], taken: Collection[int]) -> dict[str, int]:
    """The places of the texts that stand once among those that are not taken."""
    left = [(text, i) for i, text in enumerate(texts) if i not in taken]
    times = Counter(text for text, _ in left)
    return {text: i for text, i in left if times[text] == 1}


def _meaning_the_same(
    run: StoredRun, document: Document, sentences: Sequence[Sentence], kept: Iterable[tuple[int, int]]
) -> Iterator[tuple[int, int]]:
    """Those of the unchanged sentences that still mean the same: the same claims are made of them, with the same names.

    Where the rules cannot say whom or what a sentence means, because they left a pronoun as it is, do not know the language, or
    a language model worded the claims, everything before it in its paragraph must be unchanged as well.
    """
    whole = run.settings is not None and run.settings.claims == "sentences"
    before, after = _claims(run.document, run.sentences, whole), _claims(document, sentences, whole)
    known = detect(document.text) in ("en", "zh", "und")
    unsure = not known or run.info.with_llm
    for old, new in kept:
        leans = unsure or any(_STANDS_IN.search(claim.text) for claim in after[new])
        same = before[old] == after[new]
        if same and (not leans or _led(run.document, run.sentences, old) == _led(document, sentences, new)):
            yield old, new


def _claims(document: Document, sentences: Sequence[Sentence], whole: bool) -> dict[int, list[Claim]]:
    """The claims that the rules make of each sentence, or the ``whole`` sentence as one; without their numbers and places."""
    found: dict[int, list[Claim]] = defaultdict(list)
    extractor = SentenceClaims() if whole else RuleClaims()
    for claim in extractor.extract(document, sentences):
        found[claim.sentence].append(replace(claim, id="", sentence=0, span=Span(0, 0)))
    return found


def _led(document: Document, sentences: Sequence[Sentence], number: int) -> list[str]:
    """What stands before a sentence in its paragraph, behind the document's title."""
    first = number
    while first and "\n\n" not in document.text[sentences[first - 1].span.end : sentences[first].span.start]:
        first -= 1
    return [document.title, *(" ".join(sentence.text.split()) for sentence in sentences[first:number])]


def carry_over(store: Store, draft: Draft, document: Document, sentences: Sequence[Sentence]) -> int:
    """A new, unfinished run of ``document`` that holds the verdicts and decisions of the sentences that are kept; its number.

    All verdicts of a claim are carried, so that each decision keeps its ground; one that failed is checked again. Decisions say
    that they were carried over, and keep the time at which they were made; comments, accepted corrections, what each reviewer
    has seen, and the owner are carried with them: all of it, or nothing where that is interrupted.
    """
    with store.together():
        return _carried(store, draft, document, sentences)


def _carried(store: Store, draft: Draft, document: Document, sentences: Sequence[Sentence]) -> int:
    run = draft.run
    places = dict(draft.kept)
    number = store.begin_run(replace(run.info, started=""), document, sentences, run.settings)
    moved: dict[str, str] = {}
    for verdict, made, origin in _histories(store, run, (v for v in run.verdicts if v.claim.sentence in places)):
        new = _moved(made, sentences[places[made.claim.sentence]], run)
        store.add_verdict(number, new, origin if method_of(origin) else f"carried:{run.summary.id}")
        moved[verdict.claim.id] = new.claim.id
    _carry_decisions(store, run.summary.id, number, moved)
    for accepted in store.corrections.of(run.summary.id):
        if accepted.claim_id in moved and (span := _placed(accepted, run, document, sentences, places)):
            store.corrections.accept(number, replace(accepted, claim_id=moved[accepted.claim_id], span=span))
    for reviewer, seen in store.reviews.seen_by_all(run.summary.id).items():
        store.reviews.see(number, reviewer, sorted(moved[claim] for claim in seen if claim in moved))
    store.places.own(number, store.places.named(run.summary.id))
    store.end_run(number, RunState.OPEN)
    return number


def _carry_decisions(store: Store, earlier: int, number: int, moved: Mapping[str, str]) -> None:
    """Write what stands about the claims of the ``earlier`` run into the new one, as said when it was said."""
    for entry in standing(store, earlier):
        if entry.claim_id in moved:
            review = replace(entry.review, carried_run=entry.review.carried_run or earlier)
            claim_id, revision = moved[entry.claim_id], entry.verdict_revision
            store.reviews.add(number, claim_id, review, revision, entry.adjudicates, entry.at)


def _histories(store: Store, run: StoredRun, verdicts: Iterable[Verdict]) -> Iterator[tuple[Verdict, Verdict, str]]:
    """Each of these latest verdicts beside every one that its claim had, in order, and how that one came about."""
    revisions, origins = store.revisions(run.summary.id), store.origins(run.summary.id)
    for verdict in verdicts:
        if revisions.get(verdict.claim.id, 1) > 1:
            yield from ((verdict, r.verdict, r.origin) for r in store.history(run.summary.id, verdict.claim.id))
        else:
            yield verdict, verdict, origins.get(verdict.claim.id, "")


def _placed(
    made: Accepted, run: StoredRun, document: Document, sentences: Sequence[Sentence], places: dict[int, int]
) -> Span | None:
    """Where the words that a correction replaces stand now; None where they are in no sentence that was kept."""
    old = next((s for s in run.sentences if made.span in s.span and s.index in places), None)
    if old is None:
        return None
    by = sentences[places[old.index]].span.start - old.span.start
    span = Span(made.span.start + by, made.span.end + by)
    return span if span.of(document.text) == made.old else None


def _moved(verdict: Verdict, to: Sentence, run: StoredRun) -> Verdict:
    """The verdict at its new place: id, sentence and span of the claim."""
    claim, old = verdict.claim, run.sentences[verdict.claim.sentence]
    start = min(to.span.start + max(claim.span.start - old.span.start, 0), to.span.end)
    end = min(to.span.start + max(claim.span.end - old.span.start, 0), to.span.end)
    number = f"{to.index}{claim.id[len(str(claim.sentence)) :]}"
    moved: Claim = replace(claim, id=number, sentence=to.index, span=Span(start, max(start, end)))
    return replace(verdict, claim=moved, evidence=tuple(replace(e, claim_id=number) for e in verdict.evidence))
