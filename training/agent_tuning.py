"""Trajectory tuning (Cheng et al. 2024, Section 2.4.2): LoRA on chats, the loss on thoughts and actions only (Eq. 1)."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import torch

from localcheck.types import JSON

IGNORED = -100
"""Label of a token without loss."""
PLAIN = (
    "{% for m in messages %}{{ m['role'] }}: {{ m['content'] }}"
    "{% if m['role'] == 'assistant' %}{{ eos_token }}{% endif %}{{ '\\n' }}{% endfor %}"
    "{% if add_generation_prompt %}assistant: {% endif %}"
)
"""The chat template of a model that has none."""


@dataclass(frozen=True, slots=True)
class Recipe:
    """How the adapter is trained."""

    epochs: int = 3
    rate: float = 2e-4
    rank: int = 16
    alpha: int = 32
    dropout: float = 0.05
    length: int = 2048
    """Tokens of a chat; longer ones are cut at their end."""
    batch: int = 1
    accumulate: int = 8
    warmup: float = 0.03
    seed: int = 0


@dataclass(frozen=True, slots=True)
class Encoded:
    """A chat as tokens, with a label for each: its own id where it is learnt, ``IGNORED`` elsewhere."""

    ids: tuple[int, ...]
    labels: tuple[int, ...]


def read_chats(path: Path) -> list[list[JSON]]:
    """The messages of every chat that ``agent export-trajectories`` wrote."""
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip())
    return [row["messages"] for row in rows]


def with_template(tokenizer: Any) -> Any:
    """``tokenizer`` with a chat template: its own, or a plain one. It is saved with the model, and a converter to GGUF takes
    it along, so that the planner writes the turns as they were trained.
    """
    if not tokenizer.chat_template:
        tokenizer.chat_template = PLAIN
    return tokenizer


def encode(messages: Sequence[JSON], tokenizer: Any, length: int) -> Encoded:
    """The chat by the model's own template, piece after piece, so that the mask is exact: only learnt turns and their ends
    have a loss. Raises ``ValueError`` for a template that writes earlier turns anew when others follow.
    """
    chat = [{"role": m["role"], "content": m["content"]} for m in messages]
    ids: list[int] = []
    labels: list[int] = []
    done = ""
    for number, message in enumerate(messages):
        if not message["loss"]:
            continue
        before = _written(tokenizer, chat[:number], begin=True)
        after = _written(tokenizer, chat[: number + 1], begin=False)
        if not (before.startswith(done) and after.startswith(before)):
            raise ValueError(
                "the model's chat template writes earlier turns anew: trajectories cannot be masked with it"
            )
        told, learnt = (_ids(tokenizer, text) for text in (before[len(done) :], after[len(before) :]))
        ids += told + learnt
        labels += [IGNORED] * len(told) + learnt
        done = after
    return Encoded(tuple(ids[:length]), tuple(labels[:length]))


def _written(tokenizer: Any, chat: list[JSON], begin: bool) -> str:
    """The chat as text; with the opening of an answer when one is to ``begin``. A template without a system role gets the
    instruction in front of the first message, as llama.cpp's planner does it.
    """
    try:
        return str(tokenizer.apply_chat_template(chat, tokenize=False, add_generation_prompt=begin))
    except Exception:  # jinja2's own error, raised by the template
        if chat[0]["role"] != "system" or len(chat) < 2:
            raise
        first = {"role": chat[1]["role"], "content": f"{chat[0]['content']}\n\n{chat[1]['content']}"}
        return str(tokenizer.apply_chat_template([first, *chat[2:]], tokenize=False, add_generation_prompt=begin))


def _ids(tokenizer: Any, text: str) -> list[int]:
    return list(tokenizer(text, add_special_tokens=False)["input_ids"])


def batches(chats: Sequence[Encoded], size: int, shuffle: random.Random, pad: int) -> Iterator[dict[str, torch.Tensor]]:
    """Shuffled batches, padded to their longest chat."""
    order = list(range(len(chats)))
    shuffle.shuffle(order)
    for at in range(0, len(order), size):
        chosen = [chats[i] for i in order[at : at + size]]
        width = max(len(c.ids) for c in chosen)
        gaps = [width - len(c.ids) for c in chosen]
        yield {
            "input_ids": torch.tensor([[*c.ids, *[pad] * gap] for c, gap in zip(chosen, gaps, strict=True)]),
            "attention_mask": torch.tensor([[1] * len(c.ids) + [0] * gap for c, gap in zip(chosen, gaps, strict=True)]),
            "labels": torch.tensor([[*c.labels, *[IGNORED] * gap] for c, gap in zip(chosen, gaps, strict=True)]),
        }


def with_adapter(model: Any, recipe: Recipe) -> Any:
    """``model`` with low-rank differences on its linear layers; everything else is frozen."""
    from peft import LoraConfig, TaskType, get_peft_model

    config = LoraConfig(
        task_type=TaskType.CAUSAL_LM,
        r=recipe.rank,
        lora_alpha=recipe.alpha,
        lora_dropout=recipe.dropout,
        target_modules="all-linear",
    )
    return get_peft_model(model, config)


def tune(model: Any, chats: Sequence[Encoded], recipe: Recipe, pad: int) -> Iterator[float]:
    """Train ``model`` in place; the mean loss of every optimizer step, as it is made."""
    torch.manual_seed(recipe.seed)
    shuffle = random.Random(recipe.seed)
    parameters = [p for p in model.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(parameters, lr=recipe.rate)
    total = max(1, recipe.epochs * len(chats) // (recipe.batch * recipe.accumulate))
    warm = max(1, int(recipe.warmup * total))
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min((step + 1) / warm, max(0.0, 1 - step / (total + 1)))
    )
    model.train()
    losses: list[float] = []
    for _ in range(recipe.epochs):
        for batch in batches(chats, recipe.batch, shuffle, pad):
            loss = model(**{name: tensor.to(model.device) for name, tensor in batch.items()}).loss
            (loss / recipe.accumulate).backward()
            losses.append(float(loss.detach()))
            if len(losses) == recipe.accumulate:
                yield _step(optimizer, schedule, parameters, losses)
        if losses:
            yield _step(optimizer, schedule, parameters, losses)


def _step(optimizer: Any, schedule: Any, parameters: list[Any], losses: list[float]) -> float:
    torch.nn.utils.clip_grad_norm_(parameters, 1.0)
    optimizer.step()
    schedule.step()
    optimizer.zero_grad()
    mean = sum(losses) / len(losses)
    losses.clear()
    return mean
