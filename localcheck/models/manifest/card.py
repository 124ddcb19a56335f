"""The card of a model: what its files are and how its numbers are read.

The install record of a model: where it came from, and what it must be byte for byte.

Models by name: those of this home, and those that came with the package.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from localcheck.errors import BadInput, MissingModel, UnknownName, UsageError, nearest
from localcheck.system import resources
from localcheck.system.jsontext import NotJson, parse_object

STARTER, CAREFUL = "starter-nli", "careful-nli"
USUAL: tuple[str, ...] = (STARTER, CAREFUL)
"""Who reads where nobody chose."""
AUTO, CASCADE = "auto", "cascade"
BESIDE = frozenset({"adapters", "experts", "heads", "packed"})
"""Folders beside the models that hold no model."""


def nli_models(chosen: str) -> tuple[str, ...]:
    """The models behind a value of the setting ``nli``: one, or the two of a cascade, the quick one first.

    ``auto`` and ``cascade`` are the two that come with the package; ``cascade:QUICK+CAREFUL`` names others. Raises
    ``UsageError`` for half a cascade.
    """
    if chosen == AUTO:
        return USUAL
    if chosen == CASCADE:
        return STARTER, CAREFUL
    if not chosen.startswith(f"{CASCADE}:"):
        return (chosen,)
    quick, _, careful = chosen.removeprefix(f"{CASCADE}:").rpartition("+")
    if not quick or not careful:
        raise UsageError(f"{chosen!r} does not name two models", f"{CASCADE}:{STARTER}+{CAREFUL}")
    return quick, careful


def find_model(name_or_path: str) -> Path:
    """The folder of a model given by name or by path. Raises ``MissingModel``."""
    if not name_or_path:
        raise UnknownName("model", name_or_path, installed())
    as_path = Path(name_or_path).expanduser()
    if len(as_path.parts) > 1 or name_or_path.startswith("~"):
        if as_path.is_dir():
            return as_path
        raise MissingModel(f"no model folder at {as_path}", "localcheck models list shows what is installed")
    known = installed()
    if name_or_path in known:
        return known[name_or_path]
    near = nearest(name_or_path, known)
    more = f"did you mean {' or '.join(near)}? " if near else ""
    raise MissingModel(
        f"model {name_or_path!r} is not installed",
        f"{more}localcheck models list; if it stands there: localcheck models pull {name_or_path} --network",
    )


def installed() -> dict[str, Path]:
    """Models by name: those of this home, and those that came with the package, which no other replaces. Reads no model."""
    models = resources.models_dir()
    resources.mend(models, lambda name: models / f".{name}.lock")
    return {**_models(models), **shipped()}


def shipped() -> dict[str, Path]:
    """The models that came with the package, or lie in the checkout without having been installed; their names are taken."""
    return {
        name: path for name, path in _models(resources.shipped() / "models").items() if not (path / RECORD).exists()
    }


def _models(root: Path) -> dict[str, Path]:
    folders = sorted(root.iterdir()) if root.is_dir() else ()
    return {f.name: f for f in folders if not f.name.startswith(".") and (f / CARD).is_file()}


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


RECORD = "localcheck-model.json"
RUNTIME = frozenset(
    "config.json head.npz localcheck.json model.bin model.gguf sentencepiece.bpe.model source.spm spiece.model target.spm"
    " tokenizer.json".split()
)
MAX_JSON = 1 << 20
"""Bytes: a card or record larger than this is not one."""


@dataclass(frozen=True, slots=True)
class FileRecord:
    """One file of an installed model."""

    path: str
    """Relative, with forward slashes."""
    sha256: str
    size: int
    """Bytes."""


@dataclass(frozen=True, slots=True)
class InstallRecord:
    """``localcheck-model.json``: where an installed model came from, and what it must be byte for byte."""

    name: str
    kind: str
    source: str
    """Repository id, path or archive name."""
    revision: str
    """Commit of the repository, or empty when it is not known."""
    licence: str
    installed: str
    """ISO 8601, UTC."""
    files: tuple[FileRecord, ...]

    def digest(self) -> str:
        """One SHA-256 for the whole model; see ``digest_of``."""
        return digest_of(self.files)


def is_runtime(path: str) -> bool:
    """True if this file takes part in the model's answers; cards for people, licences and calibration tables do not."""
    return path in RUNTIME or path.startswith(("vocabulary.", "shared_vocabulary.", "source_vocab", "target_vocab"))


def digest_of(files: Iterable[FileRecord]) -> str:
    """One SHA-256 over the files that take part in the answers: the identity of a model in reports and tables."""
    lines = sorted(f"{f.sha256}  {f.path}" for f in files if is_runtime(f.path))
    return resources.sha256_text("\n".join(lines))


def read_record(folder: Path) -> InstallRecord | None:
    """The install record of a folder, or None when it was never installed (a shipped or home-made model)."""
    path = folder / RECORD
    if not path.is_file():
        return None
    table = read_json(path)
    try:
        files = tuple(FileRecord(str(f["path"]), str(f["sha256"]), int(f["size"])) for f in table["files"])
        return InstallRecord(
            **{f.name: str(table[f.name]) for f in fields(InstallRecord) if f.name != "files"}, files=files
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadInput(path, f"not an install record ({error!r})", "remove the model and install it again") from error


def write_record(folder: Path, record: InstallRecord) -> None:
    """Write ``localcheck-model.json`` atomically."""
    with resources.atomic_write(folder / RECORD) as f:
        json.dump({"format": 1, **asdict(record)}, f, indent=1, ensure_ascii=False)
        f.write("\n")


def model_files(folder: Path) -> list[Path]:
    """Every file of a model except its record, sorted by path."""
    return sorted(p for p in folder.rglob("*") if p.is_file() and p.name != RECORD and not p.name.endswith(".part"))


def file_records(folder: Path) -> tuple[FileRecord, ...]:
    """Hash every file of ``folder``."""
    return tuple(
        FileRecord(p.relative_to(folder).as_posix(), resources.sha256_file(p), p.stat().st_size)
        for p in model_files(folder)
    )


def read_json(path: Path) -> Mapping[str, Any]:
    """A JSON object from a file of bounded size. Raises ``BadInput``."""
    if path.stat().st_size > MAX_JSON:
        raise BadInput(path, f"larger than {MAX_JSON} bytes")
    try:
        return parse_object(path.read_bytes())
    except NotJson as error:
        raise BadInput(path, error.why) from error
