"""Assertions for tests of applications that write text: every claim of an answer must be supported.

    from localcheck.testing import assert_supported

    def test_the_answer():
        assert_supported(answer, context=[manual])

With pytest the fixture `localcheck_checker` keeps the models open for all tests of a session (`localcheck.pytest_plugin`).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace

from localcheck.api import Checker, usual_settings
from localcheck.reports.words import word_of
from localcheck.types import Label, Report, Verdict


def assert_supported(
    answer: str,
    *,
    context: Sequence[str] = (),
    question: str = "",
    allow_open: bool = False,
    checker: Checker | None = None,
) -> Report:
    """The report on an answer whose every claim is supported; ``AssertionError`` naming each claim that is not, with its quote.

    With ``context`` the answer is held against these texts and nothing else; without, against the index of the settings. With
    ``allow_open`` a claim may lack evidence, and only one that is refuted or failed is an error. An answer in which nothing can
    be checked is an error too. ``checker`` keeps models open between calls; its method is ``faithfulness`` where ``context`` is
    given. Raises ``LocalcheckError`` as ``Checker.check`` does.
    """
    __tracebackhide__ = True  # pytest shows the caller's line
    with ExitStack() as stack:
        used = checker or stack.enter_context(_opened(bool(context)))
        report = used.check(answer, context=context, prompt=question)
    checkable = [v for v in report.verdicts if v.claim.checkable]
    allowed = {Label.SUPPORTED, Label.NOT_ENOUGH_EVIDENCE} if allow_open else {Label.SUPPORTED}
    bad = [v for v in checkable if v.label not in allowed]
    if bad or not checkable:
        raise AssertionError("\n".join(_line(v) for v in bad) or "nothing in this answer can be checked")
    return report


def _opened(with_context: bool) -> Checker:
    settings = usual_settings()
    return Checker(replace(settings, detector="faithfulness") if with_context else settings)


def _line(verdict: Verdict) -> str:
    found = verdict.deciding
    says = f"\n    “{found.quote}” — {found.passage.title or 'context'}" if found and found.quote else ""
    why = f"\n    {verdict.error or verdict.rationale}" if verdict.error or verdict.rationale else ""
    return f"{word_of(verdict)}: {verdict.claim.text}{says}{why}"
