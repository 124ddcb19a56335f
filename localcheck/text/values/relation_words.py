"""The words that tell a relation between two names, and in which direction: verbs, nouns and phrases of English. Data only."""

from __future__ import annotations

from localcheck.text.lexicon import listed, rows

EITHER = listed("relation_words.either")
"""Verbs of which both directions may be true at once, or that mean the same both ways."""
HOLDER = "the "
"""What the relation begins with of which a thing has one at a time: the captain of a ship."""
EITHER_WAY = "either way: "
"""What the relation of such a verb begins with."""
UNSURE = frozenset("engaged joined played".split())
"""Those of ``EITHER`` that are as often said of a thing."""
MUTUAL = frozenset("met married divorced faced resembled debated".split())
"""Verbs that mean the same both ways."""
NEVER = listed("relation_words.never")
"""Words that end as verbs do and do not have both voices, or say more with what comes behind them."""
PARTICIPLES = dict(row.split() for row in rows("relation_words.participles"))
"""Of verbs whose past is another."""

FORWARD, BACKWARD = 1, -1
_WAYS = {"forward": FORWARD, "backward": BACKWARD}
RELATIONS = tuple(
    (relation, _WAYS[way], said)
    for relation, way, said in (row.split(" ", 2) for row in rows("relation_words.relations"))
)
"""What stands between two names -> the relation of the first to the second, or of the second to the first."""
ROLES = {noun: (relation, _WAYS[way]) for noun, relation, way in map(str.split, rows("relation_words.roles"))}
"""Nouns: "X was the tutor of Y", "X was Y's tutor" -> the relation of X to Y, or of Y to X."""
ONE = frozenset(("capital",))
"""Relations of which a thing has one: another first name excludes the claim's."""
OUTCOMES = [row.split(": ") for row in rows("relation_words.outcomes")]
"""What stands between somebody and a battle or a contest; who won it did not lose it."""
