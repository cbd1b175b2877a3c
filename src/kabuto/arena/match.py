"""Who meets whom, on which seats, with which deals: a match follows from a few words and one seed.

Every deal is played from every seat. What chance decides depends on the seed, the deal and the seat, never
on who sits there, on the order in which games are played or on how many processes play them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import combinations, islice, permutations
from math import ceil, factorial
from random import Random
from typing import Any

from kabuto.players import make
from kabuto.table import BadOption, Catalogue, Value, game_class
from kabuto.table.errors import short
from kabuto.table.options import resolve

WORDS = Catalogue("kabuto.arena")

Lineup = tuple[str, ...]
"""Entrants who sit down together, one for each seat, in any order."""


@dataclass(frozen=True)
class Fixture:
    """A game to be played."""

    deal: int
    """Which deal; all fixtures with this number begin alike."""
    seats: Lineup
    """Seat → entrant."""


@dataclass(frozen=True)
class Match:
    """What all games of a match have in common."""

    game: str
    options: Mapping[str, Value]
    """Every option of the game."""
    entrants: tuple[str, ...]
    """Names as ``kabuto.players.make`` understands them."""
    tables: str
    """Who sits down together: a key of ``TABLES``."""
    seed: int

    @property
    def players(self) -> int:
        """How many seats a game has."""
        return int(self.options["players"])

    def lineups(self) -> list[Lineup]:
        """Who sits down together."""
        return TABLES[self.tables](self.entrants, self.players)

    def deals(self, games: int) -> int:
        """How many deals it takes to play at least this many games of each line-up."""
        return ceil(games / self.players)

    def number(self, games: int) -> int:
        """How many fixtures it takes to play at least this many games of each line-up."""
        return self.deals(games) * self.players * len(self.lineups())

    def fixtures(self, games: int) -> Iterator[Fixture]:
        """At least this many games of each line-up, so that every deal is played from every seat."""
        lineups = self.lineups()
        for deal in range(self.deals(games)):
            for lineup in lineups:
                for seats in seatings(lineup, deal):
                    yield Fixture(deal, seats)

    def seed_of(self, purpose: str, deal: int, seat: int | None = None) -> int:
        """The seed of one thing that chance decides."""
        text = f"{self.seed}/{purpose}/{deal}/{'' if seat is None else seat}"
        return int.from_bytes(sha256(text.encode()).digest()[:8], "big") >> 11  # JSON is exact up to 53 bits

    def to_json(self) -> dict[str, Any]:
        """The match as its file has it."""
        return {
            "game": self.game,
            "options": dict(self.options),
            "entrants": list(self.entrants),
            "tables": self.tables,
            "seed": self.seed,
        }


def new_match(
    game: str, options: Mapping[str, object], entrants: Sequence[str], seed: int, tables: str | None = None
) -> Match:
    """A match of entrants who exist; ``BadOption`` names what is wrong."""
    resolved = resolve(game_class(game).option_table, options)
    players = int(resolved["players"])
    if len(entrants) < 2:
        raise BadOption(WORDS.say("two_entrants"), "entrants")
    for entrant in entrants:
        if entrants.count(entrant) > 1:
            raise BadOption(WORDS.say("entrant_twice", name=short(entrant)), "entrants")
        try:
            make(entrant, game, Random(0))
        except BadOption as refusal:
            raise BadOption(refusal.reason, "entrants") from None
    if tables is None:
        tables = ALL if len(entrants) >= players else REST
    if tables not in TABLES:
        raise BadOption(WORDS.say("tables_one_of", known=list(TABLES), given=short(tables)), "tables")
    if tables == ALL and len(entrants) < players:
        raise BadOption(WORDS.say("seats_need", players=players, rest=REST), "tables")
    return Match(game, resolved, tuple(entrants), tables, seed)


def seatings(lineup: Lineup, deal: int) -> list[Lineup]:
    """Everybody on every seat once: one circle, turned seat by seat. Deals take the circles in turn."""
    first, *others = lineup
    circles = factorial(len(others))
    circle = (first, *next(islice(permutations(others), deal % circles, None)))
    return [circle[shift:] + circle[:shift] for shift in range(len(circle))]


def _all(entrants: Sequence[str], players: int) -> list[Lineup]:
    return list(combinations(entrants, players))


def _rest(entrants: Sequence[str], players: int) -> list[Lineup]:
    pairs = combinations(entrants, 2) if players == 2 else permutations(entrants, 2)
    return [(one, *[other] * (players - 1)) for one, other in pairs]


def _first(entrants: Sequence[str], players: int) -> list[Lineup]:
    return [(entrants[0], *[other] * (players - 1)) for other in entrants[1:]]


ALL, REST, FIRST = "all", "rest", "first"
TABLES: dict[str, Callable[[Sequence[str], int], list[Lineup]]] = {ALL: _all, REST: _rest, FIRST: _first}
"""Which line-ups there are: every choice of different entrants; each entrant alone against each other one
on all other seats; the same for the first entrant only."""
