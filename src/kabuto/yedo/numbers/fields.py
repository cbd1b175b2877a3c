"""The table of Yedo's observation: every number of it, with its place, its name and its meaning."""

from bisect import bisect
from collections.abc import Callable, Sequence
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kabuto.table import BadOption
from kabuto.yedo import rules, sentences
from kabuto.yedo.board import ANNEXES, BLACK, DISTRICTS, GARDEN, GREEN, PILES, PLACES, SPOTS, WEAPONS
from kabuto.yedo.cards.vocabulary import LOSSES, TIMINGS
from kabuto.yedo.numbers.actions import ACTION_CODES, BONUS_CODES, CARDS, LOTS, MISSION_CODES
from kabuto.yedo.state import Clan, State
from kabuto.yedo.task import TASKS

SEATS = ("own", "+1", "+2", "+3", "+4")
"""Seats counted from the observer; with fewer than five players the last ones are empty."""
STEPS = (*rules.STEPS, rules.OVER)
QUESTIONS = tuple(sorted(TASKS))
"""Everything that may have to be decided or done, by the names that positions use."""
_EVENTS = tuple(card.code for card in CARDS.events)
_FAVOURS = tuple(card.code for card in CARDS.favours)
_UNSEEN = ("geisha", *(f"unseen {PILES[pile]}" for pile in range(BLACK + 1)))
THINGS = (*WEAPONS, *_UNSEEN, *ACTION_CODES, *BONUS_CODES, *MISSION_CODES)
"""What can be drawn or traded: weapons, geishas, cards face down, cards whose face the observer sees."""
WORDS = (*LOTS, *PLACES, *WEAPONS)
"""What an action card may be aimed at, seats apart."""
TABLE: dict[str, Callable[[State], int]] = {
    "players": lambda s: s.setting.players,
    "overbids": lambda s: s.setting.overbids,
    "round": lambda s: s.round,
    "church": lambda s: s.church,
    "geishas": lambda s: s.geishas,
    "blessings": lambda s: s.blessings,
    "blue": lambda s: s.colour,
    "traded": lambda s: s.traded,
    "shogun": lambda s: s.shogun,
}
CLAN: dict[str, Callable[[State, int, Clan], int]] = {
    "seated": lambda s, seat, clan: 1,
    "mon": lambda s, seat, clan: clan.mon,
    "prestige": lambda s, seat, clan: clan.prestige,
    "home": lambda s, seat, clan: clan.home,
    "reserve": lambda s, seat, clan: clan.reserve,
    "geishas": lambda s, seat, clan: clan.geishas,
    "blessing": lambda s, seat, clan: clan.blessing,
    "blackmail": lambda s, seat, clan: clan.blackmail,
    "actions": lambda s, seat, clan: len(clan.actions),
    "bonuses": lambda s, seat, clan: len(clan.bonuses),
    "order": lambda s, seat, clan: _place(s.order, seat),
    "track": lambda s, seat, clan: _place(s.track, seat),
    "garden": lambda s, seat, clan: _place(s.spaces[GARDEN], seat),
    "turns": lambda s, seat, clan: s.lap.count(seat),
    "rebate": lambda s, seat, clan: s.rebate[seat],
    "borrowed": lambda s, seat, clan: sum(owner == seat for owner, _ in s.borrowed),
}
NUMBERS = ("bid", "number", "bless", "mon", "countered", "part", "done", "geishas", "reserve")
"""Numbers of a question, by the names that positions use."""


def _place(seats: tuple[int, ...], seat: int) -> int:
    return seats.index(seat) + 1 if seat in seats else 0


class Field(NamedTuple):
    """Some numbers of an observation that belong together."""

    name: str
    offset: int
    """Where they begin."""
    axes: tuple[tuple[str, ...], ...]
    """A name for every index, axis by axis."""
    meaning: str

    @property
    def shape(self) -> tuple[int, ...]:
        """How many there are along each axis."""
        return tuple(len(axis) for axis in self.axes)

    @property
    def size(self) -> int:
        """How many numbers it is."""
        return prod(self.shape)


def _lay_out(*rows: tuple[str, tuple[tuple[str, ...], ...], str]) -> tuple[Field, ...]:
    laid, offset = [], 0
    for name, axes, meaning in rows:
        laid.append(Field(name, offset, axes, meaning))
        offset += laid[-1].size
    return tuple(laid)


FIELDS = _lay_out(
    ("table", (tuple(TABLE),), "numbers of the table; blue: 1 for the blue patrol"),
    ("step", (STEPS,), "1 at the step that the game goes on with"),
    ("patrol", (DISTRICTS,), "1 at its district"),
    ("closed", (DISTRICTS,), "1 at the closed district"),
    ("market", (("1", "2", "3", "4", "5"), WEAPONS), "1 at the weapon on each field"),
    ("discard", (WEAPONS,), "discarded weapons"),
    ("piles", (PILES,), "cards in each pile"),
    ("event", (_EVENTS,), "1 at the present event"),
    ("past", (_EVENTS,), "1 at events gone by"),
    ("annex_supply", (ANNEXES,), "annexes to be had"),
    ("favours", (_FAVOURS,), "1 at favours to be had"),
    ("barred", (LOTS,), "1 at the lot that a card keeps out of the bidding"),
    (
        "clan",
        (SEATS, tuple(CLAN)),
        "numbers of each clan; actions, bonuses: cards in hand; order, track, garden: place on it, 1 the "
        "first, 0 none; turns: how often it is still asked in this lap; borrowed: 1 if a card lends a weapon",
    ),
    ("weapons", (SEATS, WEAPONS), "weapons"),
    ("annexes", (SEATS, ANNEXES), "1 at own annexes"),
    ("manned", (SEATS, ANNEXES), "1 at annexes with a disciple"),
    ("missions", (SEATS, PILES[GREEN : BLACK + 1]), "unfinished missions by colour"),
    ("finished", (SEATS, MISSION_CODES), "1 at finished missions"),
    ("won", (SEATS, LOTS), "1 at the lot won in this bidding phase"),
    ("disciples", (SEATS, SPOTS), "disciples on each spot"),
    ("saved", (SEATS, SPOTS), "of these, kept from arrest"),
    ("hand_actions", (ACTION_CODES,), "own action cards"),
    ("hand_missions", (MISSION_CODES,), "1 at own unfinished missions"),
    ("hand_bonuses", (SEATS, BONUS_CODES), "1 at own bonus cards; at everybody's when the game is over"),
    ("to_move", (SEATS,), "1 at the seat to move"),
    ("question", (QUESTIONS,), "1 at what is to be decided"),
    ("waiting", (QUESTIONS,), "what is to be decided or done after it"),
    ("numbers", (NUMBERS,), "numbers of the question"),
    ("lot", (LOTS,), "1 at the lot that is auctioned"),
    ("beginner", (SEATS,), "1 at the seat that began the auction"),
    ("best", (SEATS,), "1 at the highest bidder"),
    ("partner", (SEATS,), "1 at the other side of a trade"),
    ("player", (SEATS,), "1 at the seat that played the card to be answered"),
    ("rest", (SEATS,), "who is asked after the seat to move: 1 the next, 2 the one after, …"),
    ("answered", (SEATS,), "how often each seat has answered the card"),
    ("card", (ACTION_CODES,), "1 at the card to be answered"),
    ("target", (("first", "second"), WORDS), "1 at its target; an exchange has two"),
    ("target_seat", (SEATS,), "1 at the seat it is aimed at"),
    ("timing", (TIMINGS,), "1 at the time of the cards that may be played"),
    ("pile", (PILES,), "1 at the pile that cards were drawn from, or the kind to be discarded"),
    ("cards", (("first", "second", "third"), THINGS), "1 at each card that was drawn or looked at"),
    ("loss", (LOSSES,), "1 at what an event takes"),
    ("place", (PLACES,), "1 at the place of the trade, or of the disciple that fulfils a mission"),
    ("mission", (MISSION_CODES,), "1 at the mission that is being fulfilled"),
    ("gives", (THINGS,), "what the offer gives"),
    ("asks", (THINGS,), "what it asks for"),
    ("picked", (THINGS,), "of that, what has been picked"),
    ("positions", (("1", "2", "3", "4", "5"), SEATS), "1 at the seat on each position of the new order"),
)
"""The whole observation. Where several questions wait, each field from ``numbers`` on tells of
the most urgent one that has it."""
SIZE = FIELDS[-1].offset + FIELDS[-1].size
"""Numbers in an observation."""
_OFFSETS = [field.offset for field in FIELDS]


def explain(observation: Sequence[int] | NDArray[np.int16]) -> dict[str, Any]:
    """An observation as readable as a table: field → name → number, zeros left out."""
    row = np.asarray(observation)
    if row.shape != (SIZE,):
        raise BadOption(
            sentences.WORDS.say("observation_shape", size=SIZE, given=str(row.shape)), "observation"
        )
    told: dict[str, Any] = {}
    for index in np.flatnonzero(row).tolist():
        field = FIELDS[bisect(_OFFSETS, index) - 1]
        places = np.unravel_index(index - field.offset, field.shape)
        *outer, last = (axis[place] for axis, place in zip(field.axes, places, strict=True))
        entry = told.setdefault(field.name, {})
        for name in outer:
            entry = entry.setdefault(name, {})
        entry[last] = int(row[index])
    return told
