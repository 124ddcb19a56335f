"""The steps between a pair and its scores, by numbers that can be worked out by hand; no model is needed."""

from __future__ import annotations

import json
import math
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

from localcheck.backends.nli import encoder, head, open_model
from localcheck.backends.nli.cache import CachedNLI, CachedVectors, KeyedFile, base_of, key_of
from localcheck.backends.nli.cascade import CascadeNLI, capped, deciding
from localcheck.backends.nli.head import (
    Head,
    class_columns,
    gather,
    marked,
    mean_of,
    pool,
    probabilities,
    read_head,
    unit,
)
from localcheck.backends.nli.open_model import open_nli, sentence_model
from localcheck.backends.nli.pairs import by_length, number, premise_windows, room_beside
from localcheck.backends.nli.table import TableNLI
from localcheck.backends.nli.table import open_nli as open_table
from localcheck.backends.nli.tokenizer import Tokens
from localcheck.errors import BadInput, MissingModel, NLIError
from localcheck.system import sqlitefile
from localcheck.types import Span
from localcheck.types.infos import ModelInfo


def test_room_and_windows_of_a_premise() -> None:
    assert room_beside(10, 3, 100) == 87 and room_beside(10, 3, 200, 100) == 87 and room_beside(60, 3, 200, 100) == 64
    assert room_beside(60, 3, 100, 100) == 37 and room_beside(110, 3, 100) == -13
    assert premise_windows(8, 7) == [] and premise_windows(7, 7) == [(0, 7)] and premise_windows(0, 0) == [(0, 0)]
    assert premise_windows(100, 8)[:2] == [(0, 8), (6, 14)]
    assert premise_windows(20, 8) == [(0, 8), (6, 14), (12, 20)]
    assert premise_windows(21, 8) == [(0, 8), (6, 14), (12, 20), (13, 21)]
    assert premise_windows(9, 8) == [(0, 8), (1, 9)] and premise_windows(8, 8) == [(0, 8)]


def test_equal_inputs_are_numbered_once() -> None:
    made = {"p": ["a", "b"], "q": ["b"], "r": []}
    assert number(made, ["q", "p", "q", "r"]) == (["a", "b"], ((1,), (0, 1), (1,), ()))


def batches(lengths: list[int], **limits: int) -> list[list[int]]:
    return list(by_length(lengths, **{"tokens": 10_000, **limits}))


def test_batches_are_of_one_length_longest_first() -> None:
    assert batches([3, 5, 3, 5, 1]) == [[1, 3], [0, 2], [4]]
    assert batches([2, 2, 2, 2], tokens=4) == [[0, 1], [2, 3]]
    assert batches([2, 2, 2, 2], tokens=5) == [[0, 1], [2, 3]] and batches([9], tokens=4) == [[0]]
    assert batches([2] * 5, size=2) == [[0, 1], [2, 3], [4]] and batches([2] * 3, size=2, tokens=2) == [[0, 1], [2]]
    assert batches([2] * 4, workers=2) == [[0, 1], [2, 3]] and batches([2] * 5, workers=2) == [[0, 1, 2], [3, 4]]
    assert batches([2] * 4, workers=3) == [[0], [1], [2], [3]] and batches([], workers=2) == []
    assert batches([0, 0, 0], tokens=2) == [[0, 1], [2]]


def test_the_plan_says_why() -> None:
    def why(machine: encoder.Cpu, **options: int) -> str:
        return encoder.plan(machine, {"int8_float32"}, **options).why

    assert why(encoder.Cpu(2)) == "int8_float32 on baseline, 2 x 1 thread, batches of 512 tokens"
    assert why(encoder.Cpu(8, avx2=True), width=768, batch_size=4) == "int8_float32 on AVX2, 4 x 2 threads, batch 4"
    assert why(encoder.Cpu(3, arm=True), width=768) == "int8_float32 on NEON, 3 x 1 thread, batches of 512 tokens"
    assert " on VNNI, 8 x 2 threads" in why(encoder.Cpu(16, avx2=True, avx512=True, vnni=True))
    assert " on AVX-512, 1 x 1 thread" in why(encoder.Cpu(16, avx512=True), threads=1)
    found = encoder.plan(encoder.Cpu(4), {"int8", "int8_float32"}, batch_size=-3, width=768)
    assert (found.compute_type, found.batch_size, found.batch_tokens, found.workers) == ("int8", 0, 512, 2)


HIDDEN = np.arange(12, dtype=np.float32).reshape(1, 3, 4)


def test_pooling_never_counts_padding() -> None:
    tokens = marked([(0, 1)], 3)
    assert tokens.tolist() == [[0, 1, -1]]
    assert pool(HIDDEN, None, tokens, "cls").tolist() == [[0, 1, 2, 3]]
    assert pool(HIDDEN, None, tokens, "mean").tolist() == [[2, 3, 4, 5]]
    assert pool(HIDDEN, HIDDEN[:, 2], tokens, "pooler").tolist() == [[8, 9, 10, 11]]
    both = marked([(0, 1, 1)], 3)
    assert pool(HIDDEN, None, both, "pair")[0] == pytest.approx([4, 5, 6, 7, 6, 7, 8, 9, 8, 9, 10, 11])
    for kind in ("pooler", "other"):
        with pytest.raises(NLIError, match=f"pooling '{kind}' is not possible"):
            pool(HIDDEN, None, tokens, kind)
    assert mean_of(HIDDEN, np.array([[True, False, True]])).tolist() == [[4, 5, 6, 7]]
    assert unit(np.array([[3, 4], [0, 0]], dtype=np.float32)) == pytest.approx(np.array([[0.6, 0.8], [0, 0]]))


def test_pieces_of_a_text_are_put_together() -> None:
    def tokens(*words: str) -> Tokens:
        return Tokens(tuple(range(len(words))), words, tuple(Span(0, 1) for _ in words))

    one, two = np.ones((1, 2), dtype=np.float32), np.zeros((2, 2), dtype=np.float32)
    found = gather([tokens("a", "b", "c"), tokens("d")], [0, 1, 0], [one, one, two])
    assert [f.tokens for f in found] == [("a", "b", "c"), ("d",)]
    assert found[0].vectors.tolist() == [[1, 1], [0, 0], [0, 0]] and found[1].vectors.tolist() == [[1, 1]]


def test_the_head_and_its_activations() -> None:
    x = np.array([[1.0, -2.0]], dtype=np.float32)
    plain = Head(np.array([[1, 2], [3, 4]], dtype=np.float32), np.array([0.5, -0.5], dtype=np.float32))
    assert plain.logits(x).tolist() == [[-2.5, -5.5]]
    eye = np.eye(2, dtype=np.float32)
    bias = np.array([0.0, 1.0], dtype=np.float32)
    dense = {kind: Head(eye, np.zeros(2, np.float32), eye, bias, kind).logits(x)[0] for kind in head.ACTIVATIONS}
    assert dense["none"].tolist() == [1, -1] and dense["relu"].tolist() == [1, 0]
    assert dense["tanh"] == pytest.approx([math.tanh(1), math.tanh(-1)])
    assert dense["gelu"] == pytest.approx([0.841345, -0.158655], abs=1e-5)


@pytest.mark.parametrize("odd", [math.nan, math.inf, -math.inf])
def test_a_model_that_gives_no_numbers_fails(odd: float) -> None:
    """A claim was consistent with everything, a run ended with an internal error, or the store refused it."""
    with pytest.raises(NLIError, match="gave no numbers"):
        probabilities(np.array([[0.0, 1.0, 2.0], [0.0, odd, 2.0]]), (0, 1, 2))


def test_probabilities_by_hand() -> None:
    row = probabilities(np.array([[math.log(1), math.log(3)]]), (1, 0))
    assert row == pytest.approx(np.array([[0.75, 0.25, 0.0]]))
    cooler = probabilities(np.array([[0.0, 2 * math.log(3), -1e9]]), (2, 0, 1), 2.0)
    assert cooler == pytest.approx(np.array([[0.75, 0.0, 0.25]]))
    assert class_columns((" Not-Entailed ", "SUPPORTS", "refutes")) == (1, 0, 2)


def test_a_head_is_read_and_a_wrong_one_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "head.npz"

    def kept(**arrays: object) -> Head:
        np.savez(file, **arrays)  # type: ignore[arg-type]
        return read_head(file, "tanh")

    good = {"out_weight": np.ones((3, 2)), "out_bias": np.zeros(3)}
    found = kept(**good)
    assert found.activation == "tanh" and found.dense_weight is None and found.out_weight.dtype == np.float32
    wide = kept(**good, dense_weight=np.ones((2, 6)), dense_bias=np.ones(2))
    assert wide.dense_weight is not None and wide.dense_weight.shape == (2, 6)
    for wrong in (
        {"out_bias": np.zeros(2)},
        {"dense_weight": np.ones((2, 2))},
        {"dense_weight": np.ones((3, 2)), "dense_bias": np.ones(3)},
    ):
        with pytest.raises(NLIError, match="shapes of the head do not fit each other") as caught:
            kept(**{**good, **wrong})
        assert caught.value.hint == "install the model again"
    with pytest.raises(NLIError, match="'out_bias' is missing"):
        kept(out_weight=np.ones((3, 2)))
    with pytest.raises(NLIError, match="unknown activation 'swish'"):
        read_head(file, "swish")
    kept(**good)
    monkeypatch.setattr(head, "MAX_BYTES", 10)
    with pytest.raises(NLIError, match="not a classification head: more than 0 MB in it"):
        read_head(file, "tanh")


SCORES = np.array([[0.9, 0.1, 0.0], [0.5, 0.1, 0.4], [0.6, 0.1, 0.3], [0.0, 0.2, 0.8], [0.5, 0.5, 0.0]])


def test_the_best_of_each_hypothesis_either_way_decide() -> None:
    assert deciding(SCORES, ["h"] * 5, 1) == [0, 3] and deciding(SCORES, ["h"] * 5, 2) == [0, 1, 2, 3]
    assert deciding(SCORES, ["h", "h", "h", "h", "k"], 1) == [0, 3, 4] and deciding(SCORES, ["h"] * 5, 0) == []
    assert deciding(np.empty((0, 3)), []) == []
    assert deciding(SCORES[[1, 4, 1]], ["h"] * 3, 1) == [0]


def test_what_is_not_read_again_is_hushed_in_its_proportion() -> None:
    found = capped(np.array([[0.6, 0.1, 0.3], [0.2, 0.7, 0.1], [0.0, 0.0, 1.0]]), 0.3)
    assert found == pytest.approx(np.array([[0.3, 0.55, 0.15], [0.2, 0.7, 0.1], [0.0, 0.7, 0.3]]))


class Model(TableNLI):
    def __init__(
        self, name: str, languages: tuple[str, ...], room: int, *, embeds: bool = True, digest: str = ""
    ) -> None:
        super().__init__({("p", "h"): (0.7, 0.2, 0.1)})
        self.info = ModelInfo(
            name, digest or name, ("entailment", "neutral", "contradiction"), languages, room, embeds=embeds,
            compute_type=name[:1], threads=room % 7, why=f"why {name}",
        )  # fmt: skip
        self.room, self.closed = room, False

    def embed(self, texts):  # type: ignore[no-untyped-def]
        return np.full((len(texts), 1), float(self.room), dtype=np.float32)

    def close(self) -> None:
        self.closed = True


def test_two_models_are_described_as_one() -> None:
    quick, careful = Model("quick", ("en", "zh"), 100, embeds=False), Model("careful", ("en",), 40)
    both = CascadeNLI(quick, careful)
    info = both.info
    assert (info.name, info.languages, info.max_tokens, info.threads) == ("quick+careful", ("en",), 40, 5)
    assert (info.compute_type, info.embeds, info.labels) == ("q+c", True, careful.info.labels)
    assert info.parts == (("quick", "quick"), ("careful", "careful")) and len(info.sha256) == 64
    assert info.why == "quick: why quick; careful re-reads the 2 best of a hypothesis either way: why careful"
    assert both.embed(["x"]).tolist() == [[40.0]]
    assert CascadeNLI(Model("a", ("en",), 7), careful).embed(["x"]).tolist() == [[7.0]]
    assert CascadeNLI(Model("a", ("*",), 7), careful).info.languages == ("en",)
    assert CascadeNLI(Model("a", ("en", "de"), 7), Model("b", ("*",), 7)).info.languages == ("en", "de")
    assert both.read_spans([[("p", "h"), ("x", "h")]])[0] == pytest.approx(
        np.array([[0.7, 0.2, 0.1], [0.0, 1.0, 0.0]]), abs=0.003
    )
    assert (both.read, both.re_read) == (2, 2)
    both.close()
    assert quick.closed and careful.closed


def test_rows_by_key_live_in_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlitefile, "ASK", 2)
    place, columns = tmp_path / "a" / "k.db", {"x": "REAL", "y": "REAL"}
    kept = KeyedFile(place, "rows", columns, 100)
    rows = {bytes([i]): (float(i), -float(i)) for i in range(5)}
    kept.write(rows)
    kept.write({b"\0": (9.0, 9.0)})
    rows[b"\0"] = (9.0, 9.0)
    assert kept.read([*rows, *rows, b"none"]) == rows and kept.read([]) == {}
    kept.close()
    kept.close()
    assert kept.read(rows) == {}
    kept.write(rows)
    for most, left in ((5, 5), (4, 3)):
        KeyedFile(place, "rows", columns, most).close()
        with closing(sqlite3.connect(place)) as db, db:
            assert db.execute("SELECT count(*) FROM rows").fetchone()[0] == left
        db.close()


def test_keys_hold_apart_what_is_different() -> None:
    assert len({base_of("a", "b"), base_of("ab"), base_of("a"), base_of("b", "a")}) == 4
    assert len(base_of("a")) == 32 and len(key_of(base_of("a"), "x")) == 20
    assert key_of(base_of("a"), "x") != key_of(base_of("b"), "x") != key_of(base_of("b"), "y")


def test_odd_rows_of_a_cache_are_not_believed(tmp_path: Path) -> None:
    file = tmp_path / "nli.db"
    nli = TableNLI({("p", "h"): (0.7, 0.2, 0.1)})
    with CachedNLI(nli, file) as cached:
        cached.entail([("p", "h")])
    for row in ("'x', 0.2, 0.1", "1.5, 0.2, 0.1", "-0.5, 0.2, 0.1", "NULL, 0.2, 0.1"):
        with closing(sqlite3.connect(file)) as db, db:
            key = db.execute("SELECT key FROM nli").fetchone()[0]
            db.execute(f"INSERT OR REPLACE INTO nli VALUES (?, {row})", (key,))
        db.close()
        with CachedNLI(nli, file) as cached:
            assert cached.entail([("p", "h"), ("p", "h")]).tolist() == [[0.7, 0.2, 0.1]] * 2 and cached.hits == 1
    with CachedNLI(nli, file) as cached:
        assert cached.entail([("p", "h"), ("q", "h")])[1].tolist() == [0, 1, 0] and cached.hits == 1


def test_vectors_are_kept_in_sixteen_bits(tmp_path: Path) -> None:
    file = tmp_path / "v.db"
    inner = Model("m", ("en",), 3)
    kept = CachedVectors(inner, file)
    assert kept.embed(["a", "b", "a"]).tolist() == [[3.0], [3.0], [3.0]] and kept.hits == 1
    assert kept.embed(["a", "c"]).dtype == np.float32 and kept.hits == 2 and kept.embed([]).shape == (0, 1)
    kept.close()
    inner.room = 4
    again = CachedVectors(inner, file)
    assert again.embed(["b", "d"]).tolist() == [[3.0], [4.0]] and again.info is inner.info
    again.close()
    other = CachedVectors(Model("m", ("en",), 5, digest="other"), file)
    assert other.embed(["a"]).tolist() == [[5.0]]
    other.close()


def test_a_runtime_that_cannot_be_imported_is_reported(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def load(name: str) -> object:
        raise ImportError("no libctranslate2.so")

    monkeypatch.setattr(open_model, "NLIS", SimpleNamespace(load=load))
    with pytest.raises(NLIError, match=r"the NLI runtime cannot be loaded: no libctranslate2\.so") as raised:
        open_nli("starter-nli")
    assert raised.value.hint == "reinstall localcheck"


def test_a_table_is_opened_by_name_and_wrapped(tmp_path: Path, home: Path) -> None:
    file = tmp_path / "t.json"
    file.write_text(json.dumps([{"premise": "p", "hypothesis": "h", "scores": [0.7, 0.2, 0.1]}]), encoding="utf-8")
    wrapped: list[object] = []

    def around(model):  # type: ignore[no-untyped-def]
        wrapped.append(model)
        return model

    nli = open_nli(f"table:{file}", around=around)
    assert wrapped == [nli] and nli.entail([("p", "h")]).tolist() == [[0.7, 0.2, 0.1]]
    assert sentence_model("", f"table:{file}") == f"table:{file}"
    with pytest.raises(MissingModel):
        open_nli("no-such-model")
    for scores in ([0.5, 0.2, 0.1], [1.5, -0.5, 0.0], [0.5, 0.5]):
        file.write_text(json.dumps([{"premise": "p", "hypothesis": "h", "scores": scores}]), encoding="utf-8")
        with pytest.raises(BadInput, match="not a table of pairs"):
            open_table(file)
    with pytest.raises(BadInput, match="cannot be read: No such file"):
        open_table(tmp_path / "none")


def test_the_table_embeds_words() -> None:
    nli = TableNLI({})
    same, other, none = nli.embed(["rain fell", "Fell rain", ""])
    assert same == pytest.approx(other) and float(np.linalg.norm(none)) == pytest.approx(1.0)
    assert nli.info.sha256 != TableNLI({}, (1.0, 0.0, 0.0)).info.sha256 == TableNLI({}, (1.0, 0.0, 0.0)).info.sha256
