"""Sentences said in a plainer form that means the same: "No river is longer than the Nile" gives "The Nile is the longest
river". Pure.

Pairs written by people teach a model that a hypothesis with "not" is contradicted, whatever the premise says (Gururangan et
al. 2018, "Annotation artifacts in natural language inference data", section 3). Where a sentence says the same without it, it
is read without it.

Deadlines said in one way: "not later than 15 September" is "by 15 September".

A small model takes the "not" of a deadline for a denial: it called "must be delivered by 15 September" contradicted by "must be
delivered not later than 15 September" (0.79).
"""

from __future__ import annotations

import re

from localcheck.text.facts import negations
from localcheck.text.irregular_verbs import past, past_of_participle, third
from localcheck.text.lexicon import COUNT_WORDS, MONTH_NAME, ORDINAL, TENS, YEAR
from localcheck.text.names import NAME
from localcheck.text.patterns import regex
from localcheck.text.words import with_capital

_AUXILIARY = "is|are|was|were|has|have|had|can|could|will|would|shall|should|may|might|must|did|does|do"
_ENDED = regex(r"\b(?:no longer|not any ?more|not any longer)\b", re.IGNORECASE)
_PRESENT = regex(r"\b(?:is|are|has|have|remains?|still|today|now|currently)\b", re.IGNORECASE)
_WHEN = (
    rf"(?P<when>(?P<day>\d{{1,2}} )?(?:{MONTH_NAME} )?(?:\d{{1,2}}, )?{YEAR}|the (?:early |late )?\d{{4}}s"
    rf"|the (?:early |late )?{ORDINAL} century)"
)
_NOT_UNTIL = regex(
    rf"\b(?P<aux>{_AUXILIARY})(?: not|n['’]t) (?P<verb>[a-z-]+)(?P<rest>(?: [^\s.;,]+){{0,12}}?) (?:until|till)"
    rf" {_WHEN}(?=[.!?]?$)"
)
_NOT_THAT = regex(
    r"(?:, and|,| and) not (?!(?:only|just|even|yet|all|every|because|until|unless|necessarily|always|least|if|so)\b)"
    r"(?!to (?:mention|say|speak)\b)"
    r"[\w'’-]+(?: [\w'’-]+){0,4}(?P<end>[.!?]?)$"
)
"""What something is not, named behind what it is."""
_PAST = r"[a-z-]+(?:ed|en|n|t|d|g|k|e)"
_SINCE = rf"(?P<rest>(?: [^\s.;,]+){{0,8}}?) since {_WHEN}(?=[.!?]?$)"
_NOT_SINCE = regex(
    rf"\b(?:has|have)(?: not|n['’]t)(?P<been> been(?= (?:seen|heard|held)\b))?"
    rf" (?P<verb>(?!(?:yet|been|even)\b){_PAST}){_SINCE}"
)
_NOBODY_SINCE = regex(
    r"^(?:Nobody|No one|No (?:human|person|human being)) (?:else )?(?:has|have)(?P<been> been)?"
    rf" (?P<verb>(?!yet\b){_PAST}){_SINCE}"
)
_NONE_IS = regex(
    r"^No (?:other )?(?P<noun>(?!one\b)[a-z]+(?: [a-z]+)?)(?P<where> (?:in|on|of|at) [^,.;]{1,40}?)? (?P<be>is|was|has been)"
    r"(?: ever)? (?:(?P<more>more|less) (?P<what>[a-z]+(?: [a-z]+)?)|(?P<comparative>[a-z]+er)|as (?P<as>[a-z]+(?: [a-z]+)?))"
    rf" (?:than|(?<=[a-z] )as) (?P<who>(?:the )?{NAME.pattern}|the(?: [a-z]+){{1,2}})"
    r"(?P<rest> (?:until|for) [^,.;]{1,40})?[.!]?$"
)
_THING = (
    r"(?!(?:he|she|it|they|we|you|him|her|them|us|one|two|three|four|five|six|seven|eight|nine|ten|some|few|many|those|these"
    r"|this|that)\b)(?:the )?[\w'’-]+(?: [A-Z][\w'’-]*)*"
)
_ONLY_ONE = regex(
    rf"^(?P<lead>(?:Of|In|On|Among) [^,;]{{2,50}}, )?[Oo]nly (?P<ahead>{_THING}) (?P<be>is|are|was|were)"
    r" (?:(?P<more>more) (?P<what>[a-z]+)|(?P<comparative>[a-z]+er))(?P<where> (?:in|on|of) [^,.;]{1,40}?)?"
    rf" than (?P<who>{_THING})(?P<rest> (?:in|on|of) [^,.;]{{1,40}}?)?[.!]?$"
)
"""What a single other thing has more of."""
_ONLY_BESIDE = regex(
    rf"^(?:Apart from|Aside from|Besides|Except for|Other than) (?P<one>{_THING}), only (?P<two>{_THING})"
    r"(?P<rest> (?!(?:is|was|has)\b)[a-z][^;]*)$"
)
"""A single other thing, of which something is so as well."""
_SINGLE = regex(
    r" (?:(?:remained|stayed)|(?P<was>was)) (?:single|unmarried|a bachelor)"
    r"(?: (?:(?:all|throughout|for all of) (?:his|her) life|until (?:his|her) death|when s?he died)|(?(was)(?!)))"
    r"(?=[.!]?$)"
)
"""Who never married, in words that a small model does not take for that."""
_LIVED_TO = regex(
    rf"\blived to (?:be|the age of)(?= (?:\d{{2,3}}|(?:{'|'.join(TENS)})(?:-[a-z]+)?)(?: years old)?[.!?]?$)"
)
_THAN_BEFORE = regex(
    r"\b(?:was|were|is|are) (?P<by>(?:about |nearly |almost )?[£$€]?\d[\d.,]*"
    r"(?:%| (?:per cent|percent|thousand|million|billion))?(?: (?:euros|pounds|dollars))?)"
    r" (?:(?P<more>higher|more)|lower|less) than (?:before|previously|(?:a|the) year (?:before|earlier|ago))\b"
)
_OPEN = regex(
    r"(?P<before>\b[Ii]t is |(?<![^.!?:] )(?:Whether|Who|Which|How (?:much|many))\b[^.;,:]{3,80} is )still open"
    r"(?=[.;]| (?:who|whether|how)\b|$)|\b[Ss]till open(?=: ?[a-z])|(?P<be>\b(?:is|are) (?:still )?|: )"
    r"(?:to be (?:decided|determined)|undecided|TBD)(?=[.;,)]| (?:who|whether|when|how|which|what|where)\b|$)"
)
"""What is not yet decided, in words that a small model takes for the contrary of that."""
_EXCUSED = regex(
    r"\bApologies(?: for absence)?(?: were received)?(?: from|:) "
    r"(?P<who>[A-ZÀ-Þ][\w'’-]*(?:(?:,(?: and)?| and)? [A-ZÀ-Þ][\w'’-]*)*)(?=[.;]|\s*$)"
)
"""Who is excused in minutes of a meeting, which a small model takes for somebody who is there."""
_BETWEEN_NAMES = regex(r",(?: and)? | and ")
_SHORT = regex(r"tall|high|long|large|big|old|deep|small|fast|heavy|wide|cold|hot|young|strong|bright|rich|poor")
LONGEST = 500
"""Characters; a longer sentence has other clauses."""


def ended(claim: str, premise: str) -> bool:
    """True if the claim says that something is no longer so, and the premise tells the past only: that does not contradict it.

    >>> ended("The wall no longer stands.", "The wall was a barrier."), ended("It is no longer open.", "It is open daily.")
    (True, False)
    """
    return bool(_ENDED.search(claim)) and not _PRESENT.search(premise)


def undecided(text: str) -> str:
    """The text with "not yet decided" for what says the same.

    >>> undecided("Still open: who speaks."), undecided("Date: to be decided."), undecided("The shop is still open.")
    ('Not yet decided: who speaks.', 'Date: not yet decided.', 'The shop is still open.')
    """
    return _OPEN.sub(lambda m: f"{m['before'] or m['be'] or ''}{'N' if m[0][0] == 'S' else 'n'}ot yet decided", text)


def excused(claim: str, premise: str) -> str:
    """The premise with "was absent" for what minutes of a meeting say of those whom the claim names.

    >>> minutes = "Present: Ann, Bo. Apologies: Cem Ek, Dora Lind."
    >>> excused("Dora Lind was there.", minutes), excused("Ann was there.", minutes) == minutes
    ('Present: Ann, Bo. Dora Lind was absent and sent apologies.', True)
    """

    def told(found: re.Match[str]) -> str:
        named = [
            who for who in _BETWEEN_NAMES.split(found["who"]) if re.search(rf"\b{re.escape(who.split()[-1])}\b", claim)
        ]
        if not named:
            return found[0]
        return f"{' and '.join(named)} {'were' if named[1:] else 'was'} absent and sent apologies"

    return _EXCUSED.sub(told, premise)


def positively(text: str) -> str:
    """The sentence in a plainer form that says the same: without a "not" that denies nothing of it, without "no other", and
    with "never married" and "died at the age of" for what says so in other words; else as it is.

    >>> positively("The tower was not opened until 1889."), positively("She did not win a prize until May 1911.")
    ('The tower was opened in 1889.', 'She won a prize in May 1911.')
    >>> positively("The capital is Canberra, not Sydney."), positively("Canberra is not the capital.")
    ('The capital is Canberra.', 'Canberra is not the capital.')
    >>> positively("Austen remained single all her life."), positively("It was released as a single.")
    ('Austen never married.', 'It was released as a single.')
    >>> positively("She lived to be ninety."), positively("She lived to be queen.")
    ('She died at the age of ninety.', 'She lived to be queen.')
    >>> positively("Profit was £8 million lower than a year before."), positively("It was higher than before.")
    ('Profit fell by £8 million.', 'It was higher than before.')
    >>> positively("Only the Volga is longer than the Danube in Europe.")
    'The Danube is the second-longest in Europe, after the Volga.'
    >>> positively("Apart from Harley, only Indian survived the Depression.")
    'Only Harley and Indian survived the Depression.'
    >>> positively("It did not join until the twenty-first century.")
    'It joined in the twenty-first century.'
    >>> positively("The volcano has not erupted since 1708."), positively("It has not been seen since the 1930s.")
    ('The volcano last erupted in 1708.', 'It was last seen in the 1930s.')
    >>> positively("Nobody has walked on the Moon since 1972."), positively("No one has been hanged there since 1964.")
    ('The last people walked on the Moon in 1972.', 'The last people were hanged there in 1964.')
    >>> positively("No city in Europe is as old as Plovdiv."), positively("No river is longer than the Nile.")
    ('Plovdiv is the oldest city in Europe.', 'The Nile is the longest river.')
    """
    if len(text) > LONGEST or (denied := negations(text)) > 1:
        return text
    if not denied:
        if found := _ONLY_ONE.match(text):
            return _second(found)
        text = _ONLY_BESIDE.sub(r"Only \g<one> and \g<two>\g<rest>", text)
        text = _THAN_BEFORE.sub(lambda m: f"{'rose' if m['more'] else 'fell'} by {m['by']}", text)
        return _LIVED_TO.sub("died at the age of", _SINGLE.sub(" never married", text))
    if found := _NOT_UNTIL.search(text):
        return _dated(text, found, _without_not(found))
    if found := _NOT_SINCE.search(text):
        last = f"was last {found['verb']}" if found["been"] else f"last {past_of_participle(found['verb'])}"
        return _dated(text, found, last)
    if found := _NOBODY_SINCE.match(text):
        did = f"were {found['verb']}" if found["been"] else past_of_participle(found["verb"])
        return _dated(text, found, f"The last people {did}")
    if found := _NONE_IS.match(text):
        who, most = found["who"].rstrip("."), _superlative(found)
        first = f"{with_capital(who)} {found['be']}"
        return f"{first} the {most} {found['noun']}{found['where'] or ''}{found['rest'] or ''}."
    return _NOT_THAT.sub(r"\g<end>", text)


def _dated(text: str, found: re.Match[str], verb: str) -> str:
    """``text`` with ``verb`` and the date of what was found in the place of "not … until" or "not … since"."""
    preposition = "on" if found["day"] else "in"
    return f"{text[: found.start()]}{verb}{found['rest']} {preposition} {found['when']}{text[found.end() :]}"


def _second(found: re.Match[str]) -> str:
    """ "X is the second-longest, after Y" for "only Y is longer than X"."""
    most = f"{' ' if found['more'] else '-'}{_superlative(found)}"
    lead, who = found["lead"] or "", found["who"]
    who = who if lead else with_capital(who)
    return f"{lead}{who} {found['be']} the second{most}{found['where'] or found['rest'] or ''}, after {found['ahead']}."


def _superlative(found: re.Match[str]) -> str:
    """What no other thing is more than one: "longest" for "longer", "as long as" and "more"."""
    if found["more"]:
        return f"{'most' if found['more'] == 'more' else 'least'} {found['what']}"
    if found["comparative"]:
        return "best" if found["comparative"] == "better" else f"{found['comparative'][:-2]}est"
    adjective = found["as"]
    if not _SHORT.fullmatch(adjective):
        return f"most {adjective}"
    doubled = adjective[-1] if adjective in ("big", "hot") else ""
    return f"{adjective[:-1]}iest" if adjective.endswith("y") else f"{adjective.removesuffix('e')}{doubled}est"


def _without_not(found: re.Match[str]) -> str:
    aux, verb = found["aux"], found["verb"] or ""
    if verb and aux in ("did", "do", "does"):
        return past(verb) if aux == "did" else third(verb) if aux == "does" else verb
    return f"{aux} {verb}".rstrip()


_NUMBER = rf"(?:\d+|an?|{COUNT_WORDS})"
_TIME = rf"(?P<time>{_NUMBER} (?:(?:working|business|calendar|full) )?(?:minute|hour|day|week|month|year)s?\b)"
_NO_TIME = (
    r"(?! (?:what|when|if|that|those|these|this|he|she|it|they|we|you|any|anything|expected|planned|usual|ever)\b)"
)
_LATEST = regex(
    rf"\b(?<!is )(?<!was )(?<!are )(?<!were )(?:(?:and|but) )?(?:(?:no|not) later than|at the latest){_NO_TIME}"
    rf" (?:(?P<within>within) |(?:by|on|in|at) |{_TIME}(?P<ahead>(?= (?:before|prior to)\b))?|(?=\w))",
    re.IGNORECASE,
)
_AT_THE_END = regex(r"\b(?P<by>by|within)(?P<rest> [^.;,]{2,60}?),? at the latest\b", re.IGNORECASE)
_AT_ONCE = regex(
    r"\bwithout (?:(?:undue|unreasonable|any) )?delay,? (?:and )?(?:in any (?:case|event),? )?(?=(?:by|within) )",
    re.IGNORECASE,
)


def deadlines(text: str) -> str:
    """``text`` with "by" and "within" where it says "not later than" and "at the latest", which deny nothing.

    >>> deadlines("It is due not later than 1 June."), deadlines("It is due no later than ten days after receipt.")
    ('It is due by 1 June.', 'It is due within ten days after receipt.')
    >>> deadlines("Give notice not later than three months before the end.")
    'Give notice at least three months before the end.'
    >>> deadlines("Report it without undue delay, at the latest within seven days.")
    'Report it within seven days.'
    >>> deadlines("It must be paid by 1 June at the latest."), deadlines("He came later than she did.")
    ('It must be paid by 1 June.', 'He came later than she did.')
    """
    if "late" not in text:
        return text
    text = _AT_THE_END.sub(r"\g<by>\g<rest>", _LATEST.sub(_in_time, text))
    return _AT_ONCE.sub("", text)


def _in_time(match: re.Match[str]) -> str:
    by = "at least " if match["ahead"] is not None else "within " if match["time"] or match["within"] else "by "
    return f"{by.capitalize() if match[0][0].isupper() else by}{match['time'] or ''}"
