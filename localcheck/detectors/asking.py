"""Questions to a language model: requests in, typed answers out, and what they cost."""

from __future__ import annotations

from collections.abc import Iterable

from localcheck.errors import Unparsed
from localcheck.text.answers import parse_choice
from localcheck.types import Completion, CompletionRequest, Cost, Message


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
