"""What `--effort thorough` does with a head, end to end and cross-fitted by article: evidence score and expert table alike.

Answers are kept in a file by what was asked, so that other costs and a run that was stopped ask nothing twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from localcheck.asking.expert import Answer, Judge, Question
from localcheck.asking.head import HEED
from localcheck.evaluate.datasets.examples import UNCOVERED, Example
from localcheck.evaluate.datasets.examples import claims as read_claims
from localcheck.evaluate.deciding import Folded, folded
from localcheck.evaluate.fitting import Met, Observed, fit_evidence, met_claim, observe
from localcheck.evaluate.hearing import Seen, columns, fit_expert, heard_of, seen
from localcheck.judging.evidence.find_tables import plainness
from localcheck.judging.evidence.score import EvidenceModel
from localcheck.judging.expert import Consultant, ExpertTable
from localcheck.run.runtime import Runtime, open_runtime
from localcheck.stats.bayes import Likelihoods
from localcheck.stats.metrics import ece
from localcheck.types import Cost, Label, Verdict

Say = Callable[[str], object]
"""Is told how far it is."""
DOCUMENTS = 2
NO_FOLD = -1
Heard = tuple[int, Seen, float]
"""(number of the fold, what is seen, the expert's log-odds)."""
HARD, ALL = "foolmetwice", "all"


class Remembered:
    """A judge whose answers are kept in a file."""

    def __init__(self, judge: Judge, path: Path) -> None:
        self._judge, self._path = judge, path
        self.info, self.digest, self.tokens = judge.info, judge.digest, judge.tokens
        self._known: dict[tuple[str, str], Answer] = {}
        self._read = 0

    def _refresh(self) -> None:
        """What the file has got since, from this process or another."""
        lines = self._path.read_text(encoding="utf-8").splitlines() if self._path.is_file() else []
        for line in lines[self._read :]:
            row = json.loads(line)
            if row["digest"] == self.digest:
                true, false, neither = row["said"]
                cost = Cost(llm_calls=1, seconds=row["seconds"])
                self._known[row["evidence"], row["claim"]] = Answer(true, false, neither, cost, heed=HEED)
        self._read = len(lines)

    def ask(self, questions: Sequence[Question]) -> list[Answer]:
        """Answers in order; the new ones are asked for together and written."""
        self._refresh()
        new = list(dict.fromkeys(q for q in questions if (q.evidence, q.claim) not in self._known))
        if new:
            with self._path.open("a", encoding="utf-8") as out:
                for question, answer in zip(new, self._judge.ask(new), strict=True):
                    self._known[question.evidence, question.claim] = answer
                    said = [answer.true, answer.false, answer.neither]
                    asked = {"evidence": question.evidence, "claim": question.claim, "digest": self.digest}
                    out.write(json.dumps({**asked, "said": said, "seconds": answer.cost.seconds}) + "\n")
        return [self._known[q.evidence, q.claim] for q in questions]


@dataclass
class Counted:
    """How some claims were judged."""

    n: int = 0
    right: int = 0
    wrong: int = 0
    asked: int = 0
    quoted: int = 0
    """Settled claims whose quote holds a sentence of the gold evidence or stands in it."""
    settled: int = 0
    seconds: float = 0.0
    """Of the language model."""
    documents: int = 0
    stated: list[tuple[float, bool]] = field(default_factory=list)
    """P(factual) of each claim, and whether it is."""

    def line(self) -> str:
        """For people."""
        n = max(self.n, 1)
        right, wrong, asked = (100 * x / n for x in (self.right, self.wrong, self.asked))
        gold = 100 * self.quoted / max(self.settled, 1)
        said = (
            f"n {self.n}: right {right:.1f}, wrong {wrong:.1f}, asked {asked:.0f} %, {self.seconds / n:.2f} s a claim"
        )
        off = 100 * ece([true for _, true in self.stated], [p for p, _ in self.stated])
        return f"{said}, gold quoted {gold:.0f}, documents {self.documents / n:.2f}, ECE {off:.1f}"


@dataclass
class Measured:
    """By source."""

    by: dict[str, Counted] = field(default_factory=dict)

    def of(self, group: str) -> Counted:
        """The count of one source."""
        return self.by.setdefault(group, Counted())


def chosen(path: Path, others: int) -> list[Example]:
    """All of FoolMeTwice, then one in ``others`` of the covered claims of FEVER and of the uncovered ones."""
    found = list(read_claims(path))
    hard = [e for e in found if e.group == HARD]
    easy = [e for e in found if e.group not in (HARD, UNCOVERED)][::others]
    return [*hard, *easy, *[e for e in found if e.group == UNCOVERED][::others]]


def plain(example: Example) -> Example:
    """The claim alone: where to look and what settles it are not given."""
    return replace(example, document=replace(example.document, title="", context=()))


def scores(
    runtime: Runtime, path: Path, say: Say, also: Sequence[tuple[str, str]] = ()
) -> tuple[Folded, Mapping[str, str]]:
    """(evidence scores, each fitted on all claims but those of one part of the articles; claim's id -> article). The claims are
    those of the file, and of the files of ``also``, each with the name of its index.
    """

    def fitted(part: Sequence[Observed]) -> EvidenceModel:
        kind = runtime.retriever.info.evidence
        table = Likelihoods((0.5, 0.5), (0.5, 0.5), runtime.nli_sha256(), kind, "cross-fitted by article")
        return replace(fit_evidence(part, table), against=plainness(table.nli_sha256, kind))

    found = []
    for one in observe(met_everywhere(runtime, path, also), runtime.nli, runtime.sentence_vectors()):
        found.append(one)
        if len(found) % 100 == 0:
            say(f"{len(found)} documents")
    return folded(found, fitted), {one.claim: one.group for one in found}


def met_everywhere(
    runtime: Runtime, path: Path, also: Sequence[tuple[str, str]], documents: int = DOCUMENTS
) -> Iterator[Met]:
    """The labelled claims of the file, read in the runtime's index, and those of ``also``, with the first documents of each."""
    for example in read_claims(path):
        yield from met_claim(example, lambda: runtime.retriever, documents, given=False)
    for further, index in also:
        with open_runtime(replace(runtime.settings, index=index)) as other:
            for example in read_claims(Path(further)):
                yield from met_claim(example, lambda: other.retriever, documents, given=False)


def parted(examples: Sequence[Example], folds: Folded, article: Mapping[str, str]) -> list[list[Example]]:
    """For each score the claims that it was fitted without, plain."""
    found: list[list[Example]] = [[] for _ in folds.models]
    for example in examples:
        found[folds.of(article.get(example.id, ""))].append(plain(example))
    return found


def heard(
    runtime: Runtime, judge: Judge, parts: Sequence[Sequence[Example]], folds: Folded, say: Say, turned: bool = False
) -> list[Heard]:
    """(number of the fold, what is seen, the expert's log-odds) for each claim of which a document says something."""
    found: list[tuple[int, Seen]] = []
    for number, (model, mine) in enumerate(zip(folds.models, parts, strict=True)):
        found += [(number, one) for one in seen(runtime, mine, model) if one is not None]
        say(f"{len(found)} seen")
    rows = []
    found = found[::-1] if turned else found
    for number, one in found:
        rows += [(number, row, odds) for row, odds in heard_of(judge, [one])]
        if len(rows) % 8 == 0:
            say(f"{len(rows)} of {len(found)} answers")
    return rows


def heard_elsewhere(
    runtime: Runtime, judge: Judge, path: Path, index: str, score: EvidenceModel, say: Say
) -> list[Heard]:
    """The same for the claims of another file, read in another index: of no fold, so that they are in the table of each."""
    with open_runtime(replace(runtime.settings, index=index)) as other:
        found = [one for one in seen(other, [plain(e) for e in read_claims(path)], score) if one is not None]
    say(f"{len(found)} seen of {path.name}")
    rows = []
    for one in found:
        rows += [(NO_FOLD, row, odds) for row, odds in heard_of(judge, [one])]
        if len(rows) % 8 == 0:
            say(f"{len(rows)} of {len(found)} answers")
    return rows


def as_hearing(rows: Sequence[Heard]) -> list[tuple[Seen, float]]:
    """The rows as ``evaluate.hearing`` has them."""
    return [(one, odds) for _, one, odds in rows]


def tables(rows: Sequence[Heard], judge: Judge, parts: int, data: str, nli_sha256: str) -> list[ExpertTable]:
    """A table for each part, fitted on the claims of the others."""
    found = []
    for k in range(parts):
        true, nli, said, near = columns([(one, odds) for number, one, odds in rows if number != k])
        table = fit_expert(true, nli, said, near, data, nli_sha256)
        of = judge.info
        found.append(replace(table, model=of.name, llm_sha256=of.sha256, head_sha256=judge.digest, orders=1))
    return found


def judged(
    runtime: Runtime, parts: Sequence[Sequence[Example]], folds: Folded, consultants: Sequence[Consultant | None],
    options: Mapping[str, float], gold: Mapping[str, str],
) -> Measured:  # fmt: skip
    """Each claim from the index to the quote, by the scores and tables of other articles."""
    measured = Measured()
    for model, consultant, mine in zip(folds.models, consultants, parts, strict=False):
        detector = runtime.detector(options=options, given={EvidenceModel: model, Consultant: consultant})
        for example in mine:
            verdict = next(iter([*detector(example.document)]), None)
            for count in (measured.of(example.group), measured.of(ALL)):
                _count(count, verdict, example, gold)
    return measured


def _count(count: Counted, verdict: Verdict | None, example: Example, gold: Mapping[str, str]) -> None:
    count.n += 1
    if verdict is None:
        return
    label = verdict.label
    count.documents += len(verdict.evidence)
    count.stated.append((1.0 - verdict.score, example.labels[0] == 0.0))
    truth = Label.SUPPORTED if example.labels[0] == 0.0 else Label.REFUTED
    count.asked += verdict.cost.llm_calls > 0
    count.seconds += verdict.cost.seconds if verdict.cost.llm_calls else 0.0
    if label in (Label.SUPPORTED, Label.REFUTED):
        count.settled += 1
        count.right += label is truth
        count.wrong += label is not truth
        quote = verdict.evidence[verdict.best].quote if verdict.best is not None else ""
        told = gold.get(example.document.text, "")
        count.quoted += bool(quote and told) and (quote.strip() in told or told.strip() in quote)
