"""The session of the real program: with the starter model and index, and with a method that needs neither."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue

import pytest

from localcheck.errors import LocalcheckError, RetrievalError, UsageError
from localcheck.ingest.documents import from_text
from localcheck.settings import Settings
from localcheck.settings.requests import CheckRequest, Earlier
from localcheck.store import RunState, Store
from localcheck.system import resources
from localcheck.types import Document, Finished, Judged, Judgement, Label, Report, Started
from localcheck.types.infos import IndexInfo
from localcheck_tui.engine import Check, Ended, Engine
from localcheck_tui.inventory import Item
from localcheck_tui.keeping import reading_of, request_for
from localcheck_tui.reading import Reading
from localcheck_tui.session import Session
from localcheck_tui.stocktaking import index_item, model_item, take_stock

TEXT = "Mars has four small moons. Viking 1 landed on Mars in July 1976."
MODEL = resources.shipped() / "models" / "starter-nli" / "model.bin"
CORPUS = list((resources.shipped() / "indexes" / "starter").glob("*.xml.bz2"))
needs_starter = pytest.mark.skipif(not (MODEL.is_file() and CORPUS), reason="the starter model or corpus is not here")


def asked(document: Document, detector: str = "bayes-sequential", earlier: Earlier | None = None) -> CheckRequest:
    return CheckRequest((document,), Settings(detector=detector), earlier)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """One home for all tests of this file: the starter index is built once."""
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LOCALCHECK_HOME", str(folder))
        yield folder


@pytest.fixture(scope="module")
def live(home: Path) -> Iterator[Session]:
    session = Session()
    yield session
    session.close()


@pytest.fixture(scope="module")
def report(live: Session) -> Report:
    events = list(live.check(asked(from_text(TEXT))))
    assert isinstance(events[0], Started) and isinstance(events[-1], Finished)
    return events[-1].report


@needs_starter
@pytest.mark.slow
class TestStarter:
    """With the model and the index that come with the program. What the model says is not asserted, only its form."""

    def test_a_run_ends_with_every_claim_judged_by_evidence(self, report: Report) -> None:
        assert len(report.verdicts) == 2
        assert all(v.evidence and v.beliefs and v.label is not Label.FAILED for v in report.verdicts)

    def test_the_boundaries_of_the_run_s_policy_are_known_without_a_model(self, report: Report) -> None:
        fresh = Session()
        boundaries = fresh.boundaries(report.run)
        assert len(boundaries) == dict(report.run.parameters)["k"]
        assert all(0 <= low <= high <= 1 for low, high in boundaries)
        assert fresh._checks is None

    def test_keeping_looking_reads_more_documents_for_this_claim_only(self, live: Session, report: Report) -> None:
        before = report.verdicts[0]
        after = live.more(report.document, before, Settings())
        assert after.claim == before.claim
        assert len(after.evidence) > len(before.evidence)
        assert [e.passage.title for e in after.evidence][: len(before.evidence)] == [
            e.passage.title for e in before.evidence
        ]

    def test_another_method_judges_the_same_claim(self, live: Session, report: Report) -> None:
        again = live.recheck(report.document, report.verdicts[1], Settings(detector="all-false"))
        assert again.claim == report.verdicts[1].claim
        assert (again.label, again.judgement) == (Label.NOT_ENOUGH_EVIDENCE, Judgement.NOT_FACTUAL)

    def test_a_continued_run_judges_only_what_is_left(self, live: Session, report: Report) -> None:
        events = list(live.check(asked(report.document, earlier=Earlier(1, report.run, report.verdicts[:1]))))
        judged = [e.verdict.claim.id for e in events if isinstance(e, Judged)]
        assert judged == [v.claim.id for v in report.verdicts]

    def test_the_models_stay_open_between_runs_with_the_same_settings(self, live: Session, report: Report) -> None:
        assert live._checks is not None
        before = live._checks.runtime()
        list(live.check(asked(report.document, "all-false")))
        assert live._checks.runtime() is before

    def test_the_stock_names_the_starter_model_and_the_doctor_speaks(self, live: Session, report: Report) -> None:
        found = take_stock()
        assert any(item.name == "starter-nli" and item.here for item in found.models)
        assert any(item.name == "starter" and item.here for item in found.indexes)
        assert found.findings


def test_a_method_without_models_runs_on_an_empty_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALCHECK_HOME", str(tmp_path))
    session = Session()
    events = list(session.check(asked(from_text(TEXT), "all-false")))
    assert isinstance(events[-1], Finished)
    assert session.boundaries(events[-1].report.run) == (), "this method does not stop by beliefs"
    verdict = events[-1].report.verdicts[0]
    with pytest.raises(UsageError, match="document by document"):
        session.more(from_text(TEXT), verdict, Settings(detector="all-false"))
    session.close()


def test_a_check_is_a_row_of_the_checks_log_and_a_run_that_is_opened_again_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOCALCHECK_HOME", str(tmp_path))
    ended: SimpleQueue[Ended] = SimpleQueue()
    engine = Engine(Session(), tmp_path / "localcheck.db", print)
    engine.start()
    with Store(tmp_path / "localcheck.db") as store:
        reading = Reading(from_text(TEXT, id="mars.txt"))
        for _ in range(2):
            request = request_for(reading, Settings(detector="all-false"))
            engine.check(Check(request, lambda how: ended.put(how) if how is not None else None))
            assert ended.get(timeout=30).state is RunState.FINISHED
            (check,) = store.checks.between(0, time.time() + 60)
            assert (check.document_id, check.detector, check.run_id) == ("mars.txt", "all-false", 1)
            reading = reading_of(store, 1, "ada", blind=False)
    engine.close()


def test_a_file_is_read_and_options_come_from_the_signature(tmp_path: Path) -> None:
    (tmp_path / "note.txt").write_text(TEXT, encoding="utf-8")
    session = Session()
    assert session.read(tmp_path / "note.txt").text == TEXT
    assert {"k", "policy", "c_miss"} <= {p.name for p in session.options("bayes-sequential")}
    with pytest.raises(LocalcheckError):
        session.read(tmp_path / "nothing.txt")


def test_a_folder_becomes_an_index_in_steps(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALCHECK_HOME", str(tmp_path / "home"))
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts" / "mars.txt").write_text("Mars is a planet. It has two moons.", encoding="utf-8")
    steps = list(Session().build_index(tmp_path / "texts", "mine"))
    assert steps[-1].done == steps[-1].total == 1
    assert "mine" in [item.name for item in take_stock().indexes]


def test_importing_what_is_not_there_is_an_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCALCHECK_HOME", str(tmp_path))
    with pytest.raises(LocalcheckError):
        list(Session().import_model(tmp_path / "nothing", "mine"))


def test_rows_say_how_to_get_what_is_missing_and_what_is_wrong() -> None:
    row = {"name": "big", "kind": "nli", "languages": ["en"], "installed": False, "download_mb": 700, "in_use": False}
    assert model_item(row) == Item("big", "nli", "700 MB: localcheck models pull big", False)
    here = {**row, "installed": True, "problem": "", "disk_mb": 186.2, "in_use": True}
    assert model_item(here) == Item("big", "nli", "186 MB on disk, en, in use", True)
    broken = index_item("mine", RetrievalError("a file was changed", "build it again"))
    assert broken == Item("mine", "?", "a file was changed: build it again", False)
    small = index_item("x", IndexInfo("x", "whoosh", 1500, "en", disk_bytes=2_000_000))
    assert small.detail == "1,500 articles, en, 2 MB, read from disk"
