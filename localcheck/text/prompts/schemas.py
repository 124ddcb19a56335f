"""Parts of the JSON schemas that answers of a language model are held to."""

from __future__ import annotations

from localcheck.types import JSON


def short_text(longest: int) -> JSON:
    """The schema of a text that is not empty, of at most so many characters."""
    return {"type": "string", "minLength": 1, "maxLength": longest}


def record(**properties: JSON) -> JSON:
    """The schema of an object that has all of these properties and no others."""
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
