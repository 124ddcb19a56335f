"""Finds and reads the table that a run uses, among those measured with one NLI model and one kind of evidence each."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from localcheck.errors import BadInput, MissingResource
from localcheck.judging import expert, given_score
from localcheck.judging.evidence import fusing
from localcheck.judging.evidence.fusing import Fusion
from localcheck.judging.evidence.score import EvidenceModel, from_json
from localcheck.judging.expert import ExpertTable
from localcheck.judging.fitted import likelihoods_of, made
from localcheck.judging.given_score import GivenScore
from localcheck.reports.trust import OWN_SCORE
from localcheck.stats.bayes import Costs, Likelihoods, Policy
from localcheck.system import resources
from localcheck.system.jsontext import parse_object
from localcheck.types import JSON

T = TypeVar("T")
UNKNOWN_EXPERT = (
    "how often the language model's answers are right was not measured: they count little "
    "(localcheck calibrate --expert measures it)"
)
OTHER_EXPERT = (
    "how far the language model's answers move the belief was measured beside another NLI model "
    "(localcheck calibrate --expert measures it beside this one)"
)
MISMATCH = "probabilities are not calibrated here: run localcheck calibrate"
FUSED_MISMATCH = (
    "the weights of evidence and samples were fitted with another NLI model or kind of evidence: P(factual) ranks sentences, "
    "but is not calibrated here (scripts/fit_fused.py fits new weights)"
)


def find_likelihoods(nli_sha256: str, evidence: str) -> tuple[Likelihoods, str]:
    """The paper's table for a model and a kind of evidence, from the home or else shipped, with a warning if it does
    not match.
    """
    return _nearest([*map(read_table, _files("likelihoods*.json"))], lambda table: table, nli_sha256, evidence)


def find_evidence(nli_sha256: str, evidence: str) -> tuple[EvidenceModel, str]:
    """The evidence score for a model and a kind of evidence, in the same way. Raises ``BadInput`` for a damaged file."""
    models = [*map(read_evidence, _files("evidence*.json"))]
    found, note = _nearest(models, lambda model: model.likelihoods, nli_sha256, evidence)
    return (found if found.against else replace(found, against=_against(models, nli_sha256, evidence))), note


def plainness(nli_sha256: str, evidence: str) -> tuple[float, ...]:
    """What may be quoted against a claim (``EvidenceModel.against``) where that ships for a model and a kind of evidence.

    Scores of a user's claims take it over: it says how the model errs, and needs more claims than users have.
    """
    return _against(map(read_evidence, _files("evidence*.json")), nli_sha256, evidence)


def _against(models: Iterable[EvidenceModel], nli_sha256: str, evidence: str) -> tuple[float, ...]:
    mine = (m for m in models if (m.likelihoods.nli_sha256, m.likelihoods.evidence) == (nli_sha256, evidence))
    return next((m.against for m in mine if m.against), ())


def own_score(model: EvidenceModel) -> str:
    """A note where this evidence score was fitted in this home (``localcheck calibrate``); empty for a shipped one."""
    fitted = [read_evidence(path).likelihoods for path in (resources.home() / "calibration").glob("evidence*.json")]
    return f"{OWN_SCORE}, to {model.likelihoods.data}" if model.likelihoods in fitted else ""


def find_fusion(nli_sha256: str, evidence: str) -> tuple[Fusion, str]:
    """What ``fused`` was fitted to for (model, kind of evidence), likewise; any kind of evidence where there is none."""
    found = [_read(path, fusing.from_json) for path in _files("fused*.json")]
    evidence = evidence or (found[0].evidence if found else "")
    return _nearest(found, lambda fusion: fusion, nli_sha256, evidence, "set of fused weights", FUSED_MISMATCH)


def find_given(nli_sha256: str) -> GivenScore | None:
    """The score of given texts that was fitted for an NLI model; None for others. Raises ``BadInput`` for a damaged file."""
    found = (_read(path, given_score.from_json) for path in _files("given*.json"))
    return next((score for score in found if score.nli_sha256 == nli_sha256), None)


def expert_tables() -> list[ExpertTable]:
    """Every table of a language model that is here, those of the home first. Raises ``BadInput`` for a damaged file."""
    home = sorted((resources.home() / "calibration").glob("expert*.json"))
    shipped = sorted((resources.shipped() / "models" / "experts").glob("*.json"))
    return [read_expert(path) for path in (*home, *shipped)]


def find_expert(llm_sha256: str, head_sha256: str = "", nli_sha256: str = "") -> tuple[ExpertTable, str]:
    """The table of a language model as the stronger reader, from the home or shipped; a note where only that of unknown models
    is there. Raises ``BadInput`` for a damaged file.

    ``head_sha256``: of the trained head that gives its answers. ``nli_sha256``: of the NLI model beside which it reads; a table
    that was fitted beside another serves where there is none for it, with a note.
    """
    found = expert_tables()
    mine = [t for t in found if llm_sha256 and (t.llm_sha256, t.head_sha256) == (llm_sha256, head_sha256)]
    if mine:
        best = max(mine, key=lambda t: (t.likelihoods.nli_sha256 == nli_sha256, not t.likelihoods.nli_sha256))
        return best, "" if best.likelihoods.nli_sha256 in ("", nli_sha256) else OTHER_EXPERT
    unknown = next((table for table in found if not table.llm_sha256), None)
    if unknown is None:
        raise MissingResource("no table of a language model is here", "make one with localcheck calibrate --expert")
    return unknown, UNKNOWN_EXPERT


NEEDED = ("c_miss", "c_false_alarm", "c_retrieve", "k", "policy", "prior")


def policy_of(parameters: Mapping[str, JSON], nli_sha256: str, evidence: str = "index") -> Policy | None:
    """The stopping rule of a run with these parameters of ``bayes-sequential``; None for another method's."""
    if any(name not in parameters for name in NEEDED):
        return None
    learned = parameters.get("evidence") == "learned"
    table = find_evidence(nli_sha256, evidence)[0].likelihoods if learned else find_likelihoods(nli_sha256, evidence)[0]
    return rule_of(parameters, table)


def policies_of(parameters: Mapping[str, JSON], nli_sha256: str) -> list[Policy]:
    """The stopping rule over every table that is here, those of this NLI model first, also over the tables of earlier releases
    that this one has replaced: what they judged is verified. ``parameters`` has all of ``NEEDED``.
    """
    if parameters.get("evidence") == "learned":
        replaced = sorted((resources.shipped() / "models" / "released").glob("*/evidence*.json"))
        tables = [read_evidence(path).likelihoods for path in (*_files("evidence*.json"), *replaced)]
    else:
        tables = [read_table(path) for path in _files("likelihoods*.json")]
    return [rule_of(parameters, t) for t in sorted(tables, key=lambda t: t.nli_sha256 != nli_sha256)]


def rule_of(parameters: Mapping[str, JSON], table: Likelihoods) -> Policy:
    """The same over a table; ``parameters`` must have all of ``NEEDED``."""
    abstain = parameters.get("c_abstain") or math.inf
    costs = Costs(parameters["c_miss"], parameters["c_false_alarm"], parameters["c_retrieve"], abstain)
    return Policy(table, costs, parameters["k"], parameters["policy"], parameters["prior"])


def _nearest(
    found: Sequence[T],
    fitted: Callable[[T], Likelihoods | Fusion],
    nli_sha256: str,
    evidence: str,
    what: str = "likelihood table",
    remedy: str = MISMATCH,
) -> tuple[T, str]:
    """The table that matches; else the closest one, with a warning. ``fitted``: the part of a table that says with what."""
    if not found:
        raise MissingResource(f"no {what} is here", "make one with localcheck calibrate --data FILE")

    def fit(table: T) -> tuple[bool, bool]:
        return fitted(table).nli_sha256 == nli_sha256, fitted(table).evidence == evidence

    best = max(found, key=fit)
    kinds = {"index": "an index", "web": "pages of the web"}
    match fit(best):
        case (True, True):
            return best, ""
        case (True, False):
            measured, here = (kinds.get(kind, kind) for kind in (fitted(best).evidence, evidence))
            other = f"{measured}, another kind of evidence than {here}"
        case _:
            other = "another NLI model"
    return best, f"the {what} was measured with {other}; {remedy}"


def _files(pattern: str) -> Iterator[Path]:
    """Files of this home first, then the shipped ones."""
    for folder in (resources.home() / "calibration", resources.shipped() / "models" / "starter-nli"):
        yield from sorted(folder.glob(pattern))


LARGEST = 1 << 20
"""Bytes of a table's file."""


def read_table(file: Path) -> Likelihoods:
    """The table in ``file``. Raises ``BadInput`` for one that is damaged."""
    return _read(file, lambda row: made(likelihoods_of, row, "a likelihood table"))


def read_evidence(file: Path) -> EvidenceModel:
    """The learned evidence score in ``file``. Raises ``BadInput`` for one that is damaged."""
    return _read(file, from_json)


def read_expert(file: Path) -> expert.ExpertTable:
    """The table of a language model in ``file``. Raises ``BadInput`` for one that is damaged."""
    return _read(file, expert.from_json)


def _read(file: Path, convert: Callable[[JSON], T]) -> T:
    try:
        with file.open("rb") as stream:
            return convert(parse_object(stream.read(LARGEST)))
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        hint = "remove it, or make it again with localcheck calibrate"
        raise BadInput(file, f"damaged likelihood table: {why}", hint) from error
