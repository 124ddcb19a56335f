"""Pairs from split sentences: called entailed only with the words to show for it, neutral only with several missing."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from training import pairs as p
from training import splits
from training.decontaminate import keys_of

WHOLE = "Henry Leland died in Detroit on March 26 , 1932 , and is buried there in Woodmere Cemetery ."
FIRST = "Henry Leland died in Detroit on March 26 , 1932 ."
SECOND = "He is buried there in Woodmere Cemetery ."
ROW = f"{WHOLE}\t{FIRST} <::::> {SECOND}\n"


def written(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "wikisplit.tsv.gz"
    path.write_bytes(gzip.compress(text.encode()))
    return path


@pytest.mark.parametrize(
    ("premise", "claim", "label"),
    [
        (WHOLE, FIRST, p.ENTAILMENT),
        (WHOLE, SECOND, p.ENTAILMENT),
        (f"{FIRST} {SECOND}", WHOLE, p.ENTAILMENT),
        (FIRST, SECOND, p.NEUTRAL),
        (FIRST, "Henry Leland died in Detroit in 1932 , aged 89 .", None),
        (FIRST, WHOLE, p.NEUTRAL),
    ],
)
def test_labels_follow_the_words_that_are_missing(premise: str, claim: str, label: int | None) -> None:
    assert splits.judged(premise, claim) == label


def test_entailed_claims_are_the_texts_own_and_contradicted_ones_are_falsified(tmp_path: Path) -> None:
    pairs = list(splits.split_pairs(written(tmp_path, ROW * 60), 1, keys_of([])))
    own = {WHOLE, FIRST, SECOND}
    assert {pair.label for pair in pairs} == {p.ENTAILMENT, p.NEUTRAL, p.CONTRADICTION}
    for pair in pairs:
        assert (pair.hypothesis in own) == (pair.label != p.CONTRADICTION)
        assert pair.premise in {*own, f"{FIRST} {SECOND}"} and pair.source == splits.SOURCE
        assert pair.label != p.NEUTRAL or (pair.hypothesis == WHOLE and pair.premise in {FIRST, SECOND})
    assert list(splits.split_pairs(tmp_path / "wikisplit.tsv.gz", 1, keys_of([]))) == pairs
    assert list(splits.split_pairs(tmp_path / "wikisplit.tsv.gz", 2, keys_of([]))) != pairs


def test_rows_about_evaluation_entities_and_rows_without_two_halves_are_left_out(tmp_path: Path) -> None:
    broken = f"{WHOLE}\t{FIRST}\n{WHOLE}\n\n"
    assert not list(splits.split_pairs(written(tmp_path, broken), 1, keys_of([])))
    assert not list(splits.split_pairs(written(tmp_path, ROW), 1, keys_of([], entities=["Henry Leland"])))
    assert list(splits.split_pairs(written(tmp_path, ROW), 1, keys_of([], entities=["Henry Lela"])))


def test_two_apostrophes_are_a_quotation_mark() -> None:
    assert splits.plain(" '' Already Gone '' is a ballad .") == '" Already Gone " is a ballad .'
