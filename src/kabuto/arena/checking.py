"""Results that another machine can check: games of a match played again, and ladders of sequential tests."""

from collections.abc import Sequence
from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from typing import Any

from kabuto.arena.match import FIRST, Match
from kabuto.arena.playing import Played
from kabuto.arena.sequential import SequentialTest


def same_game(one: Played, other: Played) -> bool:
    """Whether a game went the same way; how long the entrants thought does not matter."""
    return replace(one, seconds=(), record="", logs=()) == replace(other, seconds=(), record="", logs=())


def steps_of(match: Match) -> list[Match]:
    """A match of each entrant against the next one, which takes all the other seats."""
    return [replace(match, entrants=pair, tables=FIRST) for pair in pairwise(match.entrants)]


def ladder(match: Match, steps: Sequence[tuple[Match, Path, SequentialTest]]) -> dict[str, Any]:
    """What the tests of a ladder say, each with the file of its games and the digest of that file."""
    return {
        **match.to_json(),
        "ladder": [
            {
                "entrants": list(step.entrants),
                "file": path.name,
                "sha256": sha256(path.read_bytes()).hexdigest(),
                "sprt": test.to_json(),
            }
            for step, path, test in steps
        ],
    }
