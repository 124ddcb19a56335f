"""The tool ``translate`` with a translation model: imported, opened, asked; and the language model where there is none."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from localcheck.agent.tools.translate import FAR, NEAR, by_model, translate
from localcheck.backends import translation
from localcheck.backends.llm.recorded import Scripted
from localcheck.backends.translation import Translated, TranslationModel, Translators
from localcheck.errors import BadInput, MissingResource, ToolError
from localcheck.models.importing import import_model
from localcheck.models.install import Installed
from localcheck.models.manifest import read_card
from localcheck.types import Completion, Label
from tests.unit.models.tiny_translator import build, build_nllb

GERMAN = "Ich brauche Hilfe, denn das Haus ist groß und wir sind heute nicht da."


@pytest.fixture(scope="module")
def converted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("marian"))


@pytest.fixture
def installed(converted: Path, home: Path) -> Path:
    """The model in this home, imported as a user would."""
    (*_, last) = import_model(converted, name="opus-de-en")
    assert isinstance(last, Installed)
    return last.folder


def test_an_imported_model_says_what_it_translates(installed: Path) -> None:
    card = read_card(installed)
    assert (card.kind, card.languages, card.targets) == ("translator", ("de",), ("en",))
    assert {f.name for f in installed.iterdir()} >= {"model.bin", "source.spm", "target.spm", "localcheck.json"}


def test_it_translates_and_scores(installed: Path) -> None:
    with Translators(threads=1) as translators:
        assert translators.names == ["opus-de-en"]
        assert translators.of("fr", "en") is None
        model = translators.of("de", "en")
        assert model is not None
        assert translators.of("und", "en") is model
        own = model.translate(GERMAN, "de", "en")
        assert own == model.translate(GERMAN, "de", "en")
        assert own.mean_logprob <= 0
        assert model.mean_logprob(GERMAN, "", "de", "en") == float("-inf")
        assert model.mean_logprob(GERMAN, "The sun is shining", "de", "en") < 0


def test_the_tool_prefers_the_model_and_says_which_one_it_was(installed: Path) -> None:
    with Translators(threads=1) as translators:
        tool = translate(translators=translators)
        done = tool({"text": GERMAN, "target_language": "English"})
        assert "in English by opus-de-en:" in done.text
        assert done.label is Label.NOT_ENOUGH_EVIDENCE
        own = done.text.rpartition("opus-de-en: ")[2]
        if own:
            assert tool({"text": GERMAN, "target_language": "English", "candidate": own}).label is Label.SUPPORTED
        with pytest.raises(ToolError, match="no model for de to Russian"):
            tool({"text": GERMAN, "target_language": "Russian"})


class Known(TranslationModel):
    """A model whose answers are written down: of random weights nobody can say what they will find likely."""

    name = "known"

    def __init__(self, scores: dict[str, float]) -> None:
        self._scores = scores

    def translate(self, text: str, source: str, target: str) -> Translated:
        return Translated("I need help.", -0.5)

    def mean_logprob(self, text: str, candidate: str, source: str, target: str) -> float:
        return self._scores[candidate]

    def cuts(self, text: str, candidate: str) -> bool:
        return False

    def close(self) -> None:
        pass


def test_what_is_not_read_to_its_end_is_not_judged(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation, "LONGEST", 12)
    with Translators(threads=1) as translators:
        tool = translate(translators=translators)
        told = {"text": f"{GERMAN} {GERMAN}", "target_language": "English", "candidate": "I need help."}
        assert tool(told).text.endswith("the text is longer than what opus-de-en reads: not compared")
        assert tool(told).label is Label.NOT_ENOUGH_EVIDENCE


def test_a_candidate_is_judged_by_how_far_it_lies_behind() -> None:
    scores = {"I need help.": -0.5, "Help me.": -0.5 - NEAR, "Hm.": -0.5 - (NEAR + FAR) / 2, "It rains.": -0.5 - FAR}
    labels = [by_model(Known(scores), GERMAN, "English", candidate).label for candidate in scores]
    assert labels == [Label.SUPPORTED, Label.SUPPORTED, Label.NOT_ENOUGH_EVIDENCE, Label.REFUTED]


@pytest.mark.parametrize(
    ("said", "label"),
    [(0.9, Label.SUPPORTED), (0.7, Label.SUPPORTED), (0.6, Label.NOT_ENOUGH_EVIDENCE), (0.2, Label.REFUTED)],
)
def test_without_a_model_for_the_pair_the_language_model_is_asked(installed: Path, said: float, label: Label) -> None:
    """One question that is read by its probability; nothing is written."""
    llm = Scripted([Completion(option_probs=(said, 1 - said))])
    with Translators(threads=1) as translators:
        tool = translate(translators=translators, llm=llm)
        done = tool({"text": GERMAN, "target_language": "Russian", "candidate": "Мне нужна помощь."})
    assert done.label is label and f"P = {said:.2f}" in done.line
    assert len(llm.requests) == 1 and llm.requests[0].options == ("Yes", "No")


def test_without_a_candidate_the_language_model_translates() -> None:
    tool = translate(llm=Scripted(["Мне нужна помощь."]))
    done = tool({"text": GERMAN, "target_language": "Russian"})
    assert done.label is Label.NOT_ENOUGH_EVIDENCE and done.line.endswith("in Russian: Мне нужна помощь.")


def test_a_language_model_that_fails_is_an_error_of_the_tool() -> None:
    for more in ({}, {"candidate": "Мне нужна помощь."}):
        tool = translate(llm=Scripted([Completion(error="the memory is full")]))
        with pytest.raises(ToolError, match="the memory is full"):
            tool({"text": GERMAN, "target_language": "Russian", **more})


def test_with_neither_the_tool_says_what_is_missing(home: Path) -> None:
    with Translators() as translators, pytest.raises(MissingResource, match="translation model or a language model"):
        translate(translators=translators)


def test_languages_must_be_said(converted: Path, home: Path, tmp_path: Path) -> None:
    shutil.copytree(converted, tmp_path / "mine")
    with pytest.raises(BadInput, match="does not say its languages"):
        list(import_model(tmp_path / "mine", name="mine"))
    list(import_model(tmp_path / "mine", name="mine", translates="de:en"))
    with Translators(threads=1) as translators:
        assert translators.names == ["mine"]


def test_a_damaged_model_is_not_installed(converted: Path, home: Path, tmp_path: Path) -> None:
    shutil.copytree(converted, tmp_path / "opus-de-en")
    weights = tmp_path / "opus-de-en" / "model.bin"
    weights.write_bytes(weights.read_bytes()[:-100])
    with pytest.raises(BadInput):
        list(import_model(tmp_path / "opus-de-en", name="opus-de-en"))
    with Translators() as translators:
        assert translators.names == []


def test_a_model_of_many_languages_is_told_both_by_their_tokens(tmp_path: Path, home: Path) -> None:
    (*_, last) = import_model(build_nllb(tmp_path), name="nllb")
    assert isinstance(last, Installed)
    assert set(read_card(last.folder).languages) >= {"en", "zh", "de"}
    with Translators(threads=1) as translators:
        model = translators.of("de", "en")
        assert model is not None
        assert translators.of("de", "zh") is model
        assert translators.of("und", "zh") is None, "it has to be told the language of the text"
        assert translators.of("tlh", "en") is None
        seen: list[tuple[str, list[list[str]], dict[str, object]]] = []
        run = model._run

        def watched(method: str, *arguments: list[list[str]], **options: object) -> object:
            seen.append((method, arguments[0], options))
            return run(method, *arguments, **options)

        model._run = watched  # type: ignore[method-assign, assignment]
        own = model.translate(GERMAN, "de", "zh")
        assert seen[0][1][0][0] == "deu_Latn" and seen[0][1][0][-1] == "</s>"
        assert seen[0][2]["target_prefix"] == [["zho_Hans"]]
        assert own.mean_logprob <= 0 and "zho_Hans" not in own.text
        done = translate(translators=translators)({"text": GERMAN, "target_language": "Chinese"})
        assert "in Chinese by nllb:" in done.text
    command = [sys.executable, "-m", "localcheck.backends.trial", str(last.folder)]
    assert subprocess.run(command, capture_output=True, timeout=120).returncode == 0


def test_a_model_whose_languages_are_named_otherwise_is_refused(tmp_path: Path, home: Path) -> None:
    with pytest.raises(BadInput, match="not an NLLB model"):
        list(import_model(build_nllb(tmp_path, languages=False), name="m2m"))
    with Translators() as translators:
        assert translators.names == []
