"""The files of evidence scores and of likelihoods: they come back as they were, and damaged ones are refused."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from localcheck.errors import BadInput
from localcheck.judging.evidence import find_tables
from localcheck.judging.evidence.choose import Choice
from localcheck.judging.evidence.find_tables import (
    find_evidence,
    find_likelihoods,
    policy_of,
    read_evidence,
    read_table,
)
from localcheck.judging.evidence.score import from_json, to_json
from localcheck.stats.bayes import Likelihoods
from localcheck.types import JSON
from tests.unit.evidence_models import MODEL


def test_a_model_goes_through_its_file(tmp_path: Path) -> None:
    row = to_json(MODEL)
    assert row == {
        "format": 1, "nli_sha256": "abc", "evidence": "index", "data": "by hand", "n": [7, 9],
        "choice": {
            "lexical": list(Choice().lexical), "lexical_bias": Choice().lexical_bias,
            "closeness": list(Choice().closeness), "met": list(Choice().met),
        },
        "weights": [1.0, 0.0, 0.0, 0.0, 0.0], "bias": 0.25, "edges": [-0.5, 0.5],
        "factual": [0.2, 0.3, 0.5], "nonfactual": [0.5, 0.3, 0.2], "yields": True,
    }  # fmt: skip
    assert from_json(row) == MODEL
    plain = replace(MODEL, against=(0.5, 1.0, 1.0, -1.0, -0.25))
    assert from_json(to_json(plain)) == plain and "against" not in row
    with pytest.raises(ValueError, match="a list of 3 numbers"):
        from_json({**row, "choice": {**row["choice"], "closeness": [1.0]}})
    file = tmp_path / "model.json"
    file.write_text(json.dumps(row), encoding="utf-8")
    assert read_evidence(file) == MODEL
    with pytest.raises(ValueError, match="format 2 is not 1"):
        from_json({**row, "format": 2})
    with pytest.raises(ValueError, match="not an evidence model: KeyError"):
        from_json({"format": 1})
    file.write_text("[", encoding="utf-8")
    with pytest.raises(BadInput, match="damaged likelihood table"):
        read_evidence(file)
    with pytest.raises(BadInput, match="damaged likelihood table: No such file"):
        read_evidence(tmp_path / "none")
    file.write_text(json.dumps({**row, "format": 2}), encoding="utf-8")
    with pytest.raises(BadInput, match="damaged likelihood table: format 2 is not 1"):
        read_evidence(file)


def test_a_file_is_read_no_further_than_tables_are_large(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, score = tmp_path / "table.json", tmp_path / "score.json"
    row = {"format": 1, "factual": [0.5, 0.5], "nonfactual": [0.5, 0.5], "nli_sha256": "abc", "evidence": "web"}
    row |= {"data": "", "n": [0, 0]}
    table.write_text(json.dumps(row), encoding="utf-8")
    score.write_text(json.dumps(to_json(MODEL)), encoding="utf-8")
    assert (read_table(table).evidence, read_evidence(score)) == ("web", MODEL)
    monkeypatch.setattr(find_tables, "LARGEST", 20)
    for read_one, file in ((read_table, table), (read_evidence, score)):
        with pytest.raises(BadInput, match="damaged likelihood table"):
            read_one(file)


def test_a_likelihood_table_is_read_and_a_damaged_one_refused(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    row = {"format": 1, "factual": [0.25, 0.75], "nonfactual": [0.5, 0.5], "nli_sha256": "abc", "evidence": "web"}
    row |= {"data": "", "n": [0, 0]}

    def given(**change: object) -> Likelihoods:
        file.write_text(json.dumps({k: v for k, v in {**row, **change}.items() if v is not None}), encoding="utf-8")
        return read_table(file)

    assert given() == Likelihoods((0.25, 0.75), (0.5, 0.5), "abc", "web", "", (0, 0))
    assert given(data="d", n=[3, 0]) == Likelihoods((0.25, 0.75), (0.5, 0.5), "abc", "web", "d", (3, 0))
    for change, why in (
        ({"factual": None}, "KeyError\\('factual'\\)"),
        ({"factual": [True, 0.75]}, "'True' is not a number"),
        ({"factual": "x"}, "a list of at most 1000 numbers"),
        ({"n": [1]}, "two whole numbers are needed"),
        ({"n": [1, -1]}, "two whole numbers are needed"),
        ({"n": [1, 2.5]}, "two whole numbers are needed"),
        ({"data": 3}, "3 is not a text"),
        ({"factual": [0.25, 0.5]}, "positive probabilities"),
    ):
        with pytest.raises(BadInput, match=why) as caught:
            given(**change)
        assert caught.value.hint == "remove it, or make it again with localcheck calibrate"
    with pytest.raises(BadInput, match=r"/none: damaged likelihood table: No such file"):
        read_table(tmp_path / "none")
    for text, why in (("[", "not JSON"), ("[]", "not an object"), ('{"format": 1}', "KeyError")):
        file.write_text(text, encoding="utf-8")
        for read_one in (read_table, read_evidence):
            with pytest.raises(BadInput) as caught:
                read_one(file)
            assert caught.value.message.startswith(f"{file}: damaged likelihood table: ")
            told = caught.value.message.rpartition("damaged likelihood table: ")[2]
            assert told not in ("", "None") and (read_one is read_evidence or why in told), (text, told)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("kind", ["index", "web"])
def test_the_rule_of_a_run_is_over_the_table_of_its_kind(kind: str) -> None:
    costs: dict[str, JSON] = {"c_miss": 28.0, "c_false_alarm": 96.0, "c_retrieve": 1.0, "k": 5, "policy": "exact"}
    learned = policy_of({**costs, "prior": 0.5, "evidence": "learned"}, "", kind)
    counted = policy_of({**costs, "prior": 0.5}, "", kind)
    assert learned is not None and learned.likelihoods == find_evidence("", kind)[0].likelihoods
    assert counted is not None and counted.likelihoods == find_likelihoods("", kind)[0]
    assert {learned.likelihoods.evidence, counted.likelihoods.evidence} == {kind}
    assert policy_of(costs, "", kind) is None, "another method's parameters"
