"""The names an entity goes by, and the names an answer gives. Pure text rules; no list of entities anywhere."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from localcheck.text.lexicon import listed
from localcheck.text.patterns import regex
from localcheck.text.words import fold, words

LONGEST_NAME = 12
"""Words; a longer phrase in an answer is a description, not a name."""

LEAD = 1_000
"""Characters of a passage or of an answer that are searched for names."""

_ARTICLES = {"the", "a", "an"}
_HONORIFICS = {"pope", "saint", "king", "queen", "emperor", "prince", "princess", "sir", "lord", "lady", "rabbi", "dr"}
_KINDS = listed("aliases.kinds")
"""Kinds of things: they may stand beside a name without changing it."""
_SPELLED = {"st": "saint", "mt": "mount", "ste": "saint", "ft": "fort", "jr": "junior", "sr": "senior", "dr": "doctor"}
_NAMELESS = regex(r"(?:list of .+ (?:in|from)|history of)\s+(?:the\s+)?(.+)", re.IGNORECASE)
"""Titles that are not names: who describes them can only be answered with their subject (the paper's Table 7, "History of
Jordan" answered by "Jordan")."""
_KNOWN_AS = regex(
    r"(?:also (?:known|called|referred to)(?: as)?|(?:commonly|formerly|better|simply|originally|sometimes) (?:known|called"
    r"|referred to)(?: as)?|abbreviated(?: as| to)?|or simply)\s+(?:as\s+)?(?:the\s+|an?\s+)?"
    r"[\"“']?([^,.;()\"”]{2,60}?)[\"”']?\s*(?:[,.;()]|\bis\b|\bwas\b|\bare\b|\bor\b|$)",
    re.IGNORECASE,
)
_QUOTED = regex(r"[\"“]([^\"”]{2,80})[\"”]")
_LEAD = regex(
    r"^(?:the|an|one|a|i would say|in this case)?\s*(?:perfect match|entity|closest match|best match|answer)\b.*?"
    r"\b(?:is|are|would be|was)\s*:?\s*",
    re.IGNORECASE | re.DOTALL,
)
_LABELLED = regex(r"^\s*(?:entity|answer)\s*:\s*([^\n]+)", re.IGNORECASE)
_COPULA = regex(r"\b(?:is|was|are|were)\s+(?:probably |likely |also )?(?:called|named|known as)?\s*", re.IGNORECASE)
_VERDICT = regex(r"\s(?:match(?:es)?|meets?)\b|\s[-–—]\s|:\s|\s\(?\d+(?:\.\d+)?\s*%", re.IGNORECASE)
_QUALIFIERS = regex(r"^(?:probably|likely|called|named|known as|the|an?)\s+", re.IGNORECASE)
_AFTER = regex(
    r"\s*(?:[;(]|\.(?:\s|$)|,\s*(?:which|who|also|an?|the|with|born|son|known)\b|\s(?:which|who|that|with|by|and it|is|was"
    r"|are|were)\b).*",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Alias:
    """One name of the entity."""

    name: str
    why: str
    """Where the name comes from: title, passage, index, …"""


def tokens_of(text: str) -> list[str]:
    """Folded words, possessive s dropped and usual abbreviations spelled out."""
    bare = re.sub(r"['’´`]s?\b", "", fold(text))
    return [_SPELLED.get(word, word) for word in words(bare)]


def core_tokens(name: str) -> list[str]:
    """The words that make the name: without articles, honorifics and kinds of things, unless nothing else is left."""
    own = [word for word in tokens_of(name) if word not in _ARTICLES]
    core = [word for word in own if word not in _HONORIFICS and word not in _KINDS]
    return core or own


def compact(name: str) -> str:
    """The letters and digits of a name, articles left out."""
    return "".join(word for word in tokens_of(name) if word not in _ARTICLES)


def aliases_of(entity: str, passage: str = "", more: Iterable[str] = ()) -> tuple[Alias, ...]:
    """Names of ``entity``: its title and the parts of it, what ``passage`` says it is also called, and ``more``.

    ``more`` holds redirects of a local index. The order is that of trust.
    """
    found: dict[str, Alias] = {}
    for alias in (*_from_title(entity), *_from_passage(passage), *(Alias(name, "index") for name in more)):
        name = alias.name.strip(" ,.;:'\"")
        if len(compact(name)) >= 2:
            found.setdefault(compact(name), Alias(name, alias.why))
    return tuple(found.values())


def subject_of(passage: str) -> str:
    """What a passage without a title is about: the grammatical subject of its first sentence, or an empty text."""
    first = passage.strip()[:LEAD]
    subject = re.split(r"\s+(?:is|was|are|were|refers)\s", first, maxsplit=1)
    bare = re.sub(r"\s*\([^)]*\)|,.*", "", subject[0]).strip() if len(subject) > 1 else ""
    return bare if 0 < len(tokens_of(bare)) <= LONGEST_NAME else ""


def _from_title(entity: str) -> Iterator[Alias]:
    bare = re.sub(r"\s*\([^)]*\)", "", entity).strip() or entity
    yield Alias(bare, "title")
    for inside in re.findall(r"\(([^)]*)\)", entity):
        if inside.isupper():
            yield Alias(inside, "abbreviation in the title")
    head, comma, _ = bare.partition(",")
    if comma:
        yield Alias(head, "title without its qualifier")
    subject = _NAMELESS.fullmatch(bare)
    if subject:
        yield Alias(subject.group(1), "the subject of the title")


def _from_passage(passage: str) -> Iterator[Alias]:
    """Other names that the first sentence gives before its verb."""
    first = re.split(r"(?<=[a-z)][.!?])\s", passage.strip()[:LEAD], maxsplit=1)[0]
    subject = re.split(r"\b(?:is|was|are|were)\b", first, maxsplit=1)[0]
    for match in _KNOWN_AS.finditer(subject):
        yield Alias(match.group(1), "also known as, says the passage")
    for inside in re.findall(r"\(([A-Z][A-Z0-9&.-]{1,9})\)", subject):
        yield Alias(inside, "abbreviation in the passage")


def answer_names(answer: str) -> list[str]:
    """The names that an answer puts forward, the most explicit first; descriptions are left out."""
    first = answer.strip()[:LEAD]
    candidates: list[str] = []
    labelled = _LABELLED.match(first)
    if labelled:
        candidates.append(labelled.group(1))
    body = _LEAD.sub("", first, count=1)
    if body != first:
        candidates.append(_AFTER.sub("", _QUALIFIERS.sub("", body)))
    else:
        before = _QUALIFIERS.sub("", _VERDICT.split(first, maxsplit=1)[0])
        candidates += [_AFTER.sub("", before), before]
        after = _COPULA.split(first, maxsplit=1)
        if len(after) > 1:
            candidates.append(_AFTER.sub("", _QUALIFIERS.sub("", after[1])))
    candidates += _QUOTED.findall(first)
    names = (candidate.strip(" \n\t.,;:\"“”'*") for candidate in candidates)
    return list(dict.fromkeys(name for name in names if 0 < len(tokens_of(name)) <= LONGEST_NAME))
