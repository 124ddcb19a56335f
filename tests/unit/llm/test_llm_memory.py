"""How much memory is free: the system's word, a container's limit (control groups 1 and 2), the limit of the process."""

from __future__ import annotations

import resource
import subprocess
import sys
from pathlib import Path

import psutil
import pytest

from localcheck.backends.llamacpp import loading
from localcheck.backends.llm import open_llm
from localcheck.errors import LLMError

MB = 1 << 20


def group(folder: Path, version: int, limit: str, path: str = ".") -> Path:
    """A folder as the kernel shows it, the group at ``path`` with 300 MB in use of which 100 can be given back at once."""
    names = ("memory.max", "memory.current") if version == 2 else ("memory.limit_in_bytes", "memory.usage_in_bytes")
    inside = (folder if version == 2 else folder / "memory") / path
    inside.mkdir(parents=True, exist_ok=True)
    (inside / names[0]).write_text(f"{limit}\n")
    (inside / names[1]).write_text(f"{300 * MB}\n")
    line = "inactive_file" if version == 2 else "total_inactive_file"
    (inside / "memory.stat").write_text(f"anon 5\ninactive_file {1 if version == 1 else 100 * MB}\n{line} {100 * MB}\n")
    return folder


@pytest.mark.parametrize("version", [1, 2])
def test_a_container_s_limit_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int) -> None:
    monkeypatch.setattr(loading, "CGROUP", group(tmp_path, version, str(512 * MB)))
    assert loading.free_memory() == (512 - 300 + 100) * MB
    with pytest.raises(LLMError, match=r"a model needs about 1\.0 GiB of memory, 0\.3 GiB is free") as caught:
        loading.require_memory(1024 * MB, "a model")
    assert "--llm-context" in caught.value.hint


@pytest.mark.parametrize(
    ("version", "line"), [(1, "7:cpu:/\n4:hugetlb,memory:/slurm/job/step"), (2, "0::/slurm/job/step")]
)
def test_the_limit_of_a_job_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int, line: str) -> None:
    monkeypatch.setattr(loading, "CGROUP", group(tmp_path, version, str(512 * MB), "slurm/job"))
    monkeypatch.setattr(loading, "MEMBER", tmp_path / "member")
    assert loading.free_memory() > 512 * MB
    loading.MEMBER.write_text(f"{line}\n")
    assert loading.free_memory() == (512 - 300 + 100) * MB


@pytest.mark.parametrize(("version", "limit"), [(2, "max"), (1, str(2**63 - 4096)), (2, "?")])
def test_no_limit_is_no_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, version: int, limit: str) -> None:
    monkeypatch.setattr(loading, "CGROUP", group(tmp_path, version, limit))
    available = psutil.virtual_memory().available
    assert abs(loading.free_memory() - available) < available / 4


@pytest.mark.skipif(sys.platform != "linux", reason="limits of addresses are kept on Linux")
def test_the_limit_of_the_process_counts() -> None:
    code = "from localcheck.backends.llamacpp.loading import free_memory; print(free_memory())"
    limit = 2 << 30
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)),
    )
    assert done.returncode == 0, done.stderr
    assert 0 < int(done.stdout) < limit


def test_a_limit_of_addresses_leaves_room_for_what_is_allocated_after_the_weights(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With 4 GB of addresses a model of 1.5 billion parameters was opened, and then no context, adapter or thread: OpenBLAS
    ended the process, or the run said pages of llama.cpp's own words. Two cores: 4.2 GB were too few, 4.45 are enough.
    """
    used = psutil.Process().memory_info().vms
    monkeypatch.setattr(loading, "usable_cores", lambda: 2)
    monkeypatch.setattr(resource, "getrlimit", lambda which: (used + (2 << 30), used + (2 << 30)))
    assert loading._process_left() == pytest.approx((2 << 30) - 640 * MB, abs=64 * MB)
    monkeypatch.setattr(loading, "usable_cores", lambda: 16)
    assert loading._process_left() == pytest.approx((2 << 30) - 1536 * MB, abs=64 * MB)


def test_a_file_larger_than_the_memory_is_refused_unread(
    tmp_path: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with (tmp_path / "large.gguf").open("wb") as file:
        file.write(b"GGUF")
        file.truncate(1 << 42)
    monkeypatch.setattr(loading, "fingerprint", lambda path: pytest.fail("it takes minutes to read"))
    with pytest.raises(LLMError, match=r"large needs about .* GiB of memory"):
        open_llm(f"gguf:{tmp_path / 'large.gguf'}")
