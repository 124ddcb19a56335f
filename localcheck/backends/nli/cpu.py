"""Compute type, workers, threads and batch size from what the CPU reports.

Measured on two AVX2 cores with a 6-layer encoder of width 384 in int8, premises of 420 tokens: two workers of one thread
with batch 1 gave 19.5 pairs/s, one worker of two threads with batch 32 gave 10.5. Small matrices do not split well over
threads and padding costs what it holds, so: as many one-thread workers as cores, and batches bounded by tokens, not by
pairs. ``scripts/bench_nli.py`` measures the grid again on any machine.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from localcheck.system.cpu import Cpu, detect, usable_cores
from localcheck.text.counting import many

__all__ = ["Cpu", "Plan", "detect", "plan", "usable_cores"]

MAX_WORKERS = 8
"""More one-thread workers than this fight for the shared cache and for memory bandwidth."""
BATCH_TOKENS = 512
"""Tokens (padding included) a batch holds when the batch size is chosen here."""
LARGE_WIDTH = 768
"""From this hidden size on, matrices are large enough that threads inside a worker pay."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How to run one model."""

    compute_type: str
    workers: int
    """Batches in flight at once."""
    threads: int
    """OpenMP threads of each worker."""
    batch_size: int
    """Pairs a batch; 0 means bounded by ``batch_tokens`` only."""
    batch_tokens: int
    why: str
    """One line for ``doctor`` and the report."""


def plan(
    cpu: Cpu,
    supported: Collection[str],
    *,
    threads: int = 0,
    compute_type: str = "auto",
    batch_size: int = 0,
    width: int = 384,
) -> Plan:
    """Choose for this CPU; a value other than 0 or ``auto`` is the user's and stands.

    ``supported`` are the compute types that CTranslate2 offers here, ``width`` the model's hidden size. ``threads`` is the
    total over workers. Pure: equal arguments, equal plan.
    """
    kind = compute_type
    if compute_type == "auto":
        kind = next((k for k in ("int8", "int8_float32") if k in supported), "float32")
    total = threads if threads > 0 else cpu.cores
    per = 1 if width < LARGE_WIDTH or total < 4 else 2
    workers = max(1, min(total // per, MAX_WORKERS))
    inner = max(1, total // workers)
    unit = (
        "VNNI" if cpu.vnni else "AVX-512" if cpu.avx512 else "AVX2" if cpu.avx2 else "NEON" if cpu.arm else "baseline"
    )
    size = f"batch {batch_size}" if batch_size else f"batches of {BATCH_TOKENS} tokens"
    why = f"{kind} on {unit}, {workers} x {many(inner, 'thread')}, {size}"
    return Plan(kind, workers, inner, max(0, batch_size), BATCH_TOKENS, why)


def plan_here(width: int, threads: int, compute_type: str, batch_size: int) -> Plan:
    """``plan`` for this machine."""
    import ctranslate2

    supported = ctranslate2.get_supported_compute_types("cpu")
    return plan(detect(), supported, threads=threads, compute_type=compute_type, batch_size=batch_size, width=width)
