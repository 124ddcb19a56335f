"""Lines of the paper's table replayed from documents that were read once."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.evaluate.fitting import Observed
from localcheck.evaluate.records import Row
from localcheck.judging.evidence.features import FEATURES, INDEX, SUREST
from localcheck.judging.evidence.fusing import NUMBERS, Fusion
from training.measuring.fusing import Said, areas, every_set, fused_of, mix_of
from training.measuring.fusing import cross_fitted as fused_rows
from training.measuring.replay import (
    AGGREGATES,
    COSTS,
    Passage,
    cross_fitted,
    fixed_rule,
    learned_rule,
    paper_rule,
    risk,
    row_of,
    support,
    with_passage,
)
from training.measuring.scatter import scatter


def observed(name: str, group: str, factual: bool, rank: int, entail: float) -> Observed:
    row = np.full(len(FEATURES), 2 * entail - 1)
    row[INDEX] = np.log(entail / (1 - entail)) / SUREST
    return Observed(name, group, factual, rank, row)


def passages(n: int = 30, documents: int = 4) -> list[Passage]:
    """True claims are mostly entailed, false ones mostly not; one sentence of each passage is a minor error."""
    rng = np.random.default_rng(0)
    found = []
    for i in range(n):
        claims = []
        for sentence, label in enumerate((0.0, 1.0, 0.5)):
            for j in range(2):
                name = f"{i}/{sentence}.{j}"
                scores = np.clip(rng.normal(0.75 if label == 0 else 0.25, 0.2, documents), 0.01, 0.99)
                claims.append((sentence, tuple(observed(name, str(i), label == 0, r, s) for r, s in enumerate(scores))))
        found.append(Passage(str(i), (0.0, 1.0, 0.5), tuple(claims)))
    return found


EVERY = passages()


@given(st.lists(st.lists(st.floats(0, 1), min_size=1, max_size=5), max_size=5))
def test_with_its_passage_a_sentence_moves_towards_the_mean_which_stays(scores: list[list[float]]) -> None:
    rows = [Row(str(i), "", (0.0,) * len(s), tuple(s)) for i, s in enumerate(scores)]
    for before, after in zip(rows, with_passage(rows), strict=True):
        assert np.mean(after.scores) == pytest.approx(np.mean(before.scores))
        assert np.ptp(after.scores) == pytest.approx(np.ptp(before.scores) / 2)
        order = np.argsort(before.scores, kind="stable")
        assert (np.diff(np.array(after.scores)[order]) >= 0).all()


def test_support_is_read_back_from_the_feature() -> None:
    assert support(observed("a", "g", True, 0, 0.83)) == pytest.approx(0.83)


@pytest.mark.parametrize("costs", COSTS[:2])
def test_rules_tell_true_from_false_and_exact_costs_no_more_than_one_step(costs: tuple[float, float]) -> None:
    spent = {}
    for kind in ("one-step", "exact"):
        for make in (paper_rule, learned_rule):
            rows = cross_fitted(EVERY, lambda p, make=make, kind=kind: make(p, costs, kind, 4))  # type: ignore[misc]
            labels = np.array([x for r in rows for x in r.labels])
            scores = np.array([x for r in rows for x in r.scores])
            assert scores[labels == 1].mean() > scores[labels == 0].mean() + 0.2
            assert all(1 <= n <= 4 for r in rows for n in r.evidence)
            spent[kind, make.__name__] = risk(rows, costs)[1]
    assert spent["exact", "paper_rule"] <= spent["one-step", "paper_rule"] + 3.0


@pytest.mark.parametrize("aggregate", AGGREGATES)
def test_a_fixed_number_is_read_whatever_the_documents_say(aggregate: str) -> None:
    rows = cross_fitted(EVERY, lambda p: fixed_rule(p, 3, aggregate))
    assert {n for r in rows for n in r.evidence} == {3}
    short = Passage("s", (0.0,), ((0, ()),))
    assert row_of(short, fixed_rule(EVERY, 3, aggregate)).scores == pytest.approx((0.5,))


def test_a_sentence_is_as_bad_as_its_worst_claim_and_nothing_claimed_is_undecided() -> None:
    said = iter((0.9, 0.2))
    one = Passage("p", (0.0, 1.0), ((0, ()), (0, ())))
    row = row_of(one, lambda documents: (next(said), 1))
    assert row.scores == pytest.approx((0.8, 0.5))


def test_leaving_a_feature_out_changes_the_score_only_by_it() -> None:
    rule = learned_rule(EVERY, (28, 96), "exact", 4, without=0)
    documents = EVERY[0].claims[0][1]
    changed = tuple(Observed(o.claim, o.group, o.factual, o.rank, np.r_[-1.0, o.row[1:]]) for o in documents)
    assert rule(documents) == rule(changed)


def test_what_was_observed_elsewhere_teaches_the_learned_score_too() -> None:
    strong = [observed(f"more/{i}", f"more/{i}", i % 2 == 0, 0, 0.99 if i % 2 == 0 else 0.01) for i in range(400)]
    plain, taught = (learned_rule(EVERY, (28, 96), "exact", 1, also=also) for also in ((), strong))
    sure = (observed("x", "x", True, 0, 0.99),)
    assert taught(sure)[0] > plain(sure)[0]


def test_the_picture_is_svg_with_a_mark_a_line() -> None:
    picture = ET.fromstring(scatter([("fixed k = 1, nbc", 1.0, 9.0), ("exact <b>", 2.5, 7.0)], "cost & documents"))
    assert len(picture.findall(".//{http://www.w3.org/2000/svg}circle")) == 2


def said(n: int = 40) -> list[Said]:
    rng = np.random.default_rng(1)
    found = []
    for i in range(n):
        labels = tuple(float(x) for x in rng.choice([0.0, 0.5, 1.0], 5))
        numbers = tuple(
            {p: tuple(rng.normal(label, 0.7, len(names))) for p, names in NUMBERS.items()} for label in labels
        )
        found.append(Said(str(i), labels, numbers, (1, 2)))
    return found


def test_weights_are_never_negative_and_more_parts_do_not_hurt() -> None:
    every = said()
    area = {parts: areas(fused_rows(every, parts))["nonfact_average_precision"] for parts in every_set()}
    assert area["evidence", "consistency", "words"] >= max(area[p,] for p in NUMBERS) - 0.01
    fusion = fused_of(every, Fusion((), ((1, 1), (1, 1)), "sha", "web", "made here"))
    assert [m.parts for m in fusion.mixes] == every_set()
    assert all(w >= 0 for m in fusion.mixes for row in m.weights for w in row)
    assert fusion.n == (200, 40)


@given(st.integers(0, 2), st.integers(0, 4))
def test_a_sentence_without_a_part_is_left_out_of_its_fit(part: int, sentence: int) -> None:
    name = list(NUMBERS)[part]
    every = said(10)
    numbers = list(every[0].numbers)
    numbers[sentence] = {p: x for p, x in numbers[sentence].items() if p != name}
    every[0] = Said(every[0].id, every[0].labels, tuple(numbers))
    assert mix_of(every, (name,)).parts == (name,)
    assert fused_rows(every, (name,))[0].scores[sentence] == 0.5
