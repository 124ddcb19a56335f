"""The shipped model gives a pair the same score to the last bit, whatever stands beside it: resumed runs rest on that.

With float32, which is chosen by name only, it is the same to the fifth digit where the processor has no AVX-512: the sums of a
larger batch were made in another order there (seen on one of AMD).
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from localcheck.backends.nli.encoder import open_nli
from localcheck.models.manifest.record import find_model
from localcheck.ports import FloatArray
from localcheck.system.cpu import detect

TEXT = (
    "The museum lies on the left bank of the river and was opened in 1912 by the king, after a fire had destroyed the old "
    "building in the spring of 1907. It holds three hundred paintings, among them two by Vermeer and a late Rembrandt."
)
PAIRS = [(TEXT[: 30 + 7 * i], f"The museum was opened in {1900 + i % 4}{'.' * (i % 3)}") for i in range(26)]


@pytest.mark.parametrize("compute_type", ["auto", "float32"])
def test_a_score_does_not_depend_on_the_pairs_beside_it(compute_type: str, home: Path) -> None:
    other_sums = compute_type == "float32" and not detect().avx512
    with open_nli(find_model("starter-nli"), compute_type=compute_type) as nli:
        whole = nli.entail(PAIRS)
        assert len({row.tobytes() for row in whole}) > 20, "equal rows would prove nothing"
        rng = np.random.default_rng(0)
        for size in (1, 2, 3, 7, 13):
            some = rng.choice(len(PAIRS), size, replace=False)
            found = nli.entail([PAIRS[i] for i in some])
            assert found.tobytes() == whole[some].tobytes() or (other_sums and alike(found, whole[some]))


def alike(one: FloatArray, other: FloatArray) -> bool:
    return float(np.abs(one - other).max()) < 1e-5
