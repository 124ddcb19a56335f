"""What is known of a run under review: its document, its verdicts so far, and what people decided. Does not import Textual."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from localcheck.reports.report import claim_order
from localcheck.reviewing.records import waits
from localcheck.settings import Settings
from localcheck.store import NOWHERE, UNDECIDED, Curation, Decision, Quoted, RunState, Standing, Store
from localcheck.types import Document, Judgement, Label, RunInfo, Sentence, Verdict

Kept = TypeVar("Kept")
Shown = Label | Judgement
"""What is shown of a verdict: its label, or the judgement of a method without evidence."""
FLAGGED: dict[Shown | None, int] = {
    Label.REFUTED: 3,
    Label.FAILED: 2,
    Judgement.NOT_FACTUAL: 2,
    Label.NOT_ENOUGH_EVIDENCE: 1,
}
"""What a reviewer should look at, the gravest with the highest number."""


@dataclass(slots=True)
class Known:
    """The run that is reviewed, as far as it is known."""

    document: Document
    sentences: tuple[Sentence, ...] = ()
    info: RunInfo = field(default_factory=lambda: RunInfo(""))
    run_id: int | None = None
    settings: Settings | None = None
    """What the run was started with; None for one of an earlier version."""
    state: RunState = RunState.OPEN
    running: bool = False
    waiting: bool = False
    """The run was asked for and has not begun: another one goes on."""
    paused: bool = False
    cancelling: bool = False
    """The run was cancelled and goes on to its next verdict."""
    elsewhere: bool = False
    """Another process checks this run: it can be read and decided here, and not continued."""
    blind: bool = False
    done: int = 0
    total: int | None = None
    reviewer: str = ""
    decisions: dict[str, Decision] = field(default_factory=dict)
    """This reviewer's own, by claim."""
    curations: dict[str, Curation] = field(default_factory=dict)
    """What all reviewers' decisions come to, by claim."""
    comments: dict[str, tuple[Decision, ...]] = field(default_factory=dict)
    revisions: dict[str, int] = field(default_factory=dict)
    """The number of each claim's latest verdict."""
    seen: set[str] = field(default_factory=set)
    """Claims whose verdict has been on this reviewer's screen: decisions on them are not blind."""
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    error: str = ""
    hint: str = ""
    began: tuple[float, int] | None = None
    """The clock and the claims done when the first verdict of this run came; None before."""
    _by_sentence: dict[int, list[str]] = field(default_factory=dict)
    _tally: Counter[str] = field(default_factory=Counter)
    """What ``counts`` says, kept up with every verdict: it is asked for at every key, and there may be ten thousand claims."""
    _tallied: tuple[int, ...] = ()
    """Which decisions the tally was made with; others make it anew."""
    _entries: int = 0
    """How many entries of the journal are known here."""

    def add(self, verdict: Verdict) -> None:
        """Add a verdict, or replace an older one on the same claim. One that was added before (in a continued run) is
        ignored.
        """
        claim = verdict.claim
        if self.verdicts.get(claim.id) == verdict:
            return
        if claim.id not in self.verdicts:
            ids = self._by_sentence.setdefault(claim.sentence, [])
            ids.append(claim.id)
            ids.sort(key=claim_order)
        if self._tallied:
            self._tally.subtract(self._kinds(self.verdicts[claim.id]) if claim.id in self.verdicts else ())
            self._tally.update(self._kinds(verdict))
        self.verdicts[claim.id] = verdict
        self.done = max(self.done, len(self.verdicts))

    def take(self, verdicts: Iterable[Verdict]) -> None:
        """Add the stored verdicts of a run."""
        for verdict in verdicts:
            self.add(verdict)

    def read_record(self, store: Store) -> None:
        """Read again what people decided and said about this run, and the verdicts that somebody else had made in it."""
        if self.run_id is None:
            return
        reviews = store.reviews
        self._tallied, self._entries = (), reviews.entries(self.run_id)
        self.decisions = reviews.decisions(self.run_id, self.reviewer)
        self.curations, self.comments = reviews.curations(self.run_id), reviews.comments(self.run_id)
        revisions = store.revisions(self.run_id)
        for claim_id in self.verdicts.keys() & revisions.keys():
            self._catch_up(store, claim_id, revisions[claim_id])
        self.revisions = revisions
        self.seen |= reviews.seen(self.run_id, self.reviewer)

    def read_claim(self, store: Store, claim_id: str, added: int = 1) -> None:
        """Read again what people decided and said about one claim: with ten thousand claims, all of them take too long for a
        key. If somebody else added to the journal in the meantime, everything is read. ``added``: this reviewer's new entries.
        """
        if self.run_id is None:
            return
        reviews, entries = store.reviews, store.reviews.entries(self.run_id)
        if entries > self._entries + added:
            self.read_record(store)
            return
        self._entries = entries
        revisions = store.revisions(self.run_id, claim_id)
        if claim_id in self.verdicts:
            self._catch_up(store, claim_id, revisions.get(claim_id, 0))
        verdict, counted = self.verdicts.get(claim_id), bool(self._tallied)
        if counted and verdict is not None:
            self._tally.subtract(self._kinds(verdict))
        _renew(self.decisions, claim_id, reviews.decisions(self.run_id, self.reviewer, claim_id))
        _renew(self.curations, claim_id, reviews.curations(self.run_id, claim_id))
        _renew(self.comments, claim_id, reviews.comments(self.run_id, claim_id))
        _renew(self.revisions, claim_id, revisions)
        if counted and verdict is not None:
            self._tally.update(self._kinds(verdict))
            self._tallied = self._made_with()

    def _catch_up(self, store: Store, claim_id: str, revision: int) -> None:
        """Take the stored verdict of a claim if it is a newer one than the one that is known here."""
        if self.run_id is not None and revision > self.revisions.get(claim_id, 1):
            self.add(store.history(self.run_id, claim_id)[-1].verdict)

    def others_added(self, store: Store) -> bool:
        """True if the journal has entries that are not known here: somebody else reviews the same run."""
        return self.run_id is not None and store.reviews.entries(self.run_id) != self._entries

    def claims_of(self, sentence: int) -> list[Verdict]:
        """Verdicts of one sentence, in the order of its claims."""
        return [self.verdicts[i] for i in self._by_sentence.get(sentence, ())]

    def hidden(self, verdict: Verdict) -> bool:
        """True if the verdict must not be shown: in blind mode, until the reviewer has decided."""
        return self.blind and verdict.claim.id not in self.decisions

    def is_blind(self, verdict: Verdict) -> bool:
        """True if a decision on this claim would be blind now: its verdict is hidden and was never on the screen."""
        return self.hidden(verdict) and verdict.claim.id not in self.seen

    def label_of(self, sentence: int) -> Shown | None:
        """The worst label of a sentence's claims; people's label replaces the machine's. None if none is shown."""
        labels = [self._shown_label(v) for v in self.claims_of(sentence) if not self.hidden(v)]
        known = [label for label in labels if label is not None]
        return max(known, key=lambda label: FLAGGED.get(label, 0)) if known else None

    def _shown_label(self, verdict: Verdict) -> Shown | None:
        given = self.curation_of(verdict).label
        if given is not None:
            return given
        return (verdict.judgement or verdict.label) if verdict.claim.checkable else None

    def curation_of(self, verdict: Verdict) -> Curation:
        """What people decided about a claim."""
        return self.curations.get(verdict.claim.id, UNDECIDED)

    def disputed(self, sentence: int) -> bool:
        """True if reviewers disagree about a claim of this sentence, and this reviewer may see it."""
        return any(self.curation_of(v).disputed and not self.hidden(v) for v in self.claims_of(sentence))

    def decided(self, sentence: int) -> bool:
        """True if this reviewer decided about every claim of the sentence that is checkable or that they took for one."""
        claims = [v for v in self.claims_of(sentence) if v.claim.checkable or v.claim.id in self.decisions]
        return bool(claims) and all(self.settled(v) for v in claims)

    def labelled(self, sentence: int) -> bool:
        """True if this reviewer gave a claim of the sentence a label, in place of skipping it."""
        given = (self.decisions.get(v.claim.id) for v in self.claims_of(sentence))
        return any(decision is not None and decision.review.label is not None for decision in given)

    def settled(self, verdict: Verdict) -> bool:
        """True if this reviewer decided about the claim and nobody disagrees."""
        return verdict.claim.id in self.decisions and not self.curation_of(verdict).disputed

    @property
    def ids(self) -> list[str]:
        """The ids of all claims, in the order of the document."""
        return [i for n in sorted(self._by_sentence) for i in self._by_sentence[n]]

    def open_claims(self) -> list[Verdict]:
        """The checkable claims that this reviewer has not decided, in the order of the document."""
        found = (self.verdicts[i] for i in self.ids)
        return [v for v in found if v.claim.checkable and v.claim.id not in self.decisions]

    def quote_for(self, verdict: Verdict) -> tuple[str, Quoted]:
        """The quote that the reviewer picked for a claim and has not used in a decision yet; empty if there is none."""
        since = self.decisions.get(verdict.claim.id)
        for comment in reversed(self.comments.get(verdict.claim.id, ())):
            mine = comment.review.reviewer == self.reviewer and (since is None or comment.id > since.id)
            if mine and comment.review.quote:
                return comment.review.quote, comment.review.quoted
        return "", NOWHERE

    def earlier_ground(self, decision: Decision) -> bool:
        """True if a decision was made on a verdict that is not the latest one any more."""
        return decision.verdict_revision < self.revisions.get(decision.claim_id, 0)

    def seconds_left(self, now: float) -> float | None:
        """Seconds until all claims are judged at the pace so far; None while nothing can be said."""
        of = self.expected
        if self.began is None or of is None or self.paused:
            return None
        since, done = self.began
        made = self.done - done
        return (now - since) / made * (of - self.done) if made > 0 and self.done < of else None

    @property
    def expected(self) -> int | None:
        """How many claims there will be: their number where it is known, else what the sentences that are through make likely.

        None while nothing can be said.
        """
        through = len(self._by_sentence)
        if self.total or not (through and self.sentences):
            return self.total
        return max(self.done, round(self.done * len(self.sentences) / through))

    @property
    def of(self) -> str:
        """``expected`` for a person: ``300``, ``≈300`` where it is not known yet, or ``?``."""
        return "?" if self.expected is None else f"{'' if self.total else '≈'}{self.expected}"

    def states(self, verdict: Verdict) -> set[str]:
        """What a claim is called in a filter; ``left`` keeps the document from being finished. Without what is hidden."""
        found = self.curation_of(verdict)
        mine = self.decisions.get(verdict.claim.id)
        undecided = verdict.claim.checkable and mine is None
        names = {"undecided"} if undecided else set()
        if mine is not None:
            names.add("skipped" if mine.review.label is None else "decided")
        if self.hidden(verdict):
            return names | ({"left"} if undecided else set())
        label = self._shown_label(verdict)
        names |= {"unchecked"} if label is None else {label.value, counted_as(label)}
        if found.standing is not Standing.UNDECIDED:
            names.add(found.standing.value)
        return names | ({"left"} if waits(verdict, found, self.earlier_ground) else set())

    def counts(self) -> tuple[int, int, int, int, int, int]:
        """(supported, refuted, open, failed, claims that this reviewer gave a label, claims), without what is hidden."""
        n = self._counted()
        return n["supported"], n["refuted"], n["open"], n["failed"], n["decided"], n["claim"]

    @property
    def skipped(self) -> int:
        """Claims that this reviewer skipped."""
        return self._counted()["skipped"]

    def _counted(self) -> Counter[str]:
        """How many claims there are of each kind."""
        if (made_with := self._made_with()) != self._tallied:
            self._tally = Counter(kind for v in self.verdicts.values() for kind in self._kinds(v))
            self._tallied = made_with
        return self._tally

    def _made_with(self) -> tuple[int, ...]:
        return id(self.decisions), len(self.decisions), id(self.curations), len(self.curations), self.blind

    def _kinds(self, verdict: Verdict) -> Iterator[str]:
        """What one verdict counts as; what cannot be checked is a claim if people gave it a label."""
        hidden, mine = self.hidden(verdict), self.decisions.get(verdict.claim.id)
        if not verdict.claim.checkable and (hidden or self.curation_of(verdict).label is None):
            return
        yield "claim"
        if mine is not None:
            yield "skipped" if mine.review.label is None else "decided"
        elif verdict.claim.checkable:
            yield "undecided"
        if not hidden:
            yield counted_as(self._shown_label(verdict))

    def more_open_than(self, most: int) -> bool:
        """True if this reviewer has more undecided checkable claims than ``most``."""
        return self._counted()["undecided"] > most


def counted_as(label: Shown | None) -> str:
    """The kind of claims that a label is counted among: what is neither supported nor refuted nor failed is open."""
    return label.value if isinstance(label, Label) and label is not Label.NOT_ENOUGH_EVIDENCE else "open"


def _renew(known: dict[str, Kept], claim_id: str, now: Mapping[str, Kept]) -> None:
    """Put what is known of one claim now in the place of what was known."""
    known.pop(claim_id, None)
    known.update(now)
