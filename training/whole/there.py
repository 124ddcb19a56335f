"""There: the language model reads pairs, then the careful reader learns from labels and from what it said.

Without the language model the reader learns from what it says itself, where the label of the claim allows that.

Needs what `training.whole.pack` wrote, numpy, torch, safetensors, gguf and sentencex.
"""

from __future__ import annotations

import io
import json
import time
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
import torch
from safetensors.torch import load_file
from torch import Tensor
from torch.nn import functional

from training import network
from training import pairs as p
from training.away.bytes import unpacked
from training.away.run import by_source, scored, taken
from training.encoded import Encoded, IntArray, load
from training.heads.fit import SIDE
from training.precision import has_bfloat16
from training.teacher.loop import batches
from training.whole.network import Whole, on_levels

Scores = npt.NDArray[np.float32]
GOLD, READ, JUDGED, SAID = "gold.npz", "read.npz", "judged.npz", "said.npz"
WEIGHTS, PROMPTS, CONFIG = "weights.safetensors", "prompts.npz", "config.json"
STEER = ("foolmetwice", "fever_symmetric", "olora_MNLI", "snli_dev")
PAD = 1
"""MPNet's `<pad>`."""
TOKENS = 4096
"""Of one run of the language model."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How it is trained."""

    rate: float = 5e-5
    warm: float = 0.04
    budget: int = 24_000
    """Tokens of a step."""
    part: int = 24_000
    """Tokens of a step that are worked on at once."""
    mixed: int = 2048
    """Of so many pairs those of similar length are put together, so that a step is full."""
    drop: float = 0.1
    few: float = 0.5
    """Share of the run from which the weights are read on few levels; from its beginning where it begins from such."""
    decay: float = 0.998
    smooth: float = 0.03
    silent: float = 0.9
    """A pair of the index that the language model calls neutral with more than this is surely silent."""
    apart: float = 0.1
    """A pair that the reader and the language model see so differently (half the sum of the distances) is learnt from."""
    kept: float = 0.2
    """Share of the surely silent pairs that is learnt from where both agree."""
    lower: float = 0.93
    """The rate of a layer over that of the one above it."""
    fixed: int = 0
    """Lowest layers that stay as they are, and with them what is below: a processor then has less to do."""
    seed: int = 11


def say(folder: Path, until: float, device: str) -> Iterator[str]:
    """What the language model makes of the pairs of the index, as `SAID`: (n, 3) in the order of `pairs.LABELS`."""
    from localcheck.asking.head_files import read_head
    from training.lora.away import HEAD, MODEL, read_prompts
    from training.lora.learn import Reader
    from training.lora.network import Network
    from training.lora.pack import batches as runs
    from training.lora.pack import pack
    from training.lora.write import read_adapter

    asked, _rows = read_prompts(folder / PROMPTS)
    found = read_head(folder / HEAD)
    adapter = read_adapter(found.adapter) if found.adapter else {}
    rank = max((v.shape[0] for n, v in adapter.items() if n.endswith(".a")), default=0)
    first = min((int(n.split(".")[1]) for n in adapter), default=0)
    kind = torch.bfloat16 if device == "cuda" else None
    model = Network(folder / MODEL, found.layers, first, rank, 2.0, kind)
    model.begin_from(adapter)
    model, reader = model.to(device), Reader(found).to(device)
    yield f"{len(asked)} prompts, {sum(len(a.tokens) for a in asked)} tokens"
    scores, began = np.full((len(asked), 3), np.nan, np.float32), time.monotonic()
    waiting: list[tuple[list[int], Tensor]] = []
    order = [SIDE[label] for label in (p.ENTAILMENT, p.NEUTRAL, p.CONTRADICTION)]

    def settle(most: int) -> None:
        while len(waiting) > most:
            mine, logits = waiting.pop(0)
            scores[mine] = logits.float().softmax(-1).cpu().numpy()[:, order]

    with torch.inference_mode():
        for some in runs(asked, TOKENS):
            packed, places = pack([asked[i] for i in some])
            waiting.append(([some[i] for i in places], reader(model(packed))))
            settle(8)
            if time.time() > until:
                break
    settle(0)
    np.savez(folder / SAID, allow_pickle=False, scores=scores)
    yield f"{int((~np.isnan(scores[:, 0])).sum())} read in {time.monotonic() - began:.0f} s"


def said(folder: Path, own: Scores) -> Scores:
    """What the language model said; where none was asked, what the reader itself says before it learns."""
    if not (folder / SAID).is_file():
        return own
    soft = np.full_like(own, np.nan)
    with np.load(folder / SAID, allow_pickle=False) as arrays:
        soft[: len(arrays["scores"])] = arrays["scores"]
    return soft


def heeded(scores: Scores, labels: npt.NDArray[np.int8]) -> Scores:
    """What was said, with what cannot be: an article does not contradict what is true, nor support what is false."""
    found = scores.copy()
    for label, wrong in ((p.ENTAILMENT, p.CONTRADICTION), (p.CONTRADICTION, p.ENTAILMENT)):
        mine = (labels == label) & ~np.isnan(scores[:, 0])
        found[mine, p.NEUTRAL] += found[mine, wrong]
        found[mine, wrong] = 0.0
    return found


def joined(gold: Encoded, read: Encoded, rows: IntArray) -> Encoded:
    """The labelled pairs, and some of the read ones behind them."""
    behind = taken(read, rows)
    ids, second, labels, sources = (
        np.concatenate([getattr(gold, part), getattr(behind, part)]) for part in ("ids", "second", "labels", "sources")
    )
    return Encoded(ids, np.concatenate([gold.starts, gold.starts[-1] + behind.starts[1:]]), second, labels, sources)


class Run:
    """The reader in training with its averaged weights."""

    def __init__(self, model: Whole, plan: Plan, data: Encoded, soft: Scores) -> None:
        self.model, self.plan = model, plan
        self.device = next(model.parameters()).device
        self.data = Resident(data, self.device)
        self.soft = torch.from_numpy(soft).to(self.device)
        self.labels = torch.from_numpy(data.labels.astype(np.int64)).to(self.device)
        self.named = model.weights()
        for name, value in self.named.items():
            value.requires_grad_(plan.fixed == 0 or self._layer(name) >= plan.fixed)
        self.average = [v.detach().clone() for v in self.named.values()]
        groups = [
            {"params": [v], "share": self._share(n), "weight_decay": 0.01 * (v.ndim == 2)}
            for n, v in self.named.items()
        ]
        self.optimiser = torch.optim.AdamW(groups, lr=plan.rate, betas=(0.9, 0.98), fused=True)
        self.step = 0

    def _layer(self, name: str) -> int:
        """Number of the layer that a weight is of, from 0; below them -1, above them their number."""
        if "encoder.layer." in name:
            return int(name.split(".")[2])
        return -1 if name.startswith("embeddings") else self.model.depth

    def _share(self, name: str) -> float:
        return self.plan.lower ** max(0, self.model.depth - 1 - self._layer(name))

    def take(self, rows: IntArray, done: float) -> Tensor:
        """One step; the mean loss."""
        plan = self.plan
        if done >= plan.few and self.step % 25 == 0:
            self.model.settle()
        self.model.look()
        loss = torch.zeros((), device=self.device)
        longest = int(self.data.longest[rows].max())
        for mine in np.array_split(rows, max(1, -(-len(rows) * longest // plan.part))):
            logits = self.data.logits(self.model, mine)
            at = torch.from_numpy(mine).to(self.device)
            part = losses(logits, self.labels[at], self.soft[at], plan.smooth).sum() / len(rows)
            part.backward()
            loss += part.detach()
        self.model.hand_on()
        torch.nn.utils.clip_grad_norm_(list(self.named.values()), 1.0)
        rate = plan.rate * min(1.0, (done + 1e-4) / plan.warm) * max(0.02, 1 - done)
        for group in self.optimiser.param_groups:
            group["lr"] = group["share"] * rate
        self.optimiser.step()
        self.optimiser.zero_grad()
        self.step += 1
        keep = min(plan.decay, (1 + self.step) / (10 + self.step))
        torch._foreach_lerp_(self.average, [v.data for v in self.named.values()], 1 - keep)
        return loss

    def last(self, tests: Encoded) -> Scores:
        """What the weights would say as they are, on few levels."""
        self.model.settle()
        return scores_of(self.model, tests)

    def averaged(self, tests: Encoded, few: bool) -> Scores:
        """What the averaged weights would say."""
        last = [v.detach().clone() for v in self.named.values()]
        was = self.model.few, dict(self.model.steps)
        self.use(self.average)
        self.model.few = False
        if few:
            self.model.settle()
        scores = scores_of(self.model, tests)
        self.use(last)
        self.model.few, self.model.steps = was
        return scores

    def use(self, values: list[Tensor]) -> None:
        """Put these in the place of the weights."""
        with torch.no_grad():
            for mine, value in zip(self.named.values(), values, strict=True):
                mine.copy_(value)


def losses(logits: Tensor, labels: Tensor, soft: Tensor, smooth: float) -> Tensor:
    """Cross-entropy with the soft target where there is one, else with the label."""
    told = ~soft[:, 0].isnan()
    heard = -(soft.nan_to_num() * functional.log_softmax(logits.float(), -1)).sum(1)
    return torch.where(told, heard, network.losses(logits, labels, smooth))


class Resident:
    """Pairs on the device: cutting a batch there takes no time, in Python it took longer than the step."""

    def __init__(self, data: Encoded, device: torch.device) -> None:
        self.ids = torch.from_numpy(data.ids.astype(np.int32)).to(device)
        self.longest = data.lengths
        """Here too: asking the device for it would wait for all that it still has to do."""
        self.starts, self.lengths, self.second = (
            torch.from_numpy(np.asarray(part).astype(np.int64)).to(device)
            for part in (data.starts[:-1], data.lengths, data.second)
        )

    def logits(self, model: Whole, rows: IntArray) -> Tensor:
        """Logits (n, 3) of some pairs, padded to a multiple of eight tokens."""
        chosen = torch.from_numpy(rows).to(self.starts.device)
        lengths = self.lengths[chosen]
        place = torch.arange(-(-int(self.longest[rows].max()) // 8) * 8, device=lengths.device)
        mask = place < lengths[:, None]
        at = (self.starts[chosen][:, None] + place).clamp(max=len(self.ids) - 1)
        ids = torch.where(mask, self.ids[at].long(), PAD)
        found: Tensor = model(ids, self.second[chosen], mask)
        return found


def scores_of(model: Whole, data: Encoded) -> Scores:
    """Probabilities (n, 3)."""
    training, here = model.training, Resident(data, next(model.parameters()).device)
    model.eval()
    found = scored(data, lambda rows: here.logits(model, rows))
    model.train(training)
    return found


def begun(folder: Path, drop: float, device: str) -> Whole:
    """The reader that is begun from."""
    config = json.loads((folder / CONFIG).read_text(encoding="utf-8"))
    kind = torch.bfloat16 if has_bfloat16(torch.device(device)) else torch.float32
    weights = unpacked(load_file(str(folder / WEIGHTS)))
    made = Whole(weights, config["num_attention_heads"], config["num_hidden_layers"], kind, drop)
    made.to(device).train()
    return made


def learn(folder: Path, plan: Plan, until: float, device: str, out: Path) -> Iterator[str]:
    """Train until the clock says `until` (seconds since the epoch); lines of figures on the way."""
    torch.manual_seed(plan.seed)
    torch.set_float32_matmul_precision("high")
    gold, read, tests = (load(folder / name) for name in (GOLD, READ, JUDGED))
    model = begun(folder, plan.drop, device)
    if model.stands_on_levels():
        model.loosen(plan.seed)
    own = scores_of(model, read)
    soft = heeded(said(folder, own), read.labels)
    rows = worth(soft, own, plan)
    data = joined(gold, read, rows)
    target = np.concatenate([np.full((len(gold), 3), np.nan, np.float32), soft[rows]])
    yield f"{len(gold)} labelled, {len(rows)} of {len(read)} read, {int(data.lengths.sum())} tokens"
    run = Run(model, plan, data, target)
    yield by_source(scores_of(model, tests), tests)
    began, at, lost, tokens = time.time(), 0.2, [], 0
    whole = max(until - began, 1e-9)
    for mine in batches(data, plan.budget, plan.seed, mixed=plan.mixed):
        done = (time.time() - began) / whole
        if done >= 1:
            break
        lost.append(run.take(mine, done))
        tokens += int(data.lengths[mine].sum())
        if done >= at:
            at += 0.2
            loss, spent = float(torch.stack(lost).mean()), time.time() - began
            yield f"step {run.step}, {spent:.0f} s, loss {loss:.3f}, {tokens / spent:.0f} tokens/s"
            yield by_source(run.averaged(tests, run.model.few), tests)
            lost = []
    last, mean = run.last(tests), run.averaged(tests, True)
    for name, scores in (("last", last), ("mean", mean)):
        yield f"{name} of {run.step} steps: {surprise(scores, tests):.4f} | {by_source(scores, tests)}"
    if surprise(mean, tests) < surprise(last, tests):
        run.use(run.average)
    save(model, out)
    yield "saved"


def surprise(scores: Scores, tests: Encoded) -> float:
    """Mean of -log P(label) of the validation rows, by which the last weights or their mean are taken."""
    mine = np.isin(tests.sources, STEER) & (tests.labels < p.NOT_ENTAILMENT)
    return float(-np.log(scores[mine, tests.labels[mine]] + 1e-6).mean())


def worth(soft: Scores, own: Scores, plan: Plan) -> IntArray:
    """Numbers of the pairs that are learnt from: those that are not silent, or that both see differently, and a few more."""
    told, chance = ~np.isnan(soft[:, 0]), np.random.default_rng(plan.seed).random(len(soft))
    telling = (soft[:, p.NEUTRAL] < plan.silent) | (np.abs(soft - own).sum(1) / 2 > plan.apart)
    return np.flatnonzero(told & (telling | (chance < plan.kept)))


def save(model: Whole, out: Path) -> None:
    """Matrices as whole numbers on few levels, squeezed, with the step of each row; the rest in half floats."""
    model.settle()
    steps = {model.names[short]: step for short, step in model.steps.items()}
    levels, rest = [], {}
    for name, tensor in sorted(model.weights().items()):
        value = tensor.detach().float()
        if name in steps:
            rest[f"{name}.step"] = steps[name].cpu().numpy()
            levels.append(on_levels(value, steps[name]).to(torch.int8).cpu().numpy().tobytes())
        else:
            rest[name] = value.half().cpu().numpy()
    squeeze = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_HUFFMAN_ONLY)
    stream = squeeze.compress(b"".join(levels)) + squeeze.flush()
    for number, start in enumerate(range(0, len(stream), 15_000_000)):
        (out / f"levels.z{number}").write_bytes(stream[start : start + 15_000_000])
    made = io.BytesIO()
    np.savez_compressed(made, allow_pickle=False, **rest)
    (out / "rest.npz").write_bytes(made.getvalue())
