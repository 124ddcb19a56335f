"""Questions to a language model: requests in, typed answers out, and what they cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from localcheck.errors import Unparsed
from localcheck.ports import LLM
from localcheck.text.answers import canonical, parse_choice, parse_json
from localcheck.types import JSON, Completion, CompletionRequest, Cost, Message


def chat(prompt: str, *, key: str = "", max_tokens: int = 256, schema: str = "", seed: int = 0) -> CompletionRequest:
    """One user turn, answered greedily."""
    return CompletionRequest(
        messages=(Message("user", prompt),), max_tokens=max_tokens, schema=schema, seed=seed, key=key
    )


def multiple_choice(prompt: str, options: tuple[str, ...], *, key: str = "", seed: int = 0) -> CompletionRequest:
    """One user turn, answered with a distribution over ``options``."""
    return CompletionRequest(messages=(Message("user", prompt),), options=options, max_tokens=8, seed=seed, key=key)


def text_of(completion: Completion) -> str:
    """The first answer. Raises ``Unparsed`` when the request failed or was answered with nothing."""
    if completion.error:
        raise Unparsed(completion.error)
    if not completion.texts or not completion.texts[0].strip():
        raise Unparsed("the model answered nothing")
    return completion.texts[0].strip()


def distribution(completion: Completion, options: tuple[str, ...]) -> tuple[float, ...]:
    """Probabilities of ``options``; all on one when the backend answered in words. Raises ``Unparsed``."""
    if completion.error:
        raise Unparsed(completion.error)
    if completion.option_probs:
        if len(completion.option_probs) != len(options):
            raise Unparsed(f"{len(completion.option_probs)} probabilities for {len(options)} options")
        return completion.option_probs
    chosen = parse_choice(text_of(completion), options)
    return tuple(1.0 if index == chosen else 0.0 for index in range(len(options)))


def cost_of(completions: Iterable[Completion], parse_failures: int = 0) -> Cost:
    """What the completions took."""
    total = Cost(parse_failures=parse_failures)
    for one in completions:
        total += Cost(llm_calls=1, tokens_in=one.tokens_in, tokens_out=one.tokens_out, seconds=one.seconds)
    return total


class Conversation:
    """Single questions to one model about one document; keeps what they cost."""

    def __init__(self, llm: LLM, seed: int, method: str, document_id: str) -> None:
        """``method`` and ``document_id`` make the keys of recorded answers: ``em/stage1/17``."""
        self._llm, self._seed, self._method, self._id = llm, seed, method, document_id
        self._asked: list[Completion] = []

    def ask(self, prompt: str, stage: str, max_tokens: int = 256) -> str:
        """The answer in free text. Raises ``Unparsed`` when there is none."""
        return text_of(self._complete(chat(prompt, key=self._key(stage), max_tokens=max_tokens, seed=self._seed)))

    def ask_json(self, prompt: str, schema: Mapping[str, JSON], stage: str, max_tokens: int = 400) -> JSON:
        """The answer as JSON that fits ``schema``. Raises ``Unparsed``."""
        request = chat(prompt, key=self._key(stage), max_tokens=max_tokens, schema=canonical(schema), seed=self._seed)
        return parse_json(text_of(self._complete(request)), schema)

    def choose(self, messages: tuple[Message, ...], options: tuple[str, ...], stage: str) -> tuple[float, ...]:
        """A distribution over ``options``. Raises ``Unparsed``."""
        request = CompletionRequest(
            messages=messages, options=options, max_tokens=8, seed=self._seed, key=self._key(stage)
        )
        return distribution(self._complete(request), options)

    def say(self, messages: tuple[Message, ...], stage: str, max_tokens: int = 256) -> str:
        """The next turn of a dialogue. Raises ``Unparsed``."""
        request = CompletionRequest(messages=messages, max_tokens=max_tokens, seed=self._seed, key=self._key(stage))
        return text_of(self._complete(request))

    def cost(self, parse_failures: int = 0) -> Cost:
        """What was asked so far."""
        return cost_of(self._asked, parse_failures)

    def _key(self, stage: str) -> str:
        return f"{self._method}/{stage}/{self._id}"

    def _complete(self, request: CompletionRequest) -> Completion:
        completion = self._llm.complete([request])[0]
        self._asked.append(completion)
        return completion
