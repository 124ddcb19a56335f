"""Keeps evaluation text out of the training pairs, by premise and by hypothesis."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from training.pairs import Pair

_WORD = re.compile(r"\w+")
_MIN_WORDS = 5


def key(text: str) -> str:
    """What two texts share when they differ only in case, punctuation and spacing."""
    return " ".join(_WORD.findall(text.lower()))


@dataclass(frozen=True, slots=True)
class Held:
    """Texts that training must not see."""

    premises: frozenset[str]
    """Keys of evaluation premises and passages."""
    hypotheses: frozenset[str]
    """Keys of evaluation hypotheses and sentences of at least five words: shorter ones are shared by chance."""
    entities: frozenset[str]
    """Keys of the entities whose articles are evaluation material."""

    def holds(self, pair: Pair) -> bool:
        """Whether the pair has the premise or the hypothesis of an evaluation pair, on either side."""
        premise, hypothesis = key(pair.premise), key(pair.hypothesis)
        return premise in self.premises or hypothesis in self.hypotheses or premise in self.hypotheses


def keys_of(pairs: Iterable[Pair], passages: Iterable[str] = (), entities: Iterable[str] = ()) -> Held:
    """The keys of evaluation pairs, of evaluation passages and sentences, and of evaluation entities."""
    premises: set[str] = set()
    hypotheses: set[str] = set()
    for pair in pairs:
        premises.add(key(pair.premise))
        _add_long(hypotheses, key(pair.hypothesis))
    for passage in passages:
        premises.add(key(passage))
        _add_long(hypotheses, key(passage))
    return Held(frozenset(premises), frozenset(hypotheses), frozenset(key(entity) for entity in entities))


def _add_long(keys: set[str], candidate: str) -> None:
    if candidate.count(" ") + 1 >= _MIN_WORDS:
        keys.add(candidate)


def without(held: Held, pairs: Iterable[Pair]) -> Iterator[Pair]:
    """The pairs that share no text with what is held out."""
    return (pair for pair in pairs if not held.holds(pair))


def benchmark_texts(data: Path) -> tuple[list[str], list[str]]:
    """Passages and entity names of the WikiBio, PHD and HaluAgent development sets under `data`."""
    passages: list[str] = []
    entities: list[str] = []
    for row in json.loads((data / "wikibio" / "wikibio_dev.json").read_text(encoding="utf-8")):
        passages += [row["gpt3_text"], row["wiki_bio_text"], *row["gpt3_sentences"], *row["gpt3_text_samples"]]
        entities.append(row["concept"])
    phd = json.loads((data / "phd" / "PHD_benchmark_dev.json").read_text(encoding="utf-8"))
    for rows in phd.values():
        passages += [row["AI"] for row in rows]
        entities += [row["entity"] for row in rows]
    for path in sorted((data / "haluagent").glob("*.json*")):
        passages += _strings(path)
    return passages, entities


def _strings(path: Path) -> list[str]:
    text = path.read_text(encoding="utf-8")
    rows = [json.loads(line) for line in text.splitlines() if line] if path.suffix == ".jsonl" else [json.loads(text)]
    found: list[str] = []
    waiting: list[object] = list(rows)
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            found.append(value)
        elif isinstance(value, dict):
            waiting.extend(value.values())
        elif isinstance(value, list):
            waiting.extend(value)
    return found
