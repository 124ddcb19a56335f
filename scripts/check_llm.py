"""What tests with random weights cannot show, on a real language model: run it before a release, or after work on llama.cpp.

    python scripts/check_llm.py gemma-3-270m-q4_k_m.gguf --data ../shared/data --sentences 12

Checks answers against llama-cpp-python's own serial calls, log-probabilities, choices, answers under a schema, a dialogue whose
beginning is kept, samples of every number from 1 to 5, a file that was cut short, and that `--claims llm` loses no sentence.
The exit code is 1 when one of them fails. The model is not part of localcheck; the test command of the README does without it.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

from bench_decompose import documents, lost
from llama_cpp import Llama

from localcheck.backends.llamacpp.llm import LlamaCpp
from localcheck.claims.llm import LLMClaims
from localcheck.errors import LLMError
from localcheck.text.sentences import split_sentences
from localcheck.types import CompletionRequest, Message

PROMPT = "The capital of France is Paris. The capital of Germany is"
CITY = {"type": "string", "maxLength": 20}
SCHEMA = json.dumps(
    {"type": "object", "properties": {"city": CITY}, "required": ["city"], "additionalProperties": False}
)
LENGTH = 12


def serial_answer(path: Path) -> str:
    """The greedy answer of llama-cpp-python's own call."""
    llama = Llama(str(path), n_ctx=512, n_threads=1, n_threads_batch=1, verbose=False)
    prompt = llama.tokenize(PROMPT.encode(), special=False)
    tokens = list(islice(llama.generate(prompt, temp=0.0, repeat_penalty=1.0), LENGTH))
    text = b"".join(llama.detokenize([t]) for t in tokens).decode("utf-8", "replace")
    llama.close()
    return text


def checks(model: LlamaCpp, path: Path, data: Path | None, sentences: int) -> Iterator[tuple[str, Callable[[], bool]]]:
    """Names of the checks, and the checks."""
    yield "greedy answers equal the serial ones", lambda: _greedy(model, serial_answer(path))
    yield (
        "a true continuation is likelier than a false one",
        lambda: _score(model, " Berlin") > _score(model, " Madrid"),
    )
    yield "options are a distribution, and the true one leads", lambda: _choice(model)
    yield "answers fit their schema", lambda: _structured(model)
    yield "samples of every number are as many as were asked for", lambda: all(_samples(model, n) for n in range(1, 6))
    yield "a dialogue's next turn is the same when its beginning was kept", lambda: _dialogue(model)
    yield "a file that was cut short says what llama.cpp says", lambda: _cut(path)
    if data is not None:
        yield f"--claims llm loses none of {sentences} sentences", lambda: _decomposed(model, data, sentences)


def _greedy(model: LlamaCpp, expected: str) -> bool:
    (completion,) = model.complete([CompletionRequest(text=PROMPT, max_tokens=LENGTH)])
    return completion.texts[0] == expected


def _score(model: LlamaCpp, text: str) -> float:
    (completion,) = model.complete([CompletionRequest(text=PROMPT, score_text=text, logprobs=1)])
    return sum(token.logprob for token in completion.tokens[0])


def _choice(model: LlamaCpp) -> bool:
    (completion,) = model.complete([CompletionRequest(text=PROMPT, options=("Berlin", "Madrid", "Oslo"))])
    found = completion.option_probs
    return abs(sum(found) - 1) < 1e-6 and found[0] == max(found)


def _structured(model: LlamaCpp) -> bool:
    requests = [CompletionRequest(text=PROMPT, schema=SCHEMA, max_tokens=60, temperature=t, n=2) for t in (0.0, 1.0)]
    texts = [text for completion in model.complete(requests) for text in completion.texts]
    return all(set(json.loads(text, strict=False)) == {"city"} for text in texts)


def _samples(model: LlamaCpp, n: int) -> bool:
    (completion,) = model.complete([CompletionRequest(text=PROMPT, n=n, temperature=1.0, max_tokens=6)])
    return len(completion.texts) == n


def _dialogue(model: LlamaCpp) -> bool:
    turns = (Message("user", PROMPT * 3), Message("assistant", "Berlin."), Message("user", "Is that so?"))
    model.complete([CompletionRequest(messages=turns[:1], max_tokens=2)])
    last = CompletionRequest(messages=turns, options=("Yes", "No"))
    (kept,) = model.complete([last])
    model.complete([CompletionRequest(text="Other"), CompletionRequest(text="things")])
    (anew,) = model.complete([last])
    return abs(kept.option_probs[0] - anew.option_probs[0]) < 0.01


def _cut(path: Path) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        cut = Path(folder) / "cut.gguf"
        with path.open("rb") as f:
            cut.write_bytes(f.read(path.stat().st_size // 2))
        try:
            LlamaCpp(cut, threads=1)
        except LLMError as error:
            return "cannot be loaded" in error.message and "gives no reason" not in error.message
    return False


def _decomposed(model: LlamaCpp, data: Path, sentences: int) -> bool:
    extractor = LLMClaims(model)
    missing = 0
    for document in documents(data, sentences):
        missing += sum(1 for _ in lost(document, extractor.extract(document, split_sentences(document.text))))
    return missing == 0


def main() -> None:
    """Run all checks and say what came of each."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("model", type=Path, help="a GGUF file")
    parser.add_argument("--data", type=Path, help="development data, for decomposition")
    parser.add_argument("--sentences", type=int, default=12)
    options = parser.parse_args()
    model = LlamaCpp(options.model, threads=1, context=2048)
    for note in model.info.notes:
        print(f"note: {note}")
    failed = 0
    for name, check in checks(model, options.model, options.data, options.sentences):
        good = check()
        failed += not good
        print(f"{'ok' if good else 'FAILED':6s} {name}", flush=True)
    model.close()
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
