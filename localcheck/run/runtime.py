"""The only place where names become objects. A ``Runtime`` opens models and indexes when they are first needed and closes
them together; a detector that needs no LLM never loads one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from functools import cached_property, partial
from typing import Any, TypeVar

from localcheck import __version__
from localcheck.agent.tools.described import Toolbox, open_toolbox
from localcheck.asking.expert import Expert
from localcheck.asking.head_files import headed
from localcheck.asking.recordings import keep_about, original
from localcheck.backends.llm.remarks import Remarked, telling
from localcheck.backends.translation import Translators
from localcheck.claims.changed import remaining, within
from localcheck.errors import BackendError, BadInput, MissingResource, UsageError
from localcheck.judging.evidence.beside import Beside
from localcheck.judging.evidence.find_tables import (
    find_evidence,
    find_expert,
    find_fusion,
    find_given,
    find_likelihoods,
    own_score,
)
from localcheck.judging.evidence.fusing import Fusion
from localcheck.judging.evidence.score import EvidenceModel, Tables
from localcheck.judging.expert import Consultant
from localcheck.judging.given_score import GivenScore
from localcheck.judging.polyglot import JudgeNLI, polyglot
from localcheck.judging.quoted import quoting
from localcheck.judging.together import Together
from localcheck.models.catalogue import languages_read
from localcheck.ports import LLM, NLI, Detector, Encoder, Extractor, Retriever, SentenceEncoder
from localcheck.registry import DETECTORS, EXTRACTORS
from localcheck.run.effort import priced_seconds, readers_of, reads_index
from localcheck.run.open_models import OpenModels, RuntimeOptions
from localcheck.run.remembering import ClaimCache, means_of, remembered
from localcheck.settings import Settings
from localcheck.settings.signatures import Factory, options_for, parameters, ports
from localcheck.sources.several import names_of, open_several
from localcheck.stats.bayes import Likelihoods
from localcheck.store.agent_memory import AgentMemory
from localcheck.system import network, resources
from localcheck.types import JSON, RunInfo

T = TypeVar("T")
WITHOUT_EXPERT = "effort thorough: the language model cannot be used ({why}), so effort careful is used"
NO_HELP = (
    "effort thorough: {model} is not asked, for on {n} labelled claims its answers added nothing to the NLI model's; that of "
    "careful is used"
)
NO_CLAIMS = "claims = {claims} changes nothing here: {name} judges whole sentences or the whole text and splits none"

PROVIDED = {
    NLI: "reader",
    Encoder: "encoder",
    SentenceEncoder: "sentence_encoder",
    LLM: "llm",
    Retriever: "retriever",
    Extractor: "extractor",
    Likelihoods: "likelihoods",
    EvidenceModel: "evidence_model",
    Fusion: "fusion",
    Consultant: "consultant",
    GivenScore: "given_score",
    AgentMemory: "agent_memory",
    Translators: "translators",
}
"""Port -> the attribute of a runtime that has it."""


class Runtime(OpenModels):
    """Open models and indexes of one process. Use ``open_runtime``."""

    def __init__(
        self, settings: Settings, given: Mapping[type, Any], options: RuntimeOptions, stack: ExitStack
    ) -> None:
        readers = readers_of(settings)
        super().__init__(readers.settings, options, stack)
        self.consults = readers.consults
        """True if the effort takes a language model as the stronger reader."""
        self._given = dict(given)
        self._connections_before = network.attempts()
        self._notes = list(readers.notes)
        self._indexes: dict[str, tuple[int, int, int] | None] = {}
        self.means: Callable[[], tuple[bytes, bool]]
        """By what means the detector that was made last judges, as ``means_of`` says it."""

    def detector(
        self,
        name: str = "",
        options: Mapping[str, JSON] | None = None,
        skip: frozenset[str] = frozenset(),
        given: Mapping[type, Any] | None = None,
        anew: bool = False,
        only: Mapping[str, frozenset[int]] | None = None,
    ) -> Detector:
        """The detector by name with the options of the settings and then ``options``. Raises ``UnknownName``.

        Claims whose ids are in ``skip`` are not judged again (a continued run). ``given``: ports for this detector alone.
        ``anew``: take no verdict from the claim cache. ``only``: sentences by the id of their document; no others are judged.
        """
        name = name or self.settings.detector
        factory = DETECTORS.load(name)
        chosen = self._options(name, factory, options)
        own = {**self._given, **(given or {})}
        provided = {}
        by_port: dict[type, Any] = {}
        wanted = ports(factory)
        if Extractor not in {port for port, _ in wanted.values()} and self.settings.claims != Settings().claims:
            self._noted(None, NO_CLAIMS.format(claims=self.settings.claims, name=name))
        can_do_without = (EvidenceModel, False) in wanted.values()
        for parameter, (port, required) in wanted.items():
            evidence = can_do_without and port in (Retriever, EvidenceModel) and port not in own
            if required or port in own or (self._reads(chosen) if evidence else self.wanted(port)):
                provided[parameter] = self._provide(port, own)
                if skip and port is Extractor:
                    provided[parameter] = remaining(provided[parameter], skip)
                if only and port is Extractor:
                    provided[parameter] = within(provided[parameter], only)
            by_port[port] = provided.get(parameter)
        self.means = partial(means_of, name, chosen, by_port)
        detector: Detector = self._remembered(factory(**provided, **chosen), anew)
        if not DETECTORS.has_own(name):
            detector = quoting(detector, name)
        model = self.__dict__.get("llm")
        return telling(detector, model) if isinstance(model, Remarked) else detector

    def _remembered(self, made: Detector, anew: bool) -> Detector:
        """The method ``made`` in front of the claim cache, where its verdicts depend on nothing but what can be named.

        Models are loaded when a claim is met that is not there; at once where nothing is remembered.
        """
        cache = self.claim_cache if isinstance(made, Together) else None
        means, whole = (b"", False) if cache is None else self.means()
        if not whole or self.options.at_once:
            self.load()
        if not whole or cache is None or not isinstance(made, Together):
            return made
        return remembered(made, cache, means, recalls=not anew, ready=self.load)

    @cached_property
    def claim_cache(self) -> ClaimCache | None:
        """Verdicts that were made before, in the home; None where nothing is to be kept, and where answers are recorded: a
        verdict from there would leave its answers out of the recording.
        """
        if not (self.settings.cache and self.options.recalls and self.options.record is None):
            return None
        return self._stack.enter_context(ClaimCache(resources.home() / "cache" / "claims.db"))

    @property
    def asks(self) -> bool:
        """True if a language model has been opened or passed in."""
        return "llm" in self.__dict__ or LLM in self._given

    def info(self, name: str = "", options: Mapping[str, JSON] | None = None) -> RunInfo:
        """How a run of this detector is made. Call it after ``detector``, because it names only what has been opened; an
        index that another method opened only if this one can read it.
        """
        name = name or self.settings.detector
        chosen = self._options(name, DETECTORS.load(name), options)
        return RunInfo(
            detector=name,
            parameters=tuple(sorted(chosen.items())),
            models=tuple(self.names_of_models()),
            index=self.retriever.info.name if "retriever" in self.__dict__ and reads_index(name) else "",
            settings_digest=self.settings.digest(),
            seed=self.settings.seed,
            version=__version__,
            network_connections=network.attempts() - self._connections_before,
            notes=(*self._notes, *self.origins(), *self._notes_of_llm()),
        )

    def _notes_of_llm(self) -> tuple[str, ...]:
        """What the open language model cannot do as asked."""
        model = self._given.get(LLM) or self.__dict__.get("llm")
        return tuple(model.info.notes) if model is not None else ()

    def _options(self, name: str, factory: Factory, given: Mapping[str, JSON] | None) -> dict[str, JSON]:
        """Options of the settings, then ``given``; ``samples`` and ``seed`` come from the settings where not given."""
        chosen = {**self.settings.detector_options(name), **(given or {})}
        known = {p.name for p in parameters(factory)}
        for shared in known & {"samples", "seed"}:
            chosen.setdefault(shared, getattr(self.settings, shared))
        return options_for(factory, chosen, name)

    def parameters_of(self, name: str) -> dict[str, JSON]:
        """All options of a detector with the values that they have under these settings."""
        factory = DETECTORS.load(name)
        return {p.name: p.default for p in parameters(factory)} | self._options(name, factory, None)

    def info_of_nli(self) -> RunInfo:
        """How a measurement of the NLI model alone is made."""
        self.provide(NLI)
        return RunInfo("nli model", models=tuple(self.names_of_models()), seed=self.settings.seed, version=__version__)

    def provide(self, port: type) -> Any:
        """The one object of this runtime for a port. Raises what opening it raises."""
        return self._provide(port, self._given)

    def _provide(self, port: type, given: Mapping[type, Any]) -> Any:
        if port in given:
            return given[port]
        if port is Tables:
            return Tables(lambda: self._provide(EvidenceModel, given), lambda: self._provide(Likelihoods, given))
        if port is Toolbox:
            return open_toolbox(
                lambda inner: self._provide(inner, given),
                lambda inner: inner in given or self.wanted(inner),
                self.settings,
            )
        if port not in PROVIDED:
            raise UsageError(f"nothing provides {port.__name__}")
        return getattr(self, PROVIDED[port])

    def wanted(self, port: type) -> bool:
        """True if an optional port is available: it was given, a language model was named, or the index is built."""
        if port in self._given:
            return True
        if port is Retriever:
            from localcheck.run.open_sources import at_hand

            return all(at_hand(name) for name in names_of(self.settings.index))
        if port is SentenceEncoder:
            return self.sentence_model() is not None
        if port is Consultant:
            return self.consults
        if port is GivenScore:
            return self.given_score is not None
        if port is AgentMemory:
            return self.options.remember
        return port is Translators or (port is LLM and bool(self.settings.llm))

    @cached_property
    def retriever(self) -> Retriever:
        """The evidence index; the starter index is built on first use."""
        from localcheck.run.open_sources import open_retriever

        before = self._stamps()
        found = open_several(self.settings.index, lambda spec: open_retriever(spec, self.settings))
        if self.options.record_evidence is not None:
            from localcheck.sources.web.retriever import EvidenceRecorder

            found = EvidenceRecorder(found, self.options.record_evidence)
        for note in found.info.notes:
            self._noted(None, note)
        self._indexes = {name: before[name] or made for name, made in self._stamps().items()}
        return self._stack.enter_context(closing(found))

    @property
    def outdated(self) -> bool:
        """Has an index that is open been built anew or updated since? One that is gone is still read."""
        now = self._stamps() if "retriever" in self.__dict__ else {}
        return any(found is not None and found != self._indexes.get(name) for name, found in now.items())

    def _stamps(self) -> dict[str, tuple[int, int, int] | None]:
        from localcheck.sources.indexes import stamp

        return {name: stamp(name) for name in names_of(self.settings.index) if ":" not in name}

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
    def given_score(self) -> GivenScore | None:
        """How likely a claim is beside a given text, for this NLI model; None where that was not measured."""
        return find_given(self.nli_sha256())

    def beside(self) -> Beside:
        """How claims are judged beside given texts."""
        consultant = self.provide(Consultant) if self.wanted(Consultant) else None
        return Beside(self.provide(NLI), self.sentence_vectors(), self.given_score, consultant)

    @cached_property
    def fusion(self) -> Fusion:
        """The weights of ``fused`` for this NLI model and the kind of evidence at hand, if any; likewise."""
        kind = self.provide(Retriever).info.evidence if self.wanted(Retriever) else ""
        return self._noted(*find_fusion(self.nli_sha256(), kind))

    @cached_property
    def reader(self) -> NLI:
        """The NLI model, and where a language model reads beside it, that for the languages which only it reads."""
        languages = languages_read(self.settings.llm.removeprefix("gguf:")) if self.consults else ()

        def other() -> NLI | None:
            trained = self.consultant is not None and self.consultant.expert.digest
            return JudgeNLI(self.consultant.expert, languages) if self.consultant and trained else None

        return polyglot(self.nli, languages, other)

    @cached_property
    def consultant(self) -> Consultant | None:
        """The language model as the stronger reader, with its table and what a second of it costs; None, with a note, where it
        cannot be opened: the run goes on with the effort below. That has its memory first, so the NLI models are read before.
        """
        self.provide(NLI)
        self.load()
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

    @cached_property
    def extractor(self) -> Extractor:
        """How sentences become claims. Raises ``UnknownName``."""
        factory = EXTRACTORS.load(self.settings.claims)
        wanted = ports(factory).items()
        given = {name: self.provide(port) for name, (port, required) in wanted if required or self.wanted(port)}
        seed = {p.name: self.settings.seed for p in parameters(factory) if p.name == "seed"}
        made: Extractor = factory(**given, **seed)
        return made

    def _reads(self, chosen: Mapping[str, JSON]) -> bool:
        """Is there evidence for a method that can do without? The starter index is built for it; another must be there."""
        from localcheck.run.open_sources import starter_source

        return chosen.get("evidence") is not False and (
            self.settings.index != Settings().index or self.wanted(Retriever) or starter_source() is not None
        )

    def sentence_vectors(self) -> SentenceEncoder | None:
        """The sentence encoder, where there is one."""
        return self.provide(SentenceEncoder) if self.wanted(SentenceEncoder) else None

    @cached_property
    def translators(self) -> Translators:
        """The installed translation models, opened when one is needed."""
        return self._stack.enter_context(Translators(self.settings.threads))

    @cached_property
    def agent_memory(self) -> AgentMemory:
        """What the agent remembers, in the home."""
        recalls = self.options.recalls and self.settings.cache
        return self._stack.enter_context(AgentMemory(resources.home() / "agent.db", recalls))


@contextmanager
def open_runtime(
    settings: Settings, given: Mapping[type, Any] | None = None, options: RuntimeOptions | None = None
) -> Iterator[Runtime]:
    """A runtime whose models and indexes are closed at the end of the block.

    ``given``: ports that are passed in instead of being opened, such as recorded evidence or the fakes of a test.
    """
    with ExitStack() as stack:
        yield Runtime(settings, given or {}, options or RuntimeOptions(), stack)
