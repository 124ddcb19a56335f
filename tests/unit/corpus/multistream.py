"""Writes multistream dumps as Wikimedia does: a stream for the header, one for some pages each, one for the end; an index."""

from __future__ import annotations

import bz2
import re
from pathlib import Path

PAGE = re.compile(rb"[ \t]*<page>.*?</page>\n?", re.DOTALL)


def write(export: bytes, path: Path, pages: int = 100, packed: bool = True) -> Path:
    """The export as a multistream dump at ``path``, the index beside it; returns the index's path."""
    found = list(PAGE.finditer(export))
    streams = [bz2.compress(export[: found[0].start()])]
    lines = []
    for start in range(0, len(found), pages):
        offset = sum(map(len, streams))
        some = [one.group() for one in found[start : start + pages]]
        lines += [
            b"%d:%s:%s\n" % (offset, _one(rb"<id>(\d+)</id>", one), _one(rb"<title>(.*?)</title>", one)) for one in some
        ]
        streams.append(bz2.compress(b"".join(some)))
    streams.append(bz2.compress(b"</mediawiki>\n"))
    path.write_bytes(b"".join(streams))
    index = path.with_name(path.name.replace("-multistream", "-multistream-index").replace(".xml", ".txt"))
    index = index if packed else index.with_suffix("")
    listing = b"".join(lines)
    index.write_bytes(bz2.compress(listing) if packed else listing)
    return index


def _one(pattern: bytes, page: bytes) -> bytes:
    found = re.search(pattern, page)
    return found[1] if found else b""
