"""The readable text of an article, whatever its markup."""

from __future__ import annotations

from localcheck.ingest.corpus.records import Record
from localcheck.ingest.corpus.wikitext import to_plain


def plain_text(record: Record) -> str:
    """The article's readable text."""
    if record.markup == "html":
        from localcheck.ingest.corpus import pagehtml  # lxml is not loaded for dumps of wikitext

        return pagehtml.to_plain(record.body, record.title)
    return to_plain(record.body) if record.markup == "wikitext" else record.body
