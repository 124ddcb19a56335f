#!/usr/bin/env python3
"""Measures the rule-based splitter on WikiSplit, DeSSE and the decomposed WikiBio passages; prints Markdown tables.

python scripts/bench_claims.py DATA                                   DATA holds decomposition/ and wikibio/
python scripts/bench_claims.py DATA --llm gguf:MODEL --sentences 100  a language model beside the rules, on so many of each
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import tarfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from localcheck.backends.llm import open_llm
from localcheck.backends.nli import open_nli
from localcheck.claims.llm import BY_MODEL, About, LLMClaims
from localcheck.claims.rules.extract import RuleClaims, SentenceClaims
from localcheck.claims.rules.grammar import has_clause
from localcheck.claims.rules.pieces import split_claims
from localcheck.claims.rules.wording import tokenize
from localcheck.evaluate.datasets.files import chosen
from localcheck.ingest.documents import from_text
from localcheck.ports import NLI, OpenLLM
from localcheck.settings import Settings
from localcheck.text.sentences import split_sentences
from localcheck.types import Claim, Document, Sentence, Span
from training.measuring.simplification import bleu, sari

Split = Callable[[str], list[str]]
Pair = tuple[str, list[str]]


def by_rules(text: str) -> list[str]:
    return [piece.text for piece in split_claims(text)]


def by_model(llm: OpenLLM, nli: NLI, sources: Sequence[str], about: About) -> tuple[Split, str]:
    """How ``--claims llm`` splits, and what that took. All sentences are one document, six to a prompt.

    A sentence whose claims are not the model's is split by the rules, here without names for its pronouns, as in the row of
    the rules.
    """
    text, sentences = "\n".join(sources), list[Sentence]()
    for index, source in enumerate(sources):
        start = sentences[-1].span.end + 1 if sentences else 0
        sentences.append(Sentence(index, Span(start, start + len(source)), source))
    extractor = LLMClaims(llm, nli=nli, about=about)
    found: dict[str, list[str]] = {source: [] for source in sources}
    claims = extractor.extract(Document("bench", text), sentences)
    for claim in claims:
        if claim.note == BY_MODEL:
            found[sources[claim.sentence]].append(claim.text)
    cost, why = extractor.cost(), Counter(_reason(c.note) for c in claims)
    missing = len(sources) - len({c.sentence for c in claims})
    spent = f"{(cost.tokens_in + cost.tokens_out) / len(sources):.0f} tokens a sentence, {cost.tokens_out} written"
    said = f"claims {dict(why.most_common())}, sentences without a claim {missing}, {spent}, unparsed {cost.parse_failures}"
    return (lambda source: found[source] or by_rules(source)), said


def _reason(note: str) -> str:
    """Why a claim is whose it is, without the words that were left out."""
    return re.sub(r"left out .*", "left out words", note.rpartition(": ")[2])


def words(text: str) -> list[str]:
    return [t.text.lower() for t in tokenize(text)]


def bare(text: str) -> list[str]:
    return [w for w in words(text) if w[0].isalnum()]


def wikisplit(path: Path) -> Iterator[Pair]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            source, target = line.rstrip("\n").split("\t")
            yield source, [part.strip() for part in target.split("<::::>")]


def desse(folder: Path, part: str) -> Iterator[Pair]:
    suffix = ".txt.gz" if part == "test" else ".gz"
    with (
        gzip.open(folder / f"desse_{part}.complex{suffix}", "rt", encoding="utf-8") as sources,
        gzip.open(folder / f"desse_{part}.simple{suffix}", "rt", encoding="utf-8") as targets,
    ):
        for source, target in zip(sources, targets, strict=False):
            if source.strip():
                yield source.strip(), [s.text for s in split_sentences(target.strip(), "en")]


def split_row(name: str, pairs: Sequence[Pair], split: Split) -> str:
    """Share split, exact matches (words only), boundary, BLEU, SARI of one system."""
    outputs = [split(source) for source, _ in pairs]
    changed = [o != [s] for o, (s, _) in zip(outputs, pairs, strict=True)]
    exact = [[bare(p) for p in o] == [bare(p) for p in t] for o, (_, t) in zip(outputs, pairs, strict=True)]
    first = [bare(o[0]) == bare(t[0]) and len(o) > 1 for o, (_, t) in zip(outputs, pairs, strict=True) if len(t) > 1]
    whole = [all(_sentence(p) for p in o) for o, c in zip(outputs, changed, strict=True) if c]
    joined = [words(" ".join(o)) for o in outputs]
    wanted = [words(" ".join(t)) for _, t in pairs]
    mean_sari = sum(sari(words(s), o, w) for (s, _), o, w in zip(pairs, joined, wanted, strict=True)) / len(pairs)
    return (
        f"| {name} | {len(pairs)} | {_share(changed)} | {sum(map(len, outputs)) / len(pairs):.2f} | {_share(exact)}"
        f" | {_share(first)} | {100 * bleu(joined, wanted):.1f} | {100 * mean_sari:.1f} | {_share(whole)} |"
    )


def _sentence(text: str) -> bool:
    """Proxy for a whole sentence: a subject and a finite verb are found, capital first, full stop last."""
    return has_clause(text) and text.rstrip()[-1:] in ".!\"'" and not text[:1].islower()


def _share(flags: Sequence[bool]) -> str:
    return f"{100 * sum(flags) / len(flags):.1f} %" if flags else "–"


def wikibio(folder: Path) -> list[tuple[str, str, list[str], list[list[str]]]]:
    """(title, text, sentences, reference subclaims per sentence) of every passage."""
    rows = json.loads((folder / "wikibio_dev.json").read_text(encoding="utf-8"))
    reference: dict[str, list[str]] = {}
    with tarfile.open(folder / "recorded_web_dev.tar.xz") as archive:
        for member in archive:
            match = re.search(r"decomposed_(\d+_\d+)\.txt$", member.name)
            stream = archive.extractfile(member) if match else None
            if match and stream:
                lines = stream.read().decode("utf-8", "replace").splitlines()
                reference[match.group(1)] = [line.strip() for line in lines if line.strip()]
    return [
        (
            r["concept"],
            r["gpt3_text"],
            r["gpt3_sentences"],
            [reference.get(f"{r['id']}_{i}", []) for i in range(len(r["gpt3_sentences"]))],
        )
        for r in rows
    ]


def invented(claim: str, text: str) -> bool:
    """Does the claim hold a number, or a word with a capital inside it, that the text does not hold?"""
    said = {w.casefold() for w in re.findall(r"\w+", text)}
    names = re.findall(r"(?<=[\w,] )[A-Z]\w+|\d+", claim)
    return any(w.casefold() not in said for w in names)


def claims_by_sentence(
    extractor: SentenceClaims | RuleClaims | LLMClaims, title: str, text: str, sentences: Sequence[str]
) -> list[list[Claim]]:
    """Claims on the data set's own sentence boundaries."""
    given, at = [], 0
    for index, sentence in enumerate(sentences):
        start = max(text.find(sentence, at), at)
        at = min(start + len(sentence), len(text))
        given.append(Sentence(index, Span(start, at), text[start:at]))
    grouped: list[list[Claim]] = [[] for _ in sentences]
    for claim in extractor.extract(from_text(text, title=title), given):
        grouped[claim.sentence].append(claim)
    return grouped


OPENS = re.compile(
    r"(?:he|she|it|they|his|her|its|their|this|these|those)\b|the (?:\w+) (?:is|was|has|had|were|are)\b", re.IGNORECASE
)


def decomposition_row(name: str, groups: Sequence[tuple[list[str], list[str]]]) -> str:
    """``groups``: (claims of the system, reference subclaims) per sentence."""
    ours = [c for mine, _ in groups for c in mine]
    found = total = 0
    hits: list[bool] = []
    for mine, reference in groups:
        have = Counter(w for c in mine for w in set(bare(c)))
        for claim in reference:
            wanted = bare(claim)
            found += sum(w in have for w in wanted)
            total += len(wanted)
            hits.append(max((f1(bare(c), wanted) for c in mine), default=0.0) >= 0.8)
    alone = [not OPENS.match(c) for c in ours]
    counted = f"{len(ours)} | {len(ours) / len(groups):.2f}"
    return f"| {name} | {counted} | {100 * found / total:.1f} % | {_share(hits)} | {_share(alone)} |"


def f1(a: Sequence[str], b: Sequence[str]) -> float:
    common = (Counter(a) & Counter(b)).total()
    return 2 * common / (len(a) + len(b)) if common else 0.0


def beside_the_model(
    sets: Mapping[str, Sequence[Pair]], passages: Path, llm: str, nli: str, sentences: int, abouts: Sequence[About],
    cache: Path,
) -> None:  # fmt: skip
    """No split, rules and the language model on the same sentences of WikiSplit validation and DeSSE test, then WikiBio."""
    model = open_llm(llm, Settings(threads=1), cache=cache)
    judge = open_nli(nli, threads=1)
    print("| set, system | sentences | split | pieces | exact | first piece exact | BLEU | SARI | all pieces whole |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in ("WikiSplit validation", "DeSSE test"):
        pairs = list({source: (source, target) for source, target in chosen(sets[name], sentences, True)}.values())
        print(split_row(f"{name}, no split", pairs, lambda text: [text]))
        print(split_row(f"{name}, rules", pairs, by_rules))
        for about in abouts:
            split, spent = by_model(model, judge, [source for source, _ in pairs], about)
            print(split_row(f"{name}, language model ({about})", pairs, split), f"\n    {spent}", flush=True)
    print("\n| WikiBio, system | claims | per sentence | token recall | subclaims found | self-contained |")
    print("|---|---|---|---|---|---|")
    some = wikibio(passages)
    some = chosen(some, max(1, sentences // 8), True)
    for name, extractor in (("rules", RuleClaims()), ("language model", LLMClaims(model, nli=judge, about=abouts[0]))):
        groups, strange, lost, by = [], 0, 0, Counter[str]()
        for title, text, given, reference in some:
            mine = claims_by_sentence(extractor, title, text, given)
            groups += [([c.text for c in m], r) for m, r in zip(mine, reference, strict=True) if r]
            strange += sum(invented(c.text, f"{title} {text}") for m in mine for c in m)
            lost += sum(not m for m in mine)
            by.update("model" if c.note == BY_MODEL else "rules" for m in mine for c in m)
        print(decomposition_row(name, groups))
        print(
            f"    {dict(by)}, sentences without a claim {lost}, claims with a name or number of their own {strange}",
            flush=True,
        )
    model.close()
    judge.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--show", type=int, default=0, help="print this many random splits and stop")
    parser.add_argument("--llm", default="", help="measure a language model beside the rules, as in localcheck --llm")
    parser.add_argument("--nli", default="starter-nli", help="holds the model's claims against their sentence")
    parser.add_argument("--about", choices=("unsplit", "several"), nargs="+", default=["unsplit", "several"])
    parser.add_argument(
        "--cache", type=Path, default=Path("claims-llm.db"), help="the model's answers: a run that was stopped goes on"
    )
    parser.add_argument("--sentences", type=int, default=100, help="of each set, at even distances, with --llm")
    options = parser.parse_args()
    folder = options.data / "decomposition"
    sets = {
        "WikiSplit tune": list(wikisplit(folder / "wikisplit_tune.tsv.gz")),
        "WikiSplit validation": list(wikisplit(folder / "wikisplit_validation.tsv.gz")),
        "DeSSE test": list(desse(folder, "test")),
    }
    if options.show:
        show(sets["WikiSplit tune"], options.show)
        return
    if options.llm:
        beside_the_model(
            sets, options.data / "wikibio", options.llm, options.nli, options.sentences, options.about, options.cache
        )
        return
    print("| set, system | sentences | split | pieces | exact | first piece exact | BLEU | SARI | all pieces whole |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name, pairs in sets.items():
        print(split_row(f"{name}, no split", pairs, lambda text: [text]))
        started = time.perf_counter()
        print(split_row(f"{name}, rules", pairs, by_rules))
        print(f"    {len(pairs) / (time.perf_counter() - started):.0f} sentences/s with scoring", flush=True)
    print("\n| WikiBio, system | claims | per sentence | token recall | subclaims found | self-contained |")
    print("|---|---|---|---|---|---|")
    passages = wikibio(options.data / "wikibio")
    for name, extractor in (("whole sentences", SentenceClaims()), ("rules", RuleClaims())):
        groups = []
        for title, text, sentences, reference in passages:
            mine = claims_by_sentence(extractor, title, text, sentences)
            groups += [([c.text for c in m], r) for m, r in zip(mine, reference, strict=True) if r]
        print(decomposition_row(name, groups))
    print(decomposition_row("text-davinci-003 (reference)", [(r, r) for _, r in groups]))


def show(pairs: Sequence[Pair], count: int) -> None:
    """Splits to be read by a person."""
    split = [(s, by_rules(s)) for s, _ in pairs]
    for source, pieces in random.Random(1).sample([p for p in split if len(p[1]) > 1], count):
        print(source, *(f"    {p}" for p in pieces), sep="\n")


if __name__ == "__main__":
    main()
