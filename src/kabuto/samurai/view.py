"""What one seat may know of a game, and full games that fit it.

A view holds states in which everything unseen is replaced by ``UNKNOWN``: what is not there
cannot leak.
"""

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from kabuto.samurai import rules
from kabuto.samurai.deal import Tokens
from kabuto.samurai.editions import HIDDEN
from kabuto.samurai.events import Entry
from kabuto.samurai.moves import HIDDEN_CHOICE, Move, Verb, choose
from kabuto.samurai.position import write_figures, write_tokens
from kabuto.samurai.report import Report, report
from kabuto.samurai.scoring import SamuraiOutcome, outcome
from kabuto.samurai.state import NOTHING, Phase, State, add
from kabuto.samurai.tokens import UNKNOWN, codes
from kabuto.table import Game, Value, View
from kabuto.table.record import dumps

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    GameT = TypeVarWithDefault(
        "GameT", bound=Game[Move, State], default=Any
    )  # SamuraiView alone: of any game
else:
    GameT = TypeVar("GameT")

HIDDEN_COUNTS = (UNKNOWN,) * 3
"""Stands for captured figures behind another seat's screen."""


@dataclass(frozen=True)
class SamuraiView(View[Move], Generic[GameT]):
    """Everything that one seat, or a spectator, may know."""

    seat: int | None
    options: Mapping[str, Value]
    state: State
    """The present state, unseen things UNKNOWN."""
    start: State
    """The first state, likewise."""
    log: tuple[Entry, ...]
    """Every move so far and what it captured; what others chose for their opening hands is not shown."""
    pools: tuple[tuple[int, ...], ...]
    """Seat → the tokens that it has not played yet, in hand or stack."""
    received: tuple[int, ...]
    """The tokens that this seat got, in the order it got them: first hand, choices, draws."""
    replay: Callable[..., GameT] = field(repr=False)
    """Makes a game of its first state and legal moves; the game hands it to its views."""
    ahead: tuple[tuple[Move, ...], ...] = ()
    """Seat → what it chose for its opening hand while a seat before it is still choosing; () if none did."""
    move_type = Move

    @property
    def to_move(self) -> int | None:
        """The seat to move, None when the game is over."""
        return rules.to_move(self.state)

    @property
    def hand(self) -> tuple[str, ...]:
        """The tokens in this seat's hand; none for a spectator."""
        if self.seat is None:
            return ()
        tokens = self.state.hands[self.seat]
        return tuple(codes(tuple(sorted((*tokens, *self._chosen(self.seat)))) if self.ahead else tokens))

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """Seat → how many tokens are in its hand."""
        return tuple(len(hand) + len(self._chosen(seat)) for seat, hand in enumerate(self.state.hands))

    @property
    def stack_sizes(self) -> tuple[int, ...]:
        """Seat → how many tokens it has yet to draw."""
        return tuple(len(pool) - size for pool, size in zip(self.pools, self.hand_sizes, strict=True))

    @property
    def unplayed(self) -> tuple[tuple[str, ...], ...]:
        """Seat → the tokens that it has not played yet: what a perfect memory knows."""
        return tuple(tuple(codes(pool)) for pool in self.pools)

    @property
    def figures(self) -> dict[str, str]:
        """Settlement → the figures in it; empty ones are left out."""
        return write_figures(self.state)

    @property
    def tokens(self) -> dict[str, tuple[int, str]]:
        """Space → seat and token."""
        return write_tokens(self.state)

    @property
    def captured(self) -> tuple[tuple[int, int, int] | None, ...]:
        """Seat → captured helmets, Buddhas, rice fields; None behind another's screen."""
        return tuple(None if counts == HIDDEN_COUNTS else counts for counts in self.state.captured)

    @property
    def aside(self) -> tuple[int, int, int]:
        """Helmets, Buddhas, rice fields that no one won."""
        return self.state.aside

    @property
    def played(self) -> tuple[str, ...]:
        """The tokens played in this turn."""
        return tuple(codes(self.state.played))

    @property
    def outcome(self) -> SamuraiOutcome | None:
        """None while the game runs."""
        return outcome(self.state)

    @property
    def deciding(self) -> tuple[int, ...]:
        """The seats that may decide now: all whose opening hands are not complete, or the one to move."""
        if self.state.phase is not Phase.CHOOSE:
            return super().deciding
        return tuple(seat for seat, size in enumerate(self.hand_sizes) if size < self.state.setting.hand_size)

    def _chosen(self, seat: int) -> list[int]:
        return [move.token for move in self.ahead[seat]] if self.ahead else []

    def _own_state(self) -> State:
        """The state in which this seat decides."""
        if self.seat is None or self.state.phase is not Phase.CHOOSE:
            return self.state
        chosen = self.ahead[self.seat] if self.ahead else ()
        return rules.choosing(self.state, self.seat, chosen) or self.state

    def _legal_moves(self) -> tuple[Move, ...]:
        return rules.legal_moves(self._own_state())

    def _why_not(self, move: Move) -> str | None:
        return rules.why_not(self._own_state(), move)

    def settlement(self, space: str) -> Report:
        """Influence per seat and figure on a settlement, and the land spaces missing around it."""
        return report(self.state, space)

    def remembered(self) -> tuple[tuple[int, int, int], ...]:
        """Seat → figures captured since the log began: what a perfect memory knows of hidden ones."""
        counts = [NOTHING] * self.players
        for entry in self.log:
            for capture in entry.captures:
                if capture.winner is not None:
                    counts[capture.winner] = add(counts[capture.winner], capture.figure)
        return tuple(counts)

    def to_json(self) -> str:
        """The view as JSON text: equal texts, equal knowledge."""
        own = None if self.seat is None else list(self.hand)
        result = self.outcome
        return dumps(
            {
                "game": "samurai",
                "options": dict(self.options),
                "seat": self.seat,
                "ply": self.ply,
                "phase": str(self.state.phase),
                "to_move": self.to_move,
                "hand": own,
                "received": codes(self.received),
                "hand_sizes": list(self.hand_sizes),
                "stack_sizes": list(self.stack_sizes),
                "unplayed": [list(pool) for pool in self.unplayed],
                **_board_json(self.state),
                "start": _board_json(self.start),
                "log": [entry.to_json() for entry in self.log],
                "outcome": result and {**result.to_json(), "steps": list(result.steps)},
            }
        )

    def sample(self, rng: random.Random) -> GameT:
        """A full game that this view allows: unseen tokens are dealt uniformly over what is possible."""
        orders = [self._deal(seat, rng) for seat in range(self.players)]
        sizes = [len(hand) for hand in self.start.hands]
        hands = tuple(tuple(sorted(order[:size])) for order, size in zip(orders, sizes, strict=True))
        later = [order[size:] for order, size in zip(orders, sizes, strict=True)]
        first = self.start._replace(hands=hands, captured=self._deal_captured(rng))
        draws = None
        if self.start.phase is not Phase.CHOOSE:
            first = first._replace(stacks=tuple(map(tuple, later)))
        elif self.state.phase is not Phase.CHOOSE:
            draws = tuple(tuple(order[self.state.setting.hand_size :]) for order in orders)
        choices = [iter(order) for order in later]
        moves = [
            choose(next(choices[entry.seat])) if entry.move.verb is Verb.CHOOSE else entry.move
            for entry in self.log
        ]
        game = self.replay(self.options, first, moves, draws, rng.getrandbits(128))
        for seat, ahead in enumerate(self.ahead):
            tokens = (
                self._chosen(seat)
                if seat == self.seat
                else rng.sample(self.state.setting.full_set, len(ahead))
            )
            for token in tokens:
                game.play(choose(token), seat)
        return game

    def _deal(self, seat: int, rng: random.Random) -> list[int]:
        """The tokens of a seat in the order it may have got them: first hand, choices, stack.

        A token that another seat played was among those it had by then; nothing else is known. What it
        had only grows, so giving every played token one of the places free by then, and the rest the
        places left over, makes all possible orders equally likely.
        """
        mine = [entry.move for entry in self.log if entry.seat == seat]
        tokens = [move.token for move in mine if move.verb in PLAYS]
        if self.state.phase is Phase.CHOOSE:
            size, rest = len(self.state.hands[seat]), list(self.state.setting.full_set)
        else:
            size, rest = len(self.pools[seat]) + len(tokens), list(self.pools[seat])
        order = [UNKNOWN] * size
        if seat == self.seat:
            order[: len(self.received)] = self.received
            rest = list((Counter(rest + tokens) - Counter(self.received)).elements())
        else:
            had = hand = len(self.start.hands[seat])
            for move in mine:
                if move.verb in PLAYS:
                    free = [place for place in range(had) if order[place] == UNKNOWN]
                    order[rng.choice(free)] = move.token
                    hand -= 1
                elif move.verb is not Verb.PUT:
                    drawn = (
                        1
                        if move.verb is Verb.CHOOSE
                        else min(self.state.setting.hand_size - hand, size - had)
                    )
                    had, hand = had + drawn, hand + drawn
        rng.shuffle(rest)
        return [rest.pop() if token == UNKNOWN else token for token in order]

    def _deal_captured(self, rng: random.Random) -> tuple[tuple[int, int, int], ...]:
        """Figures captured before the log began: unseen ones are behind a screen or out of the game."""
        captured = [NOTHING if counts == HIDDEN_COUNTS else counts for counts in self.start.captured]
        hidden = [seat for seat, counts in enumerate(self.start.captured) if counts == HIDDEN_COUNTS]
        for kind in range(3) if hidden else ():
            seen = sum(mask >> kind & 1 for mask in self.start.figures) + self.start.aside[kind]
            seen += sum(counts[kind] for counts in captured)
            for _ in range(self.start.setting.board.figures - seen):
                owner = rng.choice([None, *hidden])
                if owner is not None:
                    captured[owner] = add(captured[owner], kind)
        return tuple(captured)


PLAYS = {Verb.PLAY, Verb.EXCHANGE_FIGURES, Verb.EXCHANGE_TOKENS}
"""The moves that spend a token."""


def see(
    seat: int | None,
    options: Mapping[str, Value],
    states: Sequence[State],
    log: tuple[Entry, ...],
    ahead: tuple[tuple[Move, ...], ...],
    replay: Callable[..., GameT],
) -> SamuraiView[GameT]:
    """What a seat sees of a game: its states, its log and what was chosen ahead."""
    first, now = states[0], states[-1]
    over = now.phase is Phase.OVER
    if now.phase is Phase.CHOOSE:
        pools = (now.setting.full_set,) * now.setting.players
    else:
        pools = _pools(now.hands, now.stacks)
    received: tuple[int, ...] = ()
    if seat is not None:
        received = first.hands[seat]
        if first.phase is not Phase.TURN:
            received += tuple(
                entry.move.token for entry in log if entry.seat == seat and entry.move.verb is Verb.CHOOSE
            )
        if now.phase is not Phase.CHOOSE:
            stack = next(state.stacks for state in states if state.phase is not Phase.CHOOSE)[seat]
            received += stack[: len(stack) - len(now.stacks[seat])]
    ahead = tuple(tuple(_shown(move, owner == seat) for move in chosen) for owner, chosen in enumerate(ahead))
    return SamuraiView(
        seat, options, _mask(now, seat, over), _mask(first, seat, over), log, pools, received, replay, ahead
    )


@lru_cache(maxsize=1 << 8)
def _pools(hands: Tokens, stacks: Tokens) -> Tokens:
    """Seat → hand and stack together: the same for all who look."""
    return tuple(tuple(sorted(hand + stack)) for hand, stack in zip(hands, stacks, strict=True))


def see_move(seat: int | None, before: State, move: Move, after: State) -> Entry:
    """What a seat sees of a move."""
    own = before.seat == seat
    drawn: tuple[int, ...] = ()
    if move.verb is Verb.END:
        stack = before.stacks[before.seat]
        number = len(stack) - len(after.stacks[before.seat])
        drawn = stack[:number] if own else (UNKNOWN,) * number
    return Entry(before.seat, _shown(move, own), after.captures, drawn)


def _shown(move: Move, own: bool) -> Move:
    return HIDDEN_CHOICE if move.verb is Verb.CHOOSE and not own else move


def _mask(state: State, seat: int | None, over: bool) -> State:
    """The state with everything unseen replaced; scoring shows what was behind the screens."""
    screened = state.setting.captured_figures == HIDDEN and state.phase is Phase.TURN and not over
    hands = [hand if owner == seat else (UNKNOWN,) * len(hand) for owner, hand in enumerate(state.hands)]
    stacks = [(UNKNOWN,) * len(stack) for stack in state.stacks]
    captured = state.captured
    if screened:
        captured = tuple(counts if owner == seat else HIDDEN_COUNTS for owner, counts in enumerate(captured))
    return state._replace(hands=tuple(hands), stacks=tuple(stacks), captured=captured)


def _board_json(state: State) -> dict[str, Any]:
    return {
        "figures": write_figures(state),
        "tokens": write_tokens(state),
        "captured": [None if counts == HIDDEN_COUNTS else list(counts) for counts in state.captured],
        "aside": list(state.aside),
        "played": codes(state.played),
    }
