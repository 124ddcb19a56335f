"""Haystack: a component for evaluation pipelines that says how much of each answer its contexts support."""

from haystack import component

from localcheck import Checker, Label, Settings


@component
class LocalcheckEvaluator:
    """Answers and the contexts of each in; the mean score, one score an answer, and the doubtful claims out."""

    def __init__(self):
        self._checker = Checker(Settings(detector="faithfulness"))

    @component.output_types(score=float, individual_scores=list[float], doubtful=list[list[str]])
    def run(self, predicted_answers: list[str], contexts: list[list[str]]):
        scores, doubtful = [], []
        for answer, texts in zip(predicted_answers, contexts, strict=True):
            claims = [v for v in self._checker.check(answer, context=texts).verdicts if v.claim.checkable]
            doubtful.append([v.claim.text for v in claims if v.label is not Label.SUPPORTED])
            scores.append(1 - len(doubtful[-1]) / len(claims) if claims else 0.0)
        return {"score": sum(scores) / max(len(scores), 1), "individual_scores": scores, "doubtful": doubtful}
