"""A trained head as the file that the product reads."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from localcheck.asking.head import Head


def write_head(path: Path, head: Head) -> None:
    """Write ``head`` in single precision; its digest is the file's and is not written."""
    about = {"llm_sha256": head.llm_sha256, "model": head.model, "reading": head.reading, "layers": list(head.layers)}
    about |= {"adapter_sha256": head.adapter_sha256} if head.adapter_sha256 else {}
    path.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        path,
        about=np.array(json.dumps(about)),
        center=head.center.astype(np.float32),
        scale=head.scale.astype(np.float32),
        weights=head.weights.astype(np.float32),
        bias=head.bias.astype(np.float32),
    )
