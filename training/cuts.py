"""One sentence of an article and the window around it: what a synthetic pair is cut from."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

from training.articles import Article
from training.falsify import Details
from training.true_claims import BORN

_PRONOUN = re.compile(r"^(He|She|It|They|His|Her|Its|Their|This|These|That|Those|Such|Both|Another|Other)\b")
_PERSONAL = ("He ", "She ", "His ", "Her ")

Lengths = tuple[tuple[int, int, float], ...]
"""Words in a window: lower bound, upper bound, how often."""


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
        if about_title or not starts_with_pronoun(sentence):
            found.append(index)
    return found


def cut(article: Article, usable: list[int], known: Details, rng: random.Random, lengths: Lengths) -> Cut:
    """A random usable sentence with a random window around it."""
    index = rng.choice(usable)
    low, high, _ = rng.choices(lengths, [share for *_, share in lengths])[0]
    wanted = rng.randint(low, high)
    begin, end, words = index, index + 1, article.sentences[index].count(" ")
    while words < wanted and (begin > 0 or end < len(article.sentences)):
        forward = end < len(article.sentences) and (begin == 0 or rng.random() < 0.5)
        begin, end = (begin, end + 1) if forward else (begin - 1, end)
        words += article.sentences[end - 1 if forward else begin].count(" ") + 1
    elsewhere = tuple(article.sentences[i] for i in usable if not begin - 1 <= i <= end)
    sentences = article.sentences
    return Cut(article.title, sentences[index], sentences[begin:index], sentences[index + 1 : end], elsewhere, known)


def is_biography(article: Article) -> bool:
    """Whether the article begins like one about a person."""
    return bool(article.sentences) and bool(BORN.match(article.sentences[0]))


def starts_with_pronoun(sentence: str) -> bool:
    """Whether the sentence points back to the one before it."""
    return bool(_PRONOUN.match(sentence))
