"""What was only planned, tried or hoped for, what is still to come, and what failed: it is not done yet, or not at all. Pure.

A small NLI model finds the words of the claim and takes it for said. Closed lists of verbs that say so, kept short on purpose.

Denials that a premise leaves open or bears out, and that a small model takes for contradicted.

It took "The command has not been removed yet" for contradicted by "The command still works" (0.90), and "No booking is needed
for yoga" by "A booking is needed only for boxing" (0.51).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from localcheck.text.facts import negated, negated_around
from localcheck.text.irregular_verbs import PARTICIPLE, PAST, content_stems, past, stem, stems
from localcheck.text.names import words_within
from localcheck.text.patterns import regex
from localcheck.text.values.sought import WHAT, missed, only_sought
from localcheck.text.values.undated import dated

_PLANNED = regex(
    r"\b(?:(?:plan(?:s|ned)?|intend(?:s|ed)?|hop(?:es?|ed)|want(?:s|ed)?|wish(?:es|ed)?|tr(?:y|ies|ied)|attempt(?:s|ed)?"
    r"|offer(?:s|ed)?|threaten(?:s|ed)?|promis(?:es?|ed)|propos(?:es?|ed)|aim(?:s|ed)?|ask(?:s|ed)?|prepar(?:es?|ed)|meant)"
    r" to (?:have )?|(?P<may>may|might) (?:have )?"
    rf"|(?:consider(?:s|ed)?|contemplat(?:es?|ed)|propos(?:es?|ed)) (?=\w+ing\b)){WHAT}"
)
"""``may``: what somebody may do is often a right that he has ("may withdraw"): only what was done is then more."""
_BE = r"(?:be(?:en)? (?:\w+ly )?|(?!\w+[^e]ed\b))"
"""In front of the verb of what is to come: a participle stands only behind "be" there ("due to reduced demand")."""
_TO_COME = regex(
    r"\b(?:will|shall|(?:is|are) (?:going )?to|(?:scheduled|expected|due|set|slated) to"
    r"|(?:decides?|agrees?|ha(?:s|ve) (?:decided|agreed)|(?P<once>decided|agreed)) to)"
    rf"(?! not\b) (?:(?:\w+ly|also|then|soon|now) )?(?:have )?{_BE}{WHAT}"
)
"""What is still to come; ``once`` for what was decided in the past, which most often was done: "he decided to leave"."""
_AND_THEN = regex(rf",? ?\band (?:(?:then|also|later|will|to|be) )*{WHAT}")
"""Behind what is still to come: what is, too, where its verb has the same form: "will close one and open another"."""
_HINDRANCE = regex(
    r"\b(?:(?:prevented|barred|banned|stopped|kept|dissuaded)(?: \w+){0,3} from "
    rf"|(?:avoid|escap)(?:e?s|ed)? (?:being )?(?=\w+(?:ing|ed)\b)){WHAT}"
)
"""Words for a failure that readers miss; "failed to" and "refused to" they see."""
_NEARLY = regex(
    r"(?<!\b[Aa] )(?<!\b[Aa]n )(?<![Tt]he )(?<![Ii]ts )(?<![Hh]is )(?<![Hh]er )(?<![Tt]heir )\b(?:nearly|almost|all but) "
    rf"(?:been )?(?=(?P<verb>[a-z]+)\b){WHAT}"
)
"""In front of a verb: it did not happen. "A nearly finished tower" and "nearly 500" are something else."""
_NOT_QUITE = regex(r"\b(?:nearly|almost|all but|narrowly|virtually|practically)\b")
_NO_VERBS = frozenset("hundred doubled tripled trebled quadrupled halved".split())
_OPEN = regex(
    r"\b(?:plan(?:s|ned|ning)?|intend\w*|hop(?:e|es|ed|ing)|want(?:s|ed)?|tr(?:y|ies|ied|ying)|attempt\w*|ready|may|might|could|would|propos\w+|fail\w*"
    r"|refus\w+|nominat\w+|shortlisted|appli\w+|accus\w+|charged|suspect\w*|consider\w*|candidate|prepar\w+|aim\w*|offer\w*|threaten\w*|promis\w+|meant|wish\w*|ask(?:s|ed)?|contemplat\w+)\b"
)
"""A claim with one of these says itself that it was not done, or not yet."""
_HINDERED = regex(
    r"\b(?:unable|declin\w+|neglect\w*|forgets?|forgot|refrain\w*|avoid\w*|will|shall|going to|expected|scheduled|set to)\b"
    r"|\b(?:prevent|barr?|bann?|stopp?|keep|kept|dissuad|prohibit)(?:s|ed|ing|es)?\b(?: [\w'’-]+){0,4} from\b"
)
"""The same of one that tells of what was hindered, left undone, or is still to come."""
_APPOINTED = regex(
    r"\b(?:(?:[Dd]ate|[Dd]ay|[Tt]ime) (?:of|for) (?:the )?(?:next )?(?P<what>[\w'’-]+)(?: is|:)"
    r"|(?:[Nn]ext|[Pp]lanned|[Ss]cheduled|[Ff]uture) (?P<next>[\w'’-]+)(?: date)?(?: is|:)"
    r"|(?P<due>[\w'’-]+) (?:is|are) (?:due|scheduled|planned|expected)) (?:(?:on|for|in|by|at) )?(?:the )?(?:[A-Z]|\d)"
)
"""A day that is appointed for something, or on which it was."""
_TOOK_PLACE = regex(
    r"\b(?P<what>[\w'’-]+) (?:(?P<now>(?:has|have) (?:already |now )?)(?:taken place|happened|been (?:held|done|carried out"
    r"|completed|conducted|made))|took place|happened|(?:was|were) (?:held|done|carried out|completed|conducted))\b",
    re.IGNORECASE,
)
_ARRIVED = regex(
    r"\b(?:reach(?:es|ed)?|arriv(?:es?|ed) (?:in|at)|dock(?:ed)? (?:in|at)|land(?:ed)? (?:in|at)|ma[dk]e it to) (?P<where>.+)"
)
_SET_OUT = regex(
    r"\b(?:(?:voyage|journey|flight|trip|crossing|passage|way|route)\b[^.;]{0,40}? to|bound for|set (?:out|off|sail) for"
    r"|headed (?:for|to)|(?:left|departed|sailed)\b[^.;]{0,30}? for) (?P<where>[^.;,]+)"
)
_THERE = frozenset(
    stem(word)
    for word in "reached arrived docked landed entered completed ended finished returned came made got".split()
)
"""Words of a journey that came to its end."""
_NOW_DONE = regex(r"\b(?:has|have)(?: been)?(?: \w+ly| already| now| also| since)? $", re.IGNORECASE)
_THEN_DONE = regex(r"\b(?:had|was|were|been|(?:is|are) (?:now|already))(?: \w+ly| also| not)? $", re.IGNORECASE)
_DID = regex(r"\b(?:did|does|do) $")
_NOT_DONE = regex(r"\b(?:is|are|be|being|gets?|to|if|when|once|after|before|until)(?: \w+)? $", re.IGNORECASE)
"""In front of a participle that tells of no time: "meals are served at noon", "when closed"."""
_WORD = regex(r"[^\W\d_]+")


def undone(claim: str, premise: str) -> bool:
    """True if what the claim tells as done stands in the premise only as planned, tried, sought or still to come.

    >>> undone("The city built a tunnel.", "In 1912 the city planned to build a tunnel under the river.")
    True
    >>> undone("The city built a tunnel.", "The city planned to build a tunnel, and built it in 1920.")
    False
    >>> undone("The plant was closed.", "The plant will be closed."), undone("It opens at 9.", "It will open at 9.")
    (True, False)
    >>> undone("It opened a shop in Rome.", "It will close the plant in Turin and open a shop in Rome.")
    True
    >>> undone("The review has taken place.", "The date of the review is 5 April 2027.")
    True
    >>> undone("The film won nine awards.", "The film was nominated for nine awards and won one.")
    True
    >>> undone("The ship reached Boston.", "The ship was on a voyage from Cork to Boston.")
    True
    """
    if _tells_itself(claim):
        return False
    return (
        _only_within(_planned(claim, premise), claim, premise)
        or _only_within(_still_to_come(claim, premise), claim, premise)
        or only_sought(claim, premise)
        or on_the_way(claim, premise)
        or _only_appointed(claim, premise)
    )


def on_the_way(claim: str, premise: str) -> bool:
    """True if the claim says of a journey that it came to its end, or that it did not, and the premise only whereto it went.

    >>> on_the_way("The ship never reached Boston.", "The ship was on a voyage from Cork to Boston.")
    True
    >>> on_the_way("The ship never reached Boston.", "The ship left Cork for Boston and arrived in May.")
    False
    """
    arrived = _ARRIVED.search(claim)
    if arrived is None or _THERE & stems(premise):
        return False
    place = words_within(arrived["where"])
    return bool(place) and any(place <= words_within(found["where"]) for found in _SET_OUT.finditer(premise))


def failed(claim: str, premise: str) -> bool:
    """True if the premise says that what the claim tells as done was prevented or avoided, nearly happened, or was missed.

    >>> failed("She entered the harbour.", "The storm prevented her from entering the harbour.")
    True
    >>> failed("She died in the fire.", "She nearly died in the fire.")
    True
    >>> failed("She graduated from Harvard.", "She studied at Harvard but dropped out of it in 1975.")
    True
    >>> failed("She won the prize.", "She was nominated for the prize twice but never received it.")
    True
    """
    if _tells_itself(claim):
        return False
    hindered = (m for m in _HINDRANCE.finditer(premise) if not negated_around(premise, m.start()))
    if _only_within(hindered, claim, premise) or missed(claim, premise):
        return True
    return not _NOT_QUITE.search(claim) and _only_within(_nearly(premise), claim, premise)


def _nearly(premise: str) -> Iterator[re.Match[str]]:
    """Where the premise says that something nearly happened."""
    return (
        m
        for m in _NEARLY.finditer(premise)
        if m["verb"] not in _NO_VERBS and (m["verb"].endswith("ed") or m["verb"] in PAST | PARTICIPLE)
    )


def _tells_itself(claim: str) -> bool:
    return negated(claim) or bool(_OPEN.search(claim) or _HINDERED.search(claim))


def _only_within(marks: Iterable[re.Match[str]], claim: str, premise: str) -> bool:
    """Whether the first verb behind a mark is the claim's, with another word there or the subject, and stands nowhere else."""
    for match in marks:
        mine = frozenset(stem(w) for w in _WORD.findall(claim) if not w.endswith("ing"))
        behind = [stem(w) for w in _WORD.findall(match["what"])]
        subject = [stem(w) for w in _WORD.findall(premise[: match.start()])[-1:]]
        outside = stems(premise[: match.start()]) | stems(premise[match.end() :])
        if behind and len(behind[0]) > 2 and behind[0] in mine - outside and len(mine & {*behind, *subject}) > 1:
            return True
    return False


def _planned(claim: str, premise: str) -> Iterator[re.Match[str]]:
    """Where a premise tells what was planned; what only may be, where the claim tells it as done."""
    for match in _PLANNED.finditer(premise):
        if not match["may"] or _tells_as_done(match, claim, ("now", "then")):
            yield match


def _still_to_come(claim: str, premise: str) -> Iterator[re.Match[str]]:
    """Where a premise tells of what is still to come, and the claim of it as done; of what was once decided, as done by now.

    "Meals are served at noon" says no more than "meals will be served at noon".
    """
    for match in _TO_COME.finditer(premise):
        enough = ("now",) if match["once"] else ("now", "then")
        for told in (match, _told_with(match)):
            if told and _tells_as_done(told, claim, enough):
                yield told


def _tells_as_done(told: re.Match[str], claim: str, enough: tuple[str, ...]) -> bool:
    """Whether the claim has the first verb behind a mark as one of what is done."""
    first = _WORD.search(told["what"])
    verb = stem(first.group()) if first else ""
    return any(stem(w.group()) == verb and _done(w, claim) in enough for w in _WORD.finditer(claim))


def _told_with(match: re.Match[str]) -> re.Match[str] | None:
    """What is told behind "and" of the same subject and time: "open another", behind "will close one"."""
    found = _AND_THEN.match(match.string, len(match.string[: match.end()].rstrip(" ,")))
    first = found and _WORD.search(found["what"])
    passive = " be " in match.group()[: match.start("what") - match.start()]
    form = first.group() if first else ""
    past_form = form.endswith("ed") or (form in PAST | PARTICIPLE and past(form) != form)
    return found if form and form.islower() and (passive or not past_form) and not re.search("[^s]s$", form) else None


def _done(word: re.Match[str], claim: str) -> str:
    """Whether a word of the claim is a verb of what is done: ``now`` ("has moved") or ``then`` ("was moved", "moved")."""
    form, before = word.group().lower(), claim[: word.start()]
    regular = form.endswith("ed") and not form.endswith("eed")
    if regular or form in PAST | PARTICIPLE:
        if _NOW_DONE.search(before):
            return "now"
        simple = regular or (form in PAST and past(form) != form)  # "cut" may be told of any time
        return "then" if _THEN_DONE.search(before) or (simple and not _NOT_DONE.search(before)) else ""
    return "then" if _DID.search(before) else ""


def _only_appointed(claim: str, premise: str) -> bool:
    """Whether the claim says that something took place, and the premise only for which day it is appointed.

    A day that stands alone ("Date of review: 5 April") may be past: then only what "has taken place" is not told.
    """
    took = _TOOK_PLACE.search(claim)
    what = took and stem(took["what"].lower())
    if took is None or _TOOK_PLACE.search(premise):
        return False
    told = ((m, m["what"] or m["next"] or m["due"]) for m in _APPOINTED.finditer(premise))
    return any(stem(name.lower()) == what and (took["now"] or not m["what"]) for m, name in told)


_NOT_YET_THEN = regex(
    r"\b(?:was|were|had|did) not yet (?:been )?(?:an? |the )?(?P<what>[a-z]{4,})"
    r"(?=[^.;]* (?:when|while|at (?:the|that) time|then)\b)"
)
_LONG_SO = regex(r"\b(?:already|before|since|by then|long)\b", re.IGNORECASE)
BEGINNING = 6
"""Letters that two words of one family share: independent, independence."""
_NOT_YET = regex(r"(?:\bnot|n['’]t|\bnever)\b[^.;,]{0,80}\byet\b")
_AHEAD = regex(r"\b(?:still|will|shall|going to|planned|expected to|due to)\b")
_DONE = regex(r"\b(?:already|now|has been|have been)\b")
_NEEDED = r"(?:needed|required|necessary|charged|compulsory|mandatory)"
_NONE_FOR = regex(
    rf"^(?:No\b|(?:An?|The)\b[^.;,]{{3,60}}\bnot\b)[^.;,]{{0,60}}? {_NEEDED} (?:for|from|by) (?P<whom>[^.;,]+)"
)
_ONLY_FOR = regex(rf"\b(?:{_NEEDED} only|only {_NEEDED}) (?:for|from|by) (?P<whom>[^.;,]+)")


def still_so(claim: str, premise: str) -> bool:
    """True for a claim that something has not happened yet beside a premise that says that it is still as it was, or will
    happen; for one without a year that something was not yet so when something else was, beside a premise that says when it
    became so; and for one that nothing is needed for one thing beside a premise that says for which alone it is.

    >>> still_so("The command has not been removed yet.", "The command still works.")
    True
    >>> still_so("It was not yet independent when the book came out.", "It ultimately led to independence in 1917.")
    True
    >>> still_so("No booking is needed for yoga.", "A booking is needed only for boxing.")
    True
    >>> still_so("No booking is needed for boxing.", "A booking is needed only for boxing.")
    False
    """
    if (then := _NOT_YET_THEN.search(claim)) and not dated(claim) and not negated(premise):
        return f" {then['what'][:BEGINNING]}" in premise.lower() and not _LONG_SO.search(premise)
    if _NOT_YET.search(claim):
        return _AHEAD.search(premise) is not None and not _DONE.search(premise) and not negated(premise)
    mine, only = _NONE_FOR.match(claim), _ONLY_FOR.search(premise)
    return mine is not None and only is not None and not content_stems(mine["whom"]) & content_stems(only["whom"])
