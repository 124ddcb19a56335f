"""How much memory is free on this machine, and whether a model fits."""

from __future__ import annotations

import resource
from collections.abc import Iterator
from pathlib import Path

from localcheck.errors import LLMError
from localcheck.system.children import FULL

CGROUP, MEMBER = Path("/sys/fs/cgroup"), Path("/proc/self/cgroup")
FILES = (
    ("memory.max", "memory.current", "inactive_file "),
    ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file "),
)
"""Of control groups of version 2 and 1: the limit, what is used, and the line of ``memory.stat`` of what of that can be given
back at once.
"""
STACKS = 128 << 20
"""Bytes of addresses for the stacks and heaps of threads that start later; native libraries abort where they get none."""


def free_memory() -> int:
    """Bytes that can be used without swapping: what the system says, or what a limit (container, job, process) leaves."""
    import psutil

    available = int(psutil.virtual_memory().available)
    return min(left for left in (available, *map(_cgroup_left, _groups()), _process_left()) if left is not None)


def require_memory(need: int, what: str) -> None:
    """Raises ``LLMError`` when ``need`` bytes are more than what is free."""
    free = free_memory()
    if need > free:
        raise LLMError(
            f"{what} needs about {need / 2**30:.1f} GiB{FULL}{free / 2**30:.1f} GiB is free",
            "close other programs, lower --llm-context, or take a smaller or more quantised model",
        )


def _groups() -> Iterator[Path]:
    """The control groups of this process with those around them: a batch system or systemd limits one, a container its root."""
    try:
        lines = MEMBER.read_text().splitlines()
    except OSError:
        lines = []
    roots = {"": CGROUP, "memory": CGROUP / "memory"}
    yield from roots.values()
    for line in lines:
        controllers, _, path = line.partition(":")[2].partition(":")
        for name in roots.keys() & set(controllers.split(",")):
            own = Path(path.lstrip("/"))
            yield from (roots[name] / part for part in (own, *own.parents) if part.parts)


def _cgroup_left(folder: Path) -> int | None:
    for limit, used, line in FILES:
        try:
            most = (folder / limit).read_text().strip()
            inside = int((folder / used).read_text())
            rows = (folder / "memory.stat").read_text().splitlines()
            cache = next((int(row.split()[1]) for row in rows if row.startswith(line)), 0)
            return None if most == "max" else max(0, int(most) - inside + cache)
        except (OSError, ValueError):
            continue
    return None


def _process_left() -> int | None:
    """What ``ulimit -v`` leaves of this process's addresses; None without such a limit."""
    import psutil

    limit = resource.getrlimit(resource.RLIMIT_AS)[0]
    used = int(psutil.Process().memory_info().vms) + STACKS
    return None if limit == resource.RLIM_INFINITY else max(0, limit - used)
