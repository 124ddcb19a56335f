"""The sentences of a passage, their content words, and how a span is written for the NLI model. Pure."""

from __future__ import annotations

import re
from functools import lru_cache

from localcheck.text.counted_dates import counted, counts, dated_before
from localcheck.text.han import paired
from localcheck.text.lexicon import LONE_YEAR, MONTHS
from localcheck.text.names import name_words
from localcheck.text.patterns import regex
from localcheck.text.sentences import split_sentences
from localcheck.text.stopwords import ENGLISH
from localcheck.text.there import placed, points
from localcheck.text.words import Variant, words
from localcheck.types import Claim, Passage, Span

CJK = regex(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_POSSESSIVE = regex(r"(?<=\w)['’]s\b", re.IGNORECASE)
_ARTICLE = regex(r"(?:The|An?) ")
_YEAR = regex(LONE_YEAR)
_SAME_AS = regex(r"\bsame (?:day|year) as\b")
"""Behind a date: it counts nothing from it."""


@lru_cache(maxsize=512)
def sentence_spans(text: str) -> tuple[Span, ...]:
    """The spans of the sentences of ``text``."""
    return tuple(s.span for s in split_sentences(text))


@lru_cache(maxsize=8192)
def content_words(text: str) -> frozenset[str]:
    """The content words of ``text`` in lower case, without plural s and possessive; of Chinese, the pairs of its characters.

    >>> sorted(content_words("The moons of Mars are Mars's satellites.")), sorted(content_words("北京是首都。"))
    (['mar', 'moon', 'satellite'], ['京是', '北京', '是首', '首都'])
    """
    found = (w.lower() for w in words(paired(_POSSESSIVE.sub("", text)), Variant.RUNS))
    return frozenset(
        w[:-1] if len(w) > 3 and w.endswith("s") and not w.endswith("ss") else w for w in found if w not in ENGLISH
    )


def length(text: str) -> int:
    """How long a text is in words; each Chinese or Japanese character is one.

    >>> length("It opened in 1912."), length("北京是首都")
    (4, 5)
    """
    return len(text.split()) if text.isascii() else len(CJK.sub(" x ", text).split())


def relevance(claim: Claim, passage: Passage, span: Span) -> float:
    """Share of the claim's content words that occur in the span or in the passage's title, in [0, 1]."""
    wanted = content_words(claim.text)
    here = content_words(span.of(passage.text)) | content_words(passage.title)
    return len(wanted & here) / len(wanted) if wanted else 0.0


def premise(passage: Passage, span: Span) -> str:
    """The span with the title put before it, so that the model knows who or what its pronouns mean."""
    return titled(passage.title, span.of(passage.text))


def dated_premise(passage: Passage, span: Span) -> str:
    """The span ``with_dates``, with the title before it: how it is written for the NLI model."""
    return headed(passage.title, with_dates(passage.text, span))


def with_dates(whole: str, span: Span) -> str:
    """The span of a text, with what its sentences take from those before them: "The following year it …" behind one of 2019 is
    "In 2020 it …" (``text.counted_dates``), and "he died there" says where (``text.there``).
    """
    text, earlier, end = span.of(whole), list[str](), 0
    if not (counts(text) or points(text)):
        return text
    for one in sentence_spans(whole):
        if one.start >= span.end:
            break
        if "\n" in whole[end : one.start]:  # articles have a paragraph a line
            earlier.clear()
        told, end = one.of(whole), one.end
        if one.start >= span.start:
            said = counted(told, dated_before(earlier))
            text = text.replace(told, placed(said, earlier[-1]) if earlier else said)
        earlier.append(told)
    return text


def counted_for(claim: str, text: str) -> str:
    """The text with a date in the place of what a sentence counts from the only year that it names earlier, for a claim that
    names a year and tells what the sentence tells behind its own, and nothing of what it tells before.

    >>> text = "It left on April 11, 1970, and a tank exploded two days later."
    >>> counted_for("A tank exploded on 13 April 1970.", text)
    'It left on April 11, 1970, and a tank exploded on 13 April 1970.'
    >>> counted_for("It left on 13 April 1970.", text) == text
    True
    """
    if not (_YEAR.search(claim) and counts(text)):
        return text
    telling = {word for word in content_words(claim) - name_words(claim) - MONTHS.keys() if not word.isdigit()}
    for sentence in (span.of(text) for span in sentence_spans(text)):
        year = _YEAR.search(sentence)
        told, rest = (sentence[: year.end()], sentence[year.end() :]) if year else ("", "")
        before, behind = telling & content_words(told), telling & content_words(rest)
        if behind - before and not before - behind and not _SAME_AS.search(rest):
            text = text.replace(sentence, told + counted(rest, told))
    return text


def headed(title: str, text: str) -> str:
    """``titled``, and also as it is where the title follows an article: twice the same name confuses a model.

    Beside "Eiffel Tower. The Eiffel Tower is an iron lattice tower on the Champ de Mars in Paris." ``careful-nli`` takes "The
    Eiffel Tower stands in Paris" for silent (0.16); without the first two words it is entailed (0.93).

    >>> headed("Eiffel Tower", "The Eiffel Tower is in Paris."), headed("Eiffel Tower", "It is in Paris.")
    ('The Eiffel Tower is in Paris.', 'Eiffel Tower. It is in Paris.')
    """
    return text if title and _ARTICLE.sub("", text, count=1).startswith(title) else titled(title, text)


def titled(title: str, text: str) -> str:
    """``text`` with the title before it, unless it begins with the title."""
    return text if not title or text.startswith(title) else f"{title.rstrip('.')}. {text}"
