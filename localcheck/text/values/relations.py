"""Who did what to whom: relations between two names that have both directions, read from plain patterns. Pure.

"Aristotle was his tutor" and "Alexander was taught by Aristotle" tell the same; "Alexander taught Aristotle" tells the reverse,
which a small NLI model does not see. Only what stands in a closed form between two names is read; the rest tells nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from localcheck.text.facts import negated
from localcheck.text.lexicon import NOT_NAMES
from localcheck.text.names import CAPITAL, may_be_name, name_words

EITHER = frozenset(
    "supported admired helped influenced encouraged praised inspired visited interviewed described trusted loved befriended "
    "contacted criticized criticised opposed blamed thanked accompanied attacked honored honoured respected liked joined "
    "played approached engaged challenged addressed mentioned quoted credited recognized portrayed rivaled rivalled embraced "
    "assisted advised invited threatened accused insulted asked informed married divorced met faced resembled".split()
)
"""Verbs of which both directions may be true at once, or that mean the same both ways."""
NEVER = frozenset(
    "included returned served starred ranked retired remained lived moved died continued appeared happened referred wanted "
    "added occurred traveled travelled studied worked placed called named considered declared rated compared lacked needed "
    "rejoined merged bordered shared linked matched equaled equalled involved featured contained numbered totaled bored used "
    "based tied followed".split()
)
"""Words that end as verbs do and do not have both voices, or say more with what comes behind them."""
PARTICIPLES = {
    "beaten": "beat", "overthrown": "overthrew", "chosen": "chose", "driven": "drove", "written": "wrote", "drawn": "drew",
    "taken": "took", "given": "gave", "slain": "slew", "bitten": "bit", "known": "knew", "begun": "began", "torn": "tore",
}  # fmt: skip
"""Of verbs whose past is another."""
_SAME_PAST = (
    "led taught bought shot struck built made sold won held lost fought caught brought hit cut sent told".split()
)
_ADVERB = r"(?:\w+ly |also |then |later |soon |finally |once |had |has )*"
_ROLE = r"(?:(?:the|a|an|his|her|their|its|King|Queen|Pope|Emperor|General|President|Sir)(?: [a-z][\w-]*){0,3} )?"
_PAST = rf"(?P<verb>[a-z]+ed|{'|'.join([*_SAME_PAST, *PARTICIPLES.values()])})"
_DONE = rf"(?P<verb>[a-z]+ed|{'|'.join([*_SAME_PAST, *PARTICIPLES])})"
_BE = r"(?:is|was|were|are|has been|had been|became|being)"

FORWARD, BACKWARD = 1, -1
RELATIONS: tuple[tuple[str, int, str], ...] = (
    ("defeat", FORWARD, "defeated|beat|overcame|vanquished|routed|won against|prevailed over|was victorious over"),
    ("defeat", BACKWARD, "lost to|fell to|surrendered to|went down to"),
    ("teach", FORWARD, "taught|tutored|trained|mentored|instructed|educated"),
    ("teach", BACKWARD, "studied under|studied with|learned from|learnt from"),
    ("succeed", FORWARD, "succeeded|replaced|came after"),
    ("succeed", BACKWARD, "preceded|came before|was followed by|gave way to"),
    ("employ", FORWARD, "employed|hired"),
    ("employ", BACKWARD, "worked for|was in the service of"),
    ("buy", FORWARD, "bought|acquired|purchased|took over"),
    ("sell", FORWARD, "sold|ceded"),
    ("parent", FORWARD, "fathered"),
    ("orbit", FORWARD, "orbits|revolves around|circles"),
    ("kill", FORWARD, "killed|murdered|assassinated|slew"),
    ("kill", BACKWARD, "died at the hands of"),
    ("above", FORWARD, "is higher than|is taller than|is larger than|is bigger than|was larger than|was bigger than"),
    ("above", BACKWARD, "is lower than|is shorter than|is smaller than|was smaller than"),
    ("older", FORWARD, "is older than|was older than|was born before|predates"),
    ("older", BACKWARD, "is younger than|was younger than|was born after"),
    ("north", FORWARD, "is north of|lies north of|is to the north of|lies to the north of|is located north of"),
    ("north", BACKWARD, "is south of|lies south of|is to the south of|lies to the south of|is located south of"),
    ("east", FORWARD, "is east of|lies east of|is to the east of|lies to the east of|is located east of"),
    ("east", BACKWARD, "is west of|lies west of|is to the west of|lies to the west of|is located west of"),
    ("part", FORWARD, "is part of|is a part of|belongs to|was part of"),
    ("part", BACKWARD, "contains|includes|consists of"),
)
"""What stands between two names -> the relation of the first to the second, or of the second to the first."""
ROLES = {
    "teacher": ("teach", FORWARD), "tutor": ("teach", FORWARD), "mentor": ("teach", FORWARD),
    "instructor": ("teach", FORWARD), "pupil": ("teach", BACKWARD), "student": ("teach", BACKWARD),
    "disciple": ("teach", BACKWARD), "apprentice": ("teach", BACKWARD), "father": ("parent", FORWARD),
    "mother": ("parent", FORWARD), "parent": ("parent", FORWARD), "son": ("parent", BACKWARD),
    "daughter": ("parent", BACKWARD), "child": ("parent", BACKWARD), "successor": ("succeed", FORWARD),
    "predecessor": ("succeed", BACKWARD), "employer": ("employ", FORWARD), "killer": ("kill", FORWARD),
    "murderer": ("kill", FORWARD), "assassin": ("kill", FORWARD), "capital": ("capital", FORWARD),
}  # fmt: skip
"""Nouns: "X was the tutor of Y", "X was Y's tutor" -> the relation of X to Y, or of Y to X."""
ONE = frozenset(("capital",))
"""Relations of which a thing has one: another first name excludes the claim's."""
OUTCOMES = (
    (
        "win",
        r"won|won at|was victorious at|was victorious in|victory at|victory in|win at|win in|triumph at|triumph in",
    ),
    (
        "lose",
        r"lost|lost at|was defeated at|was defeated in|was beaten at|was beaten in|defeat at|defeat in|loss at|loss in",
    ),
)
"""What stands between somebody and a battle or a contest; who won it did not lose it."""
_VERBS = {phrase: (relation, way) for relation, way, phrases in RELATIONS for phrase in phrases.split("|")}
_ENDS = {phrase: relation for relation, phrases in OUTCOMES for phrase in phrases.split("|")}
_PRONOUN = r"\b(?:[Hh]e|[Ss]he|[Ii]t|[Hh]is|[Hh]er|[Ii]ts|[Hh]im)\b"
_MENTION = re.compile(
    rf"{_PRONOUN}|(?<![\w'’])[{CAPITAL}][\w-]*(?:['’](?!s\b)\w+)?"
    rf"(?: (?:(?:of|de|da|di|van|von|der|la|the) ){{0,2}}[{CAPITAL}][\w-]*(?:['’](?!s\b)\w+)?)*"
)
_ACTIVE = re.compile(rf" {_ADVERB}{_PAST} {_ROLE}")
_PASSIVE = re.compile(rf" {_BE} {_ADVERB}{_DONE} by {_ROLE}")
_PHRASE = re.compile(rf" {_ADVERB}(?P<phrase>[a-z ]+?) {_ROLE}")
_NOUN_OF = re.compile(rf"(?:,| {_BE}) (?:the |a |an )?(?:\w+ )?(?P<noun>[a-z]+)(?: city)? (?:of|to) {_ROLE}")
_AFTER = re.compile(r"(?:['’]s)? ([a-z]+)(?: ([a-z]+))?")
_OWNED_IS = re.compile(rf"(?:['’]s)?(?: [a-z]+)? (?P<noun>[a-z]+?)s? {_BE} {_ROLE}")
_OWN = re.compile(rf" {_BE} ")
_OF_IS = re.compile(r"\b(?P<noun>[a-z]+)(?: city)? of $", re.IGNORECASE)
_EVENT = re.compile(rf"\b(?:Battle|Siege) of (?:the )?[{CAPITAL}][\w-]+")
_WOMAN, _MAN = re.compile(r"\b(?:mother|daughter)\b"), re.compile(r"\b(?:father|son)\b")
_TITLE = re.compile(rf"^(?P<title>[{CAPITAL}][^.!?]{{1,60}})\. ")
_END_IN_THE = re.compile(r"\b(?:the|the famous|a) $")


@dataclass(frozen=True, slots=True)
class Told:
    """One relation that a text tells of two names."""

    relation: str
    first: frozenset[str]
    """Words of the name that has the relation to the other, in small letters."""
    second: frozenset[str]
    """Words of the other name."""


def exchanged(claim: str, premise: str) -> bool:
    """True if the premise tells a relation of the claim the other way round, or with another name where there is only one.

    >>> exchanged("Alexander the Great taught Aristotle.", "Alexander the Great. The philosopher Aristotle was his tutor.")
    True
    """
    return _held(claim, premise) is False


def borne_out(claim: str, premise: str) -> bool:
    """True if the premise tells a relation of the claim in the same direction.

    >>> borne_out("Napoleon lost the Battle of Waterloo.", "After his defeat in the Battle of Waterloo Napoleon abdicated.")
    False
    >>> borne_out("Napoleon lost the Battle of Waterloo.", "Napoleon. After his defeat in the Battle of Waterloo he abdicated.")
    True
    """
    return (
        _held(claim, premise) is True
        and not (_WOMAN.search(claim) and _MAN.search(premise))
        and not (_MAN.search(claim) and _WOMAN.search(premise))
    )


def _held(claim: str, premise: str) -> bool | None:
    if negated(claim) or negated(premise):
        return None
    found = [_beside(mine, other) for mine in told(claim) for other in told(premise)]
    if any(found):
        return True
    return False if False in found else None


def _beside(mine: Told, other: Told) -> bool | None:
    """Whether ``other`` says the same as ``mine`` (True) or excludes it (False)."""
    if {mine.relation, other.relation} in ({"win", "lose"}, {"buy", "sell"}):
        return False if _same(mine.first, other.first) and _same(mine.second, other.second) else None
    if mine.relation != other.relation:
        return None
    if _same(mine.first, other.first) and _same(mine.second, other.second):
        return True
    if mine.relation in ONE:
        return False if _same(mine.second, other.second) and not mine.first & other.first else None
    turned = _same(mine.first, other.second) and _same(mine.second, other.first)
    return False if turned and mine.relation not in ("win", "lose") else None


def _same(one: frozenset[str], other: frozenset[str]) -> bool:
    return one <= other or other <= one


@lru_cache(maxsize=16384)
def told(text: str) -> tuple[Told, ...]:
    """The relations that stand in a plain form between two names that follow one another.

    A pronoun stands for the title before the first full stop, where a text begins with one; else it names nobody.
    """
    heading = _TITLE.match(text)
    subject = name_words(heading["title"]) if heading and may_be_name(heading["title"]) else frozenset()
    mentions = [
        (m, subject if re.fullmatch(_PRONOUN, m.group()) else _named(m.group())) for m in _MENTION.finditer(text)
    ]
    mentions = [(m, named) for m, named in mentions if named]
    found: list[Told] = []
    for (one, first), (other, second) in pairwise(mentions):
        between = text[one.end() : other.start()]
        if any(mark in between for mark in ".;:!?") or first & second:
            continue
        relation = _between(between, one.group()) or _around(text, one, other, between)
        if relation:
            name, way = relation
            found.append(Told(name, first, second) if way == FORWARD else Told(name, second, first))
    return (*found, *_at_events(found, {_named(m.group()) for m in _EVENT.finditer(text)}))


def _at_events(found: Sequence[Told], events: Set[frozenset[str]]) -> Iterator[Told]:
    """Who won and who lost the one battle that a text names, where it says who defeated whom."""
    if len(events) == 1:
        (event,) = events
        for one in found:
            if one.relation == "defeat":
                yield Told("win", one.first - event, event)
                yield Told("lose", one.second - event, event)


def _named(mention: str) -> frozenset[str]:
    return frozenset(w for w in name_words(f"_ {mention}") if w not in NOT_NAMES)


def _between(between: str, first: str) -> tuple[str, int] | None:
    """The relation that the words between two names tell."""
    own = re.fullmatch(r"[Hh]is|[Hh]er|[Ii]ts", first)
    bare = _END_IN_THE.sub("", between).strip()
    words = re.sub(r"^(?:also|then|later|soon|finally|once|had|has|narrowly|decisively) ", "", bare)
    if words in _ENDS and (own or words.split()[0] not in ("victory", "defeat", "loss", "win", "triumph")):
        return _ENDS[words], FORWARD
    owned = _OWNED_IS.fullmatch(between)
    if owned and (own or between.startswith(("'s", "’s"))):
        name, way = ROLES.get(owned["noun"], ("", FORWARD))
        return (name, -way) if name else None
    if own:
        return None
    noun = _NOUN_OF.fullmatch(between)
    if noun and noun["noun"] in ROLES:
        return ROLES[noun["noun"]]
    passive = _PASSIVE.fullmatch(between)
    if passive:
        return _verb(PARTICIPLES.get(passive["verb"], passive["verb"]), BACKWARD)
    phrase = _PHRASE.fullmatch(between)
    if words in _VERBS:
        return _VERBS[words]
    if phrase and phrase["phrase"] in _VERBS:
        return _VERBS[phrase["phrase"]]
    active = _ACTIVE.fullmatch(between)
    return _verb(active["verb"], FORWARD) if active else None


def _verb(past: str, way: int) -> tuple[str, int] | None:
    if past in _VERBS:
        return _VERBS[past][0], way * _VERBS[past][1]
    return None if past in EITHER or past in NEVER else (past, way)


def _around(text: str, one: re.Match[str], other: re.Match[str], between: str) -> tuple[str, int] | None:
    """The relation of "X was Y's tutor", "X was his tutor", and of "the capital of X is Y"."""
    if not _OWN.fullmatch(between):
        return None
    prefix = _OF_IS.search(text[: one.start()])
    if prefix and prefix["noun"].lower() in ROLES:
        relation, way = ROLES[prefix["noun"].lower()]
        return relation, -way
    after = _AFTER.match(text, other.end())
    owner = text[other.end() : other.end() + 2] in ("'s", "’s") or other.group().lower() in ("his", "her", "its")
    nouns = [word for word in after.groups() if word in ROLES] if after and owner else []
    return ROLES[nouns[0]] if nouns else None
