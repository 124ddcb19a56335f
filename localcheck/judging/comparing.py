"""Claims that compare two things are settled by two articles: each says how high, long or old its own subject is."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

from localcheck.judging.conclude import conclude
from localcheck.judging.evidence.learned import settling
from localcheck.judging.spans import bare, sentence_spans
from localcheck.ports import Retriever
from localcheck.stats.bayes import Policy
from localcheck.text.values.comparisons import Comparison, comparison, holds
from localcheck.text.values.measures import YEARS, Measured, measured
from localcheck.text.words import folded
from localcheck.types import Claim, Label, Passage, Verdict

HITS = 3
"""Documents among which the article with a name is looked for."""
DOCUMENTS = 2
"""How many are read."""
SHOWN = 160
"""Characters of a sentence that a rationale shows."""


def by_comparison(claim: Claim, retriever: Retriever, policy: Policy) -> Verdict | None:
    """The verdict on a claim that compares two things of which the source has articles that tell the same value of both; None
    for any other claim, and where they do not settle it.

    The first article says nothing by itself and does not move the belief; the second one settles the claim.
    """
    what = comparison(claim.text)
    if what is None or not retriever.info.articles or policy.k < DOCUMENTS:
        return None
    passages = [article(name, what, retriever) for name in (what.one, what.other)]
    one, other = passages
    if one is None or other is None or one.title == other.title:
        return None
    found = [_values(what, passage) for passage in (one, other)]
    if (held := holds(what, *found)) is None:
        return None
    true, value = held
    label = Label.SUPPORTED if true else Label.REFUTED
    spans = [values[value].span for values in found]
    said = [settling(p, s, label, policy.likelihoods) for p, s in zip((one, other), spans, strict=True)]
    opinions = [replace(said[0], symbol=None), said[1]]
    beliefs = [policy.start(), *(policy.after(o.symbol for o in opinions[:n]) for n in (1, 2))]
    verdict = conclude(claim, opinions, beliefs, policy, may_refute=(True, True))
    shown = "; ".join(
        f"“{_shown(p, values[value])}” ({p.title})" for p, values in zip((one, other), found, strict=True)
    )
    return replace(verdict, rationale=f"compared by {value}: {shown}")


def article(name: str, what: Comparison, retriever: Retriever) -> Passage | None:
    """The article with this name; for years also the only one among the first hits whose title ends with it: Mozart's."""
    wanted = folded(name)
    hits = list(islice(retriever.search(name), HITS))
    for passage in hits:
        if any(folded(bare(title)) == wanted for title in (passage.title, *retriever.aliases(passage.title))):
            return passage
    ends = [p for p in hits if folded(bare(p.title))[-len(wanted) :] == wanted]
    return ends[0] if len(ends) == 1 and what.values == (YEARS,) else None


def _values(what: Comparison, passage: Passage) -> dict[str, Measured]:
    """What an article tells of its subject that the claim compares."""
    spans = sentence_spans(passage.text)
    found = ((name, measured(name, bare(passage.title), passage.text, spans)) for name in what.values)
    return {name: value for name, value in found if value is not None}


def _shown(passage: Passage, value: Measured) -> str:
    said = " ".join(value.span.of(passage.text).split())
    return said if len(said) <= SHOWN else f"{said[: SHOWN - 1]}…"
