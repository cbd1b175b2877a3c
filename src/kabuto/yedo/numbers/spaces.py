"""Yedo in numbers: the observation of a seat, beside the action ids of ``actions``.

An observation is one row of int16, made from a ``YedoView`` alone. It says what lies on the table now, what
is in the own hand, and what has to be decided; seats are counted from the observer. What a seat saw on the
way stands in the log of its view, not here. ``FIELDS`` is the table, with a name for every number.
"""

from array import array
from collections.abc import Iterable, Sequence
from dataclasses import fields
from typing import Any, TypeAlias

from kabuto.table.numbers import missing

try:
    import numpy as np
    from numpy.typing import NDArray
except ModuleNotFoundError as error:
    raise missing("numpy") from error
from kabuto.yedo.board import ANNEXES, GREEN, SPOTS, WEAPON, WEAPONS
from kabuto.yedo.cards import HOUSE
from kabuto.yedo.cards.vocabulary import LOSSES, TIMINGS
from kabuto.yedo.numbers.actions import (
    ACTIONS,
    BLOCKS,
    FREE_VERSIONS,
    LOTS,
    VERSIONS,
    describe,
    ids,
    ids_of,
    legal_ids,
    to_id,
    to_move,
)
from kabuto.yedo.numbers.fields import (
    CLAN,
    FIELDS,
    NUMBERS,
    QUESTIONS,
    SEATS,
    SEEN,
    SIZE,
    STEPS,
    TABLE,
    WORDS,
    Field,
    Layout,
    explain,
    layout,
)
from kabuto.yedo.options import BRIEF, FREE
from kabuto.yedo.phases.trade import STEPS as TRADES
from kabuto.yedo.phases.trade import offers_left, traders
from kabuto.yedo.state.pieces import pile_of_mission
from kabuto.yedo.state.state import TASKS, State, Task
from kabuto.yedo.state.wares import GEISHA_ITEM, WEAPON_ITEM, pile_of
from kabuto.yedo.views.view import YedoView

__all__ = [
    "ACTIONS",
    "BLOCKS",
    "FIELDS",
    "FREE_VERSIONS",
    "SIZE",
    "VERSION",
    "VERSIONS",
    "Field",
    "describe",
    "explain",
    "ids",
    "layout",
    "mask",
    "observation",
    "to_id",
    "to_move",
]

VERSION = VERSIONS[HOUSE]
"""The version of the card set ``house``; ``VERSIONS`` has those of all sets that have ids."""
_WORD = {word: index for index, word in enumerate(WORDS)}
_LOT = {lot: index for index, lot in enumerate(LOTS)}
_GEISHA = SEEN.index("geisha")
"""Cards face down follow it, pile by pile."""

_PARTS = {task: tuple(f.name for f in fields(task) if f.name != "seat") for task in TASKS.values()}
"""Kind of question → the names of its parts."""
Row: TypeAlias = "array[int]"
"""An observation while it is written: a number is set in a third of the time that NumPy takes."""


def mask(game: Any) -> NDArray[np.int8]:
    """1 at the id of every legal move, 0 elsewhere; of a view: those of its own seat."""
    found = np.zeros(ids_of(game).number, np.int8)
    found[legal_ids(game)] = 1
    return found


def observation(view: YedoView) -> NDArray[np.int16]:
    """What a seat knows now; a spectator's is that of seat 0 without its hand."""
    s, first, players = view.state, view.seat or 0, view.players
    row = array("h", _layout(s).empty)
    seats = [(seat - first) % players for seat in range(players)]
    _write_table(row, s)
    for seat, clan in enumerate(seats):
        _write_clan(row, s, seat, clan)
    if s.tasks:
        row[_at(s)["to_move"] + seats[s.tasks[-1].seat]] = 1
        row[_at(s)["question"] + _question(s.tasks[-1])] = 1
        for task in s.tasks[:-1]:
            row[_at(s)["waiting"] + _question(task)] += 1
        _write_tasks(row, s, seats)
    if s.begun:
        _write_offers(row, s, seats)
    return np.frombuffer(row, np.int16)


def _layout(s: State) -> Layout:
    return layout(s.setting.cards.name, FREE if s.setting.free_trade else BRIEF)


def _at(s: State) -> dict[str, int]:
    """Field → where it begins."""
    return _layout(s).at


def _write_offers(row: Row, s: State, seats: list[int]) -> None:
    place = next(place for place, step in TRADES.items() if s.step.startswith(step))
    for seat in traders(s, place):
        row[_at(s)["offers_left"] + seats[seat]] = offers_left(s, seat) or 0
    for made in s.proposed:
        row[_at(s)["offered"] + seats[made.seat] * len(SEATS) + seats[made.partner]] += 1


def _question(task: Task) -> int:
    return QUESTIONS.index(task.name)


def _write_table(row: Row, s: State) -> None:
    for index, count in enumerate(TABLE.values(), _at(s)["table"]):
        row[index] = count(s)
    row[_at(s)["step"] + STEPS.index(s.step)] = 1
    row[_at(s)["patrol"] + s.patrol] = 1
    if s.closed >= 0:
        row[_at(s)["closed"] + s.closed] = 1
    for field, weapon in enumerate(s.market):
        if weapon >= 0:
            row[_at(s)["market"] + field * len(WEAPONS) + weapon] = 1
    _count(row, _at(s)["discard"], s.discard)
    for pile, deck in enumerate(s.decks):
        row[_at(s)["piles"] + pile] = len(deck)
    if s.event >= 0:
        row[_at(s)["event"] + s.event] = 1
    _count(row, _at(s)["past"], s.past)
    for annex, number in enumerate(s.annexes):
        row[_at(s)["annex_supply"] + annex] = number
    _count(row, _at(s)["favours"], s.favours)
    if s.barred >= 0:
        row[_at(s)["barred"] + _LOT[s.setting.board.lots[s.barred]]] = 1


def _write_clan(row: Row, s: State, seat: int, clan: int) -> None:
    """One clan; ``clan`` is its seat as the observer counts."""
    owner = s.clans[seat]
    for index, count in enumerate(CLAN.values(), _at(s)["clan"] + clan * len(CLAN)):
        row[index] = count(s, seat, owner)
    _count(row, _at(s)["weapons"] + clan * len(WEAPONS), owner.weapons)
    _count(row, _at(s)["annexes"] + clan * len(ANNEXES), owner.annexes)
    _count(row, _at(s)["manned"] + clan * len(ANNEXES), owner.manned)
    _count(row, _at(s)["missions"] + clan * 4, (pile_of_mission(s, m) - GREEN for m in owner.missions))
    _count(row, _at(s)["finished"] + clan * _layout(s).missions, owner.finished)
    if s.won[seat] >= 0:
        row[_at(s)["won"] + clan * len(LOTS) + _LOT[s.setting.board.lots[s.won[seat]]]] = 1
    for spot, there in enumerate(s.spaces):
        row[_at(s)["disciples"] + clan * len(SPOTS) + spot] = there.count(seat)
    _count(row, _at(s)["saved"] + clan * len(SPOTS), (spot for who, spot in s.saved if who == seat))
    # Faces that the view does not show are negative and left out: only the own hand is written here.
    _count(row, _at(s)["hand_actions"], owner.actions)
    _count(row, _at(s)["hand_missions"], owner.missions)
    _count(row, _at(s)["hand_bonuses"] + clan * _layout(s).bonuses, owner.bonuses)


def _count(row: Row, at: int, indices: Iterable[int]) -> None:
    for index in indices:
        if index >= 0:
            row[at + index] += 1


def _write_tasks(row: Row, s: State, seats: list[int]) -> None:
    """The parts of every question, the most urgent one first: what it has, the others leave alone."""
    told = set[str]()
    for task in reversed(s.tasks):
        for name in _PARTS[type(task)]:
            if name in told:
                continue
            told.add(name)
            value = getattr(task, name)
            if name in NUMBERS:
                row[_at(s)["numbers"] + NUMBERS.index(name)] = value
            else:
                _WRITERS[name](row, s, seats, task, value)


def _write_seat(field: str) -> Any:
    def write(row: Row, s: State, seats: list[int], task: Any, value: int) -> None:
        if value >= 0:
            row[_at(s)[field] + seats[value]] = 1

    return write


def _write_word(field: str, words: Sequence[str]) -> Any:
    def write(row: Row, s: State, seats: list[int], task: Any, value: str) -> None:
        row[_at(s)[field] + words.index(value)] = 1

    return write


def _write_index(field: str) -> Any:
    def write(row: Row, s: State, seats: list[int], task: Any, value: int) -> None:
        row[_at(s)[field] + value] = 1

    return write


def _write_items(field: str) -> Any:
    def write(row: Row, s: State, seats: list[int], task: Any, value: tuple[tuple[int, int], ...]) -> None:
        for kind, which in value:
            pile = WEAPON if kind == WEAPON_ITEM else -1 if kind == GEISHA_ITEM else pile_of(kind)
            row[_at(s)[field] + _thing(s, pile, which)] += 1

    return write


def _thing(s: State, pile: int, card: int) -> int:
    """Where a thing stands among all; pile -1 is a geisha."""
    if pile == WEAPON:
        return card
    if pile < 0 or card < 0:
        return _GEISHA + 1 + pile
    return _layout(s).first_face[pile] + card


def _write_rest(row: Row, s: State, seats: list[int], task: Any, value: tuple[int, ...]) -> None:
    for number, seat in enumerate(value, 1):
        row[_at(s)["rest"] + seats[seat]] = number


def _write_answered(row: Row, s: State, seats: list[int], task: Any, value: tuple[int, ...]) -> None:
    _count(row, _at(s)["answered"], (seats[seat] for seat in value))


def _write_lot(row: Row, s: State, seats: list[int], task: Any, value: int) -> None:
    row[_at(s)["lot"] + _LOT[s.setting.board.lots[value]]] = 1


def _write_cards(row: Row, s: State, seats: list[int], task: Any, value: tuple[int, ...]) -> None:
    for slot, card in enumerate(value):
        row[_at(s)["cards"] + slot * len(_layout(s).things) + _thing(s, task.pile, card)] = 1


def _write_target(row: Row, s: State, seats: list[int], task: Any, value: tuple[str, ...]) -> None:
    slot = 0
    for word in value:
        if word.isdigit():
            row[_at(s)["target_seat"] + seats[int(word)]] = 1
        else:
            row[_at(s)["target"] + slot * len(WORDS) + _WORD[word]] = 1
            slot += 1


def _write_positions(row: Row, s: State, seats: list[int], task: Any, value: tuple[int, ...]) -> None:
    for position, seat in enumerate(value):
        if seat >= 0:
            row[_at(s)["positions"] + position * len(SEATS) + seats[seat]] = 1


def _nothing(row: Row, s: State, seats: list[int], task: Any, value: Any) -> None:
    """The answers themselves are all of one kind; ``answered`` says whose they are."""


_WRITERS: dict[str, Any] = {
    "lot": _write_lot,
    "beginner": _write_seat("beginner"),
    "best": _write_seat("best"),
    "partner": _write_seat("partner"),
    "player": _write_seat("player"),
    "rest": _write_rest,
    "by": _write_answered,
    "answers": _nothing,
    "card": _write_index("card"),
    "target": _write_target,
    "timing": _write_word("timing", TIMINGS),
    "pile": _write_index("pile"),
    "cards": _write_cards,
    "what": _write_word("loss", LOSSES),
    "place": _write_index("place"),
    "spot": _write_index("place"),
    "mission": _write_index("mission"),
    "gives": _write_items("gives"),
    "asks": _write_items("asks"),
    "picked": _write_items("picked"),
    "positions": _write_positions,
}
"""Part of a question → how it is written; numbers stand in ``NUMBERS``."""
