"""Is an article about something that the claim names? Another one that seems to contradict it refutes nothing. Pure."""

from __future__ import annotations

from collections.abc import Iterable

from localcheck.judging.evidence.choose import bare
from localcheck.judging.spans import content_words
from localcheck.judging.weigh import CJK
from localcheck.types import Claim, Document


def is_named(titles: Iterable[str], claim: Claim, document: Document) -> bool:
    """True if one of an article's names stands in the claim, or one that the document uses in full and the claim in short.

    ``Summer Olympic Games`` says much about medals, and nothing that could refute "Michael Phelps won 28 medals".
    """
    return any(_named(bare(title), claim, document) for title in titles)


def _named(title: str, claim: Claim, document: Document) -> bool:
    if CJK.search(title):
        return title in claim.text
    heading, said = content_words(title), content_words(claim.text)
    if not heading:
        return title.lower() in claim.text.lower()
    if heading <= said:
        return True
    surname = content_words(title.split()[-1])
    around = (document.title, document.prompt, document.text)
    return bool(surname) and surname <= said and any(title.lower() in text.lower() for text in around)
