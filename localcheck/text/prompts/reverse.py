"""Prompts of reverse validation (Yang et al. 2023, Table 2), verbatim; the example is the authors' own."""

from __future__ import annotations

GENERATE_QUESTION = """I will give you some information about the entity. You should use all this information to generate \
a question, and the answer to your question is the entity. Do not include the entity in your question.
There is an example.
Entity: World War II
Information: World War II, also known as the Second World War, was a global war that lasted from 1939 to 1945.
Question: which global war lasted from 1939 to 1945?
Entity: {entity}
Information: {response}
Question:"""
"""QG, stage 1."""

ANSWER_QUESTION = "You should answer the following question as short as possible. {question}"
"""QG, stage 2."""

LIST_FEATURES = """{response}
Please list all features of {entity} which are mentioned above with numbers, do not include {entity} in your list."""
"""EM, stage 1."""

FIND_ENTITY = (
    "You should find an entity that conforms to the following description: {requirements}. If you fail to find a perfect "
    "match, please say an entity that matches the requirements as much as possible. You need to give the percentage of the "
    "entity that meets requirements."
)
"""EM, stage 2."""

_TEXT = {"type": "string", "minLength": 1}

QUESTION_SCHEMA = {"type": "object", "properties": {"question": _TEXT}, "required": ["question"]}
ANSWER_SCHEMA = {"type": "object", "properties": {"answer": _TEXT}, "required": ["answer"]}
FEATURES_SCHEMA = {
    "type": "object",
    "properties": {"features": {"type": "array", "items": _TEXT, "minItems": 1, "maxItems": 20}},
    "required": ["features"],
}
ENTITY_SCHEMA = {
    "type": "object",
    "properties": {
        "entity": _TEXT,
        "percent": {"type": "integer", "minimum": 0, "maximum": 100},
        "unmet": {"type": "array", "items": {"type": "string"}, "maxItems": 20},
    },
    "required": ["entity", "percent", "unmet"],
}
"""The same answers as JSON, for models that are held to a schema; ``unmet`` keeps the explanation of the mismatch."""
