"""The assertion for tests of other programs, as such a test meets it: a real pytest run with the shipped model."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from localcheck.api import Checker
from localcheck.errors import BadSetting
from localcheck.testing import assert_supported

MANUAL = "The pump was installed in 1998. Its maximum pressure is 12 bar."
SUITE = f"""
from localcheck.testing import assert_supported

MANUAL = {MANUAL!r}

def test_right(localcheck_checker):
    assert_supported("The maximum pressure of the pump is 12 bar.", context=[MANUAL], checker=localcheck_checker)

def test_wrong(localcheck_checker):
    assert_supported("The maximum pressure of the pump is 20 bar.", context=[MANUAL], checker=localcheck_checker)
"""


def test_a_suite_of_somebody_else(home: Path, tmp_path: Path) -> None:
    (tmp_path / "test_answers.py").write_text(SUITE, encoding="utf-8")
    options = ["-q", "-p", "localcheck.pytest_plugin", "-p", "no:cacheprovider", "-W", "error", "test_answers.py"]
    quiet = {**os.environ, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "LOCALCHECK_NLI": "starter-nli"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *options], cwd=tmp_path, env=quiet, capture_output=True, text=True, timeout=250
    )
    assert done.returncode == 1, done.stdout + done.stderr
    assert "1 failed, 1 passed" in done.stdout
    assert "refuted: The maximum pressure of the pump is 20 bar." in done.stdout
    assert "“Its maximum pressure is 12 bar.”" in done.stdout
    assert "testing.py" not in done.stdout, "only the line of the suite is shown"


def test_what_lacks_evidence_fails_unless_it_is_allowed(home: Path) -> None:
    answer = "The pump was painted green by an engineer from Utrecht."
    with pytest.raises(AssertionError, match="not enough evidence: The pump was painted green"):
        assert_supported(answer, context=[MANUAL])
    assert assert_supported(answer, context=[MANUAL], allow_open=True).verdicts


@pytest.mark.parametrize("context", [[], (), ""])
def test_a_context_of_no_texts_supports_nothing(home: Path, context: Sequence[str]) -> None:
    with pytest.raises(AssertionError, match="not enough evidence: Mars has two moons"):
        assert_supported("Mars has two moons.", context=context)
    with Checker() as checker, pytest.raises(BadSetting, match="does not read context"):
        assert_supported("Mars has two moons.", context=context, checker=checker)


def test_an_answer_without_a_claim_fails(home: Path) -> None:
    with pytest.raises(AssertionError, match="nothing in this answer can be checked"):
        assert_supported("How are you?", context=[MANUAL])


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("You should run it at 20 bar.", "not checked: You should run it at 20 bar.\n    an instruction"),
        ("\n\n| 20 bar | allowed |\n| 30 bar | not allowed |", "not checked: "),
        ("\n\n- pressure gauge: broken", "not checked: pressure gauge: broken"),
        ("泵的最大压力是二十巴。", "not checked: 泵的最大压力是二十巴。\n    language 'zh'"),
    ],
)
def test_what_may_state_a_fact_and_was_not_checked_fails_unless_it_is_allowed(home: Path, more: str, said: str) -> None:
    answer = f"The pump was installed in 1998. {more}"
    with pytest.raises(AssertionError, match=re.escape(said)):
        assert_supported(answer, context=[MANUAL])
    assert assert_supported(answer, context=[MANUAL], allow_open=True).verdicts


def test_an_answer_of_which_nothing_was_read_fails_in_any_case(home: Path) -> None:
    with pytest.raises(AssertionError, match="nothing in this answer can be checked"):
        assert_supported("泵的最大压力是二十巴。", context=[MANUAL], allow_open=True)


def test_a_yes_is_held_against_the_context_with_its_question(home: Path) -> None:
    answer = "Yes. The pump was installed in 1998."
    with pytest.raises(AssertionError, match=r"The maximum pressure is 20 bar\."):
        assert_supported(answer, context=[MANUAL], question="Is the maximum pressure 20 bar?")
    assert assert_supported(answer, context=[MANUAL], question="Is the maximum pressure 12 bar?").verdicts


def test_a_checker_that_does_not_read_the_context_is_an_error(home: Path) -> None:
    with (
        Checker() as checker,
        pytest.raises(BadSetting, match="'bayes-sequential' does not read context; give Checker"),
    ):
        assert_supported("The pump was installed in 1998.", context=[MANUAL], checker=checker)


def test_the_plugin_loads_nothing_until_it_is_used() -> None:
    code = "import sys, localcheck.pytest_plugin; print([m for m in sys.modules if m.startswith(('localcheck.', 'numpy'))])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stdout.strip() == "['localcheck.pytest_plugin']"
