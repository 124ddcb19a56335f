"""Readers of data sets: what they make of rows, and clear errors for bad ones."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from localcheck.errors import BadInput
from localcheck.evaluate.datasets.examples import examples_of, nli
from localcheck.evaluate.datasets.files import chosen, digest, load_json


def write(path: Path, value: Any) -> Path:
    if path.suffix == ".jsonl":
        path.write_text("".join(json.dumps(row) + "\n" for row in value), encoding="utf-8")
    else:
        path.write_text(json.dumps(value), encoding="utf-8")
    return path


WIKIBIO = {
    "id": 7,
    "concept": "ada lovelace",
    "gpt3_text": "She was born in 1815. She wrote.",
    "gpt3_sentences": ["She was born in 1815.", "She wrote."],
    "annotation": ["accurate", "minor_inaccurate"],
    "wiki_bio_text": "Ada was born in 1815.",
    "gpt3_text_samples": ["One.", "Two."],
}
PHD = {"entity": "Mars", "AI": "Mars is a planet.", "label": "factual", "url": "", "wrong_part": None}


def test_wikibio(tmp_path: Path) -> None:
    (found,) = examples_of("wikibio", write(tmp_path / "w.json", [WIKIBIO]))
    assert (found.id, found.labels) == ("7", (0.0, 0.5))
    assert found.document.text == WIKIBIO["gpt3_text"]
    assert found.document.title == "Ada Lovelace"
    assert found.document.samples == ("One.", "Two.")
    assert found.document.context == ("Ada was born in 1815.",)
    assert found.document.sentences == ("She was born in 1815.", "She wrote.")


def test_wikibio_without_its_text_joins_the_sentences(tmp_path: Path) -> None:
    (found,) = examples_of("wikibio", write(tmp_path / "w.json", [{**WIKIBIO, "gpt3_text": "Other words."}]))
    assert found.document.text == "She was born in 1815.\nShe wrote."


def test_phd_in_domains_and_as_a_list(tmp_path: Path) -> None:
    wrong = {**PHD, "label": "non-factual", "samples_text": ["A sample."]}
    found = examples_of("phd", write(tmp_path / "p.json", {"low": [PHD], "high": [wrong]}))
    assert [(e.id, e.group, e.labels) for e in found] == [("0", "low", (0.0,)), ("1", "high", (1.0,))]
    assert found[1].document.samples == ("A sample.",)
    (alone,) = examples_of("phd", write(tmp_path / "l.json", [{**PHD, "domain": "low"}]))
    assert alone.group == "low"


@pytest.mark.parametrize(
    ("label", "expected"),
    [("factual", 0), ("true", 0), (True, 0), ("supported", 0), ("nonfactual", 1), (False, 1), ("Refuted", 1)],
)
def test_claims(tmp_path: Path, label: Any, expected: float) -> None:
    row = {"claim": " Mars is red. ", "label": label, "evidence": "Mars is red.", "title": "Mars", "group": "g"}
    (found,) = examples_of("claims", write(tmp_path / "c.jsonl", [row]))
    assert (found.labels, found.group, found.article) == ((expected,), "g", "Mars")
    assert (found.document.text, found.document.context) == ("Mars is red.", ("Mars is red.",))


def test_nli(tmp_path: Path) -> None:
    row = {"premise": "p", "hypothesis": "h", "label": "not_entailment", "source": "s"}
    path = tmp_path / "n.jsonl.gz"
    path.write_bytes(gzip.compress((json.dumps(row) + "\n").encode()))
    (found,) = nli(path)
    assert (found.id, found.label, found.source) == ("1", "not_entailment", "s")


def test_haluagent(tmp_path: Path) -> None:
    write(tmp_path / "ape.json", [{"id": "x", "question": "1+1?", "answer": "3.", "judge": 1},
                                  {"id": "x", "question": "1+1?", "answer": "2.", "judge": 0}])  # fmt: skip
    write(
        tmp_path / "sentence_math.jsonl",
        [
            {"prompt": "?", "response": "r", "label": False, "claims": [
                {"label": True, "claim": {"math_calculation": "1+1", "calculated_answer": "2"}},
                {"label": "null", "claim": {"math_calculation": "x", "calculated_answer": "y"}},
                {"label": False, "claim": "Two is odd."},
                {"label": False, "paper_title": "T", "paper_author(s)": "A. B.", "paper_pub_year": "2001"}]},
            {"prompt": "?", "response": "whole", "label": True, "claims": []},
        ],
    )  # fmt: skip
    found = examples_of("haluagent", tmp_path)
    assert [(e.id, e.labels, e.group) for e in found] == [
        ("ape/1", (1.0,), "ape"),
        ("ape/2", (0.0,), "ape"),
        ("sentence_math/1", (0.0, 1.0, 1.0), "sentence_math"),
        ("sentence_math/2", (0.0,), "sentence_math"),
    ]
    sentences = found[2].document.sentences
    assert sentences == ("1+1 = 2", "Two is odd.", "A. B. published the paper “T” in 2001.")
    assert all(s in found[2].document.text for s in sentences)


@pytest.mark.parametrize(
    ("dataset", "value", "message"),
    [
        ("wikibio", {"a": 1}, "not a list of rows"),
        ("wikibio", [1], "row 1 is not an object"),
        ("wikibio", [], "no example in it"),
        ("wikibio", [{**WIKIBIO, "annotation": ["accurate"]}], "2 gpt3_sentences but 1 annotations"),
        ("wikibio", [{**WIKIBIO, "annotation": ["accurate", "wrong"]}], "unknown annotation 'wrong'"),
        ("wikibio", [{**WIKIBIO, "gpt3_sentences": "s"}], "1 gpt3_sentences but 2"),
        ("wikibio", [{**WIKIBIO, "gpt3_text_samples": [1]}], "'gpt3_text_samples' is neither"),
        ("wikibio", [WIKIBIO, WIKIBIO], "the id '7' occurs twice"),
        ("phd", {"low": [{"entity": "Mars"}]}, "row 1: has no 'label'"),
        ("phd", {"low": [{**PHD, "label": "maybe"}]}, "unknown label 'maybe'"),
        ("phd", {"low": [{**PHD, "AI": None}]}, "row 1: has no 'AI'"),
        ("phd", 3, "not a list of rows"),
        ("claims", [{"claim": "x"}], "row 1: has no 'label'"),
        ("claims", [{"claim": "x", "label": "maybe"}], "unknown label 'maybe'"),
        ("claims", [{"claim": " ", "label": "true"}], "the claim is empty"),
        ("claims", [{"label": "true"}], "row 1: has no 'claim'"),
        ("claims", [{"claim": 3, "label": "true"}], "'claim' is not a text"),
        ("claims", [{"claim": "x", "label": "true", "evidence": [3]}], "'evidence' is neither"),
        ("haluagent", [{"question": "q", "answer": "a"}], "'judge' is None"),
        ("haluagent", [{"claims": [{"label": "yes"}]}], "'claims' is not a list"),
        ("haluagent", [{"claims": [{"label": True}]}], "neither a text nor a calculation"),
    ],
)
def test_bad_rows_are_named(tmp_path: Path, dataset: str, value: Any, message: str) -> None:
    with pytest.raises(BadInput, match=message.replace("(", r"\(")):
        examples_of(dataset, write(tmp_path / "x.json", value))


def test_bad_pairs_and_files_are_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="unknown label 'yes'"):
        list(nli(write(tmp_path / "n.jsonl", [{"premise": "p", "hypothesis": "h", "label": "yes"}])))
    (tmp_path / "x.jsonl").write_text('{"a": 1}\n{oops\n')
    with pytest.raises(BadInput, match=r"x\.jsonl:2: not JSON"):
        load_json(tmp_path / "x.jsonl")
    (tmp_path / "cut.jsonl.gz").write_bytes(gzip.compress(b"{}\n" * 500)[:-9])
    (tmp_path / "latin.json").write_bytes(b'["\xe9"]')
    (tmp_path / "deep.json").write_text("[" * 200_000)
    for name in ("cut.jsonl.gz", "latin.json", "missing.json", "deep.json"):
        with pytest.raises(BadInput):
            load_json(tmp_path / name)
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match="holds no"):
        examples_of("haluagent", tmp_path / "empty")


def test_a_digest_tells_data_apart(tmp_path: Path) -> None:
    first = write(tmp_path / "a.json", [1])
    before = digest(first)
    write(first, [2])
    assert digest(first) != before


@given(st.integers(0, 50), st.integers(1, 60), st.booleans())
def test_a_limit_takes_that_many_in_order(n: int, limit: int, spread: bool) -> None:
    found = chosen(range(n), limit, spread)
    assert len(found) == min(n, limit)
    assert found == sorted(set(found))
    assert chosen(range(n), None, spread) == list(range(n))
