"""One position of the game, complete.

A state that has been published (returned by ``rules.after``) is never changed again: ``after`` works on a
copy, and what states share is made of tuples and numbers. Whoever changes a clan takes it by ``edit``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from kabuto.table import Value
from kabuto.yedo.board import Board, board
from kabuto.yedo.cards import CardSet, card_set
from kabuto.yedo.sentences import Saying

if TYPE_CHECKING:
    from kabuto.yedo.task import Task

EVERYBODY = -1
"""As a set of seats (bits): everyone, spectators too."""

Shuffle = Callable[["State", tuple[int, ...]], tuple[int, ...]]
"""Chance: an order for these weapons."""


def unknown(pile: int) -> int:
    """Stands for a card of a pile whose face is not seen."""
    return -1 - pile


class Undrawn(LookupError):
    """A card is needed that chance has not decided yet: its pile holds an ``unknown`` one there.

    Whoever deals by and by, not in advance, decides it and carries the move out again.
    """

    def __init__(self, pile: int) -> None:
        super().__init__(pile)
        self.pile = pile


@dataclass(frozen=True)
class Setting:
    """What does not change during a game."""

    players: int
    board: Board
    cards: CardSet
    overbids: bool
    """Whether more than one's money may be bid."""

    @classmethod
    def of(cls, options: Mapping[str, Value]) -> "Setting":
        """The setting that options describe."""
        players = int(options["players"])
        return cls(players, board(players), card_set(str(options["cards"])), bool(options["overbids"]))


class Fact(NamedTuple):
    """One thing that a move brought about, as far as cards or the eye are concerned."""

    what: str
    seat: int = -1
    pile: int = -1
    cards: tuple[int, ...] = ()
    """Faces; whoever may not see them is shown ``unknown`` ones."""
    other: int = -1
    """A number that belongs to it: another seat, an amount, a place."""
    sees: int = EVERYBODY
    """The seats that see the faces, as bits."""


class Clan:
    """What belongs to one seat."""

    __slots__ = (
        "actions",
        "annexes",
        "blackmail",
        "blessing",
        "bonuses",
        "finished",
        "geishas",
        "home",
        "manned",
        "missions",
        "mon",
        "prestige",
        "reserve",
        "weapons",
    )
    mon: int
    prestige: int
    home: int
    """Disciples in the clan house."""
    reserve: int
    """Disciples in the reserve on the board."""
    weapons: tuple[int, ...]
    """Sorted, as all hands are."""
    geishas: int
    blessing: int
    annexes: tuple[int, ...]
    manned: tuple[int, ...]
    """Annexes that hold a disciple."""
    actions: tuple[int, ...]
    bonuses: tuple[int, ...]
    missions: tuple[int, ...]
    finished: tuple[int, ...]
    blackmail: int
    """1 while it is unused."""

    def __init__(self) -> None:
        self.mon = self.prestige = self.home = self.reserve = self.geishas = self.blessing = 0
        self.blackmail = 0
        self.weapons = self.annexes = self.manned = ()
        self.actions = self.bonuses = self.missions = self.finished = ()

    def copy(self) -> "Clan":
        """A clan that may be changed."""
        twin = object.__new__(Clan)
        twin.mon, twin.prestige, twin.home, twin.reserve = self.mon, self.prestige, self.home, self.reserve
        twin.weapons, twin.geishas, twin.blessing = self.weapons, self.geishas, self.blessing
        twin.annexes, twin.manned, twin.blackmail = self.annexes, self.manned, self.blackmail
        twin.actions, twin.bonuses, twin.missions = self.actions, self.bonuses, self.missions
        twin.finished = self.finished
        return twin


class State:
    """A position; ``rules`` says what may follow it."""

    __slots__ = (
        "annexes",
        "barred",
        "blessings",
        "borrowed",
        "chance",
        "changes",
        "church",
        "clans",
        "closed",
        "colour",
        "decks",
        "discard",
        "event",
        "facts",
        "favours",
        "geishas",
        "lap",
        "market",
        "order",
        "past",
        "patrol",
        "rebate",
        "reshuffles",
        "round",
        "saved",
        "setting",
        "shogun",
        "spaces",
        "step",
        "tasks",
        "track",
        "traded",
        "won",
    )
    setting: Setting
    round: int
    step: str
    """What the game goes on with when no task is left."""
    lap: tuple[int, ...]
    """The seats whose turn is still to come in the present lap."""
    order: tuple[int, ...]
    """The player order track."""
    track: tuple[int, ...]
    """The bidding track: who may still win an auction, foremost first."""
    won: tuple[int, ...]
    """Seat → the lot it has won in this bidding phase, or -1."""
    barred: int
    """A lot that a card keeps out of this bidding phase, or -1."""
    rebate: tuple[int, ...]
    """Seat → Mon that a card takes off what it pays in this bidding phase."""
    patrol: int
    """The district of the patrol."""
    colour: int
    """Which patrol it is: it decides the direction."""
    saved: tuple[tuple[int, int], ...]
    """Disciples (seat, spot) that cards keep from arrest in this round."""
    church: int
    market: tuple[int, ...]
    """Field → weapon or -1, from the left."""
    decks: tuple[tuple[int, ...], ...]
    """Pile → its cards, the top one first."""
    discard: tuple[int, ...]
    """Discarded weapons, face up, sorted."""
    event: int
    """The present event, or -1."""
    past: tuple[int, ...]
    """Events gone by."""
    closed: int
    """The closed district, or -1."""
    annexes: tuple[int, ...]
    """Type → how many are to be had."""
    geishas: int
    blessings: int
    spaces: tuple[tuple[int, ...], ...]
    """Spot → the seats of the disciples on it; the garden has a place for each seat, -1 if free."""
    clans: tuple[Clan, ...]
    favours: tuple[int, ...]
    """Favour cards still to be had, during set-up."""
    borrowed: int
    """The seat that a card lends a weapon for its next mission in this phase, or -1."""
    traded: int
    """1 when the present lap of trading has brought a trade."""
    shogun: int
    """1 when the Shogun was killed in this round."""
    reshuffles: tuple[tuple[int, ...], ...]
    """How chance shuffled the weapons, each time it had to."""
    tasks: "tuple[Task, ...]"
    """What has to be done or decided, the most urgent last."""
    facts: tuple[Fact, ...]
    """What the move that led here brought about."""
    chance: Shuffle | None
    """Set only while a move is carried out."""
    changes: tuple[Any, ...]
    """What the move that led here changed on the open table, once somebody has asked for it."""

    def copy(self) -> "State":
        """A state that may be changed."""
        twin = object.__new__(State)
        # Name by name: a loop over the slots takes four times as long, and search copies a lot.
        twin.annexes, twin.barred, twin.blessings = self.annexes, self.barred, self.blessings
        twin.borrowed, twin.chance, twin.church = self.borrowed, self.chance, self.church
        twin.clans, twin.closed, twin.colour, twin.decks = self.clans, self.closed, self.colour, self.decks
        twin.discard, twin.event, twin.facts = self.discard, self.event, self.facts
        twin.favours, twin.geishas, twin.lap, twin.market = self.favours, self.geishas, self.lap, self.market
        twin.order, twin.past, twin.patrol, twin.rebate = self.order, self.past, self.patrol, self.rebate
        twin.reshuffles, twin.round, twin.saved = self.reshuffles, self.round, self.saved
        twin.setting, twin.shogun, twin.spaces, twin.step = self.setting, self.shogun, self.spaces, self.step
        twin.tasks, twin.track, twin.traded, twin.won = self.tasks, self.track, self.traded, self.won
        return twin

    def edit(self, seat: int) -> Clan:
        """A clan of this state, to be changed."""
        clan = self.clans[seat].copy()
        self.clans = swapped(self.clans, seat, clan)
        return clan

    def add(self, task: "Task") -> None:
        """Put a task on top of all others."""
        self.tasks = (*self.tasks, task)

    def note(self, fact: Fact) -> None:
        """Remember what happened."""
        self.facts = (*self.facts, fact)

    def say(self, key: str, **values: Any) -> Saying:
        """A sentence of this game; ``spoken`` makes a text of it."""
        return Saying(key, values)

    def in_order(self, seats: "tuple[int, ...] | list[int]") -> tuple[int, ...]:
        """These seats in player order."""
        return tuple(seat for seat in self.order if seat in seats)


def swapped(items: tuple[Any, ...], index: int, item: Any) -> tuple[Any, ...]:
    """A tuple with one item changed."""
    return (*items[:index], item, *items[index + 1 :])


def without(items: tuple[Any, ...], item: Any) -> tuple[Any, ...]:
    """A tuple without the first such item."""
    index = items.index(item)
    return items[:index] + items[index + 1 :]


def inserted(items: tuple[int, ...], item: int) -> tuple[int, ...]:
    """A sorted tuple with one item more."""
    return tuple(sorted((*items, item)))
