"""LlamaIndex: an evaluator that says how much of a response its contexts support; it passes if they support all of it."""

from llama_index.core.evaluation import BaseEvaluator, EvaluationResult

from localcheck import AsyncChecker, Label, Settings


class LocalcheckEvaluator(BaseEvaluator):
    """No language model and no network; ``await evaluator.aevaluate(response=…, contexts=[…])``."""

    def _get_prompts(self):
        return {}

    def _update_prompts(self, prompts):
        return None

    async def aevaluate(self, query=None, response=None, contexts=None, **_):
        async with AsyncChecker(Settings(detector="faithfulness")) as checker:
            report = await checker.check(response, prompt=query or "", context=contexts or ())
        claims = [v for v in report.verdicts if v.claim.checkable]
        doubtful = [v.claim.text for v in claims if v.label is not Label.SUPPORTED]
        score = 1 - len(doubtful) / len(claims) if claims else None
        said = {"query": query, "response": response, "contexts": contexts}
        return EvaluationResult(
            **said, score=score, passing=bool(claims) and not doubtful, feedback="; ".join(doubtful)
        )
