"""Claims a second of `localcheck check` against the pipeline that one writes first, on the same claims, index and weights.

    python scripts/bench_check.py --claims wiki15k_dev.jsonl --index wiki15k --limit 60
    python scripts/bench_check.py ... --reader careful-nli          # what the careful reader costs, besides

Naive is: the same documents, every window of 240 words of them, one pair at a time through transformers in float32 (the weights
of the starter model, taken out of its export), no batches, no cache, the surest window decides. Both run in turns of ten claims
in one process on as many threads, so that other work on the machine slows both. Times are of the clock and of the processor;
`localcheck` starts with empty caches, and once more with what it then remembers. Needs torch and transformers (extra `train`).
"""

from __future__ import annotations

import argparse
import json
import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field, replace
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from tokenizers import Tokenizer
from transformers import BertConfig, BertModel

from localcheck.evaluate.datasets.examples import Example, claims
from localcheck.judging.paper import Windows, passage_windows
from localcheck.judging.spans import premise
from localcheck.ports import Retriever
from localcheck.run.runtime import Runtime, open_runtime
from localcheck.settings import Settings
from localcheck.system import resources
from localcheck.types import Claim, Label, Passage, Span
from training.network import PairClassifier
from training.shipped import shipped_weights

TURN = 10
HEAD = 32
"""Width of an attention head of the starter's encoder."""
WINDOWS = Windows(240, 60, 0, 0)
Judge = Callable[[Example], Label]


@dataclass
class Tally:
    """What one pipeline took and said."""

    name: str
    claims: int = 0
    seconds: float = 0.0
    processor: float = 0.0
    right: int = 0
    wrong: int = 0
    labels: list[str] = field(default_factory=list)

    def add(self, judge: Judge, examples: Sequence[Example]) -> None:
        """Judge these, and note time and outcome."""
        clock, processor = time.perf_counter(), time.process_time()
        found = [judge(e) for e in examples]
        self.seconds += time.perf_counter() - clock
        self.processor += time.process_time() - processor
        for example, label in zip(examples, found, strict=True):
            true = Label.REFUTED if example.labels[0] else Label.SUPPORTED
            self.right += label is true
            self.wrong += label in (Label.SUPPORTED, Label.REFUTED) and label is not true
        self.claims += len(examples)
        self.labels += [label.value for label in found]


class Naive:
    """Every window of every document, one pair at a time, float32."""

    def __init__(self, retriever: Retriever, documents: int) -> None:
        folder = resources.shipped() / "models" / "starter-nli"
        weights = shipped_weights(folder)
        words = weights["encoder.embeddings.word_embeddings.weight"].shape
        layers = 1 + max(int(name.split(".")[3]) for name in weights if name.startswith("encoder.encoder.layer."))
        config = BertConfig(
            vocab_size=words[0], hidden_size=words[1], num_hidden_layers=layers, num_attention_heads=words[1] // HEAD,
            intermediate_size=weights["encoder.encoder.layer.0.intermediate.dense.weight"].shape[0],
            max_position_embeddings=weights["encoder.embeddings.position_embeddings.weight"].shape[0],
        )  # fmt: skip
        self.model = PairClassifier(BertModel(config, add_pooling_layer=False)).eval()
        missing, unexpected = self.model.load_state_dict(weights, strict=False)
        if unexpected or any("position_ids" not in name for name in missing):
            raise SystemExit(f"the export does not fit the network: {missing[:3]} {unexpected[:3]}")
        self.tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self.tokenizer.enable_truncation(384, strategy="only_first")
        self.retriever, self.documents = retriever, documents

    def __call__(self, example: Example) -> Label:
        """The surest window decides."""
        claim = _claim(example)
        rows = [row for p in islice(self.retriever.evidence(example.document, claim), self.documents)
                for row in self._windows(claim, p)]  # fmt: skip
        if not rows:
            return Label.NOT_ENOUGH_EVIDENCE
        entail, _, contradict = np.array(rows).max(axis=0)
        if max(entail, contradict) < 0.5:
            return Label.NOT_ENOUGH_EVIDENCE
        return Label.SUPPORTED if entail >= contradict else Label.REFUTED

    def _windows(self, claim: Claim, passage: Passage) -> Iterator[list[float]]:
        for span in passage_windows(passage.text, WINDOWS):
            yield self.score(premise(passage, span), claim.text)

    def score(self, first: str, second: str) -> list[float]:
        """Probabilities of one pair."""
        coded = self.tokenizer.encode(first, second)
        ids, segments = torch.tensor([coded.ids]), torch.tensor([coded.type_ids])
        with torch.no_grad():
            logits = self.model(ids, segments, torch.ones_like(ids, dtype=torch.bool))
        found: list[float] = torch.softmax(logits, dim=-1)[0].tolist()
        return found


def _claim(example: Example) -> Claim:
    text = example.document.text
    return Claim("0.0", 0, text, Span(0, len(text)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--claims", type=Path, required=True)
    parser.add_argument("--index", default="wiki15k")
    parser.add_argument("--limit", type=int, default=60)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--documents", type=int, default=2, help="of the naive pipeline; localcheck's is at most k = 2")
    parser.add_argument("--reader", action="append", default=[], help="another model to measure besides; repeatable")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    examples = drawn(given.claims, given.limit, given.seed)
    tallies = measure(examples, given)
    if given.json:
        print(json.dumps([asdict(t) for t in tallies], indent=1))
        return
    print(f"{len(examples) - 1} claims, index {given.index}, {given.threads} thread(s)")
    for t in tallies:
        speed, base = t.claims / t.seconds, tallies[0].claims / tallies[0].seconds
        work = tallies[0].processor / t.processor
        print(f"  {t.name:44} {speed:8.2f} claims/s  x{speed / base:5.1f} by the clock, x{work:5.1f} by the processor   "
              f"right {100 * t.right / t.claims:4.0f} %, wrong {100 * t.wrong / t.claims:4.0f} %")  # fmt: skip


def drawn(path: Path, limit: int, seed: int) -> list[Example]:
    """Claims drawn from all, without the title of their article; the first only serves to open everything."""
    every = [replace(e, document=replace(e.document, title="", context=())) for e in claims(path)]
    random.Random(seed).shuffle(every)
    return every[: limit + 1]


def measure(examples: Sequence[Example], given: argparse.Namespace) -> list[Tally]:
    """All pipelines, in turns."""
    with ExitStack() as stack:
        home = resources.home()
        judges: list[tuple[Tally, Judge]] = []
        naive = None
        for name in ("starter-nli", *given.reader):
            os.environ["LOCALCHECK_HOME"] = str(empty_home(stack, home))
            settings = Settings(nli=name, index=given.index, threads=given.threads, claims="sentences")
            runtime = stack.enter_context(open_runtime(settings))
            judge = product(runtime)
            judge(examples[0])
            judges += [(Tally(f"localcheck, {name}"), judge), (Tally(f"localcheck, {name}, asked again"), judge)]
            naive = naive or Naive(runtime.retriever, given.documents)
        naive(examples[0])
        judges.insert(0, (Tally("naive: transformers float32, every window"), naive))
        for at in range(1, len(examples), TURN):
            for tally, judge in judges:
                tally.add(judge, examples[at : at + TURN])
    return [tally for tally, _ in judges]


def empty_home(stack: ExitStack, home: Path) -> Path:
    """A home with the same models and indexes, and nothing remembered."""
    folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
    for name in ("models", "indexes", "calibration"):
        if (home / name).is_dir():
            (folder / name).symlink_to(home / name)
    return folder


def product(runtime: Runtime) -> Judge:
    """`bayes-sequential` with its defaults, a claim at a time."""
    detector = runtime.detector("bayes-sequential")
    return lambda example: next(iter(detector(example.document))).label


if __name__ == "__main__":
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    main()
