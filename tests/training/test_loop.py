"""Batches, losses, and a training run that can stop anywhere: on a tiny random network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import rel_entr

from tests.needs import Later, needs

needs("torch", "transformers", reason="the extra train is not installed")

from training import encoded as e  # noqa: E402
from training import pairs as p  # noqa: E402

torch, transformers, network = Later("torch"), Later("transformers"), Later("training.network")
loop, prepare, rounds = Later("training.loop"), Later("training.prepare"), Later("training.rounds")


def config() -> transformers.BertConfig:
    """A tiny network's."""
    return transformers.BertConfig(
        vocab_size=60, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=40, hidden_dropout_prob=0.1, attention_probs_dropout_prob=0.1,
    )  # fmt: skip


def a_recipe(**changes: Any) -> loop.Recipe:
    """Nine steps, or what ``changes`` say."""
    return loop.Recipe(**{"steps": 9, "pairs": 8, "rate": 1e-2, "warmup": 2, **changes})


def data(count: int = 40, seed: int = 0) -> e.Encoded:
    """Random pairs of random lengths."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(5, 30, count)
    ids = rng.integers(5, 60, lengths.sum()).astype(np.uint16)
    second = np.array([rng.integers(2, n - 1) for n in lengths], np.int32)
    labels = rng.integers(0, 4, count).astype(np.int8)
    return e.Encoded(ids, np.cumsum([0, *lengths]), second, labels, np.array(["s"] * count))


def fresh(recipe: loop.Recipe | None = None) -> loop.Run:
    """A run over the same random weights every time."""
    torch.manual_seed(0)
    return loop.Run(network.untrained(config()), recipe or a_recipe())


def finish(run: loop.Run) -> dict[str, torch.Tensor]:
    """Take the remaining steps; the state after them."""
    list(loop.train(run, data()))
    return run.state()


def same(first: dict[str, torch.Tensor], second: dict[str, torch.Tensor]) -> bool:
    """Bit for bit."""
    return first.keys() == second.keys() and all(torch.equal(first[name], second[name]) for name in first)


@pytest.mark.parametrize("consistency", [0.0, 1.0])
def test_an_interrupted_run_ends_where_an_uninterrupted_one_does(tmp_path: Path, consistency: float) -> None:
    recipe = a_recipe(consistency=consistency)
    whole = finish(fresh(recipe))
    for stop in (1, 8):
        first = fresh(recipe)
        for _ in range(stop):
            first.step(data())
        loop.save(first, tmp_path / "at.safetensors")
        second = loop.Run(network.untrained(config()), recipe)
        loop.resume(second, tmp_path / "at.safetensors")
        assert second.done == stop
        assert same(finish(second), whole)


def test_the_seed_decides_the_run() -> None:
    assert same(finish(fresh()), finish(fresh()))
    assert not same(finish(fresh()), finish(fresh(a_recipe(seed=2))))


def test_training_lowers_the_loss() -> None:
    run = fresh(a_recipe(steps=30))
    reports = list(loop.train(run, data(), every=10))
    assert reports[-1].loss < reports[0].loss - 0.1
    assert reports[-1].step == 30 and reports[-1].remaining == 0


def test_frozen_layers_stay_as_they_are() -> None:
    run = fresh(a_recipe(frozen=1))
    before = {name: value.clone() for name, value in run.model.state_dict().items()}
    finish(run)
    after = run.model.state_dict()
    moved = {name for name in before if not torch.equal(before[name], after[name])}
    assert not any("embeddings" in name or "layer.0." in name for name in moved)
    assert any("layer.1." in name for name in moved) and "out.weight" in moved


def test_the_rate_rises_then_falls_to_its_end() -> None:
    run = fresh(loop.Recipe(steps=100, warmup=10, rate=1.0, final=0.25))
    rates = [run.rate(step) for step in range(100)]
    assert rates[0] == 0.1 and max(rates) == rates[9] == rates[10] == 1.0
    assert rates[10:] == sorted(rates[10:], reverse=True) and 0.25 < rates[-1] < 0.27


def test_not_entailed_is_scored_by_the_sum_of_neutral_and_contradiction() -> None:
    logits = torch.tensor([[0.3, 1.0, -2.0]])
    loss = network.loss_sum(logits, torch.tensor([p.NOT_ENTAILMENT]), smoothing=0.1)
    probability = torch.softmax(logits, 1)[0, 1:].sum()
    assert float(loss) == pytest.approx(float(-probability.log()), abs=1e-6)


def test_smoothing_spreads_mass_evenly() -> None:
    logits = torch.tensor([[0.3, 1.0, -2.0]])
    loss = network.loss_sum(logits, torch.tensor([p.NEUTRAL]), smoothing=0.3)
    logp = torch.log_softmax(logits, 1)[0]
    assert float(loss) == pytest.approx(float(-(0.7 * logp[1] + 0.3 * logp.mean())), abs=1e-6)


@given(st.lists(st.tuples(*[st.floats(-6, 6)] * 6), min_size=1, max_size=4))
def test_disagreement_is_the_mean_of_both_divergences(rows: list[tuple[float, ...]]) -> None:
    first, second = torch.tensor(rows, dtype=torch.float64).chunk(2, dim=1)
    found = float(network.disagreement(first, second))
    p_, q_ = (np.asarray(torch.softmax(logits, 1)) for logits in (first, second))
    wanted = np.sum((rel_entr(p_, q_) + rel_entr(q_, p_)) / 2)
    assert found == pytest.approx(wanted, abs=1e-9)
    assert found == pytest.approx(float(network.disagreement(second, first)), abs=1e-9)
    assert found >= -1e-12 and float(network.disagreement(first, first)) == 0


def disagreement_after(consistency: float) -> float:
    """How far two passes with different dropout lie apart after training, in nats a pair."""
    run = fresh(a_recipe(steps=20, rate=2e-2, consistency=consistency))
    finish(run)
    tensors = network.to_tensors(e.pad(data(), np.arange(40)), run.device)
    with torch.no_grad():
        passes = [run.model(tensors.ids, tensors.segments, tensors.mask) for _ in range(16)]
    apart = [float(network.disagreement(one, other)) for one, other in zip(passes[::2], passes[1::2], strict=True)]
    return sum(apart) / len(apart) / 40


def test_consistency_brings_two_passes_with_dropout_together() -> None:
    assert disagreement_after(4.0) < 0.8 * disagreement_after(0.0)


def test_consistency_without_dropout_changes_nothing() -> None:
    plain, both = (fresh(a_recipe(consistency=weight)) for weight in (0.0, 2.0))
    for run in (plain, both):
        run.model.eval()
        run.step(data())
    for name, value in plain.model.state_dict().items():
        assert torch.allclose(value, both.model.state_dict()[name], atol=1e-5), name


def test_workers_see_different_pairs_and_meet_in_the_mean(tmp_path: Path) -> None:
    recipes = [a_recipe(steps=2, workers=2, worker=n) for n in range(2)]
    runs = [fresh(recipe) for recipe in recipes]
    for run in runs:
        run.step(data())
        loop.save(run, tmp_path / f"x.1.w{run.recipe.worker}")
    states = [run.state() for run in runs]
    assert not same(*states)
    expected = loop.mean_state([{k: v.clone() for k, v in state.items()} for state in states])
    for run in runs:
        rounds.meet(run, tmp_path, "x", 1)
        assert same(run.state(), expected)
    assert rounds.main_checkpoint(tmp_path, "x").is_file()


def test_a_run_begins_where_one_checkpoint_ended_or_between_several(tmp_path: Path) -> None:
    paths, runs = [], []
    for seed in (1, 2):
        run = fresh(a_recipe(seed=seed))
        finish(run)
        paths.append(tmp_path / f"{seed}.safetensors")
        loop.save(run, paths[-1])
        runs.append(run)
    alone, between = prepare.first_weights(paths[:1]), prepare.first_weights(paths)
    first, second = (run.averaged() for run in runs)
    for name, last in runs[0].model.state_dict().items():
        assert torch.equal(alone[name], last)
        assert torch.allclose(between[name], (first[name] + second[name]) / 2)
    assert not same(first, second)


def test_one_worker_in_rounds_is_a_plain_run_and_resumes(tmp_path: Path) -> None:
    list(rounds.train_in_rounds(fresh(), data(), tmp_path, "solo", 4))
    state, done = loop.read_state(rounds.main_checkpoint(tmp_path, "solo"))
    assert done == 9 and same(state, finish(fresh()))
    assert not list(rounds.train_in_rounds(fresh(), data(), tmp_path, "solo", 4)), "nothing is left to do"
    assert len((tmp_path / "solo.w0.jsonl").read_text().splitlines()) == 3


@given(st.integers(1, 60), st.integers(1, 9), st.integers(0, 3))
def test_an_epoch_sees_every_pair_at_most_once(count: int, size: int, seed: int) -> None:
    rows = data(count)
    if count < size:
        return
    seen = np.concatenate([e.step_rows(rows, size, seed, step) for step in range(count // size)])
    assert len(set(seen.tolist())) == len(seen) == count // size * size


@given(st.lists(st.integers(0, 39), unique=True, min_size=1), st.floats(0.0, 0.5))
def test_groups_by_length_hold_every_row_once_with_little_padding(chosen: list[int], waste: float) -> None:
    rows = data()
    groups = list(e.by_length(rows, np.array(chosen), waste))
    assert sorted(np.concatenate(groups).tolist()) == sorted(chosen)
    for group in groups:
        batch = e.pad(rows, group)
        assert batch.mask.mean() >= 1 - waste - 1e-9
        assert (batch.mask.sum(1) == rows.lengths[group]).all()
        assert (batch.ids[~batch.mask] == 0).all() and (
            batch.segments.sum(1) == rows.lengths[group] - rows.second[group]
        ).all()


def test_saved_pairs_are_loaded_and_joined(tmp_path: Path) -> None:
    first, second = data(5, 1), data(7, 2)
    first.save(tmp_path / "a.npz")
    both = e.concatenate([e.load(tmp_path / "a.npz"), second])
    assert len(both) == 12 and (both.lengths == np.concatenate([first.lengths, second.lengths])).all()
    assert (e.pad(both, np.array([5])).ids == e.pad(second, np.array([0])).ids).all()
