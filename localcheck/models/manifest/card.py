"""The card of a model: what its files are and how its numbers are read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput, MissingModel
from localcheck.system import resources
from localcheck.system.jsontext import NotJson, parse_object

MAX_JSON = 1 << 20
"""Bytes: a card or record larger than this is not one."""
CARD = "localcheck.json"
KINDS = ("nli-encoder", "nli-seq2seq", "encoder", "llm-gguf", "translator")
CONSISTENCY = ("", "contradiction", "not_entail")
MOST_SHIFT = 5.0
"""Of a logit; a model that needs more is not calibrated but broken."""


@dataclass(frozen=True, slots=True)
class Card:
    """``localcheck.json``: what a model folder holds and how its numbers are read."""

    kind: str
    """One of ``KINDS``."""
    labels: tuple[str, ...] = ()
    """Names of the head's outputs in their order; two or three of them."""
    pooling: str = "cls"
    """``cls`` (first token), ``mean`` (over all tokens), ``pair`` (that mean beside the mean and the maximum over the
    hypothesis: three vectors) or ``pooler`` (CTranslate2's own pooled output)."""
    activation: str = "none"
    """Between the head's two layers: ``tanh``, ``gelu``, ``relu`` or ``none``."""
    max_tokens: int = 512
    """Longest input in tokens, special tokens included."""
    window: int = 0
    """Input length in tokens up to which the model reads well: longer premises are read in windows. 0 means ``max_tokens``."""
    languages: tuple[str, ...] = ("en",)
    """ISO 639-1 codes that the model was trained on; ``*`` for many. Translator: the languages that it reads."""
    targets: tuple[str, ...] = ()
    """Translator: the languages that it writes, likewise."""
    segments: bool = False
    """Whether the model reads token type ids (BERT does, RoBERTa, DistilBERT and MPNet do not)."""
    positions: bool = False
    """Whether the place of each token is fed as its token type (MPNet, see ``models.conversion.encoder_spec``)."""
    temperature: float = 1.0
    """Logits are divided by it."""
    long: int = 0
    """Inputs of more tokens than this are long ones, to which ``long_entail`` is added. Encoders only."""
    long_entail: float = 0.0
    """Added to the logit of entailment of a long input: what the model needs to be calibrated there, 0 where it is."""
    consistency: str = ""
    """Which of its scores ``selfcheck-nli`` takes when it is not told: ``contradiction`` (Eq. 9 of SelfCheckGPT) or
    ``not_entail`` (1 - P(entail)), whichever measured better with this model. Empty: Eq. 9 with a model of three classes."""
    embeds: bool = False
    """Is the mean of its last hidden states, over all tokens, a vector of the text's meaning? Encoders trained for it only."""
    prompt: str = ""
    """Seq2seq: text before the premise. Translator: the piece that names the target language, where it wants one."""
    separator: str = ""
    """Between premise and hypothesis. Seq2seq: a text; empty means the end-of-sequence token. Encoder: one special token;
    empty means the tokenizer's own layout."""
    positive: str = ""
    """Seq2seq: first decoder token that means *entailed*."""
    negative: str = ""
    """Seq2seq: first decoder token that means *not entailed*."""
    layer: int = 0
    """Encoder layers kept by the conversion; 0 means all."""
    chat_template: str = ""
    """GGUF: name of the prompt family, empty to read it from the file."""


def read_card(folder: Path) -> Card:
    """The card of a model folder. Raises ``MissingModel`` when there is none and ``BadInput`` when it is malformed."""
    path = folder / CARD
    if not path.is_file():
        raise MissingModel(
            f"{folder} is not a localcheck model: no {CARD} in it", "convert it first: localcheck models convert --help"
        )
    return card_from(read_json(path), path)


def card_from(table: Mapping[str, Any], source: str | Path) -> Card:
    """A checked ``Card`` from a JSON object; raises ``BadInput`` that names the wrong field."""
    known = {f.name: f for f in fields(Card)}
    given = {k: v for k, v in table.items() if k in known}
    default = Card("encoder")
    for key, value in given.items():
        want = getattr(default, key)
        if isinstance(want, tuple):
            ok = isinstance(value, list) and all(isinstance(v, str) for v in value)
            given[key] = tuple(value) if ok else None
        elif isinstance(want, float):
            ok = isinstance(value, int | float) and not isinstance(value, bool)
        else:
            ok = type(value) is type(want)
        if not ok:
            raise BadInput(source, f"{key} has the wrong type: {value!r}")
    card = Card(**{"kind": "", **given})
    if card.kind not in KINDS:
        raise BadInput(source, f"unknown kind of model {card.kind!r}", f"kinds: {', '.join(KINDS)}")
    if card.consistency not in CONSISTENCY:
        raise BadInput(source, f"unknown consistency score {card.consistency!r}", "contradiction or not_entail")
    if card.max_tokens < 8 or card.window < 0 or not card.temperature > 0:
        raise BadInput(source, "max_tokens must be at least 8, window not negative and temperature above 0")
    if card.long < 0 or not abs(card.long_entail) <= MOST_SHIFT:
        raise BadInput(source, f"long must not be negative and long_entail between -{MOST_SHIFT} and {MOST_SHIFT}")
    return card


def write_card(folder: Path, card: Card) -> None:
    """Write ``localcheck.json`` atomically, without the fields that stand at their default."""
    default = Card(card.kind)
    table = {k: v for k, v in asdict(card).items() if k == "kind" or v != getattr(default, k)}
    with resources.atomic_write(folder / CARD) as f:
        json.dump({"format": 1, **table}, f, indent=1, ensure_ascii=False)
        f.write("\n")


def read_json(path: Path) -> Mapping[str, Any]:
    """A JSON object from a file of bounded size. Raises ``BadInput``."""
    if path.stat().st_size > MAX_JSON:
        raise BadInput(path, f"larger than {MAX_JSON} bytes")
    try:
        return parse_object(path.read_bytes())
    except NotJson as error:
        raise BadInput(path, error.why) from error
