"""Readers of encyclopedias, dumps and folders: files in, a stream of ``Item`` values out, in bounded memory."""

from __future__ import annotations

from localcheck.ingest.corpus.records import (
    CorpusReader,
    Header,
    Item,
    Malformed,
    Part,
    Record,
    Redirect,
    Remark,
    Skipped,
)
from localcheck.ingest.corpus.source import Corpus, DocumentReader, Recognised, formats, open_corpus
from localcheck.ingest.corpus.wikitext import plain_text
