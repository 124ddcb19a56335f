"""Prompts of the baselines, verbatim: zero-shot detection and LMvsLM (Yang et al. 2023), self-detection (Wang et al. 2023)."""

from __future__ import annotations

ZERO_SHOT = """I want you to act as a claim judge. Given a claim about an entity, your objective is to determine if the \
provided claim contains non-factual or hallucinated information. You should give your judgment based on world knowledge, \
and answer with factual or non-factual.
{claim}"""
"""Yang et al. 2023, Section 5."""

TRUE_CLAIM = """{claim}

Is the claim true? Answer Yes or No:"""
TRUE_STATEMENT = """Statement: {statement}

Is the statement true? Answer Yes or No:"""
"""The same questions, asked positively: a small model answers "is it nonfactual?" with yes, whatever it is asked about."""

ZERO_SHOT_OPTIONS = ("factual", "non-factual")

SELF_DETECTION = """I give you one statement, please conclude whether the statement is nonfactual with Yes or No.

Statement: {statement}"""
"""Wang et al. 2023, Figure 4."""

YES_NO = ("Yes", "No")

EXAMINER = """Your goal is to try to verify the correctness of the following claim:{claim}, based on the background \
information you will gather. To gather this, You will provide short questions whose purpose will be to verify the \
correctness of the claim, and I will reply to you with the answers to these. Hopefully, with the help of the background \
questions and their answers, you will be able to reach a conclusion as to whether the claim is correct or possibly \
incorrect. Please keep asking questions as long as you are yet to be sure regarding the true veracity of the claim. Please \
start with the first questions."""
"""The authors' replication of Cohen et al. 2023, as are the next four."""

QUESTIONS = """Claim: {claim}

Ask three short questions whose answers show whether the claim is right. Name the person or thing in every question, for who \
answers does not see the claim. One question a line, and nothing else:"""
"""The opening for small models: to the replication's they answer "Sure, I'll start with the first question." and ask none."""

EXAMINEE = "Please answer the following questions. {questions}"
"""Revised: the examinee sees neither its claim nor the dialogue, so that it answers from what it knows."""

FOLLOW_UP = "{answer} Do you have any follow-up questions? Please answer with Yes or No."

MORE_QUESTIONS = "What are the follow-up questions?"

CONCLUSION = """Based on the interviewee's answers to your questions, what is your conclusion regarding the correctness of \
the claim? Do you think it is correct or incorrect? only answer with correct or incorrect."""

CONCLUSION_OPTIONS = ("correct", "incorrect")

TRUE_CONCLUSION = """Going by the answers to your questions, is the claim correct? Answer Yes or No:"""
"""The conclusion asked positively."""
