"""One reading for every way to ask: ``check``, ``faithfulness``, the gate, ``match``, ``citations`` and the agent agree."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import cycle

import numpy as np
import pytest

from localcheck.agent.tools.described import ToolResult, open_toolbox
from localcheck.agent.tools.match import match
from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import SentenceClaims
from localcheck.detectors.agent import agent
from localcheck.detectors.bayes_sequential import bayes_sequential
from localcheck.detectors.faithfulness import faithfulness
from localcheck.evaluate.prepare import GivenPassages
from localcheck.gate.citations import MARKERS, check_citations
from localcheck.gate.decisions import gate
from localcheck.judging.evidence.beside import Beside
from localcheck.judging.evidence.find_tables import find_evidence
from localcheck.judging.evidence.score import Tables
from localcheck.judging.given_score import NUMBERS, GivenScore
from localcheck.judging.spans import content_words
from localcheck.ports import NLI, Detector, Extractor, FloatArray, Retriever, SentenceEncoder
from localcheck.reports.report import build
from localcheck.settings import Settings
from localcheck.settings.requests import Call
from localcheck.sources.memory import MemoryRetriever
from localcheck.stats.bayes import Likelihoods
from localcheck.text.sentences import split_sentences
from localcheck.types import Disposition, Document, Label, Passage, RunInfo, Source

NAMES = (
    "The Alster bridge",
    "The Novak tower",
    "The Ribera engine",
    "The Teller dam",
    "The Ostrava mill",
    "The Sorel lock",
    "The Varga pump",
    "The Lindqvist press",
)
SAME = (
    ("{} is 120 km long.", "{} is 75 miles long."),
    ("{} weighs 2500 g.", "{} weighs 2.5 kg."),
    ("{} was tested for two years.", "{} was tested for 24 months."),
    ("{} cost fewer than 100 euros.", "{} cost 59 euros."),
    ("{} has between 40 and 60 rooms.", "{} has 55 rooms."),
    ("{} closed in the spring of 2020.", "{} closed in March 2020."),
    ("{} opened in the 1990s.", "{} opened in 1994."),
    ("{} was halved in size.", "{} was reduced by 50 % in size."),
    ("{} runs at 20 °C.", "{} runs at 68 °F."),
    ("{} holds half of the water.", "{} holds 50 % of the water."),
    ("{} was built by a company of Hamburg.", "{} was built by a firm from Hamburg."),
    ("{} was accepted by the council.", "{} was approved by the council."),
)
OTHER = (
    ("{} is 120 km long.", "{} is 95 miles long."),
    ("{} weighs 2500 g.", "{} weighs 25 kg."),
    ("{} was tested for two years.", "{} was tested for 18 months."),
    ("{} cost fewer than 100 euros.", "{} cost 159 euros."),
    ("{} has between 40 and 60 rooms.", "{} has 75 rooms."),
    ("{} closed in the spring of 2020.", "{} closed in October 2020."),
    ("{} opened in 1994.", "{} opened in 1904."),
    ("{} was halved in size.", "{} was reduced by 20 % in size."),
    ("{} runs at 20 °C.", "{} runs at 95 °F."),
    ("{} holds half of the water.", "{} holds 20 % of the water."),
    ("{} survived the great flood.", "{} died in the great flood."),
    ("{} was accepted by the council.", "{} was rejected by the council."),
    ("{} stands in the north of the city.", "{} stands in the south of the city."),
    ("{} has 300 rooms.", "{} has fewer than 200 rooms."),
)
OPEN = (
    ("{} has 300 rooms.", "{} has over 200 rooms."),
    ("{} has 59 rooms.", "{} has between 40 and 60 rooms."),
)
EVERY = tuple((side, *pair) for side, pairs in (("same", SAME), ("other", OTHER), ("open", OPEN)) for pair in pairs)
PAIRS = tuple(
    (side, claim.format(name), text.format(name), name)
    for name, (side, claim, text) in zip(cycle(NAMES), EVERY, strict=False)
)


class Gullible(TableNLI):
    """Every text that shares most words with a claim entails it: what is left is what arithmetic and the words say."""

    def entail(self, pairs: Sequence[tuple[str, str]]) -> FloatArray:
        """0.9 for entailment, or nothing said."""
        rows = [(0.9, 0.05, 0.05) if self.near(*pair) else (0.02, 0.96, 0.02) for pair in pairs]
        return np.array(rows)

    @staticmethod
    def near(premise: str, claim: str) -> bool:
        """True if half of the claim's content words stand in the premise."""
        wanted = content_words(claim)
        return 2 * len(wanted & content_words(premise)) >= len(wanted)


READS = Gullible({})
MODEL = find_evidence("", "index")[0]
EXPECTED = {"same": Label.SUPPORTED, "other": Label.REFUTED, "open": Label.NOT_ENOUGH_EVIDENCE}
DOUBTS = GivenScore("sha", "nothing", (*[0.0] * (1 + len(NUMBERS)), -9.0, 0.0), (*[0.0] * (2 + len(NUMBERS)), 9.0))
"""What the quotes support is unlikely by it, and what they refute is likely; what is settled without a model is not asked."""
TABLES = Tables(lambda: MODEL, lambda: Likelihoods((0.1,) * 10, (0.1,) * 10))


def check(claim: str, text: str, name: str, nli: NLI) -> Label:
    """As an article of an index."""
    index = MemoryRetriever([Passage(name, text, Source("index", "here"))])
    detector = bayes_sequential(nli=nli, retriever=index, extractor=SentenceClaims(), tables=TABLES)
    (verdict,) = detector(Document("a", claim))
    return verdict.label


def in_context(claim: str, text: str, nli: NLI) -> tuple[Label, Disposition]:
    """The label, and what the gate does with it."""
    document = Document("a", claim, context=(text,))
    verdicts = list(faithfulness(nli=nli, extractor=SentenceClaims())(document))
    report = build(document, split_sentences(claim), verdicts, RunInfo("faithfulness"))
    return verdicts[0].label, gate(report, Call(risk="high"), {}).ruling.disposition


def matched(claim: str, text: str, score: GivenScore | None = DOUBTS) -> Label:
    found = match(nli=READS, score=score)({"sentence": claim, "context": text})
    assert isinstance(found, ToolResult)
    return found.label


def answered(claim: str, text: str) -> Label:
    (verdict,) = faithfulness(nli=READS, extractor=SentenceClaims(), score=DOUBTS)(
        Document("a", claim, context=(text,))
    )
    return verdict.label


def cited(claim: str, text: str) -> Label:
    document = Document("a", f"{claim[:-1]} [1].", context=(text,))
    (sentence,) = check_citations(document, Beside(READS, score=DOUBTS), SentenceClaims())
    findings = {finding: label for label, finding in MARKERS.items()}
    return findings.get(sentence.citations[0].finding, Label.NOT_ENOUGH_EVIDENCE)


def by_the_agent(claim: str, text: str) -> Label:
    (verdict,) = detector_of_the_agent()(Document("a", claim, context=(text,)))
    return verdict.label


@cache
def detector_of_the_agent() -> Detector:
    retriever, extractor = GivenPassages(), SentenceClaims()
    here: dict[type, object] = {NLI: READS, Retriever: retriever, Extractor: extractor, SentenceEncoder: None}
    tools = open_toolbox(here.get, here.__contains__, Settings())
    return agent(toolbox=tools, nli=READS, retriever=retriever, extractor=extractor, tables=TABLES, score=DOUBTS)


@pytest.mark.parametrize(("side", "claim", "text", "name"), PAIRS)
def test_all_ways_take_the_same_side(side: str, claim: str, text: str, name: str) -> None:
    read, disposition = in_context(claim, text, READS)
    assert (check(claim, text, name, READS), read, matched(claim, text, None)) == (EXPECTED[side],) * 3
    assert disposition is (Disposition.PASS if side == "same" else Disposition.BLOCK)


@pytest.mark.parametrize("name", NAMES[:2])
def test_all_that_judge_beside_a_given_text_withdraw_the_same(name: str) -> None:
    withdrawn = set()
    for side, claim, text in ((side, *(said.format(name) for said in pair)) for side, *pair in EVERY):
        found = {way(claim, text) for way in (answered, matched, cited, by_the_agent)}
        assert len(found) == 1, (claim, text)
        withdrawn |= {side} if found != {EXPECTED[side]} else set()
    assert withdrawn == {"same"}, "the score doubts what supports a claim, and nothing else"


@pytest.mark.parametrize(("likely", "label"), [(0.69, Label.NOT_ENOUGH_EVIDENCE), (0.71, Label.SUPPORTED)])
def test_what_seven_tenths_speak_for_is_taken(likely: float, label: Label) -> None:
    nothing = (0.0,) * (len(NUMBERS) + 2)
    score = GivenScore("sha", "nothing", (math.log(likely / (1 - likely)), *nothing), (-30.0, *nothing))
    (claim, text), *_ = ((said, premise) for side, said, premise in EVERY if side == "same")
    document = Document("a", claim.format(NAMES[0]), context=(text.format(NAMES[0]),))
    (verdict,) = faithfulness(nli=READS, extractor=SentenceClaims(), score=score)(document)
    assert verdict.label is label and verdict.score >= 0.29


def test_what_a_quote_settles_without_a_model_is_not_withdrawn() -> None:
    assert answered("Invoice 204 is unpaid.", "Invoice 204 is outstanding.") is Label.SUPPORTED
    assert answered("Invoice 204 is for Dora.", "Invoice 204 is for Dora.") is Label.NOT_ENOUGH_EVIDENCE
