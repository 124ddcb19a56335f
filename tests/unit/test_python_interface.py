"""The Python interface: what a program that imports localcheck gets."""

from __future__ import annotations

import importlib
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import localcheck
from localcheck import Checker, Label, LocalcheckError, Settings, check
from localcheck.api.checker import the_report
from localcheck.errors import BackendError, BadInput, UnknownName
from localcheck.models.overview import overview
from localcheck.types import Document, Failed

TEXT = "Rome is in Italy. Rome is in France."


@pytest.fixture
def fake(home: Path, tmp_path: Path) -> Settings:
    """Two fakes: a table for the model, passages in memory for the index."""
    (tmp_path / "notes.jsonl").write_text(json.dumps({"title": "Rome", "text": "Rome is in Italy."}))
    rows = [
        {"premise": "Rome is in Italy.", "hypothesis": "Rome is in Italy.", "scores": [0.98, 0.01, 0.01]},
        {"premise": "Rome is in Italy.", "hypothesis": "Rome is in France.", "scores": [0.01, 0.01, 0.98]},
    ]
    (tmp_path / "table.json").write_text(json.dumps(rows))
    return Settings(nli=f"table:{tmp_path / 'table.json'}", index=f"memory:{tmp_path / 'notes.jsonl'}", cache=False)


def test_a_text_becomes_a_report(fake: Settings) -> None:
    report = check(TEXT, settings=fake, prompt="Where is Rome?", context=["a"], samples=["b"])
    assert isinstance(report, localcheck.Report)
    assert [v.claim.text for v in report.verdicts] == ["Rome is in Italy.", "Rome is in France."]
    assert report.verdicts[0].label is Label.SUPPORTED
    assert report.verdicts[0].deciding is not None and report.verdicts[0].deciding.quote == "Rome is in Italy."
    assert (report.document.prompt, report.document.context, report.document.samples) == (
        "Where is Rome?",
        ("a",),
        ("b",),
    )
    assert report.run.index == "memory" and dict(report.run.models).keys() == {"nli:table"}


def test_a_checker_checks_many_and_reads_files(fake: Settings, tmp_path: Path) -> None:
    (tmp_path / "many.jsonl").write_text("\n".join(json.dumps({"text": TEXT, "id": str(i)}) for i in range(3)))
    with Checker(fake) as checker:
        reports = checker.check_file(tmp_path / "many.jsonl")
        again = checker.check(TEXT)
    assert [r.document.id for r in reports] == ["0", "1", "2"]
    assert [v.label for v in again.verdicts] == [v.label for v in reports[0].verdicts]


def test_detector_and_options_win_over_the_settings_of_the_home(home: Path) -> None:
    (home / "localcheck.toml").write_text('[detector]\nname = "all-false"\n')
    assert check(TEXT).run.detector == "all-false"
    report = check(TEXT, detector="selfcheck-ngram", options={"n": 2}, samples=[TEXT])
    assert report.run.detector == "selfcheck-ngram" and dict(report.run.parameters)["n"] == 2


def test_a_misspelt_table_of_a_method_is_told(home: Path) -> None:
    (home / "localcheck.toml").write_text("[detector.bayes-sequental]\nk = 3\n")
    with pytest.raises(UnknownName, match="bayes-sequental") as told:
        Checker()
    assert "bayes-sequential" in told.value.hint
    assert not any(row["in_use"] for row in overview())


def test_a_settings_file_that_is_named_and_not_there_is_told(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALCHECK_CONFIG", str(home / "gone.toml"))
    with pytest.raises(BadInput, match="no such settings file"):
        Checker()
    monkeypatch.setenv("LOCALCHECK_CONFIG", str(home))
    with pytest.raises(BadInput, match="a folder, not a settings file"):
        Checker()


@pytest.mark.parametrize(
    ("text", "settings", "code"),
    [
        ("", Settings(detector="all-false"), 2),
        (TEXT, Settings(detector="nonsense"), 2),
        (TEXT, Settings(nli="gone"), 3),
        (TEXT, Settings(detector="all-false", options={"all-true": {"k": 1}}), 2),
    ],
    ids=["empty text", "unknown method", "missing model", "options of an unknown method"],
)
def test_errors_are_of_this_package(home: Path, text: str, settings: Settings, code: int) -> None:
    with pytest.raises(LocalcheckError) as caught:
        check(text, settings=settings)
    assert caught.value.exit_code == code


def test_a_backend_that_fails_is_the_error_that_is_promised() -> None:
    with pytest.raises(BackendError, match="the index is gone") as caught:
        the_report([Failed(Document("d", TEXT), "the index is gone", "build it again")])
    assert (caught.value.hint, caught.value.exit_code) == ("build it again", 4)


def test_every_name_that_is_promised_is_there_and_no_other() -> None:
    for name in localcheck.__all__:
        assert getattr(localcheck, name).__name__ == name
        assert name in dir(localcheck)
    with pytest.raises(AttributeError):
        localcheck.nonsense  # noqa: B018
    assert importlib.import_module("localcheck.api").check is localcheck.check


def test_what_is_no_text_is_one_clear_error(home: Path) -> None:
    for wrong in (123, None, b"bytes", Path("article.txt")):
        with pytest.raises(BadInput, match="not str"):
            check(wrong)  # type: ignore[arg-type]


def test_what_is_no_settings_or_path_is_one_clear_error(home: Path) -> None:
    for wrong in ({"detector": "all-false"}, "all-false"):
        with pytest.raises(BadInput, match="not Settings"):
            Checker(wrong)  # type: ignore[arg-type]
        with pytest.raises(BadInput, match="not Settings"):
            check(TEXT, detector="all-false", settings=wrong)  # type: ignore[arg-type]
    with (
        Checker(Settings(detector="all-false")) as checker,
        pytest.raises(BadInput, match="path: is NoneType, not str"),
    ):
        checker.check_file(None)  # type: ignore[arg-type]


def test_a_text_alone_is_one_context_or_sample_and_no_sequence_of_letters(home: Path) -> None:
    report = check(TEXT, detector="all-false", context="Rome is old.", samples="Rome is new.")
    assert (report.document.context, report.document.samples) == (("Rome is old.",), ("Rome is new.",))
    report = check(TEXT, detector="all-false", context=(text for text in ("a", "b")))  # type: ignore[arg-type]
    assert report.document.context == ("a", "b")
    for wrong in (
        {"context": [1, 2]},
        {"context": {"a": "b"}},
        {"samples": 3},
        {"context": b"ab"},
        {"title": 5},
        {"prompt": None},
    ):
        with pytest.raises(BadInput, match="not str"):
            check(TEXT, detector="all-false", **wrong)


@pytest.mark.parametrize(
    ("changed", "named", "method"),
    [
        ({"index": "starter"}, {}, "faithfulness"),
        ({"index": "starter"}, {"context": []}, "faithfulness"),
        ({"index": "starter"}, {"context": None}, "bayes-sequential"),
        ({"index": "starter", "options": {"bayes-sequential": {"k": 1}}}, {}, "bayes-sequential"),
        ({}, {}, "bayes-sequential"),
        ({}, {"detector": "shared-words"}, "shared-words"),
        ({}, {"detector": "bayes-sequential"}, "bayes-sequential"),
    ],
)
def test_a_text_with_context_is_held_against_it_unless_a_method_or_an_index_is_named(
    fake: Settings, changed: dict[str, Any], named: dict[str, Any], method: str
) -> None:
    settings = replace(fake, **changed)
    assert check(TEXT, **({"context": ["Rome is in Italy."]} | named), settings=settings).run.detector == method


def test_rows_with_context_are_held_against_it(fake: Settings, tmp_path: Path) -> None:
    rows = [{"text": "Rome is in Italy.", "context": ["Rome is in Italy."]}, {"text": "Rome?", "context": " "}]
    (tmp_path / "rows.jsonl").write_text("\n".join(map(json.dumps, rows)))
    with Checker(Settings(nli=fake.nli, cache=False)) as checker:
        reports = checker.check_file(tmp_path / "rows.jsonl")
    assert [r.run.detector for r in reports] == ["faithfulness", "faithfulness"]
