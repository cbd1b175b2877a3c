"""A game whose rules are functions of one state: what such a game would otherwise write out."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from kabuto.table.game import Entry, Game, MoveT, Outcome, StateT


@dataclass(frozen=True, kw_only=True)
class Rules:
    """The rules of a game, as functions."""

    to_move: Callable[[Any], int | None]
    """State → the seat to move, None when the game is over."""
    legal_moves: Callable[[Any], Sequence[Any]]
    why_not: Callable[[Any, Any], str | None]
    """State and move → the reason it is refused; None when it is legal."""
    after: Callable[[Any, Any, Callable[..., Any]], Any]
    """State, legal move and what decides chance → the state that the move leads to."""
    entry: Callable[[int | None, Any, Any, Any], Entry[Any]]
    """Viewer, state, move and the state after it → a line of the log."""
    outcome: Callable[[Any], Outcome | None]


class RulesGame(Game[MoveT, StateT]):
    """A game that says its rules by ``rules``."""

    rules: ClassVar[Rules]

    _chance: Callable[..., Any]
    """Decides what a move leaves to chance, as the record says while one is being replayed."""

    @property
    def state(self) -> StateT:
        """The present state, everything included: for the rules and for tests, never for a player."""
        return self._states[-1]

    def _to_move(self, state: StateT) -> int | None:
        return self.rules.to_move(state)

    def _legal_moves(self, state: StateT) -> Sequence[MoveT]:
        return self.rules.legal_moves(state)

    def _why_not(self, state: StateT, move: MoveT) -> str | None:
        return self.rules.why_not(state, move)

    def _after(self, state: StateT, move: MoveT) -> StateT:
        after: StateT = self.rules.after(state, move, self._chance)
        return after

    def _entry(self, viewer: int | None, before: StateT, move: MoveT, after: StateT) -> Entry[MoveT]:
        return self.rules.entry(viewer, before, move, after)

    def _outcome(self, state: StateT) -> Outcome | None:
        return self.rules.outcome(state)
