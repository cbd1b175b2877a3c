"""What an opponent may hold, by what it played: hands weighed by how likely each would have played so.

Made from what everybody saw: the position before each of its turns, and what it laid. The model judges every
token that it had not played yet as ``greedy`` does, by the best of its places, and takes the opponent to play
better tokens more often: a softmax with a temperature. Between turns it draws what is left at random.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations_with_replacement
from math import comb, exp, prod
from typing import Any, NamedTuple

from kabuto.samurai import Samurai
from kabuto.samurai.moves import Move
from kabuto.samurai.players.turn import Turn
from kabuto.samurai.state import State, swapped
from kabuto.samurai.tokens import TOKENS
from kabuto.samurai.view import PLAYS

TEMPERATURE = 0.05
"""How much better a token has to be, as a chance to win, to be played e times as often."""
FAST = 0.1
"""How often a fast token is played that is worth as much on the map as in the hand."""
LEAST = 1e-12
"""No turn is quite impossible."""

Hand = tuple[int, ...]
"""Kinds of token, in order."""


class Seen(NamedTuple):
    """A turn of the opponent, as everybody saw it."""

    before: State
    """The position before it."""
    moves: tuple[Move, ...]
    pool: Hand
    """What it had in hand or stack before."""


class Worth(NamedTuple):
    """What the tokens of a pool were worth in a turn: how likely each is played, next to the others."""

    all: Mapping[int, float]
    """Kind → for all of its places together, not normalised; 1 for laying nothing."""
    best: Mapping[int, float]
    """Kind → for the best of them."""


def turns_seen(view: Any, seat: int) -> list[Seen]:
    """The turns of another seat that a view shows, from what is public alone."""
    states = view.sample(_Constant())._states  # hidden things differ from game to game; none of them is used
    found: list[Seen] = []
    moves: list[Move] = []
    for before, entry in zip(states, view.log, strict=False):
        if entry.seat != seat or before.phase != "turn":
            continue
        if not before.played:
            begun, moves = before, []
        if entry.move.verb in PLAYS:
            moves.append(entry.move)
        else:
            pool = tuple(sorted(begun.hands[seat] + begun.stacks[seat]))
            found.append(Seen(_public(begun, seat, pool), tuple(moves), pool))
    return found


def _public(state: State, seat: int, pool: Hand) -> State:
    """The position with everything that the seat may play in its hand; of others, what is left to them."""
    pools = [tuple(sorted(hand + stack)) for hand, stack in zip(state.hands, state.stacks, strict=True)]
    hands = tuple(pool if owner == seat else () for owner in range(len(pools)))
    return state._replace(hands=hands, stacks=tuple(swapped(tuple(pools), seat, ())), captures=())


class _Constant:
    """Chance without chance: what is drawn does not matter."""

    def choice(self, items: Sequence[Any]) -> Any:
        return items[0]

    def shuffle(self, items: list[Any]) -> None:
        items.sort()

    def getrandbits(self, bits: int) -> int:
        return 0


def worth(seen: Seen, options: Mapping[str, Any], temperature: float) -> Worth:
    """What each token of the pool would have been worth to its owner, as ``greedy`` judges."""
    seat = seen.before.seat
    view = Samurai.replay(options, seen.before, (), None, 0).view(seat)
    turn = Turn(view)
    found: dict[int, list[float]] = {}
    for plan in turn.singles():
        (step,) = plan.steps
        odds = exp((plan.value - turn.outlook.chance) / temperature)
        found.setdefault(step.token, []).extend([odds] * max(len(step.spaces), 1))
    return Worth(
        {token: sum(odds) for token, odds in found.items()},
        {token: max(odds) for token, odds in found.items()},
    )


def likelihood(hand: Hand, spent: Mapping[int, int], values: Worth) -> float:
    """How likely a hand plays these tokens, and no others, in a turn; the same factor is left out for all.

    One token that is not fast is chosen among those in hand; each fast one is played or kept by itself.
    """
    kinds = dict.fromkeys(hand)
    slow = sum(values.all.get(token, 0.0) for token in kinds if not TOKENS[token].fast)
    chance = 1.0
    if any(not TOKENS[token].fast for token in spent):
        chance = 1 / (slow or 1.0)
    elif slow:
        chance = 1 / (1.0 + slow)
    for token in kinds:
        if TOKENS[token].fast:
            odds = FAST * values.best.get(token, 0.0)
            chance *= (odds if token in spent else 1.0) / (1.0 + odds)
    return chance


def uniform(pool: Hand, size: int) -> dict[Hand, float]:
    """Every hand of a size from a pool, as likely as dealing it makes it."""
    numbers = Counter(pool)
    weights = {
        hand: float(prod(comb(numbers[token], number) for token, number in Counter(hand).items()))
        for hand in combinations_with_replacement(sorted(numbers), size)
        if all(number <= numbers[token] for token, number in Counter(hand).items())
    }
    total = sum(weights.values())
    return {hand: weight / total for hand, weight in weights.items()}


def beliefs(
    turns: Sequence[Seen], full: Hand, size: int, options: Mapping[str, Any], temperature: float = TEMPERATURE
) -> Iterator[dict[Hand, float]]:
    """Hand → how likely the opponent holds it: at first, and after each of its turns.

    ``full`` is what it began with, ``size`` a full hand.
    """
    belief = dict(_draws(full, size))
    yield belief
    for seen in turns:
        values = _worth(seen, tuple(sorted(options.items())), temperature)
        spent = Counter(move.token for move in seen.moves)
        weights: dict[Hand, float] = {}
        for hand, weight in belief.items():
            if spent - Counter(hand):
                continue
            rest = tuple(sorted((Counter(hand) - spent).elements()))
            weights[rest] = weights.get(rest, 0.0) + weight * (likelihood(hand, spent, values) + LEAST)
        pool = Counter(seen.pool) - spent
        belief = {}
        for rest, weight in weights.items():
            left = tuple(sorted((pool - Counter(rest)).elements()))
            for drawn, chance in _draws(left, min(size - len(rest), len(left))):
                hand = tuple(sorted(rest + drawn))
                belief[hand] = belief.get(hand, 0.0) + weight * chance
        total = sum(belief.values())
        belief = {hand: weight / total for hand, weight in belief.items()}
        yield belief


@lru_cache(maxsize=1 << 15)
def _draws(pool: Hand, number: int) -> tuple[tuple[Hand, float], ...]:
    return tuple(uniform(pool, number).items())


_KNOWN: dict[Any, Worth] = {}


def _worth(seen: Seen, options: tuple[tuple[str, Any], ...], temperature: float) -> Worth:
    key = (seen, options, temperature)
    if key not in _KNOWN:
        _KNOWN[key] = worth(seen, dict(options), temperature)
    return _KNOWN[key]
