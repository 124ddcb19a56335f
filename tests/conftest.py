"""Shared by all tests: where the development data lies, and a home of their own."""

from __future__ import annotations

import atexit
import copy
import fcntl
import gc
import os
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any

# Workers share the cores: with threads of its own, a library of one would wait for the other's, and burn time while it waits.
# Set before NumPy and PyTorch are imported.
for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(variable, "1")

import pytest  # noqa: E402
from hypothesis import settings, strategies  # noqa: E402

from tests import rows, warm  # noqa: E402

ROOT = Path(__file__).resolve().parent.parent

# What is imported and collected stays to the end: looking for garbage among it, again and again, took a tenth of the time.
gc.disable()

# A shell that starts the tests in the background tells them to ignore Ctrl-C; processes under test would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)

# Machines are shared and noisy: how long one example takes says nothing about the code.
# Each run draws new ones, so that thirty find what a hundred do, some runs later; LOCALCHECK_EXAMPLES=1000 looks harder.
settings.register_profile("localcheck", deadline=None, max_examples=int(os.environ.get("LOCALCHECK_EXAMPLES", "30")))
settings.load_profile("localcheck")

AUTHORITIES = (os.path.join("certifi", "cacert.pem"), os.environ.get("SSL_CERT_FILE") or "ca-certificates.crt")  # noqa: PTH118
_new_context = ssl.create_default_context


@cache
def _of_authorities(file: str) -> ssl.SSLContext:
    """Trusts the authorities in the file. To read them all takes 26 ms, and each of a hundred clients would."""
    return _new_context(cafile=file)


def _create_default_context(*given: Any, **named: Any) -> ssl.SSLContext:
    if not given and named.keys() == {"cafile"} and str(named["cafile"]).endswith(AUTHORITIES):
        return _of_authorities(named["cafile"])
    return _new_context(*given, **named)


ssl.create_default_context = _create_default_context


def pytest_configure(config: pytest.Config) -> None:
    """Workers share one warm process for commands: it takes three seconds of processor to load what it has loaded."""
    if config.getoption("tx", None) and "PYTEST_XDIST_WORKER" not in os.environ:
        warm.share()


@pytest.hookimpl(tryfirst=True)
def pytest_pycollect_makeitem(collector: pytest.Module | pytest.Class, name: str, obj: object) -> pytest.Item | None:
    """One item in the place of many, for rows that need nothing but themselves."""
    plain = isinstance(collector, pytest.Module) and name.startswith("test") and rows.wanted(collector.config)
    if plain and not rows.made_ready_for_each(collector.path) and (every := rows.in_one(obj)) is not None:
        return pytest.Function.from_parent(collector, name=name, callobj=every)
    return None


SHORT = "tests/unit/text/"
"""Where files take a second at most, but for one: a worker that has nothing left waits for no long one of another's."""


@cache
def _loads_torch(file: str) -> bool:
    """Whether the tests of a file load PyTorch with transformers or peft, which takes five seconds of processor, or
    scikit-learn, which takes one.
    """
    text = (ROOT / file).read_text(encoding="utf-8")
    return any(word in text for word in ("torch", "peft", "sklearn", "tiny_models", "tiny_translator"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Those that load PyTorch come first: one worker has them all, and they take longest. Short ones fill up the end."""
    items.sort(key=lambda item: (not _loads_torch(file := item.nodeid.partition("::")[0]), file.startswith(SHORT)))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """By files, as ``--dist loadfile``; but one worker alone loads PyTorch."""
    from xdist.scheduler import LoadFileScheduling

    class OneWithTorch(LoadFileScheduling):
        def _split_scope(self, nodeid: str) -> str:
            file = super()._split_scope(nodeid)
            return "PyTorch" if _loads_torch(file) else file

    return OneWithTorch(config, log) if config.getoption("dist") == "loadfile" else None


def pytest_collection_finish(session: pytest.Session) -> None:
    """From here on garbage is looked for among what the tests make.

    In a new checkout, which is collected once before the workers do, the file of Hypothesis's table of characters is made, too:
    each worker would take two seconds for it.
    """
    if session.config.option.collectonly:
        strategies.text().validate()
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


class _Kept:
    """An encoder that stays loaded for the next test."""

    def __init__(self, encoder: Any) -> None:
        self._encoder = encoder

    def __getattr__(self, name: str) -> Any:
        return getattr(self._encoder, name)

    def unload_model(self) -> None:
        """Whoever opens the model next gets the same."""


@pytest.fixture
def both_readers(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this process both readers are the default, as they are for a user; elsewhere tests read with the starter alone."""
    monkeypatch.setattr("localcheck.models.manifest.record.USUAL", ("starter-nli", "careful-nli"))


def _the_starter_alone() -> None:
    """Where a test names no model it is about something else, and the second reader would take three times as long."""
    lookup = sys.modules.get("localcheck.models.manifest.record")
    if lookup is not None and not hasattr(lookup, "usual_of_users"):
        lookup.usual_of_users, lookup.USUAL = lookup.USUAL, ("starter-nli",)  # type: ignore[attr-defined]


def pytest_runtest_setup() -> None:
    """What is shipped is made once in this process: hundreds of tests open the model, and dozens have the index built."""
    _the_starter_alone()
    _hash_models_once()
    _load_the_model_once()
    _build_the_index_once()


def _hash_models_once() -> None:
    resources = sys.modules.get("localcheck.system.resources")
    if resources is not None and resources.sha256_file.__module__ == resources.__name__:
        warm.keep_hashes()


def _load_the_model_once() -> None:
    """Its weights and its tokenizer are read once.

    All else that opening does is done each time: its files are found and verified, its card and head are read.
    """
    encoder, runtime = (sys.modules.get(name) for name in ("localcheck.backends.nli.encoder", "ctranslate2"))
    if encoder is None or runtime is None or isinstance(runtime.Encoder, partial):
        return
    own = ROOT / "models" / "starter-nli"
    new_tokenizer, new_encoder = encoder.open_tokenizer, runtime.Encoder

    @cache
    def kept_tokenizer(_process: int, folder: Path) -> Any:
        return new_tokenizer(folder)

    @cache
    def kept_encoder(_process: int, folder: str, **options: Any) -> _Kept:
        return _Kept(new_encoder(folder, **options))

    def open_tokenizer(folder: Path) -> Any:
        return copy.copy(kept_tokenizer(os.getpid(), folder)) if folder == own else new_tokenizer(folder)

    def open_encoder(folder: str, **options: Any) -> Any:
        return kept_encoder(os.getpid(), folder, **options) if folder == str(own) else new_encoder(folder, **options)

    encoder.open_tokenizer, runtime.Encoder = open_tokenizer, partial(open_encoder)
    warm.keep_readings()


def _build_the_index_once() -> None:
    """A home without the index gets a copy of the first one that was built, which is then verified as one that was there."""
    sources = sys.modules.get("localcheck.run.open_sources")
    if sources is None or isinstance(sources.ensure_starter, partial):
        return
    build = sources.ensure_starter
    folder = tempfile.TemporaryDirectory(prefix="starter-")
    kept = Path(folder.name) / "index"
    atexit.register(folder.cleanup)

    def ensure_starter() -> None:
        place = sources.folder_of(sources.STARTER)
        if kept.is_dir() and not place.exists():
            part = place.with_name(f".copied-{threading.get_native_id()}")
            with suppress(OSError):  # a home that cannot be written is for ``build`` to meet
                shutil.copytree(kept, part)
                part.rename(place)
            shutil.rmtree(part, ignore_errors=True)
        build()
        if not kept.is_dir():
            shutil.copytree(place, kept)

    sources.ensure_starter = partial(ensure_starter)


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
