"""What chance decides: start player, patrol, the order of every pile, and later of reshuffled weapons."""

from random import Random

from kabuto.yedo.board import ANNEXES, DISCIPLES, EVENT, GARDEN, PILES, SPOTS, WEAPON
from kabuto.yedo.options import Setting
from kabuto.yedo.rules import advance
from kabuto.yedo.state.state import Clan, State, swapped


def generator(seed: int, purpose: str) -> Random:
    """A separate generator for each thing that chance decides, so that none disturbs another."""
    return Random(f"{seed}/{purpose}")


def deal(setting: Setting, seed: int) -> State:
    """A new game."""
    rng = generator(seed, "start")
    first, colour = rng.randrange(setting.players), rng.randrange(2)
    decks = []
    for pile, faces in zip(PILES, setting.cards.deck_faces, strict=True):
        cards = list(faces)
        generator(seed, pile).shuffle(cards)
        decks.append(tuple(cards))
    return begin(setting, first, colour, tuple(decks))


def begin(setting: Setting, first: int, colour: int, decks: tuple[tuple[int, ...], ...]) -> State:
    """A game as chance dealt it, before the first move."""
    board, players, weapons = setting.board, setting.players, decks[WEAPON]
    s = State(
        setting,
        order=tuple((first + n) % players for n in range(players)),
        won=(-1,) * players,
        rebate=(0,) * players,
        colour=colour,
        patrol=board.patrol_start,
        church=board.church,
        market=(-1, -1, -1, *weapons[:2]),
        decks=swapped(decks, WEAPON, weapons[2:]),
        annexes=(board.annexes,) * len(ANNEXES),
        geishas=board.geishas,
        blessings=board.blessings,
        spaces=tuple((-1,) * players if spot == GARDEN else () for spot in range(len(SPOTS))),
        clans=tuple(_clan(setting) for _ in range(players)),
        favours=tuple(range(len(setting.cards.favours))),
    )
    assert len(s.decks[EVENT]) >= board.rounds
    advance(s)
    return s


def _clan(setting: Setting) -> Clan:
    board = setting.board
    home = DISCIPLES - board.reserve_limit
    return Clan(mon=board.money, prestige=board.prestige, home=home, reserve=board.reserve_limit)
