"""What must never change, in a form that later versions can compare.

A fact is a JSON value. Before it is hashed, every key that was not known when its batch was made is left
out (``pruned``), so a new option or a new entry of a position that means what was meant before changes
nothing. The hash is the beginning of SHA-256 over the JSON text with sorted keys. Texts stand as they are.
"""

import json
from collections.abc import Collection, Iterator
from hashlib import sha256
from typing import Any

from kabuto.table import Game

DIGITS = 16
"""How much of a hash is kept."""
Facts = dict[str, Any]
"""Name → JSON value."""


def of_game(game: Game[Any, Any]) -> Facts:
    """Where a game stands and how it ended, how it is written down, and what can be played now."""
    return {
        "state": {
            "position": game.position(),
            "outcome": game.outcome and game.outcome.to_json(),
            "deciding": list(game.deciding),
        },
        "record": game.record(),
        "legal": [sorted(map(str, game.legal_moves(seat))) for seat in game.deciding],
    }


def paths(value: Any, path: str = "") -> Iterator[str]:
    """Every path of keys in a JSON value; ``*`` stands for any place in a list."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield f"{path}.{key}"
            yield from paths(part, f"{path}.{key}")
    elif isinstance(value, list):
        for part in value:
            yield from paths(part, f"{path}.*")


def pruned(value: Any, known: Collection[str], path: str = "") -> Any:
    """A JSON value without the keys that were not known."""
    if isinstance(value, dict):
        kept = {key: part for key, part in value.items() if f"{path}.{key}" in known}
        return {key: pruned(part, known, f"{path}.{key}") for key, part in kept.items()}
    if isinstance(value, list):
        return [pruned(part, known, f"{path}.*") for part in value]
    return value


def digest(value: Any) -> str:
    """A short hash of a JSON value."""
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:DIGITS]


def written(facts: Facts, known: Collection[str]) -> Facts:
    """Facts as an entry has them."""
    return {
        name: digest(pruned(fact, known, f".{name}")) if isinstance(fact, (dict, list)) else fact
        for name, fact in facts.items()
    }
