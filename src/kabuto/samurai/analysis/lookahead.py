"""The view that a seat would have after a move."""

import random
from collections import Counter
from dataclasses import replace

from kabuto.samurai import Move, SamuraiView, Verb, rules
from kabuto.samurai.events import Entry
from kabuto.samurai.state import State, swapped
from kabuto.samurai.tokens import UNKNOWN
from kabuto.samurai.view import HIDDEN_COUNTS, PLAYS

Counts = tuple[tuple[int, int, int], ...]


def after(view: SamuraiView, move: Move, rng: random.Random) -> SamuraiView:
    """What a seat would know after a legal move of its own; if it draws tokens, they are random."""
    seat, state = view.state.seat, rules.after(view.state, move, _unknown_stacks)
    pool = Counter(view.pools[seat])
    if move.verb in PLAYS:
        pool[move.token] -= 1
    hand = Counter(token for token in state.hands[seat] if token != UNKNOWN)
    chosen = (move.token,) if move.verb is Verb.CHOOSE else ()
    number = len(state.hands[seat]) - hand.total()
    drawn = tuple(rng.sample(sorted((pool - hand).elements()), number))
    hands = swapped(state.hands, seat, tuple(sorted((*hand.elements(), *drawn))))
    # The log knows what lies behind a screen; a hidden count cannot be added to.
    captured = tuple(
        old if old == HIDDEN_COUNTS else new
        for old, new in zip(view.state.captured, state.captured, strict=True)
    )
    return replace(
        view,
        state=state._replace(hands=hands, captured=captured),
        log=(*view.log, Entry(seat, move, state.captures, drawn)),
        pools=swapped(view.pools, seat, tuple(sorted(pool.elements()))),
        received=view.received + chosen + drawn,
    )


def figures_won(view: SamuraiView) -> Counts:
    """Seat → captured figures, including those behind screens as a perfect memory knows them."""
    counts = zip(view.state.captured, view.remembered(), strict=True)
    return tuple(remembered if seen == HIDDEN_COUNTS else seen for seen, remembered in counts)


def _unknown_stacks(state: State) -> tuple[tuple[int, ...], ...]:
    setting = state.setting
    return ((UNKNOWN,) * (len(setting.full_set) - setting.hand_size),) * setting.players
