"""Does a call of the language model speak of the text? What it made up itself says nothing about a sentence. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from localcheck.agent.facts import with_question
from localcheck.agent.tools.dates import dates, plain_dates
from localcheck.agent.tools.described import Arguments, Unit
from localcheck.agent.tools.word_count import asked_length
from localcheck.claims.rules.extract import RuleClaims
from localcheck.judging.sentence_level import sentences_of
from localcheck.types import JSON, Document

STATED = {"calculator": "sentence", "calendar": "sentence", "letter_count": "sentence", "match": "sentence",
          "translate": "candidate"}  # fmt: skip
"""The argument in which a tool is told the words that it is to judge: they must be the sentence's own."""
GIVEN = {"calculator": ("context", "question"), "calendar": ("question",), "code_interpreter": ("code", "question", "context"),
         "letter_count": ("question",), "translate": ("text",), "word_count": ("question",)}  # fmt: skip
"""Arguments that must stand in the text or in its question."""


def measured(tool: str, arguments: Arguments, document: Document) -> dict[str, JSON]:
    """A call of ``word_count`` with the length that the question asks for, where it can be read, not with the model's."""
    if tool != "word_count" or asked_length(document.prompt) is None:
        return dict(arguments)
    return {**{n: v for n, v in arguments.items() if n != "length"}, "question": document.prompt}


def stated(tool: str, arguments: Arguments, unit: Unit, document: Document, read: Iterable[str]) -> bool:
    """Does the call judge this unit, by what the text and its question say? ``read``: texts that searches found."""
    said = {name: str(value) for name, value in arguments.items()}
    known = (document.text, document.prompt)
    if not all(_stands(said[name], known) for name in GIVEN.get(tool, ()) if name in said):
        return False
    if tool == "code_interpreter":
        return bool(_bare(said["code"]))
    if tool == "word_count":  # a length is that of the whole text
        return _bare(said["text"]) == _bare(document.text) and said.get("length", "") in document.prompt
    if tool == "calendar" and not _dated(said, (*known, *document.context, *read)):
        return False
    wording = said.get(STATED.get(tool, ""), "")
    return _stands(wording, (unit.text,)) or (tool == "match" and _stands(wording, _completed(unit, document)))


def _stands(part: str, texts: Iterable[str]) -> bool:
    return any(_bare(part) in _bare(text) for text in texts)


def _bare(text: str) -> str:
    return "".join(text.split())


def _dated(said: dict[str, str], texts: Iterable[str]) -> bool:
    """Are the two dates of a call dates that somebody wrote?"""
    named = {w.day for name in ("date1", "date2") for w in dates(plain_dates(said.get(name, "")))}
    return not named or named <= {w.day for text in texts for w in dates(plain_dates(text))}


def _completed(unit: Unit, document: Document) -> list[str]:
    """What the unit states, with the names that its pronouns stand for, or with its question."""
    found = with_question(RuleClaims().extract(document, sentences_of(document)), document)
    return [c.text for c in found if unit.whole or c.sentence == unit.sentence]
