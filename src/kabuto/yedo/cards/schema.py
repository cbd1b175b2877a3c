"""The shape of card files as a JSON schema, made from the vocabulary: an editor can check cards by it.

``python -m kabuto.yedo.cards.schema`` prints what ``cards.schema.json`` beside this module holds. The reader
checks more: that no code comes twice, that there are enough cards, and that a clan has enough disciples for
both parts of a mission.
"""

import json
from collections.abc import Callable, Iterable
from typing import Any

from kabuto.yedo.board import ANNEXES, COLOURS, DISTRICTS, WEAPONS
from kabuto.yedo.cards.vocabulary import CONDITIONS, EFFECTS, REWARDS, TIMINGS, Word

Schema = dict[str, Any]
_NUMBERS = {"n": "[1-9][0-9]?", "z": "-?[1-9][0-9]?"}
_STRINGS: Schema = {"type": "string", "minLength": 1}
_TEXTS: Schema = {"type": "object", "required": ["en"], "additionalProperties": _STRINGS}


def schema() -> Schema:
    """The schema of a file of cards, whichever of the five it is."""
    cards = {
        "missions": _card("M", {"colour": _enum(COLOURS), **_part(), "bonus": _bonus_part()}, _MISSION),
        "actions": _card("A", _action(), ["copies", "timing", "effects"], allOf=_at_its_time()),
        "bonuses": _card("B", _bonus(), ["condition", "alone"]),
        "events": _card("E", {"effects": _event()}, ["effects"]),
        "favours": _card("F", {"reward": _words(REWARDS, "favour", least=1)}, ["reward"]),
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A file of Yedo cards for Kabuto",
        "anyOf": [{"$ref": f"#/$defs/{file}"} for file in cards],
        "$defs": {file: _object({"card": _list(card)}, []) for file, card in cards.items()},
    }


_MISSION = ["colour", "districts", "reward"]


def _object(properties: Schema, required: list[str], **more: Any) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": False,
        **more,
    }


def _list(items: Schema, **more: Any) -> Schema:
    return {"type": "array", "items": items, **more}


def _enum(names: Iterable[str]) -> Schema:
    return {"enum": list(names)}


def _number(least: int, most: int) -> Schema:
    return {"type": "integer", "minimum": least, "maximum": most}


def _card(letter: str, own: Schema, required: list[str], **more: Any) -> Schema:
    """A card with what every card has."""
    code = {"type": "string", "pattern": f"^{letter}[1-9][0-9]{{0,2}}$"}
    return _object(
        {"code": code, "name": _TEXTS, "text": _TEXTS, **own}, ["code", "name", "text", *required], **more
    )


def _sentence(words: dict[str, Word], allowed: Callable[[Word], bool]) -> Schema:
    """A sentence of the vocabulary that begins with an allowed word."""
    sentences = [
        " ".join(
            [op, *(_NUMBERS[arg] if isinstance(arg, str) else f"({'|'.join(arg)})" for arg in word.args)]
        )
        for op, word in words.items()
        if allowed(word)
    ]
    return {"type": "string", "pattern": f"^({'|'.join(sentences)})$"}


def _words(words: dict[str, Word], where: str, least: int = 0) -> Schema:
    return _list(_sentence(words, lambda word: where in word.where), minItems=least)


def _part() -> Schema:
    return {
        "districts": _list(_enum(DISTRICTS), minItems=1, maxItems=4),
        "weapons": _list(_enum(WEAPONS), maxItems=4),
        "annexes": _list(_enum(ANNEXES), uniqueItems=True),
        "geishas": _number(0, 3),
        "special": _words(CONDITIONS, "mission"),
        "blessing": _number(0, 1),
        "pay": _number(0, 30),
        "reward": _words(REWARDS, "mission", least=1),
    }


def _bonus_part() -> Schema:
    return _object({**_part(), "districts": _list(_enum(DISTRICTS), maxItems=3)}, ["reward"])


def _action() -> Schema:
    return {
        "copies": _number(1, 20),
        "timing": _enum(TIMINGS),
        "conditions": _words(CONDITIONS, "action"),
        "effects": {
            **_words(EFFECTS, "action", least=1),
            "contains": _sentence(EFFECTS, lambda word: word.targeted),  # one of them at most
            "minContains": 0,
            "maxContains": 1,
        },
    }


def _at_its_time() -> list[Schema]:
    """Each time has its effects."""

    def sentence(timing: str) -> Schema:
        return _sentence(EFFECTS, lambda word: "action" in word.where and timing in word.timings)

    return [
        {
            "if": {"properties": {"timing": {"const": timing}}},
            "then": {"properties": {"effects": _list(sentence(timing))}},
        }
        for timing in TIMINGS
    ]


def _bonus() -> Schema:
    condition = _sentence(CONDITIONS, lambda word: "bonus" in word.where)
    return {"condition": condition, "alone": _number(0, 20), "shared": _number(0, 20)}


def _event() -> Schema:
    close = {"type": "string", "pattern": "^close "}  # there is one tile
    return {**_words(EFFECTS, "event", least=1), "contains": close, "minContains": 0, "maxContains": 1}


if __name__ == "__main__":
    print(json.dumps(schema(), indent=1))
