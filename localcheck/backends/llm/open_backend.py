"""From ``gguf:…``, ``server:…``, ``recorded:…`` or ``scripted:…`` to an open model."""

from __future__ import annotations

import os
from pathlib import Path

from localcheck.backends.llm.cache import Cached
from localcheck.errors import BadSetting, UnknownName
from localcheck.ports import OpenLLM
from localcheck.registry import LLMS
from localcheck.settings import Settings
from localcheck.settings.signatures import parameters
from localcheck.system import resources

UNCACHED = ("recorded", "scripted")
"""Backends that read answers from a file: they are not cached, because a cache would hide changes of the file."""


def split_spec(spec: str) -> tuple[str, str]:
    """``"gguf:/models/a.gguf"`` as ``("gguf", "/models/a.gguf")``. Raises ``BadSetting`` and ``UnknownName``."""
    kind, colon, name = spec.partition(":")
    if not colon and kind.endswith(".gguf"):
        return "gguf", spec
    if colon and kind not in LLMS.names():
        raise UnknownName(LLMS.kind, kind, LLMS.names())
    if not colon or not name:
        raise BadSetting("llm", f"{spec!r} names no model", hint=f"write one of {', '.join(k + ':…' for k in LLMS)}")
    return kind, name


def open_llm(spec: str, settings: Settings | None = None, *, cache: Path | None = None) -> OpenLLM:
    """Open the model that ``spec`` names; close it when done.

    The keyword-only parameters of a backend's factory that are names of settings are filled from ``settings``.
    Answers are kept in ``cache`` (by default in the home) unless the setting ``cache`` is off; recorded and scripted
    ones never.
    Raises ``UnknownName``, ``BadSetting``, ``BadInput``, ``MissingModel``, ``MissingExtra``, ``NetworkRefused`` and
    ``LLMError``.
    """
    kind, name = split_spec(spec)
    factory = LLMS.load(kind)
    chosen = settings or Settings()
    wanted = {p.name: getattr(chosen, p.name) for p in parameters(factory) if hasattr(chosen, p.name)}
    llm: OpenLLM = factory(name, **wanted)
    if not chosen.cache or kind in UNCACHED:
        return llm
    place = cache or resources.home() / "cache" / "llm.db"
    return Cached(llm, place, f"{llm.info.backend}:{llm.info.sha256}") if _writable(place.parent) else llm


def _writable(folder: Path) -> bool:
    """True if answers can be kept there. If the home cannot be written, the model is simply asked again."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return os.access(folder, os.W_OK)
