"""The description of the server as OpenAPI 3.1; served at ``/openapi.json`` and printed by ``serve --openapi``."""

from __future__ import annotations

from localcheck import __version__
from localcheck.gate import Outcome, Risk, Strategy
from localcheck.registry import DETECTORS
from localcheck.types import JSON, Disposition

TEXT: JSON = {"type": "string"}
NAME: JSON = {"type": "string", "maxLength": 200}
TEXTS: JSON = {"type": "array", "items": TEXT}
CALL: JSON = {
    "risk": {"enum": ["", "auto", *(r.value for r in Risk)]},
    "category": NAME,
    "template": NAME,
    "model": NAME,
    "call_id": NAME,
}
ERRORS = {
    "401": "no token, or a wrong one",
    "403": "a connection beyond this machine was refused",
    "409": "the method needs a model or an index that is not installed",
    "408": "the body did not come in time",
    "413": "the body is too large",
    "415": "the body is not application/json",
    "421": "the request is addressed to another machine",
    "422": "the body lacks something, or names something unknown",
    "429": "too many requests at once",
    "502": "a model or an index failed",
    "503": "the server is ending",
    "504": "the time for one request is up",
}


def document(most_bytes: int) -> JSON:
    """The whole description."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "localcheck",
            "version": __version__,
            "description": f"Fact checking on this machine. A body has at most {most_bytes} bytes.",
        },
        "paths": {
            "/health": {"get": _get("health", "Is the server up, and how busy?", _ref("Health"))},
            "/openapi.json": {"get": _get("openapi", "This description.", {"type": "object"})},
            "/v1/check": {
                "post": _post("check", "Check a text with the server's method or another one.", "CheckBody", True)
            },
            "/v1/faithfulness": {
                "post": _post(
                    "faithfulness", "Compare an answer with the context it was given.", "FaithfulnessBody", False
                )
            },
        },
        "components": {"securitySchemes": {"token": {"type": "http", "scheme": "bearer"}}, "schemas": _schemas()},
    }


def _schemas() -> JSON:
    number = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
    count = {"type": "integer", "minimum": 0}
    counts = dict.fromkeys(("claims", "supported", "contradicted", "unsupported", "failed", "unread"), count)
    return {
        "CheckBody": _object(
            {
                "text": TEXT, "title": TEXT, "prompt": TEXT,
                "context": {**TEXTS, "type": ["array", "null"]}, "samples": TEXTS,
                "detector": {"enum": ["", *DETECTORS.names()]},
                "options": {"type": "object", "additionalProperties": {"type": ["string", "number", "boolean"]}},
                **CALL, "stream": {"type": "boolean"},
            },
            ["text"],
        ),
        "FaithfulnessBody": _object(
            {"answer": TEXT, "context": TEXTS, "prompt": TEXT, "judge": {"enum": ["nli", "llm"]}, **CALL},
            ["answer", "context"],
        ),
        "Faithfulness": _object({"outcome": {"enum": [o.value for o in Outcome]}, "score": number, **counts}),
        "Ruling": _object(
            {
                "risk": {"enum": [r.value for r in Risk]},
                "reason": TEXT,
                "strategy": {"enum": [s.value for s in Strategy]},
                "threshold": {"type": "number"},
                "disposition": {"enum": [d.value for d in Disposition]},
                "human_review": {"type": "boolean"},
                "why": TEXT,
            }
        ),
        "Answer": _object(
            {"faithfulness": _ref("Faithfulness"), "ruling": _ref("Ruling"), "report": {"type": "object"}}
        ),
        "Health": _object({"status": {"const": "ok"}, "version": TEXT, "active": count}),
        "Error": _object({"error": TEXT, "hint": TEXT}),
    }  # fmt: skip


def _object(properties: JSON, required: list[str] | None = None) -> JSON:
    needed = sorted(properties) if required is None else required
    return {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}


def _ref(name: str) -> JSON:
    return {"$ref": f"#/components/schemas/{name}"}


def _json(schema: JSON) -> JSON:
    return {"application/json": {"schema": schema}}


def _errors(codes: list[str]) -> JSON:
    return {code: {"description": ERRORS[code], "content": _json(_ref("Error"))} for code in codes}


def _get(name: str, summary: str, schema: JSON) -> JSON:
    answers = {"200": {"description": summary, "content": _json(schema)}, **_errors(["421"])}
    return {"operationId": name, "summary": summary, "responses": answers}


def _post(name: str, summary: str, body: str, streams: bool) -> JSON:
    content = _json(_ref("Answer"))
    if streams:
        content["application/x-ndjson"] = {
            "schema": {"type": "string", "description": "one event on each line: started, judged, finished or failed"}
        }
    return {
        "operationId": name,
        "summary": summary,
        "security": [{"token": []}],
        "requestBody": {"required": True, "content": _json(_ref(body))},
        "responses": {
            "200": {"description": summary, "content": content},
            **_errors(list(ERRORS)),
        },
    }
