"""What a sentence denies, said as if it were so: "It never reached New York" gives "It reached New York". Pure.

Pairs written by people teach a model that a hypothesis with "not" is contradicted, whatever the premise says (Gururangan et
al. 2018, "Annotation artifacts in natural language inference data", section 3). Beside the affirmative sentence it has only
the facts to go by, and what it then says of that is the reverse of what it would say of the sentence itself.
"""

from __future__ import annotations

import re
from functools import lru_cache

from localcheck.text.facts import denying, negations
from localcheck.text.irregular_verbs import PAST, past, past_of_participle, third
from localcheck.text.lexicon import MONTH_NAME, TENS, YEAR
from localcheck.text.names import NAME

_AUXILIARY = "is|are|was|were|has|have|had|can|could|will|would|shall|should|may|might|must|did|does|do"
_NOT = re.compile(
    rf"\b(?P<aux>{_AUXILIARY})"
    r"(?:(?: not| never)(?! (?:only|just|merely|simply|always|necessarily|all|every|until)\b)| no longer|n['’]t)\b"
    r"(?: ever| even| yet)?(?: (?P<verb>[a-z-]+))?"
)
_CANNOT = re.compile(r"\bcannot\b(?! (?:only|just)\b)")
_NEVER = re.compile(r"\bnever (?=[a-z]+)")
_NO_LONGER = re.compile(r"\bno longer (?=[a-z]+)")
_NOT_TO = re.compile(r"\bnot (?=to [a-z])")
_NOTHING_TO_DO = re.compile(r"\b(?P<has>has|have|had) nothing (?=to do with\b)")
_HAS_NO = re.compile(
    r"\b(?P<has>has|have|had|is|are|was|were|held|wore|owned|received|made|left) no "
    r"(?!longer|more|less|fewer|other|better|doubt|one\b)"
)
_HARDLY = re.compile(r"\b(?:hardly|scarcely) (?P<what>any |ever )?(?=[a-z])")
_NOBODY = re.compile(r"^(?:Nobody|No one)\b")
_CLAUSE = re.compile(
    r"\b(?:who|which|whom|whose|because|although|though|while|when|where|if|so|but|despite|except|only|unless"
    r"|all|every|each|most|some|many|few|several|half|both|one|two|three|four|five|six|seven|eight|nine|ten)\b|\d",
    re.IGNORECASE,
)
_VERB_AND = re.compile(rf"\b(?:{_AUXILIARY}|[a-z]+ed|{'|'.join(PAST)})\b[^.]*\band\b")
_LATER = re.compile(r"\bbut\b|(?<![A-Z])[.!?]\s+\S")
_TURNS = re.compile(
    r"\b(?:until|till|before|unless|except|because|as [a-z]+ as)\b|;|, (?:only|he|she|it|they|we|[a-z]+ing)\b"
    rf"|\band (?:[a-z]+ed|{'|'.join(PAST)})\b"
)
_ANY, _EVER = re.compile(r"\bany\b"), re.compile(r" ever\b")
_QUOTE = re.compile(r"[\"“”„«»]|(?<!\w)['‘]|['’](?!\w)")
_ENDED = re.compile(r"\b(?:no longer|not any ?more|not any longer)\b", re.IGNORECASE)
_PRESENT = re.compile(r"\b(?:is|are|has|have|remains?|still|today|now|currently)\b", re.IGNORECASE)
_WHEN = rf"(?P<when>(?P<day>\d{{1,2}} )?(?:{MONTH_NAME} )?(?:\d{{1,2}}, )?{YEAR}|the (?:early |late )?\d{{4}}s)"
_NOT_UNTIL = re.compile(
    rf"\b(?P<aux>{_AUXILIARY})(?: not|n['’]t) (?P<verb>[a-z-]+)(?P<rest>(?: [^\s.;,]+){{0,12}}?) (?:until|till)"
    rf" {_WHEN}(?=[.!?]?$)"
)
_NOT_THAT = re.compile(
    r"(?:, and|,| and) not (?!(?:only|just|even|yet|all|every|because|until|unless|necessarily|always|least|if|so)\b)"
    r"(?!to (?:mention|say|speak)\b)"
    r"[\w'’-]+(?: [\w'’-]+){0,4}(?P<end>[.!?]?)$"
)
"""What something is not, named behind what it is."""
_NOT_SINCE = re.compile(
    rf"\b(?:has|have)(?: not|n['’]t)(?P<been> been(?= (?:seen|heard|held)\b))?"
    r" (?P<verb>(?!(?:yet|been|even)\b)[a-z-]+(?:ed|en|n|t|d|g|k|e))(?P<rest>(?: [^\s.;,]+){0,8}?)"
    rf" since {_WHEN}"
    r"(?=[.!?]?$)"
)
_NOBODY_SINCE = re.compile(
    r"^(?:Nobody|No one|No (?:human|person|human being)) (?:else )?(?:has|have)(?P<been> been)?"
    r" (?P<verb>(?!yet\b)[a-z-]+(?:ed|en|n|t|d|g|k|e))(?P<rest>(?: [^\s.;,]+){0,8}?)"
    rf" since {_WHEN}"
    r"(?=[.!?]?$)"
)
_NONE_IS = re.compile(
    r"^No (?:other )?(?P<noun>(?!one\b)[a-z]+(?: [a-z]+)?)(?P<where> (?:in|on|of|at) [^,.;]{1,40}?)? (?P<be>is|was|has been)"
    r"(?: ever)? (?:(?P<more>more|less) (?P<what>[a-z]+(?: [a-z]+)?)|(?P<comparative>[a-z]+er)|as (?P<as>[a-z]+(?: [a-z]+)?))"
    rf" (?:than|(?<=[a-z] )as) (?P<who>(?:the )?{NAME.pattern}|the(?: [a-z]+){{1,2}})"
    r"(?P<rest> (?:until|for) [^,.;]{1,40})?[.!]?$"
)
_SINGLE = re.compile(
    r" (?:(?:remained|stayed)|(?P<was>was)) (?:single|unmarried|a bachelor)"
    r"(?: (?:(?:all|throughout|for all of) (?:his|her) life|until (?:his|her) death|when s?he died)|(?(was)(?!)))"
    r"(?=[.!]?$)"
)
"""Who never married, in words that a small model does not take for that."""
_LIVED_TO = re.compile(
    rf"\blived to (?:be|the age of)(?= (?:\d{{2,3}}|(?:{'|'.join(TENS)})(?:-[a-z]+)?)(?: years old)?[.!?]?$)"
)
_SHORT = re.compile(r"tall|high|long|large|big|old|deep|small|fast|heavy|wide|cold|hot|young|strong|bright|rich|poor")
LONGEST = 500
"""Characters; a longer sentence has other clauses."""


def ended(claim: str, premise: str) -> bool:
    """True if the claim says that something is no longer so, and the premise tells the past only: that does not contradict it.

    >>> ended("The wall no longer stands.", "The wall was a barrier."), ended("It is no longer open.", "It is open daily.")
    (True, False)
    """
    return bool(_ENDED.search(claim)) and not _PRESENT.search(premise)


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
        first = f"{who[0].upper()}{who[1:]} {found['be']}"
        return f"{first} the {most} {found['noun']}{found['where'] or ''}{found['rest'] or ''}."
    return _NOT_THAT.sub(r"\g<end>", text)


def _dated(text: str, found: re.Match[str], verb: str) -> str:
    """``text`` with ``verb`` and the date of what was found in the place of "not … until" or "not … since"."""
    preposition = "on" if found["day"] else "in"
    return f"{text[: found.start()]}{verb}{found['rest']} {preposition} {found['when']}{text[found.end() :]}"


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


def hypothesis_for(claim: str, premise: str) -> str:
    """What is read beside the premise: the claim, or what it denies, of whose scores the reverse is then to be taken.

    A claim that denies something is read as it stands where the premise denies something, too: what differs between two such
    sentences a reader sees.

    >>> hypothesis_for("Gold does not rust.", "Gold stays bright."), hypothesis_for("Gold does not rust.", "Gold never rusts.")
    ('Gold rusts.', 'Gold does not rust.')
    """
    return claim if denying(premise) else affirmed(claim) or claim


@lru_cache(maxsize=4096)
def affirmed(text: str) -> str:
    """The sentence without its only negation, where that turns all of it round; empty where it does not.

    A negation behind another clause, a number, "some" or a quotation mark turns only a part round, and so stays.

    >>> affirmed("The Titanic never reached New York."), affirmed("Chopin did not reach the age of forty.")
    ('The Titanic reached New York.', 'Chopin reached the age of forty.')
    >>> affirmed("Switzerland has no access to the sea."), affirmed("There are no locks on the Suez Canal.")
    ('Switzerland has access to the sea.', 'There are locks on the Suez Canal.')
    >>> affirmed("Three of his sons did not reach adulthood."), affirmed("Oslo is not only the capital.")
    ('', '')
    """
    if len(text) > LONGEST or negations(text) != 1 or _LATER.search(text):
        return ""
    for pattern, affirm in _FORMS:
        found = pattern.search(text)
        if found:
            before = text[: found.start()]
            if (
                _CLAUSE.search(before)
                or _VERB_AND.search(before)
                or _QUOTE.search(before)
                or _TURNS.search(text[found.start() :])
            ):
                return ""
            rest = _ANY.sub("some", _EVER.sub("", text[found.end() :]))
            return before + affirm(found) + rest
    return ""


def _without_not(found: re.Match[str]) -> str:
    aux, verb = found["aux"], found["verb"] or ""
    if verb and aux in ("did", "do", "does"):
        return past(verb) if aux == "did" else third(verb) if aux == "does" else verb
    return f"{aux} {verb}".rstrip()


_FORMS = (
    (_HARDLY, lambda found: {"any ": "many ", "ever ": "often "}.get(found["what"], "")),
    (_NOTHING_TO_DO, lambda found: found["has"] + " "),
    (_HAS_NO, lambda found: found["has"] + " "),
    (_NOT, _without_not),
    (_CANNOT, lambda found: "can"),
    (_NEVER, lambda found: ""),
    (_NO_LONGER, lambda found: ""),
    (_NOT_TO, lambda found: ""),
    (_NOBODY, lambda found: "Somebody"),
)
