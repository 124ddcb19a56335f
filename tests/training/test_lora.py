"""The adapter's network is llama.cpp's, before training and after it, and a stopped run goes on where it was."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.needs import Later, needs

needs("torch", "llama_cpp", "gguf", reason="the extras train and llm are not installed")

from localcheck.asking.head import Head  # noqa: E402
from localcheck.asking.head_files import read_head  # noqa: E402
from localcheck.backends.llamacpp.llm import LlamaCpp  # noqa: E402
from localcheck.errors import BadInput  # noqa: E402
from localcheck.text.prompts.expert import READING, one_line, reading  # noqa: E402
from training import pairs as p  # noqa: E402
from training.heads.fit import SIDE, right_of_three  # noqa: E402
from training.heads.written import write_head  # noqa: E402

torch, make_tiny_gguf = Later("torch"), Later("scripts.make_tiny_gguf")
away, learn, net = Later("training.lora.away"), Later("training.lora.learn"), Later("training.lora.network")
packing, written = Later("training.lora.pack"), Later("training.lora.write")

WIDTH, LAYERS = 64, (1, 2)
ROWS = [
    p.Pair(premise, f"{name} {verb}", label, "foolmetwice")
    for premise in ("The river runs to the sea.", "She was born in 1912 and died in 1989.")
    for name in ("It", "She", "He")
    for verb, label in (("runs.", p.ENTAILMENT), ("does not run.", p.CONTRADICTION), ("is old.", p.NEUTRAL))
]
PROMPTS, MARKED = [reading(r.premise, r.hypothesis) for r in ROWS], [one_line(r.hypothesis) for r in ROWS]


def recipe() -> learn.Recipe:
    """Of a tiny adapter."""
    return learn.Recipe(rank=4, first=1, rate=1e-2, head_rate=1e-3, tokens=180)


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("qwen") / "tiny.gguf"
    shape = make_tiny_gguf.Shape(4, WIDTH, 4, 2, 128, 600, "f32")
    make_tiny_gguf.write(path, shape, architecture="qwen2")
    return path


@pytest.fixture(scope="module")
def llm(tiny: Path) -> Iterator[LlamaCpp]:
    opened = LlamaCpp(tiny, threads=1, context=512)
    yield opened
    opened.close()


def head() -> Head:
    size = len(LAYERS) * 2 * WIDTH
    weights = np.random.default_rng(2).normal(size=(3, size)) / size
    return Head("sha", "tiny", READING, LAYERS, np.zeros(size), np.ones(size), weights, np.zeros(3))


def run(tiny: Path, path: Path) -> learn.Run:
    torch.manual_seed(1)
    network = net.Network(tiny, LAYERS, recipe().first, recipe().rank, recipe().scale)
    return learn.Run(network, learn.Reader(head()), recipe(), path)


def states(network: net.Network, llm: LlamaCpp) -> np.ndarray:
    """As llama.cpp gives them: in the order of the prompts."""
    packed, order = packing.pack(llm.asked(PROMPTS, MARKED))
    with torch.no_grad():
        found: np.ndarray = network(packed).numpy()[np.argsort(order)]
    return found


def near(found: np.ndarray, wanted: np.ndarray) -> None:
    """The trainer computes in bfloat16: eight bits of a number."""
    assert np.linalg.norm(found - wanted) < 0.02 * np.linalg.norm(wanted)


def test_the_network_has_llama_cpps_states_with_and_without_what_was_trained(
    tiny: Path, llm: LlamaCpp, tmp_path: Path
) -> None:
    before = llm.states(PROMPTS, MARKED, LAYERS)
    trained = run(tiny, tmp_path / "run.pt")
    near(states(trained.network, llm), before)
    asked, labels = llm.asked(PROMPTS, MARKED), [SIDE[row.label] for row in ROWS]
    losses = [loss for *_, loss in trained.train(asked * 8, ROWS * 8, [1.0] * 8 * len(ROWS), 60)]
    assert losses[-1] < losses[0] / 2
    assert list(trained.scores(asked).argmax(1)) == labels
    written.write_adapter(tmp_path / "a.gguf", trained.network.trainable(), recipe().scale, "tiny")
    after = llm.states(PROMPTS, MARKED, LAYERS, tmp_path / "a.gguf")
    assert np.linalg.norm(after - before) > 0.1 * np.linalg.norm(before)
    near(states(trained.network, llm), after)
    on = run(tiny, tmp_path / "on.pt")
    on.network.begin_from(written.read_adapter(tmp_path / "a.gguf"))
    near(states(on.network, llm), after)
    with pytest.raises(BadInput, match="layers and rank"):
        other = net.Network(tiny, LAYERS, recipe().first + 1, recipe().rank, recipe().scale)
        other.begin_from(written.read_adapter(tmp_path / "a.gguf"))
    np.testing.assert_allclose(llm.states(PROMPTS, MARKED, LAYERS), before, rtol=1e-3, atol=1e-4)


def test_a_run_that_was_stopped_ends_as_one_that_was_not(tiny: Path, llm: LlamaCpp, tmp_path: Path) -> None:
    asked, weights = llm.asked(PROMPTS, MARKED), [1.0] * len(ROWS)
    whole = run(tiny, tmp_path / "whole.pt")
    assert len(list(whole.train(asked, ROWS, weights, 60))) > 2
    part = run(tiny, tmp_path / "part.pt")
    for step, *_ in part.train(asked, ROWS, weights, 60):
        if step == 2:
            break
    part.step, part.spent = 2, 0.0
    part.save()
    on = run(tiny, tmp_path / "part.pt")
    assert on.step == 2
    list(on.train(asked, ROWS, weights, 60))
    for name, value in whole.network.trainable().items():
        torch.testing.assert_close(on.network.trainable()[name], value, rtol=1e-3, atol=1e-5)


def test_prompts_in_one_run_share_what_they_have_in_common(llm: LlamaCpp) -> None:
    asked = llm.asked(PROMPTS, MARKED)
    packed, order = packing.pack(asked)
    assert sorted(order) == list(range(len(asked)))
    assert len(packed.tokens) < sum(len(one.tokens) for one in asked) / 2
    for n, i in enumerate(order):
        seen = packed.mask[packed.last[n]]
        mine = packed.tokens[seen]
        assert tuple(mine.tolist()) == asked[i].tokens and packed.positions[seen].tolist() == list(range(len(mine)))
        claim = packed.claims[n] > 0
        assert tuple(packed.tokens[claim].tolist()) == asked[i].tokens[asked[i].first : asked[i].end]
    runs = list(packing.batches(asked, 100))
    assert [i for some in runs for i in some] == list(range(len(asked))) and len(runs) > 1


def test_the_rate_rises_and_falls() -> None:
    rates = [learn.rate_at(x / 100, 0.04) for x in range(101)]
    assert rates[0] < 0.1 and max(rates) == pytest.approx(1.0, abs=0.01) and rates[-1] == pytest.approx(0.05)


def test_right_of_three_counts_silence_as_an_answer() -> None:
    true, false = (p.Pair("It is old.", "It is new.", label, "a") for label in (p.ENTAILMENT, p.CONTRADICTION))
    rows = [true, false, p.Pair("It is old.", "It is red.", p.NEUTRAL, "b")]
    scores = np.log(np.array([[0.6, 0.3, 0.1], [0.2, 0.3, 0.5], [0.1, 0.2, 0.7]]))  # true, false, neither
    assert right_of_three(scores, rows) == pytest.approx({"all": 200 / 3, "a": 50.0, "b": 100.0})


def test_what_is_trained_away_is_what_llama_cpp_reads_here(tiny: Path, llm: LlamaCpp, tmp_path: Path) -> None:
    """Half of the layers and a tenth of the embeddings are sent; what comes back fits the whole file."""
    begun, folder, out = tmp_path / "heads" / "tiny.npz", tmp_path / "folder", tmp_path / "out"
    write_head(begun, head())
    for made in (folder, out):
        made.mkdir()
    asked = llm.asked(PROMPTS, MARKED)
    tokens = sorted({token for one in asked for token in one.tokens})
    number = {token: place for place, token in enumerate(tokens)}
    for name, times in ((away.ROWS, 8), (away.JUDGED, 1)):
        away.write_prompts(folder / name, times * asked, times * ROWS, number)
    away.write_model(tiny, tokens, max(LAYERS) + 1, folder / away.MODEL)
    away.begin_with(read_head(begun), begun, folder)
    assert (folder / away.MODEL).stat().st_size < 0.8 * tiny.stat().st_size
    lines = list(away.run(folder, recipe(), {"foolmetwice": 2.0}, "cpu", out, 60))
    assert lines[0].startswith("144 pairs; before: all") and "all 100.0 100.0" in lines[-1]
    differences, reader = away.learnt(out)
    written.write_both(tmp_path / "models", head(), differences, recipe().scale, reader["weights"], reader["bias"])
    made = read_head(tmp_path / "models" / "heads" / "tiny.npz")
    shares = made.shares(llm.states(PROMPTS, MARKED, LAYERS, made.adapter))
    assert list(shares.argmax(1)) == [SIDE[row.label] for row in ROWS]


def test_passes_hold_every_pair_as_often_as_asked_for() -> None:
    groups = [ROWS[:3], ROWS[3:5], ROWS[5:]]
    rows = away.passes(groups, 2, seed=1)
    assert sorted(rows, key=ROWS.index) == sorted(2 * ROWS, key=ROWS.index)
    assert sorted(rows[: len(ROWS)], key=ROWS.index) == ROWS


def test_a_step_whose_gradient_is_no_number_is_left_out(tiny: Path, llm: LlamaCpp, tmp_path: Path) -> None:
    asked = llm.asked(PROMPTS, MARKED)
    trained = run(tiny, tmp_path / "run.pt")
    list(trained.train(asked, ROWS, [math.inf] * len(ROWS), 60))
    assert all(bool(value.isfinite().all()) for value in trained.network.parameters())
