"""Folders: whose date a document has, and what is said about files that are not read."""

from __future__ import annotations

import json
import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from localcheck.batch.items import items
from localcheck.cli.main import run as main

Call = Callable[..., tuple[int, str, str]]
MAYOR = "The current mayor of Springdale is Anna Berg.\n"


@pytest.fixture
def call(home: Path, capsys: pytest.CaptureFixture[str]) -> Call:
    def run(*arguments: object) -> tuple[int, str, str]:
        code = main([str(a) for a in arguments])
        return code, *capsys.readouterr()

    return run


def docx(path: Path, text: str, modified: str) -> None:
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "word/document.xml",
            f'<w:document xmlns:w="w"><w:body><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:body></w:document>',
        )
        archive.writestr(
            "docProps/core.xml",
            f'<c:coreProperties xmlns:c="c" xmlns:d="d"><d:modified>{modified}</d:modified></c:coreProperties>',
        )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    root = tmp_path / "library"
    root.mkdir()
    (root / "profile-2009.txt").write_text(MAYOR)
    (root / "plain.txt").write_text(MAYOR)
    (root / "page.html").write_text(
        f'<html><head><meta property="article:published_time" content="2011-03-04T10:00:00Z"></head><p>{MAYOR}</p></html>'
    )
    (root / "note.md").write_text(f"---\ntitle: Note\ndate: 2012-05-06\n---\n{MAYOR}")
    docx(root / "letter.docx", MAYOR, "2013-07-08T09:00:00Z")
    return root


def dates(call: Call, name: str) -> dict[str, str]:
    rows = json.loads(call("index", "search", name, "mayor of Springdale", "--top", 9, "--json")[1])
    return {row["source"]["locator"]: row["source"]["date"] for row in rows}


def test_the_time_of_a_file_is_no_date(call: Call, folder: Path) -> None:
    os.utime(folder / "plain.txt", (1_000_000_000, 1_000_000_000))
    assert call("index", "build", folder, "--name", "library")[0] == 0
    assert dates(call, "library") == {
        "profile-2009.txt": "2009",
        "plain.txt": "",
        "page.html": "2011-03-04",
        "note.md": "2012-05-06",
        "letter.docx": "2013-07-08",
    }
    call("index", "rebuild", "library", "--dated", "2008")
    assert set(dates(call, "library").values()) == {"2008"}
    call("index", "build", folder, "--name", "given", "--dated", "2010-02")
    assert set(dates(call, "given").values()) == {"2010-02"}
    named = folder.rename(folder.with_name("library-2007"))
    call("index", "build", named, "--name", "named")
    assert dates(call, "named")["plain.txt"] == "2007" and dates(call, "named")["profile-2009.txt"] == "2009"


@pytest.mark.parametrize(
    ("kept", "reason"), [("plain.txt", "does not say when it was written"), ("profile-2009.txt", "dates from 2009")]
)
def test_what_is_current_is_not_settled_by_an_old_or_undated_document(
    call: Call, folder: Path, kept: str, reason: str
) -> None:
    for path in folder.iterdir():
        if path.name != kept:
            path.unlink()
    call("index", "build", folder, "--name", "library")
    _, out, _ = call("check", "--text", MAYOR, "--index", "library", "--no-store", "--format", "json", "-q")
    (verdict,) = json.loads(out)["verdicts"]
    assert verdict["label"] == "not_enough_evidence" and reason in verdict["rationale"]
    _, out, _ = call(
        "check", "--text", MAYOR.replace("current ", ""), "--index", "library", "--no-store", "--format", "json", "-q"
    )
    assert json.loads(out)["verdicts"][0]["label"] == "supported"


def test_the_date_of_a_pdf_is_in_its_metadata(tmp_path: Path) -> None:
    from pypdf import PdfWriter

    from localcheck.ingest.documents.pdf import written

    for stated, date in (("D:20150203040506Z", "2015-02-03"), ("yesterday", "")):
        writer = PdfWriter()
        writer.add_blank_page(100, 100)
        writer.add_metadata({"/CreationDate": stated})
        writer.write(tmp_path / "a.pdf")
        from pypdf import PdfReader

        assert written(PdfReader(tmp_path / "a.pdf")) == date


def test_what_was_not_read_is_said(call: Call, folder: Path) -> None:
    (folder / "budget.doc").write_bytes(b"PK\x03\x04 office")
    (folder / "table.xls").write_bytes(b"PK\x03\x04 office")
    (folder / "photo.png").write_bytes(b"\x89PNG")
    (folder / ".hidden.txt").write_text("hidden")
    (folder / "outside.txt").symlink_to("/etc/hostname")
    (folder / "elsewhere").symlink_to("/etc")
    (folder / "round").symlink_to("round")
    code, out, err = call("index", "build", folder, "--name", "library", "--json")
    found = json.loads(out)
    assert code == 0 and (found["articles"], found["malformed"], found["skipped"]) == (5, 2, 5)
    assert {page["where"] for page in found["malformed_pages"]} == {"budget.doc", "table.xls"}
    assert {file["where"]: file["why"] for file in found["files_not_read"]} == {
        ".hidden.txt": "hidden",
        "photo.png": "files of type .png are not read",
        "outside.txt": "a link that leads out of the folder",
        "elsewhere": "a link that leads out of the folder",
        "round": "no regular file",
    }
    assert "photo.png" in err and "files of type .doc are not read" in err and "1 hidden" in err
    assert call("index", "build", folder, "--name", "strict", "--strict")[0] == 2
    (folder / "photo.png").unlink()
    (folder / "outside.txt").unlink()
    (folder / "elsewhere").unlink()
    (folder / "round").unlink()
    code, _, err = call("index", "build", folder, "--name", "strict", "--strict")
    assert code == 2 and "budget.doc" in err and "and 1 more" in err
    for name in ("budget.doc", "table.xls"):
        (folder / name).unlink()
    assert call("index", "build", folder, "--name", "strict", "--strict")[0] == 0


def test_a_folder_of_tables_says_that_its_documents_are_not_read(call: Call, folder: Path) -> None:
    (folder / "rows.jsonl").write_text('{"title": "Springdale", "text": "Springdale is a town."}\n')
    found = json.loads(call("index", "build", folder, "--name", "rows", "--json")[1])
    assert found["articles"] == 1 and found["skipped"] == 5
    why = "the folder is read as JSONL with title and text; --format folder reads its documents instead"
    assert {file["why"] for file in found["files_not_read"]} == {why}


def test_a_batch_of_a_folder_leaves_out_no_file_in_silence(call: Call, tmp_path: Path, home: Path) -> None:
    root = tmp_path / "answers"
    root.mkdir()
    (root / "a.txt").write_text("Mars has two moons.")
    (root / "b.doc").write_bytes(b"PK\x03\x04 office")
    (root / "c.png").write_bytes(b"\x89PNG")
    out = root / "out.jsonl"
    code, _, err = call("batch", root, out, "-q", "--no-store")
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["id"] for row in rows] == ["a.txt", "b.doc"] and code == 2
    assert "files of type .doc are not read" in rows[1]["error"]["message"]
    assert "1 file not read: c.png (files of type .png are not read)" in err
    code, _, err = call("batch", root, tmp_path / "strict.jsonl", "-q", "--no-store", "--strict")
    assert code == 2 and "c.png" in err and not (tmp_path / "strict.jsonl").exists()


@pytest.mark.parametrize(("name", "data"), [("b.txt", b" \n"), ("b.txt", b"\0\1\2" * 99), ("b.doc", b"PK")])
def test_a_strict_batch_begins_only_if_every_file_can_be_read(
    call: Call, tmp_path: Path, home: Path, name: str, data: bytes
) -> None:
    root = tmp_path / "answers"
    root.mkdir()
    (root / "a.txt").write_text("Mars has two moons.")
    (root / name).write_bytes(data)
    code, _, err = call("batch", root, tmp_path / "out.jsonl", "-q", "--no-store", "--strict")
    assert code == 2 and name in err and not (tmp_path / "out.jsonl").exists()


def test_a_small_folder_is_not_read_0_of_0(capsys: pytest.CaptureFixture[str]) -> None:
    from localcheck.cli.diagnostics import Progress
    from localcheck.cli.keeping.updating import show_bytes

    bar = Progress("reading", unit="MB", live=True)
    show_bytes(bar, 200, 400)
    assert bar.line().startswith("reading 0/1 · 20%") and bar.unit == "kB"
    show_bytes(bar, 25_000_000, 50_000_000)
    assert bar.line().startswith("reading 25/50 · 50%") and bar.unit == "MB"


def test_a_batch_tells_of_ids_that_stand_twice(call: Call, tmp_path: Path) -> None:
    """Whoever joins the rows by their ids joined the wrong ones."""
    rows = [{"id": name, "text": MAYOR} for name in ("a", "b", "a", "a")]
    for count, said in ((4, "warning: 2 rows with the id of a row before: a"), (2, "")):
        source, out = tmp_path / f"{count}.jsonl", tmp_path / f"{count}.out"
        source.write_text("".join(f"{json.dumps(row)}\n" for row in rows[:count]))
        code, _, err = call("batch", source, out, "-d", "all-false", "-q", "--no-store", "--fail-on", "never")
        assert code == 0 and len(out.read_text().splitlines()) == count
        assert (said in err) if said else ("of a row before" not in err)


def test_a_batch_says_in_json_what_it_did_not_read(call: Call, tmp_path: Path, home: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.txt").write_text("Mars has nine moons.")
    (folder / "b.bin").write_bytes(b"\x00\x01")
    code, out, err = call("batch", folder, tmp_path / "out.jsonl", "--json", "-q", "--no-store", "--fail-on", "never")
    assert code == 0, err
    totals = json.loads(out)
    assert (totals["documents"], totals["failed"]) == (1, 0)
    assert sum(totals[name] for name in ("pass", "warn", "block")) == 1
    assert totals["flagged"] == totals["block"] == 1, "what the line of progress says"
    assert [file["where"] for file in totals["files_not_read"]] == ["b.bin"]
    assert totals["files_not_read"][0]["why"]


def test_a_file_of_another_kind_than_its_name_says_is_said_by_build_and_update(call: Call, folder: Path) -> None:
    (folder / "letter.docx").rename(folder / "letter.pdf")
    code, out, err = call("index", "build", folder, "--name", "lib", "--json")
    said = "its name ends in .pdf, but it is a DOCX file, and it was read as that"
    assert (code, json.loads(out)["remarks"]) == (0, [{"where": "letter.pdf", "what": said}])
    assert f"letter.pdf: {said}" in err
    docx(folder / "letter.pdf", MAYOR + "He is 50.", "2014-07-08T09:00:00Z")
    assert f"letter.pdf: {said}" in call("index", "update", "lib")[2]


def test_a_small_index_is_not_of_0_megabytes(call: Call, folder: Path) -> None:
    out = call("index", "build", folder, "--name", "lib")[1]
    assert "0.0 MB" not in out and " kB of text" in out


def test_a_file_of_a_folder_that_cannot_be_read_stops_no_other_and_an_empty_one_is_no_mistake(
    call: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "a.md").write_text(MAYOR)
    (folder / "empty.md").write_text("\n")
    monkeypatch.chdir(tmp_path)
    check = ("check", "docs", "-d", "all-false", "--no-store", "--quiet", "--fail-on", "never", "--json")
    code, out, err = call(*check)
    assert (code, json.loads(out)["document"]["id"]) == (0, "docs/a.md") and "docs/empty.md: left out" in err
    (folder / "broken.pdf").write_bytes(b"%PDF-1.7\nnothing")
    code, out, err = call(*check)
    assert (code, json.loads(out)["document"]["id"]) == (2, "docs/a.md") and "docs/broken.pdf: damaged PDF" in err
    for named in ("docs/empty.md", "docs/broken.pdf"):
        code, out, err = call("check", "docs/a.md", named, *check[2:])
        assert (code, out) == (2, "") and err.startswith(f"localcheck: error: {named}")


@pytest.fixture
def with_reports(call: Call, tmp_path: Path) -> Path:
    """A folder with one draft, a report on it, and two exports of a review."""
    root = tmp_path / "drafts"
    root.mkdir()
    draft = root / "draft.txt"
    draft.write_text(MAYOR)
    quick = ("-d", "all-false", "--fail-on", "never", "-q")
    assert call("check", draft, *quick, "--format", "html", "--out", root / "report.html")[0] == 0
    assert call("check", draft, *quick, "--out", root / "report.jsonl")[0] == 0
    for ending in ("md", "docx"):
        assert call("runs", "export", 1, "-o", root / f"draft.review.{ending}")[0] == 0
    return root


def test_what_localcheck_wrote_is_neither_evidence_nor_a_draft(call: Call, with_reports: Path) -> None:
    """A claim was supported by localcheck's own report of the claim, and report.jsonl made a folder of JSON lines of it."""
    code, _, err = call("index", "build", with_reports, "--name", "own")
    assert code == 0 and "draft.review.docx, draft.review.md, report.html (a report that localcheck wrote" in err
    rows = json.loads(call("index", "search", "own", "mayor of Springdale", "--top", 9, "--json")[1])
    assert {row["source"]["locator"] for row in rows} == {"draft.txt"}
    assert [item.document.id for item in items(with_reports)] == ["draft.txt"]
    (with_reports / "draft.txt").unlink()
    code, _, err = call("index", "update", "own")
    assert code == 2 and "report.html (a report that localcheck wrote" in err


@pytest.mark.parametrize("name", ["report.html", "draft.review.docx"])
def test_a_report_that_is_named_itself_is_read_with_a_warning(call: Call, with_reports: Path, name: str) -> None:
    assert "localcheck wrote this file" in call("check", with_reports / name, "-d", "all-false")[2]
    assert "localcheck wrote this file" in call("index", "build", with_reports / name, "--name", "own")[2]


def test_a_report_as_json_has_no_text_to_check(call: Call, with_reports: Path) -> None:
    code, _, err = call("check", with_reports / "report.jsonl", "-d", "all-false")
    assert code == 2 and "report.jsonl:1: is what localcheck wrote, and no text to check" in err
    assert "hint: localcheck verify-report checks a report" in err
