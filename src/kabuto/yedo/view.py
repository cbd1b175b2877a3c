"""What one seat may know of a game.

A view holds a state in which everything unseen is replaced by ``unknown`` cards: what is not there cannot
leak. What a seat has seen so far is in its log: the facts of every move, with faces where it saw them.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kabuto import table
from kabuto.table import Event, Value, View
from kabuto.table.record import dumps
from kabuto.yedo import rules
from kabuto.yedo.board import ACTION, BONUS, PILES
from kabuto.yedo.ending import YedoOutcome, outcome
from kabuto.yedo.entries import card
from kabuto.yedo.hands import pile_of_mission
from kabuto.yedo.happenings import Change, changed, changes, typed
from kabuto.yedo.moves import Move, move
from kabuto.yedo.position import write_position
from kabuto.yedo.setting import Setting
from kabuto.yedo.state import EVERYBODY, Clan, Fact, State, unknown

if TYPE_CHECKING:
    from kabuto.yedo.game import Yedo


@dataclass(frozen=True, slots=True)
class Entry(table.Entry[Move]):
    """One line of the log; in its move and its facts, a card whose face the viewer may not see is ``?``."""

    facts: tuple[Fact, ...]
    """What came of the move: what happened to cards, and steps of the game."""
    changed: tuple[Change, ...]
    """What it changed on the open table."""
    setting: Setting

    @property
    def changes(self) -> tuple[Event, ...]:
        """What it changed on the open table, as events."""
        return tuple(map(changed, self.changed))

    @property
    def events(self) -> tuple[Event, ...]:
        """What came of the move, all of it."""
        return (*(typed(self.setting, fact) for fact in self.facts), *self.changes)


@dataclass(frozen=True)
class YedoView(View[Move]):
    """Everything that one seat, or a spectator, may know."""

    seat: int | None
    options: Mapping[str, Value]
    state: State
    """The present state, unseen cards unknown."""
    start: State
    """The first state, likewise."""
    log: tuple[Entry, ...]
    """Every move so far and what came of it."""
    move_type = Move

    @property
    def to_move(self) -> int | None:
        """The seat to move, None when the game is over."""
        return rules.to_move(self.state)

    @property
    def outcome(self) -> YedoOutcome | None:
        """None while the game runs."""
        return outcome(self.state)

    def _legal_moves(self) -> tuple[Move, ...]:
        return rules.legal_moves(self.state)

    def _why_not(self, move: Move) -> str | None:
        return rules.why_not(self.state, move)

    def to_json(self) -> str:
        """The view as JSON text: equal texts, equal knowledge."""
        result = self.outcome
        return dumps(
            {
                "game": "yedo",
                "options": dict(self.options),
                "seat": self.seat,
                "ply": self.ply,
                "to_move": self.to_move,
                "position": _without_piles(self.state),
                "start": _without_piles(self.start),
                "log": [self._entry_json(entry) for entry in self.log],
                "outcome": result and {**result.to_json(), "steps": list(result.steps)},
            }
        )

    def _entry_json(self, entry: Entry) -> dict[str, Any]:
        facts = [_fact_json(self.state, fact) for fact in entry.facts]
        return {"seat": entry.seat, "move": str(entry.move), "facts": facts}

    def sample(self, rng: random.Random) -> "Yedo":
        """A full game that this view allows: everything that this seat has not seen is dealt again."""
        from kabuto.yedo.sampling import sample

        return sample(self, rng)


def _without_piles(s: State) -> dict[str, Any]:
    """A position with the sizes of the piles alone."""
    written = write_position(s)
    written["decks"] = {name: len(deck) for name, deck in zip(PILES, s.decks, strict=True)}
    return written


def _fact_json(s: State, fact: Fact) -> dict[str, Any]:
    written: dict[str, Any] = {"what": fact.what}
    if fact.seat >= 0:
        written["seat"] = fact.seat
    if fact.pile >= 0:
        written["pile"] = PILES[fact.pile]
        written["cards"] = [card(fact.pile).write(s.setting, number) for number in fact.cards]
    if fact.other >= 0:
        written["other"] = fact.other
    return written


def see(
    seat: int | None, options: Mapping[str, Value], first: State, now: State, log: tuple[Entry, ...]
) -> YedoView:
    """What a seat sees of a game."""
    return YedoView(seat, options, mask(now, seat), mask(first, seat), log)


def entry(seat: int | None, before: State, played: Move, after: State) -> Entry:
    """What a seat sees of a move."""
    mover = before.tasks[-1].seat
    facts = tuple(_masked(fact, seat) for fact in after.facts)
    shown = _shown(played, before, mover == seat)
    return Entry(mover, shown, facts, changes(before, after), after.setting)


def everything(before: State, after: State) -> tuple[Event, ...]:
    """What came of a move, nothing hidden."""
    return (*(typed(after.setting, fact) for fact in after.facts), *map(changed, changes(before, after)))


HIDDEN_MOVES = frozenset({"keep", "discard", "lose", "give", "pick", "pawn", "swap", "order"})
"""Verbs of moves that name a card which only the mover sees; weapons are open."""


def _shown(played: Move, before: State, own: bool) -> Move:
    if own or played.verb not in HIDDEN_MOVES:
        return played
    if played.verb == "order":
        return move("order ?")
    words = ["?" if before.setting.cards.find(word) else word for word in played.words]
    return move(played.verb, *words)


def _masked(fact: Fact, seat: int | None) -> Fact:
    if not fact.cards or fact.sees == EVERYBODY or (seat is not None and fact.sees >> seat & 1):
        return fact
    return fact._replace(cards=(unknown(fact.pile),) * len(fact.cards))


def mask(s: State, seat: int | None) -> State:
    """The state with everything unseen replaced; at the end the bonus cards lie open."""
    m = s.copy()
    m.decks = tuple((unknown(pile),) * len(deck) for pile, deck in enumerate(s.decks))
    over = s.step == rules.OVER
    m.clans = tuple(
        clan if owner == seat else _mask_clan(s, clan, over) for owner, clan in enumerate(s.clans)
    )
    m.tasks = tuple(task.masked(seat) for task in s.tasks)
    m.facts = tuple(_masked(fact, seat) for fact in s.facts)
    m.reshuffles = ()
    return m


def _mask_clan(s: State, clan: Clan, over: bool) -> Clan:
    m = clan.copy()
    m.actions = (unknown(ACTION),) * len(clan.actions)
    if not over:
        m.bonuses = (unknown(BONUS),) * len(clan.bonuses)
    m.missions = tuple(sorted(unknown(pile_of_mission(s, mission)) for mission in clan.missions))
    return m
