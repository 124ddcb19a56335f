"""What the two variants of reverse validation share (Yang et al. 2023): recorded stages, stage 3, and the verdict."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from localcheck.asking.conversation import Conversation
from localcheck.errors import Unparsed
from localcheck.judging.samples import refuses
from localcheck.judging.sentence_level import decided, failed, whole_document
from localcheck.ports import LLM, Detector, Retriever
from localcheck.text.aliases import Alias, aliases_of, subject_of
from localcheck.text.han import has_han
from localcheck.text.matching import Match, published_em, published_qg, same_entity, stated_percent
from localcheck.text.patterns import regex
from localcheck.types import Cost, Document, Verdict

Matching = Literal["aliases", "published"]
Variant = Literal["em", "qg"]

_UNMET = regex(r"[^.]*\b(?:except|however|not|although|but|only difference|slightly)\b[^.]*\.?", re.IGNORECASE)

_DESCRIBED = regex(
    r"(?:The|A|An|This|That|These|Those|His|Her|Its|Their|Our|My|Your)(?: [^A-Z\d\W][^A-Z\d]*)?|It|They|We|I"
)
"""A subject without a name."""


@dataclass(frozen=True, slots=True)
class StageRecord:
    """What stages 1 and 2 produced for one passage."""

    entity: str
    """The entity the passage is about."""
    passage: str
    query: str
    """The question (QG) or the list of requirements (EM)."""
    answer: str
    """What the model named."""
    unmet: tuple[str, ...] = ()
    """Requirements that the named entity does not meet, in the model's words (EM)."""


def record_of(row: Mapping[str, str]) -> StageRecord:
    """A row of the authors' record files: entity, claim, question or detail, answer. Raises ``Unparsed``."""
    missing = {"entity", "claim", "answer"} - set(row)
    if missing:
        raise Unparsed(f"the record has no {', '.join(sorted(missing))}")
    query = row.get("question") or row.get("detail") or ""
    return StageRecord(row["entity"], row["claim"], query, row["answer"], unmet_in(row["answer"]))


def unmet_in(answer: str) -> tuple[str, ...]:
    """The sentences of a prose answer that say what does not fit."""
    return tuple(match.group().strip() for match in _UNMET.finditer(answer))


def match_record(
    record: StageRecord, variant: Variant, matching: Matching, percent: float, redirects: Iterable[str] = ()
) -> Match:
    """Stage 3, entity-answer match (Section 4.1): whether the recorded answer names the entity."""
    if matching == "published":
        if variant == "em":
            same = published_em(record.entity, record.answer, percent)
        else:
            same = published_qg(record.entity, record.answer)
        how = "the answer contains the entity's name" if same else "the answer does not contain the entity's name"
        return Match(same, f"{how} (published exact matching)", stated_percent(record.answer))
    aliases = aliases_of(record.entity, record.passage, redirects)
    match = same_entity(aliases, record.answer, percent if variant == "em" else None)
    told = any(map(str.isalpha, record.answer))
    if told and not match.matched and all(has_han(alias.name) != has_han(record.answer) for alias in aliases):
        raise Unparsed(
            f"the model names {record.answer[:40]!r}, and in that script no name of {record.entity!r} is known"
        )
    return match


def finds_again(
    variant: Variant,
    method: str,
    llm: LLM,
    retriever: Retriever | None,
    seed: int,
    matching: Matching,
    percent: float,
    ask: Callable[[Conversation, str, str, Iterable[str] | None], StageRecord],
) -> Detector:
    """The method whose stages 1 and 2 are ``ask``: of the conversation, the entity, the passage, and the entity's other names,
    None for the authors' own words.
    """

    def detect(document: Document) -> Iterator[Verdict]:
        talk = Conversation(llm, seed, variant, document.id)
        try:
            entity = entity_of(document)
            others = redirects_of(retriever, entity)
            record = ask(talk, entity, document.text, None if matching == "published" else others)
            if matching != "published" and refuses(record.answer):
                raise Unparsed(f"the model refuses to name what the passage is about: {record.answer[:60]!r}")
            match = match_record(record, variant, matching, percent, others)
        except Unparsed as error:
            yield failed(whole_document(document), error.message, talk.cost())
            return
        yield verdict_of(document, record, match, talk.cost(), method)

    return detect


def verdict_of(document: Document, record: StageRecord, match: Match, cost: Cost, method: str) -> Verdict:
    """The verdict on the passage: factual if the answer matched. The score of a match falls as its stated percentage rises."""
    stated = 100.0 if match.percent is None else min(100.0, match.percent)
    score = 1.0 - stated / 100.0 if match.matched else 1.0
    raw = {"matched": float(match.matched)} | ({} if match.percent is None else {"percent": match.percent})
    unmet = f"; unmet: {' '.join(record.unmet)}" if record.unmet else ""
    rationale = f"{method} for {record.entity!r}: {match.how}{unmet}; uncalibrated"
    return decided(whole_document(document), match.matched, score, rationale, cost, raw)


def names(text: str, entity: str) -> bool:
    """Does ``text`` give the entity away: its name, or its name without what stands in brackets?

    >>> names("Who was Ada Lovelace?", "Ada Lovelace (mathematician)"), names("Who lived in Adana?", "Ada")
    (True, False)
    """
    return any(name.strip() and _named(name).search(text) for name in {entity, entity.partition(" (")[0]})


def entity_of(document: Document) -> str:
    """The title, else the subject of the first sentence, if that is a name: nobody can name "The tower" again. Raises
    ``Unparsed``.
    """
    entity = document.title.strip() or subject_of(document.text)
    described = not document.title.strip() and _DESCRIBED.fullmatch(entity) is not None
    if not entity or described:
        raise Unparsed("the passage has no title and no recognisable subject to validate")
    return entity


def redirects_of(retriever: Retriever | None, entity: str) -> tuple[str, ...]:
    """Other titles of ``entity`` in the local index; empty if the index has none."""
    return () if retriever is None else retriever.aliases(entity)


GAP = "___"
"""Stands in a passage for its subject's names."""
TELLING = 4
"""Letters of a word that gives a name of several words away."""


def hidden(passage: str, aliases: Iterable[Alias]) -> str:
    """``passage`` with a gap for every name of its subject, and for a proper name's words alone: who never sees a name cannot
    give it away.

    >>> hidden("Ada Lovelace met Babbage. Lovelace's notes …", aliases_of("Ada Lovelace"))
    "___ met Babbage. ___'s notes …"
    """
    names = sorted((alias.name for alias in aliases), key=len, reverse=True)
    for name in names:
        passage = _named(name).sub(GAP, passage)
    words = {word for name in names for word in name.partition(",")[0].split()}
    for word in (word for word in words if len(word) >= TELLING and word[0].isupper()):
        passage = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", GAP, passage)
    return passage


def _named(name: str) -> re.Pattern[str]:
    """A name as it stands in a text, also in the plural."""
    bare = re.escape(name.strip())
    return re.compile(bare if has_han(bare) else rf"(?<!\w){bare}s?(?!\w)", re.IGNORECASE)
