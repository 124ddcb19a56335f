"""A reviewed run as one HTML page: the document itself with numbered marks, and a note for each of them. No script runs, and
nothing is fetched from elsewhere. Every piece of text is escaped.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from localcheck.reports.html import link
from localcheck.reports.report import by_sentence, pieces
from localcheck.reports.words import CSP, SYMBOL, symbol_of
from localcheck.reviewing import words
from localcheck.reviewing.corrected import HEADING, changes
from localcheck.reviewing.records import ReviewedRun
from localcheck.types import Verdict

STYLE = (
    ":root{color-scheme:light dark;--line:#8884}"
    "body{font:16px/1.6 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}"
    "h1{font-size:1.5rem}h2{font-size:1.1rem;margin-top:2rem}.small,.cite{color:#777;font-size:.88rem}"
    ".box{border:2px solid #9a6700;padding:.4rem .8rem;border-radius:.4rem}.signed{border-color:#1a7f37}"
    ".text{white-space:pre-wrap;padding:1rem;border:1px solid var(--line);border-radius:.5rem}"
    ".text a{color:inherit;text-decoration:none}.text sup{font-size:.7em;font-weight:600;padding-left:.1em}"
    "a.refuted{background:#cf222e22;border-bottom:2px solid #cf222e}a.disputed{border-bottom:3px double #8250df}"
    "a.not_enough_evidence{border-bottom:2px dashed #9a6700}a.failed{border-bottom:2px dotted #8250df}"
    "li{margin:.9rem 0}li:target{background:#8882}"
    "blockquote{margin:.3rem 0;padding-left:.8rem;border-left:2px solid var(--line)}"
    "del{color:#cf222e}ins{color:#1a7f37;text-decoration:none}"
    ".note b{font-weight:600}.note.refuted b{color:#cf222e}.note.supported b{color:#1a7f37}"
    ".note.not_enough_evidence b{color:#9a6700}"
)


def render(reviewed: ReviewedRun) -> str:
    """The page without its record."""
    return "\n".join(_page(reviewed)) + "\n"


def _page(reviewed: ReviewedRun) -> Iterator[str]:
    summary = reviewed.run.summary
    title = escape(summary.name)
    yield f'<!doctype html>\n<html><head><meta charset="utf-8">{CSP}'
    yield f'<meta name="viewport" content="width=device-width"><title>{title}</title>\n<style>{STYLE}</style></head><body>'
    yield f"<h1>{title}</h1>"
    if reviewed.unfinished:
        yield f'<p class="box"><strong>{escape(reviewed.unfinished)}</strong></p>'
    for line, holds in words.signoffs(reviewed):
        yield f'<p class="box{" signed" if holds else ""}">{escape(line)}</p>'
    yield f'<p class="small">{escape(words.opening(reviewed))}</p>'
    if read := words.reading_line(reviewed):
        yield f'<p class="small">{escape(read)}</p>'
    numbers = {v.claim.id: n for n, v in enumerate(reviewed.run.verdicts, 1)}
    yield f'<div class="text" dir="auto">{"".join(_marked(reviewed, numbers))}</div>'
    yield '<h2>Notes</h2>\n<ol class="notes">'
    for verdict in reviewed.run.verdicts:
        yield _note(reviewed, verdict, numbers[verdict.claim.id])
    yield "</ol>"
    yield from _corrections(reviewed)
    yield "</body></html>"


def _corrections(reviewed: ReviewedRun) -> Iterator[str]:
    """The list for the author: what to replace by what, the sentence before and after, and the quote."""
    found = list(changes(reviewed))
    if not found:
        return
    yield f'<h2>{HEADING}</h2>\n<ol class="corrections">'
    for change in found:
        made = change.made
        yield (
            f"<li><b><del>{escape(made.old)}</del> → <ins>{escape(made.new)}</ins></b>"
            f'<div dir="auto"><del>{escape(change.before)}</del></div><div dir="auto"><ins>{escape(change.after)}</ins></div>'
            f'<blockquote dir="auto">{escape(change.ground)}</blockquote></li>'
        )
    yield "</ol>"


def _marked(reviewed: ReviewedRun, numbers: dict[str, int]) -> Iterator[str]:
    """The document's text; each sentence with claims is followed by the numbers of their notes."""
    claims_of = by_sentence(reviewed.run.verdicts)
    for text, sentence in pieces(reviewed.run.document, reviewed.run.sentences):
        inner = escape(text)
        if claims := claims_of.get(sentence.index) if sentence else None:
            worst = max(claims, key=lambda v: GRAVITY.index(_class(reviewed, v)))
            marks = ",".join(str(numbers[v.claim.id]) for v in claims)
            place = f"n{numbers[worst.claim.id]}"
            tip = escape(f"{reviewed.word_for(worst)}: note {numbers[worst.claim.id]}", quote=True)
            inner = f'<a class="{_class(reviewed, worst)}" href="#{place}" title="{tip}">{inner}<sup>{marks}</sup></a>'
        yield inner


GRAVITY = ("unchecked", "supported", "not_enough_evidence", "failed", "disputed", "refuted")


def _class(reviewed: ReviewedRun, verdict: Verdict) -> str:
    found = reviewed.curation_of(verdict)
    if found.disputed:
        return "disputed"
    return "unchecked" if found.label is None and not verdict.claim.checkable else reviewed.label_of(verdict).value


def _note(reviewed: ReviewedRun, verdict: Verdict, number: int) -> str:
    found, line = reviewed.curation_of(verdict), words.verdict_line(reviewed, verdict)
    symbol = SYMBOL[found.label] if found.label else "≠" if found.disputed else symbol_of(verdict)
    parts = [
        f'<li class="note {_class(reviewed, verdict)}" id="n{number}" value="{number}">'
        f"<b>{symbol if verdict.claim.checkable or found.label else '·'} {reviewed.word_for(verdict)}</b>"
        + (f' <span class="small">{escape(line)}</span>' if line else ""),
        f'<div><bdi dir="auto">{escape(verdict.claim.text)}</bdi></div>',
    ]
    quote, place, address = words.quote_of(reviewed, verdict)
    if quote:
        cited = link(place, address)
        parts.append(f'<blockquote dir="auto">{escape(quote)}<div class="cite">{cited}</div></blockquote>')
    if why := words.reason_line(reviewed, verdict):
        parts.append(f'<div class="small">{escape(why)}</div>')
    parts += [f'<div class="small">◆ {escape(told)}</div>' for told in words.decision_lines(reviewed, verdict)]
    return "".join(parts) + "</li>"
