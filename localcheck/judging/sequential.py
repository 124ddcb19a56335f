"""Judging one claim by documents read one after another, until a stopping rule says that the belief is settled enough."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from localcheck.errors import LocalcheckError, NoPageRead
from localcheck.judging.agreement import decided_against
from localcheck.judging.comparing import by_values
from localcheck.judging.conclude import conclude, failed, unchecked
from localcheck.judging.copies import counted_before
from localcheck.judging.expert import Consultant
from localcheck.judging.named import (
    is_named,
    is_of_its_article,
    is_on_its_subject,
    names_whole,
    of_another_thing,
    refers_back,
    says_of,
    speaks_of,
    told_beside_it,
    unresolved,
)
from localcheck.judging.namesakes import (
    begins_with_a_namesake,
    named_whole,
    names_only_a_part,
    names_only_others,
    of_a_longer_name,
    of_a_namesake,
    of_another_kind,
    under_other_numbers,
)
from localcheck.judging.opinion import SIDES, Opinion, Reader
from localcheck.judging.precedence import believed, heard
from localcheck.judging.spans import as_read, sentence_spans
from localcheck.judging.together import Judging
from localcheck.ports import Retriever
from localcheck.stats.bayes import Policy
from localcheck.text.subjects import name_phrases
from localcheck.text.values.compare import compare
from localcheck.types import Belief, Claim, Cost, Document, Label, Passage, Span

NEAR = 0.1
"""P(a person would quote a sentence for a claim) from which on it may refute it, whatever its article is about, and is worth
asking a stronger reader about: of 41 answers the nine about sentences below this said "neither", and changed nothing."""
ENCYCLOPEDIAS = ("wiki", "wikipedia")
"""Kinds of sources whose articles are about what their titles name."""


def judge(
    claim: Claim,
    document: Document,
    retriever: Retriever,
    policy: Policy,
    reader: Reader,
    uncovered: str = "",
    named: bool = False,
    consultant: Consultant | None = None,
    published: bool = False,
) -> Judging:
    """Judge one claim, from prior to verdict. If the retriever fails, only this claim is FAILED.

    An article about another bearer of the name refutes nothing, nor does what is said of something else, and nothing refutes a
    claim that does not say what its first pronoun means (``judging.named``). Of several sources each is heard before reading
    stops. ``named``: only an article about something that the claim names may refute it. ``consultant``: the stronger reader,
    which is asked about a document where that is expected to cost less than deciding or reading on. Where nothing read so far
    can be quoted for the label that the belief asks for, reading continues; and what compares two things, or only says when
    something was or who made it, is settled by what articles tell (``judging.comparing``). ``published``: neither is done,
    every document counts (Eq. 4), the policy alone says when reading stops, and the score is the posterior's, also where
    nothing can be quoted.
    """
    if (verdict := unchecked(claim, uncovered)) is not None:
        return verdict
    opinions: list[Opinion] = []
    passed_over: list[str] = []
    beliefs = [policy.start()]
    order = retriever.info.sources
    try:
        if not published and (verdict := by_values(claim, retriever, policy)) is not None:
            return verdict
        passages = _read(retriever.evidence(document, claim), passed_over)
        asked, unheard, least = Cost(), "", min(len(order), policy.k)
        while True:
            if consultant is not None and opinions and asks_about_last(opinions, beliefs[-1], policy, order):
                opinions[-1], cost = consultant.consult(claim, opinions[-1], _moved(policy, opinions[-1]))
                opinions[-1] = replace(opinions[-1], barred=not _may_refute(opinions[-1], claim, retriever, named))
                asked += cost
                unheard = opinions[-1].note if opinions[-1].answer is None else unheard
                beliefs.append(believed(opinions, policy, order))
                continue
            enough = (published or len(opinions) >= least) and policy.stops(beliefs[-1])
            if enough and not published and beliefs[-1].step < policy.k:
                enough = can_be_shown(policy.label(beliefs[-1].p_factual), opinions, claim, retriever, named)
            if enough or (passage := next(passages, None)) is None:
                break
            if not published and (unread := _not_counted(passage, opinions, claim, document, retriever)):
                opinions.append(Opinion(passage, None, note=unread))
            else:
                said = yield from reader.weigh(claim, passage)
                opinions.append(replace(said, barred=not _may_refute(said, claim, retriever, named)))
            beliefs.append(policy.after(o.symbol for o in opinions) if published else believed(opinions, policy, order))
        may = [not (unresolved(claim) or o.barred) for o in opinions]
    except LocalcheckError as error:
        return failed(claim, error, opinions, beliefs)
    verdict = conclude(claim, opinions, beliefs, policy, order, tuple(may), may_support(claim, opinions, retriever))
    verdict = replace(verdict, score=1.0 - beliefs[-1].p_factual) if published else verdict
    note = "; ".join(n for n in (verdict.note, unheard if asked.llm_calls else "", *passed_over) if n)
    return replace(verdict, cost=verdict.cost + asked, note=note)


def asks_about_last(opinions: Sequence[Opinion], belief: Belief, policy: Policy, order: tuple[str, ...]) -> bool:
    """Is the stronger reader asked about the last document? Not where that has no sentence that a person might quote for the
    claim (``NEAR``), or moves no belief.
    """
    about = bool(opinions[-1].shown) and opinions[-1].near >= NEAR
    return about and policy.asks(belief) and heard(opinions, policy, order)[-1]


def _read(passages: Iterator[Passage], passed_over: list[str]) -> Iterator[Passage]:
    """The documents; why none of those found could be read is put into ``passed_over``."""
    try:
        yield from passages
    except NoPageRead as error:
        passed_over.append(f"{error.message} ({error.hint})" if error.hint else error.message)


def _not_counted(
    passage: Passage, opinions: Sequence[Opinion], claim: Claim, document: Document, retriever: Retriever
) -> str:
    """Why a document says nothing of a claim: it was counted before, or is about something that the text does not name."""
    titles = (passage.title, *retriever.aliases(passage.title))
    if passage.source.kind in ENCYCLOPEDIAS and of_another_thing(titles, claim, document.text):
        return "an article about something that the text does not name"
    return counted_before(passage, [o.passage for o in opinions], document)


def can_be_shown(label: Label, opinions: Sequence[Opinion], claim: Claim, retriever: Retriever, named: bool) -> bool:
    """False where a sentence must be quoted for ``label`` and none of those read can be: then another document is worth
    reading, however settled the belief is.
    """
    quoted = [o for o in opinions if o.quote(label) is not None]
    if label is Label.REFUTED:
        quoted = [o for o in quoted if _may_refute(o, claim, retriever, named)]
    if label is Label.SUPPORTED:
        allowed = may_support(claim, opinions, retriever)
        quoted = [o for o, may in zip(opinions, allowed, strict=True) if may and o.quote(label) is not None]
    return label not in SIDES or bool(quoted)


def may_support(claim: Claim, opinions: Sequence[Opinion], retriever: Retriever) -> tuple[bool, ...]:
    """Which documents may be quoted for a claim: all but those quoted with what is said of a namesake; and only the article on
    its subject, where that has another value against it and nothing for it. The region around Gdańsk has more than a million
    inhabitants, the city has not.
    """
    names = [(o.passage.title, *retriever.aliases(o.passage.title)) for o in opinions]
    own = [is_on_its_subject(titles, claim) for titles in names]
    against = any(mine and _has_another_value(o, claim) for o, mine in zip(opinions, own, strict=True))
    return tuple(
        mine or not (against or _of_a_namesake(o, claim, titles))
        for o, mine, titles in zip(opinions, own, names, strict=True)
    )


def _of_a_namesake(opinion: Opinion, claim: Claim, titles: Sequence[str]) -> bool:
    """Whether an encyclopedia is quoted for the claim with what it says of another bearer of the name."""
    quote = opinion.quote(Label.SUPPORTED)
    if quote is None or opinion.passage.source.kind not in ENCYCLOPEDIAS:
        return False
    return _is_of_a_namesake(titles, claim, as_read(opinion.passage.text, quote.span))


def _is_of_a_namesake(titles: Sequence[str], claim: Claim, said: str) -> bool:
    return begins_with_a_namesake(titles, claim, said) or names_only_others(titles, claim, said)


def _has_another_value(opinion: Opinion, claim: Claim) -> bool:
    """Whether a document is quoted against a claim with another number or date than the claim's, and has nothing for it."""
    quote = opinion.quote(Label.REFUTED)
    if quote is None or opinion.quote(Label.SUPPORTED) is not None:
        return False
    return bool(compare(claim.text, quote.span.of(opinion.passage.text)).rivals)


def _moved(policy: Policy, opinion: Opinion) -> float:
    """How far a document moved the belief, in log-odds."""
    return 0.0 if opinion.symbol is None else float(policy.likelihoods.log_ratios()[opinion.symbol])


def _may_refute(opinion: Opinion, claim: Claim, retriever: Retriever, named: bool) -> bool:
    """False for an article about another bearer of the name, unless the quote has all of the subject's name, for one about
    something whose name only has the subject's in it or has another number, and for what is said of somebody else.

    In an encyclopedia the quote must be said of the claim's subject, or be one that a person would quote for the claim
    (``NEAR``; not what "the planet" of another article is), or name the subject and exclude the claim in a form that is decided
    without a model, such as another number. Any other document must name the subject somewhere. With ``named`` the article must
    be about something that the claim names.
    """
    quote = opinion.quote(Label.REFUTED)
    if quote is None:
        return not named
    title, text = opinion.passage.title, opinion.passage.text
    names = (title, *retriever.aliases(title))
    if opinion.passage.source.kind in ENCYCLOPEDIAS:
        said, before = as_read(text, quote.span), _before(text, quote.span)
        about = (
            (quote.near >= NEAR and not is_of_its_article(names, claim, said, before))
            or says_of(names, claim, said, before)
            or (names_whole(names, claim, said) and decided_against(claim.text, f"{title}. {said}"))
        ) and not (_is_of_a_namesake(names, claim, said) or told_beside_it(claim.text, said))
    else:
        about = speaks_of(names, claim, text)
    elsewhere = of_a_namesake(names, claim) and not named_whole(claim, quote.span.of(text))
    elsewhere = elsewhere or of_a_longer_name(names, claim, text) or under_other_numbers(names, claim, text)
    elsewhere = elsewhere or of_another_kind(claim, text) or names_only_a_part(names, claim, as_read(text, quote.span))
    return about and not elsewhere and (not named or is_named(names, claim))


def _before(text: str, quote: Span) -> str:
    """The last sentence before a quote that names something, where the quote goes on from it; empty where there is none.

    >>> text = "Ada wrote a program. It rained. She lived in London."
    >>> _before(text, Span(32, 52)), _before(text, Span(0, 20))
    ('Ada wrote a program.', '')
    """
    if not refers_back(quote.of(text)):
        return ""
    earlier = (s.of(text) for s in reversed(sentence_spans(text)) if s.end <= quote.start)
    return next((sentence for sentence in earlier if name_phrases(sentence)), "")
