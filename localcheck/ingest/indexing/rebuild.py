"""An index made anew from the texts that it holds: for indexes of an older form, damaged ones, and another engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from localcheck.errors import RetrievalError
from localcheck.ingest.corpus.ordered import processes_for
from localcheck.ingest.indexing import origin
from localcheck.ingest.indexing.build import EngineName, choose, rank
from localcheck.ingest.indexing.events import BuildEvent, Built
from localcheck.ingest.indexing.origin import checked_date
from localcheck.ingest.indexing.staging import copied, emptied, locked
from localcheck.sources import articles, manifest
from localcheck.sources.indexes import folder_of, of_this_home
from localcheck.system.clock import now
from localcheck.system.jsontext import parse_object
from localcheck.system.resources import swap_in
from localcheck.types.infos import IndexInfo


def rebuild(name: str, engine: EngineName = "auto", dated: str = "") -> Iterator[BuildEvent]:
    """Index the texts of the index ``name`` again; the last event is ``Built``. The old one stays until the new one is there.

    Only the table of texts is read, no file of the old engine. ``dated``: when the texts were written, where the index does
    not say so or says it wrong. Raises ``MissingIndex``, ``BadSetting``, and ``RetrievalError``, also where the texts are not
    those that the index was built with: they would be evidence.
    """
    checked_date(dated)
    folder = of_this_home(name)
    with locked(name):
        manifest.refuse_changed(folder, articles.FILE)
        count, size, _ = articles.totals(folder)
        if not count:
            raise RetrievalError(f"the index {name} holds no article", "build it again from its source")
        chosen, why = choose(engine)
        with emptied(name) as staging:
            yield from copied(folder / articles.FILE, staging / articles.FILE)
            if dated:
                articles.date_documents(staging, dated)
            yield from rank(staging, chosen, why, count, size, processes_for(0, "", size))
            known = _known(folder, name)
            info = replace(known, engine=chosen, articles=count, text_bytes=size)
            info = manifest.write(staging, replace(info, dump_date=dated or info.dump_date, built=now()))
            if (before := origin.known(name, known.digest)) is not None:
                origin.note(name, before, (known.digest, info.digest))
            swap_in(staging, folder_of(name))
    yield Built(info)


def _known(folder: Path, name: str) -> IndexInfo:
    """What the old manifest says, as far as it can be read: where the texts are from, not how they were indexed."""
    nothing = IndexInfo(name, "whoosh", 0)
    try:
        return replace(manifest.info_from(parse_object((folder / manifest.FILE).read_bytes())["info"]), name=name)
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return nothing
