"""The learned evidence score: choosing, reading, features, fitting, its file, and the vectors behind it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from evidence_models import simple_model
from hypothesis import given, settings
from hypothesis import strategies as st

from localcheck.backends.nli.cache import CachedVectors
from localcheck.backends.nli.table import TableNLI
from localcheck.evaluate.fitting import Observed, counted, fit_evidence, folds_of
from localcheck.judging.agreement import agreeing
from localcheck.judging.copies import is_copy
from localcheck.judging.evidence.choose import FEATURES as CHOICE_FEATURES
from localcheck.judging.evidence.choose import LEXICAL, Choice, choose, described
from localcheck.judging.evidence.features import FEATURES, INDEX, features
from localcheck.judging.evidence.read import Read, Reading, read
from localcheck.judging.evidence.score import from_json, to_json
from localcheck.judging.together import drive
from localcheck.stats.logistic import fit
from localcheck.text.subjects import name_phrases, subject
from localcheck.types import Claim, Passage, Source, Span
from training.measuring.collecting import met_published

TEXT = (
    "Ada Lovelace was a writer. She was born in London in 1815. Many people liked her letters. "
    "The first program was hers. It rained often in those years."
)
PASSAGE = Passage("Ada Lovelace", TEXT, Source("test", "memory"))


def claim(text: str) -> Claim:
    return Claim("0.0", 0, text, Span(0, len(text)))


def reading_of(text: str, passage: Passage, row: Sequence[float]) -> Read:
    nli = TableNLI({}, (row[0], row[1], row[2]))
    return drive(nli, read(claim(text), passage, None, Choice(), Reading()))


def test_the_sentence_that_shares_the_claims_words_comes_first() -> None:
    chosen = choose(claim("Ada Lovelace was born in London."), PASSAGE, None, Choice(), 2)
    assert chosen.places[0] == 1
    assert list(chosen.relevance) == sorted(chosen.relevance, reverse=True)


def test_meaning_adds_a_feature_and_without_an_encoder_none_is_needed() -> None:
    _, with_meaning = described(claim("Ada was born."), PASSAGE, TableNLI({}), Choice(), 16)
    _, without = described(claim("Ada was born."), PASSAGE, None, Choice(), 16)
    assert with_meaning.shape[1] == len(CHOICE_FEATURES) == LEXICAL + 1
    assert without.shape[1] == LEXICAL


@given(st.text(max_size=200), st.text(max_size=60), st.text(max_size=20))
def test_any_text_can_be_read(text: str, said: str, title: str) -> None:
    found = reading_of(said, Passage(title, text, Source("test", "memory")), (0.4, 0.3, 0.3))
    row = features(claim(said), found)
    assert row.shape == (len(FEATURES) + 1,)
    assert (np.abs(row) <= 1 + 1e-9).all()


def test_a_document_about_somebody_else_says_nothing_whatever_the_model_says() -> None:
    other = Passage("Charles Babbage", "Babbage built engines. He was born in London.", Source("test", "memory"))
    against = (0.02, 0.03, 0.95)
    about = features(
        claim("Ada Lovelace visited London."), reading_of("Ada Lovelace visited London.", PASSAGE, against)
    )
    beside = features(claim("Ada Lovelace visited London."), reading_of("Ada Lovelace visited London.", other, against))
    assert about[:INDEX].max() < -0.5
    assert np.abs(beside[:INDEX]).max() < 0.05


def test_another_number_for_the_same_thing_contradicts_and_a_missing_one_entails_less() -> None:
    row = np.array([0.9, 0.05, 0.05])
    assert agreeing(row, "The film won 11 awards.", "The film won nine awards.", 1.0)[2] > 0.7
    assert agreeing(row, "The film won 11 awards.", "The film won nine awards.", 0.1)[2] == pytest.approx(0.05)
    assert agreeing(row, "The film won 11 awards.", "This film won 11 awards.", 0.9) is row
    assert agreeing(row, "The film won 11 awards.", "The film won 11 awards.", 0.9).tolist() == [0.99, 0.01, 0.0]


unit = st.floats(0.0, 1.0)


@given(unit, unit, st.sampled_from(["It won nine awards.", "It won 11 awards.", "In 1999 and 2001."]), unit)
def test_comparing_numbers_only_takes_entailment_and_keeps_the_sum(e: float, n: float, said: str, share: float) -> None:
    row = np.array([e, (1 - e) * n, (1 - e) * (1 - n)])
    found = agreeing(row, "The film won 11 awards in 1999.", said, share)
    assert found.sum() == pytest.approx(1.0)
    assert found[0] <= row[0] + 1e-12


def observations(n: int = 200, seed: int = 0) -> list[Observed]:
    """True claims lean to 1, false ones to -1, with noise; two documents each, the second one silent."""
    rng = np.random.default_rng(seed)
    found = []
    for i in range(n):
        factual = bool(i % 2)
        row = np.clip(rng.normal(0.5 if factual else -0.5, 0.4, len(FEATURES)), -1, 1)
        found += [
            Observed(str(i), f"a{i % 40}", factual, 0, row),
            Observed(str(i), f"a{i % 40}", factual, 1, np.zeros(len(FEATURES))),
        ]
    return found


def test_a_fitted_score_separates_and_its_symbols_are_monotone() -> None:
    model = fit_evidence(observations())
    ratios = model.likelihoods.log_ratios()
    assert (np.diff(ratios) >= -1e-9).all()
    assert ratios[0] < -1 and ratios[-1] > 1
    assert model.symbol(np.ones(len(FEATURES))) == len(ratios) - 2, "the last is for what stands there word for word"
    assert model.symbol(-np.ones(len(FEATURES))) == 0
    assert abs(ratios[model.symbol(np.zeros(len(FEATURES)))]) < 1
    assert from_json(to_json(model)) == model
    assert model.likelihoods.n == (100, 100)


def test_published_pairs_about_the_people_who_are_judged_are_left_out(tmp_path: Path) -> None:
    pairs = {"positive": ["Ada Lovelace wrote letters.", "Ada Byron rode."], "negative": ["Rain is dry."]}
    for name, said in pairs.items():
        rows = [{"hypothesis": f" {claim_} ", "premise": "A page. It is long."} for claim_ in said]
        (tmp_path / f"NBC_{name}.json").write_text(json.dumps(rows), encoding="utf-8")
    every = list(met_published(tmp_path))
    assert [(m.claim.text, m.factual, m.rank) for m in every] == [
        ("Ada Lovelace wrote letters.", True, 0),
        ("Ada Byron rode.", True, 0),
        ("Rain is dry.", False, 0),
    ]
    assert len({m.group for m in every}) == 3
    left = met_published(tmp_path, ["Lovelace, Ada", ""])
    assert [m.claim.text for m in left] == ["Ada Byron rode.", "Rain is dry."]


def test_an_article_is_never_on_both_sides_of_a_fold() -> None:
    fold = folds_of(["a", "b", "a", "c", "b"], 2)
    assert set(fold) == {"a", "b", "c"} and set(fold.values()) == {0, 1}


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), min_size=1, max_size=60))
def test_counts_are_likelihoods_and_never_fall(found: list[tuple[int, bool]]) -> None:
    symbols, factual = np.array([s for s, _ in found]), np.array([y for _, y in found])
    table = counted(symbols, factual, 5)
    assert sum(table.factual) == pytest.approx(1) and min(table.factual + table.nonfactual) > 0
    assert (np.diff(table.log_ratios()) >= -1e-9).all()


@pytest.mark.parametrize("change", [{"weights": [1.0]}, {"edges": [1.0, -1.0]}, {"format": 9}, {"factual": None}])
def test_a_damaged_model_is_refused(change: dict[str, object]) -> None:
    with pytest.raises(ValueError):
        from_json({**to_json(simple_model()), **change})


def test_logistic_regression_against_scikit_learn() -> None:
    from sklearn.linear_model import LogisticRegression

    rng = np.random.default_rng(2)
    x = rng.normal(size=(300, 3))
    x /= x.std(axis=0)
    y = (rng.random(300) < 1 / (1 + np.exp(-(x @ [1.0, -2.0, 0.0] + 0.5)))).astype(float)
    ours, theirs = fit(x, y, ridge=2.0), LogisticRegression(C=0.5, tol=1e-10, max_iter=1000).fit(x, y)
    assert ours.weights == pytest.approx(theirs.coef_[0], abs=1e-4)
    assert ours.bias == pytest.approx(theirs.intercept_[0], abs=1e-4)


class CountingEncoder(TableNLI):
    """Counts the texts that reach it."""

    asked = 0

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        self.asked += len(texts)
        return super().embed(texts)


def test_vectors_are_kept_between_runs_and_a_damaged_cache_is_replaced(tmp_path: Path) -> None:
    inner, path = CountingEncoder({}), tmp_path / "cache" / "vectors.db"
    first = CachedVectors(inner, path)
    found = first.embed(["one", "two", "one"])
    assert inner.asked == 2
    assert np.abs(found - inner.embed(["one", "two", "one"])).max() < 1e-3
    first.close()
    again = CachedVectors(inner, path)
    before = inner.asked
    assert np.array_equal(again.embed(["two", "one"]), found[[1, 0]])
    assert (inner.asked, again.hits) == (before, 2)
    assert again.embed([]).shape[0] == 0
    assert again.embed(["a half \ud83d"]).shape[0] == 1
    assert again.match("a half \ud83d", ["one"]).shape == (1,)
    again.close()
    path.write_bytes(b"not a database" * 100)
    mended = CachedVectors(inner, path)
    assert mended.embed(["one"]).shape == (1, found.shape[1])
    mended.close()


def test_copies_are_told_by_their_wording() -> None:
    long = " ".join(f"word{i} stands here and there" for i in range(30))
    assert is_copy(Passage("a", long, Source("t", "t")), f"Something before. {long}")
    assert not is_copy(Passage("a", long, Source("t", "t")), " ".join(f"other{i} words are there" for i in range(40)))
    assert not is_copy(Passage("a", "Ada was born in London.", Source("t", "t")), "Ada was born in London."), (
        "too short"
    )


@settings(max_examples=50)
@given(st.text(max_size=120))
def test_subjects_of_any_text(text: str) -> None:
    assert subject(text) == () or subject(text) in name_phrases(text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Matt Bomer is Irish.", "matt bomer"),
        ("In 1895 Marie Curie married.", "marie curie"),
        ("Mark Antony's birthplace is in Italy.", "mark antony"),
        ("Guns N' Roses is a band.", "guns n roses"),
        ("rain is wet", ""),
    ],
)
def test_subjects(text: str, expected: str) -> None:
    assert " ".join(subject(text)) == expected
