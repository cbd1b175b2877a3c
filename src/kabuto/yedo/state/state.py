"""One position of the game, complete, with the tasks that are waiting in it.

A state that has been published (returned by ``rules.after``) is never changed again: ``after`` works on a
copy, and what states share is made of tuples and numbers. To change a clan, take it with ``edit``.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple, Self

from kabuto.yedo.board import ACTION, ANNEXES, BONUS, DISTRICTS, EVENT, PATROLS, SPOTS, WARES
from kabuto.yedo.moves import Move
from kabuto.yedo.options import Setting
from kabuto.yedo.state.codecs import (
    BORROWED,
    DECKS,
    FAVOUR,
    FLAG,
    LOT,
    MISSION,
    MOST,
    ROUND,
    SEAT,
    SPACES,
    TEXT,
    WEAPON_NAME,
    card,
    each_clan,
    each_seat,
    entry,
    many,
    named,
    number,
    optional,
    pair,
    table,
)
from kabuto.yedo.words import Saying

EVERYBODY = -1
"""As a set of seats (bits): everyone, spectators too."""

Shuffle = Callable[["State", tuple[int, ...]], tuple[int, ...]]
"""Chance: an order for these weapons."""


def unknown(pile: int) -> int:
    """Stands for a card of a pile whose face is not seen."""
    return -1 - pile


class Undrawn(LookupError):
    """A card is needed that chance has not decided yet: its pile holds an ``unknown`` one there.

    A caller that deals cards only when they are needed decides it and carries the move out again.
    """

    def __init__(self, pile: int) -> None:
        super().__init__(pile)
        self.pile = pile


class Fact(NamedTuple):
    """One thing that a move brought about: something with cards, or a step of the game."""

    what: str
    seat: int = -1
    pile: int = -1
    cards: tuple[int, ...] = ()
    """Faces; viewers who may not see them get ``unknown`` ones."""
    other: int = -1
    """A number that goes with it: another seat, an amount or a place."""
    sees: int = EVERYBODY
    """The seats that see the faces, as bits."""


class Proposal(NamedTuple):
    """An offer that was made, as all saw it: its things as ``WARES``, sorted."""

    seat: int
    partner: int
    gives: tuple[int, ...]
    asks: tuple[int, ...]
    mon: int
    """Mon that this seat pays, negative what it asks."""


_PROPOSAL = {
    "seat": SEAT,
    "partner": SEAT,
    "gives": many(named(WARES), in_order=True),
    "asks": many(named(WARES), in_order=True),
    "mon": number(-MOST),
}


class Copied:
    """A dataclass with slots that can be copied quickly."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        names = [each.name for each in cls.__dict__.get("__dataclass_fields__", {}).values() if each.init]
        if names:
            cls.copy = _copier(names)  # type: ignore[method-assign]

    def copy(self) -> Self:
        """A copy that may be changed."""
        raise NotImplementedError


def _copier(names: list[str]) -> Any:
    """A method that copies field by field, written out the way ``dataclass`` writes ``__init__``.

    A loop over the fields takes four times as long, and search copies a lot.
    """
    lines = (f"    twin.{name} = self.{name}" for name in names)
    body = "\n".join(("def copy(self):", "    twin = new(self.__class__)", *lines, "    return twin"))
    scope: dict[str, Any] = {"new": object.__new__}
    exec(body, scope)
    return scope["copy"]


@dataclass(slots=True, eq=False, repr=False)
class Clan(Copied):
    """What belongs to one seat."""

    mon: int = entry(number(), 0)
    prestige: int = entry(number(), 0)
    home: int = entry(number(), 0)
    """Disciples in the clan house."""
    reserve: int = entry(number(), 0)
    """Disciples in the reserve on the board."""
    weapons: tuple[int, ...] = entry(many(WEAPON_NAME, in_order=True), ())
    """Sorted, as all hands are."""
    geishas: int = entry(number(), 0)
    blessing: int = entry(number(), 0)
    annexes: tuple[int, ...] = entry(many(named(ANNEXES), in_order=True), ())
    manned: tuple[int, ...] = entry(many(named(ANNEXES), in_order=True), ())
    """Annexes that hold a disciple."""
    actions: tuple[int, ...] = entry(many(card(ACTION), in_order=True), ())
    bonuses: tuple[int, ...] = entry(many(card(BONUS), in_order=True), ())
    missions: tuple[int, ...] = entry(many(MISSION, in_order=True), ())
    finished: tuple[int, ...] = entry(many(MISSION), ())
    blackmail: int = entry(number(), 0)
    """1 while it is unused."""


TASKS: "dict[str, type[Task]]" = {}
"""Name → kind of task."""


@dataclass(frozen=True, slots=True)
class Task:
    """Something to be decided by a seat, or done, before the game goes on with its next step.

    The topmost one of a state says which moves there are, why another is refused and what a move does. One
    that needs no decision does its work by itself.
    """

    seat: int
    """Who decides."""
    name: ClassVar[str]
    """What positions and sentences call it: the name of its class in lower case."""
    steps: ClassVar[frozenset[str]]
    """The steps of the game at which it can be waiting."""
    verbs: ClassVar[frozenset[str]] = frozenset()
    """The verbs of its moves; none if it never asks anything."""
    all_legal: ClassVar[bool] = False
    """Whether its candidates are all legal, so that ``refuse`` only says why other moves are not."""
    defers_limits: ClassVar[bool] = False
    """Whether limits are checked only when it is done (Q45)."""

    def __init_subclass__(cls, **_: Any) -> None:
        if "steps" not in cls.__dict__:
            raise TypeError(f"the task {cls.__name__} does not say at which steps it can be waiting")
        cls.name = cls.__name__.lower()
        TASKS[cls.name] = cls

    def run(self, s: "State") -> bool:
        """Do it without asking; False (and nothing done) if there is something to decide."""
        return False

    def candidates(self, s: "State") -> Iterable[Move]:
        """Every move that may be legal."""
        raise NotImplementedError

    def refuse(self, s: "State", move: Move) -> Saying | None:
        """Why such a move is illegal; None if it is legal."""
        return None

    def legal(self, s: "State") -> Iterable[Move]:
        """Every legal move: the candidates that nothing speaks against."""
        if self.all_legal:
            return self.candidates(s)
        refuse = self.refuse
        return [move for move in self.candidates(s) if refuse(s, move) is None]

    def apply(self, s: "State", move: Move) -> None:
        """Do what a legal move says; the task itself has been taken off the pile."""
        raise NotImplementedError

    def fits(self, s: "State") -> bool:
        """Whether it can be waiting in this position: asked about positions written by hand."""
        return True

    def cards_in_limbo(self, s: "State") -> Iterable[tuple[int, int]]:
        """Pile and number of every card that is in no hand and no pile, because this task holds it."""
        return ()

    def masked(self, seat: int | None) -> "Task":
        """The task as a seat sees it."""
        return self


@dataclass(slots=True, eq=False, repr=False)
class State(Copied):
    """A position; ``rules`` says what may follow it.

    A field with an ``entry`` is part of every written position, in this order.
    """

    setting: Setting
    round: int = entry(ROUND, 0)
    step: str = entry(TEXT, "begin")
    """What the game goes on with when no task is left."""
    order: tuple[int, ...] = entry(many(SEAT), ())
    """The player order track."""
    lap: tuple[int, ...] = entry(many(SEAT), ())
    """The seats whose turn is still to come in the present lap."""
    track: tuple[int, ...] = entry(many(SEAT), ())
    """The bidding track: who may still win an auction, foremost first."""
    won: tuple[int, ...] = entry(each_seat(optional(LOT)), ())
    """Seat → the lot it has won in this bidding phase, or -1."""
    barred: int = entry(optional(LOT), -1)
    """A lot that a card keeps out of this bidding phase, or -1."""
    rebate: tuple[int, ...] = entry(each_seat(number()), ())
    """Seat → Mon that a card takes off what it pays in this bidding phase."""
    colour: int = entry(named(PATROLS), 0, key="patrol")
    """Which patrol is on duty: it decides the direction."""
    patrol: int = entry(named(DISTRICTS), 0, key="patrol_in")
    """The district of the patrol."""
    saved: tuple[tuple[int, int], ...] = entry(many(pair(SEAT, named(SPOTS), "seat_and_space")), ())
    """Disciples (seat, spot) that cards keep from arrest in this round."""
    church: int = entry(number(), 0)
    market: tuple[int, ...] = entry(many(optional(WEAPON_NAME)), ())
    """Field → weapon or -1, from the left."""
    decks: tuple[tuple[int, ...], ...] = entry(DECKS, ())
    """Pile → its cards, the top one first."""
    discard: tuple[int, ...] = entry(many(WEAPON_NAME, in_order=True), ())
    """Discarded weapons, face up, sorted."""
    event: int = entry(optional(card(EVENT)), -1)
    """The present event, or -1."""
    past: tuple[int, ...] = entry(many(card(EVENT)), ())
    """Past events."""
    closed: int = entry(optional(named(DISTRICTS)), -1)
    """The closed district, or -1."""
    annexes: tuple[int, ...] = entry(table(dict.fromkeys(ANNEXES, number())), ())
    """Type → how many are left in the supply."""
    geishas: int = entry(number(), 0)
    blessings: int = entry(number(), 0)
    spaces: tuple[tuple[int, ...], ...] = entry(SPACES, ())
    """Spot → the seats of the disciples on it; the garden has a place for each seat, -1 if free."""
    clans: tuple[Clan, ...] = entry(each_clan(Clan), ())
    favours: tuple[int, ...] = entry(many(FAVOUR), ())
    """Favour cards that are still there to be taken, during set-up."""
    borrowed: tuple[tuple[int, int], ...] = entry(BORROWED, ())
    """Seats that a card lends a weapon for their next mission in this phase, each with the weapon that it
    stands in for: -1 until a mission needs one."""
    traded: int = entry(FLAG, 0)
    """1 when the present lap of trading has brought a trade."""
    shogun: int = entry(FLAG, 0)
    """1 when the Shogun was killed in this round."""
    begun: tuple[int, ...] = entry(each_seat(number()), (), optional=True)
    """Seat → offers that it has begun where clans trade now; empty unless trading is free and under way."""
    proposed: tuple[Proposal, ...] = entry(
        many(table(_PROPOSAL, Proposal._make), most=200), (), optional=True
    )
    """The offers that were made there since something changed hands: they are not made again."""
    tasks: "tuple[Task, ...]" = ()
    """What has to be done or decided, the most urgent last; the last entry of a position."""
    reshuffles: tuple[tuple[int, ...], ...] = ()
    """How chance shuffled the weapons, each time it had to."""
    facts: tuple[Fact, ...] = ()
    """What the move that led here brought about."""
    chance: Shuffle | None = None
    """Set only while a move is carried out."""
    told: Any = field(init=False)
    """What everybody saw of the move that led here, once a person has asked for it."""

    def edit(self, seat: int) -> Clan:
        """A clan of this state, to be changed."""
        clan = self.clans[seat].copy()
        self.clans = swapped(self.clans, seat, clan)
        return clan

    def add(self, task: Task) -> None:
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


def asking() -> set[type[Task]]:
    """Every kind of task that asks a seat to decide something."""
    return {kind for kind in TASKS.values() if kind.verbs}


def cards_in_limbo(s: State) -> Iterable[tuple[int, int]]:
    """Pile and number of every card of a state that a task holds."""
    for task in s.tasks:
        yield from task.cards_in_limbo(s)
