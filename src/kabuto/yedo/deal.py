"""What chance decides: start player, patrol, the order of every pile, and later of reshuffled weapons."""

from random import Random

from kabuto.yedo.board import DISCIPLES, EVENT, PILES, SPOTS, WEAPON
from kabuto.yedo.board import GARDEN as GARDEN_SPOT
from kabuto.yedo.rules import advance
from kabuto.yedo.state import Clan, Setting, State, swapped


def generator(seed: int, purpose: str) -> Random:
    """A generator of its own for each thing that chance decides: they do not disturb each other."""
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
    s, board, players = State(), setting.board, setting.players
    s.setting, s.round, s.step, s.lap = setting, 0, "begin", ()
    s.order = tuple((first + n) % players for n in range(players))
    s.track, s.won, s.barred, s.rebate = (), (-1,) * players, -1, (0,) * players
    s.patrol, s.colour, s.saved = board.patrol_start, colour, ()
    s.church, s.discard, s.event, s.past, s.closed = board.church, (), -1, (), -1
    weapons = decks[WEAPON]
    s.market = (-1, -1, -1, *weapons[:2])
    s.decks = swapped(decks, WEAPON, weapons[2:])
    s.annexes, s.geishas, s.blessings = (board.annexes,) * 4, board.geishas, board.blessings
    s.spaces = tuple((-1,) * players if spot == GARDEN_SPOT else () for spot in range(len(SPOTS)))
    s.clans = tuple(_clan(setting) for _ in range(players))
    s.favours = tuple(range(len(setting.cards.favours)))
    s.borrowed, s.traded, s.shogun = -1, 0, 0
    s.reshuffles, s.tasks, s.facts, s.chance = (), (), (), None
    assert len(s.decks[EVENT]) >= board.rounds
    advance(s)
    return s


def _clan(setting: Setting) -> Clan:
    clan, board = Clan(), setting.board
    clan.mon, clan.prestige = board.money, board.prestige
    clan.reserve = board.reserve_limit
    clan.home = DISCIPLES - clan.reserve
    return clan
