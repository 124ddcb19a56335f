"""What was only planned, tried or hoped for, and what is still to come: it is not done yet, or not at all. Pure.

A small NLI model finds the words of the claim and takes it for said. Closed lists of verbs that say so, kept short on purpose.

Denials that a premise leaves open or bears out, and that a small model takes for contradicted.

It took "The command has not been removed yet" for contradicted by "The command still works" (0.90), and "No booking is needed
for yoga" by "A booking is needed only for boxing" (0.51).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from localcheck.text.facts import negated
from localcheck.text.irregular_verbs import PARTICIPLE, PAST, content_stems, past, stem, stems
from localcheck.text.patterns import regex
from localcheck.text.values.undated import dated

WHAT = r"(?P<what>(?:(?!(?:and|but|which|who)\b)[\w'’-]+[ ,]?){1,8})"
"""What stands behind a word for a plan, a try or a failure, up to the next clause."""
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
_NOW_DONE = regex(r"\b(?:has|have)(?: been)?(?: \w+ly| already| now| also| since)? $", re.IGNORECASE)
_THEN_DONE = regex(r"\b(?:had|was|were|been|(?:is|are) (?:now|already))(?: \w+ly| also| not)? $", re.IGNORECASE)
_DID = regex(r"\b(?:did|does|do) $")
_NOT_DONE = regex(r"\b(?:is|are|be|being|gets?|to|if|when|once|after|before|until)(?: \w+)? $", re.IGNORECASE)
"""In front of a participle that tells of no time: "meals are served at noon", "when closed"."""
_WORD = regex(r"[^\W\d_]+")


def undone(claim: str, premise: str) -> bool:
    """True if what the claim tells as done stands in the premise only as planned, tried or still to come.

    >>> undone("The city built a tunnel.", "In 1912 the city planned to build a tunnel under the river.")
    True
    >>> undone("The city built a tunnel.", "The city planned to build a tunnel, and built it in 1920.")
    False
    >>> undone("The plant was closed.", "The plant will be closed."), undone("It opens at 9.", "It will open at 9.")
    (True, False)
    >>> undone("It opened a shop in Rome.", "It will close the plant in Turin and open a shop in Rome.")
    True
    """
    if _tells_itself(claim):
        return False
    return _only_within(_planned(claim, premise), claim, premise) or _only_within(
        _still_to_come(claim, premise), claim, premise
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
