"""What of a sentence is wrong by a quote, and what is right: a short chat with examples, for small instruct models.

Asked for the corrected sentence, a model of 1.5 billion parameters gives the sentence back or copies the quote.
"""

from __future__ import annotations

from localcheck.text.lexicon import rows
from localcheck.text.prompts.fence import MATERIAL, fence
from localcheck.types import Message

TASK = (
    "The quote shows that the sentence is wrong. Which words of the sentence are wrong, and which words of the quote are right "
    f"in their place? Answer with one line: wrong words -> right words. {MATERIAL}"
)
ARROW = "->"
_EXAMPLES = [row.split(" | ") for row in rows("correcting.examples")]


def turns(quote: str, title: str, sentence: str) -> tuple[Message, ...]:
    """The chat: task, two examples with their answers, the quote with its document's title, and the sentence."""
    shown = [
        message
        for said, wrong, answer in _EXAMPLES
        for message in (Message("user", _asked(said, wrong)), Message("assistant", answer))
    ]
    asked = Message("user", _asked(f"{title}. {quote}" if title else quote, sentence))
    return Message("system", TASK), *shown, asked


def exchange(answer: str) -> tuple[str, str] | None:
    """(wrong words, right words) of the first line of an answer; None where it is no such line.

    >>> exchange("a French surgeon -> a German psychiatrist\\nBecause …")
    ('a French surgeon', 'a German psychiatrist')
    """
    line = answer.strip().split("\n", 1)[0]
    wrong, arrow, right = (part.strip().strip(_AROUND) for part in line.partition(ARROW))
    return (wrong, right) if arrow and wrong and right else None


_AROUND = "\"'“”.,; "


def _asked(quote: str, sentence: str) -> str:
    return f"Quote: {fence(' '.join(quote.split()))}\nSentence: {fence(' '.join(sentence.split()))}"


ROOM = 48
"""Tokens of an answer."""
