"""Converts between readable states and the engine's records."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

import numpy as np

from kabuto.samurai.board import SEA, SETTLEMENT, SETTLEMENTS_BESIDE, SPACES
from kabuto.samurai.editions import DRAFT, Setting
from kabuto.samurai.editions import TURN as LATE
from kabuto.samurai.kernel.tables import (
    LAND_IN_PLAY,
    LAND_SPACES,
    LANDS,
    SEA_IN_PLAY,
    SEA_SPACES,
    SEA_WORD,
    SEAS,
    SEAT_STEP,
    SLOW_KINDS,
    STATE,
    SURROUND,
    TOWNS,
)
from kabuto.samurai.state import NO_TOKENS, Phase, State
from kabuto.samurai.tokens import FULL_SET, KINDS_IN, TOKENS, UNKNOWN, Laid
from kabuto.samurai.view import HIDDEN_COUNTS, SamuraiView

_INDEX = {space: index for spaces in (LAND_SPACES, SEA_SPACES) for index, space in enumerate(spaces)}
"""Space → its index among those of its terrain."""
_SURROUND: list[int] = SURROUND.tolist()
_FIRST_BIT = [1 << FULL_SET.index(kind) for kind in range(len(TOKENS))]
_PHASES = (Phase.CHOOSE, Phase.DRAFT, Phase.TURN, Phase.OVER)


def states(number: int) -> Any:
    """An array of records for a number of games."""
    return np.zeros(number, STATE)


def from_state(state: State, seed: int = 1) -> Any:
    """One game as an array of one record; every hand and stack must be known."""
    games = states(1)
    s = games[0]
    setting, players = state.setting, state.setting.players
    s["players"], s["seat"], s["phase"] = players, state.seat, _PHASES.index(state.phase)
    s["late"], s["null"], s["draft"] = (
        setting.captures == LATE,
        setting.null_exchange,
        setting.figures == DRAFT,
    )
    s["passes"], s["pick"], s["rng"] = state.passes, -1, seed_word(seed)
    s["played"] = mask(state.played)
    for seat in range(players):
        s["hand"][seat] = mask(state.hands[seat])
        s["captured"][seat] = state.captured[seat]
        if state.phase is not Phase.CHOOSE:
            s["pile"][seat] = mask(state.hands[seat] + state.stacks[seat]) & ~s["hand"][seat]
    s["aside"] = state.aside
    _fill_board(s, state)
    return games


def _fill_board(s: Any, state: State) -> None:
    # Fields of a record are slow to access from Python, so everything is prepared first and written at once.
    land, sea = int(LAND_IN_PLAY[state.setting.players]), SEA_IN_PLAY[state.setting.players].tolist()
    land_token, sea_token, movable = [0] * LANDS, [0] * SEAS, [0] * 4
    influence = [[[0] * 4 for _ in range(3)] for _ in range(TOWNS)]
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
        if held and not land & _SURROUND[town]:
            touched |= 1 << town
    s["land"], s["sea"], s["figures"], s["movable"], s["touched"] = land, sea, figures, movable, touched
    s["land_token"], s["sea_token"], s["influence"] = land_token, sea_token, influence


def from_view(view: SamuraiView, seed: int = 1) -> Any:
    """A game built from a view alone; what the seat cannot see is filled in arbitrarily, for ``redeal``."""
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
    return from_state(state._replace(hands=tuple(hands), stacks=tuple(stacks), captured=captured), seed)


def to_state(s: Any, setting: Setting) -> State:
    """The readable state of a record; stacks and played tokens are sorted by kind."""
    tokens: list[Laid | None] = list(NO_TOKENS)
    for spaces, codes in ((LAND_SPACES, s["land_token"]), (SEA_SPACES, s["sea_token"])):
        for space, code in zip(spaces, codes, strict=True):
            if code:
                tokens[space] = Laid(*divmod(int(code) - 1, SEAT_STEP))
    figures = [0] * len(SETTLEMENT)
    for kind in range(3):
        for town in range(len(figures)):
            figures[town] |= (int(s["figures"][kind]) >> town & 1) << kind
    seats, phase = range(setting.players), _PHASES[s["phase"]]
    return State(
        setting,
        phase,
        int(s["seat"]),
        tuple(tokens),
        tuple(figures),
        tuple(kinds(s["hand"][seat]) for seat in seats),
        () if phase is Phase.CHOOSE else tuple(kinds(s["pile"][seat]) for seat in seats),
        tuple(_triple(s["captured"][seat]) for seat in seats),
        _triple(s["aside"]),
        kinds(s["played"]),
        int(s["passes"]),
    )


def mask(tokens: Iterable[int]) -> int:
    """Kinds of token as a set of the 20 tokens; of two equal ones, the first is used first."""
    found = 0
    for kind in tokens:
        bit = _FIRST_BIT[kind]
        while found & bit:
            bit <<= 1
        found |= bit
    return found


@lru_cache(maxsize=4096)
def kinds(tokens: int) -> tuple[int, ...]:
    """The kinds of a set of the 20 tokens, in order."""
    return tuple(kind for number, kind in enumerate(FULL_SET) if int(tokens) >> number & 1)


def seed_word(seed: int) -> int:
    """The start of the engine's random generator for a seed: never zero."""
    word = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & 0x7FFFFFFFFFFFFFFF
    return word or 1


def _triple(counts: Any) -> tuple[int, int, int]:
    return int(counts[0]), int(counts[1]), int(counts[2])
