"""English verbs whose past does not end in -ed, a list written for this project, the forms of any verb, and the words of a text
by what their forms have in common. Pure.
"""

from __future__ import annotations

from localcheck.text.lexicon import word_set
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.words import folded, singular

# base past participle
_IRREGULAR = """
arise arose arisen|awake awoke awoken|bear bore born|beat beat beaten|become became become|begin began begun|bend bent bent
bind bound bound|bite bit bitten|bleed bled bled|blow blew blown|break broke broken|breed bred bred|bring brought brought
build built built|buy bought bought|catch caught caught|choose chose chosen|cling clung clung|come came come
creep crept crept|deal dealt dealt|dig dug dug|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten
fall fell fallen|feed fed fed|feel felt felt|fight fought fought|find found found|flee fled fled|fly flew flown
forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got got|give gave given
go went gone|grow grew grown|hang hung hung|hear heard heard|hide hid hidden|hold held held|keep kept kept|know knew known
lay laid laid|lead led led|leave left left|lend lent lent|lie lay lain|lose lost lost|make made made|mean meant meant
meet met met|mistake mistook mistaken|overcome overcame overcome|oversee oversaw overseen|overtake overtook overtaken
overthrow overthrew overthrown|pay paid paid|prove proved proven|rebuild rebuilt rebuilt|ride rode ridden|ring rang rung
rise rose risen|run ran run|say said said|see saw seen|seek sought sought|sell sold sold|send sent sent|shake shook shaken
shine shone shone|shoot shot shot|show showed shown|shrink shrank shrunk|sing sang sung|sink sank sunk|sit sat sat
sleep slept slept|speak spoke spoken|spend spent spent|spin spun spun|stand stood stood|steal stole stolen|stick stuck stuck
strike struck struck|strive strove striven|swear swore sworn|sweep swept swept|swim swam swum|swing swung swung
take took taken|teach taught taught|tear tore torn|tell told told|think thought thought|throw threw thrown
undergo underwent undergone|understand understood understood|undertake undertook undertaken|wake woke woken
wear wore worn|weave wove woven|win won won|withdraw withdrew withdrawn|withstand withstood withstood|write wrote written
rewrite rewrote rewritten|foresee foresaw foreseen|outgrow outgrew outgrown|retake retook retaken|cast cast cast|cut cut cut
hit hit hit|put put put|set set set|read read read|quit quit quit|spread spread spread|let let let|beset beset beset
split split split|shut shut shut|burst burst burst
"""
ROWS = [row.split() for row in _IRREGULAR.replace("\n", "|").split("|") if row]
"""One verb each: base, past, participle."""
PAST = frozenset(row[1] for row in ROWS)
"""Irregular pasts."""
PAST_ONLY = PAST - {row[0] for row in ROWS} | {"had", "did", "was", "were"}
"""Irregular pasts that are no present, as "put" is."""
PARTICIPLE = frozenset(row[2] for row in ROWS)
"""Irregular participles."""
_PAST_OF = {row[0]: row[1] for row in ROWS} | {"have": "had", "do": "did"}
_PAST_OF_PARTICIPLE = {row[2]: row[1] for row in ROWS} | {"had": "had", "done": "did", "been": "was"}
_THIRD_OF = {"have": "has", "do": "does", "go": "goes"}
_DOUBLES = regex(r"[bcdfghjklmnpqrstvwxyz][aeiou][bdgklmnprt]$")
_STRESSED_LAST = frozenset(
    "abet abhor acquit admit allot annul befit commit compel concur confer control defer deter dispel emit equip excel expel"
    " extol incur infer instil occur omit outwit patrol permit prefer propel rebel rebut recur refer regret remit repel submit"
    " transfer transmit".split()
)
"""Longer verbs that double their last letter as well, since their last syllable is stressed."""
_STRESSED_FIRST = frozenset("open edit exit".split())
"""Short ones that do not."""
_BASES = {form: row[0] for row in ROWS for form in row}
INTRANSITIVE = word_set(
    "died lived moved graduated worked served attended studied joined played returned retired resigned became appeared"
    " participated collaborated competed specialized specialised resided remained arrived emigrated immigrated migrated"
    " starred earned continued enrolled enlisted debuted succeeded emerged travelled traveled toured campaigned lectured"
    " majored volunteered co-founded cofounded contributed entered visited gained enjoyed suffered consisted belonged"
    " existed happened occurred lasted collapsed disappeared survived practiced practised apprenticed"
)
"""-ed forms that do not stand for "which was ...-ed": no object, or never passive in running text."""


def stem(word: str) -> str:
    """What the forms of a verb have in common: ``built``, ``builds`` and ``building`` all give ``build``. Lower-cased.

    >>> [stem(w) for w in ("Wrote", "writing", "planned", "planning", "carries", "carried")]
    ['writ', 'writ', 'plan', 'plan', 'carry', 'carry']
    """
    word = _BASES.get(word.lower(), word.lower())
    if word.endswith(("ies", "ied")) and len(word) > 4:
        return word[:-3] + "y"
    for end in ("ing", "ed", "es", "s", "e"):
        if word.endswith(end) and len(word) - len(end) >= 3 and not word.endswith("ss"):
            word = word[: -len(end)]
            break
    doubled = len(word) > 3 and word[-1] == word[-2] and word[-1] in "bdgklmnprt"
    return word[:-1] if doubled else word


def past(verb: str) -> str:
    """The past of a verb; a regular one's last letter is doubled where its last syllable is stressed ("plan", "occur").

    >>> [past(v) for v in ("reach", "win", "die", "carry", "plan", "occur", "have")]
    ['reached', 'won', 'died', 'carried', 'planned', 'occurred', 'had']
    """
    short = len(verb) < 5 and verb not in _STRESSED_FIRST and bool(_DOUBLES.search(verb))
    return _PAST_OF.get(verb) or regular_past(verb, doubled=short or verb in _STRESSED_LAST)


def regular_past(verb: str, doubled: bool) -> str:
    """The past in -ed; ``doubled``: whether its last letter is written twice.

    >>> regular_past("occur", True), regular_past("offer", False), regular_past("carry", False)
    ('occurred', 'offered', 'carried')
    """
    if verb.endswith("e"):
        return verb + "d"
    if _ends_in_y(verb):
        return verb[:-1] + "ied"
    return verb + verb[-1] * doubled + "ed"


def past_of_participle(participle: str) -> str:
    """The past of the verb whose participle is given; that of a regular one is the same.

    >>> past_of_participle("erupted"), past_of_participle("seen"), past_of_participle("won")
    ('erupted', 'saw', 'won')
    """
    return _PAST_OF_PARTICIPLE.get(participle, participle)


def third(verb: str) -> str:
    """What "he" does.

    >>> [third(v) for v in ("reach", "carry", "play", "have")]
    ['reaches', 'carries', 'plays', 'has']
    """
    if verb in _THIRD_OF:
        return _THIRD_OF[verb]
    if _ends_in_y(verb):
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "sh", "ch", "x", "z")) else "s")


def _ends_in_y(verb: str) -> bool:
    return verb.endswith("y") and verb[-2:-1] not in tuple("aeiou")


def stems(text: str) -> frozenset[str]:
    """The stems of all words.

    >>> sorted(stems("He built it."))
    ['build', 'he', 'it']
    """
    return frozenset(stem(word) for word in folded(text))


def content_stems(text: str) -> frozenset[str]:
    """The stems of the words that occur in few sentences.

    >>> sorted(content_stems("He built it."))
    ['build']
    """
    return frozenset(stem(word) for word in folded(text) if word not in ENGLISH)


def content_singulars(text: str) -> frozenset[str]:
    """The same words in the singular.

    >>> sorted(content_singulars("The rivers of Spain"))
    ['river', 'spain']
    """
    return frozenset(singular(word) for word in folded(text) if word not in ENGLISH)
