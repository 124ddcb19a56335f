"""A report as JUnit XML, which most CI systems show: a suite a document, a case a claim.

A refuted claim is a failure, a claim whose check broke an error. A claim without enough evidence and a sentence that states
nothing are skipped, so that "not enough evidence" never passes for a verdict on truth. So is a claim that does not decide about
its sentence: the sentence's own where its parts do, and the parts where it does.
"""

from __future__ import annotations

from xml.etree.ElementTree import Element, SubElement, indent, tostring

from localcheck.reports.report import counted
from localcheck.reports.words import citation, word_of
from localcheck.text.inert import xml_text
from localcheck.types import Report, Verdict

BEGINS = r'<\?xml [^>]*>\s*<testsuites name="localcheck"'
"""How its files begin."""
KIND = {"supported": "", "judged_factual": "", "refuted": "failure", "judged_not_factual": "failure", "failed": "error"}
"""By the kind of a verdict; every other one is skipped."""
BESIDE = ", but does not decide about its sentence"
"""Behind the label of such a claim."""
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
    deciding = {v.claim.id for v in counted(report.verdicts)}
    told = deciding - known.keys()
    kinds = [KIND.get(v.kind, "skipped") if v.claim.id in told else "skipped" for v in report.verdicts]
    counts = {name: str(kinds.count(kind)) for kind, name in COUNTED.items()}
    suite = SubElement(root, "testsuite", {"name": xml_text(report.document.id), "tests": str(len(kinds)), **counts})
    for verdict, kind in zip(report.verdicts, kinds, strict=True):
        seconds = f"{verdict.cost.seconds:.3f}"
        case = SubElement(
            suite, "testcase", name=xml_text(verdict.claim.text), classname=xml_text(report.document.id), time=seconds
        )
        if kind:
            aside = BESIDE if verdict.claim.checkable and verdict.claim.id not in deciding else ""
            found = SubElement(case, kind, message=xml_text(known.get(verdict.claim.id, word_of(verdict) + aside)))
            found.text = xml_text(_why(verdict))


def _why(verdict: Verdict) -> str:
    quote = f"“{verdict.deciding.quote}” ({citation(verdict.deciding)})\n" if verdict.deciding else ""
    return quote + verdict.why
