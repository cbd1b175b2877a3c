"""What the engine's record of a game holds, from readable states: fields by name, without any library."""

from collections.abc import Callable
from typing import Any

from kabuto.compiling.records import Blank
from kabuto.table import BadOption
from kabuto.yedo.board import FIRST_ANNEX, GARDEN, GREEN, MARKET, TAVERN
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
from kabuto.yedo.kernel.tables import check
from kabuto.yedo.phases.action_cards import Answer
from kabuto.yedo.phases.activation import Position
from kabuto.yedo.phases.auction import Raise
from kabuto.yedo.phases.gains import Keep, Order
from kabuto.yedo.phases.trade import HandOver, Offer, Respond
from kabuto.yedo.state.state import Proposal, State, Task
from kabuto.yedo.state.wares import Item
from kabuto.yedo.words import WORDS

OWN_PARTS: dict[str, tuple[str, ...]] = {
    "keep": ("pile",), "order": ("pile",), "raise": ("lot",), "category": ("lot",), "deck": ("number",),
    "discard": ("pile",), "lose": ("what", "number", "bless"), "window": ("timing",), "trade": ("place",),
    "file": ("mission", "spot", "reserve"), "reward": ("mission", "part", "done"),
    "bonuspart": ("mission", "geishas"),
}  # fmt: skip
"""Task → its parts that are the numbers of its row; other parts have fields of the record."""
WORDS_OF = {"what": c.LOSSES, "timing": c.TIMINGS}
WARE_BITS = (
    *((3 * n, 7) for n in range(8)),
    (24, 3),
    (26, 3),
    (28, 3),
    *((30 + 3 * n, 7) for n in range(4)),
)
"""Ware → where a proposal's word counts it, and the mask of that count."""


def seed_word(seed: int) -> int:
    """The start of the engine's random generator for a seed: never zero."""
    word = (seed * 0x9E3779B97F4A7C15 + 0x632BE59BD9B4E019) & 0x7FFFFFFFFFFFFFFF
    return word or 1


def of_state(state: State, seed: int = 1) -> dict[str, Any]:
    """The fields of a game.

    ``BadOption`` says so if the card set or the position is larger than the record has room for.
    """
    check(state.setting.cards)
    s = Blank(STATE)
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
        s["saved"][seat][spot] += 1
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
    return s


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
    word = sum(1 << WARE_BITS[ware][0] for ware in wares)
    if made is not None:
        word |= (made.seat | made.partner << 3) << c.SEAT_BITS | (made.mon + MOST_MON) << c.MON_BITS
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
            s["hand"][seat][hand][: len(cards)] = cards
            s["hands"][seat][hand] = len(cards)
        for mission in clan.finished:
            s["finished"][seat][piles[mission] - GREEN] += 1
            s["done_by"][mission] = 1 + seat
        for annex in clan.manned:
            s["here"][seat][FIRST_ANNEX + annex] = 1
            s["on"][seat] |= 1 << FIRST_ANNEX + annex


def _write_board(s: Any, state: State) -> None:
    """The disciples on the spots, and everything that is counted about them."""
    here, taken, stand, full = s["here"], s["taken"], s["stand"], 0
    for spot, row in enumerate(state.spaces):
        number = 0
        for seat in row:
            if seat >= 0:
                number += 1
                here[seat][spot] += 1
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
        parts = [getattr(task, name) for name in OWN_PARTS.get(task.name, ())]
        names = OWN_PARTS.get(task.name, ())
        numbers = [
            WORDS_OF[name].index(part) if name in WORDS_OF else part
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
