"""Which evidence a method reads, and what follows from it where a text comes with a context."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from localcheck.batch.items import beginning
from localcheck.cli.options import Typed
from localcheck.run.effort import passes_over_context, reads_index
from localcheck.run.open_models import RuntimeOptions
from localcheck.run.runtime import open_runtime
from localcheck.serve.app import CheckBody
from localcheck.settings import Settings
from localcheck.types import Document

CONTEXT = ("Its warranty is 24 months.",)
TEXT = "The warranty is two years."


@pytest.mark.parametrize(
    ("name", "index", "passed_over"),
    [("bayes-sequential", True, True), ("agent", True, False), ("faithfulness", False, False)],
)
def test_what_a_method_reads(name: str, index: bool, passed_over: bool) -> None:
    assert (reads_index(name), passes_over_context(name)) == (index, passed_over)


@pytest.mark.parametrize(
    ("body", "server", "used"),
    [
        (CheckBody(text=TEXT, context=CONTEXT), "bayes-sequential", "faithfulness"),
        (CheckBody(text=TEXT, context=CONTEXT), "faithfulness-llm", "faithfulness-llm"),
        (CheckBody(text=TEXT, context=CONTEXT), "agent", "agent"),
        (CheckBody(text=TEXT, context=CONTEXT, detector="fixed-k"), "bayes-sequential", "fixed-k"),
        (CheckBody(text=TEXT, context=CONTEXT, options={"k": 3}), "bayes-sequential", "bayes-sequential"),
        (CheckBody(text=TEXT, context=(" ",)), "bayes-sequential", "faithfulness"),
        (CheckBody(text=TEXT, context=()), "bayes-sequential", "faithfulness"),
        (CheckBody(text=TEXT), "bayes-sequential", "bayes-sequential"),
    ],
)
def test_a_request_with_a_context_is_held_against_it(body: CheckBody, server: str, used: str) -> None:
    assert body.settings(Settings(detector=server)).detector == used


@pytest.mark.parametrize(
    ("typed", "contexts", "used"),
    [
        (Typed(), [CONTEXT, CONTEXT], "faithfulness"),
        (Typed(), [CONTEXT, ()], "faithfulness"),
        (Typed(), [(" ",), ()], "bayes-sequential"),
        (Typed(), [], "bayes-sequential"),
        (Typed({"index": "starter"}), [CONTEXT], "bayes-sequential"),
        (Typed({"detector": "fixed-k"}), [CONTEXT], "fixed-k"),
    ],
)
def test_rows_with_a_context_are_held_against_it(typed: Typed, contexts: list[tuple[str, ...]], used: str) -> None:
    documents = [Document("d", TEXT, context=context) for context in contexts]
    assert typed.over(documents).settings().detector == used


def test_the_first_rows_of_a_batch_are_looked_at(tmp_path: Path) -> None:
    rows = [json.dumps({"text": TEXT, "context": CONTEXT}), "{", json.dumps({"text": " "})]
    (tmp_path / "rows.jsonl").write_text("\n".join(rows), "utf-8")
    assert [d.context for d in beginning(tmp_path / "rows.jsonl")] == [CONTEXT]
    assert beginning(tmp_path) == []


def test_a_report_names_no_index_that_its_method_did_not_read() -> None:
    with open_runtime(Settings(detector="bayes-sequential"), options=RuntimeOptions()) as runtime:
        runtime.detector("bayes-sequential")
        assert runtime.info("bayes-sequential").index == "starter"
        runtime.detector("faithfulness")
        assert runtime.info("faithfulness").index == ""
