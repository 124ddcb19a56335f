"""The process that uses libzim: one JSON object a line in, one a line out. ``process`` starts it.

libzim is C++: a damaged file may end the process that reads it. Memory is bounded, because a cluster may unpack to gigabytes.
"""

from __future__ import annotations

import json
import resource
import sys
from pathlib import Path
from typing import Any

from localcheck.system.jsontext import parse

MEMORY = 3 << 30
PAGE_LIMIT = 16 << 20
"""Bytes of one page."""
CHECK_LIMIT = 512 << 20
"""A file up to this size is compared with its checksum when it is opened."""
PAGES = ("text/html", "application/xhtml+xml")
WANTED = ("Title", "Name", "Language", "Date", "License", "Creator")


class Served:
    """An open archive, and what can be asked of it."""

    def __init__(self, path: str) -> None:
        from libzim.reader import Archive

        self.archive = Archive(Path(path))

    def about(self, path: str) -> dict[str, Any]:
        """What the file says of itself. ``damaged`` is true where its checksum does not fit."""
        archive, said = self.archive, {}
        for key in WANTED:
            if key in archive.metadata_keys:
                said[key.lower()] = bytes(archive.get_metadata(key)).decode("utf-8", "replace")[:1_000]
        small = archive.filesize <= CHECK_LIMIT
        return {
            **said,
            "entries": archive.all_entry_count,
            "articles": archive.article_count,
            "uuid": str(archive.uuid),
            "size": archive.filesize,
            "words": archive.has_fulltext_index,
            "titles": archive.has_title_index,
            "damaged": small and archive.has_checksum and not archive.check(),
        }

    def entries(self, start: int, count: int) -> list[dict[str, Any]]:
        """So many entries from number ``start``, with the pages' content; one that cannot be read has an ``error``."""
        return [self._entry(i) for i in range(start, min(start + count, self.archive.all_entry_count))]

    def _entry(self, number: int) -> dict[str, Any]:
        try:
            entry = self.archive._get_entry_by_id(number)
            if entry.is_redirect:
                return {"title": entry.title, "redirect": entry.get_redirect_entry().title}
            return self._content(entry, entry.get_item())
        except Exception as error:  # libzim raises RuntimeError and others on damaged files
            return {"error": _one_line(error)}

    def _content(self, entry: Any, item: Any) -> dict[str, Any]:
        kind = item.mimetype.split(";")[0].strip()
        if kind not in PAGES:
            return {"kind": kind}
        if item.size > PAGE_LIMIT:
            return {"error": f"page {entry.path} is larger than {PAGE_LIMIT >> 20} MiB"}
        text = bytes(item.content).decode("utf-8", "replace")
        return {"title": entry.title, "path": entry.path, "html": text}

    def read(self, path: str) -> dict[str, Any]:
        """The page at ``path``, redirects followed."""
        entry = self.archive.get_entry_by_path(path)
        item = entry.get_item()
        return self._content(self.archive.get_entry_by_path(item.path), item)

    def words(self, queries: list[str], limit: int) -> list[dict[str, Any]]:
        """For each query: how many pages hold all of its words, about, and the paths of the best."""
        from libzim.search import Query, Searcher

        searcher, found = Searcher(self.archive), []
        for query in queries:
            search = searcher.search(Query().set_query(query))
            found.append({"count": search.getEstimatedMatches(), "paths": list(search.getResults(0, limit))})
        return found

    def titles(self, names: list[str], limit: int) -> list[list[tuple[str, str]]]:
        """For each name: (title, path of the page) of entries whose titles have its words."""
        from libzim.suggestion import SuggestionSearcher

        searcher, found = SuggestionSearcher(self.archive), []
        for name in names:
            paths = list(searcher.suggest(name).getResults(0, limit))
            entries = [self.archive.get_entry_by_path(path) for path in paths] or self._titled(name)
            found.append([(entry.title, entry.get_item().path) for entry in entries])
        return found

    def _titled(self, name: str) -> list[Any]:
        """By the whole title, where there is no index of the words in titles, or it lies across the parts of a split file."""
        forms = dict.fromkeys((name, name.title(), name.capitalize()))
        return [self.archive.get_entry_by_title(form) for form in forms if self.archive.has_entry_by_title(form)]


def _one_line(error: Exception) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


def main() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    path = sys.argv[1]
    try:
        served = Served(path)
        _say({"value": served.about(path)})
    except ImportError:
        _say({"missing": True})
        return
    except Exception as error:
        _say({"error": _one_line(error)})
        return
    for line in sys.stdin:
        try:
            asked = parse(line)
            _say({"value": getattr(served, str(asked.pop("ask")))(**asked)})
        except Exception as error:
            _say({"error": _one_line(error)})


def _say(answer: dict[str, Any]) -> None:
    sys.stdout.write(json.dumps(answer) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
