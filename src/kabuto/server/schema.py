"""The protocol for others: an OpenAPI document and TypeScript types, made from ``messages``.

``python -m kabuto.server.schema`` writes ``web/src/protocol.ts``; ``--openapi`` prints the OpenAPI document.
"""

import ast
import gzip
import json
import re
import sys
from functools import cache
from inspect import getsource
from itertools import pairwise
from pathlib import Path
from types import ModuleType
from typing import Any

from msgspec import json as msgspec_json

from kabuto.server import messages, samurai, study
from kabuto.server.endpoints import ENDPOINTS, SOCKET, Endpoint
from kabuto.server.messages import HIGHEST_SEAT, ClientMessage, NewTable, Problem, SeatPlan, ServerMessage
from kabuto.version import __version__

TYPESCRIPT = Path("web/src/protocol.ts")
UNIONS = {"ClientMessage": ClientMessage, "ServerMessage": ServerMessage, "SeatPlan": SeatPlan}
"""Unions that have a name in TypeScript."""
REFUSALS = {
    "400": "The request is malformed or something in it cannot be done",
    "401": "A token that does not hold",
    "403": "Not yours to do, or asked from a foreign page",
    "404": "There is no such thing",
    "409": "Not now",
    "413": "Too large",
    "415": "Not JSON",
    "421": "This server does not go by that host name",
    "429": "Too fast or too many",
    "503": "The server cannot store or think at the moment",
}


def openapi() -> dict[str, Any]:
    """The OpenAPI 3.1 document."""
    types = [each for e in ENDPOINTS for each in (e.takes, e.gives) if each] + [Problem]
    types += [ClientMessage, ServerMessage]
    schemas, components = msgspec_json.schema_components(types, ref_template="#/components/schemas/{name}")
    paths: dict[str, Any] = {}
    schema = iter(schemas)
    for endpoint in ENDPOINTS:
        takes = next(schema) if endpoint.takes else None
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(
            endpoint, takes, next(schema)
        )
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Kabuto",
            "version": __version__,
            "description": f"The WebSocket {SOCKET} carries ClientMessage and ServerMessage.",
        },
        "paths": paths,
        "components": {"schemas": components},
    }


@cache
def encoded_openapi(zipped: bool) -> bytes:
    """The OpenAPI document as it is sent, made once."""
    body = msgspec_json.encode(openapi())
    return gzip.compress(body) if zipped else body


def _operation(endpoint: Endpoint, takes: Any, gives: Any) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in re.findall(r"{(\w+)}", endpoint.path)
    ]
    parameters += [
        {
            "name": name,
            "in": "query",
            "description": meaning,
            "schema": {"type": "integer", "minimum": 0, "maximum": HIGHEST_SEAT},
        }
        for name, meaning in endpoint.query.items()
    ]
    problem = {"$ref": "#/components/schemas/Problem"}
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "parameters": parameters,
        "responses": {
            "200": {"description": "Done", "content": {"application/json": {"schema": gives}}},
            **{
                code: {"description": meaning, "content": {"application/json": {"schema": problem}}}
                for code, meaning in REFUSALS.items()
            },
        },
    }
    if takes:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": takes}}}
    return operation


def typescript() -> str:
    """The types of all messages for the browser."""
    types = [each for e in ENDPOINTS for each in (e.takes, e.gives) if each] + [Problem, NewTable]
    types += [ClientMessage, ServerMessage]
    _, components = msgspec_json.schema_components(types, ref_template="{name}")
    lines = [
        "// Written by `python -m kabuto.server.schema` from kabuto/server/messages.py: change it there.",
        "",
    ]
    notes = {**_notes(messages), **_notes(study), **_notes(samurai)}
    for name, schema in sorted(components.items()):
        lines += [*_comment(schema.get("description"), ""), f"export interface {name} {{"]
        required = schema.get("required", [])
        for field, kind in schema.get("properties", {}).items():
            is_tag = len(kind.get("enum", ())) == 1
            mark = "" if field in required or is_tag else "?"
            lines += [
                *_comment(notes.get((name, field)), "  "),
                f"  {field}{mark}: {_kind(kind)};",
            ]
        lines += ["}", ""]
    for name, union in sorted(UNIONS.items()):
        members = " | ".join(sorted(member.__name__ for member in union.__args__))
        lines += [f"export type {name} = {members};", ""]
    return "\n".join(lines)


def _notes(module: ModuleType) -> dict[tuple[str, str], str]:
    """The line under each field of the classes of a module."""
    return {
        (kind.name, field.target.id): str(note.value.value)
        for kind in ast.parse(getsource(module)).body
        if isinstance(kind, ast.ClassDef)
        for field, note in pairwise(kind.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(note, ast.Expr) and isinstance(note.value, ast.Constant)
    }


def _comment(text: str | None, indent: str) -> list[str]:
    return [f"{indent}/** {' '.join(text.split())} */"] if text else []


_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def _kind(schema: dict[str, Any]) -> str:
    """A JSON schema as a TypeScript type."""
    if "$ref" in schema:
        return str(schema["$ref"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_kind(part) for part in schema["anyOf"]))
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(_kind(part) for part in schema['prefixItems'])}]"
        case "array":
            item = _kind(schema["items"])
            return f"({item})[]" if " | " in item else f"{item}[]"
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return f"Record<string, {_kind(schema['additionalProperties'])}>"
        case "object":
            return "Record<string, unknown>"
        case str(plain):
            return _PLAIN[plain]
    return "unknown"


def main(arguments: list[str]) -> int:
    """Write the TypeScript types, or print the OpenAPI document."""
    if arguments == ["--openapi"]:
        print(json.dumps(openapi(), indent=1))
    else:
        TYPESCRIPT.parent.mkdir(parents=True, exist_ok=True)
        TYPESCRIPT.write_text(typescript(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
