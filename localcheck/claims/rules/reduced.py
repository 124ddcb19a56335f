"""What a sentence says of its subject by a participle, or by a date and a place of birth or death, told apart. Pure.

"Hawkwind is an English rock band formed in 1969" says what it is and when it was formed, and an article seldom says both in one
sentence.
"""

from __future__ import annotations

from collections.abc import Iterator

from localcheck.text.lexicon import MONTH_NAME, listed
from localcheck.text.names import CAPITAL
from localcheck.text.patterns import regex
from localcheck.types import Span

_LASTING = listed("reduced.lasting")
"""Participles of what may be so still: they keep the verb of the sentence."""
_DONE = listed("reduced.done")
"""Participles of what was done once."""
_ALL = _LASTING | _DONE
_PREPOSITION = r"(?:in|on|at|by|near|between|along|during|for|as|after|from|around)"
_REDUCED = regex(
    rf"(?P<subject>(?:The |An? )?[{CAPITAL}\d][^,;:]{{1,70}}?) (?P<be>is|was|are|were) (?P<what>an? [^,;:]{{3,70}}?)"
    rf" (?P<how>(?:best|better|well|[a-z]+ly) )?"
    rf"(?P<verb>{'|'.join(sorted(_ALL))}) (?P<rest>{_PREPOSITION} [^;:]{{2,160}}?)\.?"
)
_OF_MORE = regex(
    r"\b(?:of|in|for|at|with|by|from|on|to|that|which|who|whose|or|as|term|word|name|type|kind|form)\b|ly$"
)
"""In what something is: a participle behind it may be said of something else, or the rest says nothing."""
_FURTHER = regex(r"\b(?:which|who|whose|that|but)\b")
"""In what is told by a participle: it may go on about either."""
_DATE = rf"(?:{MONTH_NAME} \d{{1,2}},? \d{{3,4}}|\d{{1,2}} {MONTH_NAME},? \d{{3,4}})"
"""With its day: a place and a year stand in one sentence of most articles."""
_NAME = rf"[{CAPITAL}](?:[\w'’ -]|\. ){{1,40}}"
_PLACE = rf"{_NAME}(?:, {_NAME}){{0,2}}"
_BORN = regex(
    rf"(?P<subject>[{CAPITAL}][^,;:]{{1,70}}?) (?P<verb>was born|died)"
    rf"(?: (?P<on>(?:on|in) {_DATE}),? (?P<at>(?:in|at|near) {_PLACE})"
    rf"| (?P<near>(?:in|at|near) {_PLACE}),? (?P<when>(?:on|in) {_DATE}))\.?"
)


def told_apart(sentence: str) -> Iterator[tuple[str, Span]]:
    """What a sentence says of its subject in two ways, with the place of each; nothing for another sentence.

    >>> [text for text, _ in told_apart("Hawkwind is an English rock band formed in 1969.")]
    ['Hawkwind is an English rock band.', 'Hawkwind was formed in 1969.']
    >>> [text for text, _ in told_apart("Watt was an engineer best known for his engine.")]
    ['Watt was an engineer.', 'Watt was best known for his engine.']
    >>> [text for text, _ in told_apart("Geddy Lee was born on July 29, 1953, in Toronto, Canada.")]
    ['Geddy Lee was born on July 29, 1953.', 'Geddy Lee was born in Toronto, Canada.']
    >>> list(told_apart("Berlin is the capital of the republic founded in 1949."))
    []
    >>> list(told_apart("Ada was born in London in 1815."))
    []
    """
    text = sentence.strip()
    start = sentence.find(text)
    if found := _REDUCED.fullmatch(text):
        if _OF_MORE.search(found["what"]) or _FURTHER.search(found["rest"]) or _ALL & {*found["what"].split()}:
            return
        past = "were" if found["be"] in ("are", "were") else "was"
        be = found["be"] if found["verb"] in _LASTING else past
        yield f"{found['subject']} {found['be']} {found['what']}.", Span(start, start + found.end("what"))
        yield (
            f"{found['subject']} {be} {found['how'] or ''}{found['verb']} {found['rest']}.",
            Span(start + found.start("verb"), start + found.end("rest")),
        )
    elif found := _BORN.fullmatch(text):
        for part in sorted(("on", "at", "near", "when"), key=found.start):
            if found[part]:
                yield (
                    f"{found['subject']} {found['verb']} {found[part]}.",
                    Span(start + found.start(part), start + found.end(part)),
                )
