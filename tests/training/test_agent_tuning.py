"""Trajectory tuning for real, on a tiny model of random weights: the mask, the loss going down, the merged model."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest

from tests.needs import Later, needs

needs("peft", "torch", "transformers", reason="the extra train is not installed")
torch, transformers, tuning = Later("torch"), Later("transformers"), Later("training.agent_tuning")
finetune_agent = Later("scripts.finetune_agent")

CHAT = [
    {"role": "user", "content": "Reply: 2 + 2 = 5", "loss": 0},
    {"role": "assistant", "content": '{"thought": "I compute.", "sentence": 0, "tool": "calculator"}', "loss": 1},
    {"role": "user", "content": "OBSERVATION: wrong, the result is 4", "loss": 0},
    {"role": "assistant", "content": '{"thought": "label = 1.", "sentence": -1, "tool": "get_answer"}', "loss": 1},
]


@pytest.fixture(scope="module")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers

    folder = tmp_path_factory.mktemp("causal")
    alphabet = sorted(pre_tokenizers.ByteLevel.alphabet())
    inner = Tokenizer(models.BPE({c: i for i, c in enumerate([*alphabet, "<end>"])}, []))
    inner.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    inner.decoder = decoders.ByteLevel()
    tokenizer = transformers.PreTrainedTokenizerFast(tokenizer_object=inner, eos_token="<end>", pad_token="<end>")
    tokenizer.save_pretrained(folder)
    torch.manual_seed(0)
    config = transformers.LlamaConfig(
        vocab_size=len(tokenizer), hidden_size=32, intermediate_size=64, num_hidden_layers=2, num_attention_heads=4,
        num_key_value_heads=4, max_position_embeddings=512,
    )  # fmt: skip
    transformers.LlamaForCausalLM(config).save_pretrained(folder)
    return folder


def test_only_thoughts_and_actions_have_a_loss(tiny_model: Path) -> None:
    tokenizer = tuning.with_template(transformers.AutoTokenizer.from_pretrained(tiny_model))
    encoded = tuning.encode(CHAT, tokenizer, 512)
    whole = tokenizer.apply_chat_template([{k: m[k] for k in ("role", "content")} for m in CHAT], tokenize=False)
    assert tokenizer.decode(encoded.ids) == whole, "what is trained is what the template writes"
    learnt = tokenizer.decode(
        [i for i, label in zip(encoded.ids, encoded.labels, strict=True) if label != tuning.IGNORED]
    )
    assert learnt == "".join(f"{m['content']}<end>\n" for m in CHAT if m["loss"])
    assert all(label in (tuning.IGNORED, i) for i, label in zip(encoded.ids, encoded.labels, strict=True))
    assert len(tuning.encode(CHAT, tokenizer, 10).ids) == 10


@pytest.mark.filterwarnings("ignore")
def test_the_script_trains_saves_and_merges(
    tiny_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process, which has PyTorch loaded; as a program it is begun below."""
    data = tmp_path / "chats.jsonl"
    data.write_text("\n".join(json.dumps({"messages": CHAT}) for _ in range(4)) + "\n", encoding="utf-8")
    places = {"model": tiny_model, "data": data, "out": tmp_path / "adapter", "merge": tmp_path / "merged"}
    recipe = {"epochs": 4, "accumulate": 2, "rate": 0.01, "rank": 4, "length": 256}
    options = [word for name, value in {**places, **recipe}.items() for word in (f"--{name}", str(value))]
    monkeypatch.setattr(sys, "argv", ["finetune_agent.py", *options])
    finetune_agent.main()
    losses = [
        float(line.rsplit(" ", 1)[1]) for line in capsys.readouterr().err.splitlines() if line.startswith("step ")
    ]
    assert len(losses) == 8
    assert losses[-1] < losses[0]
    assert (tmp_path / "adapter" / "adapter_model.safetensors").is_file()
    merged = transformers.AutoModelForCausalLM.from_pretrained(tmp_path / "merged")
    before = transformers.AutoModelForCausalLM.from_pretrained(tiny_model)
    names = "model.layers.0.self_attn.q_proj.weight"
    assert not torch.equal(merged.state_dict()[names], before.state_dict()[names])


def test_as_a_program_the_script_says_how_it_is_used(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    script = Path(__file__).parents[2] / "scripts" / "finetune_agent.py"
    monkeypatch.setattr(sys, "argv", [str(script), "--help"])
    monkeypatch.setattr(sys, "path", list(sys.path))
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(script), run_name="__main__")
    assert ended.value.code == 0 and "--merge" in capsys.readouterr().out


OWN = (
    "{% for m in messages %}<{{ m['role'] }}>{{ m['content'] }}</s>{% endfor %}"
    "{% if add_generation_prompt %}<assistant>{% endif %}"
)
LAST_ONLY = (
    "{% for m in messages %}<{{ m['role'] }}>{% if loop.last or m['role'] != 'assistant' %}{{ m['content'] }}{% endif %}"
    "{% endfor %}{% if add_generation_prompt %}<assistant>{% endif %}"
)
NO_SYSTEM = "{% if messages[0]['role'] == 'system' %}{{ raise_exception('no system') }}{% endif %}" + OWN


def test_a_models_own_template_is_used_and_its_end_of_turn_is_learned(tiny_model: Path) -> None:
    tokenizer = transformers.AutoTokenizer.from_pretrained(tiny_model)
    tokenizer.chat_template = OWN
    encoded = tuning.encode(CHAT, tuning.with_template(tokenizer), 512)
    learnt = tokenizer.decode(
        [i for i, label in zip(encoded.ids, encoded.labels, strict=True) if label != tuning.IGNORED]
    )
    assert learnt == "".join(f"{m['content']}</s>" for m in CHAT if m["loss"])


def test_the_instruction_stands_before_the_question_where_a_template_knows_no_system_role(tiny_model: Path) -> None:
    tokenizer = transformers.AutoTokenizer.from_pretrained(tiny_model)
    tokenizer.chat_template = NO_SYSTEM
    encoded = tuning.encode([{"role": "system", "content": "You check.", "loss": 0}, *CHAT], tokenizer, 512)
    assert tokenizer.decode(encoded.ids).startswith("<user>You check.\n\nReply: 2 + 2 = 5</s><assistant>{")


def test_a_template_that_forgets_earlier_turns_is_refused(tiny_model: Path) -> None:
    tokenizer = transformers.AutoTokenizer.from_pretrained(tiny_model)
    tokenizer.chat_template = LAST_ONLY
    with pytest.raises(ValueError, match="writes earlier turns anew"):
        tuning.encode(CHAT, tokenizer, 512)
