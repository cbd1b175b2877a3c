"""The protocol for others: an OpenAPI document and TypeScript types, made from the messages and the wires.

``python -m kabuto.protocol.openapi`` writes the TypeScript types: ``web/src/shell/protocol.ts`` has what is
the same for every game, ``web/src/games/NAME/protocol.ts`` what the wire of a game makes. ``--openapi``
prints the OpenAPI document.

The types are written here, not by a generator from the OpenAPI document, because a message is generic in its
wire: ``State<W>`` has the position that the wire ``W`` makes. OpenAPI has no word for that.
"""

import ast
import gzip
import json
import re
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from inspect import getsource
from itertools import pairwise
from pathlib import Path
from typing import Any

from msgspec import json as msgspec_json

from kabuto.protocol import plain_wire
from kabuto.protocol.endpoints import ENDPOINTS, HIGHEST_VERSION, SOCKET, Endpoint
from kabuto.protocol.http import HIGHEST_DEAL, HIGHEST_SEAT, NewTable, Problem, SeatPlan
from kabuto.protocol.socket import ClientMessage, ServerMessage
from kabuto.table import manifests
from kabuto.table.text import Addressed, Mark
from kabuto.table.wire import PARTS, Wire
from kabuto.version import __version__

SHELL = Path("web/src/shell/protocol.ts")
GAMES = Path("web/src/games")
DESCRIBED = (
    "kabuto.protocol.http",
    "kabuto.protocol.account",
    "kabuto.protocol.puzzles",
    "kabuto.protocol.socket",
    "kabuto.protocol.studies",
    "kabuto.protocol.study",
)
"""The modules whose types the OpenAPI document describes."""
MARKS = "kabuto.table.text"
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


_QUERY: dict[str, dict[str, Any]] = {
    "game": {"type": "string"},
    "id": {"type": "string"},
    "table": {"type": "string"},
    "words": {"type": "string"},
    "seat": {"type": "integer", "minimum": 0, "maximum": HIGHEST_SEAT},
    "before": {"type": "integer", "minimum": 0, "maximum": HIGHEST_DEAL},
    "deal": {"type": "integer", "minimum": 0, "maximum": HIGHEST_VERSION},
    "thinks": {"type": "integer", "minimum": 0, "maximum": 1},
}
"""Parameter of a query → its type."""


def openapi() -> dict[str, Any]:
    """The OpenAPI 3.1 document."""
    types = _types()
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
            "description": f"The WebSocket {SOCKET} carries ClientMessage and ServerMessage. No text "
            "may hold a character of code 0 or half of a surrogate pair.",
        },
        "paths": paths,
        "components": {"schemas": _described(components, (*DESCRIBED, MARKS))},
    }


def _types() -> list[Any]:
    """Everything that travels, the bodies of the endpoints first."""
    bodies = [each for e in ENDPOINTS for each in (e.takes, e.gives) if each]
    return [*bodies, Problem, NewTable, ClientMessage, ServerMessage]


def _described(components: dict[str, Any], modules: Iterable[str]) -> dict[str, Any]:
    """Schemas with the line under each field as its description."""
    notes = {key: note for module in modules for key, note in _notes(module).items()}
    for name, schema in components.items():
        for field, kind in schema.get("properties", {}).items():
            if (name, field) in notes:
                kind["description"] = " ".join(notes[name, field].split())
            elif len(kind.get("enum", ())) == 1:
                kind["description"] = "Tells this message from others."
    return components


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
            "schema": _QUERY[name],
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


def typescript() -> dict[Path, str]:
    """File → the types for the browser: of the shell, the plain wire, and each game with its own."""
    own = [each for name in manifests.BUILT_IN if (each := manifests.component(name, "wire"))]
    wires = [*own, plain_wire.plain(manifests.default())]
    return {SHELL: _shell(), **{GAMES / wire.name / "protocol.ts": _game(wire) for wire in wires}}


def _shell() -> str:
    _, components = msgspec_json.schema_components(_types(), ref_template="{name}")
    _described(components, (*DESCRIBED, MARKS))
    components.pop(Addressed.__name__, None)
    generic = _generic(components)
    lines = [
        "// Written by `python -m kabuto.protocol.openapi` from kabuto/server: change it there.",
        "",
        "/** What the wire of a game makes: a message is generic in it. */",
        "export interface Wire {",
        *(f"  {part}: unknown;" for part in PARTS),
        "  preview?: unknown;",
        "}",
        "",
        "/** What a seat's own player reads, and what the others read. */",
        "export type Addressed = [seat: number, you: (string | Mark)[], other: (string | Mark)[]];",
        "",
        "/** A sentence in parts: plain text, the things it speaks of, and what depends on the reader. */",
        "export type Sentence = (string | Mark | Addressed)[];",
        "",
        *_interfaces(components, generic),
    ]
    for name, union in sorted(UNIONS.items()):
        members = sorted(member.__name__ for member in union.__args__)
        is_generic = not generic.isdisjoint(members)
        shown = " | ".join(f"{member}<W>" if member in generic else member for member in members)
        lines += [f"export type {name}{_PARAMETER if is_generic else ''} = {shown};", ""]
    return "\n".join(lines)


def _game(wire: Wire) -> str:
    made = [*PARTS, *(part for part in wire.types if part not in PARTS)]
    kinds = [wire.types[part] for part in made]
    schemas, components = msgspec_json.schema_components(kinds, ref_template="{name}")
    modules = {kind.__module__ for kind in _classes(kinds)}
    _described(components, modules)
    for shared in (Mark, Addressed):
        components.pop(shared.__name__, None)
    body = _interfaces(components, frozenset())
    title = f"{wire.name.capitalize()}Wire"
    imported = ["import type { Sentence } from '../../shell/protocol'", ""] if _uses_sentences(body) else []
    return "\n".join(
        [
            f"// Written by `python -m kabuto.protocol.openapi` from the wire {wire.name}: change it there.",
            *imported,
            *body,
            "/** What this wire makes: `State<" + title + ">` is a message of it. */",
            f"export interface {title} {{",
            *(f"  {part}: {_kind(schema)};" for part, schema in zip(made, schemas, strict=True)),
            "}",
            "",
        ]
    )


_PARAMETER = "<W extends Wire = Wire>"


def _uses_sentences(lines: Iterable[str]) -> bool:
    return any("Sentence" in line for line in lines)


def _classes(kinds: Iterable[Any]) -> Iterable[type]:
    """The classes that types are made of."""
    for kind in kinds:
        yield from _classes(kind.__args__) if hasattr(kind, "__args__") else [kind]


def _generic(components: Mapping[str, Any]) -> frozenset[str]:
    """The messages that hold something of a wire, or another message that does."""
    found = {name for name, schema in components.items() if '"x-wire"' in json.dumps(schema)}
    while more := {
        name
        for name, schema in components.items()
        if name not in found and any(f'"$ref": "{each}"' in json.dumps(schema) for each in found)
    }:
        found |= more
    return frozenset(found)


def _interfaces(components: Mapping[str, Any], generic: frozenset[str]) -> list[str]:
    lines: list[str] = []
    for name, schema in sorted(components.items()):
        parameter = _PARAMETER if name in generic else ""
        lines += [*_comment(schema.get("description"), ""), f"export interface {name}{parameter} {{"]
        required = schema.get("required", [])
        for field, kind in schema.get("properties", {}).items():
            is_tag = len(kind.get("enum", ())) == 1
            mark = "" if field in required or is_tag else "?"
            lines += [
                *([] if is_tag else _comment(kind.get("description"), "  ")),
                f"  {field}{mark}: {_kind(kind, generic)};",
            ]
        lines += ["}", ""]
    return lines


@cache
def _notes(module: str) -> dict[tuple[str, str], str]:
    """The line under each field of the classes of a module."""
    return {
        (kind.name, field.target.id): str(note.value.value)
        for kind in ast.parse(getsource(import_module(module))).body
        if isinstance(kind, ast.ClassDef)
        for field, note in pairwise(kind.body)
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name)
        if isinstance(note, ast.Expr) and isinstance(note.value, ast.Constant)
    }


def _comment(text: str | None, indent: str) -> list[str]:
    return [f"{indent}/** {' '.join(text.split())} */"] if text else []


_PLAIN = {"string": "string", "integer": "number", "number": "number", "boolean": "boolean", "null": "null"}


def _kind(schema: dict[str, Any], generic: frozenset[str] = frozenset()) -> str:
    """A JSON schema as a TypeScript type."""
    if "x-wire" in schema:
        return f"W['{schema['x-wire']}']"
    if "$ref" in schema:
        name = str(schema["$ref"])
        return f"{name}<W>" if name in generic else name
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_kind(part, generic) for part in schema["anyOf"]))
    match schema.get("type"):
        case "array" if schema.get("items") == _SENTENCE:
            return "Sentence"
        case "array" if "prefixItems" in schema:
            return f"[{', '.join(_kind(part, generic) for part in schema['prefixItems'])}]"
        case "array":
            item = _kind(schema.get("items", {}), generic)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case "object" if isinstance(schema.get("additionalProperties"), dict):
            return f"Record<string, {_kind(schema['additionalProperties'], generic)}>"
        case "object":
            return "Record<string, unknown>"
        case str(plain):
            return _PLAIN[plain]
    return "unknown"


_SENTENCE = {"anyOf": [{"type": "string"}, *({"$ref": each.__name__} for each in (Mark, Addressed))]}
"""What a part of a sentence is."""


def main(arguments: list[str]) -> int:
    """Write the TypeScript types, or print the OpenAPI document."""
    if arguments == ["--openapi"]:
        print(json.dumps(openapi(), indent=1))
    else:
        for path, text in typescript().items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
