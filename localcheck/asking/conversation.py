"""Asks a language model single questions, reads the answers into typed values, and adds up the cost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from localcheck.asking import structured
from localcheck.asking.answers import canonical, distribution, text_of
from localcheck.asking.metering import Meter
from localcheck.errors import Unparsed
from localcheck.ports import LLM
from localcheck.types import JSON, Completion, CompletionRequest, Cost, Message

T = TypeVar("T")


def chat(prompt: str, *, key: str = "", max_tokens: int = 256, schema: str = "", seed: int = 0) -> CompletionRequest:
    """One user turn, answered greedily."""
    return CompletionRequest(
        messages=(Message("user", prompt),), max_tokens=max_tokens, schema=schema, seed=seed, key=key
    )


def multiple_choice(prompt: str, options: tuple[str, ...], *, key: str = "", seed: int = 0) -> CompletionRequest:
    """One user turn, answered with a distribution over ``options``."""
    return CompletionRequest(messages=(Message("user", prompt),), options=options, max_tokens=8, seed=seed, key=key)


def cost_of(completions: Iterable[Completion], parse_failures: int = 0) -> Cost:
    """What the completions cost. A failed request counts as a call, but not as a parse failure."""
    each = (Cost(llm_calls=1, tokens_in=c.tokens_in, tokens_out=c.tokens_out, seconds=c.seconds) for c in completions)
    return sum(each, Cost(parse_failures=parse_failures))


class Conversation:
    """Asks one model single questions about one document, and adds up the cost."""

    def __init__(self, llm: LLM, seed: int, method: str, document_id: str) -> None:
        """``method`` and ``document_id`` make the keys of recorded answers: ``em/stage1/17``."""
        self._meter = Meter(llm)
        self._seed, self._method, self._id = seed, method, document_id

    def ask(self, prompt: str, stage: str, max_tokens: int = 256) -> str:
        """The answer in free text. Raises ``Unparsed`` when there is none."""
        return self.say((Message("user", prompt),), stage, max_tokens)

    def ask_json(self, prompt: str, schema: Mapping[str, JSON], stage: str, max_tokens: int = 512) -> JSON:
        """The answer as JSON that fits ``schema``, asked for once again where it does not. Raises ``Unparsed``."""
        request = chat(prompt, key=self._key(stage), max_tokens=max_tokens, schema=canonical(schema), seed=self._seed)
        parsed = structured.ask(self._meter, [request])[0]
        if parsed.error:
            raise Unparsed(parsed.error)
        return parsed.value

    def choose(self, messages: tuple[Message, ...], options: tuple[str, ...], stage: str) -> tuple[float, ...]:
        """A distribution over ``options``. Raises ``Unparsed``."""
        request = CompletionRequest(
            messages=messages, options=options, max_tokens=8, seed=self._seed, key=self._key(stage)
        )
        return self._read(request, lambda completion: distribution(completion, options))

    def say(self, messages: tuple[Message, ...], stage: str, max_tokens: int = 256) -> str:
        """The next turn of a dialogue. Raises ``Unparsed``."""
        request = CompletionRequest(messages=messages, max_tokens=max_tokens, seed=self._seed, key=self._key(stage))
        return self._read(request, text_of)

    def cost(self) -> Cost:
        """The cost so far, with the number of answers that could not be read."""
        return self._meter.cost()

    def _read(self, request: CompletionRequest, reader: Callable[[Completion], T]) -> T:
        """Ask once and read the answer. An answer that cannot be read is counted, a failure of the backend is not."""
        completion = self._meter.complete([request])[0]
        try:
            return reader(completion)
        except Unparsed:
            if not completion.error:
                self._meter.parse_failed()
            raise

    def _key(self, stage: str) -> str:
        return f"{self._method}/{stage}/{self._id}"
