"""Bodies of OpenAI-compatible servers, read once into typed values. Functions raise ``Unparsed`` on other shapes."""

from __future__ import annotations

import math
from codecs import getincrementaldecoder
from collections.abc import Iterable, Sequence
from dataclasses import replace

from localcheck.backends.llm.requests import MARKS
from localcheck.errors import Unparsed
from localcheck.system.jsontext import parse
from localcheck.text.thoughts import without_thoughts
from localcheck.types import JSON, Span, TokenScore

ONLY_THOUGHT = "the model only wrote its thoughts and no answer: switch its thinking off, or allow more tokens"


def texts(body: JSON) -> tuple[str, ...]:
    """The text of every choice of a chat or a plain completion, without thoughts: empty for one that is only a thought.

    Raises ``Unparsed``, also where no choice is more than a thought.
    """
    found, thought = [], False
    for choice in _choices(body):
        text = choice["message"].get("content") if isinstance(choice.get("message"), dict) else choice.get("text")
        if not isinstance(text, str) and not _thought(choice):
            raise Unparsed("a choice of the server has no text")
        found.append(without_thoughts(text or ""))
        thought = thought or _thought(choice) or bool((text or "").strip())
    if thought and not any(text.strip() for text in found):
        raise Unparsed(ONLY_THOUGHT)
    return tuple(found)


def bare(text: str) -> str:
    """A constrained answer without its JSON: a string, or the only value of an object or a list.

    >>> bare('{"answer": "Yes"}'), bare("Yes, it is.")
    ('Yes', 'Yes, it is.')
    """
    try:
        value = parse(text)
    except ValueError:
        return text
    if isinstance(value, dict | list) and len(value) == 1:
        value = next(iter(value.values() if isinstance(value, dict) else value))
    return value if isinstance(value, str) else text


def _thought(choice: JSON) -> bool:
    message = choice.get("message")
    return isinstance(message, dict) and any(message.get(key) for key in ("reasoning_content", "reasoning", "thinking"))


def usage(body: JSON) -> tuple[int, int]:
    """Tokens in and out, 0 where the server does not count."""
    counts = body.get("usage") if isinstance(body, dict) else None
    found = counts if isinstance(counts, dict) else {}
    return _count(found.get("prompt_tokens")), _count(found.get("completion_tokens"))


def _count(value: JSON) -> int:
    return value if type(value) is int and 0 <= value < 2**63 else 0


def _logprob(value: JSON) -> float:
    """A log-probability: never above 0. Raises ``ValueError`` and ``TypeError`` for what is no number."""
    found = float(value)
    if math.isnan(found):
        raise ValueError("NaN")
    return min(0.0, found)


def scores(body: JSON, top: int, answer: int = 0) -> tuple[TokenScore, ...] | None:
    """Token scores of one choice, spans counted from its first token; None when the server gives none.

    At most ``top`` alternatives a token: servers add the token itself to those that were asked for.
    """
    choices = _choices(body)
    found = choices[answer].get("logprobs") if answer < len(choices) else None
    if not isinstance(found, dict):
        return None
    try:
        rows = list(_chat_rows(found["content"]) if found.get("content") else _plain_rows(found))
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise Unparsed(f"log-probabilities of the server in an unknown shape: {error}") from error
    tokens, at = [], 0
    for text, logprob, found_top in rows:
        span = Span(at, at + len(text))
        at += len(text)
        best = found_top[:top]
        tokens.append(TokenScore(text, logprob, _entropy(best), best, span))
    return tuple(tokens) or None


def tells_logprobs(body: JSON) -> bool:
    """Does the server give log-probabilities with its answers at all?"""
    return isinstance(_choices(body)[0].get("logprobs"), dict)


def choice_shares(options: Sequence[str], first: TokenScore) -> tuple[tuple[float, ...], float] | None:
    """The options' shares of the first token's probabilities, and what they hold of it together; None if the first token
    does not tell them apart.

    A token counts for an option if that option, and no other one, begins with it; marks around it do not matter, as in “"Yes”.
    """
    found = [0.0] * len(options)
    folded = [o.strip(MARKS).casefold() for o in options]
    for text, logprob in first.top:
        token = text.strip(MARKS).casefold()
        speaks_for = [i for i, o in enumerate(folded) if token and o.startswith(token)]
        if len(speaks_for) > 1 and math.exp(logprob) > 0.01:
            return None
        if len(speaks_for) == 1:
            found[speaks_for[0]] += math.exp(logprob)
    total = sum(found)
    return (tuple(p / total for p in found), total) if total > 0 else None


def after(prompt: str, text: str, echoed: Sequence[TokenScore]) -> tuple[TokenScore, ...]:
    """The tokens of ``prompt + text`` that belong to ``text``, with spans in ``text``."""
    said = "".join(t.text for t in echoed)
    start = said.find(prompt + text)
    if start < 0:
        raise Unparsed("the server returned a text that differs from the one that it was given to score")
    start += len(prompt)
    kept = []
    for token in echoed:
        if token.span and token.span.end > start and token.span.start < start + len(text):
            span = Span(max(0, token.span.start - start), min(len(text), token.span.end - start))
            kept.append(TokenScore(span.of(text), token.logprob, token.entropy, token.top, span))
    return tuple(kept)


def fitted(scores: Sequence[TokenScore], text: str) -> tuple[TokenScore, ...]:
    """Scores of the tokens of ``text``, with spans that point into it.

    Some servers drop the space before the first token, or the stop at the end; tokens of a thought before the answer
    are left out.
    """
    said = "".join(s.text for s in scores)
    shift, kept = 0, tuple(scores)
    if not said.startswith(text):
        thought = said.rfind(text) if text else -1
        shift = thought if thought > 0 else len(said) - len(said.lstrip()) - (len(text) - len(text.lstrip()))
        kept = tuple(s for s in scores if thought <= 0 or (s.span and s.span.end > thought))
    fitted = []
    for score in kept:
        place = score.span or Span(0, 0)
        start, end = (min(max(0, at - shift), len(text)) for at in (place.start, place.end))
        span = Span(start, end)
        fitted.append(replace(score, text=span.of(text), span=span))
    return tuple(fitted)


def _choices(body: JSON) -> list[dict[str, JSON]]:
    choices = body.get("choices") if isinstance(body, dict) else None
    if not isinstance(choices, list) or not choices or not all(isinstance(c, dict) for c in choices):
        raise Unparsed(f"the server's answer has no choices{_told(body)}")
    return choices


def _told(body: JSON) -> str:
    """What a server says of a failure that it sends as an answer."""
    error = body.get("error") if isinstance(body, dict) else None
    said = error.get("message") if isinstance(error, dict) else error
    return f": {' '.join(said.split())[:200]}" if isinstance(said, str) and said.strip() else ""


def _chat_rows(content: JSON) -> Iterable[tuple[str, float, tuple[tuple[str, float], ...]]]:
    decoder = getincrementaldecoder("utf-8")("replace")  # a character of several tokens belongs to the last of them
    for token in content:
        raw = token.get("bytes")
        text = decoder.decode(bytes(raw)) if isinstance(raw, list) else str(token["token"])
        top = tuple((str(t["token"]), _logprob(t["logprob"])) for t in token.get("top_logprobs") or ())
        yield text, _logprob(token["logprob"]), top


def _plain_rows(found: JSON) -> Iterable[tuple[str, float, tuple[tuple[str, float], ...]]]:
    tops = found.get("top_logprobs") or [None] * len(found["tokens"])
    for text, logprob, top in zip(found["tokens"], found["token_logprobs"], tops, strict=True):
        best = sorted(((str(t), _logprob(p)) for t, p in (top or {}).items()), key=lambda pair: -pair[1])
        # The first token of an echoed prompt has no probability.
        yield str(text), math.nan if logprob is None else _logprob(logprob), tuple(best)


def _entropy(top: tuple[tuple[str, float], ...]) -> float | None:
    """Entropy in nats of the top tokens, renormalised; None without them."""
    if not top:
        return None
    weights = [math.exp(logprob) for _, logprob in top]
    total = sum(weights)
    return max(0.0, -sum(w / total * math.log(w / total) for w in weights if w > 0)) if total > 0 else None
