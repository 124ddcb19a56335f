"""How a claim is judged beside texts that were given for it, by every method that does so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from localcheck.judging.context import judge_in_context
from localcheck.judging.evidence.learned import Given, by_who_reads, reading_of
from localcheck.judging.expert import Consultant
from localcheck.judging.given_score import GivenScore
from localcheck.judging.languages import uncovered_language
from localcheck.judging.opinion import Reader
from localcheck.judging.together import Judging
from localcheck.ports import NLI, SentenceEncoder
from localcheck.types import Claim, Passage


@dataclass(frozen=True, slots=True)
class Beside:
    """The one way for ``faithfulness``, the gate, ``citations``, ``match`` and the agent."""

    nli: NLI
    meaning: SentenceEncoder | None = None
    score: GivenScore | None = None
    """For the NLI models for which it was measured."""
    consultant: Consultant | None = None
    sentences: int = 8
    """How many single sentences of each text are read."""
    windows: int = 4
    """How many of these with their neighbours; 0: all."""

    def judge(self, claim: Claim, passages: Sequence[Passage], uncovered: str = "") -> Judging:
        """Judge the claim by who reads its language (``judge_in_context``). The score is not used where one of the texts is in
        a language that the NLI model does not read.
        """
        own = Given(reading_of(self.sentences, self.windows, self.nli), self.meaning)
        languages = frozenset(self.nli.info.languages)

        def judging(reader: Reader, consultant: Consultant | None) -> Judging:
            known = reader is own and not any(uncovered_language(p.text, languages) for p in passages)
            return judge_in_context(claim, passages, reader, uncovered, consultant, self.score if known else None)

        beside = passages[0].text if passages else ""
        return by_who_reads(self.nli, claim.text, beside, own, self.consultant, judging)
