"""localcheck: check any text for hallucinations and factual errors on your own machine.

The package's own surface is small: the types, ``settings.load``, ``compose.open_runtime`` and ``runner.run``. Nothing
heavy is imported here.
"""

from __future__ import annotations

__version__ = "0.1.0"
