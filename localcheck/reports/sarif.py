"""A report as SARIF 2.1.0, so that editors and code hosts show flagged claims at their place in the file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import PurePath
from types import MappingProxyType
from urllib.parse import quote

from localcheck.reports.github import LINES_OF_FILE, lines_of
from localcheck.reports.ignored import folded
from localcheck.reports.report import counted
from localcheck.reports.words import citation, word_of
from localcheck.system.resources import sha256_text
from localcheck.text.inert import dumps, shown
from localcheck.text.line_numbers import line_column
from localcheck.types import JSON, STANDARD_INPUT, Known, Report, Verdict

BEGINS = r'\{\s*"\$schema":\s*"[^"]*sarif[^"]*".{0,200}?"driver":\s*\{\s*"name":\s*"localcheck"'
"""How its files begin."""
FINGERPRINT = "localcheckClaim/v1"
LEVEL = {
    "refuted": "error",
    "not_enough_evidence": "warning",
    "failed": "warning",
    "judged_not_factual": "warning",
    "judged_factual": "note",
}
"""By the kind of a verdict; what is supported is no result."""
REWORDED = "reworded"
"""The rule of a claim that no other rule finds, but only in the words of a person."""
RULES = {
    "refuted": "A quote from the evidence contradicts the claim.",
    "not_enough_evidence": "The evidence neither supports nor contradicts the claim.",
    "failed": "The claim could not be checked.",
    "judged_not_factual": "The claim is judged not factual; nothing is quoted for it.",
    "judged_factual": "The claim is judged factual; nothing is quoted for it.",
    REWORDED: "A person reworded the claim: what was found is about their words.",
}


def render(
    *reports: Report, known: bool = True, unfinished: str = "", reworded: Mapping[str, str] = MappingProxyType({})
) -> str:
    """One SARIF log with one run for all reports. ``known``: whether known findings are in it, as suppressed results.
    ``unfinished``: why these are not all results; empty where they are. ``reworded``: what to say of claims that people
    worded anew, by claim id; each of them is a result, a note where nothing else is said against it.
    """
    version = reports[0].run.version if reports else ""
    rules = [{"id": kind, "shortDescription": {"text": text}} for kind, text in RULES.items()]
    results = [result for report in reports for result in _results(report, known, reworded)]
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "localcheck", "version": version, "rules": rules}},
                **({"invocations": [_broken_off(unfinished)]} if unfinished else {}),
                "columnKind": "unicodeCodePoints",
                "results": results,
            }
        ],
    }
    return dumps(log, indent=2) + "\n"


def _broken_off(why: str) -> JSON:
    return {
        "executionSuccessful": False,
        "toolExecutionNotifications": [{"level": "warning", "message": {"text": shown(why)}}],
    }


def _results(report: Report, with_known: bool, reworded: Mapping[str, str]) -> Iterator[JSON]:
    known = {k.claim: k for k in report.known}
    deciding = {v.claim.id for v in counted(report.verdicts)}
    seen: Counter[str] = Counter()
    for verdict in report.verdicts:
        told = reworded.get(verdict.claim.id, "")
        if (verdict.kind in LEVEL or told) and verdict.claim.id in deciding:
            claim = folded(verdict.claim.text)
            seen[claim] += 1
            if with_known or verdict.claim.id not in known:
                yield _result(report, verdict, known.get(verdict.claim.id), seen[claim], told)


def _result(report: Report, verdict: Verdict, known: Known | None, number: int, reworded: str) -> JSON:
    text = f"{word_of(verdict)}: {verdict.claim.text}"
    if verdict.deciding is not None:
        text += f" — “{verdict.deciding.quote}” ({citation(verdict.deciding)})"
    elif verdict.why:
        text += f" — {verdict.why}"
    text += f" — {reworded}" if reworded else ""
    suppressed = {} if known is None else {"suppressions": [_suppression(known)]}
    return {
        "ruleId": verdict.kind if verdict.kind in LEVEL else REWORDED,
        "level": LEVEL.get(verdict.kind, "note"),
        "message": {"text": shown(text)},
        "locations": [{"physicalLocation": _location(report, verdict)}],
        "partialFingerprints": {FINGERPRINT: fingerprint(report.document.id, verdict.claim.text, number)},
        **suppressed,
        "properties": {"score": verdict.score, "claim": verdict.claim.id},
    }


def fingerprint(document: str, claim: str, number: int = 1) -> str:
    """What makes a finding the same in another run: the document, the words of the claim, and which of several like it. No
    lines, so that it stays when they move.
    """
    return sha256_text("\0".join((uri_of(document), folded(claim), str(number))))


def _suppression(known: Known) -> JSON:
    kind = "inSource" if known.by == "marker" else "external"
    return {"kind": kind, "justification": shown(known.why)}


def _location(report: Report, verdict: Verdict) -> JSON:
    """The lines of the file where they are known; columns too where the text that was checked is the file. No offsets from its
    start: the text that was checked has one character for each line end, and a file may have two.
    """
    artifact = {"artifactLocation": {"uri": uri_of(report.document.id)}}
    lines = lines_of(report, verdict)
    if report.document.get("media_type") in LINES_OF_FILE:
        return {**artifact, "region": _region(report, verdict)}
    return {**artifact, "region": {"startLine": lines[0], "endLine": lines[1]}} if lines else artifact


def _region(report: Report, verdict: Verdict) -> JSON:
    text, span = report.document.text, verdict.claim.span
    line, column = line_column(text, span.start)
    end_line, end_column = line_column(text, span.end)
    return {
        "startLine": line,
        "startColumn": column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def uri_of(name: str) -> str:
    """The document's name as a URI: a relative path or a ``file:`` URI, never another scheme or a host.

    >>> uri_of("notes/a b.txt"), uri_of("/data/x.txt"), uri_of("javascript:alert(1)"), uri_of("//host/share")
    ('notes/a%20b.txt', 'file:///data/x.txt', 'javascript%3Aalert%281%29', 'file:///host/share')
    """
    if name in ("-", STANDARD_INPUT):
        return "stdin"
    path = PurePath(name).as_posix()
    encoded = quote(path.encode("utf-8", "surrogatepass"), safe="/")
    return f"file:///{encoded.lstrip('/')}" if path.startswith("/") else encoded
