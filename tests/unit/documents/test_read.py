"""Documents in: every format, and one clear line with a hint for everything that cannot be read."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from docx import Document as new_docx
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from localcheck.errors import BadInput
from localcheck.ingest.documents import from_text, read, read_document, read_documents
from localcheck.ingest.documents.inputs import Inputs
from localcheck.ingest.documents.packed import UNPACKED_LIMIT
from localcheck.text.html.reading import main_text
from localcheck.text.sentences import split_sentences
from localcheck.types import READING_NOTES

MARKDOWN = """---
title: Ada
---
# Ada *Lovelace*

She **was** born in [London](https://example.org)[^1] in
1815. <!-- hidden -->

- first item
- second `item`

| year | work |
|------|------|
| 1843 | Notes |

```python
x = 1
```
> a quotation

![picture](x.png)
"""
HTML = """<!doctype html><html><head><title>Marie Curie - Encyclopedia</title><style>p {}</style></head><body>
<nav><a href="/">Menu</a></nav><h1>Marie Curie</h1>
<p>Marie Curie was a <b>physicist</b>. She was born in <a href="w">Warsaw</a>.</p><ul><li>one</li><li>two</li></ul>
<script>alert(1)</script><footer>Imprint</footer></body></html>"""


def pdf_bytes(text: str, password: str = "") -> bytes:
    writer = PdfWriter()
    page = writer.add_blank_page(300, 300)
    font = DictionaryObject(
        {
            NameObject("/Type"): NameObject("/Font"),
            NameObject("/Subtype"): NameObject("/Type1"),
            NameObject("/BaseFont"): NameObject("/Helvetica"),
        }
    )
    page[NameObject("/Resources")] = DictionaryObject(
        {NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})}
    )
    stream = DecodedStreamObject()
    stream.set_data(f"BT /F1 12 Tf 20 200 Td ({text}) Tj ET".encode("latin-1"))
    page[NameObject("/Contents")] = writer._add_object(stream)
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def refuse(path: Path | str) -> BadInput:
    with pytest.raises(BadInput) as caught:
        read_document(path)
    error = caught.value
    assert error.hint
    assert "\n" not in error.message + error.hint
    assert error.exit_code == 2
    return error


def test_plain_text_keeps_its_first_line_as_title(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeffAda Lovelace\r\n\r\nShe was born in London.\r\n".encode())
    document = read_document(path)
    assert document.text == "Ada Lovelace\n\nShe was born in London.\n"
    assert document.title == "Ada Lovelace"
    assert document.get("media_type") == "text/plain"


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("Koalas live mainly on fish\nThe bat is a mammal\n", ""),
        ("Koalas live mainly on fish\n\nThe bat is a mammal.\n", "Koalas live mainly on fish"),
        ("History of the Roman Empire\nRome was founded in 753 BC\n", "History of the Roman Empire"),
        ("Things about the Nile\n\n- flows north\n- longest river\n", "Things about the Nile"),
        ("Marie Curie\nBorn in Warsaw\n", "Marie Curie"),
        ("1. Koalas live mainly on fish\n2. The bat is a mammal\n", ""),
        ("* Koalas live mainly on fish\n* The bat is a mammal\n", ""),
    ],
)
def test_the_first_of_a_list_of_statements_is_no_title(tmp_path: Path, text: str, title: str) -> None:
    path = tmp_path / "a.txt"
    path.write_text(text, encoding="utf-8")
    assert read_document(path).title == title


@pytest.mark.parametrize(
    ("below", "title"),
    [("## Death\n\nShe died.", ""), ("### Ulm\n\nShe was born.", "Life"), ("# Ada\n\nShe wrote.", "")],
)
def test_a_section_below_other_words_is_no_title(tmp_path: Path, below: str, title: str) -> None:
    path = tmp_path / "answer.md"
    path.write_text(f"Ada was a countess.\n\n## Life\n\nShe lived.\n\n{below}\n", encoding="utf-8")
    assert read_document(path).title == title


def test_markdown_becomes_prose_and_code(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(MARKDOWN, encoding="utf-8")
    document = read_document(path)
    assert document.text.split("\n\n") == [
        "Ada Lovelace",
        "She was born in London in 1815.",
        "first item",
        "second item",
        "The work for year 1843 is Notes.",
        "```python\nx = 1\n```",
        "a quotation",
    ]
    assert document.title == "Ada"
    assert all(s.span.of(document.text) == s.text for s in split_sentences(document.text))


def test_code_in_markdown_keeps_its_lines_and_cannot_leave_its_fence(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_text(
        "Before.\n\n~~~~ PY x\na = 1\n\n```\nb = 2\n~~~~\n\n    c = 3\n\n    d = 4\n\nAfter.\n", encoding="utf-8"
    )
    document = read_document(path)
    assert [s.text for s in split_sentences(document.text)] == [
        "Before.",
        "````PY\na = 1\n\n```\nb = 2\n````",
        "```\nc = 3\n\nd = 4\n```",
        "After.",
    ]


def test_a_small_html_page_is_read_block_by_block(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_text(HTML, encoding="utf-8")
    document = read_document(path)
    assert document.text.split("\n\n") == [
        "Marie Curie",
        "Marie Curie was a physicist. She was born in Warsaw.",
        "one",
        "two",
    ]
    assert document.title == "Marie Curie"


def test_a_long_html_page_loses_its_navigation(tmp_path: Path) -> None:
    paragraph = "<p>Marie Curie conducted <i>pioneering</i> research on radioactivity in Paris, number {}.</p>"
    body = "".join(paragraph.format(n) for n in range(40))
    path = tmp_path / "a.html"
    path.write_text(
        f"<html><body><nav>Menu Menu</nav><article><h1>Marie Curie</h1>{body}</article></body></html>", encoding="utf-8"
    )
    text = read_document(path).text
    assert "Menu" not in text
    assert "Marie Curie conducted pioneering research on radioactivity in Paris, number 39." in text


def test_no_date_is_looked_for_in_the_text_of_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its metadata say it. The parser of dates in all languages took two seconds for the first one in a process."""
    asked: list[object] = []
    monkeypatch.setattr("trafilatura.metadata.find_date", lambda _, **given: asked.append(given["extensive_search"]))
    page = "<html><body><p>Ada Lovelace died on Saturday, 27 Novembre 1852.</p></body></html>"
    assert "1852" in main_text(page, "a.html").text and asked == [False]


def test_html_is_recognised_without_its_suffix(tmp_path: Path) -> None:
    path = tmp_path / "page"
    path.write_text(HTML, encoding="utf-8")
    assert read_document(path).get("media_type") == "text/html"


def test_pdf(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_bytes("Ada Lovelace was born in London."))
    assert read_document(path).text == "Ada Lovelace was born in London."


def test_docx(tmp_path: Path) -> None:
    file = new_docx()
    file.core_properties.title = "Ada Lovelace"
    file.add_heading("Life", 1)
    file.add_paragraph("She was born in London.")
    row = file.add_table(1, 2).rows[0]
    row.cells[0].text, row.cells[1].text = "1815", "birth"
    file.save(str(tmp_path / "a.docx"))
    document = read_document(tmp_path / "a.docx")
    assert document.text == "Life\n\nShe was born in London.\n\n1815 | birth"
    assert document.title == "Ada Lovelace"


def test_standard_input(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"Ada was born in London.")))
    assert read_document("-").id == "standard input"


@pytest.mark.parametrize("coding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize(
    ("given", "ids"),
    [
        ('{"id": "a", "text": "One."}\n{"id": "b", "text": "Two."}\n', ["a", "b"]),
        ('\n{"text": "One."}\n{"text": "Two."}\n', ["standard input:2", "standard input:3"]),
        ('{"id": "a", "text": "One."}\n', ["a"]),
        ('[{"id": "a", "text": "One."}, {"text": "Two."}]', ["a", "standard input#2"]),
        ('[\n  {"id": "a", "text": "One."},\n  {"id": "b", "text": "Two."}\n]', ["a", "b"]),
    ],
)
def test_json_on_standard_input(monkeypatch: pytest.MonkeyPatch, coding: str, given: str, ids: list[str]) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode(coding))))
    assert [document.id for document in read_documents("-")] == ids


@pytest.mark.parametrize("given", ['{"id": "a", "text": "One."}\n{"id": "b", "text"\n', '{"text"\n{"text": "Two."}\n'])
def test_a_row_with_a_mistake_on_standard_input_is_named(monkeypatch: pytest.MonkeyPatch, given: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given.encode())))
    with pytest.raises(BadInput, match=r"standard input:[12]: not JSON"):
        list(read_documents("-"))


@pytest.mark.parametrize(
    "prose", ['{"name": "Ada"}', "[1] Ada was born in London.", '{"text" is a key} of JSON.', "[]"]
)
def test_prose_that_begins_like_json_is_prose(monkeypatch: pytest.MonkeyPatch, prose: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(prose.encode())))
    assert read_document("-").text == prose


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-16", "Ada wurde in London geboren."),
        ("utf-16-le", "Ada was born in London."),
        ("latin-1", "Die Straße führt über den Fluß. Größe und Güte sind selten, sagte der alte Mann in München."),
        ("latin-1", "Der Mond kreist um die Erde. Käse ist gelb."),
        ("latin-1", "Äiti meni töihin pyörällä ja söi jäätelöä."),
        ("gb18030", "爱因斯坦1879年出生于德国乌尔姆。他是一位物理学家，提出了相对论。他于1921年获得诺贝尔物理学奖。"),
    ],
)
def test_other_encodings(tmp_path: Path, encoding: str, text: str) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode(encoding))
    assert read_document(path).text == text


def test_one_bad_byte_spoils_no_text(tmp_path: Path) -> None:
    """A whole text in UTF-8 was read as Urdu for one byte of another encoding, and nothing said so."""
    text = "Zürich lies in Switzerland. Москва is the capital of Russia. The caf\ufffd is old."
    data = text.encode().replace("\ufffd".encode(), b"\xe9")
    path = tmp_path / "a.txt"
    path.write_bytes(data)
    found = read_document(path)
    assert (found.text, found.get("encoding")) == (text, "utf-8")
    assert found.get(READING_NOTES) == ["1 byte could not be read: not UTF-8, as the rest of the text is"]
    path.write_bytes(data + b" \xe9\xe9\xe9")
    assert "guessed" in str(read_document(path).get(READING_NOTES)), "four bad bytes beside seven letters"
    path.write_text(text, encoding="utf-8")
    assert read_document(path).get(READING_NOTES) is None, "its U+FFFD was there before"


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.txt", "{}"), ("a.html", "<p>{}</p>"), ("a.csv", "note,of\n{},\n"), ("a.jsonl", '{{"text": "{}"}}')],
)
def test_a_guessed_encoding_is_said(tmp_path: Path, name: str, content: str) -> None:
    path = tmp_path / name
    text = content.format("Die Straße führt über den Fluß. Größe und Güte sind selten.")
    path.write_bytes(text.encode("cp1252"))
    (found,) = read_documents(path)
    assert found.get(READING_NOTES) == ["the encoding was guessed: cp1252"] and "über den Fluß" in found.text
    path.write_bytes(text.encode("utf-16"))
    (found,) = read_documents(path)
    assert found.get(READING_NOTES) is None, "a byte order mark is no guess"


FRENCH = (
    "Il est né à Orléans, où sa mère était élève. Après la guerre, le père se retira à la campagne, près de la forêt.\n"
    "Les années passèrent ; l'été, les enfants jouaient à côté de l'église, et la fête commençait à la tombée de la nuit.\n"
)


def test_an_encoding_is_told_from_where_it_matters(tmp_path: Path) -> None:
    text = "A plain line of English text that says nothing at all.\n" * 3000 + FRENCH
    path = tmp_path / "a.txt"
    path.write_bytes(text.encode("cp1252"))
    assert read_document(path).text.endswith(FRENCH)


@pytest.mark.parametrize(
    ("text", "encoding"),
    [
        ("Café de Paris opens at 8:00. The résumé of café sales was 12,000 €.", "cp1252"),
        ("Ærø is an island in Denmark. Tromsø is in Norway.", "cp1252"),
        ("Copyright © 2019. All rights reserved. Ñandú", "latin-1"),
        ("Die Straße führt über den Fluß. Schöne Grüße aus München.", "cp437"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy.", "cp852"),
        ("Москва является столицей России. Она стоит на реке.", "cp866"),
    ],
)
def test_a_short_text_in_few_accents_is_no_text_of_dos(tmp_path: Path, text: str, encoding: str) -> None:
    (tmp_path / "a.txt").write_bytes(text.encode(encoding))
    assert read_document(tmp_path / "a.txt").text == text


def test_front_matter_with_windows_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    path.write_bytes(b"---\r\ntitle: My report\r\ndate: 2019-05-01\r\n---\r\n\r\n# Head\r\n\r\nBody text.\r\n")
    found = read_document(path)
    assert (found.title, found.text, found.get("written")) == ("My report", "Head\n\nBody text.", "2019-05-01")


def test_a_batch_of_rows(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    rows = [
        {"id": 7, "text": "One.", "title": "T", "samples": ["a", "b"], "domain": "bio"},
        {"text": "Two.", "context": "c"},
    ]
    path.write_text("\n\n".join(map(json.dumps, rows)), encoding="utf-8")
    first, second = read_documents(path)
    assert (first.id, first.title, first.samples, first.get("domain")) == ("7", "T", ("a", "b"), "bio")
    assert (second.id, second.context) == (f"{path}:3", ("c",))
    assert "more than one" in refuse(path).message


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[1]",
        "3",
        '{"id": 1}',
        '{"text": ""}',
        '{"text": "a", "samples": [1]}',
        '{"text": "a", "title": 3}',
        "[" * 5000,
    ],
)
def test_a_bad_row_is_named_by_its_line(tmp_path: Path, line: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"text": "One."}\n' + line, encoding="utf-8")
    with pytest.raises(BadInput, match=r"a\.jsonl:2: "):
        list(read_documents(path))


def test_missing_file_names_a_near_one(tmp_path: Path) -> None:
    (tmp_path / "report.txt").write_text("Some text.", encoding="utf-8")
    error = refuse(tmp_path / "reprot.txt")
    assert "no such file" in error.message
    assert "report.txt" in error.hint


def test_a_folder(tmp_path: Path) -> None:
    assert "is a folder" in refuse(tmp_path).message


@pytest.mark.parametrize("content", [b"", b" \n\t", b"\xef\xbb\xbf"])
def test_an_empty_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    assert "empty" in refuse(path).message


@pytest.mark.parametrize(
    "content", [bytes(range(256)) * 40, b"\x7fELF\x02\x01\x01" + b"\0" * 100, b"\x89PNG\r\n\x1a\n" + bytes(500)]
)
def test_a_binary_file(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes(content)
    assert "binary" in refuse(path).message


def test_a_cut_utf16_file(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("\ufeffAda".encode("utf-16-le")[:-1])
    assert "UTF-16" in refuse(path).message


def test_a_file_over_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    with path.open("wb") as file:
        file.truncate(50_000_000)
    assert "larger than 20 MB" in refuse(path).message


def test_extracted_text_over_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(read, "TEXT_LIMIT", 10)
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_bytes("Ada Lovelace was born in London."))
    assert "larger than" in refuse(path).message


@pytest.mark.parametrize(
    ("made", "changed", "day"),
    [
        ("D:20240501152922Z'", "", "2024-05-01"),
        ("D:20240501152922+02'00'", "D:20250101", "2024-05-01"),
        ("yesterday", "D:202405", "2024-05"),
        ("D:20249901", "", ""),
    ],
)
def test_the_date_of_a_pdf_is_read_whatever_its_zone(tmp_path: Path, made: str, changed: str, day: str) -> None:
    """LibreOffice writes the first; such a PDF had no date."""
    writer, path = PdfWriter(clone_from=io.BytesIO(pdf_bytes("Mars is red."))), tmp_path / "a.pdf"
    writer.add_metadata({"/CreationDate": made, "/ModDate": changed})
    writer.write(path)
    assert (read_document(path).get("written") or "") == day


def test_an_encrypted_pdf(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_bytes("secret", password="x"))
    assert "encrypted" in refuse(path).message


@pytest.mark.parametrize("content", [b"%PDF-1.7\n%%EOF", b"%PDF-1.4 truncated", pdf_bytes("Ada")[:200]])
def test_a_damaged_pdf(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(content)
    assert "PDF" in refuse(path).message


def test_a_pdf_without_text(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_bytes(pdf_bytes(""))
    assert "OCR" in refuse(path).hint


def test_a_text_called_pdf(tmp_path: Path) -> None:
    path = tmp_path / "a.pdf"
    path.write_text("Some text.", encoding="utf-8")
    assert "not a PDF" in refuse(path).message


def test_damaged_and_foreign_archives(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    path.write_bytes(b"PK\x03\x04 truncated")
    assert "damaged DOCX" in refuse(path).message
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("a.txt", "Some text.")
    assert "an archive, but not" in refuse(path).message
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("word/document.xml", "<no/>")
    assert "damaged DOCX" in refuse(path).message


def test_a_zip_bomb_is_not_opened(tmp_path: Path) -> None:
    path = tmp_path / "a.docx"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("word/document.xml", "w") as member:
        for _ in range(UNPACKED_LIMIT // 10_000_000 + 1):
            member.write(bytes(10_000_000))
    assert "unpacks to more than" in refuse(path).message


@pytest.mark.parametrize("name", ["a.pages", "a.doc", "a.msg"])
def test_formats_that_are_not_read(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(b"whatever")
    assert "not read" in refuse(path).message


def test_from_text_cleans_what_cannot_be_written() -> None:
    document = from_text("a\r\nb\0c\ud800", id="x", prompt="p")
    assert (document.text, document.prompt) == ("a\nb\ufffdc\ufffd", "p")
    with pytest.raises(BadInput, match="empty"):
        from_text(" \n")


def test_importing_the_package_loads_no_reader() -> None:
    heavy = ("trafilatura", "pypdf", "docx", "lxml", "markdown_it", "charset_normalizer")
    code = f"import sys, localcheck.ingest.documents; print([m for m in {heavy} if m in sys.modules])"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "[]"


def test_a_file_that_is_named_twice_is_read_once(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("The dog barks.", encoding="utf-8")
    (tmp_path / "b.txt").symlink_to(tmp_path / "a.txt")
    (tmp_path / "c.txt").write_text("The cat sleeps.", encoding="utf-8")
    names = ("a.txt", "c.txt", "../a.txt", "b.txt", "a.txt")
    paths = tuple(tmp_path / (name if ".." not in name else f"../{tmp_path.name}/a.txt") for name in names)
    assert [d.text for d in Inputs(paths).read()] == ["The dog barks.", "The cat sleeps."]


def test_of_several_contexts_a_report_says_which_file_each_is(tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt", "c.txt"):
        (tmp_path / name).write_text("The dog barks.", encoding="utf-8")
    checked, b, c = (tmp_path / name for name in ("a.txt", "b.txt", "c.txt"))
    (several,) = Inputs((checked,), context=(b, c)).read()
    assert several.get(READING_NOTES) == [f"context 1 is {b}, context 2 is {c}"]
    (one,) = Inputs((checked,), context=(b,)).read()
    assert not one.get(READING_NOTES)
