"""What a text announces of the run of its code: that it raises an error, does not end, or is not for this Python.

The paragraph before the code, the one behind it and the comments in it are read. Code that fails as the text says confirms the
text; code of which the text only says that something is wrong with it is left open.
"""

from __future__ import annotations

import re

from localcheck.agent.tools.code_examples import python_blocks
from localcheck.agent.tools.stated_output import shown_behind
from localcheck.text.patterns import regex
from localcheck.types import Label

ENDLESS = "endless"
"""The failure of code that does not end; any other is told by the name of its error."""
NEAR = 400
"""Characters before and behind the code that are read."""
_COMMENT = regex(r"#+([^\n]*)")
_OUTPUT = regex(r"(?:```|~~~)(?:text|output|console|plaintext|)\n")
"""Begins a block that shows what the code gives."""
_SENTENCE_END = regex(r"[.!?;](?=\s|\Z)|\n")
_QUOTES = str.maketrans("", "", '`*"“”~')
_DENIED = regex(r"(?:\b(?:not|never|no longer|no|without|avoids?|prevents?|instead of)|n['’]t)\s+(?:\w+\s+)?\Z", re.I)
"""Before what is announced: it does not happen."""
_CONDITION = regex(r"\b(?:if|when|where|unless|for|on|while)\b", re.IGNORECASE)
"""Behind it: it happens with other input, perhaps."""
_VERB = (
    r"\b(?:rais(?:es?|ed|ing)|thr(?:ows?|own|ew)|gives?|causes?|fails?|crash(?:es)?|ends?|results?|produces?|triggers?|gets?|"
    r"stops?|exits?|leads?|is|see)\b[^\n]{0,40}?"
)
_ENDLESS = regex(
    r"\b(?:infinite(?:ly)?|forever|endless(?:ly)?|without end|never[- ]ending|(?:never|not|n['’]t) (?:ever )?"
    r"(?:ends?|stops?|terminates?|halts?|finish(?:es)?|returns?))\b",
    re.IGNORECASE,
)
_SOMETHING_WRONG = regex(
    r"\b(?:errors?|exceptions?|traceback|fails?|crash(?:es)?|broken|bug(?:s|gy)?|incorrect|invalid|out of memory|"
    r"(?:not|n['’]t|cannot) (?:work|run|compile|parse))\b",
    re.IGNORECASE,
)
_NAMED = regex(r"\w(?:Error|Exception|Iteration|Interrupt|Exit)\b")
_MENDED = regex(r"\b(?:fix\w*|correct(?:ed|s)|handl\w*|catch\w*|repaired|safe(?:ly)?)\b", re.IGNORECASE)
_OTHER_PYTHON = regex(r"\bPython ?2(?:\.\d+)?\b", re.IGNORECASE)


def around(code: str, text: str) -> str:
    """The comments of ``code``, and what stands in ``text`` right before and behind its block, a line for each."""
    said = [comment.strip() for comment in _COMMENT.findall(code)]
    span = next((block.span for block in python_blocks(text) if block.code == code), None)
    if span is not None:
        before = text[max(0, span.start - NEAR) : span.start].rstrip().rsplit("\n\n", 1)[-1]
        behind = text[span.end : span.end + NEAR].lstrip().split("\n\n", 1)[0].rstrip()
        said.append("" if "```" in before else before)
        said.append(behind if _OUTPUT.match(behind) or not ("```" in behind or behind.endswith(":")) else "")
        said.append(shown_behind(code, text))
    return "\n".join(" ".join(part.split()) for part in said if part)


def speaks(said: str) -> bool:
    """True if ``said`` may announce anything."""
    return any(pattern.search(said) for pattern in (_ENDLESS, _SOMETHING_WRONG, _OTHER_PYTHON, _NAMED))


def label_of(failure: str, said: str) -> Label:
    """What the ``failure`` of code, the name of an error or ``ENDLESS``, says of its text: supported where the text announces
    this very failure, open where it says that something is wrong or that the failure happens with other input, else refuted.
    """
    if failure != ENDLESS and _OTHER_PYTHON.search(said):
        return Label.NOT_ENOUGH_EVIDENCE
    name = rf"\b{re.escape(failure)}\b"
    happens = rf"{name}[^\n]{{0,20}}?\b(?:raised|thrown|occurs?)\b"
    told = rf"\A\W*{name}:|{_VERB}{name}|{happens}|\btraceback\b[^\n]{{0,{NEAR}}}?{name}"
    stated = _ENDLESS if failure == ENDLESS else re.compile(told, re.IGNORECASE)
    open_ = False
    for sentence in _SENTENCE_END.split(said.translate(_QUOTES)):
        if (found := stated.search(sentence)) and not _DENIED.search(sentence, 0, found.start()):
            if not _CONDITION.search(sentence, found.end()):
                return Label.SUPPORTED
            open_ = True
        elif (found := _SOMETHING_WRONG.search(sentence)) and failure != ENDLESS:
            denied = _DENIED.search(sentence, 0, found.start()) or _MENDED.search(sentence)
            open_ = open_ or not (denied or _CONDITION.search(sentence, found.end()))
    return Label.NOT_ENOUGH_EVIDENCE if open_ else Label.REFUTED
