"""Is an article about something that the claim names? Another one that seems to contradict it refutes nothing. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable

from localcheck.judging.spans import CJK, content_words, sentence_spans
from localcheck.judging.subject_names import RULERS, TITLES, WHAT_IT_IS, among, first_name, subject_of, words_of
from localcheck.text.names import CAPITAL, NAME_LIST, without_parenthesis
from localcheck.text.patterns import regex
from localcheck.text.subjects import name_phrases, stands_in, subject
from localcheck.text.values.compare import compare
from localcheck.types import Claim

_THE = regex(r"The (?P<noun>[a-z]+)\b")
_UNNAMED = regex(
    r"The [a-z]+ (?:(?:also|never|still|now) )?"
    r"(?:has|had|is|was|are|were|became|becomes|remains|remained|lies|lay|hosted|won)\b"
)
"""A subject that was named before: "The city has". A name that follows is not what the claim is about."""
_THE_THING = regex(
    rf"\bthe (?:{'|'.join(sorted(WHAT_IT_IS - RULERS))}|album|animal|band|book|bridge|building|canal|club|company|country"
    r"|disease|film|movie|museum|novel|painting|place|ship|site|team|tower|town|village|war"
    r"|mission|spacecraft|flight|voyage|expedition|crew|eruption|earthquake|explosion|disaster|battle|treaty|boycott|opera"
    r"|play|song|symphony|series|composer|writer|author|novelist|painter|poet|physicist|scientist|explorer|astronaut|singer"
    r"|actor|actress|volcano|stadium|castle|palace|church|cathedral|temple|university|school|newspaper|magazine|species)\b"
    r"(?! (?:of|that|which|who|whose|where|with|called|named|known)\b)"
    rf"(?! (?:(?:in|at|on|near|from|by|for|to|between) (?:the )?)?(?-i:[{CAPITAL}]))",
    re.IGNORECASE,
)
"""What stands for the thing that a text is about."""
_OF_THE_ANIMAL = regex(
    r"(?:Mating|Breeding|Gestation|Incubation|The (?:eggs?|females?|males?|young|larvae|hatchlings|cubs|calves))\b"
)
"""What begins with this is said of the animal that a text is about."""
_ONE_OF_THEM = regex(rf"(?:[\w’'-]+ ){{1,5}}(?:such as|including|like) (?P<who>{NAME_LIST})")
"""What begins with this is said of each: "Famous artists such as Andy Warhol and Jasper Johns used ballpoint pens"."""


def is_named(titles: Iterable[str], claim: Claim) -> bool:
    """True if one of an article's names is the claim's subject, or another name that stands in the claim.

    ``Summer Olympic Games`` says much about medals, and nothing that could refute "Michael Phelps won 28 medals"; neither
    does ``Michael``, which is a part of the name, or ``Medal``, which is no name at all.
    """
    return any(_named(without_parenthesis(title), claim.named) for title in titles)


def is_on_its_subject(titles: Iterable[str], claim: Claim) -> bool:
    """True if an article's name is all of the name that the claim is about."""
    core = subject_of(claim)
    headings = (words_of(without_parenthesis(title)) for title in titles)
    return bool(core) and any(heading - WHAT_IT_IS == core or heading == core for heading in headings)


def speaks_of(titles: Iterable[str], claim: Claim, text: str) -> bool:
    """True if an article is about a thing that the claim names, or it or ``text`` names the claim's subject, misspelt or not.

    What is said of somebody else contradicts nothing: "the Ming wall reaches the sea at Shanhai Pass" says nothing of where the
    Danube ends. True for a claim without a subject, and where a title's name stands in the subject's ("Joseph Goebbels").
    """
    titles, core = tuple(titles), subject_of(claim)
    headings = [words_of(without_parenthesis(title)) for title in titles]
    if _is_about(titles, headings, claim, core):
        return True
    core = core - TITLES or core
    return any(all(among(word, here) for word in core) for here in (*headings, words_of(text)))


def says_of(titles: Iterable[str], claim: Claim, quote: str, before: str = "") -> bool:
    """True if what an encyclopedia is quoted with is said of the claim's subject.

    It is where the article is about something that the claim names, or where the quote begins with the subject's name, with or
    without the title before it ("Grouchy was too late", for Marshal Grouchy), or with those of whom it is one ("Artists such as
    Andy Warhol"). Under a longer title ("The Beach Boys") the quote must begin with a part of the name or with a pronoun.
    ``before``: the sentence that a quote goes on from, where it begins with a pronoun or with "the tapestry" (``refers_back``).
    What other articles tell in passing contradicts nothing: "Jamie Lee Curtis starred in Halloween" is not refuted by another
    film of hers, in the article about an actor who was in it too. For a claim without a name for its subject ("The city has
    hosted the World Cup") the article must be about what its words say instead (``_spoken_of``).
    """
    titles, core = tuple(titles), subject_of(claim)
    if not claim.about and not CJK.search(claim.text) and (not core or _UNNAMED.match(claim.text)):
        return any(_spoken_of(title, claim.text) for title in titles)
    headings = [words_of(without_parenthesis(title)) for title in titles]
    if _is_about(titles, headings, claim, core):
        return True
    said, core = frozenset() if stands_in(quote) else first_name(quote), core - TITLES or core
    meant = _meant(quote, before)
    each = _ONE_OF_THEM.match(quote)
    named = said | words_of(each["who"]) if each else said
    if all(among(word, named) for word in core) or (meant and (core <= meant or meant <= core)):
        return True
    longer = any(all(among(word, heading) for word in core) for heading in headings)
    return longer and (stands_in(quote) or (bool(said) and all(among(word, core) for word in said)))


def told_beside_it(claim: str, quote: str) -> bool:
    """True if only those sentences of a quote rival the claim's numbers that have no word of the claim: the museum opened in
    1809, in "The Night Watch is by Rembrandt. In 1809 the museum opened."
    """
    spans, rivals = sentence_spans(quote), compare(claim, quote).rivals
    if len(spans) < 2 or not rivals:
        return False
    said = {span.of(quote) for span in spans for _, rival in rivals if rival in span}
    about = content_words(claim)
    return bool(said) and all(not content_words(one) & about and not refers_back(one) for one in said)


def is_of_its_article(titles: Iterable[str], claim: Claim, quote: str, before: str = "") -> bool:
    """True for a quote about what its article is about ("The planet has no moons"), where neither it, nor what the
    sentence ``before`` is about, nor the article's names have a word of a name in the claim ("Saturn has many moons"). False
    for a claim that begins with no name ("The biggest nugget was found in South Africa").
    """
    if not first_name(claim.text):
        return False
    names = frozenset[str]().union(*(words_of(" ".join(name)) for name in name_phrases(claim.named)))
    here = words_of(" ".join((*titles, quote, *subject(before))))
    return bool(names) and refers_back(quote) and not any(among(name, here) for name in names)


def refers_back(text: str) -> bool:
    """True for a sentence about what the one before it names: it begins with a pronoun or with "The" and a common noun."""
    return stands_in(text) or bool(_THE.match(text))


def _meant(quote: str, before: str) -> frozenset[str]:
    """The words of the name for which a quote's first words stand: "He" for whom ``before`` is about, "The tapestry" for the
    Bayeux Tapestry; empty where that is not plain.
    """
    if stands_in(quote):
        return first_name(before)
    the = _THE.match(quote)
    names = [name for name in name_phrases(before) if the and name[-1] == the["noun"]]
    return words_of(" ".join(names[0])) if len(names) == 1 else frozenset()


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
    core = subject_of(claim)
    longer = any(core < words_of(without_parenthesis(title)) for title in titles)
    return bool(core) and not longer and all(among(word, words_of(quote)) for word in core)


def _is_about(titles: Iterable[str], headings: Iterable[frozenset[str]], claim: Claim, core: frozenset[str]) -> bool:
    """True if the claim has no subject, or a name of the article is it, stands in the claim, or is a part of it."""
    return not core or is_named(titles, claim) or any(len(heading) > 1 and heading <= core for heading in headings)


def unresolved(claim: Claim) -> bool:
    """True for a claim that begins with a pronoun and does not say for what: any article that contradicts it may be about
    something else ("It has no rings" and the rings of Saturn).
    """
    return not claim.about and stands_in(claim.text)


def of_another_thing(titles: Iterable[str], claim: Claim, document: str) -> bool:
    """True for a claim about "the mountain" or "the film", which stands for what its text is about, and an article about
    something that the text does not name: Mount Fuji, in a text about Mount Everest; Apollo 16, in one about Apollo 13; the
    Battle of the Nile, for "A fleet under Nelson attacked the place", in a text about Copenhagen. Nor is the thing where it is:
    Stockholm, for "The company has its seat in Stockholm".
    """
    if not depends_on_text(claim):
        return False
    titles = tuple(titles)
    if any(_only_where(title, claim.text) for title in titles):
        return True
    here = words_of(document)
    named = (words_of(without_parenthesis(title)) - WHAT_IT_IS for title in titles)
    return not any(name & here and not any(word.isdigit() for word in name - here) for name in named)


def _only_where(title: str, claim: str) -> bool:
    """True if a claim has a title for a place at its end: "The headquarters of the company are in Stockholm"."""
    return (
        re.search(rf"\b(?:in|near) (?:the )?{re.escape(without_parenthesis(title))}(?:[.!?]|, | in \b|$)", claim)
        is not None
    )


def depends_on_text(claim: Claim) -> bool:
    """True if ``of_another_thing`` depends on which words the claim's text has."""
    return not claim.about and bool(_THE_THING.search(claim.text) or _OF_THE_ANIMAL.match(claim.text))


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
