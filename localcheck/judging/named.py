"""Is an article about something that the claim names? Another one that seems to contradict it refutes nothing. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from localcheck.judging.spans import bare, content_words
from localcheck.judging.weigh import CJK
from localcheck.text.lexicon import STAND_INS
from localcheck.text.subjects import subject
from localcheck.types import Claim

WHAT_IT_IS = frozenset(
    "city county desert emperor empire island king kingdom lake language mount mountain ocean pope president prince"
    " princess queen republic river saint sea state".split()
)
"""Words before or after a name that say what it is: the Nile River is the Nile."""


def is_named(titles: Iterable[str], claim: Claim) -> bool:
    """True if one of an article's names is the claim's subject, or another name that stands in the claim.

    ``Summer Olympic Games`` says much about medals, and nothing that could refute "Michael Phelps won 28 medals"; neither
    does ``Michael``, which is a part of the name, or ``Medal``, which is no name at all.
    """
    return any(_named(bare(title), claim.named) for title in titles)


def unresolved(claim: Claim) -> bool:
    """True for a claim that begins with a pronoun and does not say for what: any article that contradicts it may be about
    something else ("It has no rings" and the rings of Saturn).
    """
    first = claim.text.split(maxsplit=1)[:1]
    return not claim.about and bool(first) and first[0].lower() in STAND_INS


def _named(title: str, claim: str) -> bool:
    heading = content_words(title)
    if CJK.search(title) or not heading:
        return title.lower() in claim.lower()
    if not heading <= content_words(claim):
        return False
    about = content_words(" ".join(subject(claim)))
    if not about:
        return True
    core = about - WHAT_IT_IS or about
    return 2 * len(heading & core) > len(core) or (not heading & about and title in claim)
