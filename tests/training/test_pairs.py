"""Pairs, licence decisions and decontamination."""

from __future__ import annotations

import gzip
import json
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.errors import BadInput, UnknownName
from training import pairs as p
from training.decontaminate import key, keys_of, without
from training.licences import DECISIONS, decide

SHARED = Path(os.environ.get("LOCALCHECK_SHARED", Path(__file__).parents[2].parent / "shared")) / "data"


def pair(
    premise: str = "A man sleeps in a red chair.",
    hypothesis: str = "Somebody is asleep in a chair.",
    source: str = "snli_dev",
) -> p.Pair:
    """A pair with the parts that a test does not care about filled in."""
    return p.Pair(premise, hypothesis, p.ENTAILMENT, source)


SOURCE = re.compile(r'"source": ?"((?:[^"\\]|\\.)*)"')
"""In a row of JSON, whose other strings hold no quotation mark without a backslash. To parse 300,000 rows takes longer."""


@pytest.mark.parametrize("name", ["train.jsonl.gz", "dev.jsonl.gz"])
def test_every_source_in_the_data_has_a_decision(name: str) -> None:
    path = SHARED / "nli" / name
    if not path.is_file():
        pytest.skip(f"the shared data are not here: {path}")
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        named = {SOURCE.findall(line)[-1] for line in lines}
    sources = {json.loads(f'"{name}"') for name in named}
    decisions = {source: decide(source) for source in sources}
    assert all(decision.licence and decision.why for decision in decisions.values())


def test_what_is_non_commercial_unlicensed_or_for_research_is_not_allowed() -> None:
    refused = [
        "imppres_implicature",
        "joci",
        "lingnli",
        "covidfact",
        "mpe",
        "control_dev",
        "rte_rte3_test",
        "olora_CB",
        "dnc_recast_puns",
    ]
    assert not any(decide(source).allowed for source in refused)


def test_no_allowed_source_lacks_a_licence() -> None:
    words = ("none", "not stated", "research", "BY-NC")
    assert not [name for name, d in DECISIONS.items() if d.allowed and any(word in d.licence for word in words)]


def test_an_unread_source_is_an_error_not_a_default() -> None:
    with pytest.raises(UnknownName):
        decide("brand_new_set")


def test_written_pairs_are_read_back(tmp_path: Path) -> None:
    rows = [pair(), p.Pair("Zürich „liegt“ hier.", "Ja?", p.NOT_ENTAILMENT, "med")]
    for name in ("pairs.jsonl", "pairs.jsonl.gz"):
        assert p.write_pairs(tmp_path / name, rows) == 2
        assert list(p.read_pairs(tmp_path / name)) == rows


@pytest.mark.parametrize(
    "line", ["{", '{"premise": "a"}', '{"premise":"a","hypothesis":"b","label":"maybe","source":"x"}', "[]"]
)
def test_an_unreadable_line_is_named(tmp_path: Path, line: str) -> None:
    path = tmp_path / "bad.jsonl"
    p.write_pairs(path, [pair()])
    path.write_text(path.read_text() + line + "\n")
    with pytest.raises(BadInput, match=":2"):
        list(p.read_pairs(path))


def test_a_premise_is_never_on_both_sides() -> None:
    sides = {p.is_validation(pair("one premise", hypothesis)) for hypothesis in ("a", "b", "c", "d")}
    assert len(sides) == 1


def test_validation_takes_about_the_stated_share() -> None:
    taken = sum(p.is_validation(pair(f"premise {i}", source="fever_symmetric")) for i in range(2000))
    assert 0.25 < taken / 2000 < 0.35


def test_an_epoch_keeps_good_sets_whole_and_samples_the_others() -> None:
    rows = [pair(f"premise {i}", source=source) for i in range(1000) for source in ("snli_dev", "med")]
    first, second = list(p.epoch(rows, 0)), list(p.epoch(rows, 1))
    assert sum(row.source == "snli_dev" for row in first) == 1000
    assert 180 < sum(row.source == "med" for row in first) < 320
    assert first != second and first == list(p.epoch(rows, 0))


def kept(held: list[p.Pair], rows: list[p.Pair]) -> Iterator[p.Pair]:
    """What decontamination leaves."""
    return without(keys_of(held), rows)


def test_rows_that_share_a_premise_or_a_long_hypothesis_are_dropped() -> None:
    held = [pair("The cat sat on the mat.", "An animal was on a mat.")]
    same_premise = pair("the CAT sat, on the mat", "Something else entirely is claimed here.")
    same_hypothesis = pair("Another premise.", "An animal was on a mat")
    turned_round = pair("An animal was on a mat.", "Whatever.")
    clean = pair("A dog ran.", "An animal was running somewhere.")
    assert list(kept(held, [same_premise, same_hypothesis, turned_round, clean])) == [clean]


def test_short_hypotheses_are_shared_by_chance_and_kept() -> None:
    row = pair("A boy eats an apple.", "A person eats.")
    assert list(kept([pair("A girl eats a pear.", "A person eats.")], [row])) == [row]


@given(st.text())
def test_a_key_survives_itself_and_ignores_case_and_punctuation(text: str) -> None:
    assert key(key(text)) == key(text)
    assert key(f"  {text}... ") == key(text)
