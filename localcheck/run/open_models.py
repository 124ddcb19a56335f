"""The models of one process, opened when they are first needed: NLI, encoders, the language model."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from localcheck.errors import MissingModel, MissingResource
from localcheck.models.manifest import nli_models
from localcheck.ports import LLM, Encoder, SentenceEncoder
from localcheck.settings import Settings
from localcheck.store.checks import LLMCall
from localcheck.system import resources
from localcheck.types import Completion, CompletionRequest
from localcheck.types.infos import LLMInfo, ModelInfo

if TYPE_CHECKING:
    from localcheck.backends.nli import OpenNLI


@dataclass(frozen=True, slots=True)
class RuntimeOptions:
    """What a runtime is told when it is opened, beside its settings. Nothing of this changes while it is open."""

    record: Path | None = None
    """Where the language model's answers are kept, for ``recorded:FILE``."""
    record_evidence: Path | None = None
    """Where the evidence that is pulled is kept, likewise."""
    calls: list[LLMCall] | None = None
    """Where calls to the language model are listed for the store; None lists none."""
    remember: bool = True
    """Whether the agent keeps its judgements and trajectories."""
    recalls: bool = True
    """Whether the agent may take earlier judgements from memory; a measurement must not."""
    at_once: bool = False
    """Whether the weights of models are read as soon as a method is made, not only for what no cache knows."""


class OpenModels:
    """What is opened is closed with the ``stack``."""

    def __init__(self, settings: Settings, options: RuntimeOptions, stack: ExitStack) -> None:
        self.settings, self.options = settings, options
        self._stack = stack
        self._opened: list[OpenNLI] = []

    def load(self) -> None:
        """Read the weights of all NLI models and encoders that are open. Raises ``NLIError``."""
        for model in self._opened:
            model.load()

    def sentence_model(self) -> str | None:
        """The model for sentence vectors: the chosen encoder, else the NLI model, else any installed; None without one."""
        from localcheck.backends.nli.open_model import sentence_model

        try:
            return sentence_model(self.settings.encoder, self.settings.nli)
        except MissingModel:
            return None

    @cached_property
    def nli(self) -> OpenNLI:
        """The NLI model, or the two of a cascade, behind the score cache unless it is switched off."""
        from localcheck.backends.nli.cache import CachedNLI

        path = resources.home() / "cache" / "nli.db"
        return self._model(self.settings.nli, (lambda model: CachedNLI(model, path)) if self.settings.cache else None)

    def _model(self, name: str, around: Callable[[OpenNLI], OpenNLI] | None = None) -> OpenNLI:
        from localcheck.backends.nli import open_nli

        s = self.settings
        model = open_nli(name, threads=s.threads, compute_type=s.compute_type, batch_size=s.batch_size, around=around)
        self._opened.append(self._stack.enter_context(closing(model)))
        return model

    @cached_property
    def encoder(self) -> Encoder:
        """The token encoder: its own model, or the NLI model's."""
        return self._model(self.settings.encoder) if self.settings.encoder else self.nli

    @cached_property
    def sentence_encoder(self) -> SentenceEncoder:
        """The model for sentence vectors: the open NLI model or encoder if it can make them, so that none is opened twice."""
        from localcheck.backends.nli.open_model import sentence_model

        s = self.settings
        name = sentence_model(s.encoder, s.nli)
        for role, chosen in (("encoder", (s.encoder,)), ("nli", nli_models(s.nli))):
            if name in chosen and isinstance(found := getattr(self, role), SentenceEncoder):
                return self._remembering(getattr(found, "embedder", found))
        return self._remembering(self._model(name))

    def _remembering(self, model: Any) -> SentenceEncoder:
        """``model`` with the vectors that are kept beside indexes, and behind the cache of others unless it is switched off."""
        from localcheck.backends.nli.article_vectors import ArticleVectors
        from localcheck.backends.nli.cache import CachedVectors
        from localcheck.sources.indexes import vectors_file

        cache = CachedVectors(model, resources.home() / "cache" / "vectors.db") if self.settings.cache else None
        return self._stack.enter_context(closing(ArticleVectors(model, vectors_file, cache)))

    @cached_property
    def llm(self) -> LLM:
        """The language model named in the settings, else the one that ``thorough`` would take."""
        from localcheck.backends.llm import open_llm
        from localcheck.backends.llm.remarks import Remarked
        from localcheck.run.effort import best_installed

        s = self.settings
        named = s.llm or ((best := best_installed()) and f"gguf:{best}")
        if not named:
            raise MissingResource(
                "a language model is needed, and none that fits this machine is installed",
                "localcheck setup says which to take; or name one: --llm gguf:PATH, --llm server:http://127.0.0.1:8080#MODEL",
            )
        llm: LLM = self._stack.enter_context(closing(open_llm(named, settings=s)))
        if self.options.calls is not None:
            llm = _listed(llm, self.options.calls)
        if self.options.record is not None:
            from localcheck.backends.llm.recorded import Recorder

            llm = self._stack.enter_context(closing(Recorder(llm, self.options.record)))
        return Remarked(llm)

    def names_of_models(self) -> Iterator[tuple[str, str]]:
        """(role:name, sha256) of every model that was opened, and of the parts of a cascade."""
        named: list[Any] = []
        for role in ("nli", "encoder", "sentence_encoder", "llm"):
            model = self.__dict__.get(role)
            if model is not None and not (role == "sentence_encoder" and _among(model, named)):
                named.append(model)
                info: ModelInfo | LLMInfo = model.info
                yield f"{role}:{info.name}", info.sha256
                if isinstance(info, ModelInfo):
                    yield from ((f"{role}-part:{name}", sha256) for name, sha256 in info.parts)

    def origins(self) -> Iterator[str]:
        """One note for each NLI model or encoder that was opened and whose hashes prove no origin."""
        from localcheck.models.packed import locate, origin_of

        opened = {
            "nli": nli_models(self.settings.nli) if "nli" in self.__dict__ else (),
            "encoder": (self.settings.encoder,) if "encoder" in self.__dict__ else (),
        }
        for name in dict.fromkeys(name for names in opened.values() for name in names if name and ":" not in name):
            if not (found := origin_of(locate(name))).known:
                yield f"the model {name} is {found.said}"


def _among(model: Any, named: Sequence[Any]) -> bool:
    """Is this model one of those, or a part of one?"""
    return any(model.info is m.info or model.info.name in dict(getattr(m.info, "parts", ())) for m in named)


def _listed(llm: LLM, calls: list[LLMCall]) -> LLM:
    """``llm``, with every answer also appended to ``calls``."""
    from localcheck.backends.llm.requests import canonical, digest

    name = llm.info.name

    def tell(request: CompletionRequest, answer: Completion) -> None:
        calls.append(
            LLMCall(
                time.time(), name, digest(request), request.key, canonical(request), answer.texts, answer.tokens_in,
                answer.tokens_out, answer.seconds, answer.cached, answer.error,
            )
        )  # fmt: skip

    return Logged(llm, tell)


class Logged:
    """Passes requests on to ``llm`` and calls ``tell`` with every request and its completion, in order."""

    def __init__(self, llm: LLM, tell: Callable[[CompletionRequest, Completion], None]) -> None:
        self._llm = self.asked = llm
        self._tell = tell
        self.info = llm.info

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        """The answers of the model behind it."""
        completions = self._llm.complete(requests)
        for request, completion in zip(requests, completions, strict=True):
            self._tell(request, completion)
        return completions
