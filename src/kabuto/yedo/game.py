"""A game of Yedo behind the contract of the table."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from kabuto.table import BadRecord, Event, Rules, RulesGame, Value
from kabuto.yedo import rules
from kabuto.yedo.cards import CITY, HOUSE
from kabuto.yedo.deal import deal, generator
from kabuto.yedo.moves import PASS, Move
from kabuto.yedo.options import FREE, OPTIONS, Setting
from kabuto.yedo.phases.action_cards import Answer, Window
from kabuto.yedo.phases.patrol import Protect
from kabuto.yedo.phases.scoring import YedoOutcome, outcome
from kabuto.yedo.phases.trade import LONGEST_OFFER, MOST_OFFERS
from kabuto.yedo.phases.trade import STEPS as TRADES
from kabuto.yedo.positions.position import read_start, write_position, write_start
from kabuto.yedo.state.state import State, swapped
from kabuto.yedo.views import sampling
from kabuto.yedo.views.log_entry import entry, everything
from kabuto.yedo.views.view import YedoView, mask
from kabuto.yedo.words import WORDS

REVEALS_NOTHING = frozenset({"back", "buy", "keep", "lay", "order", "take", "tuck"})
"""Facts about cards that were face up already, or that show their owner nothing new."""
FEW, SEATS = 1500, 5
"""Moves of a seat that are never reached, free offers apart: a round has at most four brief ones of 17 steps
and some forty other decisions for each; and the most seats that there are."""
Orders = tuple[tuple[int, ...], ...]


def most_moves(setting: Setting) -> int:
    """No game has more moves than this."""
    offers = setting.board.rounds * len(TRADES) * (MOST_OFFERS * LONGEST_OFFER + 1)
    return setting.players * (FEW + offers * setting.free_trade)


class Yedo(RulesGame[Move, State]):
    """A game of Yedo."""

    name = "yedo"
    option_table = OPTIONS
    move_type = Move
    rules = Rules(
        to_move=rules.to_move,
        legal_moves=rules.legal_moves,
        why_not=rules.why_not,
        after=rules.after,
        entry=entry,
        outcome=outcome,
    )
    most_plies = most_moves(Setting.of({"players": SEATS, "cards": CITY, "overbids": True, "trading": FREE}))

    _orders: Orders = ()
    """Orders of reshuffled weapons that a record names."""
    _openings: tuple[State | None, ...] = ()
    """Viewer, the spectator last → the first state as it was shown: that never changes."""

    @property
    def outcome(self) -> YedoOutcome | None:
        """None while the game runs; then ranking, scores, and how it was decided."""
        return outcome(self.state)

    def view(self, seat: int | None) -> "YedoView[Yedo]":
        """Everything that seat may know, nothing more; None is the spectator."""
        seat = self.check_seat(seat)
        now, first = mask(self._states[-1], seat), self._opening(seat)
        return YedoView(seat, dict(self.options), now, first, self._log(seat), sample)

    def _opening(self, seat: int | None) -> State:
        """The first state as a viewer sees it."""
        number = self.players if seat is None else seat
        seen = self._openings or (None,) * (self.players + 1)
        first = seen[number] or mask(self._states[0], seat)
        self._openings = swapped(seen, number, first)
        return first

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

    def _chance(self, state: State, weapons: tuple[int, ...]) -> tuple[int, ...]:
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

    def _events(self, before: State, move: Move, after: State) -> Sequence[Event]:
        return everything(before, move, after)

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


def sample(view: YedoView, rng: Random) -> Yedo:
    """A full game that a view allows."""
    return Yedo.replay(*sampling.deal_again(view, rng))


def _unpickled(
    kind: type[Yedo], options: Mapping[str, Value], first: State, moves: list[str], orders: Orders, seed: int
) -> Yedo:
    return kind.replay(options, first, [Move.parse(text) for text in moves], orders, seed)
