"""A method that judges each claim alone, in front of the claim cache.

By what means a claim is judged: everything that a verdict depends on beside the claim and its document, as one digest.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from localcheck.backends.nli.article_vectors import identity
from localcheck.judging.copies import is_copy
from localcheck.judging.evidence.score import EvidenceModel, Tables
from localcheck.judging.expert import Consultant
from localcheck.judging.given_score import GivenScore
from localcheck.judging.languages import language_of
from localcheck.judging.named import depends_on_text
from localcheck.judging.sentence_level import sentences_of
from localcheck.judging.source_age import about_now
from localcheck.judging.together import Judging, Together
from localcheck.ports import NLI, Extractor, Retriever, SentenceEncoder
from localcheck.run.remembering.claim_cache import ClaimCache
from localcheck.sources.by_query import ByQuery, query_for, sentences_around
from localcheck.sources.several import Several
from localcheck.stats.bayes import Likelihoods
from localcheck.system.clock import today
from localcheck.system.resources import program
from localcheck.text.language import detect
from localcheck.types import JSON, Claim, Cost, Document, Label, Span, Verdict

VERSION = 1
"""Of what is kept; it is part of every key."""
WITHOUT_EFFECT = ("group",)
"""Options of methods that change how fast they judge and nothing else."""


class _NotNamed(Exception):
    """Something takes part that nothing identifies: recorded evidence, a server's model, a port that a test passes in."""


def means_of(detector: str, options: Mapping[str, JSON], ports: Mapping[type, Any]) -> tuple[bytes, bool]:
    """A digest of method, options, evidence, models, tables and program, and whether each of them could be identified.

    ``ports``: what the method was given, by port. Another revision of an index, vectors that were made for it, another model or
    compute type, a table that was calibrated anew, and another build of localcheck each make another digest.
    """
    chosen = {name: value for name, value in options.items() if name not in WITHOUT_EFFECT}
    retriever = ports.get(Retriever)
    sources = () if retriever is None else retriever.info.sources or (retriever.info.name,)
    parts, whole = list[JSON](), True
    for port, found in sorted(ports.items(), key=lambda p: p[0].__name__):
        try:
            parts.append(_part(port, found, chosen, sources))
        except _NotNamed:
            info, whole = getattr(found, "info", None), False
            parts.append([port.__name__, getattr(info, "sha256", ""), getattr(info, "digest", "")])
    row = json.dumps([VERSION, program(), detector, chosen, parts], sort_keys=True, default=repr)
    return hashlib.blake2b(row.encode("utf-8", "surrogatepass"), digest_size=32).digest(), whole


def _part(port: type, found: Any, options: Mapping[str, JSON], sources: tuple[str, ...]) -> JSON:
    """What identifies one of the ports. Raises ``_NotNamed``."""
    if found is None or port is Extractor:
        return [port.__name__]  # A claim is part of the key itself, however it was made.
    if port in (NLI, SentenceEncoder) and found.info.sha256:
        return [port.__name__, *identity(found, sources)]
    if port is Retriever:
        return _evidence(found)
    if port is Tables:
        return repr(found.paper() if options.get("evidence") == "paper" else found.evidence())
    if port in (Likelihoods, EvidenceModel, GivenScore):
        return repr(found)
    if port is Consultant and found.expert.info.backend == "gguf" and found.expert.info.sha256:
        return [port.__name__, found.expert.info.sha256, found.expert.digest, repr(found.table), found.seconds]
    raise _NotNamed


def _evidence(found: Retriever) -> JSON:
    """Name and digest of each source whose evidence depends on the claim and the title alone."""
    if isinstance(found, Several):
        return [_evidence(source) for source in found.parts]
    if not found.info.digest or not isinstance(found, ByQuery) or type(found).evidence is not ByQuery.evidence:
        raise _NotNamed
    return [found.info.name, found.info.digest]


TOGETHER = 256
"""Claims that are looked up at once."""
CACHED = Cost(cached=1)


def remembered(
    detector: Together, cache: ClaimCache, means: bytes, recalls: bool = True, ready: Callable[[], None] = lambda: None
) -> Together:
    """``detector``, which takes verdicts that are in the ``cache`` from there, and keeps there those that it makes.

    A verdict depends on its claim, on the ``means``, and of its document on title, prompt, context, language, on the sentences
    around the claim, with which evidence is looked for, on whether there are any, and on whether the document is a copy of what
    was read; that of a claim about "the mountain" also on the whole text, which says what is meant. Nothing else may be part of
    it. ``recalls``: False only keeps. ``ready`` is called before a claim is judged whose verdict is not there.
    """

    def begin(document: Document, claims: Sequence[Claim]) -> Iterator[Judging]:
        place = _place(document, claims, means)
        judgings = iter(detector.begin(document, claims))
        for start in range(0, len(claims), TOGETHER):
            part = claims[start : start + TOGETHER]
            keys = [_key(place, document, claim) for claim in part]
            found = cache.find(keys) if recalls else {}
            for claim, key in zip(part, keys, strict=True):
                judging = next(judgings)
                known = found.get(key)
                if known is not None and no_copy_read(known, document):
                    yield _said(known, claim)
                else:
                    ready()
                    yield _kept(judging, claim, key, cache, document)

    return replace(detector, begin=begin)


def _said(known: Verdict, claim: Claim) -> Judging:
    """The verdict as it was, on the claim where it stands now. Its trace stays; it cost nothing."""
    yield from ()  # a judging that asks nothing
    shift, now = claim.span.start, known.claim
    span = Span(now.span.start + shift, now.span.end + shift)
    here = replace(now, id=claim.id, sentence=claim.sentence, span=span)
    evidence = tuple(replace(e, claim_id=claim.id) for e in known.evidence)
    return replace(known, claim=here, evidence=evidence, cost=CACHED)


def _kept(judging: Judging, claim: Claim, key: bytes, cache: ClaimCache, document: Document) -> Judging:
    """The verdict as it is made, kept with its place counted from that of its claim."""
    verdict = yield from judging
    start, said = claim.span.start, verdict.claim.span
    if verdict.label is not Label.FAILED and said.start >= start and no_copy_read(verdict, document):
        span = Span(said.start - start, said.end - start)
        cache.keep(key, replace(verdict, claim=replace(verdict.claim, span=span)))
    return verdict


def no_copy_read(verdict: Verdict, document: Document) -> bool:
    """Was nothing passed over because it is a copy of the document? Then the verdict does not depend on its other words."""
    return not any(is_copy(e.passage, document.text) for e in verdict.evidence)


def _place(document: Document, claims: Sequence[Claim], means: bytes) -> bytes:
    """A digest of the means and of what verdicts take from their document."""
    row = (document.title, document.prompt, document.context, language_of(document.text), detect(document.text))
    return _digest(means, row, len(claims) == 1, len(sentences_of(document)) == 1)


def _key(place: bytes, document: Document, claim: Claim) -> bytes:
    day = today() if about_now(claim) else ""
    row = (claim.text, claim.span.of(document.text), claim.checkable, claim.note, claim.about, claim.own, day)
    around = document.text if depends_on_text(claim) else ""
    near = sentences_around(document.text, claim.span.start)
    return _digest(place, *row, query_for(document, claim), near, around)


def _digest(base: bytes, *parts: object) -> bytes:
    said = json.dumps(parts).encode()
    return hashlib.blake2b(said, key=base[:32], digest_size=32).digest()
