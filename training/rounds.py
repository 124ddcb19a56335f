"""Several single-threaded workers on one machine that train apart and average their states every round (local SGD).

On two cores that other work uses too, this is far faster than one process with two threads, which waits at every
matrix product for the slower of the two; and it stays deterministic, since a round has a fixed number of steps.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path

from training.encoded import Encoded
from training.loop import Progress, Run, mean_state, read_state, resume, save, train

POLL = 0.5
"""Seconds between looks for the states of the other workers."""


def main_checkpoint(folder: Path, name: str) -> Path:
    """Where the averaged state of a run lies."""
    return folder / f"{name}.safetensors"


def train_in_rounds(run: Run, data: Encoded, folder: Path, name: str, steps: int = 40) -> Iterator[Progress]:
    """Train to the end of the recipe, averaging with the other workers every `steps` steps.

    Resumes from the last averaged state if there is one. Every report is also appended to the worker's JSONL log.
    """
    main = main_checkpoint(folder, name)
    if main.exists():
        resume(run, main)
    log = folder / f"{name}.w{run.recipe.worker}.jsonl"
    for progress in train(run, data, steps):
        with log.open("a", encoding="utf-8") as lines:
            print(json.dumps(asdict(progress)), file=lines)
        meet(run, folder, name, steps)
        yield progress


def meet(run: Run, folder: Path, name: str, steps: int) -> None:
    """Wait for the other workers at this step and take the mean of all states; alone, only save."""
    main, done, recipe = main_checkpoint(folder, name), run.done, run.recipe
    if recipe.workers == 1:
        save(run, main)
        return
    states = [folder / f"{name}.{done}.w{worker}" for worker in range(recipe.workers)]
    save(run, states[recipe.worker])
    while not all(path.exists() for path in states):
        time.sleep(POLL)
    run.set_state(mean_state([read_state(path)[0] for path in states]), done)
    if recipe.worker == 0:
        save(run, main)
    last = done - steps if done % steps == 0 else done - done % steps
    (folder / f"{name}.{last}.w{recipe.worker}").unlink(missing_ok=True)
