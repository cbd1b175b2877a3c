"""What a standard task is: everything that decides what a player's score means.

The tasks of a game are in the file ``tasks.json`` of its folder. A task that was published never changes: its
name ends in a version, and another opponent, option or seed makes another version.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from kabuto.arena.match import FIRST, Fixture, Match
from kabuto.table import BadOption, Catalogue, game_class, manifests
from kabuto.table.errors import short
from kabuto.table.options import resolve

WORDS = Catalogue("kabuto.tasks")
FILE = "tasks.json"


@dataclass(frozen=True)
class Task:
    """One player on every seat of every deal, against opponents that stay the same."""

    name: str
    game: str
    options: Mapping[str, Any]
    """The options that the task names; all others mean for ever what they meant at first."""
    opponents: tuple[str, ...]
    """Who sits on the other seats, from the player's left on."""
    seed: int
    games: int
    """How many games make a whole result."""
    steps: int | None
    """How many own decisions a player may have learned from, if it learned for the task."""
    seconds: float | None
    """How long a player may think in a game."""
    frozen: Mapping[str, Any]
    """Opponent → what its moves follow from, as ``kabuto.tasks.frozen`` has it."""

    @property
    def players(self) -> int:
        """How many seats a game has."""
        return 1 + len(self.opponents)

    def match(self, player: str) -> Match:
        """The games of a player, for the arena."""
        options = resolve(game_class(self.game).option_table, self.options, lasting=True)
        return Match(self.game, options, (player, *self.opponents), FIRST, self.seed)

    def seat(self, number: int) -> int:
        """The seat of the player in a game: every deal is played from every seat."""
        return number % self.players

    def fixture(self, number: int, player: str) -> Fixture:
        """A game by its number, from 0."""
        deal, seat = divmod(number, self.players)
        seats = [player, *self.opponents]
        return Fixture(deal, tuple(seats[self.players - seat :] + seats[: self.players - seat]))

    def to_json(self) -> dict[str, Any]:
        """The task as results and the file of its game have it."""
        return {
            "name": self.name,
            "game": self.game,
            "options": dict(self.options),
            "opponents": list(self.opponents),
            "seed": self.seed,
            "games": self.games,
            "budget": {"steps": self.steps, "seconds": self.seconds},
            "frozen": dict(self.frozen),
        }


def tasks() -> list[Task]:
    """Every task of every game."""
    return [_read(game, each) for game in manifests.having("tasks") for each in _stored(game)]


def task(name: str) -> Task:
    """A task by its name."""
    known = {each.name: each for each in tasks()}
    if name not in known:
        raise BadOption(WORDS.say("no_task", name=short(name), known=list(known)), "task")
    return known[name]


def _stored(game: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(
        (files(str(manifests.manifest(game).tasks)) / FILE).read_text("utf-8")
    )
    return found


def _read(game: str, stored: Mapping[str, Any]) -> Task:
    budget = stored["budget"]
    return Task(
        name=stored["name"],
        game=game,
        options=stored["options"],
        opponents=tuple(stored["opponents"]),
        seed=stored["seed"],
        games=stored["games"],
        steps=budget["steps"],
        seconds=budget["seconds"],
        frozen=stored["frozen"],
    )
