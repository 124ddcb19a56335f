"""What a runtime decides by, beside its models: tables learned for them, and the language model as the stronger reader."""

from __future__ import annotations

from abc import abstractmethod
from functools import cached_property
from typing import Any, TypeVar

from localcheck.asking.expert import Expert
from localcheck.asking.head_files import headed
from localcheck.asking.recordings import keep_about, original
from localcheck.errors import BackendError, BadInput, MissingResource
from localcheck.judging.evidence.find_tables import find_evidence, find_expert, find_fusion, find_likelihoods, own_score
from localcheck.judging.evidence.fusing import Fusion
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.judging.expert import Consultant
from localcheck.ports import LLM, NLI, Retriever
from localcheck.run.effort import priced_seconds
from localcheck.run.open_models import OpenModels
from localcheck.stats.bayes import Likelihoods

T = TypeVar("T")
WITHOUT_EXPERT = "effort thorough: the language model cannot be used ({why}), so effort careful is used"
NO_HELP = (
    "effort thorough: {model} is not asked, for on {n} labelled claims its answers added nothing to the NLI model's; that of "
    "careful is used"
)


class OpenTables(OpenModels):
    """The part of a runtime that finds tables. Each is found when it is first needed."""

    _notes: list[str]
    """What is to be said of what was opened."""

    @abstractmethod
    def provide(self, port: type) -> Any:
        """The one object of this runtime for a port."""

    @abstractmethod
    def wanted(self, port: type) -> bool:
        """True if an optional port is available."""

    @cached_property
    def likelihoods(self) -> Likelihoods:
        """The likelihood table for this NLI model and kind of evidence; if it belongs to another model, a note says so."""
        found, note = self.likelihoods_for(self.provide(Retriever).info.evidence)
        return self._noted(found, note)

    @cached_property
    def evidence_model(self) -> EvidenceModel:
        """The evidence score for this NLI model and kind of evidence; a note says if it belongs to another model, or was fitted
        on this machine.
        """
        found, note = find_evidence(self.nli_sha256(), self.provide(Retriever).info.evidence)
        return self._noted(found, note or own_score(found))

    @cached_property
    def fusion(self) -> Fusion:
        """The weights of ``fused`` for this NLI model and the kind of evidence at hand, if any; likewise."""
        kind = self.provide(Retriever).info.evidence if self.wanted(Retriever) else ""
        return self._noted(*find_fusion(self.nli_sha256(), kind))

    @cached_property
    def consultant(self) -> Consultant | None:
        """The language model as the stronger reader, with its table and what a second of it costs; None, with a note, where it
        cannot be opened: the run goes on with the effort below.
        """
        try:
            llm: LLM = self.provide(LLM)
        except (MissingResource, BackendError, BadInput) as error:
            self._noted(None, WITHOUT_EXPERT.format(why=error.message))
            return None
        with_head, of = self._noted(*headed(llm)), original(llm)
        table = self._noted(*find_expert(of.info.sha256, with_head.digest if with_head else "", self.nli_sha256()))
        if not table.helps:
            self._noted(None, NO_HELP.format(model=of.info.name, n=sum(table.likelihoods.n)))
            return None
        judge = with_head or Expert(llm, table.orders)
        seconds = of.seconds or priced_seconds(of.info.name, judge.tokens)
        keep_about(llm, judge.digest, seconds)
        return Consultant(judge, table, seconds)

    def _noted(self, found: T, note: str) -> T:
        if note and note not in self._notes:
            self._notes.append(note)
        return found

    def likelihoods_for(self, evidence: str) -> tuple[Likelihoods, str]:
        """The table for this NLI model and kind of evidence (``index`` or ``web``), and a warning if it is another's."""
        return find_likelihoods(self.nli_sha256(), evidence)

    def nli_sha256(self) -> str:
        """Hash of the NLI model in use."""
        return str(self.provide(NLI).info.sha256)
