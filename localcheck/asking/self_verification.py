"""Self-verification: the model sees its answer and the sources again, and retracts what it cannot quote (BEE-30043)."""

from __future__ import annotations

import difflib
from dataclasses import dataclass, replace

from localcheck.asking.answers import text_of
from localcheck.ports import LLM
from localcheck.text.prompts.fence import MATERIAL, fence, injection, unfenced
from localcheck.text.prompts.grounding import CITATION, SELF_VERIFICATION
from localcheck.text.sentences import split_sentences
from localcheck.types import CompletionRequest, Document, Message


@dataclass(frozen=True, slots=True)
class Revision:
    """An answer before and after."""

    before: str
    after: str
    retracted: tuple[str, ...]
    """Sentences that are gone or changed."""
    added: tuple[str, ...]
    """Sentences that are new or changed."""
    diff: str
    """A unified diff with one sentence on each line."""
    suspicious: str = ""
    """Words in the answer, its prompt or its sources that read like instructions to the model; empty if there are none."""


def verify_self(llm: LLM, document: Document, seed: int = 0) -> Revision:
    """Ask the model to review ``document`` as its own answer over ``document.context``. Raises ``Unparsed``."""
    sources = "\n\n".join(f"[{number}] {text}" for number, text in enumerate(document.context, 1))
    messages = (
        Message("system", f"{CITATION}\n\n{MATERIAL}"),
        Message(
            "user",
            f"{fence(sources)}\n\n{fence(document.prompt) if document.prompt else 'Answer from these documents.'}",
        ),
        Message("assistant", fence(document.text)),
        Message("user", SELF_VERIFICATION),
    )
    request = CompletionRequest(messages, max_tokens=1024, seed=seed, key=f"self-verification/{document.id}")
    answer = unfenced(text_of(llm.complete([request])[0]))
    found = revision(document.text, _unannounced(answer, document.text))
    return replace(found, suspicious=injection(document.text, document.prompt, *document.context))


def _unannounced(after: str, before: str) -> str:
    """``after`` without a first line that only says what follows.

    >>> _unannounced("Here is the revised response:\\n\\nIt opened in 1912.", "It opened in 1912.")
    'It opened in 1912.'
    """
    first, _, rest = (part.strip() for part in after.strip().partition("\n"))
    return rest if rest and first.rstrip("*_ ").endswith(":") and first not in before else after


def revision(before: str, after: str) -> Revision:
    """The sentences that changed between two answers."""
    first, second = ([" ".join(s.text.split()) for s in split_sentences(text)] for text in (before, after))
    lines = list(difflib.unified_diff(first, second, "answer", "revised", lineterm="", n=1))
    body = lines[2:]
    return Revision(
        before,
        after,
        tuple(line[1:] for line in body if line.startswith("-")),
        tuple(line[1:] for line in body if line.startswith("+")),
        "\n".join(lines),
    )
