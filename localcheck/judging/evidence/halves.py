"""A contradiction of a claim of two clauses that a premise entails, each by itself, is a slip of the reader.

``careful-nli`` took "Most species of penguin lay two eggs, but the emperor lays only one" for contradicted (0.92) by "Most
penguins lay two eggs, although the two largest species, the emperor and the king penguins, lay only one", and each half of it
for entailed (0.86).
"""

from __future__ import annotations

from collections.abc import Generator

import numpy as np

from localcheck.claims.rules.grammar import main_clause, tokenize
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


def halves(claim: str) -> tuple[str, str, bool] | None:
    """The two clauses of a claim, each as a sentence, and whether both together say all that it says, as they do not with
    "because" between them; None for a claim of one clause, and where a pronoun begins the second.

    >>> halves("Most penguins lay two eggs, but the emperor lays only one.")
    ('Most penguins lay two eggs.', 'The emperor lays only one.', True)
    >>> halves("Bach wrote masses, but not the opera about Rome."), halves("Bach left Weimar because he was ill.")
    (None, None)
    """
    found = _TWO.fullmatch(claim)
    if found is None or stands_in(found["two"]):
        return None
    two = f"{found['two'][0].upper()}{found['two'][1:]}"
    if main_clause(tokenize(two)) is None:
        return None
    return f"{found['one']}.", two, found["joined"] != "because"


def not_against_its_halves(pairs: Pairs, scores: FloatArray) -> Generator[Pairs, FloatArray, FloatArray]:
    """The scores, without contradiction where both halves of the hypothesis are entailed: it goes to entailment, as much as the
    half has that has less, or to neutral where the halves do not say all.
    """
    parts = {
        i: two for i, (_, said) in enumerate(pairs) if scores[i][2] >= DOUBTED and (two := halves(said)) is not None
    }
    if not parts:
        return scores
    again = yield [(pairs[i][0], half) for i, two in parts.items() for half in two[:2]]
    scores = np.array(scores)
    for place, (i, (*_, whole)) in enumerate(parts.items()):
        entailed = float(again[2 * place : 2 * place + 2, 0].min())
        if entailed >= SAID:
            scores[i] = (entailed, 1.0 - entailed, 0.0) if whole else (scores[i][0], 1.0 - scores[i][0], 0.0)
    return scores
