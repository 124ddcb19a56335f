"""A premise contradicts a claim of two clauses no more than it contradicts one of them.

``careful-nli`` took "Most species of penguin lay two eggs, but the emperor lays only one" for contradicted (0.92) by "Most
penguins lay two eggs, although the two largest species, the emperor and the king penguins, lay only one", and each half of it
for entailed (0.86).
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from localcheck.claims.rules.grammar import main_clause
from localcheck.claims.rules.wording import tokenize
from localcheck.judging.opinion import Pairs
from localcheck.ports import FloatArray
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.text.subjects import stands_in

DOUBTED = 0.3
"""A contradiction of at least this much is asked about again."""
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
    one, two = (f"{cut[side][0].upper()}{cut[side][1:]}" for side in ("one", "two"))
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
