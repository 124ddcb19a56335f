"""What somebody was nominated for, applied for or studied, and whether it was reached; what is only welcome. Pure."""

from __future__ import annotations

import re

from localcheck.text.facts import negated, numbers
from localcheck.text.irregular_verbs import content_singulars, content_stems, stem, stems
from localcheck.text.lexicon import word_set
from localcheck.text.names import words_within
from localcheck.text.patterns import regex

WHAT = r"(?P<what>(?:(?!(?:and|but|which|who)\b)[\w'’-]+[ ,]?){1,8})"
"""What stands behind a word for a plan, a try or a failure, up to the next clause."""
_SOUGHT = regex(
    r"\b(?P<how>nominat\w+|shortlisted|short-listed|applied|competed|ran|stood|accused|charged|suspected|indicted|tried|considered)"
    rf" (?:for|of|with) {WHAT}"
)
_REACHED = {
    how: frozenset(map(stem, told.split()))
    for hows, told in (
        ("nominat shortli short-l", "win receive get earn award take"),
        ("applied", "win receive get hold obtain have gain"),
        ("compete", "win receive get earn take"),
        ("ran stood", "win become"),
        ("accused charged suspect indicte tried", "convict guilty"),
        ("conside", "win receive become get"),
    )
    for how in hows.split()
}
"""What follows if it succeeds, by the beginning of the word for the try."""
_DONE = frozenset(stem(word) for word in "elected appointed hired accepted succeeded victorious".split())
"""It succeeded, in other words."""
_MISSED = regex(
    r",? (?:but|and|though|although) (?:(?:he|she|it|they) )?(?:(?:has|have|had) )?(?:never|did not|didn['’]t|not|failed to)"
    r"(?: actually| ever)? (?P<got>[a-z]+)(?: (?:it|one|any|either|the (?:award|prize|title|election)|an award))?"
    r"(?=[.,;]|$)"
)
"""Behind what was sought: it was not reached."""
_STUDIES = r"(?:(?:a|his|her|the) (?:degree|studies|course))"
_LEFT = regex(
    r"\bdropped out of|\b(?:never|not|n['’]t) "
    rf"(?:(?:took|take|earn(?:ed)?|receive[d]?|finish(?:ed)?|complete[d]?) {_STUDIES}|graduated?\b)"
    rf"|\bwithout (?:finishing|graduating|taking|completing|earning|receiving)(?: {_STUDIES})?(?=[ ,.;]|$)"
)
"""Studies that were not finished."""
_FINISHED = regex(rf"\bgraduated\b|\b(?:took|earned|received|finished|completed) {_STUDIES}")
_AN_END = regex(r"\bdegree|\bgraduat")


def only_sought(claim: str, premise: str) -> bool:
    """True if the claim says that something was reached, and the premise only that it was sought.

    >>> only_sought("The film won nine awards.", "The film was nominated for nine awards.")
    True
    """
    for match in _SOUGHT.finditer(premise):
        reached, rest = _REACHED[match["how"][:7]], stems(premise[: match.start()] + premise[match.end() :])
        told = stems(claim) & reached and content_stems(match["what"]) & content_stems(claim)
        if told and (not (reached | _DONE) & rest or _counted_there(claim, match, premise)):
            return True
    return False


def missed(claim: str, premise: str) -> bool:
    """True if the claim says that something was reached, and the premise that it was sought and missed; studies, too."""
    return _never_got(claim, premise) or _unfinished(claim, premise)


def _never_got(claim: str, premise: str) -> bool:
    if not {n for n in numbers(claim) if 1000 <= n <= 2199} <= numbers(premise):
        return False
    for match in _SOUGHT.finditer(premise):
        got = _MISSED.match(premise, len(premise[: match.end()].rstrip(" ,")))
        reached = _REACHED[match["how"][:7]]
        if got and stem(got["got"]) in reached and stems(claim) & reached:
            return bool(content_stems(match["what"]) & content_stems(claim))
    return False


def _unfinished(claim: str, premise: str) -> bool:
    """Whether the claim tells where studies were finished, and the premise has that place, and that they were not finished."""
    left, finished = _LEFT.search(premise), _FINISHED.search(claim)
    if left is None or finished is None:
        return False
    place = words_within(claim[finished.end() :])
    rest = premise[: left.start()] + premise[left.end() :]
    return bool(place) and place <= words_within(premise) and not _AN_END.search(rest)


def _counted_there(claim: str, sought: re.Match[str], premise: str) -> bool:
    """Whether the claim's number stands with what was sought, and not with what was reached."""
    counted = frozenset(n for n in numbers(claim) if not 1000 <= n <= 2199)  # a year is no count
    rest = premise[: sought.start()] + premise[sought.end() :]
    return bool(counted) and counted <= numbers(sought["what"]) and not counted & numbers(rest)


_WISHED = regex(
    r"(?:^|[.;:,] )(?P<what>[^.;:,]{2,80}?) (?:is|are|would be) (?:(?:also|only|just|always|certainly) )?"
    r"(?:an advantage|a plus|a bonus|an asset|desirable|welcome|optional)\b(?! to\b)"
)
_REQUIRED = regex(
    r"\b(?:(?:is|are) (?:required|necessary|mandatory|compulsory|needed|essential|a must)|must|needs? to|ha(?:ve|s) to|need)\b"
)
_FILLING = word_set(
    "applicant candidate required necessary mandatory compulsory needed essential must need speak have know knowledge skill"
    " good of in"
)


def only_wished(claim: str, premise: str) -> bool:
    """True if a claim says that something is required which the premise calls an advantage, a plus or welcome.

    >>> only_wished("French is required.", "German at level C1; French is an advantage.")
    True
    >>> only_wished("German is required.", "German at level C1; French is an advantage.")
    False
    """
    if not _REQUIRED.search(claim) or negated(claim):
        return False
    asked = content_singulars(claim) - _FILLING
    return bool(asked) and any(asked <= content_singulars(found["what"]) for found in _WISHED.finditer(premise))
