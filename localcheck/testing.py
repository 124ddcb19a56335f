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
from localcheck.errors import BadSetting
from localcheck.gate.faithfulness import JUDGES_CONTEXT, UNCOVERED, unread, was_read
from localcheck.reports.words import word_of
from localcheck.types import Label, Report, Verdict


def assert_supported(
    answer: str,
    *,
    context: Sequence[str] | None = None,
    question: str = "",
    allow_open: bool = False,
    checker: Checker | None = None,
) -> Report:
    """The report on an answer whose every claim is supported; ``AssertionError`` naming each claim that is not, with its quote.

    With ``context`` the answer is held against these texts and nothing else, also where there are none, as when nothing was
    retrieved; without, against the index of the settings. With ``allow_open`` a claim may lack evidence and a sentence may be
    unread, and only a claim that is refuted or failed is an error; without, so is a sentence that may state a fact and was not
    checked (advice, a row of a table). An answer of which nothing was checked is one in any case. ``checker`` keeps models open
    between calls. Raises ``BadSetting`` for one whose method does not read ``context``, else ``LocalcheckError`` as
    ``Checker.check`` does.
    """
    __tracebackhide__ = True  # pytest shows the caller's line
    with ExitStack() as stack:
        used = checker or stack.enter_context(_opened(context is not None))
        if context is not None and used.settings.detector not in JUDGES_CONTEXT:
            instead = "give Checker(replace(usual_settings(), detector='faithfulness')), or no checker"
            raise BadSetting(
                "detector", f"{used.settings.detector!r} does not read context; {instead}", source="checker"
            )
        report = used.check(answer, context=context or (), prompt=question)
    read = [v for v in report.verdicts if was_read(v)]
    allowed = {Label.SUPPORTED, Label.NOT_ENOUGH_EVIDENCE} if allow_open else {Label.SUPPORTED}
    bad = [v for v in read if v.label not in allowed] + ([] if allow_open else unread(report))
    if bad or not read:
        raise AssertionError("\n".join(_line(v) for v in bad) or "nothing in this answer can be checked")
    return report


def _opened(with_context: bool) -> Checker:
    settings = usual_settings()
    return Checker(replace(settings, detector="faithfulness") if with_context else settings)


def _line(verdict: Verdict) -> str:
    found = verdict.deciding
    says = f"\n    “{found.quote}” — {found.passage.title or 'context'}" if found and found.quote else ""
    reason = verdict.error or verdict.rationale.removeprefix(UNCOVERED)
    why = f"\n    {reason}" if reason else ""
    word = word_of(verdict) if was_read(verdict) else "not checked"
    return f"{word}: {verdict.claim.text}{says}{why}"
