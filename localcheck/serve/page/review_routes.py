"""The routes by which people decide on the page: decisions, quotes of their own, corrections, sign-off.

Quotes of a reviewer's own: articles that were read or are found in the index, and whether a quote stands in one of them.

What a reviewer says on the page, written into the journal by the rules of the terminal app.

Corrections on the page: proposed by the engine, accepted one by one, and the text with those that were accepted.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import TypeVar

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from localcheck.errors import BadInput, UsageError
from localcheck.gate.correcting import apply
from localcheck.reports.words import named
from localcheck.reviewing.corrected import around, by_place
from localcheck.reviewing.labelled import labelled_report
from localcheck.reviewing.quotes import READ, located, outside, verbatim
from localcheck.reviewing.records import ReviewedRun, rebuilt, reviewed_run, sign, unsettled, waiting_word
from localcheck.reviewing.words import place_of, signoffs
from localcheck.run.correcting import Corrected, Proposed, proposed, steps
from localcheck.run.session import Session
from localcheck.serve.app import answer, left
from localcheck.serve.limits import Limits
from localcheck.serve.page.shown import hidden_from, run_shown, undone_shown
from localcheck.serve.page.wire import LONGEST, Handler, Named, blind_for, run_of, sent, verdict_of
from localcheck.serve.session_thread import SessionThread, unless
from localcheck.settings import Settings
from localcheck.store import LABELS, NOWHERE, Action, Decision, Quoted, QuoteKind, Review, Store, StoredRun
from localcheck.text.inert import shown
from localcheck.text.sentences import split_sentences
from localcheck.types import JSON, Label, Passage, Span, Verdict

KEPT = 32
"""Runs whose proposals are kept."""


@dataclass(frozen=True, slots=True)
class Choice(Named):
    """``POST /page/runs/N/corrections``: take a correction, or take that back."""

    start: int
    end: int
    accept: bool


class Proposals:
    """What was proposed, so that only an edit that a quote proves can be accepted. The runs asked for last are kept."""

    def __init__(self) -> None:
        self._of: OrderedDict[int, Proposed] = OrderedDict()

    def keep(self, run_id: int, found: Corrected) -> Proposed:
        """Keep what was found for a run."""
        made = proposed(found)
        self._of[run_id] = made
        self._of.move_to_end(run_id)
        while len(self._of) > KEPT:
            self._of.popitem(last=False)
        return made

    def of(self, run_id: int) -> Proposed:
        """What was proposed last for a run."""
        return self._of.get(run_id, Proposed())

    def choose(self, store: Store, run_id: int, said: Choice) -> None:
        """Keep an edit or drop it. Raises ``UsageError`` for one that was not proposed, ``BadInput`` for no place at all."""
        if not 0 <= said.start <= said.end:
            raise BadInput("body.start", "is no place in the text", "open the corrections again")
        span = Span(said.start, said.end)
        if not said.accept:
            store.corrections.drop(run_id, span)
            return
        edit = next((e for e in self.of(run_id).edits if e.span == span), None)
        if edit is None:
            raise UsageError("there is no such correction", "open the corrections again")
        store.corrections.accept(run_id, replace(edit, reviewer=said.reviewer))


def corrections_shown(store: Store, run_id: int, offered: Proposed) -> JSON:
    """Every edit once, in the order of the document: its sentence before and after, its quote, and whether it is accepted."""
    reviewed = reviewed_run(store, run_id)
    run, taken = reviewed.run, {c.span: c for c in reviewed.corrections}
    shown_edits = []
    for edit in by_place(reviewed.corrections, offered.edits):
        before, after = around(run.document.text, run.sentences, edit.span, edit.new)
        accepted = taken.get(edit.span)
        shown_edits.append(
            {
                "start": edit.span.start,
                "end": edit.span.end,
                "old": shown(edit.old),
                "new": shown(edit.new),
                "before": shown(before),
                "after": shown(after),
                "quote": shown(edit.quote),
                "source": shown(edit.source),
                "again": shown(offered.again.get(edit.span, "")),
                "accepted": accepted is not None,
                "by": shown(accepted.reviewer) if accepted else "",
            }
        )
    return {
        "name": shown(run.document.name),
        "edits": shown_edits,
        "unresolved": [shown(c) for c in offered.unresolved],
    }


@dataclass(frozen=True, slots=True)
class Said(Named):
    """``POST /page/runs/N/decisions``. Without a label it is a comment."""

    claim: str
    revision: int
    """Number of the verdict that the reviewer looked at."""
    label: str = ""
    note: str = ""
    quote: str = ""
    """What convinced the reviewer, verbatim."""
    title: str = ""
    """Of the article that the quote was taken from."""
    outside: str = ""
    """Where the quote stands, if its source is not on this machine."""
    blind: bool = False
    """The verdict is hidden."""


def check(said: Said) -> None:
    """Raise ``BadInput`` for a decision that says nothing, or gives a label that there is not."""
    if said.label not in ("", *LABELS):
        raise BadInput("body.label", f"{said.label!r} is not one of {', '.join(LABELS)}")
    if not (said.label or said.note.strip() or said.quote.strip()):
        raise BadInput("decision", "the decision is empty", "choose a label, or write a note")


def decide(store: Store, run_id: int, said: Said, quoted: Quoted = NOWHERE) -> None:
    """Write a decision or a comment down. Raises ``UsageError`` where the verdict is another one meanwhile.

    It is blind if the verdict is hidden and never was on the reviewer's screen; it is on it afterwards.
    """
    found = verdict_of(store.load(run_id).verdicts, run_id, said.claim)
    if store.revisions(run_id)[said.claim] != said.revision:
        raise UsageError("this claim was judged again since you opened it", "look at the new verdict and decide again")
    reviewer = said.reviewer
    blind = said.blind and bool(said.label) and said.claim not in store.reviews.seen(run_id, reviewer)
    store.reviews.add(run_id, said.claim, review_of(said, found, quoted, blind), said.revision)
    if said.label:
        store.reviews.see(run_id, reviewer, [said.claim])


def kept_quote(store: Store, run_id: int, said: Said) -> Quoted | None:
    """Where the quote stands, if it is the one that the reviewer decided with before: it was looked up then."""
    before = store.reviews.decisions(run_id, said.reviewer, said.claim).get(said.claim)
    if before is None or before.review.quote != said.quote:
        return None
    quoted = before.review.quoted
    return quoted if said.outside == (quoted.title if quoted.kind is QuoteKind.OUTSIDE else "") else None


def review_of(said: Said, verdict: Verdict, quoted: Quoted, blind: bool) -> Review:
    """The machine's own label is an acceptance; where it gave none (failed, no evidence), any label is an override."""
    quote = verbatim(said.quote, quoted) if quoted is not NOWHERE else ""
    reviewer, note = said.reviewer, said.note.strip()
    if not said.label:
        return Review(Action.COMMENT, None, note, quote, reviewer=reviewer, quoted=quoted)
    label = Label(said.label)
    action = Action.ACCEPT if verdict.acceptable and label is verdict.label else Action.OVERRIDE
    return Review(action, label, note, quote, blind, reviewer, quoted)


FOUND = 10
"""Articles that a search shows."""


def articles_read(verdict: Verdict, hidden: bool) -> list[JSON]:
    """The articles that were read for a claim. ``hidden``: which sentence was quoted is not told."""
    return [article(e.passage, None if hidden or not e.quote else e.quote_span.start) for e in verdict.evidence]


def article(passage: Passage, quoted: int | None = None) -> JSON:
    """An article in sentences: ``[as it is shown, as it stands there]``. ``quoted``: where the quote that decides begins."""
    sentences = split_sentences(passage.text)
    at = None if quoted is None else max((s.index for s in sentences if s.span.start <= quoted), default=None)
    source = passage.source
    given = source.kind == "context"
    return {
        "title": shown(named(passage.title, source)),
        "name": passage.title,
        "source": "" if given else shown(", ".join(x for x in (source.name, source.date[:10]) if x)),
        "sentences": [[shown(text), text] for text in (s.span.of(passage.text) for s in sentences)],
        "quoted": at,
    }


def looked_up(session: Session, settings: Settings, run: StoredRun, quote: str, title: str, elsewhere: str) -> Quoted:
    """Where a quote stands: in an article that was read or that the index has, or in a source that is named as another.

    ``title``: of the article that it was taken from, if it was. Raises ``BadInput`` for a quote that stands nowhere here.
    """
    if elsewhere.strip():
        return outside(elsewhere)
    read = (e.passage for v in run.verdicts for e in v.evidence)
    queries = filter(None, (title.strip(), quote))
    searched = (passage for query in queries for passage in session.search(query, READ, settings))
    found = located(quote, chain(read, searched))
    if found is None:
        raise BadInput("quote", "not found in any source here", "take a sentence as it stands, or name its source")
    return found


def told(quote: str, quoted: Quoted) -> JSON:
    """A quote, and where it stands in words."""
    return {"quote": quote, "shown": shown(quote), "kind": quoted.kind.value, "place": shown(place_of(quoted))}


T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Signed(Named):
    """``POST /page/runs/N/signoff``."""

    reason: str = ""


@dataclass(frozen=True, slots=True)
class Quote:
    """``POST /page/runs/N/quote``: does it stand somewhere?"""

    quote: str
    title: str = ""
    outside: str = ""


class ReviewRoutes:
    """Decisions about runs, over one engine and one store."""

    def __init__(self, engine: SessionThread, store: Path, limits: Limits) -> None:
        self._engine, self._path, self._limits = engine, store, limits
        self._proposals = Proposals()

    def routes(self, guarded: Callable[..., Handler]) -> list[Route]:
        """All routes, as ``Page.routes``."""
        one = "/page/runs/{run}"
        return [
            Route("/page/reviewer", guarded(self.reviewer), methods=["POST"]),
            Route(f"{one}/seen", guarded(self.seen), methods=["POST"]),
            Route(f"{one}/decisions", guarded(self.decisions), methods=["POST"]),
            Route(f"{one}/undo", guarded(self.undo), methods=["POST"]),
            Route(f"{one}/sources", guarded(self.sources), methods=["GET"]),
            Route(f"{one}/quote", guarded(self.quote), methods=["POST"]),
            Route(f"{one}/corrections", guarded(self.corrections), methods=["GET"]),
            Route(f"{one}/corrections", guarded(self.choose), methods=["POST"]),
            Route(f"{one}/corrected", guarded(self.corrected), methods=["GET"]),
            Route(f"{one}/signoff", guarded(self.signoff), methods=["GET"]),
            Route(f"{one}/signoff", guarded(self.sign), methods=["POST"]),
        ]

    async def reviewer(self, request: Request) -> Response:
        """The name that a reviewer gave, as it is kept from then on."""
        said = await self._said(Named, request)
        return answer({"reviewer": await self._stored(lambda store: store.reviews.spelling(said.reviewer))})

    async def seen(self, request: Request) -> Response:
        """Note that a reviewer has all verdicts of a run on the screen: later decisions of theirs are not blind."""
        run_id, said = run_of(request), await self._said(Named, request)

        def note(store: Store) -> None:
            store.summary(run_id)  # raises where there is no such run
            store.reviews.see(run_id, said.reviewer, sorted(store.revisions(run_id)))

        await self._stored(note)
        return answer({})

    async def decisions(self, request: Request) -> Response:
        """Write a decision or a comment down; answers with the run as the reviewer sees it."""
        run_id, said = run_of(request), await self._said(Said, request)
        check(said)
        quoted = NOWHERE
        if said.quote.strip():
            kept = await self._stored(lambda store: kept_quote(store, run_id, said))
            quoted = kept or await self._look_up(run_id, Quote(said.quote, said.title, said.outside))
        await self._stored(lambda store: decide(store, run_id, said, quoted))
        return await self._run(run_id, said.reviewer if said.blind else None)

    async def undo(self, request: Request) -> Response:
        """Take the reviewer's last entry in this run back, and say which one; answers as ``decisions`` does."""
        run_id, said = run_of(request), await self._said(Named, request)

        def take_back(store: Store) -> Decision | None:
            store.summary(run_id)  # raises where there is no such run
            return store.reviews.undo(run_id, said.reviewer)

        undone = await self._stored(take_back)
        if undone is None:
            raise UsageError("there is nothing of yours to take back in this run", "each reviewer takes back their own")
        return await self._run(run_id, blind_for(request), undone)

    async def sources(self, request: Request) -> Response:
        """The articles that were read for ``claim``, or with ``query`` those that the index has on it."""
        run_id, query = run_of(request), request.query_params.get("query", "")
        if query.strip():
            if len(query) > LONGEST["query"]:
                raise BadInput("query", f"longer than {LONGEST['query']} characters")
            found = await self._with_run(run_id, lambda s, settings, _: s.search(query, FOUND, settings))
            return answer([article(passage) for passage in found])
        claim, blind = request.query_params.get("claim", ""), blind_for(request)

        def look(store: Store) -> JSON:
            reviewed = reviewed_run(store, run_id)
            found = verdict_of(reviewed.run.verdicts, run_id, claim)
            return articles_read(found, hidden_from(reviewed, found, blind))

        return answer(await self._stored(look))

    async def quote(self, request: Request) -> Response:
        """Where a quote stands verbatim; an error if it stands nowhere here."""
        asked = await self._said(Quote, request)
        return answer(told(asked.quote, await self._look_up(run_of(request), asked)))

    async def corrections(self, request: Request) -> Response:
        """Find the corrections of a run, have their sentences judged again, and show them with those that were accepted."""
        run_id = run_of(request)

        report = await self._stored(lambda store: labelled_report(reviewed_run(store, run_id)))
        settings = self._settings_for(await self._stored(lambda store: store.load(run_id)))
        work = self._engine.last(lambda session: steps(session, report, settings))
        found = await unless(left(request), work, ClientDisconnect)
        assert isinstance(found, Corrected), "the last step is the result"
        proposed = self._proposals.keep(run_id, found)
        return answer(await self._stored(lambda store: corrections_shown(store, run_id, proposed)))

    async def choose(self, request: Request) -> Response:
        """Accept a correction or take that back; answers as ``corrections`` does, without looking for others."""
        run_id, said = run_of(request), await self._said(Choice, request)

        def work(store: Store) -> JSON:
            self._proposals.choose(store, run_id, said)
            return corrections_shown(store, run_id, self._proposals.of(run_id))

        return answer(await self._stored(work))

    async def corrected(self, request: Request) -> Response:
        """The text with the corrections that were accepted, as a file."""
        run_id = run_of(request)

        def work(store: Store) -> str:
            return apply(store.load(run_id).document.text, reviewed_run(store, run_id).corrections)

        headers = {"Content-Disposition": f'attachment; filename="localcheck-run-{run_id}-corrected.txt"'}
        return Response(await self._stored(work), headers=headers, media_type="text/plain")

    async def signoff(self, request: Request) -> Response:
        """What keeps a run from being signed, and who signed it."""
        run_id = run_of(request)
        return answer(await self._stored(lambda store: signing_shown(reviewed_run(store, run_id))))

    async def sign(self, request: Request) -> Response:
        """Sign a run off; answers as ``signoff`` does."""
        run_id, said = run_of(request), await self._said(Signed, request)

        def work(store: Store) -> JSON:
            sign(store, reviewed_run(store, run_id), said.reviewer, said.reason)
            return signing_shown(reviewed_run(store, run_id))

        return answer(await self._stored(work))

    async def _said(self, kind: type[T], request: Request) -> T:
        """The body of a request, as one of its kind. Raises ``BadInput``."""
        return await sent(kind, request, self._limits)

    async def _look_up(self, run_id: int, asked: Quote) -> Quoted:
        if not asked.quote.strip():
            raise BadInput("quote", "is empty", "take a sentence, or type one as it stands")
        return await self._with_run(
            run_id, lambda s, settings, run: looked_up(s, settings, run, asked.quote, asked.title, asked.outside)
        )

    async def _with_run(self, run_id: int, work: Callable[[Session, Settings, StoredRun], T]) -> T:
        """What ``work`` returns on the engine's thread for a run, with its method and evidence and the engine's models."""
        run = await self._stored(lambda store: store.load(run_id))
        return await self._engine.on_session(lambda session: work(session, self._settings_for(run), run))

    def _settings_for(self, run: StoredRun) -> Settings:
        if (made := run.settings) is None:
            return self._engine.settings
        return replace(self._engine.settings, detector=made.detector, options=made.options, index=made.index)

    async def _run(self, run_id: int, blind: str | None, undone: Decision | None = None) -> Response:
        reviewed = await self._stored(lambda store: reviewed_run(store, run_id))
        told = {} if undone is None else {"undone": undone_shown(reviewed, undone)}
        return answer(run_shown(reviewed, False, blind) | told)

    async def _stored(self, work: Callable[[Store], T]) -> T:
        """What ``work`` returns for the store, on a thread of its own, so that a run at work delays nobody who reads."""

        def there() -> T:
            with Store(self._path) as store:
                return work(store)

        return await asyncio.to_thread(there)


def signing_shown(reviewed: ReviewedRun) -> JSON:
    """What a sign-off of this run would answer for, and the sign-offs that there are."""
    unfinished = bool(reviewed.unfinished)
    return {
        "unfinished": shown(reviewed.unfinished),
        "waiting": [] if unfinished else [
            {"sentence": v.claim.sentence, "word": shown(waiting_word(reviewed, v)), "text": shown(v.claim.text)}
            for v in unsettled(reviewed)
        ],
        "rebuilt": [] if unfinished else [shown(name) for name in rebuilt(reviewed)],
        "signed": [shown(line) for line, _ in signoffs(reviewed)],
    }  # fmt: skip
