"""Pairs written for training: every line is whole, no premise is on both sides, and what is tested is not in them."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from localcheck.errors import BadInput
from training import pairs as p
from training import written

REFERENCE = Path(__file__).parents[1] / "reference"


def test_every_premise_has_hypotheses_of_all_labels_and_none_twice() -> None:
    both = [*written.pairs(), *written.pairs(steering=True)]
    labels: dict[str, Counter[int]] = {}
    for pair in both:
        labels.setdefault(pair.premise, Counter())[pair.label] += 1
    assert len(labels) > 3000
    counts = {tuple(found[label] for label in (p.ENTAILMENT, p.CONTRADICTION, p.NEUTRAL)) for found in labels.values()}
    assert counts == {(3, 3, 1), (3, 3, 3), (2, 2, 4)}
    assert len({(pair.premise, pair.hypothesis) for pair in both}) == len(both)


def test_a_premise_is_on_one_side_only() -> None:
    train, kept = written.pairs(), written.pairs(steering=True)
    assert not {pair.premise for pair in train} & {pair.premise for pair in kept}
    assert 0.1 < len(kept) / (len(train) + len(kept)) < 0.15


def test_nothing_that_is_measured_on_was_copied() -> None:
    """No text of the reference files stands here."""
    told = {json.loads(line)["premise"] for line in (REFERENCE / "minimal_pairs.jsonl").read_text("utf-8").splitlines()}
    told |= {
        line[2:] for path in (REFERENCE / "natural").rglob("*.txt") for line in path.read_text("utf-8").splitlines()
    }
    both = [*written.pairs(), *written.pairs(steering=True)]
    assert not told & ({pair.premise for pair in both} | {pair.hypothesis for pair in both})


@pytest.mark.parametrize("line", ['{"premise": "A."}', "[]", "{", '{"premise": "A.", "entailment": 1}'])
def test_a_line_that_is_no_premise_is_named(line: str, tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text(f"{line}\n", encoding="utf-8")
    with pytest.raises(BadInput, match=r"x\.jsonl:1"):
        written.pairs(tmp_path)
