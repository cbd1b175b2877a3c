"""What the engine's record of a game holds, from readable states and views: fields by name."""

from collections import Counter
from collections.abc import Iterable
from typing import Any

from kabuto.samurai.board import SEA, SETTLEMENTS_BESIDE, SPACES
from kabuto.samurai.editions import DRAFT
from kabuto.samurai.editions import TURN as LATE
from kabuto.samurai.kernel.ids import (
    AROUND,
    LAND_OF,
    LAND_SPACES,
    LANDS,
    MAP_NUMBER,
    MAP_STEP,
    SEA_OF,
    SEA_SPACES,
    SEA_WORD,
    SEAS,
    SEAT_STEP,
    SLOW_KINDS,
    TOWNS,
)
from kabuto.samurai.state import Phase, State
from kabuto.samurai.tokens import FULL_SET, KINDS_IN, TOKENS, UNKNOWN
from kabuto.samurai.view import HIDDEN_COUNTS, SamuraiView

PHASES = (Phase.CHOOSE, Phase.DRAFT, Phase.TURN, Phase.OVER)
SEATS = 4
_INDEX = {space: index for spaces in (LAND_SPACES, SEA_SPACES) for index, space in enumerate(spaces)}
"""Space → its index among those of its terrain."""
_FIRST_BIT = [1 << FULL_SET.index(kind) for kind in range(len(TOKENS))]


def of_state(state: State, seed: int = 1) -> dict[str, Any]:
    """The fields of a game; every hand and stack must be known."""
    setting, players = state.setting, state.setting.players
    hands = [mask(state.hands[seat]) for seat in range(players)]
    piles = [0] * players
    if state.phase is not Phase.CHOOSE:
        piles = [mask(state.hands[seat] + state.stacks[seat]) & ~hands[seat] for seat in range(players)]
    return {
        "players": players,
        "seat": state.seat,
        "phase": PHASES.index(state.phase),
        "late": int(setting.captures == LATE),
        "null": int(setting.null_exchange),
        "setup": int(setting.figures == DRAFT) + MAP_STEP * MAP_NUMBER[setting.map],
        "passes": state.passes,
        "pick": -1,
        "rng": seed_word(seed),
        "played": mask(state.played),
        "hand": _filled(hands, 0),
        "pile": _filled(piles, 0),
        "captured": _filled([[*counts] for counts in state.captured], [0, 0, 0]),
        "aside": [*state.aside],
        **_board(state),
    }


def of_view(view: SamuraiView, seed: int = 1) -> dict[str, Any]:
    """The fields of a game as a seat knows it; what it cannot see is arbitrary, for ``redeal``."""
    state, players = view.state, view.players
    hands, stacks = [], []
    for seat in range(players):
        pool, known = Counter(view.pools[seat]), state.hands[seat]
        if UNKNOWN in known:
            known = view.pools[seat][: len(known)]
        hands.append(tuple(known))
        stacks.append(tuple((pool - Counter(known)).elements()))
    remembered = view.remembered()
    captured = tuple(
        remembered[seat] if counts == HIDDEN_COUNTS else counts for seat, counts in enumerate(state.captured)
    )
    return of_state(state._replace(hands=tuple(hands), stacks=tuple(stacks), captured=captured), seed)


def _board(state: State) -> dict[str, Any]:
    setting = state.setting
    number = MAP_NUMBER[setting.map]
    land, sea = LAND_OF[number][setting.players], [*SEA_OF[number][setting.players]]
    land_token, sea_token, movable = [0] * LANDS, [0] * SEAS, [0] * SEATS
    influence = [[[0] * SEATS for _ in range(3)] for _ in range(TOWNS)]
    for space, laid in enumerate(state.tokens):
        if laid is None:
            continue
        index, code = _INDEX[space], 1 + laid.token + SEAT_STEP * laid.seat
        if SPACES[space].terrain == SEA:
            sea_token[index] = code
            sea[index // SEA_WORD] &= ~(1 << index % SEA_WORD)
        else:
            land_token[index] = code
            land &= ~(1 << index)
            if laid.token < SLOW_KINDS:
                movable[laid.seat] |= 1 << index
        for town in SETTLEMENTS_BESIDE[space]:
            for figure in KINDS_IN[TOKENS[laid.token].influences]:
                influence[town][figure][laid.seat] += TOKENS[laid.token].strength
    figures, touched = [0, 0, 0], 0
    for town, held in enumerate(state.figures):
        for kind in KINDS_IN[held]:
            figures[kind] |= 1 << town
        if held and not land & AROUND[town]:
            touched |= 1 << town
    return {
        "land": land,
        "sea": sea,
        "figures": figures,
        "movable": movable,
        "touched": touched,
        "land_token": land_token,
        "sea_token": sea_token,
        "influence": influence,
    }


def mask(tokens: Iterable[int]) -> int:
    """Kinds of token as a set of the 20 tokens; of two equal ones, the first is used first."""
    found = 0
    for kind in tokens:
        bit = _FIRST_BIT[kind]
        while found & bit:
            bit <<= 1
        found |= bit
    return found


def seed_word(seed: int) -> int:
    """The start of the engine's random generator for a seed: never zero."""
    word = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & 0x7FFFFFFFFFFFFFFF
    return word or 1


def _filled(seats: list[Any], nothing: Any) -> list[Any]:
    """Something for each seat, whether it takes part or not."""
    return [*seats, *[nothing] * (SEATS - len(seats))]
