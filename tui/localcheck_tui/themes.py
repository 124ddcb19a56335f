"""Light, dark and high contrast. A label has a colour of its own in each, and always a symbol and a line as well."""

from __future__ import annotations

from typing import Any

from textual.theme import Theme

LABEL_COLOURS = {
    "localcheck-dark": ("#6fcf97", "#ff7b72", "#e3b341", "#c9a0ff"),
    "localcheck-light": ("#166534", "#b42318", "#8a5a00", "#6b3fa0"),
    "localcheck-contrast": ("#00ff66", "#ff5f5f", "#ffff00", "#ff9cff"),
}
"""Supported, refuted, not enough evidence, failed."""


def variables(colours: tuple[str, str, str, str]) -> dict[str, str]:
    """The style sheet's names for the colours of the labels."""
    names = ("label-supported", "label-refuted", "label-unsettled", "label-failed")
    return dict(zip(names, colours, strict=True))


DEFAULTS = variables(LABEL_COLOURS["localcheck-dark"])
"""For Textual's own dark themes, which do not know these names."""
LIGHT_DEFAULTS = variables(LABEL_COLOURS["localcheck-light"])
"""For Textual's own light themes."""

ROLES = "primary secondary accent warning error success foreground background surface panel"


def made(name: str, colours: str, dark: bool, text_alpha: float = 0.95) -> Theme:
    """A theme whose ``colours`` stand in the order of ``ROLES``."""
    by_role: dict[str, Any] = dict(zip(ROLES.split(), colours.split(), strict=True))
    return Theme(name, dark=dark, variables=variables(LABEL_COLOURS[name]), text_alpha=text_alpha, **by_role)


THEMES = (
    made(
        "localcheck-dark",
        "#5aa9e6 #7f8ea3 #f2cc60 #e3b341 #ff7b72 #6fcf97 #e6e6e6 #14171c #1b1f26 #252b34",
        dark=True,
    ),
    made(
        "localcheck-light",
        "#1f5f99 #5b6675 #7a4b00 #8a5a00 #b42318 #166534 #1c1e21 #fbfaf7 #f3f1ec #e6e3dc",
        dark=False,
    ),
    made(
        "localcheck-contrast",
        "#00d7ff #ffffff #ffff00 #ffff00 #ff5f5f #00ff66 #ffffff #000000 #000000 #1c1c1c",
        dark=True,
        text_alpha=1.0,
    ),
)
