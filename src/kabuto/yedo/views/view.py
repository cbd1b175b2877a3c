"""What one seat may know of a game.

A view holds a state in which everything unseen is replaced by ``unknown`` cards: what is not there cannot
leak. What a seat has seen so far is in its log: the facts of every move, with faces where it saw them.
"""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from kabuto.table import Game, Value, View
from kabuto.table.record import dumps
from kabuto.yedo import rules
from kabuto.yedo.board import ACTION, BONUS, PILES
from kabuto.yedo.moves import Move
from kabuto.yedo.phases.scoring import YedoOutcome, outcome
from kabuto.yedo.positions.position import write_position
from kabuto.yedo.state.codecs import card
from kabuto.yedo.state.pieces import pile_of_mission
from kabuto.yedo.state.state import Clan, Fact, State, unknown
from kabuto.yedo.views.log_entry import Entry, masked

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    GameT = TypeVarWithDefault("GameT", bound=Game[Move, State], default=Any)  # YedoView alone: of any game
else:
    GameT = TypeVar("GameT")


@dataclass(frozen=True)
class YedoView(View[Move], Generic[GameT]):
    """Everything that one seat, or a spectator, may know."""

    seat: int | None
    options: Mapping[str, Value]
    state: State
    """The present state, unseen cards unknown."""
    start: State
    """The first state, likewise."""
    log: tuple[Entry, ...]
    """Every move so far and what came of it."""
    deal_again: Callable[["YedoView[GameT]", random.Random], GameT]
    """Makes a full game that a view allows; the game hands it to its views."""
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

    def sample(self, rng: random.Random) -> GameT:
        """A full game that this view allows: everything that this seat has not seen is dealt again."""
        return self.deal_again(self, rng)


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


@cache
def _face_down(pile: int, number: int) -> tuple[int, ...]:
    """So many cards of a pile whose faces are not seen."""
    return (unknown(pile),) * number


def mask(s: State, seat: int | None) -> State:
    """The state with everything unseen replaced; at the end the bonus cards lie open."""
    m = s.copy()
    m.decks = tuple([_face_down(pile, len(deck)) for pile, deck in enumerate(s.decks)])
    over = s.step == rules.OVER
    m.clans = tuple(
        [clan if owner == seat else _mask_clan(s, clan, over) for owner, clan in enumerate(s.clans)]
    )
    m.tasks = tuple([task.masked(seat) for task in s.tasks])
    m.facts = tuple([masked(fact, seat) for fact in s.facts])
    m.reshuffles = ()
    return m


def _mask_clan(s: State, clan: Clan, over: bool) -> Clan:
    """What others see of a clan."""
    m = clan.copy()
    m.actions = _face_down(ACTION, len(clan.actions))
    if not over:
        m.bonuses = _face_down(BONUS, len(clan.bonuses))
    m.missions = tuple(sorted([unknown(pile_of_mission(s, mission)) for mission in clan.missions]))
    return m
