"""Several sources of evidence in one run: ``mine + enwiki``. The order in which they are named is their precedence."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import replace

from localcheck.errors import NoPageRead, UsageError
from localcheck.ports import Retriever
from localcheck.system.resources import sha256_text
from localcheck.types import Claim, Document, Passage
from localcheck.types.infos import BETWEEN, SEVERAL, IndexInfo


def names_of(spec: str) -> tuple[str, ...]:
    """``"mine + enwiki"`` as ``("mine", "enwiki")``. Raises ``UsageError`` for a source that is named twice or not at all."""
    found = tuple(name.strip() for name in spec.split(BETWEEN))
    if len(set(found)) < len(found) or (len(found) > 1 and not all(found)):
        raise UsageError(
            f"index {spec!r} names a source twice, or an empty one", "for example --index mine --index enwiki"
        )
    return found


class Several:
    """Port ``Retriever``: the best document of each source in turn, sources of higher precedence first."""

    def __init__(self, sources: Sequence[Retriever]) -> None:
        self.parts = tuple(sources)
        """The sources, highest precedence first."""
        self.info = _info([s.info for s in self.parts])

    def search(self, query: str) -> Iterator[Passage]:
        """What each source finds, in turns."""
        return _in_turn([s.search(query) for s in self.parts])

    def evidence(self, document: Document, claim: Claim) -> Iterator[Passage]:
        """The same for a claim of a document."""
        return _in_turn([s.evidence(document, claim) for s in self.parts])

    def aliases(self, title: str) -> tuple[str, ...]:
        """Those of the first source that knows the title."""
        return next((found for s in self.parts if (found := s.aliases(title))), ())

    def close(self) -> None:
        """Close all of them, also where one fails to."""
        with ExitStack() as stack:
            for source in self.parts:
                stack.callback(source.close)


def open_several(spec: str, open_one: Callable[[str], Retriever]) -> Retriever:
    """The sources of ``spec``; where one cannot be opened, those opened before it are closed."""
    names = names_of(spec)
    if len(names) == 1:
        return open_one(names[0])
    with ExitStack() as stack:
        found = [stack.enter_context(closing(open_one(name))) for name in names]
        stack.pop_all()
    return Several(found)


def _in_turn(found: Sequence[Iterator[Passage]]) -> Iterator[Passage]:
    """One of each, lazily, until none has any; ranks count what is given. Raises ``NoPageRead`` where nothing else is there."""
    waiting, rank = list(found), 0
    unread: NoPageRead | None = None
    while waiting:
        for source in tuple(waiting):
            try:
                passage = next(source, None)
            except NoPageRead as error:
                passage, unread = None, error
            if passage is None:
                waiting.remove(source)
                continue
            yield replace(passage, rank=rank)
            rank += 1
    if unread is not None and not rank:
        raise unread


def _info(infos: Sequence[IndexInfo]) -> IndexInfo:
    languages = {i.language for i in infos}
    kinds = {i.evidence for i in infos}
    digests = "\0".join(i.digest for i in infos)
    return IndexInfo(
        BETWEEN.join(i.name for i in infos),
        SEVERAL,
        sum(i.articles for i in infos),
        language=languages.pop() if len(languages) == 1 else "",
        dump_date=min((i.dump_date for i in infos if i.dump_date), default=""),
        text_bytes=sum(i.text_bytes for i in infos),
        digest=sha256_text(digests) if all(i.digest for i in infos) else "",
        evidence="index" if "index" in kinds else kinds.pop(),
        notes=tuple(note for i in infos for note in i.notes),
    )
