"""Write ``src/games/samurai/map.json``: spaces and tokens for the browser, from the rules' tables."""

import json
from pathlib import Path

from kabuto.samurai import board, places, tokens

TARGET = Path(__file__).parent / "src" / "games" / "samurai" / "map.json"


def text() -> str:
    """The file's content."""
    spaces = [
        [
            space.name,
            space.column,
            space.row,
            space.q,
            space.r,
            space.terrain,
            sorted(space.regions),
            space.title,
        ]
        for space in board.SPACES
    ]
    kinds = [
        {
            "code": token.code,
            "name": token.name,
            "number": token.number,
            "strength": token.strength,
            "fast": token.fast,
            "terrain": token.terrain,
        }
        for token in tokens.TOKENS
    ]
    parts = {
        "aside": tokens.ASIDE_LIMIT,
        "hand": tokens.HAND_SIZE,
        "room": board.CAPACITY,
        "regions": {str(players): sorted(regions) for players, regions in board.REGIONS.items()},
        "places": [[place.phrase, place.words] for place in places.places()],
        "spaces": spaces,
        "tokens": kinds,
    }
    lines = []
    for key, value in parts.items():
        if isinstance(value, list):
            rows = ",\n  ".join(json.dumps(row) for row in value)
            lines.append(f'"{key}": [\n  {rows}\n ]')
        else:
            lines.append(f'"{key}": {json.dumps(value)}')
    return "{\n " + ",\n ".join(lines) + "\n}\n"


if __name__ == "__main__":
    TARGET.write_text(text(), encoding="utf-8")
