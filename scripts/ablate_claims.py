#!/usr/bin/env python3
"""What each family of claim rules brings: every one is switched off in turn; prints the Markdown table of docs/claims.md.

Usage: python scripts/ablate_claims.py DATA [--pairs 1500] [--only TEXT]     DATA holds decomposition/ and wikibio/
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parent))

from bench_claims import OPENS, bare, by_rules, claims_by_sentence, desse, f1, wikibio, wikisplit, words

from localcheck.claims.rules import asides, entities, grammar, mentions, pieces, references, subject_names
from localcheck.claims.rules.extract import RuleClaims
from localcheck.ingest.corpus import Record, open_corpus, plain_text
from localcheck.ingest.documents import from_text
from localcheck.text.sentences import split_sentences
from training.measuring.simplification import sari

EXAMPLES = Path(__file__).parent.parent / "examples"
Off = Callable[[], tuple[tuple[Any, str, Any], ...]]


def nothing(*_: object, **__: object) -> None:
    """In the place of a rule that may find nothing."""


def no_facts(*_: object) -> tuple[list[object], list[object]]:
    """In the place of a finder of asides."""
    return [], []


def cut_without(unwanted: Callable[[Any], bool]) -> Callable[..., Any]:
    """``pieces._cut_at`` without some of its cuts."""
    real = pieces._cut_at

    def at(*arguments: Any) -> Any:
        cut = real(*arguments)
        return None if cut is not None and unwanted(cut) else cut

    return at


def edit_without(real: Callable[..., Any], unwanted: Callable[[str], bool]) -> Callable[..., Any]:
    """A method that finds the subject's edit, without those that replace some words."""

    def stand_in(self: Any, sentence: str, *rest: Any) -> Any:
        edit = real(self, sentence, *rest)
        return None if edit is not None and unwanted(sentence[edit.start : edit.end].lower()) else edit

    return stand_in


PRONOUNS = ("he", "she", "it")
GENITIVES = ("his", "her", "its")
FAMILIES: dict[str, Off] = {
    "coordination: verb phrases": lambda: ((pieces, "_shared_subject", nothing),),
    "coordination: was … and (was) …ed": lambda: ((pieces, "_cut_at", cut_without(lambda cut: cut.auxiliary)),),
    "coordination: clauses": lambda: ((pieces, "_cut_at", cut_without(lambda cut: cut.clause is not None)),),
    "apposition: X, a physicist, …": lambda: ((asides, "_in_subject", no_facts),),
    "asides: life dates": lambda: ((asides, "_life_dates", no_facts),),
    "asides: was a … who …": lambda: ((asides, "_predicate_relative", no_facts),),
    "asides: …, winning …": lambda: ((asides, "_participle", no_facts),),
    "asides: lists of callings": lambda: ((asides, "_callings", no_facts),),
    "reading: X, 1st Baron Y, was": lambda: ((grammar, "_verb_after_title", nothing),),
    "pronouns: subjects (he → X)": lambda: (
        (references.References, "_stand_in", edit_without(references.References._stand_in, PRONOUNS.__contains__)),
    ),
    "pronouns: genitive subjects (his → X's)": lambda: (
        (references.References, "_stand_in", edit_without(references.References._stand_in, GENITIVES.__contains__)),
    ),
    "pronouns: of sentences not read": lambda: ((references.References, "_opening_pronoun", nothing),),
    "pronouns: after an adverbial without comma": lambda: ((mentions, "led_subject", nothing),),
    "pronouns: Chinese": lambda: ((entities, "han_subject", lambda sentence: ""),),
    "surnames (Turing → Alan Turing)": lambda: ((entities.Entity, "surname", ""),),
    "kinds: the city (subject)": lambda: (
        (references.References, "_stand_in", edit_without(references.References._stand_in, lambda t: t[:4] == "the ")),
    ),
    "kinds: the planet (inside)": lambda: ((mentions, "_definite", nothing),),
    "kinds: all": lambda: (
        (references, "_may_be_called", lambda entity, noun: False),
        (entities, "declared", lambda name, sentences: frozenset()),
    ),
    "entity: most frequent name": lambda: ((subject_names, "_dominant", lambda *_: ""),),
    "entity: article (the Titanic)": lambda: ((subject_names, "article_of", lambda body, name: ""),),
}


STARTER = EXAMPLES.parent / "indexes" / "starter" / "localcheck-starter-20261101-pages-articles.xml.bz2"


@dataclass(frozen=True, slots=True)
class Sets:
    """What the rules are run over."""

    wikisplit: list[tuple[str, list[str]]]
    """Sentence and the sentences it was split into."""
    desse: list[tuple[str, list[str]]]
    passages: list[tuple[str, str, list[str], list[list[str]]]]
    """WikiBio: title, text, sentences, reference subclaims of each."""
    examples: list[tuple[str, str]]
    """Title and text of the files in examples/."""
    starter: list[tuple[str, str]]
    """Title and text of the starter corpus."""


def read_sets(data: Path, pairs: int) -> Sets:
    """The first so many pairs of WikiSplit tune, DeSSE test, WikiBio, the examples and the starter corpus."""
    folder = data / "decomposition"
    files = [p for p in sorted(EXAMPLES.iterdir()) if p.suffix in (".txt", ".md") and p.stem != "README"]
    articles = [item for item in open_corpus(STARTER).items() if isinstance(item, Record)]
    return Sets(
        list(wikisplit(folder / "wikisplit_tune.tsv.gz"))[:pairs],
        list(desse(folder, "test")),
        wikibio(data / "wikibio"),
        [("", path.read_text(encoding="utf-8")) for path in files],
        [(item.title, plain_text(item)) for item in articles],
    )


@dataclass(frozen=True, slots=True)
class Found:
    """What the rules make of the sets."""

    wikisplit: list[list[str]]
    desse: list[list[str]]
    passages: list[list[str]]
    """Claims of each sentence of WikiBio that has a reference."""
    examples: list[list[str]]
    """Claims of each sentence, in order."""
    starter: list[list[str]]


def find(sets: Sets) -> Found:
    """Run the rules as they are now."""
    passages: list[list[str]] = []
    for title, text, sentences, reference in sets.passages:
        claims = claims_by_sentence(RuleClaims(), title, text, sentences)
        passages += [[c.text for c in mine] for mine, r in zip(claims, reference, strict=True) if r]
    return Found(
        [by_rules(source) for source, _ in sets.wikisplit],
        [by_rules(source) for source, _ in sets.desse],
        passages,
        [claims for text in sets.examples for claims in of_document(*text)],
        [claims for text in sets.starter for claims in of_document(*text)],
    )


def of_document(title: str, text: str) -> list[list[str]]:
    """Claims of each sentence."""
    document = from_text(text, title=title)
    sentences = split_sentences(document.text)
    grouped: list[list[str]] = [[] for _ in sentences]
    for claim in RuleClaims().extract(document, sentences):
        grouped[claim.sentence].append(claim.text)
    return grouped


@cache
def cached_sari(source: str, output: tuple[str, ...], target: tuple[str, ...]) -> float:
    """SARI of one split sentence."""
    return sari(words(source), words(" ".join(output)), words(" ".join(target)))


def mean_sari(pairs: Sequence[tuple[str, list[str]]], outputs: Sequence[list[str]]) -> float:
    """In percent."""
    scores = [cached_sari(s, tuple(o), tuple(t)) for (s, t), o in zip(pairs, outputs, strict=True)]
    return 100 * sum(scores) / len(scores)


@cache
def recalled(claims: tuple[str, ...], reference: tuple[str, ...]) -> tuple[int, int]:
    """Reference subclaims with a claim of word F1 0.8 or more, and how many there are."""
    mine = [bare(claim) for claim in claims]
    return sum(max((f1(m, bare(r)) for m in mine), default=0.0) >= 0.8 for r in reference), len(reference)


def figures(sets: Sets, found: Found) -> tuple[float, float, float, float, float]:
    """SARI on WikiSplit and DeSSE, subclaims found, self-contained claims on WikiBio and in the starter corpus; percent."""
    references = [r for *_, rows in sets.passages for r in rows if r]
    hits = [recalled(tuple(c), tuple(r)) for c, r in zip(found.passages, references, strict=True)]
    alone = [[not OPENS.match(c) for claims in part for c in claims] for part in (found.passages, found.starter)]
    return (
        mean_sari(sets.wikisplit, found.wikisplit),
        mean_sari(sets.desse, found.desse),
        100 * sum(h for h, _ in hits) / sum(n for _, n in hits),
        *(100 * sum(flags) / len(flags) for flags in alone),
    )


def row(name: str, now: Sequence[float], full: Sequence[float], found: Found, all_rules: Found) -> str:
    """One line of the table: the difference that switching the family off makes, and how many sentences change."""
    changed = [
        sum(a != b for a, b in zip(getattr(found, part), getattr(all_rules, part), strict=True))
        for part in ("wikisplit", "passages", "starter", "examples")
    ]
    cells = " | ".join(f"{a - b:+.2f}" for a, b in zip(now, full, strict=True))
    return f"| {name} | {cells} | {' | '.join(map(str, changed))} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path)
    parser.add_argument("--pairs", type=int, default=1500, help="how many sentences of WikiSplit tune")
    parser.add_argument("--only", default="", help="families whose name holds this text")
    options = parser.parse_args()
    sets = read_sets(options.data, options.pairs)
    all_rules = find(sets)
    full = figures(sets, all_rules)
    print("| without | SARI WikiSplit | SARI DeSSE | subclaims found | self-contained WikiBio | self-contained starter corpus"
          " | changed: WikiSplit | WikiBio | starter corpus | examples |")  # fmt: skip
    print("|---|---|---|---|---|---|---|---|---|---|")
    sizes = len(all_rules.wikisplit), len(all_rules.passages), len(all_rules.starter), len(all_rules.examples)
    print(f"| nothing (percent; sentences) | {' | '.join(f'{f:.2f}' for f in full)} | {' | '.join(map(str, sizes))} |")
    for name, off in FAMILIES.items():
        if options.only not in name:
            continue
        with ExitStack() as stack:
            for where, attribute, replacement in off():
                stack.enter_context(patch.object(where, attribute, replacement))
            found = find(sets)
        print(row(name, figures(sets, found), full, found, all_rules), flush=True)


if __name__ == "__main__":
    main()
