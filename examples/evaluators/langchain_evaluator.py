"""LangChain: a Runnable that says how much of an answer its contexts support. It also serves as an evaluator of LangSmith."""

from langchain_core.runnables import RunnableLambda

from localcheck import Checker, Label, Settings

CHECKER = Checker(Settings(detector="faithfulness"))


def supported(example: dict) -> dict:
    """``answer`` and ``contexts`` in; ``key``, ``score`` (None where nothing can be checked) and ``comment`` out."""
    report = CHECKER.check(example["answer"], context=example["contexts"])
    claims = [v for v in report.verdicts if v.claim.checkable]
    doubtful = [v.claim.text for v in claims if v.label is not Label.SUPPORTED]
    score = 1 - len(doubtful) / len(claims) if claims else None
    return {"key": "localcheck", "score": score, "comment": "; ".join(doubtful)}


evaluator = RunnableLambda(supported)
