"""By what means a claim is judged: everything that a verdict depends on beside the claim and its document, as one digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from localcheck import __version__
from localcheck.backends.nli.article_vectors import ArticleVectors
from localcheck.judging.evidence.score import EvidenceModel, Tables
from localcheck.judging.expert import Consultant
from localcheck.ports import NLI, Extractor, Retriever, SentenceEncoder
from localcheck.sources.by_query import ByQuery
from localcheck.sources.several import Several
from localcheck.stats.bayes import Likelihoods
from localcheck.system import resources
from localcheck.types import JSON

VERSION = 1
"""Of what is kept; it is part of every key."""
WITHOUT_EFFECT = ("group",)
"""Options of methods that change how fast they judge and nothing else."""


class _NotNamed(Exception):
    """Something takes part that nothing identifies: recorded evidence, a server's model, a port that a test passes in."""


def means_of(detector: str, options: Mapping[str, JSON], ports: Mapping[type, Any]) -> bytes | None:
    """A digest of method, options, evidence, models, tables and program; None where one of them cannot be identified.

    ``ports``: what the method was given, by port. Another revision of an index, vectors that were made for it, another model or
    compute type, a table that was calibrated anew, and another version of localcheck each make another digest.
    """
    chosen = {name: value for name, value in options.items() if name not in WITHOUT_EFFECT}
    retriever = ports.get(Retriever)
    sources = () if retriever is None else retriever.info.sources or (retriever.info.name,)
    try:
        parts = [
            _part(port, found, chosen, sources) for port, found in sorted(ports.items(), key=lambda p: p[0].__name__)
        ]
    except _NotNamed:
        return None
    row = json.dumps([VERSION, _program(), detector, chosen, parts], sort_keys=True, default=repr)
    return hashlib.blake2b(row.encode("utf-8", "surrogatepass"), digest_size=32).digest()


def _part(port: type, found: Any, options: Mapping[str, JSON], sources: tuple[str, ...]) -> JSON:
    """What identifies one of the ports. Raises ``_NotNamed``."""
    if found is None or port is Extractor:
        return [port.__name__]  # A claim is part of the key itself, however it was made.
    if port in (NLI, SentenceEncoder):
        return [port.__name__, *_model(found), *_vectors(found, sources)]
    if port is Retriever:
        return _evidence(found)
    if port is Tables:
        return repr(found.paper() if options.get("evidence") == "paper" else found.evidence())
    if port in (Likelihoods, EvidenceModel):
        return repr(found)
    if port is Consultant and found.expert.info.backend == "gguf" and found.expert.info.sha256:
        return [port.__name__, found.expert.info.sha256, found.expert.digest, repr(found.table), found.seconds]
    raise _NotNamed


def _model(found: Any) -> list[JSON]:
    if not found.info.sha256:
        raise _NotNamed
    return [found.info.sha256, found.info.compute_type, found.info.max_tokens, *found.info.languages]


def _vectors(found: Any, sources: tuple[str, ...]) -> list[JSON]:
    """Vectors of whole articles decide which sentences are compared, so making them makes other means."""
    return [found.revision(source) for source in sources] if isinstance(found, ArticleVectors) else []


def _evidence(found: Retriever) -> JSON:
    """Name and digest of each source whose evidence depends on the claim and the title alone."""
    if isinstance(found, Several):
        return [_evidence(source) for source in found.parts]
    if not found.info.digest or not isinstance(found, ByQuery) or type(found).evidence is not ByQuery.evidence:
        raise _NotNamed
    return [found.info.name, found.info.digest]


@cache
def _program() -> JSON:
    """The version; of a checkout, where it says little, also sizes and times of all files."""
    if resources.checkout() is None:
        return __version__
    files = sorted(resources.PACKAGE.rglob("*.py"))
    return [__version__, *((str(f.relative_to(resources.PACKAGE)), *_stamp(f.stat())) for f in files)]


def _stamp(found: Any) -> tuple[int, int]:
    return found.st_size, found.st_mtime_ns
