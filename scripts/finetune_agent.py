"""Fine-tune a causal language model on the agent's trajectories (extra ``train``).

    localcheck agent export-trajectories --data train.json --out trajectories.jsonl
    python scripts/finetune_agent.py --model PATH --data trajectories.jsonl --out adapter [--merge merged]

Then, for use as the planner: convert_hf_to_gguf.py merged --outfile agent.gguf (of llama.cpp; the chat template goes along),
and localcheck check FILE -d agent -o planner=llm --llm gguf:agent.gguf.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from training.agent_tuning import Recipe, encode, read_chats, tune, with_adapter, with_template


def parser() -> argparse.ArgumentParser:
    """All options."""
    made = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    made.add_argument("--model", required=True, help="folder of a transformers model with its tokenizer")
    made.add_argument("--data", required=True, type=Path, help="JSONL of agent export-trajectories")
    made.add_argument("--out", required=True, type=Path, help="folder of the adapter")
    made.add_argument("--merge", type=Path, help="folder for the model with the adapter merged into it")
    defaults = Recipe()
    for name in Recipe.__slots__:
        value = getattr(defaults, name)
        made.add_argument(f"--{name}", type=type(value), default=value, help="[default: %(default)s]")
    return made


def main() -> None:
    """Train, save the adapter, merge it when asked."""
    given = parser().parse_args()
    from transformers import AutoModelForCausalLM, AutoTokenizer

    recipe = Recipe(**{name: getattr(given, name) for name in Recipe.__slots__})
    tokenizer = with_template(AutoTokenizer.from_pretrained(given.model))
    model = with_adapter(AutoModelForCausalLM.from_pretrained(given.model), recipe)
    chats = [encode(chat, tokenizer, recipe.length) for chat in read_chats(given.data)]
    pad = tokenizer.pad_token_id if tokenizer.pad_token_id is not None else tokenizer.eos_token_id or 0
    for number, loss in enumerate(tune(model, chats, recipe, pad), 1):
        print(f"step {number}: loss {loss:.4f}", file=sys.stderr)
    model.save_pretrained(given.out)
    tokenizer.save_pretrained(given.out)
    if given.merge is not None:
        model.merge_and_unload().save_pretrained(given.merge)
        tokenizer.save_pretrained(given.merge)


if __name__ == "__main__":
    main()
