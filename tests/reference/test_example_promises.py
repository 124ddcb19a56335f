"""What the demo promises: planted errors of the examples are refuted with the right quote, true sentences are left alone."""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from localcheck import settings
from localcheck.ingest.documents import read_document
from localcheck.run.runtime import open_runtime
from localcheck.run.session import run
from localcheck.types import Finished, Label, Report, Verdict

EXAMPLES = Path(__file__).parents[2] / "examples"
TRUTH: dict[str, list[dict[str, str]]] = json.loads((EXAMPLES / "truth.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def reports(tmp_path_factory: pytest.TempPathFactory, starter_index: Path) -> Iterator[dict[str, Report]]:
    """One report an example, with the shipped model and encyclopedia."""
    patch = pytest.MonkeyPatch()
    home = tmp_path_factory.mktemp("home")
    shutil.copytree(starter_index, home / "indexes" / starter_index.name)
    patch.setenv("LOCALCHECK_HOME", str(home))
    try:
        with open_runtime(settings.load(None, {}, {})) as runtime:
            detector = runtime.detector()
            documents = [read_document(EXAMPLES / name) for name in TRUTH]
            events = list(run(detector, documents, runtime.info()))
        yield {Path(e.report.document.id).name: e.report for e in events if isinstance(e, Finished)}
    finally:
        patch.undo()


def verdicts_of(report: Report, sentence: str) -> list[Verdict]:
    """The checkable verdicts of the sentence with this wording."""
    by_sentence = defaultdict(list)
    for verdict in report.verdicts:
        by_sentence[verdict.claim.sentence].append(verdict)
    wanted = " ".join(sentence.split())
    numbers = [s.index for s in report.sentences if wanted in (text := " ".join(s.text.split())) or text in wanted]
    assert numbers, f"not a sentence of {report.document.id}: {sentence}"
    return [v for n in numbers for v in by_sentence[n] if v.claim.checkable]


def refutations(reports: dict[str, Report], truth: str) -> list[tuple[str, list[Verdict], str]]:
    """(sentence, its refuted verdicts, the quote that settles it) for all sentences with this truth."""
    return [
        (
            row["sentence"],
            [v for v in verdicts_of(reports[name], row["sentence"]) if v.label is Label.REFUTED],
            row.get("quote", ""),
        )
        for name, rows in TRUTH.items()
        for row in rows
        if row["truth"] == truth
    ]


def test_nine_of_ten_planted_errors_are_refuted_with_the_right_quote(reports: dict[str, Report]) -> None:
    planted = refutations(reports, "false")
    right = [s for s, found, quote in planted if any(v.deciding and v.deciding.quote in quote for v in found)]
    assert len(planted) >= 10
    assert len(right) >= 0.9 * len(planted), sorted({s for s, _, _ in planted} - set(right))


def test_at_most_one_of_twenty_true_sentences_is_flagged(reports: dict[str, Report]) -> None:
    true = refutations(reports, "true")
    flagged = [s for s, found, _ in true if found]
    assert len(true) >= 20
    assert len(flagged) <= len(true) / 20, flagged


def test_most_true_sentences_are_supported(reports: dict[str, Report]) -> None:
    rows = [(n, r["sentence"]) for n, rows in TRUTH.items() for r in rows if r["truth"] == "true"]
    supported = [s for n, s in rows if all(v.label is Label.SUPPORTED for v in verdicts_of(reports[n], s))]
    assert len(supported) >= 6 / 7 * len(rows)  # nine of ten before decision 0229, which says what was gained for it


def test_what_nobody_can_know_is_neither(reports: dict[str, Report]) -> None:
    for name, rows in TRUTH.items():
        for row in rows:
            if row["truth"] == "unknown":
                assert {v.label for v in verdicts_of(reports[name], row["sentence"])} == {Label.NOT_ENOUGH_EVIDENCE}
