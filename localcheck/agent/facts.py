"""Checks statements of fact: ``search`` finds documents, and the NLI model reads them for the learned evidence score."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from localcheck.judging.context import WITH_QUESTION, answered, context_passages
from localcheck.judging.evidence.beside import Beside
from localcheck.judging.evidence.learned import Learned, by_who_reads
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.judging.expert import Consultant
from localcheck.judging.opinion import Reader
from localcheck.judging.sequential import judge
from localcheck.judging.spans import CJK
from localcheck.judging.together import Judging
from localcheck.ports import Retriever
from localcheck.stats.bayes import Costs, Policy
from localcheck.text.subjects import name_phrases
from localcheck.types import Claim, Document

COSTS = Costs(28.0, 28.0, 1.0, 8.0)
"""The costs that ``bayes-sequential`` has by default."""
GIVEN = "given"
"""The engine of evidence that came with the document."""


@dataclass(frozen=True, slots=True)
class Facts:
    """How statements of fact are judged: as by ``bayes-sequential``, but only an article that the claim names refutes it."""

    retriever: Retriever
    policy: Policy
    reader: Reader
    beside: Beside

    def judge(self, claim: Claim, document: Document, uncovered: str) -> Judging:
        """Judge one claim by documents read one after another. An article of an index refutes only what names its subject;
        the titles of web pages say too little for that. Texts that came with the document, where these are the evidence, are
        read as ``faithfulness`` reads them: a score that was learned on articles with titles trusts them too readily.
        """
        if self.retriever.info.engine == GIVEN and not uncovered:
            return self.beside.judge(claim, context_passages(document))
        articles = self.retriever.info.evidence == "index"

        def judging(reader: Reader, _: Consultant | None) -> Judging:
            return judge(claim, document, self.retriever, self.policy, reader, uncovered, named=articles)

        return by_who_reads(self.beside.nli, claim.text, document.text, self.reader, None, judging)


def facts_of(retriever: Retriever, model: EvidenceModel, beside: Beside, k: int) -> Facts:
    """Judging by at most ``k`` documents with the learned evidence score."""
    return Facts(retriever, Policy(model.likelihoods, COSTS, k), Learned(model, beside.meaning), beside)


def with_question(claims: Sequence[Claim], document: Document) -> list[Claim]:
    """The claims of an answer, complete where they lean on the question: a bare answer ("Pirelli"), and a claim without any
    name ("The host was an activist"), which any document about some host would support. They are read with the question.
    """
    question = " ".join(document.prompt.split())
    found = answered(claims, document)
    if not question.endswith("?"):
        return found
    return [
        replace(c, text=f"{question} {c.text}", note=WITH_QUESTION) if c.checkable and not _names_something(c) else c
        for c in found
    ]


def _names_something(claim: Claim) -> bool:
    return bool(claim.note == WITH_QUESTION or name_phrases(claim.text) or CJK.search(claim.text))
