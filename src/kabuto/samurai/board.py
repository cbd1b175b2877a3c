"""The map: 174 spaces as small integers, in the order of ``board.csv``.

Two facts make the rules short. A settlement is never beside another one, and every land space lies
beside exactly two settlements. Leaving regions out takes neighbours from sea spaces only, so one
table of neighbours serves every player count.
"""

import csv
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from kabuto.samurai.maps import JAPAN, MAPS

SEA, LAND, VILLAGE, CITY, EDO = "sea", "land", "village", "city", "edo"

CAPACITY = {VILLAGE: 1, CITY: 2, EDO: 3}
"""How many figures a settlement holds; what is not named here is no settlement."""

REGIONS = {2: {"honshu"}, 3: {"honshu", "kyushu-shikoku"}, 4: {"honshu", "kyushu-shikoku", "hokkaido"}}
"""The regions in play, by number of players."""


@dataclass(frozen=True)
class Space:
    """One space of the map."""

    name: str
    """A column letter and a row number: ``o14``."""
    column: int
    row: int
    q: int
    r: int
    """Axial coordinates, Edo at (0, 0)."""
    terrain: str
    regions: frozenset[str]
    title: str
    """What the map calls it (``Edo``), or nothing."""


def _read() -> tuple[Space, ...]:
    text = (files("kabuto.samurai") / "board.csv").read_text(encoding="utf-8")
    return tuple(
        Space(
            row["space"],
            int(row["column"]),
            int(row["row"]),
            int(row["q"]),
            int(row["r"]),
            row["terrain"],
            frozenset(row["regions"].split("+")),
            row["name"],
        )
        for row in csv.DictReader(text.splitlines())
    )


SPACES = _read()
SPACE = {space.name: number for number, space in enumerate(SPACES)}
"""Name → number."""

_AT = {(space.q, space.r): number for number, space in enumerate(SPACES)}
NEIGHBOURS = tuple(
    tuple(
        sorted(
            _AT[space.q + q, space.r + r]
            for q, r in ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
            if (space.q + q, space.r + r) in _AT
        )
    )
    for space in SPACES
)
"""The spaces beside each space, on the whole map."""

SETTLEMENTS = tuple(number for number, space in enumerate(SPACES) if space.terrain in CAPACITY)
"""Settlement → space: the 34 settlements are numbered too, in the order of the map."""
SETTLEMENT = {space: number for number, space in enumerate(SETTLEMENTS)}
"""Space → settlement."""
ROOM = tuple(CAPACITY[SPACES[space].terrain] for space in SETTLEMENTS)
"""How many figures each settlement holds."""
LAND_AROUND = tuple(tuple(n for n in NEIGHBOURS[space] if SPACES[n].terrain == LAND) for space in SETTLEMENTS)
"""The land spaces around each settlement: it is surrounded when all of them are taken."""
SETTLEMENTS_BESIDE = tuple(
    tuple(SETTLEMENT[n] for n in NEIGHBOURS[space] if n in SETTLEMENT) for space in range(len(SPACES))
)
"""The settlements beside each space."""


@dataclass(frozen=True)
class Board:
    """The part of the map that a number of players uses."""

    players: int
    spaces: frozenset[int]
    land: tuple[int, ...]
    sea: tuple[int, ...]
    settlements: tuple[int, ...]
    """Settlement numbers; ``SETTLEMENTS`` gives their spaces."""
    cities: tuple[int, ...]
    villages: tuple[int, ...]
    fixed: tuple[tuple[int, str], ...]
    """Settlements and the figures that stand there from the beginning."""
    figures: int
    """Figures of each kind."""


@cache
def board(players: int, name: str = JAPAN) -> Board:
    """The board for 2, 3 or 4 players on a map."""
    regions, part = REGIONS[players], MAPS[name]
    names = part.spaces.split()
    spaces = [
        number
        for number, space in enumerate(SPACES)
        if (space.name in names if names else space.regions & regions)
    ]

    def of(*terrains: str) -> tuple[int, ...]:
        return tuple(number for number in spaces if SPACES[number].terrain in terrains)

    def settlements(*terrains: str) -> tuple[int, ...]:
        return tuple(SETTLEMENT[number] for number in of(*terrains))

    everywhere = settlements(*CAPACITY)
    return Board(
        players=players,
        spaces=frozenset(spaces),
        land=of(LAND),
        sea=of(SEA),
        settlements=everywhere,
        cities=settlements(CITY),
        villages=settlements(VILLAGE),
        fixed=tuple((SETTLEMENT[SPACE[space]], figures) for space, figures in part.figures.items()),
        figures=sum(ROOM[settlement] for settlement in everywhere) // 3,
    )
