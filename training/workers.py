"""One process a core: starting them, and where they meet."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys

ALLOCATOR = {"MALLOC_MMAP_THRESHOLD_": str(32 << 20), "MALLOC_TRIM_THRESHOLD_": str(8 << 30)}
"""glibc keeps what it has freed: every batch has other sizes, and fresh pages for each tensor cost a third of the time."""


def add_workers(sub: argparse.ArgumentParser, name: str) -> None:
    """Options of a training run."""
    sub.add_argument("--name", default=name)
    sub.add_argument("--workers", type=int, default=2)
    sub.add_argument("--worker", type=int, default=None, help=argparse.SUPPRESS)
    sub.add_argument("--port", type=int, default=29511, help="where the workers meet on this machine")


def in_workers(options: argparse.Namespace) -> int:
    """The number of this worker; the process that was started by hand starts the workers, waits, and ends here."""
    if options.workers > 1 and options.worker is None:
        command = [sys.executable, *sys.argv]
        env = {**os.environ, **ALLOCATOR}
        others = [subprocess.Popen([*command, "--worker", str(n)], env=env) for n in range(options.workers)]
        sys.exit(max(other.wait() for other in others))
    return options.worker or 0


def meet(options: argparse.Namespace, worker: int, seed: int) -> None:
    """One thread for each of several workers, which meet on this machine."""
    import torch

    if options.workers > 1:
        torch.set_num_threads(1)
        address = f"tcp://127.0.0.1:{options.port}"
        torch.distributed.init_process_group("gloo", init_method=address, rank=worker, world_size=options.workers)
    torch.manual_seed(seed)
