"""Shared by all tests: where the development data lies, and a home of their own."""

from __future__ import annotations

import fcntl
import gc
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

# Workers share the cores: with threads of its own, a library of one would wait for the other's, and burn time while it waits.
# Set before NumPy and PyTorch are imported.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import pytest  # noqa: E402
from hypothesis import settings  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent

# What is imported and collected stays to the end: looking for garbage among it, again and again, took a tenth of the time.
gc.disable()

# A shell that starts the tests in the background tells them to ignore Ctrl-C; processes under test would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Machines are shared and noisy: how long one example takes says nothing about the code.
settings.register_profile("localcheck", deadline=None)
settings.load_profile("localcheck")


def pytest_collection_finish() -> None:
    """From here on garbage is looked for among what the tests make."""
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)
    gc.enable()


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The development data beside the checkout (or $LOCALCHECK_SHARED/data); skips where it is missing."""
    folder = Path(os.environ.get("LOCALCHECK_SHARED", ROOT.parent / "shared")) / "data"
    if not folder.is_dir():
        pytest.skip(f"development data not here: {folder}")
    return folder


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty home, for this test and the processes that it starts."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("LOCALCHECK_HOME", str(folder))
    return folder


@pytest.fixture(scope="session")
def starter_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of the shipped encyclopedia, built once for all processes of pytest. Not to be written: take ``starter``."""
    from localcheck.run.open_sources import ensure_starter
    from localcheck.sources.indexes import folder_of
    from localcheck.system.resources import home_at

    with home_at(_of_all_workers(tmp_path_factory) / "starter"):
        ensure_starter()
        return folder_of("starter")


def _of_all_workers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that the processes of pytest share."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture
def starter(home: Path, starter_index: Path) -> Path:
    """The home, in which the starter index was built."""
    shutil.copytree(starter_index, home / "indexes" / starter_index.name)
    return home


@pytest.fixture(scope="session")
def tiny_bpe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A real GGUF of random weights with a byte-level BPE tokenizer; skips where llama-cpp-python or gguf is missing."""
    return _tiny_gguf(_of_all_workers(tmp_path_factory), "bpe")


@pytest.fixture(scope="session")
def tiny_spm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with a SentencePiece tokenizer."""
    return _tiny_gguf(_of_all_workers(tmp_path_factory), "spm")


def _tiny_gguf(folder: Path, tokenizer: str) -> Path:
    """The file, made by the first process of pytest that asks for it."""
    for module in ("llama_cpp", "gguf"):
        pytest.importorskip(module, reason=f"{module} is not installed")
    path, part = folder / f"tiny-{tokenizer}.gguf", folder / f"tiny-{tokenizer}.part"
    with (folder / "gguf.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            script = ROOT / "scripts" / "make_tiny_gguf.py"
            subprocess.run([sys.executable, str(script), str(part), "--tokenizer", tokenizer], check=True, timeout=120)
            part.rename(path)
    return path


@pytest.fixture(scope="session")
def llama_server(tiny_bpe: Path) -> Iterator[str]:
    """The address of llama-cpp-python's own server with the tiny model; skips where its parts are missing."""
    for module in ("uvicorn", "fastapi", "sse_starlette", "starlette_context", "pydantic_settings"):
        pytest.importorskip(module, reason=f"{module} is not installed")
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        port = s.getsockname()[1]
    command = [sys.executable, "-m", "llama_cpp.server", "--model", str(tiny_bpe), "--model_alias", "tiny"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--n_ctx", "512", "--n_threads", "1", "--verbose", "false"]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(600):
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert process.poll() is None, "the server ended"
            time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(30)
