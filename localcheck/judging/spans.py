"""The sentences of a passage, their content words, and how a span is written for the NLI model. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice

from localcheck.judging.asked import answers, questions
from localcheck.judging.leads import item_behind, leads
from localcheck.judging.rows import rows
from localcheck.judging.sections import in_its_section
from localcheck.text.counted_dates import counted, counts, dated_before
from localcheck.text.full_names import in_full
from localcheck.text.han import paired
from localcheck.text.hyphens import composed
from localcheck.text.lexicon import LONE_YEAR, MONTHS
from localcheck.text.names import name_words
from localcheck.text.patterns import regex
from localcheck.text.sentences import sentence_places
from localcheck.text.stopwords import ENGLISH
from localcheck.text.there import placed, points
from localcheck.text.words import Variant, without_plural_s, words
from localcheck.types import Claim, Evidence, Passage, Span

CJK = regex(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
_POSSESSIVE = regex(r"(?<=\w)['’]s\b", re.IGNORECASE)
_ARTICLE = regex(r"(?:The|An?) ")
_YEAR = regex(LONE_YEAR)
_looks = lru_cache(maxsize=64)(composed)  # asked of a text for each of its sentences
_SAME_AS = regex(r"\bsame (?:day|year) as\b")
"""Behind a date: it counts nothing from it."""


def sentence_spans(text: str) -> tuple[Span, ...]:
    """The spans of the sentences of ``text``."""
    return sentence_places(text)


@lru_cache(maxsize=8192)
def content_words(text: str) -> frozenset[str]:
    """The content words of ``text`` in lower case, without plural s and possessive; of Chinese, the pairs of its characters.

    >>> sorted(content_words("The moons of Mars are Mars's satellites.")), sorted(content_words("北京是首都。"))
    (['mar', 'moon', 'satellite'], ['京是', '北京', '是首', '首都'])
    """
    found = (w.lower() for w in words(paired(_POSSESSIVE.sub("", text)), Variant.RUNS))
    return frozenset(without_plural_s(w) for w in found if w not in ENGLISH)


def length(text: str) -> int:
    """How long a text is in words; each Chinese or Japanese character is one.

    >>> length("It opened in 1912."), length("北京是首都")
    (4, 5)
    """
    return len(text.split()) if text.isascii() else len(CJK.sub(" x ", text).split())


def relevance(claim: Claim, passage: Passage, span: Span) -> float:
    """Share of the claim's content words that occur in the span as it is read or in the passage's title, in [0, 1]."""
    wanted = content_words(claim.text)
    here = content_words(placed_premise(passage, span, claim.text)) | content_words(passage.title)
    return len(wanted & here) / len(wanted) if wanted else 0.0


def premise(passage: Passage, span: Span) -> str:
    """The span as it is read, with the title before it so that the model knows who or what its pronouns mean."""
    return titled(passage.title, as_read(passage.text, span))


def headed_premise(passage: Passage, span: Span, claim: str = "") -> str:
    """The same, but for a title that the span begins with (``headed``), and as it is read for a claim."""
    return headed(passage.title, placed_premise(passage, span, claim))


def placed_premise(passage: Passage, span: Span, claim: str) -> str:
    """The span as it is read for a claim, in a text without a title behind the headings that the claim asks for, and with its
    names in full.
    """
    said = as_read(passage.text, span, claim)
    return (
        said if passage.title else in_full(claim, _looks(passage.text), in_its_section(passage.text, span, said, claim))
    )


def silent(text: str, span: Span) -> bool:
    """Whether a sentence says nothing by itself: a question without an answer, and a bare answer without its question."""
    return not as_read(text, span)


def quotable(text: str, span: Span) -> Span:
    """The span, with the answer behind a question that it ends with."""
    ends = (asked.span.end for start, asked in questions(text).items() if span.start <= start < span.end)
    return Span(span.start, max([span.end, *ends]))


def as_read(whole: str, span: Span, claim: str = "") -> str:
    """The span of a text as a reader understands it who has read what stands before it: how it is written for the NLI model.

    "The following year it …" behind a sentence of 2019 is "In 2020 it …" (``text.counted_dates``), and "he died there" says
    where (``text.there``). An item of a list comes with the line that leads it in (``leads``). A question with its answer is
    what both say, and nothing where that is not plain (``asked``). A row of a table comes with the names of its columns, of
    those that ``claim`` names where it names some (``rows``). Quotes are taken from the text itself, never from this.

    >>> as_read("Not covered:\\n- war\\n- theft", Span(19, 26)), as_read("Is it safe? No.", Span(0, 11))
    ('Not covered: theft.', 'It is not safe.')
    """
    text, earlier, end = span.of(whole), list[str](), 0
    depends = _depends(whole, span)
    goes_on = counts(text) or bool(points(text))
    if not (depends or goes_on):
        return composed(text)
    for one in _sentences_from(whole, span, paragraph=goes_on):
        if one.start >= span.end:
            break
        if "\n" in whole[end : one.start]:  # articles have a paragraph a line
            earlier.clear()
        told, end = one.of(whole), one.end
        if one.start >= span.start:
            said = counted(told, dated_before(earlier))
            said = placed(said, earlier[-1]) if earlier else said
            text = text.replace(told, _beside_others(whole, one, said, span, claim) if depends else said, 1)
        earlier.append(told)
    return composed(" ".join(text.split()) if depends else text)


def chosen_by(whole: str, span: Span) -> str:
    """A sentence as it is compared with a claim to choose what is read: a row of a table with the names of its columns."""
    row = rows(whole).get(span.start)
    return composed(row.told() if row else span.of(whole))


def quote_as_read(evidence: Evidence) -> str:
    """The quote of a verdict ``as_read``."""
    return as_read(evidence.passage.text, evidence.quote_span)


def _depends(whole: str, span: Span) -> bool:
    """Whether a sentence of the span is a question, an answer, a row of a table, or an item that a line above leads in."""
    starts = _dependent(whole)
    next_one = bisect_left(starts, span.start)
    return next_one < len(starts) and starts[next_one] < span.end


@lru_cache(maxsize=512)
def _dependent(whole: str) -> tuple[int, ...]:
    """Where such sentences begin, in order."""
    return tuple(sorted({*leads(whole), *questions(whole), *answers(whole), *rows(whole)}))


def _sentences_from(whole: str, span: Span, *, paragraph: bool) -> Iterator[Span]:
    """The sentences from the beginning of a span on, or from that of the paragraph in which it begins."""
    spans = sentence_spans(whole)
    first = min(bisect_left(spans, span.start, key=lambda one: one.start), len(spans) - 1)
    while paragraph and first > 0 and "\n" not in whole[spans[first - 1].end : spans[first].start]:
        first -= 1
    return islice(spans, first, None)


def _beside_others(whole: str, one: Span, said: str, span: Span, claim: str) -> str:
    """A sentence of ``span`` with what leads it in, or what a question says with its answer; an answer is read with its
    question, a row of a table with its header.
    """
    if asked := questions(whole).get(one.start):
        return asked.told or said * (one != span)
    if asked := answers(whole).get(one.start):
        return "" if asked.span.start >= span.start else asked.rest
    if row := rows(whole).get(one.start):
        return row.told(claim)
    lead = leads(whole).get(one.start)
    return item_behind(lead, said) if lead else said


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
