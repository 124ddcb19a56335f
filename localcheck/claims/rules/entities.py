"""What a document is about: its title where the text mentions it, else the subject that the text names most."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from localcheck.claims.rules.first_names import pronoun_of
from localcheck.claims.rules.grammar import DETERMINER, PREPOSITION, main_clause, tokenize
from localcheck.claims.rules.han_names import han_pronoun, han_subject
from localcheck.claims.rules.kinds import CALLINGS, THINGS, VESSELS, declared, without_rivals
from localcheck.claims.rules.pronouns import FEMALE, MALE, THING
from localcheck.claims.rules.unnamed import PEOPLE, of_text
from localcheck.text.common_subjects import CommonSubject
from localcheck.text.han import has_han
from localcheck.text.headings import named
from localcheck.text.lexicon import FUNCTION_WORDS, HEADINGS, KIN, MEN, OPENING_WORDS, WOMEN, word_set
from localcheck.text.names import NAME, may_be_name, names, opens_with_place
from localcheck.text.patterns import regex

_BRACKETS = regex(r"\s*(?:\([^()]*\)|-lrb-.*?-rrb-)\s*")
_LABEL = regex(rf"({NAME.pattern})(?::| [–—-]) (?P<pronoun>[Hh]e|[Ss]he|[Ii]t|[Hh]is|[Hh]er|[Ii]ts) ")
"""A name that its sentence goes on about: "Emanuel Lasker – he kept the title"."""
_FORMS = {forms[0]: forms for forms in (MALE, FEMALE, THING)} | {forms[1]: forms for forms in (MALE, FEMALE, THING)}
_NICKNAME = regex(r"(?<=\w) [\"“][A-Z][\w.]*[\"”](?= [A-Z])")
_APPOSITION = regex(rf"({NAME.pattern}(?:{_NICKNAME.pattern} [A-Z][\w’'-]*)?), (?:the|an?|who|born)\b")
_BESIDE_NAME = regex(r" and (?:his|her) .*$| (?:him|her|it)self$")
_QUALIFIED = regex(r"^(?:The )?(?:[a-z]{3,}ed|new|old|modern|original|famous|legendary|mighty) (?=[A-Z])")
_PARTICLES = word_set("de da di du van von der den la le al el bin ibn y of")
_OPENER = regex(r"(?:(It|Its)|He|She|His|Her)\b")
MOST_OF_TOPIC = 3
"""Words of a title in lower case that "it" may stand for."""
_NOBODY = frozenset(
    "Nobody Everybody Somebody Anybody Everyone Someone Anyone None Nothing Everything Something".split()
)
_PROCESS = regex(
    r"(?:[A-Z][a-z]{3,}[ts]ion|Work|Filming|Building|Fishing|Mining|Farming|Printing|Shooting|Training|Testing|Trade|Traffic"
    r"|Research|Sale|Breakfast|Lunch|Dinner|Access|Entry|Parking|Employment|Development|Treatment|Recruitment)s?(?: \d+)?"
)
"""What goes on, and is the name of nothing: "Construction began"."""
_MADE = "(?:co-?)?founded|written|composed|designed|directed|published|painted|released|set up"
_INVENTED = r"invented|patented|devised|developed|isolated|synthesi[sz]ed"
_KNOWN_SINCE = r"discovered|first (?:described|identified|observed|produced)|named after (?!(?:his|her)\b)"
"""What befalls things, and now and then somebody: not one with a first name."""
_AS_PEOPLE_DO = (
    "was born|died|grew up|studied|taught|lived|sailed|climbed|travelled|traveled|walked|wrote|painted|composed|discovered"
    "|invented|designed|built|worked|was (?:educated|buried)"
)
"""What somebody does, or what befalls nobody else; a thing is seldom told to."""
_AFTER_OBJECT = DETERMINER | PREPOSITION
OTHER_FORMS: dict[tuple[str, ...], tuple[tuple[str, ...], ...]] = {
    MALE: (FEMALE,),
    FEMALE: (MALE,),
    THING: (MALE, FEMALE),
}
"""The pronouns that are left where one is not meant."""
HAN_FORMS = {"他": MALE, "她": FEMALE, "它": THING}


@dataclass(frozen=True, slots=True)
class Entity:
    """What a document is about."""

    name: str
    """Without an article."""
    forms: tuple[tuple[str, ...], ...] = ()
    """The pronouns that may stand for it, as (subject, possessive, object); empty when that is not known."""
    kinds: frozenset[str] = frozenset()
    """Nouns that the text calls it (city, ship, physicist)."""
    bare: frozenset[str] = frozenset()
    """Those of its kinds that the text uses for nothing else: "the ship" is this ship."""
    article: str = ""
    """The article inside a sentence: "the" in "the Titanic", "The" in "The Hague"; empty for most names."""

    @property
    def person(self) -> bool:
        """Whether it is referred to by "he" or "she", or has a calling."""
        known = THING not in self.forms and bool(self.forms)
        return not self.article and (known or (not self.forms and bool(self.kinds & CALLINGS)))

    @property
    def pronouns(self) -> frozenset[str]:
        """All words that may stand for it, in small letters."""
        return frozenset(form for forms in self.forms for form in forms)

    @property
    def surname(self) -> str:
        """Last word of the name of a person of two words and more, before "Jr."."""
        words = re.sub(r",? (?:[JS]r\.?|I{2,3})$", "", self.name).split()
        return words[-1] if self.person and len(words) > 1 and words[-1][0].isupper() else ""

    @property
    def particles(self) -> str:
        """What stands in small letters before the surname, with a blank behind it: "van " of Vincent van Gogh."""
        words = self.name.partition(self.surname)[0].split() if self.surname else []
        small = [word for word in words[1:] if word.islower()]
        return " ".join((*small, "")) if small and words[-1].islower() else ""

    def written(self, *, first: bool, genitive: bool = False) -> str:
        """The name as a sentence has it, at its beginning (``first``) or inside."""
        text = f"{self.article} {self.name}" if self.article else self.name
        text = text[0].upper() + text[1:] if first else text
        return possessive(text) if genitive else text


def possessive(name: str) -> str:
    """The genitive: Mars's and Keats's, but Alan Hopkins' and the United States'."""
    last = name.split()[-1].lower()
    if not last.endswith("s"):
        return f"{name}'s"
    short = len(re.findall(r"[aeiouy]+", last)) == 1
    return f"{name}'s" if short else f"{name}'"


def find_entity(text: str, title: str, sentences: Sequence[str]) -> Entity | None:
    """The entity of a document, None where no name stands out; the title line itself is not counted as text."""
    body = _without_title(text, title)
    inside = [s for s in sentences if _key(s) != _key(title)] or list(sentences)
    han = next((name for sentence in inside[:3] if (name := han_subject(sentence))), "")
    titled = (
        _title_in(body, title, inside) or han or _title_meant(title, inside) or _title_in(body, named(title), inside)
    )
    name = re.sub(r"^The (?=[A-Z])", "", (titled or _dominant(body, inside) or _defined(inside)).strip())
    if not name:
        return unnamed(of_text(text, inside))
    if has_han(name):
        return Entity(name, tuple(HAN_FORMS[pronoun] for pronoun in han_pronoun(name, text, inside)))
    article = _article(body, name)
    counts = Counter(word.lower() for word in re.findall(r"[A-Za-z]+", body))
    totals: dict[tuple[str, ...], int] = {forms: sum(counts[f] for f in set(forms)) for forms in (MALE, FEMALE, THING)}
    kinds = declared(name, inside)
    made = _is_common(name, body) or _was_made(name, body, kinds, inside)
    kinds -= CALLINGS if made else frozenset()
    forms = (THING,) if made else _forms_of(totals, kinds, article)
    forms = _by_first_name(name, forms, totals, kinds, "" if titled else " ".join(inside[:1]))
    if " and " in name:
        forms, kinds = tuple(f for f in forms if f == THING), kinds - CALLINGS  # two people are not "she"
    if any(re.match(rf"(?:The )?{re.escape(name)} (?:are|were|have)\b", sentence) for sentence in inside):
        forms = ()  # the Beatles are not "it", and bats are not "he"
    return Entity(name, forms, kinds, without_rivals(kinds, name, inside), article)


def unnamed(thing: CommonSubject | None) -> Entity | None:
    """The entity that a thing without a name is."""
    return Entity(thing.noun, (THING,), article=thing.article) if thing else None


def _was_made(name: str, body: str, kinds: frozenset[str], sentences: Sequence[str]) -> bool:
    """Whether the text tells by whom it was founded or written, and gives it no calling, or by whom it was invented or
    discovered, whatever it then says "he" was: "he" behind that is another.
    """
    invented = _INVENTED if pronoun_of(name) else f"{_INVENTED}|{_KNOWN_SINCE}"
    is_done = rf"{re.escape(name)} (?:is|was|were) (?:first |\w+ly )?"
    if not kinds & CALLINGS and re.search(rf"{is_done}(?:{_MADE})\b", body):
        return True
    by_name = declared(name, [sentence for sentence in sentences if not _OPENER.match(sentence)])
    return not by_name & CALLINGS and re.search(rf"{is_done}(?:{invented})", body) is not None


def _is_common(name: str, body: str) -> bool:
    """Whether a title is a common noun and no calling, as the text shows: it writes it in small letters, and with a capital
    only where a sentence begins. "He" in such a text is somebody else.

    >>> body = "The stethoscope was invented by Laennec. He was a doctor."
    >>> _is_common("Stethoscope", body), _is_common("Laennec", body)
    (True, False)
    """
    small = name[0].lower() + name[1:]
    if small == name or small.split()[-1] in CALLINGS | KIN | MEN | WOMEN:
        return False
    inside = re.search(rf"[\w,;] {re.escape(name)}(?!\w)", body)
    return inside is None and re.search(rf"(?<!\w){re.escape(small)}(?!\w)", body) is not None


def _is_somebody(name: str, sentence: str) -> bool:
    """Whether a sentence says of a name what is mostly said of people: "Fermi studied", "Kepler was born"; not "Voyager 1"."""
    said = rf"(?<![Tt]he ){re.escape(name)} (?:\([^()]*\) )?(?:\w+ly |first |also )?(?:{_AS_PEOPLE_DO})\b"
    return not name[-1].isdigit() and re.search(said, sentence) is not None


def _by_first_name(
    name: str,
    forms: tuple[tuple[str, ...], ...],
    totals: dict[tuple[str, ...], int],
    kinds: frozenset[str],
    sentence: str,
) -> tuple[tuple[str, ...], ...]:
    """The pronouns, where a first name decides between them or is against them. ``sentence``: the first, without a title."""
    own = next((pronouns for pronouns in (MALE, FEMALE) if pronouns[0] == pronoun_of(name)), None)
    if not forms and own and totals[own] and " " in name:
        forms = (own,)
    if len(forms) == 1 and of_other_sex(name, forms[0], kinds, sentence):
        forms = (own,) if own else OTHER_FORMS[forms[0]]
    elif len(forms) == 1 and sentence.startswith(name) and does_to_another(sentence, forms[0]):
        forms = ()
    return forms


def _forms_of(totals: dict[tuple[str, ...], int], kinds: frozenset[str], article: str) -> tuple[tuple[str, ...], ...]:
    """The pronouns of the entity: by what it is called, or else those of one sex, or "it" where no person is meant."""
    if kinds & VESSELS:
        return THING, FEMALE
    if article or (kinds & THINGS and not kinds & CALLINGS):
        return (THING,)
    he, she, it = totals[MALE], totals[FEMALE], totals[THING]
    if it > 3 * (he + she) and not kinds & CALLINGS:
        return (THING,)
    if he >= 3 * she and he > 0:
        return (MALE,)
    return (FEMALE,) if she >= 3 * he and she > 0 else ()


def of_other_sex(name: str, forms: tuple[str, ...], kinds: frozenset[str], sentence: str, before: str = "") -> bool:
    """Whether a pronoun is hardly for this name: a first name is against it, or what it does; or it fits another name of
    ``sentence`` only. ``before``: the text before that, which may have the full name.

    >>> of_other_sex("Anna Jones", MALE, frozenset(), ""), of_other_sex("Ford", FEMALE, frozenset(), "Ford hired Jane Doe.")
    (True, True)
    >>> of_other_sex("Mary Shelley", THING, frozenset(), "Mary Shelley wrote Frankenstein.")
    True
    >>> of_other_sex("Marconi", THING, frozenset(), "Marconi built a station.")
    True
    """
    own, called = own_pronoun(name, sentence, before), bool(kinds & CALLINGS)
    somebody = not kinds & THINGS and (called or _is_somebody(name, sentence))
    if forms == THING:
        told = own and sentence and " " in name and not re.search(rf"{re.escape(name)} (?:is|was)\b", sentence)
        return bool(told) or somebody
    if own or forms not in (MALE, FEMALE) or called or somebody:
        return bool(own) and forms in (MALE, FEMALE) and own != forms[0]
    others = (other for other in names(sentence) if not set(other.split()) & set(name.split()))
    return any(pronoun_of(other) == forms[0] for other in others)


def own_pronoun(name: str, sentence: str, before: str) -> str:
    """The pronoun of a name: of its first name, of the full one in the text ``before``, or of "Watson and his friend"."""
    full = (found for found in names(before) if " " in found and found.split()[-1] == name)
    told = {pronoun for found in full if (pronoun := pronoun_of(found))}
    beside = re.search(rf"{re.escape(name)} and (his|her) ", sentence)
    if own := pronoun_of(name):
        return own
    return told.pop() if len(told) == 1 else {"his": "he", "her": "she"}[beside[1]] if beside else ""


def does_to_another(sentence: str, forms: tuple[str, ...]) -> bool:
    """Whether a pronoun is the object of a sentence's first clause, so that its subject is another: "Babbage called her …"; or
    of what is said of the subject by the way: "Somerville, who taught her privately, …".

    >>> does_to_another("Babbage called her the enchantress.", FEMALE), does_to_another("Franklin used her data.", FEMALE)
    (True, False)
    >>> does_to_another("Mary Somerville, who taught her, knew Babbage.", FEMALE)
    True
    """
    first = re.split(r"[,;]| (?:where|when|who|that|which|because|after|before|while|but|and) ", sentence)[0]
    after = rf"(?= (?:{'|'.join(sorted(_AFTER_OBJECT))})\b|[.!?]?$)" if forms == FEMALE else r"\b"
    by_the_way = rf", who (?:had |has )?[a-z]+ {forms[2]}(?=,| [a-z]+ly\b|{after})"
    return re.search(rf"\w {forms[2]}{after}", first) is not None or re.search(by_the_way, sentence) is not None


def _key(line: str) -> str:
    return " ".join(line.split()).strip(" #*_=\"'").casefold()


def _without_title(text: str, title: str) -> str:
    """The text without the lines that are its title."""
    below = "\n".join(line for line in text.split("\n") if _key(line) != _key(title))
    return below if below.strip() else text


def _title_in(body: str, title: str, sentences: Sequence[str]) -> str:
    """The title as the text writes it, without brackets; empty when the text does not mention it as a name."""
    bare = _bare_title(title)
    if not bare or len(bare) > 80:
        return ""
    words = bare.split()
    named = all(w[0].isupper() or w in _PARTICLES or not w[0].isascii() for w in words)
    match = re.search(rf"(?<!\w){re.escape(bare)}(?!\w)", body, re.IGNORECASE)
    if match:
        found = match.group()
        opens = any(re.match(rf"(?:the )?{re.escape(bare)}\b", s.strip(), re.IGNORECASE) for s in sentences)
        if named or opens or found[0].isupper():
            return found if found[0].isupper() or not found[0].isascii() or bare[0].islower() else bare
        return ""
    if len(words) < 2 or not (named or bare.islower()):
        return ""
    loose = re.search(
        rf"(?<!\w){re.escape(words[0])}(?: [\w.'’-]+){{1,3}} {re.escape(words[-1])}(?!\w)", body, re.IGNORECASE
    )
    if loose and all(word[0].isupper() for word in loose.group().split()):
        return loose.group()
    return ""


def _title_meant(title: str, sentences: Sequence[str]) -> str:
    """The title, where it is a name and the text begins with a pronoun for it ("He was born …") or with its last word ("Turing
    was …"); empty otherwise. A heading ("Early life") is no name.
    """
    bare = _bare_title(title)
    words = bare.split()
    opener = _OPENER.match(sentences[0].lstrip()) if sentences else None
    topic = opener is not None and bool(opener[1]) and len(words) <= MOST_OF_TOPIC and _plain_topic(words)
    if not sentences or not (may_be_name(bare) or topic):
        return ""
    person = not sentences[0].startswith("The ") and re.search(
        r"\b(?:[Hh]e|[Ss]he|[Hh]is|[Hh]er)\b", " ".join(sentences)
    )
    subject = subject_name(sentences[0]) if person and len(words) > 1 else ""
    by_part = (
        (len(words) > 1 and _by_first_and_last(words, sentences))
        or subject == words[-1]
        or {*words} <= {word.strip('"“”') for word in subject.split()}
    )
    return bare if opener or by_part else ""


def _by_first_and_last(words: Sequence[str], sentences: Sequence[str]) -> bool:
    """Whether a text begins with the first name of a title ("Rosa Louise McCauley was born …") and has its last one twice."""
    begun = next((name for name in map(subject_name, sentences[:3]) if name), "").split()[:1]
    return (
        bool(pronoun_of(" ".join(words))) and begun == [words[0]] and sum(words[-1] in text for text in sentences) > 1
    )


def _plain_topic(words: Sequence[str]) -> bool:
    """Whether a title of these words can be a thing that "it" stands for: "Speech recognition", not "How it works"."""
    lowered = [word.lower() for word in words]
    return bool(words) and words[0][0].isupper() and not FUNCTION_WORDS & {*lowered} and lowered[-1] not in HEADINGS


def _bare_title(title: str) -> str:
    """The title without marks, brackets and what follows a comma."""
    bare = _BRACKETS.sub(" ", title).strip(" #*_\"'")
    return re.sub(r"\s*,.*$", "", bare) or bare


def _frequent(body: str, name: str) -> bool:
    """Whether no other name of the text is more frequent."""
    words = (word.rstrip(".") for found in names(body) for word in found.split())  # a name may run on: "Armstrong. He"
    counts = Counter(word for word in words if word not in OPENING_WORDS)
    parts = [word for word in name.split() if word[0].isupper()]
    return max(counts[w] for w in parts) >= max((n for w, n in counts.items() if w not in parts), default=0)


def _article(body: str, name: str) -> str:
    """The article that most mentions of the name have: "the", or "The" where it is a part of the name; mostly none."""
    mentions = len(re.findall(rf"(?<!\w){re.escape(name)}(?!\w| [A-Z])", body))
    before = re.findall(rf"(?:(\S) )?\b([Tt]he) {re.escape(name)}(?!\w| [A-Z])", body)
    if not mentions or 2 * len(before) <= mentions:
        return ""
    inside = [word for mark, word in before if mark and mark not in ".!?"]
    return "The" if inside and "the" not in inside else "the"


def _dominant(body: str, sentences: Sequence[str]) -> str:
    """The subject of the first sentence that has a name for a subject, when no other name is as frequent."""
    subject = next((name for name in map(subject_name, sentences[:3]) if name), "")
    several = " and " in subject and re.search(rf"{re.escape(subject)} (?:are|were|have)\b", body)
    return _called(subject, body) if subject and not several and _frequent(body, subject) else ""


def _called(name: str, body: str) -> str:
    """A name with a nickname as the text writes it shortly, where it does.

    >>> _called('William "Ben" Bova', "Ben Bova wrote novels."), _called('William "Ben" Bova', "Bova wrote novels.")
    ('Ben Bova', 'William "Ben" Bova')
    """
    nickname = _NICKNAME.search(name)
    short = f"{nickname.group()[2:-1]} {name.split()[-1]}" if nickname else name
    return short if short in body else name


def _defined(sentences: Sequence[str]) -> str:
    """The subject of a first sentence that says what it is ("Apollo 11 was the first …"), if the second one begins with a
    pronoun for it; "he" and "she" only where the first names a calling, for in "Hamlet is a play by Shakespeare. He …" another
    is meant.
    """
    name = subject_name(sentences[0]) if len(sentences) > 1 else ""
    says = rf"(?:The )?{re.escape(name)}(?:\s*\([^()]*\))?\s+(?:is|was|are|were)\s+(?:an?|the|one of)\b"
    pronoun = _OPENER.match(sentences[1].lstrip()) if name else None
    if pronoun is None or not re.match(says, sentences[0].lstrip()):
        return ""
    person = bool(declared(name, sentences[:1]) & CALLINGS)
    return name if person != bool(pronoun[1]) else ""


def of_label(sentence: str) -> Entity | None:
    """What a sentence has for a label that it goes on about: "Antarctica: It is the coldest continent."."""
    found = _LABEL.match(sentence)
    if found is None or not may_be_name(found[1]):
        return None
    name = found[1].removeprefix("The ")
    return Entity(name, (_FORMS[found["pronoun"].lower()],), article="" if name == found[1] else "the")


def without_own_label(sentence: str, entity: Entity | None) -> str:
    """A sentence with the label that is the entity's name blanked: "It is the coldest continent."."""
    found = re.match(rf"\s*(?:The )?{re.escape(entity.name)}\s*(?::| [–—-]) +(?=[A-Z])", sentence) if entity else None
    labelled = found and _LABEL.match(" ".join(sentence.split()))
    return " " * found.end() + sentence[found.end() :] if found and labelled else sentence


@lru_cache(maxsize=2048)  # whose subject it is is asked where a text is taken apart, and for each of its parts
def subject_name(sentence: str) -> str:
    """The proper name that is the subject of ``sentence``, without "The"; empty when its subject is none.

    >>> subject_name("Marie Curie and her husband Pierre discovered radium in 1898.")
    'Marie Curie'
    >>> subject_name("Faraday, a smith's son, left school.")
    'Faraday'
    """
    if labelled := _LABEL.match(sentence):
        return labelled[1]
    tokens = tokenize(sentence)
    if tokens and opens_with_place(tokens[0].lower, sentence[tokens[0].span.end :]):
        return ""
    clause = main_clause(tokens)
    if clause is None:
        said_more_of = _APPOSITION.match(sentence)
        return said_more_of[1] if said_more_of and said_more_of[1].split()[0] not in OPENING_WORDS else ""
    text = _BRACKETS.sub(" ", sentence[tokens[clause.start].span.start : tokens[clause.head_end - 1].span.end]).strip()
    if text.startswith("The ") and tokens[clause.verb].lower not in ("are", "were", "have"):
        text = text.removeprefix("The ")
    text = _BESIDE_NAME.sub("", _QUALIFIED.sub("", text))
    match = NAME.fullmatch(re.sub(r" \d{1,4}$", "", _NICKNAME.sub("", text)))  # Apollo 11
    if _PROCESS.fullmatch(text) and not re.match(r".{0,40}? (?:is|was) (?:an?|the)\b", sentence):
        return ""
    people = text.endswith("s") and text[:-1].lower() in CALLINGS | PEOPLE  # "Critics praised it. He was proud."
    first = re.split("['’]", text.split()[0])[0] if match else ""  # "It" of "It's"
    return text if match and first not in OPENING_WORDS | _NOBODY and not people else ""
