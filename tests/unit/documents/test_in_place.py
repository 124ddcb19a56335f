"""Prose read in place: every range, taken from the original text, holds the sentence's own words, in UTF-16 too."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from localcheck.ingest.documents import markup
from localcheck.ingest.in_place import FORMATS, format_of, read
from localcheck.ingest.in_place.placed import Placed
from localcheck.text.sentences import split_sentences
from localcheck.types import Span

WORD = re.compile(r"(?:Xq|xq)\d+z")
DECOY = "http://a.b/decoy(1)?x=2"
Dress = Callable[[str], str]
INLINE: dict[str, list[Dress]] = {
    "plaintext": [str],
    "markdown": [
        str, "**{}**".format, "*{}*".format, "`{}`".format, "~~decoy~~ {}".format, "[{}](http://decoy.org/x_y 'a *t*')".format,
        "[**{}**][1]".format, "<b class='decoy'>{}</b>".format, "{}[^1]".format, "&amp; {}".format, "\\* {}".format,
        "![decoy](y.png) {}".format, "😀{}".format,
    ],
    "html": [
        str, "<b>{}</b>".format, "<a href='decoy' title=\"a>b\">{}</a>".format, "<!-- decoy <p> -->{}".format,
        "&eacute; {}".format, "<del>decoy</del>{}".format, "<i hidden>decoy</i>{}".format,
        "<span\nclass=x>{}</span>".format, "<script>if (a < b) decoy</script>{}".format,
        "{}<img alt='decoy'>".format, "😀{}".format, "&nbsp;{}".format,
    ],
    "latex": [
        str, "\\textbf{{{}}}".format, "\\emph{{{}}}".format, "{{\\bf {}}}".format, "\\href{{decoy}}{{{}}}".format,
        "{}~\\cite[p.~3]{{decoy}}".format, "% decoy comment\n{}".format, "\\H{{o}} {}".format, "``{}''".format, "😀{}".format,
        "\\textcolor{{red}}{{{}}}".format, "\\unknown{{{}}}".format, "$x^2$ {}".format,
    ],
    "restructuredtext": [
        str, "**{}**".format, "*{}*".format, "``{}``".format, "`{} <http://decoy.org/x>`__".format, ":term:`{}`".format,
        "`{}`_".format, "{} [1]_".format, ":ref:`decoy` {}".format, "\\* {}".format, "😀 {}".format,
    ],
}  # fmt: skip
BLOCKS: dict[str, list[Dress]] = {
    "plaintext": ["{}\n\n".format],
    "markdown": [
        "{}\n\n".format, "- {}\n".format, "# {} #\n".format, "{}\n===\n".format, "3. {}\n\n".format,
        lambda text: "> " + text.replace("\n", "\n> ") + "\n\n", lambda text: "```\ncode\n```\n" + text + "\n\n",
        lambda text: "* item\n\n  " + text.replace("\n", "\n  ") + "\n\n", "<!-- decoy -->\n\n{}\n\n".format,
    ],
    "html": [
        "<p>{}</p>".format, "<ul><li>{}<li>more</ul>".format, "{}<br>".format, "<h2>{}</h2>\n".format,
        "<nav>decoy <nav>x</nav> decoy</nav><div>{}</div>".format, "<pre>decoy</pre>{}<p>".format,
        "<table><tr><td>cell</td><td>{}</td></tr></table>".format,
    ],
    "latex": [
        "{}\n\n".format, "\\section{{{}}}\n".format, "\\begin{{itemize}}\\item {}\\end{{itemize}}".format,
        "\\begin{{equation}}decoy\\end{{equation}}\n{}\n\n".format, "Text goes on.\\footnote{{{}}}\n\n".format,
        "\\begin{{figure}}\\includegraphics[a]{{decoy}}\\caption{{{}}}\\end{{figure}}".format,
    ],
    "restructuredtext": [
        "{}\n\n".format, ".. decoy comment\n   decoy\n\n{}\n\n".format, ".. code-block:: text\n\n   decoy\n\n{}\n\n".format,
        lambda text: "- " + text.replace("\n", "\n  ") + "\n\n",
        lambda text: ".. note:: " + text.replace("\n", "\n   ") + "\n\n",
        lambda text: text + " More::\n\n    decoy\n\n", ".. _decoy: http://x\n\n{}\n\n".format,
    ],
}  # fmt: skip


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, str, list[list[str]]]:
    """A format, a source, and the words of its sentences."""
    format = draw(st.sampled_from(sorted(BLOCKS)))
    dresses, blocks = st.sampled_from(INLINE[format]), st.sampled_from(BLOCKS[format])
    number, source, said = 0, "", []
    for _ in range(draw(st.integers(1, 4))):
        sentences = []
        block = draw(blocks)
        for _ in range(draw(st.integers(1, 3))):
            words = []
            for place in range(draw(st.integers(2, 6))):
                number += 1
                words.append(f"{'xq' if place else 'Xq'}{number}z")
            said.append(words)
            heading = "===" in block("x") or block("x").startswith("#")
            gaps = [draw(st.sampled_from([" ", " ", " " if heading else "\n"])) for _ in words]
            dressed = [draw(dresses)(word) for word in words]
            dressed = [d.replace("\n", " ") if heading else d for d in dressed]
            dressed[0] = words[0]
            sentences.append("".join(d + g for d, g in zip(dressed, gaps, strict=True)).strip() + ".")
        source += block(" ".join(sentences))
    if draw(st.booleans()):
        source = source.replace("\n", "\r\n")
    return format, source, said


def utf16(source: str, placed: Placed, span: Span) -> str:
    """The words at the UTF-16 range of a span, cut out by an editor's rules and not by ours."""
    pytest.importorskip("lsprotocol", reason="the extra lsp is not installed")
    from localcheck.serve.lsp.opened import Lines

    at = Lines(source).range(placed.place(span))
    raw = [line.encode("utf-16-le") for line in re.split(r"\r\n|\n|\r", source)]
    if at.start.line == at.end.line:
        return raw[at.start.line][2 * at.start.character : 2 * at.end.character].decode("utf-16-le")
    pieces = [raw[at.start.line][2 * at.start.character :], *raw[at.start.line + 1 : at.end.line]]
    return "\n".join(p.decode("utf-16-le") for p in [*pieces, raw[at.end.line][: 2 * at.end.character]])


@settings(max_examples=40)
@given(documents())
def test_every_range_holds_the_words_of_its_sentence(made: tuple[str, str, list[list[str]]]) -> None:
    format, source, said = made
    if format == "latex":
        pytest.importorskip("pylatexenc", reason="the extra lsp is not installed")
    placed = read(source, format)
    note(repr((source, placed.text)))
    found = []
    for sentence in split_sentences(placed.text):
        words = WORD.findall(sentence.text)
        assert WORD.findall(utf16(source, placed, sentence.span)) == words
        for word in WORD.finditer(sentence.text):
            start = sentence.span.start
            assert utf16(source, placed, Span(start + word.start(), start + word.end())) == word.group()
        found += words
    assert sorted(found) == sorted(word for words in said for word in words)
    assert "decoy" not in placed.text


PIECES = st.sampled_from(
    [
        *"* ** _ ` `` ~~ [ ] ( ) ![ ]( <b> </b> <http://x> & &amp; &#65; # == --- > - 1. | |-|-| [^1] [^1]: a b ~~~".split(),
        *"\\ \\* : :: .. `a <b>`_ :a:`b` \\textbf{ } { % $ \\[ \\begin{x} \\end{x} \\\\ <!-- --> <p <![ \" ' ; [a]:".split(),
        *(
            "é",
            "😀",
            "\n",
            "\n\n",
            "\t",
            "\r",
            "\ufeff",
            "\0",
            "\x0b",
            "\u2028",
            "\n    ",
            " ",
            "== ==",
            "\n== ==\n\n",
            "\n<div>",
            "</td><td>",
        ),
    ]
)
SOUP = st.lists(PIECES | st.just(" "), max_size=40).map("".join) | st.text(max_size=60)


@settings(max_examples=40)
@given(SOUP)
def test_markdown_is_read_as_check_reads_it(source: str) -> None:
    from localcheck.ingest.in_place.placed import clean

    plain = clean(source).text
    placed, extract = read(source, "markdown"), markup.markdown(plain)
    assert (placed.text, placed.title) == (extract.text, extract.title)


RULED = "The capital of Norway is Oslo."
HTML_BLOCKS = """\
<p align="center">The Moon is a <b>star</b>.<br>It is
  a &amp; b.</p>

> <div align="center">
> Mars is green.
> </div>

- <table>
  <tr><th>Country</th><th>Capital</th></tr>
  <tr><td>Norway</td><td>Oslo</td></tr>
  </table>

<!-- a remark

of two parts -->
<details><summary>More</summary>The Sun is cold.

*Venus* is hot.
</details>

<p align="center"><img src="x.png" alt="x"></p>
<span class="localcheck-source">Oslo, http://a.b</span>
"""


def test_blocks_of_raw_html_in_markdown_are_read_with_their_places() -> None:
    placed = read(HTML_BLOCKS, "markdown")
    told = [
        "The Moon is a star.",
        "It is a & b.",
        "Mars is green.",
        RULED,
        "More",
        "The Sun is cold.",
        "Venus is hot.",
    ]
    assert placed.text.split("\n\n") == told and markup.markdown(HTML_BLOCKS).text == placed.text
    there = {word: placed.place(Span(at := placed.text.index(word), at + len(word))).of(HTML_BLOCKS) for word in told}
    assert there["The Moon is a star."] == "The Moon is a <b>star</b>."
    assert there["It is a & b."] == "It is\n  a &amp; b."
    assert there["Mars is green."] == "Mars is green."
    assert there[RULED] == "<td>Norway</td><td>Oslo"
    assert there["The Sun is cold."] == "The Sun is cold."


def test_what_is_struck_out_is_left_out_and_a_raised_power_is_told() -> None:
    source = "She was born in ~~Paris~~ <del>Rome</del> Warsaw."
    source += " It weighs 10<sup>6</sup> kg, in 1889.<SUP>2</SUP> `<s>` km<sup>2</sup>\n"
    placed = read(source, "markdown")
    assert " ".join(placed.text.split()) == "She was born in Warsaw. It weighs 10^6 kg, in 1889.2 <s> km2"
    assert markup.markdown(source).text == placed.text
    weight = placed.text.index("10^6")
    assert placed.place(Span(weight, weight + 4)).of(source) == "10<sup>6"
    page = read(f"<p>{source}</p><p style='display: none'>Unseen.</p>", "html")
    assert "10^6 kg" in page.text and "Rome" not in page.text and "Unseen" not in page.text
    weight = page.text.index("10^6")
    assert page.place(Span(weight, weight + 4)).of(f"<p>{source}") == "10<sup>6"


def test_powers_as_pandoc_writes_them_and_cut_words_in_markdown() -> None:
    source = "It weighs 2×10^30^ kg or 10^-4^ m^2^, with dis-\ncovered radium, pre-\nand post-war, Franco-\nPolish -\nor not."
    told = "It weighs 2×10^30 kg or 10^-4 m^2^, with dis-\ncovered radium, pre- and post-war, Franco- Polish - or not."
    assert read(source, "markdown").text == markup.markdown(source).text == told


def test_boxes_of_tasks_and_kinds_of_alerts_in_markdown_are_no_part_of_the_sentence() -> None:
    source = "- [x] Mars is *red*.\n- [ ]\n- [X] `[x]`\n- `[x]` is a box.\n\n> [!NOTE]\n> Venus[^1] is hot. [x] y\n\n[x] End.\n"
    told = ["Mars is red.", "[x]", "[x] is a box.", "Venus is hot. [x] y", "[x] End."]
    placed = read(source, "markdown")
    assert placed.text.split("\n\n") == told and markup.markdown(source).text == placed.text
    venus = placed.text.index("Venus is hot.")
    assert placed.place(Span(venus, venus + 13)).of(source) == "Venus[^1] is hot."


HEAD, ROW = "<tr><th>Country<th>Capital</tr>", "<tr>\n<td>Norway</td><td colspan='1'><b>Oslo</b></td></tr>"


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (f"<table><caption>In Europe</caption>\n{HEAD}{ROW}</table>", ["In Europe", "The capital of Norway is Oslo."]),
        (f"<table><thead>{HEAD}</thead><tbody>{ROW}", ["The capital of Norway is Oslo."]),
        (f"<table>{HEAD}{ROW.replace('1', '2')}</table>", ["Country | Capital", "Norway | Oslo"]),
        (f"<table>{HEAD}{ROW}<tr><td><table></table>x</td></tr></table>", ["Country | Capital", "Norway | Oslo", "x"]),
        (f"<table>{ROW}</table>", ["Norway | Oslo"]),
        (f"<table></table>{ROW}</table>", ["Norway | Oslo"]),
    ],
)
def test_rows_of_a_table_of_html_with_a_header_are_sentences_with_the_place_of_their_row(
    table: str, told: list[str]
) -> None:
    source = f"Seen.{table}" + ("" if table.endswith("</tr>") else "The end.")
    placed = read(source, "html")
    assert placed.text.split("\n\n") == ["Seen.", *told, *["The end."][: source.endswith("The end.")]]
    for text in told:
        if "Oslo" in text:
            there = placed.place(Span(at := placed.text.index(text), at + len(text))).of(source)
            assert there.removeprefix("<td>").startswith("Norway</td>") and there.rstrip("</b>").endswith("<b>Oslo")


@settings(max_examples=40)
@given(SOUP, st.sampled_from(sorted(FORMATS)))
def test_whatever_is_written_every_character_has_a_place(source: str, format: str) -> None:
    if format == "latex":
        pytest.importorskip("pylatexenc", reason="the extra lsp is not installed")
    placed = read(source, format)
    assert len(placed.text) == len(placed.starts) == len(placed.ends)
    for start, end in zip(placed.starts, placed.ends, strict=True):
        assert 0 <= start <= end <= len(source)
    assert "\r" not in placed.text and "\0" not in placed.text


@given(st.text(alphabet="ab\r\n\ufeff😀\0 ", max_size=40))
def test_a_text_without_markup_is_itself_but_for_its_line_ends(source: str) -> None:
    placed = read(source, "plaintext")
    for at, char in enumerate(placed.text):
        there = source[placed.starts[at] : placed.ends[at]]
        assert there == char or (char, there) in {("\n", "\r"), ("\n", "\r\n"), ("�", "\0")}


@given(st.text(alphabet="ab\r\n😀é\u2028\x0c\ud800", max_size=40), st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_positions_lead_back_to_their_offsets(source: str, encoding: str) -> None:
    pytest.importorskip("lsprotocol", reason="the extra lsp is not installed")
    from lsprotocol.types import Position

    from localcheck.serve.lsp.opened import Lines

    lines = Lines(source, encoding)
    for offset in range(len(source) + 1):
        if source[offset - 1 : offset + 1] != "\r\n":
            assert lines.offset(lines.position(offset)) == offset
    assert lines.offset(Position(10_000, 0)) == len(source)
    assert lines.offset(Position(0, 10_000)) <= len(source)


@pytest.mark.parametrize(
    ("language", "path", "format"),
    [
        ("markdown", "x", "markdown"),
        ("tex", "x", "latex"),
        ("", "a/b.rst", "restructuredtext"),
        ("plaintext", "b.html", "html"),
        ("python", "b.py", "plaintext"),
    ],
)
def test_the_format_is_the_editors_word_or_the_ending(language: str, path: str, format: str) -> None:
    assert format_of(language, path) == format


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            "It was proved by\nJ. Smith in the year\n19. It holds.\n",
            "It was proved by J. Smith in the year 19. It holds.",
        ),
        ("- one is by\n  A. Smith.\n- two\n", "one is by A. Smith.\n\ntwo"),
        ("Authors:\n1. Ada\n2. Bob\n", "Authors:\n\nAda\n\nBob"),
        ("1. a\n2. b\n\n(a) c\n(b) d\n", "a\n\nb\n\nc\n\nd"),
        ("A `Foo \\[x\\] <http://a.b>`__ and **e\\_f**.\n", "A Foo [x] and e_f."),
    ],
)
def test_initials_of_names_are_no_items_and_escapes_are_read_in_marked_words(source: str, text: str) -> None:
    assert read(source, "restructuredtext").text == text


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("  *Marie\n  Curie* was **born in\n  Warsaw**.\n", "Marie Curie was born in Warsaw."),
        ("See `the Louvre\n<http://x.y>`_ and ``a\nb`` 2 * 3\nby *4*.\n", "See the Louvre and a b 2 * 3 by 4."),
        ("- one *x\n- two* y\n", "one *x\n\ntwo* y"),
        (".. note:: It is\n   :term:`red`.\n", "It is red."),  # a role is no option of the directive
        ("It was finished in :math:`1950`, or `x < y`:math:.\n", "It was finished in 1950, or x < y."),
    ],
)
def test_marked_words_go_on_over_line_ends_and_formulas_stay(source: str, text: str) -> None:
    assert read(source, "restructuredtext").text == text


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_rows_of_a_simple_table_do_not_run_into_each_other(end: str) -> None:
    rule = "=====  =====  ========\n"
    rows = "Earth  1      nobody\n\nMars   2      Hall, who\n              looked\nVenus  \\      many men\n"
    source = f"Seen.\n\n{rule}Name   Moons  Finder\n{rule}{rows}{rule}\nThe end.\n".replace("\n", end)
    placed = read(source, "restructuredtext")
    told = [
        "Earth has 1 moon. The finder of Earth is nobody.",
        "Mars has 2 moons. The finder of Mars is Hall, who looked.",
        "The finder of Venus is many men.",
    ]
    assert placed.text.split("\n\n") == ["Seen.", *told, "The end."]
    at = placed.text.index("looked")
    assert source[placed.starts[at] : placed.ends[at]].split() == ["Mars", "2", "Hall,", "who", "looked"]


def test_a_simple_table_without_a_head_is_read_cell_beside_cell() -> None:
    source = "=====  =====\nOslo   Rome\nParis  *Bern*\n=====  =====\n"
    assert read(source, "restructuredtext").text == "Oslo | Rome\n\nParis | Bern"


SEEN = ["The capital of Norway is Oslo.", "The capital of Albania is Tirana, by the sea."]
RST_TABLES = {
    "grid": (
        "+---------+------------+\n| Country | Capital    |\n+=========+============+\n| Norway  | **Oslo**   |\n"
        "+---------+------------+\n| Albania | Tirana,    |\n|         | by the sea |\n+---------+------------+\n",
        SEEN,
    ),
    "grid with a cell over two rows": (
        "+-----+-----+\n| A   | B   |\n+=====+=====+\n| c   | d   |\n|     +-----+\n|     | e   |\n+-----+-----+\n",
        ["A | B", "c | d", "e"],
    ),
    "csv-table": (
        ".. csv-table:: In *Europe*\n   :header: Country, Capital\n   :widths: 20, 20\n\n"
        '   Norway, **Oslo**\n   Albania,"Tirana, by\n   the sea"\n',
        ["In Europe", *SEEN],
    ),
    "csv-table cut by semicolons": (
        ".. csv-table::\n   :header-rows: 1\n   :delim: ;\n\n   A;B\n   c;d\n", ["The B of c is d."]
    ),
    "list-table": (
        ".. list-table::\n   :header-rows: 1\n\n   * - Country\n     - Capital\n   * - Norway\n     - *Oslo*\n"
        "   * - Albania\n     - Tirana,\n       by the sea\n",
        SEEN,
    ),
    "list-table without a head": (
        ".. list-table::\n\n   * - Oslo\n     - Rome\n   * - Paris\n     -\n", ["Oslo | Rome", "Paris"]
    ),
    "table": (
        ".. table:: In Europe\n   :widths: auto\n\n   ======= =====\n   Country Capital\n   ======= =====\n   Norway  Oslo\n"
        "   ======= =====\n",
        ["In Europe", SEEN[0]],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", RST_TABLES)
def test_rows_of_every_table_of_restructuredtext_are_sentences_with_the_place_of_their_row(name: str) -> None:
    table, told = RST_TABLES[name]
    source = f"Seen.\n\n{table}\nThe end.\n"
    placed = read(source, "restructuredtext")
    assert placed.text.split("\n\n") == ["Seen.", *told, "The end."] and not placed.left_out
    if SEEN[1] in told:
        at = placed.text.index("sea.")
        there = source[placed.starts[at] : placed.ends[at]]
        assert "Albania" in there and "by" in there and "Norway" not in there


LATEX_TABLE = r"""
Seen.
\begin{table}
\caption{In Europe}
\begin{tabular}{@{}lr@{}} \toprule
Country & Capital \\ \midrule
Norway & \textbf{Oslo}\footnote{A port.} \\[2pt] \cmidrule(lr){1-2}
\multirow{1}{*}{Albania} & Tirana, by the sea \\ \bottomrule
\end{tabular}
\end{table}
\begin{longtable}[]{ll}
\caption{Rivers}\tabularnewline
Part & Text \\ \endfirsthead
Part & Text \\ \endhead
Rhine & The Rhine flows. \\
\end{longtable}
\begin{tabular*}{5cm}{ll}
A & B \\ \hline
\multicolumn{2}{c}{both} \\
c & d
\end{tabular*}
"""


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (r"\SI{5}{\kilo\metre} long", "5 km long"),
        (r"\qty{5}{\km} long", "5 km long"),
        (r"\num{3e6} people", "3000000 people"),
        (r"\qty[mode=text]{12,5}{\m} wide", "12.5 m wide"),
        (r"\SI[per-mode=symbol]{1.2e3}[about]{\metre\per\second\squared}", "1200 m/s²"),
        (r"\SI{1.5 \pm 0.1}{\micro\gram}", "1.5 ± 0.1 µg"),
        (r"\qtyrange{4}{6}{\percent}", "4 to 6 %"),
        (r"\qtylist{4;6;8}{\um}", "4, 6 and 8 µm"),
        (r"\numproduct{3 x 4}, \num{6.02e23}", "3 × 4, 6.02 × 10^23"),
        (r"\qty{20}{\square\kilo\metre}, \qty{20}{km^{2}}", "20 km², 20 km²"),
        (r"\qty{75}{\kilo\watt\hour}, \qty{2}{\newton\metre}", "75 kWh, 2 N m"),
        (r"\qty{2}{\per\second}, \qty{3}{\mole\tothe{4}}, \qty{3}{\raiseto{4}\mole}", "2 /s, 3 mol^4, 3 mol^4"),
        (r"\ang{10;5;3}, in \unit{\kg\of{salt}}, \si{\furlong}", "10°5′3″, in kg (salt), furlong"),
        (r"\num 5 and \qty{3}\km, \SI{5}{}", "5 and 3 km, 5"),
    ],
)
def test_a_quantity_of_latex_says_its_number_and_its_unit(source: str, said: str) -> None:
    pytest.importorskip("pylatexenc", reason="the extra lsp is not installed")
    placed = read(f"It is {source}.", "latex")
    assert placed.text == f"It is {said}."


def test_rows_of_a_table_of_latex_are_sentences_with_the_place_of_their_row() -> None:
    pytest.importorskip("pylatexenc", reason="the extra lsp is not installed")
    placed = read(LATEX_TABLE, "latex")
    told = ["Seen.", "In Europe", *SEEN, "A port.", "Rivers", "The Rhine flows.", "A | B", "both", "c | d"]
    assert placed.text.split("\n\n") == told
    at = placed.text.index("Tirana")
    assert placed.place(Span(at, at + 6)).of(LATEX_TABLE) == "Albania} & Tirana, by the sea"


def test_names_that_an_author_gave_to_words_are_read_as_these_words() -> None:
    source = (
        "\\newcommand{\\who}{Albert \\emph{Einstein}\\xspace}\\newcommand*\\town{Ulm}\\newcommand{\\ship}[1]{\\textit{#1}}"
        "\\begin{document}\\who was born in \\town. \\who{} lived in \\town\\ too. The \\ship{Titanic} sank.\\end{document}"
    )
    pytest.importorskip("pylatexenc", reason="the extra lsp is not installed")
    placed = read(source, "latex")
    assert placed.text == "Albert Einstein was born in Ulm. Albert Einstein lived in Ulm too. The Titanic sank."


def test_a_simple_table_in_a_block_that_is_left_out_is_left_out_too() -> None:
    table = "== ==\nA  B\n== ==\n1  2\n== ==\n".replace("\n", "\n   ")
    source = f".. code-block:: text\n\n   {table}\n\nIt ends::\n\n   {table}\n\nHere.\n"
    assert read(source, "restructuredtext").text == "It ends:\n\nHere."


def test_a_border_that_nothing_closes_begins_no_table() -> None:
    assert read("== ==\n\nIt stands\nhere.\n== ==\nMore.\n", "restructuredtext").text == "It stands here.\n\nMore."
