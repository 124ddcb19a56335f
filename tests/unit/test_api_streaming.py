"""The Python interface as verdicts come: events, asynchronous programs, tables, notebooks."""

from __future__ import annotations

import asyncio
import builtins
import csv
import io
import json
import threading
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import localcheck
from localcheck import AsyncChecker, CheckedReport, Checker, Disposition, Settings
from localcheck.errors import BadInput, MissingResource, UnknownName, UsageError
from localcheck.reports import csv as table
from localcheck.reports.codec import report_from_json
from localcheck.reports.csv import COLUMNS
from localcheck.text.inert import UNSAFE
from localcheck.types import Finished, Judged, Report, Started

TEXT = "Rome is in Italy. Rome is in France. Rome is old."


@pytest.fixture
def fake(home: Path, tmp_path: Path) -> Settings:
    """Two fakes: a table for the model, passages in memory for the index."""
    (tmp_path / "notes.jsonl").write_text(json.dumps({"title": "Rome", "text": "Rome is in Italy."}))
    rows = [
        {"premise": "Rome is in Italy.", "hypothesis": "Rome is in Italy.", "scores": [0.98, 0.01, 0.01]},
        {"premise": "Rome is in Italy.", "hypothesis": "Rome is in France.", "scores": [0.01, 0.01, 0.98]},
    ]
    (tmp_path / "table.json").write_text(json.dumps(rows))
    chosen = Settings(nli=f"table:{tmp_path / 'table.json'}", index=f"memory:{tmp_path / 'notes.jsonl'}", cache=False)
    return replace(chosen, options=(("bayes-sequential", (("group", 1),)),))


def test_a_gate_rules_on_an_answer_by_its_risk_class(fake: Settings) -> None:
    with Checker(fake) as checker:
        blocked = checker.gate(TEXT, risk="high")
        passed = checker.gate("Rome is in Italy.", risk="medium")
        skipped = checker.gate("Rome is in France.", risk="none")
        with pytest.raises(UnknownName):
            checker.gate(TEXT, risk="highest")
    assert isinstance(blocked.report, CheckedReport)
    assert blocked.gated.ruling.disposition is Disposition.BLOCK and blocked.gated.ruling.risk.value == "high"
    assert (blocked.gated.faithfulness.supported, blocked.gated.faithfulness.claims) == (1, 3)
    assert passed.gated.ruling.disposition is Disposition.PASS and passed.gated.faithfulness.score == 1.0
    assert skipped.report.verdicts == () and skipped.gated.ruling.disposition is Disposition.PASS


def test_a_gate_in_an_asynchronous_program_says_the_same(fake: Settings) -> None:
    async def program() -> list[str]:
        async with AsyncChecker(fake) as checker:
            found = await asyncio.gather(checker.gate(TEXT, risk="high"), checker.gate("Rome is in Italy.", risk="low"))
        return [one.gated.ruling.disposition.value for one in found]

    assert asyncio.run(program()) == ["block", "pass"]


def test_events_come_one_by_one_and_closing_cancels_the_rest(fake: Settings) -> None:
    with Checker(fake) as checker:
        events = checker.stream(TEXT, title="Rome")
        assert isinstance(next(events), Started)
        first = next(events)
        assert isinstance(first, Judged) and first.verdict.claim.text == "Rome is in Italy."
        events.close()
        assert next(events, None) is None
        *_, last = checker.stream(TEXT)
        assert isinstance(last, Finished) and last.report.rows() == checker.check(TEXT).rows()  # type: ignore[attr-defined]
        with pytest.raises(BadInput):
            next(checker.stream("  "))


@pytest.mark.parametrize("seen", [0, 1, 2])
def test_a_closed_checker_says_so_also_to_what_is_under_way(fake: Settings, tmp_path: Path, seen: int) -> None:
    (tmp_path / "text.txt").write_text(TEXT)
    checker = Checker(fake)
    events = checker.stream(TEXT)
    for _ in range(seen):
        next(events)
    checker.close()
    checker.close()
    for later in (lambda: next(events), lambda: checker.check(TEXT), lambda: checker.check_file(tmp_path / "text.txt")):
        with pytest.raises(UsageError, match="the checker is closed"):
            later()
    assert next(events, None) is None


def test_an_asynchronous_program_streams_checks_at_once_and_cancels(fake: Settings) -> None:
    async def program() -> None:
        async with AsyncChecker(fake) as checker:
            seen = [type(event).__name__ async for event in checker.stream(TEXT)]
            assert seen == ["Started", "Judged", "Judged", "Judged", "Finished"]
            one, two = await asyncio.gather(checker.check(TEXT), checker.check("Rome is in France."))
            assert isinstance(one, CheckedReport) and (len(one.verdicts), len(two.verdicts)) == (3, 1)
            events = checker.stream(TEXT)
            assert isinstance(await anext(events), Started)
            await events.aclose()  # type: ignore[attr-defined]
            task = asyncio.create_task(checker.check(TEXT))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            with pytest.raises(BadInput):
                await checker.check("")
            assert (await checker.check(TEXT)).rows() == one.rows()
        await checker.close()

    asyncio.run(program())
    assert not [t for t in threading.enumerate() if t.name.startswith("localcheck-api")]


def test_a_closed_asynchronous_checker_says_so_also_to_what_is_under_way(fake: Settings) -> None:
    async def program() -> None:
        checker = AsyncChecker(fake)
        events = checker.stream(TEXT)
        assert isinstance(await anext(events), Started)
        await checker.close()
        for later in (anext(events), checker.check(TEXT)):
            with pytest.raises(UsageError, match="the checker is closed"):
                await later

    asyncio.run(program())


def test_rows_are_those_of_the_csv_with_their_types(fake: Settings) -> None:
    report = localcheck.check(TEXT, settings=fake)
    kinds = {"str": str, "int": int, "float": float, "bool": bool}
    written = list(csv.DictReader(io.StringIO(table.render(report))))
    for row, cells in zip(report.rows(), written, strict=True):
        assert {name: type(value) for name, value in row.items()} == {n: kinds[k] for n, k in COLUMNS.items()}
        assert cells == {n: f"{v:.4f}" if n == "score" else str(v) for n, v in row.items()}


def test_rows_ask_once_what_is_known_of_a_report(fake: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Report] = []

    def known_of(report: Report) -> dict[str, str]:
        asked.append(report)
        return {}

    monkeypatch.setattr(table, "known_of", known_of)
    assert len(localcheck.check(TEXT, settings=fake).rows()) == 3 and len(asked) == 1


def test_a_report_is_written_as_json_and_read_again(fake: Settings) -> None:
    report = localcheck.check(TEXT, settings=fake)
    line = report.to_json()
    assert "\n" not in line and CheckedReport.of(report_from_json(json.loads(line))) == report


def test_tables_of_pandas_and_arrow(fake: Settings) -> None:
    report = localcheck.check(TEXT, settings=fake)
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = report.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == list(COLUMNS)
    assert frame[frame.label == "refuted"].quote.tolist() == ["Rome is in Italy."]
    pytest.importorskip("pyarrow", reason="pyarrow is not installed")
    assert report.to_arrow().to_pylist() == report.rows()
    empty = CheckedReport.of(replace(report, verdicts=()))
    assert empty.to_arrow().num_rows == 0 and empty.to_arrow().schema == report.to_arrow().schema
    assert list(empty.to_pandas().columns) == list(COLUMNS)


@pytest.mark.parametrize(("package", "method"), [("pandas", "to_pandas"), ("pyarrow", "to_arrow")])
def test_without_the_package_one_line_says_what_to_install(
    fake: Settings, monkeypatch: pytest.MonkeyPatch, package: str, method: str
) -> None:
    report = localcheck.check("Rome is old.", settings=fake)
    real = builtins.__import__

    def missing(name: str, *rest: Any, **more: Any) -> Any:
        if name == package:
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(MissingResource) as refused:
        getattr(report, method)()
    assert package in refused.value.message and refused.value.hint.startswith("pip install")


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes |= {name for name, _ in attrs}


def test_a_notebook_shows_a_table_in_which_nothing_of_the_text_is_markup(fake: Settings) -> None:
    report = localcheck.check(
        "Rome <script>alert(1)</script> is <img src=x onerror=alert(1)> old. Rome is in France.", settings=fake
    )
    *others, last = report.verdicts
    assert last.deciding is not None
    turned = replace(last, evidence=(replace(last.deciding, quote=f"\u202e{last.deciding.quote}"),), best=0)
    shown = replace(report, verdicts=(*others, turned))._repr_html_()
    assert UNSAFE.search(shown) is None
    seen = Tags()
    seen.feed(shown)
    assert seen.tags <= {"div", "p", "b", "table", "thead", "tbody", "tr", "th", "td"}
    assert seen.attributes <= {"class", "style"}
    assert "&lt;script&gt;" in shown and "Rome is in Italy." in shown and "refuted" in shown
