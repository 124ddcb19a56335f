"""Claims in other words than their articles: every line is whole, and what is read of an article gets the right label."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import pytest

from localcheck.errors import BadInput
from localcheck.types import Passage, Source
from training import pairs as p
from training import reworded
from training.synthetic import is_held_out

REFERENCE = Path(__file__).parents[1] / "reference"
KEPT = [json.loads(line) for line in (REFERENCE / "reworded_enwiki15k.jsonl").read_text("utf-8").splitlines()]
SENTENCES = (
    "The bridge was opened to traffic on 3 May 1921.",
    "Its two towers are made of granite from the quarries of the valley.",
    "A second bridge was built beside it after the flood.",
    "The toll was given up after nine years.",
)
ARTICLE = Passage("Vale Bridge", " ".join(SENTENCES), Source("wikipedia", "test"))


def row(claim: str, label: int, *deciding: int) -> reworded.Row:
    return reworded.Row(
        "Vale Bridge", claim, label, frozenset(reworded.digest(SENTENCES[number]) for number in deciding)
    )


@pytest.mark.parametrize("seed", range(6))
def test_what_holds_the_deciding_sentence_has_the_label_and_the_rest_is_silent(seed: int) -> None:
    told = row("Nobody has had to pay to cross Vale Bridge since 1930.", p.ENTAILMENT, 3)
    pairs = list(reworded.of(told, ARTICLE, random.Random(seed)))
    assert {pair.label for pair in pairs} == {p.ENTAILMENT, p.NEUTRAL}
    for pair in pairs:
        assert (SENTENCES[3] in pair.premise) is (pair.label == p.ENTAILMENT)
        assert pair.premise.startswith(("Vale Bridge. ", "The bridge")) and pair.source == reworded.SOURCE


def test_two_deciding_sentences_are_read_as_one() -> None:
    told = row("The towers of Vale Bridge were the first of brick in 1921.", p.CONTRADICTION, 0, 1)
    pairs = [x for x in reworded.of(told, ARTICLE, random.Random(1)) if x.label == p.CONTRADICTION]
    assert pairs and all(SENTENCES[0] in pair.premise and SENTENCES[1] in pair.premise for pair in pairs)


def test_an_article_without_the_deciding_sentence_gives_nothing() -> None:
    told = reworded.Row("Vale Bridge", "Anybody may cross.", p.ENTAILMENT, frozenset({reworded.digest("Gone.")}))
    assert not list(reworded.of(told, ARTICLE, random.Random(1)))


def test_the_claims_are_of_both_labels_once_each_and_none_is_measured_on() -> None:
    rows, near = reworded.rows(), reworded.rows(kind=reworded.NEAR)
    labels = Counter(one.label for one in rows) - Counter(one.label for one in near)
    assert set(labels) == {p.ENTAILMENT, p.CONTRADICTION}
    assert len(rows) > 8000 and 0.47 < labels[p.ENTAILMENT] / labels.total() < 0.53
    assert 0.64 < sum(one.label == p.ENTAILMENT for one in near) / len(near) < 0.69  # two true ones for each false one
    assert len({one.claim for one in rows}) == len(rows)
    assert not any(is_held_out(one.title) for one in rows)
    told = {
        line[2:] for path in (REFERENCE / "natural").rglob("*.txt") for line in path.read_text("utf-8").splitlines()
    }
    told |= {row["claim"] for row in KEPT}
    assert not told & {one.claim for one in rows}


def test_what_is_kept_to_measure_on_is_of_articles_that_are_not_trained_on() -> None:
    assert Counter((row["source"], row["label"]) for row in KEPT) == {
        ("other-words", "supported"): 116,
        ("other-words", "refuted"): 114,
        ("own-words", "supported"): 90,
        ("own-words", "refuted"): 90,
    }
    assert all(is_held_out(row["title"]) for row in KEPT)


def test_the_evidence_scores_have_claims_that_no_reader_is_trained_on() -> None:
    path = Path(reworded.__file__).parents[1] / "evidence" / "claims.jsonl"
    rows = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert set(Counter((row["source"], row["label"]) for row in rows).values()) == {120}
    assert not {row["title"] for row in rows} & {row.title for row in reworded.rows()}


@pytest.mark.parametrize(
    "line", ["{", "[]", json.dumps({"title": "A", "claim": "B.", "label": "true", "deciding": ["0"]})]
)
def test_a_line_that_is_no_claim_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"x\.jsonl:1"):
        reworded.rows(tmp_path)
