"""Every NLI backend keeps the same promises: the fake, the shipped encoder, both behind the cache, and a cascade."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from localcheck.backends.nli import OpenNLI, open_nli
from localcheck.backends.nli.cache import CachedNLI
from localcheck.errors import NLIError
from localcheck.ports import NLI, Encoder, SentenceEncoder
from localcheck.system import resources
from localcheck.types.infos import ModelInfo

PREMISE = "Marie Curie was born in Warsaw in 1867. She moved to Paris in 1891."
PAIRS = [
    (PREMISE, "Marie Curie was born in Warsaw."),
    (PREMISE, "Marie Curie was born in Berlin."),
    ("", ""),
    ("", "She moved to Paris."),
    (PREMISE * 80, "She moved to Paris in 1891."),
    ("玛丽·居里出生于华沙。", "居里出生于柏林。"),
    ("\x00\ud800 \u200b", "?"),
]


@pytest.fixture(scope="module")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenNLI]:
    """The shipped model, opened once."""
    yield from _opened("starter-nli", tmp_path_factory.mktemp("home"))


@pytest.fixture(scope="module")
def cascade(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OpenNLI]:
    """A cascade of it and itself, opened once."""
    yield from _opened("cascade:starter-nli+starter-nli", tmp_path_factory.mktemp("home"))


def _opened(name: str, home: Path) -> Iterator[OpenNLI]:
    if not (resources.shipped() / "models" / "starter-nli" / "model.bin").is_file():
        pytest.skip("the starter model is not in this checkout")
    with resources.home_at(home):
        found = open_nli(name)
    yield found
    found.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[OpenNLI]:
    """A table of two pairs."""
    file = tmp_path / "table.json"
    file.write_text(json.dumps([{"premise": p, "hypothesis": h, "scores": [0.5, 0.3, 0.2]} for p, h in PAIRS[:2]]))
    found = open_nli(f"table:{file}")
    yield found
    found.close()


@pytest.fixture
def cached(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[OpenNLI]:
    """The model that the test names, of its own and behind a cache of its own, which closes it."""
    name = request.node.callspec.params["nli"].split()[1]
    inner = request.getfixturevalue(name)
    if name == "starter":  # others use that one, too
        with resources.home_at(tmp_path):
            inner = open_nli("starter-nli")
    found = CachedNLI(inner, tmp_path / "nli.db")
    yield found
    found.close()


@pytest.fixture(params=["table", "starter", "cached table", "cached starter", "cascade"])
def nli(request: pytest.FixtureRequest) -> OpenNLI:
    found: OpenNLI = request.getfixturevalue(request.param.split()[0])
    return found


def test_ports(nli: OpenNLI) -> None:
    assert isinstance(nli, NLI) and isinstance(nli, Encoder) and isinstance(nli, SentenceEncoder)
    assert isinstance(nli.info, ModelInfo) and nli.info.name and nli.info.languages
    assert nli.info.classes in (2, 3) and len(nli.info.sha256) == 64 and nli.info.max_tokens > 64


def test_rows_are_probabilities_in_the_order_asked(nli: OpenNLI) -> None:
    found = nli.entail(PAIRS)
    assert found.shape == (len(PAIRS), 3) and found.dtype == np.float64
    assert np.allclose(found.sum(axis=1), 1) and (found >= 0).all()
    backwards = nli.entail(PAIRS[::-1])[::-1]
    assert np.abs(found - backwards).max() < 0.05
    one_by_one = np.concatenate([nli.entail([pair]) for pair in PAIRS])
    assert np.abs(found - one_by_one).max() < 0.05
    assert nli.entail([]).shape == (0, 3)


def test_equal_pairs_get_equal_rows(nli: OpenNLI) -> None:
    found = nli.entail([PAIRS[0], PAIRS[1], PAIRS[0]])
    assert (found[0] == found[2]).all()


def test_vectors_have_unit_length_and_no_special_tokens(nli: OpenNLI) -> None:
    first, empty, once, long = nli.encode(["Paris and Warsaw", "", f"{PREMISE} ", f"{PREMISE} " * 30])
    assert len(first.tokens) == len(first.vectors) == 3
    assert len(empty.tokens) == 0 == len(empty.vectors)
    assert len(long.tokens) == len(long.vectors) == 30 * len(once.tokens)
    assert np.allclose(np.linalg.norm(first.vectors, axis=1), 1, atol=1e-5)


def test_sentence_vectors_have_unit_length_or_are_refused(nli: OpenNLI) -> None:
    texts = ["Paris and Warsaw", "", PREMISE * 30, "\x00\ud800", "Paris and Warsaw"]
    if not nli.info.embeds:
        with pytest.raises(NLIError, match="sentence vectors"):
            nli.embed(texts)
        return
    found = nli.embed(texts)
    assert found.dtype == np.float32 and found.shape == (len(texts), nli.embed([]).shape[1])
    assert np.allclose(np.linalg.norm(found, axis=1), 1, atol=1e-5)
    assert (found[0] == found[4]).all() and found[0] @ found[1] < 0.95


def test_shipped_model_tells_right_from_wrong(starter: OpenNLI) -> None:
    right, wrong = starter.entail(PAIRS[:2])
    assert right.argmax() == 0 and wrong.argmax() == 2
