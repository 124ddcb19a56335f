"""The state of a review: a document, its verdicts so far, the decisions, and the current place. Does not import Textual."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from localcheck.reports.report import claim_order
from localcheck.settings import Settings
from localcheck.store import Decision, RunState
from localcheck.types import Cost, Document, Judgement, Label, RunInfo, Sentence, Verdict

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
class Reading:
    """The state of the review screen; changed by its handlers only."""

    document: Document
    sentences: tuple[Sentence, ...] = ()
    info: RunInfo = field(default_factory=lambda: RunInfo(""))
    run_id: int | None = None
    settings: Settings | None = None
    """What a stored run was started with; None for a new run, and for one of an earlier version."""
    state: RunState = RunState.OPEN
    running: bool = False
    paused: bool = False
    blind: bool = False
    sentence: int = 0
    """Index of the current sentence."""
    claim: int = 0
    """Place of the current claim among those of the sentence."""
    evidence: int = 0
    """Place of the evidence shown among that of the claim."""
    done: int = 0
    total: int | None = None
    decisions: dict[str, Decision] = field(default_factory=dict)
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    cost: Cost = field(default_factory=Cost)
    """The cost of all verdicts so far, repeated checks of one claim included."""
    error: str = ""
    hint: str = ""
    _by_sentence: dict[int, list[str]] = field(default_factory=dict)

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
        self.verdicts[claim.id] = verdict
        self.cost += verdict.cost
        self.done = max(self.done, len(self.verdicts))

    def take(self, verdicts: Iterable[Verdict], decisions: Mapping[str, Decision]) -> None:
        """Add the stored verdicts and decisions of a run."""
        for verdict in verdicts:
            self.add(verdict)
        self.decisions = dict(decisions)

    def claims_of(self, sentence: int) -> list[Verdict]:
        """Verdicts of one sentence, in the order of its claims."""
        return [self.verdicts[i] for i in self._by_sentence.get(sentence, ())]

    @property
    def current(self) -> Verdict | None:
        """The verdict that the reviewer looks at."""
        claims = self.claims_of(self.sentence)
        return claims[min(self.claim, len(claims) - 1)] if claims else None

    def hidden(self, verdict: Verdict) -> bool:
        """True if the verdict must not be shown: in blind mode, until the reviewer has decided."""
        return self.blind and verdict.claim.id not in self.decisions

    def label_of(self, sentence: int) -> Shown | None:
        """The worst label of a sentence's claims; a reviewer's label replaces the machine's. None if none is shown."""
        labels = [self._shown_label(v) for v in self.claims_of(sentence) if not self.hidden(v)]
        known = [label for label in labels if label is not None]
        return max(known, key=lambda label: FLAGGED.get(label, 0)) if known else None

    def _shown_label(self, verdict: Verdict) -> Shown | None:
        decision = self.decisions.get(verdict.claim.id)
        if decision is not None and decision.review.label is not None:
            return decision.review.label
        return (verdict.judgement or verdict.label) if verdict.claim.checkable else None

    def decided(self, sentence: int) -> bool:
        """True if the reviewer has decided about every claim of this sentence."""
        claims = self.claims_of(sentence)
        return bool(claims) and all(v.claim.id in self.decisions for v in claims)

    def go_to(self, sentence: int, claim: int = 0) -> None:
        """Make another sentence (and claim) the current one, within the document."""
        self.sentence = min(max(sentence, 0), max(len(self.sentences) - 1, 0))
        self.claim = max(0, min(claim, len(self.claims_of(self.sentence)) - 1))
        self.show_deciding()

    def show_deciding(self) -> None:
        """Show the deciding evidence first, unless that would reveal the verdict to a blind reviewer."""
        verdict = self.current
        self.evidence = 0 if verdict is None or verdict.best is None or self.hidden(verdict) else verdict.best

    def go_to_claim(self, claim_id: str) -> None:
        """Make the claim with this id the current one, if it is known."""
        verdict = self.verdicts.get(claim_id)
        if verdict is not None:
            ids = self._by_sentence[verdict.claim.sentence]
            self.go_to(verdict.claim.sentence, ids.index(claim_id))

    def step_claim(self, by: int) -> None:
        """The next or previous claim, over the ends of sentences."""
        claims = self.claims_of(self.sentence)
        if 0 <= self.claim + by < len(claims):
            self.go_to(self.sentence, self.claim + by)
        elif 0 <= self.sentence + by < len(self.sentences):
            target = self.sentence + by
            self.go_to(target, len(self.claims_of(target)) - 1 if by < 0 else 0)

    def step_evidence(self, by: int) -> None:
        """The next or previous evidence of the current claim, around the end."""
        if (verdict := self.current) is not None and verdict.evidence:
            self.evidence = (self.evidence + by) % len(verdict.evidence)

    def wanted(self, sentence: int) -> bool:
        """True for a sentence that the keys n and p stop at: a flagged one; in blind mode, every undecided one."""
        if self.blind and any(self.hidden(v) for v in self.claims_of(sentence)):
            return True
        return self.label_of(sentence) in FLAGGED

    def find(self, by: int, wanted: Callable[[int], bool]) -> int | None:
        """The nearest sentence after (``by`` = 1) or before (-1) the current one that is wanted."""
        i = self.sentence + by
        while 0 <= i < len(self.sentences):
            if wanted(i):
                return i
            i += by
        return None

    def next_undecided(self) -> str | None:
        """Id of the next claim in the document without a decision, looking round the end; None when all are decided."""
        here = self.current
        ids = [i for n in sorted(self._by_sentence) for i in self._by_sentence[n]]
        start = ids.index(here.claim.id) + 1 if here is not None else 0
        return next((i for i in ids[start:] + ids[:start] if i not in self.decisions), None)

    def matches(self, query: str) -> list[int]:
        """Sentences that contain ``query``, without regard to case."""
        wanted = query.casefold()
        return [s.index for s in self.sentences if wanted in s.text.casefold()] if wanted else []
