"""How much memory is free on this machine, and whether a model fits."""

from __future__ import annotations

from pathlib import Path

from localcheck.errors import LLMError

CGROUP = Path("/sys/fs/cgroup")


def free_memory() -> int:
    """Bytes that can be used without swapping: what the system says, or what is left of a container's limit."""
    import psutil

    available = int(psutil.virtual_memory().available)
    left = _cgroup_left(CGROUP)
    return available if left is None else min(available, left)


def require_memory(need: int, what: str) -> None:
    """Raises ``LLMError`` when ``need`` bytes are more than what is free."""
    free = free_memory()
    if need > free:
        raise LLMError(
            f"{what} needs about {need / 2**30:.1f} GiB of memory, {free / 2**30:.1f} GiB is free",
            "close other programs, lower --llm-context, or take a smaller or more quantised model",
        )


def _cgroup_left(folder: Path) -> int | None:
    try:
        limit, used = (folder / "memory.max").read_text().strip(), int((folder / "memory.current").read_text())
        cache = next(
            (
                int(line.split()[1])
                for line in (folder / "memory.stat").read_text().splitlines()
                if line.startswith("inactive_file ")
            ),
            0,
        )
    except (OSError, ValueError):
        return None
    return None if limit == "max" else max(0, int(limit) - used + cache)
