"""Sources with markup, checked as documents: LaTeX, reStructuredText and notebooks; and the marks of notes on pages."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from pathlib import Path
from typing import Any

import pytest

from localcheck.errors import BadInput
from localcheck.ingest.documents import read_document
from localcheck.text import raised as raising
from localcheck.text.sentences import split_sentences
from localcheck.types import READING_NOTES

PROSE = "Mars has two moons. They were found in 1877 by Asaph Hall."
NOTE = "He was an American."
RST = """\
=======
On Mars
=======

:Author: Ada

.. A remark for editors.

Mars has *two* moons. They were found in ``1877`` by `Asaph Hall <https://x.example>`_. [1]_

.. code:: python

   print("The Sun is cold.")

.. [1] He was an American.
"""
LATEX = r"""
\documentclass[a4paper]{article}
\usepackage{xcolor}
\title{On Mars}
\begin{document}
\maketitle
\hypertarget{moons}{%
\section{Moons}\label{moons}}
% a remark for editors
Mars has \emph{two} moons~\cite{hall}. They were found in 1877 by
\textbf{Asaph Hall}.\footnote{He was an American.}
\begin{enumerate}
\def\labelenumi{\arabic{enumi}.}
\item Phobos is a moon of Mars.
\end{enumerate}
\begin{equation} E = mc^2 \end{equation}
\end{document}
"""


def notebook(*cells: tuple[str, Any]) -> str:
    made = [{"cell_type": kind, "metadata": {}, "source": source} for kind, source in cells]
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def put(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_the_prose_of_restructuredtext_is_read_without_its_markup(tmp_path: Path) -> None:
    document = read_document(put(tmp_path, "a.rst", RST))
    assert document.text.split("\n\n") == ["On Mars", "Ada", PROSE, NOTE]
    assert document.title == "On Mars"


def test_behind_an_empty_comment_an_indented_text_is_a_quotation(tmp_path: Path) -> None:
    """So pandoc writes one that follows a list."""
    source = "- One.\n\n..\n\n   Mars is red.\n\n..\n   Not this.\n\nEnd.\n"
    assert read_document(put(tmp_path, "a.rst", source)).text == "One.\n\nMars is red.\n\nEnd."


def test_the_prose_of_latex_is_read_without_its_markup(tmp_path: Path) -> None:
    pytest.importorskip("pylatexenc", reason="the extra documents is not installed")
    document = read_document(put(tmp_path, "a.tex", LATEX))
    assert document.text.split("\n\n") == ["On Mars", "Moons", PROSE, NOTE, "Phobos is a moon of Mars."]
    assert document.title == "On Mars"


@pytest.mark.parametrize(
    ("name", "source", "title", "said"),
    [
        ("a.rst", "A |name| of |none| is here.\n\n.. |name| replace:: moon\n", "", "A moon of is here."),
        ("a.md", '+++\ntitle = "Mars"\ndate = 2020-05-01\n+++\n\nIt is red.\n', "Mars", "It is red."),
        ("a.rtf", r"{\rtf1\ansi It is \u-10179?\u-8704?.}", "", "It is \U0001f600."),
    ],
)
def test_names_front_matter_and_letters_beyond_16_bits(
    name: str, source: str, title: str, said: str, tmp_path: Path
) -> None:
    found = read_document(put(tmp_path, name, source))
    assert (found.title, found.text) == (title, said)


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (r"\section*{Mars} It is red.\vspace*{1cm} \hspace*{2cm}See \ref*{a}.", "Mars\n\nIt is red. See."),
        (r"\item[Mars] is red. \item[\textbf{Venus}] is hot.", "Mars is red.\n\nVenus is hot."),
        (r"\item[(iv)] Mars is red. \item[$\bullet$] It is small.", "Mars is red.\n\nIt is small."),
        (r"It costs \EUR{5} or 7\,\euro{}. \todo[inline]{Ask.}", "It costs €5 or 7 €."),
        (r"The word \verb|code| is short.", "The word code is short."),
    ],
)
def test_no_word_of_latex_is_lost_and_no_mark_is_read(source: str, said: str, tmp_path: Path) -> None:
    assert read_document(put(tmp_path, "a.tex", f"\\begin{{document}}{source}\\end{{document}}")).text == said


@pytest.mark.parametrize(
    ("name", "text", "notes"),
    [
        (
            "a.rst",
            "Mars is red.\n\n.. csv-table:: Moons\n   :file: x.csv\n\n.. list-table::\n\n   Mars\n",
            ["2 tables left out"],
        ),
        ("a.rst", "Mars is red.\n", None),
        ("a.rst", "Mars is red.\n\n.. include:: b.rst\n", ["1 included file not read"]),
        ("a.tex", "Mars is red. \\input{b}\n\n\\include{c} % \\input{d}\n", ["2 included files not read"]),
    ],
)
def test_tables_and_files_that_are_left_out_are_counted(
    tmp_path: Path, name: str, text: str, notes: list[str] | None
) -> None:
    document = read_document(put(tmp_path, name, text))
    assert (document.text, document.get(READING_NOTES)) == ("Mars is red.", notes)


def test_the_text_of_a_notebook_is_read_and_its_code_is_said_to_be_left_out(tmp_path: Path) -> None:
    lines = ["# On Mars\n", "\n", "Mars has *two* moons. They were found\n", "in 1877 by Asaph Hall."]
    cells = [("markdown", lines), ("code", ["print('The Sun is cold.')"]), ("code", []), ("markdown", NOTE)]
    document = read_document(put(tmp_path, "a.ipynb", notebook(*cells)))
    assert document.text.split("\n\n") == ["On Mars", PROSE, NOTE]
    assert (document.title, document.get(READING_NOTES)) == ("On Mars", ["1 cell of code left out"])
    cells = [("markdown", "# On Mars"), ("markdown", "```\nopen"), ("markdown", NOTE)]
    document = read_document(put(tmp_path, "b.ipynb", notebook(*cells)))
    assert document.text.endswith(f"```\n\n{NOTE}"), "a cell ends what is open in it"


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("a.ipynb", "{", "not a notebook"),
        ("a.ipynb", '{"worksheets": []}', "not a notebook of Jupyter's format 4"),
        ("a.ipynb", notebook(("code", "print(1)"), ("markdown", {"a": 1})), "holds no prose"),
        ("a.rst", ".. only a remark\n", "holds no prose"),
    ],
)
def test_a_source_without_prose_is_refused_with_the_reason(tmp_path: Path, name: str, text: str, why: str) -> None:
    with pytest.raises(BadInput, match=why) as caught:
        read_document(put(tmp_path, name, text))
    assert caught.value.hint


@pytest.mark.parametrize(
    "mark",
    [
        '<a href="#fn1" class="footnote-ref" id="r1" role="doc-noteref"><sup>1</sup></a>',
        '<sup class="footnote-ref"><a href="#fn1" id="r1">[1]</a></sup>',
        '<sup id="cite_ref-1"><a href="#cite_note-1">[12]</a></sup>',
        '<a href="#fn1"><sup>1</sup></a>',
    ],
)
def test_the_mark_of_a_note_on_a_page_joins_no_sentences(tmp_path: Path, mark: str) -> None:
    """ "In 1903.1 The tower" was one sentence about a number that is not there."""
    page = f"<html><body><p>Curie won it in 1903.{mark} The tower is 10 km<sup>2</sup> large.</p>"
    back = '<ol><li id="fn1"><p>In Paris. <a href="#r1">↩︎</a></p></li></ol></body></html>'
    document = read_document(put(tmp_path, "a.html", page + back))
    said = [s.text for s in split_sentences(document.text)]
    assert said == ["Curie won it in 1903.", "The tower is 10 km2 large.", "In Paris."]


def test_what_is_raised_behind_a_number_on_a_page_is_its_power(tmp_path: Path) -> None:
    """It was a part of the number: 105 grains for 100,000."""
    noted = "<p>It is a planet<sup>1</sup> of 3 metres<sup>2</sup> and x<sup>2</sup>.</p>"
    page = "<html><body><p>It has 10<sup>5</sup> grains and 6.02 × <b>10</b><sup> 23</sup> atoms over 10 km<sup>2</sup>.</p>"
    raised = "<p><!-- x --><sup>1</sup></p><p>The 1<sup>st</sup> is 3×10<sup>−4</sup> metres thick.</p></body></html>"
    assert read_document(put(tmp_path, "a.html", page + noted + raised)).text.split("\n\n") == [
        "It has 10^5 grains and 6.02 × 10^23 atoms over 10 km2.",
        "It is a planet of 3 metres2 and x2.",
        "1",
        "The 1st is 3×10^−4 metres thick.",
    ]


RUN = "<w:r><w:rPr>{}</w:rPr><w:t xml:space='preserve'>{}</w:t></w:r>"
RAISED = '<w:vertAlign w:val="superscript"/>'


def docx_of(folder: Path, *paragraphs: str, styles: str = "") -> str:
    """The text of a DOCX with these paragraphs and styles."""
    with zipfile.ZipFile(folder / "a.docx", "w") as archive:
        body = "".join(f"<w:p>{paragraph}</w:p>" for paragraph in paragraphs)
        archive.writestr("word/styles.xml", f'<w:styles xmlns:w="w">{styles}</w:styles>')
        archive.writestr(
            "word/document.xml", f'<w:document xmlns:w="w" xmlns:m="m"><w:body>{body}</w:body></w:document>'
        )
    return read_document(folder / "a.docx").text


def test_what_is_raised_behind_a_number_in_a_docx_is_its_power(tmp_path: Path) -> None:
    """ "10" and a raised "23" were the number 1023, and "10×10" in two fonts the number 1010."""
    symbol = '<w:r><w:sym w:font="Symbol" w:char="F0B4"/></w:r><w:r><w:sym w:font="Wingdings" w:char="F04A"/></w:r>'
    number = (
        RUN.format("", "It has 6×10")
        + RUN.format(RAISED, "2")
        + RUN.format(RAISED, "3")
        + RUN.format("", " atoms in 5")
    )
    formula = "<m:sSup><m:e><m:r><m:t>10</m:t></m:r></m:e><m:sup><m:r><m:t>4</m:t></m:r></m:sup></m:sSup>"
    noted = "".join(
        RUN.format(*run) for run in [("", " km"), (RAISED, "2"), ("", " in 1889"), (RAISED, "1"), ("", " there.")]
    )
    assert docx_of(tmp_path, number + symbol + formula + noted) == "It has 6×10^23 atoms in 5× 10^4 km2 in 1889 there."


@pytest.mark.parametrize("target", ["docx", "odt", "rtf", "pptx", "epub", "html", "rst", "latex"])
def test_powers_in_what_pandoc_writes(tmp_path: Path, target: str) -> None:
    if (program := shutil.which("pandoc")) is None:
        pytest.skip("pandoc is not installed")
    source, made = (
        put(tmp_path, "a.md", "The Sun weighs 2×10^30^ kg. It is 3×10^-4^ m^2^ large."),
        tmp_path / f"b.{target}",
    )
    subprocess.run([program, "-s", "-o", str(made), str(source)], check=True, timeout=120)
    assert "The Sun weighs 2×10^30 kg. It is 3×10^-4 m2 large." in read_document(made).text.replace("−", "-")


def test_a_power_on_a_slide_is_raised_by_a_percentage_as_libreoffice_writes_it(tmp_path: Path) -> None:
    """ "10" and a raised "6" were the number 106."""
    with zipfile.ZipFile(tmp_path / "a.odp", "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.presentation")
        styles = "".join(
            f'<style:style style:name="{name}" style:family="text">'
            f'<style:text-properties style:text-position="{at}"/></style:style>'
            for name, at in (("up", "30% 58%"), ("down", "-25% 58%"), ("flat", "0% 100%"))
        )
        said = "".join(
            f'<text:span text:style-name="{name}">{text}</text:span>'
            for name, text in (
                ("flat", "It has 10"),
                ("up", "6"),
                ("flat", " cells of 10"),
                ("down", "2"),
                ("flat", "."),
            )
        )
        archive.writestr(
            "content.xml",
            '<office:document-content xmlns:office="o" xmlns:style="s" xmlns:text="t" xmlns:draw="d">'
            f"<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:presentation><draw:page>"
            f"<text:p>{said}</text:p></draw:page></office:presentation></office:body></office:document-content>",
        )
    assert read_document(tmp_path / "a.odp").text == "It has 10^6 cells of 102."


def test_the_two_parts_of_a_fraction_in_a_docx_are_not_one_number(tmp_path: Path) -> None:
    """A half was read as 12."""
    half = "<m:f><m:num><m:r><m:t>1</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>"
    whole = RUN.format("", "It lost ") + f"<m:oMath>{half}</m:oMath>" + RUN.format("", " of its staff.")
    assert docx_of(tmp_path, whole) == "It lost 1/2 of its staff."


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("a.rst", "It has 10\\ :sup:`6` cells on 5 km\\ :sup:`2` since 1889.\\ :superscript:`1`\n"),
        (
            "a.tex",
            "It has 10\\textsuperscript{6} cells on 5 km\\textsuperscript{2}\\sout{ of ice} since 1889.\\textsuperscript{1}",
        ),
    ],
)
def test_what_is_raised_or_struck_out_in_a_source(tmp_path: Path, name: str, source: str) -> None:
    assert read_document(put(tmp_path, name, source)).text == "It has 10^6 cells on 5 km2 since 1889."


def test_powers_in_an_rtf_as_libreoffice_writes_them(tmp_path: Path) -> None:
    text = "{\\rtf1\\ansi {\\loch\nIt has 10}"
    text += "{\\loch\\super\\loch\n2}{\\super \\f1 3}{\\loch\n atoms in 5 km}"
    text += "{\\super 2}{ and 10}{\\super \\u8722?4}{.{\\super \\chftn}}\\par}"
    assert read_document(put(tmp_path, "a.rtf", text)).text == "It has 10^23 atoms in 5 km2 and 10^−4."


@pytest.mark.parametrize(
    ("raised", "before", "said"),
    [
        *[
            ("5", "has 10", "^5"),
            (" −4 ", "3 × 10", "^−4 "),
            ("2", "km", "2"),
            ("st", "the 1", "st"),
            ("3", "Moon", "3"),
        ],
        *[
            ("2", "the Moon.", ""),
            ("1", "in 1889", ""),
            ("12,13", "in July 1969.", ""),
            ("3", "2 1889", "^3"),
            ("6", "", "6"),
        ],
    ],
)
def test_a_raised_number_is_a_power_or_leads_to_a_note(raised: str, before: str, said: str) -> None:
    assert raising.raised(raised, before) == said


@pytest.mark.parametrize("name", ["a.html", "a.md"])
def test_what_is_struck_out_or_hidden_is_left_out(tmp_path: Path, name: str) -> None:
    """ "Born in Paris Warsaw" was checked."""
    text = "Curie was born in <del>Paris</del> <ins>Warsaw</ins> in <s>18</s><strike>66</strike>1867."
    page = f"<html><body><p>{text}</p><p hidden>It is red.</p><p style='color:red; display:none'>It is big.</p></body></html>"
    said = read_document(put(tmp_path, name, page if name == "a.html" else f"{text[:-1]} ~~in Rome~~."))
    assert [" ".join(s.text.split()) for s in split_sentences(said.text)] in (
        ["Curie was born in Warsaw in 1867."],
        ["Curie was born in Warsaw in 1867 ."],
    )


def test_paragraphs_of_a_docx_whose_mark_is_deleted_are_one(tmp_path: Path) -> None:
    """The changes that were tracked joined them; "Curie was born in" and "Warsaw." were two sentences."""
    gone = "<w:pPr><w:rPr><w:del/></w:rPr></w:pPr>"
    parts = [gone + RUN.format("", "Curie was born "), gone + RUN.format("", "in "), RUN.format("", "Warsaw.")]
    parts.append(gone + RUN.format("", "It is red."))
    assert docx_of(tmp_path, *parts) == "Curie was born in Warsaw.\n\nIt is red."


def test_hidden_text_of_a_docx_is_left_out(tmp_path: Path) -> None:
    runs = [("", "It is red."), ("<w:vanish/>", " It is big."), ('<w:vanish w:val="0"/>', " It is old.")]
    assert docx_of(tmp_path, "".join(RUN.format(*run) for run in runs)) == "It is red. It is old."


def test_struck_out_text_of_a_docx_is_left_out_also_where_a_style_strikes_it(tmp_path: Path) -> None:
    """A sentence that its author had struck out was evidence."""
    styles = (
        '<w:style w:styleId="Gone"><w:rPr><w:strike/></w:rPr></w:style>'
        '<w:style w:styleId="Also"><w:basedOn w:val="Gone"/></w:style>'
    )
    runs = [
        *[("", "It is old."), ("<w:strike/>", "It is red."), ("<w:dstrike/>", "It is big.")],
        *[('<w:rStyle w:val="Also"/>', "It is far."), ('<w:strike w:val="0"/>', " It is near.")],
    ]
    style = '<w:pPr><w:pStyle w:val="Also"/></w:pPr>'
    parts = ["".join(RUN.format(*run) for run in runs), style + RUN.format("", "It is wet.")]
    parts.append(style + RUN.format('<w:strike w:val="0"/>', "It is dry."))
    assert docx_of(tmp_path, *parts, styles=styles) == "It is old. It is near.\n\nIt is dry."


def test_struck_out_and_hidden_text_of_opendocument_is_left_out_also_where_a_style_does_it(tmp_path: Path) -> None:
    own = "<s:style s:name='{}' s:family='{}' s:parent-style-name='{}'><s:text-properties {}/></s:style>"
    line = "s:text-line-through-style='{}'"
    common = own.format("Gone", "text", "", line.format("solid"))
    automatic = (
        *[own.format("T1", "text", "Gone", ""), own.format("T2", "text", "", line.format("none"))],
        *[own.format("T1", "paragraph", "", line.format("solid")), own.format("T3", "text", "", "t:display='none'")],
    )
    span = "<t:span t:style-name='{}'>{}</t:span>"
    body = f"<t:p>It is old.{span.format('T1', 'It is red.')}{span.format('T3', 'It is far.')} It is near.</t:p>"
    body += f"<t:p t:style-name='T1'>It is wet.{span.format('T2', 'It is dry.')}</t:p>"
    body += "<t:section t:display='none'><t:p>It is gone.</t:p></t:section>"
    with zipfile.ZipFile(tmp_path / "a.odt", "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("styles.xml", f"<o:styles>{common}</o:styles>")
        archive.writestr("content.xml", f"<o:doc>{''.join(automatic)}<o:body><o:text>{body}</o:text></o:body></o:doc>")
    assert read_document(tmp_path / "a.odt").text == "It is old. It is near.\n\nIt is dry."


@pytest.mark.parametrize("target", ["docx", "odt", "pptx"])
def test_what_pandoc_strikes_out_is_left_out(tmp_path: Path, target: str) -> None:
    if (program := shutil.which("pandoc")) is None:
        pytest.skip("pandoc is not installed")
    source, made = put(tmp_path, "a.md", "The Hall is old. ~~It is red.~~ It is big."), tmp_path / f"b.{target}"
    subprocess.run([program, "-s", "-o", str(made), str(source)], check=True, timeout=120)
    assert " ".join(read_document(made).text.split()) == "The Hall is old. It is big."


def test_how_a_word_is_read_is_not_part_of_it(tmp_path: Path) -> None:
    page = "<html><body><p><ruby>東京<rp>(</rp><rt>とうきょう</rt><rp>)</rp></ruby>は首都です。</p></body></html>"
    assert read_document(put(tmp_path, "a.html", page)).text == "東京は首都です。"
    ruby = "<w:r><w:ruby><w:rt>{}</w:rt><w:rubyBase>{}</w:rubyBase></w:ruby></w:r>"
    above, base = RUN.format("", "read so"), RUN.format("", "Tokyo")
    assert docx_of(tmp_path, ruby.format(above, base) + RUN.format("", " is large.")) == "Tokyo is large."


@pytest.mark.parametrize(
    "formula",
    [
        '<math><semantics><mi>x</mi><annotation encoding="application/x-tex">x</annotation></semantics></math>',
        '<span class="katex"><math><mi>x</mi></math><span class="katex-html" aria-hidden="true">x</span></span>',
    ],
)
def test_a_formula_of_a_page_is_read_once(tmp_path: Path, formula: str) -> None:
    page = f"<html><body><p>The speed is {formula} here.</p></body></html>"
    assert read_document(put(tmp_path, "a.html", page)).text == "The speed is x here."


def test_text_boxes_of_a_docx_are_said_to_be_missing(tmp_path: Path) -> None:
    docx = pytest.importorskip("docx", reason="the extra docx is not installed")
    xml = pytest.importorskip("docx.oxml")
    file = docx.Document()
    run = file.add_paragraph("Mars is red.").add_run()
    box = "<w:txbxContent><w:p><w:r><w:t>Venus is blue.</w:t></w:r></w:p></w:txbxContent>"
    both = f"<mc:Choice><w:drawing>{box}</w:drawing></mc:Choice><mc:Fallback><w:pict>{box}</w:pict></mc:Fallback>"
    spaces = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
    spaces += ' xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"'
    run._r.append(xml.parse_xml(f"<mc:AlternateContent {spaces}>{both}</mc:AlternateContent>"))
    file.save(str(tmp_path / "a.docx"))
    document = read_document(tmp_path / "a.docx")
    assert (document.text, document.get(READING_NOTES)) == ("Mars is red.", ["the text of 1 text box was not read"])


def test_formulas_and_charts_of_opendocument_are_said_to_be_missing(tmp_path: Path) -> None:
    kinds = {"/": "text", "Formula-0/": "formula", "Object 2/": "formula", "Object 3/": "chart"}
    entries = [
        f'<m:file-entry m:full-path="{path}" m:media-type="application/vnd.oasis.opendocument.{kind}"/>'
        for path, kind in kinds.items()
    ]
    with zipfile.ZipFile(tmp_path / "a.odt", "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", "<o:body><o:text><t:p>Mars is red.</t:p></o:text></o:body>")
        twice = "".join([*entries, entries[1]])  # as pandoc names them
        archive.writestr("META-INF/manifest.xml", f"<m:manifest>{twice}</m:manifest>")
    document = read_document(tmp_path / "a.odt")
    assert (document.text, document.get(READING_NOTES)) == ("Mars is red.", ["2 formulas left out", "1 chart left out"])


def test_footnotes_of_rtf_are_said_to_be_missing(tmp_path: Path) -> None:
    written = Path(__file__).parent / "written" / "libreoffice.rtf"
    assert read_document(written).get(READING_NOTES) == [
        "its footnotes were not read: save it as DOCX to have them checked"
    ]


def test_the_raised_number_of_a_note_joins_no_sentences(tmp_path: Path) -> None:
    """In a PDF and on slides it stands behind the full stop like any other digit."""
    from localcheck.ingest.documents.markup import NOTE_MARK

    said = "He was born in Warsaw.1 The tower is 3.5 km high, see no.2 The end.12\nVersion 2.1 It is Fig.3 Next."
    assert NOTE_MARK.sub("", said) == (
        "He was born in Warsaw. The tower is 3.5 km high, see no.2 The end.12\nVersion 2.1 It is Fig.3 Next."
    )
    slides = read_document(Path(__file__).parent / "written" / "pandoc.pptx")
    assert not any(".1 " in sentence.text for sentence in split_sentences(slides.text))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("**Around the world**\nThe Dutch grew it.", "Around the world\nThe Dutch grew it."),
        ("**Coffee** is\nold.", "Coffee is old."),
    ],
)
def test_a_line_that_is_all_bold_stays_a_line(written: str, read: str, tmp_path: Path) -> None:
    path = tmp_path / "coffee.md"
    path.write_text(f"# Coffee\n\n{written}\n", encoding="utf-8")
    assert read in read_document(path).text
