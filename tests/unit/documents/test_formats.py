"""The formats that other programs write: files made by pandoc and LibreOffice, once (``written/``) and anew where they are
installed; mail, subtitles and tables as they are found.
"""

from __future__ import annotations

import io
import mailbox
import re
import shutil
import subprocess
import textwrap
import zipfile
from email.message import EmailMessage
from email.mime.message import MIMEMessage
from email.mime.multipart import MIMEMultipart
from email.mime.text import MIMEText
from pathlib import Path

import pytest

from localcheck.errors import BadInput
from localcheck.ingest.corpus import Malformed, Record, open_corpus
from localcheck.ingest.documents import ocr, read_document, read_documents
from localcheck.ingest.documents.inputs import Inputs
from localcheck.ingest.documents.kinds import KINDS
from localcheck.text.table_text import sentences

WRITTEN = Path(__file__).parent / "written"
BORN = "Ada Lovelace was born in London in 1815."
NOTE = "The poet died in Greece in 1824."
TABLE = "The capital of Albania is Tirana. Albania has a population of 2,400,000."
ROW = "The capital of Albania is Tirana. Albania has a population of 2400000."
TEXTS = [f.name for f in sorted(WRITTEN.iterdir()) if f.suffix in (".epub", ".odt", ".rtf", ".pptx", ".odp", ".pdf")]


def refused(path: Path) -> str:
    with pytest.raises(BadInput) as caught:
        list(read_documents(path))
    assert caught.value.hint and "\n" not in caught.value.message
    return caught.value.message


def has_the_text(path: Path) -> None:
    document = read_document(path)
    blocks = document.text.split("\n\n")
    assert document.title == "Ada Lovelace"
    assert any(BORN in block for block in blocks)
    assert "Straße" in document.text and "Ångström" in document.text
    assert "It was published in 1843." in document.text


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_written_by_another_program(name: str) -> None:
    has_the_text(WRITTEN / name)


@pytest.mark.parametrize(
    "name", ["pandoc.epub", "pandoc.odt", "libreoffice.odt", "libreoffice.rtf", "pandoc.rtf", "pandoc.pptx"]
)
def test_rows_of_a_table_are_sentences_with_their_header(name: str) -> None:
    assert TABLE in read_document(WRITTEN / name).text.split("\n\n")


@pytest.mark.parametrize("name", ["pandoc.odt", "libreoffice.odt", "pandoc.epub", "pandoc.docx"])
def test_a_note_follows_its_paragraph_and_its_mark_is_gone(name: str) -> None:
    blocks = read_document(WRITTEN / name).text.split("\n\n")
    assert blocks.index(NOTE) == blocks.index(f"{BORN} Her father was Lord Byron.") + 1


@pytest.mark.parametrize("name", ["libreoffice.xlsx", "libreoffice.ods"])
def test_a_sheet_is_read_row_by_row_with_its_place(name: str) -> None:
    document = read_document(WRITTEN / name)
    assert ROW in document.text and "founded on 28 November 1912" in document.text
    assert document.get("parts") == [[0, "sheet t, rows 2 to 3", "t"]]


def test_places_are_chapters_slides_and_pages() -> None:
    places = {
        name: [p[1] for p in read_document(WRITTEN / name).get("parts")]
        for name in TEXTS
        if "odt" not in name and "rtf" not in name
    }
    assert places["pandoc.epub"] == ["chapter 1", "chapter 2", "chapter 3"]
    assert places["pandoc.pptx"] == places["libreoffice.odp"] == [f"slide {n}" for n in range(1, 6)]
    assert places["libreoffice.pdf"] == ["page 1"]


def test_a_folder_of_them_gives_a_record_for_each_place() -> None:
    corpus = open_corpus(WRITTEN)
    items = list(corpus.items(reader=read_documents))
    records = {item.locator: item for item in items if isinstance(item, Record)}
    assert not [item for item in items if isinstance(item, Malformed)]
    assert records["pandoc.epub, chapter 2"].title == "Ada Lovelace, Early life"
    assert BORN in records["pandoc.epub, chapter 2"].body and BORN not in records["pandoc.epub, chapter 3"].body
    assert records["pandoc.epub, chapter 2"].date == "2024-05-01"
    assert ROW in records["libreoffice.xlsx, sheet t, rows 2 to 3"].body
    assert "libreoffice.pdf, page 1" in records


def test_cut_words_are_whole_in_a_folder_and_in_titles(tmp_path: Path) -> None:
    """A true sentence was refuted by "She was born in War-", and found nothing about the "Eif\u00adfel Tower"."""
    (tmp_path / "a.txt").write_text("The Eif\u00adfel Tower\n\nIt was com-\npleted in 1889.\n", encoding="utf-8")
    (record,) = (item for item in open_corpus(tmp_path).items(reader=read_documents) if isinstance(item, Record))
    assert (record.title, record.body) == ("The Eiffel Tower", "The Eiffel Tower\n\nIt was completed in 1889.")
    (checked,) = Inputs((tmp_path / "a.txt",), context=(tmp_path / "a.txt",)).read()
    assert checked.context == ("The Eiffel Tower\n\nIt was completed in 1889.\n",)
    assert read_document(tmp_path / "a.txt").text.endswith("com-\npleted in 1889.\n"), "its offsets stay"


@pytest.fixture(scope="module")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Settings of LibreOffice, which its first start writes."""
    return tmp_path_factory.mktemp("profile")


def _soffice(target: str, source: Path, out: Path, profile: Path) -> Path:
    program = shutil.which("soffice")
    if program is None:
        pytest.skip("LibreOffice is not installed")
    home = f"-env:UserInstallation={profile.as_uri()}"
    command = [program, home, "--headless", "--convert-to", target, "--outdir", str(out), str(source)]
    subprocess.run(command, check=True, capture_output=True, timeout=180)
    made = out / f"{source.stem}.{target}"
    if not made.exists() and target in ("pptx", "xlsx", "ods"):
        pytest.skip(f"this LibreOffice lacks the component that writes .{target}")
    return made


@pytest.mark.parametrize("target", ["epub", "odt", "rtf", "docx", "pptx"])
def test_what_pandoc_writes_here(tmp_path: Path, target: str) -> None:
    program = shutil.which("pandoc")
    if program is None:
        pytest.skip("pandoc is not installed")
    made = tmp_path / f"made.{target}"
    subprocess.run([program, "-s", str(WRITTEN / "source.md"), "-o", str(made)], check=True, timeout=120)
    has_the_text(made)


@pytest.mark.slow
@pytest.mark.parametrize(("target", "source"), [("pptx", "libreoffice.odp")])
def test_what_libreoffice_writes_here(tmp_path: Path, profile: Path, target: str, source: str) -> None:
    """What it writes as odt, rtf, epub, odp, pdf and ods is in ``written``; each start of it takes a second and more."""
    assert BORN in read_document(_soffice(target, WRITTEN / source, tmp_path, profile)).text


@pytest.mark.slow
@pytest.mark.parametrize("target", ["xlsx"])
def test_the_sheets_that_libreoffice_writes_here(tmp_path: Path, profile: Path, target: str) -> None:
    assert ROW in read_document(_soffice(target, WRITTEN / "source.csv", tmp_path, profile)).text


def test_a_wrong_ending_is_said_and_the_content_counts(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes((WRITTEN / "pandoc.odt").read_bytes())
    document = read_document(path)
    assert BORN in document.text
    assert document.get("reading_notes") == [
        "its name ends in .docx, but it is an OpenDocument text file, and it was read as that"
    ]
    assert document.get("media_type") == KINDS["odt"].media_type
    for suffix in ("odt", "epub", "pptx", "xlsx", "rtf", "ods"):
        (tmp_path / f"a.{suffix}").write_text("Only a text.")
        assert "whatever its name says" in refused(tmp_path / f"a.{suffix}")


@pytest.mark.parametrize("name", ["pandoc.odt", "pandoc.epub", "pandoc.pptx", "libreoffice.xlsx"])
def test_a_file_that_is_cut_short_is_damaged(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes((WRITTEN / name).read_bytes()[:-3_000])
    assert "damaged" in refused(path)


def test_an_archive_without_its_content_is_damaged(tmp_path: Path) -> None:
    path = tmp_path / "a.odt"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", KINDS["odt"].media_type)
        archive.writestr("content.xml", '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>')
    assert "damaged OpenDocument" in refused(path)


@pytest.mark.parametrize("encoding", ["UT-8", "utf-7", "shift_jis", "base64", "idna"])
@pytest.mark.parametrize("name", ["pandoc.odt", "pandoc.epub", "pandoc.pptx", "pandoc.docx", "libreoffice.xlsx"])
def test_an_encoding_that_there_is_not_is_damage(tmp_path: Path, name: str, encoding: str) -> None:
    path = tmp_path / name
    with zipfile.ZipFile(WRITTEN / name) as found, zipfile.ZipFile(path, "w") as archive:
        for member in found.namelist():
            said = f'encoding="{encoding}"'.encode()
            archive.writestr(member, re.sub(rb'encoding="(?i:utf-8)"', said, found.read(member)))
    assert "damaged" in refused(path)


def test_repeated_cells_and_rows_cost_what_they_show(tmp_path: Path) -> None:
    path = tmp_path / "a.ods"
    cells = '<table:table-cell table:number-columns-repeated="999999999"/>'
    wide = '<table:table-cell table:number-columns-repeated="999999999"><text:p>wide</text:p></table:table-cell>'
    body = (
        f'<table:table table:name="S"><table:table-row table:number-rows-repeated="999999999">{cells}</table:table-row>'
        f"<table:table-row>{wide}</table:table-row></table:table>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", KINDS["ods"].media_type)
        archive.writestr(
            "content.xml",
            f"<o:body><o:spreadsheet>{body}</o:spreadsheet></o:body>".replace(
                "<o:body>", "<o:body xmlns:o='o' xmlns:table='t' xmlns:text='x'>"
            ),
        )
    assert read_document(path).text == " | ".join(["wide"] * 63)


def test_an_xlsx_that_states_a_million_columns_is_quick(tmp_path: Path) -> None:
    from openpyxl import Workbook

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"], sheet["B1"], sheet["A2"], sheet["B2"] = "Item", "Share", "Tea", 0.25
    sheet["B2"].number_format = "0%"
    sheet["XFD1048576"] = "far away"
    book.save(tmp_path / "a.xlsx")
    text = read_document(tmp_path / "a.xlsx").text
    assert text.startswith("The share of Tea is 25%.") and text.endswith("far away")


def test_what_is_struck_out_in_an_xlsx_says_nothing(tmp_path: Path) -> None:
    made = {  # as Excel writes a text of which a part is struck out or raised, or a cell that is struck out
        '<t xml:space="preserve">Albania</t>': "<r><t>Al</t></r><r><rPr><strike/></rPr><t>l</t></r><r><t>bania</t></r>",
        '<t xml:space="preserve">Vienna</t>': '<r><t>10</t></r><r><rPr><vertAlign val="superscript"/></rPr><t>5</t></r>',
        '<t xml:space="preserve">Tirana</t>': "<r><rPr><strike/></rPr><t>Tirana</t></r>",
    }
    with zipfile.ZipFile(WRITTEN / "libreoffice.xlsx") as plain, zipfile.ZipFile(tmp_path / "a.xlsx", "w") as rich:
        for name in plain.namelist():
            text = plain.read(name).decode()
            for words, pieces in made.items():
                text = text.replace(words, pieces)
            rich.writestr(name, text)
    albania, austria = read_document(tmp_path / "a.xlsx").text.split("\n\n")
    assert albania.startswith("Albania has a population of 2400000.")
    assert austria.startswith("The capital of Austria is 10^5.")


def test_a_cell_that_is_struck_out_in_an_xlsx_says_nothing(tmp_path: Path) -> None:
    from openpyxl import Workbook
    from openpyxl.styles import Font

    book = Workbook()
    sheet = book.active
    assert sheet is not None
    sheet["A1"], sheet["A2"] = "The pump is blue.", "It is red."
    sheet["A1"].font = Font(strike=True)
    book.save(tmp_path / "a.xlsx")
    assert read_document(tmp_path / "a.xlsx").text == "It is red."


def test_text_boxes_of_an_rtf_are_said_not_to_be_read(tmp_path: Path) -> None:
    box = r"{\shp{\*\shpinst{\shptxt The anchor weighs 3 tonnes.\par}}}"
    (tmp_path / "a.rtf").write_text(rf"{{\rtf1\ansi It is red.\par {box}\par}}")
    document = read_document(tmp_path / "a.rtf")
    assert document.text == "It is red."
    assert document.get("reading_notes") == ["the text of its text boxes was not read"]


@pytest.mark.parametrize(
    "source",
    [
        r"It is {\strike not }red.",
        r"It is \strike no\u232?t\'94 \strike0 red.",
        r"{\striked1 It is blue.\par}It is {\b\deleted big {\strike0 and} \emdash }\plain red.",
        r"{\v Hidden} It is \strike\b not \plain red.",
    ],
)
def test_what_is_struck_out_in_an_rtf_says_nothing(source: str, tmp_path: Path) -> None:
    (tmp_path / "a.rtf").write_text(rf"{{\rtf1\ansi{{\fonttbl\f0 Times;}}\f0 {source}\par\sb3 It weighs {{5}} kg.}}")
    assert read_document(tmp_path / "a.rtf").text == "It is red.\n\nIt weighs 5 kg."


def message(subject: str, text: str) -> EmailMessage:
    made = EmailMessage()
    made["Subject"], made["From"], made["Date"] = subject, "a@example.org", "Wed, 01 May 2024 10:00:00 +0200"
    made.set_content(text)
    return made


def test_a_message(tmp_path: Path) -> None:
    made = message("Übersicht für März", "The pump delivers 40 litres.\n\nIt is red.\n")
    made.add_alternative("<p>The pump delivers <b>40</b> litres.</p>", subtype="html")
    made.add_attachment(b"%PDF-", maintype="application", subtype="pdf", filename="plan.pdf")
    (tmp_path / "a.eml").write_bytes(bytes(made))
    document = read_document(tmp_path / "a.eml")
    assert (document.title, document.text) == ("Übersicht für März", "The pump delivers 40 litres.\n\nIt is red.")
    assert document.get("written") == "2024-05-01"
    assert document.get("reading_notes") == ["1 attachment was not read: plan.pdf"]


PAGE = "<p>The pump delivers 40 litres.</p>"


@pytest.mark.parametrize(
    ("kind", "parts", "said"),
    [
        (
            "mixed",
            [("html", PAGE), ("plain", "It is red.\n")],
            "The pump delivers 40 litres.\n\nIt is red.",
        ),  # of a list
        ("mixed", [("plain", "It is red.\n"), ("html", PAGE)], "It is red."),
        ("alternative", [("plain", " \n"), ("html", PAGE)], "The pump delivers 40 litres."),
        ("alternative", [("html", PAGE), ("plain", "It is red.\n")], "It is red."),
    ],
)
def test_no_text_of_a_message_is_lost(kind: str, parts: list[tuple[str, str]], said: str, tmp_path: Path) -> None:
    made = MIMEMultipart(kind)
    made["From"], made["Message-ID"] = "ada@a.org", "<1@a.org>"
    for subtype, text in parts:
        made.attach(MIMEText(text, subtype))
    (tmp_path / "a.eml").write_bytes(bytes(made))
    assert read_document(tmp_path / "a.eml").text == said


def test_a_message_that_is_attached_is_not_the_writer_s(tmp_path: Path) -> None:
    made, other = message("Pumps", "It is red.\n"), message("Old", "It is blue.\n")
    made.add_attachment(other, filename="old.eml")
    (tmp_path / "a.eml").write_bytes(bytes(made))
    document = read_document(tmp_path / "a.eml")
    assert document.text == "It is red."
    assert document.get("reading_notes") == ["1 attachment was not read: old.eml"]
    digest = MIMEMultipart("digest", _subparts=[MIMEMessage(other)])
    digest["From"], digest["Message-ID"] = "list@a.org", "<2@a.org>"
    (tmp_path / "b.eml").write_bytes(bytes(digest))
    assert read_document(tmp_path / "b.eml").text == "It is blue."


def test_a_message_of_an_old_mac(tmp_path: Path) -> None:
    head = b"From: a@a.org\nMessage-ID: <1@a.org>\nContent-Type: text/plain; charset=macintosh\n\n"
    (tmp_path / "a.eml").write_bytes(head + "Zürich ist größer als Köln.\n".encode("mac_roman"))
    assert read_document(tmp_path / "a.eml").text == "Zürich ist größer als Köln."


FULL = (
    "It is red.\n\nThe valve is open.\n-- \nAda\nHead of Pumps\n\nOn 1 Nov 2026, Ben\n<b@a.org> wrote:\n> It is blue.\n"
)


@pytest.mark.parametrize(
    ("text", "said", "lines"),
    [
        (FULL, "It is red.\n\nThe valve is open.", 6),
        ("Hello.\nAnn wrote:\n> The pump delivers\n> 40 litres.\n>\n>> Is it\nIt is red.\n", "Hello.\n\nIt is red.", 4),
        ("Am 1. Mai schrieb Ben:\n> Es ist blau.\n\nEs ist rot.\n", "Es ist rot.", 2),
        ("It is red.\n\n-----Original Message-----\nFrom: Ben\n\nIt is blue.\n", "It is red.", 3),
        ("It is red.\n\nFrom: Ben\nSent: Monday\nTo: Ada\nSubject: Pump\n\nIt is blue.\n", "It is red.", 5),
        ("Ben wrote:\n> It is blue.\n>> Is it\n>> red?\n", "Ben wrote:\n\nIt is blue.\n\nIs it\nred?", 0),
        ("He wrote: it is red.\nThe rule: a > b.\n--\n", "He wrote: it is red.\nThe rule: a > b.\n--", 0),
    ],
)
def test_what_a_message_quotes_is_not_its_writer_s(text: str, said: str, lines: int, tmp_path: Path) -> None:
    (tmp_path / "a.eml").write_bytes(bytes(message("Re: Pump", text)).replace(b"\n", b"\r\n"))
    document = read_document(tmp_path / "a.eml")
    assert document.text == said
    assert str(document.get("reading_notes", "")).count(f"{lines} line") == (lines > 0)


ASKED = "<p>It is blue.</p>"
OUTLOOK = "<p><b>From:</b> Ben<br><b>Sent:</b> Monday<br><b>To:</b> Ada<br><b>Subject:</b> Pump</p><p>It is blue.</p>"


@pytest.mark.parametrize(
    ("page", "said", "lines"),
    [
        (
            '<div>It is red.</div><div class="gmail_quote gmail_quote_container"><div>On Monday, Ben wrote:<br></div>'
            f"<blockquote>{ASKED}</blockquote></div>",
            "It is red.",
            2,
        ),
        (
            f'<p>It is red.</p><div class="moz-cite-prefix">Ben wrote:</div><blockquote type="cite">{ASKED}</blockquote>',
            "It is red.",
            2,
        ),
        (f"<p>It is red.</p><p>&nbsp;</p><div><div>{OUTLOOK}</div></div>", "It is red.", 5),
        (f"<blockquote>{ASKED}</blockquote><p>It is red.</p>", "It is blue.\n\nIt is red.", 0),
        (f'<div class="gmail_quote">{ASKED}</div>', "It is blue.", 0),
        ('<p>It is red.</p><div class="gmail_signature">Ada<br>Head of Pumps</div>', "It is red.", 2),
        ("<p>From: Paris</p><p>Date: Monday</p><p>It is red.</p>", "From: Paris\n\nDate: Monday\n\nIt is red.", 0),
    ],
)
def test_what_a_page_of_a_message_quotes_is_not_its_writer_s(page: str, said: str, lines: int, tmp_path: Path) -> None:
    made = message("Pump", "")
    made.set_content(f"<html><body>{page}</body></html>", subtype="html")
    (tmp_path / "a.eml").write_bytes(bytes(made))
    document = read_document(tmp_path / "a.eml")
    assert document.text == said
    assert str(document.get("reading_notes", "")).count(f"{lines} line") == (lines > 0)


def test_a_message_of_html_alone(tmp_path: Path) -> None:
    made = message("Pump", "")
    made.set_content("<html><body><p>The pump delivers 40 litres.</p></body></html>", subtype="html")
    (tmp_path / "a.eml").write_bytes(bytes(made))
    assert read_document(tmp_path / "a.eml").text == "The pump delivers 40 litres."
    (tmp_path / "a.txt").write_bytes(bytes(made))
    saved = read_document(tmp_path / "a.txt")
    assert saved.text == "The pump delivers 40 litres." and "an e-mail" in str(saved.get("reading_notes"))
    (tmp_path / "memo.txt").write_text("From: Ann\nTo: Ben\nSubject: Pump\n\nIt is red.\n")
    assert read_document(tmp_path / "memo.txt").text.startswith("From: Ann")
    (tmp_path / "b.eml").write_text("Just a text.\n")
    assert "not an e-mail" in refused(tmp_path / "b.eml")


def test_a_mailbox_gives_a_document_for_each_message(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    box = mailbox.mbox(path)
    for number in (1, 2):
        box.add(mailbox.mboxMessage(message(f"News {number}", f"Number {number} is here.\n\nFrom now on it counts.\n")))
    box.flush()
    box.close()
    documents = list(read_documents(path))
    assert [d.title for d in documents] == ["News 1", "News 2"]
    assert documents[1].text == "Number 2 is here.\n\nFrom now on it counts."
    records = [i for i in open_corpus(tmp_path).items(reader=read_documents) if isinstance(i, Record)]
    assert [r.locator for r in records] == ["a.mbox, message 1", "a.mbox, message 2"]
    path.rename(tmp_path / "a.txt")
    assert next(iter(read_documents(tmp_path / "a.txt"))).get("reading_notes")


def test_a_message_that_cannot_be_read_costs_no_other(tmp_path: Path) -> None:
    path = tmp_path / "a.mbox"
    good = "From a@b Mon Jan  1 00:00:00 2024\nSubject: News {}\n\nNumber {} is here.\n\n"
    odd = "From January to March 2019\nSales: they rose.\n\n"
    path.write_text(good.format(1, 1) + odd + good.format(3, 3) + odd)
    documents = list(read_documents(path))
    assert [d.title for d in documents] == ["News 1", "News 3"]
    assert "not read: message 2: not an e-mail" in str(documents[1].get("reading_notes"))
    assert "not read: message 4" in str(documents[1].get("reading_notes"))
    path.write_text(odd)
    assert "not read: message 1" in refused(path)


SRT = """1
00:00:01,000 --> 00:00:03,000
<i>Ada Lovelace was born</i>

2
00:00:03,000 --> 00:00:05,000
in London in 1815.

3
00:06:00,500 --> 00:06:02,000
- It was published in 1843.
"""


def test_subtitles_are_running_text_with_their_time(tmp_path: Path) -> None:
    (tmp_path / "a.srt").write_text(SRT)
    (tmp_path / "a.vtt").write_text("WEBVTT\n\n" + SRT.replace(",000", ".000").replace(",500", ".500"))
    for name in ("a.srt", "a.vtt"):
        document = read_document(tmp_path / name)
        assert document.text == f"{BORN}\n\nIt was published in 1843."
        assert [p[1] for p in document.get("parts")] == ["from 00:00:01", "from 00:06:00"]
    (tmp_path / "b.srt").write_text("No cues at all.")
    assert "not subtitles" in refused(tmp_path / "b.srt")


def test_no_line_of_subtitles_is_lost(tmp_path: Path) -> None:
    """Without a blank line between two of them, with one inside, and with signs that are no tags."""
    cues = (
        "If x < 5 and y > 2, it is so.\n",
        "Mars is red.\n\nIt is small.\n\n",
        "<i>The Moon</i> is near.\n1984\n\n",
        "End.",
    )
    made = "".join(f"{n}\n00:00:0{n},000 --> 00:00:0{n + 1},000\n{cue}" for n, cue in enumerate(cues, 1))
    (tmp_path / "a.srt").write_text(made)
    said = "If x < 5 and y > 2, it is so. Mars is red. It is small. The Moon is near. 1984 End."
    assert read_document(tmp_path / "a.srt").text == said
    (tmp_path / "a.vtt").write_text("WEBVTT\n\n00:01.000 --> 00:02.000\nMars is red.\n\nNOTE It is\nnot said.\n")
    assert read_document(tmp_path / "a.vtt").text == "Mars is red."


def test_the_dashes_of_a_dialogue_in_subtitles_part_its_speakers(tmp_path: Path) -> None:
    cues = [
        "- Is Mars red?\n-Yes, it is.\n>> It is",
        "-60 degrees cold.",
        "- 2 moons are there",
        "–  both small – and\n-\n- dark.",
    ]
    made = (f"{n}\n00:00:0{n},000 --> 00:00:0{n + 1},000\n{cue}\n\n" for n, cue in enumerate(cues, 1))
    (tmp_path / "a.srt").write_text("".join(made))
    told = ["Is Mars red?", "Yes, it is.", "It is -60 degrees cold.", "2 moons are there", "both small – and", "dark."]
    assert read_document(tmp_path / "a.srt").text.split("\n\n") == told


def test_tables_without_a_header_stand_side_by_side() -> None:
    assert list(sentences([("1", "2"), ("3", "4")])) == ["1 | 2", "3 | 4"]
    assert list(sentences([("Name", "Age"), ("", "4"), ("Bo", "5", "6")])) == ["4", "Bo | 5 | 6"]
    assert list(sentences([])) == [] and list(sentences([("A", "B")])) == ["A | B"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_a_csv_file_whatever_its_delimiter(tmp_path: Path, delimiter: str) -> None:
    (tmp_path / "a.csv").write_text((WRITTEN / "source.csv").read_text().replace(",", delimiter))
    assert ROW in read_document(tmp_path / "a.csv").text


@pytest.mark.parametrize(
    ("name", "table", "said"),
    [
        (
            "a.tsv",
            "Name\tLife\nAda\tborn in London, England, and wrote, in 1843, notes\n",
            "The life of Ada is born in London, England",
        ),
        ("a.csv", "Name;Bio\nAda;London, England, 1815, writer\n", "The bio of Ada is London, England, 1815, writer."),
        ("a.csv", "sep=;\nTown;People\nUlm;1,5\nBonn;2,5\n", "The people of Bonn is 2.5."),
        ("a.csv", "Town;People\nUlm;1,5\nBonn;1.250,5\n", "The people of Bonn is 1250.5."),
        ("a.csv", "Town;People\nUlm;1,500\nBonn;2,500\n", "The people of Bonn is 2,500."),
        ("a.csv", "Name,City,Note\nAda,London,first\u2028second\n", "The Note of Ada is first second."),
    ],
)
def test_what_stands_in_a_cell_is_no_delimiter(tmp_path: Path, name: str, table: str, said: str) -> None:
    (tmp_path / name).write_text(table, encoding="utf-8")
    assert said in read_document(tmp_path / name).text


SCANNED = (
    "She wrote notes on a machine that could follow a list of orders and weave patterns of numbers. Her mother had her taught"
    " mathematics, music and French, and she met the inventor of the machine when she was seventeen years old."
)


def scanned(folder: Path, turned: int = 0) -> Path:
    """A PDF that holds a picture of the text only, as a scanner makes it; the page lies on its side where it is ``turned``."""
    image = pytest.importorskip("PIL.Image")
    from PIL import ImageDraw, ImageFont

    picture = image.new("L", (1600, 900), 255)
    for number, line in enumerate(textwrap.wrap(f"{BORN} {SCANNED}", 44)):
        place = (60, 90 * number + 60)
        ImageDraw.Draw(picture).text(place, line, fill=0, font=ImageFont.load_default(size=64))
    out = io.BytesIO()
    picture.rotate(turned, expand=True).save(out, "PDF", resolution=200)
    (folder / "scan.pdf").write_bytes(out.getvalue())
    return folder / "scan.pdf"


def test_a_scan_is_refused_with_what_would_help(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BadInput, match="a scan") as caught:
        read_document(scanned(tmp_path))
    assert "ocrmypdf" in caught.value.hint


def test_a_sentence_whose_lines_text_recognition_sets_apart_stays_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Tesseract parts paragraphs where lines stand further apart: "was" and "automated in 1984" were two fragments."""
    read = "The Lamp\n\nIt stands 38 metres above the sea and was\n\nautomated in 1984.\n\nIts keeper was Marta Lund."
    monkeypatch.setattr(ocr, "recognised", lambda *_: ocr.Recognised({1: read}, "tesseract 5"))
    document = read_document(scanned(tmp_path))
    assert document.text == read.replace("was\n\nauto", "was\nauto")
    assert document.get("parts") == [[0, "page 1", ""]]


def test_a_picture_is_refused_with_what_would_help(tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    for suffix in ("png", "jpg", "gif", "txt"):
        picture = tmp_path / f"page.{suffix}"
        image.new("RGB", (60, 40), "red").save(picture, "png" if suffix == "txt" else None)
        with pytest.raises(BadInput, match="a picture") as caught:
            read_document(picture)
        assert "PDF" in caught.value.hint and "text recognition" in caught.value.hint
    (tmp_path / "a.txt").write_text("GIF89a is a format of pictures.")
    assert read_document(tmp_path / "a.txt").text == "GIF89a is a format of pictures."


@pytest.mark.slow
@pytest.mark.parametrize("turned", [0, 90])
@pytest.mark.parametrize("program", ["ocrmypdf", "tesseract"])
def test_a_scan_is_read_by_text_recognition_where_it_is_installed(
    tmp_path: Path, program: str, turned: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page that was scanned on its side was read as letters without sense."""
    if shutil.which(program) is None or shutil.which("tesseract") is None:
        pytest.skip(f"{program} is not installed")
    path = scanned(tmp_path, turned)
    if program == "tesseract":
        found = shutil.which
        monkeypatch.setattr(shutil, "which", lambda name: None if name == "ocrmypdf" else found(name))
    document = read_document(path)
    assert "born in London in 1815" in document.text
    assert program in str(document.get("reading_notes")) and "compare with the scan" in str(
        document.get("reading_notes")
    )


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ([("Part", "Value"), ("Rivets", "40")], "Rivets: 40 (Value)."),
        ([("Part", "amount"), ("Rivets:", "2.5 million.")], "Rivets: 2.5 million (amount)."),
        ([("Year", "Value"), ("1889", "300 m")], "The Value for Year 1889 is 300 m."),
        ([("Part", "Weight"), ("Rivets", "2 kg")], "The weight of Rivets is 2 kg."),
        ([("Part", "Value", "Unit"), ("Rivets", "2", "kg")], "The value of Rivets is 2. The unit of Rivets is kg."),
    ],
)
def test_a_column_whose_name_says_nothing_makes_no_sentence(rows: list[tuple[str, ...]], said: str) -> None:
    assert list(sentences(rows)) == [said]
