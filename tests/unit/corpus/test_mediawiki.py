"""MediaWiki exports of every schema version, and pages that are not what they should be."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest
from exports import VERSIONS, export, number, page

from localcheck.errors import BadInput
from localcheck.ingest.corpus import Header, Item, Malformed, Record, Redirect, Skipped, mediawiki


def read(data: bytes, size: int = 1 << 20, name: str = "x-20160501-pages.xml") -> list[Item]:
    pieces = (data[i : i + size] for i in range(0, len(data), size))
    return [item for part in mediawiki.cut(Path(name), pieces) for item in part.items()]


def records(items: Iterable[Item]) -> list[Record]:
    return [i for i in items if isinstance(i, Record)]


@pytest.mark.parametrize("version", VERSIONS)
def test_every_schema_version_gives_articles_redirects_and_namespaces(version: str) -> None:
    items = read(
        export(
            page("Anarchism", "'''Anarchism''' is a [[political philosophy]].", version, id=12),
            page("Anarchists", "#REDIRECT [[Anarchism]] {{R from plural}}", version, id=13, redirect="Anarchism"),
            page("Talk:Anarchism", "I think …", version, ns=1, id=14),
            page("2001: A Space Odyssey", "A film.", version, id=15),
            version=version,
        )
    )
    assert items[0] == Header("en", "Wikipedia", "2016-05-01")
    first, odyssey = records(items)
    assert (first.title, first.revision, first.date, first.kind) == ("Anarchism", "127", "2016-04-22", "wikipedia")
    assert first.body == "'''Anarchism''' is a [[political philosophy]]."
    assert first.locator == "https://en.wikipedia.org/wiki/Anarchism"
    assert odyssey.title == "2001: A Space Odyssey"
    assert [i for i in items if isinstance(i, Redirect)] == [Redirect("Anarchists", "Anarchism")]
    assert Skipped("other namespace") in items
    assert number(version) >= 3


@pytest.mark.parametrize("size", [1, 7, 64, 1000])
def test_pieces_may_be_cut_anywhere(size: int) -> None:
    data = export(page("Zoë", "Ünïcode & <b>bold</b>."), page("B", "Two."))
    assert read(data, size) == read(data)


def test_one_malformed_page_costs_one_page() -> None:
    items = read(
        export(page("A", "One."), "<page><title>Bad</title><ns>zero</ns></page>", "<page><x></page>", page("B", "Two."))
    )
    assert [r.title for r in records(items)] == ["A", "B"]
    assert len([i for i in items if isinstance(i, Malformed)]) == 2


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("<page><ns>0</ns></page>", "has no title"),
        ("<page><title>T</title><ns>0</ns></page>", "has no revision"),
        ("<page><title>T & T</title></page>", "not well-formed"),
    ],
)
def test_what_is_wrong_is_said(body: str, why: str) -> None:
    (found,) = [i for i in read(export(body)) if isinstance(i, Malformed)]
    assert why in found.why


def test_deleted_and_empty_texts_and_other_models_are_left_out() -> None:
    deleted = '<page><title>D</title><ns>0</ns><revision><id>1</id><text deleted="deleted" /></revision></page>'
    style = page("S", "{}").replace("wikitext", "json")
    items = read(export(deleted, style))
    assert items[1:] == [Skipped("empty or deleted text"), Skipped("content model json")]


def test_of_a_history_the_newest_revision_is_read() -> None:
    old = "<revision><id>1</id><timestamp>2001-01-01T00:00:00Z</timestamp><text>old</text></revision>"
    new = "<revision><id>2</id><timestamp>2020-01-01T00:00:00Z</timestamp><text>new</text></revision>"
    (found,) = records(read(export(f"<page><title>H</title><ns>0</ns>{new}{old}</page>")))
    assert (found.revision, found.body, found.date) == ("2", "new", "2020-01-01")


def test_a_page_beyond_the_limit_is_counted_and_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mediawiki, "PAGE_LIMIT", 2000)
    for size in (100, 1 << 20):
        items = read(export(page("A", "One."), page("Long", "x" * 5000), page("B", "Two.")), size)
        assert [r.title for r in records(items)] == ["A", "B"]
        assert [type(i) for i in items].count(Malformed) == 1


BOMB = b"""<?xml version="1.0"?><!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]><mediawiki>"""


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (BOMB + export(page("A", "&lol2;")), "declaration"),
        (export('<page><!DOCTYPE x [<!ENTITY y "z">]><title>&y;</title></page>'), "declaration"),
        (b"<html><body>no export</body></html>", "not a MediaWiki XML export"),
        (export(page("A", "One."))[:-30], "ends in the middle"),
        (export(page("A", "One."))[:500], "ends in the middle"),
        (b"<mediawiki><siteinfo></wrong></mediawiki>", "not well-formed"),
    ],
)
def test_what_is_no_sound_export_is_refused(data: bytes, message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        read(data)
    assert caught.value.hint


def test_a_declaration_deep_in_the_dump_is_not_expanded() -> None:
    filler = page("A", "x" * 100_000)
    items = read(export(filler, '<page><!DOCTYPE x [<!ENTITY y "z">]><title>&y;</title></page>'))
    assert isinstance(items[2], Malformed)


def test_an_entity_that_nobody_declared_is_malformed_not_expanded() -> None:
    items = read(export("<page><title>&xxe;</title></page>"))
    assert isinstance(items[1], Malformed)
