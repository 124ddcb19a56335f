"""Reading one document for one claim: the relevant sentences are scored alone, with their neighbours, and together.

Scoring is asked for, not done: a generator *yields* the premise/hypothesis pairs it wants scored and is *sent* their
probabilities (``lockstep`` runs many of them with full batches).

A premise contradicts a claim of two clauses no more than it contradicts one of them. ``careful-nli`` took "Most species of
penguin lay two eggs, but the emperor lays only one" for contradicted (0.92) by "Most penguins lay two eggs, although the two
largest species, the emperor and the king penguins, lay only one", and each half of it for entailed (0.86).
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass

import numpy as np

from localcheck.claims.rules.grammar import main_clause
from localcheck.claims.rules.wording import tokenize
from localcheck.judging.agreement import NEUTRAL, agreeing
from localcheck.judging.closed_forms import settled
from localcheck.judging.evidence.choose import Choice, choose
from localcheck.judging.evidence.wording import in_the_premise_s_words, premise_for, stated
from localcheck.judging.opinion import Pairs
from localcheck.judging.rows import is_outdone
from localcheck.judging.sections import of_other_sections
from localcheck.judging.spans import (
    content_words,
    headed,
    headed_premise,
    placed_premise,
    quotable,
    relevance,
    sentence_spans,
)
from localcheck.ports import FloatArray, SentenceEncoder
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.positive import ended
from localcheck.text.subjects import stands_in
from localcheck.text.values.compare import compare
from localcheck.text.values.opening import of_other_days
from localcheck.text.values.quantities import quantities
from localcheck.text.values.reckoned import may_be_reckoned
from localcheck.text.values.same_words import in_same_words
from localcheck.text.values.status import still_so
from localcheck.text.values.uncompared import of_one_year
from localcheck.text.values.undated import dated, undated
from localcheck.text.words import with_capital
from localcheck.types import Claim, Label, Passage, Span

JOINED = 3
"""Sentences that are also read as one, where that counts."""


@dataclass(frozen=True, slots=True)
class Reading:
    """How much of a document the NLI model reads."""

    sentences: int = 5
    """Single sentences: the most relevant ones."""
    windows: int = 2
    """How many of these are read again together with their neighbours."""
    together: int = JOINED
    """How many of the best sentences are joined to one premise, in the order of the document; 0: none is made."""
    by_two: bool = False
    """Whether two models read behind one port: the loudest sentence either way is then asked for once more by itself, so that
    both hear it, and rules that only doubt are not believed against both."""
    given: bool = False
    """Whether the document is a text that was given for the claims, and no article: what stands in it twice is asked for once,
    and where a window speaks and no sentence of it does, its sentences are asked for by themselves, too."""


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of one document, and what the model said."""

    passage: Passage
    spans: tuple[Span, ...]
    """The sentences, best first."""
    relevance: FloatArray
    """P(a person would quote the sentence), shape (n,)."""
    shares: FloatArray
    """The share of the claim's content words that each has, shape (n,)."""
    closest: float
    """Highest cosine of a sentence with the claim; 0 without an encoder."""
    alone: FloatArray
    """(entail, neutral, contradict) of each sentence, lowered where numbers differ (``agreement``), shape (n, 3)."""
    windows: tuple[Span, ...]
    """Sentences with their neighbours, in the order of ``spans``."""
    within: FloatArray
    """Their probabilities, shape (m, 3)."""
    together: FloatArray
    """Probabilities of the best sentences read as one, shape (3,); neutral where they were not."""
    settled: tuple[Span, Label] | None = None
    """The first sentence that settles the claim without a model (``agreement.settled``), and how."""

    @property
    def support(self) -> float:
        """The highest entailment of anything read: s(C, E) = max_i s(C, E_i) (Wang et al. 2023, Eq. 1); 0 if nothing was."""
        return max(
            (float(row[0]) for rows in (self.alone, self.within, self.together[None, :]) for row in rows), default=0.0
        )


SILENT = (ended, still_so, of_one_year, of_other_days)
"""What tells of a claim and a text that the text contradicts nothing: it is of another time."""
SILENT_AGAINST = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 0.0]])
"""What contradicts becomes silence."""
SPOKEN = 0.5
"""Entailment with which a window speaks for a claim."""
LOUD = 0.3
"""Entailment or contradiction from which the loudest sentence is read by itself."""
DOUBTED = 0.3
"""A contradiction of at least this much is asked about again: without the date that the text lacks, and by halves."""


def read(
    claim: Claim, passage: Passage, encoder: SentenceEncoder | None, choice: Choice, reading: Reading
) -> Generator[Pairs, FloatArray, Read]:
    """Choose the sentences and have them scored. For a document without sentences the result is empty and nothing is scored."""
    chosen = choose(claim, passage, encoder, choice, reading.sentences)
    every = sentence_spans(passage.text)
    spans = tuple(quotable(passage.text, every[i]) for i in chosen.places)
    if not spans:
        return Read(passage, (), np.empty(0), np.empty(0), 0.0, np.empty((0, 3)), (), np.empty((0, 3)), NEUTRAL)
    around = (window(passage.text, every, i) for i in chosen.places[: reading.windows])
    wide = tuple(quotable(passage.text, span) for span in around)
    texts = [headed_premise(passage, s, claim.text) for s in (*spans, *wide)]
    elsewhere = frozenset() if passage.title else of_other_sections(passage.text, claim.text)
    fitting = [i for i in chosen.places if every[i].start not in elsewhere]
    if best := sorted(fitting[: reading.together]):
        texts.append(headed(passage.title, " ".join(placed_premise(passage, every[i], claim.text) for i in best)))
    said = stated(claim.text)
    texts = [premise_for(said, text) for text in texts]
    told = [in_the_premise_s_words(said, text) for text in texts]
    asked = [in_same_words(one, text) for one, text in zip(told, texts, strict=True)]
    pairs = [(text, hypothesis) for hypothesis, text in asked]
    if reading.given:
        once = list(dict.fromkeys(pairs))
        scores = (yield once)[[once.index(pair) for pair in pairs]]
    else:
        scores = yield pairs
    if reading.by_two:
        inside = [[i for i, span in enumerate(spans) if span in window] for window in wide] if reading.given else []
        scores = yield from _read_alone(pairs, scores, len(spans), inside)
    scores = yield from not_against_its_halves(pairs, scores)
    scores = yield from _silent_on_the_date(texts, said, scores)
    n, m = len(spans), len(wide)
    shares = [relevance(claim, passage, s) for s in (*spans, *wide)]
    own = np.array(shares[:n])
    shares += [max(shares)] * bool(best)
    each = zip(scores, texts, told, shares, strict=True)
    rows = np.array([agreeing(row, text, one, share, by_two=reading.by_two) for row, text, one, share in each])
    past = [*_against_what_is_reckoned(said, texts, n * reading.given), *_of_another_time(said, texts)]
    rows[past] = rows[past] @ SILENT_AGAINST
    rows[[i for i, s in enumerate((*spans, *wide)) if is_outdone(passage.text, s.start, claim.text)]] = NEUTRAL
    rows[[i for i, s in enumerate((*spans, *wide)) if any(s.start <= at < s.end for at in elsewhere)]] = NEUTRAL
    together = rows[n + m] if best else NEUTRAL
    here = ((s, text) for s, text in zip(spans, texts, strict=False) if s.start not in elsewhere)
    sure = next(((s, label) for s, text in here if (label := settled(said, text))), None)
    return Read(passage, spans, chosen.relevance, own, chosen.closest, rows[:n], wide, rows[n : n + m], together, sure)


def _of_another_time(claim: str, texts: Sequence[str]) -> list[int]:
    """Which texts are of another time than a claim."""
    return [i for i, text in enumerate(texts) if any(silent(claim, text) for silent in SILENT)]


def _against_what_is_reckoned(claim: str, texts: Sequence[str], single: int) -> list[int]:
    """Which texts have another number than one of the claim that no text tells and that one of the ``single`` sentences makes
    up: "£12 per stay" says nothing of "two nights cost £190" beside "a double room £95".

    >>> _against_what_is_reckoned("Two nights cost £190.", ["A night costs £95.", "A dog costs £12."], 2)
    [1]
    """
    if not single or not quantities(claim):
        return []
    compared = [compare(claim, text) for text in texts]
    wanted = content_words(claim)
    made = {
        q.span
        for q in quantities(claim)
        if all(q.span in one.lost for one in compared)
        and any(wanted & content_words(text) and may_be_reckoned(q, claim, text) for text in texts[:single])
    }
    return [i for i, one in enumerate(compared) if any(mine in made for mine, _ in one.rivals)]


def window(text: str, every: Sequence[Span], place: int) -> Span:
    """A sentence with its neighbours, as far as its paragraph goes: a paragraph stands on a line.

    >>> text = "Mars is red. It is dry.\\nVenus is hot."
    >>> [window(text, sentence_spans(text), place).of(text) for place in (1, 2)]
    ['Mars is red. It is dry.', 'Venus is hot.']
    """
    first, here, last = every[max(place - 1, 0)], every[place], every[min(place + 1, len(every) - 1)]
    first = here if "\n" in text[first.end : here.start] else first
    last = here if "\n" in text[here.end : last.start] else last
    return Span(first.start, last.end)


def _read_alone(
    pairs: Pairs, scores: FloatArray, single: int, inside: Sequence[Sequence[int]] = ()
) -> Generator[Pairs, FloatArray, FloatArray]:
    """The scores, those of the sentence that would be quoted for the claim and of the one against it asked for by themselves.

    Of two models the careful one re-reads what leads an ask, which may all be windows; the quoted sentence then has only the
    quick one's word. ``single``: how many rows are single sentences; they come first. ``inside``: of each window the rows of
    its sentences, which are asked for as well where the window that speaks for the claim loudest does and none of them; they
    are heard only for the claim.
    """
    loudest = {int(scores[:single, column].argmax()) for column in (0, 2)}
    chosen = {i for i in loudest if max(scores[i][0], scores[i][2]) >= LOUD}
    within = scores[single : single + len(inside), 0]
    place = int(within.argmax()) if inside else 0
    spoken = bool(inside) and within[place] >= SPOKEN and all(scores[i][0] < LOUD for i in inside[place])
    rows = sorted(chosen.union(inside[place] if spoken else ()))
    if not rows:
        return scores
    again = yield [pairs[i] for i in rows]
    scores = np.array(scores)
    for i, row in zip(rows, again, strict=True):
        if i in chosen or row[0] >= LOUD:
            scores[i] = row
    return scores


def _silent_on_the_date(
    texts: Sequence[str], claim: str, scores: FloatArray
) -> Generator[Pairs, FloatArray, FloatArray]:
    """Contradictions that rest on the claim's year alone become silence.

    A small model takes a year that the text does not have for a contradiction. Where such a text entails the claim without its
    date, it says nothing of the date: that share of the contradiction goes to neutral.
    """
    rest = undated(claim)
    doubted = [i for i, text in enumerate(texts) if rest and scores[i][2] >= DOUBTED and not dated(text)]
    if not doubted:
        return scores
    again = yield [(texts[i], rest) for i in doubted]
    scores = np.array(scores)
    for i, row in zip(doubted, again, strict=True):
        silent = scores[i][2] * row[0]
        scores[i] += (0.0, silent, -silent)
    return scores


SAID = 0.5
"""Entailment from which a half is said."""
_TWO = regex(
    r"(?P<one>[^,;]{12,150}?)(?:, (?P<and>but|and|while|whereas|although|though)| (?P<joined>while|whereas|although|because))"
    rf" (?P<two>(?:the|an?|most|many|some|all|[{CAPITAL}]|[a-z]+ [a-z]+)[^,;]{{10,150}})"
)
_START = rf"(?:the |an? |[{CAPITAL}])"
_LED = regex(rf"(?:While|Whereas|Although|Though) (?P<one>{_START}[^,;]{{10,150}}), (?P<two>{_START}[^,;]{{10,150}})")


def halves(claim: str) -> tuple[str, str, bool] | None:
    """The two clauses of a claim, each as a sentence, and whether both together say all that it says, as they do not with
    "because" between them; None for a claim of one clause, and where a pronoun begins the second.

    >>> halves("Most penguins lay two eggs, but the emperor lays only one.")
    ('Most penguins lay two eggs.', 'The emperor lays only one.', True)
    >>> halves("Bach wrote masses, but not the opera about Rome."), halves("Bach left Weimar because he was ill.")
    (None, None)
    """
    found, led = _TWO.fullmatch(claim), _LED.fullmatch(claim)
    cut = led or found
    if cut is None or stands_in(cut["two"]):
        return None
    one, two = (with_capital(cut[side]) for side in ("one", "two"))
    if main_clause(tokenize(two)) is None:
        return None
    return f"{one}.", two, led is not None or cut["joined"] != "because"


def not_against_its_halves(pairs: Pairs, scores: FloatArray) -> Generator[Pairs, FloatArray, FloatArray]:
    """The scores, with no more contradiction of a hypothesis than one of its halves has, and with its entailment where both are
    entailed. Where the halves do not say all, both must be entailed, and nothing is said then.
    """
    parts = {
        i: two for i, (_, said) in enumerate(pairs) if scores[i][2] >= DOUBTED and (two := halves(said)) is not None
    }
    if not parts:
        return scores
    again = yield [(pairs[i][0], half) for i, two in parts.items() for half in two[:2]]
    scores = np.array(scores)
    for place, (i, (*_, whole)) in enumerate(parts.items()):
        both = again[2 * place : 2 * place + 2]
        entailed, against = float(both[:, 0].min()), float(both[:, 2].max())
        if whole and entailed >= SAID:
            scores[i] = (entailed, 1.0 - entailed, 0.0)
        elif entailed >= SAID:
            scores[i] += (0.0, scores[i][2], -scores[i][2])
        elif whole and against < scores[i][2]:
            scores[i] += (0.0, scores[i][2] - against, against - scores[i][2])
    return scores
