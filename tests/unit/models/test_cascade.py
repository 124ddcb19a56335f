"""The cascade: which pairs are re-read, whose words count, what it says of itself, and what it costs."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny_models import make_checkpoint

from localcheck.backends.nli import open_nli
from localcheck.backends.nli.cache import CachedNLI
from localcheck.backends.nli.cascade import BEST, FLOOR, CascadeNLI, agreed, capped, ceilings, deciding
from localcheck.backends.nli.table import TableNLI
from localcheck.errors import LocalcheckError, MissingModel, NLIError, UsageError
from localcheck.judging.together import read_spans
from localcheck.models.choose import use
from localcheck.models.conversion.convert import Conversion, convert
from localcheck.models.manifest import nli_models
from localcheck.models.overview import overview
from localcheck.run.runtime import open_runtime
from localcheck.settings import Settings
from localcheck.system import resources

pytestmark = pytest.mark.usefixtures("home")

ROW = st.tuples(st.floats(0.01, 1), st.floats(0.01, 1), st.floats(0.01, 1))


@given(st.lists(st.tuples(st.sampled_from("abc"), ROW), max_size=30), st.integers(0, 4), st.floats(0.05, 1))
def test_what_is_left_over_could_not_decide(rows: list[tuple[str, tuple[float, ...]]], best: int, floor: float) -> None:
    scores = np.array([r for _, r in rows], dtype=np.float64).reshape(len(rows), 3)
    scores /= scores.sum(axis=1, keepdims=True)
    names = [name for name, _ in rows]
    chosen = deciding(scores, names, best)
    assert chosen == sorted(set(chosen))
    for name in set(names):
        mine = [i for i, n in enumerate(names) if n == name]
        taken = [i for i in mine if i in chosen]
        assert min(best, len(mine)) <= len(taken) <= 2 * best
        for column in (0, 2):
            loudest = sorted(scores[mine, column], reverse=True)[:best]
            assert sorted(scores[taken, column], reverse=True)[:best] == loudest
    quiet = capped(scores, np.full((len(rows), 2), floor))
    assert np.allclose(quiet.sum(axis=1), 1) and (quiet >= 0).all() and (quiet[:, [0, 2]] <= floor + 1e-9).all()
    loud = np.maximum(scores[:, 0], scores[:, 2]) > floor
    assert np.allclose(quiet[~loud], scores[~loud]) and np.allclose(
        quiet[:, 0] * scores[:, 2], quiet[:, 2] * scores[:, 0]
    )


def table(name: str, rows: dict[tuple[str, str], tuple[float, float, float]]) -> TableNLI:
    """The quick table calls what it does not know neutral, the careful one half contradicted."""
    return TableNLI(rows, default=(0.1, 0.8, 0.1) if name == "quick" else (0.0, 0.5, 0.5))


PAIRS = [(f"premise {i}", "claim") for i in range(6)] + [("premise 0", "other")]


def one(*row: float) -> np.ndarray:
    return np.array([row])


@given(ROW, ROW, st.floats(0, 1))
def test_two_opinions_become_one_between_them(
    a: tuple[float, float, float], b: tuple[float, float, float], say: float
) -> None:
    careful, quick = one(*a) / sum(a), one(*b) / sum(b)
    both = agreed(careful, quick, say)
    assert both.sum() == pytest.approx(1) and (both > 0).all()
    assert agreed(careful, careful, say) == pytest.approx(careful, abs=0.003)
    for column in (0, 2):  # the odds against neutral lie between those of the two
        odds = [(m[0, column] + 1e-3) / (m[0, 1] + 1e-3) for m in (careful, quick)]
        assert min(odds) * 0.999 <= both[0, column] / both[0, 1] <= max(odds) * 1.001


def test_one_sure_model_does_not_refute_against_the_other() -> None:
    assert agreed(one(0.3, 0.1, 0.6), one(0.9, 0.08, 0.02))[0].argmax() == 0
    assert agreed(one(0.0, 0.1, 0.9), one(0.5, 0.4, 0.1))[0].argmax() == 2, "but the careful one counts more"


def test_both_models_are_heard_on_what_decides() -> None:
    rows = {
        PAIRS[0]: (0.9, 0.05, 0.05),
        PAIRS[1]: (0.3, 0.5, 0.2),
        PAIRS[2]: (0.0, 0.4, 0.6),
        PAIRS[3]: (0.02, 0.58, 0.4),
    }
    rows |= {PAIRS[4]: (0.05, 0.6, 0.35), PAIRS[5]: (0.1, 0.8, 0.1)}
    cascade = CascadeNLI(table("quick", rows), table("careful", {PAIRS[3]: (0.0, 0.1, 0.9)}))
    found = np.concatenate(cascade.read_spans([PAIRS]))
    for place in (0, 1, 2, 3, 6):
        said = one(0.0, 0.1, 0.9) if place == 3 else one(0.0, 0.5, 0.5)
        quick = one(*rows.get(PAIRS[place], (0.1, 0.8, 0.1)))
        assert found[[place]] == pytest.approx(agreed(said, quick)), place
    assert found[4].tolist() == pytest.approx([0.05, 0.6, 0.35]), "not re-read, and no louder than what was"
    assert found[5].tolist() == pytest.approx([0.1, 0.8, 0.1])
    assert (cascade.read, cascade.re_read) == (7, 5) and BEST == 2 and FLOOR == 0.3
    assert cascade.read_spans([]) == [] and cascade.read_spans([[]])[0].shape == (0, 3)


def test_what_was_not_re_read_may_not_outshout_what_was() -> None:
    quick = dict.fromkeys(PAIRS[:4], (0.9, 0.05, 0.05))
    doubting = CascadeNLI(table("quick", quick), table("careful", dict.fromkeys(PAIRS[:4], (0.01, 0.98, 0.01))))
    (scores,) = doubting.read_spans([PAIRS[:4]])
    assert (scores[:, 0] <= max(FLOOR, scores[:2, 0].max()) + 1e-9).all() and (scores[2:, 0] < 0.35).all()
    agreeing = CascadeNLI(table("quick", quick), table("careful", dict.fromkeys(PAIRS[:4], (0.95, 0.03, 0.02))))
    (scores,) = agreeing.read_spans([PAIRS[:4]])
    assert (scores[:, 0] > 0.85).all(), "a sentence in a window that both find entailed is not hushed"


def test_how_loud_a_row_may_be_is_its_own_hypothesis_s_affair() -> None:
    both = np.array([(0.8, 0.1, 0.1), (0.1, 0.2, 0.7)])
    most = ceilings(both, ["a", "a"], ["a", "b", "a"], 0.3)
    assert most.tolist() == [[0.8, 0.7], [0.3, 0.3], [0.8, 0.7]]


def test_a_quick_model_of_two_classes_has_no_say_on_what_the_careful_one_reads() -> None:
    two = TableNLI({PAIRS[0]: (0.0, 1.0, 0.0)})
    object.__setattr__(two.info, "labels", ("entailment", "not_entailment"))
    cascade = CascadeNLI(two, table("careful", {PAIRS[0]: (0.0, 0.1, 0.9)}))
    assert cascade.read_spans([PAIRS[:1]])[0] == pytest.approx(one(0.0, 0.1, 0.9), abs=0.002)


@given(st.lists(st.lists(st.sampled_from(PAIRS), max_size=6), max_size=4))
def test_no_ask_touches_another(asks: list[list[tuple[str, str]]]) -> None:
    cascade = CascadeNLI(table("quick", {PAIRS[2]: (0.9, 0.0, 0.1)}), table("careful", {PAIRS[3]: (0.0, 0.1, 0.9)}))
    together = read_spans(cascade, asks)
    assert [scores.shape for scores in together] == [(len(ask), 3) for ask in asks]
    for ask, scores in zip(asks, together, strict=True):
        assert (scores == cascade.read_spans([ask])[0]).all()
    plain = table("quick", {})
    assert [s.tolist() for s in read_spans(plain, asks)] == [plain.entail(ask).tolist() for ask in asks]


def test_a_pair_for_its_own_sake_is_the_careful_models() -> None:
    careful = table("careful", {PAIRS[3]: (0.0, 0.1, 0.9)})
    cascade = CascadeNLI(table("quick", {}), careful)
    assert (cascade.entail(PAIRS) == careful.entail(PAIRS)).all() and cascade.read == 0


def test_it_names_both_models_and_changes_with_each() -> None:
    a, b, c = (table("x", {("p", "h"): row}) for row in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)))
    one = CascadeNLI(a, b).info
    assert one.name == "table+table" and one.parts == (("table", a.info.sha256), ("table", b.info.sha256))
    digests = {CascadeNLI(*pair).info.sha256 for pair in ((a, b), (b, a), (a, c), (c, b))}
    assert len(digests) == 4 and all(len(d) == 64 for d in digests)


def test_a_careful_model_that_cannot_refute_is_refused() -> None:
    two = TableNLI({})
    object.__setattr__(two.info, "labels", ("entailment", "not_entailment"))
    with pytest.raises(NLIError, match="two classes"):
        CascadeNLI(TableNLI({}), two)
    CascadeNLI(two, TableNLI({}))
    object.__setattr__(two.info, "labels", ())
    with pytest.raises(NLIError, match="judge pairs"):
        CascadeNLI(two, TableNLI({}))


class Counting(TableNLI):
    """A table that counts what it is asked, and whether it is closed."""

    asked = 0
    closed = 0

    def entail(self, pairs: Sequence[tuple[str, str]]) -> np.ndarray:
        """As a table."""
        self.asked += len(pairs)
        return super().entail(pairs)

    def close(self) -> None:
        """Count it."""
        self.closed += 1


def test_each_model_has_its_own_cache_so_other_company_does_not_matter(tmp_path: Path) -> None:
    quick, careful = Counting({}, default=(0.5, 0.3, 0.2)), Counting({}, default=(0.1, 0.2, 0.7))
    cascade = CascadeNLI(CachedNLI(quick, tmp_path / "nli.db"), CachedNLI(careful, tmp_path / "nli.db"))
    first = cascade.read_spans([PAIRS])[0]
    alone = np.concatenate(cascade.read_spans([[pair] for pair in PAIRS]))
    assert quick.asked == careful.asked == len(PAIRS), "no pair is read twice by one model, in whichever company"
    assert (cascade.read_spans([PAIRS])[0] == first).all() and (
        alone == agreed(one(0.1, 0.2, 0.7), one(0.5, 0.3, 0.2))
    ).all()
    cascade.close()
    assert quick.closed == careful.closed == 1


def install(home: Path, tmp_path: Path, name: str, seed: int) -> None:
    make_checkpoint(tmp_path / name, "bert", seed=seed)
    convert(tmp_path / name, home / "models" / name, Conversion())


def test_two_models_are_joined_by_their_names(home: Path, tmp_path: Path, both_readers: None) -> None:
    pytest.importorskip("torch")
    assert nli_models("auto") == nli_models("cascade") == ("starter-nli", "careful-nli") and nli_models("x") == ("x",)
    with pytest.raises(MissingModel, match="small"):
        open_nli("cascade:small+careful-nli")
    install(home, tmp_path, "small", 1)
    install(home, tmp_path, "careful-nli", 2)  # one that was put there by hand stays
    pairs = [("one river", "a river"), ("paris", "a river"), ("", "a river")]
    with open_runtime(Settings(nli="cascade:small+careful-nli")) as runtime:
        scores = read_spans(runtime.nli, [pairs])[0]
        models = dict(runtime.info_of_nli().models)
    assert list(models) == ["nli:small+careful-nli", "nli-part:small", "nli-part:careful-nli"]
    assert len(set(models.values())) == 3
    with open_nli("small") as quick, open_nli("careful-nli") as careful:
        both = agreed(careful.entail(pairs), quick.entail(pairs))
    assert np.isclose(scores, both, atol=1e-5).all(axis=1).sum() >= BEST
    assert {row["name"] for row in overview() if row["in_use"]} == {"starter-nli", "careful-nli"}
    assert use("cascade")[:2] == ("nli", "cascade") and resources.config_path().read_text() == 'nli = "cascade"\n'


@pytest.mark.parametrize("name", ["cascade:", "cascade:a", "cascade:a+", "cascade:+b"])
def test_half_a_cascade_is_refused(name: str) -> None:
    with pytest.raises(UsageError, match="does not name two models"):
        nli_models(name)


def test_a_cascade_that_cannot_be_opened_leaves_no_model_open(tmp_path: Path) -> None:
    file = tmp_path / "t.json"
    file.write_text(json.dumps([]))
    closed: list[str] = []

    def around(model: object) -> object:
        model.close = lambda: closed.append("table")  # type: ignore[attr-defined]
        return model

    with pytest.raises(LocalcheckError):
        open_nli(f"cascade:table:{file}+not-there", around=around)  # type: ignore[arg-type]
    assert closed == ["table"]
    assert open_nli(f"cascade:table:{file}+table:{file}").info.name == "table+table"
