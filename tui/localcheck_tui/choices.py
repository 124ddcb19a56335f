"""What the settings form knows of each setting: its group, a line of help, and where its names come from."""

from __future__ import annotations

from dataclasses import dataclass

from localcheck.errors import BadSetting
from localcheck.settings import EFFORTS, Settings

LISTED = ("index", "effort", "nli", "encoder", "llm")
"""Settings that are chosen from a list."""
READERS = (*LISTED, "claims")
"""What most people set; everything else is folded away."""
HELP = {
    "detector": "The method that judges. Its options are folded below.",
    "index": "Where evidence is read. F4 builds one; several: a settings file may say mine + enwiki.",
    "effort": "quick: the starter alone. careful: with careful-nli. thorough: a language model reads what stays in doubt.",
    "nli": "The model that compares claim and quote; auto: starter-nli and careful-nli. A named one wins over the effort.",
    "encoder": "The model behind BERTScore; the default is the NLI model's own encoder.",
    "llm": "The language model for effort thorough and for methods that need one; the default is none.",
    "claims": "How sentences are split into claims; rules needs no language model.",
    "network": "Allow connections beyond this machine; only for this session.",
    "seed": "Seed of all random choices: the same seed gives the same report.",
    "threads": "CPU threads for the models; 0: as many as suit this machine.",
    "compute_type": "Number format of the models; auto takes what the CPU does best.",
    "batch_size": "Pairs that are read at once; 0: as many as suit this machine.",
    "gpu_layers": "Layers of a language model on the graphics card; -1 is all of them.",
    "context": "Tokens that a language model holds: more needs more memory.",
    "cache": "Keep answers and scores, so that the next check of the same text is quick.",
    "samples": "Answers to draw for methods that compare answers, if a document has none.",
    "private_addresses": "Allow web pages on this machine and its local networks; only for this session.",
    "brave_key": "Key of the search engine web:brave.",
    "brave_url": "Where Brave's search answers, for those who reach it through a gateway.",
    "sandbox": "How code that the agent runs is isolated.",
}
"""A line for each setting, shown while its field has the focus."""


@dataclass(frozen=True, slots=True)
class Names:
    """What can be chosen by name on this machine."""

    indexes: tuple[str, ...] = ()
    nli: tuple[str, ...] = ()
    encoders: tuple[str, ...] = ()
    llms: tuple[str, ...] = ()

    def of(self, setting: str) -> tuple[str, ...]:
        """The values of a setting that is chosen from a list; empty for one that is typed."""
        lists = {
            "index": self.indexes,
            "effort": ("", *EFFORTS),
            "nli": ("auto", *self.nli),
            "encoder": ("", *self.encoders),
            "llm": ("", *self.llms),
        }
        return lists.get(setting, ())


WORD_OF_NOTHING = {"effort": "by what is installed", "encoder": "that of the NLI model", "llm": "none"}


def refuse_unknown(settings: Settings, names: Names) -> None:
    """Raise ``BadSetting`` for a name that does not exist here.

    A value with a sign of its own (``a + b``, ``server:…``, ``cascade:…``, a path) is opened by others, and they check it.
    """
    for setting in LISTED:
        value, known = getattr(settings, setting), names.of(setting)
        if not known or value in known or any(sign in value for sign in "+:/\\"):
            continue
        listed = ", ".join(name for name in known if name) or "nothing is installed"
        raise BadSetting(setting, f"there is no {value!r} here", "settings", f"choose one of {listed}")
