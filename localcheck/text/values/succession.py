"""The year that an article gives for an event of its subject, as a claim tells the event in its own words. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from localcheck.text.irregular_verbs import stem
from localcheck.text.lexicon import FUNCTION_WORDS, KIN, listed
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.subjects import stands_in
from localcheck.text.subjects import subject as names
from localcheck.text.words import folded
from localcheck.types import Span

SHARE = 0.6
"""Of an event's words, the subject's own aside, that must stand in the words around its year."""
SENTENCES = 400
"""Of an article that are looked through."""
_YEAR = regex(r"(?<![\d.,])(?:1\d{3}|20[0-2]\d)(?![\d.,]\d|\d)")
_CUT = regex(
    r"(?<=[a-z)\d]),? (?:and|but|while|whereas) (?!\d)|[;:]|, (?=(?:which|who|where|when|before|after|then)\b)"
    r"| until (?=(?:his|her|its|their)\b)"
)
"""Between two events of one sentence."""
_ANOTHER = regex(rf"\b(?:[Hh]is|[Hh]er|[Tt]heir) (?:[a-z-]+ ){{0,2}}({'|'.join(sorted(KIN))}|friend|student|pupil)s?\b")
"""Somebody else, whose deeds are not the subject's."""
_OWNED = regex(
    r"^(?:His|Her|Its|Their) ((?:[\w'’-]+ ){1,4}?)(?:was|were|had|has|is|are|[a-z]+ed|became|came|went|began|took)\b"
)
"""What a sentence is about that is the subject's: "His remains were moved" tells of no move of his."""
_SUBJECT = regex(r"\s*(?:he|she|it|they)\b", re.IGNORECASE)
_NOUNS = {"death": "die", "birth": "bear", "wedding": "marry", "marriage": "marry", "arrival": "arriv"}
"""Noun -> stem of the verb that says the same."""
_HEAD = regex(rf"(?:[Tt]he )?(?:[{CAPITAL}][\w.'’-]*(?: (?:of|the|de|van|von))* ?)+")
"""The name that an event begins with."""
_PUBLISHED = regex(r"\b(?:(?:brought|came|put|given) out|(?:first )?appeared(?: in print)?|was (?:released|issued))\b")
_KILLED = regex(r"\b(?:shot|assassinated|murdered)\b")
_VERB = regex(
    r"\b(?:was|were|had|has|is|are|did|came|went|set|took|put|got|made|brought|became|broke|began|won|lost|[a-z]+ed)\b"
)
_NUMBER = regex(r"\b(?:\d+|[IVX]+)\b")
_LIGHT = listed("succession.light")


@dataclass(frozen=True, slots=True)
class Event:
    """What happened, as a claim tells it."""

    who: frozenset[str]
    """Stems of the name that it begins with."""
    words: frozenset[str]
    """Stems of its other words: that Lincoln was elected is not that he was shot."""
    numbers: frozenset[str] = frozenset()
    """Of that name: Channel 4 is not Channel 5."""
    deed: bool = False
    """True if it has a verb: the name alone does not tell of it."""


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of a sentence that has one year."""

    text: str
    words: frozenset[str]
    """Its stems."""
    others: frozenset[str]
    """The stem of who else it tells of, his daughter for one."""
    told: Dated
    owned: frozenset[str] = frozenset()
    """Stems of what its sentence is about, where that is not the subject but his or hers."""

    def has(self, event: Event, words: frozenset[str], subject: frozenset[str]) -> bool:
        """Whether it may tell of the event, which is known by ``words`` in an article about the subject."""
        who = event.who - subject
        if not self.others <= words | who or (who != words and 2 * len(who & self.words) < len(who)):
            return False
        if self.owned and self.owned.isdisjoint(words | event.who):
            return False
        if not event.who <= subject and not event.numbers <= frozenset(_NUMBER.findall(self.text)):
            return False
        return not words <= _COMMON or who == words or self._is_of(event.who | subject)

    def _is_of(self, who: frozenset[str]) -> bool:
        """Whether it begins with one of these names, or with a pronoun: "The talks began" tells of no war that began."""
        first = _stems(" ".join(names(self.text)))
        return stands_in(self.text.strip()) or bool(first and first <= who)


@dataclass(frozen=True, slots=True)
class Dated:
    """An event in an article."""

    year: int
    span: Span
    """Of its sentence."""


def when(event: str, title: str, text: str, spans: Sequence[Span]) -> Dated | None:
    """The year that an article gives for an event of its subject; None where it gives none, and for an event of one word."""
    subject, told = _stems(title), _event(event)
    if len((told.who | told.words) - subject) < 2 or not _told(told, subject):
        return None
    return _best(told, subject, list(_dated(text, spans[:SENTENCES])))


def _dated(text: str, spans: Sequence[Span]) -> Iterator[_Part]:
    """The parts of sentences that have one year."""
    for span in spans:
        sentence = span.of(text)
        if not _YEAR.search(sentence):
            continue
        of = _OWNED.match(sentence)
        for part in _CUT.split(sentence):
            years, other = set(_YEAR.findall(part)), _ANOTHER.search(part)
            if len(years) == 1:
                others = _stems(other[1]) if other else frozenset()
                owned = frozenset[str]() if of is None or _SUBJECT.match(part) else _stems(of[1])
                yield _Part(part, _stems(part), others, Dated(int(years.pop()), span), owned)


def _best(event: Event, subject: frozenset[str], dated: Sequence[_Part]) -> Dated | None:
    """Where most of the event's words stand, and whom it is about if that is not the subject; the first of several."""
    words = _told(event, subject)
    best, found = 0.0, None
    for part in dated:
        share = len(words & part.words) / len(words)
        if share > best and part.has(event, words, subject):
            best, found = share, part.told
    return found if best >= SHARE else None


def _told(event: Event, subject: frozenset[str]) -> frozenset[str]:
    """The words by which an event is known in an article about the subject: those of its name where it has no others, if it is
    no deed. Empty where nothing tells it from others.
    """
    return event.words - subject or (frozenset() if event.deed else event.who - subject)


def _event(text: str) -> Event:
    head = _HEAD.match(text)
    who = _stems(head[0]) if head else frozenset()
    numbers = frozenset(_NUMBER.findall(head[0])) if head else frozenset()
    return Event(who, _stems(text) - who, numbers, _VERB.search(text[head.end() if head else 0 :]) is not None)


def _stems(text: str) -> frozenset[str]:
    text = _KILLED.sub("killed", _PUBLISHED.sub("was published", text))
    words = (w for w in folded(text) if len(w) > 2 and w not in FUNCTION_WORDS and w not in _LIGHT and not w.isdigit())
    return frozenset(_root(w) for w in words)


def _root(word: str) -> str:
    """What "abolition" and "abolished", "invented" and "inventor" have in common."""
    root = _NOUNS.get(word) or stem(word)
    for end in ("ation", "ition", "ment", "ion", "or", "er", "y"):
        if root.endswith(end) and len(root) - len(end) >= 4:
            return root[: -len(end)]
    return root


_COMMON = frozenset(map(_root, listed("succession.common")))
"""What is done to so many things that the words do not say which event it is."""
