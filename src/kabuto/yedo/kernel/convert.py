"""Converts between readable states and the engine's records.

A record does not keep what no rule reads: in which order disciples came to a space, and missions to the
finished ones. ``to_state`` gives them in the order of seats and numbers.
"""

from collections.abc import Callable
from typing import Any

import numpy as np

from kabuto.table import BadOption
from kabuto.yedo.board import FIRST_ANNEX, GARDEN, GREEN, MARKET, SPOTS, TAVERN, WEAPONS
from kabuto.yedo.kernel import codes as c
from kabuto.yedo.kernel.moves import packing
from kabuto.yedo.kernel.record import (
    CHAIN_ROOM,
    HELD_AT_MOST,
    LAP_ROOM,
    MOST_MON,
    PILE_ROOM,
    PROPOSALS,
    SEATS,
    STACK,
    STATE,
)
from kabuto.yedo.kernel.tables import setting_record
from kabuto.yedo.kernel.trade import MON_BITS, SEAT_BITS
from kabuto.yedo.options import Setting
from kabuto.yedo.phases.action_cards import Answer
from kabuto.yedo.phases.activation import Position
from kabuto.yedo.phases.auction import Raise
from kabuto.yedo.phases.gains import Keep, Order
from kabuto.yedo.phases.trade import HandOver, Offer, Respond
from kabuto.yedo.state.state import TASKS, Clan, Proposal, State, Task
from kabuto.yedo.state.wares import ANY, CARD_ITEM, GEISHA_ITEM, Item
from kabuto.yedo.words import WORDS

_OWN_PARTS: dict[str, tuple[str, ...]] = {
    "keep": ("pile",), "order": ("pile",), "raise": ("lot",), "category": ("lot",), "deck": ("number",),
    "discard": ("pile",), "lose": ("what", "number", "bless"), "window": ("timing",), "trade": ("place",),
    "file": ("mission", "spot", "reserve"), "reward": ("mission", "part", "done"),
    "bonuspart": ("mission", "geishas"),
}  # fmt: skip
"""Task → its parts that are the numbers of its row; other parts have fields of the record."""
_WORDS = {"what": c.LOSSES, "timing": c.TIMINGS}
_WARE_BITS = (
    *((3 * n, 7) for n in range(8)),
    (24, 3),
    (26, 3),
    (28, 3),
    *((30 + 3 * n, 7) for n in range(4)),
)
"""Ware → where a proposal's word counts it, and the mask of that count."""


def states(number: int) -> Any:
    """An array of records for a number of games; a last one stays as it is, for new deals."""
    return np.zeros(number + 1, STATE)


def seed_word(seed: int) -> int:
    """The start of the engine's random generator for a seed: never zero."""
    word = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & 0x7FFFFFFFFFFFFFFF
    return word or 1


# From a state.


def from_state(state: State, seed: int = 1) -> Any:
    """One game as an array of a record and an empty one; every card must be known.

    ``BadOption`` says so if the card set or the position is larger than the record has room for.
    """
    setting_record(state.setting)
    games = states(1)
    s = games[0]
    players = state.setting.players
    s["rng"], s["players"], s["round_no"] = seed_word(seed), players, state.round
    s["step"] = c.STEP_NAMES.index(state.step)
    for name in ("order", "won", "rebate"):
        s[name][:players] = getattr(state, name)
    for name in ("barred", "colour", "patrol", "church", "market", "event", "closed", "annexes", "geishas"):
        s[name] = getattr(state, name)
    for name in ("blessings", "traded", "shogun"):
        s[name] = getattr(state, name)
    _row(s, "lap", "lap_size", state.lap, LAP_ROOM)
    _row(s, "track", "tracks", state.track, SEATS)
    _row(s, "past", "pasts", state.past, PILE_ROOM)
    s["favours"] = sum(1 << favour for favour in state.favours)
    s["discard"] = sum(1 << 8 * weapon for weapon in state.discard)
    for seat, spot in state.saved:
        s["saved"][seat, spot] += 1
    for seat, weapon in state.borrowed:
        s["loan"][seat] = 1 if weapon < 0 else 2 + weapon
    for pile, deck in enumerate(state.decks):
        _row(s["deck"], pile, None, deck, PILE_ROOM)
        s["height"][pile] = len(deck)
    s["begun"][: len(state.begun)] = state.begun
    if len(state.proposed) > PROPOSALS:
        raise _too_large(len(state.proposed), PROPOSALS)
    s["proposals"] = len(state.proposed)
    for n, made in enumerate(state.proposed):
        s["proposed"][n] = _word(made.gives, made), _word(made.asks)
    _write_clans(s, state)
    _write_board(s, state)
    _write_tasks(s, state)
    return games


def _too_large(number: int, most: int) -> BadOption:
    return BadOption(WORDS.say("large_position", number=number, most=most), "position")


def _row(s: Any, name: Any, size: str | None, values: tuple[int, ...], most: int) -> None:
    if len(values) > most:
        raise _too_large(len(values), most)
    s[name][: len(values)] = values
    if size:
        s[size] = len(values)


def _word(wares: tuple[int, ...], made: Proposal | None = None) -> int:
    """What a proposal gives or asks for as one word; with the proposal, its seats and Mon too."""
    word = sum(1 << _WARE_BITS[ware][0] for ware in wares)
    if made is not None:
        word |= (made.seat | made.partner << 3) << SEAT_BITS | (made.mon + MOST_MON) << MON_BITS
    return word


def _write_clans(s: Any, state: State) -> None:
    piles = state.setting.cards.mission_pile
    for seat, clan in enumerate(state.clans):
        s["mon"][seat], s["points"][seat], s["home"][seat] = clan.mon, clan.prestige, clan.home
        s["reserve"][seat], s["ladies"][seat] = clan.reserve, clan.geishas
        s["blessed"][seat], s["blackmail"][seat] = clan.blessing, clan.blackmail
        s["weapons"][seat] = sum(1 << 4 * weapon for weapon in clan.weapons)
        s["owned"][seat] = sum(1 << annex for annex in clan.annexes)
        for hand, cards in enumerate((clan.actions, clan.bonuses, clan.missions)):
            if len(cards) > HELD_AT_MOST:
                raise _too_large(len(cards), HELD_AT_MOST)
            s["hand"][seat, hand, : len(cards)] = cards
            s["hands"][seat, hand] = len(cards)
        for mission in clan.finished:
            s["finished"][seat, piles[mission] - GREEN] += 1
            s["done_by"][mission] = 1 + seat
        for annex in clan.manned:
            s["here"][seat, FIRST_ANNEX + annex] = 1
            s["on"][seat] |= 1 << FIRST_ANNEX + annex


def _write_board(s: Any, state: State) -> None:
    """The disciples on the spots, and everything that is counted about them."""
    here, taken, stand, full = s["here"], s["taken"], s["stand"], 0
    for spot, row in enumerate(state.spaces):
        number = 0
        for seat in row:
            if seat >= 0:
                number += 1
                here[seat, spot] += 1
                s["on"][seat] |= 1 << spot
                stand[seat] += 1 << 4 * max(0, spot - GARDEN)
        taken[spot] = number
        full |= (number >= state.setting.board.spaces[spot]) << spot
    # A new record has room everywhere, too: nothing is on a spot before the first disciple.
    s["full"] = full
    s["garden"][: state.setting.players] = state.spaces[GARDEN]


def _write_tasks(s: Any, state: State) -> None:
    if len(state.tasks) > STACK // 2:
        raise _too_large(len(state.tasks), STACK // 2)
    s["tasks"] = len(state.tasks)
    for n, task in enumerate(state.tasks):
        parts = [getattr(task, name) for name in _OWN_PARTS.get(task.name, ())]
        names = _OWN_PARTS.get(task.name, ())
        numbers = [
            _WORDS[name].index(part) if name in _WORDS else part
            for name, part in zip(names, parts, strict=True)
        ]
        s["task"][n] = (c.TASK_NAMES.index(task.name), task.seat, *numbers, 0, 0, 0)[:5]
        write = _WRITERS.get(type(task))
        if write:
            write(s, state, task)
    s["filing"] = any(task.name == "file" for task in state.tasks)


def _write_cards(s: Any, state: State, task: Any) -> None:
    s["number"] = len(task.cards)
    s["cards"][: len(task.cards)] = task.cards


def _write_raise(s: Any, state: State, task: Any) -> None:
    s["beginner"], s["best"], s["bid"] = task.beginner, task.best, task.bid


def _write_answer(s: Any, state: State, task: Any) -> None:
    s["player"], s["card"] = task.player, task.card
    s["aim"] = packing(state.setting).aim(task.card, task.target)
    _row(s, "by", "chain", task.by, CHAIN_ROOM)
    _row(s, "answers", "chain", task.answers, CHAIN_ROOM)


def _write_position(s: Any, state: State, task: Any) -> None:
    s["positions"][: len(task.positions)] = task.positions


def _write_offer(s: Any, state: State, task: Any) -> None:
    own = isinstance(task, Offer)
    s["giver"], s["taker"] = (task.seat, task.partner) if own else (task.partner, task.seat)
    s["place"] = MARKET if c.STEP_NAMES.index(state.step) <= c.S_MARKET_2 else TAVERN
    s["countered"] = getattr(task, "countered", 0)
    s["pays"] = task.mon
    for name, size, items in (("give", "gives", task.gives), ("ask", "asks", task.asks)):
        _write_items(s, name, size, items)
    _write_items(s, "pick", "picked", getattr(task, "picked", ()))


def _write_items(s: Any, name: str, size: str, items: tuple[Item, ...]) -> None:
    for n, (kind, which) in enumerate(items):
        s[name][n] = kind, max(0, which)
    s[size] = len(items)


_WRITERS: dict[type[Task], Callable[[Any, State, Any], None]] = {
    Keep: _write_cards,
    Order: _write_cards,
    Raise: _write_raise,
    Answer: _write_answer,
    Position: _write_position,
    Offer: _write_offer,
    Respond: _write_offer,
    HandOver: _write_offer,
}


# To a state.


def to_state(s: Any, setting: Setting) -> State:
    """The readable state of a record."""
    players = setting.players
    g = {name: s[name].tolist() for name in STATE.names or ()}
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
        tuple(ware for ware, (at, mask) in enumerate(_WARE_BITS) for _ in range(word >> at & mask))
        for word in (gives, asks)
    ]
    seats = gives >> SEAT_BITS
    return Proposal(seats & 7, seats >> 3 & 7, wares[0], wares[1], (gives >> MON_BITS) - MOST_MON)


def _items(rows: list[list[int]], size: int, asked: bool = False) -> tuple[Item, ...]:
    return tuple(
        (kind, ANY if kind == GEISHA_ITEM or (asked and kind >= CARD_ITEM) else which)
        for kind, which in rows[:size]
    )


def _task(g: dict[str, Any], state: State, row: list[int]) -> Task:
    """A task of a row, with whatever belongs to it."""
    kind, seat, *numbers = row
    name = c.TASK_NAMES[kind]
    own = _OWN_PARTS.get(name, ())
    parts: dict[str, Any] = {
        each: _WORDS[each][number] if each in _WORDS else number
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
