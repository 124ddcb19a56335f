"""The range of a number, declared beside the parameter that holds it: ``k: Annotated[int, Range(1, 100)] = 10``.

``settings.signatures`` checks it wherever the value comes from (command line, settings file, terminal app), and help texts,
the form of the app and the documentation show it. A number without a range must still be finite.
"""

from __future__ import annotations

import math
import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers from ``low`` to ``high``; ``None`` means no end on that side."""

    low: float | None = None
    high: float | None = None
    inside: bool = False
    """True if the two ends themselves are excluded."""

    def __str__(self) -> str:
        low, high = (
            None if end is None else f"{end:g}" if abs(end) < 1e6 else f"{end:.0f}" for end in (self.low, self.high)
        )
        if low is None and high is None:
            return "any finite number"
        if low is None or high is None:
            side = f"more than {low}" if self.inside else f"{low} or more"
            return side if low is not None else f"{'less than' if self.inside else 'at most'} {high}"
        return f"between {low} and {high}" if self.inside else f"{low} to {high}"

    def __contains__(self, value: float) -> bool:
        """True if ``value`` is in this range; infinity, NaN and whole numbers beyond those of a float never are."""
        if not abs(value) <= sys.float_info.max:
            return False
        low = -math.inf if self.low is None else self.low
        high = math.inf if self.high is None else self.high
        return low < value < high if self.inside else low <= value <= high


PROBABILITY = Range(0, 1)
SEED = Range(0, 2**32 - 1)
"""Seeds that NumPy and llama.cpp accept."""
SAMPLES = Range(1, 1000)
"""Answers to the same prompt."""
