"""Make a small real GGUF of the llama or the qwen2 architecture with its own tokenizer, a chat template and random weights.

    python scripts/make_tiny_gguf.py tiny.gguf                     # 0.2 M parameters, under a second: for tests
    python scripts/make_tiny_gguf.py speed.gguf --preset speed     # about 300 M parameters, q8_0: for benchmarks

The model says nothing sensible: it exists so that loading, templates, grammar, log-probabilities, batching and
servers are tried on the real library. Weights depend only on ``--seed``.
"""

from __future__ import annotations

import argparse
import io
from dataclasses import dataclass
from pathlib import Path

import gguf
import numpy as np
from numpy.typing import NDArray

TEXT = """The river runs from the mountains to the sea. It was named by the people who lived on its banks.
She was born in 1912 in a small town near the border and died in 1989. He studied law and became a judge.
Is the sentence supported by the context above? Answer yes or no. Yes, it is. No, it is not. I do not know.
{"answer": "yes", "facts": ["one", "two"], "step1": "", "step2": [], "step3": [], "step4": []}
Please list all features which are mentioned above with numbers. 1. First 2. Second 3. Third 100% 90% 80%
河流从山上流向大海。她出生于一九一二年。Größe, façade, naïve, Łódź, São Paulo."""
TEMPLATE = (
    "{% for message in messages %}<|im_start|>{{ message['role'] }}\n{{ message['content'] }}<|im_end|>\n"
    "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
SPECIAL = ("<|endoftext|>", "<|im_start|>", "<|im_end|>")
Tokens = tuple[list[str], list[int], list[float], list[str]]
"""Token texts, types, scores, and merges."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Size of the model."""

    layers: int
    width: int
    heads: int
    kv_heads: int
    feed_forward: int
    vocabulary: int
    quantization: str


PRESETS = {
    "tiny": Shape(2, 64, 4, 2, 128, 600, "f32"),
    "speed": Shape(24, 1024, 16, 4, 2816, 32000, "q8_0"),
}
QUANTIZATIONS = {
    "f32": gguf.GGMLQuantizationType.F32,
    "f16": gguf.GGMLQuantizationType.F16,
    "q8_0": gguf.GGMLQuantizationType.Q8_0,
    "q4_0": gguf.GGMLQuantizationType.Q4_0,
}
FILE_TYPES = {
    "f32": gguf.LlamaFileType.ALL_F32,
    "f16": gguf.LlamaFileType.MOSTLY_F16,
    "q8_0": gguf.LlamaFileType.MOSTLY_Q8_0,
    "q4_0": gguf.LlamaFileType.MOSTLY_Q4_0,
}


def byte_pair_tokens(size: int) -> Tokens:
    """A byte-level BPE vocabulary (as in GPT-2) trained on ``TEXT``, padded with unused tokens up to ``size``."""
    from tokenizers import Tokenizer, models, pre_tokenizers, trainers

    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trainer = trainers.BpeTrainer(
        vocab_size=size,
        special_tokens=list(SPECIAL),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    tokenizer.train_from_iterator(TEXT.splitlines() * 3, trainer)
    import json

    model = json.loads(tokenizer.to_str())["model"]
    merges = [m if isinstance(m, str) else " ".join(m) for m in model["merges"]]
    texts = sorted(model["vocab"], key=model["vocab"].__getitem__)
    types = [gguf.TokenType.CONTROL if t in SPECIAL else gguf.TokenType.NORMAL for t in texts]
    return _padded((texts, [int(t) for t in types], [], merges), size)


def sentencepiece_tokens(size: int) -> Tokens:
    """A SentencePiece vocabulary (as in Llama 2) with byte fallback, trained on ``TEXT``."""
    import sentencepiece

    out = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(TEXT.splitlines()),
        model_writer=out,
        vocab_size=min(size, 420),
        model_type="bpe",
        byte_fallback=True,
        user_defined_symbols=[],
        control_symbols=["<|im_start|>", "<|im_end|>"],
        hard_vocab_limit=False,
        minloglevel=2,
    )
    processor = sentencepiece.SentencePieceProcessor(model_proto=out.getvalue())
    ids = range(processor.get_piece_size())
    texts = [processor.id_to_piece(i) for i in ids]
    kinds = [
        gguf.TokenType.UNKNOWN
        if processor.is_unknown(i)
        else gguf.TokenType.CONTROL
        if processor.is_control(i)
        else gguf.TokenType.BYTE
        if processor.is_byte(i)
        else gguf.TokenType.NORMAL
        for i in ids
    ]
    return _padded((texts, [int(k) for k in kinds], [processor.get_score(i) for i in ids], []), size)


def _padded(tokens: Tokens, size: int) -> Tokens:
    texts, types, scores, merges = tokens
    missing = max(0, size - len(texts))
    padding = [f"<unused{i}>" for i in range(missing)]
    unused = [int(gguf.TokenType.UNUSED)] * missing
    return [*texts, *padding], [*types, *unused], [*scores, *([-1e6] * missing if scores else [])], merges


def write(
    path: Path, shape: Shape, tokenizer: str = "bpe", seed: int = 0, context: int = 2048, architecture: str = "llama"
) -> None:
    """Write the model to ``path``."""
    writer = gguf.GGUFWriter(path, architecture)
    writer.add_name(path.stem)
    writer.add_context_length(context)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layers)
    writer.add_feed_forward_length(shape.feed_forward)
    writer.add_head_count(shape.heads)
    writer.add_head_count_kv(shape.kv_heads)
    writer.add_rope_dimension_count(shape.width // shape.heads)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_rope_freq_base(10000.0)
    writer.add_file_type(FILE_TYPES[shape.quantization])
    tokens = sentencepiece_tokens(shape.vocabulary) if tokenizer == "spm" else byte_pair_tokens(shape.vocabulary)
    _add_tokenizer(writer, tokens, tokenizer)
    rng = np.random.default_rng(seed)
    _add_weights(writer, shape, len(tokens[0]), rng)
    if architecture == "qwen2":
        _add_biases(writer, shape, rng)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _add_tokenizer(writer: gguf.GGUFWriter, tokens: Tokens, kind: str) -> None:
    texts, types, scores, merges = tokens
    writer.add_tokenizer_model("llama" if kind == "spm" else "gpt2")
    writer.add_token_list(texts)
    writer.add_token_types(types)
    if kind == "spm":
        writer.add_token_scores(scores)
        writer.add_bos_token_id(texts.index("<s>"))
        writer.add_add_bos_token(True)
    else:
        writer.add_tokenizer_pre("gpt-2")
        writer.add_token_merges(merges)
        writer.add_bos_token_id(texts.index("<|endoftext|>"))
        writer.add_add_bos_token(False)
    writer.add_eos_token_id(texts.index("<|im_end|>"))
    writer.add_chat_template(TEMPLATE)


def _add_weights(writer: gguf.GGUFWriter, shape: Shape, vocabulary: int, rng: np.random.Generator) -> None:
    kv_width = shape.width // shape.heads * shape.kv_heads
    quantization = QUANTIZATIONS[shape.quantization]

    def matrix(name: str, rows: int, columns: int, scale: float) -> None:
        weights: NDArray[np.float32] = rng.standard_normal((rows, columns), np.float32) * np.float32(scale)
        writer.add_tensor(name, gguf.quants.quantize(weights, quantization), raw_dtype=quantization)

    def norm(name: str) -> None:
        writer.add_tensor(name, np.ones(shape.width, np.float32))

    # Rows of unequal length: equal ones would make all tokens about as likely, and sampling tests blind.
    matrix("token_embd.weight", vocabulary, shape.width, 1.0)
    matrix("output.weight", vocabulary, shape.width, 2.5 / shape.width**0.5)
    norm("output_norm.weight")
    for i in range(shape.layers):
        norm(f"blk.{i}.attn_norm.weight")
        norm(f"blk.{i}.ffn_norm.weight")
        matrix(f"blk.{i}.attn_q.weight", shape.width, shape.width, shape.width**-0.5)
        matrix(f"blk.{i}.attn_k.weight", kv_width, shape.width, shape.width**-0.5)
        matrix(f"blk.{i}.attn_v.weight", kv_width, shape.width, shape.width**-0.5)
        matrix(f"blk.{i}.attn_output.weight", shape.width, shape.width, shape.width**-0.5)
        matrix(f"blk.{i}.ffn_gate.weight", shape.feed_forward, shape.width, shape.width**-0.5)
        matrix(f"blk.{i}.ffn_up.weight", shape.feed_forward, shape.width, shape.width**-0.5)
        matrix(f"blk.{i}.ffn_down.weight", shape.width, shape.feed_forward, shape.feed_forward**-0.5)


def _add_biases(writer: gguf.GGUFWriter, shape: Shape, rng: np.random.Generator) -> None:
    """What qwen2 has beyond llama: an addend for queries, keys and values."""
    kv_width = shape.width // shape.heads * shape.kv_heads
    for i in range(shape.layers):
        for name, size in (("q", shape.width), ("k", kv_width), ("v", kv_width)):
            writer.add_tensor(f"blk.{i}.attn_{name}.bias", rng.standard_normal(size).astype(np.float32))


def main() -> None:
    """Command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("path", type=Path)
    parser.add_argument("--preset", choices=PRESETS, default="tiny")
    parser.add_argument("--tokenizer", choices=("bpe", "spm"), default="bpe")
    parser.add_argument("--architecture", choices=("llama", "qwen2"), default="llama")
    parser.add_argument("--quantization", choices=QUANTIZATIONS, help="instead of the preset's")
    parser.add_argument("--context", type=int, default=2048, help="context length in tokens")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    shape = PRESETS[arguments.preset]
    if arguments.quantization:
        shape = Shape(*[getattr(shape, f) for f in Shape.__slots__][:-1], arguments.quantization)
    write(arguments.path, shape, arguments.tokenizer, arguments.seed, arguments.context, arguments.architecture)
    print(f"{arguments.path}: {arguments.path.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
