"""In which year an article says that its subject was founded, built, published or fought. Pure.

Openings tell it in few forms: "It was officially opened on 17 November 1869", "Founded in 1746 as a college, Princeton is …",
"is a 1998 war film", "Moby-Dick (1851) is". An article on a battle or a treaty begins with its date.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from localcheck.text.irregular_verbs import past_of_participle
from localcheck.text.lexicon import MAYBE_DAY, MONTH_NAME, WEEKDAY, YEAR, rows
from localcheck.text.names import without_parenthesis
from localcheck.text.patterns import regex
from localcheck.types import Span

DATED = "date"
"""The value of what has a date and no verb: when a battle was."""
OPENING = 4
"""Sentences at the beginning of an article that may say it of "it", or without naming what they speak of."""
_ALIKE = {verb: group for group in rows("events.alike") for verb in group.split()}
"""Verb -> those that say the same of what is done once."""
_EVENTS = frozenset("battle siege treaty massacre mutiny earthquake eruption fire assassination raid".split())
"""Nouns of titles of what has one date."""
_ASIDE = regex(
    r" \([^()]*\)(?! (?:is|was)\b)|, (?:also|or|formerly|officially|commonly) [^;()]{0,120}?,(?= (?:is|was|took)\b)"
)
"""In an opening, other names of what it is about."""
_BC_OR_YEAR = rf"(?:(?P<bc>\d{{1,4}}) BC\b|(?P<year>{YEAR}))"
_ON = (
    rf"[^.;()]{{0,60}}?\b(?:in|on|of|from|between) (?:early |late |mid-)?(?:{WEEKDAY},? )?"
    rf"(?:\d{{1,2}} (?:to|and|or) (?=\d))?{MAYBE_DAY}{_BC_OR_YEAR}"
)
_FULL_DATE = regex(rf"(?:{MONTH_NAME}(?: \d{{1,2}}(?:[–-]\d{{1,2}})?,)?) {_BC_OR_YEAR}")


def done(verb: str, title: str, text: str, sentences: Sequence[Span]) -> Iterator[tuple[int, Span]]:
    """The year in which its subject was "opened" or "published", first where the article says it first; negative before Christ.

    >>> said = "Princeton University is a school. Founded in 1746 in Elizabeth, Princeton is old."
    >>> next(done("founded", "Princeton University", said, [Span(0, 33), Span(34, len(said))]))[0]
    1746
    """
    name = without_parenthesis(title).removeprefix("The ")
    if verb == DATED:
        yield from _dated(name, text, sentences[:3])
        return
    later, opening = _patterns(verb, name)
    for n, span in enumerate(sentences):
        said = span.of(text)
        told = (said, _ASIDE.sub("", said)) if n < OPENING else (said,)
        found = (pattern.match(form) for form in told for pattern in (later if n >= OPENING else opening))
        match = next((m for m in found if m), None)
        if match is not None:
            yield _year(match), span


def _dated(name: str, text: str, sentences: Sequence[Span]) -> Iterator[tuple[int, Span]]:
    """The first full date of the opening of an article on an event."""
    if _EVENTS.isdisjoint(name.lower().split()):
        return
    yield from ((_year(m), span) for span in sentences if (m := _FULL_DATE.search(span.of(text))))


def _year(match: re.Match[str]) -> int:
    return -int(match["bc"]) if match["bc"] else int(match["year"])


@lru_cache(maxsize=512)
def _patterns(verb: str, name: str) -> tuple[tuple[re.Pattern[str], ...], tuple[re.Pattern[str], ...]]:
    """What sentences say with this verb, and those of the opening, with all verbs that say the same."""
    words = [word for word in name.split() if word[:1].isupper()]
    initials = ["".join(word[0] for word in words)] if len(words) > 2 else []
    own = "|".join(map(re.escape, [*words, *initials])) or re.escape(name)
    title, kind = re.escape(name), re.escape(name.split()[-1].lower())
    subject = rf"(?:The )?(?:{title}|{own}|It)\b|[^.;()]{{0,80}}?\b[Tt]he {kind}\b|(?:[A-Z][^.;()]{{0,100}}, )it\b"

    def anywhere(forms: str) -> list[str]:
        return [
            rf"(?:{subject})[^.;,()]{{0,60}}? (?:{forms})\b{_ON}",
            rf"[^.;()]{{0,80}}? (?:{forms}) (?:the )?{title}\b{_ON}",
        ]

    alike = _ALIKE.get(verb, verb).split()
    forms = _forms(alike)
    begun = rf"(?i:{forms})\b{_ON}[^.;]{{0,100}}?, (?:the|it|its|{own})\b"
    opening = [
        *anywhere(forms),
        rf"(?:When |Originally |First )?{begun}",
        rf"[A-Z][^.;()]{{0,80}} and {begun}",
        rf"[^.;()]{{0,60}}? (?:{forms}) it\b{_ON}",
        rf"(?:The )?{title}\b(?:(?!\bbased\b|\badapt)[^.;()]){{0,120}}?, (?:first |originally )?(?:{forms})\b{_ON}",
    ]
    if "published" in alike:
        year = rf"(?P<bc>(?!))?(?P<year>{YEAR})"
        opening.append(rf"(?:The )?{title}\b[^.;()]{{0,60}} \({year}\) (?:is|was)\b")
        opening.append(rf"(?:The )?{title}\b[^.]{{0,80}}? (?:is|was) an? (?:[a-z-]+ )?{year} ")
    return tuple(map(re.compile, anywhere(_forms([verb])))), tuple(map(re.compile, opening))


def _forms(verbs: Sequence[str]) -> str:
    """A pattern of verbs and their participles."""
    return "|".join(dict.fromkeys(form for verb in verbs for form in (verb, past_of_participle(verb) or verb)))
