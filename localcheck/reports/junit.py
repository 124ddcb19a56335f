"""A report as JUnit XML, which most CI systems show: a suite a document, a case a claim.

A refuted claim is a failure, a claim whose check broke an error. A claim without enough evidence and a sentence that states
nothing are skipped, so that "not enough evidence" never passes for a verdict on truth.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from localcheck.reports.words import citation, word_of
from localcheck.text.inert import shown
from localcheck.types import Report, Verdict

BEGINS = r'<\?xml [^>]*>\s*<testsuites name="localcheck"'
"""How its files begin."""
KIND = {"supported": "", "judged_factual": "", "refuted": "failure", "judged_not_factual": "failure", "failed": "error"}
"""By the kind of a verdict; every other one is skipped."""
COUNTED = {"failure": "failures", "error": "errors", "skipped": "skipped"}
"""Names of the counts of a suite."""


def render(*reports: Report) -> str:
    """One ``testsuites`` element with all reports."""
    root = Element("testsuites", name="localcheck")
    for report in reports:
        _suite(root, report)
    indent(root)
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"


def _suite(root: Element, report: Report) -> None:
    known = {k.claim: f"known ({k.by}): {k.why}" for k in report.known}
    kinds = ["skipped" if v.claim.id in known else _kind(v) for v in report.verdicts]
    counts = {name: str(kinds.count(kind)) for kind, name in COUNTED.items()}
    suite = SubElement(root, "testsuite", {"name": _plain(report.document.id), "tests": str(len(kinds)), **counts})
    for verdict, kind in zip(report.verdicts, kinds, strict=True):
        seconds = f"{verdict.cost.seconds:.3f}"
        case = SubElement(
            suite, "testcase", name=_plain(verdict.claim.text), classname=_plain(report.document.id), time=seconds
        )
        if kind:
            found = SubElement(case, kind, message=_plain(known.get(verdict.claim.id, word_of(verdict))))
            found.text = _plain(_why(verdict))


def _kind(verdict: Verdict) -> str:
    return KIND.get(verdict.kind, "skipped") if verdict.claim.checkable else "skipped"


def _why(verdict: Verdict) -> str:
    quote = f"“{verdict.deciding.quote}” ({citation(verdict.deciding)})\n" if verdict.deciding else ""
    return quote + (verdict.error or verdict.rationale)


def _plain(text: str) -> str:
    """Without what XML 1.0 cannot hold."""
    return "".join(
        c for c in shown(text) if c in "\t\n" or " " <= c <= "\ud7ff" or "\ue000" <= c <= "\ufffd" or c > "\uffff"
    )
