"""Reads a model's answer into a typed value. An answer that does not fit raises ``Unparsed``; nothing is guessed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from typing import Any

from localcheck.errors import Unparsed
from localcheck.system import jsontext
from localcheck.text.lexicon import rows
from localcheck.text.patterns import regex
from localcheck.text.thoughts import without_thoughts
from localcheck.types import JSON, Completion

_FENCE = regex(r"```(?:json|JSON)?[ \t]*\n(.*?)```", re.DOTALL)
_OPENING = regex(r"[{\[]")
_ANNOUNCED = regex(r"\b(?:final answer|answer|conclusion|verdict)\b[*_\s]*(?:is|:)", re.IGNORECASE)
_JOINED = regex(r"""["'*_]{0,3}\s*(?:/|\||,?\s*(?:and|or)\b)\s*["'*_]{0,3}""")
PLACES = 20
"""The most places of a text at which a JSON value is looked for."""


def canonical(schema: JSON) -> str:
    """``schema`` as JSON text, as ``CompletionRequest.schema`` wants it.

    The order of its properties is kept, because a grammar makes the model write them in this order, and a question must be
    written before its options.
    """
    return json.dumps(schema, separators=(",", ":"), ensure_ascii=False)


def text_of(completion: Completion) -> str:
    """The first answer. Raises ``Unparsed`` if the request failed or the answer is empty."""
    if completion.error:
        raise Unparsed(completion.error)
    said = without_thoughts(completion.texts[0]).strip() if completion.texts else ""
    if not said:
        raise Unparsed("the model gave an empty answer")
    return said


def distribution(completion: Completion, options: tuple[str, ...]) -> tuple[float, ...]:
    """Probabilities of ``options``; 1 for the chosen option if the backend answered in words. Raises ``Unparsed``."""
    if completion.error:
        raise Unparsed(completion.error)
    if completion.option_probs:
        if len(completion.option_probs) != len(options):
            raise Unparsed(f"{len(completion.option_probs)} probabilities for {len(options)} options")
        return completion.option_probs
    chosen = parse_choice(text_of(completion), options)
    return tuple(1.0 if index == chosen else 0.0 for index in range(len(options)))


def parse_json(text: str, schema: Mapping[str, JSON]) -> JSON:
    """The JSON value in ``text``, checked against ``schema``. Raises ``Unparsed`` with the place that does not fit.

    A longer text than ``maxLength`` is accepted: it only limits what a grammar lets a model write. Raw control characters
    inside strings are accepted too, because the grammars of some runtimes allow them.

    A server without schema support may put its JSON after a thought, into Markdown fences or into prose: the first value
    in the text that fits the schema is taken. If no value fits, ``Unparsed`` is raised.

    >>> parse_json('Sure: {"claims": ["a"]}', {"type": "object", "required": ["claims"]})
    {'claims': ['a']}
    """
    first: Unparsed | None = None
    for value in _values(text):
        if isinstance(value, Unparsed):
            first = first or value
            continue
        try:
            _check(value, schema)
        except Unparsed as error:
            first = first or error
        else:
            return value
    raise first or Unparsed("the model gave an empty answer")


def _values(text: str) -> Iterator[JSON]:
    """The JSON values in ``text``, likeliest first; an ``Unparsed`` for each candidate that is not JSON."""
    whole, text = text, without_thoughts(text)
    if whole != text:
        with suppress(jsontext.NotJson):  # all of it is JSON: what looks like a thought stands within a string
            yield jsontext.parse(whole, control_characters=True)
    for candidate in (text, *_FENCE.findall(text)):
        try:
            yield jsontext.parse(candidate, control_characters=True)
        except jsontext.NotJson:
            yield Unparsed(f"not JSON: {candidate.strip()[:60]!r}")
    decoder = json.JSONDecoder(strict=False)
    at = 0
    for _ in range(PLACES):
        opening = _OPENING.search(text, at)
        if opening is None:
            return
        try:
            _, at = decoder.raw_decode(text, opening.start())
            value = jsontext.parse(text[opening.start() : at], control_characters=True)
        except (ValueError, RecursionError):
            at = opening.end()
        else:
            yield value


def parse_choice(text: str, options: Sequence[str]) -> int:
    """Index of the option that ``text`` names, ignoring case. Raises ``Unparsed``.

    A text names an option by beginning with it, or by "the answer is" (or "answer:") before it. An option somewhere else in
    a sentence does not count, nor do several that are joined: "Yes or No", "Yes/No".

    >>> parse_choice("No, it is not.", ("Yes", "No"))
    1
    >>> parse_choice("<think>Hm.</think>The context says so. **Answer:** Yes", ("Yes", "No"))
    0
    """
    said = without_thoughts(text)
    for start in (said, *reversed(_ANNOUNCED.split(said)[1:])):
        bare = start.lstrip("*_\"'([{:# \n\t").casefold().replace("是的", "是")  # yes, in two characters
        for index in sorted(range(len(options)), key=lambda i: -len(options[i])):
            option = options[index].casefold()
            if _begins_with(bare, option):
                if _repeats_the_question(bare[len(option) :], option, options):
                    break
                return index
    raise Unparsed(f"{said[:60]!r} is not one of {', '.join(options)}")


def _begins_with(text: str, option: str) -> bool:
    """Does ``text`` begin with these whole words?"""
    return text.startswith(option) and not text[len(option) : len(option) + 1].isalnum()


def _repeats_the_question(behind: str, option: str, options: Sequence[str]) -> bool:
    """Is another option joined to this one?"""
    joined = _JOINED.match(behind)
    return joined is not None and any(
        _begins_with(behind[joined.end() :], other.casefold()) for other in options if other.casefold() != option
    )


@lru_cache(maxsize=64)
def _validator(schema: str) -> Any:
    """A JSON Schema 2020-12 validator with two differences: ``1.0`` is not an integer, and ``maxLength`` is ignored, because
    it only limits what a grammar lets a model write.
    """
    from jsonschema import Draft202012Validator, validators

    kinds = Draft202012Validator.TYPE_CHECKER.redefine(
        "integer", lambda _, value: isinstance(value, int) and not isinstance(value, bool)
    )
    kept = validators.extend(Draft202012Validator, {"maxLength": lambda *_: None}, type_checker=kinds)
    return kept(json.loads(schema))


def _check(value: JSON, schema: Mapping[str, JSON]) -> None:
    """Raise ``Unparsed`` at the first place where ``value`` breaks ``schema``."""
    for error in _validator(canonical(schema)).iter_errors(value):
        raise Unparsed(f"{error.json_path} {_WORDS.get(error.validator, 'does not fit')}{_named(error)}")


_WORDS = dict(row.split(": ") for row in rows("answers.words"))
"""Schema keyword -> what is wrong if it is broken. The value itself is not repeated: it may be long, or hostile."""


def _named(error: Any) -> str:
    """The expected names or types from the schema, if they help to understand the error."""
    match error.validator:
        case "required":
            return f" {next(n for n in error.validator_value if n not in error.instance)}"
        case "type":
            kinds = error.validator_value
            return f" {kinds if isinstance(kinds, str) else ' or '.join(kinds)}"
        case "enum":
            return f" {error.validator_value}"
        case "additionalProperties":
            return " more"
    return ""
