"""What the rules for risk classes look at: the form of an answer, the task in its prompt, and words of risky fields.

The word lists are short on purpose; two different words of a field must occur, or one of medicine beside words of advice. They
were written from the guide's table and not fitted on data.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from localcheck.system.jsontext import parse
from localcheck.text.patterns import regex
from localcheck.types import Document

FIELDS = {
    "medicine": """diagnosis diagnosed symptom symptoms dose dosage mg tablet tablets medication medications prescription
        prescribed patient patients therapy treatment drug drugs surgery clinical disease infection vaccine antibiotic
        antibiotics insulin contraindicated overdose pregnancy cancer tumor physician aspirin ibuprofen paracetamol
        acetaminophen pill pills painkiller painkillers""",
    "law": """statute statutory plaintiff defendant lawsuit liability liable contract contractual court courts appeal
        jurisdiction legally attorney lawyer lawyers felony misdemeanor verdict litigation custody lease tenant landlord
        clause regulation compliance indictment""",
    "finance": """invest investment investments investor dividend dividends mortgage loan loans interest portfolio bond bonds
        stock stocks shares tax taxes taxable deductible pension retirement equity hedge broker securities audit revenue
        creditor insurance""",
}
_FIELD_WORDS = {name: frozenset(words.split()) for name, words in FIELDS.items()}
_WORD = regex(r"[a-z]+")
_ADVICE = regex(
    r"\b(?:you (?:should|must|need to|can safely)|should i|may i safely|is it safe to|we recommend|i recommend|"
    r"recommended dose|take \d+|stop taking|do not take)\b",
    re.IGNORECASE,
)
_FORMATTING = regex(
    r"\b(translat(?:e|ion)|reformat|format (?:this|the|as)|convert (?:this|the|it)? ?(?:\w+ )?(?:in)?to|"
    r"fix the (?:grammar|spelling)|write a (?:function|unit test|regex|script))\b",
    re.IGNORECASE,
)
_SUMMARY = regex(r"\b(summari[sz]e|summary|classif(?:y|ication)|extract|tl;?dr|label the)\b", re.IGNORECASE)
_CODE = regex(r"^(?:\s*```|\s*(?:def|class|import|from|function|const|let|var|SELECT|#include)\b)")


@dataclass(frozen=True, slots=True)
class Signs:
    """The signs found in a document."""

    markup: str = ""
    """``JSON`` or ``code`` when the whole answer is; else empty."""
    formatting: str = ""
    """The words of the prompt that ask for formatting, translation or code."""
    summary: str = ""
    """The words of the prompt that ask for a summary, a class or an extract."""
    advice: str = ""
    """The words that give or ask for advice."""
    field: str = ""
    """``medicine``, ``law`` or ``finance``."""
    words: tuple[str, ...] = ()
    """The words of that field that occur, sorted."""
    context: bool = False
    """True if context was given."""


def signs_of(document: Document) -> Signs:
    """What the prompt, the title and the answer show."""
    whole = f"{document.prompt}\n{document.title}\n{document.text}"
    present = set(_WORD.findall(whole.lower()))
    hits = {name: sorted(words & present) for name, words in _FIELD_WORDS.items()}
    field = max(hits, key=lambda name: len(hits[name]))
    advice = _first(_ADVICE, whole)
    enough = 1 if advice and field == "medicine" else 2
    found = tuple(hits[field]) if len(hits[field]) >= enough else ()
    return Signs(
        markup=_markup(document.text),
        formatting=_first(_FORMATTING, document.prompt),
        summary=_first(_SUMMARY, document.prompt),
        advice=advice,
        field=field if found else "",
        words=found,
        context=any(c.strip() for c in document.context),
    )


def _first(pattern: re.Pattern[str], text: str) -> str:
    match = pattern.search(text)
    return " ".join(match.group().split()) if match else ""


def _markup(text: str) -> str:
    bare = text.strip()
    if bare[:1] in ("{", "["):
        try:
            parse(bare)
            return "JSON"
        except (ValueError, RecursionError):
            pass
    several = len(bare.splitlines()) > 1 or (bare.startswith("```") and bare.endswith("```"))
    return "code" if several and _CODE.match(bare) else ""
