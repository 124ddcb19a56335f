"""Backend ``scripted``: canned answers from a queue, a function or a file of rules. A fake, for tests and demos."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from localcheck.backends.llm.requests import digest, from_json, one_hot, prompt_text, refusal
from localcheck.errors import BadInput, LLMError
from localcheck.system.jsontext import lines, parse
from localcheck.system.resources import sha256_text
from localcheck.types import Completion, CompletionRequest
from localcheck.types.infos import LLMInfo

Answer = str | Sequence[str] | Completion
"""A text (repeated for every sample), one text for each sample, or a whole completion."""

RULE = 'a line looks like {"contains": "a part of the prompt", "texts": ["the answer"]}'


class Scripted:
    """Answers from ``script``: a function of the request, or a queue that is used up in order.

    ``requests`` lists what was asked, in order. An empty queue raises ``LLMError``.
    """

    def __init__(self, script: Callable[[CompletionRequest], Answer] | Iterable[Answer], name: str = "script") -> None:
        self.requests: list[CompletionRequest] = []
        self.info = LLMInfo(name, "scripted", sha256_text(name))
        self._next = script if callable(script) else _from_queue(deque(script))

    def complete(self, requests: Sequence[CompletionRequest]) -> list[Completion]:
        """Answer every request from the script."""
        return [self._answer(r) for r in requests]

    def close(self) -> None:
        """Nothing is held."""

    def _answer(self, request: CompletionRequest) -> Completion:
        self.requests.append(request)
        return refusal(request) or as_completion(self._next(request), request)


def as_completion(answer: Answer, request: CompletionRequest) -> Completion:
    """A canned answer as the completion of ``request``: options, number of samples and token counts filled in."""
    if isinstance(answer, Completion):
        given = answer
    else:
        given = Completion(texts=(answer,) * request.n if isinstance(answer, str) else tuple(answer))
    if given.error:
        return given
    if request.options:
        return _chosen(given, request)
    if request.score_text:
        return given if given.tokens else Completion(error="the canned answer has no token scores")
    if len(given.texts) < request.n:
        return Completion(error=f"{request.n} samples were asked for, the canned answer has {len(given.texts)}")
    texts = given.texts[: request.n]
    words_in, words_out = len(prompt_text(request).split()), sum(len(t.split()) for t in texts)
    return replace(
        given,
        texts=texts,
        tokens=given.tokens[: request.n],
        tokens_in=given.tokens_in or words_in,
        tokens_out=given.tokens_out or words_out,
    )


def _chosen(given: Completion, request: CompletionRequest) -> Completion:
    if len(given.option_probs) == len(request.options):
        return given
    if not given.option_probs and given.texts and (probs := one_hot(request.options, given.texts[0])):
        return replace(given, option_probs=probs)
    return Completion(error=f"the canned answer is not one of the options {', '.join(request.options)}")


def _from_queue(queue: deque[Answer]) -> Callable[[CompletionRequest], Answer]:
    def take(request: CompletionRequest) -> Answer:
        if not queue:
            raise LLMError("the script has no more answers", f"first unanswered request: {digest(request)[:12]}")
        return queue.popleft()

    return take


def open_llm(name: str) -> Scripted:
    """``scripted:FILE``: JSONL rules ``{"contains": "…", "texts": ["…"]}``; the first that matches answers.

    A rule without ``contains`` matches every request; other fields are those of a recorded answer.
    Raises ``BadInput`` for a file that cannot be read.
    """
    path = Path(name)
    rules: list[tuple[str, Completion]] = []
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadInput(path, str(error), f"a script is a JSONL file; {RULE}") from error
    for number, line in lines(text):
        try:
            rule = parse(line)
            rules.append((str(rule.get("contains", "")), from_json(rule)))
        except (ValueError, TypeError, KeyError, AttributeError, IndexError, OverflowError) as error:
            raise BadInput(path, f"not a rule: {error}", RULE, number) from error

    def follow(request: CompletionRequest) -> Answer:
        text = prompt_text(request) + request.score_text
        for contains, completion in rules:
            if contains in text:
                repeat = len(completion.texts) == 1 and request.n > 1
                return replace(completion, texts=completion.texts * request.n) if repeat else completion
        return Completion(error="no rule of the script matches this request")

    return Scripted(follow, path.name)
