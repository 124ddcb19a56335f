"""A claim in the words of its premise where arithmetic says that both tell the same: "59 people" for "fewer than 100"; and
whether a premise has a claim word for word. Pure.
"""

from __future__ import annotations

import re

from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import past, third
from localcheck.text.lexicon import COUNT_WORDS, listed, month_name
from localcheck.text.patterns import regex
from localcheck.text.sentences import split_sentences
from localcheck.text.values.bounds import BY
from localcheck.text.values.changes import beside
from localcheck.text.values.dates import YEAR_LONG, Period, parts_of, periods
from localcheck.text.values.missing import bearing_out, told_beside
from localcheck.text.values.quantities import quantities, single_units
from localcheck.text.values.quantity import AGE, DAY, NAME, ORDINAL, YEAR, Quantity
from localcheck.text.words import edited, with_capital
from localcheck.types import Span

_PASSIVE = regex(r"\b(?:was|were|been|be|being|is|are|gets?|got)\s+(?:\w+ly\s+)?$", re.IGNORECASE)
_OBJECT = regex(r"\s+(?:its|the|his|her|their|our|my|your|an?)\b", re.IGNORECASE)
_PART_OF = regex(r"\b(?:early|mid|late|throughout)[- ](?:the )?$", re.IGNORECASE)
"""Before a date of which no nearer one says the same: "throughout the 1980s"."""
_PARTS = regex(r"(?:%|\bper ?cent|\bhalf|\bthirds?|\bquarters?|\b[a-z]+ths?)$", re.IGNORECASE)
_BARE = regex(r"\s+(?!of\b)[a-z]")
""" "One in four people" needs no "of"; "25 % of people" does."""
_IN = regex(r"\bin\s+(?:the\s+)?$", re.IGNORECASE)
_OF_PERCENT = regex(r" (?:percentage )?points?\b")
_BY_OR_FOR = regex(r"\b(?:by|for) $")
"""Left out of a claim that gets "from 40 to 55" or "by 8 % to 432" of its premise."""


_BOUND_DENIED = regex(
    r"\b(?:(?P<does>do|does|did)(?: not|n['’]t)|(?P<may>must|may|should|shall|will|can)(?: not|n['’]t| never)"
    r"|(?P<can>can)(?:not|['’]t)|(?P<is>is|are) not to|(?-i:Never))(?:,[^.;,]{1,60},)? (?:exceed|(?P<verb>[a-z]+)"
    r" (?:(?P<less>less|fewer|shorter|lower|younger)|more|longer|higher|greater|larger|older|heavier|faster) than)"
    rf" (?=[$€£]?\d|(?:{COUNT_WORDS})\b)",
    re.IGNORECASE,
)


_NOT_FAILING = regex(r"\b(?:(?:did|could)(?: not|n['’]t) fail|never failed) to (?P<verb>(?!be\b)[a-z]+)\b")


def _bounded(match: re.Match[str]) -> str:
    """ "Costs at most" for "does not cost more than", which a small model takes for the contrary of "costs 8 euros"; "must take
    at most" for "must not take more than", and "is at most" for "must not exceed".
    """
    verb, does, aside = match["verb"], match["does"], match["may"] or match["can"]
    aside = aside or (match["is"] and f"{match['is']} to")
    if not verb and not (does or aside or "").islower():
        return match.group()  # "Do not exceed 4 g."
    if not verb:
        many = does == "do" or re.search(r"[^s]s $", match.string[: match.start()])
        form = "was" if does == "did" else "are" if many else "is"
    elif does:
        form = {"do": verb, "does": third(verb), "did": past(verb)}[does.lower()]
    else:
        form = f"{aside} {verb}" if aside else verb
    form = with_capital(form) if match.group()[0].isupper() else form
    return f"{form} at {'least' if match['less'] else 'most'} "


def _without_denied_bounds(claim: str, premise: str) -> tuple[str, str]:
    """Claim and premise with "at most" for "not more than" where only one of the two says it so; the premise is left as it is
    where the claim says "more than", which a small model sees best to be denied.
    """
    said, told = (_BOUND_DENIED.search(text) is not None for text in (claim, premise))
    if said != told and (said or not any(q.strict for q in quantities(claim))):
        return _BOUND_DENIED.sub(_bounded, claim), _BOUND_DENIED.sub(_bounded, premise)
    return claim, premise


def _bound_by_denial(number: Quantity, text: str) -> bool:
    """True for a bound that is told the other way round ("must not ever exceed 4 g"): it is no bound without its
    denial, and another one in its place would be denied.
    """
    alone = quantities(number.span.of(text))[:1]
    return bool(number.bound) and bool(alone) and alone[0].bound == -number.bound


def in_same_words(claim: str, premise: str) -> tuple[str, str]:
    """Claim and premise with the numbers and dates that arithmetic finds the same written in the same way.

    A small model reads "two years" and "24 months" as two different things; so it is not asked.

    >>> in_same_words("The warranty is two years.", "The warranty is 24 months.")[0]
    'The warranty is 24 months.'
    >>> in_same_words("Costs were halved.", "Costs fell by 50 %.")[0]
    'Costs were reduced by 50 %.'
    >>> in_same_words("It was painted before 1550.", "He painted it in 1503.")[0]
    'It was painted in 1503.'
    >>> in_same_words("The price rose by 10 euros.", "The price rose from 40 to 50 euros.")[0]
    'The price rose from 40 to 50 euros.'
    >>> in_same_words("It rose by 15 percentage points.", "It rose from 20 to 35 percent.")[0]
    'It rose from 20 to 35 percent.'
    >>> in_same_words("It is due within six weeks.", "It is due within 30 working days.")[0]
    'It is due within 30 working days.'
    >>> in_same_words("It does not cost more than 10 euros.", "It costs 8 euros.")[0]
    'It costs 8 euros.'
    >>> in_same_words("She won.", "She did not fail to win.")[1]
    'She won.'
    """
    claim, premise = _without_denied_bounds(claim, premise)
    premise = _NOT_FAILING.sub(lambda m: past(m["verb"]), premise)
    edits, others = [], []
    for number in told_beside(claim, premise):
        have = (*beside(number, premise), *single_units(premise))
        exact = number.kind in (YEAR, DAY, ORDINAL) and not number.ranges and not number.within
        if exact or any(_alike(number, claim, o, premise) for o in have):
            continue
        if number.ranges and negated(claim[: number.span.start] + claim[number.span.end :]):
            continue
        other = next((o for o in bearing_out(number, have) if _may_stand_for(o, number, premise)), None)
        if _bound_by_denial(number, claim) or (other and _bound_by_denial(other, premise)):
            continue
        if other is None or (other.soft and _by_a_part(number, claim)):
            continue  # "fell by half" beside "was halved"
        if not number.soft and other.soft and other.turn:
            others.append((other.span, _in_figures(premise, other, number.span.of(claim))))
        else:
            edits.append(_edit(number, claim, other.span.of(premise)))
    if not negated(claim):
        edits += [e for e in _dates(claim, premise) if not any(e[0].meets(span) for span, _ in edits)]
    return edited(claim, edits), edited(premise, others)


def _edit(number: Quantity, claim: str, written: str) -> tuple[Span, str]:
    """Where to write a number of the claim as it is written in the premise, and how."""
    figure = _in_figures(claim, number, written)
    if number.kind == YEAR and figure[0].isdigit() and not claim[: number.span.start].lower().endswith("in "):
        figure = f"in {figure}"
    return _with_its_end(number, claim) if figure.startswith(("from ", "by ")) else number.span, figure


def _may_stand_for(other: Quantity, number: Quantity, premise: str) -> bool:
    """Whether a number of a premise may be written for one of a claim, which it bears out: not the 30 of "30 x 20 cm", which is
    written without its unit; and for a version only "10 or later".
    """
    if other.kind != number.kind or not number.same_kind(other) or number.other_bound(other):
        return False
    bare = other.kind == "length" and other.span.of(premise)[-1].isdigit()
    return not bare and (number.kind != NAME or bool(other.bound))


def _alike(one: Quantity, claim: str, other: Quantity, premise: str) -> bool:
    return one.agrees(other) and one.span.of(claim).lower() == other.span.of(premise).lower()


def _with_its_end(number: Quantity, claim: str) -> Span:
    """Where a number stands by which something changed, with its "by" and what it changed to: "by 10 euros to 50 euros"."""
    before = _BY_OR_FOR.search(claim[: number.span.start])
    points = _OF_PERCENT.match(claim, number.span.end)
    end = points.end() if points else number.span.end
    ends = (o.span.end for o in quantities(claim) if claim[end : o.span.start] == " to ")
    return Span(before.start() if before else number.span.start, next(ends, end))


def _in_figures(text: str, number: Quantity, figure: str) -> str:
    """``figure`` in the place of a number; for a verb like "halved" with a verb of its own."""
    if number.soft and number.things == AGE:
        return f"aged {figure}" if _PASSIVE.search(text[: number.span.start]) else f"at the age of {figure}"
    if number.soft and not number.turn:
        return f"{figure} of" if _PARTS.search(figure) and _BARE.match(text, number.span.end) else figure
    if not number.soft:
        return figure
    figure = figure.lstrip("-−–+ ")
    if _by_a_part(number, text):
        return figure
    passive = _PASSIVE.search(text[: number.span.start]) or _OBJECT.match(text, number.span.end)
    verbs = ("reduced", "fell") if number.turn < 0 else ("increased", "rose")
    return f"{verbs[0] if passive else verbs[1]} by {figure}"


def _by_a_part(number: Quantity, text: str) -> bool:
    """True for the half of "fell by half"."""
    return number.soft and bool(number.turn) and BY.search(text[: number.span.start]) is not None


def _dates(claim: str, premise: str) -> list[tuple[Span, str]]:
    """The periods of the claim that hold one of the premise, with that in their place."""
    have, found = periods(premise), []
    for period in periods(claim):
        told = period.span.of(claim).lower()
        inner = [o for o in have if period.holds(o) and not o.opens]
        if (
            _PART_OF.search(claim[: period.span.start])
            or not inner
            or (period.whole_years and period.last - period.first < YEAR_LONG)
            or any(o.span.of(premise).lower() == told for o in inner)
        ):
            continue
        other = inner[0]
        text = other.span.of(premise)
        if other.first == other.last and _IN.search(claim[: period.span.start]):
            text = _month_of(other)
        found.append((period.span, text))
    return found


def _month_of(period: Period) -> str:
    year, month, _ = parts_of(period.first)
    return f"{month_name(month)} {year}"


_ASIDE = regex(r"\([^()]*\)|\[[^\[\]]*\]|[\"“”„«»*_]|(?<!\w)['‘’]|['‘’](?!\w)")
_PART = regex(r"(?:(?<!\w)[-−–](?=\d))?[^\W_]+(?:['’.-][^\W_]+)*|[,;:—–$€£¥%‰<>≤≥±~]")
"""Words, numbers with their sign, marks that part a sentence, and those that make another number of a number."""
_MINUS = regex(r"[−–](?=\d)")
_ARTICLES = frozenset(("the", "a", "an"))
_LEADS = listed("same_words.leads")
_NOBODY = frozenset("he she it they we i his her its their this that these those there here such one who which".split())
"""First words of a claim that may be about anything."""
_ADDS = frozenset("and which who whose where when while with as being making having".split())
"""First words after a comma of what only adds something; "Paris, Texas" is another place."""
_GOES_ON = regex(
    r"\b(?:accord\w*|claim\w*|alleg\w*|rumou?r\w*|believ\w*|suppos\w*|legend\w*|myth\w*|report\w*|sa(?:id|ys?)|argu\w*|suggest\w*"
    r"|think\w*|thought|if|unless|until|may|might|could|would|but|not?|never|except|although|though|fiction\w*)\b",
    re.IGNORECASE,
)


def word_for_word(claim: str, premise: str) -> bool:
    """True if a sentence of the premise is the claim, or is it up to a comma and an "and" or "which" that takes nothing back.

    Articles, quotation marks, parentheses and a first "Furthermore," make no difference; every other word does.

    >>> word_for_word("Granite is an igneous rock.", "Granite. Granite (a stone) is the igneous rock, and is hard.")
    True
    >>> word_for_word("Houston is the largest city.", "Houston is the largest city in Texas.")
    False
    >>> word_for_word("The Moon is a cheese.", "The Moon is a cheese, legend says.")
    False
    """
    said = _parts(claim)
    if len(said) < 3 or said[0] in _NOBODY or not set(said) <= set(_parts(premise)):
        return False
    told = (s.text for s in split_sentences(premise) if not s.text.endswith("?"))
    return any(_begins(said, _parts(text)) for text in told)


def _begins(said: list[str], sentence: list[str]) -> bool:
    if sentence[:2] and sentence[0] in _LEADS:
        sentence = sentence[1 + (sentence[1:2] == [","]) :]
    if sentence[: len(said)] != said:
        return False
    rest = sentence[len(said) :]
    return not rest or (rest[0] == "," and not _ADDS.isdisjoint(rest[1:2]) and not _GOES_ON.search(" ".join(rest)))


def _parts(text: str) -> list[str]:
    """Words in lower case, commas, semicolons and signs of numbers; articles left out."""
    text = _MINUS.sub("-", _ASIDE.sub(" ", text))
    return [w for w in _PART.findall(text.lower().replace("’", "'")) if w not in _ARTICLES]
