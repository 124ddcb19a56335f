"""Running, journalling and going on; verdicts folded onto labels."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rows_of_experiments import header

from localcheck.backends.nli.table import TableNLI
from localcheck.errors import BadInput, LLMError, MissingModel, UsageError
from localcheck.evaluate.datasets.examples import Example, Pair
from localcheck.evaluate.experiment import experiment, nli_experiment, outcome
from localcheck.evaluate.prepare import GivenPassages, evidence_ports
from localcheck.evaluate.records import Header, Journal, Row, read
from localcheck.types import Claim, Cost, Document, Entailment, Evidence, Label, Passage, Source, Span, Verdict


def example(name: str, labels: tuple[float, ...] = (1.0,), text: str = "A. B.") -> Example:
    return Example(name, Document(name, text), labels)


def verdict(sentence: int, score: float, text: str = "x", **more: object) -> Verdict:
    claim = Claim(f"{sentence}.0", sentence, text, Span(0, 0), checkable=bool(more.pop("checkable", True)))
    return Verdict(claim, Label.NOT_ENOUGH_EVIDENCE, score, **more)  # type: ignore[arg-type]


def score_by_length(document: Document) -> Iterator[Verdict]:
    """A detector for tests: later documents are worse; one with no digit breaks."""
    if not document.id.isdigit():
        raise LLMError("the server is gone")
    yield verdict(0, min(1.0, int(document.id) / 10), cost=Cost(samples=1), raw=(("number", float(document.id)),))


def without_seconds(row: Row) -> Row:
    return replace(row, cost=replace(row.cost, seconds=0))


@settings(max_examples=25)
@given(st.integers(1, 8), st.data())
def test_an_interrupted_run_that_goes_on_equals_an_uninterrupted_one(
    tmp_path_factory: pytest.TempPathFactory, n: int, data: st.DataObject
) -> None:
    folder = tmp_path_factory.mktemp("runs")
    examples = [example(str(i)) for i in range(n)]
    with Journal(folder / "whole.jsonl", header()) as journal:
        list(experiment(score_by_length, examples, journal))
    part = folder / "part.jsonl"
    with Journal(part, header()) as journal:
        running = experiment(score_by_length, examples, journal)
        for _ in range(data.draw(st.integers(0, n))):
            next(running)
        running.close()
    torn = data.draw(st.integers(0, 30))
    part.write_bytes(part.read_bytes() + json.dumps({"id": "9", "labels": [1.0]}).encode()[:torn])
    with Journal(part, header()) as journal:
        list(experiment(score_by_length, examples, journal))
    (head_a, a), (head_b, b) = read(folder / "whole.jsonl"), read(part)
    assert head_a == head_b
    assert [without_seconds(r) for r in a] == [without_seconds(r) for r in b]


def test_rows_survive_the_file_unchanged(tmp_path: Path) -> None:
    row = Row(
        "a", "g", (1.0, 0.5), (0.2, 0.9), ("neutral",), ("entailment",), (3,), (3, 0), 1, "why", {"r": (1.0, 2.0)}, 0.4
    )
    row = replace(row, cost=Cost(tokens_in=3, seconds=1.5))
    with Journal(tmp_path / "run.jsonl", header(models=[["nli", "abc"]])) as journal:
        journal.add(row)
    head, rows = read(tmp_path / "run.jsonl")
    assert rows == [row]
    assert head == Header("wikibio", "all-false", {"models": [["nli", "abc"]]}, 0.5)


def test_an_infinite_score_of_a_method_does_not_cost_the_experiment(tmp_path: Path) -> None:
    made = Row("1", "", (1.0,), (1.0,), raw={"avg_neg_logp": (math.inf,)})
    with Journal(tmp_path / "run.jsonl", header()) as journal:
        journal.add(made)
    with Journal(tmp_path / "run.jsonl", header()) as journal:
        assert journal.done == {"1": made}


def test_another_experiment_is_not_mixed_in(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Journal(path, header(data={"sha256": "1"}, version="1.1.0")):
        pass
    with pytest.raises(BadInput, match="the same method with other version"):
        Journal(path, header(data={"sha256": "1"}, version="1.2.0"))
    with pytest.raises(BadInput, match="another experiment: the same method with other data and version"):
        Journal(path, header(data={"sha256": "2"}))
    with pytest.raises(BadInput, match=r"another experiment: .* on "):
        Journal(path, header("phd", data={"sha256": "1"}))


def test_an_experiment_has_one_writer_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Journal(path, header()), pytest.raises(UsageError, match="another process is writing"):
        Journal(path, header())
    with Journal(path, header()) as journal:
        journal.add(Row("1", "", (1.0,), (1.0,)))
    assert [row.id for row in read(path)[1]] == ["1"]


@pytest.mark.parametrize("text", ["", "[]\n", "{}\n", "nonsense\n\n", '{"format": "localcheck-eval", "version": 9}\n'])
def test_what_is_no_experiment_is_said(tmp_path: Path, text: str) -> None:
    path = tmp_path / "x.jsonl"
    path.write_text(text)
    with pytest.raises(BadInput):
        read(path)


def test_a_backend_error_fails_one_example_and_a_missing_model_ends_the_run(tmp_path: Path) -> None:
    with Journal(tmp_path / "run.jsonl", header()) as journal:
        good, bad = experiment(score_by_length, [example("3"), example("x", (1.0, 0.0))], journal)
    assert good.scores == (0.3,) and good.raw == {"number": (3.0,)} and good.cost.samples == 1
    assert (bad.scores, bad.failed, bad.error) == ((0.5, 0.5), 2, "the server is gone")
    assert bad.verdicts == ("failed", "failed"), "it said nothing, not even that the evidence is not enough"

    def missing(document: Document) -> Iterator[Verdict]:
        raise MissingModel("no model", "get one")
        yield

    with Journal(tmp_path / "other.jsonl", header()) as journal, pytest.raises(MissingModel):
        list(experiment(missing, [example("1")], journal))


def test_an_example_whose_backend_failed_is_tried_again(tmp_path: Path) -> None:
    back = False

    def flaky(document: Document) -> Iterator[Verdict]:
        if document.id == "1" and not back:
            raise LLMError("the server is gone")
        yield verdict(0, 0.9)

    examples, path = [example("1"), example("2")], tmp_path / "run.jsonl"
    for back in (False, True, True):
        with Journal(path, header()) as journal:
            rows = list(experiment(flaky, examples, journal))
        assert [r.error for r in rows] == ["" if back else "the server is gone", ""]
        assert [(r.id, r.error) for r in read(path)[1]] == [(r.id, r.error) for r in rows]
    assert len(path.read_text().splitlines()) == 4, "a header, two rows, and the one that was made again"


def test_a_sentence_takes_the_worst_of_its_checkable_claims() -> None:
    found = outcome(
        example("a", (1.0, 0.0, 0.5)),
        (
            verdict(0, 0.2, cost=Cost(passages=2)),
            verdict(0, 0.9, cost=Cost(passages=3)),
            verdict(0, 1.0, checkable=False),
            verdict(2, 0.1, cost=Cost(passages=1)),
        ),
    )
    assert found.scores == (0.9, 0.5, 0.1)
    assert found.evidence == (2, 3, 1)
    assert found.evidence_sentence == (5, 0, 1)


def test_a_document_takes_the_mean_of_its_sentences() -> None:
    found = outcome(example("a"), (verdict(0, 0.2), verdict(1, 0.6), verdict(1, 0.4)))
    assert found.scores == (pytest.approx(0.4),)
    assert outcome(example("a"), ()).scores == (0.5,)


def test_a_failed_sentence_takes_no_raw_score_away_from_its_passage() -> None:
    failed = Verdict(verdict(1, 0.5).claim, Label.FAILED, 0.5, error="the answer could not be read")
    said = (verdict(0, 0.1, raw=(("r", 1.0),)), failed, verdict(2, 0.9, raw=(("r", 9.0),)))
    first, second, third = outcome(example("a", (0.0, 0.0, 1.0)), said).raw["r"]
    assert (first, third) == (1.0, 9.0) and math.isnan(second)
    assert outcome(example("a"), said).raw["r"] == (5.0,), "one label for all: the mean of those that were judged"
    assert outcome(example("a", (0.0, 0.0)), (failed, failed)).raw == {}


def test_a_verdict_on_the_whole_passage_counts_for_each_sentence() -> None:
    found = outcome(example("a", (1.0, 0.0)), (verdict(0, 0.8, text="A. B.", raw=(("matched", 1.0),)),))
    assert found.scores == (0.8, 0.8)
    assert found.raw == {"matched": (1.0, 1.0)}
    assert outcome(example("a", (1.0, 0.0)), (verdict(0, 0.8, text="A."),)).scores == (0.8, 0.5)


def test_a_row_names_the_article_of_its_example() -> None:
    assert outcome(replace(example("a"), article="Ulm"), ()).article == "Ulm"


def test_failed_claims_are_counted() -> None:
    broken = replace(verdict(0, 0.5), label=Label.FAILED, error="no answer")
    assert outcome(example("a"), (broken, verdict(1, 1.0))).failed == 1


def test_pairs_of_nli_go_in_batches_and_go_on(tmp_path: Path) -> None:
    pairs = [Pair(str(i), "p", str(i), "entailment", "s") for i in range(5)]
    nli = TableNLI({("p", "1"): (0.9, 0.1, 0.0)})
    with Journal(tmp_path / "run.jsonl", header("nli")) as journal:
        rows = list(nli_experiment(nli, pairs[:3], journal, batch=2))
    assert [r.predicted[0] for r in rows] == ["neutral", "entailment", "neutral"]
    with Journal(tmp_path / "run.jsonl", header("nli")) as journal:
        again = list(nli_experiment(TableNLI({}, (0.0, 0.0, 1.0)), pairs, journal, batch=2))
    assert {r.id: r.predicted[0] for r in again} == {
        "1": "entailment", "0": "neutral", "2": "neutral", "3": "contradiction", "4": "contradiction"
    }  # fmt: skip


def test_evidence_is_recorded_or_given() -> None:
    assert evidence_ports("") == {}
    document = Document("d", "x", title="T", context=("one", "two"))
    found = list(GivenPassages().evidence(document, Claim("0.0", 0, "x", Span(0, 1))))
    assert [(p.title, p.text, p.rank) for p in found] == [("T", "one", 0), ("T", "two", 1)]
    for spec in ("recorded:", "web", "folder:x"):
        with pytest.raises(UsageError, match="neither recorded:PATH nor given"):
            evidence_ports(spec)
    with pytest.raises(BadInput):
        evidence_ports("recorded:/no/such/folder")


GOLD = "The tower was finished by its builders in the year 1889."


def quoting(kind: str, quote: str) -> Verdict:
    passage = Passage("Tower", quote, Source(kind, "test"))
    evidence = Evidence("0.0", passage, Span(0, len(quote)), Entailment(0.9, 0.1, 0.0), quote, Span(0, len(quote)))
    return replace(verdict(0, 0.1), label=Label.SUPPORTED, evidence=(evidence,), best=0)


@pytest.mark.parametrize(
    ("kind", "quote", "context", "share"),
    [
        ("wikipedia", GOLD, (GOLD,), 1.0),
        ("wikipedia", "Rain fell on the town for many days and nights.", (GOLD,), 0.0),
        ("wikipedia", GOLD, (), None),
        ("reference", GOLD, (GOLD,), None),
    ],
)
def test_how_much_of_a_quote_is_gold(kind: str, quote: str, context: tuple[str, ...], share: float | None) -> None:
    asked = replace(example("1", (0.0,)), document=Document("1", "A.", context=context))
    assert outcome(asked, (quoting(kind, quote),)).quoted == share
