"""Features of labelled claims: one document each, none where it speaks of something else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import SentenceClaims
from localcheck.evaluate.datasets.examples import Example
from localcheck.evaluate.fitting import Met, as_text, claim_of_text, entailment_of, file_name
from localcheck.sources.by_query import ByQuery
from localcheck.stats.bayes import Likelihoods
from localcheck.stats.calibrate import learn
from localcheck.types import Document, Passage, Source
from localcheck.types.infos import IndexInfo
from training.measuring.collecting import first_hits, nbc_pairs

MARS = "Mars is a red planet."


class OneArticle(ByQuery):
    """Always the same first hit, and a second one that must not be read."""

    info = IndexInfo("one", "memory", 1)

    def search(self, query: str) -> Iterator[Passage]:
        yield Passage("Mars", MARS, Source("folder", "notes"))
        raise AssertionError("the second document was read")


def given(text: str, factual: bool) -> Met:
    """A claim with the evidence that its data set gives."""
    return Met("", "", claim_of_text(text), factual, Passage("", MARS, Source("reference", "given")), 0)


def test_features_are_those_of_the_detector() -> None:
    nli = TableNLI({(MARS, "Mars is red."): (0.87, 0.13, 0.0), (MARS, "Mars is a blue planet."): (0.02, 0.08, 0.9)})
    observed = [given("Mars is red.", True), given("Mars is a blue planet.", False)]
    assert [entailment_of(nli, one).features for one in observed] == [(8,), (0,)]


def test_a_document_about_something_else_shows_no_feature() -> None:
    nli = TableNLI({}, (1.0, 0.0, 0.0))
    found = entailment_of(nli, given("Ada Lovelace wrote a program in 1843.", True))
    assert found.features == ()
    assert learn([found]).n == (0, 0)


def test_first_hits_are_balanced_and_leave_minor_errors_out() -> None:
    sentences = ("Mars is red.", "Mars is blue.", "Mars is big.", "Mars has air.")
    document = Document("d", " ".join(sentences), sentences=tuple(sentences))
    example = Example("d", document, (0.0, 1.0, 0.5, 0.0))
    found = list(first_hits([example], SentenceClaims(), OneArticle(), size=1))
    assert [o.factual for o in found] == [True, False]
    assert {o.claim.text for o in found} <= {"Mars is red.", "Mars is blue.", "Mars has air."}
    assert all(o.passage.title == "Mars" for o in found)
    assert list(first_hits([example], SentenceClaims(), OneArticle(), size=1)) == found


def test_published_pairs_and_files(tmp_path: Path) -> None:
    for kind in ("positive", "negative"):
        rows = [{"premise": MARS, "hypothesis": f"{kind}. "}]
        (tmp_path / f"{kind}.json").write_text(json.dumps(rows), encoding="utf-8")
    found = list(nbc_pairs(tmp_path / "positive.json", tmp_path / "negative.json"))
    assert [(o.claim.text, o.factual) for o in found] == [("positive.", True), ("negative.", False)]
    table = Likelihoods((0.1,) * 10, (0.1,) * 10, "abc", "web", "data", (3, 4))
    assert json.loads(as_text(table))["n"] == [3, 4]
    assert file_name(table) == "likelihoods-abc-web.json"
