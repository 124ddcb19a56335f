"""Indexes made of indexes: two become one, with every article once, of two with the same title the newer one; and one is made
anew from the texts that it holds, for one of an older form, a damaged one, or another engine.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from pathlib import Path

from localcheck.errors import BadSetting, RetrievalError
from localcheck.ingest.corpus.ordered import processes_for
from localcheck.ingest.corpus.source import FOLDER
from localcheck.ingest.indexing.build import COMMIT_EVERY, EngineName, choose, rank
from localcheck.ingest.indexing.events import BuildEvent, Built, Merging
from localcheck.ingest.indexing.staging import (
    check_free,
    checked_date,
    copied,
    emptied,
    known_origin,
    locked,
    note_origin,
)
from localcheck.sources import articles, manifest
from localcheck.sources.article_changes import ArticleChanges, later, pack
from localcheck.sources.indexes import STARTER, SUFFIX, folder_of, locate, of_this_home
from localcheck.system.clock import now
from localcheck.system.jsontext import parse_object
from localcheck.system.resources import indexes_dir, swap_in
from localcheck.types.infos import IndexInfo


def merge(first: str, second: str, name: str, engine: EngineName = "auto", force: bool = False) -> Iterator[BuildEvent]:
    """Make the index ``name`` of two others, which stay; the last event is ``Built``.

    Of articles with the same title the one of the higher revision stays, else that of the later date, else that of ``first``.
    Documents of folders are the same only where title, place and content are. An article without a date gets that of its index,
    if it has one. Neither of the two can be changed meanwhile. Raises ``MissingIndex``, ``RetrievalError``, ``UsageError``
    while one is changed, and ``BadSetting`` where the name is taken.
    """
    if name == STARTER or name in (first, second):
        raise BadSetting("--name", f"{name!r} is taken", "command line", "choose another name")
    target, folders = folder_of(name), (locate(first), locate(second))
    own = [folder.name.removesuffix(SUFFIX) for folder in folders if folder.parent == indexes_dir()]
    with ExitStack() as stack:
        for one in dict.fromkeys((name, *own)):
            stack.enter_context(locked(one, shared=one != name))
        check_free(name, force)
        infos = tuple(manifest.check(folder) for folder in folders)
        total = sum(articles.totals(folder)[0] for folder in folders)
        with emptied(name) as staging:
            yield from copied(folders[0] / articles.FILE, staging / articles.FILE)
            with closing(ArticleChanges(staging)) as changes:
                redirects = yield from _taken_in(changes, folders, infos, total)
                changes.close(finished=True)
            count, size, _ = articles.totals(staging)
            chosen, why = choose(engine)
            yield from rank(staging, chosen, why, count, size, processes_for(0, "", size))
            info = replace(_info(infos, name), engine=chosen, articles=count, text_bytes=size, redirects=redirects)
            info = manifest.write(staging, info)
            swap_in(staging, target)
    yield Built(info)


def _taken_in(
    changes: ArticleChanges, folders: tuple[Path, ...], infos: tuple[IndexInfo, ...], total: int
) -> Generator[Merging, None, int]:
    """Add the articles of the second index to those of the first; returns how many redirects lead somewhere."""
    changes.date_all(infos[0].dump_date)
    done = total - articles.totals(folders[1])[0]
    for title, text, source in articles.whole_articles(folders[1]):
        source = replace(source, date=source.date or infos[1].dump_date)
        entry = changes.alike(title, source) if source.kind == FOLDER else changes.called(title)
        if entry is None:
            changes.add(title, text, source)
        elif source.kind != FOLDER and later(source.revision, entry.revision, source.date > entry.date):
            changes.replace(entry, pack(title, text, source))
        else:
            changes.keep(entry)
        done += 1
        if done % COMMIT_EVERY == 0:
            yield Merging(done, total)
    for folder in folders:
        for other, title in articles.redirects(folder):
            changes.add_redirect(other, title)
    yield Merging(total, total)
    return changes.finish(drop=False)


def _info(infos: tuple[IndexInfo, ...], name: str) -> IndexInfo:
    """What is known of both together."""
    first, second = infos
    return IndexInfo(
        name, "whoosh", 0,
        language=first.language if first.language == second.language else "",
        # what one of them does not date stays without a date
        dump_date=max(first.dump_date, second.dump_date) if first.dump_date and second.dump_date else "",
        source=f"{first.name} and {second.name}",
        skipped=first.skipped + second.skipped,
        malformed=first.malformed + second.malformed,
        built=now(),
        licence="; ".join(dict.fromkeys(info.licence for info in infos if info.licence)),
    )  # fmt: skip


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
            if (before := known_origin(name, known.digest)) is not None:
                note_origin(name, before, (known.digest, info.digest))
            swap_in(staging, folder_of(name))
    yield Built(info)


def _known(folder: Path, name: str) -> IndexInfo:
    """What the old manifest says, as far as it can be read: where the texts are from, not how they were indexed."""
    nothing = IndexInfo(name, "whoosh", 0)
    try:
        return replace(manifest.info_from(parse_object((folder / manifest.FILE).read_bytes())["info"]), name=name)
    except (OSError, ValueError, KeyError, AttributeError, TypeError):
        return nothing
