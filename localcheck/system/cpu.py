"""What the operating system says about the CPU: its features, and the cores that this process may use."""

from __future__ import annotations

import os
import platform
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Cpu:
    """What this machine offers to a process."""

    cores: int
    """Cores this process may use (affinity and container quota counted)."""
    avx2: bool = False
    avx512: bool = False
    vnni: bool = False
    """AVX-512 or AVX VNNI: int8 dot products in one instruction."""
    bf16: bool = False
    """AVX-512 BF16 or AMX BF16."""
    arm: bool = False


def detect() -> Cpu:
    """What the operating system says about this machine's CPU."""
    flags = _flags()
    return Cpu(
        cores=usable_cores(),
        avx2="avx2" in flags,
        avx512="avx512f" in flags,
        vnni=bool(flags & {"avx512_vnni", "avx_vnni", "avx512vnni"}),
        bf16=bool(flags & {"avx512_bf16", "amx_bf16"}),
        arm=platform.machine().lower() in ("arm64", "aarch64"),
    )


def usable_cores() -> int:
    """Cores that this process may use: the smallest of affinity, physical cores and the container's quota; at least 1."""
    logical = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    import psutil

    physical = psutil.cpu_count(logical=False) or logical
    return max(1, min(logical, physical, _quota() or logical))


def _flags() -> set[str]:
    """CPU feature flags by Linux's names; empty where the system does not tell."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return set()
    for line in text.splitlines():
        key, _, value = line.partition(":")
        if key.strip() in ("flags", "Features"):
            return set(value.split())
    return set()


def _quota(root: Path = Path("/sys/fs/cgroup")) -> int | None:
    """Whole cores granted by a cgroup v2 quota, or None."""
    try:
        limit, period = (root / "cpu.max").read_text(encoding="ascii").split()
        return None if limit == "max" else max(1, int(limit) // int(period))
    except (OSError, ValueError, ZeroDivisionError):
        return None
