"""Where evidence comes from, opened when first needed; models as in ``open_models``."""

from __future__ import annotations

from contextlib import ExitStack, closing
from functools import cached_property
from pathlib import Path

from localcheck.ports import Retriever
from localcheck.run.open_models import OpenModels
from localcheck.settings import Settings


class OpenSources(OpenModels):
    """The evidence of one process. What is opened is closed with the ``stack``."""

    def __init__(self, settings: Settings, stack: ExitStack) -> None:
        super().__init__(settings, stack)
        self.record_evidence: Path | None = None
        """Where the evidence that is pulled is kept, for ``recorded:FILE``; set it before the evidence is opened."""

    @cached_property
    def retriever(self) -> Retriever:
        """The evidence index; the starter index is built on first use."""
        from localcheck.ingest.indexing import open_retriever
        from localcheck.sources.several import open_several

        found = open_several(self.settings.index, lambda spec: open_retriever(spec, self.settings))
        if self.record_evidence is not None:
            from localcheck.sources.web.retriever import EvidenceRecorder

            found = EvidenceRecorder(found, self.record_evidence)
        return self._stack.enter_context(closing(found))
