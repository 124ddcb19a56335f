"""Paragraph-length pairs cut from encyclopedia articles: the domain that the product works in.

A claim is made from one sentence of an article (or from two); the premise is a window of the same article. Whether the
window holds the sentence, holds a falsified version of it, or does not hold it decides the label together with
whether the claim itself was falsified. True, falsified, shortened and reworded claims occur under more than one label,
so that the claim alone tells nothing.
"""

from __future__ import annotations

import random
import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from localcheck.training import pairs as p
from localcheck.training.articles import Article
from localcheck.training.claims import _BORN, claim, fused
from localcheck.training.falsify import Details, details, falsify, unsupported

SOURCE = "synthetic"
HELD_OUT_SHARE = 0.04
"""Share of the articles that are kept for measuring."""

NAMESAKES = 0.20
"""Share of a biography's pairs that set it against the life of somebody else."""

_WORD = re.compile(r"\w+")
_PRONOUN = re.compile(r"^(He|She|It|They|His|Her|Its|Their|This|These|That|Those|Such|Both|Another|Other)\b")
_PERSONAL = ("He ", "She ", "His ", "Her ")
_LENGTHS = ((10, 45, 0.3), (45, 100, 0.7))
"""Words in a window: lower bound, upper bound, how often."""


def is_held_out(title: str) -> bool:
    """Whether the article belongs to the measured part; decided by its title alone."""
    return p.fraction(title, "held-out article") < HELD_OUT_SHARE


def is_biography(article: Article) -> bool:
    """Whether the article begins like one about a person."""
    return bool(article.sentences) and bool(_BORN.match(article.sentences[0]))


@dataclass(frozen=True, slots=True)
class Cut:
    """One sentence, the window around it, and what else is needed to make a pair of them."""

    title: str
    """Title of the article."""
    sentence: str
    """The sentence that the claim is made from."""
    before: tuple[str, ...]
    """Sentences of the window that come before it."""
    after: tuple[str, ...]
    """Sentences of the window that come after it."""
    elsewhere: tuple[str, ...]
    """Usable sentences of the article outside the window."""
    known: Details
    """True details of the article."""

    def premise(self, *middle: str) -> str:
        """The window with `middle` in the place of the sentence."""
        return " ".join((*self.before, *middle, *self.after))


def usable_sentences(article: Article) -> list[int]:
    """Sentences that can stand alone once a pronoun at their start is replaced by the title."""
    biography = is_biography(article)
    found = []
    for index, sentence in enumerate(article.sentences):
        if not 6 <= sentence.count(" ") <= 45 or not sentence.endswith("."):
            continue
        previous = article.sentences[index - 1] if index else ""
        about_title = biography and sentence.startswith(_PERSONAL)
        about_title |= sentence.startswith(("It ", "Its ")) and previous.startswith(
            (article.title, "The " + article.title)
        )
        if about_title or not _PRONOUN.match(sentence):
            found.append(index)
    return found


def cut(article: Article, usable: list[int], known: Details, rng: random.Random) -> Cut:
    """A random usable sentence with a random window around it."""
    index = rng.choice(usable)
    low, high, _ = rng.choices(_LENGTHS, [share for *_, share in _LENGTHS])[0]
    wanted = rng.randint(low, high)
    begin, end, words = index, index + 1, article.sentences[index].count(" ")
    while words < wanted and (begin > 0 or end < len(article.sentences)):
        forward = end < len(article.sentences) and (begin == 0 or rng.random() < 0.5)
        begin, end = (begin, end + 1) if forward else (begin - 1, end)
        words += article.sentences[end - 1 if forward else begin].count(" ") + 1
    elsewhere = tuple(article.sentences[i] for i in usable if not begin - 1 <= i <= end)
    sentences = article.sentences
    return Cut(article.title, sentences[index], sentences[begin:index], sentences[index + 1 : end], elsewhere, known)


def supported(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A claim of the window; now and then another sentence of the window has been falsified, which changes nothing."""
    neighbour = rng.choice(cut.after) if cut.after else ""
    text = claim(cut.sentence, cut.title, rng)
    if neighbour and rng.random() < 0.15 and not _PRONOUN.match(neighbour):
        text = fused(cut.sentence, neighbour, cut.title, rng)
    return cut.premise(cut.sentence), text


def false_claim(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A claim of the window with one detail wrong, sometimes beside true ones."""
    text = claim(cut.sentence, cut.title, rng)
    wrong = falsify(text, cut.known, rng, times=rng.choice([1, 1, 1, 2]))
    neighbour = rng.choice(cut.before) if cut.before else ""
    if wrong and neighbour and rng.random() < 0.15 and not _PRONOUN.match(neighbour):
        parts = (neighbour, wrong) if rng.random() < 0.5 else (wrong, neighbour)
        wrong = fused(*parts, cut.title, rng)
        return (cut.premise(cut.sentence), wrong) if not holds(cut.premise(cut.sentence), wrong) else None
    return (cut.premise(cut.sentence), wrong) if wrong else None


def false_premise(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A true claim against a window that says otherwise."""
    changed = falsify(cut.sentence, cut.known, rng, times=rng.choice([1, 2, 3]))
    text = claim(cut.sentence, cut.title, rng)
    if not changed:
        return None
    lost = set(_WORD.findall(cut.sentence)) - set(_WORD.findall(changed))
    return (cut.premise(changed), text) if lost & set(_WORD.findall(text)) else None


def elsewhere(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A claim of the same article that the window says nothing about; sometimes falsified, which changes nothing."""
    if not cut.elsewhere:
        return None
    text = claim(rng.choice(cut.elsewhere), cut.title, rng)
    if rng.random() < 0.35:
        text = falsify(text, cut.known, rng) or text
    return _unless_held(cut.premise(cut.sentence), text)


def removed(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A claim, true or falsified, of a sentence that has been taken out of the window."""
    if not cut.before and not cut.after:
        return None
    text = claim(cut.sentence, cut.title, rng)
    if rng.random() < 0.35:
        text = falsify(text, cut.known, rng) or text
    return _unless_held(cut.premise(), text)


def too_much(cut: Cut, rng: random.Random) -> tuple[str, str] | None:
    """A supported claim with something added that the window does not say."""
    if cut.elsewhere and rng.random() < 0.5:
        return cut.premise(cut.sentence), fused(cut.sentence, rng.choice(cut.elsewhere), cut.title, rng)
    return cut.premise(cut.sentence), unsupported(claim(cut.sentence, cut.title, rng), cut.known, rng)


def namesake(cut: Cut, other: Article, rng: random.Random) -> p.Pair:
    """A claim about one person held against the life of another who is given the same name: not entailed."""
    begin = rng.randint(0, max(0, min(4, len(other.sentences) - 4)))
    window = " ".join(other.sentences[begin : begin + rng.randint(2, 8)])
    for name in (other.title, other.title.split()[-1]):
        window = window.replace(name, cut.title if name == other.title else cut.title.split()[-1])
    return p.Pair(window, claim(cut.sentence, cut.title, rng), p.NOT_ENTAILMENT, SOURCE)


Maker = Callable[[Cut, random.Random], tuple[str, str] | None]
MAKERS: tuple[tuple[Maker, int, float], ...] = (
    (supported, p.ENTAILMENT, 0.38),
    (false_claim, p.CONTRADICTION, 0.18),
    (false_premise, p.CONTRADICTION, 0.12),
    (elsewhere, p.NEUTRAL, 0.13),
    (removed, p.NEUTRAL, 0.10),
    (too_much, p.NEUTRAL, 0.09),
)
"""How a pair is made, its label, and how often."""


def holds(premise: str, text: str, share: float = 0.75) -> bool:
    """Whether most words of the claim stand in the premise, so that the premise may well speak of it."""
    words = {word for word in _WORD.findall(text.lower()) if len(word) > 3}
    return len(words & set(_WORD.findall(premise.lower()))) > share * max(1, len(words))


def _unless_held(premise: str, text: str) -> tuple[str, str] | None:
    return None if holds(premise, text) else (premise, text)


def make_pairs(articles: Iterable[Article], seed: int, per_article: int, per_biography: int) -> Iterator[p.Pair]:
    """Pairs of every article, the same for the same seed; about a third of each label."""
    people: deque[Article] = deque(maxlen=50)
    for article in articles:
        usable = usable_sentences(article)
        if len(usable) < 3:
            continue
        rng = random.Random(f"{seed}:{article.title}")
        known = details(article.sentences)
        person = is_biography(article)
        for _ in range(per_biography if person else per_article):
            if person and people and rng.random() < NAMESAKES:
                yield namesake(cut(article, usable, known, rng), rng.choice(people), rng)
            elif pair := make_pair(article, usable, known, rng):
                yield pair
        if person:
            people.append(article)


def make_pair(article: Article, usable: list[int], known: Details, rng: random.Random) -> p.Pair | None:
    """One pair, or None where the sentence that was drawn does not give one of the kind that was drawn."""
    maker, label, _ = rng.choices(MAKERS, [share for *_, share in MAKERS])[0]
    made = maker(cut(article, usable, known, rng), rng)
    if not made or len(made[1]) < 15:
        return None
    premise, text = made
    if rng.random() < (0.15 if article.title in premise else 0.8):
        premise = f"{article.title}: {premise}"
    return p.Pair(premise, text, label, SOURCE)
