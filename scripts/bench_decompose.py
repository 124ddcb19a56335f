"""Claims by a language model beside the rules: tokens, who split what, and that no sentence is lost.

python scripts/bench_decompose.py --llm gguf:gemma-3-270m-q4_k_m.gguf --data ../shared/data --sentences 100

The text is passages of WikiBio GPT-3, one document each. `lost` counts checkable sentences without a checkable claim, or whose
claims leave out a number or more than a fifth of the content words; it must be 0.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from localcheck.backends.llm import open_llm
from localcheck.claims.accept import uncovered
from localcheck.claims.llm import BY_MODEL, LLMClaims
from localcheck.claims.rules.extract import RuleClaims
from localcheck.ports import NLI, Extractor
from localcheck.settings import Settings
from localcheck.text.sentences import split_sentences
from localcheck.types import Claim, Cost, Document


def documents(data: Path, sentences: int) -> Iterator[Document]:
    """Passages until so many sentences are there."""
    for row in json.loads((data / "wikibio" / "wikibio_dev.json").read_text(encoding="utf-8")):
        if sentences <= 0:
            return
        document = Document(str(row["id"]), row["gpt3_text"].strip(), title=row["concept"])
        sentences -= len(split_sentences(document.text))
        yield document


def lost(document: Document, claims: list[Claim]) -> Iterator[int]:
    """Checkable sentences that their claims do not cover."""
    sentences = {s.index: s.text for s in split_sentences(document.text)}
    for index in {c.sentence for c in RuleClaims().extract(document, split_sentences(document.text)) if c.checkable}:
        mine = [c.text for c in claims if c.sentence == index and c.checkable]
        if not mine or uncovered(sentences[index], mine):
            yield index


def measure(name: str, extractor: Extractor, texts: list[Document]) -> None:
    """One line of figures."""
    began, claims, total, gone = time.process_time(), Counter[str](), 0, 0
    for document in texts:
        sentences = split_sentences(document.text)
        found = extractor.extract(document, sentences)
        total += len(sentences)
        gone += sum(1 for _ in lost(document, found))
        claims.update("model" if c.note == BY_MODEL else "rules" for c in found if c.checkable)
    cost = extractor.cost() if isinstance(extractor, LLMClaims) else Cost()
    tokens = cost.tokens_in + cost.tokens_out
    print(
        f"{name:10s} sentences {total}  lost {gone}  claims {sum(claims.values())} (by the model {claims['model']})  "
        f"tokens {tokens} ({tokens / total:.0f} a sentence, {cost.tokens_out} written)  "
        f"unparsed {cost.parse_failures}  CPU {time.process_time() - began:.0f} s",
        flush=True,
    )


def main() -> None:
    """Run the rules, the short prompt and the paper's prompt on the same passages."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--llm", required=True, help="as in localcheck --llm")
    parser.add_argument("--data", type=Path, default=Path("../shared/data"))
    parser.add_argument("--sentences", type=int, default=100)
    parser.add_argument("--threads", type=int, default=0)
    parser.add_argument("--nli", default="", help="hold the claims against an NLI model too")
    parser.add_argument("--paper", action="store_true", help="the paper's prompt as well")
    options = parser.parse_args()
    texts = list(documents(options.data, options.sentences))
    nli: NLI | None = None
    if options.nli:
        from localcheck.backends.nli import open_nli

        nli = open_nli(options.nli, threads=options.threads)
    measure("rules", RuleClaims(), texts)
    llm = open_llm(options.llm, Settings(cache=False, threads=options.threads))
    try:
        measure("short", LLMClaims(llm, nli=nli), texts)
        if options.paper:
            measure("paper", LLMClaims(llm, nli=nli, prompt="paper"), texts)
    finally:
        llm.close()


if __name__ == "__main__":
    main()
