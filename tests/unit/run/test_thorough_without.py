"""`--effort thorough` where the language model is not to be had: one line in the report, and the next best effort judges."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from localcheck.asking.head import Head
from localcheck.backends.llamacpp import loading
from localcheck.backends.llm.openai_server import NO_LOGPROBS
from localcheck.backends.llm.recorded import Scripted
from localcheck.backends.llm.remarks import Remarked
from localcheck.backends.nli.table import TableNLI
from localcheck.cli.main import run as main
from localcheck.errors import LLMError
from localcheck.judging.evidence.find_tables import find_evidence
from localcheck.judging.sentence_level import sentences_of
from localcheck.ports import NLI, Retriever, SentenceEncoder
from localcheck.reports.codec import report_to_json, to_json
from localcheck.reports.html import render
from localcheck.reports.report import build
from localcheck.run.effort import PRICED
from localcheck.run.open_models import OpenModels
from localcheck.run.rechecking import check_report
from localcheck.run.rechecking.checks import check_row
from localcheck.run.runtime import Runtime, open_runtime
from localcheck.settings import Settings
from localcheck.system.resources import sha256_text
from localcheck.text.prompts.expert import READING
from localcheck.types import (
    Belief,
    Completion,
    CompletionRequest,
    Document,
    Label,
    Passage,
    Report,
    RunInfo,
    Source,
    Span,
    Verdict,
)
from localcheck.types.infos import IndexInfo
from training.heads.written import write_head


class Shelf:
    """One document."""

    info = IndexInfo("shelf", "memory", 1)

    def evidence(self, document: Document, claim: object) -> Iterator[Passage]:
        yield Passage("Ada", "Ada went to London as a child.", Source("test", "memory", "1", "r", "2026-01-01"), 0)

    def aliases(self, title: str) -> tuple[str, ...]:
        return ()


ASKING = {"k": 1, "c_second": 0.0, "c_abstain": 0.0}
"""Asking costs nothing, and every claim is decided: an unknown model's cautious table is worth asking."""
GIVEN = {NLI: TableNLI({}, default=(0.2, 0.6, 0.2)), Retriever: Shelf(), SentenceEncoder: None}


def thorough(llm: str, given: Scripted | None = None) -> tuple[Verdict, list[str]]:
    """The verdict, and the lines of the report that speak of the language model."""
    settings = Settings(effort="thorough", llm=llm, cache=False, threads=1, context=512)
    with open_runtime(settings, GIVEN) as runtime:
        if given:
            vars(runtime)["llm"] = Remarked(given)  # as the runtime opens one
        (verdict,) = runtime.detector("bayes-sequential", ASKING)(Document("d", "Ada grew up in London."))
        return verdict, told(runtime)


def reported(llm: Scripted) -> Report:
    """The report, which says that the starter judged: the runtime takes its table where there is none for ``TableNLI``."""
    settings = Settings(effort="thorough", llm="given", cache=False, threads=1, context=512)
    document = Document("d", "Ada grew up in London.")
    with open_runtime(settings, GIVEN) as runtime:
        vars(runtime)["llm"] = Remarked(llm)
        verdicts = tuple(runtime.detector("bayes-sequential", ASKING)(document))
        run = runtime.info("bayes-sequential", ASKING)
    starter = find_evidence("", "index")[0].likelihoods.nli_sha256
    return build(
        document, sentences_of(document), verdicts, replace(run, models=(*run.models, ("nli:starter", starter)))
    )


def gone(request: CompletionRequest) -> Completion:
    raise LLMError("the server is gone")


def told(runtime: Runtime) -> list[str]:
    """Notes about the language model."""
    return [note for note in runtime.info().notes if "language model" in note]


def settled_without(verdict: Verdict, notes: list[str], *words: str) -> None:
    """One line with these words, and a verdict that no language model had a part in."""
    assert verdict.label is not Label.FAILED and not any(b.consulted for b in verdict.beliefs)
    (note,) = notes
    assert "\n" not in note and all(word in note for word in words), note


def test_a_model_that_is_not_there(home: Path) -> None:
    settled_without(*thorough("gguf:nowhere"), "no GGUF model 'nowhere'", "effort careful is used")


def test_a_model_that_the_memory_does_not_hold(home: Path, tiny_bpe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(need: int, what: str) -> None:
        raise LLMError(f"{what}: {need} bytes are needed, and less is free")

    monkeypatch.setattr(loading, "require_memory", full)
    settled_without(*thorough(f"gguf:{tiny_bpe}"), "less is free", "effort careful is used")


def test_the_readers_have_their_memory_before_a_language_model_may_take_what_is_left(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    order: list[str] = []
    monkeypatch.setattr(OpenModels, "load", lambda self: order.append("readers"))
    monkeypatch.setattr("localcheck.backends.llm.open_llm", lambda *a, **k: order.append("language model") or gone(*a))
    with open_runtime(Settings(effort="thorough", llm="gguf:tiny", cache=False), GIVEN) as runtime:
        assert runtime.consultant is None and order == ["readers", "language model"]


def test_a_file_that_was_cut_short(home: Path, tiny_bpe: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(tiny_bpe.read_bytes()[:50_000])
    settled_without(*thorough(f"gguf:{cut}"), "cut.gguf", "effort careful is used")


def test_a_server_that_is_gone(home: Path) -> None:
    settled_without(*thorough("server:http://127.0.0.1:9#m"), "effort careful is used")


def test_a_server_without_log_probabilities_is_heard_and_it_is_said(home: Path) -> None:
    llm = Scripted(lambda _: Completion(option_probs=(1.0, 0.0, 0.0), note=NO_LOGPROBS))
    verdict, _ = thorough("given", llm)
    assert any(b.consulted for b in verdict.beliefs) and verdict.note.count(NO_LOGPROBS) == 1


def test_a_head_of_another_model_is_left_alone_and_one_that_does_not_fit_is_said(home: Path, tiny_bpe: Path) -> None:
    """A head names the hash of its model's file. One that claims to fit and does not gives no answer."""
    name, sha256 = loading.name_of(tiny_bpe), loading.fingerprint(tiny_bpe)
    head = Head(sha256, name, READING, (0,), np.zeros(12), np.ones(12), np.zeros((3, 12)), np.zeros(3))
    path = home / "models" / "heads" / f"{name}.npz"
    write_head(path, replace(head, llm_sha256="0" * 64))
    verdict, notes = thorough(f"gguf:{tiny_bpe}")
    assert any(b.consulted for b in verdict.beliefs) and not any("head" in note for note in notes), "asked by letters"
    write_head(path, head)
    verdict, _ = thorough(f"gguf:{tiny_bpe}")
    assert not any(b.consulted for b in verdict.beliefs)
    assert "the trained head does not fit: 128 numbers a state, 12 expected" in verdict.note


def test_a_run_that_is_killed_while_the_model_reads_leaves_nothing_half(home: Path, tiny_bpe: Path) -> None:
    """States are read in memory and nothing of them is written: the next process reads them anew."""
    code = (
        "import os, sys, threading; from pathlib import Path; from localcheck.backends.llamacpp.llm import LlamaCpp\n"
        "from localcheck.text.prompts.expert import reading\n"
        "m = LlamaCpp(Path(sys.argv[1]), threads=1, context=512)\n"
        "threading.Timer(0.05, lambda: os.kill(os.getpid(), 9)).start()\n"
        "while True: m.states([reading('e', 'c')] * 30, ['c'] * 30, (0,))"
    )
    assert subprocess.run([sys.executable, "-c", code, str(tiny_bpe)], check=False).returncode == -9
    assert thorough(f"gguf:{tiny_bpe}")[0].label is not Label.FAILED


def test_a_slow_machine_does_not_turn_thorough_into_careful(tiny_bpe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Priced at the 1.5 s that were measured beside other work, the model was asked about none of twenty sentences."""
    monkeypatch.setattr("localcheck.run.effort.seconds_of", lambda *_: 60.0)
    settings = Settings(effort="thorough", llm=f"gguf:{tiny_bpe}", cache=False, threads=1, context=512)
    with open_runtime(settings, GIVEN) as runtime:
        assert runtime.consultant is not None and runtime.consultant.seconds == PRICED
        (verdict,) = runtime.detector("bayes-sequential", {**ASKING, "c_second": 0.85})(
            Document("d", "Ada grew up here.")
        )
    assert any(b.consulted for b in verdict.beliefs)


@pytest.mark.parametrize(
    "script", [lambda _: Completion(option_probs=(1.0, 0.0, 0.0)), gone], ids=["answer", "no answer"]
)
def test_a_report_in_which_the_model_was_asked_is_true(home: Path, tmp_path: Path, script: Any) -> None:
    """Being asked adds a belief about the same document, whether there is an answer or not."""
    report = reported(Scripted(script))
    (verdict,) = report.verdicts
    assert [b.step for b in verdict.beliefs] == [0, 1, 1]
    path = tmp_path / "r.json"
    path.write_text(json.dumps(report_to_json(report)), encoding="utf-8")
    assert main(["verify-report", str(path), "--no-index"]) == 0
    assert "P(factual) over 1 document" in render(report)


def test_the_sentence_that_convinced_the_model_may_be_quoted_and_no_other(home: Path) -> None:
    (verdict,) = reported(Scripted(lambda _: Completion(option_probs=(1.0, 0.0, 0.0)))).verdicts
    (read,) = verdict.evidence
    quote = read.passage.text[:3]
    shown = replace(read, window=Span(4, 5), quote=quote, quote_span=Span(0, 3), quote_sha256=sha256_text(quote))
    for beliefs, allowed in ((verdict.beliefs, True), (verdict.beliefs[:-1], False)):
        said = replace(verdict, label=Label.SUPPORTED, score=0.2, best=0, evidence=(shown,), beliefs=beliefs)
        (found,) = check_row({"verdict": to_json(said)}, "row")
        assert found.problem == (
            "" if allowed else "the quote is another part of the passage than the one that was scored"
        )


def test_a_belief_that_does_not_follow_from_the_answer_is_found(home: Path) -> None:
    report = reported(Scripted(lambda _: Completion(option_probs=(1.0, 0.0, 0.0))))
    (verdict,) = report.verdicts
    *before, last = verdict.beliefs

    def problems(*beliefs: Belief, run: RunInfo = report.run) -> str:
        changed = replace(report, run=run, verdicts=(replace(verdict, beliefs=beliefs),))
        return " ".join(one.problem for one in check_report(changed))

    assert last.consulted and not problems(*before, last)
    assert "does not follow from the features" in problems(*before, replace(last, feature=4))
    assert "not numbered" in problems(*before, last, last)
    assert "not numbered" in problems(before[0], last)
    assert "not numbered" in problems(*before, last, run=replace(report.run, models=report.run.models[1:]))
    assert not problems(*before, last, run=replace(report.run, notes=())), "the table of this model is not here"
