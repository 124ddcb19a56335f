"""What is whose: the numbers in "Berlin and Munich receive 30 and 28 days respectively" and "with salt (12%) than with sugar
(5%)", and amounts of one thing beside those of another: 14 g of protein, 11 g of fat. Pure.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise, permutations

from localcheck.text.facts import negated
from localcheck.text.lexicon import FUNCTION_WORDS, WORDS
from localcheck.text.patterns import regex
from localcheck.text.sentences import rough_sentences
from localcheck.text.values.quantities import quantities
from localcheck.text.values.quantity import COUNT
from localcheck.text.values.units import SHARE
from localcheck.text.words import folded, singular

_PAIR = regex(r"(?P<one>[^\W\d_][\w’'-]*) and (?:the )?(?P<two>[^\W\d_][\w’'-]*)")
_BRACKETED = regex(
    r"\b(?:with|in|of|for|among|by|under|at|on|to) (?P<name>(?:(?!with\b|in\b|of\b|for\b|than\b)[\w’'-]+ ){1,4})"
    r"\((?P<number>[^()\d]{0,3}\d[^();]{0,20})(?:;[^()]{0,20})?\)"
)
_LABELLED = regex(r"(?:^|; |: )(?P<name>[^\W\d_][\w-]*(?: [\w-]+){0,2}): (?P<told>[^;:]{1,40})(?=;|\.?$)")
_COMPARED = regex(r"\b(?:than|versus|vs|against|compared (?:with|to)|and)\b")
Told = tuple[tuple[str, ...], tuple[str, ...], float, float]
"""The words of one of two things and of the other one, its own number, and that of the other."""
_NO_THINGS = FUNCTION_WORDS | WORDS.keys() | {"respectively"}


def of_the_other(claim: str, premise: str) -> bool:
    """True if a claim tells of one of two things the number that the premise tells of the other one.

    >>> days = "Berlin and Munich receive 30 and 28 days respectively."
    >>> of_the_other("Berlin receives 28 days.", days), of_the_other("Munich receives 28 days.", days)
    (True, False)
    >>> nausea = "Nausea was more common with the drug (12%) than with placebo (5%)."
    >>> of_the_other("With the drug nausea occurred in 5%.", nausea), of_the_other("With placebo it was 5%.", nausea)
    (True, False)
    >>> boxes = "Boxes: Small: £60 a year; large: £110 a year."
    >>> of_the_other("A large box costs £60.", boxes), of_the_other("A small box costs £60.", boxes)
    (True, False)
    """
    if ("respectively" not in premise and "(" not in premise and "; " not in premise) or negated(claim):
        return False
    said, told = set(folded(claim)), {number.told for number in quantities(claim)}
    return any(
        set(one) <= said and not set(two) & said and its in told and own not in told
        for sentence in rough_sentences(premise)
        for one, two, own, its in _of_two(sentence)
    )


def _of_two(sentence: str) -> Iterator[Told]:
    """What a sentence tells of each of two things, in any of the forms."""
    if "respectively" in sentence:
        yield from _both_ways(sentence)
    else:
        yield from _in_brackets(sentence)
        yield from _labelled(sentence)


def _in_brackets(sentence: str) -> Iterator[Told]:
    """The same of the two things of a comparison, each with its number in brackets behind it."""
    found = [*_BRACKETED.finditer(sentence)]
    if len(found) != 2 or not _COMPARED.search(sentence, found[0].end(), found[1].end()):
        return
    names = [tuple(w for w in folded(m["name"]) if w not in FUNCTION_WORDS) for m in found]
    numbers = [quantities(m["number"]) for m in found]
    if not all(names) or set(names[0]) & set(names[1]) or any(len(told) != 1 for told in numbers):
        return
    first, second = numbers[0][0], numbers[1][0]
    if first.kind == second.kind and first.told != second.told:
        yield names[0], names[1], first.told, second.told
        yield names[1], names[0], second.told, first.told


def _labelled(sentence: str) -> Iterator[Told]:
    """The same of two labels with a number behind each: "Small: £60 a year; large: £110 a year"."""
    told = [(folded(m["name"]), quantities(m["told"])) for m in _LABELLED.finditer(sentence)]
    for (one, mine), (two, its) in permutations(told, 2):
        if len(mine) == len(its) == 1 and mine[0].kind == its[0].kind and mine[0].told != its[0].told:
            yield tuple(one), tuple(two), mine[0].told, its[0].told


def _both_ways(sentence: str) -> Iterator[Told]:
    """One of the two things, the other one, its own number, and that of the other; nothing where there are not just two."""
    pairs = [(folded(m["one"])[0], folded(m["two"])[0]) for m in _PAIR.finditer(sentence)]
    pairs = [(one, two) for one, two in pairs if not {one, two} & _NO_THINGS and one != two]
    numbers = quantities(sentence)
    joint = [(a.told, b.told) for a, b in pairwise(numbers) if sentence[a.span.end : b.span.start].strip(", ") == "and"]
    if len(pairs) == len(joint) == 1 and joint[0][0] != joint[0][1]:
        (one, two), (first, second) = pairs[0], joint[0]
        yield (one,), (two,), first, second
        yield (two,), (one,), second, first


_OF = regex(r" (?:of )?(?:the )?(?P<what>[^\W\d_]{3,})")


def of_another_portion(claim: str, premise: str) -> bool:
    """Whether a premise has the claim's amount for another thing, and another amount for what the claim has it for. Two things
    that are counted must share a word: half steps and whole steps.

    >>> of_another_portion("A serving has 14 g of fat.", "A serving: 14 g protein, 11 g fat.")
    True
    >>> scale = "The scale has five whole steps and two half steps."
    >>> of_another_portion("It has five half steps.", scale), of_another_portion("It has two half steps.", scale)
    (True, False)
    """
    mine, its = _portions(claim), _portions(premise)
    its_own = {what: {amount for one, amount in its if one == what} for what, _ in mine}
    others = {(what, one): {a for other, a in its if one[1] != COUNT or other & what} for what, one in mine}
    exchanged = any(len(its_own[what]) == 1 and its_own[what] != {one} <= others[what, one] for what, one in mine)
    return exchanged and not negated(claim) and not negated(premise)


def _portions(text: str) -> set[tuple[frozenset[str], tuple[float, str]]]:
    """What a text has amounts of, and how much of it; of counts those that tell of which kind the things are."""
    weighed = (
        (_OF.match(text, q.span.end), q) for q in quantities(text) if q.kind in ("mass", "volume", "energy", SHARE)
    )
    told = {(frozenset({singular(of["what"].lower())}), (q.value, q.kind)) for of, q in weighed if of}
    counted = (q for q in quantities(text) if q.kind == COUNT and len(q.things) > 1)
    return told | {(q.things, (q.value, q.kind)) for q in counted}
