"""What a document is about, with the pronouns and the nouns that may stand for it (its name: ``subject_names``)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from localcheck.claims.rules import subject_names
from localcheck.claims.rules.han_names import han_pronoun, han_subject
from localcheck.claims.rules.kinds import CALLINGS, THINGS, VESSELS, declared, without_rivals
from localcheck.claims.rules.pronouns import FEMALE, MALE, THING, pronoun_of
from localcheck.claims.rules.unnamed import of_text
from localcheck.text.han import has_han
from localcheck.text.headings import is_section
from localcheck.text.lexicon import KIN, MEN, WOMEN
from localcheck.text.names import may_be_name, names
from localcheck.text.subjects import CommonSubject
from localcheck.text.words import with_capital

_MADE = (
    "(?:co-?)?founded|created|written|composed|designed|directed|published|painted|released|set up"
    "|invented|patented|devised|developed|isolated|synthesi[sz]ed"
)
_KNOWN_SINCE = r"discovered|first (?:described|identified|observed|produced)|named after (?!(?:his|her)\b)"
"""What befalls things, and now and then somebody: not one with a first name."""
_AS_PEOPLE_DO = (
    "was born|died|grew up|studied|taught|lived|sailed|climbed|travelled|traveled|walked|wrote|painted|composed|discovered"
    "|invented|designed|built|worked|was (?:educated|buried)"
)
"""What somebody does, or what befalls nobody else; a thing is seldom told to."""
Pronouns = tuple[str, ...]
"""Subject, possessive and object: he, his, him."""
Forms = tuple[Pronouns, ...]
Totals = dict[Pronouns, int]
"""How often a text has each of them."""
OTHER_FORMS: dict[Pronouns, Forms] = {MALE: (FEMALE,), FEMALE: (MALE,), THING: (MALE, FEMALE)}
"""The pronouns that are left where one is not meant."""
_FORMS = {forms[i]: forms for forms in (MALE, FEMALE, THING) for i in (0, 1)}
HAN_FORMS = {"他": MALE, "她": FEMALE, "它": THING}


@dataclass(frozen=True, slots=True)
class Entity:
    """What a document is about."""

    name: str
    """Without an article."""
    forms: Forms = ()
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
        text = with_capital(text) if first and not text[1:2].isupper() else text  # "iPad"
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
    body = subject_names.without_title(text, title)
    inside = [s for s in sentences if subject_names.as_line(s) != subject_names.as_line(title)] or list(sentences)
    han = next((name for sentence in inside[:3] if (name := han_subject(sentence))), "")
    titled = subject_names.titled(body, title, inside, han)
    name = re.sub(r"^The (?=[A-Z])", "", (titled or subject_names.untitled(body, inside)).strip())
    if not name:
        return unnamed(of_text(text, inside))
    if has_han(name):
        return Entity(name, tuple(HAN_FORMS[pronoun] for pronoun in han_pronoun(name, text, inside)))
    article = subject_names.article_of(body, name)
    counts = Counter(word.lower() for word in re.findall(r"[A-Za-z]+", body))
    totals: Totals = {forms: sum(counts[f] for f in set(forms)) for forms in (MALE, FEMALE, THING)}
    kinds = declared(name, inside)
    made = _is_common(name, body) or _was_made(name, body, inside)
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


def _was_made(name: str, body: str, sentences: Sequence[str]) -> bool:
    """Whether the text tells by whom it was founded, written, invented or discovered, and gives its name no calling: whatever
    it then says "he" was, "he" behind that is another.
    """
    by_name = declared(name, [sentence for sentence in sentences if not subject_names.OPENER.match(sentence)])
    made = _MADE if pronoun_of(name) else f"{_MADE}|{_KNOWN_SINCE}"
    done = rf"{re.escape(name)} (?:is|was|were) (?:first |\w+ly )?(?:{made})"
    return not by_name & CALLINGS and re.search(done, body) is not None


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


def is_somebody(name: str, sentence: str) -> bool:
    """Whether a sentence says of a name what is mostly said of people: "Fermi studied", "Kepler was born"; not "Voyager 1"."""
    said = rf"(?<![Tt]he ){re.escape(name)} (?:\([^()]*\) )?(?:\w+ly |first |also )?(?:{_AS_PEOPLE_DO})\b"
    thing = name[-1].isdigit() or subject_names.SPECIES.fullmatch(name)
    return not thing and re.search(said, sentence) is not None


def _by_first_name(name: str, forms: Forms, totals: Totals, kinds: frozenset[str], sentence: str) -> Forms:
    """The pronouns, where a first name decides between them or is against them. ``sentence``: the first, without a title."""
    own = next((pronouns for pronouns in (MALE, FEMALE) if pronouns[0] == pronoun_of(name)), None)
    if not forms and own and totals[own] and " " in name:
        forms = (own,)
    if len(forms) == 1 and of_other_sex(name, forms[0], kinds, sentence):
        forms = (own,) if own else OTHER_FORMS[forms[0]]
    return forms


def _forms_of(totals: Totals, kinds: frozenset[str], article: str) -> Forms:
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


def of_other_sex(name: str, forms: Pronouns, kinds: frozenset[str], sentence: str, before: str = "") -> bool:
    """Whether a pronoun is hardly for this name: a first name is against it, or what it does; or it fits another name of
    ``sentence`` only. ``before``: the text before that, which may have the full name.

    >>> of_other_sex("Anna Jones", MALE, frozenset(), ""), of_other_sex("Ford", FEMALE, frozenset(), "Ford hired Jane Doe.")
    (True, True)
    >>> of_other_sex("Mary Shelley", THING, frozenset(), "Mary Shelley wrote Frankenstein.")
    True
    >>> of_other_sex("Marconi", THING, frozenset(), "Marconi built a station.")
    True
    """
    own, called = own_pronoun(name, before), bool(kinds & CALLINGS)
    somebody = not kinds & THINGS and (called or is_somebody(name, sentence))
    if forms == THING:
        told = own and sentence and " " in name and not re.search(rf"{re.escape(name)} (?:is|was)\b", sentence)
        return bool(told) or somebody
    if own or forms not in (MALE, FEMALE) or called or somebody:
        return bool(own) and forms in (MALE, FEMALE) and own != forms[0]
    others = (other for other in names(sentence) if not set(other.split()) & set(name.split()))
    return any(pronoun_of(other) == forms[0] for other in others)


def own_pronoun(name: str, before: str) -> str:
    """The pronoun of a name: of its first name, or of the full one in the text ``before``."""
    full = (found for found in names(before) if " " in found and found.split()[-1] == name)
    told = {pronoun for found in full if (pronoun := pronoun_of(found))}
    return pronoun_of(name) or (told.pop() if len(told) == 1 else "")


def of_label(sentence: str) -> Entity | None:
    """What a sentence has for a label that it goes on about: "Antarctica: It is the coldest continent."."""
    found = subject_names.LABEL.match(sentence)
    if found is None or not may_be_name(found[1]) or is_section(found[1]):
        return None
    name = found[1].removeprefix("The ")
    return Entity(name, (_FORMS[found["pronoun"].lower()],), article="" if name == found[1] else "the")


def without_own_label(sentence: str, entity: Entity | None) -> str:
    """A sentence with the label that is the entity's name blanked: "It is the coldest continent."."""
    found = re.match(rf"\s*(?:The )?{re.escape(entity.name)}\s*(?::| [–—-]) +(?=[A-Z])", sentence) if entity else None
    labelled = found and subject_names.LABEL.match(" ".join(sentence.split()))
    return " " * found.end() + sentence[found.end() :] if found and labelled else sentence
