"""The fused detector: one posterior out of what is at hand, each part's share shown, labels that need a quote."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.backends.llm.recorded import Scripted
from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import SentenceClaims
from localcheck.detectors.fused import _worst, fused, log_odds
from localcheck.errors import RetrievalError
from localcheck.judging.evidence.choose import Choice
from localcheck.judging.evidence.features import FEATURES, INDEX
from localcheck.judging.evidence.fusing import CALLED, NUMBERS, Fused, Fusion, Mix, from_json, to_json
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.reports.report import build
from localcheck.run.rechecking import check_report
from localcheck.sources.by_query import ByQuery
from localcheck.stats.bayes import Likelihoods
from localcheck.text.sentences import split_sentences
from localcheck.types import Completion, CompletionRequest, Document, Judgement, Label, Passage, RunInfo, Source
from localcheck.types.infos import IndexInfo

TEXT = "Ada was born in London. Ada was born in Paris."
SAMPLES = ("Ada was born in London. She was a mathematician.", "Ada was born in London, in 1815.")
DOCUMENT = Document("ada", TEXT, title="Ada", samples=SAMPLES)
WEIGHTS = {"evidence": (0.8, 0.2), "consistency": (0.5, 0.5, 0.2, 0.0), "words": (0.2, 0.0, 0.1, 0.0)}
MEANS = {"evidence": (0.0, 0.0), "consistency": (0.0, 0.1, 0.0, 0.1), "words": (5.0, 3.0, 5.0, 3.0)}


def mix(*parts: str) -> Mix:
    return Mix(parts, tuple(WEIGHTS[p] for p in parts), tuple(MEANS[p] for p in parts), 0.0)


SETS = [("evidence",), ("consistency",), ("words",), ("evidence", "consistency"), ("evidence", "words"),
        ("consistency", "words"), ("evidence", "consistency", "words")]  # fmt: skip
FUSION = Fusion(tuple(mix(*parts) for parts in SETS), ((80, 20), (40, 60)), reverse_model="script")


def evidence_model() -> EvidenceModel:
    weights = tuple(1.0 if "best sentences" in name or "strongest" in name else 0.0 for name in FEATURES[:INDEX])
    table = Likelihoods((0.05, 0.5, 0.45), (0.45, 0.5, 0.05), "", "index", "made by hand")
    return EvidenceModel(Choice(), weights, 0.0, (-0.4, 0.4), table)


class PlaceNLI:
    """Entails where the premise names the claim's place, contradicts where it names the other one."""

    info = TableNLI({}).info

    def entail(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        def one(premise: str, claim: str) -> tuple[float, float, float]:
            place = next((p for p in ("London", "Paris") if p in claim), "")
            other = {"London": "Paris", "Paris": "London"}.get(place, "?")
            if place and place in premise:
                return 0.95, 0.04, 0.01
            return (0.01, 0.04, 0.95) if other in premise else (0.02, 0.96, 0.02)

        return np.array([one(*p) for p in pairs]).reshape(len(pairs), 3)


class Shelf(ByQuery):
    """Gives these texts for every claim."""

    def __init__(self, *texts: str, broken: bool = False) -> None:
        self.info, self.texts, self.broken = IndexInfo("shelf", "memory", len(texts)), texts, broken

    def search(self, query: str) -> Iterator[Passage]:
        if self.broken:
            raise RetrievalError("the index broke")
        for i, text in enumerate(self.texts):
            yield Passage("Ada", text, Source("test", "shelf", str(i)), i)


PAGE = "Ada was born in London. Her father was a poet."


def panel(**given: Any) -> Any:
    ports = {"retriever": Shelf(PAGE), "model": evidence_model()}
    return fused(nli=PlaceNLI(), extractor=SentenceClaims(), **{"fusion": FUSION, **ports, **given})  # type: ignore[arg-type]


def answer(request: CompletionRequest) -> Any:
    """A model that draws samples and finds Ada again."""
    if request.schema:
        key = json.loads(request.schema)["required"][0]
        return json.dumps({"features": {"features": ["born in London"]},
                           "entity": {"entity": "Ada", "percent": 100, "unmet": []}}[key])  # fmt: skip
    return [SAMPLES[0]] * request.n


def test_all_parts_make_one_posterior_and_each_share_is_told() -> None:
    true, false = panel()(DOCUMENT)
    assert (true.label, false.label) == (Label.SUPPORTED, Label.REFUTED)
    assert true.deciding is not None and true.deciding.quote == "Ada was born in London."
    for verdict in (true, false):
        raw = dict(verdict.raw)
        assert set(raw) == {"evidence", "consistency", "words", "disagreement"}
        z = math.log(verdict.score / (1 - verdict.score))
        assert z == pytest.approx(raw["evidence"] + raw["consistency"] + raw["words"])
        assert all((called in verdict.rationale) == (part in raw) for part, called in CALLED.items())


def test_a_person_reads_what_speaks_for_a_claim_and_what_against_it() -> None:
    shares = (("evidence", -1.3), ("consistency", 0.8), ("words", -0.1), ("reverse", -0.6))
    assert Fused(0.3, shares).in_words() == (
        "for it: the documents (+1.3), reverse validation (+0.6); against it: the sampled answers (-0.8); "
        "hardly either way: its choice of words (+0.1)"
    )


def test_without_a_price_of_abstaining_one_threshold_settles_what_can_be_quoted() -> None:
    unsure = replace(DOCUMENT, samples=("Ada was born in Paris.", "Ada was born in London."))
    labels = {price: [v.label for v in panel(c_abstain=price)(unsure)] for price in (0.0, 8.0)}
    assert labels[8.0] == [Label.SUPPORTED, Label.NOT_ENOUGH_EVIDENCE]
    assert labels[0.0] == [Label.SUPPORTED, Label.REFUTED]


def test_a_report_of_it_stands_without_a_model() -> None:
    verdicts = list(panel()(DOCUMENT))
    sentences = split_sentences(TEXT)
    report = build(DOCUMENT, sentences, verdicts, RunInfo("fused"))
    assert [c.problem for c in check_report(report) if c.problem] == []


def test_disagreement_is_shown() -> None:
    lying = replace(DOCUMENT, samples=("Ada was born in Paris.",) * 4)
    true, _ = panel()(lying)
    assert dict(true.raw)["evidence"] < 0 < dict(true.raw)["consistency"]
    assert dict(true.raw)["disagreement"] > 0.25
    assert "for it: the documents (+" in true.rationale and "against it: the sampled answers (-" in true.rationale


def test_without_samples_the_evidence_stands_alone_and_the_report_says_so() -> None:
    true, false = panel()(replace(DOCUMENT, samples=()))
    assert set(dict(true.raw)) == {"evidence", "disagreement"}
    assert "no samples" in true.note
    assert (true.label, false.label) == (Label.SUPPORTED, Label.REFUTED)


def test_without_evidence_nothing_is_called_supported_or_refuted() -> None:
    true, false = panel(retriever=None, model=None)(DOCUMENT)
    assert {true.label, false.label} == {Label.NOT_ENOUGH_EVIDENCE}
    assert true.score < 0.5 < false.score
    assert false.judgement is Judgement.NOT_FACTUAL
    assert "no evidence" in true.note


def test_samples_are_drawn_once_and_the_subject_is_asked_for() -> None:
    llm = Scripted(answer)
    verdicts = list(panel(llm=llm, samples=3)(replace(DOCUMENT, samples=())))
    assert [r.n for r in llm.requests if r.n > 1] == [3]
    assert dict(verdicts[0].raw)["reverse"] == pytest.approx(math.log((41 / 102) / (81 / 102)))
    assert sum(v.cost.samples for v in verdicts) == 3
    assert sum(v.cost.llm_calls for v in verdicts) == len(llm.requests)


def test_a_model_for_which_nothing_was_counted_has_no_vote() -> None:
    llm = Scripted(answer)
    verdicts = list(panel(llm=llm, fusion=replace(FUSION, reverse_model="gpt-3.5-turbo"))(DOCUMENT))
    assert "reverse" not in dict(verdicts[0].raw) and not llm.requests
    assert "is left out" in verdicts[0].note and llm.info.name in verdicts[0].note


def test_a_part_that_fails_is_left_out() -> None:
    broken = Scripted(lambda r: Completion(error="out of context"))
    verdicts = list(panel(llm=broken)(DOCUMENT))
    assert set(dict(verdicts[0].raw)) == {"evidence", "consistency", "words", "disagreement"}
    assert "reverse validation failed" in verdicts[0].note
    silent = list(panel(retriever=Shelf(broken=True))(DOCUMENT))
    assert [v.error for v in silent] == ["", ""] and all("evidence" not in dict(v.raw) for v in silent)


def test_documents_that_were_not_found_speak_neither_for_a_claim_nor_against_it() -> None:
    """What evidence says on average is not zero: zero in its place would speak for the claim."""
    average = replace(mix("evidence"), means=((2.0, 2.0),))
    weighed = replace(FUSION, mixes=(average, mix("consistency", "words")))
    alone = list(panel(retriever=Shelf(), fusion=weighed)(replace(DOCUMENT, samples=())))
    assert {(v.label, v.score, v.judgement, v.error) for v in alone} == {
        (Label.NOT_ENOUGH_EVIDENCE, 0.5, Judgement.NONE, "")
    }
    assert all("no document" in v.rationale and "no samples" in v.note for v in alone)
    sampled = list(panel(retriever=Shelf(), fusion=weighed)(DOCUMENT))
    assert all(set(dict(v.raw)) == {"consistency", "words", "disagreement"} for v in sampled)


def test_a_sentence_without_evidence_is_left_out_of_the_mean_of_the_passage() -> None:
    heard = panel(retriever=Shelf(PAGE)).hear(
        replace(DOCUMENT, text="Ada was born in London. Tom was a plumber in Leeds.")
    )
    about_ada = [v for v in heard.verdicts if "Ada" in v.claim.text]
    silent = replace(heard.verdicts[-1], beliefs=())
    assert log_odds(silent) is None and set(_worst((*about_ada, silent))) == {0}
    assert "evidence" not in heard.of(silent)


def test_nothing_at_hand_fails_each_sentence_and_says_why() -> None:
    verdicts = list(panel(retriever=None, model=None)(replace(DOCUMENT, samples=())))
    assert {v.label for v in verdicts} == {Label.FAILED}
    assert "nothing to fuse" in verdicts[0].error


@given(
    st.lists(st.floats(-50, 50), min_size=10, max_size=10), st.sampled_from(SETS), st.sampled_from([None, True, False])
)
def test_shares_add_up_and_stay_in_bounds(values: list[float], parts: tuple[str, ...], again: bool | None) -> None:
    left = iter(values)
    said = {p: tuple(next(left) for _ in NUMBERS[p]) for p in parts}
    found = FUSION.fuse(said, again)
    assert found is not None
    assert 0 < found.p_not_factual < 1
    assert set(dict(found.contributions)) == {*parts, *(["reverse"] if again is not None else [])}
    assert found.disagreement >= 0
    z = max(-30.0, min(30.0, sum(x for _, x in found.contributions)))
    assert found.p_not_factual == pytest.approx(1 / (1 + math.exp(-z)))


def test_documents_are_read_with_the_score_that_the_weights_were_fitted_to() -> None:
    used = evidence_model()
    fitted = replace(used, bias=0.25)
    whole = replace(FUSION, score=fitted)
    assert whole.score_for(used) is fitted and FUSION.score_for(used) is used
    for other in ({"evidence": "web"}, {"nli_sha256": "another"}):
        there = replace(used, likelihoods=replace(used.likelihoods, **other))
        assert whole.score_for(there) is there, "fitted to another model or kind of evidence"


def test_the_table_is_read_as_it_was_written_and_damage_is_named() -> None:
    for whole in (FUSION, replace(FUSION, score=evidence_model())):
        assert from_json(json.loads(json.dumps(to_json(whole)))) == whole
    for bad in ({}, {"format": 2}, {**to_json(FUSION), "mixes": [{"parts": ["words"], "weights": [[1]], "means": [[1]],
                                                                  "bias": 0}]}):  # fmt: skip
        with pytest.raises(ValueError, match=r"fusion|format|weights"):
            from_json(bad)
    with pytest.raises(ValueError, match=r"^format 'likelihoods' is not "):
        from_json({**to_json(FUSION), "format": "likelihoods"})
