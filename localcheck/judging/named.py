"""Is an article about something that the claim names? Another one that seems to contradict it refutes nothing. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import SequenceMatcher

from localcheck.judging.spans import CJK, content_words
from localcheck.text.irregular_verbs import PAST
from localcheck.text.lexicon import ORDINALS, SMALL
from localcheck.text.names import CAPITAL, without_parenthesis
from localcheck.text.patterns import regex
from localcheck.text.stopwords import ENGLISH
from localcheck.text.subjects import LEADING_IN, name_phrases, stands_in, subject, words
from localcheck.text.values.classes import classed
from localcheck.text.values.numbered import numbered
from localcheck.types import Claim

_THE = regex(r"The (?P<noun>[a-z]+)\b")
_UNNAMED = regex(
    r"The [a-z]+ (?:(?:also|never|still|now) )?"
    r"(?:has|had|is|was|are|were|became|becomes|remains|remained|lies|lay|hosted|won)\b"
)
"""A subject that was named before: "The city has". A name that follows is not what the claim is about."""
MISSPELT = 0.8
"""Likeness of two words from which on one is the other, misspelt."""
LED_BY = 4
"""Words at most before the name that a sentence begins with."""
_ONES = ("", *"i ii iii iv v vi vii viii ix".split())
NUMERALS = {
    **{f"{'x' * (n // 10)}{_ONES[n % 10]}": str(n) for n in range(1, 40)},
    **{word: str(n) for n, word in enumerate(SMALL[:11]) if n},
    **{word: str(n) for word, n in ORDINALS.items() if n < 40},
    **{f"{n}{tail}": str(n) for n in range(1, 40) for tail in ("", "st", "nd", "rd", "th")},
}
"""Numbers of rulers and wars in each way of writing: XIV, fourteenth, 14th."""
WHAT_IT_IS = frozenset(
    "city county desert emperor empire island king kingdom lake language mount mountain ocean pope president prince"
    " princess queen republic river saint sea state".split()
)
"""Words before or after a name that say what it is: the Nile River is the Nile."""
_RULERS = frozenset("emperor king pope president prince princess queen saint".split())
"""Of these, the ones that stand only before a name: behind one they are a part of it ("Martin Luther King")."""
_THE_THING = regex(
    rf"\bthe (?:{'|'.join(sorted(WHAT_IT_IS - _RULERS))}|album|animal|band|book|bridge|building|canal|club|company|country"
    r"|disease|film|movie|museum|novel|painting|place|ship|site|team|tower|town|village|war"
    r"|mission|spacecraft|flight|voyage|expedition|crew|eruption|earthquake|explosion|disaster|battle|treaty|boycott|opera"
    r"|play|song|symphony|series|composer|writer|author|novelist|painter|poet|physicist|scientist|explorer|astronaut|singer"
    r"|actor|actress|volcano|stadium|castle|palace|church|cathedral|temple|university|school|newspaper|magazine|species)\b"
    r"(?! (?:of|that|which|who|whose|where|with|called|named|known)\b)"
    rf"(?! (?:(?:in|at|on|near|from|by|for|to|between) (?:the )?)?(?-i:[{CAPITAL}]))",
    re.IGNORECASE,
)
"""What stands for the thing that a text is about."""
_NUMBER_BEHIND = regex(
    r" (?P<number>\d{1,3})(?=[.!?]?$| (?:is|are|has|had|will|would|can|could|may|did|does|never|also|[a-z]+ed"
    rf"|{'|'.join(sorted(PAST))})\b)"
)
"""The number of a name, and neither a year nor of something that it counts: the end or a verb follows."""
_OF_A_PERSON = regex(r"(?:[.!?]\s+|\n)(?:He|His|She|Her)\b")
PRONOUNS = 3
"""An article of which so many sentences begin with "He" or "She" is about a person."""


def is_named(titles: Iterable[str], claim: Claim) -> bool:
    """True if one of an article's names is the claim's subject, or another name that stands in the claim.

    ``Summer Olympic Games`` says much about medals, and nothing that could refute "Michael Phelps won 28 medals"; neither
    does ``Michael``, which is a part of the name, or ``Medal``, which is no name at all.
    """
    return any(_named(without_parenthesis(title), claim.named) for title in titles)


def is_on_its_subject(titles: Iterable[str], claim: Claim) -> bool:
    """True if an article's name is all of the name that the claim is about."""
    core = _subject_of(claim)
    headings = (_words_of(without_parenthesis(title)) for title in titles)
    return bool(core) and any(heading - WHAT_IT_IS == core or heading == core for heading in headings)


def speaks_of(titles: Iterable[str], claim: Claim, text: str) -> bool:
    """True if an article is about a thing that the claim names, or it or ``text`` names the claim's subject, misspelt or not.

    What is said of somebody else contradicts nothing: "the Ming wall reaches the sea at Shanhai Pass" says nothing of where the
    Danube ends. True for a claim without a subject, and where a title's name stands in the subject's ("Joseph Goebbels").
    """
    titles, core = tuple(titles), _subject_of(claim)
    headings = [_words_of(without_parenthesis(title)) for title in titles]
    if _is_about(titles, headings, claim, core):
        return True
    return any(all(_among(word, here) for word in core) for here in (*headings, _words_of(text)))


def says_of(titles: Iterable[str], claim: Claim, quote: str, before: str = "") -> bool:
    """True if what an encyclopedia is quoted with is said of the claim's subject.

    It is where the article is about something that the claim names, or where the quote begins with the subject's name. Under a
    longer title ("Manchester United F.C.", "The Beach Boys") the quote must begin with a part of the name or with a pronoun.
    ``before``: the sentence that a quote goes on from, where it begins with a pronoun or with "the tapestry" (``refers_back``).
    What other articles tell in passing contradicts nothing: "Jamie Lee Curtis starred in Halloween" is not refuted by another
    film of hers, in the article about an actor who was in it too. For a claim without a name for its subject ("The city has
    hosted the World Cup") the article must be about what its words say instead (``_spoken_of``).
    """
    titles, core = tuple(titles), _subject_of(claim)
    if not claim.about and not CJK.search(claim.text) and (not core or _UNNAMED.match(claim.text)):
        return any(_spoken_of(title, claim.text) for title in titles)
    headings = [_words_of(without_parenthesis(title)) for title in titles]
    if _is_about(titles, headings, claim, core):
        return True
    said = frozenset() if stands_in(quote) else _first_name(quote)
    meant = _meant(quote, before)
    if all(_among(word, said) for word in core) or (meant and (core <= meant or meant <= core)):
        return True
    longer = any(all(_among(word, heading) for word in core) for heading in headings)
    return longer and (stands_in(quote) or (bool(said) and all(_among(word, core) for word in said)))


def is_of_its_article(titles: Iterable[str], claim: Claim, quote: str, before: str = "") -> bool:
    """True for a quote about what its article is about ("The planet has no moons"), where neither it, nor what the
    sentence ``before`` is about, nor the article's names have a word of a name in the claim ("Saturn has many moons").
    """
    names = frozenset[str]().union(*(_words_of(" ".join(name)) for name in name_phrases(claim.named)))
    here = _words_of(" ".join((*titles, quote, *subject(before))))
    return bool(names) and refers_back(quote) and not any(_among(name, here) for name in names)


def refers_back(text: str) -> bool:
    """True for a sentence about what the one before it names: it begins with a pronoun or with "The" and a common noun."""
    return stands_in(text) or bool(_THE.match(text))


def _meant(quote: str, before: str) -> frozenset[str]:
    """The words of the name for which a quote's first words stand: "He" for whom ``before`` is about, "The tapestry" for the
    Bayeux Tapestry; empty where that is not plain.
    """
    if stands_in(quote):
        return _first_name(before)
    the = _THE.match(quote)
    names = [name for name in name_phrases(before) if the and name[-1] == the["noun"]]
    return _words_of(" ".join(names[0])) if len(names) == 1 else frozenset()


def _spoken_of(title: str, claim: str) -> bool:
    """True if a claim has all words of a title before the first of its names: "Human heart", not "Rome", for "The human heart
    was first replaced in Rome".
    """
    heading = content_words(without_parenthesis(title))
    return bool(heading) and heading <= content_words(re.split(r"\s(?=[A-Z])", claim, maxsplit=1)[0])


def names_whole(titles: Iterable[str], claim: Claim, quote: str) -> bool:
    """True if a quote has the whole name that the claim is about, in an article that is not about a longer name.

    "Mary" in "Mary I of England" may be another one than the claim's.
    """
    core = _subject_of(claim)
    longer = any(core < _words_of(without_parenthesis(title)) for title in titles)
    return bool(core) and not longer and all(_among(word, _words_of(quote)) for word in core)


def _is_about(titles: Iterable[str], headings: Iterable[frozenset[str]], claim: Claim, core: frozenset[str]) -> bool:
    """True if the claim has no subject, or a name of the article is it, stands in the claim, or is a part of it."""
    return not core or is_named(titles, claim) or any(len(heading) > 1 and heading <= core for heading in headings)


def _first_name(text: str) -> frozenset[str]:
    """The words of the name that a sentence begins with, after four others at most: "In 1861 the painter Corot". Of a phrase
    that leads in only what follows its last comma counts: "On his second voyage, from 1772 to 1775, Cook".
    """
    name = _numbered_subject(text)
    start = _place(name, text)
    if start is None:
        return frozenset()
    before = text[:start]
    led_in = words(text)[0] in LEADING_IN
    counted = words(before.rpartition(",")[2] if led_in else before)
    return _words_of(" ".join(name)) if len(counted) <= LED_BY else frozenset()


def _among(word: str, others: frozenset[str]) -> bool:
    return word in others or any(
        abs(len(word) - len(other)) < 4 and SequenceMatcher(None, word, other).ratio() >= MISSPELT for other in others
    )


def unresolved(claim: Claim) -> bool:
    """True for a claim that begins with a pronoun and does not say for what: any article that contradicts it may be about
    something else ("It has no rings" and the rings of Saturn).
    """
    return not claim.about and stands_in(claim.text)


def of_another_thing(titles: Iterable[str], claim: Claim, document: str) -> bool:
    """True for a claim about "the mountain" or "the film", which stands for what its text is about, and an article about
    something that the text does not name: Mount Fuji, in a text about Mount Everest; Apollo 16, in one about Apollo 13; the
    Battle of the Nile, for "A fleet under Nelson attacked the place", in a text about Copenhagen.
    """
    if not depends_on_text(claim):
        return False
    here = _words_of(document)
    named = (_words_of(without_parenthesis(title)) - WHAT_IT_IS for title in titles)
    return not any(name & here and not any(word.isdigit() for word in name - here) for name in named)


def depends_on_text(claim: Claim) -> bool:
    """True if ``of_another_thing`` depends on which words the claim's text has."""
    return not claim.about and _THE_THING.search(claim.text) is not None


def of_a_namesake(titles: Iterable[str], claim: Claim) -> bool:
    """True if an article is about another bearer of the name: what it has against the claim is no evidence.

    "Charles Lyell" for a claim about Charles Darwin, "Rice University" for one about Brown University: by every one of its
    names it shares a word with the subject, and each has a word that the other lacks. Numbers of rulers and of wars count,
    misspelt words do not.
    """
    core = _subject_of(claim)
    return bool(core) and all(_shares_a_name(_words_of(without_parenthesis(title)), core) for title in titles)


def of_a_longer_name(titles: Iterable[str], claim: Claim, text: str) -> bool:
    """True if an article is about something else whose name has the claim's in it: "Martin Luther King Jr." for a claim about
    Martin Luther, "Queen Victoria" for "Victoria is a state".

    The whole name continues behind the claim's, or has another word before it, in all of the article's names that have the
    claim's, and no sentence begins with the claim's alone, as many do with "Einstein" in "Albert Einstein". Ranks and what
    a thing is ("RMS Titanic", "Mount Everest", "Danube River") make no other name; but what is a state is no person.
    """
    titles = tuple(titles)
    name = _without_kind(words(claim.about) if claim.about else subject(claim.text))
    longer = [around for title in titles if (around := _around(without_parenthesis(title), name)) is not None]
    if not longer or longer[0] == ("", ""):
        return False
    person = longer[0][0].lower() in _RULERS or len(_OF_A_PERSON.findall(text)) >= PRONOUNS
    if person and classed(claim.text) is not None:
        return True
    if is_named(titles, claim):
        return False
    alone = rf"(?:\A|[.!?]\s+|\n)(?:The )?(?i:{re.escape(name[-1])})(?![\w-])(?!\s+[{CAPITAL}])"
    return all(_another_name(before, after) for before, after in longer) and not re.search(alone, text)


def _around(title: str, name: tuple[str, ...]) -> tuple[str, str] | None:
    """The words of a title before and behind a name, each empty where there is none; None for a title that lacks the name."""
    written, plain, n = title.split(), words(title), len(name)
    if n == 0 or len(written) != len(plain):
        return None
    at = next((i for i in range(len(plain) - n + 1) if plain[i : i + n] == name), None)
    return None if at is None else (" ".join(written[:at][-1:]), " ".join(written[at + n :][:1]))


def _another_name(before: str, after: str) -> bool:
    """True if one of the words beside a name makes it another one: a word with a capital, or a number."""
    return _distinguishes(before, WHAT_IT_IS) or _distinguishes(after, WHAT_IT_IS - _RULERS)


def _distinguishes(word: str, known: frozenset[str]) -> bool:
    plain = word.lower()
    short = "." in word or (word.isupper() and word.isalpha())  # "RMS Titanic", "Manchester United F.C.", "Jr."
    return word != "" and not word[0].islower() and plain not in known | {"the"} and (not short or plain in NUMERALS)


def _without_kind(name: tuple[str, ...]) -> tuple[str, ...]:
    """A name without the words at its ends that say what it is, unless there are no others: Victoria for Queen Victoria."""
    first = next((i for i, word in enumerate(name) if word not in WHAT_IT_IS), 0)
    last = next((i for i in range(len(name), 0, -1) if name[i - 1] not in WHAT_IT_IS - _RULERS), len(name))
    return name[first:last] or name


def named_whole(claim: Claim, said: str) -> bool:
    """True if a quote has every word of the name that a claim is about, and that is more than one: "a brewery bought by
    Sébastien Artois" in the article "Stella Artois". A number counts behind a name: not that of "13:32 UTC" for Apollo 13.
    """
    core = _subject_of(claim)
    numbers = (word for word in core if word.isdigit() and re.search(rf"\b{word}\b", said))
    as_named = all(re.search(rf"[^\W\d_a-z][\w’'-]* {number}\b(?!:)", said) for number in numbers)
    return len(core) > 1 and core <= _words_of(said) and as_named


def under_other_numbers(titles: Iterable[str], claim: Claim, text: str) -> bool:
    """True if an article has the name that a claim is about under other numbers only: Sputnik 1 and 2, never Sputnik 7."""
    name = _numbered_subject(claim.text)
    wanted = numbered(claim.about or claim.text)[:1]
    if not wanted or wanted[0].base not in name[-2:]:
        return False
    have = numbered(". ".join((*map(without_parenthesis, titles), text)))
    return wanted[0] not in have and any(one.base == wanted[0].base for one in have)


def _shares_a_name(heading: frozenset[str], core: frozenset[str]) -> bool:
    mine, other = core - heading, heading - core
    if not (heading & core and mine and other):
        return False
    return not any(SequenceMatcher(None, a, b).ratio() >= MISSPELT for a in mine for b in other)


def _subject_of(claim: Claim) -> frozenset[str]:
    """The words of the name that a claim is about, without those that say what it is, unless there are no others."""
    about = _words_of(claim.about or " ".join(_numbered_subject(claim.text)))
    return about - WHAT_IT_IS or about


def _numbered_subject(text: str) -> tuple[str, ...]:
    """The words of the name that a text is about, with the number that belongs to it: Apollo 13, in "Apollo 13 landed"."""
    name = subject(text)
    start = _place(name, text)
    if start is None or set(text[:start].lower().split()[-1:]) & LEADING_IN:
        return name
    last = text.lower().find(name[-1], start)
    number = _NUMBER_BEHIND.match(text, last + len(name[-1]))
    return (*name, number["number"]) if number else name


def _place(name: tuple[str, ...], text: str) -> int | None:
    """Where a name begins in a text; None for none."""
    found = re.search(rf"(?<![^\W_]){re.escape(name[0])}", text, re.IGNORECASE) if name else None
    return found.start() if found else None


def _words_of(name: str) -> frozenset[str]:
    """The words of a name, numbers in one way of writing them: World War Two and World War II."""
    found = words(name)
    return frozenset(
        NUMERALS.get(word, word) for word in found if (word not in ENGLISH and len(word) > 1) or word in NUMERALS
    )


def _named(title: str, claim: str) -> bool:
    heading = content_words(title)
    if CJK.search(title) or not heading:
        return title.lower() in claim.lower()
    if not heading <= content_words(claim):
        return False
    about = content_words(" ".join(subject(claim)))
    if not about:
        return True
    core = about - WHAT_IT_IS or about
    return 2 * len(heading & core) > len(core) or (not heading & about and (title in claim or _leads(title, claim)))


def _leads(title: str, claim: str) -> bool:
    """True if a title of several words stands in the claim before its name: "The first human heart transplant in Rome"."""
    said = claim.lower()
    name = subject(claim)[:1]
    return " " in title and bool(name) and 0 <= said.find(title.lower()) < said.find(name[0])
