"""The values of JSON."""

from __future__ import annotations

from typing import Any

JSON = Any
"""A value that ``json.dumps`` accepts."""
