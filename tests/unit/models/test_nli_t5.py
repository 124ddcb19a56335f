"""The seq2seq checker computes what MiniCheck's published code computes on the same weights."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tiny_models import make_pieces, make_t5

from localcheck.backends.nli import open_nli
from localcheck.backends.nli.t5 import SeqNLI
from localcheck.backends.nli.tokenizer import open_tokenizer
from localcheck.errors import NLIError
from localcheck.models.conversion.convert import Conversion, convert
from tests.needs import Later, needs

needs("torch", "transformers", reason="the extra convert is not installed")
torch = Later("torch")

pytestmark = pytest.mark.usefixtures("home")

PAIRS = [
    ("paris is the capital of france", "paris lies in france"),
    ("", "he wrote a book"),
    ("he wrote a book", ""),
    ("one river and a mountain " * 5, "a river"),
    ("berlin", "germany 1990"),
]


def reference(model: Any, pieces: Any, pairs: list[tuple[str, str]]) -> np.ndarray:
    """softmax over the first decoder step's logits of "▁" and "▁1", for ``predict: p</s>h</s>``."""
    asked = [pieces.piece_to_id("▁1"), pieces.piece_to_id("▁")]
    out = np.zeros((len(pairs), 3))
    for i, (premise, hypothesis) in enumerate(pairs):
        ids = [*pieces.encode("predict: " + premise), 1, *pieces.encode(hypothesis), 1]
        with torch.no_grad():
            logits = model(input_ids=torch.tensor([ids]), decoder_input_ids=torch.tensor([[0]])).logits[0, 0]
        out[i, :2] = torch.softmax(logits[asked].double(), -1).numpy()
    return out


@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("gated", [True, False])
def test_equals_transformers(tmp_path: Path, tied: bool, gated: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    run = SeqNLI._run
    monkeypatch.setattr(SeqNLI, "_run", lambda nli, rows: (sizes.append(len(rows)), run(nli, rows))[1])
    model, pieces = make_t5(tmp_path / "source", tied, gated)
    card = convert(tmp_path / "source", tmp_path / "models" / "seq", Conversion(quantization="float32"))
    assert card.kind == "nli-seq2seq"
    nli = open_nli(str(tmp_path / "models" / "seq"), compute_type="float32", batch_size=1)
    found, expected = nli.entail(PAIRS), reference(model, pieces, PAIRS)
    assert set(sizes) == {1}, "as many at a time as asked for"
    assert np.ptp(expected[:, 0]) > 0.02, "the random model must tell pairs apart"
    assert np.abs(found - expected).max() < 1e-4
    assert (found[:, 2] == 0).all()
    with pytest.raises(NLIError, match="no token vectors"):
        nli.encode(["paris"])
    nli.close()


def test_its_pieces_are_tokens_with_one_at_the_end(tmp_path: Path) -> None:
    pieces = make_pieces(tmp_path / "spiece.model", shifted=False)
    tokenizer = open_tokenizer(tmp_path)
    (found,) = tokenizer.encode(["paris is the capital"])
    assert list(found.ids) == pieces.encode("paris is the capital")
    assert tokenizer.layout.suffix == (pieces.eos_id(),) == (1,)


def test_long_premise_is_read_in_windows_and_long_hypothesis_is_neutral(tmp_path: Path) -> None:
    model, pieces = make_t5(tmp_path / "source", tied=False, gated=True)
    choice = Conversion(quantization="float32", max_tokens=40)
    convert(tmp_path / "source", tmp_path / "models" / "seq", choice)
    nli = open_nli(str(tmp_path / "models" / "seq"), compute_type="float32")
    long = "paris is the capital of france and berlin lies in germany " * 3
    found = nli.entail([(long, "a river"), ("paris", long * 4)])
    lead, tail = pieces.encode("predict: "), pieces.encode("a river")
    body = pieces.encode("predict: " + long)[len(lead) :]
    room = 40 - 2 - len(lead) - len(tail)
    starts = [*range(0, len(body) - room, room * 3 // 4), len(body) - room]
    asked = [pieces.piece_to_id("▁1"), pieces.piece_to_id("▁")]
    best = 0.0
    for a in starts:
        ids = [*lead, *body[a : a + room], 1, *tail, 1]
        with torch.no_grad():
            logits = model(input_ids=torch.tensor([ids]), decoder_input_ids=torch.tensor([[0]])).logits[0, 0]
        best = max(best, torch.softmax(logits[asked], -1)[0].item())
    assert len(starts) > 2 and abs(found[0, 0] - best) < 1e-4
    assert found[1].tolist() == [0, 1, 0]
    nli.close()
