"""The state of a review: what is known of its run, and the current place in it. Does not import Textual."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from localcheck.types import Sentence, Verdict
from localcheck_tui.filtering import fits
from localcheck_tui.known import FLAGGED, Known

NAMED_BY = 60
"""Characters of a sentence that tell it from others where a reason quotes it, perhaps cut short."""


@dataclass(slots=True)
class Reading(Known):
    """The state of the review screen; changed by its handlers only."""

    sentence: int = 0
    """Index of the current sentence."""
    claim: int = 0
    """Place of the current claim among those of the sentence."""
    evidence: int = 0
    """Place of the evidence shown among that of the claim."""

    def add(self, verdict: Verdict) -> None:
        """The same as of a run; claims are judged side by side, and one that comes before the current one moves nothing."""
        here = self.current
        Known.add(self, verdict)
        if here is not None and here.claim.sentence == verdict.claim.sentence:
            self.claim = self._by_sentence[self.sentence].index(here.claim.id)

    @property
    def current(self) -> Verdict | None:
        """The verdict that the reviewer looks at."""
        claims = self.claims_of(self.sentence)
        return claims[min(self.claim, len(claims) - 1)] if claims else None

    def go_to(self, sentence: int, claim: int = 0) -> None:
        """Make another sentence (and claim) the current one, within the document."""
        self.sentence = min(max(sentence, 0), max(len(self.sentences) - 1, 0))
        self.claim = max(0, min(claim, len(self.claims_of(self.sentence)) - 1))
        self.show_deciding()

    def show_deciding(self) -> None:
        """Show the deciding evidence first, unless that would reveal the verdict to a blind reviewer."""
        verdict = self.current
        self.evidence = 0 if verdict is None or self.hidden(verdict) else place_named(verdict)

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
        if self.blind:
            waits = any(self.hidden(v) and v.claim.checkable for v in self.claims_of(sentence))
            return waits or self.disputed(sentence)
        return self.label_of(sentence) in FLAGGED or self.disputed(sentence)

    def find(self, by: int, wanted: Callable[[int], bool], most: int = 0) -> int | None:
        """The nearest sentence after (``by`` = 1) or before (-1) the current one that is wanted, ``most`` away (0: any)."""
        here, most = self.sentence, most or len(self.sentences)
        ahead = range(here + 1, min(here + most + 1, len(self.sentences)))
        back = range(here - 1, max(here - most - 1, -1), -1)
        return next(filter(wanted, ahead if by > 0 else back), None)

    def next_undecided(self) -> str | None:
        """Id of the next checkable claim that the reviewer has not decided, looking round the end; None if there is none."""
        waiting = {v.claim.id for v in self.open_claims()}
        here, ids = self.current, self.ids
        start = ids.index(here.claim.id) + 1 if here is not None else 0
        return next((i for i in ids[start:] + ids[:start] if i in waiting), None)

    def most_doubtful(self) -> str | None:
        """Id of the undecided claim whose probability is nearest to one half, other than the current one (Prodigy's order)."""
        here = self.current
        waiting = [v for v in self.open_claims() if here is None or v.claim.id != here.claim.id]
        return min(waiting, key=lambda v: abs(v.score - 0.5)).claim.id if waiting else None

    def matches(self, query: str) -> list[int]:
        """Sentences that fit every word of ``query``, without regard to case.

        A word is looked for in the text; ``is:`` asks for a label or a state (``is:refuted``,
        ``is:undecided``, ``is:disputed``), ``in:`` for a word of a source's title.
        """
        return [s.index for s in self.sentences if query.strip() and self._fits(s, query)]

    def _fits(self, sentence: Sentence, query: str) -> bool:
        claims = [v for v in self.claims_of(sentence.index) if not self.hidden(v)]
        titles = [e.passage.title for v in claims for e in v.evidence]
        return fits(query, sentence.text, self._states(sentence.index), titles)

    def _states(self, sentence: int) -> set[str]:
        """What a sentence is called in a filter: as its claims are."""
        return {name for verdict in self.claims_of(sentence) for name in self.states(verdict)}


def place_named(verdict: Verdict) -> int:
    """The place of the evidence that the reason of a verdict names: the one that decides, else that of the closest sentence."""
    if verdict.best is not None:
        return verdict.best
    for place, item in enumerate(verdict.evidence):
        said = " ".join(item.window.of(item.passage.text).split())[:NAMED_BY]
        if said and f"“{said}" in verdict.rationale and f"({item.passage.title})" in verdict.rationale:
            return place
    return 0
