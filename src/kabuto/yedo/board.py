"""The board: names of everything on it, and its numbers for each number of players."""

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

DISTRICTS = ("castle", "gates", "tavern", "harbor", "redlight", "market", "temple")
SPOTS = (
    "castle-prestige",
    "castle-mission",
    "garden",
    "gates",
    "tavern",
    "harbor",
    "redlight",
    "market",
    "temple",
)
"""Where disciples are placed: three kinds of space in the castle, one in every other district."""
DISTRICT_OF = (0, 0, 0, 1, 2, 3, 4, 5, 6)
"""Spot → its district."""
PRESTIGE, MISSION, GARDEN, GATES, TAVERN, HARBOR, REDLIGHT, MARKET, TEMPLE = range(9)
SPOTS_OF = tuple(tuple(s for s in range(9) if DISTRICT_OF[s] == d) for d in range(7))
ANNEXES = ("yashiki", "karesansui", "dojo", "kobudo")
YASHIKI, KARESANSUI, DOJO, KOBUDO = range(4)
PLACES = SPOTS + ANNEXES
"""Everything that a disciple can stand on: spots, then annexes."""
PLACE = {name: number for number, name in enumerate(PLACES)}
FIRST_ANNEX = len(SPOTS)
WEAPONS = ("doku", "fukiya", "katana", "metsubushi", "nawa", "shuko", "shuriken", "yumi")
COPIES = 5
"""Weapons of each kind."""
DISCIPLES = 4
"""Disciples of a clan."""
COLOURS = ("green", "yellow", "red", "black")
WARES = (*WEAPONS, "geisha", "action", "bonus", *COLOURS)
"""Everything that is traded, as all seats see it: weapons, geishas, cards face down."""
PILES = ("action", "bonus", *COLOURS, "weapon", "event")
ACTION, BONUS, GREEN, YELLOW, RED, BLACK, WEAPON, EVENT = range(8)
MISSION_PILES = (GREEN, YELLOW, RED, BLACK)
CATEGORIES = ("action", "bonus", "weapon", "annex", "geisha", "disciple", "mission")
GROUPS = {"arts": (0, 1, 2), "house": (3, 4), "orders": (5, 6)}
"""With 2 or 3 players: group → its categories."""
PATROLS = ("red", "blue")


@dataclass(frozen=True)
class Board:
    """The numbers of the board for one number of players."""

    players: int
    blessings: int
    annexes: int
    """Of each type."""
    geishas: int
    spaces: tuple[int, ...]
    """Spot → how many disciples find room."""
    lots: tuple[str, ...]
    """What is auctioned: the seven categories, or three groups of them."""
    contents: tuple[tuple[int, ...], ...]
    """Lot → its categories."""
    minimum: tuple[int, ...]
    """Lot → the lowest bid."""
    rounds: int
    money: int
    prestige: int
    church: int
    step_out: int
    reserve_limit: int
    reserve_limit_always: bool
    """Whether it holds for whatever sends a disciple to the reserve, not for arrests alone."""
    max_missions: int
    max_actions: int
    max_bonuses: int
    max_weapons: int
    max_geishas: int
    prices: tuple[int, ...]
    """Market field, from the left → price."""
    school_rebate: int
    ring: tuple[int, ...]
    """The districts as the patrol passes them."""
    patrol_start: int
    first_move_round: int
    directions: tuple[int, int]
    """Steps along the ring of the red and of the blue patrol."""


@cache
def board(players: int) -> Board:
    """The board for a number of players, from its data file."""
    return _board(tomllib.loads((files(__package__) / "board.toml").read_text("utf-8")), players)


def _board(data: dict[str, Any], players: int) -> Board:
    own, game, limits, patrol = data["players"][str(players)], data["game"], data["limits"], data["patrol"]
    grouped = players <= 3
    lots = tuple(GROUPS) if grouped else CATEGORIES
    minimum = data["group_minimum" if grouped else "minimum"]
    return Board(
        players=players,
        blessings=own["blessings"],
        annexes=own["annexes"],
        geishas=own["geishas"],
        spaces=tuple(own["spaces"][spot] for spot in SPOTS),
        lots=lots,
        contents=tuple(GROUPS.values()) if grouped else tuple((n,) for n in range(len(CATEGORIES))),
        minimum=tuple(minimum[lot] for lot in lots),
        rounds=game["rounds"],
        money=game["money"],
        prestige=game["prestige"],
        church=game["church"],
        step_out=game["step_out"],
        reserve_limit=game["reserve_limit"],
        reserve_limit_always=game["reserve_limit_always"],
        max_missions=limits["missions"],
        max_actions=limits["actions"],
        max_bonuses=limits["bonuses"],
        max_weapons=limits["weapons"],
        max_geishas=limits["geishas"],
        prices=tuple(data["market"]["prices"]),
        school_rebate=data["market"]["school_rebate"],
        ring=tuple(DISTRICTS.index(name) for name in patrol["ring"]),
        patrol_start=DISTRICTS.index(patrol["start"]),
        first_move_round=patrol["first_move_round"],
        directions=(patrol["red"], patrol["blue"]),
    )
