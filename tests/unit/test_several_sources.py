"""Several sources in one run: in turns, by precedence, and a conflict between them is shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from evidence_models import simple_model

from localcheck.backends.nli.table import TableNLI
from localcheck.claims.rules.extract import SentenceClaims
from localcheck.detectors.bayes_sequential import bayes_sequential
from localcheck.errors import BadInput, NoPageRead, RetrievalError, UsageError
from localcheck.judging.evidence.score import Tables
from localcheck.sources.by_query import ByQuery
from localcheck.sources.memory import open_retriever
from localcheck.sources.several import Several, names_of, open_several
from localcheck.stats.bayes import Likelihoods
from localcheck.types import Claim, Document, Label, Passage, Source, Verdict
from localcheck.types.infos import IndexInfo


class Shelf(ByQuery):
    """A source with a name, that gives these texts and notes when it is closed."""

    def __init__(self, name: str, texts: Sequence[str], evidence: str = "index") -> None:
        self.info = IndexInfo(name, "memory", len(texts), language="en", evidence=evidence)
        self.texts, self.pulled, self.closed = texts, 0, False

    def search(self, query: str) -> Iterator[Passage]:
        for i, text in enumerate(self.texts):
            self.pulled += 1
            yield Passage(f"{self.info.name} {i}", text, Source("test", self.info.name), i)

    def close(self) -> None:
        self.closed = True


class NeverNLI:
    """Contradicts where the premise says "never", else entails where it has all words."""

    info = TableNLI({}).info

    def entail(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        def one(premise: str, claim: str) -> tuple[float, float, float]:
            if "never" in premise:
                return 0.02, 0.03, 0.95
            words = {w.strip(".").lower() for w in claim.split()}
            return (
                (0.95, 0.04, 0.01) if words <= {w.strip(".").lower() for w in premise.split()} else (0.02, 0.96, 0.02)
            )

        return np.array([one(*p) for p in pairs]).reshape(len(pairs), 3)


FOR, AGAINST = "Ada was born in London. It rained.", "Ada was never born in London. It rained."


def judged(*sources: Shelf, k: int = 2) -> Verdict:
    detector = bayes_sequential(
        nli=NeverNLI(),
        retriever=Several(sources),
        extractor=SentenceClaims(),
        tables=Tables(lambda: simple_model(0.9), lambda: simple_model(0.9).likelihoods),
        k=k,
        at_least=k,
    )
    (verdict,) = detector(Document("d", "Ada was born in London."))
    return verdict


def test_documents_come_in_turns_by_precedence_and_lazily() -> None:
    first, second = Shelf("mine", ["a", "b", "c"]), Shelf("enwiki", ["x"])
    found = Several((first, second)).search("q")
    assert [next(found).text for _ in range(2)] == ["a", "x"]
    assert (first.pulled, second.pulled) == (1, 1)
    rest = list(found)
    assert [(p.text, p.rank) for p in rest] == [("b", 2), ("c", 3)]


@pytest.mark.parametrize(("texts", "label"), [((FOR, AGAINST), Label.SUPPORTED), ((AGAINST, FOR), Label.REFUTED)])
def test_the_source_named_first_decides_a_conflict_and_the_other_is_shown(texts: tuple[str, str], label: Label) -> None:
    verdict = judged(Shelf("mine", texts[:1]), Shelf("enwiki", texts[1:]))
    assert verdict.label is label
    assert verdict.deciding is not None and verdict.deciding.passage.source.name == "mine"
    assert "the sources disagree, mine has precedence" in verdict.rationale
    assert "enwiki says “Ada was" in verdict.rationale
    assert verdict.beliefs[2].p_factual == verdict.beliefs[1].p_factual, "an overruled document moves nothing"


def test_pages_that_were_found_and_passed_over_are_told() -> None:
    class Refused(Shelf):
        def evidence(self, document: Document, claim: Claim) -> Iterator[Passage]:
            raise NoPageRead("2 pages were found and passed over: no", "allow it")
            yield

    nothing = judged(Refused("web:x", []), Shelf("mine", []))
    assert nothing.label is Label.NOT_ENOUGH_EVIDENCE and nothing.rationale == "no document matches this claim"
    assert nothing.note.endswith("2 pages were found and passed over: no (allow it)")
    other = judged(Refused("web:x", []), Shelf("mine", [FOR]))
    assert other.label is Label.SUPPORTED and "passed over" not in other.note


def test_a_later_document_of_a_higher_source_overrules_what_was_counted_before() -> None:
    verdict = judged(Shelf("mine", ["Cats purr a lot here.", FOR]), Shelf("enwiki", [AGAINST]), k=3)
    assert verdict.label is Label.SUPPORTED
    assert verdict.beliefs[2].p_factual < 0.5 < verdict.beliefs[3].p_factual


class Graded(NeverNLI):
    """A text that says "perhaps" is contradicted weakly."""

    def entail(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        rows = super().entail(pairs)
        weak = np.array(["perhaps" in premise for premise, _ in pairs])
        rows[weak] = (0.1, 0.3, 0.6)
        return rows


def test_a_weak_contradiction_of_the_first_source_does_not_overrule_the_plain_support_of_another() -> None:
    weak = "Ada was perhaps a child of London. It rained."
    strong = simple_model(0.9)
    table = Likelihoods((0.1, 0.35, 0.55), (0.6, 0.39, 0.01), strong.likelihoods.nli_sha256, "index", "by hand")
    model = replace(strong, likelihoods=table)

    def decided(*sources: Shelf) -> Verdict:
        detector = bayes_sequential(
            nli=Graded(), retriever=Several(sources), extractor=SentenceClaims(),
            tables=Tables(lambda: model, lambda: table), k=2,
        )  # fmt: skip
        (verdict,) = detector(Document("d", "Ada was born in London."))
        return verdict

    verdict = decided(Shelf("mine", [weak]), Shelf("enwiki", [FOR]))
    assert len(verdict.evidence) == 2, "each source is heard, however settled the belief is"
    assert verdict.label is Label.SUPPORTED, verdict.rationale
    assert verdict.deciding is not None and verdict.deciding.passage.source.name == "enwiki"
    assert "enwiki says it more clearly" in verdict.rationale


def test_one_source_has_no_conflict_with_itself() -> None:
    verdict = judged(Shelf("mine", [FOR, AGAINST]))
    assert "disagree, " not in verdict.rationale
    assert verdict.label is Label.NOT_ENOUGH_EVIDENCE


def test_what_is_known_of_several() -> None:
    info = Several((Shelf("a", ["x"]), Shelf("b", ["y", "z"], "web"))).info
    assert (info.name, info.articles, info.language, info.sources) == ("a + b", 3, "en", ("a", "b"))
    assert info.evidence == "index"


def test_a_passage_in_memory_without_address_or_date_has_none(tmp_path: Path) -> None:
    rows = tmp_path / "a.jsonl"
    rows.write_text('{"title": "Mars", "text": "Mars is red.", "url": null, "date": null}\n')
    source = next(open_retriever(str(rows)).search("Mars")).source
    assert (source.locator, source.date) == ("", "")
    rows.write_text('{"title": "Mars", "text": null}\n')
    with pytest.raises(BadInput, match="text"):
        open_retriever(str(rows))


def test_names() -> None:
    assert names_of("mine + enwiki") == ("mine", "enwiki")
    assert names_of("recorded:/a+b/c.jsonl") == ("recorded:/a+b/c.jsonl",)
    for bad in ("mine + mine", "mine +  + x"):
        with pytest.raises(UsageError):
            names_of(bad)


def test_what_was_opened_is_closed_where_another_cannot_be() -> None:
    shelf = Shelf("mine", [])

    def open_one(name: str) -> Shelf:
        if name == "mine":
            return shelf
        raise RetrievalError("broken")

    with pytest.raises(RetrievalError):
        open_several("mine + other", open_one)
    assert shelf.closed
