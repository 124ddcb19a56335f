"""The only place where names become objects. A ``Runtime`` opens models and indexes when they are first needed and closes
them together; a detector that needs no LLM never loads one.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeVar

from localcheck import __version__, network, resources
from localcheck.errors import MissingModel, MissingResource, NetworkRefused, UsageError
from localcheck.judging.score import EvidenceModel, Tables
from localcheck.manifest import nli_models
from localcheck.ports import LLM, NLI, Detector, Encoder, Extractor, Retriever, SentenceEncoder
from localcheck.registry import DETECTORS, JSON, Factory, options_for, parameters, ports
from localcheck.settings import Settings
from localcheck.stats.bayes import Likelihoods
from localcheck.store.agent_memory import AgentMemory
from localcheck.store.calls import LLMCall
from localcheck.tables import find_evidence, find_likelihoods
from localcheck.tools.toolbox import Toolbox
from localcheck.types import Claim, Completion, CompletionRequest, Cost, Document, RunInfo, Sentence

if TYPE_CHECKING:
    from localcheck.nli import OpenNLI

T = TypeVar("T")


class Runtime:
    """Open models and indexes of one process. Use ``open_runtime``."""

    def __init__(self, settings: Settings, stack: ExitStack) -> None:
        self.settings = settings
        self._stack = stack
        self._connections_before = network.attempts()
        self.notes: list[str] = []
        self.given: dict[type, Any] = {}
        """Ports handed in instead of opened: an evaluation's recorded evidence, a test's fakes."""
        self.record: Path | None = None
        """Where the language model's answers are kept, for ``recorded:FILE``; set it before the model is opened."""
        self.calls: list[LLMCall] | None = None
        """Where calls to the language model are listed for the store; set it before the model is opened."""
        self.record_evidence: Path | None = None
        """Where the evidence that is pulled is kept, for ``recorded:FILE``; set it before the evidence is opened."""
        self.remember = True
        """Does the agent keep its triples and trajectories?"""
        self.recalls = True
        """May the agent take from memory what it judged before? A measurement must not."""

    def detector(
        self, name: str = "", options: Mapping[str, JSON] | None = None, skip: frozenset[str] = frozenset()
    ) -> Detector:
        """The detector by name with the options of the settings and then ``options``. Raises ``UnknownName``.

        Claims whose ids are in ``skip`` are not judged again (a continued run).
        """
        name = name or self.settings.detector
        factory = DETECTORS.load(name)
        chosen = self._options(name, factory, options)
        provided = {}
        for parameter, (port, required) in ports(factory).items():
            if required or self._wanted(port):
                provided[parameter] = self.provide(port)
                if skip and port is Extractor:
                    provided[parameter] = _Remaining(provided[parameter], skip)
        detector: Detector = factory(**provided, **chosen)
        return detector

    @property
    def asks(self) -> bool:
        """Has a language model been opened or given?"""
        return "llm" in self.__dict__ or LLM in self.given

    def info(self, name: str = "", options: Mapping[str, JSON] | None = None) -> RunInfo:
        """How a run of this detector is made. Call it after ``detector``: it names only what was opened."""
        name = name or self.settings.detector
        chosen = self._options(name, DETECTORS.load(name), options)
        return RunInfo(
            detector=name,
            parameters=tuple(sorted(chosen.items())),
            models=tuple(self._models()),
            index=self._index_name(),
            settings_digest=self.settings.digest(),
            seed=self.settings.seed,
            version=__version__,
            network_connections=network.attempts() - self._connections_before,
            notes=tuple(self.notes),
        )

    def _options(self, name: str, factory: Factory, given: Mapping[str, JSON] | None) -> dict[str, JSON]:
        """Options of the settings, then ``given``; ``samples`` and ``seed`` come from the settings where not given."""
        chosen = {**self.settings.detector_options(name), **(given or {})}
        known = {p.name for p in parameters(factory)}
        for shared in known & {"samples", "seed"}:
            chosen.setdefault(shared, getattr(self.settings, shared))
        return options_for(factory, chosen, name)

    def info_of_models(self, role: str) -> RunInfo:
        """How a measurement of a model alone is made."""
        self.provide({"nli": NLI, "encoder": Encoder, "llm": LLM}[role])
        return RunInfo(f"{role} model", models=tuple(self._models()), seed=self.settings.seed, version=__version__)

    def provide(self, port: type) -> Any:
        """The one object of this runtime for a port."""
        if port in self.given:
            return self.given[port]
        makers: dict[type, Callable[[], Any]] = {
            NLI: lambda: self.nli,
            Encoder: lambda: self.encoder,
            SentenceEncoder: lambda: self.sentence_encoder,
            LLM: lambda: self.llm,
            Retriever: lambda: self.retriever,
            Extractor: lambda: self.extractor,
            Likelihoods: lambda: self.likelihoods,
            EvidenceModel: lambda: self.evidence_model,
            Tables: lambda: Tables(lambda: self.provide(EvidenceModel), lambda: self.provide(Likelihoods)),
            Toolbox: lambda: self.toolbox,
            AgentMemory: lambda: self.agent_memory,
        }
        if port not in makers:
            raise UsageError(f"nothing provides {port.__name__}")
        return makers[port]()

    def _wanted(self, port: type) -> bool:
        """Optional ports are opened where they are at hand: a language model that was named, an index that is built."""
        if port is Retriever and port not in self.given:
            from localcheck.indexing import at_hand

            return at_hand(self.settings.index)
        if port is SentenceEncoder and port not in self.given:
            return self._sentence_model() is not None
        if port is AgentMemory and port not in self.given:
            return self.remember
        return port in self.given or (port is LLM and bool(self.settings.llm))

    def _sentence_model(self) -> str | None:
        """The model for sentence vectors: the chosen encoder, else the NLI model, else any installed; None without one."""
        from localcheck.nli.opening import sentence_model

        try:
            return sentence_model(self.settings.encoder, self.settings.nli)
        except MissingModel:
            return None

    @cached_property
    def nli(self) -> OpenNLI:
        """The NLI model, or the two of a cascade, behind the score cache unless it is switched off."""
        from localcheck.nli import open_nli
        from localcheck.nli.cache import cached_nli

        s = self.settings
        path = resources.home() / "cache" / "nli.db"
        around = (lambda model: cached_nli(model, path)) if s.cache else None
        model = open_nli(s.nli, threads=s.threads, compute_type=s.compute_type, batch_size=s.batch_size, around=around)
        return self._stack.enter_context(closing(model))

    @cached_property
    def encoder(self) -> Encoder:
        """The token encoder: its own model, or the NLI model's."""
        from localcheck.nli import open_nli

        s = self.settings
        if not s.encoder:
            return self.nli
        model = open_nli(s.encoder, threads=s.threads, compute_type=s.compute_type, batch_size=s.batch_size)
        return self._stack.enter_context(closing(model))

    @cached_property
    def sentence_encoder(self) -> SentenceEncoder:
        """The model of whole texts' meaning: the NLI model or the encoder where they serve, so that none is opened twice."""
        from localcheck.nli import open_nli
        from localcheck.nli.opening import sentence_model

        s = self.settings
        name = sentence_model(s.encoder, s.nli)
        for role, chosen in (("encoder", (s.encoder,)), ("nli", nli_models(s.nli))):
            if name in chosen and isinstance(found := getattr(self, role), SentenceEncoder):
                return self._remembering(found)
        model = open_nli(name, threads=s.threads, compute_type=s.compute_type, batch_size=s.batch_size)
        return self._remembering(self._stack.enter_context(closing(model)))

    def sentence_vectors(self) -> SentenceEncoder | None:
        """The sentence encoder, where there is one."""
        return self.provide(SentenceEncoder) if self._wanted(SentenceEncoder) else None

    def _remembering(self, model: Any) -> SentenceEncoder:
        """``model`` behind the cache of sentence vectors, unless it is switched off."""
        if not self.settings.cache:
            encoder: SentenceEncoder = model
            return encoder
        from localcheck.nli.vectors import CachedVectors

        return self._stack.enter_context(closing(CachedVectors(model, resources.home() / "cache" / "vectors.db")))

    @cached_property
    def llm(self) -> LLM:
        """The language model named in the settings."""
        if not self.settings.llm:
            raise MissingResource(
                "this method needs a language model",
                "give one with --llm gguf:PATH or --llm server:http://127.0.0.1:8080#MODEL; see localcheck models list",
            )
        from localcheck.llm import open_llm

        s = self.settings
        llm: LLM = self._stack.enter_context(closing(open_llm(self.settings.llm, settings=s)))
        if self.calls is not None:
            llm = _listed(llm, self.calls)
        if self.record is None:
            return llm
        from localcheck.llm.recorded import Recorder

        return self._stack.enter_context(closing(Recorder(llm, self.record)))

    @cached_property
    def retriever(self) -> Retriever:
        """The evidence index; the starter index is built on first use."""
        from localcheck.indexing import kind_of, open_retriever

        kind, place = kind_of(self.settings.index)
        found = self._web(place) if kind == "web" else open_retriever(self.settings.index)
        if self.record_evidence is not None:
            from localcheck.web.retriever import EvidenceRecorder

            found = EvidenceRecorder(found, self.record_evidence)
        return self._stack.enter_context(closing(found))

    def _web(self, spec: str) -> Retriever:
        from localcheck.web.retriever import open_web

        s = self.settings
        if not s.network:
            raise NetworkRefused("evidence from the web needs the network", "add --network, before the command")
        return open_web(spec, resources.home() / "cache" / "web" if s.cache else None, s.brave_key, s.private_addresses)

    @cached_property
    def extractor(self) -> Extractor:
        """How sentences become claims."""
        from localcheck.claims.rules.extract import RuleClaims, SentenceClaims

        kinds: dict[str, Callable[[], Extractor]] = {
            "rules": RuleClaims,
            "sentences": SentenceClaims,
            "llm": lambda: self._llm_claims("short"),
            "llm-paper": lambda: self._llm_claims("paper"),
        }
        if self.settings.claims not in kinds:
            raise UsageError(f"claims {self.settings.claims!r} is not one of {', '.join(kinds)}")
        return kinds[self.settings.claims]()

    def _llm_claims(self, prompt: Literal["short", "paper"]) -> Extractor:
        from localcheck.claims.llm import LLMClaims

        return LLMClaims(self.llm, nli=self.nli, prompt=prompt, seed=self.settings.seed)

    @cached_property
    def toolbox(self) -> Toolbox:
        """The agent's tools."""
        from localcheck.tools.opening import open_toolbox

        return open_toolbox(self.provide, self.settings)

    @cached_property
    def agent_memory(self) -> AgentMemory:
        """What the agent remembers, in the home."""
        recalls = self.recalls and self.settings.cache
        return self._stack.enter_context(AgentMemory(resources.home() / "agent.db", recalls))

    @cached_property
    def likelihoods(self) -> Likelihoods:
        """The likelihood table of this NLI model and kind of evidence; another model's only with a warning."""
        found, note = self.likelihoods_for(self.provide(Retriever).info.evidence)
        return self._noted(found, note)

    @cached_property
    def evidence_model(self) -> EvidenceModel:
        """The learned evidence score of this NLI model and kind of evidence; another model's only with a warning."""
        found, note = find_evidence(self.nli_sha256(), self.provide(Retriever).info.evidence)
        return self._noted(found, note)

    def _noted(self, found: T, note: str) -> T:
        if note and note not in self.notes:
            self.notes.append(note)
        return found

    def likelihoods_for(self, evidence: str) -> tuple[Likelihoods, str]:
        """The table for this NLI model and kind of evidence (``index`` or ``web``), and a warning if it is another's."""
        return find_likelihoods(self.nli_sha256(), evidence)

    def nli_sha256(self) -> str:
        """Hash of the NLI model in use."""
        return str(self.provide(NLI).info.sha256)

    def _models(self) -> Iterator[tuple[str, str]]:
        named: list[Any] = []
        for role in ("nli", "encoder", "sentence_encoder", "llm"):
            model = self.__dict__.get(role)
            if model is not None and not (role == "sentence_encoder" and any(model.info is m.info for m in named)):
                named.append(model)
                yield f"{role}:{model.info.name}", str(model.info.sha256)
                yield from ((f"{role}-part:{name}", sha256) for name, sha256 in getattr(model.info, "parts", ()))

    def _index_name(self) -> str:
        return self.retriever.info.name if "retriever" in self.__dict__ else ""


class _Remaining:
    """An extractor without the claims that were judged before."""

    def __init__(self, extractor: Extractor, skip: frozenset[str]) -> None:
        self._extractor, self._skip = extractor, skip

    def cost(self) -> Cost:
        """What the extractor behind it has used."""
        return self._extractor.cost()

    def extract(self, document: Document, sentences: Sequence[Sentence]) -> list[Claim]:
        """The claims that are left."""
        return [c for c in self._extractor.extract(document, sentences) if c.id not in self._skip]


@contextmanager
def open_runtime(settings: Settings, given: Mapping[type, Any] | None = None) -> Iterator[Runtime]:
    """A runtime whose models and indexes are closed at the end of the block."""
    with ExitStack() as stack:
        runtime = Runtime(settings, stack)
        runtime.given.update(given or {})
        yield runtime


def _listed(llm: LLM, calls: list[LLMCall]) -> LLM:
    """``llm``, every answer of which is appended to ``calls``."""
    from localcheck.llm.logged import Logged
    from localcheck.llm.requests import canonical, digest

    name = llm.info.name

    def tell(request: CompletionRequest, answer: Completion) -> None:
        calls.append(
            LLMCall(
                time.time(), name, digest(request), request.key, canonical(request), answer.texts, answer.tokens_in,
                answer.tokens_out, answer.seconds, answer.cached, answer.error,
            )
        )  # fmt: skip

    return Logged(llm, tell)
