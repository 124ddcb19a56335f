"""A page without a document is a whole page that says so."""

from __future__ import annotations

from localcheck.reports import html


def test_a_page_of_no_documents_says_so() -> None:
    page = html.render()
    assert page.startswith("<!doctype html>") and page.rstrip().endswith("</html>")
    assert page.count(html.NOTHING) == 2
