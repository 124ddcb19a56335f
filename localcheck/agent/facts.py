"""Checks statements of fact: ``search`` finds documents, and the NLI model reads them for the learned evidence score."""

from __future__ import annotations

from dataclasses import dataclass

from localcheck.judging.evidence.learned import Learned
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.judging.lockstep import Judging
from localcheck.judging.opinion import Reader
from localcheck.judging.sequential import judge
from localcheck.ports import Retriever, SentenceEncoder
from localcheck.stats.bayes import Costs, Policy
from localcheck.types import Claim, Document

COSTS = Costs(28.0, 28.0, 1.0, 8.0)
"""The costs that ``bayes-sequential`` has by default."""


@dataclass(frozen=True, slots=True)
class Facts:
    """How statements of fact are judged: as by ``bayes-sequential``, but only an article that the claim names refutes it."""

    retriever: Retriever
    policy: Policy
    reader: Reader

    def judge(self, claim: Claim, document: Document, uncovered: str) -> Judging:
        """Judge one claim by documents read one after another. An article of an index refutes only what names its subject;
        the titles of web pages say too little for that.
        """
        articles = self.retriever.info.evidence == "index"
        return judge(claim, document, self.retriever, self.policy, self.reader, uncovered, named=articles)


def facts_of(retriever: Retriever, model: EvidenceModel, meaning: SentenceEncoder | None, k: int) -> Facts:
    """Judging by at most ``k`` documents with the learned evidence score."""
    return Facts(retriever, Policy(model.likelihoods, COSTS, k), Learned(model, meaning))
