"""The careful reader with all its weights: it learns from labels and from what was said, and what is saved comes back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.needs import Later, needs

needs("torch", "transformers", reason="the extra train is not installed")

from training import pairs as p  # noqa: E402
from training.encoded import Encoded, from_rows  # noqa: E402

torch, transformers, saving = Later("torch"), Later("transformers"), Later("safetensors.torch")
there, network, teacher = (
    Later("training.whole.there"),
    Later("training.whole.network"),
    Later("training.teacher.network"),
)
back, pack = Later("training.whole.back"), Later("training.whole.pack")

WIDTH, HEADS, LAYERS = 32, 2, 2


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A small MPNet with a head, as a checkpoint."""
    torch.manual_seed(3)
    config = transformers.MPNetConfig(
        vocab_size=40, hidden_size=WIDTH, num_hidden_layers=LAYERS, num_attention_heads=HEADS, intermediate_size=64,
        max_position_embeddings=66, layer_norm_eps=1e-5,
    )  # fmt: skip
    folder = tmp_path / "base"
    transformers.MPNetModel(config, add_pooling_layer=False).save_pretrained(str(folder))
    return folder


def weights(base: Path) -> dict[str, Any]:
    """Those of the base, and of a head that pools the mean alone."""
    dense = torch.zeros(WIDTH, 3 * WIDTH)
    dense[:, :WIDTH] = torch.eye(WIDTH)
    torch.manual_seed(4)
    found: dict[str, Any] = saving.load_file(str(base / "model.safetensors"))
    return found | {
        "classifier.dense.weight": dense,
        "classifier.dense.bias": torch.zeros(WIDTH),
        "classifier.out_proj.weight": 0.02 * torch.randn(3, WIDTH),
        "classifier.out_proj.bias": torch.zeros(3),
    }


def folder_of(base: Path, said: bool = False) -> Path:
    """What a run finds."""
    folder = base.parent / "whole"
    folder.mkdir()
    saving.save_file(weights(base), str(folder / there.WEIGHTS))
    (folder / there.CONFIG).write_text((base / "config.json").read_text(encoding="utf-8"), encoding="utf-8")
    for name, seed in ((there.GOLD, 5), (there.READ, 6), (there.JUDGED, 7)):
        some(48, seed).save(folder / name)
    if said:
        scores = np.eye(3, dtype=np.float32)[some(48, 6).labels]
        scores[:4] = np.nan
        np.savez(folder / there.SAID, scores=scores)
    return folder


def some(count: int, seed: int) -> Encoded:
    """Pairs whose label is told by one token of the hypothesis."""
    rng = np.random.default_rng(seed)
    labels = rng.integers(0, 3, count).astype(np.int8)
    rows = [
        np.array([0, *rng.integers(10, 39, n % 7 + 3), 2, 2, 4 + label, 2], np.uint16) for n, label in enumerate(labels)
    ]
    second = np.array([len(row) - 2 for row in rows], np.int32)
    return from_rows(rows, second, labels, np.array([there.STEER[0]] * count, np.str_))


def test_it_is_mpnet_as_the_teacher_has_it(base: Path) -> None:
    model = network.Whole(weights(base), HEADS, LAYERS, torch.float32, 0.0).eval()
    same = teacher.Teacher(base, rank=1, first=LAYERS, dtype=torch.float32).eval()
    with torch.no_grad():
        for part, name in ((same.dense, "classifier.dense"), (same.out, "classifier.out_proj")):
            part.weight.copy_(weights(base)[f"{name}.weight"])
            part.bias.copy_(weights(base)[f"{name}.bias"])
        ids, mask = torch.randint(3, 40, (3, 48)), torch.ones(3, 48, dtype=torch.bool)
        mask[1, 30:] = False
        second = torch.tensor([20, 12, 40])
        for _ in range(2):  # the second time with the positions made before
            found = model(ids.masked_fill(~mask, 1), second, mask)
            assert torch.allclose(found, same(ids.masked_fill(~mask, 1), second, mask), atol=1e-5)


class Clock:
    """A second passes each time it is asked."""

    def __init__(self) -> None:
        self.now = 0

    def time(self) -> float:
        self.now += 1
        return self.now


def lines(folder: Path, steps: int, out: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    out.mkdir()
    monkeypatch.setattr("training.whole.there.time", Clock())
    yield from there.learn(folder, there.Plan(rate=6e-3, budget=200, mixed=16, drop=0.0), steps, "cpu", out)


@pytest.mark.parametrize("said", [False, True])
def test_it_learns_and_what_came_back_says_the_same(
    base: Path, tmp_path: Path, said: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, out = folder_of(base, said), tmp_path / "out"
    told = list(lines(folder, 80, out, monkeypatch))
    taken = int(told[0].split()[2])
    assert told[0].startswith(f"48 labelled, {taken} of 48 read") and 30 < taken <= (44 if said else 48)
    assert float(told[-2].split(": ")[1].split(" |")[0]) < (0.3 if said else 0.8), "a label is told by one token"
    found = {name: torch.from_numpy(np.array(value)) for name, value in back.read(out, base).items()}
    with np.load(out / "rest.npz") as rest:
        step = rest["encoder.layer.0.output.dense.weight.step"]
    scores = there.scores_of(network.Whole(found, HEADS, LAYERS, torch.float32, 0.0), some(48, 8))
    assert (scores.argmax(1) == some(48, 8).labels).mean() > (0.9 if said else 0.6)
    levels = found["encoder.layer.0.output.dense.weight"].numpy() / step
    assert np.abs(levels - levels.round()).max() < 1e-3 and np.abs(levels).max() <= 15.01


def test_a_run_that_begins_on_levels_reads_as_before_and_moves_by_small_steps(base: Path) -> None:
    """Weights in the middle of their steps would be rounded back to where they stood."""
    model = network.Whole(weights(base), HEADS, LAYERS, torch.float32, 0.0)
    assert not model.stands_on_levels()
    model.settle()
    with torch.no_grad():
        for short, value in model.coarse():
            value.copy_(network.on_levels(value, model.steps[short]) * model.steps[short])
    stood = {name: value.detach().clone() for name, value in model.weights().items()}
    fresh = network.Whole(weights(base) | stood, HEADS, LAYERS, torch.float32, 0.0)
    assert fresh.stands_on_levels()
    before = there.scores_of(fresh, some(48, 5))
    fresh.loosen(1)
    assert np.abs(there.scores_of(fresh, some(48, 5)) - before).max() < 1e-4 and not fresh.stands_on_levels()
    moved = 0.0
    with torch.no_grad():
        for short, value in fresh.coarse():
            step = fresh.steps[short]
            was = network.on_levels(value, step)
            value.add_(0.1 * step)
            moved += float((network.on_levels(value, step) != was).float().mean())
    assert 0.05 < moved / len(fresh.coarse()) < 0.15, "a tenth of the weights goes on by a level"


def test_a_run_begins_from_a_reader_that_was_trained_before(base: Path, tmp_path: Path) -> None:
    """The layers and the head come from an exported folder, word vectors and positions from the base."""
    from tokenizers import Tokenizer
    from tokenizers.models import WordLevel

    from localcheck.models.manifest import Card

    trained = {
        name: value + 0.01 * torch.randn_like(value)
        for name, value in weights(base).items()
        if name not in network.FIXED
    }
    words = {"<s>": 0, "<pad>": 1, "</s>": 2, "<unk>": 3} | {f"w{number}": number for number in range(4, 40)}
    Tokenizer(WordLevel(words, unk_token="<unk>")).save(str(base / "tokenizer.json"))
    card = Card("nli-encoder", labels=("entailment", "neutral", "contradiction"), pooling="pair")
    whole = {name: value.numpy() for name, value in (weights(base) | trained).items()}
    back.built(whole, base, card, tmp_path / "reader")
    found = pack.begun_from(tmp_path / "reader", base)
    assert set(found) == set(whole)
    for name, value in found.items():
        if name.startswith("encoder.layer.") and value.ndim == 2:
            assert np.abs(value.numpy() - whole[name]).max() <= np.abs(whole[name]).max(-1).max() / 250
        else:
            assert np.allclose(value.numpy(), whole[name], atol=2e-3), name


def test_a_step_in_parts_is_the_step_and_fixed_layers_stay(base: Path) -> None:
    """The gradient of what was read once for all parts is the whole step's; below the fixed layer nothing moves."""
    data, free = some(48, 5), np.full((48, 3), np.nan, np.float32)
    after = []
    for part, fixed in ((10_000, 0), (100, 0), (100, 1)):
        model = network.Whole(weights(base), HEADS, LAYERS, torch.float32, 0.0)
        run = there.Run(model, there.Plan(rate=1e-3, part=part, fixed=fixed), data, free)
        run.take(np.arange(48), 0.1)
        after.append({name: value.detach().clone() for name, value in model.weights().items()})
    name = "encoder.layer.{}.output.dense.weight"
    whole, parts, few = after
    assert all(torch.allclose(whole[n], parts[n], atol=1e-4) for n in whole)
    assert torch.equal(few[name.format(0)], weights(base)[name.format(0)])
    assert not torch.equal(few[name.format(1)], weights(base)[name.format(1)])
    assert not torch.equal(parts[name.format(0)], weights(base)[name.format(0)])


def test_a_title_is_left_out_where_its_subject_is_named_again() -> None:
    def without(premise: str) -> str:
        found: str = pack.untitled(p.Pair(premise, "h", p.ENTAILMENT, "written")).premise
        return found

    assert without("Tavira Lembo. Lembo's third novel appeared in 1974.") == "Lembo's third novel appeared in 1974."
    kept = ("Hedda Lunmark. She was born in Skarvik.", "Orvel. The river rises in the north.", "One sentence only.")
    assert [without(premise) for premise in kept] == list(kept)
