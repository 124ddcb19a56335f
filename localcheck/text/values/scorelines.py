"""Who won a match, by how much, and how many scored, by the score that a text gives: "City 0, Athletic 2". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.facts import Says
from localcheck.text.lexicon import COUNT_WORDS, LONE_YEAR, NOT_NAMES, number_told
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.words import folded

_WORD = rf"[{CAPITAL}](?:(?!['’]s?\b)[\w’'-])*"
_TEAM = rf"(?:[Tt]he )?{_WORD}(?: (?:(?:of|de|da|&) )?{_WORD}){{0,3}}"
_A, _B = rf"\b(?P<a>{_TEAM})", rf"(?P<b>{_TEAM})"
_SCORE = r"(?<![\d.,:/–-])(?P<x>\d{1,3})\s?[–-]\s?(?P<y>\d{1,3})(?![\d:/–-]|[.,]\d)"
_UP_TO_HALF = r"(?:\*\*)?(?: \(half[ -]time:? (?P<half>\d+)[–-](?P<its_half>\d+)\))?"
_BEATS = "beats?|defeat(?:ed|s)?|overcame|thrashed|edged"
_AT = "(?:(?:away|at home|out) )?(?:to|by|against|with|over|at)"
_ENDS = {
    "won": ("won|wins?", "wins?|victory|victories"),
    "lost": ("lost|loses?|went down|(?:was|were) beaten", "defeats?|loss"),
    "drew": ("drew|draws?|tied", "draws?|tie"),
}
"""How a match ends for the side that is named first -> verbs and nouns that say so."""
_WITH_A_SCORE = (
    ("told", regex(rf"{_A} {_SCORE} {_B}{_UP_TO_HALF}")),
    ("told", regex(rf"{_A} (?P<x>\d{{1,3}}),? {_B} (?P<y>\d{{1,3}})(?!\w|[.,/:–-]\d|,? {_TEAM} \d){_UP_TO_HALF}")),
    ("won", regex(rf"{_A} (?:{_BEATS}) {_B},? (?:by )?{_SCORE}")),
    ("drew", regex(rf"{_A} and {_B} (?:drew|tied) {_SCORE}")),
    *(
        (end, regex(form))
        for end, (verbs, nouns) in _ENDS.items()
        for form in (
            rf"{_A} (?:{verbs}) {_SCORE} {_AT} {_B}",
            rf"{_A} (?:{verbs}) {_AT} {_B},? {_SCORE}",
            rf"{_A}['’]s? {_SCORE} (?:{nouns}) {_AT} {_B}",
        )
    ),
)
_OF_SOMETHING_ELSE = regex(r"(?<!score)(?<!scores)(?<!result)(?<!results)(?<!final)(?<!time): $|\d, $", re.IGNORECASE)
"""In front of "Falcons 22, Giants 26": these are fouls, or two of more."""
_DECIDED_OTHERWISE = regex(
    r"\b(?:on penalties|penalty shoot|shoot-?out|aggregate|abandoned|annulled|awarded|protest)", re.I
)
_YEAR = regex(LONE_YEAR)
_N = rf"(?P<n>\d{{1,3}}|an?|no|{COUNT_WORDS})"
_UNIT = "goals?|points?|runs?|tries"
_NOT = r"(?:(?P<not>(?:did|do|does|was|were)(?: not|n['’]t)) )?"
_GAME = "(?: (?:the|their|its) (?:match|game|tie|derby|final))?"
_BY = rf"(?: by {_N} (?:{_UNIT}))?[.!]?"
_OUTCOMES = (
    ("won", regex(rf"{_A} {_NOT}(?:{_BEATS}) {_B}{_BY}")),
    ("drew", regex(rf"{_A} and {_B} {_NOT}(?:drew|draw|tied){_BY}")),
    *(
        (end, regex(rf"{_A} {_NOT}(?:{verbs}|{own})(?: {_SCORE})?{_GAME}(?: {_AT} {_B})?{_BY}"))
        for (end, (verbs, _)), own in zip(_ENDS.items(), ("win", "lose|beaten", "draw|tie"), strict=True)
    ),
)
_SCORED = regex(
    rf"{_A} (?P<verb>scored|conceded|let in) (?:(?P<times>once|twice)|{_N} (?:times|{_UNIT}))(?: in{_GAME})?[.!]?"
)
_IN_ALL = regex(
    rf"(?:There were |The (?:two )?(?:teams|sides) scored )?{_N} (?:{_UNIT})(?: were scored)?"
    rf"(?: (?:in{_GAME}|in all|in total|altogether|between them))?[.!]?",
    re.IGNORECASE,
)
_DRAWN = regex(
    r"(?:The (?:match|game)|It) (?:(?:ended|finished) in|was|(?P<not>(?:did|was)(?: not|n['’]t)(?: end in)?))"
    r" a (?:draw|tie)[.!]?"
)
_HALF = regex(
    rf"(?:{_A}|The (?:two )?(?:teams|sides)) (?:(?:was|were) (?P<how>ahead|in front|leading|behind|trailing|level)"
    rf"|(?P<led>led|trailed))(?: {_SCORE})? at (?:half[ -]time|the (?:break|interval))[.!]?"
)
_NO_SIDE = NOT_NAMES | frozenset("half full time final score result".split())
"""Words in front of a score that name nobody: "A 3-1 Rovers win", "Half-time 1-0 Rovers"."""
_FEW = {"no": 0, "a": 1, "an": 1, "once": 1, "twice": 2}
_AHEAD, _BEHIND = frozenset({"ahead", "in front", "leading", "led"}), frozenset({"behind", "trailing", "trailed"})


@dataclass(frozen=True, slots=True)
class _Match:
    """Two sides and what each scored, in all and up to half-time, where that is told."""

    one: frozenset[str]
    other: frozenset[str]
    score: tuple[int, int]
    half: tuple[int, int] | None = None

    def of(self, side: frozenset[str]) -> _Match | None:
        """The match with this side first; None where neither is it, or both may be."""
        mine, its = _same(side, self.one), _same(side, self.other)
        turned = _Match(self.other, self.one, self.score[::-1], self.half and self.half[::-1])
        return None if mine == its else self if mine else turned


@lru_cache(maxsize=4096)
def by_the_score(claim: str, premise: str) -> Says | None:
    """ "borne out" or "contradicted" where a claim says no more than who won or drew, by how many, or how many scored, and the
    premise gives the score; None elsewhere, where a match may have been decided otherwise, and for one of a year that the claim
    does not name.

    >>> by_the_score("Athletic beat City.", "City 0, Athletic 2."), by_the_score("City drew.", "City lost 2-0 at Athletic.")
    ('borne out', 'contradicted')
    >>> by_the_score("Rovers won by two goals.", "Town 1-3 Rovers"), by_the_score("Four goals were scored.", "Town 1-3 Rovers")
    ('borne out', 'borne out')
    """
    if not any(char.isdigit() for char in premise) or _DECIDED_OTHERWISE.search(f"{claim} {premise}"):
        return None
    if not set(_YEAR.findall(premise)) <= set(_YEAR.findall(claim)):
        return None
    told = {says for match in _matches(premise) if (says := _held(claim, match)) is not None}
    if len(told) != 1:
        return None
    return "borne out" if told.pop() else "contradicted"


def _held(claim: str, match: _Match) -> bool | None:
    """Whether a match bears a claim out; None where the claim is not about it, or says something else."""
    if said := next(_matches(claim.rstrip(".!"), whole=True), None):
        own = match.of(said.one)
        return None if own is None or not _same(said.other, own.other) else own.score == said.score
    for end, form in _OUTCOMES:
        if found := form.fullmatch(claim):
            return _ended(found, end, match)
    if found := _SCORED.fullmatch(claim):
        own = match.of(_side(found["a"]))
        count = _number(found["times"] or found["n"])
        return None if own is None else own.score[found["verb"] != "scored"] == count
    if found := _IN_ALL.fullmatch(claim):
        return sum(match.score) == _number(found["n"])
    if found := _DRAWN.fullmatch(claim):
        return (match.score[0] == match.score[1]) is not bool(found["not"])
    return _at_half_time(claim, match)


def _ended(found: re.Match[str], end: str, match: _Match) -> bool | None:
    own = match.of(_side(found["a"]))
    if own is None or (found["b"] and not _same(_side(found["b"]), own.other)):
        return None
    apart = own.score[0] - own.score[1]
    ended = {"won": apart > 0, "lost": apart < 0, "drew": apart == 0}[end]
    score = found.groupdict().get("x") and sorted((int(found["x"]), int(found["y"])))
    if found["not"]:
        return None if found["n"] or score else not ended
    return ended and (found["n"] is None or abs(apart) == _number(found["n"])) and score in (None, sorted(own.score))


def _at_half_time(claim: str, match: _Match) -> bool | None:
    found = _HALF.fullmatch(claim)
    if found is None:
        return None
    own = match.of(_side(found["a"])) if found["a"] else match
    if own is None or own.half is None:
        return None
    apart, how = own.half[0] - own.half[1], found["how"] or found["led"]
    stood = apart > 0 if how in _AHEAD else apart < 0 if how in _BEHIND else apart == 0
    return stood and (found["x"] is None or sorted(map(int, (found["x"], found["y"]))) == sorted(own.half))


def _matches(text: str, whole: bool = False) -> Iterator[_Match]:
    """The matches of which a text gives the score, or the one that is the ``whole`` text. Who won has the higher score, in
    whatever order it is told.
    """
    for end, form in _WITH_A_SCORE:
        for found in filter(None, (form.fullmatch(text),)) if whole else form.finditer(text):
            if _OF_SOMETHING_ELSE.search(text[: found.start()]):
                continue
            score = int(found["x"]), int(found["y"])
            if end in ("won", "lost"):
                score = (max(score), min(score)) if end == "won" else (min(score), max(score))
            halves = found.groupdict()
            half = (int(halves["half"]), int(halves["its_half"])) if halves.get("half") else None
            one, other = _side(found["a"]), _side(found["b"])
            if one and other and (end == "told" or (end == "drew") == (score[0] == score[1])):
                yield _Match(one, other, score, half)


def _side(name: str) -> frozenset[str]:
    return frozenset(folded(name)) - _NO_SIDE


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two names may be of one side: "Town" is Harborough Town."""
    return one <= other or other <= one


def _number(said: str) -> int:
    return known if (known := _FEW.get(said.lower())) is not None else number_told(said)
