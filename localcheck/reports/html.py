"""A report as one self-contained HTML file: highlighted text, claims, quotes, belief plots. No script, no outside link.

Every piece of text is escaped; links are made only of http and https locators. A belief plot is inline SVG: the posterior
after each document of a claim, and why reading stopped.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from localcheck.reports import words
from localcheck.reports.report import headline, pieces
from localcheck.reports.trust import how_often_right
from localcheck.text.counting import many
from localcheck.text.inert import shown
from localcheck.types import Belief, Evidence, Report, Verdict

STYLE = """
:root{color-scheme:light dark;--line:#8884;--soft:#8882}
body{font:16px/1.55 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
h1{font-size:1.5rem;margin-bottom:.2rem}.sum{color:#777;margin-bottom:1.5rem}
.text{white-space:pre-wrap;padding:1rem;border:1px solid var(--line);border-radius:.5rem;margin-bottom:2rem}
.text a{color:inherit;text-decoration:none;border-bottom:2px solid}
.supported{border-color:#1a7f37!important}.refuted{border-color:#cf222e!important;background:#cf222e22}
.not_enough_evidence{border-color:#9a6700!important;border-bottom-style:dashed!important}
.judged{border-color:#0e7490!important;border-bottom-style:double!important}
.failed{border-color:#8250df!important;border-bottom-style:dotted!important}
.claim{border-left:4px solid;padding:.4rem .8rem;margin:.8rem 0;background:var(--soft);border-radius:0 .4rem .4rem 0}
.claim .head{font-weight:600}.claim blockquote{margin:.4rem 0;padding-left:.8rem;border-left:2px solid var(--line)}
.claim .why,.cite,footer{color:#777;font-size:.88rem}.belief .half{stroke:#8888;stroke-dasharray:3 3}
details{margin:.3rem 0}table{border-collapse:collapse;font-size:.88rem}
td,th{padding:.15rem .6rem;border-bottom:1px solid var(--line);text-align:left}
.note{border:1px solid #9a6700;border-radius:.4rem;padding:.4rem .8rem}
"""


NOTHING = "no document was checked"


def render(*reports: Report) -> str:
    """The whole page: one document after another, with a list of them where there are several."""
    title = escape(", ".join(name_of(r) for r in reports[:3]) + (", …" if len(reports) > 3 else "")) or NOTHING
    parts = [
        "<!doctype html>",
        '<html lang="en"><head><meta charset="utf-8">',
        words.CSP,
        f'<meta name="viewport" content="width=device-width"><title>{title} · localcheck</title>',
        f"<style>{STYLE}</style></head><body>",
        *(contents(reports) if len(reports) > 1 else ()),
        *(() if reports else (f"<p>{NOTHING}</p>",)),
        *(line for number, report in enumerate(reports, 1) for line in article(report, number)),
        "</body></html>\n",
    ]
    return shown("\n".join(parts))


def name_of(report: Report) -> str:
    """The document's title and file."""
    return words.heading(report.document.title, report.document.id)


def contents(reports: Sequence[Report]) -> Iterator[str]:
    """A list of the documents, each a link to its place on the page."""
    yield "<ol>"
    for number, report in enumerate(reports, 1):
        said = f"{headline(report).value.upper()}{words.mean_stated(report)}"
        yield f'<li><a href="#d{number}">{escape(name_of(report))}</a> <span class="cite">{said}</span></li>'
    yield "</ol>"


def article(report: Report, number: int) -> Iterator[str]:
    """One document: heading, text, claims, and how they were judged. ``number`` makes its anchors unique on the page."""
    known = words.known_of(report)
    yield f'<h1 id="d{number}">{escape(name_of(report))}</h1>'
    yield f'<p class="sum"><strong>{headline(report).value.upper()}</strong> · {escape(words.totals(report))}</p>'
    if right := how_often_right(report):
        yield f'<p class="sum">{escape(right)}</p>'
    yield from (f'<p class="note">{escape(note)}</p>' for note in report.run.notes)
    yield f'<div class="text" dir="auto">{"".join(highlighted(report, number))}</div>'
    for verdict in report.verdicts:
        place = words.place_in(report.document, verdict.claim.span.start)
        yield claim(verdict, number, known.get(verdict.claim.id, ""), place)
    yield _footer(report)


def highlighted(report: Report, number: int) -> Iterator[str]:
    """The document's text, each scored sentence a link to its first claim."""
    labels = {s.sentence: s for s in report.sentence_scores}
    first = {v.claim.sentence: v for v in reversed(report.verdicts)}
    for text, sentence in pieces(report.document, report.sentences):
        score = labels.get(sentence.index) if sentence else None
        if score is None:
            yield escape(text)
        else:
            verdict = first[score.sentence]
            said, kind = score.label.value.replace("_", " "), score.label.value
            if verdict.judgement:
                said, kind = words.word_of(verdict), words.class_of(verdict)
            yield f'<a class="{kind}" href="#c{number}.{escape(verdict.claim.id)}" title="{said}">{escape(text)}</a>'


def claim(verdict: Verdict, number: int, known: str = "", place: str = "") -> str:
    """One claim with its quote, its plot and its steps. ``known``: what makes it a known finding; ``place``: its page."""
    quoted = verdict.deciding
    score = f" · {words.stated(verdict)}" if verdict.claim.checkable else ""
    mark = "".join(f" · {escape(said)}" for said in (known, place) if said)
    head = f"{words.symbol_of(verdict)} {words.word_of(verdict)}{score}{mark}"
    lines = [
        f'<section class="claim {words.class_of(verdict)}" id="c{number}.{escape(verdict.claim.id)}">',
        f'<div class="head" style="color:{words.hex_of(verdict)}">{head}</div>',
        f'<div dir="auto">{escape(verdict.claim.shown)}</div>',
    ]
    if quoted is not None:
        lines.append(
            f'<blockquote dir="auto">{escape(quoted.quote)}<div class="cite">{_cite(quoted)}</div></blockquote>'
        )
    lines.append(belief_svg(verdict.beliefs, words.hex_of(verdict)) if len(verdict.beliefs) > 1 else "")
    lines.append(f'<div class="why">{escape(verdict.why)}</div>')
    if verdict.evidence:
        lines.append(_documents_read(verdict))
    if verdict.steps:
        lines.append(_step_log(verdict))
    lines.append("</section>")
    return "\n".join(x for x in lines if x)


def _documents_read(verdict: Verdict) -> str:
    rows = "".join(
        f"<tr><td>{i}</td><td>{escape(e.passage.title)}</td><td>{e.entailment.entail:.2f}</td>"
        f"<td>{e.entailment.neutral:.2f}</td><td>{e.entailment.contradict:.2f}</td>{_posterior(verdict, i)}</tr>"
        for i, e in enumerate(verdict.evidence, 1)
    )
    head = "<tr><th></th><th>document</th><th>entails</th><th>neutral</th><th>contradicts</th><th>P(factual)</th></tr>"
    return f"<details><summary>documents read</summary><table>{head}{rows}</table></details>"


def _step_log(verdict: Verdict) -> str:
    rows = "".join(f"<tr><td>{kind}</td><td>{escape(said)}</td></tr>" for kind, said in words.steps_of(verdict))
    return f"<details><summary>step log</summary><table>{rows}</table></details>"


def _posterior(verdict: Verdict, step: int) -> str:
    after = [b for b in verdict.beliefs if b.step == step]
    return f"<td>{after[-1].p_factual:.3f}</td>" if after else "<td></td>"


def link(text: str, address: str) -> str:
    """A text, as a link where it has an address on the web."""
    text = escape(text)
    return f'<a rel="noreferrer" href="{escape(address, quote=True)}">{text}</a>' if address else text


def _cite(evidence: Evidence) -> str:
    text = link(words.citation(evidence), words.web_address(evidence.passage.source))
    return f"{text} · sha256 {evidence.quote_sha256[:12]}"


def _footer(report: Report) -> str:
    run = report.run
    models = ", ".join(f"{escape(n)} ({h[:12]})" for n, h in run.models)
    cached = f", {report.cost.cached} {words.CACHED}" if report.cost.cached else ""
    return (
        f"<footer>{escape(run.detector)} · index {escape(run.index or 'none')} · {models} · {escape(run.started)} · "
        f"{many(report.cost.passages, 'document')} read, {many(report.cost.nli_pairs, 'pair')} scored{cached} · "
        f"connections beyond this machine: "
        f"{run.network_connections} · localcheck {escape(run.version)}</footer>"
    )


WIDTH, HEIGHT, PAD = 220, 70, 6


def belief_svg(beliefs: Sequence[Belief], colour: str) -> str:
    """P(factual) from the prior to the decision. The tooltip of a point gives posterior, feature and both expected costs."""
    if not beliefs:
        return ""
    steps = max(len(beliefs) - 1, 1)
    points = [(PAD + (WIDTH - 2 * PAD) * i / steps, _y(b.p_factual)) for i, b in enumerate(beliefs)]
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"><title>{_tip(b)}</title></circle>'
        for (x, y), b in zip(points, beliefs, strict=True)
    )
    read, first, last = many(beliefs[-1].step, "document"), beliefs[0].p_factual, beliefs[-1].p_factual
    label = f"P(factual) over {read}, from {first:.2f} to {last:.2f}"
    middle = _y(0.5)
    return (
        f'<svg class="belief" role="img" aria-label="{label}" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}">'
        f'<line x1="{PAD}" x2="{WIDTH - PAD}" y1="{middle:.1f}" y2="{middle:.1f}" class="half"/>'
        f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="1.5"/>{dots}</svg>'
    )


def _y(p: float) -> float:
    return HEIGHT - PAD - (HEIGHT - 2 * PAD) * p


def _tip(b: Belief) -> str:
    feature = "prior" if b.feature is None else f"feature {b.feature}"
    on = "" if b.risk_continue == float("inf") else f", {b.risk_continue:.2f} when reading on"
    return f"after {b.step}: P(factual) {b.p_factual:.3f}, {feature}, expected cost {b.risk_stop:.2f} when stopping{on}"
