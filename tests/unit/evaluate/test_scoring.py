"""Scoring: against a second computation, and what must not change it."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rows_of_experiments import header, sentence_rows

from localcheck.errors import UsageError
from localcheck.evaluate.compare import compare
from localcheck.evaluate.records import Header, Row
from localcheck.evaluate.sample import Sample
from localcheck.evaluate.scoring import best_threshold, risk_curves, score, with_passages, with_raw
from localcheck.stats import metrics
from localcheck.stats.ragged import Ragged
from localcheck.types import Cost
from tests.needs import Later
from training.measuring.fusing import average_precision

sk = Later("sklearn.metrics")

DATASETS = st.sampled_from(["wikibio", "phd", "claims", "haluagent"])


@settings(max_examples=10)
@given(sentence_rows(), DATASETS, st.randoms(use_true_random=False))
def test_the_order_of_rows_does_not_matter(rows: list[Row], dataset: str, order: random.Random) -> None:
    shuffled = list(rows)
    order.shuffle(shuffled)
    assert score(header(dataset), shuffled, 20) == score(header(dataset), rows, 20)


@settings(max_examples=10)
@given(sentence_rows(), DATASETS)
def test_a_run_does_not_differ_from_itself(rows: list[Row], dataset: str) -> None:
    found = compare((header(dataset), rows), (header(dataset), list(reversed(rows))), 20)
    assert found["flipped"] == []
    assert all(row["difference"] == 0 for row in found["metrics"].values())
    assert all(
        row["low"] == row["high"] == 0 and row.get("p", 1) == 1 for row in found["metrics"].values() if "low" in row
    )


@settings(max_examples=15)
@given(sentence_rows())
def test_every_value_lies_in_the_unit_interval(rows: list[Row]) -> None:
    for dataset in ("wikibio", "phd"):
        for name, value in score(header(dataset), rows, 0)["metrics"].items():
            lowest = -1.0 if name in ("pearson", "spearman") else 0.0
            assert lowest <= value + 1e-9 and (value <= 1 + 1e-9 or name.startswith("evidence")), name


@given(sentence_rows())
def test_groups_and_denominators_are_whole(rows: list[Row]) -> None:
    found = score(header("phd"), rows, 0)
    assert found["n"] == sum(len(r.labels) for r in rows)
    assert found["documents"] == len(rows)
    assert set(found["by"]) == {r.group for r in rows} - {""}


def test_wikibio_metrics_against_scikit_learn() -> None:
    rng = np.random.default_rng(1)
    rows = []
    for i in range(30):
        n = int(rng.integers(2, 9))
        labels = tuple(float(x) for x in rng.choice([0.0, 0.5, 1.0], n))
        rows.append(
            Row(str(i), "", labels, tuple(float(min(1, max(0, x / 2 + rng.normal(0.25, 0.3)))) for x in labels))
        )
    found = score(header(threshold=0.6), rows, 50)
    y = np.concatenate([r.labels for r in rows])
    s = np.concatenate([r.scores for r in rows])
    precision, recall, _ = sk.precision_recall_curve(y > 0, s)
    assert found["metrics"]["nonfact_auc_pr"] == pytest.approx(sk.auc(recall, precision))
    precision, recall, _ = sk.precision_recall_curve(y == 0, -s)
    assert found["metrics"]["factual_auc_pr"] == pytest.approx(sk.auc(recall, precision))
    partial = np.concatenate([[np.mean(r.labels) < 1] * len(r.labels) for r in rows])
    precision, recall, _ = sk.precision_recall_curve(y[partial] == 1, s[partial])
    assert found["metrics"]["nonfact_star_auc_pr"] == pytest.approx(sk.auc(recall, precision))
    assert found["metrics"]["accuracy"] == pytest.approx(sk.accuracy_score(y > 0, s > 0.6))
    human, ours = [np.mean(r.labels) for r in rows], [np.mean(r.scores) for r in rows]
    assert found["metrics"]["pearson"] == pytest.approx(np.corrcoef(human, ours)[0, 1])
    low, high = found["intervals"]["pearson"]
    assert low < found["metrics"]["pearson"] < high


def test_the_threshold_and_raw_scores_are_chosen_without_a_model() -> None:
    rows = [Row("a", "", (1.0,), (0.7,), raw={"r": (3.0,)}), Row("b", "", (0.0,), (0.6,), raw={"r": (5.0,)})]
    assert score(header("phd", 0.65), rows, 0)["metrics"]["accuracy"] == 1
    assert score(header("phd", 0.5), rows, 0)["metrics"]["accuracy"] == 0.5
    assert score(header("phd"), rows, 0, raw="r")["metrics"]["nonfact_auc_pr"] < 1
    with pytest.raises(UsageError, match="no raw score is named 'x'"):
        score(header("phd"), rows, 0, raw="x")


def test_a_passage_averages_over_its_tokens_where_the_score_does() -> None:
    """Manakul et al. 2023, Section 7.2: not the mean of the sentences' means, which gives short sentences more weight."""
    words = [(1.0, 9.0), (5.0, 5.0), (3.0, 7.0)]
    rows = [
        Row(
            *(str(i), "", (y, 1 - y), (0.1 * i, 0.9 - 0.2 * i)),
            raw={"avg_x": (0.1 * i, 0.8), "max_x": (0.5, 0.1 * i), "tokens": n},
        )
        for i, (y, n) in enumerate(zip((0.0, 0.5, 1.0), words, strict=True))
    ]
    by_tokens = [float(np.average(r.scores, weights=n)) for r, n in zip(rows, words, strict=True)]
    plain = [float(np.mean(r.scores)) for r in rows]
    for options, passages in (
        ((("n", 1), ("score", "avg")), by_tokens),
        ((("measure", "avg-entropy"),), by_tokens),
        ((("n", 1), ("score", "max")), plain),
        ((), plain),
    ):
        scored = with_passages(header(parameters=options), rows)
        assert Sample.of(scored).passage.tolist() == pytest.approx(passages)
    chosen = with_passages(header(), with_raw(rows, "avg_x"), "avg_x")
    assert Sample.of(chosen).passage[0] == pytest.approx((0.0 * 1 + 0.8 * 9) / 10)
    assert with_passages(header(), with_raw(rows, "max_x"), "max_x")[0].passage is None
    silent = Row("s", "", (1.0,), (0.5,), raw={"tokens": (0.0,)})
    assert with_passages(header(parameters=(("score", "avg"),)), [silent]) == [silent]


def test_both_experiments_of_a_comparison_score_passages_alike() -> None:
    def run(score_: str) -> tuple[Header, list[Row]]:
        rows = [
            Row(str(i), "", (0.0, 1.0), (0.2 * i, 0.7), raw={"tokens": (9.0, 1.0)}) for i in range(3)
        ] + [Row("9", "", (1.0, 1.0), (0.9, 0.3), raw={"tokens": (9.0, 1.0)})]  # fmt: skip
        return header(parameters=(("score", score_),)), rows

    found = compare(run("max"), run("avg"), resamples=0)["metrics"]["pearson"]
    alone = [score(*run(kind), 0)["metrics"]["pearson"] for kind in ("max", "avg")]
    assert [found["first"], found["second"]] == pytest.approx(alone) and alone[0] != pytest.approx(alone[1])


@pytest.mark.parametrize("dataset", ["wikibio", "phd"])
def test_where_nothing_is_false_no_recall_and_no_f1_are_stated(dataset: str) -> None:
    rows = [Row("a", "", (0.0,), (0.9,)), Row("b", "", (0.0,), (0.1,))]
    found = score(header(dataset), rows, 0)["metrics"]
    assert not found.keys() & {"recall", "f1"} and found["precision"] == 0.0
    assert "precision" not in score(header(dataset), rows[1:], 0)["metrics"], "nothing was called not factual either"
    one = score(header(dataset), [*rows, Row("c", "", (1.0,), (0.1,))], 0)["metrics"]
    assert one["recall"] == one["f1"] == 0.0


def test_a_failed_row_stays_in_the_denominator_of_raw_scores_too() -> None:
    rows = [
        Row("a", "", (1.0,), (0.9,), raw={"r": (9.0,)}),
        Row("b", "", (0.0,), (0.1,), raw={"r": (1.0,)}),
        Row("c", "", (1.0,), (0.5,), failed=1, error="broken"),
    ]
    found = score(header("phd"), rows, 0, raw="r")
    assert (found["n"], found["failed"]) == (3, 1)


def test_a_failed_sentence_takes_no_raw_score_away_from_its_passage() -> None:
    """One answer that could not be read, and every sentence of the passage had the median of the others."""
    parted = Row("b", "", (0.0, 0.0, 0.0), (0.5, 0.5, 0.5), failed=1,
                 raw={"avg_x": (1.0, math.nan, 4.0), "tokens": (3.0, math.nan, 1.0)})  # fmt: skip
    rows = [Row("a", "", (1.0, 0.0), (0.5, 0.5), raw={"avg_x": (7.0, 2.0), "tokens": (1.0, 1.0)}), parted]
    assert with_raw(rows, "avg_x")[1].scores == (1.0, 3.0, 4.0), "3 is the median of what the others have"
    assert with_passages(header(), with_raw(rows, "avg_x"), "avg_x")[1].passage == (3 * 1.0 + 4.0) / 4


def test_classes_of_a_source_with_two_labels_are_merged() -> None:
    def row(name: str, source: str, gold: str, p: tuple[float, float, float]) -> Row:
        classes = ("entailment", "neutral", "contradiction")
        predicted = classes[int(np.argmax(p))]
        return Row(name, source, (float(gold != classes[0]),), (1 - p[0],), (predicted,), (gold,),
                   raw={c: (x,) for c, x in zip(classes, p, strict=True)})  # fmt: skip

    rows = [
        row("1", "two", "not_entailment", (0.1, 0.2, 0.7)),
        row("2", "two", "entailment", (0.45, 0.3, 0.25)),
        row("3", "three", "neutral", (0.1, 0.2, 0.7)),
        row("4", "three", "entailment", (0.45, 0.3, 0.25)),
    ]
    found = score(header("nli"), rows, 100)
    assert found["by"]["two"]["accuracy"] == 0.5
    assert found["by"]["three"]["accuracy"] == 0.5
    assert found["metrics"]["accuracy"] == 0.5
    assert set(found["metrics"]) == {"accuracy", "balanced_accuracy", "macro_f1", "ece", "brier"}


def test_cost_is_reported_altogether_and_per_document() -> None:
    rows = [Row(str(i), "", (1.0,), (1.0,)) for i in range(4)]
    from localcheck.types import Cost

    rows[0] = replace(rows[0], cost=Cost(llm_calls=2, tokens_in=300, tokens_out=100, seconds=8.0, samples=20))
    cost = score(header("phd"), rows, 0)["cost"]
    assert cost["tokens"] == 400 and cost["samples"] == 20
    assert cost["per_document"] == {"tokens": 100, "seconds": 2, "samples": 5, "llm_calls": 0.5, "nli_pairs": 0}


def test_evidence_is_averaged_by_claim_and_by_sentence() -> None:
    rows = [Row("a", "", (1.0, 0.0), (1.0, 0.0), evidence=(2, 4, 6), evidence_sentence=(6, 6))]
    found = score(header(), rows, 0)["metrics"]
    assert (found["evidence_per_claim"], found["evidence_per_sentence"]) == (4, 6)


def test_compare_names_what_flipped() -> None:
    first = [Row("a", "", (1.0, 0.0), (0.2, 0.1)), Row("b", "", (0.0,), (0.1,)), Row("only", "", (0.0,), (0.1,))]
    second = [Row("a", "", (1.0, 0.0), (0.9, 0.1)), Row("b", "", (0.0,), (0.8,))]
    found = compare((header(), first), (header(), second), 100)
    assert (found["n"], found["left_out"]) == (2, 1)
    assert [(f["id"], f["item"], f["now"]) for f in found["flipped"]] == [("a", 0, "right"), ("b", 0, "wrong")]
    with pytest.raises(UsageError, match="other labels"):
        compare((header(), first), (header(), [Row("a", "", (0.0, 0.0), (0.9, 0.1))]), 100)
    with pytest.raises(UsageError, match="no example in common"):
        compare((header(), first), (header(), [Row("z", "", (0.0,), (0.9,))]), 100)
    with pytest.raises(UsageError, match="the other on phd"):
        compare((header(), first), (header("phd"), second), 100)


@pytest.mark.parametrize(
    ("n", "flips", "told"),
    [(5, 5, "too few examples"), (9, 5, "items flipped in fewer than 6 examples"), (9, 6, ""), (9, 0, "")],
)
def test_compare_says_where_there_is_too_little_to_show_a_difference(n: int, flips: int, told: str) -> None:
    first = [Row(str(i), "", (0.0,), (0.9,), verdicts=("refuted",)) for i in range(n)]
    now = [replace(row, scores=(0.1,), verdicts=("supported",)) if i < flips else row for i, row in enumerate(first)]
    found = compare((header("claims"), first), (header("claims"), now), 100)
    assert found["too_few"].startswith(told) and bool(told) == bool(found["too_few"])
    assert all(("p" in row) == (n >= 6) for row in found["metrics"].values() if "low" in row)


def _about(article: str, n: int, right: int) -> list[Row]:
    """``n`` claims about one article (its claims stand and fall together), of which ``right`` are judged right."""
    verdicts = ["supported"] * right + ["refuted"] * (n - right)
    return [
        Row(f"{article}{i}", "", (0.0,), (0.1 if v == "supported" else 0.9,), verdicts=(v,), article=article)
        for i, v in enumerate(verdicts)
    ]


def test_intervals_draw_articles_where_rows_name_them() -> None:
    rows = [row for k in range(12) for row in _about(f"A{k}", 10, 10 * (k % 2))]
    alone = [replace(row, article="") for row in rows]
    low, high = score(header("claims"), rows, 400)["intervals"]["right"]
    narrow = score(header("claims"), alone, 400)["intervals"]["right"]
    assert high - low > 2 * (narrow[1] - narrow[0])
    assert [score(header("claims"), r, 0)["independent"] for r in (rows, alone, rows[:10] + alone[10:])] == [
        12,
        120,
        111,
    ]


@pytest.mark.parametrize(("articles", "told"), [(5, "too few articles"), (9, "items flipped in fewer than 6 articles")])
def test_claims_about_one_article_are_one_example_to_compare(articles: int, told: str) -> None:
    first = [row for k in range(articles) for row in _about(f"A{k}", 4, 4)]
    second = [row for k in range(articles) for row in _about(f"A{k}", 4, 0 if k < 3 else 4)]
    found = compare((header("claims"), first), (header("claims"), second), 100)
    assert (found["n"], found["independent"]) == (4 * articles, articles)
    assert found["too_few"].startswith(told)


def test_where_verdicts_are_counted_an_item_flips_by_its_verdict() -> None:
    """An item that was open both times was called wrong now, because its probability had crossed one half."""
    said = {"open": ("not_enough_evidence",) * 2, "now open": ("supported", "not_enough_evidence"),
            "now right": ("not_enough_evidence", "supported"), "now wrong": ("supported", "refuted")}  # fmt: skip
    first, second = (
        [Row(i, "", (0.0,), (score_,), verdicts=(verdicts[k],)) for i, verdicts in said.items()]
        for k, score_ in enumerate((0.4, 0.6))
    )
    found = compare((header("claims"), first), (header("claims"), second), 0)
    flipped = {f["id"]: (f["first"], f["second"], f["was"], f["now"]) for f in found["flipped"]}
    assert flipped == {
        "now open": ("supported", "not_enough_evidence", "right", "open"),
        "now right": ("not_enough_evidence", "supported", "open", "right"),
        "now wrong": ("supported", "refuted", "right", "wrong"),
    }
    ranked = [replace(row, verdicts=("not_enough_evidence",)) for row in first]
    crossed = [replace(row, scores=(0.6,)) for row in ranked]
    found = compare((header("claims"), ranked), (header("claims"), crossed), 0)
    assert [(f["first"], f["second"], f["now"]) for f in found["flipped"]] == [(0.4, 0.6, "wrong")] * 4


def test_compare_says_what_was_done_otherwise() -> None:
    rows = [Row("a", "", (1.0,), (0.9,))]
    first = header(index="mine", models={"nli:starter-nli": "0"}, parameters={"k": 2, "policy": "exact"})
    second = header(index="mine", models={"nli:t5": "1"}, parameters={"k": 4, "policy": "exact", "new": 1})
    assert compare((first, rows), (second, rows), 0)["differs"] == {
        "models": {"first": "nli:starter-nli", "second": "nli:t5"},
        "k": {"first": 2, "second": 4},
    }


@given(st.lists(st.lists(st.floats(-5, 5), max_size=4), max_size=6), st.randoms(use_true_random=False))
def test_ragged_rows_are_taken_like_lists(rows: list[list[float]], order: random.Random) -> None:
    drawn = [order.randrange(len(rows)) for _ in rows]
    taken = Ragged.of(rows).take(np.array(drawn, dtype=np.int64))
    assert taken.values.tolist() == [x for i in drawn for x in rows[i]]
    means = Ragged.of(rows).means()
    for row, mean in zip(rows, means, strict=True):
        assert np.isnan(mean) if not row else mean == pytest.approx(np.mean(row), abs=1e-9)


def test_the_best_threshold_parts_passages_with_an_error_from_the_others() -> None:
    rows = [
        Row("a", "", (0.0, 0.0), (0.1, 0.3)),
        Row("b", "", (0.0, 0.5), (0.5, 0.5)),
        Row("c", "", (1.0,), (0.9,)),
    ]
    assert best_threshold(rows) == pytest.approx(0.35)
    assert best_threshold(rows[1:]) < 0.5


VERDICTS = ("supported", "refuted", "not_enough_evidence", "failed")


@given(
    st.lists(
        st.tuples(st.booleans(), st.integers(0, 8), st.sampled_from(VERDICTS), st.sampled_from(["a", "uncovered"])),
        min_size=1,
        max_size=20,
    )
)
def test_right_wrong_and_not_enough_are_the_whole(found: list[tuple[bool, int, str, str]]) -> None:
    rows = [
        Row(str(i), group, (float(false),), (score_ / 8,), verdicts=(verdict,), cost=Cost(seconds=2.0))
        for i, (false, score_, verdict, group) in enumerate(found)
    ]
    scored = score(header("claims"), rows, 0)
    values = scored["metrics"]
    assert values["right"] + values["wrong"] + values["not_enough"] == pytest.approx(1)
    contrary = [(f and v == "supported") or (not f and v == "refuted") for f, _, v, _ in found]
    assert values["wrong"] == pytest.approx(np.mean(contrary))
    against = [(v == "supported" and s > 4) or (v == "refuted" and s < 4) for _, s, v, _ in found]
    assert values["label_against_posterior"] == sum(against)
    assert values["seconds"] == 2.0
    assert set(scored["by"]) == {g for *_, g in found}
    for _, coverage, risk in risk_curves(rows):
        assert coverage == sorted(coverage) and all(0 <= r <= 1 for r in risk)


def test_the_area_under_the_roc_curve_and_average_precision_against_scikit_learn() -> None:
    rng = np.random.default_rng(3)
    y = rng.random(200) < 0.4
    s = np.round(y * 0.3 + rng.random(200), 1)
    assert metrics.auc_roc(y, s) == pytest.approx(sk.roc_auc_score(y, s))
    assert average_precision(y, s) == pytest.approx(sk.average_precision_score(y, s))
    assert np.isnan(metrics.auc_roc([True], [0.5]))


def test_risk_falls_to_zero_where_the_sure_verdicts_are_right() -> None:
    coverage, risk = metrics.risk_coverage([False, False, True, True], [0.9, 0.8, 0.1, 0.1])
    assert coverage.tolist() == [0.25, 0.5, 1.0]
    assert risk.tolist() == [0.0, 0.0, 0.5]


def test_the_share_of_right_verdicts_that_quote_the_gold_evidence() -> None:
    def row(i: int, verdict: str, quoted: float | None) -> Row:
        return Row(str(i), "", (0.0,), (0.1,), verdicts=(verdict,), quoted=quoted)

    rows = [row(0, "supported", 1.0), row(1, "supported", 0.2), row(2, "supported", None), row(3, "refuted", 1.0)]
    assert score(header("claims"), rows, 0)["metrics"]["quoted_gold"] == 0.5
    assert "quoted_gold" not in score(header("claims"), rows[2:3], 0)["metrics"]
