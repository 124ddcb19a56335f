"""Frames: what can be said of the same things, and what follows from what. Read from the TOML files beside this one.

A frame has `kind`, `slots` (name -> kind of word), perhaps `rows` (words that go together; one row is drawn, `{0}` is its first
word), perhaps `ascending` (slots whose numbers grow in this order), `says` (state of affairs -> sentences that say it), and
`labels`: `"win: win e, ~win c, met n; met: win n"` reads: who is told `win` knows that `win` holds (e), that `win` with the
slots a and b exchanged does not (c), and nothing about `met` (n).
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput
from training import pairs as p
from training.contrast.words import fill

FOLDER = Path(__file__).with_name("frames")
LETTERS = {"e": p.ENTAILMENT, "n": p.NEUTRAL, "c": p.CONTRADICTION}
EXCHANGED = "~"

_SLOT = re.compile(r"\{([\w.]+)\}")


@dataclass(frozen=True, slots=True)
class Frame:
    """One frame, as its file has it."""

    kind: str
    """What it teaches: converse, roles, order …"""
    slots: Mapping[str, str]
    """Name of a slot -> kind of word."""
    says: Mapping[str, Sequence[str]]
    """State of affairs -> sentences."""
    rules: tuple[tuple[str, str, int], ...]
    """(state of the premise, state of the hypothesis, label); a hypothesis with `~` has a and b exchanged."""
    rows: tuple[Sequence[str], ...] = ((),)
    """Words that go together."""
    ascending: tuple[str, ...] = ()
    """Slots with numbers that grow in this order."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """One pair with what the dressing of its premise may use."""

    kind: str
    """Of the frame."""
    premise: str
    """One sentence."""
    hypothesis: str
    """One sentence."""
    label: int
    """`training.pairs.ENTAILMENT`, `NEUTRAL` or `CONTRADICTION`."""
    subject: str
    """The value of one slot that both sentences name, or nothing."""
    person: str
    """`he` or `she` where the subject is known to be a man or a woman, `it` for a thing, else nothing."""


@lru_cache(maxsize=1)
def frames() -> tuple[Frame, ...]:
    """All frames, file by file."""
    return tuple(
        _frame(table, path)
        for path in sorted(FOLDER.glob("*.toml"))
        for table in tomllib.loads(path.read_text(encoding="utf-8"))["frame"]
    )


def _frame(table: Mapping[str, Any], path: Path) -> Frame:
    rules = tuple(_rules(table["labels"]))
    says = table["says"]
    if unknown := {s.removeprefix(EXCHANGED) for rule in rules for s in rule[:2]} - set(says):
        raise BadInput(path, f"a frame of kind {table['kind']} has no sentences for {min(unknown)!r}")
    return Frame(
        table["kind"],
        table["slots"],
        says,
        rules,
        tuple(table.get("rows", [[]])),
        tuple(table.get("ascending", "").split()),
    )


def _rules(text: str) -> Iterator[tuple[str, str, int]]:
    for group in text.split(";"):
        told, _, rest = group.partition(":")
        for item in rest.split(","):
            state, letter = item.split()
            yield told.strip(), state, LETTERS[letter]


def triples(frame: Frame, rng: random.Random) -> list[Drawn]:
    """One premise of a frame with a hypothesis for each label that its rules have for it; other sentences than the premise."""
    values, row = fill(frame.slots, frame.ascending, rng), rng.choice(frame.rows)
    told = rng.choice(sorted({rule[0] for rule in frame.rules}))
    premise_at = rng.choice(frame.says[told.removeprefix(EXCHANGED)])
    premise = _put(premise_at, _turned(values, told), row)
    found = []
    for label in LETTERS.values():
        states = [state for said, state, is_label in frame.rules if said == told and is_label == label]
        if not states:
            continue
        state = rng.choice(states)
        sentences = [s for s in frame.says[state.removeprefix(EXCHANGED)] if state != told or s != premise_at]
        if not sentences:
            continue
        at = rng.choice(sentences)
        if label == p.ENTAILMENT and adds(at, premise_at, frame):
            label = p.NEUTRAL
        hypothesis = _put(at, _turned(values, state), row)
        subject, person = _subject(frame, values, premise, hypothesis, rng)
        found.append(Drawn(frame.kind, premise, hypothesis, label, subject, person))
    return found


def adds(hypothesis: str, premise: str, frame: Frame) -> bool:
    """Whether the hypothesis names something that the premise does not: it goes beyond it, and nothing is known of that.

    Numbers of `ascending` slots are compared and need not be the same; parts of a place are known.
    """
    named = {name.partition(".")[0] for name in _SLOT.findall(hypothesis) if not name.isdigit()}
    return bool(named - {name.partition(".")[0] for name in _SLOT.findall(premise)} - set(frame.ascending))


def _turned(values: Mapping[str, str], state: str) -> Mapping[str, str]:
    if not state.startswith(EXCHANGED):
        return values
    return {**values, "a": values["b"], "b": values["a"]}


def _put(sentence: str, values: Mapping[str, str], row: Sequence[str]) -> str:
    """The sentence with its slots filled and a capital at its beginning."""
    text = _SLOT.sub(lambda m: row[int(m[1])] if m[1].isdigit() else values[m[1]], sentence)
    return text[:1].upper() + text[1:]


def _subject(
    frame: Frame, values: Mapping[str, str], premise: str, hypothesis: str, rng: random.Random
) -> tuple[str, str]:
    named = [n for n in frame.slots if n in values and values[n] in premise and values[n] in hypothesis]
    named = [n for n in named if values[n][:1].isupper() and not values[n][0].isdigit()]
    if not named:
        return "", ""
    name = rng.choice(named)
    pronoun = {"man": "He", "woman": "She", "leader": "He", "city": "It", "company": "It", "country": "It"}
    return values[name], pronoun.get(frame.slots[name], "")
