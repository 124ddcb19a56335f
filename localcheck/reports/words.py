"""Words, symbols and colours shared by every view of a report."""

from __future__ import annotations

import json

from localcheck.reports.report import NO_CONTEXT, RANKS_ONLY, UNPROVEN
from localcheck.text.inert import shortened
from localcheck.types import UNNAMED, Document, Evidence, Judgement, Label, Report, Source, Step, Verdict

SYMBOL = {Label.SUPPORTED: "✓", Label.REFUTED: "✗", Label.NOT_ENOUGH_EVIDENCE: "?", Label.FAILED: "!"}
WORD = {
    Label.SUPPORTED: "supported",
    Label.REFUTED: "refuted",
    Label.NOT_ENOUGH_EVIDENCE: "not enough evidence",
    Label.FAILED: "failed",
}
COLOUR = {Label.SUPPORTED: "green", Label.REFUTED: "red", Label.NOT_ENOUGH_EVIDENCE: "yellow", Label.FAILED: "magenta"}
HEX = {
    Label.SUPPORTED: "#1a7f37",
    Label.REFUTED: "#cf222e",
    Label.NOT_ENOUGH_EVIDENCE: "#9a6700",
    Label.FAILED: "#8250df",
}

JUDGED = {Judgement.FACTUAL: "judged factual", Judgement.NOT_FACTUAL: "judged not factual"}
"""Words for judgements that nothing can be quoted for."""
UNREAD, UNQUOTED = "without evidence", "with nothing to quote"
"""Why nothing is quoted: no document was read (methods that only ask a model), or no sentence of them says it (``fused``)."""
JUDGED_SYMBOL, JUDGED_COLOUR, JUDGED_HEX = "≈", "cyan", "#0e7490"

MADE, DRAWN = "<!-- made by localcheck -->", 'data-made-by="localcheck"'
"""In every HTML page, and in every SVG: by this a later run knows that it may replace the file."""
CACHED = "from the claim cache (checked before by the same means)"
"""After their number, in the line of what a check cost."""
READ_THEN = "from the claim cache: no document was read now; these were read when the claim was judged"
"""Above the trace of such a claim."""
WORD_MADE = "made by localcheck"
"""Among the properties of every Word document, for the same purpose."""

CSP = (
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "base-uri 'none'; form-action 'none'\">"
) + MADE
"""In every HTML page: no script, nothing from elsewhere, no form; and who made it."""


def word_of(verdict: Verdict) -> str:
    """The label in words; other words for a claim that cannot be checked and for a judgement made without evidence."""
    if not verdict.claim.checkable:
        return "not checked"
    if verdict.judgement:
        return f"{JUDGED[verdict.judgement]}, {UNQUOTED if verdict.evidence else UNREAD}"
    return WORD[verdict.label]


def stated(verdict: Verdict) -> str:
    """P(factual); of a method that only ranks sentences, or asks a model alone, its score, which is no probability, and of a
    claim that was held against a given context how far that entails it: that a context does not say so makes nothing false.
    """
    if no_probability(verdict):
        return f"score {verdict.score:.2f} (higher is worse; no probability)"
    if in_context(verdict):
        return f"entailed by the context {1 - verdict.score:.2f}"
    return f"P(factual) {1 - verdict.score:.2f}"


def p_factual(verdict: Verdict) -> float | None:
    """The probability that the claim is true; None where the claim asserts nothing and where the score is no probability."""
    known = verdict.claim.checkable and not (no_probability(verdict) or in_context(verdict))
    return 1 - verdict.score if known else None


def counts_of(report: Report) -> str:
    """How many claims came to what: ``3 supported, 1 refuted``."""
    return ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in report.scores.counts if n) or "no claims"


def totals(report: Report) -> str:
    """The same, with the mean of the scores, the coverage, and how many findings are known, in one line."""
    count = how_many_known(report)
    known = f" · {count}" if count else ""
    return f"{counts_of(report)}{mean_stated(report)} · coverage {report.scores.coverage:.0%}{known}"


def mean_stated(report: Report) -> str:
    """The mean P(not factual), for the totals; empty where a claim's score is no probability."""
    known = all(p_factual(verdict) is not None for verdict in report.verdicts if verdict.claim.checkable)
    return f" · mean P(not factual) {report.scores.score:.2f}" if known else ""


def in_context(verdict: Verdict) -> bool:
    """Was the claim held against a given context, and nothing else?"""
    kinds = {evidence.passage.source.kind for evidence in verdict.evidence}
    return kinds == {"context"} or verdict.rationale == NO_CONTEXT


def no_probability(verdict: Verdict) -> bool:
    """Does the verdict's method rank sentences and decide nothing, or decide without evidence?"""
    return not {RANKS_ONLY, UNPROVEN}.isdisjoint(verdict.note.splitlines())


SYMBOL_OF = dict[Label | Judgement, str]((*SYMBOL.items(), *((judged, JUDGED_SYMBOL) for judged in JUDGED)))
"""By label or judgement."""


def symbol_of(verdict: Verdict) -> str:
    """The symbol of the label, or that of a judgement made without evidence."""
    return SYMBOL_OF[verdict.judgement or verdict.label]


def colour_of(verdict: Verdict) -> str:
    """The terminal's colour for it; dim for a claim that cannot be checked."""
    if not verdict.claim.checkable:
        return "dim"
    return JUDGED_COLOUR if verdict.judgement else COLOUR[verdict.label]


def hex_of(verdict: Verdict) -> str:
    """The colour of a page for it."""
    return JUDGED_HEX if verdict.judgement else HEX[verdict.label]


def class_of(verdict: Verdict) -> str:
    """What a style sheet calls it."""
    return "judged" if verdict.judgement else verdict.label.value


def known_of(report: Report) -> dict[str, str]:
    """By the id of each claim whose finding is known what to say of it: ``known: baseline``, ``known: marker, a joke``."""
    return {k.claim: f"known: {k.by}{f', {k.why}' if k.why not in ('', k.by) else ''}" for k in report.known}


def how_many_known(report: Report) -> str:
    """How many findings are known, for the totals; empty where none is."""
    n = len(report.known)
    return f"{n} known: {'it fails' if n == 1 else 'they fail'} nothing" if n else ""


def heading(title: str, id: str) -> str:
    """A document's title, and its file beside it: files of a folder may have the same title.

    >>> heading("Report", "a/r1.md"), heading("", "a/r1.md"), heading("Report", "text")
    ('Report (a/r1.md)', 'a/r1.md', 'Report')
    """
    return f"{title} ({id})" if title and id not in UNNAMED else title or id


def citation(evidence: Evidence) -> str:
    """Title, file, index, revision and date of a quote's source, in one line."""
    return cited(evidence.passage.title, evidence.passage.source)


def cited(title: str, source: Source) -> str:
    """The same of a source; a text that was given as context has only its number: ``context 2``. A file's name may begin with
    the title.
    """
    if source.kind == "context":
        return named(title, source)
    file = source.locator if source.kind == "folder" else ""
    name = ["" if file.startswith(title) else title, file] if file else [named(title, source)]
    index = "" if source.name.replace("_", " ") == title else source.name  # an agent's tool is its own source
    parts = [*name, index, source.revision and f"revision {source.revision}", source.date[:10]]
    return ", ".join(p for p in parts if p)


def web_address(source: Source | None) -> str:
    """The article's address on the web, where the index knows it."""
    return source.locator if source and source.locator.startswith(("http://", "https://")) else ""


def place_in(document: Document, at: int) -> str:
    """The page, slide, sheet or chapter of its file that a character of a document stands on; empty where there is only one."""
    parts = document.get("parts")
    places = (
        [place for start, place, _ in parts if start <= at]
        if isinstance(parts, list | tuple) and len(parts) > 1
        else []
    )
    return str(places[-1]) if places else ""


def named(title: str, source: Source) -> str:
    """What an article is called: its title, else its number among the texts that were given, else its address."""
    return title or (f"context {source.locator}" if source.kind == "context" else source.locator)


LONGEST = 160
"""Characters of an argument that a step shows."""


def call_of(step: Step) -> str:
    """The call of an agent's step in one line: ``calculator(sentence="2 + 2 = 5")``; long arguments are cut."""
    values = [(name, json.dumps(value, ensure_ascii=False)) for name, value in step.arguments]
    return f"{step.tool}({', '.join(f'{name}={shortened(value, LONGEST)}' for name, value in values)})"


def steps_of(verdict: Verdict) -> list[tuple[str, str]]:
    """(kind, text) of an agent's turns: ``thought``, ``action`` and ``observation`` (or ``error``) of each."""
    found = []
    for step in verdict.steps:
        found += [("thought", step.thought)] if step.thought else []
        found += [("action", call_of(step))] if step.tool else []
        found.append(("error" if step.error else "observation", step.observation))
    return found
