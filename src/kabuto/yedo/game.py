"""A game of Yedo behind the contract of the table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from kabuto.table import BadRecord, Event, Game, Value
from kabuto.yedo import rules
from kabuto.yedo.cards import HOUSE
from kabuto.yedo.deal import deal, generator
from kabuto.yedo.ending import YedoOutcome, outcome
from kabuto.yedo.moves import PASS, Move
from kabuto.yedo.options import OPTIONS
from kabuto.yedo.patrol import Protect
from kabuto.yedo.plays import Answer, Window
from kabuto.yedo.position import read_start, write_position, write_start
from kabuto.yedo.sentences import WORDS
from kabuto.yedo.setting import Setting
from kabuto.yedo.state import State
from kabuto.yedo.view import Entry, YedoView, entry, everything, see

REVEALS_NOTHING = frozenset({"back", "buy", "keep", "lay", "order", "take", "tuck"})
"""Facts about cards that were face up already, or that show their owner nothing new."""
Orders = tuple[tuple[int, ...], ...]


class Yedo(Game[Move, State]):
    """A game of Yedo."""

    name = "yedo"
    option_table = OPTIONS
    move_type = Move

    _orders: Orders = ()
    """Orders of reshuffled weapons that a record names."""

    @property
    def state(self) -> State:
        """The present state, everything included: for the rules and for tests, never for a player."""
        return self._states[-1]

    @property
    def outcome(self) -> YedoOutcome | None:
        """None while the game runs; then ranking, scores, and how it was decided."""
        return self._outcome(self.state)

    def view(self, seat: int | None) -> YedoView:
        """Everything that seat may know, nothing more; None is the spectator."""
        seat = self.check_seat(seat)
        return see(seat, dict(self.options), self._states[0], self._states[-1], self._log(seat))

    def position(self) -> dict[str, Any]:
        """The present position: what a record's ``start`` may be."""
        return self._naming_cards(write_position(self.state))

    def _begin(self, start: Mapping[str, Any] | None, moves: Sequence[str]) -> State:
        setting = Setting.of(self.options)
        if start is None:
            return deal(setting, self._seed)
        state, self._orders = read_start(setting, start)
        return state

    @classmethod
    def replay(
        cls, options: Mapping[str, Value], first: State, moves: Sequence[Move], orders: Orders, seed: int
    ) -> "Yedo":
        """A game from its first state and legal moves; ``orders`` says how weapons were reshuffled in it."""
        game = object.__new__(cls)
        game.options, game._seed, game._orders = options, seed, orders
        game._states, game._moves = [first], []
        for move in moves:
            game.play_unchecked(move)
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled as its first state and its moves: its states would be a hundred times more."""
        moves = [str(move) for move in self._moves]
        return _unpickled, (
            type(self),
            dict(self.options),
            self._states[0],
            moves,
            self.state.reshuffles,
            self._seed,
        )

    def _shuffled(self, state: State, weapons: tuple[int, ...]) -> tuple[int, ...]:
        """Chance shuffles the discarded weapons, as the record says while one is being replayed."""
        number = len(state.reshuffles)
        named = self._orders[number] if number < len(self._orders) else None
        if named is not None and Counter(named) == Counter(weapons):
            return named
        if self._replaying:
            reason = WORDS.say("reshuffle_missing" if named is None else "reshuffle_other")
            raise BadRecord(reason, f"start.reshuffles[{number}]")
        order = list(weapons)
        generator(self._seed, f"weapons {number}").shuffle(order)
        return tuple(order)

    def _check_replayed(self, start: Mapping[str, Any]) -> None:
        if len(self.state.reshuffles) < len(self._orders):
            place = f"start.reshuffles[{len(self.state.reshuffles)}]"
            raise BadRecord(WORDS.say("reshuffle_extra"), place)

    def _to_move(self, state: State) -> int | None:
        return rules.to_move(state)

    def _legal_moves(self, state: State) -> Sequence[Move]:
        return rules.legal_moves(state)

    def _why_not(self, state: State, move: Move) -> str | None:
        return rules.why_not(state, move)

    def _after(self, state: State, move: Move) -> State:
        return rules.after(state, move, self._shuffled)

    def _entry(self, viewer: int | None, before: State, move: Move, after: State) -> Entry:
        return entry(viewer, before, move, after)

    def _events(self, before: State, move: Move, after: State) -> Sequence[Event]:
        return everything(before, after)

    def _outcome(self, state: State) -> YedoOutcome | None:
        return outcome(state)

    def _reveals(self, before: State, move: Move, after: State) -> bool:
        return any(fact.cards and fact.what not in REVEALS_NOTHING for fact in after.facts)

    def _secret_pass(self, state: State) -> Move | None:
        return PASS if state.tasks and isinstance(state.tasks[-1], (Answer, Protect, Window)) else None

    def _start(self) -> dict[str, Any]:
        return self._naming_cards(write_start(self._states[0], self.state.reshuffles))

    def _naming_cards(self, start: dict[str, Any]) -> dict[str, Any]:
        """A start with the hash of its cards; those of the house are what they always were."""
        cards = self.state.setting.cards
        return start if cards.name == HOUSE else {**start, "cards": cards.digest}


def _unpickled(
    kind: type[Yedo], options: Mapping[str, Value], first: State, moves: list[str], orders: Orders, seed: int
) -> Yedo:
    return kind.replay(options, first, [Move.parse(text) for text in moves], orders, seed)
