"""One reading for every way to ask: two hundred pairs, on which ``check``, ``faithfulness``, the gate and ``match`` agree."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product

import numpy as np
import pytest

from localcheck.agent.tools.described import ToolResult
from localcheck.agent.tools.match import match
from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import SentenceClaims
from localcheck.detectors.bayes_sequential import bayes_sequential
from localcheck.detectors.faithfulness import faithfulness
from localcheck.gate.decisions import gate
from localcheck.judging.evidence.find_tables import find_evidence
from localcheck.judging.evidence.score import Tables
from localcheck.judging.spans import content_words
from localcheck.ports import NLI, FloatArray
from localcheck.reports.report import build
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
    islice(
        ((side, claim.format(name), text.format(name), name) for name, (side, claim, text) in product(NAMES, EVERY)),
        200,
    )
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


def matched(claim: str, text: str, nli: NLI) -> Label:
    found = match(nli=nli)({"sentence": claim, "context": text})
    assert isinstance(found, ToolResult)
    return found.label


def test_there_are_two_hundred_different_pairs() -> None:
    assert len(set(PAIRS)) == 200


@pytest.mark.parametrize("at", range(0, 200, 20))
def test_all_ways_take_the_same_side(at: int) -> None:
    expected = {"same": Label.SUPPORTED, "other": Label.REFUTED, "open": Label.NOT_ENOUGH_EVIDENCE}
    for side, claim, text, name in PAIRS[at : at + 20]:
        read, disposition = in_context(claim, text, READS)
        assert (check(claim, text, name, READS), read, matched(claim, text, READS)) == (expected[side],) * 3, (
            claim,
            text,
        )
        assert disposition is (Disposition.PASS if side == "same" else Disposition.BLOCK), (claim, text)
