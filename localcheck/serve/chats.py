"""A chat with a model server as data: what is asked, what an answer says, and marks written into it. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from localcheck.errors import BadInput
from localcheck.serve.limits import parsed
from localcheck.text.inert import one_line
from localcheck.text.sentences import split_sentences
from localcheck.types import JSON, as_context

OWN = "localcheck"
"""Our key in requests and answers."""
MARK = " [localcheck: the evidence contradicts {what}]"
NAMED = 120
"""Characters of a sentence that a mark names."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A request, in two parts."""

    body: dict[str, JSON]
    """What is passed on."""
    prompt: str
    """What the user said last."""
    context: tuple[str, ...]
    """Texts that the answer must keep to; empty: it is checked against the index."""
    mark: bool
    """Also write into the answer what was found to be wrong with it?"""

    @property
    def stream(self) -> bool:
        """Does the client want the answer as it is made?"""
        return self.body.get("stream") is True


def asked(data: bytes) -> Asked:
    """The request in ``data``. Raises ``BadInput``."""
    body = parsed(data)
    own = body.pop(OWN, {})
    messages = body.get("messages")
    if not isinstance(messages, list) or not all(isinstance(m, dict) for m in messages):
        raise BadInput("body.messages", "not a list of messages")
    if body.get("n", 1) != 1:
        raise BadInput("body.n", "one answer at a time is checked")
    if not isinstance(own, dict) or not own.keys() <= {"context", "mark"}:
        raise BadInput(f"body.{OWN}", "not an object with context and mark")
    context, mark = own.get("context"), own.get("mark", False)
    texts = [] if context is None else context
    if not isinstance(texts, list) or not all(isinstance(t, str) for t in texts) or not isinstance(mark, bool):
        raise BadInput(f"body.{OWN}", "context is a list of texts, mark is true or false")
    said = [text_of(m.get("content")) for m in messages if m.get("role") == "user"]
    return Asked(body, said[-1] if said else "", as_context(context), mark)


def choice_of(answer: JSON) -> Mapping[str, JSON]:
    """The first choice of an answer or of a piece of one; empty where there is none."""
    choices = answer.get("choices")
    first = choices[0] if isinstance(choices, list) and choices else {}
    return first if isinstance(first, dict) else {}


def content_of(answer: JSON, part: str) -> str:
    """The text of an answer or of a piece of one; empty for what has none, such as a call of a tool."""
    found = choice_of(answer).get(part)
    return text_of(found.get("content")) if isinstance(found, dict) else ""


def text_of(content: JSON) -> str:
    """A text, or the texts among parts of which others are pictures or thoughts; empty for anything else."""
    if isinstance(content, list):
        parts = [part.get("text") for part in content if isinstance(part, dict)]
        return "\n".join(text for text in parts if isinstance(text, str))
    return content if isinstance(content, str) else ""


def mark_of(found: JSON) -> str:
    """A mark in a stream: others may have been said since, so it names its sentence."""
    said = one_line(found["text"])
    said = said if len(said) <= NAMED else f"{said[: NAMED - 1]}…"
    return MARK.format(what=f"“{said}”") if found["flagged"] else ""


def marked(text: str, found: Sequence[JSON]) -> str:
    """A whole answer with a mark behind each sentence that is flagged."""
    parts, at = [], 0
    for sentence, one in zip(split_sentences(text), found, strict=True):
        if one["flagged"]:
            parts += [text[at : sentence.span.end], MARK.format(what="this sentence")]
            at = sentence.span.end
    return "".join([*parts, text[at:]])


def put(answer: JSON, content: str) -> None:
    """Replace the text of an answer that has one."""
    if content_of(answer, "message"):
        answer["choices"][0]["message"]["content"] = content
