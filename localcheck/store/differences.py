"""Compares two runs of one text: which claims have another label, and which differences may be the reason."""

from __future__ import annotations

from dataclasses import dataclass

from localcheck.store.runs import StoredRun
from localcheck.types import RunInfo, Verdict


@dataclass(frozen=True, slots=True)
class Flip:
    """One claim that the two runs label differently, or that only one of them has."""

    claim: str
    before: str
    """The label, ``absent`` where the run has no such claim."""
    after: str
    score_before: float | None
    score_after: float | None
    why: tuple[str, ...]
    """What differs about this claim: other evidence was read, the same evidence was weighed differently, …"""


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


def differences(first: StoredRun, second: StoredRun) -> Differences:
    """Compare two runs. Claims are matched by their text; equal ones in their order."""
    before, after = _by_wording(first), _by_wording(second)
    both = [key for key in before if key in after]
    flips = [_flip(key[0], before[key], after[key]) for key in both if before[key].label is not after[key].label]
    flips += [_flip(key[0], verdict, None) for key, verdict in before.items() if key not in after]
    flips += [_flip(key[0], None, verdict) for key, verdict in after.items() if key not in before]
    return Differences(
        first.summary.id,
        second.summary.id,
        first.document.text == second.document.text,
        made_differently(first.info, second.info),
        len(both),
        tuple(flips),
    )


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


def _by_wording(run: StoredRun) -> dict[tuple[str, int], Verdict]:
    found: dict[tuple[str, int], Verdict] = {}
    for verdict in run.verdicts:
        text = " ".join(verdict.claim.text.split())
        found[text, sum(key[0] == text for key in found)] = verdict
    return found


def _flip(claim: str, before: Verdict | None, after: Verdict | None) -> Flip:
    why: list[str] = []
    if before is None or after is None:
        why.append("only one of the runs has this claim: the text or its splitting differs")
    else:
        why += _reasons(before, after)
    return Flip(
        claim,
        before.label.value if before else "absent",
        after.label.value if after else "absent",
        before.score if before else None,
        after.score if after else None,
        tuple(why),
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
    common = {(e.passage.title, e.passage.text) for e in before.evidence} & {
        (e.passage.title, e.passage.text) for e in after.evidence
    }
    scores = [{(e.passage.title, e.passage.text): e.entailment for e in v.evidence} for v in (before, after)]
    if changed := [key[0] for key in common if scores[0][key] != scores[1][key]]:
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
