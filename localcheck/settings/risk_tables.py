"""Risk classes, how each is checked, and the ``[risk.NAME]`` tables that change it (BEE-30043)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum

from localcheck.errors import BadSetting, UnknownName
from localcheck.types import JSON


class Risk(StrEnum):
    """How much harm a wrong answer does, from none to critical."""

    NONE = "none"
    LOW = "low"
    MEDIUM = "medium"
    HIGH = "high"
    CRITICAL = "critical"


class Strategy(StrEnum):
    """How a class is checked, in the guide's names."""

    SKIP = "skip"
    NLI_LIGHTWEIGHT = "nli_lightweight"
    FAITHFULNESS_CHECK = "faithfulness_check"
    FACTSCORE_PLUS_HUMAN = "factscore_plus_human"
    HUMAN_REVIEW = "human_review"


KEYS = ("class", "strategy", "threshold")
CLASSES = {risk.value: risk for risk in Risk}
STRATEGIES = {strategy.value: strategy for strategy in Strategy}


def checked(name: str, row: Mapping[str, JSON], source: str = "settings") -> dict[str, JSON]:
    """The table ``[risk.NAME]`` in its types. Raises ``BadSetting`` and ``UnknownName``, which name table and ``source``."""
    where = f"[risk.{name}] in {source}"
    found: dict[str, JSON] = {}
    for key, value in row.items():
        if key not in KEYS:
            raise UnknownName(f"key of {where}", key, KEYS)
        if key == "threshold":
            if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
                why = f"{value!r} is not a number from 0 to 1"
                raise BadSetting(f"risk.{name}.threshold", why, source, "for example threshold = 0.9")
            found[key] = float(value)
            continue
        if key == "class" and name in CLASSES:
            why, hint = "a class cannot be of another class", f"leave it out; [risk.{name}] sets strategy and threshold"
            raise BadSetting(f"risk.{name}.class", why, source, hint)
        known: Mapping[str, StrEnum] = CLASSES if key == "class" else STRATEGIES
        if str(value) not in known:
            raise UnknownName(f"{key} of {where}", str(value), known)
        found[key] = known[str(value)]
    return found
