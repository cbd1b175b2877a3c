"""Saved games to play on with."""

import json
from pathlib import Path
from typing import Any

FIGURES = {"o14": "HBR", "o8": "B", "o10": "HR", "q9": "R", "q11": "H", "q13": "B"}
"""Enough of each kind that a capture in the north does not end the game."""


def saved(path: Path, moves: tuple[str, ...] = (), **changes: Any) -> Path:
    """A file with a game in which seat 0 has S3 V1 X H2 T, and B2 of seat 1 lies on o9 beside o8."""
    players = changes.pop("players", 2)
    start = {
        "figures": FIGURES,
        "tokens": {"o9": [1, "B2"], "n14": [0, "R2"]},
        "hands": [["S3", "V1", "X", "H2", "T"], *[["H3", "V2"]] * (players - 1)],
        "draws": [["S1", "S2"], *[["R3"]] * (players - 1)],
        "to_move": 0,
    }
    options = {"players": players, **changes.pop("options", {})}
    record = {
        "format": 1,
        "game": "samurai",
        "options": options,
        "start": start | changes,
        "moves": list(moves),
    }
    path.write_text(json.dumps(record), encoding="utf-8")
    return path


def moves_in(path: Path) -> list[str]:
    """The moves of a saved game."""
    moves: list[str] = json.loads(path.read_text(encoding="utf-8"))["moves"]
    return moves
