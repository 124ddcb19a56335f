"""Hidden states of pairs in a file that grows: half floats, one row a pair, in their order; a run goes on where it stopped."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from localcheck.backends.llamacpp.context import FINAL
from localcheck.backends.llamacpp.llm import LlamaCpp
from localcheck.errors import BadInput
from localcheck.text.prompts.expert import LETTERS, READING, one_line, reading
from training.pairs import Pair

TOGETHER = 30
"""Pairs of one call, about; a stopped run loses one call."""


@dataclass(frozen=True, slots=True)
class Journal:
    """States on disk."""

    path: Path
    layers: tuple[int, ...]
    """Ascending; ``FINAL`` last, if it is there."""
    width: int
    sha256: str
    """The model's."""

    @property
    def numbers(self) -> int:
        """Of one row: for each layer the last token's state and the mean at the claim; then the letters' logits."""
        return len(self.layers) * 2 * self.width + (len(LETTERS) if FINAL in self.layers else 0)

    def rows(self) -> int:
        """Whole rows that are there."""
        return self.path.stat().st_size // (2 * self.numbers) if self.path.exists() else 0

    def states(self) -> npt.NDArray[np.float16]:
        """What is there, shape (rows, numbers); mapped, not read."""
        rows = self.rows()
        if not rows:
            return np.zeros((0, self.numbers), np.float16)
        return np.memmap(self.path, np.float16, "r", shape=(rows, self.numbers))

    def of(self, layer: int) -> npt.NDArray[np.float16]:
        """(last, mean) of one layer, shape (rows, 2, width)."""
        place = self.layers.index(layer) * 2 * self.width
        return self.states()[:, place : place + 2 * self.width].reshape(-1, 2, self.width)

    def logits(self) -> npt.NDArray[np.float16]:
        """Of the letters, shape (rows, 3); empty without the final layer."""
        return self.states()[:, len(self.layers) * 2 * self.width :]


def described(path: Path) -> Journal:
    """The journal whose description stands beside ``path``. Raises ``BadInput`` where it is none of this prompt."""
    row = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    if row["reading"] != READING:
        raise BadInput(path, f"holds the states of prompt {row['reading']}, not {READING}", "read the pairs again")
    return Journal(path, tuple(row["layers"]), row["width"], row["sha256"])


def read(llm: LlamaCpp, pairs: Sequence[Pair], path: Path, layers: Sequence[int]) -> Iterator[int]:
    """Append the states of the pairs that the journal lacks; yields how many it has after each call."""
    if not path.with_suffix(".json").exists():
        row = {"layers": list(layers), "width": llm.width, "sha256": llm.info.sha256, "reading": READING}
        path.with_suffix(".json").write_text(json.dumps(row), encoding="utf-8")
    journal = described(path)
    if journal.sha256 != llm.info.sha256:
        raise BadInput(path, "holds the states of another model", "name another file")
    done = journal.rows()
    letters = LETTERS if FINAL in journal.layers else ()
    with path.open("ab") as out:
        out.truncate(done * 2 * journal.numbers)
        while done < len(pairs):
            some = pairs[done : _end(pairs, done)]
            prompts = [reading(pair.premise, pair.hypothesis) for pair in some]
            marked = [one_line(pair.hypothesis) for pair in some]
            found = llm.states_and_logits(prompts, marked, journal.layers, letters)
            rows = np.concatenate([found.states.reshape(len(some), -1), found.logits], axis=1)
            out.write(np.clip(rows, -60000, 60000).astype(np.float16).tobytes())
            out.flush()
            done += len(some)
            yield done


def _end(pairs: Sequence[Pair], start: int) -> int:
    """Where the next call ends: behind a whole group."""
    end = min(start + TOGETHER, len(pairs))
    while end < len(pairs) and pairs[end].premise == pairs[end - 1].premise and end < start + 32:
        end += 1
    return end
