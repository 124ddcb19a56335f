"""The likelihood tables that ship belong to the NLI model that ships; scripts/make_likelihoods.py makes them again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from localcheck.judging.evidence.find_tables import find_evidence, find_likelihoods
from localcheck.run.runtime import open_runtime
from localcheck.settings import Settings
from localcheck.system import resources


@pytest.fixture(scope="module")
def model_sha256() -> str:
    with open_runtime(Settings(threads=1, cache=False)) as runtime:
        return runtime.nli_sha256()


@pytest.mark.parametrize("kind", ["index", "web"])
def test_a_shipped_table_matches_the_shipped_model(home: Path, model_sha256: str, kind: str) -> None:
    table, warning = find_likelihoods(model_sha256, kind)
    assert warning == ""
    assert min(table.n) >= 50
    ratios = table.log_ratios()
    assert ratios[0] < 0 < ratios[9]


def test_the_shipped_evidence_score_matches_the_shipped_model(home: Path, model_sha256: str) -> None:
    model, warning = find_evidence(model_sha256, "index")
    assert warning == ""
    ratios = model.likelihoods.log_ratios()
    assert ratios[0] < -1 and ratios[-1] > 1
    assert (ratios[1:] >= ratios[:-1] - 1e-9).all(), "a higher symbol never speaks less for the claim"


def test_the_cascades_evidence_score_is_found_by_its_digest(home: Path) -> None:
    stated = json.loads((resources.shipped() / "models/starter-nli/evidence-index-cascade.json").read_text())[
        "nli_sha256"
    ]
    model, warning = find_evidence(stated, "index")
    assert warning == "" and model.likelihoods.nli_sha256 == stated


def test_a_table_that_is_not_used_is_not_warned_of(home: Path) -> None:
    with open_runtime(Settings(threads=1, cache=False)) as runtime:
        runtime.likelihoods_for = lambda evidence: (find_likelihoods("", evidence)[0], "another model")  # type: ignore[method-assign]
        runtime.detector("bayes-sequential")
        assert runtime.info().notes == ()
