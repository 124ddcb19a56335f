"""Questions to a language model: requests in, typed answers out, and what they cost."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from localcheck.asking.answers import canonical, parse_choice, parse_json
from localcheck.asking.structured import second_try
from localcheck.errors import Unparsed
from localcheck.ports import LLM
from localcheck.text.thoughts import without_thoughts
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
    said = without_thoughts(completion.texts[0]).strip() if completion.texts else ""
    if not said:
        raise Unparsed("the model answered nothing")
    return said


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
    """What the completions took. A request that failed is a call; it is no parse failure."""
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
        self._failures = 0

    def ask(self, prompt: str, stage: str, max_tokens: int = 256) -> str:
        """The answer in free text. Raises ``Unparsed`` when there is none."""
        return self._said(self._complete(chat(prompt, key=self._key(stage), max_tokens=max_tokens, seed=self._seed)))

    def ask_json(self, prompt: str, schema: Mapping[str, JSON], stage: str, max_tokens: int = 512) -> JSON:
        """The answer as JSON that fits ``schema``, asked for once again where it does not. Raises ``Unparsed``."""
        request = chat(prompt, key=self._key(stage), max_tokens=max_tokens, schema=canonical(schema), seed=self._seed)
        try:
            return self._parsed(request, schema)
        except Unparsed:
            if self._asked[-1].error:
                raise
            return self._parsed(second_try(request), schema)

    def choose(self, messages: tuple[Message, ...], options: tuple[str, ...], stage: str) -> tuple[float, ...]:
        """A distribution over ``options``. Raises ``Unparsed``."""
        request = CompletionRequest(
            messages=messages, options=options, max_tokens=8, seed=self._seed, key=self._key(stage)
        )
        completion = self._complete(request)
        try:
            return distribution(completion, options)
        except Unparsed:
            self._failures += not completion.error
            raise

    def say(self, messages: tuple[Message, ...], stage: str, max_tokens: int = 256) -> str:
        """The next turn of a dialogue. Raises ``Unparsed``."""
        request = CompletionRequest(messages=messages, max_tokens=max_tokens, seed=self._seed, key=self._key(stage))
        return self._said(self._complete(request))

    def cost(self) -> Cost:
        """What was asked so far, with the answers that could not be read."""
        return cost_of(self._asked, self._failures)

    def _said(self, completion: Completion) -> str:
        try:
            return text_of(completion)
        except Unparsed:
            self._failures += not completion.error
            raise

    def _parsed(self, request: CompletionRequest, schema: Mapping[str, JSON]) -> JSON:
        completion = self._complete(request)
        try:
            return parse_json(text_of(completion), schema)
        except Unparsed:
            self._failures += not completion.error
            raise

    def _key(self, stage: str) -> str:
        return f"{self._method}/{stage}/{self._id}"

    def _complete(self, request: CompletionRequest) -> Completion:
        completion = self._llm.complete([request])[0]
        self._asked.append(completion)
        return completion
