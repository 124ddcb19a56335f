"""Who has which role where a text lists it: "Ines Baumann (chair), Tobias Krell (treasurer)", "Chair: Ines Baumann", "Ines
Baumann, chair; Tobias Krell, treasurer", "Anna Berg as Nora, Per Lind as Helmer". Pure.

Readers take each name of such a list for the holder of each role.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from localcheck.text.facts import Says, negated
from localcheck.text.irregular_verbs import content_singulars, stem
from localcheck.text.lexicon import OPENING_WORDS
from localcheck.text.names import ONE_NAME
from localcheck.text.patterns import regex
from localcheck.text.words import folded

_WHO = f"{ONE_NAME.removesuffix('*')}{{0,4}}"
"""A name of five words at most."""
_WORDS = r"[a-z]{2,20}(?:[ -][a-z]{2,15}){0,3}"
_ROLE = rf"[A-Za-z]{_WORDS}"
_PART = rf"(?:the )?(?P<role>{_WHO}|{_ROLE})"
_IN_BRACKETS = regex(rf"(?P<who>{_WHO}) \({_PART}(?P<more>,? [^()\n]{{1,40}})?\)(?!\. )")
"""Not a title before its text: "Nirvana (band). It was …"."""
_LABELLED = regex(
    rf"(?:^|[;.,] )[*_]{{0,3}}(?P<role>[A-Z]{_WORDS}):[*_]{{0,3}} (?P<who>{_WHO})(?=[;,]|\.?[*_]*(?:$| [A-Z]))"
)
_APPOSED = regex(rf"(?:^|[;:] )(?P<who>{_WHO}), (?:the )?(?P<role>{_ROLE})(?=;|\.?$)")
_CAST = regex(rf"(?P<who>{_WHO}) as {_PART}(?=[,;]| and |\.?$|\. )")
_FORMS = ((_IN_BRACKETS, 1), (_LABELLED, 1), (_APPOSED, 2), (_CAST, 2))
"""Each form, and of how many pairs it takes a list."""
_REST = r"(?P<rest>(?: (?:of|in|at|for) [^,;]{2,60})?)[.!]?$"
_CLAIMS = (
    regex(
        rf"^(?P<who>{_WHO}) (?:is|was|(?:acts|acted|serves|served) as) (?P<article>the |an? )?(?P<role>{_ROLE}?){_REST}"
    ),
    regex(rf"^(?P<article>The )(?P<role>{_ROLE}?)(?P<rest>(?: of [^,;]{{2,60}}?)?) (?:is|was) (?P<who>{_WHO})[.!]?$"),
    regex(
        rf"^(?P<who>{_WHO}) (?:plays|played|sings|sang|dances|danced) (?:the (?:part|role) of )?{_PART}(?P<rest>)[.!]?$"
    ),
    regex(
        rf"^(?:The (?:part|role) of )?{_PART} (?:is|was) (?:played|sung|danced|taken) by (?P<who>{_WHO})(?P<rest>)[.!]?$"
    ),
    regex(rf"^(?P<who>{_WHO}) (?P<verb>[a-z]{{3,}})(?P<rest>(?: [^,;]{{1,60}})?)[.!]?$"),
    regex(rf"^(?P<rest>[^,;]{{1,60}}) (?:is|was) (?P<verb>[a-z]{{3,}}) by (?P<who>{_WHO})[.!]?$"),
)
_DOERS = frozenset(("", "r", "er", "or", "man", "woman", "person"))
"""What a word for somebody has more than the verb for what they do: "direct", "director"; "chair", "chairwoman"."""
_OF_A_CHAIR = regex(r"(?<=[a-z]{4})(?:man|woman|person)\b")
_ROW = regex(r"[*_]{0,3}(?P<label>[A-Z][\w -]{1,40}):[*_]{0,3} (?P<value>[^:;]{2,120})$")
_IS = regex(
    r"^(?P<who>[^,;:]{2,80}?) (?:is|was|are|were) (?:the |an? )?(?P<role>[a-z][a-z -]{2,40}?)"
    r"(?: (?:of|in|at|for) [^,;]{2,60})?[.!]?$"
)
_BESIDE = frozenset("the mr mrs ms dr prof professor sir".split())
"""What may stand before a name, or not."""
STEM = 4
"""Letters with which forms of a word begin alike: "landlord" and "landlady"."""
FEW = 1
"""Words of what a role is in ("the meeting") that a list of roles need not name."""


@dataclass(frozen=True, slots=True)
class _Pair:
    who: frozenset[str]
    role: frozenset[str]
    plain: bool
    """Whether nothing more is said of it, as "until 2024" is."""


@lru_cache(maxsize=4096)
def in_a_role(claim: str, premise: str) -> Says | None:
    """What a list of names and roles says of a claim that gives somebody a role: "contradicted" where another one has it and
    this one has none or another one; "unsaid" where this one is only named; None where it tells nothing.

    What is one person's has "the" or no article, or is told by a verb: an engineer is one of several.

    >>> board = "The board: Ruth Adeyemi (chair), Tom Hollis (treasurer)."
    >>> [in_a_role(f"The chair is {who}.", board) for who in ("Ruth Adeyemi", "Tom Hollis")]
    ['borne out', 'contradicted']
    >>> in_a_role("Nora is played by Per Lind.", "Cast: Anna Berg as Nora, Per Lind as Helmer.")
    'contradicted'
    """
    if negated(claim) or not any(mark in premise for mark in ("(", ": ", "; ", " as ")):
        return None
    pairs = [*_pairs(premise)]
    said = next((m for form in _CLAIMS if (m := form.match(claim)) and _of_a_list(m, pairs)), None) if pairs else None
    if said is None:
        return None
    who = _name(said["who"])
    having = [pair for pair in pairs if _is_role(said, pair.role)]
    if any(who <= pair.who or pair.who <= who for pair in having):
        told = content_singulars(said["rest"]) <= content_singulars(premise) and len(having) == 1 and having[0].plain
        return "borne out" if told and "verb" not in said.groupdict() else None
    if any(who & pair.who for pair in having):
        return None
    article = (said.groupdict().get("article") or "").lower()
    only = _ROW.match(premise) is not None and article == "the "
    sole = not article.startswith("a") and len(having) == 1 and having[0].plain
    if sole and (only or any(who <= pair.who for pair in pairs)):
        return "contradicted"
    return "unsaid" if who <= set(folded(premise)) else None


def of_another_role(claim: str, premise: str) -> bool:
    """True if a claim gives somebody a role and the premise names it for another one, or only another one for him.

    >>> of_another_role("Fairview is the tenant.", "Landlord: Fairview"), of_another_role("Eve is the tenant.", "Tenant: Eve")
    (True, False)
    >>> of_another_role("Eve Ray chaired it.", "Present: Ann Lee (chair), Eve Ray")
    True
    """
    return _labelled_otherwise(claim, premise) or in_a_role(claim, premise) in ("unsaid", "contradicted")


def _pairs(premise: str) -> Iterator[_Pair]:
    for form, least in _FORMS:
        found = [m for m in form.finditer(premise) if m["who"].split()[0] not in OPENING_WORDS]
        if len(found) >= least:
            yield from (_Pair(_name(m["who"]), _words(m["role"]), not m.groupdict().get("more")) for m in found)


def _of_a_list(said: re.Match[str], pairs: list[_Pair]) -> bool:
    """Whether a claim is of a role that is listed, and, as far as it tells, of the same body."""
    new = content_singulars(said["rest"]) - {word for pair in pairs for word in pair.role | pair.who}
    plain = len(new) <= FEW and not re.search(r"[A-Z\d]", said["rest"].removeprefix("The "))
    return plain and said["who"].split()[0] not in OPENING_WORDS and any(_is_role(said, pair.role) for pair in pairs)


def _is_role(said: re.Match[str], role: frozenset[str]) -> bool:
    if told := said.groupdict().get("role"):
        return _words(told) == role
    done = stem(said["verb"])
    word = next(iter(role)) if len(role) == 1 else ""
    return word.startswith(done) and word[len(done) :] in _DOERS


def _name(text: str) -> frozenset[str]:
    return frozenset(folded(text)) - _BESIDE


def _words(role: str) -> frozenset[str]:
    """The words of a role: a chairwoman is a chair."""
    return content_singulars(_OF_A_CHAIR.sub("", role))


def _labelled_otherwise(claim: str, premise: str) -> bool:
    row, said = _ROW.match(premise), _IS.match(claim)
    if row is None or said is None or _name(said["who"]) != _name(row["value"]):
        return False
    named = {word[:STEM] for word in folded(f"{row['label']} {row['value']}")}
    return named.isdisjoint(word[:STEM] for word in folded(said["role"]))
