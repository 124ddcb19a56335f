"""Does an answer name the entity? Stage 3 of reverse validation (Yang et al. 2023, Section 4.1), pure.

``published_em`` and ``published_qg`` are the authors' rules, to the letter of their code. ``same_entity`` is the better
matcher: the same question asked of every name the entity goes by (``text.aliases``), with spelling, order, initials,
short forms and titles forgiven, and numerals (Boniface IV is not Boniface V) never.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from localcheck.text.aliases import Alias, answer_names, compact, core_tokens, tokens_of
from localcheck.text.patterns import regex

PUBLISHED_PERCENT = 80
"""The paper says that a match must exceed 90 %; its numbers come from 80 %."""
SIMILAR = 0.9
"""Similarity of two spellings of one word (``difflib`` ratio), for words of five letters or more."""

_PERFECT = ("100%", "perfect match", "meets all", "matches all")
_NEGATING = {"non", "anti", "counter", "pseudo", "quasi", "semi", "sub", "super", "post", "pre", "mis", "dis", "inter"}
"""Prefixes that make another thing of a word."""
_PUT_ASIDE = {"not", "unlike", "except", "nor", "than"}
"""Words shortly before a name by which an answer says that it does not mean it."""
_NUMERAL = regex(r"(?:[ivxl]+|\d+(?:st|nd|rd|th)?)")
_PERCENT = regex(r"(\d+(?:\.\d+)?)\s*%")


@dataclass(frozen=True, slots=True)
class Match:
    """Whether the answer names the entity, and why."""

    matched: bool
    how: str
    """For a person: which name, which rule, or what was found instead."""
    percent: float | None = None
    """Share of the requirements that the answer says it meets, where it says so."""


def published_em(entity: str, answer: str, percent: float = PUBLISHED_PERCENT) -> bool:
    """The authors' rule for entity matching: exact substring, and at least ``percent`` where not all is met."""
    name = entity.split("(")[0].strip()
    if any(sign in answer for sign in _PERFECT) and "except" not in answer:
        return (len(name) >= 5 and name.lower() in answer.lower()) or name in answer
    if name.lower() not in answer.lower():
        return False
    # The authors' pattern reads only the digits that touch the sign: 87.5% counts as 5.
    stated = re.search(r"(\d*)%", answer)
    return stated is None or int(stated.group(1) or 0) >= percent


def published_qg(entity: str, answer: str) -> bool:
    """The authors' rule for question generation: exact substring, whatever the case."""
    return entity.split("(")[0].strip().lower() in answer.lower()


def stated_percent(answer: str) -> float | None:
    """The share of requirements that the answer claims to meet, in percent; 100 for "meets all", None when unsaid."""
    found = _PERCENT.search(answer)
    if found:
        return float(found.group(1))
    return 100.0 if any(sign in answer for sign in _PERFECT) and "except" not in answer else None


def same_entity(aliases: Sequence[Alias], answer: str, percent: float | None = None) -> Match:
    """Look for every alias in the answer.

    With ``percent``, an answer that claims to meet a smaller share of the requirements does not match.
    """
    stated = stated_percent(answer)
    found = answer_names(answer)
    how = _first_match(aliases, answer, found)
    if not how:
        instead = f"the answer names {found[0]!r}" if found else "the answer names nothing"
        return Match(False, instead, stated)
    if percent is not None and stated is not None and stated < percent:
        return Match(False, f"{how}, but only {stated:g}% of the requirements are met", stated)
    return Match(True, how, stated)


def _first_match(aliases: Sequence[Alias], answer: str, found: Sequence[str]) -> str:
    """The first rule that holds, or an empty text."""
    words = tokens_of(answer)
    for alias in aliases:
        if _contains(words, tokens_of(alias.name)) or _glued(words, alias.name):
            return f"the answer contains {alias.name!r} ({alias.why})"
    for alias in aliases:
        for name in found:
            rule = same_name(alias.name, name)
            if rule:
                return f"{name!r} is {alias.name!r} ({alias.why}; {rule})"
    return ""


def same_name(alias: str, name: str) -> str:
    """The rule by which two names are the same, or an empty text.

    >>> same_name("Samuel D. Waksal", "Sam Waksal")
    'short form'
    >>> same_name("Pope Boniface V", "Boniface IV")
    ''
    """
    left, right = core_tokens(alias), core_tokens(name)
    if not left or not right or _numerals_differ(left, right):
        return ""
    if compact(alias) == compact(name):
        return "same spelling"
    found = next((rule for rule, holds in _RULES if holds(left, right)), "")
    if found == "short form" and len(tokens_of(name)) == 1 and not _names_alone(right[0], alias):
        return ""
    return found or ("same title" if _same_title(alias, name) else "")


def alike(left: str, right: str) -> bool:
    """Two spellings of one word: equal, an initial, or long and almost equal.

    The first letter and the last two must agree: beginnings negate (incompleteness) and endings tell taxa, languages and
    peoples apart (Quechua, Quechuan).

    >>> alike("ahitophel", "ahithophel"), alike("completeness", "incompleteness"), alike("quechua", "quechuan")
    (True, False, False)
    """
    if left == right or left + "s" == right or right + "s" == left:
        return True
    if min(len(left), len(right)) == 1:
        return left[0] == right[0]
    if _NUMERAL.fullmatch(left) or _NUMERAL.fullmatch(right) or left[0] != right[0] or left[-2:] != right[-2:]:
        return False
    return min(len(left), len(right)) >= 5 and difflib.SequenceMatcher(None, left, right).ratio() >= SIMILAR


def _compound(left: Sequence[str], right: Sequence[str]) -> bool:
    """True if the names differ by a combining form only: bioterrorism and biological terrorism, thermonuclear and nuclear."""
    for whole, parts in ((left, right), (right, left)):
        if len(whole) + 1 == len(parts) and list(whole[1:]) == list(parts[2:]):
            stem = whole[0].removesuffix(parts[1])
            if 3 <= len(stem) < len(whole[0]) and parts[0].startswith(stem):
                return True
        if len(whole) == len(parts) and list(whole[1:]) == list(parts[1:]) and len(parts[0]) >= 6:
            stem = whole[0].removesuffix(parts[0])
            if 3 <= len(stem) < len(whole[0]) and stem not in _NEGATING:
                return True
    return False


def _given_name(short: str, long: str) -> bool:
    """True if ``short`` is ``long`` or its beginning: Sam for Samuel, Max for Maximilian."""
    return alike(short, long) or (len(short) >= 3 and long.startswith(short) and not _NUMERAL.fullmatch(short))


def _in_order(short: Sequence[str], long: Sequence[str]) -> bool:
    """Each word of ``short`` is found in ``long``, in the same order; only the first may be shortened."""
    at = 0
    for index, word in enumerate(short):
        same = _given_name if index == 0 and len(short) > 1 else alike
        while at < len(long) and not same(word, long[at]):
            at += 1
        if at == len(long):
            return False
        at += 1
    return True


def _tells(short: Sequence[str], long: Sequence[str]) -> bool:
    """True if the short form identifies the name: two words, or one long word that does not merely follow "of", "in", …"""
    words = [word for word in short if not _NUMERAL.fullmatch(word)]
    if sum(len(word) for word in words) < 5:
        return False
    if len(words) > 1 or len(short) > 1:
        return True
    at = next(i for i, word in enumerate(long) if alike(words[0], word))
    return not set(long[:at]) & {"of", "in", "for", "at", "on"}


def _names_alone(word: str, alias: str) -> bool:
    """True if one word of a name is a name by itself: not one in small letters, and not one that "of" follows.

    >>> _names_alone("lysenko", "Trofim Lysenko"), _names_alone("orange", "Bergamot orange")
    (True, False)
    """
    parts = alias.split()
    places = [i for i, part in enumerate(parts) if any(alike(word, token) for token in tokens_of(part))]
    return alias.islower() or any(not parts[i][0].islower() and parts[i + 1 : i + 2] != ["of"] for i in places)


def _numerals_differ(left: Sequence[str], right: Sequence[str]) -> bool:
    """True if both names have numerals and these differ (Boniface IV, Boniface V)."""
    first = {word for word in left if _NUMERAL.fullmatch(word)}
    second = {word for word in right if _NUMERAL.fullmatch(word)}
    return bool(first and second and first != second)


def _initials(left: Sequence[str], right: Sequence[str]) -> bool:
    """True if one name is the abbreviation of the other and has three letters or more."""
    pairs = ((left, right), (right, left))
    return any(len(long) > 2 and list(short) == ["".join(word[0] for word in long)] for short, long in pairs)


_RULES: tuple[tuple[str, Callable[[list[str], list[str]], bool]], ...] = (
    ("same spelling", lambda left, right: left == right),
    ("same words", lambda left, right: len(left) > 1 and sorted(left) == sorted(right)),
    ("other spelling", lambda left, right: len(left) == len(right) and all(map(alike, left, right))),
    ("compound", _compound),
    ("initials", _initials),
    ("short form", lambda left, right: _in_order(right, left) and _tells(right, left)),
    ("long form", lambda left, right: 1 < len(left) >= len(right) - 1 and _in_order(left, right)),
)
"""By which two names are the same, by the words that make them."""


def _same_title(alias: str, name: str) -> bool:
    """True if both begin with the same name and have the same title after a comma.

    Geoffrey Plantagenet, Count of Anjou, and Geoffrey V, Count of Anjou.
    """
    head, _, title = alias.partition(",")
    other, _, same = name.partition(",")
    first, second = core_tokens(head), core_tokens(other)
    begins = bool(first and second) and first[0] == second[0]
    return begins and bool(title.strip()) and tokens_of(title) == tokens_of(same)


def _contains(words: Sequence[str], name: Sequence[str]) -> bool:
    """True if the words of ``name`` follow each other in ``words``, and the answer does not reject them ("not X")."""
    size = len(name)
    return size > 0 and any(
        tuple(words[i : i + size]) == tuple(name) and _meant(words, i) for i in range(len(words) - size + 1)
    )


def _glued(words: Sequence[str], name: str) -> bool:
    """True if ``words`` has the letters of ``name`` with other blanks or hyphens: MeatballWiki and Meatball Wiki."""
    wanted = compact(name)
    return len(wanted) >= 6 and any(
        "".join(words[i : i + n]) == wanted and _meant(words, i) for n in range(1, 6) for i in range(len(words) - n + 1)
    )


def _meant(words: Sequence[str], at: int) -> bool:
    """True unless one of the two words before the name rejects it: "not X", "unlike X"."""
    return not _PUT_ASIDE & set(words[max(0, at - 2) : at])
