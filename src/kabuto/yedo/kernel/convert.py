"""Converts between readable states and the engine's records.

A record does not keep what no rule reads: in which order disciples came to a space, and missions to the
finished ones. ``to_state`` gives them in the order of seats and numbers.
"""

from typing import Any

import numpy as np

from kabuto.compiling.arrays import fill, kind_of
from kabuto.yedo.board import FIRST_ANNEX, GARDEN, SPOTS, WEAPONS
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel.moves import packing
from kabuto.yedo.kernel.record import LAP_ROOM, MOST_MON, PILE_ROOM, STATE
from kabuto.yedo.kernel.writing import OWN_PARTS, WARE_BITS, WORDS_OF, of_state, seed_word
from kabuto.yedo.options import Setting
from kabuto.yedo.state.state import TASKS, Clan, Proposal, State, Task
from kabuto.yedo.state.wares import ANY, CARD_ITEM, GEISHA_ITEM, Item

__all__ = ["from_state", "seed_word", "states", "to_state"]

RECORD = kind_of(STATE)


def states(number: int) -> Any:
    """An array of records for a number of games; a last one stays as it is, for new deals."""
    return np.zeros(number + 1, RECORD)


def from_state(state: State, seed: int = 1) -> Any:
    """One game as an array of a record and an empty one; every card must be known.

    ``BadOption`` says so if the card set or the position is larger than the record has room for.
    """
    games = states(1)
    fill(games, of_state(state, seed))
    return games


def to_state(s: Any, setting: Setting) -> State:
    """The readable state of a record."""
    players = setting.players
    g = {name: s[name].tolist() for name in RECORD.names or ()}
    seats = range(players)
    state = State(setting, g["round_no"], c.STEP_NAMES[g["step"]])
    for name in ("order", "won", "rebate", "garden"):
        g[name] = tuple(g[name][:players])
    for name in ("order", "won", "rebate", "barred", "colour", "patrol", "church", "event", "closed"):
        setattr(state, name, g[name])
    for name in ("geishas", "blessings", "traded", "shogun"):
        setattr(state, name, g[name])
    state.market, state.annexes = tuple(g["market"]), tuple(g["annexes"])
    state.lap = tuple(g["lap"][(g["lap_top"] + n) % LAP_ROOM] for n in range(g["lap_size"]))
    state.track, state.past = tuple(g["track"][: g["tracks"]]), tuple(g["past"][: g["pasts"]])
    state.favours = tuple(n for n in range(len(setting.cards.favours)) if g["favours"] >> n & 1)
    state.discard = tuple(w for w in range(len(WEAPONS)) for _ in range(g["discard"] >> 8 * w & 255))
    state.saved = tuple(
        (seat, spot) for seat in seats for spot in range(len(SPOTS)) for _ in range(g["saved"][seat][spot])
    )
    state.borrowed = tuple((seat, max(-1, g["loan"][seat] - 2)) for seat in seats if g["loan"][seat])
    state.decks = tuple(
        tuple(deck[(top + n) % PILE_ROOM] for n in range(size))
        for deck, top, size in zip(g["deck"], g["top"], g["height"], strict=True)
    )
    state.spaces = tuple(
        g["garden"] if spot == GARDEN else tuple(n for n in seats for _ in range(g["here"][n][spot]))
        for spot in range(len(SPOTS))
    )
    state.clans = tuple(_clan(g, seat) for seat in seats)
    if setting.free_trade and g["step"] in (c.S_MARKET_1, c.S_TAVERN_1):
        state.begun = tuple(g["begun"][:players])
    state.proposed = tuple(_proposal(*words) for words in g["proposed"][: g["proposals"]])
    state.tasks = tuple(_task(g, state, row) for row in g["task"][: g["tasks"]])
    return state


def _clan(g: dict[str, Any], seat: int) -> Clan:
    hands = [tuple(g["hand"][seat][hand][: g["hands"][seat][hand]]) for hand in range(3)]
    return Clan(
        mon=g["mon"][seat],
        prestige=g["points"][seat],
        home=g["home"][seat],
        reserve=g["reserve"][seat],
        weapons=tuple(w for w in range(len(WEAPONS)) for _ in range(g["weapons"][seat] >> 4 * w & 15)),
        geishas=g["ladies"][seat],
        blessing=g["blessed"][seat],
        annexes=tuple(n for n in range(4) if g["owned"][seat] >> n & 1),
        manned=tuple(n for n in range(4) if g["here"][seat][FIRST_ANNEX + n]),
        actions=hands[0],
        bonuses=hands[1],
        missions=hands[2],
        finished=tuple(mission for mission, by in enumerate(g["done_by"]) if by == 1 + seat),
        blackmail=g["blackmail"][seat],
    )


def _proposal(gives: int, asks: int) -> Proposal:
    wares = [
        tuple(ware for ware, (at, mask) in enumerate(WARE_BITS) for _ in range(word >> at & mask))
        for word in (gives, asks)
    ]
    seats = gives >> c.SEAT_BITS
    return Proposal(seats & 7, seats >> 3 & 7, wares[0], wares[1], (gives >> c.MON_BITS) - MOST_MON)


def _items(rows: list[list[int]], size: int, asked: bool = False) -> tuple[Item, ...]:
    return tuple(
        (kind, ANY if kind == GEISHA_ITEM or (asked and kind >= CARD_ITEM) else which)
        for kind, which in rows[:size]
    )


def _task(g: dict[str, Any], state: State, row: list[int]) -> Task:
    """A task of a row, with whatever belongs to it."""
    kind, seat, *numbers = row
    name = c.TASK_NAMES[kind]
    own = OWN_PARTS.get(name, ())
    parts: dict[str, Any] = {
        each: WORDS_OF[each][number] if each in WORDS_OF else number
        for each, number in zip(own, numbers, strict=False)
    }
    if name in ("keep", "order"):
        parts["cards"] = tuple(g["cards"][: g["number"]])
    elif name == "raise":
        rest = state.track[state.track.index(seat) + 1 :] if seat != g["beginner"] else ()
        parts |= {"beginner": g["beginner"], "best": g["best"], "bid": g["bid"], "rest": rest}
    elif name == "answer":
        by, last = tuple(g["by"][: g["chain"]]), g["by"][g["chain"] - 1] if g["chain"] else g["player"]
        behind = state.order[state.order.index(seat) + 1 :]
        rest = tuple(each for each in behind if each != last and state.clans[each].actions)
        target = packing(state.setting).target(g["card"], g["aim"] >> 8, g["aim"] & 255)
        parts |= {"player": g["player"], "card": g["card"], "target": target, "by": by, "rest": rest}
        parts["answers"] = tuple(g["answers"][: g["chain"]])
    elif name == "position":
        there = tuple(each for each in state.spaces[GARDEN] if each >= 0)
        positions = tuple(g["positions"][: state.setting.players])
        parts |= {"rest": there[there.index(seat) + 1 :], "positions": positions}
    elif name in ("offer", "respond", "handover"):
        parts["partner"] = g["taker"] if name == "offer" else g["giver"]
        parts |= {"gives": _items(g["give"], g["gives"]), "asks": _items(g["ask"], g["asks"], True)}
        parts["mon"] = g["pays"]
        if name == "handover":
            parts["picked"] = _items(g["pick"], g["picked"])
        else:
            parts |= {"place": g["place"], "countered": g["countered"]}
    return TASKS[name](seat, **parts)
