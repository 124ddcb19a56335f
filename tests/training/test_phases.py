"""The phases are files: every one is read, wrong ones are refused, and each draws the pairs that the released models saw."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import numpy as np
import pytest

from localcheck.errors import BadInput
from training import phases
from training.encoded import Encoded
from training.mixes import mixed
from training.surround import STOPS

DRAWN = json.loads(Path(__file__).with_name("phases.json").read_text(encoding="utf-8"))
"""SHA-256 of the pairs that each phase draws from `pairs`, computed when the phases were still Python code."""

SOURCES = (
    "olora_MNLI", "snli_dev", "cad_snli", "fever_dev_rte", "fever_symmetric", "foolmetwice", "wice_oracle_chunks",
    "semiauto_base_wiki", "semiauto_sim_wiki", "scitail", "med", "help_lex", "conjnli",
)  # fmt: skip


def pairs(count: int, seed: int, sources: tuple[str, ...]) -> Encoded:
    """Random pairs: mostly short ones, one in twenty of up to 300 tokens, with the ends of sentences among their tokens."""
    rng = np.random.default_rng(seed)
    lengths = np.where(rng.random(count) < 0.05, rng.integers(100, 300, count), rng.integers(6, 14, count))
    ids = np.where(rng.random(lengths.sum()) < 0.15, STOPS[0], rng.integers(2000, 9000, lengths.sum()))
    second = np.array([rng.integers(3, n - 1) for n in lengths], np.int32)
    labels = rng.integers(0, 4, count).astype(np.int8)
    named = np.array(sources)[rng.integers(len(sources), size=count)]
    return Encoded(ids.astype(np.uint16), np.cumsum([0, *lengths]), second, labels, named)


def digest(data: Encoded) -> str:
    """One hash of all pairs in their order."""
    parts = (data.ids, data.starts.astype(np.int64), data.second, data.labels)
    content = b"".join(part.tobytes() for part in parts) + "\n".join(data.sources.tolist()).encode()
    return hashlib.sha256(content).hexdigest()


@pytest.fixture(scope="module")
def sets() -> tuple[Encoded, Encoded, Encoded, Encoded]:
    return (
        pairs(21_000, 1, SOURCES), pairs(24_000, 2, ("synthetic",)), pairs(16_500, 3, ("synthetic",)),
        pairs(1800, 4, ("wikisplit",)),
    )  # fmt: skip


def test_every_phase_is_here() -> None:
    assert sorted(phases.names()) == sorted(DRAWN)


@pytest.mark.parametrize("name", sorted(DRAWN))
def test_a_phase_draws_the_pairs_that_it_drew_as_code(
    name: str, sets: tuple[Encoded, Encoded, Encoded, Encoded]
) -> None:
    assert digest(mixed(phases.read(name), *sets)) == DRAWN[name]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("sede = 1", "sede"),
        ("seed = 'one'", "seed"),
        ("copied = true", "copied"),
        ("[human]\nx = { pairs = 3 }", "x"),
        ("[human]\nx = { pairs = 3, times = 0 }", "x"),
        ("[surrounded]\nx = '3'", "x"),
        ("seed = ", "not TOML"),
    ],
)
def test_a_wrong_phase_is_refused(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "Z.toml").write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match=said):
        phases.read_file(tmp_path / "Z.toml")
