"""What one document says of a claim, as a row of numbers for the evidence score. Pure.

Each of the first five features is entailment minus contradiction, computed in a different way and multiplied by how far
the document is about what the claim says (``bearing``). So a document about something else gives a row of nearly zeros: a
model tends to give the same claim the same score beside any unrelated document, and that is no evidence. Three more features
are for the web. Each is in [-1, 1].

How plainly a document contradicts a claim is a row of its own, for a fitted rule (``EvidenceModel.refutes``). A reader takes
much that says something else of the same thing for a contradiction, the more so the more a claim says. Of 500 true sentences
of an encyclopedia whose own article was kept from it 44 were refuted by others, and of the same sentences with one detail
changed only 70: a refutation told next to nothing (decision 0257).
"""

from __future__ import annotations

import numpy as np

from localcheck.judging.evidence.read import Read
from localcheck.judging.opinion import Candidate
from localcheck.judging.spans import as_read, content_words
from localcheck.judging.subject_names import WHAT_IT_IS
from localcheck.ports import FloatArray
from localcheck.text.lexicon import rows
from localcheck.text.names import without_parenthesis
from localcheck.text.stopwords import ENGLISH
from localcheck.text.subjects import subject, words
from localcheck.text.values.same_words import word_for_word
from localcheck.types import Claim

FEATURES = tuple(rows("features.features"))
"""The last three are for the web, where a search was made for this very claim: that it finds nothing speaks against the claim.
A page that does not name the subject does so more than a page about it that contradicts: of 944 recorded claims 42 % were
true, of those whose first page contradicts 37 %, of those whose first page is not about the subject 20 % (see research/)."""
INDEX = 5
"""How many of them an encyclopedia's evidence score has."""
TOGETHER = 1
"""Place of "the best sentences read as one"."""
SUREST = 7.0
"""Log-odds that count as certainty."""
NAMED = 0.05
"""``aboutness`` from which on a document is about the subject at all."""
TITLED, NEAR = 0.3, 0.4
"""How much it counts that a claim has an article's whole title ("The Spaniards never found Machu Picchu"), and that one of its
sentences is as close to the claim in meaning as can be."""
FAR, CLOSE = 0.5, 0.8
"""Cosine of a claim and a sentence from which on they are close, and from which on as close as can be."""
STATED = len(FEATURES)
"""Place of one more number, which has no weight: does a sentence say the claim word for word? It has a symbol of its own."""
SHIPS = frozenset("rms hms uss ss hmas ms mv".split())
"""What stands before the names of ships."""
NOTHING = (*[0.0] * INDEX, -1.0, -1.0, 0.0, 0.0)
"""The features of a document of which nothing was read: no certainty for the sixth and seventh."""


def says_nothing(row: FloatArray) -> bool:
    """True if a document with these features is not about the claim's subject at all."""
    return bool(row[len(FEATURES) - 1] == 0.0)


def states(row: FloatArray) -> bool:
    """True if a document with these features says the claim word for word."""
    return bool(row[STATED:].any())


def features(claim: Claim, read: Read) -> FloatArray:
    """The features of one document, shape (9,); ``NOTHING`` if nothing was read."""
    if not read.spans:
        return np.array(NOTHING)
    weight = read.relevance / max(float(read.relevance.sum()), 1e-9)
    voices = [
        float(weight @ (read.alone[:, 0] - read.alone[:, 2])),
        float(read.together[0] - read.together[2]),
        _strongest(read.alone),
        _strongest(read.within if len(read.within) else read.alone),
        _strongest(read.alone * read.shares[:, None]),
    ]
    entail = max(float(rows[:, 0].max()) for rows in (read.alone, read.within, read.together[None, :]) if len(rows))
    about = aboutness(claim, read, float(read.shares.max()))
    stated = any(word_for_word(claim.text, as_read(read.passage.text, span)) for span in read.spans)
    row: FloatArray = np.append(
        np.array(voices) * bearing(claim, read, about),
        [_sure(entail), _sure(float(read.relevance.max())), float(about > NAMED), float(stated)],
    )
    return row


def _sure(p: float, surest: float = SUREST) -> float:
    """A probability as log-odds, in shares of those that count as certainty: in [-1, 1]."""
    odds = np.log(max(p, 1e-6) / max(1.0 - p, 1e-6)) / surest
    return float(min(1.0, max(-1.0, odds)))


def _strongest(rows: FloatArray) -> float:
    return float(rows[:, 0].max() - rows[:, 2].max())


def bearing(claim: Claim, read: Read, about: float) -> float:
    """How far what the document says bears on the claim, in [0, 1]: it is about the claim's subject (``about``), or its title
    stands in the claim, or a sentence of it is close to the claim in meaning. Each is a reason by itself.

    A claim's subject is only its first name: "The Spaniards who conquered Peru never found Machu Picchu" is no less about Machu
    Picchu. Of 2,508 claims by others both readers judge 67.5 in a hundred rightly and 7.4 wrongly, and 60.2 and 7.0 where only
    the subject counts and quotes are as they were before (decision 0237).
    """
    title = " ".join(w for w in words(without_parenthesis(read.passage.title)) if w != "the")
    titled = TITLED if title and f" {title} " in f" {' '.join(words(claim.text))} " else 0.0
    close = NEAR * min(1.0, max(0.0, (read.closest - FAR) / (CLOSE - FAR)))
    return 1.0 - (1.0 - about) * (1.0 - titled) * (1.0 - close)


def aboutness(claim: Claim, read: Read, share: float) -> float:
    """How far the document is about the subject of the claim, in [0, 1].

    Either its title is the claim's subject, or a sentence names the subject and shares the claim's other words (``share``,
    squared; half a name is next to nothing). The subject is what the claim is known to be about, else its first name; a claim
    without one is about a title that stands in it.
    """
    title = words(without_parenthesis(read.passage.title))
    named = set(words(claim.about) or subject(claim.text)) - {"the"}
    if not named:
        return max(float(" ".join(title) in " ".join(words(claim.text))), share**2)
    near = _likeness(named, set(title) - {"the"})
    texts = (set(words(s.of(read.passage.text))) | set(words(read.passage.title)) for s in read.spans)
    held = max(len(named & text) / len(named) for text in texts)
    return max(near, held**4 * share**2)


def _likeness(named: set[str], heading: set[str]) -> float:
    """How far two names are the same: the words they share among all their words, in [0, 1].

    Words that only say what a thing is do not count: the Titanic is the RMS Titanic, and Everest is Mount Everest.
    """
    if not named & heading:
        return 0.0
    mine, other = (name - ENGLISH - WHAT_IT_IS - SHIPS or name for name in (named, heading))
    return max(len(named & heading) / len(named | heading), len(mine & other) / len(mine | other))


NUMBERS = tuple(rows("features.numbers"))
IN_A_TEXT = 2.0
"""How many claims of a text are taken to be true for each that is false. A sentence that is asked about alone may be either."""
SURE, LONG = 1e-3, 14
"""Probabilities nearer to 0 or 1 count as this, and longer claims as so long."""


def told_against(claim: Claim, found: Read, quote: Candidate) -> FloatArray:
    """The numbers for a document that is quoted against a claim, shape (4,)."""
    said = np.array([quote.probability, found.alone[:, 2].max(), found.alone[:, 0].max()]).clip(SURE, 1.0 - SURE)
    row: FloatArray = np.append(np.log(said / (1.0 - said)), min(len(content_words(claim.text)), LONG))
    return row


CERTAIN = 5.0
"""Log-odds that count as certainty beside a given text."""


def in_numbers(claim: Claim, found: Read) -> tuple[float, ...]:
    """What was read of a text that was given for the claim, as ``given_score.NUMBERS``; empty if nothing was."""
    if not found.spans:
        return ()
    wide = found.within if len(found.within) else found.together[None, :]
    most, yes, no = (int(a.argmax()) for a in (found.relevance, found.alone[:, 0], found.alone[:, 2]))
    said = (
        *(found.alone[yes, 0], found.alone[no, 2], wide[:, 0].max(), wide[:, 2].max(), *found.together[[0, 2]]),
        *(*found.alone[most, [0, 2]], *found.relevance[[most, yes, no]]),
    )
    words = min(len(content_words(claim.text)), LONG) / LONG
    shares = (*found.shares[[yes, no]], found.shares.max())
    return (*(CERTAIN * _sure(p, CERTAIN) for p in said), *map(float, shares), found.closest, words)
