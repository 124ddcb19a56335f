"""The models and indexes that the settings name, and those that are installed beside them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path

from localcheck.errors import LocalcheckError, UsageError
from localcheck.monitoring.doctor.finding import Finding, named
from localcheck.settings import Settings
from localcheck.system import resources
from localcheck.system.diskspace import size_of
from localcheck.text.counting import many


def models(settings: Settings) -> Iterator[Finding]:
    from localcheck.models.manifest.card import read_card
    from localcheck.models.manifest.names import installed, nli_models
    from localcheck.models.packed import locate

    def nli(name: str) -> str:
        folder = locate(name)
        card = read_card(folder)
        return f"{card.kind}, {'/'.join(card.languages)}, {size_of(folder) / 1e6:.0f} MB"

    try:
        chosen = nli_models(settings.nli)
    except UsageError:
        chosen = (settings.nli,)
    for name in chosen:
        yield named("model", f"NLI model {name}", partial(nli, name))
        yield from _origin(name)
    if settings.encoder:
        yield named("model", f"encoder {settings.encoder}", lambda: nli(settings.encoder))
    others = sorted(set(installed()) - {*chosen, settings.encoder})
    if others:
        yield Finding("model", "ok", f"also installed: {', '.join(others)}")


def _origin(name: str) -> Iterator[Finding]:
    """A warning for a model that is not one whose hashes come with localcheck."""
    from localcheck.models.packed import locate, origin_of

    with suppress(LocalcheckError):
        found = origin_of(locate(name))
        if not found.known:
            yield Finding(
                "model", "warning", f"NLI model {name} is {found.said}", "use it only if you know who made it"
            )


def indexes(settings: Settings) -> Iterator[Finding]:
    from localcheck.sources.indexes import list_indexes
    from localcheck.sources.several import names_of

    known = dict(list_indexes())
    for spec in names_of(settings.index):
        yield from _index(spec, known)
    for name, info in known.items():
        if isinstance(info, LocalcheckError):
            level = "error" if name in names_of(settings.index) else "warning"
            yield Finding("index", level, f"index {name}: {info.message}", info.hint)
        else:
            facts = (many(info.articles, "article"), info.language, info.engine)
            yield Finding("index", "ok", f"index {name}: {', '.join(filter(None, facts))}")


def _index(spec: str, known: Mapping[str, object]) -> Iterator[Finding]:
    """What stands in the way of one source that the settings name."""
    from localcheck.registry import RETRIEVERS
    from localcheck.run.open_sources import kind_of
    from localcheck.sources.manifest import ENGINES

    kind, place = kind_of(spec)
    if kind in RETRIEVERS and kind not in ENGINES:
        yield Finding("index", "ok", f"evidence from {spec}")
    elif place not in known:
        corpus = resources.shipped() / "indexes" / "starter"
        if place == "starter" and corpus.is_dir() and any(corpus.iterdir()):
            yield Finding(
                "index", "ok", "index starter: not built yet, the first check builds it from the shipped corpus"
            )
        elif not Path(place).is_dir():
            mend = f"localcheck index build DUMP.xml.bz2 --name {place}"
            yield Finding("index", "error", f"there is no index {place!r}", mend)
