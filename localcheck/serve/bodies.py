"""The bodies of requests as frozen types, read strictly: unknown keys, wrong types and too long names are refused."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar

from localcheck.errors import BadInput
from localcheck.gate.risk import risk_named
from localcheck.ingest.documents import from_text
from localcheck.registry import DETECTORS
from localcheck.reports import codec
from localcheck.run.methods import passes_over_context
from localcheck.serve.limits import parsed
from localcheck.settings import Settings, with_options
from localcheck.settings.requests import Call
from localcheck.types import JSON, Document, as_context

NAME = 200
"""Characters of a name (category, template, model, call id)."""


def _read(text: str, title: str = "") -> Document:
    """A text of a body, which may be empty, with its title."""
    empty = not text.removeprefix("\ufeff").strip()
    return Document("request", "", title) if empty else from_text(text, id="request", title=title)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Body(Call):
    """What every body may say: the call whose answer is checked, and its prompt."""

    prompt: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckBody(_Body):
    """``POST /v1/check``."""

    text: str
    title: str = ""
    context: tuple[str, ...] | None = None
    """Texts to hold it against; an empty list is a context, too: nothing was retrieved."""
    samples: tuple[str, ...] = ()
    detector: str = ""
    """Empty means the server's, and ``faithfulness`` where a context is given and the server's looks claims up in the index."""
    options: JSON = field(default_factory=dict)
    """Options of the method, as with ``-o``."""
    stream: bool = False
    """Events as NDJSON instead of one object at the end."""

    def document(self) -> Document:
        """The document to check; an empty text is allowed."""
        read = _read(self.text, self.title)
        return Document("request", read.text, read.title, self.prompt, self.samples, as_context(self.context))

    def settings(self, server: Settings) -> Settings:
        """The server's settings with the method and options asked for. Raises ``UnknownName``.

        Where neither is, a text that comes with a context is held against that, and not against the index.
        """
        if not self.detector and not self.options:
            given = self.context is not None and passes_over_context(server.detector)
            return replace(server, detector="faithfulness") if given else server
        name = self.detector or server.detector
        DETECTORS.load(name)
        return with_options(replace(server, detector=name), name, self.options)


@dataclass(frozen=True, slots=True, kw_only=True)
class FaithfulnessBody(_Body):
    """``POST /v1/faithfulness``."""

    answer: str
    context: tuple[str, ...]
    judge: str = "nli"
    """``nli`` or ``llm``."""

    def document(self) -> Document:
        """The answer with its context; an empty answer is allowed."""
        return Document("request", _read(self.answer).text, prompt=self.prompt, context=self.context)

    def settings(self, server: Settings) -> Settings:
        """The server's settings with the detector that judges against a context."""
        if self.judge not in ("nli", "llm"):
            raise BadInput("judge", f"{self.judge!r} is not nli or llm")
        return replace(server, detector="faithfulness" if self.judge == "nli" else "faithfulness-llm")


Body = CheckBody | FaithfulnessBody
Kind = TypeVar("Kind", CheckBody, FaithfulnessBody)


def read(kind: type[Kind], data: bytes) -> Kind:
    """A body from its bytes. Raises ``BadInput``: not JSON, a key too many or too few, a value of another type."""
    body = codec.from_json(kind, parsed(data), "body")
    for name in ("category", "template", "model", "call_id"):
        if len(getattr(body, name)) > NAME:
            raise BadInput(f"body.{name}", f"longer than {NAME} characters")
    if body.risk not in ("", "auto"):
        risk_named(body.risk)
    if isinstance(body, CheckBody) and not (
        isinstance(body.options, Mapping)
        and all(isinstance(v, str | int | float | bool) for v in body.options.values())
    ):
        raise BadInput(
            "body.options", 'must be an object whose values are texts, numbers, true or false, such as {"k": 3}'
        )
    return body
