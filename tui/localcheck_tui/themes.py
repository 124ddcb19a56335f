"""Light, dark and high contrast. A label has a colour of its own in each, and always a symbol and a line as well."""

from __future__ import annotations

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

DARK = Theme(
    name="localcheck-dark",
    primary="#5aa9e6",
    secondary="#7f8ea3",
    accent="#f2cc60",
    warning="#e3b341",
    error="#ff7b72",
    success="#6fcf97",
    foreground="#e6e6e6",
    background="#14171c",
    surface="#1b1f26",
    panel="#252b34",
    dark=True,
    variables=variables(LABEL_COLOURS["localcheck-dark"]),
)
LIGHT = Theme(
    name="localcheck-light",
    primary="#1f5f99",
    secondary="#5b6675",
    accent="#7a4b00",
    warning="#8a5a00",
    error="#b42318",
    success="#166534",
    foreground="#1c1e21",
    background="#fbfaf7",
    surface="#f3f1ec",
    panel="#e6e3dc",
    dark=False,
    variables=variables(LABEL_COLOURS["localcheck-light"]),
)
CONTRAST = Theme(
    name="localcheck-contrast",
    primary="#00d7ff",
    secondary="#ffffff",
    accent="#ffff00",
    warning="#ffff00",
    error="#ff5f5f",
    success="#00ff66",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#1c1c1c",
    dark=True,
    text_alpha=1.0,
    variables=variables(LABEL_COLOURS["localcheck-contrast"]),
)
THEMES = (DARK, LIGHT, CONTRAST)
