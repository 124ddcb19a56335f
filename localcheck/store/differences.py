"""Compares two runs of one text: which claims have another label, and which differences may be the reason."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from localcheck.store.runs import StoredRun
from localcheck.types import RunInfo, Verdict

Key = tuple[str, int]
"""The words of a claim, and which of those with these words it is."""
ALIKE = 0.5
"""Share of their words that two claims have in common in their order, from which one is the other worded anew."""
ABSENT = "absent"
"""In place of the label of a claim that a run does not have."""
ONLY_ONE = "only one of the runs has this claim: the text or its splitting differs"
BLOCK = 50
"""Claims in a row that were all replaced; among more no pairs are looked for."""


@dataclass(frozen=True, slots=True)
class Flip:
    """One claim that the two runs label differently, or that only one of them has."""

    claim: str
    before: str
    """The label, ``ABSENT`` where the run has no such claim."""
    after: str
    score_before: float | None
    score_after: float | None
    why: tuple[str, ...]
    """What differs about this claim: other evidence was read, the same evidence was weighed differently, …"""
    reworded: str = ""
    """The claim in the words of the second run, where the text was edited."""


@dataclass(frozen=True, slots=True)
class Differences:
    """How two runs differ."""

    first: int
    second: int
    same_text: bool
    settings: tuple[str, ...]
    """What differs in how the runs were made: method, model, index, option, seed, version."""
    claims: int
    """Claims that both runs have."""
    flips: tuple[Flip, ...]
    reworded: int = 0
    """Claims that were worded anew and have the same label."""


def differences(first: StoredRun, second: StoredRun) -> Differences:
    """Compare two runs. Claims are matched by their text, equal ones in their order; then those that were worded anew."""
    before, after = _by_wording(first), _by_wording(second)
    both = [(key, key) for key in before if key in after]
    anew = list(_worded_anew(list(before), list(after)))
    paired = {key for pair in (*both, *anew) for key in pair}
    flips = [
        _flip(old[0], before[old], after[new], new[0])
        for old, new in (*both, *anew)
        if before[old].label is not after[new].label
    ]
    flips += [_flip(key[0], verdict, None) for key, verdict in before.items() if key not in paired]
    flips += [_flip(key[0], None, verdict) for key, verdict in after.items() if key not in paired]
    return Differences(
        first.summary.id,
        second.summary.id,
        first.document.text == second.document.text,
        made_differently(first.info, second.info),
        len(both),
        tuple(flips),
        sum(before[old].label is after[new].label for old, new in anew),
    )


def _worded_anew(before: Sequence[Key], after: Sequence[Key]) -> Iterator[tuple[Key, Key]]:
    """Pairs of claims at the same place of the two texts that are alike, each in one pair."""
    had, have = set(before), set(after)
    for kind, i, j, k, m in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "replace" or max(j - i, m - k) > BLOCK:
            continue
        left = [key for key in after[k:m] if key not in had]
        for old in before[i:j]:
            if old not in have and left:
                likeness, new = max(((_likeness(old[0], key[0]), key) for key in left), key=lambda found: found[0])
                if likeness >= ALIKE:
                    left.remove(new)
                    yield old, new


def _likeness(first: str, second: str) -> float:
    return SequenceMatcher(None, first.split(), second.split(), autojunk=False).ratio()


def made_differently(first: RunInfo, second: RunInfo) -> tuple[str, ...]:
    """What differs in how two runs were made, one line each. The options of two methods are not compared."""
    pairs: list[tuple[str, object, object]] = [
        ("method", first.detector, second.detector),
        ("index", first.index, second.index),
        ("seed", first.seed, second.seed),
        ("version", first.version, second.version),
        *_each("model", dict(first.models), dict(second.models)),
    ]
    if first.detector == second.detector:
        pairs += _each("option", dict(first.parameters), dict(second.parameters))
    return tuple(f"{what}: {_shown(a)} → {_shown(b)}" for what, a, b in pairs if a != b)


def _shown(value: object) -> str:
    return "–" if value is None or value == "" else str(value)


def _each(kind: str, first: dict[str, object], second: dict[str, object]) -> list[tuple[str, object, object]]:
    """One line for each name that has different values on the two sides; hashes are shortened."""
    names = sorted({*first, *second})

    def shown(value: object) -> object:
        return value[:12] if isinstance(value, str) and len(value) == 64 else value

    return [(f"{kind} {name}", shown(first.get(name)), shown(second.get(name))) for name in names]


def _by_wording(run: StoredRun) -> dict[Key, Verdict]:
    found: dict[Key, Verdict] = {}
    seen: Counter[str] = Counter()
    for verdict in run.verdicts:
        if verdict.claim.checkable:
            text = " ".join(verdict.claim.text.split())
            found[text, seen[text]] = verdict
            seen[text] += 1
    return found


def _flip(claim: str, before: Verdict | None, after: Verdict | None, reworded: str = "") -> Flip:
    return Flip(
        claim,
        before.label.value if before else ABSENT,
        after.label.value if after else ABSENT,
        before.score if before else None,
        after.score if after else None,
        tuple(_reasons(before, after)) if before and after else (ONLY_ONE,),
        reworded if reworded != claim else "",
    )


def _reasons(before: Verdict, after: Verdict) -> list[str]:
    why = []
    if error := before.error or after.error:
        why.append(f"one of them failed: {error}")
    read_before, read_after = ([_name(v, i) for i in range(len(v.evidence))] for v in (before, after))
    if gone := [n for n in read_before if n not in read_after]:
        why.append(f"no longer read: {', '.join(gone[:3])}")
    if new := [n for n in read_after if n not in read_before]:
        why.append(f"newly read: {', '.join(new[:3])}")
    old, now = ({(e.passage.title, e.passage.text): e.entailment for e in v.evidence} for v in (before, after))
    if changed := [key[0] for key in old.keys() & now.keys() if old[key] != now[key]]:
        why.append(f"the same text was weighed differently: {', '.join(sorted(changed)[:3]) or 'a context'}")
    quotes = [v.deciding.quote if v.deciding else "" for v in (before, after)]
    if quotes[0] != quotes[1]:
        why.append(_rests_on(*quotes))
    return why or ["the same evidence with the same scores was decided differently"]


def _rests_on(before: str, after: str) -> str:
    if not after:
        return f"no quote decides any more; it rested on “{before[:120]}”"
    return f"it rests on “{after[:120]}”" + (f" instead of “{before[:120]}”" if before else ", before on no quote")


def _name(verdict: Verdict, index: int) -> str:
    passage = verdict.evidence[index].passage
    revision = f" (revision {passage.source.revision})" if passage.source.revision else ""
    return f"{passage.title or passage.source.name}{revision}"
