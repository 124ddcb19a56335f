"""What of a web page is its text: notices, menus and share bars go, whatever their tag; the article never goes."""

from __future__ import annotations

from pathlib import Path

import pytest

from localcheck.errors import BadInput
from localcheck.ingest.documents import read_document
from localcheck.types import READING_NOTES

ARTICLE = "<h1>Paris</h1><p>Paris is the capital of France. It lies on the Seine and has two million inhabitants.</p>"
KEPT = ["Paris", "Paris is the capital of France. It lies on the Seine and has two million inhabitants."]


def blocks(tmp_path: Path, body: str) -> list[str]:
    path = tmp_path / "page.html"
    path.write_text(f"<!doctype html><html><head><title>Paris</title></head><body>{body}</body></html>", "utf-8")
    return read_document(path).text.split("\n\n")


@pytest.mark.parametrize(
    "extra",
    [
        '<div class="cookie-banner" role="dialog">We use cookies to improve your visit.</div>',
        '<div id="CookieNotice">We use cookies to improve your visit.</div>',
        '<section class="gdpr">We value your privacy.</section>',
        '<div id="consent-modal"><p>We value your privacy.</p></div>',
        '<div role="navigation">Home News Sport</div>',
        "<nav>Home News Sport</nav>",
        '<ul class="breadcrumbs"><li>Home</li><li>Cities</li></ul>',
        '<div class="share-bar">Share this page with your friends.</div>',
        '<div class="site newsletter-box">Sign up for our newsletter today.</div>',
        "<div hidden>This sentence is not shown.</div>",
        "<footer>All rights reserved.</footer>",
        "<script>var sentence = 'This is code.';</script>",
    ],
)
def test_what_is_not_the_text_goes(tmp_path: Path, extra: str) -> None:
    assert blocks(tmp_path, extra + ARTICLE) == KEPT
    assert blocks(tmp_path, ARTICLE + extra) == KEPT


@pytest.mark.parametrize(
    "page",
    [
        f'<div class="has-cookie-banner">{ARTICLE}</div>',
        f'<form id="aspnetForm">{ARTICLE}</form>',
        f"<div class=related><article>{ARTICLE}</article></div>",
        f"<p>Advice to visitors.</p><main>{ARTICLE}</main>",
        f"<article><header><h1>Paris</h1><p>By A. Writer</p></header>{ARTICLE.partition('</h1>')[2]}</article>",
    ],
)
def test_what_holds_the_text_stays(tmp_path: Path, page: str) -> None:
    assert blocks(tmp_path, page) == KEPT


def test_a_recipe_for_cookies_is_text(tmp_path: Path) -> None:
    assert blocks(tmp_path, f'{ARTICLE}<p class="cookiecutter">Cookies are baked.</p>') == [*KEPT, "Cookies are baked."]


def test_a_table_row_is_a_sentence(tmp_path: Path) -> None:
    table = "<table><tr><th>Detail</th><th>Value</th></tr><tr><td>Rivets</td><td>2.5 <b>million</b></td></tr></table>"
    assert blocks(tmp_path, ARTICLE + table) == [*KEPT, "Rivets: 2.5 million (Value)."]


@pytest.mark.parametrize("control", ["\x1f", "&#31;", "&#x1F;", "&#x0b"])
def test_control_characters_in_a_table_do_not_make_a_page_unreadable(tmp_path: Path, control: str) -> None:
    table = (
        f"<table><tr><th>Detail</th><th>Value</th></tr><tr><td>Rivets</td><td>40{control} &#300;&#10;</td></tr></table>"
    )
    assert blocks(tmp_path, ARTICLE + table) == [*KEPT, "Rivets: 40 Ĭ (Value)."]


def test_a_page_of_the_web_and_a_document_are_read_alike(tmp_path: Path) -> None:
    from localcheck.sources.web.pages import page_of

    table = "<table><tr><th>Country</th><th>Capital</th></tr><tr><td>Albania</td><td>Tirana</td></tr></table>"
    body = f'<div class="cookie-banner">We use cookies.</div>{ARTICLE}{table}'
    read = page_of("https://example.org/", "", f"<html><head><title>Paris</title></head><body>{body}</body></html>")
    assert read.text.split("\n\n") == blocks(tmp_path, body) == [*KEPT, "The capital of Albania is Tirana."]


def test_what_is_hidden_in_a_long_page_is_left_out(tmp_path: Path) -> None:
    told = [
        f"The tower number {n} was built of iron, and it stands in the town of Paris near the river." for n in range(40)
    ]
    hidden = "<p hidden>Rome is a town in Spain today.</p><p style='display:none'>Oslo is a town in Spain.</p>"
    (tmp_path / "a.html").write_text(
        f"<html><body><article>{hidden}{''.join(f'<p>{t}</p>' for t in told)}</article></body></html>"
    )
    assert read_document(tmp_path / "a.html").text.split("\n\n") == told


@pytest.mark.parametrize("opened", ["<div>", "<b>", "<ul><li>Madrid is the capital of Spain.", "<table><tr><td>x"])
def test_what_lies_deep_in_other_elements_is_read(tmp_path: Path, opened: str) -> None:
    """libxml2 stops at 256 elements in one another unless it is told to go on."""
    (tmp_path / "a.html").write_text(f"<p>Rome is a city.</p>{opened * 300}<p>Berlin is a city.</p>", "utf-8")
    assert "Berlin is a city." in read_document(tmp_path / "a.html").text


def test_elements_too_deep_to_be_read_are_told(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text(f"<p>Rome is a city.</p>{'<div>' * 100_000}<p>Berlin is a city.</p>", "utf-8")
    with pytest.raises(BadInput, match="too deep"):
        read_document(tmp_path / "a.html")


@pytest.mark.parametrize("length", [1, 40])
def test_a_box_inside_the_article_is_counted_where_it_is_left_out(tmp_path: Path, length: int) -> None:
    """A note in ``aside`` was dropped without a word, by trafilatura as by the reader of small pages."""
    more = "".join(
        f"<p>Quarter {i} of the town has a market, a school and {i + 2} churches.</p>" for i in range(length)
    )
    box = "<aside><p>Note: the town has no airport of its own to this day.</p></aside>"
    path = tmp_path / "page.html"
    for extra, said in (
        (box, ["1 paragraph beside the main text left out"]),
        ("", None),
        ("<nav><p>All that we know of towns is here.</p></nav>", None),
    ):
        path.write_text(f"<!doctype html><html><body><article>{ARTICLE}{extra}{more}</article></body></html>", "utf-8")
        assert dict(read_document(path).meta).get(READING_NOTES) == said
