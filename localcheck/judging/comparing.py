"""Claims that are settled by what articles tell of their subjects: how high, long or large it is, when it was, who made it.

A comparison takes two articles, each of which says it of its own subject; a claim that only says when something was, or who
made it, takes one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from localcheck.judging.conclude import conclude
from localcheck.judging.opinion import settling
from localcheck.judging.spans import sentence_spans
from localcheck.ports import Retriever
from localcheck.stats.bayes import Policy
from localcheck.text.impersonal import unstressed
from localcheck.text.names import without_parenthesis
from localcheck.text.patterns import regex
from localcheck.text.subjects import stands_in
from localcheck.text.values.aged import Aged, aged, was_so_old
from localcheck.text.values.comparisons import EVENT, Comparison, comparison
from localcheck.text.values.lifetimes import Years
from localcheck.text.values.makers import Made, made, made_by
from localcheck.text.values.measures import FIRST, LAST, NTH, SINCE, UNTIL, Measured, measured
from localcheck.text.values.order import holds
from localcheck.text.values.properties import Property, had_by, property_of
from localcheck.text.values.succession import when
from localcheck.text.values.timed import DONE, Timed, held_against, timed
from localcheck.text.words import folded
from localcheck.types import Claim, Label, Passage, Span, Verdict

HITS = 3
"""Documents among which the article with a name is looked for."""
_RULER = regex(r" [IVX]+$")
SHOWN = 160
"""Characters of a sentence that a rationale shows."""


@dataclass(frozen=True, slots=True)
class _Settled:
    """A claim settled by what articles tell."""

    true: bool
    by: str
    """The value, or values."""
    said: tuple[tuple[Passage, Span], ...]
    """In each article the sentence that tells it."""
    beside: tuple[Span, ...] = ()
    """Another sentence of the only article that tells a part of it."""


def by_values(claim: Claim, retriever: Retriever, policy: Policy) -> Verdict | None:
    """The verdict on a claim that compares two things, or only says when something was or who made it, from what the articles
    with these names tell; None for any other claim, and where they do not settle it.

    Of two articles the first says nothing by itself and does not move the belief; the second one settles the claim.
    """
    if not retriever.info.articles or stands_in(claim.text):
        return None
    found = _settled(unstressed(claim.text), retriever)
    if found is None or len(found.said) > policy.k:
        return None
    label = Label.SUPPORTED if found.true else Label.REFUTED
    opinions = [settling(passage, span, label, policy.likelihoods) for passage, span in found.said]
    opinions = [*(replace(o, symbol=None) for o in opinions[:-1]), opinions[-1]]
    beliefs = [policy.start(), *(policy.after(o.symbol for o in opinions[: n + 1]) for n in range(len(opinions)))]
    verdict = conclude(claim, opinions, beliefs, policy, may_refute=(True,) * len(opinions))
    sentences = [*found.said, *((found.said[0][0], span) for span in found.beside)]
    shown = "; ".join(f"“{_shown(passage, span)}” ({passage.title})" for passage, span in sentences)
    return replace(verdict, rationale=f"settled by the {found.by}: {shown}")


def _settled(claim: str, retriever: Retriever) -> _Settled | None:
    """By the first rule that reads the claim, whether this then finds what it looks for or not."""
    for read, settle in RULES:
        if (what := read(claim)) is not None:
            return settle(what, claim, retriever)
    return None


def _compared(what: Comparison, _: str, retriever: Retriever) -> _Settled | None:
    years = FIRST in what.sides[0] or LAST in what.sides[0]
    one, other = (article(name, retriever, years) for name in (what.one, what.other))
    if one is not None and other is None:
        return _outlived(what, one)
    if one is None or other is None or one.title == other.title:
        return None
    mine, its = (_values(side, passage) for side, passage in zip(what.sides, (one, other), strict=True))
    held = holds(what, mine, its)
    if held is None:
        return None
    true, by, its_by = held
    by_both = _named(by) if by == its_by else f"{_named(by)} of one and the {_named(its_by)} of the other"
    return _Settled(true, by_both, ((one, mine[by].span), (other, its[its_by].span)))


def _outlived(what: Comparison, one: Passage) -> _Settled | None:
    """By the article of the one alone, where it tells in which year the other died."""
    if what.sides != ((LAST,), (LAST,)):
        return None
    text, mine = one.text, _values((LAST,), one)
    died = when(f"{what.other} died", without_parenthesis(one.title), text, sentence_spans(text))
    if LAST not in mine or died is None:
        return None
    held = holds(what, mine, {LAST: Measured(died.year, died.year, died.span)})
    beside = _besides(mine[LAST].span, died.span)
    return None if held is None else _Settled(held[0], _named(LAST), ((one, died.span),), beside)


def _timed_name(claim: str) -> Timed | None:
    """When a claim says that something was that has a name."""
    told = timed(claim)
    return told if told is not None and told.who[:1].isupper() else None


def _timed(what: Timed, passage: Passage) -> _Settled | None:
    wanted = _wanted(what)
    found = {name: value for name, value in _values(wanted, passage).items() if value.low == value.high}
    if not found:
        return None
    ends = wanted[:2] if found.keys() & frozenset(wanted[:2]) else tuple(found)[:1]
    first, last = (None if (value := found.get(name)) is None else int(value.low) for name in (ends[0], ends[-1]))
    told = held_against(what, Years(first, last))
    by = ends[0] if what.what in ("born", "began") or last is None else ends[-1]
    return _Settled(told == "borne out", _named(by), ((passage, found[by].span),)) if told else None


def _wanted(what: Timed) -> tuple[str, ...]:
    """The values that say when it was: of a life or a term its two ends, of an event also its only year."""
    if what.what == "done":
        return (what.verb.split()[-1],)
    if what.what == "held":
        return (f"{SINCE} {what.office}", f"{UNTIL} {what.office}")
    return (FIRST, LAST, *EVENT[1:]) if what.what == "lasted" else (FIRST, LAST)


def _made(what: Made, passage: Passage) -> _Settled | None:
    found = made_by(what, passage.title, passage.text, sentence_spans(passage.text))
    return None if found is None else _Settled(found[0], f"one who {what.deed} it", ((passage, found[1]),))


def _aged(what: Aged, passage: Passage) -> _Settled | None:
    text, values = passage.text, _values((FIRST, LAST), passage)
    born = _exactly(values.get(FIRST))
    if what.dying:
        then = _exactly(values.get(LAST))
    else:
        found = when(what.event, without_parenthesis(passage.title), text, sentence_spans(text))
        then = None if found is None else (found.year, found.span)
    if born is None or then is None:
        return None
    (year, first), (at, span) = born, then
    true = was_so_old(what, (year, first.of(text)), (at, span.of(text)))
    return None if true is None else _Settled(true, f"years {year} and {at}", ((passage, span),), _besides(first, span))


def _exactly(value: Measured | None) -> tuple[int, Span] | None:
    """A year and the sentence that tells it; None where only its bounds are known."""
    return None if value is None or value.low != value.high else (int(value.low), value.span)


def _besides(span: Span, shown: Span) -> tuple[Span, ...]:
    """Another sentence, if it is another one than the one that is shown."""
    return () if span == shown else (span,)


def _had(what: Property, passage: Passage) -> _Settled | None:
    found = had_by(what, passage.title, passage.text, sentence_spans(passage.text))
    return None if found is None else _Settled(found[0], what.noun, ((passage, found[1]),))


def _of_article(name: str, settle: Callable[[Any, Passage], _Settled | None], years: bool = False) -> _Settler:
    """A rule that reads the article on what the claim is about, its attribute ``name``; it says nothing where there is none."""

    def settle_by_article(what: Any, _: str, retriever: Retriever) -> _Settled | None:
        passage = article(getattr(what, name), retriever, years)
        return None if passage is None else settle(what, passage)

    return settle_by_article


_Settler = Callable[[Any, str, Retriever], "_Settled | None"]
RULES: tuple[tuple[Callable[[str], Any], _Settler], ...] = (
    (comparison, _compared),
    (_timed_name, _of_article("who", _timed, years=True)),
    (made, _of_article("work", _made)),
    (property_of, _of_article("of", _had)),
    (aged, _of_article("who", _aged, years=True)),
)
"""What reads a claim, giving None for a claim of another kind, and what then settles it."""


def article(name: str, retriever: Retriever, years: bool = False) -> Passage | None:
    """The article with this name; for ``years`` also the only one among the first hits whose title ends with it: Mozart's. For
    a ruler with a number the only one that continues with what was ruled: Elizabeth I of England.

    None where several are called so, but for one that has just this title.
    """
    wanted = folded(name)
    hits = list(islice(retriever.search(name), HITS))
    whole = [p for p in hits if folded(p.title.removeprefix("The ")) == wanted]
    called = [
        p for p in hits if any(folded(without_parenthesis(t)) == wanted for t in (p.title, *retriever.aliases(p.title)))
    ]
    ends = [p for p in hits if years and folded(without_parenthesis(p.title))[-len(wanted) :] == wanted]
    if _RULER.search(name):
        ends += [p for p in hits if folded(p.title)[: len(wanted) + 1] == [*wanted, "of"]]
    found = next((some for some in (whole, called, ends) if some), [])
    return found[0] if len({p.title for p in found}) == 1 else None


def _values(wanted: Sequence[str], passage: Passage) -> Mapping[str, Measured]:
    """What an article tells of its subject, of what is wanted and in that order."""
    spans = sentence_spans(passage.text)
    found = ((name, measured(name, without_parenthesis(passage.title), passage.text, spans)) for name in wanted)
    return {name: value for name, value in found if value is not None}


def _named(value: str) -> str:
    """A value as a person calls it: a verb stands for the year in which that was done."""
    kind, _, office = value.partition(" ")
    if kind in (NTH, SINCE, UNTIL):
        return f"number of the {office}" if kind == NTH else f"years as {office}"
    names = {FIRST: "year of birth or beginning", LAST: "year of death or end"}
    return f"year in which it was {value}" if value in (*DONE, *EVENT[1:]) else names.get(value, value)


def _shown(passage: Passage, span: Span) -> str:
    said = " ".join(span.of(passage.text).split())
    return said if len(said) <= SHOWN else f"{said[: SHOWN - 1]}…"
