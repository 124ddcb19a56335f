"""The rules for risk classes: they look at the form of an answer, the task in its prompt, and words of risky fields.

The word lists are short on purpose; two different words of a field must occur, or one of medicine beside words of advice. They
were written from the guide's table and not fitted on data.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress

from localcheck.settings.risk_tables import Risk
from localcheck.system.jsontext import NotJson, parse
from localcheck.text.lexicon import listed
from localcheck.text.patterns import regex
from localcheck.types import Document

_FIELDS = {
    "medicine": listed("signs.medicine"),
    "law": listed("signs.law"),
    "finance": listed("signs.finance"),
}
_WORD = regex(r"[a-z]+")
_ADVICE = regex(
    r"\b(?:you (?:should|must|need to|can safely)|should i|may i safely|is it safe to|we recommend|i recommend|"
    r"recommended dose|take \d+|stop taking|do not take)\b",
    re.IGNORECASE,
)
_FORMATTING = regex(
    r"(?:^|[.!?:;\n]\s*|\b(?:please|(?:can|could|will|would) you|you to|help me(?: to)?)\s+)"
    r"(?P<asked>translate\b|(?:give|make|provide|write)(?: me)? (?:an?|the) translation|reformat\b|format (?:this|the|as)\b"
    r"|convert (?:this|the|it)? ?(?:\w+ )?(?:in)?to\b|fix the (?:grammar|spelling)\b"
    r"|write a (?:function|unit test|regex|script)\b)",
    re.IGNORECASE,
)
"""A request, and no question about somebody who translated or converted: whatever is asked of facts is checked."""
_SUMMARY = regex(r"\b(summari[sz]e|summary|classif(?:y|ication)|extract|tl;?dr|label the)\b", re.IGNORECASE)
_CODE = regex(
    r"(?:def|class)\s+\w+\s*(?:\(|\{|:\s*\n|extends\b|implements\b)|import\s+[\w.]+(?:\s+as\s+\w+|\s*,\s*[\w.]+)*\s*;?\s*\n"
    r"|from\s+[\w.]+\s+import\s|import\s[^\n]{1,200}\sfrom\s+['\"]|function\s*\w*\s*\(|#include\s*[<\"]|SELECT\s[^.]+\sFROM\s"
    r"|(?:const|let|var)\s+(?:[\w$]+|[\[{][^=\n]*[\]}])\s*(?::[^=\n]{1,40})?="
)
"""Begins a program, and no sentence: "class sizes grew", "let me explain"."""
_FENCED = regex(r"```.*?(?:```|\Z)", re.DOTALL)


def proposals(document: Document) -> Iterator[tuple[Risk, str]]:
    """The class that each rule proposes for a document with what the rule saw in prompt, title and answer; the first counts."""
    context = any(c.strip() for c in document.context)
    if (markup := _markup(document.text)) and not context:
        yield Risk.NONE, f"the answer is {markup}"
    if formatting := _FORMATTING.search(document.prompt):
        yield Risk.NONE, f"the prompt says “{' '.join(formatting['asked'].split())}”"
    whole = f"{document.prompt}\n{document.title}\n{document.text}"
    present, advice = set(_WORD.findall(whole.lower())), _first(_ADVICE, whole)
    field, hits = max(((name, words & present) for name, words in _FIELDS.items()), key=lambda found: len(found[1]))
    if len(hits) >= (1 if advice and field == "medicine" else 2):
        words = ", ".join(sorted(hits)[:4])
        if advice:
            yield Risk.CRITICAL, f"advice ({advice!r}) on {field} ({words})"
        yield Risk.HIGH, f"about {field} ({words})"
    if context and (summary := _first(_SUMMARY, document.prompt)):
        yield Risk.LOW, f"the prompt says “{summary}”, over a given context"
    yield (
        Risk.MEDIUM,
        "an answer over a given context" if context else "an open text; no rule for another class matches",
    )


def _first(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return " ".join(match.group().split()) if match else ""


def _markup(text: str) -> str:
    bare = text.strip()
    if bare[:1] in ("{", "["):
        with suppress(NotJson):
            parse(bare)
            return "JSON"
    prose = _FENCED.sub("", bare)
    if prose != bare:
        return "" if prose.strip() else "code"
    return "code" if "\n" in bare and _CODE.match(bare) else ""
