"""The batch screen: keys are pressed, the batch is a file that grows, and another process may hold it."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from svg_golden import compare
from test_tui_snapshots import still
from textual.widgets import DataTable, Input
from tui_examples import DOCUMENT, REPORT, VERDICTS, app_for, places, stored_run

from localcheck.batch.items import Item
from localcheck.batch.output import Output
from localcheck.batch.rows import line_of
from localcheck.batch.watching import Seen, State, Watch, batches_in
from localcheck.errors import BadInput, LLMError
from localcheck.gate import Proposal, Risk, faithfulness, rule
from localcheck.gate.decisions import Gated
from localcheck.gate.risk import DEFAULTS
from localcheck.reports.report import build
from localcheck.store import Store
from localcheck.types import Label, Report
from localcheck_tui.app import LocalcheckApp
from localcheck_tui.screens.batch import BatchScreen
from localcheck_tui.screens.review import ReviewScreen


def row(number: int, report: Report | None) -> bytes:
    """A row as a batch writes it; None is a document that failed."""
    document = replace(DOCUMENT, id=f"d{number}") if report is None else report.document
    item = Item(number, document)
    if report is None:
        return line_of(item, "s" * 64, None, None, LLMError("the [b]model[/b] is gone"))
    found = faithfulness(report)
    gated = Gated(found, rule(Proposal(Risk.MEDIUM, "given"), DEFAULTS[Risk.MEDIUM], found))
    return line_of(item, "s" * 64, report, gated, None)


def reports() -> Iterator[Report]:
    """One that is blocked, and one that passes."""
    yield REPORT
    document = replace(DOCUMENT, id="good.txt")
    yield build(document, REPORT.sentences, [v for v in VERDICTS if v.label.value == "supported"], REPORT.run)


@pytest.fixture
def out(folder: Path) -> Path:
    """Two documents and one that failed."""
    path = folder / "out.jsonl"
    path.write_bytes(b"".join(row(i, r) for i, r in enumerate((*reports(), None))))
    return path


def shown(app: LocalcheckApp) -> list[list[str]]:
    table = app.screen.query_one(DataTable)
    return [[str(cell) for cell in table.get_row_at(i)] for i in range(table.row_count)]


def title(app: LocalcheckApp) -> str:
    return str(app.screen.query_one("#title").render())


async def test_a_finished_batch_is_shown_and_a_document_of_it_reviewed(folder: Path, out: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("f8")
        assert isinstance(app.screen, BatchScreen)
        assert [(r[1], r[9]) for r in shown(app)] == [("block", "curie.txt"), ("pass", "good.txt"), ("error", "d2")]
        assert title(app).startswith("finished · 3 documents: 1 block, 0 warn, 1 failed · 6 of 8 claims supported")
        await pilot.press("down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        assert app.screen.reading.document.id == "good.txt"
        run = app.screen.reading.run_id
        await pilot.press("a", "f8")
        assert [r[8] for r in shown(app)] == ["", "1", ""], "◆: what was decided about each document"
        await pilot.press("down", "enter")
        await pilot.pause()
        assert isinstance(app.screen, ReviewScreen)
        assert app.screen.reading.run_id == run, "opened twice it is the same run, with its review"
        assert run is not None
        with Store(places(folder).store) as store:
            assert len(store.runs()) == 2
            assert len(store.reviews.decisions(run, "ada")) == 1


async def test_what_is_flagged_comes_worst_first_and_an_error_is_no_document(folder: Path, out: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("f8", "D")
        assert [r[9] for r in shown(app)] == ["d2", "curie.txt"]
        await pilot.press("up", "enter")
        assert isinstance(app.screen, BatchScreen), "a document that failed cannot be opened"
        await pilot.press("D")
        assert len(shown(app)) == 3


async def test_a_batch_is_filtered_by_word_and_state(folder: Path, out: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("f8", "slash", *"is:block")
        assert [r[9] for r in shown(app)] == ["curie.txt"]
        app.screen.query_one("#filter", Input).value = "good"
        await pilot.pause()
        assert [r[9] for r in shown(app)] == ["good.txt"]


async def test_claims_that_failed_are_not_counted_as_open(folder: Path) -> None:
    broken = replace(VERDICTS[3], label=Label.FAILED, error="the model is gone")
    report = build(DOCUMENT, REPORT.sentences, [*VERDICTS[:3], broken, *VERDICTS[4:]], REPORT.run)
    (folder / "out.jsonl").write_bytes(row(0, report))
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("f8")
        assert [r[3:8] for r in shown(app)] == [["5", "3", "1", "", "1"]]
        await pilot.press("slash", *"is:failed")
        assert len(shown(app)) == 1


async def test_a_running_batch_is_watched(folder: Path) -> None:
    path = folder / "out.jsonl"
    app = app_for(folder, stored_run(folder))
    first, second = reports()
    with Output(path, resume=False) as output:
        (folder / "out.jsonl.journal").write_text("")
        output.append(row(0, first))
        async with app.run_test(size=(120, 36)) as pilot:
            await pilot.press("f8")
            screen = app.screen
            assert isinstance(screen, BatchScreen)
            assert title(app).startswith("running · 1 document")
            output.append(row(1, second)[:100])
            screen.look()
            assert len(shown(app)) == 1, "a row that is half written is not shown"
            output.append(row(1, second)[100:])
            screen.look()
            assert [r[9] for r in shown(app)] == ["curie.txt", "good.txt"]
            await pilot.press("G")
            assert app.screen.query_one(DataTable).cursor_row == 1
            with path.open("r+b") as file:
                file.truncate(len(row(0, first)))
            screen.look()
            assert [r[9] for r in shown(app)] == ["curie.txt"], "a batch that goes on cut its rows"
    assert Watch(path).state is State.STOPPED


async def test_another_batch_by_its_path_and_what_is_none(
    folder: Path, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(folder))
    other = folder / "more" / "x.jsonl"
    other.parent.mkdir()
    other.write_bytes(row(0, next(reports())))
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(100, 24)) as pilot:
        await pilot.press("f8", "P")
        app.screen.query_one("#path", Input).value = "more/x.jsonl"
        await pilot.press("enter")
        assert len(shown(app)) == 1
        await pilot.press("P")
        app.screen.query_one("#path", Input).value = f"~/{out.name}"
        await pilot.press("enter")
        assert len(shown(app)) == 3
        await pilot.press("P")
        app.screen.query_one("#path", Input).value = "more/x.jsonl"
        await pilot.press("enter", "P")
        app.screen.query_one("#path", Input).value = "curie.txt"
        await pilot.press("enter")
        assert len(shown(app)) == 1, "a text is no batch: the other one stays"
        await pilot.press("down", "escape")


async def test_without_a_batch_it_asks_for_a_path(folder: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("f8")
        assert "no batch in this folder" in title(app)
        await pilot.press("escape")
        assert isinstance(app.screen, ReviewScreen)


async def test_how_a_batch_looks(folder: Path, out: Path) -> None:
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(100, 24)) as pilot:
        await pilot.press("f8")
        still(app)
        app.screen.query_one("#path", Input).value = "/home/ada/out.jsonl"
        await pilot.pause()
        compare(app, "batch", folder)


def test_a_damaged_line_keeps_the_numbers_of_the_others(out: Path) -> None:
    lines = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(b"".join([lines[0], b"\xff{\n", lines[1]]))
    watch = Watch(out)
    found: list[Seen] = watch.poll()
    assert [(r.number, r.id, r.error) for r in found] == [
        (1, "curie.txt", ""), (2, "", "a damaged line"), (3, "good.txt", "")
    ]  # fmt: skip
    report = watch.report(found[2])
    assert report is not None and report.document.id == "good.txt"
    out.write_bytes(lines[1] + lines[0] + lines[0])
    with pytest.raises(BadInput, match="changed"):
        watch.report(found[2])
    out.unlink()
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        watch.report(found[2])


def test_a_batch_that_goes_on_after_it_cut_its_rows_is_read_anew_though_its_file_is_no_shorter(out: Path) -> None:
    """Rows that are put back come fast: between two looks the file had been cut and was longer than before."""
    first, second, _ = out.read_bytes().splitlines(keepends=True)
    out.write_bytes(first + second)
    watch = Watch(out)
    assert [r.id for r in watch.poll()] == ["curie.txt", "good.txt"]
    out.write_bytes(second + first + first + second)
    watch.poll()
    assert [(r.number, r.id, r.error) for r in watch.rows] == [
        (1, "good.txt", ""), (2, "curie.txt", ""), (3, "curie.txt", ""), (4, "good.txt", "")
    ]  # fmt: skip
    with out.open("ab") as more:
        more.write(first)
    assert [r.number for r in watch.poll()] == [5] and len(watch.rows) == 5


def test_running_is_known_by_the_lock_and_batches_by_their_first_line(folder: Path, out: Path) -> None:
    (folder / "notes.jsonl").write_text('{"text": "no batch"}\n')
    assert batches_in(folder) == [out]
    with pytest.raises(BadInput, match="not the output"):
        Watch(folder / "notes.jsonl")
    watch = Watch(out)
    watch.poll()
    assert watch.state is State.FINISHED
    with out.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        assert watch.state is State.RUNNING


async def test_gigabytes_are_read_in_steps_and_of_what_does_not_pass_the_worst_is_shown(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = reports()
    lines = [row(i, first if i % 2 else second) for i in range(60)]
    (folder / "out.jsonl").write_bytes(b"".join(lines))
    monkeypatch.setattr("localcheck.batch.watching.AT_ONCE", len(lines[0]) * 3)
    monkeypatch.setattr("localcheck_tui.screens.batch.WORST", 20)
    watch = Watch(folder / "out.jsonl")
    assert len(watch.poll()) < 8 and watch.behind
    app = app_for(folder, stored_run(folder))
    async with app.run_test(size=(120, 36)) as pilot:
        await pilot.press("f8")
        for _ in range(200):
            if len(shown(app)) == 60:
                break
            await pilot.pause(0.02)
        assert [r[0] for r in shown(app)] == [str(n) for n in range(1, 61)], (
            "long before a second has passed for each step"
        )
        await pilot.press("D")
        assert len(shown(app)) == 20 and {r[1] for r in shown(app)} == {"block"}
        assert "the worst first: 20 of 30" in title(app) and "60 documents: 30 block" in title(app)
