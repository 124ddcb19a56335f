"""Losses, padded batches, and the weights that a run begins with."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.needs import Later, needs

needs("torch", "transformers", reason="the extra train is not installed")

from training import encoded as e  # noqa: E402
from training import pairs as p  # noqa: E402

torch, network, prepare = Later("torch"), Later("training.network"), Later("training.prepare")
safetensors = Later("safetensors.torch")


def data(count: int = 40, seed: int = 0) -> e.Encoded:
    """Random pairs of random lengths."""
    rng = np.random.default_rng(seed)
    lengths = rng.integers(5, 30, count)
    ids = rng.integers(5, 60, lengths.sum()).astype(np.uint16)
    second = np.array([rng.integers(2, n - 1) for n in lengths], np.int32)
    labels = rng.integers(0, 4, count).astype(np.int8)
    return e.Encoded(ids, np.cumsum([0, *lengths]), second, labels, np.array(["s"] * count))


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


def test_a_run_begins_where_one_checkpoint_ended_or_between_the_averages_of_several(tmp_path: Path) -> None:
    rng, paths, averages = np.random.default_rng(0), [], []
    for number in range(2):
        last, average = (torch.tensor(rng.normal(size=(2, 6)), dtype=torch.float32) for _ in range(2))
        paths.append(tmp_path / f"{number}.safetensors")
        kept = {"model.dense.weight": last, "average.dense.weight": average, "moment.dense.weight": last.clone()}
        safetensors.save_file(kept, str(paths[-1]))
        averages.append(average)
        if not number:
            assert torch.equal(prepare.first_weights(paths)["dense.weight"], last)
    (between,) = prepare.first_weights(paths).values()
    assert torch.allclose(between, (averages[0] + averages[1]) / 2)


def test_a_batch_is_padded_with_nothing() -> None:
    rows, chosen = data(), np.array([3, 1, 4, 15, 9])
    batch = e.pad(rows, chosen)
    assert (batch.mask.sum(1) == rows.lengths[chosen]).all() and (batch.ids[~batch.mask] == 0).all()
    assert (batch.segments.sum(1) == rows.lengths[chosen] - rows.second[chosen]).all()


def test_saved_pairs_are_loaded(tmp_path: Path) -> None:
    rows = data(5, 1)
    rows.save(tmp_path / "a.npz")
    again, row = e.load(tmp_path / "a.npz"), np.array([2])
    assert (again.lengths == rows.lengths).all() and (e.pad(again, row).ids == e.pad(rows, row).ids).all()
