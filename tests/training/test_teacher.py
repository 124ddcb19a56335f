"""The teacher: its network is MPNet's, its differences begin at nothing, it learns, and a run goes on where it stopped."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from tests.needs import Later, needs

needs("torch", "transformers", reason="the extra train is not installed")

from safetensors.numpy import save_file  # noqa: E402

from localcheck.errors import BadInput  # noqa: E402
from training import adapter  # noqa: E402
from training import pairs as p  # noqa: E402
from training.encoded import Encoded, from_rows  # noqa: E402
from training.teacher import draw, recipe  # noqa: E402

torch, transformers, network = Later("torch"), Later("transformers"), Later("training.network")
loop, teacher = Later("training.teacher.loop"), Later("training.teacher.network")

SMALL = recipe.Recipe(rank=4, first=1, budget=64, warmup=2, rate=3e-3, pairs=4, minutes=10.0)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small MPNet with random weights, as transformers writes it."""
    folder = tmp_path_factory.mktemp("mpnet")
    torch.manual_seed(3)
    config = transformers.MPNetConfig(
        vocab_size=40, hidden_size=16, num_hidden_layers=2, num_attention_heads=2, intermediate_size=32,
        max_position_embeddings=66, layer_norm_eps=1e-5,
    )  # fmt: skip
    transformers.MPNetModel(config, add_pooling_layer=False).save_pretrained(str(folder))
    return folder


def some(count: int = 24) -> Encoded:
    """Pairs whose label is told by one token of the hypothesis."""
    rng = np.random.default_rng(5)
    labels = rng.integers(0, 3, count).astype(np.int8)
    rows = [
        np.array([0, *rng.integers(10, 39, n % 7 + 3), 2, 2, 4 + label, 2], np.uint16) for n, label in enumerate(labels)
    ]
    second = np.array([len(row) - 2 for row in rows], np.int32)
    return from_rows(rows, second, labels, np.array(["x"] * count, np.str_))


def test_without_differences_it_is_mpnet(base: Path) -> None:
    ours = teacher.Teacher(base, rank=4, first=0, dtype=torch.float32).eval()
    theirs = transformers.MPNetModel.from_pretrained(str(base), add_pooling_layer=False).eval()
    ids, mask = torch.randint(3, 40, (3, 60)), torch.ones(3, 60, dtype=torch.bool)
    mask[1, 40:] = False
    with torch.no_grad():
        expected = theirs(input_ids=ids.masked_fill(~mask, 1), attention_mask=mask.long()).last_hidden_state
        found = ours.hidden(ids, mask)
    assert float((expected - found)[mask].abs().max()) < 1e-5


def test_only_the_upper_layers_and_the_head_are_trained(base: Path) -> None:
    trained = loop.Run(teacher.Teacher(base, rank=4, first=1), SMALL).trained
    assert {name.split(".")[1] for name in trained if name.startswith("layers.")} == {"1"}
    assert {"dense.weight", "out.bias"} <= set(trained) and "words" not in trained


def test_it_learns(base: Path, tmp_path: Path) -> None:
    torch.manual_seed(1)
    data, run = some(), loop.Run(teacher.Teacher(base, rank=4, first=0), replace(SMALL, rate=1e-2))
    rows = np.arange(len(data))
    losses = [run.take(data, rows, 0.0) for _ in range(60)]
    assert losses[-1] < 0.6 * losses[0]


def test_half_of_what_a_pair_is_held_against_may_be_what_was_said_of_it_before() -> None:
    logits = torch.tensor([[2.0, 0.0, -1.0], [0.5, 0.1, 0.3]])
    labels = torch.tensor([2, 1])
    alone = network.losses(logits, labels, 0.03)
    said = torch.tensor([[0.1, 0.2, 0.7], [float("nan")] * 3])
    before = -(said[0] * torch.log_softmax(logits[0], 0)).sum()
    found = network.kept_loss_sum(logits, labels, 0.03, said, 0.5)
    assert float(found) == pytest.approx(float(0.5 * alone[0] + 0.5 * before + alone[1]))
    assert float(network.kept_loss_sum(logits, labels, 0.03, said, 0.0)) == pytest.approx(float(alone.sum()))


def test_a_reader_held_to_what_it_said_before_learns_that(base: Path) -> None:
    torch.manual_seed(1)
    data = some()
    scores = np.zeros((len(data), 3), np.float32)
    scores[:, 1] = 1.0
    run = loop.Run(teacher.Teacher(base, rank=4, first=0), replace(SMALL, rate=1e-2, kept=1.0), scores)
    held = [run.take(data, np.arange(len(data)), 0.0) for _ in range(60)]
    assert held[-1] < 0.3 * held[0], "neutral is said of every pair, whatever its label"


def test_a_run_that_stops_goes_on_as_if_it_had_not(base: Path, tmp_path: Path) -> None:
    data = some()

    def fresh() -> loop.Run:
        torch.manual_seed(1)
        return loop.Run(teacher.Teacher(base, rank=4, first=1), SMALL)

    whole, first, then = fresh(), fresh(), fresh()
    rows = [batch for batch, _ in zip(loop.batches(data, SMALL.budget, SMALL.seed), range(6), strict=False)]
    for batch in rows:
        whole.take(data, batch, 0.0)
    for batch in rows[:3]:
        first.take(data, batch, 0.0)
    first.save(tmp_path / "run.safetensors")
    then.resume(tmp_path / "run.safetensors")
    for batch in rows[3:]:
        then.take(data, batch, 0.0)
    for name, value in whole.average.items():
        assert torch.allclose(value, then.average[name], atol=1e-7), name
    assert set(adapter.mean_of([tmp_path / "run.safetensors"])) == set(whole.trained)


def test_more_training_begins_from_the_adapter_that_an_earlier_run_left(base: Path, tmp_path: Path) -> None:
    torch.manual_seed(1)
    run, data = loop.Run(teacher.Teacher(base, rank=4, first=1), SMALL), some()
    run.take(data, np.arange(len(data)), 0.0)
    trained = {name: value.detach().numpy().copy() for name, value in run.trained.items()}
    save_file(adapter.shipped_tensors(trained), tmp_path / "adapter.safetensors")
    found = adapter.trained_tensors(tmp_path)
    assert set(found) == set(trained)
    run.save(tmp_path / "run.safetensors")
    averages = adapter.mean_of([tmp_path / "run.safetensors"])
    assert all(np.array_equal(averages[name], value.numpy()) for name, value in run.average.items())
    both = adapter.mean_of([tmp_path / "run.safetensors", tmp_path])
    assert all(np.allclose(both[name], (averages[name] + found[name]) / 2) for name in trained)
    mostly = adapter.mean_of([tmp_path / "run.safetensors", tmp_path], (0.75, 0.25))
    assert all(np.allclose(mostly[name], averages[name] * 0.75 + found[name] * 0.25) for name in trained)
    with pytest.raises(BadInput, match="as many shares"):
        adapter.mean_of([tmp_path], (0.5, 0.5))
    moved = adapter.believing(mostly, 0.4)
    assert np.allclose(moved["out.bias"] - mostly["out.bias"], (0.4, 0.0, 0.0)), "entailment is the first label"
    assert adapter.CAREFUL.labels[0] == "entailment" and all(moved[n] is mostly[n] for n in trained if n != "out.bias")
    assert all(np.allclose(found[name], value, rtol=2e-3, atol=1e-4) for name, value in trained.items())
    again = teacher.Teacher(base, rank=4, first=1)
    again.begin_from(found)
    assert all(np.array_equal(found[n], v.detach().numpy()) for n, v in loop.Run(again, SMALL).trained.items())
    with pytest.raises(BadInput, match="not those of this recipe"):
        teacher.Teacher(base, rank=2, first=1).begin_from(found)
    with pytest.raises(BadInput, match="not a tensor of the teacher"):
        adapter.trained_name("encoder.layer.1.attention.attn.z.weight.a")


def test_batches_hold_every_pair_once_an_epoch_and_keep_to_the_budget() -> None:
    data = some(100)
    seen: list[int] = []
    for batch in loop.batches(data, SMALL.budget, SMALL.seed):
        assert len(batch) * int(data.lengths[batch].max()) <= SMALL.budget
        seen += batch.tolist()
        if len(seen) >= 100:
            break
    assert sorted(seen) == list(range(100))


def test_workers_get_batches_of_similar_length_at_the_same_time() -> None:
    data = some(100)
    stream = loop.batches(data, SMALL.budget, SMALL.seed, 3)
    seen: list[int] = []
    while len(seen) < 100:
        lengths = [
            data.lengths[batch] for batch in (next(stream) for _ in range(3)) if seen.extend(batch.tolist()) is None
        ]
        assert all(before.min() >= after.max() for before, after in pairwise(lengths))
    assert sorted(seen) == list(range(100))


def test_neutral_pairs_share_a_name_and_little_else() -> None:
    claims = [
        p.Pair("Marie Curie discovered radium.", "Curie discovered radium.", p.ENTAILMENT, "fever_dev_rte"),
        p.Pair("Curie studied physics in Paris.", "Curie went to school in Paris.", p.ENTAILMENT, "fever_dev_rte"),
        p.Pair("Rome is old.", "Rome is a city.", p.ENTAILMENT, "fever_dev_rte"),
    ]
    made = {(pair.premise, pair.hypothesis) for pair in draw.elsewhere(claims * 5, 9, random.Random(1))}
    assert made and {pair for pair in made if "Rome" in pair[0] or "Rome" in pair[1]} == set()
    assert all(premise.partition(" ")[2] not in text for premise, text in made)


def test_a_wrong_recipe_is_refused(tmp_path: Path) -> None:
    (tmp_path / "r.toml").write_text("rnak = 3")
    with pytest.raises(BadInput, match="rnak"):
        recipe.read(tmp_path / "r.toml")
    assert recipe.read().human["foolmetwice"]["times"] == 3
    assert recipe.read(recipe.SHIPPED.with_name("more.toml")).elsewhere == 1800
