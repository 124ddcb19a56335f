"""Where evidence comes from and how claims are made, opened when first needed; models as in ``open_models``."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack, closing
from functools import cached_property
from pathlib import Path
from typing import Literal

from localcheck.errors import NetworkRefused, UsageError
from localcheck.ports import Extractor, Retriever
from localcheck.run.open_models import OpenModels
from localcheck.settings import Settings
from localcheck.system import resources


class OpenSources(OpenModels):
    """The evidence and the extractor of one process. What is opened is closed with the ``stack``."""

    def __init__(self, settings: Settings, stack: ExitStack) -> None:
        super().__init__(settings, stack)
        self.tell_splitting: Callable[[int, int], object] | None = None
        """Called while a language model splits sentences: how many it was asked about so far, and how many in all."""
        self.record_evidence: Path | None = None
        """Where the evidence that is pulled is kept, for ``recorded:FILE``; set it before the evidence is opened."""

    @cached_property
    def retriever(self) -> Retriever:
        """The evidence index; the starter index is built on first use."""
        from localcheck.ingest.indexing import kind_of, open_retriever
        from localcheck.sources.several import open_several

        def opened(spec: str) -> Retriever:
            kind, place = kind_of(spec)
            return self._web(place) if kind == "web" else open_retriever(spec)

        found = open_several(self.settings.index, opened)
        if self.record_evidence is not None:
            from localcheck.sources.web.retriever import EvidenceRecorder

            found = EvidenceRecorder(found, self.record_evidence)
        return self._stack.enter_context(closing(found))

    def _web(self, spec: str) -> Retriever:
        from localcheck.sources.web.retriever import open_web

        s = self.settings
        if not s.network:
            raise NetworkRefused("evidence from the web needs the network", "add --network, before the command")
        cache = resources.home() / "cache" / "web" if s.cache else None
        return open_web(spec, cache, s.brave_key, s.private_addresses, brave_url=s.brave_url)

    @cached_property
    def extractor(self) -> Extractor:
        """How sentences become claims."""
        from localcheck.claims.rules.extract import RuleClaims, SentenceClaims

        kinds: dict[str, Callable[[], Extractor]] = {
            "rules": RuleClaims,
            "rules+sentence": lambda: RuleClaims(own=True),
            "sentences": SentenceClaims,
            "llm": lambda: self._llm_claims("short"),
            "llm-paper": lambda: self._llm_claims("paper"),
        }
        if self.settings.claims not in kinds:
            raise UsageError(f"claims {self.settings.claims!r} is not one of {', '.join(kinds)}")
        return kinds[self.settings.claims]()

    def _llm_claims(self, prompt: Literal["short", "paper"]) -> Extractor:
        from localcheck.claims.llm import LLMClaims

        about: Literal["unsplit", "several"] = "several" if prompt == "paper" else "unsplit"
        return LLMClaims(
            self.llm, nli=self.nli, prompt=prompt, seed=self.settings.seed, about=about, tell=self.tell_splitting
        )
