"""What a premise says of a claim, as far as a rule sees it. Pure."""

from __future__ import annotations

from typing import Literal

Says = Literal["borne out", "contradicted", "unsaid"]
"""A rule that sees nothing of the kind says None, and another rule may decide."""
