"""The table of Yedo's observation: every number of it, with its place, its name and its meaning."""

from bisect import bisect
from collections.abc import Callable, Sequence
from functools import cache
from math import prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from kabuto.table import BadOption
from kabuto.yedo import rules, words
from kabuto.yedo.board import ANNEXES, BLACK, DISTRICTS, GARDEN, GREEN, PILES, PLACES, SPOTS, WEAPONS
from kabuto.yedo.cards import HOUSE, CardSet
from kabuto.yedo.cards.vocabulary import LOSSES, TIMINGS
from kabuto.yedo.numbers.actions import LOTS, VERSIONS, ids
from kabuto.yedo.options import BRIEF, FREE
from kabuto.yedo.state.state import TASKS, Clan, State

SEATS = ("own", "+1", "+2", "+3", "+4")
"""Seats counted from the observer; with fewer than five players the last ones are empty."""
STEPS = (*rules.STEPS, rules.OVER)
QUESTIONS = tuple(sorted(TASKS))
"""Everything that may have to be decided or done, by the names that positions use."""
_UNSEEN = ("geisha", *(f"unseen {PILES[pile]}" for pile in range(BLACK + 1)))
SEEN = (*WEAPONS, *_UNSEEN)
"""What everyone sees of the things that can be drawn or traded: weapons, geishas, cards face down."""
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


FREE_FIELDS = (
    ("offers_left", (SEATS,), "offers that each seat can still begin in this place"),
    ("offered", (SEATS, SEATS), "offers made there from seat to seat since something changed hands"),
)
"""What an observation has at its end where trading is free."""


def _fields(cards: CardSet, things: tuple[str, ...], trading: str) -> tuple[Field, ...]:
    """The whole observation of a game with these cards. Where several questions wait, each field from
    ``numbers`` on tells of the most urgent one that has it."""
    events, favours, missions, actions, bonuses = (
        tuple(card.code for card in kind)
        for kind in (cards.events, cards.favours, cards.missions, cards.actions, cards.bonuses)
    )
    return _lay_out(
        ("table", (tuple(TABLE),), "numbers of the table; blue: 1 for the blue patrol"),
        ("step", (STEPS,), "1 at the step that the game goes on with"),
        ("patrol", (DISTRICTS,), "1 at its district"),
        ("closed", (DISTRICTS,), "1 at the closed district"),
        ("market", (("1", "2", "3", "4", "5"), WEAPONS), "1 at the weapon on each field"),
        ("discard", (WEAPONS,), "discarded weapons"),
        ("piles", (PILES,), "cards in each pile"),
        ("event", (events,), "1 at the present event"),
        ("past", (events,), "1 at events gone by"),
        ("annex_supply", (ANNEXES,), "annexes to be had"),
        ("favours", (favours,), "1 at favours to be had"),
        ("barred", (LOTS,), "1 at the lot that a card keeps out of the bidding"),
        (
            "clan",
            (SEATS, tuple(CLAN)),
            "numbers of each clan; actions, bonuses: cards in hand; order, track, garden: place on it, 1 the "
            "first, 0 none; turns: how often it is still asked in this lap; borrowed: 1 if a card lends a "
            "weapon",
        ),
        ("weapons", (SEATS, WEAPONS), "weapons"),
        ("annexes", (SEATS, ANNEXES), "1 at own annexes"),
        ("manned", (SEATS, ANNEXES), "1 at annexes with a disciple"),
        ("missions", (SEATS, PILES[GREEN : BLACK + 1]), "unfinished missions by colour"),
        ("finished", (SEATS, missions), "1 at finished missions"),
        ("won", (SEATS, LOTS), "1 at the lot won in this bidding phase"),
        ("disciples", (SEATS, SPOTS), "disciples on each spot"),
        ("saved", (SEATS, SPOTS), "of these, kept from arrest"),
        ("hand_actions", (actions,), "own action cards"),
        ("hand_missions", (missions,), "1 at own unfinished missions"),
        ("hand_bonuses", (SEATS, bonuses), "1 at own bonus cards; at everybody's when the game is over"),
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
        ("card", (actions,), "1 at the card to be answered"),
        ("target", (("first", "second"), WORDS), "1 at its target; an exchange has two"),
        ("target_seat", (SEATS,), "1 at the seat it is aimed at"),
        ("timing", (TIMINGS,), "1 at the time of the cards that may be played"),
        ("pile", (PILES,), "1 at the pile that cards were drawn from, or the kind to be discarded"),
        ("cards", (("first", "second", "third"), things), "1 at each card that was drawn or looked at"),
        ("loss", (LOSSES,), "1 at what an event takes"),
        ("place", (PLACES,), "1 at the place of the trade, or of the disciple that fulfils a mission"),
        ("mission", (missions,), "1 at the mission that is being fulfilled"),
        ("gives", (things,), "what the offer gives"),
        ("asks", (things,), "what it asks for"),
        ("picked", (things,), "of that, what has been picked"),
        ("positions", (("1", "2", "3", "4", "5"), SEATS), "1 at the seat on each position of the new order"),
        *(FREE_FIELDS if trading == FREE else ()),
    )


class Layout:
    """The observation of the games with one card set, and with free or brief trading."""

    def __init__(self, cards: CardSet, trading: str = BRIEF) -> None:
        actions, bonuses, missions = (
            tuple(card.code for card in kind) for kind in (cards.actions, cards.bonuses, cards.missions)
        )
        self.things = (*SEEN, *actions, *bonuses, *missions)
        """What can be drawn or traded: what everyone sees, then cards whose face the observer sees."""
        first = (len(SEEN), len(SEEN) + len(actions))
        self.first_face = first + 4 * (first[1] + len(bonuses),)
        """Pile → where the faces of its cards begin among the things."""
        self.fields = _fields(cards, self.things, trading)
        self.size = self.fields[-1].offset + self.fields[-1].size
        """Numbers in an observation."""
        self.at = {field.name: field.offset for field in self.fields}
        self.offsets = [field.offset for field in self.fields]
        self.missions, self.bonuses = len(missions), len(bonuses)
        self.empty = bytes(2 * self.size)


@cache
def layout(cards: str = HOUSE, trading: str = BRIEF) -> Layout:
    """The observation of a built-in card set; ``BadOption`` for any other."""
    return Layout(ids(cards).cards, trading)


FIELDS, SIZE = layout().fields, layout().size
"""The observation of the card set ``house``."""


def explain(observation: Sequence[int] | NDArray[np.int16]) -> dict[str, Any]:
    """An observation as readable as a table: field → name → number, zeros left out."""
    row = np.asarray(observation)
    known = (layout(cards, trading) for cards in VERSIONS for trading in (BRIEF, FREE))
    found = [own for own in known if row.shape == (own.size,)]
    if not found:
        raise BadOption(words.WORDS.say("observation_shape", size=SIZE, given=str(row.shape)), "observation")
    (own,) = found  # no two of them are of one size
    told: dict[str, Any] = {}
    for index in np.flatnonzero(row).tolist():
        field = own.fields[bisect(own.offsets, index) - 1]
        places = np.unravel_index(index - field.offset, field.shape)
        *outer, last = (axis[place] for axis, place in zip(field.axes, places, strict=True))
        entry = told.setdefault(field.name, {})
        for name in outer:
            entry = entry.setdefault(name, {})
        entry[last] = int(row[index])
    return told
