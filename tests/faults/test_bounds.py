"""The inputs that once took gigabytes or hours, made small or streamed: each is now quick, or one clear error."""

from __future__ import annotations

import gzip
import io
import json
import time
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from localcheck.errors import BadInput
from localcheck.evaluate.datasets.files import load_json
from localcheck.ingest import bounded_xml
from localcheck.ingest.bounded_xml import TooMuch
from localcheck.ingest.corpus import mediawiki
from localcheck.ingest.corpus.streams import chunks
from localcheck.ingest.corpus.wikitext import to_plain
from localcheck.ingest.documents import docx, from_text, json_rows, markup
from localcheck.ingest.documents.read import read_document, read_documents

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'

SPAN = '<w:gridSpan w:val="2000000000"/>'
RESTART = '<w:vMerge w:val="restart"/>'


def docx_of(body: str | bytes, unit: str = "", times: int = 0) -> bytes:
    """A DOCX whose body is ``body``, or ``unit`` written ``times`` without holding it in memory."""
    packed = io.BytesIO()
    with (
        zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive,
        archive.open("word/document.xml", "w", force_zip64=True) as file,
    ):
        file.write(f"<w:document {W}><w:body>".encode())
        file.write(body.encode() if isinstance(body, str) else body)
        for done in range(0, times, 10_000):
            file.write(unit.encode() * min(10_000, times - done))
        file.write(b"</w:body></w:document>")
    return packed.getvalue()


def cell(text: str, properties: str = "") -> str:
    return f"<w:tc><w:tcPr>{properties}</w:tcPr><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>"


def test_a_cell_over_two_thousand_million_columns_is_one_cell() -> None:

    table = f"<w:tbl><w:tr>{cell('Wide.', SPAN)}</w:tr></w:tbl>"
    assert docx.read(docx_of(table), "a.docx", 1_000).text == "Wide."


def test_cells_merged_over_many_rows_cost_what_they_show() -> None:
    first = f"<w:tr>{cell('Big', RESTART)}{cell('1')}</w:tr>"
    row = f"<w:tr>{cell('', '<w:vMerge/>')}{cell('x')}</w:tr>"
    text = docx.read(docx_of(f"<w:tbl>{first}{row * 3_000}</w:tbl>"), "a.docx", 1_000_000).text
    assert text.startswith("Big: 1\n\nBig: x\n\n") and text.count("Big: x") == 3_000
    with pytest.raises(
        BadInput, match="larger than 1 MB of text"
    ):  # a long merged cell is shown in every row, up to the limit
        docx.read(docx_of(f"<w:tbl>{first.replace('Big', 'B' * 10_000)}{row * 3_000}</w:tbl>"), "a.docx", 1_000_000)


def test_millions_of_empty_paragraphs_are_refused_without_being_held(monkeypatch: pytest.MonkeyPatch) -> None:
    import tracemalloc

    monkeypatch.setattr(bounded_xml, "MOST_ELEMENTS", 100_000)
    data = docx_of("", "<w:p/>", 1_000_000)
    tracemalloc.start()
    with pytest.raises(BadInput, match="100,000 elements"):
        docx.read(data, "a.docx", 1_000)
    assert tracemalloc.get_traced_memory()[1] < 3_000_000
    tracemalloc.stop()


def test_a_zip_that_unpacks_to_a_gigabyte_is_not_opened(tmp_path: Path) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b"<w>" + b" " * 300_000)
    data = packed.getvalue()
    size = (300_003).to_bytes(4, "little")
    assert data.count(size) == 2  # the local header and the directory
    (tmp_path / "a.docx").write_bytes(data.replace(size, (1 << 30).to_bytes(4, "little")))
    with pytest.raises(BadInput, match="unpacks to more than"):
        read_document(tmp_path / "a.docx")


@pytest.mark.parametrize(
    "inside", ["<!DOCTYPE a>", "</w:p>", "<w:p>" * 300, '<!DOCTYPE a [<!ENTITY b "bb"><!ENTITY c "&b;&b;">]>&c;']
)
def test_odd_xml_in_a_docx_is_one_error(inside: str, tmp_path: Path) -> None:
    (tmp_path / "a.docx").write_bytes(docx_of(inside))
    with pytest.raises(BadInput):
        read_document(tmp_path / "a.docx")


def test_a_zip_of_a_version_to_come_is_one_error(tmp_path: Path) -> None:
    data = docx_of("")
    at = data.rindex(b"PK\x01\x02") + 6
    (tmp_path / "a.docx").write_bytes(data[:at] + b"\x40" + data[at + 1 :])
    with pytest.raises(BadInput, match="damaged DOCX"):
        read_document(tmp_path / "a.docx")


def test_a_gzip_of_line_ends_is_refused_early(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl.gz"
    with gzip.open(path, "wb") as file:  # 64 MB here; 511 MB took the memory of the machine
        for _ in range(64):
            file.write(b"\n" * 1_000_000)
    with pytest.raises(BadInput, match="expands more than"):
        load_json(path)
    plain = tmp_path / "b.jsonl"
    plain.write_bytes(b"\n" * 1_000_000 + b'{"a": 1}')
    assert load_json(plain) == [{"a": 1}]


def test_a_dump_nested_a_hundred_thousand_deep_is_malformed(tmp_path: Path) -> None:
    head = b'<mediawiki xmlns="x" version="0.11" xml:lang="en"><siteinfo></siteinfo>'
    page = b"<page><title>A</title>" + b"<x>" * 100_000 + b"</x>" * 100_000 + b"</page>"
    good = b"<page><title>B</title><ns>0</ns><id>1</id><revision><id>1</id><text>T</text></revision></page>"
    (tmp_path / "a.xml").write_bytes(head + page + good + b"</mediawiki>")
    *_, bad, last = (i for p in mediawiki.cut(tmp_path / "a.xml", chunks(tmp_path / "a.xml")) for i in p.items())
    assert "deep" in bad.why and last.title == "B"  # type: ignore[union-attr]
    with pytest.raises(TooMuch, match="deep"):
        mediawiki.parse_site(b"<mediawiki>" + b"<x>" * 100_000)


@pytest.mark.parametrize("content", ["[" * 131_072, '{"a":' * 50_000, '{"text": ' + "9" * 5_000 + "}"])
def test_hostile_json_is_one_error(content: str, tmp_path: Path) -> None:
    for name in ("a.json", "a.jsonl"):
        (tmp_path / name).write_text(content)
        with pytest.raises(BadInput, match=name):
            list(read_documents(tmp_path / name))
        with pytest.raises(BadInput, match=name):
            load_json(tmp_path / name)


READERS: dict[str, Callable[[int], object]] = {
    "heading with tabs": lambda n: to_plain(("=" + "\t" * 480 + "x\n") * (n // 480)),
    "redirect with blanks": lambda n: mediawiki.REDIRECT.match("#REDIRECT" + " " * n),
    "redirect with line ends": lambda n: mediawiki.REDIRECT.match("\n" * n + "#REDIRECT" + "\n" * n + ":"),
    "wikitext brackets": lambda n: to_plain("[[" * n),
    "wikitext single brackets": lambda n: to_plain("[" * n),
    "wikitext braces": lambda n: to_plain("{{a|" * n),
    "wikitext tags": lambda n: to_plain("<ref" * n),
    "wikitext variants": lambda n: to_plain("-{a:" * n),
    "wikitext comments": lambda n: to_plain("<!--" * n),
    "wikitext tables": lambda n: to_plain("{|\n|" * n),
    "wikitext quotes and parentheses": lambda n: to_plain("''(( ,;" * n),
    "markdown brackets": lambda n: markup.markdown("[" * n),
    "markdown links": lambda n: markup.markdown("[a](" * n),
    "markdown emphasis": lambda n: markup.markdown("*a_" * n),
    "markdown quotes": lambda n: markup.markdown("> " * n),
    "markdown code": lambda n: markup.markdown("`a" * n),
    "html nested": lambda n: _tried(lambda: markup.html("<div>" * n + "text", "x")),
    "html open tags": lambda n: markup.html("<p>text " * (n // 2), "x"),
    "html attributes": lambda n: markup.html("<p " + "a=b " * n + ">text", "x"),
    "docx paragraphs": lambda n: docx.read(docx_of("", "<w:p><w:r><w:t>a</w:t></w:r></w:p>", n), "a.docx", 10**9),
    "docx rows": lambda n: docx.read(
        docx_of("<w:tbl>" + f"<w:tr>{cell('a')}</w:tr>" * n + "</w:tbl>"), "a.docx", 10**9
    ),
    "json lines": lambda n: list(json_rows.json_lines((json.dumps({"text": "a\u2028b"}) + "\n") * n, "x")),
    "json deep": lambda n: _refused(lambda: list(json_rows.json_value("[" * n, "x"))),
    "plain text": lambda n: from_text("a b.\n" * n),
    "plain text of one line": lambda n: from_text("ab" * n),
}


def _tried(call: Callable[[], object]) -> None:
    with suppress(BadInput):
        call()


def _refused(call: Callable[[], object]) -> None:
    with pytest.raises(BadInput):
        call()


def seconds(reader: Callable[[int], object], n: int) -> float:
    """In time of this process alone."""
    start = time.process_time()
    reader(n)
    return time.process_time() - start


@pytest.mark.parametrize("name", READERS)
def test_time_grows_as_the_input_does(name: str) -> None:
    """Size doubled twice: linear time grows fourfold, quadratic sixteenfold; below a tenth of a second nothing is said."""
    reader = READERS[name]
    reader(100)
    n = 2_000
    if (large := seconds(reader, 4 * n)) >= 0.1:
        small, large = min(seconds(reader, n), seconds(reader, n)), min(large, seconds(reader, 4 * n))
        assert large < max(0.1, 9 * small), f"{small:.3f} s, then {large:.3f} s"
