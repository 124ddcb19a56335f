"""Prompts of the baselines, verbatim: zero-shot detection and LMvsLM (Yang et al. 2023), self-detection (Wang et al. 2023), the
simple prompt of HaluAgent (Cheng et al. 2024).
"""

from __future__ import annotations

from localcheck.text.prompts import written

_WRITTEN = written("baselines")
ZERO_SHOT = _WRITTEN["ZERO_SHOT"]
"""Yang et al. 2023, Section 5."""

TRUE_CLAIM = _WRITTEN["TRUE_CLAIM"]
TRUE_STATEMENT = _WRITTEN["TRUE_STATEMENT"]
"""The same questions, asked positively: a small model answers "is it nonfactual?" with yes, whatever it is asked about."""

ZERO_SHOT_OPTIONS = ("factual", "non-factual")

SELF_DETECTION = _WRITTEN["SELF_DETECTION"]
"""Wang et al. 2023, Figure 4."""

YES_NO = ("Yes", "No")

RESPONSE = {"en": (_WRITTEN["RESPONSE"], YES_NO), "zh": (_WRITTEN["RESPONSE_ZH"], ("是", "否"))}
"""Cheng et al. 2024, Figure 6, by language of the response; question and response follow, which the figure does not show."""

EXAMINER = _WRITTEN["EXAMINER"]
"""The authors' replication of Cohen et al. 2023, as are the next four."""

QUESTIONS = _WRITTEN["QUESTIONS"]
"""The opening for small models: to the replication's they answer "Sure, I'll start with the first question." and ask none."""

EXAMINEE = "Please answer the following questions. {questions}"
"""Revised: the examinee sees neither its claim nor the dialogue, so that it answers from what it knows. The paper prints a
colon where the authors' code has a full stop.
"""

FOLLOW_UP = "{answer} Do you have any follow-up questions? Please answer with Yes or No."

MORE_QUESTIONS = "What are the follow-up questions?"

CONCLUSION = """Based on the interviewee's answers to your questions, what is your conclusion regarding the correctness of \
the claim? Do you think it is correct or incorrect? only answer with correct or incorrect."""

CONCLUSION_OPTIONS = ("correct", "incorrect")

TRUE_CONCLUSION = """Going by the answers to your questions, is the claim correct? Answer Yes or No:"""
"""The conclusion asked positively."""
